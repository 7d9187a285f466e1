"""What loads put on the lines of circuits, against published and worked figures."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.power_lines import Tap, Wiring, circuit_va, line_currents_a, line_volt_amperes, neutral_current_a


def currents(loads: list[tuple[float, Tap]], voltage_v: float, wiring: Wiring) -> list[float]:
    va, tap = np.array([load[0] for load in loads], float), np.array([load[1] for load in loads], np.int64)
    lines = line_volt_amperes(va, tap, np.zeros(len(loads), np.int64), 1)
    return list(line_currents_a(lines, np.array([voltage_v]), np.array([wiring]))[0])


def test_balanced_between_lines() -> None:
    """datacentermd.com: 6,180 VA over three banks of 208 V are 17.15 A a line."""
    loads = [(2060.0, tap) for tap in (Tap.L1_L2, Tap.L2_L3, Tap.L3_L1)]
    assert currents(loads, 208, Wiring.DELTA) == pytest.approx([17.154] * 3, abs=0.001)


def test_the_same_load_on_two_banks_overloads_the_line_that_they_share() -> None:
    """datacentermd.com: on two banks one line passes the 24 A of 30 A at 80 %, though the total is far below 8,646 VA."""
    first, shared, last = currents([(3090.0, Tap.L1_L2), (3090.0, Tap.L2_L3)], 208, Wiring.DELTA)
    assert shared == pytest.approx(25.731, abs=0.001)
    assert shared > 0.8 * 30
    assert (first, last) == pytest.approx((3090 / 208, 3090 / 208))


def test_eight_supplies_on_three_lines() -> None:
    """Four DGX H100 on the two PDUs that are left of three: eight supplies of 2.55 kW fall 3, 3, 2 on lines of 415 V wye."""
    for power_factor, amperes in ((0.95, 33.6), (0.98, 32.6), (1.0, 31.9)):
        loads = [(2550 / power_factor, Tap(place % 3)) for place in range(8)]
        worst = max(currents(loads, 415, Wiring.WYE))
        assert worst == pytest.approx(amperes, abs=0.06)


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


@pytest.mark.parametrize(
    ("wiring", "voltage_v", "current_a", "kva"),
    [
        (Wiring.LINE_TO_NEUTRAL, 230, 16, 3.68),
        (Wiring.LINE_TO_NEUTRAL, 230, 32, 7.36),
        (Wiring.LINE_TO_LINE, 240, 30, 7.2),
        (Wiring.DELTA, 208, 30, 10.808),
        (Wiring.DELTA, 208, 60, 21.616),
        (Wiring.WYE, 400, 16, 11.085),
        (Wiring.WYE, 400, 32, 22.17),
        (Wiring.WYE, 400, 63, 43.648),
        (Wiring.WYE, 415, 30, 21.564),
        (Wiring.WYE, 415, 32, 23.002),
        (Wiring.WYE, 415, 60, 43.128),
        (Wiring.WYE, 415, 63, 45.284),
        (Wiring.DC, 54, 1000, 54.0),
    ],
)
def test_what_circuits_carry(wiring: Wiring, voltage_v: float, current_a: float, kva: float) -> None:
    carried = circuit_va(np.array([voltage_v], float), np.array([current_a], float), np.array([wiring]))
    assert carried[0] / 1000 == pytest.approx(kva, abs=0.001)


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
