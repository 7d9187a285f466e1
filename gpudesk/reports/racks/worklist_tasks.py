"""Devices to mount in a rack, their order, and the number of people required."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from gpudesk.core.hardware.hardware import Confidence, Face, HardwareType, Mount, Side, Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.racks.lifting import needs_machine, people_to_lift
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.columns.joins import grouped
from gpudesk.derived.racks.device_placement import span_name
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.totals.totals import rack_totals
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table, Weight
from gpudesk.reports.layout.paper_sheet import Rectangle, Sheet
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.racks.elevations import place_words

FOOT_MM = 20.0
"""The space below the tasks: two lines of small letters, and the lines for handwriting."""
_FACES = {Face.FRONT: QT_TRANSLATE_NOOP("reports", "front"), Face.REAR: QT_TRANSLATE_NOOP("reports", "rear")}
_SIDES = {Side.LEFT: QT_TRANSLATE_NOOP("reports", "left"), Side.RIGHT: QT_TRANSLATE_NOOP("reports", "right")}
CONFIDENCES = {
    Confidence.READ: QT_TRANSLATE_NOOP("reports", "read"),
    Confidence.SECONDARY: QT_TRANSLATE_NOOP("reports", "second-hand"),
    Confidence.MEMORY: QT_TRANSLATE_NOOP("reports", "rule of thumb"),
    Confidence.DERIVED: QT_TRANSLATE_NOOP("reports", "derived"),
}


class Turn(IntEnum):
    """Mounting order of a device: heavier ones first, and within a turn lower ones."""

    BESIDE = 0
    """Next to the units, while the rack is still empty."""
    MACHINE = 1
    PEOPLE = 2
    UNKNOWN = 3
    """Of unknown weight."""
    ONE = 4
    NESTED = 5
    """Inside devices that are mounted already."""


_TURNS = {
    Turn.BESIDE: QT_TRANSLATE_NOOP("reports", "First, while the rack is empty: at the sides"),
    Turn.MACHINE: QT_TRANSLATE_NOOP("reports", "With a mechanical lift, from the bottom up"),
    Turn.PEOPLE: QT_TRANSLATE_NOOP("reports", "By two people or more, from the bottom up"),
    Turn.UNKNOWN: QT_TRANSLATE_NOOP("reports", "Weight not known: weigh before lifting"),
    Turn.ONE: QT_TRANSLATE_NOOP("reports", "By one person, from the bottom up"),
    Turn.NESTED: QT_TRANSLATE_NOOP("reports", "Into mounted devices"),
}


@dataclass(frozen=True, slots=True)
class Task:
    """One device to mount.

    Attributes:
        place: in the table of devices.
        people: who lift it, None where a machine does or its weight is not known.
        done: whether it is in its place already.
    """

    place: int
    turn: Turn
    kind: HardwareType
    mass_kg: float | None
    people: int | None
    done: bool


COLUMNS: tuple[tuple[str, float, Align, bool], ...] = (
    ("", 6.0, Align.CENTRE, False),
    (QT_TRANSLATE_NOOP("reports", "Step"), 9.0, Align.RIGHT, False),
    (QT_TRANSLATE_NOOP("reports", "Where"), 25.0, Align.LEFT, True),
    (QT_TRANSLATE_NOOP("reports", "Device"), 0.0, Align.LEFT, False),
    (QT_TRANSLATE_NOOP("reports", "Type"), 0.0, Align.LEFT, True),
    (QT_TRANSLATE_NOOP("reports", "Weight"), 16.0, Align.RIGHT, False),
    (QT_TRANSLATE_NOOP("reports", "Lifted by"), 22.0, Align.LEFT, True),
    (QT_TRANSLATE_NOOP("reports", "Rails"), 24.0, Align.LEFT, True),
    (QT_TRANSLATE_NOOP("reports", "Power: inlet ← outlet"), 0.0, Align.LEFT, True),
)
_SIGNED = (QT_TRANSLATE_NOOP("reports", "Serial number"), 30.0, Align.LEFT, False)


class Worklists:
    """The worklists of a snapshot.

    Args:
        snapshot: whose racks are fitted out.
    """

    def __init__(self, snapshot: Snapshot, wording: Wording) -> None:
        self._snapshot = snapshot
        self._wording = wording
        self._sheet: SiteSheet = snapshot.cached(site_sheet)
        devices, racks, types = snapshot["device"], snapshot["rack"], snapshot.types
        where = snapshot.cached(whereabouts).rack
        self._by_rack = grouped(racks.positions(where), np.flatnonzero(where != ABSENT))
        mass = types.numbers("weight_kg", devices["type_id"])
        limit = self._sheet.limit("two_person_lift_kg")
        self._by_machine = needs_machine(types.numbers("lift_device", devices["type_id"]), mass, limit)
        cords = snapshot["power_cord"]
        self._cords = grouped(devices.positions(cords["device_id"]), np.arange(cords.rows))

    def tasks(self, rack: int) -> list[Task]:
        """Devices to mount in the rack at a place of the table, in the order of the work; retired devices are left out."""
        devices = self._snapshot["device"]
        places: Ids = self._by_rack.get(rack, np.empty(0, np.int64))
        made_tasks = [self.task(place) for place in places.tolist() if int(devices["status"][place]) != Status.RETIRED]
        return sorted(made_tasks, key=lambda task: (task.turn, int(devices["position"][task.place]), -(task.mass_kg or 0.0), task.place))

    def task(self, place: int) -> Task:
        """The work on the device at a place of the table."""
        devices = self._snapshot["device"]
        kind = self._snapshot.types[int(devices["type_id"][place])]
        mass = kind.number("weight_kg")
        people = people_to_lift(kind.number("lift_people"), mass, self._sheet.limit("one_person_lift_kg"))
        by_machine = bool(self._by_machine[place])
        if int(devices["parent_id"][place]) != ABSENT:
            turn = Turn.NESTED
        elif kind.mount is Mount.ZERO_U:
            turn = Turn.BESIDE
        elif by_machine:
            turn = Turn.MACHINE
        else:
            turn = Turn.UNKNOWN if people is None else Turn.PEOPLE if people > 1 else Turn.ONE
        done = int(devices["status"][place]) >= Status.INSTALLED
        return Task(place, turn, kind, mass, None if by_machine else people, done)

    def pages(self, rack: int, sheet: Sheet, *, measures: bool = False) -> Iterator[Page]:
        """The sheets of one rack, with `measures` only their number."""
        say, snapshot = self._wording.say, self._snapshot
        name = str(snapshot["rack"]["name"][rack])
        place = place_words(snapshot, rack, self._wording)
        kind = snapshot.types[int(snapshot["rack"]["type_id"][rack])]
        flow = Flow(sheet, f"{place}: {name}" if place else name, measures=measures)
        remark = f"{place} · {self._wording.type_name(kind.title)}"
        flow.heading(say("reports", QT_TRANSLATE_NOOP("reports", "Rack {name}"), name=name), 13.0, remark)
        tasks = self.tasks(rack)
        flow.figures(self._figures(rack, tasks), 6)
        flow.table(self._table(tasks, sheet), tail_mm=FOOT_MM)
        self.foot(flow)
        yield from flow.pages

    def foot(self, flow: Flow) -> None:
        """The area below the tasks: who lifts which device, and lines for handwriting."""
        flow.space(2)
        flow.paragraph(self.limits(), 6.5, ink=SOFT)
        flow.space(2)
        flow.drawing(8.0, self.signatures)

    def signatures(self, page: Page, room: Rectangle) -> None:
        """Lines for a pen."""
        words = (
            QT_TRANSLATE_NOOP("reports", "Mounted by"),
            QT_TRANSLATE_NOOP("reports", "Date"),
            QT_TRANSLATE_NOOP("reports", "Checked by"),
        )
        part = room.width_mm / len(words)
        for place, label in enumerate(words):
            x, base = room.x_mm + place * part, room.bottom_mm - 1.5
            width = page.text(x, base, self._wording.say("reports", label), 8.0, within_mm=part / 2) + 2
            page.line((x + width, base + 0.5), (x + part - 6, base + 0.5), width_mm=0.2)

    def _figures(self, rack: int, tasks: Sequence[Task]) -> list[tuple[str, str]]:
        say, quantity = self._wording.say, self._wording.quantity
        totals = self._snapshot.cached(rack_totals)
        kind = self._snapshot.types[int(self._snapshot["rack"]["type_id"][rack])]
        rails = int(self._snapshot["rack"]["rail_depth_mm"][rack])
        between = float(rails) if rails != ABSENT else kind.number("rail_depth_mm")
        missing = int(totals.loads.missing[rack])
        mass = quantity(float(totals.loads.total_kg[rack]), "kg", decimals=0)
        if missing:
            mass = say("reports", QT_TRANSLATE_NOOP("reports", "{value} + {count} not known"), value=mass, count=missing)
        counts = {turn: sum(1 for task in tasks if task.turn is turn) for turn in Turn}
        return [
            (say("reports", QT_TRANSLATE_NOOP("reports", "Devices")), str(len(tasks))),
            (say("reports", QT_TRANSLATE_NOOP("reports", "Weight with rack")), mass),
            (say("reports", QT_TRANSLATE_NOOP("reports", "With a lift")), str(counts[Turn.MACHINE])),
            (say("reports", QT_TRANSLATE_NOOP("reports", "By two or more")), str(counts[Turn.PEOPLE])),
            (say("reports", QT_TRANSLATE_NOOP("reports", "Power, maximum")), quantity(float(totals.power_w["max"][rack]), "W", decimals=1)),
            (say("reports", QT_TRANSLATE_NOOP("reports", "Rack rail positions")), quantity(between, "mm")),
        ]

    def _table(self, tasks: Sequence[Task], sheet: Sheet) -> Table:
        say = self._wording.say
        signed = sheet.body.width_mm > 230
        head_cells = [*COLUMNS, _SIGNED] if signed else COLUMNS
        columns = [
            Column(say("reports", head) if head else "", width, align, 1.5 if place == len(COLUMNS) - 1 else 1.0, wrap, most_lines=12)
            for place, (head, width, align, wrap) in enumerate(head_cells)
        ]
        rows: list[Row] = []
        turn: Turn | None = None
        for number, task in enumerate(tasks, start=1):
            if task.turn is not turn:
                turn = task.turn
                rows.append(Row(("", "", say("reports", _TURNS[turn])), Weight.GROUP))
            tick: Special | str = "✓" if task.done else Special.TICK_BOX
            rows.append(Row((tick, str(number), *self.cells(task), *([""] if signed else []))))
        return Table(columns, rows)

    def cells(self, task: Task) -> tuple[str, ...]:
        """One line of the list, as `COLUMNS` has it from the place on."""
        devices = self._snapshot["device"]
        return (
            self._where(task),
            str(devices["name"][task.place]),
            self._wording.type_name(task.kind.title),
            self._wording.quantity(task.mass_kg, "kg", decimals=1),
            self._lifted_by(task),
            self._rails(task.kind),
            self._power(task) or "–",
        )

    def _where(self, task: Task) -> str:
        say, devices = self._wording.say, self._snapshot["device"]
        place = task.place
        parent = int(devices["parent_id"][place])
        if parent != ABSENT:
            holder = str(devices["name"][devices.position(parent)])
            return f"{holder} · {devices['slot'][place]}"
        face = say("reports", _FACES[Face(int(devices["face"][place]))])
        side = int(devices["side"][place])
        side_text = "" if side == ABSENT else say("reports", _SIDES[Side(side)])
        if task.kind.mount is Mount.ZERO_U:
            return ", ".join(part for part in (side_text, face) if part)
        low = int(devices["position"][place])
        span = span_name(low, low + max(task.kind.height_half_units, 1))
        return ", ".join(part for part in (span, side_text if task.kind.half_wide else "", face) if part)

    def _lifted_by(self, task: Task) -> str:
        say = self._wording.say
        if task.turn is Turn.MACHINE or (task.people is None and task.mass_kg is not None):
            return say("reports", QT_TRANSLATE_NOOP("reports", "mechanical lift"))
        if task.people is None:
            return say("reports", QT_TRANSLATE_NOOP("reports", "not known"))
        if task.people == 1:
            return say("reports", QT_TRANSLATE_NOOP("reports", "one person"))
        return say("reports", QT_TRANSLATE_NOOP("reports", "{count} {count|person|people}"), count=task.people)

    def _rails(self, kind: HardwareType) -> str:
        if kind.mount is not Mount.UNITS:
            return ""
        least, most = kind.number("rail_depth_min_mm"), kind.number("rail_depth_max_mm")
        if least is None and most is None:
            return "–"
        return self._wording.style.range_of(least, most, "mm")

    def _power(self, task: Task) -> str:
        """The cords of a device: its inlet and the outlet, or the feed, from which it gets power."""
        devices, nodes, cords = self._snapshot["device"], self._snapshot["power_node"], self._snapshot["power_cord"]
        inlets = {socket.port: socket.name for socket in sockets(task.kind).inlets}
        lines = []
        for cord in self._cords.get(task.place, np.empty(0, np.int64)).tolist():
            inlet = inlets.get(int(cords["port"][cord]), "")
            node = int(cords["from_node_id"][cord])
            if node != ABSENT:
                lines.append(f"{inlet} ← {nodes['name'][nodes.position(node)]}")
                continue
            giver = devices.position(int(cords["from_device_id"][cord]))
            outlet = sockets(self._snapshot.types[int(devices["type_id"][giver])]).outlet(int(cords["from_port"][cord]))
            lines.append(f"{inlet} ← {devices['name'][giver]}{f' / {outlet.name}' if outlet is not None else ''}")
        return "\n".join(lines)

    def limits(self) -> str:
        """The limits behind the flags, with their sources."""
        say, quantity, sheet = self._wording.say, self._wording.quantity, self._sheet
        spanish = self._wording.style.language == "es"

        def source(key: str) -> str:
            definition = sheet.definitions.values[key]
            if key in sheet.said:
                source_text = say("reports", QT_TRANSLATE_NOOP("reports", "site sheet of the project"))
            else:
                source_text = (definition.source_es or definition.source) if spanish else definition.source
            return f"{source_text}, {say('reports', CONFIDENCES[sheet.confidence(key)])}"

        return say(
            "reports",
            QT_TRANSLATE_NOOP(
                "reports",
                "One person lifts up to {one} ({one_source}). A team lifts up to {two}; above that, use a machine ({two_source}).",
            ),
            one=quantity(sheet.number("one_person_lift_kg"), "kg"),
            one_source=source("one_person_lift_kg"),
            two=quantity(sheet.number("two_person_lift_kg"), "kg"),
            two_source=source("two_person_lift_kg"),
        )
