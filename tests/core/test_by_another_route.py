"""Formulas that decide an order, each computed a second time in another way from its published definition, on random inputs."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.cabling.link_loss import path_loss
from gpudesk.core.power.power_lines import Tap, Wiring, circuit_va, line_currents_a, line_volt_amperes, neutral_current_a
from gpudesk.core.racks.weight import footprint_load_kg_per_m2, spread_load_kg_per_m2

STEPS = 720
"""Moments of a period: enough that means of squares of sines are exact."""
PAIRS = {Tap.L1_L2: (0, 1), Tap.L2_L3: (1, 2), Tap.L3_L1: (2, 0)}
VA = st.floats(1, 20_000)
WYE_LOADS = st.lists(st.tuples(VA, st.sampled_from([Tap.L1, Tap.L2, Tap.L3, *PAIRS])), min_size=1, max_size=8)
DELTA_LOADS = st.lists(st.tuples(VA, st.sampled_from(list(PAIRS))), min_size=1, max_size=8)


def waves(loads: list[tuple[float, Tap]], line_to_line_v: float) -> tuple[list[float], float]:
    """The effective current of each line, and of the neutral, from the course of each load's current over a period.

    A resistor draws i(t) = √2 · S / V · v(t) / v̂; lines add up moment by moment, and the effective value is the root of the mean square
    (IEC 60050-103, 103-02-03).
    """
    at = np.arange(STEPS) * 2 * math.pi / STEPS
    phase = [np.sin(at - line * 2 * math.pi / 3) for line in range(3)]
    lines = [np.zeros(STEPS) for _ in range(3)]
    for va, tap in loads:
        if tap in PAIRS:
            out, back = PAIRS[tap]
            wave = (phase[out] - phase[back]) / math.sqrt(3) * math.sqrt(2) * va / line_to_line_v
            lines[out] = lines[out] + wave
            lines[back] = lines[back] - wave
        else:
            line = int(tap)
            lines[line] = lines[line] + phase[line] * math.sqrt(2) * va / (line_to_line_v / math.sqrt(3))
    effective = [math.sqrt(float(np.mean(line**2))) for line in lines]
    return effective, math.sqrt(float(np.mean((lines[0] + lines[1] + lines[2]) ** 2)))


def lines_of(loads: list[tuple[float, Tap]]) -> np.ndarray[tuple[int, ...], np.dtype[np.complex128]]:
    va, taps = np.array([va for va, _ in loads]), np.array([tap for _, tap in loads], np.int64)
    return line_volt_amperes(va, taps, np.zeros(len(loads), np.int64), 1)


@given(WYE_LOADS)
def test_currents_of_a_wye_circuit_are_those_of_its_waves(loads: list[tuple[float, Tap]]) -> None:
    currents, neutral = waves(loads, 415)
    circuit = lines_of(loads), np.array([415.0]), np.array([Wiring.WYE])
    assert list(line_currents_a(*circuit)[0]) == pytest.approx(currents, rel=1e-9, abs=1e-6)
    assert neutral_current_a(*circuit)[0] == pytest.approx(neutral, rel=1e-9, abs=1e-6)


@given(DELTA_LOADS)
def test_currents_of_a_delta_circuit_are_those_of_its_waves(loads: list[tuple[float, Tap]]) -> None:
    currents, neutral = waves(loads, 208)
    circuit = lines_of(loads), np.array([208.0]), np.array([Wiring.DELTA])
    assert list(line_currents_a(*circuit)[0]) == pytest.approx(currents, rel=1e-9, abs=1e-6)
    assert neutral == pytest.approx(0, abs=1e-6)
    assert neutral_current_a(*circuit)[0] == 0


@given(st.floats(100, 480), st.floats(10, 100))
def test_a_circuit_gives_the_mean_of_its_voltage_times_its_current(voltage_v: float, current_a: float) -> None:
    """The power of three lines is the mean of the sum of v(t) · i(t) (IEC 60050-131, 131-11-31); √3 · V · I follows from it."""
    at = np.arange(STEPS) * 2 * math.pi / STEPS
    phase = [np.sin(at - line * 2 * math.pi / 3) for line in range(3)]
    power = float(np.mean(sum((wave * math.sqrt(2) * voltage_v / math.sqrt(3)) * (wave * math.sqrt(2) * current_a) for wave in phase)))
    volts, amperes = np.array([voltage_v] * 2), np.array([current_a] * 2)
    assert circuit_va(volts, amperes, np.array([Wiring.WYE, Wiring.DELTA])) == pytest.approx([power] * 2)


@given(
    st.lists(st.tuples(st.integers(1, 2_000), st.integers(1, 350)), max_size=5),
    st.lists(st.tuples(st.integers(0, 75), st.integers(1, 2)), max_size=6),
    st.integers(0, 6),
    st.integers(0, 30),
)
def test_the_loss_of_a_path_is_the_ratio_of_what_comes_out(
    fibre: list[tuple[int, int]], joints: list[tuple[int, int]], splices: int, splice: int
) -> None:
    """Attenuation is 10 · log10(P1 / P2) (IEC 60050-731, 731-01-48): the light is dimmed piece by piece, and the ratio taken at the end.

    Args:
        fibre: meters, and hundredths of a dB in a kilometer.
        joints: hundredths of a dB, and connectors that meet.
        splices: their number, each of `splice` hundredths of a dB.
    """
    light = 1.0
    for metres, loss in fibre:
        light *= 10 ** (-(loss / 100) * (metres / 1000) / 10)
    for loss, _ in joints:
        light *= 10 ** (-(loss / 100) / 10)
    for _ in range(splices):
        light *= 10 ** (-(splice / 100) / 10)
    pieces = [(float(metres), loss / 100) for metres, loss in fibre]
    found = path_loss(pieces, [(loss / 100, count) for loss, count in joints], splices, splice / 100)
    assert found.total_db == pytest.approx(-10 * math.log10(light), abs=1e-9)
    assert found.matings == sum(count for _, count in joints)


@given(st.integers(50, 4_000), st.integers(300, 1_200), st.integers(600, 1_600), st.integers(0, 2_400))
def test_a_floor_holds_up_what_stands_on_it(mass_kg: int, width_mm: int, depth_mm: int, aisle_mm: int) -> None:
    """A uniform load times its area is the whole mass (EN 1991-1-1, 6.3.1: qk in kN/m²), in fractions of whole millimeters."""
    footprint = Fraction(width_mm, 1000) * Fraction(depth_mm, 1000)
    claimed = footprint + Fraction(width_mm, 1000) * Fraction(aisle_mm, 1000)
    assert footprint_load_kg_per_m2(float(mass_kg), width_mm, depth_mm) == pytest.approx(float(mass_kg / footprint))
    assert spread_load_kg_per_m2(float(mass_kg), width_mm, depth_mm, aisle_mm) == pytest.approx(float(mass_kg / claimed))
