"""The yearly cost of ownership: capital recovery, residual value, book value."""

import numpy as np
from numpy.typing import NDArray

Amounts = NDArray[np.float64]


def capital_recovery_factor(interest: float, years: float) -> float:
    """The share of a loan that is paid each year until it is paid off: i(1+i)^n / ((1+i)^n − 1); 1/n without interest.

    Raises:
        ValueError: the years are not above 0, or the interest is not above −1.
    """
    if years <= 0 or interest <= -1:
        raise ValueError(f"years above 0 and interest above -1 are needed, not {years} and {interest}")
    if interest == 0:
        return 1 / years
    grown: float = (1 + interest) ** years
    return interest * grown / (grown - 1)


def yearly_share(interest: float, years: float, residual_share: float = 0.0) -> float:
    """What owning costs in a year for each unit of its price, where `residual_share` of the price is had back at the end."""
    today: float = residual_share / (1 + interest) ** years
    return capital_recovery_factor(interest, years) * (1 - today)


def depreciation_share(years: float, residual_share: float = 0.0) -> float:
    """The part of the price that is written off each year, in equal parts."""
    return (1 - residual_share) / years


def book_share(age_years: Amounts, years: float, residual_share: float = 0.0) -> Amounts:
    """The book value as a share of the price at some ages, with straight-line depreciation, never below the residual."""
    return np.maximum(1 - depreciation_share(years, residual_share) * np.maximum(age_years, 0.0), residual_share)
