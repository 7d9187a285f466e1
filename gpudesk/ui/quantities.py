"""How numbers and physical values are written: in the person's language and units, with a thin space before the unit.

Values come in the units the project keeps (W, kg, mm, m, °C …). A value that is not known is written as "–", never as
0.
"""

import math
import re
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
_TIGHT_UNITS = ("U", "°")


@dataclass(frozen=True, slots=True)
class _Written:
    """A unit as it is shown: value × `factor` + `offset` in `unit`, at most `decimals` behind the point."""

    unit: str
    factor: float
    decimals: int
    offset: float = 0.0


_METRIC = {
    "W": _Written("W", 1, 1),
    "VA": _Written("VA", 1, 1),
    "V": _Written("V", 1, 1),
    "A": _Written("A", 1, 2),
    "kW": _Written("kW", 1, 2),
    "kWh": _Written("kWh", 1, 2),
    "kg": _Written("kg", 1, 2),
    "mm": _Written("mm", 1, 1),
    "m": _Written("m", 1, 2),
    "km": _Written("km", 1, 2),
    "m²": _Written("m²", 1, 1),
    "kg/m²": _Written("kg/m²", 1, 0),
    "°C": _Written("°C", 1, 1),
    "K": _Written("K", 1, 1),
    "CFM": _Written("CFM", 1, 0),
    "m³/h": _Written("m³/h", 1, 0),
    "l/min": _Written("l/min", 1, 1),
    "kPa": _Written("kPa", 1, 1),
    "%": _Written("%", 1, 1),
    "U": _Written("U", 1, 1),
}
# Exact by definition: 1 lb = 0.45359237 kg, 1 in = 25.4 mm, 1 ft = 0.3048 m; 1 US gal = 3.785411784 l; 1 psi =
# 6.894757 kPa.
_IMPERIAL = {
    "kg": _Written("lb", 1 / 0.45359237, 1),
    "mm": _Written("in", 1 / 25.4, 2),
    "m": _Written("ft", 1 / 0.3048, 1),
    "km": _Written("mi", 1 / 1.609344, 2),
    "m²": _Written("ft²", 1 / 0.09290304, 1),
    "kg/m²": _Written("lb/ft²", 0.09290304 / 0.45359237, 1),
    "°C": _Written("°F", 1.8, 1, 32.0),
    "K": _Written("°F", 1.8, 1),
    "m³/h": _Written("CFM", 1 / 1.69901082, 0),
    "l/min": _Written("gal/min", 1 / 3.785411784, 2),
    "kPa": _Written("psi", 1 / 6.894757, 2),
}
_THOUSANDS = {"W": "kW", "VA": "kVA"}


@dataclass(slots=True)
class _Style:
    language: str = "en"
    units: str = METRIC


_style = _Style()


def set_number_language(language: str) -> None:
    """Write numbers as in `language` ("en" or "es") from now on."""
    _style.language = language


def set_unit_system(units: str) -> None:
    """Write physical values in "metric" or "imperial" units from now on.

    Raises:
        ValueError: there is no such system.
    """
    if units not in UNIT_SYSTEMS:
        raise ValueError(f"no such unit system: {units!r}")
    _style.units = units


def unit_system() -> str:
    """The units in use: "metric" or "imperial"."""
    return _style.units


@dataclass(frozen=True, slots=True)
class Converted:
    """A unit in which the person thinks instead of the one that is kept; `decimals` are worth showing."""

    unit: str
    factor: float
    offset: float
    decimals: int

    def shown(self, kept: float) -> float:
        """The kept value in the person's unit."""
        return kept * self.factor + self.offset

    def kept(self, shown: float) -> float:
        """What is kept of a value in the person's unit, to twelve figures: 3 in are 76.2 mm and not 76.19999999999999."""
        return float(f"{(shown - self.offset) / self.factor:.12g}")


def converted(unit: str) -> Converted | None:
    """The unit that the person has chosen in place of `unit`; None where it stays as it is."""
    written = _IMPERIAL.get(unit) if _style.units == IMPERIAL else None
    return None if written is None else Converted(written.unit, written.factor, written.offset, written.decimals)


def format_number(value: float | None, decimals: int | None = None, *, language: str | None = None) -> str:
    """A number in the person's language; "–" where it is missing.

    `decimals` fixes the figures behind the point; without it at most three are written and zeros at the end fall away.
    English groups by commas from 1,000, Spanish by thin spaces from 10 000.
    """
    if value is None or not math.isfinite(value):
        return MISSING
    text = f"{abs(value):.{3 if decimals is None else decimals}f}"
    if decimals is None and "." in text:
        text = text.rstrip("0").rstrip(".")
    whole, _, part = text.partition(".")
    spanish = (language or _style.language) == "es"
    if spanish:
        whole = f"{int(whole):,}".replace(",", THIN_SPACE) if len(whole) > 4 else whole
    else:
        whole = f"{int(whole):,}"
    number = f"{whole}{',' if spanish else '.'}{part}" if part else whole
    is_zero = not any(digit in "123456789" for digit in text)
    return f"{MINUS}{number}" if value < 0 and not is_zero else number


def format_quantity(value: float | None, unit: str, *, decimals: int | None = None, units: str | None = None, scale: bool = True) -> str:
    """A physical value with its unit, in the person's units and language; "–" where it is missing.

    `scale` lets 10,200 W be written as 10.2 kW. `decimals` counts behind the point of what is written.
    """
    number, written = split_quantity(value, unit, decimals=decimals, units=units, scale=scale)
    if number == MISSING:
        return MISSING
    if not written:
        return number
    return f"{number}{'' if written in _TIGHT_UNITS else THIN_SPACE}{written}"


def split_quantity(
    value: float | None, unit: str, *, decimals: int | None = None, units: str | None = None, scale: bool = True
) -> tuple[str, str]:
    """The number and the unit of `format_quantity` apart, where they are drawn in different inks."""
    system = units or _style.units
    written = _METRIC.get(unit, _Written(unit, 1, 3))
    if system == IMPERIAL:
        written = _IMPERIAL.get(unit, written)
    if value is None or not math.isfinite(value):
        return MISSING, written.unit
    amount = value * written.factor + written.offset
    name = written.unit
    most = written.decimals
    if scale and name in _THOUSANDS and abs(amount) >= 1000:
        amount, name, most = amount / 1000, _THOUSANDS[name], 2
    if decimals is not None:
        return format_number(amount, decimals), name
    return format_number(round(amount, most)), name


def format_range(low: float | None, high: float | None, unit: str, *, decimals: int | None = None) -> str:
    """A range such as "19–33 ms"; one value where both are the same."""
    low_text, low_unit = split_quantity(low, unit, decimals=decimals)
    high_text, high_unit = split_quantity(high, unit, decimals=decimals)
    if low_text == high_text and low_unit == high_unit:
        return format_quantity(high, unit, decimals=decimals)
    if MISSING in {low_text, high_text} or low_unit != high_unit:
        return f"{format_quantity(low, unit, decimals=decimals)} … {format_quantity(high, unit, decimals=decimals)}"
    gap = "" if high_unit in _TIGHT_UNITS or not high_unit else THIN_SPACE
    return f"{low_text}–{high_text}{gap}{high_unit}"


_INPUT = {"W": ("kW", 1e-3), "VA": ("kVA", 1e-3), "MiB": ("GiB", 1 / 1024)}


def shown_scale(unit: str) -> tuple[str, float, float]:
    """How a figure kept in `unit` is typed: the unit shown, and factor and offset from the kept value to the shown one."""
    if unit in _INPUT:
        return (*_INPUT[unit], 0.0)
    plain = _METRIC.get(unit, _Written(unit, 1, 3))
    written = _IMPERIAL.get(unit, plain) if _style.units == IMPERIAL else plain
    return written.unit, written.factor, written.offset


_GROUPED = re.compile(r"[-+]?\d{1,3}(,\d{3})+\Z")


def parse_number(text: str) -> float | None:
    """A number as a person types it, with point or comma; None where it is none.

    A comma before three figures groups thousands in English; in Spanish it is always the decimal comma.
    """
    plain = re.sub(r"\s", "", text).replace(MINUS, "-")
    if "," in plain and "." in plain:
        last = max(plain.rfind(","), plain.rfind("."))
        plain = re.sub("[.,]", "", plain[:last]) + "." + plain[last + 1 :]
    elif _GROUPED.match(plain) and _style.language != "es":
        plain = plain.replace(",", "")
    try:
        value = float(plain.replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
