"""The floor of each hall to scale: walls, tiles, rows, racks, aisles, and other items."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Reals
from gpudesk.derived.cabling.pathway_lines import way_edges, way_lines
from gpudesk.derived.floor.aisles import AisleKind, aisles
from gpudesk.derived.floor.floor_contents import Bodies, standing_bodies
from gpudesk.derived.floor.floor_item_shapes import item_shapes
from gpudesk.derived.floor.row_names import row_ends
from gpudesk.derived.totals.totals import totals
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.font_metrics import BOX_MM_PER_POINT, CAP_HEIGHT, MM_PER_POINT, text_width_mm
from gpudesk.reports.layout.inks import ACCENT, COLD, ERROR, FAINT, HAIR, HOT, INK, MIXED, OK, SOFT, WASH, WHITE
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Paper, Rectangle, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.shapes import Align, Point
from gpudesk.reports.layout.text_fitting import shrunk_pt
from gpudesk.reports.layout.wording import Wording

SCALES = (20, 25, 30, 40, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 5000)
"""One of these to 1."""
LEAST_PT = 4.0
_HEAD_MM, _FIGURES_MM, _LEGEND_MM, _AROUND_MM = 8.0, 13.0, 9.0, 6.0
_LEAST_TILE_MM = 1.2
"""Tiles smaller than this on paper are drawn five at a time."""
_AISLES = {
    AisleKind.COLD: (COLD, QT_TRANSLATE_NOOP("reports", "Cold aisle")),
    AisleKind.HOT: (HOT, QT_TRANSLATE_NOOP("reports", "Hot aisle")),
    AisleKind.MIXED: (MIXED, QT_TRANSLATE_NOOP("reports", "Mixed aisle")),
}


@dataclass(frozen=True, slots=True)
class _Look:
    """Style of a kind of object; `fill` None for a line only."""

    words: str
    fill: str | None
    ink: str
    dash_mm: tuple[float, ...] = ()


_ITEMS = {
    FloorItemKind.COLD_CONTAINMENT: _Look(QT_TRANSLATE_NOOP("reports", "Cold containment"), None, ACCENT, (2.0, 0.6)),
    FloorItemKind.HOT_CONTAINMENT: _Look(QT_TRANSLATE_NOOP("reports", "Hot containment"), None, ERROR, (2.0, 0.6)),
    FloorItemKind.KEEP_OUT: _Look(QT_TRANSLATE_NOOP("reports", "Keep out"), None, ERROR, (1.0, 0.6)),
    FloorItemKind.ROUTE: _Look(QT_TRANSLATE_NOOP("reports", "Delivery route"), None, OK, (3.0, 1.0)),
    FloorItemKind.DOOR: _Look(QT_TRANSLATE_NOOP("reports", "Door"), "#BFE3CF", OK),
    FloorItemKind.OBSTACLE: _Look(QT_TRANSLATE_NOOP("reports", "Obstacle"), "#C9CED4", INK),
    FloorItemKind.COLUMN: _Look(QT_TRANSLATE_NOOP("reports", "Column"), "#9AA3AD", INK),
}
"""Drawing order: the first is lowest."""


def floor_plan(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """One sheet for each hall, each at the largest usual scale at which it has room."""
    snapshot = subject.snapshot
    sheets = (choices.sheet,) if choices.sheet is not None else (Sheet(Paper.A3, landscape=True), Sheet(Paper.A3))
    halls = [hall for hall in snapshot["hall"].ids.tolist() if not choices.halls or hall in choices.halls]

    def bodies() -> Iterator[Page]:
        for hall in halls:
            yield min((_Drawing(snapshot, hall, sheet, wording) for sheet in sheets), key=lambda drawing: drawing.scale).page()
        if not halls:
            sheet = sheets[0]
            page = Page(sheet)
            no_hall = wording.say("reports", QT_TRANSLATE_NOOP("reports", "The project has no hall."))
            page.text_in(sheet.body.x_mm, sheet.body.y_mm, sheet.body.width_mm, 8, no_hall, 11, pad_mm=0)
            yield page

    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Floor plan"))
    return Report(title, subject, wording, bodies, max(len(halls), 1), phase_words(choices.phase, wording))


KIND = Kind(
    "floor-plan",
    QT_TRANSLATE_NOOP("reports", "Floor plan"),
    QT_TRANSLATE_NOOP("reports", "Each hall to scale with rows, racks, aisles and obstacles, and its key figures"),
    floor_plan,
)


@dataclass
class Labels:
    """Names on a drawing: one that would lie over another one is left out."""

    page: Page
    taken: list[tuple[float, float, float, float]] = field(default_factory=list)

    def put(self, x: float, y: float, text: str, size_pt: float, turn_deg: float, *, strong: bool = False, ink: str = INK) -> bool:
        """Draw a name centered at a position if it is free; returns whether it was drawn."""
        half = np.array([text_width_mm(text, size_pt, strong=strong), size_pt * BOX_MM_PER_POINT]) / 2
        turn = np.radians(turn_deg)
        across = abs(half[0] * np.cos(turn)) + abs(half[1] * np.sin(turn))
        along = abs(half[0] * np.sin(turn)) + abs(half[1] * np.cos(turn))
        box = (x - float(across), y - float(along), x + float(across), y + float(along))
        if any(box[0] < other[2] and box[2] > other[0] and box[1] < other[3] and box[3] > other[1] for other in self.taken):
            return False
        self.taken.append(box)
        # The base line is half a capital below the middle.
        low = CAP_HEIGHT / 2 * size_pt * MM_PER_POINT
        base = (x - low * float(np.sin(turn)), y + low * float(np.cos(turn)))
        self.page.text(*base, text, size_pt, align=Align.CENTRE, strong=strong, ink=ink, turn_deg=turn_deg, least_pt=LEAST_PT)
        return True


class _Drawing:
    """The plan of one hall."""

    def __init__(self, snapshot: Snapshot, hall: int, sheet: Sheet, wording: Wording) -> None:
        self._snapshot = snapshot
        self._hall = hall
        self._wording = wording
        halls = snapshot["hall"]
        at = halls.position(hall)
        self._name = str(halls["name"][at])
        self._size = float(halls["width_mm"][at]), float(halls["depth_mm"][at])
        self._tile = int(halls["tile_mm"][at])
        body = sheet.body
        top = _HEAD_MM + _FIGURES_MM
        room = body.part(_AROUND_MM, top + _AROUND_MM, body.width_mm - _AROUND_MM, body.height_mm - top - _AROUND_MM - _LEGEND_MM)
        needed = max(self._size[0] / room.width_mm, self._size[1] / room.height_mm)
        self.scale = next((scale for scale in SCALES if scale >= needed), SCALES[-1])
        width, depth = (side / self.scale for side in self._size)
        left, upper = room.x_mm + (room.width_mm - width) / 2, room.y_mm + (room.height_mm - depth) / 2
        self._walls = Rectangle(left, upper, width, depth)
        self._page = Page(sheet, self._name, f"1:{self.scale}")
        self._labels = Labels(self._page)
        self._seen: dict[str, tuple[str | None, str, tuple[float, ...]]] = {}

    def page(self) -> Page:
        """The whole sheet."""
        self._head()
        self._ground()
        self._aisles()
        self._items()
        self._bodies()
        self._ways()
        self._frame()
        self._legend()
        return self._page

    def _at(self, corners: Reals) -> list[Point]:
        return [(self._walls.x_mm + x / self.scale, self._walls.y_mm + y / self.scale) for x, y in corners.tolist()]

    def _head(self) -> None:
        say, quantity, page, body = self._wording.say, self._wording.quantity, self._page, self._page.sheet.body
        page.text_in(body.x_mm, body.y_mm, body.width_mm * 0.7, 7.0, self._name, 13.0, strong=True, pad_mm=0.0)
        sums = totals(self._snapshot, "hall", self._hall)
        area = self._size[0] * self._size[1] / 1e6

        def known(value: str, missing: int) -> str:
            if not missing:
                return value
            return say("reports", QT_TRANSLATE_NOOP("reports", "{value} + {count} not known"), value=value, count=missing)

        power, mass = self._wording.total(sums.power_w["max"], "W"), self._wording.total(sums.mass_kg, "kg")
        figures = (
            (QT_TRANSLATE_NOOP("reports", "Racks"), self._wording.number(sums.racks)),
            (QT_TRANSLATE_NOOP("reports", "Devices"), self._wording.number(sums.devices)),
            (QT_TRANSLATE_NOOP("reports", "GPUs"), self._wording.number(sums.gpus)),
            (QT_TRANSLATE_NOOP("reports", "Power, maximum"), known(power, sums.power_missing["max"])),
            (QT_TRANSLATE_NOOP("reports", "Weight"), known(mass, sums.mass_missing)),
            (QT_TRANSLATE_NOOP("reports", "Area"), quantity(area, "m²")),
            (QT_TRANSLATE_NOOP("reports", "Power by area"), f"{quantity(sums.power_w['max'] / area, 'W', decimals=1)}/m²"),
        )
        gap = 2.0
        width = (body.width_mm - gap * (len(figures) - 1)) / len(figures)
        for place, (label, value) in enumerate(figures):
            x, y = body.x_mm + place * (width + gap), body.y_mm + _HEAD_MM
            page.box(x, y, width, _FIGURES_MM - 2, fill=WASH, ink=None)
            page.text_in(x, y + 0.5, width, 4.0, say("reports", label), 6.5, ink=SOFT, pad_mm=1.4)
            page.text_in(x, y + 4.2, width, 6.0, value, 10.5, strong=True, pad_mm=1.4)

    def _ground(self) -> None:
        page, walls = self._page, self._walls
        page.box(walls.x_mm, walls.y_mm, walls.width_mm, walls.height_mm, fill=WHITE, ink=None)
        tile = self._tile / self.scale
        if self._tile <= 0:
            return
        step = 1 if tile >= _LEAST_TILE_MM else 5
        for count, limit, upright in ((walls.width_mm, walls.height_mm, True), (walls.height_mm, walls.width_mm, False)):
            for number in range(step, int(count / tile + 1e-6) + 1, step):
                at, ink = number * tile, HAIR if number % 5 else "#AEB7C0"
                ends = ((at, 0.0), (at, limit)) if upright else ((0.0, at), (limit, at))
                page.line(*((walls.x_mm + x, walls.y_mm + y) for x, y in ends), width_mm=0.06, ink=ink)

    def _aisles(self) -> None:
        for aisle in aisles(self._snapshot, self._hall):
            fill, words = _AISLES[aisle.kind]
            self._page.polygon(self._at(aisle.corners), fill=fill, ink=None)
            self._note(words, fill, FAINT)
            name = f"{self._wording.say('reports', words)} · {self._wording.quantity(aisle.width_mm, 'mm')}"
            self._name_in(aisle.corners, name, 6.0, ink=SOFT)

    def _items(self) -> None:
        shapes = item_shapes(self._snapshot["floor_item"], halls=np.array([self._hall]))
        order = list(_ITEMS)
        for shape in sorted(shapes, key=lambda shape: order.index(shape.kind)):
            look, points = _ITEMS[shape.kind], self._at(shape.corners)
            if shape.kind is FloorItemKind.ROUTE:
                self._page.line(*points, width_mm=0.5, ink=look.ink, dash_mm=look.dash_mm)
            else:
                self._page.polygon(points, fill=look.fill, ink=look.ink, line_mm=0.25, dash_mm=look.dash_mm)
            self._note(look.words, look.fill, look.ink, look.dash_mm)
            if shape.kind is not FloorItemKind.ROUTE and len(shape.corners) == 4:
                self._name_in(shape.corners, shape.name, 5.5)

    def _bodies(self) -> None:
        snapshot = self._snapshot
        standing = standing_bodies(snapshot["rack"], snapshot["device"], snapshot.types, np.array([self._hall]))
        all_corners = standing.shapes.corners()
        for place, corners in enumerate(all_corners):
            table, row_id = standing.object(place)
            points = self._at(corners)
            is_rack = table == "rack"
            self._page.polygon(points, fill="#E4E9EF" if is_rack else "#F0EADB", ink=INK, line_mm=0.12)
            if is_rack:
                self._page.line(*points[:2], width_mm=0.55, ink=ACCENT)
            name = str(snapshot[table]["name"][snapshot[table].position(row_id)])
            self._name_in(corners, name, 6.5)
        self._row_names(standing)
        if standing.racks:
            self._note(QT_TRANSLATE_NOOP("reports", "Rack (thick edge = front)"), "#E4E9EF", INK)
        if len(standing.row) > standing.racks:
            self._note(QT_TRANSLATE_NOOP("reports", "Floor-standing device"), "#F0EADB", INK)

    def _ways(self) -> None:
        """Trays, conduits and ducts as two thin edges over the racks."""
        lines = way_lines(self._snapshot, self._hall)
        for line in lines:
            for edge in way_edges(line.points, line.width_mm):
                self._page.line(*self._at(edge), width_mm=0.2, ink=SOFT)
        if lines:
            self._note(QT_TRANSLATE_NOOP("reports", "Pathway"), "#FFFFFF", SOFT)

    def _row_names(self, standing: Bodies) -> None:
        """At the left or upper end of each row, before all objects in line; left out if another name is there."""
        rows = self._snapshot["rack_row"]
        for end in row_ends(self._snapshot, self._hall, standing):
            name = str(rows["name"][end.place])
            wide, high = text_width_mm(name, 8.0, strong=True) / 2, 8.0 * BOX_MM_PER_POINT / 2
            offset_mm = abs(end.inwards[0]) * wide + abs(end.inwards[1]) * high + 1.2
            ((x, y),) = self._at((end.at - end.inwards * offset_mm * self.scale)[None, :])
            if self._inside(x, y):
                self._labels.put(x, y, name, 8.0, 0.0, strong=True)

    def _inside(self, x: float, y: float) -> bool:
        frame = self._page.sheet.body
        return frame.x_mm + 3 < x < frame.right_mm - 3 and self._walls.y_mm < y < self._walls.bottom_mm

    def _frame(self) -> None:
        """The walls, and how long they are."""
        page, walls = self._page, self._walls
        page.box(walls.x_mm, walls.y_mm, walls.width_mm, walls.height_mm, line_mm=0.7)
        width, depth = (self._wording.quantity(side / 1000, "m") for side in self._size)
        page.text_in(walls.x_mm, walls.y_mm - 4.2, walls.width_mm, 3.4, width, 7.0, align=Align.CENTRE, ink=SOFT)
        middle = walls.y_mm + walls.height_mm / 2
        page.text(walls.x_mm - 1.6, middle, depth, 7.0, align=Align.CENTRE, ink=SOFT, turn_deg=-90.0, within_mm=walls.height_mm)

    def _note(self, words: str, fill: str | None, ink: str, dash_mm: tuple[float, ...] = ()) -> None:
        self._seen.setdefault(words, (fill, ink, dash_mm))

    def _legend(self) -> None:
        """Legend of the plan, and a scale bar."""
        page, body = self._page, self._page.sheet.body
        y = body.bottom_mm - 3.6
        bar = self._bar(body, y)
        x, top = body.x_mm, y - 4.0
        for words, (fill, ink, dash) in self._seen.items():
            text = self._wording.say("reports", words)
            width = 4.5 + text_width_mm(text, 6.0) + 4.0
            if x + width > bar - 4:
                x, top = body.x_mm, top + 4.0
            page.box(x, top + 0.5, 3.4, 2.3, fill=fill, ink=ink, line_mm=0.2, dash_mm=dash)
            page.text(x + 4.4, top + 2.5, text, 6.0, ink=SOFT, within_mm=max(bar - 4 - x - 4.4, 5.0))
            x += width

    def _bar(self, body: Rectangle, y: float) -> float:
        """The scale bar at the right end; returns its start."""
        metres = next(length for length in (1, 2, 5, 10, 20, 50, 100, 200, 500) if length * 1000 / self.scale >= 35 or length == 500)
        length = metres * 1000 / self.scale
        left = body.right_mm - length - 6
        for part in range(4):
            self._page.box(left + part * length / 4, y, length / 4, 1.4, fill=INK if part % 2 == 0 else WHITE, line_mm=0.15)
        for share, text in ((0.0, "0"), (1.0, self._wording.quantity(float(metres), "m"))):
            self._page.text(left + share * length, y - 0.9, text, 6.0, align=Align.CENTRE, ink=SOFT)
        return self._north(left - 6.0, y + 1.4) - 2

    def _north(self, right: float, foot: float) -> float:
        """A north arrow; north is up on every plan of the program; returns its start."""
        page, middle, top = self._page, right - 2.0, foot - 5.6
        page.polygon(((middle, top), (middle - 1.6, foot), (middle, foot - 1.3)), fill=INK, line_mm=0.15)
        page.polygon(((middle, top), (middle + 1.6, foot), (middle, foot - 1.3)), fill=WHITE, line_mm=0.15)
        letter = self._wording.say("reports", QT_TRANSLATE_NOOP("reports", "N"))
        return middle - 2.4 - page.text(middle - 2.4, foot - 1.3, letter, 8.0, align=Align.RIGHT, strong=True)

    def _name_in(self, corners: Reals, name: str, size_pt: float, *, ink: str = INK) -> None:
        """A name in the middle of a rectangle, along its longer side, never upside down; left out if there is no room."""
        sides = np.array([corners[1] - corners[0], corners[-1] - corners[0]]) / self.scale
        lengths = np.hypot(sides[:, 0], sides[:, 1])
        longer = int(np.argmax(lengths))
        room, height = float(lengths[longer]) - 0.4, float(lengths[1 - longer])
        if text_width_mm(name, LEAST_PT) > room:
            # What comes before the last hyphen is the hall or the row, and both are named too.
            name = name.rpartition("-")[2]
        size = shrunk_pt(name, min(size_pt, height / BOX_MM_PER_POINT), room, least_pt=LEAST_PT)
        if size < LEAST_PT or text_width_mm(name, size) > room:
            return
        turn = float(np.degrees(np.arctan2(sides[longer, 1], sides[longer, 0])))
        turn = turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
        # Upright names run upwards.
        turn = -90.0 if abs(turn - 90) < 1e-6 else turn
        ((x, y),) = self._at(corners.mean(axis=0)[None, :])
        self._labels.put(x, y, name, size, turn, ink=ink)
