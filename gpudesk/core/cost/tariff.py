"""The energy price by hour of the day, day of the week and month, and the charge for the peak load of each month."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cost.figure import HOURS_PER_YEAR, Figure

Hours = NDArray[np.float64]
_DAYS_OF_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
WEEKDAYS = frozenset(range(5))
ALL_DAYS = frozenset(range(7))
ALL_HOURS = frozenset(range(24))
ALL_MONTHS = frozenset(range(1, 13))


@dataclass(frozen=True, slots=True)
class Band:
    """Hours of one price.

    Attributes:
        hours: of the day, 0 to 23; days: of the week, 0 is Monday; months: 1 to 12.
    """

    price_per_kwh: Figure
    name: str = ""
    hours: frozenset[int] = ALL_HOURS
    days: frozenset[int] = ALL_DAYS
    months: frozenset[int] = ALL_MONTHS


@dataclass(frozen=True, slots=True)
class Tariff:
    """A tariff.

    Attributes:
        bands: the first that holds an hour gives its price; the last holds all that are left.
        demand_per_kw_month: for the highest load of each month.
    """

    bands: tuple[Band, ...]
    demand_per_kw_month: Figure

    def times(self, factor: float) -> "Tariff":
        """The same in another currency."""
        bands = tuple(Band(band.price_per_kwh.times(factor), band.name, band.hours, band.days, band.months) for band in self.bands)
        return Tariff(bands, self.demand_per_kw_month.times(factor))

    def band_of_hours(self) -> NDArray[np.int64]:
        """The number of the band of each hour of a year that begins on a Monday, shape (8760,).

        Raises:
            ValueError: there are no bands.
        """
        if not self.bands:
            raise ValueError("a tariff needs a band")
        month, day, hour = calendar()
        band_numbers = np.full(HOURS_PER_YEAR, len(self.bands) - 1)
        for number in range(len(self.bands) - 2, -1, -1):
            band = self.bands[number]
            inside = np.isin(hour, list(band.hours)) & np.isin(day, list(band.days)) & np.isin(month, list(band.months))
            band_numbers[inside] = number
        return band_numbers

    def prices(self, end: int = 0) -> Hours:
        """The price of each hour of the year; of the low or high ends for -1 and 1."""
        return np.array([band.price_per_kwh.at(end) for band in self.bands])[self.band_of_hours()]

    def mean_price(self, end: int = 0) -> float:
        """The mean price per kWh at constant load."""
        return float(self.prices(end).mean())

    def yearly(self, load_kw: Hours, end: int = 0) -> tuple[float, float]:
        """What energy and the highest loads cost in a year.

        Args:
            load_kw: of each hour, shape (8760,).
        """
        month = calendar()[0]
        highest = np.array([load_kw[month == number].max() for number in range(1, 13)])
        return float(self.prices(end) @ load_kw), float(highest.sum() * self.demand_per_kw_month.at(end))


@cache
def calendar() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Month (1 to 12), day of the week (0 is Monday) and hour of the day of each hour of a year that begins on a Monday."""
    hours = np.arange(HOURS_PER_YEAR)
    month = np.repeat(np.arange(1, 13), np.array(_DAYS_OF_MONTHS) * 24)
    return month, hours // 24 % 7, hours % 24


def flat(price: Figure, demand: Figure) -> Tariff:
    """The same price at all hours."""
    return Tariff((Band(price),), demand)


def load_of_days(weekday_kw: Sequence[float], weekend_kw: Sequence[float]) -> Hours:
    """The load of each hour of a year from 24 hours of a weekday and 24 of a day at the weekend."""
    _, day, hour = calendar()
    working = np.isin(day, list(WEEKDAYS))
    return np.where(working, np.asarray(weekday_kw, float)[hour], np.asarray(weekend_kw, float)[hour])
