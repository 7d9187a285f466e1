"""Energy and water of a year: what is free, what chillers take, and what the data of climates hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.cooling.pue import HOURS_OF_MONTHS, Climate, Rejection, Stream, wet_bulb_c, year_of
from gpudesk.project.plant_rules import places, typed_months, variant_rules
from gpudesk.project.site_sheet import site_definitions

COLD, HOT = Climate((0.0,) * 12, 0.0, 50), Climate((40.0,) * 12, 0.0, 50)
DRY, TOWER = variant_rules().rejection["dry"], variant_rules().rejection["tower"]
STREAM = Stream(1000.0, 20.0, 50.0)


def test_without_chillers_only_fans_and_pumps_count() -> None:
    """1 kW of devices, 50 W inside, 2 % of dry coolers, 6 % of losses and 1 % else: 1.14."""
    year = year_of(1000, [STREAM], DRY, COLD, 0.06, 0.01)
    assert year.mean_pue == pytest.approx(1.14)
    assert year.pue == pytest.approx([1.14] * 12)
    assert (year.free_share, year.water_l, year.wue_l_per_kwh) == (1.0, 0.0, 0.0)
    assert year.it_kwh == pytest.approx(8766, rel=1e-6)


def test_chillers_lift_what_the_air_does_not_take() -> None:
    """40 °C and 8 K of approach over 20 °C, with 6 K of exchangers: 34 K / (0.5 · 290.15 K) for each watt of heat."""
    year = year_of(1000, [STREAM], DRY, HOT, 0.0, 0.0)
    chiller = 34 / (0.5 * 290.15)
    assert DRY.chiller_w_per_w(40, 20) == pytest.approx(chiller)
    assert year.mean_pue == pytest.approx(1 + 0.05 + chiller + 0.02 * (1 + chiller))
    assert year.free_share == 0


def test_towers_evaporate() -> None:
    """2,430 kJ evaporate a liter: 1 kW of heat takes 1.48 L an hour, and a third of it is drained in addition."""
    year = year_of(1000, [Stream(1000.0, 40.0, 0.0)], TOWER, COLD, 0.0, 0.0)
    assert year.wue_l_per_kwh == pytest.approx(3600 / 2430 * 1.33)


@pytest.mark.parametrize(("dry_c", "humidity", "wet_c"), [(20, 50, 13.7), (30, 40, 20.1), (10, 80, 8.2)])
def test_wet_bulb(dry_c: float, humidity: float, wet_c: float) -> None:
    """Stull (2011) gives 13.7 °C for 20 °C and 50 %; the others stand in psychrometric charts, within 0.5 K."""
    assert wet_bulb_c(dry_c, humidity) == pytest.approx(wet_c, abs=0.5)


@given(st.floats(-10, 40), st.floats(0, 8), st.floats(15, 45))
def test_warmer_water_never_costs_more(mean_c: float, spread_k: float, supply_c: float) -> None:
    climate = Climate((mean_c,) * 12, spread_k, 60)

    def pue(supply: float) -> float:
        return year_of(1000, [Stream(1000.0, supply, 0.0)], DRY, climate, 0.0, 0.0).mean_pue

    assert pue(supply_c + 5) <= pue(supply_c) + 1e-12
    assert pue(supply_c) >= 1


def test_data_of_climates_and_variants() -> None:
    assert tuple(site_definitions().values["climate"].choices) == places()
    assert tuple(site_definitions().values["heat_rejection"].choices) == tuple(variant_rules().rejection)
    assert all(figure.source and figure.source_es for figure in variant_rules().figures().values())
    assert sum(HOURS_OF_MONTHS) == pytest.approx(8766)
    assert isinstance(DRY, Rejection)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1 2 3 4 5 6 7 8 9 10 11 12", 12),
        ("1,5; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12", 12),
        ("", 0),
        ("1 2 3", 0),
        ("a " * 12, 0),
        ("99 " * 12, 0),
    ],
)
def test_typed_months(text: str, found: int) -> None:
    assert len(typed_months(text) or ()) == found
