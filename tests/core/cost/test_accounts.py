"""Yearly accounts: three contracts that never pay twice, unknown values, and the same in columns."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpudesk.core.cost.account import Assumptions, Owned, yearly_cost
from gpudesk.core.cost.contract import AllIn, Contract, Metered, OwnSite, cooling_share_from_pue, pue_from_cooling_share
from gpudesk.core.cost.figure import Figure, said
from gpudesk.core.cost.result import Ends, cost_rates, million_tokens, per_gpu_hour, result_cost
from gpudesk.core.cost.tariff import flat
from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.hardware.hardware import Confidence

DGX_H100_SHARE_KW = 1.275
"""10.2 kW of a DGX H100 for each of its eight GPUs."""


def assumed(contract: Contract, **others: Any) -> Assumptions:
    """Four years at 8 %, level load, a price of energy of 0.075, nothing else unless said."""
    nothing = said(0)
    made = Assumptions(
        years=said(4),
        interest=said(0.08),
        residual_share=nothing,
        contract=contract,
        tariff=flat(said(0.075), nothing),
        support_share=nothing,
        spares_share=nothing,
        insurance_share=nothing,
        network_share=nothing,
        staff_per_gpu=nothing,
        software_per_gpu=nothing,
        utilisation=said(1),
        load_share=said(1),
        idle_share=said(0.3),
        carbon_g_per_kwh=said(100),
        currency="USD",
    )
    return replace(made, **others)


METERED = Metered(said(184.06), said(1.3))


def of_one(price: float | None) -> Owned:
    return Owned(1, None if price is None else said(price), said(DGX_H100_SHARE_KW))


def test_rent_of_a_share_of_a_dgx() -> None:
    # 184.06 $/kW-month (CBRE H2 2024) × 1.275 kW over 730 h.
    found = yearly_cost(of_one(None), assumed(METERED))
    assert found.term("rent").value / 8760 == pytest.approx(0.3215, abs=0.0002)


def test_leaving_metered_energy_out_understates_by_what_the_reference_says() -> None:
    # 0.10 to 0.15 $ a GPU-hour for 1.275 kW at PUE 1.3 and 0.06 to 0.09 $/kWh.
    for price, apart in ((0.06, 0.0995), (0.09, 0.1492)):
        metered = yearly_cost(of_one(None), assumed(METERED, tariff=flat(said(price), said(0))))
        all_in = yearly_cost(of_one(None), assumed(AllIn(said(184.06))))
        assert (metered.value - all_in.value) / 8760 == pytest.approx(apart, abs=0.0001)


def test_no_contract_has_the_terms_of_another() -> None:
    own = OwnSite(said(11_700), said(20), said(0.03), said(1.2))
    of = {
        contract.kind: {term.name for term in yearly_cost(of_one(30_000), assumed(contract)).terms}
        for contract in (AllIn(said(300)), METERED, own)
    }
    assert of == {
        "all-in": {"capital", "rent"},
        "metered": {"capital", "rent", "energy"},
        "own-site": {"capital", "building", "upkeep", "energy"},
    }


def test_a_building_is_paid_off_over_its_own_years() -> None:
    own = OwnSite(said(10_000), said(20), said(0.03), said(1.0))
    found = yearly_cost(Owned(8, None, said(10)), assumed(own))
    # CRF of 8 % and 20 years: 0.101852.
    assert found.term("building").value == pytest.approx(100_000 * 0.101852, rel=1e-5)
    assert found.term("upkeep").value == pytest.approx(3000)


def test_capital_is_the_recovery_factor_times_the_price_with_its_network() -> None:
    found = yearly_cost(of_one(30_000), assumed(METERED, network_share=said(0.1), residual_share=said(0.2)))
    assert found.term("capital").value == pytest.approx(33_000 * 0.3019208 * (1 - 0.2 / 1.08**4), rel=1e-6)
    assert found.term("capital").kind is Kind.EXACT


def test_what_nobody_knows_the_price_of_is_not_free() -> None:
    found = yearly_cost(of_one(None), assumed(METERED, support_share=said(0.05)))
    assert "capital" not in {term.name for term in found.terms}
    assert any("price" in warning.plain() for warning in found.warnings)
    cost = result_cost(of_one(None), found, assumed(METERED), Ends(100, 100, 100))
    assert not cost.priced
    assert cost.capital is None
    assert np.isnan(cost_rates([of_one(None)], assumed(METERED)).capital[0])


def test_the_charge_for_the_highest_load_goes_with_the_site_not_with_the_hours() -> None:
    tariff = flat(said(0.1), said(5))
    half = assumed(METERED, utilisation=said(0.5), tariff=tariff)
    whole = assumed(METERED, tariff=tariff)
    assert yearly_cost(of_one(None), half).term("demand").value == yearly_cost(of_one(None), whole).term("demand").value
    assert yearly_cost(of_one(None), half).term("energy").value == pytest.approx(
        yearly_cost(of_one(None), whole).term("energy").value * (0.5 + 0.5 * 0.3)
    )


def test_known_energy_takes_the_place_of_what_is_reserved() -> None:
    found = yearly_cost(Owned(8, None, said(10), kwh=said(1000)), assumed(METERED))
    assert found.term("energy").value == pytest.approx(1000 * 1.3 * 0.075)


def test_terms_add_up_and_the_range_holds_the_value() -> None:
    uncertain = assumed(Metered(Figure(200, 150, 300, confidence=Confidence.MEMORY), Figure(1.3, 1.1, 1.6)), years=Figure(4, 3, 6))
    found = yearly_cost(of_one(30_000), uncertain)
    assert found.value == pytest.approx(sum(term.value for term in found.terms))
    assert found.low < found.value < found.high
    # Independent errors: narrower than all of them at once.
    assert found.high < sum(term.high for term in found.terms)
    assert found.kind is Kind.RULE


def test_a_longer_life_and_a_higher_residual_lie_at_the_cheap_end() -> None:
    found = yearly_cost(of_one(30_000), assumed(METERED, years=Figure(4, 3, 6), residual_share=Figure(0.2, 0.1, 0.3)))
    capital = found.term("capital")
    assert capital.low == pytest.approx(30_000 * 0.2163154 * (1 - 0.3 / 1.08**6), rel=1e-5)
    assert capital.high == pytest.approx(30_000 * 0.3880335 * (1 - 0.1 / 1.08**3), rel=1e-5)


def test_columns_say_what_accounts_say() -> None:
    contract = Metered(said(217.3), said(1.25))
    basis = assumed(contract, support_share=said(0.05), staff_per_gpu=said(500), utilisation=said(0.8), network_share=said(0.1))
    kinds = [of_one(30_000), of_one(None), Owned(1, said(9_000), said(0.5))]
    gpus = np.array([4, 8, 16])
    rate = np.array([1000.0, 2000.0, 500.0])
    found = cost_rates(kinds, basis).plans(np.array([0, 1, 2]), gpus, rate)
    for row, (one, count) in enumerate(zip(kinds, gpus.tolist(), strict=True)):
        owned = Owned(count, None if one.price is None else one.price.times(count), one.reserved_kw.times(count))
        cost = result_cost(owned, yearly_cost(owned, basis), basis, Ends(*[float(rate[row])] * 3))
        assert found.yearly[row] == pytest.approx(cost.yearly.value)
        assert found.per_million[row] == pytest.approx(cost.per_million.value)
        assert found.kwh_per_million[row] == pytest.approx(cost.kwh_per_million.value)


def test_a_million_tokens() -> None:
    # 3 $ an hour at 1,000 tokens a second; 700 W at the same.
    assert million_tokens(3.0, 1000) == pytest.approx(0.833333, abs=1e-5)
    assert million_tokens(0.7, 1000) == pytest.approx(0.194444, abs=1e-5)


def test_an_hour_used_bears_the_hours_that_are_not() -> None:
    found = yearly_cost(of_one(30_000), assumed(METERED))
    assert per_gpu_hour(found, 1, 0.5).value == pytest.approx(2 * per_gpu_hour(found, 1).value)


def test_tokens_of_the_slow_end_are_the_dear_ones() -> None:
    basis = assumed(METERED)
    owned = of_one(30_000)
    cost = result_cost(owned, yearly_cost(owned, basis), basis, Ends(1000, 500, 2000))
    assert cost.per_million.low == pytest.approx(cost.per_million.value / 2)
    assert cost.per_million.high == pytest.approx(cost.per_million.value * 2)
    assert cost.kwh_per_million.value == pytest.approx(DGX_H100_SHARE_KW * 1.3 / 3.6)
    assert cost.co2_g_per_million.value == pytest.approx(cost.kwh_per_million.value * 100)


def test_tokens_that_come_at_all_hours_do_not_bear_hours_that_are_not_used() -> None:
    basis = assumed(METERED, utilisation=said(0.6))
    owned = of_one(30_000)
    yearly = yearly_cost(owned, basis)
    busy = result_cost(owned, yearly, basis, Ends(1000, 1000, 1000))
    always = result_cost(owned, yearly, basis, Ends(1000, 1000, 1000), at_all_hours=True)
    assert always.per_million.value == pytest.approx(0.6 * busy.per_million.value)
    assert always.per_million.value == pytest.approx(yearly.value / (1000 * 8760 * 3600) * 1e6)
    columns = cost_rates([owned], basis).plans(np.array([0]), np.array([1]), np.array([1000.0]), at_all_hours=True)
    assert columns.per_million[0] == pytest.approx(always.per_million.value)


def test_cooling_that_adds_30_to_40_percent_is_a_pue() -> None:
    assert pue_from_cooling_share(0.3) == pytest.approx(1.3)
    assert cooling_share_from_pue(1.4) == pytest.approx(0.4)
