"""Format of numbers and physical values: in a language and a system of units, with a thin space before the unit.

Values are given in the project units (W, kg, mm, m, °C …). An unknown value is written as "–", never as
0.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

METRIC = "metric"
IMPERIAL = "imperial"
UNIT_SYSTEMS = (METRIC, IMPERIAL)

MISSING = "–"
MINUS = "−"
# In our font a no-break space is a fifth of the height wide, which is what printers call a thin space; the narrower
# U+202F is too narrow to be seen at 13 px, and U+2009 is missing from the font and lets a line break.
THIN_SPACE = "\u00a0"
# Written without a space before them: rack units and the turn of a thing.
TIGHT_UNITS = ("U", "°")


@dataclass(frozen=True, slots=True)
class Written:
    """A display unit: value × `factor` + `offset` in `unit`, with at most `decimals` decimal places."""

    unit: str
    factor: float
    decimals: int
    offset: float = 0.0


METRIC_UNITS = {
    "W": Written("W", 1, 1),
    "VA": Written("VA", 1, 1),
    "V": Written("V", 1, 1),
    "A": Written("A", 1, 2),
    "kW": Written("kW", 1, 2),
    "kWh": Written("kWh", 1, 2),
    "kg": Written("kg", 1, 2),
    "mm": Written("mm", 1, 1),
    "m": Written("m", 1, 2),
    "km": Written("km", 1, 2),
    "m²": Written("m²", 1, 1),
    "kg/m²": Written("kg/m²", 1, 0),
    "°C": Written("°C", 1, 1),
    "K": Written("K", 1, 1),
    "CFM": Written("CFM", 1, 0),
    "m³/h": Written("m³/h", 1, 0),
    "L/min": Written("L/min", 1, 1),
    "kPa": Written("kPa", 1, 1),
    "%": Written("%", 1, 1),
    "U": Written("U", 1, 1),
}
# Exact by definition: 1 lb = 0.45359237 kg, 1 in = 25.4 mm, 1 ft = 0.3048 m; 1 US gal = 3.785411784 l; 1 psi =
# 6.894757 kPa.
IMPERIAL_UNITS = {
    "kg": Written("lb", 1 / 0.45359237, 1),
    "mm": Written("in", 1 / 25.4, 2),
    "m": Written("ft", 1 / 0.3048, 1),
    "km": Written("mi", 1 / 1.609344, 2),
    "m²": Written("ft²", 1 / 0.09290304, 1),
    "kg/m²": Written("lb/ft²", 0.09290304 / 0.45359237, 1),
    "°C": Written("°F", 1.8, 1, 32.0),
    "K": Written("°F", 1.8, 1),
    "m³/h": Written("CFM", 1 / 1.69901082, 0),
    "L/min": Written("gpm", 1 / 3.785411784, 1),
    "kPa": Written("psi", 1 / 6.894757, 2),
}
_THOUSANDS = {"W": "kW", "VA": "kVA"}
_WHOLE = frozenset(("W", "VA", "kW", "kVA", "kWh", "kg", "lb"))
"""Units without decimals from 1,000: loads and masses are not known that precisely."""
_DECIMALS, _MOST_DECIMALS = 3, 6
"""Decimals of a number by default, and those that at most are added to tell two values apart."""
_LARGER = {"W": ("kW", "MW"), "VA": ("kVA", "MVA"), "kW": ("MW",), "kWh": ("MWh", "GWh"), "kg": ("t",)}
"""The larger units of a total, each a thousand of the one before."""


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How one person writes figures: `language` "en" or "es", `units` "metric" or "imperial"."""

    language: str = "en"
    units: str = METRIC

    def number(self, value: float | None, decimals: int | None = None) -> str:
        """A number; "–" if it is missing.

        `decimals` fixes the number of decimal places; without it at most three are written and trailing zeros are removed.
        English groups by commas from 1,000, Spanish by thin spaces from 10 000.
        """
        if value is None or not math.isfinite(value):
            return MISSING
        text = f"{abs(value):.{_DECIMALS if decimals is None else decimals}f}"
        if decimals is None and "." in text:
            text = text.rstrip("0").rstrip(".")
        whole, _, part = text.partition(".")
        spanish = self.language == "es"
        if spanish:
            whole = f"{int(whole):,}".replace(",", THIN_SPACE) if len(whole) > 4 else whole
        else:
            whole = f"{int(whole):,}"
        number = f"{whole}{',' if spanish else '.'}{part}" if part else whole
        is_zero = not any(digit in "123456789" for digit in text)
        return f"{MINUS}{number}" if value < 0 and not is_zero else number

    def distinct(self, values: Mapping[str, tuple[float, str]]) -> dict[str, str]:
        """The quantities of one sentence, as `quantity` writes them, by name: with more decimals where two different values of one unit
        would read alike, so that a value over its limit never looks equal to it.
        """
        texts = {name: self.quantity(value, unit) for name, (value, unit) in values.items()}
        if len(set(texts.values())) == len(texts):
            return texts
        for name, (value, unit) in values.items():
            alike = [
                other
                for other, (other_value, other_unit) in values.items()
                if other_unit == unit and other_value != value and texts[other] == texts[name]
            ]
            for decimals in range(self._scaled(value, unit)[2] + 1, _MOST_DECIMALS + 1) if alike else ():
                finer = {each: self._exactly(*values[each], decimals) for each in (name, *alike)}
                if len(set(finer.values())) > 1:
                    texts |= finer
                    break
        return texts

    def _exactly(self, value: float, unit: str, decimals: int) -> str:
        """A quantity with this many decimals in the unit that `split` chooses, without trailing zeros."""
        amount, name, _ = self._scaled(value, unit)
        number, point = self.number(amount, decimals), "," if self.language == "es" else "."
        if point in number:
            number = number.rstrip("0").rstrip(point)
        return f"{number}{'' if name in TIGHT_UNITS or not name else THIN_SPACE}{name}"

    def quantity(self, value: float | None, unit: str, *, decimals: int | None = None, scale: bool = True) -> str:
        """A physical value with its unit; "–" if it is missing.

        With `scale`, 10,200 W is written as 10.2 kW. `decimals` applies to the written value; loads and masses have none from 1,000.
        """
        number, written = self.split(value, unit, decimals=decimals, scale=scale)
        if number == MISSING:
            return MISSING
        if not written:
            return number
        return f"{number}{'' if written in TIGHT_UNITS else THIN_SPACE}{written}"

    def split(self, value: float | None, unit: str, *, decimals: int | None = None, scale: bool = True) -> tuple[str, str]:
        """The number and the unit of `quantity` apart."""
        written = self.written(unit)
        if value is None or not math.isfinite(value):
            return MISSING, written.unit
        amount, name, most = self._scaled(value, unit, scale=scale)
        if decimals is not None and not (name in _WHOLE and abs(amount) >= 1000):
            return self.number(amount, decimals), name
        return self.number(round(amount, most)), name

    def _scaled(self, value: float, unit: str, *, scale: bool = True) -> tuple[float, str, int]:
        """A value in the unit that is shown, that unit, and its decimals at most."""
        written = self.written(unit)
        amount = value * written.factor + written.offset
        name, most = written.unit, written.decimals
        if scale and name in _THOUSANDS and abs(amount) >= 1000:
            amount, name, most = amount / 1000, _THOUSANDS[name], 2
        return amount, name, 0 if name in _WHOLE and abs(amount) >= 1000 else most

    def rounded(self, value: float | None, unit: str) -> tuple[str, str]:
        """The number and the unit apart, with three significant digits: 17.5 t, 93.5 kW. For totals at a glance, not for limits."""
        written = self.written(unit)
        if value is None or not math.isfinite(value):
            return MISSING, written.unit
        amount = value * written.factor + written.offset
        name = written.unit
        for larger in _LARGER.get(name, ()):
            if abs(amount) >= 1000:
                amount, name = amount / 1000, larger
        whole = len(str(int(abs(amount)))) if abs(amount) >= 1 else 0
        return self.number(round(amount, 3 - whole)), name

    def total(self, value: float | None, unit: str) -> str:
        """A total with its unit and three significant digits: 28.2 t, 1.51 MW; "–" if it is missing."""
        number, written = self.rounded(value, unit)
        return number if number == MISSING else f"{number}{THIN_SPACE}{written}"

    def range_of(self, low: float | None, high: float | None, unit: str, *, decimals: int | None = None) -> str:
        """A range such as "19–33 ms"; one value where both are the same."""
        low_text, low_unit = self.split(low, unit, decimals=decimals)
        high_text, high_unit = self.split(high, unit, decimals=decimals)
        if low_text == high_text and low_unit == high_unit:
            return self.quantity(high, unit, decimals=decimals)
        if MISSING in {low_text, high_text} or low_unit != high_unit:
            return f"{self.quantity(low, unit, decimals=decimals)} … {self.quantity(high, unit, decimals=decimals)}"
        gap = "" if high_unit in TIGHT_UNITS or not high_unit else THIN_SPACE
        return f"{low_text}–{high_text}{gap}{high_unit}"

    def written(self, unit: str) -> Written:
        """Display unit of a value stored in `unit`."""
        plain = METRIC_UNITS.get(unit, Written(unit, 1, 3))
        return IMPERIAL_UNITS.get(unit, plain) if self.units == IMPERIAL else plain
