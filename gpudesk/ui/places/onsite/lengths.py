"""Lengths on site: typed and shown in the units of the user, recorded in those of the checklist."""

import re

from gpudesk.core.checklist.shown_lengths import LENGTHS, length_decimals
from gpudesk.ui.toolkit.quantities import converted, format_number, parse_number

_METERS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "ft": 0.3048, "in": 0.0254}
_TYPED = re.compile(r"(?P<number>.*?)\s*(?P<unit>mm|cm|m|ft|in)\Z", re.IGNORECASE | re.DOTALL)


def shown_unit(unit: str) -> str:
    """The unit in which the user reads and types a length kept in `unit`; other units are unchanged."""
    other = converted(unit) if unit in LENGTHS else None
    return unit if other is None else other.unit


def length_number(value: float, unit: str, resolution: float = 1.0) -> str:
    """A length kept in `unit`, in the unit of the user and without it; `resolution` as of `typed_length`."""
    places, other = _decimals(value), converted(unit)
    if other is None:
        return format_number(value, places)
    return format_number(other.shown(value), length_decimals(unit, max(places, _decimals(resolution))))


def length_text(value: float, unit: str, resolution: float = 1.0) -> str:
    """A length kept in `unit`, in the unit of the user; `resolution` as of `typed_length`."""
    return f"{length_number(value, unit, resolution)} {shown_unit(unit)}"


def _decimals(value: float) -> int:
    return len(f"{value:.6f}".rstrip("0").partition(".")[2])


def typed_length(text: str, unit: str, resolution: float = 0.001) -> float | None:
    """A typed length in `unit`: in the unit of the user unless another one is typed after it, such as "10 m"; None for other texts.

    Args:
        resolution: a length in other units is rounded to it, but to no more than 1 cm: 49.2 ft are the 15 m of the plan, and 5 ft of an
            item without a resolution are 1.52 m.
    """
    typed = _TYPED.match(text.strip())
    typed_unit = shown_unit(unit) if typed is None else typed["unit"].lower()
    number = parse_number(text if typed is None else typed["number"])
    if number is None or typed_unit == unit:
        return number
    exact = number * _METERS[typed_unit] / _METERS[unit]
    step = min(resolution, 0.01 / _METERS[unit])
    return float(f"{round(exact / step) * step:.12g}")
