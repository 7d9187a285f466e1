"""For how long clocks were held, and why."""

import numpy as np

from gpudesk.monitor.clock_reasons import clock_reasons
from gpudesk.monitor.history import History, bits_between


def told_share(counted: float | None, sampled: float | None) -> float | None:
    """The share of a time that a reason held the clocks; None where nothing tells it.

    Args:
        counted: what the counter of the board says, which also sees what lies between two readings.
        sampled: the share of the readings in which the bit of the reason was set; believed where a counter is missing or stands still.
    """
    return counted or (counted if sampled is None else sampled)


def held_shares(history: History, uuid: str, since_s: float, until_s: float) -> dict[str, float]:
    """The share of a time in which each reason held the clocks of a GPU, by the key of the reason; none of what nothing tells."""
    _, bits, _ = bits_between(history.curve(uuid, "clock_reasons", since_s, until_s), since_s, until_s)
    found: dict[str, float] = {}
    for reason in clock_reasons():
        counted: float | None = None
        if reason.share:
            times, _, most = history.curve(uuid, reason.share, since_s, until_s)
            told = most[(times >= since_s) & (times <= until_s) & np.isfinite(most)]
            counted = float(np.mean(told)) if len(told) else None
        share = told_share(counted, float(np.mean((bits & reason.bit) != 0)) if len(bits) else None)
        if share is not None:
            found[reason.key] = share
    return found
