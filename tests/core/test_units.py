"""Conversions against figures that makers and standards print."""

import pytest

from gpudesk.core import units
from gpudesk.core.units import RackPitch


def test_mass_and_length_of_published_systems() -> None:
    assert units.pounds_from_kilograms(130.45) == pytest.approx(287.6, abs=0.05)
    assert units.kilograms_from_pounds(2250) == pytest.approx(1020.58, abs=0.01)
    assert units.inches_from_millimetres(482.6) == pytest.approx(19)
    assert units.millimetres_from_inches(1.75) == pytest.approx(RackPitch.EIA.value)
    assert units.feet_from_metres(30) == pytest.approx(98.43, abs=0.01)


def test_airflow_of_a_published_system() -> None:
    assert units.cubic_metres_per_hour_from_cfm(1105) == pytest.approx(1877.4, abs=0.1)
    assert units.cfm_from_cubic_metres_per_hour(units.cubic_metres_per_hour_from_cfm(840)) == pytest.approx(840)


def test_temperatures() -> None:
    assert units.fahrenheit_from_celsius(27) == pytest.approx(80.6)
    assert units.celsius_from_fahrenheit(units.fahrenheit_from_celsius(35)) == pytest.approx(35)


def test_gpu_memory_is_kept_in_mebibytes() -> None:
    assert units.gib_from_mib(81_920) == 80
    assert units.gib_from_mib(81_559) == pytest.approx(79.65, abs=0.005)
    assert units.mib_from_gib(1.5) == 1536
    assert units.gb_from_mib(81_559) == pytest.approx(85.52, abs=0.01)


def test_rack_units() -> None:
    assert units.units_from_millimetres(355.6) == 8
    assert units.units_from_millimetres(2112, RackPitch.OPEN_RACK) == 44
    assert units.millimetres_from_half_units(1) == 22.225
    assert units.millimetres_from_half_units(88, RackPitch.OPEN_RACK) == 2112
    assert units.pitch_for_rails(19) is RackPitch.EIA
    assert units.pitch_for_rails(21) is RackPitch.OPEN_RACK
