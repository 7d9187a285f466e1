"""How numbers and physical values are written in the interface: in the person's language and units."""

import math
import re
from dataclasses import dataclass, replace

from gpudesk.core.values.quantity_text import IMPERIAL, IMPERIAL_UNITS, METRIC, MINUS, MISSING, THIN_SPACE, UNIT_SYSTEMS, NumberStyle

__all__ = [
    "IMPERIAL",
    "METRIC",
    "MINUS",
    "MISSING",
    "THIN_SPACE",
    "UNIT_SYSTEMS",
    "Converted",
    "converted",
    "format_number",
    "format_quantity",
    "format_range",
    "format_rounded",
    "number_style",
    "parse_number",
    "set_number_language",
    "set_unit_system",
    "shown_scale",
    "split_quantity",
    "unit_system",
]


class _Chosen:
    """How the person writes figures."""

    style = NumberStyle()


def set_number_language(language: str) -> None:
    """Write numbers as in `language` ("en" or "es") from now on."""
    _Chosen.style = replace(_Chosen.style, language=language)


def set_unit_system(units: str) -> None:
    """Write physical values in "metric" or "imperial" units from now on.

    Raises:
        ValueError: there is no such system.
    """
    if units not in UNIT_SYSTEMS:
        raise ValueError(f"no such unit system: {units!r}")
    _Chosen.style = replace(_Chosen.style, units=units)


def number_style() -> NumberStyle:
    """How the person writes figures."""
    return _Chosen.style


def unit_system() -> str:
    """The units in use: "metric" or "imperial"."""
    return _Chosen.style.units


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
        """The stored value of an input in the user's unit, to twelve digits: 3 in are 76.2 mm and not 76.19999999999999."""
        return float(f"{(shown - self.offset) / self.factor:.12g}")


def converted(unit: str) -> Converted | None:
    """The unit chosen by the user in place of `unit`; None if unchanged."""
    written = IMPERIAL_UNITS.get(unit) if _Chosen.style.units == IMPERIAL else None
    return None if written is None else Converted(written.unit, written.factor, written.offset, written.decimals)


def format_number(value: float | None, decimals: int | None = None, *, language: str | None = None) -> str:
    """A number in the person's language (`NumberStyle.number`)."""
    return _style(language=language).number(value, decimals)


def grouped(text: str, count: int) -> str:
    """A text in which Qt wrote a count by its plural form, with the count as the person's language groups it."""
    return text.replace(str(count), format_number(count), 1)


def format_quantity(value: float | None, unit: str, *, decimals: int | None = None, units: str | None = None, scale: bool = True) -> str:
    """A physical value with its unit, in the person's units and language (`NumberStyle.quantity`)."""
    return _style(units=units).quantity(value, unit, decimals=decimals, scale=scale)


def split_quantity(
    value: float | None, unit: str, *, decimals: int | None = None, units: str | None = None, scale: bool = True
) -> tuple[str, str]:
    """Number and unit of `format_quantity` separately, for drawing in different inks."""
    return _style(units=units).split(value, unit, decimals=decimals, scale=scale)


def rounded_quantity(value: float | None, unit: str) -> tuple[str, str]:
    """The number and the unit apart, with three significant digits (`NumberStyle.rounded`)."""
    return _Chosen.style.rounded(value, unit)


def rounded_load(value: float) -> float:
    """A load in W or VA as tables show it: to tenths of kW from 1 kW on, else in whole W."""
    return float(round(value, -2 if abs(value) >= 1000 else 0)) if math.isfinite(value) else value


def format_rounded(value: float | None, unit: str) -> str:
    """A total with its unit and three significant digits: 28.2 t, 1.51 MW."""
    return _Chosen.style.total(value, unit)


def format_range(low: float | None, high: float | None, unit: str, *, decimals: int | None = None) -> str:
    """A range such as "19–33 ms"; one value where both are the same."""
    return _Chosen.style.range_of(low, high, unit, decimals=decimals)


def _style(*, language: str | None = None, units: str | None = None) -> NumberStyle:
    chosen = _Chosen.style
    if language is None and units is None:
        return chosen
    return NumberStyle(language or chosen.language, units or chosen.units)


_INPUT = {"W": ("kW", 1e-3), "VA": ("kVA", 1e-3), "MiB": ("GiB", 1 / 1024)}


def shown_scale(unit: str) -> tuple[str, float, float]:
    """How a figure kept in `unit` is typed: the unit shown, and factor and offset from the kept value to the shown one."""
    if unit in _INPUT:
        return (*_INPUT[unit], 0.0)
    written = _Chosen.style.written(unit)
    return written.unit, written.factor, written.offset


_GROUPED = re.compile(r"[-+]?\d{1,3}(,\d{3})+\Z")


def parse_number(text: str) -> float | None:
    """A typed number, with point or comma; None if it is not a number.

    A comma before three digits groups thousands in English; in Spanish it is always the decimal comma.
    """
    plain = re.sub(r"\s", "", text).replace(MINUS, "-")
    if "," in plain and "." in plain:
        last = max(plain.rfind(","), plain.rfind("."))
        plain = re.sub("[.,]", "", plain[:last]) + "." + plain[last + 1 :]
    elif _GROUPED.match(plain) and _Chosen.style.language != "es":
        plain = plain.replace(",", "")
    try:
        value = float(plain.replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
