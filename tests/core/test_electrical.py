"""Sums of circuits; published and worked figures stand in tests/golden."""

import numpy as np
import pytest

from gpudesk.core.electrical import (
    apparent_power_va,
    known_sum,
    single_phase_current_a,
    single_phase_va,
    three_phase_current_a,
    three_phase_va,
)


def test_currents_take_powers_back() -> None:
    assert single_phase_current_a(single_phase_va(230, 16) * 0.9, 230, 0.9) == pytest.approx(16)
    assert three_phase_current_a(three_phase_va(400, 32) * 0.95, 400, 0.95) == pytest.approx(32)
    assert apparent_power_va(950, 0.95) == pytest.approx(1000)


def test_a_sum_says_what_is_missing() -> None:
    total = known_sum(np.array([10_200.0, np.nan, 10_200.0]))
    assert (total.value, total.known, total.missing, total.complete) == (20_400, 2, 1, False)
    assert known_sum(np.empty(0)).complete


@pytest.mark.parametrize(("voltage_v", "power_factor"), [(0, 1), (-5, 1), (230, 0), (230, 1.1)])
def test_what_cannot_be_is_refused(voltage_v: float, power_factor: float) -> None:
    for current in (single_phase_current_a, three_phase_current_a):
        with pytest.raises(ValueError, match="above zero"):
            current(100, voltage_v, power_factor)
