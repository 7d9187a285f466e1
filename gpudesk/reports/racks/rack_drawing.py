"""One rack from the front and from the rear, to scale."""

from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.hardware.hardware import Face, Family, Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.units import EQUIPMENT_WIDTH_21_INCH_MM, PANEL_WIDTH_19_INCH_MM
from gpudesk.derived.columns.joins import grouped
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM, all_placed, beside_slots
from gpudesk.derived.racks.nesting import nested_in
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.font_metrics import BOX_MM_PER_POINT, CAP_HEIGHT, MM_PER_POINT, text_width_mm
from gpudesk.reports.layout.inks import FAINT, HAIR, INK, SOFT, WASH, WHITE
from gpudesk.reports.layout.page import Fit, Page
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.text_fitting import shrunk_pt
from gpudesk.reports.layout.wording import Wording

LEAST_PT = 4.0
"""The smallest name of a device: a unit at 1:25."""
NUMBERS_MM = 4.2
"""The room of a column of unit numbers on paper."""
CAP_MM, FOOT_MM = 60.0, 60.0
"""Height of a rack above and below its units, if its type does not specify its height."""
_SHALLOW_SHARE = 0.5
"""A device less deep than this share of its rack is not seen from the other face."""
_DEFAULT_WIDTH_MM = 600.0
_FILLS = {
    Family.SYSTEM: "#DDEBD9",
    Family.SERVER: "#E7EEF0",
    Family.STORAGE: "#EFE6F3",
    Family.SWITCH: "#DCE8F4",
    Family.PANEL: "#F6EFD8",
    Family.PDU: "#F6E2DA",
    Family.POWER_SHELF: "#F6E2DA",
    Family.UPS: "#F6E2DA",
    Family.CDU: "#D8EEF0",
    Family.BLANK: WHITE,
    Family.CABLE_MANAGER: "#F1F1F1",
}
LEGEND = (
    (Family.SYSTEM, QT_TRANSLATE_NOOP("reports", "GPU systems")),
    (Family.SWITCH, QT_TRANSLATE_NOOP("reports", "Switches")),
    (Family.SERVER, QT_TRANSLATE_NOOP("reports", "Servers")),
    (Family.STORAGE, QT_TRANSLATE_NOOP("reports", "Storage")),
    (Family.PDU, QT_TRANSLATE_NOOP("reports", "Power")),
    (Family.PANEL, QT_TRANSLATE_NOOP("reports", "Panels")),
)


def fill_of(family: Family) -> str:
    """The area of a device of a family."""
    return _FILLS.get(family, WASH)


@dataclass(frozen=True, slots=True)
class Body:
    """The outside of a rack in mm.

    Attributes:
        opening_mm: the width of devices in its units.
        below_mm: from the floor to the lower edge of unit 1.
        places_beside: number of devices side by side next to the units, on each side.
    """

    width_mm: float
    height_mm: float
    opening_mm: float
    below_mm: float
    half_units: int
    pitch_mm: float
    places_beside: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A device on one face: x from the left edge of the rack, y from the lower edge of unit 1 upward, in mm.

    Attributes:
        place: in the table of devices.
        behind: viewed from its other side, through the rack.
        beside: next to the units.
        nested: inside another one.
        holds: contains a device that is drawn over it.
    """

    place: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    behind: bool = False
    beside: bool = False
    nested: bool = False
    holds: bool = False


class RackDrawings:
    """The devices of a snapshot by rack, prepared for drawing.

    Args:
        snapshot: contains the racks to draw.
    """

    def __init__(self, snapshot: Snapshot, wording: Wording) -> None:
        self.snapshot = snapshot
        self._wording = wording
        self._placed = snapshot.cached(all_placed)
        self._slots = beside_slots(self._placed)
        racks = snapshot["rack"]
        everything = np.arange(len(self._placed))
        self._by_rack = grouped(racks.positions(self._placed.rack), everything)
        self._place_of = snapshot["device"].positions(self._placed.device)
        self._any_nested = bool((snapshot["device"]["parent_id"] != ABSENT).any())
        reservations = snapshot["reservation"]
        self._reserved = grouped(racks.positions(reservations["rack_id"]), np.arange(reservations.rows))

    def body(self, rack: int) -> Body:
        """The outside of the rack at a place of the table."""
        kind = self.snapshot.types[int(self.snapshot["rack"]["type_id"][rack])]
        half_units = round(2 * (kind.number("units_u") or 0.0))
        pitch = kind.number("unit_pitch_mm") or DEFAULT_PITCH_MM
        opening = EQUIPMENT_WIDTH_21_INCH_MM if (kind.number("rail_width_inch") or 19) >= 21 else PANEL_WIDTH_19_INCH_MM
        inside = half_units * pitch / 2
        height = max(kind.number("outer_height_mm") or 0.0, inside + CAP_MM + FOOT_MM)
        width = max(kind.number("outer_width_mm") or _DEFAULT_WIDTH_MM, opening + 20.0)
        places_per_side = int(kind.number("zero_u_per_side") or 0)
        return Body(width, height, opening, (height - inside) / 2, half_units, pitch, max(places_per_side, 1))

    def beside(self, rack: int) -> list[int]:
        """The places of the devices next to the units of a rack, in the table of devices."""
        here = self._by_rack.get(rack)
        return [] if here is None else [int(self._place_of[at]) for at in here.tolist() if self._placed.mount[at] == Mount.ZERO_U]

    def entries(self, rack: int, face: Face) -> list[Entry]:
        """The devices visible on a face of a rack, the rear ones first."""
        body, placed = self.body(rack), self._placed
        here = self._by_rack.get(rack)
        if here is None:
            return []
        behind_first = sorted(here.tolist(), key=lambda at: (placed.face[at] == face, placed.low[at]))
        made_entries = [entry for at in behind_first if (entry := self._entry(at, face, body)) is not None]
        return self._with_nested(made_entries, face)

    def _entry(self, at: int, face: Face, body: Body) -> Entry | None:
        placed = self._placed
        behind = int(placed.face[at]) != face
        is_beside_units = int(placed.mount[at]) == Mount.ZERO_U
        usable = float(placed.usable_depth_mm[at])
        shallow = bool(placed.depth_mm[at] < (800.0 if np.isnan(usable) else usable) * _SHALLOW_SHARE)
        if behind and (is_beside_units or shallow):
            return None
        side = int(placed.side[at])
        if behind and side != ABSENT:
            side = 1 - side
        y, height = int(placed.low[at]) * body.pitch_mm / 2, int(placed.high[at] - placed.low[at]) * body.pitch_mm / 2
        rim = (body.width_mm - body.opening_mm) / 2
        if is_beside_units:
            room = rim / body.places_beside
            slot = min(int(self._slots[at]), body.places_beside - 1)
            x = body.width_mm - (slot + 1) * room if side == 1 else slot * room
            return Entry(int(self._place_of[at]), x, y, room, height, beside=True)
        width = body.opening_mm if side == ABSENT else body.opening_mm / 2
        x = rim + (body.opening_mm / 2 if side == 1 else 0.0)
        return Entry(int(self._place_of[at]), x, y, width, height, behind=behind)

    def _with_nested(self, entries: list[Entry], face: Face) -> list[Entry]:
        held = [entry for entry in entries if not entry.beside]
        if not held or not self._any_nested:
            return entries
        places: Ids = np.array([entry.place for entry in held], np.int64)
        # `nested_in` counts downwards, as screens do.
        rects = np.array([[entry.x_mm, -entry.y_mm - entry.height_mm, entry.width_mm, entry.height_mm] for entry in held])
        shows = np.array([1 - int(face) if entry.behind else int(face) for entry in held], np.int64)
        inner = nested_in(self.snapshot, places, self.snapshot["device"]["type_id"][places], rects, shows)
        if not len(inner.drawing):
            return entries
        holders = {held[drawing].place for drawing in inner.drawing.tolist()}
        nested = [
            Entry(int(place), x, -y - height, width, height, behind=held[drawing].behind, nested=True)
            for drawing, place, (x, y, width, height) in zip(
                inner.drawing.tolist(), inner.device.tolist(), inner.rects.tolist(), strict=True
            )
        ]
        return [replace(entry, holds=entry.place in holders) for entry in entries] + nested

    def draw(self, page: Page, rack: int, face: Face, x_mm: float, floor_mm: float, scale: float) -> None:
        """Draw a face of a rack.

        Args:
            x_mm: its left edge on the page.
            floor_mm: where the floor is on the page.
            scale: mm of the rack in one mm of paper.
        """
        body = self.body(rack)
        width, height = body.width_mm / scale, body.height_mm / scale
        rim = (body.width_mm - body.opening_mm) / 2 / scale
        foot = floor_mm - body.below_mm / scale
        inside = body.half_units * body.pitch_mm / 2 / scale
        page.box(x_mm, floor_mm - height, width, height, fill=WHITE, line_mm=0.35)
        page.box(x_mm + rim, foot - inside, width - 2 * rim, inside, ink=FAINT, line_mm=0.15)
        for unit in range(1, -(-body.half_units // 2)):
            y = foot - unit * body.pitch_mm / scale
            page.line((x_mm + rim, y), (x_mm + width - rim, y), width_mm=0.08, ink=HAIR)
        for row in self._reserved.get(rack, np.empty(0, np.int64)).tolist():
            self._draw_reserved(page, row, face, x_mm + rim, foot, width - 2 * rim, body.pitch_mm / scale)
        for entry in self.entries(rack, face):
            self._draw_device(page, entry, x_mm, foot, scale)

    def draw_numbers(self, page: Page, rack: int, x_mm: float, floor_mm: float, scale: float) -> None:
        """Draw the numbers of the units of a rack in a column `NUMBERS_MM` wide; every fifth is louder."""
        body = self.body(rack)
        foot, pitch = floor_mm - body.below_mm / scale, body.pitch_mm / scale
        # Where a unit is lower than the smallest figures only every fifth has its number.
        every = 1 if pitch >= LEAST_PT * BOX_MM_PER_POINT else 5
        size = min(5.5, max(LEAST_PT, pitch / BOX_MM_PER_POINT))
        height = size * BOX_MM_PER_POINT
        for unit in range(1, body.half_units // 2 + 1):
            fifth = unit % 5 == 0
            if not (fifth or unit == 1 or every == 1):
                continue
            y = foot - unit * pitch - (height - pitch) / 2
            ink = INK if fifth else SOFT
            page.text_in(
                x_mm, y, NUMBERS_MM, height, str(unit), size, align=Align.CENTRE, strong=fifth, ink=ink, pad_mm=0.1, least_pt=LEAST_PT
            )

    def _draw_reserved(self, page: Page, row: int, face: Face, x: float, foot: float, width: float, pitch: float) -> None:
        table = self.snapshot["reservation"]
        if int(table["face"][row]) not in {int(face), int(Face.BOTH)}:
            return
        low, height = int(table["position"][row]) * pitch / 2, int(table["height"][row]) * pitch / 2
        page.box(x, foot - low - height, width, height, fill=WHITE, ink=FAINT, dash_mm=(0.8, 0.5))
        page.hatch(x, foot - low - height, width, height, step_mm=1.6, ink=HAIR)
        reserved_text = self._wording.say("reports", QT_TRANSLATE_NOOP("reports", "reserved"))
        reason = str(table["reason"][row])
        text = f"{reserved_text}: {reason}" if reason else reserved_text
        size = shrunk_pt(text, min(6.5, height / BOX_MM_PER_POINT), width - 2.0, least_pt=LEAST_PT)
        if size < LEAST_PT:
            return
        wide, tall = min(text_width_mm(text, size) + 1.2, width - 0.4), min(size * BOX_MM_PER_POINT, height)
        page.box(x + (width - wide) / 2, foot - low - (height + tall) / 2, wide, tall, fill=WHITE, ink=None)
        page.text_in(x, foot - low - height, width, height, text, size, align=Align.CENTRE, ink=SOFT, pad_mm=1.0, least_pt=LEAST_PT)

    def _draw_device(self, page: Page, entry: Entry, x_mm: float, foot: float, scale: float) -> None:
        devices = self.snapshot["device"]
        kind = self.snapshot.types[int(devices["type_id"][entry.place])]
        x, width = x_mm + entry.x_mm / scale, entry.width_mm / scale
        height = entry.height_mm / scale
        y = foot - entry.y_mm / scale - height
        name = str(devices["name"][entry.place])
        model, title = self._wording.type_name(kind.model), self._wording.type_name(kind.title)
        if entry.behind:
            page.box(x, y, width, height, fill=WHITE, ink=FAINT, dash_mm=(0.7, 0.5))
        else:
            page.box(x, y, width, height, fill=fill_of(kind.family), ink=INK, line_mm=0.12 if entry.nested else 0.18)
        if entry.beside:
            self._name_upright(page, name, model, x, y, width, height)
            return
        ink, second = (FAINT, FAINT) if entry.behind else (INK, SOFT)
        line = min(7.0, height / BOX_MM_PER_POINT)
        if entry.holds:
            return
        high = 7.0 * BOX_MM_PER_POINT
        if height >= 2 * high + 0.6 and not entry.nested:
            top = y + (height - 2 * high) / 2
            for line_y, text, size, strong, shade in ((top, name, 7.0, True, ink), (top + high, title, 6.5, False, second)):
                page.text_in(x, line_y, width, high, text, size, strong=strong, ink=shade, align=Align.CENTRE, least_pt=LEAST_PT)
            return
        if line < LEAST_PT:
            return
        beside_name = width - 2.0 - text_width_mm(name, line, strong=True) - 1.5
        fits = text_width_mm(model, min(line, 5.5)) <= beside_name and not entry.nested
        page.text_in(
            x, y, width, height, name, line, strong=True, ink=ink, pad_mm=1.0 if not entry.nested else 0.3, least_pt=LEAST_PT,
            fit=Fit.SHRINK,
        )  # fmt: skip
        if fits:
            page.text_in(x, y, width, height, model, min(line, 5.5), ink=second, align=Align.RIGHT, pad_mm=1.0, least_pt=LEAST_PT)

    def _name_upright(self, page: Page, name: str, model: str, x: float, y: float, width: float, height: float) -> None:
        size = min(6.0, width / BOX_MM_PER_POINT)
        if size < LEAST_PT:
            return
        text = f"{name} · {model}"
        if text_width_mm(text, size) > height - 2:
            text = name
        # Letters that run upwards: their base line is right of the middle by half a capital.
        base = x + width / 2 + CAP_HEIGHT / 2 * size * MM_PER_POINT
        middle, room = y + height / 2, height - 1.5
        page.text(base, middle, text, size, align=Align.CENTRE, within_mm=room, least_pt=LEAST_PT, turn_deg=-90.0)
