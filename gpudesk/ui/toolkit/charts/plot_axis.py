"""An axis of a chart: position of a value, and labeled values."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number

_STEPS = 5
_ROOM = 1.06
_PREFIXES = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def round_step(rough: float) -> float:
    """The next of 1, 2, 5 times a power of ten that is no smaller."""
    if rough <= 0 or not math.isfinite(rough):
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))


def short_number(value: float) -> str:
    """A number for the edge of a picture: thousands and above with a letter."""
    for size, letter in _PREFIXES:
        if abs(value) >= size:
            return f"{format_number(round(value / size, 2))}{THIN_SPACE}{letter}"
    return format_number(round(value, 6))


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`; with `log` equal ratios are equally far apart."""

    low: float
    high: float
    log: bool = False

    @classmethod
    def over(cls, values: Iterable[float], *, log: bool = False) -> "Axis":
        """The axis that has room for some values: from 0, or over whole powers of ten."""
        finite = [value for value in values if math.isfinite(value)]
        if log:
            above = [value for value in finite if value > 0] or [1.0, 10.0]
            first, last = math.floor(math.log10(min(above))), math.ceil(math.log10(max(above)))
            return cls(10.0**first, 10.0 ** max(last, first + 1), log=True)
        high = max(finite, default=1.0) * _ROOM
        return cls(0.0, high if high > 0 else 1.0)

    def share(self, value: float) -> float:
        """Position of a value: 0 at `low`, 1 at `high`."""
        if self.log:
            return math.log(max(value, 1e-300) / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self, most: int = _STEPS) -> list[float]:
        """The values to write, about `most` of them."""
        if self.log:
            decades = round(math.log10(self.high / self.low))
            by = max(1, math.ceil(decades / max(most, 1)))
            return [self.low * 10.0**power for power in range(0, decades + 1, by)]
        step = round_step((self.high - self.low) / max(most, 1))
        count = math.floor(self.high / step + 1e-9)
        return [step * place for place in range(math.ceil(self.low / step - 1e-9), count + 1)]
