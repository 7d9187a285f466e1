"""Rack elevations: front and rear to scale, with what each rack draws and weighs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import Ids
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.derived.totals.totals import RackTotals, rack_totals
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.inks import FAINT, INK, SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.racks.cabinet_drawing import cabinet_body, cabinets_by_hall, draw_cabinet
from gpudesk.reports.racks.rack_drawing import LEGEND, NUMBERS_MM, Body, RackDrawings, fill_of

SCALES = (10, 15, 20, 25, 30, 40, 50, 75, 100)
"""Scales of this number to 1, as on a scale ruler."""
SMALLEST = 25
"""At 1 to this, a unit is just high enough for the smallest letters; instead of smaller scales, sheets have fewer racks."""
MOST_A_SHEET = 4
_HEAD_MM, _SUMS_MM, _LEGEND_MM, _GAP_MM = 10.0, 20.5, 5.0, 5.0
_SUMS_WIDE_MM = 95.0
_FACES = {"front": Face.FRONT, "rear": Face.REAR}
_TITLES = {Face.FRONT: QT_TRANSLATE_NOOP("reports", "FRONT"), Face.REAR: QT_TRANSLATE_NOOP("reports", "REAR")}


@dataclass(frozen=True, slots=True)
class _Plan:
    """The sheets of a set of elevations: content of each, and a common scale."""

    sheet: Sheet
    scale: int
    sheets: Sequence[tuple[str, Sequence["_Stand"]]]


@dataclass(frozen=True, slots=True)
class _Stand:
    """A rack, or a system that is one: its table and its place there."""

    table: str
    place: int


class _Stands:
    """A rack or system to draw."""

    def __init__(self, snapshot: Snapshot, wording: Wording) -> None:
        self.snapshot = snapshot
        self.racks = RackDrawings(snapshot, wording)

    def name(self, stand: _Stand) -> str:
        """Its name."""
        return str(self.snapshot[stand.table]["name"][stand.place])

    def kind(self, stand: _Stand) -> HardwareType:
        """Its type."""
        return self.snapshot.types[int(self.snapshot[stand.table]["type_id"][stand.place])]

    def body(self, stand: _Stand) -> Body:
        """Its outside."""
        return self.racks.body(stand.place) if stand.table == "rack" else cabinet_body(self.kind(stand))

    def draw(self, page: Page, stand: _Stand, face: Face, x_mm: float, floor_mm: float, scale: float) -> None:
        """Draw one of its faces."""
        if stand.table == "rack":
            self.racks.draw(page, stand.place, face, x_mm, floor_mm, scale)
        else:
            draw_cabinet(page, self.kind(stand), self.name(stand), face, x_mm, floor_mm, scale)


def elevations(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """One to four racks per sheet, at most the number selected; a new row starts on a new sheet."""
    snapshot = subject.snapshot
    drawings = _Stands(snapshot, wording)
    faces = tuple(_FACES[name] for name in choices.faces) or (Face.FRONT, Face.REAR)
    most = min(max(choices.racks_a_sheet, 1), MOST_A_SHEET)
    groups = _groups(snapshot, choices, wording)
    # Where no row is that long, what is there is drawn larger.
    most = min(most, max((len(racks) for _, racks in groups), default=1))
    sheet = choices.sheet or Sheet(Paper.A3, landscape=True)
    bodies_of = [drawings.body(stand) for _, group_stands in groups for stand in group_stands]
    # Fewer stand on a small sheet, so that a device of one unit can still be named.
    while most > 1 and _scale(sheet, bodies_of, most, len(faces)) > SMALLEST:
        most -= 1
    plan = _planned(drawings, groups, sheet, most, _scale(sheet, bodies_of, most, len(faces)))
    totals = snapshot.cached(rack_totals)

    def bodies() -> Iterator[Page]:
        if not plan.sheets:
            yield _empty(plan.sheet, wording)
        for part, racks in plan.sheets:
            yield _page(plan, part, racks, faces, drawings, totals, wording, most)

    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Rack elevations"))
    return Report(title, subject, wording, bodies, max(len(plan.sheets), 1), phase_words(choices.phase, wording))


KIND = Kind(
    "elevations",
    QT_TRANSLATE_NOOP("reports", "Rack elevations"),
    QT_TRANSLATE_NOOP("reports", "Front and rear of every rack to scale, with power, weight and units"),
    elevations,
    draws_racks=True,
)


def chosen_racks(snapshot: Snapshot, choices: Choices) -> Ids:
    """The places of the requested racks, shape (n,); none if only rack-scale systems are requested."""
    racks = snapshot["rack"]
    keep = np.ones(racks.rows, bool)
    if choices.halls:
        keep &= np.isin(racks["hall_id"], choices.halls)
    if choices.racks or choices.systems:
        keep &= np.isin(racks.ids, choices.racks)
    return np.flatnonzero(keep)


def place_words(snapshot: Snapshot, rack: int, wording: Wording) -> str:
    """Hall and row of a rack."""
    racks, halls, rows = snapshot["rack"], snapshot["hall"], snapshot["rack_row"]
    hall_id, row_id = int(racks["hall_id"][rack]), int(racks["row_id"][rack])
    parts = [str(halls["name"][halls.position(hall_id)])] if halls.has(hall_id) else []
    if rows.has(row_id):
        parts.append(wording.say("reports", QT_TRANSLATE_NOOP("reports", "row {name}"), name=str(rows["name"][rows.position(row_id)])))
    return " · ".join(parts)


def _groups(snapshot: Snapshot, choices: Choices, wording: Wording) -> list[tuple[str, list[_Stand]]]:
    """Groups of neighbors: racks by row, then the rack-scale systems of each hall."""
    groups = [
        (place_words(snapshot, int(group[0]), wording), [_Stand("rack", place) for place in group.tolist()])
        for group in racks_by_row(snapshot, chosen_racks(snapshot, choices))
    ]
    halls, devices = snapshot["hall"], snapshot["device"]
    for group in cabinets_by_hall(snapshot, choices.halls):
        if choices.racks or choices.systems:
            group = group[np.isin(devices.ids[group], choices.systems)]
        if not len(group):
            continue
        hall = str(halls["name"][halls.position(int(devices["hall_id"][group[0]]))])
        groups.append((hall, [_Stand("device", place) for place in group.tolist()]))
    return groups


def _planned(drawings: _Stands, groups: Sequence[tuple[str, list[_Stand]]], sheet: Sheet, most: int, scale: int) -> _Plan:
    planned = []
    for place, group_stands in groups:
        for low in range(0, len(group_stands), most):
            part = group_stands[low : low + most]
            first, last = drawings.name(part[0]), drawings.name(part[-1])
            span = first if len(part) == 1 else f"{first} – {last}"
            planned.append((f"{place}: {span}" if place else span, part))
    return _Plan(sheet, scale, planned)


def _scale(sheet: Sheet, bodies: Sequence[Body], most: int, faces: int) -> int:
    """The largest usual scale at which every rack has its room."""
    room = sheet.body
    width = (room.width_mm - (most - 1) * _GAP_MM) / most - (faces + 1) * NUMBERS_MM
    height = room.height_mm - _HEAD_MM - _SUMS_MM - _LEGEND_MM
    needed = max((max(faces * body.width_mm / width, body.height_mm / height) for body in bodies), default=float(SCALES[0]))
    return next((scale for scale in SCALES if scale >= needed), SCALES[-1])


def _page(
    plan: _Plan,
    part: str,
    racks: Sequence[_Stand],
    faces: Sequence[Face],
    drawings: _Stands,
    totals: RackTotals,
    wording: Wording,
    most: int,
) -> Page:
    page = Page(plan.sheet, part, f"1:{plan.scale}")
    room = plan.sheet.body
    cell = (room.width_mm - (most - 1) * _GAP_MM) / most
    tallest = max(drawings.body(rack).height_mm for rack in racks) / plan.scale
    spare = room.height_mm - _LEGEND_MM - _SUMS_MM - _HEAD_MM - tallest
    floor = room.bottom_mm - _LEGEND_MM - _SUMS_MM - max(spare, 0.0) / 2
    for number, rack in enumerate(racks):
        x = room.x_mm + number * (cell + _GAP_MM)
        _draw_rack(page, plan.scale, rack, x, cell, floor, faces, drawings, wording)
        _draw_sums(page, rack, x, cell, floor + 1.5, drawings, totals, wording)
    _draw_legend(page, room.x_mm, room.bottom_mm - _LEGEND_MM + 1.2, wording)
    return page


def _draw_rack(
    page: Page,
    scale: int,
    rack: _Stand,
    x: float,
    cell: float,
    floor: float,
    faces: Sequence[Face],
    drawings: _Stands,
    wording: Wording,
) -> None:
    body = drawings.body(rack)
    width, top = body.width_mm / scale, floor - body.height_mm / scale
    wide = len(faces) * width + (len(faces) + 1) * NUMBERS_MM
    left = x + (cell - wide) / 2
    kind, name, numbered = drawings.kind(rack), drawings.name(rack), rack.table == "rack"
    # The head is right above the rack, so that racks of different heights keep theirs.
    page.text_in(x, top - _HEAD_MM, cell, 5.2, name, 11.0, strong=True, align=Align.CENTRE)
    if len(faces) == 1:
        # With both faces the type is in the sums, for its words would touch FRONT and REAR.
        page.text_in(x, top - 4.6, cell, 3.2, _face_words(faces[0], wording), 6.5, ink=SOFT, align=Align.CENTRE)
    page_x = left
    for face in faces:
        if numbered:
            drawings.racks.draw_numbers(page, rack.place, page_x, floor, scale)
        page_x += NUMBERS_MM
        if len(faces) > 1:
            page.text_in(page_x, top - 4.6, width, 3.2, _face_words(face, wording), 6.5, ink=SOFT, align=Align.CENTRE)
        drawings.draw(page, rack, face, page_x, floor, scale)
        page_x += width
    if numbered:
        drawings.racks.draw_numbers(page, rack.place, page_x, floor, scale)
    page.line((left, floor), (left + wide, floor), width_mm=0.5)
    page.text_in(x, floor + 1.2, cell, 3.4, wording.type_name(kind.title), 6.5, ink=SOFT, align=Align.CENTRE)


def _face_words(face: Face, wording: Wording) -> str:
    return wording.say("reports", _TITLES[face])


def _draw_sums(page: Page, rack: _Stand, x: float, cell: float, y: float, drawings: _Stands, totals: RackTotals, wording: Wording) -> None:
    """Power, weight and units of a rack, and how many figures are missing in them."""
    lines = _rack_sums(rack.place, drawings, totals, wording) if rack.table == "rack" else _cabinet_sums(drawings.kind(rack), wording)
    x, cell = x + max(0.0, cell - _SUMS_WIDE_MM) / 2, min(cell, _SUMS_WIDE_MM)
    top = y + 4.0
    for label, value, missing in lines:
        if missing:
            words = QT_TRANSLATE_NOOP("reports", "{value} + {count} not known")
            value = wording.say("reports", words, value=value, count=missing)
        page.text_in(x, top, cell * 0.38, 3.4, wording.say("reports", label), 6.5, ink=SOFT, pad_mm=0.8)
        page.text_in(x + cell * 0.38, top, cell * 0.62, 3.4, value, 6.5, strong=True, align=Align.RIGHT, pad_mm=0.8)
        top += 3.5
    page.line((x, y + 3.8), (x + cell, y + 3.8), width_mm=0.1, ink=FAINT)


def _rack_sums(rack: int, drawings: _Stands, totals: RackTotals, wording: Wording) -> list[tuple[str, str, int]]:
    snapshot = drawings.snapshot
    limit = drawings.kind(_Stand("rack", rack)).number("static_load_kg")
    mass = wording.quantity(float(totals.loads.total_kg[rack]), "kg", decimals=0)
    if limit is not None:
        words = QT_TRANSLATE_NOOP("reports", "{mass} of {limit}")
        mass = wording.say("reports", words, mass=mass, limit=wording.quantity(limit, "kg", decimals=0))
    used, free = int(totals.used_half_units[rack]) / 2, int(totals.free_half_units[rack]) / 2
    reserved_u = int(totals.reserved_half_units[rack]) / 2
    words = QT_TRANSLATE_NOOP("reports", "{used} used, {free} free")
    if reserved_u:
        words = QT_TRANSLATE_NOOP("reports", "{used} used, {kept} reserved, {free} free")
    counts = {name: wording.quantity(count, "U") for name, count in (("used", used), ("kept", reserved_u), ("free", free))}
    power = wording.quantity(float(totals.power_w["max"][rack]), "W", decimals=1)
    lines = [
        (QT_TRANSLATE_NOOP("reports", "Power, maximum"), power, int(totals.power_missing["max"][rack])),
        (QT_TRANSLATE_NOOP("reports", "Weight with rack"), mass, int(totals.loads.missing[rack])),
        (QT_TRANSLATE_NOOP("reports", "Units"), wording.say("reports", words, **counts), 0),
    ]
    names = snapshot["device"]["name"]
    beside_names = ", ".join(str(names[place]) for place in drawings.racks.beside(rack))
    return [*lines, (QT_TRANSLATE_NOOP("reports", "At the sides"), beside_names, 0)] if beside_names else lines


def _cabinet_sums(kind: HardwareType, wording: Wording) -> list[tuple[str, str, int]]:
    power, mass = kind.number("power_max_w"), kind.number("weight_kg")
    return [
        (QT_TRANSLATE_NOOP("reports", "Power, maximum"), wording.quantity(power, "W", decimals=1), 0),
        (QT_TRANSLATE_NOOP("reports", "Weight"), wording.quantity(mass, "kg", decimals=0), 0),
        (QT_TRANSLATE_NOOP("reports", "GPUs"), wording.number(kind.gpu_count), 0),
    ]


def _draw_legend(page: Page, x: float, y: float, wording: Wording) -> None:
    for family, words in LEGEND:
        page.box(x, y + 0.5, 3.0, 2.2, fill=fill_of(family), line_mm=0.12)
        x += 4.0
        x += page.text(x, y + 2.5, wording.say("reports", words), 6.0, ink=SOFT) + 4.0
    page.box(x, y + 0.5, 3.0, 2.2, ink=FAINT, dash_mm=(0.7, 0.5))
    page.text(x + 4.0, y + 2.5, wording.say("reports", QT_TRANSLATE_NOOP("reports", "rear view")), 6.0, ink=SOFT)


def _empty(sheet: Sheet, wording: Wording) -> Page:
    page = Page(sheet)
    body = sheet.body
    no_racks = wording.say("reports", QT_TRANSLATE_NOOP("reports", "The selection has no racks."))
    page.text_in(body.x_mm, body.y_mm, body.width_mm, 8, no_racks, 11, ink=INK, pad_mm=0)
    return page
