"""The frame in which the faces of a type are drawn: the areas of ports and elements are in millimeters within it."""

from gpudesk.core.hardware.hardware import Area, Face, HardwareType, Mount
from gpudesk.core.values.units import EQUIPMENT_WIDTH_21_INCH_MM, PANEL_WIDTH_19_INCH_MM, pitch_for_rails

TOLERANCE_MM = 0.5
"""Maximum distance by which an area may extend beyond its face; drawings are rounded."""


def face_frame(hardware: HardwareType) -> Area | None:
    """The rectangle of a face, both faces alike, its lower left corner at 0, 0.

    A type mounted in rack units fills the width of its rails (482.6 mm with ears, or 537 mm in a 21-inch rack), or its
    `width_share` of it, and its whole units. All others have the width and height of their facts; if one is unknown, a frame around
    the drawing (an imported type, whose areas are schematic), None if there is none.
    """
    if hardware.mount is Mount.UNITS:
        rails = hardware.number("rail_width_inch") or 19.0
        width = EQUIPMENT_WIDTH_21_INCH_MM if rails >= 21 else PANEL_WIDTH_19_INCH_MM
        return Area(0, 0, width * (hardware.number("width_share") or 1), hardware.height_half_units * pitch_for_rails(rails) / 2)
    wide, high = hardware.number("width_mm"), hardware.number("height_mm")
    return _around(hardware) if wide is None or high is None else Area(0, 0, wide, high)


def _around(hardware: HardwareType) -> Area | None:
    """The frame of a face of unknown size: from the corner to the far edges of the drawing, plus the margin on its left."""
    drawn = [group.area for group in hardware.port_groups] + [element.area for element in hardware.elements]
    if not drawn:
        return None
    left, low = min(area.x_mm for area in drawn), min(area.y_mm for area in drawn)
    return Area(0, 0, max(area.x_mm + area.width_mm for area in drawn) + left, max(area.y_mm + area.height_mm for area in drawn) + low)


def is_inside(area: Area, frame: Area) -> bool:
    """Whether `area` is inside `frame`, with a tolerance of half a millimeter."""
    return (
        area.width_mm > 0
        and area.height_mm > 0
        and area.x_mm >= frame.x_mm - TOLERANCE_MM
        and area.y_mm >= frame.y_mm - TOLERANCE_MM
        and area.x_mm + area.width_mm <= frame.x_mm + frame.width_mm + TOLERANCE_MM
        and area.y_mm + area.height_mm <= frame.y_mm + frame.height_mm + TOLERANCE_MM
    )


def overlap(first: Area, second: Area) -> bool:
    """Whether two areas share more than their edges."""
    across = min(first.x_mm + first.width_mm, second.x_mm + second.width_mm) - max(first.x_mm, second.x_mm)
    up = min(first.y_mm + first.height_mm, second.y_mm + second.height_mm) - max(first.y_mm, second.y_mm)
    return across > TOLERANCE_MM and up > TOLERANCE_MM


def cage_areas(hardware: HardwareType, face: Face) -> list[tuple[str, Area]]:
    """Name and rectangle of every cage on one face, in the order of the template.

    The cages of a group share its area evenly in `rows` rows; the first is the upper left one, and the next is below it or to its right.
    """
    areas: list[tuple[str, Area]] = []
    for group in hardware.port_groups:
        if group.face is not face:
            continue
        for number, cage in enumerate(group.cages):
            areas.append((cage, group.area.part(number, len(group.cages), group.rows, group.down_columns)))
    return areas
