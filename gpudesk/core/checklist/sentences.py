"""Conditions of items as sentences: "Rating of the lift: at least 810 kg", "Serial number: must not be that of another device".

The texts come from data (`Words`), so that a page without the program displays the same. Parts that depend only on the plan are
evaluated here: a part that the plan already fulfills is omitted from a sentence.
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.checklist.limits import (
    FINEST,
    Part,
    evaluated,
    parts_of,
    product_step,
    rounded_figure,
    shown_limit,
    shown_value,
    step_of,
)
from gpudesk.core.checklist.shown_lengths import LENGTHS, is_length, length_decimals
from gpudesk.core.expressions.expression import dotted
from gpudesk.core.expressions.expression_functions import decimal_result
from gpudesk.core.values.quantity_text import MINUS, THIN_SPACE, TIGHT_UNITS, NumberStyle

Languages = Mapping[str, str]
"""Language → text."""
_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.GtE: ">=",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.Lt: "<",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "==",
    ast.IsNot: "!=",
}
_TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "==", "!=": "!="}
_NEGATED = {">=": "<", "<=": ">", ">": "<=", "<": ">=", "==": "!=", "!=": "==", "in": "not in", "not in": "in"}
_PHRASES = {">=": "at_least", "<=": "at_most", ">": "more", "<": "less"}
_ARITHMETIC: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: MINUS, ast.Mult: "×", ast.Div: "÷"}
_FUNCTIONS = {"max": "greatest", "min": "smallest", "median": "middle", "sum": "total", "count": "lines", "abs": "size"}
_MOST_VALUES = 12
_SMALL = Decimal("0.0001")
_PLAIN_STEP = 0.01
"""Step of a figure without a field."""


@dataclass(frozen=True, slots=True)
class Named:
    """Text for a name of plan or site sheet.

    Attributes:
        value: format of its value, with {value}; empty if unchanged.
        inside, outside: text for a field that must be, or must not be, one of its values; with {what}.
    """

    title: Languages
    unit: str = ""
    value: Languages = field(default_factory=dict)
    inside: Languages = field(default_factory=dict)
    outside: Languages = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of sentences: phrase → language → text, and names such as "d.parts" and "k.mover_kg".

    Attributes:
        planned: names whose values follow from the plan: if one is missing, the plan is incomplete, and nobody can enter it.
    """

    phrases: Mapping[str, Languages]
    names: Mapping[str, Named]
    planned: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A part of a condition as text.

    Attributes:
        text: the requirement.
        working: the values from which its limit is calculated; "" if it is a constant.
        fields: the keys of the fields that it covers; none if it depends only on the plan.
        holds: whether the recorded values meet it; None as long as a value is missing.
        from_plan: whether its limit comes from the plan or site sheet.
    """

    text: str
    working: str
    fields: tuple[str, ...]
    holds: bool | None
    from_plan: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """Inputs to evaluate a condition: its fields, names of plan and site sheet → values, and the recorded values."""

    fields: Mapping[str, Evidence]
    basis: Mapping[str, Any]
    measured: Mapping[str, Any] = field(default_factory=dict)
    today: str = ""


def sentences(condition: str, judged: Judged, words: Words, style: NumberStyle) -> list[Sentence]:
    """The requirements, part by part; parts that the plan always fulfills are omitted.

    Raises:
        ExpressionError: it is not a condition.
    """
    requirements = []
    for part in parts_of(condition):
        speaker = _Speaker(judged, words, style)
        text = speaker.said(part.condition.tree, negated=False)
        if text:
            requirements.append(Sentence(_capital(text), speaker.working(part), part.fields, holds(part, judged), bool(part.reads)))
    return requirements


def holds(part: Part, judged: Judged) -> bool | None:
    """Whether a part holds; None as long as a value that it reads is missing, or where the values do not fit."""
    names = {name: judged.basis.get(name) for name in part.reads}
    names |= {f"m.{key}": judged.measured.get(key) for key in part.fields}
    if any(value is None for value in names.values()):
        return None
    verdict = evaluated(part.condition.text, {**names, "today": judged.today or None})
    return verdict if isinstance(verdict, bool) else None


class _Speaker:
    """Builds the text of one part."""

    def __init__(self, judged: Judged, words: Words, style: NumberStyle) -> None:
        self._judged, self._words, self._style = judged, words, style
        self._bound: dict[str, tuple[str, ast.expr]] = {}

    # what has to hold

    def said(self, node: ast.expr, *, negated: bool) -> str:
        """The requirement or prohibition; "" if it is fulfilled by the plan."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.said(node.operand, negated=not negated)
        if isinstance(node, ast.BoolOp):
            return self._combined(node, negated=negated)
        if isinstance(node, ast.Compare):
            return self._compared(node, negated=negated)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("all", "any") and len(node.args) == 1:
            return self._quantified(node.func.id == "all", node.args[0], negated=negated)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "unique" and not negated:
            return self._phrase("all_different", what=self._subject(node.args[0]))
        if dotted(node) is not None:
            return self._phrase("is", what=self._subject(node), limit=self._yes(not negated))
        return self._phrase("check", what=self._subject(node))

    def _combined(self, node: ast.BoolOp, *, negated: bool) -> str:
        both = isinstance(node.op, ast.And) is not negated
        phrases: list[str] = []
        for part in node.values:
            known = None if self._is_measured(part) else self._value(part)
            if isinstance(known, bool):
                if (known is not negated) is both:
                    continue
                if not both:
                    return ""
            text = self.said(part, negated=negated)
            if text:
                phrases.append(text)
        joined = phrases[0] if phrases else ""
        for text in phrases[1:]:
            joined = self._phrase("and" if both else "or", one=joined, other=text)
        return joined

    def _quantified(self, every: bool, argument: ast.expr, *, negated: bool) -> str:
        every = every is not negated
        if isinstance(argument, ast.GeneratorExp):
            generator = argument.generators[0]
            if isinstance(generator.target, ast.Name):
                self._bound[generator.target.id] = ("each" if every else "any", generator.iter)
            return self.said(argument.elt, negated=negated)
        what = self._of_list("each" if every else "any", argument, "")
        return self._phrase("is", what=what, limit=self._yes(not negated))

    def _compared(self, node: ast.Compare, *, negated: bool) -> str:
        sides = [node.left, *node.comparators]
        pairs = list(zip(sides, node.ops, sides[1:], strict=False))
        phrases = []
        if len(pairs) == 2 and not negated and self._is_measured(sides[1]):
            low, high = (_SIGNS[type(op)] for op in node.ops)
            if low == high == "<=":
                return self._between(sides[1], sides[0], sides[2])
        for left, op, right in pairs:
            sign = _SIGNS[type(op)]
            phrases.append(self._pair(left, _NEGATED[sign] if negated else sign, right))
        joined = phrases[0]
        for text in phrases[1:]:
            joined = self._phrase("or" if negated else "and", one=joined, other=text)
        return joined

    def _between(self, what: ast.expr, low: ast.expr, high: ast.expr) -> str:
        bounds = [self._value(low), self._value(high)]
        if not all(_is_number(bound) for bound in bounds):
            return self._without_limit(self._subject(what), low, high)
        return self._range(what, bounds[0], bounds[1])

    def _range(self, what: ast.expr, low: float, high: float) -> str:
        step, unit, recorded = self._step(what), self._unit(what), self._recorded(what)
        shown = shown_limit(low, ">=", step, recorded), shown_limit(high, "<=", step, recorded)
        if shown[0] > shown[1]:
            shown = shown_limit(low, "==", step), shown_limit(high, "==", step)
        return self._phrase(
            "between", what=self._subject(what), low=self._number(shown[0], unit, bare=True), high=self._number(shown[1], unit)
        )

    def _pair(self, left: ast.expr, sign: str, right: ast.expr) -> str:
        if not self._is_measured(left) and self._is_measured(right) and sign in _TURNED:
            left, sign, right = right, _TURNED[sign], left
        if (tolerance := self._tolerance(left, sign, right)) is not None:
            return tolerance
        left, right = self._without_factor(left, right)
        if _is_none(right):
            return self._phrase("is" if sign == "==" else "is_not", what=self._subject(left), limit=self._phrase("missing"))
        if isinstance(left, ast.Call) and isinstance(right, ast.Call) and _function(left) == _function(right) == "set":
            values = self._list_text(right.args[0])
            return self._phrase("any_order", what=self._subject(left.args[0]), limit=values)
        what = self._subject(left)
        if not self._is_measured(left):
            what = self._phrase("planned", what=what, value=self._planned(left, sign, right))
        if sign in ("in", "not in"):
            return self._membership(what, sign == "in", left, right)
        if self._is_measured(right):
            return self._between_fields(what, sign, left, right)
        limit = self._value(right)
        if limit is None and dotted(right) == "today":
            limit = self._phrase("today")
        if limit is None:
            return self._without_limit(what, right)
        return self._limited(what, sign, left, right, limit)

    def _without_factor(self, left: ast.expr, right: ast.expr) -> tuple[ast.expr, ast.expr]:
        """Both sides without a positive number by which the left one is multiplied."""
        if not isinstance(left, ast.BinOp) or not isinstance(left.op, ast.Mult) or not self._is_measured(left.right):
            return left, right
        factor = left.left.value if isinstance(left.left, ast.Constant) else None
        if self._is_measured(right) or not _is_number(factor) or not float(str(factor)) > 0:
            return left, right
        return left.right, ast.BinOp(right, ast.Div(), left.left)

    def _limited(self, what: str, sign: str, left: ast.expr, right: ast.expr, limit: Any) -> str:
        if _is_number(limit):
            number = shown_limit(limit, sign, self._step(left), self._recorded(left))
            text = self._number(number, self._unit(left) or self._unit(right))
            key = _PHRASES.get(sign, "exactly" if sign == "==" else "is_not")
            return self._phrase(key, what=what, limit=text)
        text = self.value(right, limit, left)
        if isinstance(limit, list) and sign == "==":
            return self._phrase("in_order" if len(limit) > 1 else "is", what=what, limit=text)
        texts = {"==": "is", "!=": "is_not", ">": "after", ">=": "at_least", "<": "before", "<=": "at_most"}
        return self._phrase(texts[sign], what=what, limit=self._phrase("quoted", text=text) if sign == "!=" else text)

    def _planned(self, left: ast.expr, sign: str, right: ast.expr) -> str:
        """A value of the plan, as it is compared with a limit."""
        value, limit = self._value(left), self._value(right)
        if _is_number(value) and _is_number(limit):
            return self._number(shown_value(value, sign, limit, self._step(left)), self._unit(left) or self._unit(right))
        return self.value(left, value, right)

    def _between_fields(self, what: str, sign: str, left: ast.expr, right: ast.expr) -> str:
        kinds = [self._judged.fields.get(_field(node) or "") for node in (left, right)]
        if sign == "!=" and all(kind is not None and kind.kind is FieldKind.SIGNATURE for kind in kinds):
            return self._phrase("two_people")
        key = {"==": "same", "!=": "different"}.get(sign) or _PHRASES[sign]
        return self._phrase(key, what=what, limit=self._explained(left, sign, right))

    def _membership(self, what: str, inside: bool, left: ast.expr, right: ast.expr) -> str:
        named = self._words.names.get(dotted(right) or "")
        patterns = {} if named is None else named.inside if inside else named.outside
        if patterns:
            return patterns[self._style.language].format(what=what)
        values = self._value(right)
        if not isinstance(values, list):
            return self._without_limit(what, right)
        if not values and inside:
            return self._phrase("nothing_known", what=what)
        text = self.value(right, values, left)
        if len(values) == 1:
            return self._phrase("is" if inside else "is_not", what=what, limit=text)
        return self._phrase("one_of" if inside else "none_of", what=what, limit=text)

    def _tolerance(self, left: ast.expr, sign: str, right: ast.expr) -> str | None:
        """`abs(m.x - middle) <= most`, also with a factor before it, as a range; None for anything else."""
        factor: Any = 1
        if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mult) and not self._is_measured(left.left):
            factor = self._value(left.left)
            left = left.right
        if sign != "<=" or not isinstance(left, ast.Call) or _function(left) != "abs":
            return None
        inner, middle = left.args[0], None
        if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub) and not self._is_measured(inner.right):
            middle = inner.right
            inner = inner.left
        if self._is_measured(right) or isinstance(inner, ast.BinOp) or not self._is_measured(inner):
            return None
        center, most = 0 if middle is None else self._value(middle), self._value(right)
        if not (_is_number(center) and _is_number(most) and _is_number(factor) and factor > 0):
            parts = [part for part in (middle, right) if part is not None]
            return self._without_limit(self._subject(inner), *parts)
        part = decimal_result(most / factor)
        return self._range(inner, decimal_result(center - part), decimal_result(center + part))

    # what is spoken of

    def _subject(self, node: ast.expr) -> str:
        name = dotted(node)
        if name is not None:
            return self._named(name)
        if isinstance(node, ast.Constant):
            return self.value(node, node.value, node)
        if isinstance(node, ast.UnaryOp):
            return f"{MINUS}{self._subject(node.operand)}" if isinstance(node.op, ast.USub) else self._subject(node.operand)
        if isinstance(node, ast.BinOp):
            return f"{self._operand(node.left)} {_ARITHMETIC[type(node.op)]} {self._operand(node.right)}"
        if isinstance(node, ast.List):
            return self._joined_texts([self._referred(part) for part in node.elts])
        if isinstance(node, ast.Call) and (key := _FUNCTIONS.get(_function(node))) is not None:
            inner = node.args[0] if len(node.args) == 1 else ast.List(elts=list(node.args), ctx=ast.Load())
            if key == "size":
                return self._phrase("size", what=self._referred(inner))
            if key == "lines" and isinstance(inner, ast.Attribute) and dotted(inner.value) not in (None, "m"):
                inner = inner.value
            return self._phrase(key, list=self._referred(inner))
        return ", ".join(
            self._subject(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr) and not isinstance(part, ast.Name)
        )

    def _referred(self, node: ast.expr) -> str:
        """A reference inside a sentence: titles in quotes."""
        text = self._subject(node)
        if dotted(node) is None or dotted(node) == "today":
            return text
        return self._phrase("quoted", text=text)

    def _operand(self, node: ast.expr) -> str:
        text = self._referred(node)
        if not self._is_measured(node) and not isinstance(node, ast.Constant | ast.BinOp):
            text = f"{text} ({self.value(node, self._value(node), node)})"
        return f"({text})" if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) else text

    def _named(self, name: str) -> str:
        first, _, rest = name.partition(".")
        if first in self._bound:
            key, over = self._bound[first]
            return self._of_list(key, over, rest)
        if first == "m":
            key, _, column = rest.partition(".")
            evidence = self._judged.fields.get(key)
            title = key.replace("_", " ") if evidence is None else _title(evidence, self._style.language)
            return (
                self._phrase("column", column=self._column(evidence, column), list=self._phrase("quoted", text=title)) if column else title
            )
        if name == "today":
            return self._phrase("today")
        named = self._words.names.get(name)
        return rest.replace("_", " ") if named is None else named.title[self._style.language]

    def _of_list(self, key: str, over: ast.expr, column: str) -> str:
        if isinstance(over, ast.List):
            return self._phrase(f"{key}_of", list=", ".join(self._referred(part) for part in over.elts))
        if not column and isinstance(over, ast.Attribute) and dotted(over.value) not in (None, "m"):
            column = over.attr
            over = over.value
        if column:
            evidence = self._judged.fields.get(_field(over) or "")
            return self._phrase(f"{key}_line", column=self._column(evidence, column), list=self._referred(over))
        return self._phrase(key, list=self._referred(over))

    def _column(self, evidence: Evidence | None, column: str) -> str:
        titles = {} if evidence is None or self._style.language != "es" else evidence.columns_es
        return titles.get(column, column.replace("_", " "))

    # values

    def value(self, node: ast.expr, value: Any, beside: ast.expr) -> str:
        """The displayed value of an expression; numbers in the unit of the compared value."""
        named = self._words.names.get(dotted(node) or "")
        if value is None:
            return self._phrase("missing")
        if isinstance(value, bool):
            return self._yes(value)
        if _is_number(value):
            return self._number(rounded_figure(value, self._step(beside)), self._unit(node))
        if isinstance(value, list):
            texts = [self.value(node, part, beside) for part in value[:_MOST_VALUES]]
            text = ", ".join(texts)
            return text if len(value) <= _MOST_VALUES else self._phrase("more_values", list=text, count=str(len(value) - _MOST_VALUES))
        evidence = self._judged.fields.get(_field(beside) or "")
        text = str(value)
        if evidence is not None and self._style.language == "es":
            text = evidence.options_es.get(text, text)
        if named is not None and named.value:
            text = named.value[self._style.language].format(value=text)
        return text

    def working(self, part: Part) -> str:
        """The values of plan and site sheet that a part reads; "" if it reads none, or displays them itself."""
        if not part.fields and self._is_simple(part.condition.tree):
            return ""
        known = []
        for name in part.reads:
            value, named = self._judged.basis.get(name), self._words.names.get(name)
            if value is not None and _is_number(value):
                number = self._number(rounded_figure(value, self._step(part.condition.tree)), "" if named is None else named.unit)
                known.append(self._phrase("working", what=_capital(self._named(name)), value=number))
        return "; ".join(known)

    def _is_simple(self, tree: ast.expr) -> bool:
        """Whether two names are compared, so that the sentence gives both figures."""
        sides = [tree.left, *tree.comparators] if isinstance(tree, ast.Compare) else []
        return bool(sides) and all(dotted(side) is not None or isinstance(side, ast.Constant) for side in sides)

    def _explained(self, left: ast.expr, sign: str, node: ast.expr) -> str:
        """An expression over other fields, with its figure once they have values, rounded as a limit of `left`."""
        text, value = self._referred(node), self._value(node)
        if dotted(node) is not None or not _is_number(value):
            return text
        return f"{text} (= {self._number(shown_limit(value, sign, self._step(left), self._recorded(left)), self._unit(node))})"

    def _list_text(self, node: ast.expr) -> str:
        parts = node.elts if isinstance(node, ast.List) else [node]
        return self._joined_texts([self.value(part, self._value(part), part) for part in parts])

    def _joined_texts(self, texts: Sequence[str]) -> str:
        if len(texts) < 2:
            return "".join(texts)
        return self._phrase("joined", one=", ".join(texts[:-1]), other=texts[-1])

    def _without_limit(self, what: str, *limits: ast.expr) -> str:
        """A limit that nobody entered yet, or that does not follow from the plan as long as the plan is incomplete."""
        absent = dict.fromkeys(name for node in limits for name in self._missing(node))
        phrase = "incomplete" if absent and self._words.planned.issuperset(absent) else "not_set"
        names = ", ".join(dict.fromkeys(self._named(name) for name in absent)) or ", ".join(self._subject(node) for node in limits)
        return self._phrase(phrase, what=what, names=names)

    def _missing(self, node: ast.expr) -> list[str]:
        names = [dotted(part) for part in ast.walk(node) if isinstance(part, ast.Attribute)]
        return [name for name in dict.fromkeys(names) if name and name[:2] in ("d.", "k.") and self._basis(name) is None]

    def _basis(self, name: str) -> Any:
        return self._judged.basis.get(name)

    def _value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        names = {**self._judged.basis, **{f"m.{key}": value for key, value in self._judged.measured.items()}}
        names["today"] = self._judged.today or None
        value = evaluated(ast.unparse(node), names)
        return list(value) if isinstance(value, tuple) else value

    def _is_measured(self, node: ast.expr) -> bool:
        """Whether it reads a field, or a value of a list that is gone through."""
        names = (dotted(part) for part in ast.walk(node) if isinstance(part, ast.Attribute | ast.Name))
        return any(name is not None and (name.startswith("m.") or name.partition(".")[0] in self._bound) for name in names)

    def _evidence(self, node: ast.expr) -> list[Evidence]:
        known = []
        for part in ast.walk(node):
            name = dotted(part) if isinstance(part, ast.Attribute | ast.Name) else None
            if name is not None and name.partition(".")[0] in self._bound:
                known += self._evidence(self._bound.get(name.partition(".")[0], ("", ast.Constant("")))[1])
            elif name is not None and name.startswith("m."):
                evidence = self._judged.fields.get(name.split(".")[1])
                known += [] if evidence is None else [evidence]
        return known

    def _step(self, node: ast.expr) -> float:
        """The step of the values of an expression: all are written with the same number of decimals."""
        if isinstance(node, ast.Call) and _function(node) == "count":
            return 1.0
        if self._is_measured(node):
            return self._calculated_step(node)
        steps = [evidence.resolution for evidence in self._evidence(node) if evidence.kind in (FieldKind.NUMBER, FieldKind.LIST)]
        return min(steps, default=_PLAIN_STEP)

    def _calculated_step(self, node: ast.expr) -> float:
        if not self._is_measured(node):
            value = self._value(node)
            return step_of(value) if _is_number(value) else _PLAIN_STEP
        if isinstance(node, ast.BinOp):
            one, other = self._calculated_step(node.left), self._calculated_step(node.right)
            if isinstance(node.op, ast.Mult):
                return product_step(one, other)
            return FINEST if isinstance(node.op, ast.Div) else min(one, other)
        if isinstance(node, ast.Call) and _function(node) in ("sqrt", "choose", "round"):
            return FINEST
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr) and self._is_measured(part)]
        inner = [part for part in parts if not isinstance(part, ast.Name)] if dotted(node) is None else []
        if inner:
            step = min(self._calculated_step(part) for part in inner)
            # Half of the way between two values.
            return product_step(step, 0.1) if isinstance(node, ast.Call) and _function(node) == "median" else step
        steps = [evidence.resolution for evidence in self._evidence(node) if evidence.kind in (FieldKind.NUMBER, FieldKind.LIST)]
        return min(steps, default=_PLAIN_STEP)

    def _unit(self, node: ast.expr) -> str:
        """The unit of an expression, "" if it counts or compares: of a field or a name, of sums, and of a maximum."""
        name = dotted(node)
        if name is not None and (name.startswith("m.") or name.partition(".")[0] in self._bound):
            evidence = self._evidence(node)
            # A column of a list with one unit for several numbers has none that is certain.
            return evidence[0].unit if evidence and (evidence[0].unit not in LENGTHS or is_length(evidence[0])) else ""
        if name is not None:
            named = self._words.names.get(name)
            return "" if named is None else named.unit
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            return self._unit(node.left) or self._unit(node.right)
        if isinstance(node, ast.Call) and _function(node) in ("max", "min", "median", "sum", "abs"):
            return next(filter(None, (self._unit(part) for part in node.args)), "")
        if isinstance(node, ast.List):
            return next(filter(None, (self._unit(part) for part in node.elts)), "")
        return ""

    def _recorded(self, node: ast.expr) -> list[float]:
        value = self._value(node)
        values = value if isinstance(value, list) else [value]
        if dotted(node) is not None and dotted(node) in self._bound:
            over = self._value(self._bound[str(dotted(node))][1])
            values = over if isinstance(over, list) else []
        return [one for one in values if _is_number(one)]

    def _number(self, number: Decimal, unit: str = "", *, bare: bool = False) -> str:
        """A number with its unit, or without it; lengths are in the unit of the user."""
        exponent = number.as_tuple().exponent
        written = self._style.written(unit)
        if unit in LENGTHS and written.unit != unit:
            decimals = length_decimals(unit, max(0, -exponent) if isinstance(exponent, int) else 0)
            text = self._style.number(float(number) * written.factor, decimals)
            return text if bare else f"{text}{'' if written.unit in TIGHT_UNITS else THIN_SPACE}{written.unit}"
        if number and abs(number) < _SMALL:
            text = f"{number.normalize():e}".replace("-", MINUS, 1) if number < 0 else f"{number.normalize():e}"
            text = text.replace(".", ",") if self._style.language == "es" else text
        else:
            text = self._style.number(float(number), max(0, -exponent) if isinstance(exponent, int) else 0)
        return text if bare or not unit else f"{text}{'' if unit in TIGHT_UNITS else THIN_SPACE}{unit}"

    def _yes(self, value: bool) -> str:
        return self._phrase("yes" if value else "no")

    def _phrase(self, key: str, **values: str) -> str:
        text = self._words.phrases[key][self._style.language]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text


def _title(evidence: Evidence, language: str) -> str:
    return evidence.title_es if language == "es" else evidence.title


def _field(node: ast.expr) -> str | None:
    name = dotted(node)
    return name.split(".")[1] if name is not None and name.startswith("m.") else None


def _function(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_none(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and node.value is None) or dotted(node) == "none"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _capital(text: str) -> str:
    """A text that begins with a capital, unless its second letter is one, as in "pH"."""
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]
