"""The lines of the monitor in a terminal that tell of processes: in order, filtered, or as a tree."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gpudesk.cli.live_view import ORDERS, View
from gpudesk.cli.process_lines import process_head, process_line
from gpudesk.cli.terminal import clean

if TYPE_CHECKING:
    from gpudesk.cli.live_state import LiveState
    from gpudesk.monitor.process_trees import TreeProcess
    from gpudesk.monitor.reading import Process

_UP = {"gpu", "pid"}
"""What is sorted from the least on; all else begins with the most."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a process.

    Attributes:
        key: what it is known by from look to look: of a tree its PID.
        called: its GPUs.
        place: where the first of them stands.
        before: the branches before its command.
    """

    key: object
    called: str
    place: int
    process: "Process"
    before: str = ""


def rows_of(state: "LiveState", view: View, tree: "Mapping[int, TreeProcess]") -> list[Row]:
    """The processes as they are asked for.

    Args:
        tree: the processes around them, where the tree is asked for.
    """
    rows = [
        Row((facts.uuid, each.pid), str(facts.index), at, each)
        for at, facts in enumerate(facts for machine in state.machines for facts in machine.gpus)
        for each in (state.running[facts.uuid].processes if facts.uuid in state.running else ())
    ]
    if view.tree:
        return _tree(_together(rows), tree, view)
    kept = [row for row in rows if _wanted(row.process, view)]
    kept.sort(key=lambda row: (row.place, -(row.process.used_bytes or 0)))
    return _sorted(kept, view)


def users_of(state: "LiveState") -> list[str]:
    """Whose processes there are, by name."""
    return sorted({each.user for running in state.running.values() for each in running.processes if each.user})


def title(view: View, shown: int, count: int) -> str:
    """What is seen of the processes, and in which order."""
    order = next(called for key, called in ORDERS.values() if key == view.order)
    turned = ", turned round" if view.turned else ""
    told = [f"Processes {shown}" if shown == count or view.tree else f"Processes {shown} of {count}", f"by {order}{turned}"]
    if view.tree:
        told.append("tree")
    if view.user:
        told.append(f"user {clean(view.user)}")
    if view.words:
        told.append(f"with “{clean(view.words)}”")
    return ", ".join(told)


def head(rows: list[Row], *, narrow: bool) -> str:
    """What stands over the columns."""
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
    """One line for each process: the memory on all its GPUs together (unknown where one is), and the most that it keeps one busy."""
    by: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by[row.process.pid].append(row)
    found: dict[int, Row] = {}
    for pid, several in by.items():
        used = [row.process.used_bytes for row in several]
        known = [each for each in used if each is not None]
        busy = [row.process.busy_percent for row in several if row.process.busy_percent is not None]
        process = replace(
            several[0].process,
            used_bytes=sum(known) if len(known) == len(used) else None,
            busy_percent=max(busy) if busy else None,
        )
        # One row stands for the same GPU once, whatever it does there.
        called = list(dict.fromkeys(row.called for row in several))
        found[pid] = Row(pid, _ranges(called), several[0].place, process)
    return found


def _ranges(called: list[str]) -> str:
    """ "0-3" for four numbers in a row, "0,2" for others."""
    if not all(each.isdigit() for each in called):
        return ",".join(called)
    numbers = [int(each) for each in called]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(called)


def _tree(on_gpus: dict[int, Row], tree: "Mapping[int, TreeProcess]", view: View) -> list[Row]:
    rows = dict(on_gpus)
    for pid, each in tree.items():
        if pid not in rows:
            rows[pid] = Row(pid, "", 10**6, _of_host(pid, each))
    children: dict[int | None, list[int]] = defaultdict(list)
    for pid in rows:
        parent = tree[pid].parent if pid in tree else None
        children[parent if parent in rows else None].append(pid)
    wanted = {pid for pid, row in rows.items() if _wanted(row.process, view)}
    seen: dict[int, bool] = {}

    def leads(pid: int) -> bool:
        """Whether it or anything below it is wanted."""
        if pid not in seen:
            seen[pid] = False
            seen[pid] = pid in wanted or any(leads(child) for child in children[pid])
        return seen[pid]

    best: dict[int, Row] = {}

    def of_branch(pid: int) -> Row:
        """The row that decides where a branch stands: what comes first in it."""
        if pid not in best:
            best[pid] = rows[pid]
            best[pid] = _sorted([rows[pid], *(of_branch(child) for child in children[pid])], view)[0]
        return best[pid]

    found: list[Row] = []

    def add(pid: int, before: str, below: str) -> None:
        inner = [child for child in _in_order(children[pid]) if leads(child)]
        folded = pid in view.folded and bool(inner)
        mark = f"[+{_count(pid)}] " if folded else ""
        found.append(replace(rows[pid], before=before + mark))
        if not folded:
            for at, child in enumerate(inner):
                last = at == len(inner) - 1
                add(child, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  "))

    def _in_order(pids: list[int]) -> list[int]:
        branches = {of_branch(pid).key: pid for pid in pids}
        return [branches[row.key] for row in _sorted([of_branch(pid) for pid in pids], view)]

    def _count(pid: int) -> int:
        return sum(1 + _count(child) for child in children[pid] if leads(child))

    for root in _in_order(children[None]):
        if leads(root):
            add(root, "", "")
    return found


def _of_host(pid: int, each: "TreeProcess") -> "Process":
    from gpudesk.monitor.reading import Process

    return Process(
        uuid="",
        pid=pid,
        graphics=False,
        used_bytes=None,
        busy_percent=None,
        command=each.command,
        user=each.user,
        container="",
        cpu_percent=each.host.cpu_percent,
        host_bytes=each.host.host_bytes,
        started_s=each.host.started_s,
    )
