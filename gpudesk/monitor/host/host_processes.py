"""System data of processes: processor use, memory, and start time."""

import functools
import os
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from gpudesk.formats.text.pasted_text import masked

_LONGEST = 4096
_CONTAINER = re.compile(r"(?:docker[-/]|libpod-|crio-|cri-containerd-|/kubepods[^\n]*/(?:[\w-]*-)?)([0-9a-f]{12})[0-9a-f]{0,52}")
_PARENT = 1
_USER_TICKS, _SYSTEM_TICKS, _BEGUN_TICKS, _PAGES = 11, 12, 19, 21
"""Places in /proc/PID/stat behind the name of the process (proc_pid_stat(5))."""


@dataclass(frozen=True, slots=True)
class HostProcess:
    """System data of one process; None if not reported.

    Attributes:
        cpu_percent: of one core since the previous reading; several cores give more than 100.
        host_bytes: the machine memory that it uses, including shared pages.
        started_s: start time, seconds since 1970.
        parent_pid: parent process; 0 for the first process of a machine or container.
    """

    cpu_percent: float | None = None
    host_bytes: int | None = None
    started_s: float | None = None
    parent_pid: int | None = None


class HostProcesses:
    """Repeated process readings: processor use is available from the second reading on.

    Args:
        proc: path of the system's process data.
        now_s: seconds of a monotonic clock.
    """

    def __init__(self, proc: Path = Path("/proc"), now_s: Callable[[], float] = time.monotonic) -> None:
        self._proc = proc
        self._now_s = now_s
        self._before: dict[tuple[int, int], tuple[float, int]] = {}
        self._boot_s: float | None = None

    def look(self, pids: Iterable[int]) -> dict[int, HostProcess]:
        """Return data of some processes; ended ones are omitted. Processes not requested are forgotten."""
        if os.name != "posix":
            return {}
        ticks_per_s, page_bytes = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
        processes: dict[int, HostProcess] = {}
        seen: dict[tuple[int, int], tuple[float, int]] = {}
        for pid in pids:
            fields = self._fields(pid)
            if fields is None:
                continue
            now_s, ticks, begun = self._now_s(), fields[_USER_TICKS] + fields[_SYSTEM_TICKS], fields[_BEGUN_TICKS]
            # A number is given to another process later: the moment of its start belongs to what it is known by.
            earlier_s, earlier = self._before.get((pid, begun), (now_s, ticks))
            seen[pid, begun] = (now_s, ticks)
            busy = 100 * (ticks - earlier) / ticks_per_s / (now_s - earlier_s) if now_s > earlier_s else None
            boot_s = self._booted_s()
            started_s = None if boot_s is None else boot_s + begun / ticks_per_s
            processes[pid] = HostProcess(busy, fields[_PAGES] * page_bytes, started_s, fields[_PARENT])
        self._before = seen
        return processes

    def parents(self) -> dict[int, int]:
        """Who began whom: of every process of the machine that can be seen its parent."""
        parent_of: dict[int, int] = {}
        try:
            names = [folder.name for folder in os.scandir(self._proc) if folder.name.isdigit()]
        except OSError:
            return parent_of
        for name in names:
            fields = self._fields(int(name))
            if fields is not None:
                parent_of[int(name)] = fields[_PARENT]
        return parent_of

    def _fields(self, pid: int) -> list[int] | None:
        # The name is in parentheses and may hold any byte.
        fields = _read(f"{self._proc}/{pid}/stat").rpartition(b")")[2].split()
        try:
            return [0, *(int(field) for field in fields[1 : _PAGES + 1])] if len(fields) > _PAGES else None
        except ValueError:
            return None

    def _booted_s(self) -> float | None:
        """When the machine was started, seconds since 1970."""
        if self._boot_s is None:
            try:
                lines = (self._proc / "stat").read_text("ascii", "replace").splitlines()
            except OSError:
                return None
            boot_line = next((line.split() for line in lines if line.startswith("btime ")), [])
            self._boot_s = float(boot_line[1]) if len(boot_line) == 2 and boot_line[1].isdigit() else None
        return self._boot_s


def _read(path: str) -> bytes:
    """A file of the system, which it gives at one call; without the layers of `open`, which take longer than to read it."""
    try:
        opened = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(opened, _LONGEST)
    except OSError:
        return b""
    finally:
        os.close(opened)


def command_of(proc: Path, pid: int) -> str:
    """The command line with its keys masked, or the short name of a process of somebody else."""
    line = _read(f"{proc}/{pid}/cmdline").rstrip(b"\0").replace(b"\0", b" ") or _read(f"{proc}/{pid}/comm").strip()
    return masked(line.decode("utf-8", "replace"))


def user_of(proc: Path, pid: int) -> str:
    """Whose it is: the name, or its number where that has none."""
    try:
        number = (proc / str(pid)).stat().st_uid
    except OSError:
        return ""
    return "" if os.name != "posix" else _name_of(number)


@functools.cache
def _name_of(number: int) -> str:
    """Return the name of a user, cached because the system reads a file for every lookup."""
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def container_of(proc: Path, pid: int) -> str:
    """The first twelve figures of the container's number, "" outside of one."""
    match = _CONTAINER.search(_read(f"{proc}/{pid}/cgroup").decode("ascii", "replace"))
    return match.group(1) if match else ""
