"""What matters most: each figure from end to end, the others held."""

import pytest

from gpudesk.core.cost.account import Assumptions, Owned, yearly_cost
from gpudesk.core.cost.contract import AllIn, Metered, OwnSite
from gpudesk.core.cost.figure import Figure, said
from gpudesk.core.cost.tariff import flat
from gpudesk.core.cost.tornado import tornado
from tests.core.cost.test_accounts import METERED, assumed, of_one


def yearly(owned: Owned, basis: Assumptions) -> float:
    return yearly_cost(owned, basis).value


def test_the_figure_that_moves_most_comes_first_and_fixed_ones_not_at_all() -> None:
    basis = assumed(METERED, years=Figure(4, 3, 6), staff_per_gpu=Figure(500, 450, 550))
    swings = tornado(of_one(30_000), basis, yearly)
    assert [swing.name for swing in swings] == ["years", "staff_per_gpu"]
    assert swings[1].width == pytest.approx(100)
    assert swings[0].at_low > swings[0].at_high


def test_one_figure_moves_at_a_time() -> None:
    basis = assumed(Metered(Figure(200, 100, 300), Figure(1.3, 1.1, 1.5)), interest=Figure(0.08, 0.05, 0.12))
    base = yearly(of_one(30_000), basis)
    for swing in tornado(of_one(30_000), basis, yearly):
        assert min(swing.at_low, swing.at_high) < base < max(swing.at_low, swing.at_high)
    rent = next(swing for swing in tornado(of_one(30_000), basis, yearly) if swing.name == "rent")
    assert rent.at_low == pytest.approx(base - 100 * 12 * 1.275)


def test_prices_of_energy_and_of_buildings_move_too() -> None:
    own = OwnSite(Figure(10_000, 9_000, 15_000), said(20), Figure(0.03, 0.02, 0.05), said(1.2))
    basis = assumed(own, tariff=flat(Figure(0.1, 0.05, 0.2), Figure(3, 2, 4)))
    assert {swing.name for swing in tornado(of_one(None), basis, yearly)} == {"building", "upkeep", "energy", "demand"}


def test_what_is_in_the_rent_moves_nothing() -> None:
    basis = assumed(AllIn(said(300)), tariff=flat(Figure(0.1, 0.05, 0.2), Figure(3, 2, 4)))
    assert tornado(of_one(None), basis, yearly) == []


def test_every_swing_has_a_title() -> None:
    basis = assumed(METERED, years=Figure(4, 3, 6))
    assert all(swing.title.plain() for swing in tornado(of_one(30_000), basis, yearly))
