"""Rack-scale systems (GB200 NVL72): drawn next to the racks, from the faces of their type."""

from collections.abc import Iterator, Sequence

import numpy as np

from gpudesk.core.hardware.hardware import Area, Face, FaceElement, Family, HardwareType
from gpudesk.core.hardware.hardware_trays import NVLINK_SWITCH, Tray
from gpudesk.core.values.columns import Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.columns.joins import grouped
from gpudesk.derived.floor.floor_contents import floor_devices
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.inks import FAINT, INK, SOFT, WASH, WHITE
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.racks.rack_drawing import LEAST_PT, Body, fill_of

LEAST_HEIGHT_MM = 1000.0
"""Lower devices are stand-alone machines on the floor, not racks."""
_DEFAULT_WIDTH_MM = 600.0
_FILLS = {"tray": "#DDEBD9", "psu": "#F6E2DA", "plate": WASH, "vent": WHITE}


def cabinets_by_hall(snapshot: Snapshot, halls: tuple[int, ...]) -> list[Ids]:
    """Places in the device table of the systems in the halls that are placed like racks, per hall, in natural order.

    Args:
        halls: ids, empty for all.
    """
    devices, types = snapshot["device"], snapshot.types
    standing = floor_devices(devices, types)
    systems = types.codes("family", devices["type_id"][standing]) == list(Family).index(Family.SYSTEM)
    tall = types.numbers("height_mm", devices["type_id"][standing]) >= LEAST_HEIGHT_MM
    chosen = standing[systems & tall]
    if halls:
        chosen = chosen[np.isin(devices["hall_id"][chosen], halls)]
    ranks = natural_ranks(devices["name"].tolist())
    return [hall_systems[np.argsort(ranks[hall_systems])] for hall_systems in grouped(devices["hall_id"], chosen).values()]


def cabinet_body(kind: HardwareType) -> Body:
    """The outside of such a system, as a rack without units."""
    width = kind.number("width_mm") or _DEFAULT_WIDTH_MM
    return Body(width, kind.number("height_mm") or LEAST_HEIGHT_MM, width, 0.0, 0, 1.0, 1)


def cabinet_parts(kind: HardwareType, face: Face) -> Iterator[tuple[FaceElement, list[Area]]]:
    """The elements of the type of such a system on a face, each with the areas of its parts.

    A shelf with its name over it is one area, without its individual power supplies.
    """
    trays = kind.trays_on(face)
    for element in kind.elements:
        if element.face is face:
            count = element.rows * (1 if trays and element.kind == "psu" else element.columns)
            yield element, [element.area.part(place, count, element.rows, down_columns=False) for place in range(count)]


def part_fill(element: FaceElement, area: Area, trays: Sequence[tuple[Tray, Area]]) -> str:
    """The fill of a part of an element; of an NVLink switch tray that of switches.

    Args:
        trays: those on the face, with their areas.
    """
    middle_mm = area.y_mm + area.height_mm / 2
    of_switch = any(tray.role == NVLINK_SWITCH and at.y_mm < middle_mm < at.y_mm + at.height_mm for tray, at in trays)
    return fill_of(Family.SWITCH) if element.kind == "tray" and of_switch else _FILLS.get(element.kind, WHITE)


def draw_cabinet(page: Page, kind: HardwareType, name: str, face: Face, x_mm: float, floor_mm: float, scale: float) -> None:
    """Draw a face: the areas of its elements, each part separately, and its trays by name.

    Args:
        name: of the system, the prefix of the names of its trays.
        x_mm: its left edge on the page.
        floor_mm: position of the floor on the page.
        scale: mm of the system per mm of paper.
    """
    body = cabinet_body(kind)
    width, height = body.width_mm / scale, body.height_mm / scale
    page.box(x_mm, floor_mm - height, width, height, fill=WHITE, line_mm=0.35)
    trays = kind.trays_on(face)
    for element, areas in cabinet_parts(kind, face):
        for area in areas:
            x, y = x_mm + area.x_mm / scale, floor_mm - (area.y_mm + area.height_mm) / scale
            ink = FAINT if element.kind in {"plate", "vent"} else INK
            page.box(x, y, area.width_mm / scale, area.height_mm / scale, fill=part_fill(element, area, trays), ink=ink, line_mm=0.12)
        if element.label and element.columns == 1 and not (trays and element.kind == "tray"):
            area = areas[len(areas) // 2]
            x, y = x_mm + area.x_mm / scale, floor_mm - (area.y_mm + area.height_mm) / scale
            size = (area.width_mm / scale, area.height_mm / scale)
            page.text_in(x, y, *size, element.label, 6.0, align=Align.CENTRE, ink=SOFT, least_pt=LEAST_PT)
    for tray, area in trays:
        x, y = x_mm + area.x_mm / scale, floor_mm - (area.y_mm + area.height_mm) / scale
        page.text_in(x, y, area.width_mm / scale, area.height_mm / scale, tray.named(name), 6.0, align=Align.CENTRE, least_pt=LEAST_PT)
