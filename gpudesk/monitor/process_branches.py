"""Processes below those that began them: in which order they stand, which are folded away, and what a process does on all its GPUs."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from gpudesk.monitor.process_trees import TreeProcess
from gpudesk.monitor.reading import Process

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
    shown: dict[int, int] = {}
    best: dict[int, int] = {}

    def count(pid: int) -> int:
        """How many of it and what is below it are shown."""
        if pid not in shown:
            below = sum(count(child) for child in children[pid])
            shown[pid] = below + 1 if below or pid in wanted else 0
        return shown[pid]

    def first(pid: int) -> int:
        """What comes first of it and what is below it."""
        if pid not in best:
            best[pid] = order([pid, *(first(child) for child in children[pid])])[0]
        return best[pid]

    def in_order(pids: Sequence[int]) -> list[int]:
        by_first = {first(pid): pid for pid in pids}
        return [by_first[pid] for pid in order(list(by_first))]

    found: list[Branch] = []

    def add(pid: int, last: tuple[bool, ...], parent: int | None) -> None:
        inner = [child for child in in_order(children[pid]) if count(child)]
        hidden = bool(inner) and pid in folded
        found.append(Branch(pid, last, count(pid) - 1, hidden, parent))
        if not hidden:
            for child in inner:
                add(child, (*last, child == inner[-1]), pid)

    for root in in_order(children[None]):
        if count(root):
            add(root, (), None)
    return found


def whole_process(parts: Sequence[Process]) -> Process:
    """One process on all its GPUs: their memory together (unknown where one is), and the most that it keeps one of them busy."""
    used = [each.used_bytes for each in parts if each.used_bytes is not None]
    busy = [each.busy_percent for each in parts if each.busy_percent is not None]
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
