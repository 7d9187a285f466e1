"""The figures behind a verdict, each with its reference value."""

import time

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.monitor.verdict.verdict_figures import GpuFigures, Held
from gpudesk.monitor.verdict.verdict_limits import Limits, pools
from gpudesk.monitor.verdict.verdict_terms import Cause, Evidence, JobFigures, Kind, Profiled

_CONTEXT = "verdict"
_GIB = 2.0**30
_KWH_J = 3.6e6

_HELD_TITLES = {
    Held.POWER_CAP: QT_TRANSLATE_NOOP("verdict", "Power limit, GPU {gpu}"),
    Held.SOFTWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "Thermal slowdown, GPU {gpu}"),
    Held.HARDWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "Hardware thermal slowdown, GPU {gpu}"),
    Held.POWER_BRAKE: QT_TRANSLATE_NOOP("verdict", "Power brake, GPU {gpu}"),
}


def share_of(value: float | None) -> Value:
    """A share as percent, one figure behind the point below ten."""
    percent = 100.0 * (value or 0.0)
    return Quantity(round(percent, 1 if percent < 10 else 0), "%")


def say(text: str, **values: Value) -> Message:
    """A text of the verdict with its values."""
    return Message(_CONTEXT, text, values)


def worst_of(gpu: GpuFigures) -> Held:
    """What holds it most, and last of all the limit that the board was built for."""
    return max(gpu.held, key=lambda reason: (not gpu.as_built(reason), gpu.held[reason]))


def mean_of(gpu: GpuFigures) -> float:
    """Mean activity of a GPU, as a share; 0 if unknown."""
    return gpu.activity.mean if gpu.activity is not None else 0.0


def moment(at_s: float) -> str:
    """A moment of the readings in the zone of this machine, with its day: a recording may hold many."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at_s))


_MEMORY = QT_TRANSLATE_NOOP("verdict", "Memory, peak")
_FELL = QT_TRANSLATE_NOOP("verdict", "Memory full, then suddenly freed")
_FALLS = QT_TRANSLATE_NOOP("verdict", "{count} ×, last {at}")
_MEMORY_POOL = QT_TRANSLATE_NOOP("verdict", "Memory, allocated up front by {pool}")
_OF = QT_TRANSLATE_NOOP("verdict", "{used} of {room} GiB")
_ACTIVE = QT_TRANSLATE_NOOP("verdict", "SM active, mean")
_BUSY = QT_TRANSLATE_NOOP("verdict", "GPU busy, mean (coarse)")
_AT_LEAST = QT_TRANSLATE_NOOP("verdict", "{value} ≥ {limit}")
_AT_MOST = QT_TRANSLATE_NOOP("verdict", "{value} ≤ {limit}")
_OF_LIMIT = QT_TRANSLATE_NOOP("verdict", "{power} of {limit}")
_ONLY = QT_TRANSLATE_NOOP("verdict", "{value}")
_RATES = {
    "dram": QT_TRANSLATE_NOOP("verdict", "DRAM active, mean"),
    "tensor": QT_TRANSLATE_NOOP("verdict", "Tensor active, mean"),
    "pcie": QT_TRANSLATE_NOOP("verdict", "PCIe, 95th percentile"),
    "nvlink": QT_TRANSLATE_NOOP("verdict", "NVLink, 95th percentile"),
    "idle": QT_TRANSLATE_NOOP("verdict", "Idle with memory allocated"),
    "unequal": QT_TRANSLATE_NOOP("verdict", "Activity, highest minus lowest"),
    "pauses": QT_TRANSLATE_NOOP("verdict", "Hardly active between bursts"),
    "host_cpu": QT_TRANSLATE_NOOP("verdict", "Host CPUs, mean"),
    "host_wait": QT_TRANSLATE_NOOP("verdict", "Host storage wait, mean"),
    "busy": QT_TRANSLATE_NOOP("verdict", "Any kernel running"),
    "power_share": QT_TRANSLATE_NOOP("verdict", "Power, share of limit"),
    "media": QT_TRANSLATE_NOOP("verdict", "Video encoder or decoder, mean"),
    "kernels": QT_TRANSLATE_NOOP("verdict", "Any kernel running, from the profile"),
    "quiet": QT_TRANSLATE_NOOP("verdict", "Idle periods of a minute or more"),
    "power": QT_TRANSLATE_NOOP("verdict", "Power, all GPUs, mean"),
    "energy": QT_TRANSLATE_NOOP("verdict", "Energy, all GPUs"),
    "copies": QT_TRANSLATE_NOOP("verdict", "Copies, from the profile"),
    "loader": QT_TRANSLATE_NOOP("verdict", "Waiting for data, from the profile"),
}
_AS_BUILT = QT_TRANSLATE_NOOP("verdict", "At the power limit of the GPU itself, max")
_NO_HOLD = QT_TRANSLATE_NOOP("verdict", "Clocks throttled")


def _limited(key: str, title: Message, value: float, limit: float, *, most: bool = True) -> Evidence:
    # The mark follows the figure itself, not what is left of it after rounding.
    ok = value <= limit if most else value >= limit
    return Evidence(key, title, say(_AT_MOST if most else _AT_LEAST, value=share_of(value), limit=share_of(limit)), ok)


def evidence_of(kind: Kind, cause: Cause, job: JobFigures, limits: Limits, profiled: Profiled | None) -> tuple[Evidence, ...]:
    """The figures behind the verdict, each with its reference value; the three most important come first."""
    fullest = max(job.gpus, key=lambda gpu: gpu.memory_share or 0.0)
    used = fullest.memory.peak if fullest.memory is not None else 0.0
    amounts = say(_OF, used=round(used / _GIB, 1), room=round((fullest.room_bytes or 0.0) / _GIB, 1))
    fits = limits["memory_low"] <= job.memory_share <= limits["memory_full"]
    memory = Evidence("memory", say(_MEMORY), amounts, fits)
    if job.pool:
        memory = Evidence("memory", say(_MEMORY_POOL, pool=pools()[job.pool].title), amounts)
    title = say(_BUSY if job.coarse else _ACTIVE)
    leading = [memory, _limited("activity", title, job.activity_mean, limits["sm_target"], most=False)]
    deciding = _deciding(kind, cause, job, limits, profiled)
    worst = max(job.gpus, key=lambda gpu: gpu.held_share)
    held = []
    if worst.held:
        named = say(_HELD_TITLES[worst_of(worst)], gpu=worst.facts.index) if worst.held_share > 0 else say(_NO_HOLD)
        held = [_limited("held", named, worst.held_share, limits["held_most"])]
        built = max(gpu.held.get(Held.POWER_CAP, 0.0) if gpu.as_built(Held.POWER_CAP) else 0.0 for gpu in job.gpus)
        if built > 0:
            held.append(Evidence("as_built", say(_AS_BUILT), say(_ONLY, value=share_of(built))))
    deciding_keys = {figure.key for figure in deciding}
    return (*leading, *deciding, *held, *(figure for figure in _others(job) if figure.key not in deciding_keys))


def _deciding(kind: Kind, cause: Cause, job: JobFigures, limits: Limits, profiled: Profiled | None) -> list[Evidence]:
    """The figure that decided the verdict, in addition to memory and activity."""
    if cause is Cause.OUT_OF_MEMORY:
        return _falls(job, ok=False)
    if cause is Cause.UNEQUAL:
        spread = mean_of(job.gpus[job.most]) - mean_of(job.gpus[job.least])
        return [_limited("unequal", say(_RATES["unequal"]), spread, limits["unequal"])]
    if cause is Cause.STALLED:
        return [
            _limited("busy", say(_RATES["busy"]), job.busy_mean or 0.0, limits["stalled_busy"]),
            _limited("power_share", say(_RATES["power_share"]), job.power_share or 0.0, limits["stalled_power"], most=False),
        ]
    if kind is Kind.IDLE:
        return [_limited("idle", say(_RATES["idle"]), job.idle_held, limits["idle_held"])]
    if cause is Cause.LOADER and profiled is not None and profiled.loader_wait is not None:
        return [_limited("loader", say(_RATES["loader"]), profiled.loader_wait, limits["loader_wait"])]
    if cause is Cause.COPIES and profiled is not None and profiled.copies is not None:
        return [_limited("copies", say(_RATES["copies"]), profiled.copies, limits["copies_bound"])]
    if cause is Cause.MEDIA and job.media is not None:
        return [_limited("media", say(_RATES["media"]), job.media, limits["media_busy"])]
    if cause is Cause.SMALL_KERNELS and profiled is not None and profiled.busy is not None:
        return [_limited("kernels", say(_RATES["kernels"]), profiled.busy, limits["sm_target"])]
    rates: dict[Kind, tuple[str, float | None, str]] = {
        Kind.MEMORY: ("dram", job.dram_mean, "dram_bound"),
        Kind.COMPUTE: ("tensor", job.tensor_mean, "tensor_bound"),
        Kind.PCIE: ("pcie", job.pcie_share, "link_full"),
        Kind.NVLINK: ("nvlink", job.nvlink_share, "link_full"),
    }
    key, value, limit = rates.get(kind, ("", None, ""))
    return [] if value is None else [_limited(key, say(_RATES[key]), value, limits[limit])]


def _falls(job: JobFigures, *, ok: bool | None = None) -> list[Evidence]:
    """Events where memory was full and dropped suddenly, for the GPU with the most of them; nothing if there were none."""
    if job.fallen is None:
        return []
    falls = job.gpus[job.fallen].memory_falls
    last = time.strftime("%H:%M", time.localtime(falls[-1].at_s))
    return [Evidence("memory_falls", say(_FELL), say(_FALLS, count=len(falls), at=last), ok)]


def _others(job: JobFigures) -> list[Evidence]:
    """Other observations without a limit."""
    rates = {
        "quiet": job.quiet or None,
        "pauses": job.pauses or None,
        "dram": job.dram_mean,
        "tensor": job.tensor_mean,
        "pcie": job.pcie_share,
        "nvlink": job.nvlink_share,
        "host_cpu": job.host_cpu,
        "host_wait": job.host_wait or None,
    }
    figures = [Evidence(key, say(_RATES[key]), say(_ONLY, value=share_of(value))) for key, value in rates.items() if value is not None]
    figures += _falls(job)
    powers = [gpu.power_w.mean for gpu in job.gpus if gpu.power_w is not None]
    limits_w = [gpu.power_limit_w for gpu in job.gpus if gpu.power_limit_w is not None]
    if powers and len(powers) == len(limits_w) == len(job.gpus):
        drawn = say(_OF_LIMIT, power=Quantity(round(sum(powers)), "W"), limit=Quantity(round(sum(limits_w)), "W"))
        figures.append(Evidence("power", say(_RATES["power"]), drawn))
    energies = [gpu.energy_j for gpu in job.gpus if gpu.energy_j is not None]
    if len(energies) == len(job.gpus):
        figures.append(Evidence("energy", say(_RATES["energy"]), say(_ONLY, value=Quantity(round(sum(energies) / _KWH_J, 2), "kWh"))))
    return figures
