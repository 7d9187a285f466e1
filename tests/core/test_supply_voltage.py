"""Voltages as data sheets print them, and plugs by their names."""

import pytest

from gpudesk.core.power.receptacles import Region, plug_regions, same_plug
from gpudesk.core.power.supply_voltage import takes, voltage_ranges


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
        ("48 V DC over USB-C, adapter for 100–240 V AC", 230, False, True),
        ("48 V DC over USB-C, adapter for 100–240 V AC", 48, True, True),
        ("54 V DC from the busbar", 54, False, False),
        ("200–240 V AC", 230, True, False),
    ],
)
def test_a_printed_voltage(printed: str, volts: float, direct: bool, taken: bool) -> None:
    assert takes(voltage_ranges(printed), volts, direct=direct) is taken


def test_words_without_a_voltage_say_nothing() -> None:
    assert voltage_ranges("DC over USB-C or a barrel connector") == ()


def test_plugs() -> None:
    assert same_plug("NEMA L6-30R", "nema l6-30p")
    assert not same_plug("IEC 60309 32 A 3P+N+E", "IEC 60309 16 A 3P+N+E")
    for receptacle, plug in (
        ("L6-30R", "NEMA L6-30"),
        ("CS8364C", "CS8365C"),
        ("CS8369", "CS8365"),
        ("IEC60309 3P+N+E 60A", "IEC 60309 60 A 3P+N+E"),
        ("IEC 309 60 A", "IEC 60309 60 A 3P+N+E"),
        ("C19", "C20"),
    ):
        assert same_plug(receptacle, plug), (receptacle, plug)
    for receptacle, plug in (
        ("NEMA L6-20R", "NEMA L6-30P"),
        ("CS6369", "CS8365C"),
        ("IEC 60309 32 A 3P+E", "IEC 60309 32 A 3P+N+E"),
        ("IEC 60309 32 A 2P+E", "IEC 60309 32 A 3P+N+E"),
        ("C13", "C20"),
    ):
        assert not same_plug(receptacle, plug), (receptacle, plug)
    assert plug_regions("CS8365C") == {Region.NORTH_AMERICA}
    assert plug_regions("IEC 60309 32 A 2P+E") == set(Region)
