"""The limits of an item one by one: which field is compared with what, and the figure that plan and site sheet make of it."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gpudesk.core.checklist.items import Item
from gpudesk.core.expression import ExpressionError, dotted, parse

_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.GtE: ">=",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.Lt: "<",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
}
_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "==", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Limit:
    """One part of an expression that has to hold.

    Attributes:
        text: the part as it is written.
        field: the key of the field that is compared, "" where the part is no comparison of one field with a limit.
        sign: ">=", "<=", ">", "<", "==", "!=", "in" or "not in"; "" likewise.
        calculation: what the field is compared with, as it is written.
        value: what that amounts to; None where a name has no value.
        reads: the names of plan and site sheet in it, with their values.
    """

    text: str
    field: str
    sign: str
    calculation: str
    value: Any
    reads: Mapping[str, Any]


def limits_of(item: Item, basis: Mapping[str, Any]) -> list[Limit]:
    """The parts of an item's expression, those joined by `and` one by one.

    Args:
        basis: `item.reads` → value, None where nobody says it.
    """
    if not item.expression.strip():
        return []
    text = item.acceptance.text
    return [limit for part in _parts(ast.parse(text, mode="eval").body) for limit in _limits(part, basis)]


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for part in node.values:
            yield from _parts(part)
    else:
        yield node


def _limits(node: ast.expr, basis: Mapping[str, Any]) -> Iterator[Limit]:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        pairs = [_compared(*pair, basis) for pair in zip(sides, node.ops, sides[1:], strict=False)]
        whole = [limit for limit in pairs if limit is not None]
        if len(whole) == len(pairs):
            yield from whole
            return
    text = ast.unparse(node)
    yield Limit(text, "", "", "", None, _read(text, basis))


def _compared(left: ast.expr, operator: ast.cmpop, right: ast.expr, basis: Mapping[str, Any]) -> Limit | None:
    """One comparison of a field with what does not depend on a field; None for any other."""
    sign = _SIGNS.get(type(operator), "")
    field, other = _field(left), right
    if not field:
        field, other, sign = _field(right), left, _TURNED.get(sign, "")
    calculation = ast.unparse(other)
    if not field or not sign or any(name.startswith("m.") for name in parse(calculation).names):
        return None
    reads = _read(calculation, basis)
    return Limit(f"m.{field} {sign} {calculation}", field, sign, calculation, _value(calculation, reads), reads)


def _field(node: ast.expr) -> str:
    name = dotted(node) or ""
    return name[2:] if name.startswith("m.") and name.count(".") == 1 else ""


def _read(text: str, basis: Mapping[str, Any]) -> dict[str, Any]:
    return {name: basis.get(name) for name in parse(text).names if name[:2] in ("d.", "k.")}


def _value(calculation: str, reads: Mapping[str, Any]) -> Any:
    if any(value is None for value in reads.values()):
        return None
    values: dict[str, Any] = {}
    for name, value in reads.items():
        *path, last = name.split(".")
        into = values
        for part in path:
            into = into.setdefault(part, {})
        into[last] = value
    try:
        return parse(calculation).evaluate(values)
    except ExpressionError:
        return None
