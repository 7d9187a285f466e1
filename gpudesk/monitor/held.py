"""For how long clocks were held, and why: one figure for the plot, the table of Health, the alarms and the verdict.

The counter of the board says it where there is one, as it also sees what lies between two readings. A counter that steps back is not
trusted, nor is one that stands still while readings show its reason: then the share of the readings counts in which its bit was set.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.monitor.clock_reasons import ClockReason, clock_reasons
from gpudesk.monitor.counter_rates import steps_back
from gpudesk.monitor.history import Curve, History
from gpudesk.monitor.metrics import counters

_BITS = "clock_reasons"


@dataclass(frozen=True, slots=True)
class HeldShare:
    """The share of a time for which one reason held the clocks.

    Attributes:
        share: 0 to 1.
        counted: whether a counter says it, else readings do.
        at_most: whether it is an upper bound, as readings were joined and one with the bit counts for all of them.
    """

    share: float
    counted: bool
    at_most: bool = False


def held_keys() -> tuple[str, ...]:
    """The metrics of which the shares come."""
    shares = [reason.share for reason in clock_reasons() if reason.share]
    return (_BITS, *shares, *(counter for counter, rate in counters().items() if rate in shares))


def held_in(curves: Mapping[str, Curve], since_s: float, until_s: float) -> dict[str, HeldShare]:
    """The share of a time for which each reason held the clocks, by the key of the reason; none of what nothing tells.

    Args:
        curves: times, the least and the most at each, of those of `held_keys` that there are.
    """
    bits, joined = None, False
    if _BITS in curves:
        _, low, high = _within(curves[_BITS], since_s, until_s)
        bits, joined = high.astype(np.int64), bool(np.any(low != high))
    found = {}
    for reason in clock_reasons():
        counted = _counted(reason, curves, since_s, until_s)
        if bits is not None and len(bits) and not counted:
            sampled = float(np.mean((bits & reason.bit) != 0))
            found[reason.key] = HeldShare(sampled, counted is not None and not sampled, joined and sampled > 0)
        elif counted is not None:
            found[reason.key] = HeldShare(counted, counted=True)
    return found


def _counted(reason: ClockReason, curves: Mapping[str, Curve], since_s: float, until_s: float) -> float | None:
    """What the counter of a reason says, None where there is none, or none that is trusted."""
    counter = next((key for key, rate in counters().items() if rate == reason.share), "")
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
    return held_in({key: history.curve(uuid, key, since_s, until_s) for key in held_keys()}, since_s, until_s)
