"""Circuits against published numbers."""

import numpy as np
import pytest

from gpudesk.core.electrical import (
    apparent_power_va,
    breaker_for_continuous_a,
    known_sum,
    single_phase_current_a,
    single_phase_va,
    three_phase_current_a,
    three_phase_va,
)


def test_208_v_30_a_at_80_percent() -> None:
    """datacentermd.com, three-phase PDU balance: 8,646 VA."""
    assert 0.8 * three_phase_va(208, 30) == pytest.approx(8646, abs=1)


def test_feed_of_a_superpod() -> None:
    """NVIDIA DGX SuperPOD data center design (DGX H100): 415 V, 32 A, power factor 0.95 give 21.8 kW."""
    assert 0.95 * three_phase_va(415, 32) / 1000 == pytest.approx(21.8, abs=0.1)


def test_three_banks_of_an_ap8868() -> None:
    """Schneider Electric FA156194: 9,984 W on three banks of 208 V and 16 A."""
    assert 3 * single_phase_va(208, 16) == 9984


@pytest.mark.parametrize(
    ("voltage_v", "current_a", "kva"),
    [(208, 60, 21.616), (400, 16, 11.085), (400, 32, 22.17), (400, 63, 43.648), (415, 60, 43.128)],
)
def test_three_phase_circuits(voltage_v: float, current_a: float, kva: float) -> None:
    assert three_phase_va(voltage_v, current_a) / 1000 == pytest.approx(kva, abs=0.001)


@pytest.mark.parametrize(("voltage_v", "current_a", "kva"), [(230, 16, 3.68), (230, 32, 7.36), (240, 30, 7.2)])
def test_single_phase_circuits(voltage_v: float, current_a: float, kva: float) -> None:
    assert single_phase_va(voltage_v, current_a) / 1000 == pytest.approx(kva)


def test_currents_take_powers_back() -> None:
    assert single_phase_current_a(single_phase_va(230, 16) * 0.9, 230, 0.9) == pytest.approx(16)
    assert three_phase_current_a(three_phase_va(400, 32) * 0.95, 400, 0.95) == pytest.approx(32)
    assert apparent_power_va(950, 0.95) == pytest.approx(1000)


def test_breaker_of_a_continuous_load() -> None:
    """NEC 210.20(A): 125 % of 24 A."""
    assert breaker_for_continuous_a(24, 0.8) == pytest.approx(30)


def test_a_sum_says_what_is_missing() -> None:
    total = known_sum(np.array([10_200.0, np.nan, 10_200.0]))
    assert (total.value, total.known, total.missing, total.complete) == (20_400, 2, 1, False)
    assert known_sum(np.empty(0)).complete


@pytest.mark.parametrize(("voltage_v", "power_factor"), [(0, 1), (-5, 1), (230, 0), (230, 1.1)])
def test_what_cannot_be_is_refused(voltage_v: float, power_factor: float) -> None:
    for current in (single_phase_current_a, three_phase_current_a):
        with pytest.raises(ValueError, match="above zero"):
            current(100, voltage_v, power_factor)
