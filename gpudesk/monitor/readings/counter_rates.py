"""Rates of counters: the only module that derives rates from driver or exporter counters.

A counter that decreases gives no rate for that step. A counter of bytes or energy may reset and is trusted again afterward;
a time counter, such as that of clock limits, never resets while a driver is loaded, and is no longer trusted.
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
    """The last counter readings of one GPU.

    Args:
        keys: keys of its counters; None for all.
    """

    def __init__(self, keys: Iterable[str] | None = None) -> None:
        known = counters()
        self._rates = tuple(known.items()) if keys is None else tuple((key, known[key]) for key in keys if key in known)
        self._counted: dict[str, tuple[float, float]] = {}
        self._doubted: set[str] = set()

    def add(self, mono_s: float, values: dict[str, float], lacks: dict[str, Lack]) -> None:
        """Add the rates to a reading's values, or why they are missing; a rate read directly is kept.

        Args:
            mono_s: time of the reading, monotonic clock.
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
    """Return many readings as columns, with rates added to the counters. The first reading has none."""
    columns = dict(values)
    for counter, rate in counters().items():
        if counter not in values or rate in values:
            continue
        where, what = values[counter]
        took, passed = np.diff(what), np.diff(times_s[where])
        good = (passed > 0) & (took >= 0)
        back = np.flatnonzero(took < 0)
        if counter in counters_of_time() and len(back):
            good[int(back[0]) :] = False
        columns[rate] = (where[1:][good], took[good] / passed[good])
    return columns


def steps_back(low: Floats, high: Floats) -> bool:
    """Return whether a counter decreases in a series of readings, or of intervals with minimum and maximum."""
    return bool(np.any(high[:-1] > low[1:]))
