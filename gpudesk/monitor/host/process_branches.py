"""Processes below their parents: their order, collapsed branches, and the activity of a process on all its GPUs."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from gpudesk.monitor.host.process_trees import TreeProcess
from gpudesk.monitor.readings.reading import Process

Order = Callable[[list[int]], list[int]]
"""Puts processes in order."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Position of one process in the tree.

    Attributes:
        last: for each process on the path from below the root to this one, whether it is the last child of its parent.
        below: number of processes shown below it if nothing is collapsed.
        folded: whether these are collapsed.
        parent: its parent process in the tree.
    """

    pid: int
    last: tuple[bool, ...]
    below: int
    folded: bool
    parent: int | None

    @property
    def depth(self) -> int:
        """Return the number of its ancestors."""
        return len(self.last)


def branches(parents: Mapping[int, int | None], wanted: Collection[int], order: Order, folded: Collection[int]) -> list[Branch]:
    """Return the lines of a tree, from top to bottom. A branch is placed where its first entry would be.

    Args:
        parents: parent of each process; if it is not listed, or None, the process is a root.
        wanted: search matches; their ancestors are shown with them, all others are hidden.
        folded: collapsed processes.
    """
    children: dict[int | None, list[int]] = defaultdict(list)
    for pid, parent in parents.items():
        children[parent if parent in parents else None].append(pid)
    # Step by step and not by calls: processes may begin one another deeper than calls may go.
    down = list(children[None])
    for pid in down:
        down += children[pid]
    shown: dict[int, int] = {}
    """Process → number of shown processes in its branch."""
    best: dict[int, int] = {}
    """Process → first entry of its branch."""
    for pid in reversed(down):
        below = sum(shown[child] for child in children[pid])
        shown[pid] = below + 1 if below or pid in wanted else 0
        best[pid] = order([pid, *(best[child] for child in children[pid])])[0]

    def in_order(pids: Sequence[int]) -> list[int]:
        by_first = {best[pid]: pid for pid in pids}
        return [pid for first_pid in order(list(by_first)) if shown[pid := by_first[first_pid]]]

    lines: list[Branch] = []
    waiting: list[tuple[int, tuple[bool, ...], int | None]] = [(root, (), None) for root in reversed(in_order(children[None]))]
    while waiting:
        pid, last, parent = waiting.pop()
        inner = in_order(children[pid])
        hidden = bool(inner) and pid in folded
        lines.append(Branch(pid, last, shown[pid] - 1, hidden, parent))
        if not hidden:
            waiting += [(child, (*last, child == inner[-1]), pid) for child in reversed(inner)]
    return lines


def whole_process(parts: Sequence[Process]) -> Process:
    """Return one process on all its GPUs: total memory (unknown if any is), and its highest use of one GPU."""
    used = [part.used_bytes for part in parts if part.used_bytes is not None]
    busy = [part.busy_percent for part in parts if part.busy_percent is not None]
    return replace(parts[0], used_bytes=sum(used) if len(used) == len(parts) else None, busy_percent=max(busy) if busy else None)


def beside_gpus(each: TreeProcess) -> Process:
    """A process that is on no GPU itself."""
    return Process(
        uuid="",
        pid=each.pid,
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
