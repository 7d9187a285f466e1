"""Capital, break-even and what is spent over time, against worked numbers and published ones."""

import numpy as np
import pytest

from gpudesk.core.cost.capital import book_share, capital_recovery_factor, depreciation_share, yearly_share
from gpudesk.core.cost.cloud import MONTH_H, base_and_peak, break_even_hours, break_even_utilisation, money_over_one_life, money_over_time


def test_the_capital_recovery_factor_is_that_of_the_textbooks() -> None:
    # i(1+i)^n / ((1+i)^n − 1) for 8 % and 4 years.
    assert capital_recovery_factor(0.08, 4) == pytest.approx(0.301921, abs=1e-6)
    assert capital_recovery_factor(0, 4) == 0.25
    assert capital_recovery_factor(1e-9, 4) == pytest.approx(0.25, rel=1e-6)


@pytest.mark.parametrize(("interest", "years"), [(0.08, 0), (0.08, -1), (-1, 4)])
def test_without_years_there_is_no_factor(interest: float, years: float) -> None:
    with pytest.raises(ValueError, match="above"):
        capital_recovery_factor(interest, years)


def test_payments_pay_a_loan_off_but_for_what_is_had_back() -> None:
    interest, years, residual = 0.08, 4, 0.2
    paid = yearly_share(interest, years, residual)
    owed = 1.0
    for _ in range(years):
        owed = owed * (1 + interest) - paid
    assert owed == pytest.approx(residual)


def test_books_write_off_in_equal_parts_down_to_the_residual() -> None:
    assert depreciation_share(4, 0.2) == pytest.approx(0.2)
    assert book_share(np.array([0.0, 1, 4, 9]), 4, 0.2) == pytest.approx([1, 0.8, 0.2, 0.2])


def test_break_even_is_that_of_lenovo() -> None:
    # Lenovo Press LP2225 (May 2025): 833,806 $, 98.32 $/h in the cloud, 0.87 $/h to run: 8,556 h, 11.9 months.
    hours = break_even_hours(833_806, 98.32, 0.87)
    assert hours == pytest.approx(8556, abs=1)
    assert hours is not None
    assert hours / MONTH_H == pytest.approx(11.9, abs=0.05)


def test_break_even_after_the_price_of_the_cloud_fell() -> None:
    # At 33 $/h; a page prints 25,942, the division gives 25,951.
    assert break_even_hours(833_806, 33, 0.87) == pytest.approx(25_951, abs=1)


def test_renting_that_costs_less_than_running_never_breaks_even() -> None:
    assert break_even_hours(1000, 0.5, 0.5) is None


def test_share_of_hours_above_which_owning_pays() -> None:
    # 2 a GPU-hour owned for all hours, 4 rented: half of the hours.
    assert break_even_utilisation(2 * 8760, 4, 8760) == pytest.approx(0.5)


def test_lines_cross_where_break_even_says() -> None:
    years = np.linspace(0, 4, 49)
    lines = money_over_time(years, 833_806, 0.87 * 8760, 98.32 * 8760, life_years=5, residual_share=0)
    assert lines.crossing_year == pytest.approx(8556.244 / 8760, rel=1e-6)
    assert lines.own[0] == 833_806
    assert lines.cloud[0] == 0


def test_hardware_is_bought_anew_at_the_end_of_its_life() -> None:
    lines = money_over_time(np.array([0.0, 2.9, 3.0, 6.0]), 100, 0, 10, life_years=3, residual_share=0.25)
    assert lines.own.tolist() == [100, 100, 175, 250]
    assert lines.worth == pytest.approx([100, 27.5, 100, 100])
    assert lines.crossing_year is None


def test_what_is_had_back_counts_on_the_last_day() -> None:
    lines = money_over_one_life(100, 10, 34, life_years=4, residual_share=0.1)
    # 140 spent against 136: only the 10 that are had back turn it round.
    assert lines.own[-2:].tolist() == [140, 130]
    assert lines.crossing_year == pytest.approx(4)
    assert money_over_one_life(100, 10, 32, 4, 0.1).crossing_year is None
    assert money_over_one_life(100, 10, 60, 4, 0.1).crossing_year == pytest.approx(2)


def test_own_the_base_and_rent_the_peak() -> None:
    # 4 GPUs wanted at all hours, 10 for two hours of each day: the six above are wanted for 730 hours.
    demand = np.where(np.arange(8760) % 24 < 2, 10, 4)
    found = base_and_peak(demand, own_per_gpu_year=10_000, cloud_per_gpu_hour=3)
    assert found.own_gpus == 4
    assert found.rented_gpu_h == 6 * 730
    assert found.cost == 4 * 10_000 + 6 * 730 * 3
    assert found.all_own == 100_000
    assert found.all_rented == demand.sum() * 3
    assert found.cost < min(found.all_own, found.all_rented)


def test_no_other_number_of_own_gpus_is_cheaper() -> None:
    demand = np.random.default_rng(7).poisson(6, 8760).astype(float)
    found = base_and_peak(demand, 12_000, 2.5)
    costs = [own * 12_000 + np.maximum(demand - own, 0).sum() * 2.5 for own in range(20)]
    assert found.cost == pytest.approx(min(costs))


def test_without_demand_nothing_is_owned() -> None:
    assert base_and_peak(np.zeros(8760), 1, 1).own_gpus == 0
