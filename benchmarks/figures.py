"""A measured figure next to its budget, and how times are taken."""

import gc
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import TypeVar

Result = TypeVar("Result")


class Verdict(StrEnum):
    """What a figure says about its budget."""

    MET = "met"
    MISSED = "missed"
    SHOWN = "–"
    """There is no budget; the figure is there to be compared."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Attributes:
        budget: in the unit of `value`, None for a figure that is only shown.
        least: the budget is a lower bound.
    """

    name: str
    value: float
    unit: str
    budget: float | None = None
    least: bool = False

    @property
    def verdict(self) -> Verdict:
        """Whether the budget is met; a value that is not a number never meets one."""
        if self.budget is None:
            return Verdict.SHOWN
        met = self.value >= self.budget if self.least else self.value <= self.budget
        return Verdict.MET if met else Verdict.MISSED


def timed_s(body: Callable[[], Result]) -> tuple[float, Result]:
    """The seconds that `body` takes once, and what it returns."""
    gc.collect()
    started = perf_counter()
    result = body()
    return perf_counter() - started, result


def best_s(body: Callable[[], object], repeats: int = 3) -> float:
    """The least of the seconds that `body` takes: what the machine can do undisturbed."""
    return min(timed_s(body)[0] for _ in range(repeats))


def times_ms(body: Callable[[int], object], repeats: int) -> list[float]:
    """The milliseconds that `body(number)` takes, for each of the numbers 0…repeats-1."""
    found = []
    for number in range(repeats):
        started = perf_counter()
        body(number)
        found.append((perf_counter() - started) * 1000)
    return found


def percentile(values: Sequence[float], share: float) -> float:
    """The value that the share `share` (0…1) of `values` does not exceed, NaN without values."""
    if not values:
        return math.nan
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1 if share else 0)]
