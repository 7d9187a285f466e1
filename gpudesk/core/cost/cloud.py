"""Owning compared with renting: break-even, cumulative cost, and the share to own of a demand that varies by hour."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Amounts = NDArray[np.float64]
MONTH_H = 720
"""Hours of a month of 30 days, as published comparisons take it."""


def break_even_hours(capital: float, cloud_per_hour: float, own_per_hour: float) -> float | None:
    """Hours of use after which purchase and rental cost the same: capital / (cloud − own); None if never.

    Source: Lenovo Press LP2225.
    """
    saved = cloud_per_hour - own_per_hour
    return capital / saved if saved > 0 else None


def break_even_utilisation(own_per_year: float, cloud_per_hour: float, hours: float) -> float:
    """The share of `hours` a year in which owning costs as much as renting those alone; above 1 renting always wins."""
    return own_per_year / (cloud_per_hour * hours)


@dataclass(frozen=True, slots=True)
class Lines:
    """Cumulative spending at some ages, in years; equipment could be resold at its book value.

    Attributes:
        own, cloud: spent so far. worth: the book value of the hardware.
        crossing_year: when owning has cost no more than renting, None if it never does.
    """

    years: Amounts
    own: Amounts
    cloud: Amounts
    worth: Amounts
    crossing_year: float | None


def money_over_time(
    years: Amounts, capital: float, running_per_year: float, cloud_per_year: float, life_years: float, residual_share: float
) -> Lines:
    """Spending up to each age: hardware is purchased initially and again after each life, when its residual is recovered.

    Args:
        years: ascending from 0.
    """
    renewed = np.floor(years / life_years + 1e-9)
    own = capital + renewed * capital * (1 - residual_share) + running_per_year * years
    cloud = cloud_per_year * years
    age = years - renewed * life_years
    worth = capital * np.maximum(1 - (1 - residual_share) / life_years * age, residual_share)
    return Lines(years, own, cloud, worth, _crossing(years, own, cloud))


def money_over_one_life(
    capital: float, running_per_year: float, cloud_per_year: float, life_years: float, residual_share: float, points: int = 97
) -> Lines:
    """Spending up to each age until the end of life, when the residual is recovered: the last two points are of that date."""
    years = np.append(np.linspace(0.0, life_years, points), life_years)
    own, cloud = capital + running_per_year * years, cloud_per_year * years
    own[-1] -= capital * residual_share
    worth = capital * np.maximum(1 - (1 - residual_share) / life_years * years, residual_share)
    worth[-1] = 0.0
    return Lines(years, own, cloud, worth, _crossing(years, own, cloud))


def _crossing(years: Amounts, own: Amounts, cloud: Amounts) -> float | None:
    """The first point from which owning has cost no more, between two ages by a straight line."""
    above = own - cloud
    below = np.flatnonzero(above <= 0)
    if not below.size:
        return None
    at = int(below[0])
    if at == 0:
        return float(years[0])
    step = above[at - 1] - above[at]
    return float(years[at - 1] + (years[at] - years[at - 1]) * above[at - 1] / step)


@dataclass(frozen=True, slots=True)
class BaseAndPeak:
    """The number of GPUs to own, and the yearly cost of own and rented ones.

    Attributes:
        rented_gpu_h: hours of GPUs beyond those owned.
        all_own, all_rented: cost of owning for the peak hour, and of renting everything.
    """

    own_gpus: int
    own_cost: float
    rented_gpu_h: float
    rented_cost: float
    all_own: float
    all_rented: float

    @property
    def cost(self) -> float:
        return self.own_cost + self.rented_cost


def base_and_peak(demand_gpus: Amounts, own_per_gpu_year: float, cloud_per_gpu_hour: float) -> BaseAndPeak:
    """Own as many GPUs as are cheaper owned: the k-th is if at least k are wanted in more hours than renting one of them would pay for.

    Args:
        demand_gpus: GPUs wanted in each hour of a year.
    """
    hourly_gpus = np.ceil(np.asarray(demand_gpus, dtype=np.float64))
    most = int(hourly_gpus.max(initial=0))
    # Hours in which at least k are wanted, for k from 1.
    hours = (
        np.array([hourly_gpus.size])
        if most == 0
        else hourly_gpus.size - np.cumsum(np.bincount(hourly_gpus.astype(int), minlength=most + 1))[:most]
    )
    own = int(np.count_nonzero(hours * cloud_per_gpu_hour > own_per_gpu_year)) if most else 0
    rented = float(np.maximum(hourly_gpus - own, 0).sum())
    return BaseAndPeak(
        own,
        own * own_per_gpu_year,
        rented,
        rented * cloud_per_gpu_hour,
        most * own_per_gpu_year,
        float(hourly_gpus.sum()) * cloud_per_gpu_hour,
    )
