"""Processes below those that began them: in which order they stand, which are folded away, and what a process does on all its GPUs."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from gpudesk.monitor.host.process_trees import TreeProcess
from gpudesk.monitor.readings.reading import Process

Order = Callable[[list[int]], list[int]]
"""Puts processes in order."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Where one process stands in the tree.

    Attributes:
        last: of each process on the way from the root down to this one, the root left out, whether it is the last below its own.
        below: how many processes are shown below it while nothing is folded.
        folded: those are folded away.
        parent: the process that it stands below.
    """

    pid: int
    last: tuple[bool, ...]
    below: int
    folded: bool
    parent: int | None

    @property
    def depth(self) -> int:
        """How many processes it stands below."""
        return len(self.last)


def branches(parents: Mapping[int, int | None], wanted: Collection[int], order: Order, folded: Collection[int]) -> list[Branch]:
    """The lines of a tree, from top to bottom. A branch stands where what comes first in it would stand.

    Args:
        parents: of each process who began it; one that is not among them, or None, makes it a root.
        wanted: those that are looked for; what they stand below is shown with them, all else is not.
        folded: those below which nothing is shown.
    """
    children: dict[int | None, list[int]] = defaultdict(list)
    for pid, parent in parents.items():
        children[parent if parent in parents else None].append(pid)
    # Step by step and not by calls: processes may begin one another deeper than calls may go.
    down = list(children[None])
    for pid in down:
        down += children[pid]
    shown: dict[int, int] = {}
    """How many of a process and what is below it are shown."""
    best: dict[int, int] = {}
    """What comes first of a process and what is below it."""
    for pid in reversed(down):
        below = sum(shown[child] for child in children[pid])
        shown[pid] = below + 1 if below or pid in wanted else 0
        best[pid] = order([pid, *(best[child] for child in children[pid])])[0]

    def in_order(pids: Sequence[int]) -> list[int]:
        by_first = {best[pid]: pid for pid in pids}
        return [pid for each in order(list(by_first)) if shown[pid := by_first[each]]]

    found: list[Branch] = []
    waiting: list[tuple[int, tuple[bool, ...], int | None]] = [(root, (), None) for root in reversed(in_order(children[None]))]
    while waiting:
        pid, last, parent = waiting.pop()
        inner = in_order(children[pid])
        hidden = bool(inner) and pid in folded
        found.append(Branch(pid, last, shown[pid] - 1, hidden, parent))
        if not hidden:
            waiting += [(child, (*last, child == inner[-1]), pid) for child in reversed(inner)]
    return found


def whole_process(parts: Sequence[Process]) -> Process:
    """One process on all its GPUs: their memory together (unknown where one is), and the most that it keeps one of them busy."""
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
