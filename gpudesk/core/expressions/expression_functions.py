"""The functions of the acceptance condition language, and the requirements for their arguments."""

import math
import statistics
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from typing import Any

_TWELVE = Context(prec=12, rounding=ROUND_HALF_UP)
_WIDE = Context(prec=400)
_MOST_WHOLE = 2**53


def decimal_result(number: float) -> float:
    """A result with twelve digits, so that 0.1 + 0.2 is 0.3: a value at a limit does not fail by how computers write decimals.

    Whole numbers keep all their digits. The page of a work package (resources/onsite_page/expression.js) does the same.

    Raises:
        OverflowError: it is too large.
    """
    if type(number) is int and abs(number) <= _MOST_WHOLE:
        return number
    number = float(number)
    if not math.isfinite(number):
        raise OverflowError
    return number if number.is_integer() else float(_TWELVE.create_decimal(Decimal(number)))


def numbers(values: Any) -> list[float]:
    """The values, all of them numbers, at least one.

    Raises:
        ValueError: one is none, or there are none.
    """
    figures = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(figures) != len(values) or not figures:
        raise ValueError
    return figures


def _only_list(function: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    def called(*values: Any) -> Any:
        (only,) = values
        if not isinstance(only, list):
            raise TypeError
        return function(only)

    return called


def _of_numbers(function: Callable[[list[float]], Any]) -> Callable[..., Any]:
    """A function of one list of numbers, or of several numbers."""

    def called(*values: Any) -> Any:
        return function(numbers(values[0] if len(values) == 1 and isinstance(values[0], list) else list(values)))

    return called


def _of_number(function: Callable[[float], float]) -> Callable[..., Any]:
    def called(*values: Any) -> Any:
        (only,) = numbers(list(values))
        return function(only)

    return called


def _rounded(*values: Any) -> float:
    value, *digits = numbers(list(values))
    places = int(digits[0]) if digits else 0
    if len(digits) > 1 or not 0 <= places <= 12:
        raise ValueError
    if isinstance(value, int):
        return value
    # A plain one: numbers of numpy are written with their type.
    value = float(value)
    if not math.isfinite(value):
        raise OverflowError
    # The decimal that is written, not the binary one: 1.115 is half of the way from 1.11 to 1.12.
    rounded = Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, _WIDE)
    return float(rounded) if places else int(rounded)


def _chosen(*values: Any) -> Any:
    """The second value where the first is true, else the third."""
    condition, yes, no = values
    return yes if truth(condition) else no


def _distinct(values: list[Any]) -> list[Any]:
    """Single values without doubles, in an order that does not depend on theirs; true is not 1."""
    if not all(isinstance(value, str | int | float | None) for value in values):
        raise TypeError
    distinct = {(isinstance(value, bool), value): value for value in values}
    return sorted(distinct.values(), key=lambda value: (isinstance(value, str), isinstance(value, bool), value is None, str(value)))


def _of_truths(function: Callable[[Any], bool]) -> Callable[..., Any]:
    """A function of a list of verdicts; a single verdict, such as that on two lists, is used directly."""

    def called(*values: Any) -> Any:
        (only,) = values
        return function(truth(value) for value in only) if isinstance(only, list) else truth(only)

    return called


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": _of_number(abs),
    "sqrt": _of_number(lambda value: decimal_result(math.sqrt(value))),
    "round": _rounded,
    "ceil": _of_number(math.ceil),
    "floor": _of_number(math.floor),
    "choose": _chosen,
    "min": _of_numbers(min),
    "max": _of_numbers(max),
    "sum": _of_numbers(lambda values: decimal_result(math.fsum(values))),
    "median": _of_numbers(lambda values: decimal_result(statistics.median(values))),
    "count": _only_list(lambda values: sum(value is not False and value is not None for value in values)),
    "all": _of_truths(all),
    "any": _of_truths(any),
    "set": _only_list(_distinct),
    "unique": _only_list(lambda values: len(_distinct(values)) == len(values)),
}
"""Name → function. `choose(condition, yes, no)` picks one of two values; `count` counts
the elements that are neither false nor none; `set` drops doubles and order."""


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal; true is not 1."""
    return type(a) is type(b) and a == b if isinstance(a, bool) or isinstance(b, bool) else bool(a == b)


def truth(value: Any) -> bool:
    """A verdict, true or false.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, bool):
        raise TypeError
    return value
