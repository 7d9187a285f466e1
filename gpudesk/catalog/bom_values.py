"""The values of the bill-of-materials rules that a project may override, and the rules with those overrides."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gpudesk.catalog.bom_rules import MEASURES, BomRules, LabourTask, Origin, PartRule, SpareRule
from gpudesk.core.expressions.expression import ExpressionError, parse
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

BomFigure = float | str
"""A number, or the text of an expression over the measures."""
GROUPS = ("spares", "accessories", "tools", "freight", "labour")
SAID = Origin("set in this project", "dicho por este proyecto", Confidence.READ)
"""The source of a rule for which the project overrides a value."""


@dataclass(frozen=True, slots=True)
class BomValue:
    """One value of a rule.

    Attributes:
        key: "labour/Close a free unit/minutes"; contains the key of the rule, which stays when its title changes.
        group: one of `GROUPS`.
        title, title_es: title of the rule; for a part, its key in the catalog.
        field: "percent", "least", "from", "minutes" and "people" are numbers, "count" is an expression.
        low, high: the limits of a number.
        whole: whether it is a whole number.
    """

    key: str
    group: str
    title: str
    title_es: str
    field: str
    default: BomFigure
    origin: Origin
    low: float = 0.0
    high: float = 0.0
    whole: bool = False

    def title_in(self, language: str) -> str:
        """The title in a language ("en", "es")."""
        return self.title_es if language == "es" else self.title


def bom_values(rules: BomRules) -> dict[str, BomValue]:
    """The figures of rules by key, in the order of the files."""
    values: list[BomValue] = []
    for rule in rules.spares:
        at, labels = f"spares/{rule.key}", ("spares", rule.title, rule.title_es)
        values += [
            BomValue(f"{at}/percent", *labels, "percent", rule.percent, rule.origin, 0, 1000),
            BomValue(f"{at}/least", *labels, "least", rule.least, rule.origin, 0, 1e6, whole=True),
            BomValue(f"{at}/from", *labels, "from", rule.start, rule.origin, 0, 1e9, whole=True),
        ]
    for group, parts in (("accessories", rules.parts.accessories), ("tools", rules.parts.tools)):
        for at, part in _numbered(group, parts):
            values.append(BomValue(f"{at}/count", group, part.part, part.part, "count", part.count.text, part.origin))
    packing = rules.parts.packing_percent, rules.parts.packing_origin
    values.append(BomValue(_PACKING, "freight", "Packing", "Embalaje", "percent", *packing, 0, 1000))
    for task in rules.labour.tasks:
        at, labels = f"labour/{task.key}", ("labour", task.title, task.title_es)
        values += [
            BomValue(f"{at}/count", *labels, "count", task.count.text, rules.labour.origin),
            BomValue(f"{at}/minutes", *labels, "minutes", task.minutes, rules.labour.origin, 0, 1e5),
            BomValue(f"{at}/people", *labels, "people", task.people, rules.labour.origin, 1, 100, whole=True),
        ]
    return {value.key: value for value in values}


_PACKING = "freight/packing/percent"


def _numbered(group: str, rules: tuple[PartRule, ...]) -> list[tuple[str, PartRule]]:
    """Rules for parts with their keys: the several rules of one part are numbered."""
    counts: dict[str, int] = {}
    numbered = []
    for rule in rules:
        counts[rule.part] = counts.get(rule.part, 0) + 1
        numbered.append((f"{group}/{rule.part}/{counts[rule.part]}", rule))
    return numbered


def checked_figure(value: BomValue, figure: BomFigure) -> BomFigure:
    """A value in its stored form.

    Raises:
        Refused: it is not a valid number, or not an expression over the measures.
    """
    if value.field == "count":
        return _checked_count(figure)
    if isinstance(figure, str) or not value.low <= figure <= value.high or (value.whole and figure != int(figure)):
        whole = QT_TRANSLATE_NOOP("bom", "A whole number from {low} to {high} is required here.")
        any_number = QT_TRANSLATE_NOOP("bom", "A number from {low} to {high} is required here.")
        raise Refused(Message("bom", whole if value.whole else any_number, {"low": value.low, "high": value.high}))
    return int(figure) if figure == int(figure) else float(figure)


def _checked_count(figure: BomFigure) -> str:
    text = str(figure)
    try:
        names = parse(text).names
    except ExpressionError as error:
        raise Refused(error.message) from error
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        fault = QT_TRANSLATE_NOOP("bom", "unknown measure {name}; available: {words}.")
        raise Refused(Message("bom", fault, {"name": unknown[0], "words": MEASURES}))
    return text


def with_said(rules: BomRules, figures: Mapping[str, BomFigure]) -> BomRules:
    """The rules with the project's overrides; overrides that match no rule or are not allowed there are omitted.

    Groups that are `fixed` stay unchanged.
    """
    known = bom_values(rules)
    fitting = {}
    for key, figure in figures.items():
        if key in known and known[key].group not in rules.fixed:
            try:
                fitting[key] = checked_figure(known[key], figure)
            except Refused:
                continue
    if not fitting:
        return rules

    def number(key: str, usual: float) -> float:
        return float(fitting.get(key, usual))

    def spare(rule: SpareRule) -> SpareRule:
        at = f"spares/{rule.key}"
        if not any(key.startswith(f"{at}/") for key in fitting):
            return rule
        least, start = int(number(f"{at}/least", rule.least)), int(number(f"{at}/from", rule.start))
        return replace(rule, percent=number(f"{at}/percent", rule.percent), least=least, start=start, origin=SAID)

    def parts(group: str, given: tuple[PartRule, ...]) -> tuple[PartRule, ...]:
        part_rules = []
        for at, rule in _numbered(group, given):
            text = fitting.get(f"{at}/count")
            part_rules.append(rule if text is None else replace(rule, count=parse(str(text)), origin=SAID))
        return tuple(part_rules)

    def task(given: LabourTask) -> LabourTask:
        at = f"labour/{given.key}"
        text = fitting.get(f"{at}/count")
        people = int(number(f"{at}/people", given.people))
        changed = replace(given, minutes=number(f"{at}/minutes", given.minutes), people=people)
        return changed if text is None else replace(changed, count=parse(str(text)))

    own = rules.parts
    packed = replace(
        own,
        accessories=parts("accessories", own.accessories),
        tools=parts("tools", own.tools),
        packing_percent=number(_PACKING, own.packing_percent),
        packing_origin=SAID if _PACKING in fitting else own.packing_origin,
    )
    labour = replace(rules.labour, tasks=tuple(task(labour_task) for labour_task in rules.labour.tasks))
    spares = tuple(spare(rule) for rule in rules.spares)
    return replace(rules, spares=spares, parts=packed, labour=labour, said=tuple(fitting.items()))
