import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.ui.toolkit import quantities
from gpudesk.ui.toolkit.quantities import (
    MISSING,
    THIN_SPACE,
    format_number,
    format_quantity,
    format_range,
    rounded_quantity,
    split_quantity,
)


def thin(text: str) -> str:
    """The expected text written with plain spaces."""
    return text.replace(" ", THIN_SPACE)


@pytest.mark.parametrize(
    ("value", "unit", "english", "spanish"),
    [
        (10_200, "W", "10.2 kW", "10,2 kW"),
        (45, "W", "45 W", "45 W"),
        (1_295_400, "W", "1,295 kW", "1295 kW"),
        (152_345_680, "W", "152,346 kW", "152 346 kW"),
        (999.94, "kg", "999.94 kg", "999,94 kg"),
        (130.45, "kg", "130.45 kg", "130,45 kg"),
        (9_238.75, "kg", "9,239 kg", "9239 kg"),
        (28_238.75, "kg", "28,239 kg", "28 239 kg"),
        (897.1, "mm", "897.1 mm", "897,1 mm"),
        (31, "%", "31 %", "31 %"),
        (8, "U", "8U", "8U"),
        (0.5, "U", "0.5U", "0,5U"),
        (24_564, "MiB", "24,564 MiB", "24 564 MiB"),
        (1_016, "MiB", "1,016 MiB", "1016 MiB"),
        (-3.5, "°C", "−3.5 °C", "−3,5 °C"),
        (-0.001, "kg", "0 kg", "0 kg"),
        (180.0, "°", "180°", "180°"),
        (None, "W", MISSING, MISSING),
        (math.nan, "kg", MISSING, MISSING),
    ],
)
def test_quantities_in_both_languages(value: float | None, unit: str, english: str, spanish: str) -> None:
    assert format_quantity(value, unit) == thin(english)
    quantities.set_number_language("es")
    assert format_quantity(value, unit) == thin(spanish)


@pytest.mark.parametrize(
    ("value", "unit", "units", "rounded"),
    [
        (28_238.75, "kg", "metric", ("28.2", "t")),
        (1_770.15, "kg", "metric", ("1.77", "t")),
        (130.45, "kg", "metric", ("130", "kg")),
        (28_238.75, "kg", "imperial", ("62,300", "lb")),
        (1_512_400, "W", "metric", ("1.51", "MW")),
        (93_530, "W", "imperial", ("93.5", "kW")),
        (999_999_999_999, "W", "metric", ("1,000,000", "MW")),
        (2_526_242, "kWh", "metric", ("2.53", "GWh")),
        (1_507.84, "kW", "metric", ("1.51", "MW")),
        (0.0, "kg", "metric", ("0", "kg")),
        (0.0416, "kg", "metric", ("0.042", "kg")),
        (None, "W", "metric", (MISSING, "W")),
    ],
)
def test_totals_have_three_significant_digits(value: float | None, unit: str, units: str, rounded: tuple[str, str]) -> None:
    quantities.set_unit_system(units)
    assert rounded_quantity(value, unit) == rounded


@pytest.mark.parametrize(
    ("value", "unit", "imperial"),
    [
        (25.4, "mm", "1 in"),
        (1, "kg", "2.2 lb"),
        (28_238.75, "kg", "62,256 lb"),
        (20, "°C", "68 °F"),
        (10, "K", "18 °F"),
        (1000, "kg/m²", "204.8 lb/ft²"),
        (30.48, "m", "100 ft"),
        (130, "L/min", "34.3 gpm"),
        (10_200, "W", "10.2 kW"),
        (42, "U", "42U"),
    ],
)
def test_imperial_units(value: float, unit: str, imperial: str) -> None:
    assert format_quantity(value, unit, units="imperial") == thin(imperial)
    quantities.set_unit_system("imperial")
    assert format_quantity(value, unit) == thin(imperial)


def test_decimals_are_of_what_is_written() -> None:
    assert format_quantity(10_200, "W", decimals=2) == thin("10.20 kW")
    assert format_quantity(10_200, "W", scale=False) == thin("10,200 W")
    assert split_quantity(10_200, "W") == ("10.2", "kW")
    assert format_number(2, decimals=3) == "2.000"


def test_ranges() -> None:
    assert format_range(19, 33, "ms") == thin("19–33 ms")
    assert format_range(5, 5, "°C") == thin("5 °C")
    assert format_range(1, 8, "U") == "1–8U"
    assert format_range(800, 1200, "W") == thin("800 W") + " … " + thin("1.2 kW")
    assert format_range(None, 3, "ms") == f"{MISSING} … " + thin("3 ms")


def test_an_unknown_unit_system_is_refused() -> None:
    with pytest.raises(ValueError, match="no such unit system"):
        quantities.set_unit_system("furlongs")


@given(st.floats(min_value=-1e12, max_value=1e12), st.integers(0, 3))
def test_a_number_reads_back(value: float, decimals: int) -> None:
    english = format_number(value, decimals, language="en").replace(",", "").replace("−", "-")
    spanish = format_number(value, decimals, language="es")
    spanish = spanish.replace(THIN_SPACE, "").replace(",", ".").replace("−", "-")
    assert float(english) == float(spanish) == pytest.approx(round(value, decimals), abs=10**-decimals)
