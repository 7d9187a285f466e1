"""Figures of each GPU from a window of readings: percentiles, shares of time, differences of counters."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from gpudesk.monitor.health.throttle_reasons import HeldShare, doubted_counters, held_in, held_keys
from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.monitor.verdict.verdict_falls import MemoryFall, memory_falls
from gpudesk.monitor.verdict.verdict_limits import Limits, pool_of
from gpudesk.monitor.verdict.verdict_series import Floats, Series, counted, outside, rests_of

_PERCENT = 0.01
_AS_BUILT = 0.99
"""Of the default limit; less was set by somebody."""
_NEAR_LIMIT = 0.9
_LANE_DOUBLES = 2.0
"""From one generation of PCI Express to the next."""


class Held(StrEnum):
    """Why clocks were held down."""

    POWER_CAP = "power_cap"
    SOFTWARE_THERMAL = "software_thermal"
    HARDWARE_THERMAL = "hardware_thermal"
    POWER_BRAKE = "power_brake"


@dataclass(frozen=True, slots=True, order=True)
class Program:
    """A program of a user, whatever the number of its processes; `user` is "" if unknown."""

    user: str
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """All readings of one GPU, by the key of the metric.

    Attributes:
        programs: the commands of the processes observed on it.
        on: the programs that hold memory on it; they determine which GPUs belong to one job.
        core: current processor use of the busiest process on it, in cores; None if unknown.
        host: its machine, "" if unknown.
        memory_per_s, pcie_per_s, nvlink_per_s: bytes per second by the catalog, links in one direction; None if unknown.
    """

    facts: GpuFacts
    series: Mapping[str, Series]
    memory_per_s: float | None = None
    pcie_per_s: float | None = None
    nvlink_per_s: float | None = None
    programs: tuple[str, ...] = ()
    host: str = ""
    core: float | None = None
    on: frozenset[Program] = frozenset()


@dataclass(frozen=True, slots=True)
class Window:
    """The time to evaluate, in the seconds of the readings.

    Attributes:
        left_out_s: time left out before it as warm-up, 0 until there is more than that; None if the user specified the window.
    """

    from_s: float
    until_s: float
    left_out_s: float | None = None

    @property
    def seconds(self) -> float:
        return max(0.0, self.until_s - self.from_s)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a value was distributed over the window."""

    mean: float
    p50: float
    p95: float
    p99: float
    peak: float


@dataclass(frozen=True, slots=True)
class GpuFigures:
    """One GPU over the window. Shares are between 0 and 1; values that were not read are None.

    Attributes:
        memory: bytes in use; `room_bytes` is the maximum for programs, without the part of the driver.
        activity: SM activity; if the GPU does not report it, the time that any kernel ran, and `coarse` is set.
        busy: the time that any kernel ran. Both, and tensor, DRAM and links, for the time at work: the time outside `quiet`.
        core: see `Track`.
        memory_rise: increase of mean memory use from the middle tenth of the window to the last tenth, as a share of `room_bytes`.
        memory_falls: events where memory was full and dropped suddenly, as when a process ran out of it.
        host_cpu, host_wait: mean load of all processors of the host, and their time waiting for storage, over the whole window.
        media: mean use of the video encoder or decoder over the whole window, whichever is busier.
        limit_told: whether a power limit was read that is not only the default of the GPU.
        quiet: share of the window in long stretches in which nothing runs.
        pauses: share of the readings at work with hardly any activity, if it is busy in nearly all others; 0 if work is even.
        active_all: mean activity of the whole window, None if unknown.
        pool: the program with a memory pool, "" if none is known.
        links: PCIe and NVLink, both directions, in bytes per second: "pcie_in", "pcie_out", "nvlink_in", "nvlink_out".
        pcie_per_s, nvlink_per_s: bandwidth of the links in one direction.
        held: share of the window with clocks throttled, by reason; `held_counted` if from counters, which include the time between
            two readings, else from samples.
        idle_held: share of the readings that are idle with memory in use.
        coverage: share of the expected readings that arrived.
    """

    facts: GpuFacts
    memory: Spread | None = None
    room_bytes: float | None = None
    activity: Spread | None = None
    busy: Spread | None = None
    coarse: bool = False
    memory_rise: float = 0.0
    memory_falls: tuple[MemoryFall, ...] = ()
    core: float | None = None
    media: float | None = None
    host_cpu: float | None = None
    host_wait: float | None = None
    quiet: float = 0.0
    pauses: float = 0.0
    active_all: float | None = None
    pool: str = ""
    occupancy: Spread | None = None
    tensor: Spread | None = None
    dram: Spread | None = None
    memory_per_s: float | None = None
    links: Mapping[str, Spread] = field(default_factory=dict)
    pcie_per_s: float | None = None
    nvlink_per_s: float | None = None
    power_w: Spread | None = None
    power_limit_w: float | None = None
    limit_told: bool = True
    energy_j: float | None = None
    sm_clock_mhz: Spread | None = None
    held: Mapping[Held, float] = field(default_factory=dict)
    held_counted: bool = True
    idle_held: float | None = None
    coverage: float = 0.0

    @property
    def memory_share(self) -> float | None:
        """The highest use of memory, as a share of what programs can have."""
        if self.memory is None or not self.room_bytes:
            return None
        return self.memory.peak / self.room_bytes

    @property
    def held_share(self) -> float:
        """Share of the window in which clocks were held down most, of the reasons the worst: several may hold at once."""
        return max((share for reason, share in self.held.items() if not self.as_built(reason)), default=0.0)

    def as_built(self, reason: Held) -> bool:
        """Whether clocks are throttled by the default power limit of the GPU: not a fault, and not configured by anyone."""
        default_w = self.facts.power_default_w
        if reason is not Held.POWER_CAP or default_w is None:
            return False
        if self.limit_told:
            return self.power_limit_w is not None and self.power_limit_w >= default_w * _AS_BUILT
        # The limit is not known: the draw shows that it cannot be far below.
        return self.power_w is not None and self.power_w.p95 >= default_w * _NEAR_LIMIT

    @property
    def power_share(self) -> float | None:
        """Mean power as a share of the limit; None if either is unknown."""
        return self.power_w.mean / self.power_limit_w if self.power_w is not None and self.power_limit_w else None

    def link_share(self, link: str) -> float | None:
        """Utilization of "pcie" or "nvlink" in its busier direction, 95th percentile; None if unknown."""
        room = self.pcie_per_s if link == "pcie" else self.nvlink_per_s
        sides = [self.links[key].p95 for key in (f"{link}_in", f"{link}_out") if key in self.links]
        return max(sides) / room if sides and room else None


def spread_of(values: Floats, factor: float = 1.0) -> Spread | None:
    """Distribution of values; None if there are none."""
    there = values[np.isfinite(values)] * factor
    if not len(there):
        return None
    p50, p95, p99 = np.percentile(there, (50, 95, 99))
    # The sum of many equal values may be off by a last bit, and a limit is on it.
    mean = min(max(float(there.mean()), float(there.min())), float(there.max()))
    return Spread(mean, float(p50), float(p95), float(p99), float(there.max()))


def coverage_of(series: Series, window: Window) -> float:
    """Readings in the window as a share of those expected at the usual interval."""
    there = series.times_s[np.isfinite(series.values)]
    if len(there) < 2 or window.seconds <= 0:
        return 0.0
    apart_s = float(np.median(np.diff(there)))
    return min(1.0, len(there) / (window.seconds / apart_s + 1.0)) if apart_s > 0 else 0.0


def _pauses(percent: Floats, limits: Limits) -> float:
    there = percent[np.isfinite(percent)] * _PERCENT
    if not len(there):
        return 0.0
    idle, busy = float(np.mean(there < limits["sm_starved"])), float(np.mean(there >= limits["sm_target"]))
    return idle if idle + busy >= limits["bursts"] and busy > 0 else 0.0


def figures_of(track: Track, window: Window, limits: Limits) -> GpuFigures:
    """The figures of one GPU in the window."""
    inside = {key: series.within(window.from_s, window.until_s) for key, series in track.series.items()}

    def spread(key: str, factor: float = 1.0) -> Spread | None:
        return spread_of(inside[key].values, factor) if key in inside else None

    leading = "sm_active_percent" if spread("sm_active_percent") is not None else "busy_percent"
    rests = rests_of(inside[leading], limits["idle_busy"] / _PERCENT, limits["quiet_stretch_s"]) if leading in inside else ()
    quiet = sum(until - since for since, until in rests) / window.seconds if window.seconds else 0.0
    if quiet >= limits["idle_held"]:
        rests = ()

    def at_work(key: str, factor: float = 1.0) -> Spread | None:
        return spread_of(outside(inside[key], rests).values, factor) if key in inside else None

    activity = at_work("sm_active_percent", _PERCENT)
    leads = [inside[key] for key in (leading, "memory_used_bytes") if key in inside]
    held, held_counted = _held(inside, window, track)
    room = _room(inside, track)
    limit = _last(inside, track, "power_limit_w")
    return GpuFigures(
        facts=track.facts,
        memory=spread("memory_used_bytes"),
        room_bytes=room,
        activity=activity or at_work("busy_percent", _PERCENT),
        busy=at_work("busy_percent", _PERCENT),
        coarse=activity is None,
        core=track.core,
        memory_rise=_rise(inside.get("memory_used_bytes"), window, room),
        memory_falls=_falls(inside.get("memory_used_bytes"), room, limits),
        media=max((media_spread.mean for key in _MEDIA if (media_spread := spread(key, _PERCENT)) is not None), default=None),
        host_cpu=None if (cpu := spread("host_cpu_percent", _PERCENT)) is None else cpu.mean,
        host_wait=None if (waits := spread("host_io_wait_percent", _PERCENT)) is None else waits.mean,
        quiet=quiet,
        pauses=_pauses(outside(inside[leading], rests).values, limits) if leading in inside else 0.0,
        active_all=None if (all_of := spread(leading, _PERCENT)) is None else all_of.mean,
        pool=next((name for program in track.programs if (name := pool_of(program))), ""),
        occupancy=at_work("sm_occupancy_percent", _PERCENT),
        tensor=at_work("tensor_active_percent", _PERCENT),
        dram=at_work("dram_active_percent", _PERCENT),
        memory_per_s=track.memory_per_s,
        links={name: link_spread for name, key in _LINKS.items() if (link_spread := at_work(key)) is not None},
        pcie_per_s=_pcie_room(inside, track),
        nvlink_per_s=track.nvlink_per_s,
        power_w=spread("power_w"),
        power_limit_w=limit if limit is not None else track.facts.power_default_w,
        limit_told=limit is not None,
        energy_j=counted(inside["energy_j"]) if "energy_j" in inside else None,
        sm_clock_mhz=at_work("sm_clock_mhz"),
        held=held,
        held_counted=held_counted,
        idle_held=_idle_held(inside, leading, limits),
        coverage=min((coverage_of(lead, window) for lead in leads), default=0.0),
    )


_MEDIA = ("encoder_percent", "decoder_percent")
_LINKS = {
    "pcie_in": "pcie_received_bytes_per_s",
    "pcie_out": "pcie_sent_bytes_per_s",
    "nvlink_in": "nvlink_received_bytes_per_s",
    "nvlink_out": "nvlink_sent_bytes_per_s",
}


def _last(inside: Mapping[str, Series], track: Track, key: str) -> float | None:
    """A value that is read rarely: the last in the window, else the last before it or the first after it."""
    for series in (inside.get(key), track.series.get(key)):
        if series is not None:
            there = series.values[np.isfinite(series.values)]
            if len(there):
                return float(there[-1])
    return None


def _room(inside: Mapping[str, Series], track: Track) -> float | None:
    total = _last(inside, track, "memory_total_bytes")
    if total is not None:
        return total - (_last(inside, track, "memory_reserved_bytes") or 0.0)
    used, free = _last(inside, track, "memory_used_bytes"), _last(inside, track, "memory_free_bytes")
    return None if used is None or free is None else used + free


def _pcie_room(inside: Mapping[str, Series], track: Track) -> float | None:
    """Bandwidth of the slot in one direction: the rate of the GPU, less missing lanes and generations. An idle link slows down."""
    if track.pcie_per_s is None:
        return None
    room, facts = track.pcie_per_s, track.facts
    width, generation = inside.get("pcie_width"), inside.get("pcie_generation")
    if width is not None and facts.pcie_width and (lanes := spread_of(width.values)) is not None:
        room *= min(1.0, lanes.peak / facts.pcie_width)
    if generation is not None and facts.pcie_generation and (at := spread_of(generation.values)) is not None:
        room *= min(1.0, _LANE_DOUBLES ** (at.peak - facts.pcie_generation))
    return room


def _held(inside: Mapping[str, Series], window: Window, track: Track) -> tuple[dict[Held, float], bool]:
    """Share of the time for each reason, and whether it is from counters; counters reset before the window are ignored."""
    past = {key: track.series[key].within(-np.inf, window.until_s) for key in held_keys() if key in track.series}
    doubted = doubted_counters({key: (past_series.times_s, past_series.values, past_series.values) for key, past_series in past.items()})
    curves = {key: (inside[key].times_s, inside[key].values, inside[key].values) for key in held_keys() if key in inside}
    all_held = held_in(curves, window.from_s, window.until_s, doubted)
    held_by_reason = {reason: all_held[reason] for reason in Held if reason in all_held}
    return {reason: held_share.share for reason, held_share in held_by_reason.items()}, _is_counted(held_by_reason.values())


def _is_counted(shares: Collection[HeldShare]) -> bool:
    """Whether the values are from counters, if clocks were throttled at all."""
    return not shares or (any(share.counted for share in shares) and all(share.counted or not share.share for share in shares))


def _falls(memory: Series | None, room: float | None, limits: Limits) -> tuple[MemoryFall, ...]:
    return () if memory is None or not room else memory_falls(memory.times_s, memory.values, room, limits)


def _rise(memory: Series | None, window: Window, room: float | None) -> float:
    """Continuing rise of memory use, as a share of the available memory; 0 if unknown."""
    if memory is None or not room:
        return 0.0
    tenth = window.seconds / 10
    middle_s = (window.from_s + window.until_s) / 2
    before = spread_of(memory.within(middle_s - tenth / 2, middle_s + tenth / 2).values)
    last = spread_of(memory.within(window.until_s - tenth, window.until_s).values)
    return (last.mean - before.mean) / room if before is not None and last is not None else 0.0


def _idle_held(inside: Mapping[str, Series], leading: str, limits: Limits) -> float | None:
    """Share of the readings in which the GPU was idle and memory was held."""
    busy, memory = inside.get(leading), inside.get("memory_used_bytes")
    if busy is None or memory is None:
        return None
    there = np.isfinite(busy.values)
    held = np.isfinite(memory.values)
    if not there.any() or not held.any():
        return None
    # Memory is taken as it stood at the reading before: both need not come in the same frame.
    at = np.searchsorted(memory.times_s[held], busy.times_s[there], side="right") - 1
    used = memory.values[held][np.maximum(at, 0)]
    idle = busy.values[there] * _PERCENT < limits["idle_busy"]
    return float(np.mean(idle & (used >= limits["idle_memory_gib"])))
