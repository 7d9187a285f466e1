"""The parts of an item's condition one by one: which fields each reads, whether it holds, and how the figure of a limit is rounded."""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache
from typing import Any

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.expressions.expression import Expression, ExpressionError, parse

_HOLDS: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_ROUNDED = {">=": ROUND_CEILING, "<=": ROUND_FLOOR, ">": ROUND_FLOOR, "<": ROUND_CEILING}
"""A value on the scale of its field passes by the rounded limit exactly if it passes by the limit itself."""
_MOST_DECIMALS = 20
_WIDE = Context(prec=400)


@dataclass(frozen=True, slots=True)
class Part:
    """One of the parts of a condition that are joined by `and`; each of them has to hold.

    Attributes:
        fields: the keys of the fields that it reads.
        reads: the names of plan and site sheet that it reads.
    """

    condition: Expression
    fields: tuple[str, ...]
    reads: tuple[str, ...]


@lru_cache(maxsize=2048)
def parts_of(condition: str) -> tuple[Part, ...]:
    """The parts of a condition, none of an empty one.

    Raises:
        ExpressionError: it is no condition.
    """
    if not condition.strip():
        return ()
    return tuple(_part(parse(ast.unparse(node))) for node in _joined(parse(condition).tree))


def _joined(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for part in node.values:
            yield from _joined(part)
    else:
        yield node


def _part(condition: Expression) -> Part:
    fields = tuple(dict.fromkeys(name.split(".")[1] for name in condition.names if name.startswith("m.")))
    return Part(condition, fields, tuple(name for name in condition.names if name[:2] in ("d.", "k.")))


def broken_parts(
    condition: str, fields: Mapping[str, Evidence], measured: Mapping[str, Any], basis: Mapping[str, Any], today: str
) -> list[Part]:
    """The parts not met by the values entered so far, regardless of further input.

    Args:
        measured: field → value, of those with a value.
        basis: names of plan and site sheet → values, None if unknown.
    """
    names = {**basis, **{f"m.{key}": value for key, value in measured.items()}, "today": today}
    broken = []
    for part in parts_of(condition):
        known = all(key in measured for key in part.fields) and all(basis.get(name) is not None for name in part.reads)
        growing = [key for key in part.fields if key in fields and fields[key].kind is FieldKind.LIST]
        if known and part.fields and (not growing or _stays_broken(part.condition.tree)) and evaluated(part.condition.text, names) is False:
            broken.append(part)
    return broken


def _stays_broken(node: ast.expr) -> bool:
    """Whether more lines of a list cannot repair it: each line has to fit, or the smallest or greatest of them has a limit."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _calls(node.operand, "any")
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        fixed = not any(name.startswith("m.") for name in parse(ast.unparse(node.comparators[0])).names)
        low = _calls(node.left, "min") and isinstance(node.ops[0], ast.GtE | ast.Gt)
        return fixed and (low or (_calls(node.left, "max") and isinstance(node.ops[0], ast.LtE | ast.Lt)))
    return _calls(node, "all")


def _calls(node: ast.expr, function: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function and len(node.args) == 1


def evaluated(text: str, names: Mapping[str, Any]) -> Any:
    """The value of an expression; None if a required name has no value, or the values do not fit.

    Args:
        names: dotted names such as "d.parts" → values.
    """
    values: dict[str, Any] = {}
    for name, value in names.items():
        *path, last = name.split(".")
        into = values
        for part in path:
            into = into.setdefault(part, {})
        if value is not None:
            into[last] = value
    try:
        return parse(text).evaluate(values)
    except ExpressionError:
        return None


def shown_limit(limit: float, sign: str, step: float, recorded: Sequence[float] = ()) -> Decimal:
    """A limit with the decimals of the values compared with it, rounded in the direction that leaves the verdicts unchanged.

    378.115942 in steps of 0.1 is "at least 378.2" and "at most 378.1": 378.1 fails the former and passes the latter, as it does
    with the limit itself. More decimals are kept if a recorded value is between the limit and its rounded value. An expected value
    ("==") keeps all its digits, because only the exact value passes.

    Args:
        sign: comparison of a value with the limit: ">=", "<=", ">", "<"; any other is not rounded.
        step: step of the written values, in the unit of the limit.
        recorded: the values that are shown with it.
    """
    exact = _exact(limit)
    if sign not in _ROUNDED:
        return exact.normalize() if exact else Decimal(0)
    compare, values = _HOLDS[sign], [Decimal(repr(value)) for value in recorded]
    for decimals in range(_decimals(step), _MOST_DECIMALS + 1):
        rounded = exact.quantize(Decimal(1).scaleb(-decimals), _ROUNDED[sign], _WIDE)
        if all(compare(value, rounded) == compare(value, exact) for value in values):
            return rounded.normalize() if rounded else Decimal(0)
    return exact.normalize()


def shown_value(value: float, sign: str, limit: float, step: float) -> Decimal:
    """A value of the plan with few decimals, with as many more as it takes to lie on its own side of the limit."""
    exact, other = _exact(value), _exact(limit)
    compare: Callable[[Decimal, Decimal], bool] = _HOLDS.get(sign, operator.eq)
    for decimals in range(_decimals(step), _MOST_DECIMALS + 1):
        rounded = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN, _WIDE)
        if compare(rounded, other) == compare(exact, other):
            return rounded.normalize() if rounded else Decimal(0)
    return exact.normalize()


def rounded_figure(value: float, step: float) -> Decimal:
    """A figure that explains a limit, with one decimal more than the values that are compared with the limit."""
    exact = _exact(value)
    short = exact.quantize(Decimal(1).scaleb(-_decimals(step) - 1), ROUND_HALF_EVEN, _WIDE)
    # A small figure, such as a share of 0.05 of a limit in whole kilograms, would lose its digits.
    shown = short if abs(short - exact) * 1000 <= abs(exact) else exact
    return shown.normalize() if shown else Decimal(0)


def _exact(value: float) -> Decimal:
    # As it is written: results of arithmetic have twelve digits already, values of the plan are compared with all of theirs.
    return Decimal(value) if float(value).is_integer() else Decimal(repr(float(value)))


FINEST = float(f"1e-{_MOST_DECIMALS}")
"""Step of values without a grid, such as a quotient of two measured values: nothing is rounded."""


def product_step(one: float, other: float) -> float:
    """The step of products of values in two steps: as many decimals as both together."""
    return float(f"1e-{min(_decimals(one) + _decimals(other), _MOST_DECIMALS)}")


def step_of(value: float) -> float:
    """The step in which a known figure is written."""
    exponent = _exact(value).normalize().as_tuple().exponent
    return float(f"1e-{min(max(-exponent if isinstance(exponent, int) else 0, 0), _MOST_DECIMALS)}")


def _decimals(step: float) -> int:
    exponent = Decimal(repr(step)).normalize().as_tuple().exponent
    return min(max(-exponent if isinstance(exponent, int) else 0, 0), _MOST_DECIMALS)
