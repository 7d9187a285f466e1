"""Made-up readings of GPUs under a load: exact series for the verdict."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.monitor.verdict.verdict_figures import Track, Window
from gpudesk.monitor.verdict.verdict_series import Series

GIB = 2.0**30
ROOM_GIB = 80.0
HOUR = Window(0.0, 3600.0)
RATES = {"memory_per_s": 3.35e12, "pcie_per_s": 64e9, "nvlink_per_s": 450e9}

STEADY: Mapping[str, float] = {
    "memory_total_bytes": ROOM_GIB * GIB,
    "memory_reserved_bytes": 0.0,
    "memory_used_bytes": 60 * GIB,
    "sm_active_percent": 90.0,
    "busy_percent": 98.0,
    "tensor_active_percent": 30.0,
    "dram_active_percent": 45.0,
    "pcie_received_bytes_per_s": 0.2e9,
    "pcie_sent_bytes_per_s": 0.1e9,
    "power_w": 600.0,
    "sm_clock_mhz": 1900.0,
}
"""A GPU that suits its job."""


def times(window: Window, apart_s: float = 1.0) -> NDArray[np.float64]:
    return np.arange(window.from_s, window.until_s + apart_s / 2, apart_s)


def track(
    index: int = 0,
    *,
    window: Window = HOUR,
    apart_s: float = 1.0,
    held: Mapping[str, float] | None = None,
    facts: GpuFacts | None = None,
    without: Sequence[str] = (),
    **values: Any,
) -> Track:
    """A GPU that does the same all the time.

    Args:
        held: share of the time in which clocks are held down, by reason; counters say it.
        without: metrics that are missing.
        values: what is otherwise than STEADY.
    """
    at = times(window, apart_s)
    series = {key: Series(at, np.full(len(at), value)) for key, value in {**STEADY, **values}.items() if key not in without}
    for reason, share in {"power_cap": 0.0, "software_thermal": 0.0, **(held or {})}.items():
        series[f"held_{reason}_s"] = Series(at, 1000.0 + share * (at - at[0]))
    return Track(
        facts or GpuFacts(f"GPU-{index}", index, "NVIDIA H100 80GB HBM3"),
        series,
        RATES["memory_per_s"],
        RATES["pcie_per_s"],
        RATES["nvlink_per_s"],
    )


def with_series(found: Track, **series: Series) -> Track:
    """The same GPU with some metrics in place of others."""
    return Track(found.facts, {**found.series, **series}, found.memory_per_s, found.pcie_per_s, found.nvlink_per_s)
