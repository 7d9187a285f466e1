"""Conditions written in data: `m.t_min >= d.inlet_min and m.rh_max <= d.rh_max`.

The language has numbers, texts, lists, `true`, `false` and `none`; names with dots; `and`, `or`, `not`; comparisons, also chained, `in`
and `is none`; `+ - * /`, whose results have twelve digits; the functions of `FUNCTIONS`; and `… for x in list` inside one of them. A name
is looked up in the given values part by part; a part of a list of mappings is the list of that part (`m.links.up`). Comparing a list with
a value compares each element; so does ordering two lists, which must then be equally long, while `==` takes two lists as wholes.

Python's own parser reads the text, its tree is checked node by node against this grammar, and our own code walks the result: nothing of
Python can be reached, and length, depth, lists and steps are limited.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from gpudesk.core.expressions.expression_functions import FUNCTIONS, decimal_result, numbers, same, truth
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

LONGEST = 2000
"""The most characters of an expression."""
DEEPEST = 30
"""The most levels of its tree."""
MOST_STEPS = 1_000_000
"""The most nodes that one evaluation may visit, elements of lists that are compared or given to functions among them."""
LARGEST = 1e300

_CONTEXT = "expression"


class ExpressionError(DeskError):
    """An expression that cannot be read or evaluated.

    Attributes:
        column: where, counted from 1; 0 where no place can be named.
    """

    def __init__(self, message: Message, column: int) -> None:
        self.column = column
        super().__init__(message)


class UnknownName(ExpressionError):
    """A name for which there is no value.

    Attributes:
        name: the whole dotted name.
    """

    def __init__(self, name: str, column: int) -> None:
        self.name = name
        text = QT_TRANSLATE_NOOP("expression", "Column {column}: the value {name} does not exist.")
        super().__init__(Message(_CONTEXT, text, {"column": column, "name": name}), column)


def _fail(text: str, node: ast.AST | int, **values: Value) -> ExpressionError:
    column = node if isinstance(node, int) else getattr(node, "col_offset", -1) + 1
    return ExpressionError(Message(_CONTEXT, text, {"column": column, **values}), column)


@dataclass(slots=True)
class Steps:
    """The remaining step budget; several evaluations can share it, to be limited together."""

    left: int = MOST_STEPS

    def take(self, count: int, node: ast.AST | int = 0) -> None:
        """Consume some steps.

        Raises:
            ExpressionError: not enough steps are left.
        """
        self.left -= count
        if self.left < 0 and node == 0:
            raise _fail(QT_TRANSLATE_NOOP("expression", "This takes too long to compute."), 0)
        if self.left < 0:
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: evaluation takes too long."), node)


@dataclass(frozen=True)
class Expression:
    """A checked expression.

    Attributes:
        text: as it was written.
        names: the dotted names that it reads, sorted; names bound by `for` are not among them.
    """

    text: str
    names: tuple[str, ...]
    _tree: ast.expr = field(repr=False, compare=False)

    @property
    def tree(self) -> ast.expr:
        """The checked tree; never modified."""
        return self._tree

    def evaluate(self, values: Mapping[str, Any], steps: Steps | None = None) -> Any:
        """The value for some values of its names, nested mappings by part: `{"m": {"t": 21.5}, "d": {"limit": 27}}`.

        Args:
            steps: shared with other evaluations; a separate budget of `MOST_STEPS` without it.

        Raises:
            UnknownName: a name has no value.
            ExpressionError: the values do not fit the operations, or it takes too long.
        """
        return _Run(values, steps or Steps()).value(self._tree, {})


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """Read an expression.

    Raises:
        ExpressionError: it is not one; names the column.
    """
    text = text.strip()
    if not text:
        raise _fail(QT_TRANSLATE_NOOP("expression", "The expression is empty."), 0)
    if len(text) > LONGEST:
        raise _fail(QT_TRANSLATE_NOOP("expression", "The expression has more than {most} characters."), 0, most=LONGEST)
    for place, character in enumerate(text, 1):
        if character in "\\\n\r#\0" or not (character.isprintable() or character == " "):
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: this character is not allowed here."), place)
    _demand_shallow(text)
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: this cannot be read."), error.offset or 0) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise _fail(QT_TRANSLATE_NOOP("expression", "The expression cannot be read."), 0) from error
    _count_characters(tree, text)
    names: set[str] = set()
    _check(tree, names, frozenset(), DEEPEST)
    return Expression(text, tuple(sorted(names)), tree)


def _count_characters(tree: ast.expr, text: str) -> None:
    """Convert node positions to characters; Python counts bytes."""
    if not text.isascii():
        body = text.encode()
        for node in ast.walk(tree):
            if isinstance(node, ast.expr):
                node.col_offset = len(body[: node.col_offset].decode())


def _demand_shallow(text: str) -> None:
    """Refuse deep brackets before Python's parser sees them."""
    depth = 0
    for place, character in enumerate(text, 1):
        depth += (character in "([{") - (character in ")]}")
        if depth > DEEPEST:
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: this is nested too deeply."), place)


_ARITHMETIC: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "none": None}


def dotted(node: ast.expr) -> str | None:
    """The dotted name of a node, None if it is not a name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])


def _check(node: ast.expr, names: set[str], bound: frozenset[str], depth: int) -> None:
    """Refuse whatever is not in the grammar; note the names."""
    if depth == 0:
        raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: this is nested too deeply."), node)
    name = dotted(node)
    if name is not None:
        first = name.partition(".")[0]
        if any(part.startswith("_") or not part.isascii() for part in name.split(".")):
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: {name} is not a name."), node, name=name)
        if first not in bound and name not in _WORDS:
            names.add(name)
        return
    if isinstance(node, ast.Constant):
        if not isinstance(node.value, bool | int | float | str | None) or (
            isinstance(node.value, int | float) and not abs(node.value) < LARGEST
        ):
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: this value is not allowed here."), node)
        return
    if isinstance(node, ast.GeneratorExp):
        raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: “for” must be alone inside a function."), node)
    for part, inside in _parts(node, bound):
        if isinstance(part, ast.GeneratorExp):
            generator = part.generators[0]
            target = generator.target
            if len(part.generators) > 1 or generator.ifs or generator.is_async or not isinstance(target, ast.Name):
                raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: only “… for x in list” is supported."), part)
            _check(generator.iter, names, inside, depth - 1)
            _check(part.elt, names, inside | {target.id}, depth - 1)
        else:
            _check(part, names, inside, depth - 1)


def _parts(node: ast.expr, bound: frozenset[str]) -> Iterator[tuple[ast.expr, frozenset[str]]]:
    """The operands of an allowed node."""
    operands: list[ast.expr]
    if isinstance(node, ast.BoolOp):
        operands = node.values
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.UAdd):
        operands = [node.operand]
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        operands = [node.left, node.right]
    elif isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.Is | ast.IsNot) and not _is_none(right):
                raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: only “is none” is supported."), right)
    elif isinstance(node, ast.List):
        operands = node.elts
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS and not node.keywords:
        operands = node.args
    elif isinstance(node, ast.Call):
        raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: this function does not exist."), node)
    else:
        raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: this is not supported."), node)
    for operand in operands:
        if isinstance(operand, ast.GeneratorExp) and not isinstance(node, ast.Call):
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: “for” must be alone inside a function."), operand)
        yield operand, bound


def _is_none(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and node.value is None) or (isinstance(node, ast.Name) and node.id == "none")


class _Run:
    """One evaluation; counts its steps."""

    def __init__(self, values: Mapping[str, Any], steps: Steps) -> None:
        self._values = values
        self._steps = steps

    def value(self, node: ast.expr, bound: Mapping[str, Any]) -> Any:
        self._steps.take(1, node)
        name = dotted(node)
        if name is not None:
            return self._named(name, node, bound)
        if isinstance(node, ast.Constant):
            return node.value
        try:
            return self._operation(node, bound)
        except (TypeError, ValueError) as error:
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: the values are not valid for this operation."), node) from error
        except (ZeroDivisionError, OverflowError) as error:
            raise _fail(QT_TRANSLATE_NOOP("expression", "Column {column}: division by zero, or the result is too large."), node) from error

    def _named(self, name: str, node: ast.expr, bound: Mapping[str, Any]) -> Any:
        if name in _WORDS and name not in bound:
            return _WORDS[name]
        first, *rest = name.split(".")
        value: Any = bound if first in bound else self._values
        for part in (first, *rest):
            value = _part(value, part, name, node)
        return list(value) if isinstance(value, tuple) else value

    def _operation(self, node: ast.expr, bound: Mapping[str, Any]) -> Any:
        if isinstance(node, ast.BoolOp):
            stop = isinstance(node.op, ast.Or)
            return next((stop for operand in node.values if truth(self.value(operand, bound)) is stop), not stop)
        if isinstance(node, ast.UnaryOp):
            operand = self.value(node.operand, bound)
            if isinstance(node.op, ast.Not):
                return not truth(operand)
            (number,) = numbers([operand])
            return -number if isinstance(node.op, ast.USub) else number
        if isinstance(node, ast.BinOp):
            left, right = numbers([self.value(node.left, bound), self.value(node.right, bound)])
            return decimal_result(_ARITHMETIC[type(node.op)](left, right))
        if isinstance(node, ast.Compare):
            return self._comparison(node, bound)
        if isinstance(node, ast.List):
            return [self.value(element, bound) for element in node.elts]
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            raise AssertionError("the grammar was checked when the expression was read")
        arguments = [self._argument(argument, bound) for argument in node.args]
        self._steps.take(sum(len(argument) for argument in arguments if isinstance(argument, list)), node)
        return FUNCTIONS[node.func.id](*arguments)

    def _argument(self, node: ast.expr, bound: Mapping[str, Any]) -> Any:
        if not isinstance(node, ast.GeneratorExp):
            return self.value(node, bound)
        generator = node.generators[0]
        elements = self.value(generator.iter, bound)
        if not isinstance(elements, list) or not isinstance(generator.target, ast.Name):
            raise TypeError
        return [self.value(node.elt, {**bound, generator.target.id: element}) for element in elements]

    def _comparison(self, node: ast.Compare, bound: Mapping[str, Any]) -> Any:
        left = self.value(node.left, bound)
        verdicts: list[Any] = []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator, bound)
            self._pay(left, node)
            self._pay(right, node)
            verdicts.append(_compared(operator, left, right))
            left = right
        return verdicts[0] if len(verdicts) == 1 else all(truth(verdict) for verdict in verdicts)

    def _pay(self, value: Any, node: ast.expr) -> None:
        """Take a step for each element within a value, before it is gone through: a list may hold one other many times."""
        inside = [value]
        while inside:
            element = inside.pop()
            if isinstance(element, list):
                self._steps.take(len(element), node)
                inside.extend(element)


def _part(found: Any, part: str, name: str, node: ast.expr) -> Any:
    if isinstance(found, Mapping) and part in found:
        return found[part]
    if isinstance(found, list | tuple):
        return [_part(element, part, name, node) for element in found]
    raise UnknownName(name, getattr(node, "col_offset", -1) + 1)


def _compared(operator: ast.cmpop, left: Any, right: Any) -> Any:
    if isinstance(operator, ast.Is | ast.IsNot):
        return (left is None) is isinstance(operator, ast.Is)
    if isinstance(operator, ast.In | ast.NotIn):
        if not isinstance(right, list):
            raise TypeError
        return any(same(left, element) for element in right) is isinstance(operator, ast.In)
    if isinstance(operator, ast.Eq | ast.NotEq):
        return _equal(left, right, wanted=isinstance(operator, ast.Eq))
    if isinstance(left, list) and not isinstance(right, list):
        return [_compared(operator, element, right) for element in left]
    if isinstance(right, list) and not isinstance(left, list):
        return [_compared(operator, left, element) for element in right]
    if isinstance(left, list) and isinstance(right, list):
        return [_compared(operator, one, other) for one, other in zip(left, right, strict=True)]
    if not (isinstance(left, str) and isinstance(right, str)):
        numbers([left, right])
    return _COMPARISONS[type(operator)](left, right)


def _equal(left: Any, right: Any, *, wanted: bool) -> Any:
    """Two lists are compared as wholes, a list and a value element by element."""
    if isinstance(left, list) and not isinstance(right, list):
        return [same(element, right) is wanted for element in left]
    if isinstance(right, list) and not isinstance(left, list):
        return [same(left, element) is wanted for element in right]
    return same(left, right) is wanted
