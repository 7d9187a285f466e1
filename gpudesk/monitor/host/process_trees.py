"""The processes of the machine around those on its GPUs: who began them, and whom they began."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gpudesk.monitor.host.host_processes import HostProcess, HostProcesses, command_of, user_of

_MOST = 2_000
"""Maximum number shown: longer lists are not readable."""
_DEEPEST = 60
"""Generations above and below a process on a GPU."""
_FIRST = 1
"""The first process of the machine is the ancestor of all others and gives no information about them."""


@dataclass(frozen=True, slots=True)
class TreeProcess:
    """One process of the machine.

    Attributes:
        parent: its parent among those shown; None for a root.
        host: its system data.
    """

    pid: int
    parent: int | None
    command: str
    user: str
    host: HostProcess


class ProcessTrees:
    """Repeated readings of some processes and their relatives.

    Args:
        proc: path of the system's process data.
    """

    def __init__(self, proc: Path = Path("/proc")) -> None:
        self._proc = proc
        self._host = HostProcesses(proc)

    def look(self, pids: Iterable[int]) -> dict[int, TreeProcess]:
        """These processes, all that began them but the first of the machine, and all that they began; those that are gone are left out."""
        parents = self._host.parents()
        children: dict[int, list[int]] = defaultdict(list)
        for pid, parent in parents.items():
            children[parent].append(pid)
        given_pids = {pid for pid in pids if pid in parents}
        tree_pids = set(given_pids)
        for pid in given_pids:
            above = parents[pid]
            for _ in range(_DEEPEST):
                if above <= _FIRST or above not in parents or above in tree_pids:
                    break
                tree_pids.add(above)
                above = parents[above]
        below = [pid for pid in given_pids if pid > _FIRST]
        for _ in range(_DEEPEST):
            below = [child for pid in below for child in children[pid] if child not in tree_pids]
            if not below or len(tree_pids) + len(below) > _MOST:
                break
            tree_pids.update(below)
        host_processes = self._host.look(tree_pids)
        return {
            pid: TreeProcess(pid, above if above in host_processes else None, command_of(self._proc, pid), user_of(self._proc, pid), host)
            for pid, host in host_processes.items()
            for above in (host.parent_pid,)
        }
