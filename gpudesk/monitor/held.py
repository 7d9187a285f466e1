"""For how long clocks were held, and why."""

import numpy as np

from gpudesk.monitor.clock_reasons import clock_reasons
from gpudesk.monitor.history import History, bits_between


def held_shares(history: History, uuid: str, since_s: float, until_s: float) -> dict[str, float]:
    """The share of a time in which each reason held the clocks of a GPU, by the key of the reason; none of what nothing tells.

    The greater of what the board counted (shares of the time between looks) and of the readings in which the bit of the reason was set:
    some boards have no counter for a reason, and of one that stands still the bit is believed.
    """
    _, bits, _ = bits_between(history.curve(uuid, "clock_reasons", since_s, until_s), since_s, until_s)
    found: dict[str, float] = {}
    for reason in clock_reasons():
        told = [float(np.mean((bits & reason.bit) != 0))] if len(bits) else []
        if reason.share:
            times, _, most = history.curve(uuid, reason.share, since_s, until_s)
            counted = most[(times >= since_s) & (times <= until_s) & np.isfinite(most)]
            told += [float(np.mean(counted))] if len(counted) else []
        if told:
            found[reason.key] = max(told)
    return found
