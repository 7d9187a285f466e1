"""The NVML calls that return values, as data: the metrics of each, its useful query interval, and its signature.

All are read-only. The blocking `nvmlDeviceGetPcieThroughput` (20 ms per call) is not used: differences of byte counters replace it.
"""

from collections.abc import Callable, Sequence
from ctypes import c_uint, c_ulonglong
from dataclasses import dataclass
from functools import partial
from typing import Any

import pynvml

from gpudesk.monitor.nvml.nvml_quick import Bind, bound
from gpudesk.monitor.readings.metrics import Tier

_MILLI = 1e-3
_NANO = 1e-9
_KIB = 1024.0
_ALL_LINKS = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Call:
    """One call.

    Attributes:
        name: name for cost measurement.
        keys: its metrics, in response order.
        bind: creates it for a GPU handle; for ten queries per second its function and response buffer are prepared.
    """

    name: str
    keys: tuple[str, ...]
    tier: Tier
    bind: Bind


@dataclass(frozen=True, slots=True)
class Field:
    """A value requested by number, many in one call.

    Attributes:
        scope: the part; 0 for the GPU itself, or all links.
        factor: conversion from its unit to the metric unit.
    """

    key: str
    number: int
    tier: Tier
    factor: float = 1.0
    scope: int = 0


_memory = bound("nvmlDeviceGetMemoryInfo_v2", pynvml.c_nvmlMemory_v2_t, "8xQQQQ", version=pynvml.nvmlMemory_v2)
"""In the order of the structure: all, reserved, free, used."""


def _clock(kind: int) -> Bind:
    return bound("nvmlDeviceGetClockInfo", c_uint, "I", c_uint(kind))


def _links(handle: Any) -> Sequence[float]:
    up = down = 0
    for link in range(pynvml.NVML_NVLINK_MAX_LINKS):
        try:
            active = pynvml.nvmlDeviceGetNvLinkState(handle, link)
        except pynvml.NVMLError as error:
            if link and error.value in (pynvml.NVML_ERROR_INVALID_ARGUMENT, pynvml.NVML_ERROR_NOT_SUPPORTED):
                break
            raise
        up, down = up + bool(active), down + (not active)
    return up, down


def _errors(handle: Any) -> Sequence[float]:
    volatile = pynvml.NVML_VOLATILE_ECC
    return tuple(
        pynvml.nvmlDeviceGetTotalEccErrors(handle, kind, volatile)
        for kind in (pynvml.NVML_MEMORY_ERROR_TYPE_CORRECTED, pynvml.NVML_MEMORY_ERROR_TYPE_UNCORRECTED)
    )


def _pages(handle: Any) -> Sequence[float]:
    causes = (pynvml.NVML_PAGE_RETIREMENT_CAUSE_MULTIPLE_SINGLE_BIT_ECC_ERRORS, pynvml.NVML_PAGE_RETIREMENT_CAUSE_DOUBLE_BIT_ECC_ERROR)
    return (sum(len(pynvml.nvmlDeviceGetRetiredPages_v2(handle, cause)) for cause in causes),)


def _as(read: Callable[[Any], Sequence[float]]) -> Bind:
    return lambda handle: partial(read, handle)


def _one(function: Callable[..., Any], *arguments: Any, factor: float = 1.0) -> Bind:
    return _as(lambda handle: (factor * function(handle, *arguments),))


def _first(function: Callable[..., Any]) -> Bind:
    return _as(lambda handle: (float(function(handle)[0]),))


CALLS = (
    Call("memory", ("memory_total_bytes", "memory_reserved_bytes", "memory_free_bytes", "memory_used_bytes"), Tier.FAST, _memory),
    Call("busy", ("busy_percent", "memory_busy_percent"), Tier.FAST, bound("nvmlDeviceGetUtilizationRates", c_uint * 2, "II")),
    Call("temperature", ("temperature_c",), Tier.FAST, bound("nvmlDeviceGetTemperature", c_uint, "I", c_uint(pynvml.NVML_TEMPERATURE_GPU))),
    Call("power", ("power_w",), Tier.FAST, bound("nvmlDeviceGetPowerUsage", c_uint, "I", factor=_MILLI)),
    Call("sm clock", ("sm_clock_mhz",), Tier.FAST, _clock(pynvml.NVML_CLOCK_SM)),
    Call("memory clock", ("memory_clock_mhz",), Tier.FAST, _clock(pynvml.NVML_CLOCK_MEM)),
    Call("clock reasons", ("clock_reasons",), Tier.FAST, bound("nvmlDeviceGetCurrentClocksEventReasons", c_ulonglong, "Q")),
    # Its name before driver 535.
    Call("clock reasons", ("clock_reasons",), Tier.FAST, bound("nvmlDeviceGetCurrentClocksThrottleReasons", c_ulonglong, "Q")),
    Call("fan", ("fan_percent",), Tier.SECOND, _one(pynvml.nvmlDeviceGetFanSpeed)),
    Call("encoder", ("encoder_percent",), Tier.SECOND, _first(pynvml.nvmlDeviceGetEncoderUtilization)),
    Call("decoder", ("decoder_percent",), Tier.SECOND, _first(pynvml.nvmlDeviceGetDecoderUtilization)),
    Call("PCIe generation", ("pcie_generation",), Tier.SECOND, _one(pynvml.nvmlDeviceGetCurrPcieLinkGeneration)),
    Call("PCIe lanes", ("pcie_width",), Tier.SECOND, _one(pynvml.nvmlDeviceGetCurrPcieLinkWidth)),
    Call("power limit", ("power_limit_w",), Tier.SLOW, _one(pynvml.nvmlDeviceGetEnforcedPowerLimit, factor=_MILLI)),
    Call("PCIe replays", ("pcie_replays",), Tier.SLOW, _one(pynvml.nvmlDeviceGetPcieReplayCounter)),
    Call("NVLink", ("nvlinks_up", "nvlinks_down"), Tier.SLOW, _as(_links)),
    Call("memory errors", ("ecc_corrected", "ecc_uncorrected"), Tier.SLOW, _as(_errors)),
    Call(
        "rows remapped",
        ("rows_remapped_corrected", "rows_remapped_uncorrected", "remap_pending", "remap_failed"),
        Tier.SLOW,
        _as(pynvml.nvmlDeviceGetRemappedRows),
    ),
    Call("pages retired", ("pages_retired",), Tier.SLOW, _as(_pages)),
)
"""Several calls may provide a metric: the first one supported by the driver is used."""

FIELDS = (
    Field("memory_temperature_c", 82, Tier.FAST),
    Field("energy_j", 83, Tier.FAST, _MILLI),
    Field("power_average_w", 185, Tier.FAST, _MILLI),
    Field("power_w", 186, Tier.FAST, _MILLI),
    Field("pcie_sent_bytes", 197, Tier.FAST),
    Field("pcie_received_bytes", 198, Tier.FAST),
    Field("nvlink_sent_bytes", 138, Tier.FAST, _KIB, _ALL_LINKS),
    Field("nvlink_received_bytes", 139, Tier.FAST, _KIB, _ALL_LINKS),
    Field("held_power_cap_s", 74, Tier.SECOND, _NANO),
    Field("held_software_thermal_s", 269, Tier.SECOND, _NANO),
    Field("held_hardware_thermal_s", 270, Tier.SECOND, _NANO),
    Field("held_power_brake_s", 271, Tier.SECOND, _NANO),
    Field("nvlink_crc_errors", 38, Tier.SLOW),
    Field("nvlink_replays", 52, Tier.SLOW),
    Field("nvlink_recoveries", 59, Tier.SLOW),
    Field("recovery_action", 230, Tier.SLOW),
)
"""Field numbers from nvml.h. If a call provides the same metric, the field takes precedence."""

ACTIVITIES = {
    2: "sm_active_percent",
    3: "sm_occupancy_percent",
    5: "tensor_active_percent",
    10: "dram_active_percent",
}
"""GPM metrics by number: the difference between two samples, in percent."""

NEVER_IN_PARTS = frozenset(
    {"busy_percent", "memory_busy_percent", "encoder_percent", "decoder_percent", "ecc_corrected", "ecc_uncorrected"}
    | {"rows_remapped_corrected", "rows_remapped_uncorrected", "remap_pending", "remap_failed"}
)
"""What NVML does not give of a GPU in MIG mode."""
