"""Halls from above as a small picture in a report, racks painted by a value."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.derived.floor.floor_contents import Standing, standing_bodies
from gpudesk.formats.drawings.floor_layout import FloorLayout, floor_layout
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.font_metrics import text_width_mm
from gpudesk.reports.layout.inks import COLD, FAINT, HEAT, HOT, INK, MIXED, SOFT, WASH, WHITE
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Rectangle
from gpudesk.reports.layout.shapes import Align

_AISLES = {"COLD-AISLE": COLD, "HOT-AISLE": HOT, "MIXED-AISLE": MIXED}
_NAME_PT, _NAME_MM, _LEGEND_MM = 6.5, 3.2, 6.0


def heat_steps(values: Collection[float]) -> list[float]:
    """The upper ends of seven even steps from 0 to the maximum, rounded to readable numbers; [] if there are no values."""
    most = max(values, default=0.0)
    if most <= 0:
        return []
    exact = most / len(HEAT)
    size = 10.0 ** np.floor(np.log10(exact))
    step = next(factor for factor in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if factor * size >= exact - 1e-12) * size
    return [float(step * (place + 1)) for place in range(len(HEAT))]


def ink_of(value: float | None, steps: Sequence[float]) -> str:
    """The color of a value; gray if unknown."""
    if not steps or value is None:
        return WASH
    return HEAT[min(int(np.searchsorted(steps, value - 1e-9)), len(HEAT) - 1)]


def height_mm(snapshot: Snapshot, width_mm: float) -> float:
    """How high the picture of all halls is at a width, with the legend."""
    layout = floor_layout(snapshot)
    return width_mm * (layout.height_mm - _above(layout)) / layout.width_mm + _NAME_MM + _LEGEND_MM + 1


def _above(layout: FloorLayout) -> float:
    """The room above the halls that a drawing keeps for their names; a report has its own."""
    return min((float(line.points[:, 1].min()) for line in layout.lines if line.layer == "HALL"), default=0.0)


def draw_halls(
    page: Page, room: Rectangle, snapshot: Snapshot, values: Mapping[Standing, float], legend: Sequence[str], title: str
) -> None:
    """Draw all halls side by side into a rectangle, with the steps of the colors below.

    Args:
        values: of racks and stand-alone floor devices; those without a value stay gray.
        legend: names of the seven steps, from the lowest; empty if there are no values.
        title: meaning of the colors.
    """
    layout = floor_layout(snapshot)
    above = _above(layout)
    plan = room.part(0, _NAME_MM, room.width_mm, room.height_mm - _NAME_MM - (_LEGEND_MM if legend else 0))
    scale = min(plan.width_mm / layout.width_mm, plan.height_mm / max(layout.height_mm - above, 1.0))
    left = plan.x_mm + (plan.width_mm - layout.width_mm * scale) / 2
    top = plan.y_mm - above * scale

    def on_paper(points: Reals) -> list[tuple[float, float]]:
        return [(left + x * scale, top + y * scale) for x, y in points.tolist()]

    standing = standing_bodies(snapshot["rack"], snapshot["device"], snapshot.types)
    steps = heat_steps(values.values())
    # Outlines come in the order of the objects: racks first.
    seen = 0
    for line in layout.lines:
        if line.layer == "HALL":
            page.polygon(on_paper(line.points), fill=WHITE, ink=INK, line_mm=0.35)
        elif line.layer in _AISLES:
            page.polygon(on_paper(line.points), fill=_AISLES[line.layer], ink=None)
        elif line.layer in {"RACK", "DEVICE"}:
            page.polygon(on_paper(line.points), fill=ink_of(values.get(standing.object(seen)), steps), ink=FAINT, line_mm=0.05)
            seen += 1
        elif line.closed and line.layer != "RACK-FRONT":
            page.polygon(on_paper(line.points), fill=None, ink=FAINT, line_mm=0.1)
    _names(page, layout, snapshot, left, top, scale)
    if legend:
        _legend(page, Rectangle(room.x_mm, room.bottom_mm - _LEGEND_MM + 1.5, room.width_mm, _LEGEND_MM - 1.5), legend, title)


def _names(page: Page, layout: FloorLayout, snapshot: Snapshot, left: float, top: float, scale: float) -> None:
    """Names of halls and rows, each only if it does not overlap another."""
    taken: list[Rectangle] = []
    halls, rows = snapshot["hall"].rows, snapshot["rack_row"].rows
    outlines = [line.points for line in layout.lines if line.layer == "HALL"]
    for place, text in enumerate(layout.texts[: halls + rows]):
        width = text_width_mm(text.text, _NAME_PT) + 0.6
        x, y = left + text.x_mm * scale, top + text.y_mm * scale
        if place < halls:
            y = top + float(outlines[place][:, 1].min()) * scale - _NAME_MM / 2
        box = Rectangle(x - width / 2, y - 1.4, width, 2.8)
        inside = box.x_mm >= page.sheet.frame.x_mm and box.right_mm <= page.sheet.frame.right_mm and box.y_mm >= page.sheet.frame.y_mm
        if not inside or any(_touch(box, other) for other in taken):
            continue
        taken.append(box)
        page.text_in(box.x_mm, box.y_mm, width, 2.8, text.text, _NAME_PT, align=Align.CENTRE, ink=SOFT, pad_mm=0)


def _touch(one: Rectangle, other: Rectangle) -> bool:
    return one.x_mm < other.right_mm and other.x_mm < one.right_mm and one.y_mm < other.bottom_mm and other.y_mm < one.bottom_mm


def _legend(page: Page, room: Rectangle, legend: Sequence[str], title: str) -> None:
    """The seven colors with what each means."""
    words = room.width_mm * 0.22
    page.text_in(room.x_mm, room.y_mm, words, room.height_mm, title, 6.5, ink=SOFT, pad_mm=0)
    cell = (room.width_mm - words) / len(HEAT)
    for place, (ink, text) in enumerate(zip(HEAT, legend, strict=True)):
        x = room.x_mm + words + place * cell
        page.box(x, room.y_mm + 0.8, 3.4, room.height_mm - 1.6, fill=ink, ink=FAINT, line_mm=0.05)
        page.text_in(x + 4.4, room.y_mm, cell - 4.8, room.height_mm, text, 6.0, ink=SOFT, pad_mm=0)
