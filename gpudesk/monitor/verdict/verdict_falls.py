"""Events where memory was full and dropped suddenly: the trace of a process that failed because it ran out of memory."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.monitor.verdict.verdict_limits import Limits

Floats = NDArray[np.float64]
_FIRST_PART = 0.25
"""Share of the required drop that its first reading must show: a process ends completely, but may be read halfway."""
_LATE = 2.5
"""Readings farther apart than this number of usual intervals have a gap between them: a drop in it was not sudden."""


@dataclass(frozen=True, slots=True)
class MemoryFall:
    """Memory that was full and fell at once.

    Attributes:
        at_s: the last reading before it fell, in the seconds of the readings.
        share: how full it was, as a share of what programs can have.
        fell_bytes: by how much it fell.
        again: whether at least half as much was used at any time after, as by a process that was started again.
    """

    at_s: float
    share: float
    fell_bytes: float
    again: bool


def memory_falls(times_s: Floats, used_bytes: Floats, room_bytes: float, limits: Limits) -> tuple[MemoryFall, ...]:
    """The drops of one GPU that indicate that memory ran out.

    Memory must come close to the total, rise to that level shortly before, and drop by a large share in seconds or two readings. A
    job that ends normally has been at its highest use for a while, mostly well below the total; a cache that is kept does not drop.

    Args:
        times_s: rising.
        used_bytes: nan if nothing was read.
        room_bytes: memory available to programs.
    """
    there = np.isfinite(used_bytes)
    times, used = times_s[there], used_bytes[there]
    if len(used) < 3 or room_bytes <= 0:
        return ()
    apart_s = float(np.median(np.diff(times)))
    if 2 * apart_s >= limits["oom_stood_s"]:
        # How long it stayed is not known.
        return ()
    least = limits["oom_fall"] * room_bytes
    within_s = max(limits["oom_fall_s"], _LATE * apart_s)
    steps = (used[:-1] >= limits["oom_full"] * room_bytes) & (used[:-1] - used[1:] >= least * _FIRST_PART)
    falls: list[MemoryFall] = []
    done = -1
    for at in np.flatnonzero(steps).tolist():
        last = int(np.searchsorted(times, times[at] + within_s, side="right"))
        lowest = float(used[at + 1 : last].min(initial=used[at]))
        if at <= done or used[at] - lowest < least or not _rose(times, used, at, room_bytes, limits):
            continue
        done = last - 1
        again = bool(used[last:].max(initial=0.0) >= used[at] / 2)
        falls.append(MemoryFall(float(times[at]), float(used[at] / room_bytes), float(used[at] - lowest), again))
    return tuple(falls)


def _rose(times: Floats, used: Floats, at: int, room: float, limits: Limits) -> bool:
    """Whether memory rose to its level shortly before: the rise must be observed, and gaps do not count."""
    lower = np.flatnonzero(used[:at] < used[at] - limits["memory_rise"] * room)
    return bool(len(lower)) and float(times[at] - times[lower[-1]]) <= limits["oom_stood_s"]


def ends_full(falls: Sequence[MemoryFall], until_s: float, seconds: float) -> bool:
    """Whether memory ran out to the end: in the last half of the window, or nothing as large came after. Else it went well afterward."""
    return bool(falls) and (not falls[-1].again or falls[-1].at_s >= until_s - seconds / 2)
