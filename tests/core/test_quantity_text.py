"""The unit in which each value is written, with its conversion and its decimals."""

import pytest

from gpudesk.core.values.quantity_text import IMPERIAL, IMPERIAL_UNITS, METRIC, METRIC_UNITS, NumberStyle

WRITTEN_METRIC = {
    "W": "12.3 W",
    "VA": "12.3 VA",
    "V": "12.3 V",
    "A": "12.35 A",
    "kW": "12.35 kW",
    "kWh": "12.35 kWh",
    "kg": "12.35 kg",
    "mm": "12.3 mm",
    "m": "12.35 m",
    "km": "12.35 km",
    "m²": "12.3 m²",
    "kg/m²": "12 kg/m²",
    "°C": "12.3 °C",
    "K": "12.3 K",
    "CFM": "12 CFM",
    "m³/h": "12 m³/h",
    "L/min": "12.3 L/min",
    "kPa": "12.3 kPa",
    "%": "12.3 %",
    "U": "12.3U",
}
"""12.3456 of each unit."""
WRITTEN_IMPERIAL = {
    "kg": "27.2 lb",
    "mm": "0.49 in",
    "m": "40.5 ft",
    "km": "7.67 mi",
    "m²": "132.9 ft²",
    "kg/m²": "2.5 lb/ft²",
    "°C": "54.2 °F",
    "K": "22.2 °F",
    "m³/h": "7 CFM",
    "L/min": "3.3 gpm",
    "kPa": "1.79 psi",
}
PUBLISHED = {
    "kg": 0.45359237,
    "mm": 25.4,
    "m": 0.3048,
    "km": 1.609344,
    "m²": 0.09290304,
    "kg/m²": 4.882428,
    "m³/h": 4.719474e-4 * 3600,
    "L/min": 3.785412,
    "kPa": 6.894757,
    "°C": 5 / 9,
    "K": 5 / 9,
}
"""One US customary unit in the unit of the project: NIST SP 811 (2008), appendix B.8, at the seven digits printed there."""


@pytest.mark.parametrize("unit", METRIC_UNITS)
def test_a_metric_unit_is_written_as_it_is_with_its_decimals(unit: str) -> None:
    assert NumberStyle(units=METRIC).quantity(12.3456, unit).replace("\u00a0", " ") == WRITTEN_METRIC[unit]


@pytest.mark.parametrize("unit", IMPERIAL_UNITS)
def test_a_us_customary_unit_is_the_published_one(unit: str) -> None:
    style = NumberStyle(units=IMPERIAL)
    assert style.quantity(12.3456, unit).replace("\u00a0", " ") == WRITTEN_IMPERIAL[unit]
    assert 1 / style.written(unit).factor == pytest.approx(PUBLISHED[unit], rel=5e-7)


def test_only_a_temperature_has_an_offset_and_a_difference_has_none() -> None:
    style = NumberStyle(units=IMPERIAL)
    assert {unit: style.written(unit).offset for unit in IMPERIAL_UNITS if style.written(unit).offset} == {"°C": 32.0}
    assert [style.quantity(value, "°C").replace("\u00a0", " ") for value in (-40, 0, 100)] == ["−40 °F", "32 °F", "212 °F"]
    assert style.quantity(10, "K").replace("\u00a0", " ") == "18 °F"


def test_a_unit_without_a_us_customary_one_stays_and_an_unlisted_one_has_three_decimals() -> None:
    style = NumberStyle(units=IMPERIAL)
    assert [style.written(unit) for unit in METRIC_UNITS.keys() - IMPERIAL_UNITS.keys()] == [
        METRIC_UNITS[unit] for unit in METRIC_UNITS.keys() - IMPERIAL_UNITS.keys()
    ]
    assert style.quantity(12.34567, "GiB").replace("\u00a0", " ") == "12.346 GiB"


def test_loads_and_masses_have_no_decimals_from_a_thousand() -> None:
    style = NumberStyle()
    written = [style.quantity(value, unit, scale=False) for unit in ("W", "VA", "kW", "kWh", "kg") for value in (999.94, 1000.4)]
    assert [text.split("\u00a0")[0] for text in written] == [*["999.9", "1,000"] * 2, *["999.94", "1,000"] * 3]
    assert [style.quantity(value, "W").replace("\u00a0", " ") for value in (999.9, 1000, 10_234, 1_234_567)] == [
        "999.9 W",
        "1 kW",
        "10.23 kW",
        "1,235 kW",
    ]
    assert NumberStyle(units=IMPERIAL).quantity(1000 * 0.45359237 + 0.2, "kg").replace("\u00a0", " ") == "1,000 lb"
    assert style.quantity(1234.56, "m").replace("\u00a0", " ") == "1,234.56 m"


def test_a_total_has_three_digits_in_the_largest_unit_that_it_fills() -> None:
    totals: dict[str, dict[float, str]] = {
        "W": {999: "999 W", 1000: "1 kW", 999_000: "999 kW", 1_514_000: "1.51 MW", 28_400_000: "28.4 MW"},
        "VA": {1_514_000: "1.51 MVA"},
        "kW": {999: "999 kW", 1_514: "1.51 MW"},
        "kWh": {1_514: "1.51 MWh", 1_514_000: "1.51 GWh"},
        "kg": {999: "999 kg", 28_240: "28.2 t", 0.1234: "0.123 kg"},
    }
    for unit, texts in totals.items():
        assert {value: NumberStyle().total(value, unit).replace("\u00a0", " ") for value in texts} == texts
