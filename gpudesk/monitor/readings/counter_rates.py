"""What comes of counters per second: the one place where a rate is made of what a driver or an exporter has counted.

A counter that goes backwards gives no rate over that step. A counter of bytes or of energy may begin anew and is believed again from there
on; one of time, such as that for which clocks were held, never does while a driver is loaded, and is believed no more.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.monitor.readings.metrics import counters, is_possible, metrics
from gpudesk.monitor.readings.reading import Lack

Floats = NDArray[np.float64]
_SECONDS = "s"


@cache
def counters_of_time() -> frozenset[str]:
    """The counters whose unit is the second: each rate of them is a share of the time."""
    return frozenset(key for key in counters() if metrics()[key].unit == _SECONDS)


class CounterRates:
    """The counters of one GPU as they were read last.

    Args:
        keys: of the counters that it has; None for all that may come.
    """

    def __init__(self, keys: Iterable[str] | None = None) -> None:
        known = counters()
        self._rates = tuple(known.items()) if keys is None else tuple((key, known[key]) for key in keys if key in known)
        self._counted: dict[str, tuple[float, float]] = {}
        self._doubted: set[str] = set()

    def add(self, mono_s: float, values: dict[str, float], lacks: dict[str, Lack]) -> None:
        """Put the rates beside the values of a reading, or why there is none; a rate that was read by itself stays.

        Args:
            mono_s: when it was read, on a clock that never jumps.
        """
        for key, rate in self._rates:
            now = values.get(key)
            if now is None:
                if key in lacks and rate not in values:
                    lacks[rate] = lacks[key]
                continue
            earlier_s, earlier = self._counted.get(key, (mono_s, now))
            self._counted[key] = (mono_s, now)
            if now < earlier and key in counters_of_time():
                self._doubted.add(key)
            if rate in values:
                continue
            if key in self._doubted:
                lacks[rate] = Lack.IMPOSSIBLE
            elif mono_s > earlier_s and now >= earlier:
                values[rate] = (now - earlier) / (mono_s - earlier_s)
                if not is_possible(rate, values[rate]):
                    del values[rate]
                    lacks[rate] = Lack.IMPOSSIBLE
            else:
                lacks[rate] = Lack.WAITING


def with_rates(times_s: Floats, values: Mapping[str, tuple[Any, Floats]]) -> dict[str, tuple[Any, Floats]]:
    """The same of many readings at once, as columns: the rates beside the counters. The first reading gives none."""
    found = dict(values)
    for counter, rate in counters().items():
        if counter not in values or rate in values:
            continue
        where, what = values[counter]
        took, passed = np.diff(what), np.diff(times_s[where])
        good = (passed > 0) & (took >= 0)
        back = np.flatnonzero(took < 0)
        if counter in counters_of_time() and len(back):
            good[int(back[0]) :] = False
        found[rate] = (where[1:][good], took[good] / passed[good])
    return found


def steps_back(low: Floats, high: Floats) -> bool:
    """Whether a counter goes backwards anywhere in a row of readings, or of spans with the least and the most of each."""
    return bool(np.any(high[:-1] > low[1:]))
