"""The worklist of a hall: stand-alone equipment on its floor, such as rack-scale systems, and its contents."""

from collections.abc import Iterator, Sequence

import numpy as np

from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.floor_contents import floor_devices
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table, Weight
from gpudesk.reports.layout.paper_sheet import Sheet
from gpudesk.reports.layout.report import Choices
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.racks.cabinet_drawing import LEAST_HEIGHT_MM
from gpudesk.reports.racks.worklist_tasks import FOOT_MM, Task, Turn, Worklists

_ROW_MM = 600.0
"""Maximum north-south distance of equipment that is moved in as one row, from west to east."""
_TALL = QT_TRANSLATE_NOOP("reports", "Floor-standing machines")
_LOW = QT_TRANSLATE_NOOP("reports", "Other floor equipment")
_INSIDE = QT_TRANSLATE_NOOP("reports", "Into floor-standing machines")
_COLUMNS: tuple[tuple[str, float, Align], ...] = (
    ("", 6.0, Align.CENTRE),
    (QT_TRANSLATE_NOOP("reports", "Step"), 9.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "Where"), 36.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Device"), 0.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Type"), 0.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Weight"), 18.0, Align.RIGHT),
    (QT_TRANSLATE_NOOP("reports", "Moved by"), 22.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Width × depth × height"), 31.0, Align.LEFT),
    (QT_TRANSLATE_NOOP("reports", "Power: inlet ← outlet"), 0.0, Align.LEFT),
)


_SHARES = {len(_COLUMNS) - 1: 2.0}


class FloorWorklists:
    """The worklists of the halls of a snapshot; empty where racks alone are chosen, and of systems where these are.

    Args:
        lists: those of its racks.
    """

    def __init__(self, snapshot: Snapshot, choices: Choices, wording: Wording, lists: Worklists) -> None:
        self._snapshot = snapshot
        self._wording = wording
        self._lists = lists
        halls, devices = snapshot["hall"].ids.tolist(), snapshot["device"]
        self.halls = [hall for hall in halls if not choices.halls or hall in choices.halls]
        self._alone = None if not choices.racks and not choices.systems else devices.positions(np.array(choices.systems, np.int64))
        if self._alone is not None:
            self._alone = self._alone[self._alone != ABSENT]
            self.halls = [hall for hall in self.halls if hall in devices["hall_id"][self._alone]]

    def tasks(self, hall: int) -> list[tuple[str, Task]]:
        """Equipment moved into a hall in the order of the work, each with the heading of its part; retired devices are left out."""
        devices, types = self._snapshot["device"], self._snapshot.types
        machines = floor_devices(devices, types)
        if self._alone is not None:
            machines = np.intersect1d(machines, self._alone)
        machines = machines[(devices["hall_id"][machines] == hall) & (devices["status"][machines] != Status.RETIRED)]
        tall = types.numbers("height_mm", devices["type_id"][machines]) >= LEAST_HEIGHT_MM
        lines = np.round(devices["y_mm"][machines] / _ROW_MM)
        order = np.lexsort([devices["x_mm"][machines], lines, ~tall])
        made = [(_TALL if tall[at] else _LOW, self._lists.task(int(machines[at]))) for at in order.tolist()]
        inside = np.flatnonzero((devices["parent_id"] != ABSENT) & np.isin(self._snapshot.cached(whereabouts).root, machines))
        return made + [(_INSIDE, self._lists.task(int(place))) for place in inside.tolist() if devices["status"][place] != Status.RETIRED]

    def pages(self, hall: int, sheet: Sheet) -> Iterator[Page]:
        """The sheets of one hall; none if it has no stand-alone equipment."""
        say, snapshot, tasks = self._wording.say, self._snapshot, self.tasks(hall)
        if not tasks:
            return
        name = str(snapshot["hall"]["name"][snapshot["hall"].position(hall)])
        title = say("reports", QT_TRANSLATE_NOOP("reports", "On the floor of {hall}"), hall=name)
        flow = Flow(sheet, title)
        flow.heading(title, 13.0)
        flow.figures(self._figures([task for _, task in tasks]), 5)
        flow.table(self._table(tasks), tail_mm=FOOT_MM)
        self._lists.foot(flow)
        yield from flow.pages

    def lines(self) -> Iterator[list[Cell]]:
        """The same as lines of the list of the racks: place, "", number, where, device, type, mass, and so on."""
        for hall in self.halls:
            name = str(self._snapshot["hall"]["name"][self._snapshot["hall"].position(hall)])
            for number, (_, task) in enumerate(self.tasks(hall), start=1):
                where, device, model, _, moved, size, power = self._cells(task)
                yield [name, "", number, where, device, model, task.mass_kg, moved, size, power]

    def _figures(self, tasks: Sequence[Task]) -> list[tuple[str, str]]:
        say, quantity = self._wording.say, self._wording.quantity
        masses = [task.mass_kg for task in tasks if task.mass_kg is not None]
        mass, missing = quantity(sum(masses), "kg", decimals=0), len(tasks) - len(masses)
        if missing:
            mass = say("reports", QT_TRANSLATE_NOOP("reports", "{value} + {count} not known"), value=mass, count=missing)
        return [
            (say("reports", QT_TRANSLATE_NOOP("reports", "Devices")), str(len(tasks))),
            (say("reports", QT_TRANSLATE_NOOP("reports", "Weight")), mass),
            (say("reports", QT_TRANSLATE_NOOP("reports", "Heaviest")), quantity(max(masses, default=None), "kg", decimals=0)),
            (say("reports", QT_TRANSLATE_NOOP("reports", "By truck or lift")), str(sum(_by_machine(task) for task in tasks))),
            (say("reports", QT_TRANSLATE_NOOP("reports", "By two or more")), str(sum((task.people or 0) > 1 for task in tasks))),
        ]

    def _table(self, tasks: Sequence[tuple[str, Task]]) -> Table:
        say = self._wording.say
        wrapped = (2, 4, 6, 7, 8)
        columns = [
            Column(say("reports", head) if head else "", width, align, _SHARES.get(place, 1.0), wrap=place in wrapped, most_lines=12)
            for place, (head, width, align) in enumerate(_COLUMNS)
        ]
        rows: list[Row] = []
        part = ""
        for number, (title, task) in enumerate(tasks, start=1):
            if title != part:
                part = title
                rows.append(Row(("", "", say("reports", title)), Weight.GROUP))
            tick: Special | str = "✓" if task.done else Special.TICK_BOX
            rows.append(Row((tick, str(number), *self._cells(task))))
        return Table(columns, rows)

    def _cells(self, task: Task) -> tuple[str, ...]:
        where, device, model, mass, lifted, _, power = self._lists.cells(task)
        if task.turn is not Turn.NESTED:
            where = self._place(task)
            if _by_machine(task):
                lifted = self._wording.say("reports", QT_TRANSLATE_NOOP("reports", "pallet truck or lift"))
        sides = " × ".join(self._wording.amount(task.kind.number(name), "mm") for name in ("width_mm", "depth_mm", "height_mm"))
        return where, device, model, mass, lifted, f"{sides} {self._wording.unit('mm')}", power

    def _place(self, task: Task) -> str:
        devices, quantity = self._snapshot["device"], self._wording.quantity
        text = QT_TRANSLATE_NOOP("reports", "{west} from the west wall, {north} from the north wall")
        west, north = (quantity(float(devices[name][task.place]), "mm") for name in ("x_mm", "y_mm"))
        return self._wording.say("reports", text, west=west, north=north)


def _by_machine(task: Task) -> bool:
    return task.turn is Turn.MACHINE or (task.turn is not Turn.NESTED and task.people is None and task.mass_kg is not None)
