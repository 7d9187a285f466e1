"""What loads put on the lines of circuits; published and worked figures stand in tests/golden."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.power.power_lines import Tap, Wiring, circuit_va, line_currents_a, line_volt_amperes, neutral_current_a


def currents(loads: list[tuple[float, Tap]], voltage_v: float, wiring: Wiring) -> list[float]:
    va, tap = np.array([load[0] for load in loads], float), np.array([load[1] for load in loads], np.int64)
    lines = line_volt_amperes(va, tap, np.zeros(len(loads), np.int64), 1)
    return list(line_currents_a(lines, np.array([voltage_v]), np.array([wiring]))[0])


def test_the_same_load_on_two_banks_overloads_the_line_that_they_share() -> None:
    """datacentermd.com: on two banks one line passes the 24 A of 30 A at 80 %, though the total is far below 8,646 VA."""
    first, shared, last = currents([(3090.0, Tap.L1_L2), (3090.0, Tap.L2_L3)], 208, Wiring.DELTA)
    assert shared == pytest.approx(25.731, abs=0.001)
    assert shared > 0.8 * 30
    assert (first, last) == pytest.approx((3090 / 208, 3090 / 208))


def test_neutral_carries_the_imbalance() -> None:
    lines = line_volt_amperes(np.array([2300.0, 2300.0]), np.array([Tap.L1, Tap.L2]), np.zeros(2, np.int64), 1)
    assert neutral_current_a(lines, np.array([230 * 3**0.5]), np.array([Wiring.WYE]))[0] == pytest.approx(10)
    assert neutral_current_a(lines, np.array([230 * 3**0.5]), np.array([Wiring.DELTA]))[0] == 0


def test_direct_current_has_no_lines() -> None:
    assert currents([(13_500.0, Tap.DC)], 54, Wiring.DC) == pytest.approx([250, 0, 0])


def test_a_rectifier_takes_from_all_lines_alike() -> None:
    assert currents([(21_616.0, Tap.DC)], 208, Wiring.DELTA) == pytest.approx([60] * 3, abs=0.01)


def test_one_line_and_two_lines() -> None:
    assert currents([(3680.0, Tap.L1)], 230, Wiring.LINE_TO_NEUTRAL)[0] == pytest.approx(16)
    assert currents([(4992.0, Tap.L1_L2)], 208, Wiring.LINE_TO_LINE)[:2] == pytest.approx([24, 24])


def test_what_direct_current_carries() -> None:
    assert circuit_va(np.array([54.0]), np.array([1000.0]), np.array([Wiring.DC]))[0] == pytest.approx(54_000)


LOADS = st.lists(st.tuples(st.floats(1, 5000), st.sampled_from([tap for tap in Tap if tap is not Tap.DC])), min_size=1, max_size=12)


@given(LOADS)
def test_no_line_carries_more_than_all_loads_on_it(loads: list[tuple[float, Tap]]) -> None:
    """The sum of vectors is at most the sum of their lengths, and a load on one tap alone has exactly its own current."""
    lines = currents(loads, 415, Wiring.WYE)
    total = sum(va for va, _ in loads)
    assert max(lines) <= total / (415 / 3**0.5) * (1 + 1e-9)
    assert sum(lines) * 415 / 3**0.5 >= total * (1 - 1e-9) / 2


@given(st.lists(st.floats(1, 5000), min_size=1, max_size=6))
def test_the_same_on_every_tap_is_balanced(loads: list[float]) -> None:
    for taps in ((Tap.L1, Tap.L2, Tap.L3), (Tap.L1_L2, Tap.L2_L3, Tap.L3_L1)):
        lines = currents([(va, tap) for va in loads for tap in taps], 415, Wiring.WYE)
        assert lines == pytest.approx([3 * sum(loads) / (3**0.5 * 415)] * 3)
