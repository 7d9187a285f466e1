"""Which voltages a device takes, as its data sheet prints them."""

import re
from dataclasses import dataclass

_PRINTED = re.compile(r"(\d+(?:\.\d+)?)(?:\s*(?:–|-|to)\s*(\d+(?:\.\d+)?))?\s*V\b(?:\s*(AC|DC))?", re.IGNORECASE)
NOMINAL_TOLERANCE = 0.10
"""How far a supply may lie from a single nominal voltage: IEC 60038, ±10 %."""
ROUNDING = 0.01
"""415 V between lines are 239.6 V to neutral, 416 V are 240.2 V: both are sold as 240 V."""


@dataclass(frozen=True, slots=True)
class VoltageRange:
    """A supply voltage range, in V; `direct` is None if the text states neither AC nor DC."""

    low_v: float
    high_v: float
    direct: bool | None


def voltage_ranges(text: str) -> tuple[VoltageRange, ...]:
    """The ranges in a text such as "200–240 V AC" or "48 V DC, adapter for 100–240 V AC"; empty if it contains no voltage."""
    ranges = []
    for low, high, kind in _PRINTED.findall(text):
        first, last = float(low), float(high or low)
        spread = ROUNDING if high else NOMINAL_TOLERANCE
        direct = None if not kind else kind.upper() == "DC"
        ranges.append(VoltageRange(first * (1 - spread), last * (1 + spread), direct))
    return tuple(ranges)


def takes(ranges: tuple[VoltageRange, ...], volts: float, *, direct: bool) -> bool:
    """Whether one of the ranges includes a voltage; direct current requires a range that states DC."""
    return any(voltage_range.low_v <= volts <= voltage_range.high_v and bool(voltage_range.direct) == direct for voltage_range in ranges)
