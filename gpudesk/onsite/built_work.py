"""The work that brings the installation into agreement with the plan: one task per plug, device by device along the racks."""

from collections import defaultdict
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.onsite.built_links import SORTS, BuiltLinks, End, Sort
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "as_built"
_STRIDE = 10_000
MOST_TOLD = 20_000
"""Above this number of differing links, the listing is probably of another fabric, and correcting plug by plug is pointless."""


class Deed(StrEnum):
    """Operation on a plug."""

    MOVE = "move"
    EXCHANGE = "exchange"
    TAKE_OUT = "take_out"
    PLUG_IN = "plug_in"
    LAY = "lay"
    CLEAN = "clean"
    RENAME = "rename"
    LOOK = "look"
    NAME = "name"
    UNPLUG = "unplug"


@dataclass(frozen=True, slots=True)
class Task:
    """Work at one device.

    Attributes:
        row: of the link, in `BuiltLinks`.
        end: the port of the task.
        what: the work to do there.
        other: the other port that it refers to, if any.
    """

    deed: Deed
    row: int
    end: End
    what: Message
    other: End | None = None


@dataclass(frozen=True, slots=True)
class _Plug:
    """A plug that leaves the port in which it was seen for the one in which it is planned."""

    row: int
    now: End
    planned: End


class BuiltWork:
    """All tasks of a comparison.

    Attributes:
        of_row: the tasks of each link that is not as planned.
    """

    def __init__(self, links: BuiltLinks, progress: Progress | None = None) -> None:
        self._links = links
        self._progress = progress or Progress()
        self.of_row: dict[int, list[Task]] = defaultdict(list)
        rows = np.flatnonzero(links.differ).tolist()
        sorts = {row: SORTS[links.sort[row]] for row in rows}
        wrong = [row for row in rows if sorts[row] in {Sort.WRONG_PORT, Sort.WRONG_DEVICE, Sort.SWAPPED}]
        self._occupied = {end for row in rows for line in links.lines_of(row) for end in (int(links.x[line]), int(links.y[line]))}
        owner, surplus = self._owners(wrong)
        self._plan_moves(owner)
        for row in wrong:
            if row not in owner:
                self._add_laying(row)
        for row, line in surplus:
            self._add_unplugging(row, line)
        for row in rows:
            if sorts[row] is Sort.MISSING:
                self._add_laying(row)
            elif sorts[row] is Sort.DEGRADED:
                self._add_cleaning(row)
            elif sorts[row] is Sort.UNEXPECTED:
                self._add_unplugging(row, int(links.lines[row, 0]))
            elif sorts[row] is Sort.EXCHANGED:
                self._add_renaming(row)
            elif sorts[row] is Sort.ADAPTER:
                self._add_looking(row)
            elif sorts[row] is Sort.UNNAMED:
                self._add_naming(row)

    def by_device(self) -> list[tuple[int, list[Task]]]:
        """The tasks of each device by its place in its table, in walking order, and at each device in the order of its ports.

        Devices not in the plan come last, with places below zero. Two links that are one task appear once.
        """
        tasks_of_device: dict[int, list[Task]] = defaultdict(list)
        known: set[tuple[Deed, End, End | None]] = set()
        for tasks in self.of_row.values():
            for task in tasks:
                if (task.deed, task.end, task.other) not in known:
                    known.add((task.deed, task.end, task.other))
                    tasks_of_device[self._links.device(task.end)].append(task)
        ranks = walking_ranks(self._links.snapshot)
        order = sorted(tasks_of_device, key=lambda device: (device < 0, int(ranks[device]) if device >= 0 else -device))
        return [(device, sorted(tasks_of_device[device], key=lambda task: task.end)) for device in order]

    # which cable becomes which link

    def _owners(self, wrong: list[int]) -> tuple[dict[int, int], list[tuple[int, int]]]:
        """Which line becomes which planned link, so that as few plugs as possible at nodes move; and lines that become none."""
        links = self._links
        still = {self._still(row): row for row in wrong}
        loose = {end: row for row in wrong for end in (int(links.a[row]), int(links.b[row]))}
        lines = [(row, line) for row in wrong for line in links.lines_of(row)]
        of_line: dict[int, int] = {}
        owner: dict[int, int] = {}
        for at in (still, loose):
            for number, (_, line) in enumerate(lines):
                if number % _STRIDE == 0:
                    self._progress.step(number, len(lines))
                if line in of_line:
                    continue
                for end in (int(links.x[line]), int(links.y[line])):
                    planned_row = at.get(end)
                    if planned_row is not None and planned_row not in owner:
                        owner[planned_row], of_line[line] = line, planned_row
                        break
        # A link between other ports of the same two devices has its line at neither end.
        for row, line in lines:
            if line not in of_line and row not in owner:
                owner[row], of_line[line] = line, row
        left = {line: row for row, line in reversed(lines) if line not in of_line}
        return owner, [(row, line) for line, row in left.items()]

    def _still(self, row: int) -> End:
        """The end whose plug stays in place, if possible: the end at a node, else the first one."""
        a, b = int(self._links.a[row]), int(self._links.b[row])
        return b if self._links.is_switch(a) and not self._links.is_switch(b) else a

    def _plan_moves(self, owner: dict[int, int]) -> None:
        """Which plugs leave their ports: two that exchange places are one task."""
        plugs = [plug for row, line in owner.items() for plug in self._plugs(row, line)]
        to = {(plug.now, plug.planned): plug for plug in plugs}
        leaving = {plug.now for plug in plugs}
        done: set[tuple[End, End]] = set()
        for plug in plugs:
            if (plug.now, plug.planned) in done:
                continue
            back = to.get((plug.planned, plug.now))
            if back is not None:
                done.add((back.now, back.planned))
                self._add_exchange(plug, back.row)
            elif self._links.host(plug.now) == self._links.host(plug.planned):
                self._add_move(plug, leaving)
            else:
                self._add_transfer(plug, leaving)

    def _plugs(self, row: int, line: int) -> list[_Plug]:
        links = self._links
        planned = int(links.a[row]), int(links.b[row])
        return [_Plug(row, now, end) for now, end in zip(links.seen_ends(row, line), planned, strict=True) if now != end]

    # the tasks

    def _add_exchange(self, plug: _Plug, other_row: int) -> None:
        end, other = sorted((plug.now, plug.planned))
        here, there = self._links.spot(end), self._links.spot(other)
        if here.device == there.device:
            text = QT_TRANSLATE_NOOP("as_built", "Swap the plugs in {port} and {other}.")
            task = self._task(Deed.EXCHANGE, plug.row, end, text, other, port=here.port, other=there.port)
        else:
            text = QT_TRANSLATE_NOOP("as_built", "Swap the plugs in {port} and in {device} {other}.")
            task = self._task(Deed.EXCHANGE, plug.row, end, text, other, port=here.port, device=there.device, other=there.port)
        if other_row != plug.row:
            self.of_row[other_row].append(replace(task, row=other_row))

    def _add_move(self, plug: _Plug, leaving: set[End]) -> None:
        here, there = self._links.spot(plug.now).port, self._links.spot(plug.planned).port
        if plug.planned in leaving:
            text = QT_TRANSLATE_NOOP("as_built", "Move the plug from {port} to {other}; first move the plug there to its own port.")
        elif plug.planned in self._occupied:
            text = QT_TRANSLATE_NOOP("as_built", "Move the plug from {port} to {other}; remove what is plugged in there.")
        else:
            text = QT_TRANSLATE_NOOP("as_built", "Move the plug from {port} to {other}.")
        self._task(Deed.MOVE, plug.row, plug.now, text, plug.planned, port=here, other=there)

    def _add_transfer(self, plug: _Plug, leaving: set[End]) -> None:
        here, there = self._links.spot(plug.now), self._links.spot(plug.planned)
        text = QT_TRANSLATE_NOOP("as_built", "Unplug the cable from {port} and plug it into {device} {other}.")
        self._task(Deed.TAKE_OUT, plug.row, plug.now, text, plug.planned, port=here.port, device=there.device, other=there.port)
        if plug.planned in self._occupied and plug.planned not in leaving:
            text = QT_TRANSLATE_NOOP("as_built", "Unplug {port}, and plug in the cable from {device} {other}.")
        else:
            text = QT_TRANSLATE_NOOP("as_built", "Plug the cable from {device} {other} into {port}.")
        self._task(Deed.PLUG_IN, plug.row, plug.planned, text, plug.now, port=there.port, device=here.device, other=here.port)

    def _add_laying(self, row: int) -> None:
        end, other = self._at_switch(int(self._links.a[row]), int(self._links.b[row]))
        here, there = self._links.spot(end), self._links.spot(other)
        text = QT_TRANSLATE_NOOP("as_built", "No link between {port} and {device} {other}: check both plugs, or install the cable.")
        self._task(Deed.LAY, row, end, text, other, port=here.port, device=there.device, other=there.port)

    def _add_cleaning(self, row: int) -> None:
        links = self._links
        end, other = self._at_switch(int(links.a[row]), int(links.b[row]))
        here, there = links.spot(end), links.spot(other)
        text = QT_TRANSLATE_NOOP(
            "as_built",
            "{port} runs at {seen} instead of {rate}: clean and reseat the plugs here and at {device} {other}; if that fails, "
            "replace them.",
        )
        values = {"seen": links.seen_rate(int(links.lines[row, 0])), "rate": links.rate(row)}
        self._task(Deed.CLEAN, row, end, text, other, port=here.port, device=there.device, other=there.port, **values)

    def _add_renaming(self, row: int) -> None:
        first, *others = self._links.ring(row)
        ends = (int(self._links.a[row]), int(self._links.b[row]))
        hosts = self._links.rings[row][0]
        end, other = ends if self._links.host(ends[0]) in hosts else ends[::-1]
        text = QT_TRANSLATE_NOOP("as_built", "{device} and {others} have each other's names: swap the names, or all of their cables.")
        self._task(Deed.RENAME, row, end, text, other, device=first, others=", ".join(others))

    def _add_looking(self, row: int) -> None:
        end, other = self._at_switch(int(self._links.a[row]), int(self._links.b[row]))
        here, there, seen = self._links.spot(end), self._links.spot(other), self._links.seen_spot(other)
        text = QT_TRANSLATE_NOOP(
            "as_built", "{port} is connected to {device}, adapter {seen}: check whether that is {other}, and add that to the names file."
        )
        self._task(Deed.LOOK, row, end, text, other, port=here.port, device=there.device, seen=seen.port, other=there.port)

    def _add_naming(self, row: int) -> None:
        end, other = self._at_switch(int(self._links.a[row]), int(self._links.b[row]))
        here, there = self._links.spot(end), self._links.spot(other)
        if self._links.lines_of(row):
            text = QT_TRANSLATE_NOOP(
                "as_built",
                "{port} is connected to an unidentified device: check whether it is {device} {other}, and add that to the names file.",
            )
        else:
            text = QT_TRANSLATE_NOOP("as_built", "Neither {port} nor {device} {other} is identified in the listing: identify the devices.")
        self._task(Deed.NAME, row, end, text, other, port=here.port, device=there.device, other=there.port)

    def _add_unplugging(self, row: int, line: int) -> None:
        links = self._links
        end, other = self._at_switch(int(links.x[line]), int(links.y[line]))
        here, there = links.spot(end), links.spot(other)
        text = QT_TRANSLATE_NOOP(
            "as_built", "{port} is connected to {device} {other}, which is not planned: unplug it, or add it to the plan."
        )
        self._task(Deed.UNPLUG, row, end, text, other, port=here.port, device=there.device, other=there.port)

    def _at_switch(self, a: End, b: End) -> tuple[End, End]:
        """Both ends, the one first at which a link is looked after: a switch of the plan, of two the second, which is the upper one."""
        links = self._links
        rank = [(links.device(end) >= 0) * 2 + links.is_switch(end) for end in (a, b)]
        return (b, a) if rank[1] >= rank[0] else (a, b)

    def _task(self, deed: Deed, row: int, end: End, text: str, other: End, /, **values: Value) -> Task:
        task = Task(deed, row, end, Message(_CONTEXT, text, values), other)
        self.of_row[row].append(task)
        return task


def walking_ranks(snapshot: Snapshot) -> Ids:
    """The walking order of the devices: halls, rows and racks in floor order, each from the top down; shape (devices,)."""
    devices, racks = snapshot["device"], snapshot["rack"]
    where = snapshot.cached(whereabouts)
    rank = np.full(racks.rows + 1, racks.rows)
    groups = racks_by_row(snapshot, np.arange(racks.rows))
    if groups:
        rank[np.concatenate(groups)] = np.arange(racks.rows)
    at = racks.positions(where.rack)
    of_rack = rank[np.where(at == ABSENT, racks.rows, at)]
    order = np.lexsort([natural_ranks(devices["name"].tolist()), -devices["position"][where.root], of_rack])
    ranks = np.empty(devices.rows, np.int64)
    ranks[order] = np.arange(devices.rows)
    return ranks


def work_of(links: BuiltLinks, progress: Progress | None = None) -> BuiltWork | None:
    """The tasks of a comparison, None where more links differ than anybody fixes."""
    return BuiltWork(links, progress) if int(links.differ.sum()) <= MOST_TOLD else None
