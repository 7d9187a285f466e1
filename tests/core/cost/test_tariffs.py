"""Prices by hour and the charge for the highest load of each month."""

import numpy as np
import pytest

from gpudesk.core.cost.figure import HOURS_PER_YEAR, Figure, said
from gpudesk.core.cost.tariff import WEEKDAYS, Band, Tariff, calendar, flat, load_of_days

PEAK = Band(said(0.3), "peak", hours=frozenset(range(18, 22)), days=WEEKDAYS)
SUMMER = Band(said(0.2), "summer", months=frozenset({7, 8}))
REST = Band(Figure(0.1, 0.05, 0.15), "rest")


def test_the_first_band_that_holds_an_hour_counts() -> None:
    prices = Tariff((PEAK, SUMMER, REST), said(0)).prices()
    month, day, hour = calendar()
    assert prices.shape == (HOURS_PER_YEAR,)
    assert prices[(hour == 18) & (day == 0)].tolist() == [0.3] * 53
    assert set(prices[(month == 7) & (hour == 3)]) == {0.2}
    assert set(prices[(month == 1) & (day == 6)]) == {0.1}


def test_the_year_has_its_months_and_weeks() -> None:
    month, day, _ = calendar()
    assert np.bincount(month)[1:].tolist() == [days * 24 for days in (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)]
    assert (np.bincount(day) // 24).tolist() == [53, 52, 52, 52, 52, 52, 52]


def test_a_level_load_pays_the_mean_price_and_twelve_charges() -> None:
    tariff = Tariff((PEAK, REST), said(4.0))
    energy, demand = tariff.yearly(np.full(HOURS_PER_YEAR, 10.0))
    assert energy == pytest.approx(tariff.mean_price() * 10 * HOURS_PER_YEAR)
    assert demand == 10 * 4 * 12


def test_one_hour_sets_the_charge_of_its_month() -> None:
    load = np.zeros(HOURS_PER_YEAR)
    load[5] = 100.0
    assert flat(said(0), said(4.0)).yearly(load) == (0.0, 400.0)


def test_ends_of_prices_are_kept_and_converted() -> None:
    tariff = Tariff((REST,), Figure(4, 2, 6)).times(2)
    assert tariff.mean_price(-1) == pytest.approx(0.1)
    assert tariff.mean_price(1) == pytest.approx(0.3)
    assert tariff.demand_per_kw_month == Figure(8, 4, 12)


def test_a_year_of_two_kinds_of_days() -> None:
    weekday, weekend = [1.0] * 23 + [5.0], [2.0] * 24
    load = load_of_days(weekday, weekend)
    assert load[23] == 5
    assert load[5 * 24] == 2
    assert load.sum() == pytest.approx(261 * 28 + 104 * 48)


def test_a_tariff_without_bands_is_none() -> None:
    with pytest.raises(ValueError, match="band"):
        Tariff((), said(0)).prices()
