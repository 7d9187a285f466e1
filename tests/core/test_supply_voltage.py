"""Voltages as data sheets print them, and plugs by their names."""

import numpy as np
import pytest

from gpudesk.core.power_lines import Tap, Wiring
from gpudesk.core.receptacles import Region, plug_regions, same_plug
from gpudesk.core.supply_voltage import takes, tap_voltage_v, voltage_ranges


@pytest.mark.parametrize(
    ("printed", "volts", "direct", "taken"),
    [
        ("200–240 V AC", 239.6, False, True),
        ("200–240 V AC", 277, False, False),
        ("200–277 V AC", 277, False, True),
        ("100–127 V AC, 200–240 V AC", 120, False, True),
        ("100–127 V AC, 200–240 V AC", 150, False, False),
        ("three-phase 400–480 V AC", 415, False, True),
        ("400 V or 480 V", 415, False, True),
        ("400 V or 480 V", 208, False, False),
        ("48 V DC by USB-C, adapter for 100–240 V AC", 230, False, True),
        ("48 V DC by USB-C, adapter for 100–240 V AC", 48, True, True),
        ("54 V DC from the busbar", 54, False, False),
        ("200–240 V AC", 230, True, False),
    ],
)
def test_a_printed_voltage(printed: str, volts: float, direct: bool, taken: bool) -> None:
    assert takes(voltage_ranges(printed), volts, direct=direct) is taken


def test_words_without_a_voltage_say_nothing() -> None:
    assert voltage_ranges("DC by USB-C or a round connector") == ()


def test_to_neutral_of_three_lines_and_between_them() -> None:
    """415 V between lines are 239.6 V to neutral; a circuit of one line says its own voltage."""
    wiring = np.array([Wiring.WYE, Wiring.WYE, Wiring.LINE_TO_NEUTRAL, Wiring.DELTA])
    taps = np.array([Tap.L2, Tap.ALL, Tap.L1, Tap.L1_L2])
    found = tap_voltage_v(np.array([415.0, 415.0, 230.0, 208.0]), wiring, taps)
    assert found == pytest.approx([239.6, 415, 230, 208], abs=0.01)


def test_plugs() -> None:
    assert same_plug("NEMA L6-30R", "nema l6-30p")
    assert not same_plug("IEC 60309 32 A 3P+N+E", "IEC 60309 16 A 3P+N+E")
    assert plug_regions("CS8365C") == {Region.NORTH_AMERICA}
    assert plug_regions("IEC 60309 32 A 2P+E") == set(Region)
