"""Duration and reason of clock limits: one figure for the plot, the Health table, the alarms and the verdict.

The GPU counter is used if available, because it also covers the time between two readings. A counter that decreases is not
trusted afterward, nor is one that does not change while readings show its reason: then the share of readings with its bit
set is used.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.monitor.health.clock_reasons import ClockReason, clock_reasons
from gpudesk.monitor.readings.counter_rates import counters_of_time, steps_back
from gpudesk.monitor.readings.history import Curve, History
from gpudesk.monitor.readings.metrics import counters

_BITS = "clock_reasons"


@dataclass(frozen=True, slots=True)
class HeldShare:
    """The share of a period in which one reason limited the clocks.

    Attributes:
        share: 0 to 1.
        counted: whether it is from a counter; otherwise from readings.
        at_most: whether it is an upper bound, because readings were combined and one with the bit counts for all.
    """

    share: float
    counted: bool
    at_most: bool = False


def held_keys() -> tuple[str, ...]:
    """Return the metrics from which the shares are derived."""
    shares = [reason.share for reason in clock_reasons() if reason.share]
    return (_BITS, *shares, *(counter for counter, rate in counters().items() if rate in shares))


def held_in(
    curves: Mapping[str, Curve],
    since_s: float,
    until_s: float,
    doubted: Collection[str] = (),
    bit_shares: Mapping[int, float] | None = None,
) -> dict[str, HeldShare]:
    """Return the share of a period in which each reason limited the clocks, by reason key; omitted without data.

    Args:
        curves: times, minimum and maximum at each, for the available `held_keys`.
        doubted: counters that decreased earlier and are no longer trusted.
        bit_shares: share of the readings of this period with each bit set, if stored for combined readings.
    """
    bits, joined = None, False
    if _BITS in curves:
        _, low, high = _within(curves[_BITS], since_s, until_s)
        bits, joined = high.astype(np.int64), bool(np.any(low != high))
    held_by_reason = {}
    for reason in clock_reasons():
        counted = _counted(reason, curves, since_s, until_s, doubted)
        if bits is not None and len(bits) and not counted:
            exact = joined and bit_shares is not None
            sampled = (bit_shares or {}).get(reason.bit, 0.0) if exact else float(np.mean((bits & reason.bit) != 0))
            held_by_reason[reason.key] = HeldShare(sampled, counted is not None and not sampled, joined and not exact and sampled > 0)
        elif counted is not None:
            held_by_reason[reason.key] = HeldShare(counted, counted=True)
    return held_by_reason


def doubted_counters(curves: Mapping[str, Curve]) -> frozenset[str]:
    """The counters of time that step back anywhere: while a driver is loaded they never do, and are trusted no more from there on.

    Args:
        curves: of all that is kept up to the end of the time that is evaluated.
    """
    doubted = set()
    for key in counters_of_time():
        if key in curves:
            _, low, high = curves[key]
            there = np.isfinite(high)
            if steps_back(low[there], high[there]):
                doubted.add(key)
    return frozenset(doubted)


def _counted(reason: ClockReason, curves: Mapping[str, Curve], since_s: float, until_s: float, doubted: Collection[str]) -> float | None:
    """Return the share from the counter of a reason, None if there is no trusted counter."""
    counter = next((key for key, rate in counters().items() if rate == reason.share), "")
    if counter in doubted:
        return None
    if counter in curves:
        times, low, high = _within(curves[counter], since_s, until_s)
        if len(times) > 1 and times[-1] > times[0]:
            if steps_back(low, high):
                return None
            middle = (low + high) / 2
            return min(1.0, float((middle[-1] - middle[0]) / (times[-1] - times[0])))
    if reason.share in curves:
        # A server that counts by itself gives the share alone.
        _, low, high = _within(curves[reason.share], since_s, until_s)
        return min(1.0, float(np.mean((low + high) / 2))) if len(low) else None
    return None


def _within(curve: Curve, since_s: float, until_s: float) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    times, low, high = curve
    there = (times >= since_s) & (times <= until_s) & np.isfinite(high)
    return times[there], low[there], high[there]


def held_shares(history: History, uuid: str, since_s: float, until_s: float) -> dict[str, HeldShare]:
    """The same of a GPU whose past is kept."""
    first_s = min(since_s, since_s if history.first_s is None else history.first_s)
    past = {key: _until(history.curve(uuid, key, first_s, until_s), until_s) for key in counters_of_time()}
    curves = {key: history.curve(uuid, key, since_s, until_s) for key in held_keys()}
    shares = history.bit_shares(uuid, _BITS, since_s, until_s)
    return held_in(curves, since_s, until_s, doubted_counters(past), shares)


def _until(curve: Curve, until_s: float) -> Curve:
    end = int(np.searchsorted(curve[0], until_s, side="right"))
    return curve[0][:end], curve[1][:end], curve[2][:end]
