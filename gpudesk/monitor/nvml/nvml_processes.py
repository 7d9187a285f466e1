"""The processes on a GPU from NVML, with system data."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pynvml

from gpudesk.monitor.host.host_processes import HostProcess, HostProcesses, command_of, container_of, user_of
from gpudesk.monitor.nvml.nvml_library import lack_of
from gpudesk.monitor.readings.reading import Lack, Process

_MICRO = 1e6
_UNSAID = HostProcess()


def processes_of(
    handle: Any, uuid: str, proc: Path = Path("/proc"), host: HostProcesses | None = None
) -> tuple[list[Process], Lack | None]:
    """Return the processes that use memory of a GPU, largest first; or why they are unknown.

    Args:
        proc: path of the system's process data.
        host: previous process readings; without it their processor time, host memory and start are unknown.
    """
    try:
        computing = pynvml.nvmlDeviceGetComputeRunningProcesses_v3(handle)
        drawing = pynvml.nvmlDeviceGetGraphicsRunningProcesses_v3(handle)
    except pynvml.NVMLError as error:
        return [], lack_of(error)
    busy = _busy(handle)
    hosted = {} if host is None else host.look({process.pid for process in (*drawing, *computing)})
    seen: dict[int, Process] = {}
    for graphics, listed in ((True, drawing), (False, computing)):
        for process in listed:
            host_process = hosted.get(process.pid, _UNSAID)
            seen[process.pid] = Process(
                uuid=uuid,
                pid=process.pid,
                graphics=graphics,
                used_bytes=process.usedGpuMemory,
                busy_percent=busy.get(process.pid),
                command=command_of(proc, process.pid),
                user=user_of(proc, process.pid),
                container=container_of(proc, process.pid),
                cpu_percent=host_process.cpu_percent,
                host_bytes=host_process.host_bytes,
                started_s=host_process.started_s,
            )
    return sorted(seen.values(), key=lambda one: (-(one.used_bytes or 0), one.pid)), None


def _busy(handle: Any) -> dict[int, float]:
    """Return the share of the last second in which a process used the SMs; {} if not reported, as while nothing runs."""
    since_us = int((time.time() - 1) * _MICRO)
    try:
        samples = pynvml.nvmlDeviceGetProcessUtilization(handle, since_us)
    except pynvml.NVMLError:
        return {}
    return _last(samples)


def _last(told: Iterable[Any]) -> dict[int, float]:
    latest: dict[int, tuple[int, float]] = {}
    for sample in told:
        if sample.timeStamp >= latest.get(sample.pid, (0, 0.0))[0]:
            latest[sample.pid] = (sample.timeStamp, float(sample.smUtil))
    return {pid: value for pid, (_, value) in latest.items()}
