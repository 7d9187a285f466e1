"""Process lines of the terminal monitor: sorted, filtered, or as a tree."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gpudesk.cli.monitor.live_view import ORDERS, View
from gpudesk.cli.monitor.process_lines import process_head, process_line
from gpudesk.cli.terminal.terminal import clean
from gpudesk.core.names.number_ranges import number_ranges
from gpudesk.monitor.host.process_branches import Branch, beside_gpus, branches, whole_process

if TYPE_CHECKING:
    from gpudesk.cli.monitor.live_state import LiveState
    from gpudesk.monitor.host.process_trees import TreeProcess
    from gpudesk.monitor.readings.reading import Process

_NOWHERE = 10**6
"""Position of a process that is on no GPU."""
_UP = {"gpu", "pid"}
"""Columns sorted in ascending order; all others are descending."""


@dataclass(frozen=True, slots=True)
class Row:
    """The line of one process.

    Attributes:
        key: identifies it across readings: in a tree its PID.
        called: its GPUs.
        place: position of the first of them.
        before: the branches in front of its command.
    """

    key: object
    called: str
    place: int
    process: "Process"
    before: str = ""


def rows_of(state: "LiveState", view: View, tree: "Mapping[int, TreeProcess]") -> list[Row]:
    """The processes in the requested view.

    Args:
        tree: the surrounding processes, if the tree is requested.
    """
    rows = [
        Row((facts.uuid, process.pid), str(facts.index), at, process)
        for at, facts in enumerate(facts for machine in state.machines for facts in machine.gpus)
        for process in (state.running[facts.uuid].processes if facts.uuid in state.running else ())
    ]
    if view.tree:
        return _tree(_together(rows), tree, view)
    matching = [row for row in rows if _wanted(row.process, view)]
    matching.sort(key=lambda row: (row.place, -(row.process.used_bytes or 0)))
    return _sorted(matching, view)


def users_of(state: "LiveState") -> list[str]:
    """Whose processes there are, by name."""
    return sorted({process.user for running in state.running.values() for process in running.processes if process.user})


def title(view: View, shown: int, count: int) -> str:
    """Title of the process list: visible part and order."""
    order = next(called for key, called in ORDERS.values() if key == view.order)
    turned = ", reversed" if view.turned else ""
    parts = [f"Processes {shown}" if shown == count or view.tree else f"Processes {shown} of {count}", f"by {order}{turned}"]
    if view.tree:
        parts.append("tree")
    if view.user:
        parts.append(f"user {clean(view.user)}")
    if view.words:
        parts.append(f"matching “{clean(view.words)}”")
    return ", ".join(parts)


def head(rows: list[Row], *, narrow: bool) -> str:
    """The column headings."""
    return process_head(_gpu_columns(rows), narrow=narrow)


def lines_of(rows: list[Row], all_rows: list[Row], *, narrow: bool) -> list[str]:
    """The lines of some rows, in the columns that all of them need."""
    now_s, wide = time.time(), _gpu_columns(all_rows)
    return [process_line(row.called, row.process, now_s, gpu=wide, before=row.before, narrow=narrow) for row in rows]


def _gpu_columns(rows: list[Row]) -> int:
    return min(max([3, *(len(row.called) for row in rows)]), 8)


def _wanted(each: "Process", view: View) -> bool:
    if view.user and each.user != view.user:
        return False
    text = f"{each.pid} {each.user} {each.container} {each.command}".casefold()
    return all(word in text for word in view.words.casefold().split())


def _number(value: float | None) -> float:
    return -1.0 if value is None else value


_BY: Mapping[str, Callable[[Row], float]] = {
    "gpu": lambda row: row.place,
    "used": lambda row: _number(row.process.used_bytes),
    "busy": lambda row: _number(row.process.busy_percent),
    "cpu": lambda row: _number(row.process.cpu_percent),
    "host": lambda row: _number(row.process.host_bytes),
    "time": lambda row: -float("inf") if row.process.started_s is None else -row.process.started_s,
    "pid": lambda row: row.process.pid,
}


def _sorted(rows: list[Row], view: View) -> list[Row]:
    return sorted(rows, key=_BY[view.order], reverse=(view.order not in _UP) != view.turned)


def _together(rows: list[Row]) -> dict[int, Row]:
    """One line per process, combining its use of all GPUs."""
    by: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by[row.process.pid].append(row)
    rows_by_pid: dict[int, Row] = {}
    for pid, several in by.items():
        # One row represents the same GPU once, whatever it does there.
        called = list(dict.fromkeys(row.called for row in several))
        rows_by_pid[pid] = Row(pid, _called(called), several[0].place, whole_process([row.process for row in several]))
    return rows_by_pid


def _called(called: list[str]) -> str:
    """ "0-3" for four numbers in a row, "0,2" for others."""
    return number_ranges(map(int, called)) if all(number.isdigit() for number in called) else ",".join(called)


def _tree(on_gpus: dict[int, Row], tree: "Mapping[int, TreeProcess]", view: View) -> list[Row]:
    rows = {**on_gpus, **{pid: Row(pid, "", _NOWHERE, beside_gpus(process)) for pid, process in tree.items() if pid not in on_gpus}}
    parents = {pid: tree[pid].parent if pid in tree else None for pid in rows}
    wanted_pids = {pid for pid, row in rows.items() if _wanted(row.process, view)}

    def in_order(pids: list[int]) -> list[int]:
        return [row.process.pid for row in _sorted([rows[pid] for pid in pids], view)]

    return [replace(rows[branch.pid], before=_before(branch)) for branch in branches(parents, wanted_pids, in_order, view.folded)]


def _before(branch: Branch) -> str:
    """The branches before its command, and how many are folded below it."""
    *above, last = branch.last or (None,)
    drawn = "".join("   " if is_last else "│  " for is_last in above) + ("" if last is None else "└─ " if last else "├─ ")
    return drawn + (f"[+{branch.below}] " if branch.folded else "")
