"""Keeps the data for a verdict from a live source: one value per second and metric, for several hours."""

from array import array
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from gpudesk.monitor.readings.reading import Frame, GpuFacts
from gpudesk.monitor.readings.source import Running
from gpudesk.monitor.verdict.verdict_figures import Track
from gpudesk.monitor.verdict.verdict_groups import programs_on
from gpudesk.monitor.verdict.verdict_series import Series

_APART_S = 1.0
KEPT_S = 4 * 3600.0
_TRIMMED = 300
_MANY = 16
_FEW = (_APART_S, KEPT_S)
_OF_MANY = (5.0, 3600.0)
"""Seconds between two values and how long they are kept, of the GPUs behind the first `_MANY`."""
MEAN = frozenset(
    {
        "busy_percent",
        "encoder_percent",
        "decoder_percent",
        "sm_active_percent",
        "sm_occupancy_percent",
        "tensor_active_percent",
        "dram_active_percent",
        "power_w",
        "sm_clock_mhz",
        "pcie_sent_bytes_per_s",
        "pcie_received_bytes_per_s",
        "nvlink_sent_bytes_per_s",
        "nvlink_received_bytes_per_s",
        "held_power_cap_share",
        "held_software_thermal_share",
        "held_hardware_thermal_share",
        "held_power_brake_share",
        "host_cpu_percent",
        "host_io_wait_percent",
    }
)
HIGHEST = frozenset({"memory_used_bytes"})
_LAST = frozenset(
    {
        "memory_total_bytes",
        "memory_reserved_bytes",
        "memory_free_bytes",
        "power_limit_w",
        "energy_j",
        "clock_reasons",
        "held_power_cap_s",
        "held_software_thermal_s",
        "held_hardware_thermal_s",
        "held_power_brake_s",
        "pcie_generation",
        "pcie_width",
    }
)
KEYS = MEAN | HIGHEST | _LAST
"""The metrics that a verdict looks at."""


def programs_of(running: Running | None) -> tuple[str, ...]:
    """The commands of the processes of a GPU."""
    return () if running is None else tuple(process.command for process in running.processes if process.command)


def core_of(running: Running | None) -> float | None:
    """Processor use of the busiest process of a GPU, in cores; None if unknown."""
    cpu_percents = [process.cpu_percent for process in running.processes if process.cpu_percent is not None] if running is not None else []
    return max(cpu_percents) / 100.0 if cpu_percents else None


class _Seconds:
    """One metric of one GPU: the mean, the highest or the last of each `apart_s` seconds, for `kept_s`."""

    def __init__(self, key: str, apart_s: float = _APART_S, kept_s: float = KEPT_S) -> None:
        self._apart_s, self._kept_s = apart_s, kept_s
        self._mean, self._highest = key in MEAN, key in HIGHEST
        self._times = array("d")
        self._values = array("d")
        self._second = -1
        self._count = 0

    def add(self, at_s: float, value: float) -> None:
        second = int(at_s // self._apart_s)
        if second < self._second:
            # The clock was set back: what comes in that time would stand before what is there.
            return
        if second > self._second:
            self._second, self._count = second, 1
            self._times.append(second * self._apart_s)
            self._values.append(value)
            self._trim(at_s)
            return
        self._count += 1
        before = self._values[-1]
        if self._mean:
            self._values[-1] = before + (value - before) / self._count
        else:
            self._values[-1] = max(before, value) if self._highest else value

    def _trim(self, at_s: float) -> None:
        if len(self._times) > _TRIMMED and self._times[_TRIMMED] < at_s - self._kept_s:
            del self._times[:_TRIMMED], self._values[:_TRIMMED]

    def series(self) -> Series:
        return Series(np.array(self._times), np.array(self._values))


class LiveTracks:
    """Collects frames as they arrive and returns tracks. A missing value leaves a gap.

    For many GPUs, less is kept: 400 of them, every second for hours, would require gigabytes.
    """

    def __init__(self) -> None:
        self._series: dict[str, dict[str, _Seconds]] = {}

    def add(self, frames: Iterable[Frame], time_of: Callable[[Frame], float] | None = None) -> None:
        """Take frames, those of each GPU in their order.

        Args:
            time_of: when a frame was read, by a line of time on which a clock that is set tears nothing; without it the clock of its host.
        """
        for frame in frames:
            at_s = frame.wall_s if time_of is None else time_of(frame)
            series = self._series.setdefault(frame.uuid, {})
            for key, value in frame.values.items():
                if key in KEYS:
                    seconds = series.get(key)
                    if seconds is None:
                        seconds = series[key] = _Seconds(key, *(_FEW if len(self._series) <= _MANY else _OF_MANY))
                    seconds.add(at_s, value)

    def clear(self) -> None:
        """Forget all."""
        self._series.clear()

    def tracks(self, gpus: Mapping[str, GpuFacts], running: Mapping[str, Running] | None = None) -> list[Track]:
        """A track of each of some GPUs of which anything came, copied so that another thread may work on it; with what runs on them."""
        seen = running or {}
        return [
            Track(
                facts,
                {key: seconds.series() for key, seconds in self._series[uuid].items()},
                programs=programs_of(seen.get(uuid)),
                core=core_of(seen.get(uuid)),
                on=programs_on(seen.get(uuid)),
            )
            for uuid, facts in gpus.items()
            if self._series.get(uuid)
        ]
