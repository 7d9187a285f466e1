"""The processes on a GPU, by NVML, and what the system says of them."""

import os
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pynvml

from gpudesk.monitor.host_processes import HostProcess, HostProcesses
from gpudesk.monitor.nvml_library import lack_of
from gpudesk.monitor.reading import Lack, Process

_MICRO = 1e6
_LONGEST = 4096
_UNSAID = HostProcess()
_CONTAINER = re.compile(r"(?:docker[-/]|libpod-|crio-|cri-containerd-|/kubepods[^\n]*/(?:[\w-]*-)?)([0-9a-f]{12})[0-9a-f]{0,52}")


def processes_of(
    handle: Any, uuid: str, proc: Path = Path("/proc"), host: HostProcesses | None = None
) -> tuple[list[Process], Lack | None]:
    """The processes that hold memory of a GPU, those with most first; or why they are not told.

    Args:
        proc: where the system tells of processes.
        host: what looked at them before; without it their processor time, host memory and start are not told.
    """
    try:
        computing = pynvml.nvmlDeviceGetComputeRunningProcesses_v3(handle)
        drawing = pynvml.nvmlDeviceGetGraphicsRunningProcesses_v3(handle)
    except pynvml.NVMLError as error:
        return [], lack_of(error)
    busy = _busy(handle)
    hosted = {} if host is None else host.look({each.pid for each in (*drawing, *computing)})
    seen: dict[int, Process] = {}
    for graphics, listed in ((True, drawing), (False, computing)):
        for each in listed:
            told = hosted.get(each.pid, _UNSAID)
            seen[each.pid] = Process(
                uuid=uuid,
                pid=each.pid,
                graphics=graphics,
                used_bytes=each.usedGpuMemory,
                busy_percent=busy.get(each.pid),
                command=_command(proc, each.pid),
                user=_user(proc, each.pid),
                container=_container(proc, each.pid),
                cpu_percent=told.cpu_percent,
                host_bytes=told.host_bytes,
                started_s=told.started_s,
            )
    return sorted(seen.values(), key=lambda one: (-(one.used_bytes or 0), one.pid)), None


def _busy(handle: Any) -> dict[int, float]:
    """Share of the last second in which a process used the SMs; {} where the driver does not say, as while nothing runs."""
    since_us = int((time.time() - 1) * _MICRO)
    try:
        told = pynvml.nvmlDeviceGetProcessUtilization(handle, since_us)
    except pynvml.NVMLError:
        return {}
    return _last(told)


def _last(told: Iterable[Any]) -> dict[int, float]:
    found: dict[int, tuple[int, float]] = {}
    for sample in told:
        if sample.timeStamp >= found.get(sample.pid, (0, 0.0))[0]:
            found[sample.pid] = (sample.timeStamp, float(sample.smUtil))
    return {pid: value for pid, (_, value) in found.items()}


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST)
    except OSError:
        return b""


def _command(proc: Path, pid: int) -> str:
    """The command line, or the short name of a process of somebody else."""
    line = _read(proc / str(pid) / "cmdline").rstrip(b"\0").replace(b"\0", b" ") or _read(proc / str(pid) / "comm").strip()
    return line.decode("utf-8", "replace")


def _user(proc: Path, pid: int) -> str:
    try:
        number = (proc / str(pid)).stat().st_uid
    except OSError:
        return ""
    if os.name != "posix":
        return ""
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _container(proc: Path, pid: int) -> str:
    """The first twelve figures of the container's number, "" outside of one."""
    found = _CONTAINER.search(_read(proc / str(pid) / "cgroup").decode("ascii", "replace"))
    return found.group(1) if found else ""
