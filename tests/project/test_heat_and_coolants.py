"""Heat, air and liquid: what the sums keep whatever the figures, and what the data of coolants and classes hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.cooling import air, heat, liquid
from gpudesk.core.cooling.thermal_classes import air_classes_for, liquid_class_for
from gpudesk.project.cooling_rules import coolants, thermal_classes

HEATS = st.floats(100, 1e6)
RISES = st.floats(1, 40)
ALTITUDES = st.floats(-400, 4000)
INLETS = st.floats(5, 45)


@given(HEATS, RISES, ALTITUDES, INLETS)
def test_air_gives_back_what_it_was_asked(heat_w: float, rise_k: float, altitude_m: float, inlet_c: float) -> None:
    flow = air.airflow_m3_per_s(heat_w, rise_k, altitude_m, inlet_c)
    assert air.air_delta_t_k(heat_w, flow, altitude_m, inlet_c) == pytest.approx(rise_k)
    assert air.air_heat_w(flow, rise_k, altitude_m, inlet_c) == pytest.approx(heat_w)
    assert air.m3_per_s_from_cfm(air.cfm_from_m3_per_s(flow)) == pytest.approx(flow)


@given(HEATS, RISES, ALTITUDES, INLETS)
def test_thinner_air_must_flow_more(heat_w: float, rise_k: float, altitude_m: float, inlet_c: float) -> None:
    flow = air.airflow_m3_per_s(heat_w, rise_k, altitude_m, inlet_c)
    assert air.airflow_m3_per_s(heat_w, rise_k, altitude_m + 500, inlet_c) > flow
    assert air.airflow_m3_per_s(heat_w, rise_k, altitude_m, inlet_c + 5) > flow


@given(HEATS, RISES, st.sampled_from(sorted(coolants().by_key)), INLETS)
def test_liquid_gives_back_what_it_was_asked(heat_w: float, rise_k: float, key: str, mean_c: float) -> None:
    coolant = coolants().by_key[key]
    flow = liquid.liquid_flow_l_per_min(heat_w, rise_k, coolant, mean_c)
    assert liquid.liquid_delta_t_k(heat_w, flow, coolant, mean_c) == pytest.approx(rise_k)
    assert liquid.liquid_heat_w(flow, rise_k, coolant, mean_c) == pytest.approx(heat_w)
    assert liquid.loop_capacity_w(flow, liquid.specific_flow_l_per_min_kw(heat_w, flow)) == pytest.approx(heat_w)


def test_arrays_are_summed_as_single_numbers() -> None:
    heats, rises = np.array([10_200.0, 40_800.0]), np.array([15.0, 12.0])
    altitudes, inlets = np.array([0.0, 1500.0]), np.array([20.0, 27.0])
    water = coolants().by_key["water"]
    rows = list(zip(heats, rises, altitudes, inlets, strict=True))
    assert air.airflow_m3_per_s(heats, rises, altitudes, inlets) == pytest.approx([air.airflow_m3_per_s(*row) for row in rows])
    each = [liquid.liquid_flow_l_per_min(heat_w, rise, water, inlet) for heat_w, rise, _, inlet in rows]
    assert liquid.liquid_flow_l_per_min(heats, rises, water, inlets) == pytest.approx(each)
    assert heat.heat_btu_per_h(heats) == pytest.approx([heat.heat_btu_per_h(float(each)) for each in heats])


def test_tons_of_refrigeration() -> None:
    """One ton is 12,000 BTU/h."""
    assert heat.heat_btu_per_h(10_000.0) / heat.cooling_tons(10_000.0) == pytest.approx(12_000, rel=1e-6)


def test_air_of_the_standard_atmosphere() -> None:
    """ISO 2533: 89.874 kPa at 1,000 m, 54.020 kPa at 5,000 m."""
    assert 101.325 * air.pressure_ratio(1000.0) == pytest.approx(89.874, abs=0.01)
    assert 101.325 * air.pressure_ratio(5000.0) == pytest.approx(54.020, abs=0.01)
    assert air.air_heat_j_per_m3_k(0.0, 20.0) == pytest.approx(1206)


def test_pump_power() -> None:
    """120 L/min against 115 kPa are 230 W of water, 383 W from the mains at 60 %."""
    assert liquid.pump_power_w(120.0, 115.0, 1.0) == pytest.approx(230)
    assert liquid.pump_power_w(120.0, 115.0, 0.6) == pytest.approx(383.3, abs=0.1)


def test_every_coolant_has_a_figure_for_every_temperature() -> None:
    for coolant in coolants().by_key.values():
        assert len(coolant.density_kg_per_m3) == len(coolant.specific_heat_j_per_kg_k) == len(coolant.temperature_c)
        assert list(coolant.temperature_c) == sorted(coolant.temperature_c)
        assert coolant.source
    water, glycol = coolants().by_key["water"], coolants().default
    assert glycol.heat_j_per_l_k(25.0) < water.heat_j_per_l_k(25.0)


def test_air_classes_lose_warmth_with_altitude() -> None:
    """ASHRAE TC 9.9: 1 K for each 300 m above 900 m in A1 and A2."""
    a2 = thermal_classes().air["A2"]
    assert a2.allowable_at(900).greatest == 35
    assert a2.allowable_at(1500).greatest == pytest.approx(33)
    assert a2.recommended_at(3300).greatest == 27
    assert a2.recommended_at(3600).greatest == pytest.approx(26)


@pytest.mark.parametrize(
    ("inlet_c", "altitude_m", "names"),
    [(22, 0, "A1 A2 A3 A4 H1"), (27, 0, "A1 A2 A3 A4"), (34, 0, "A2 A3 A4"), (34, 1500, "A3 A4"), (8, 0, "A3 A4"), (46, 0, "")],
)
def test_which_air_classes_may_stand_in_a_room(inlet_c: float, altitude_m: float, names: str) -> None:
    found = air_classes_for(thermal_classes().air.values(), inlet_c, altitude_m)
    assert " ".join(each.name for each in found) == names


@pytest.mark.parametrize(
    ("supply_c", "water", "loop"), [(17, "W17", "S30"), (30, "W32", "S30"), (37, "W40", "S40"), (48, "W+", "S50"), (55, "W+", None)]
)
def test_the_class_that_a_supply_temperature_asks_for(supply_c: float, water: str, loop: str | None) -> None:
    classes = thermal_classes()
    of_water, of_loop = (liquid_class_for(kinds.values(), supply_c) for kinds in (classes.water, classes.loop))
    assert of_water is not None
    assert of_water.name == water
    assert (None if of_loop is None else of_loop.name) == loop
