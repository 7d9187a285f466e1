"""The facts of an entry as lines of an editable table, and typed input as catalog values."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import FactDefinition, FactKind
from gpudesk.core.hardware.hardware import Confidence, Family
from gpudesk.ui.panels.catalog.fact_text import fact_title, flag_text
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, converted, format_number, parse_number
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

FACT, VALUE, LIMITS, SOURCE, CONFIDENCE, NOTE, NOTE_ES, DATE = range(8)
FIELDS = {SOURCE: "source", CONFIDENCE: "confidence", NOTE: "note", NOTE_ES: "note_es", DATE: "date"}
"""The columns that hold a text of a fact, with its name in the entry."""
_YES, _NO = "true", "false"
_CONFIDENCES = (Confidence.READ, Confidence.SECONDARY, Confidence.DERIVED, Confidence.MEMORY)
_NOTHING = ("", MISSING)
_NO_FAULTS: Mapping[tuple[str, int], str] = {}


def entry_heads() -> list[Head]:
    """The heads of the table, in the order of the columns."""
    translate = QCoreApplication.translate
    return [
        Head(translate("EntryRows", "Fact")),
        Head(translate("EntryRows", "Value")),
        Head(translate("EntryRows", "Allowed values"), right=True),
        Head(translate("EntryRows", "Source")),
        Head(translate("EntryRows", "Confidence")),
        Head(translate("EntryRows", "Note, English")),
        Head(translate("EntryRows", "Note, Spanish")),
        Head(translate("EntryRows", "Date")),
    ]


def entry_lines(
    catalog: Catalog,
    body: Mapping[str, Any],
    words: str = "",
    *,
    every: bool = False,
    faults: Mapping[tuple[str, int], str] = _NO_FAULTS,
) -> list[Line]:
    """The facts under their headings.

    Args:
        words: only facts whose names contain all of these tokens.
        every: also facts not expected for the family.
        faults: the fault of a cell, by fact and column.
    """
    facts = facts_of(body)
    expected = set(catalog.family(family).expected) if (family := family_of(body)) is not None else set()
    spanish = language() == "es"
    lines: list[Line] = []
    heading = ""
    for name, definition in catalog.facts.items():
        shown = every or name in facts or name in expected
        searched = fold(f"{definition.title} {definition.title_es} {name}")
        if not (shown or words) or not all(word in searched for word in fold(words).split()):
            continue
        if definition.group != heading:
            heading = definition.group
            group = catalog.groups[heading]
            lines.append(Line(f"group:{heading}", (), group.title_es if spanish else group.title))
        line = _line(definition, facts.get(name))
        cells = (_faulty(cell, faults.get((name, column), "")) for column, cell in enumerate(line.cells))
        lines.append(replace(line, cells=tuple(cells)))
    return lines


def _faulty(cell: Cell, what: str) -> Cell:
    """A cell with its fault, if there is one."""
    return replace(cell, severity="error", tool_tip=what, spoken=f"{cell.text} {what}".strip()) if what else cell


def facts_of(body: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The facts of an entry as far as they have the form of facts."""
    facts = body.get("facts")
    return {str(name): fact for name, fact in facts.items() if isinstance(fact, dict)} if isinstance(facts, Mapping) else {}


def family_of(body: Mapping[str, Any]) -> Family | None:
    """The family of an entry, None if it names none or an unknown one."""
    return next((family for family in Family if family.value == body.get("family")), None)


def _line(definition: FactDefinition, fact: Mapping[str, Any] | None) -> Line:
    stated_fact: Mapping[str, Any] = fact or {}
    value = stated_fact.get("value")
    name = fact_title(definition)
    confidence = str(stated_fact.get("confidence", ""))
    known = confidence in set(_CONFIDENCES)
    cells = (
        Cell(name, ink="" if stated_fact else "text.tertiary", tool_tip=f"{name}\n{definition.name}"),
        Cell(
            shown_value(definition, value),
            shown_unit(definition) if isinstance(value, int | float) and not isinstance(value, bool) else "",
            step="strong" if stated_fact else "",
            edited=typed_value(definition, value),
            choices=_choices(definition),
        ),
        Cell(limits(definition), ink="text.tertiary", step="caption", right=True),
        _text(stated_fact, "source"),
        Cell(
            confidence_name(confidence) if known else confidence,
            edited=confidence,
            choices=(_NOTHING, *((choice.value, confidence_name(choice.value)) for choice in _CONFIDENCES)),
        ),
        _text(stated_fact, "note"),
        _text(stated_fact, "note_es"),
        _text(stated_fact, "date"),
    )
    return Line(definition.name, cells)


def _text(said: Mapping[str, Any], name: str) -> Cell:
    text = str(said.get(name, ""))
    return Cell(text, step="caption", ink="text.secondary", edited=text)


def shown_unit(definition: FactDefinition) -> str:
    """The unit in which a value is shown and typed."""
    other = converted(definition.unit)
    return definition.unit if other is None else other.unit


def shown_value(definition: FactDefinition, value: Any) -> str:
    """A value without its unit; "" if there is none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return dict(_flags())[_YES if value else _NO]
    if isinstance(value, int | float) and definition.kind is FactKind.NUMBER:
        return _figure(definition, value)
    return definition.spoken(str(value), language())


def typed_value(definition: FactDefinition, value: Any) -> str:
    """A value as its editor begins: figures without groups."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _YES if value else _NO
    if isinstance(value, int | float) and definition.kind is FactKind.NUMBER:
        other = converted(definition.unit)
        text = f"{value:.12g}" if other is None else f"{round(other.shown(value), other.decimals + 2):.12g}"
        return text.replace(".", ",") if language() == "es" else text
    return str(value)


def read_value(definition: FactDefinition, text: str, present: Any = None) -> Any:
    """Parse typed or chosen input; None if empty. Non-numeric input stays text, and is reported as a fault of the entry."""
    text = text.strip()
    if not text:
        return None
    if present is not None and text == typed_value(definition, present):
        return present
    if definition.kind is FactKind.FLAG and text in {_YES, _NO}:
        return text == _YES
    if definition.kind is not FactKind.NUMBER:
        return text
    number = parse_number(text)
    if number is None:
        return text
    other = converted(definition.unit)
    if other is not None:
        number = other.kept(number)
    return int(number) if number.is_integer() else number


def limits(definition: FactDefinition) -> str:
    """Between which values a number can lie: "0.5–60 U"; in the unit in which it is shown."""
    if definition.kind is not FactKind.NUMBER:
        return ""
    low, high = definition.minimum, definition.maximum
    unit = f"{THIN_SPACE}{shown_unit(definition)}" if definition.unit else ""
    if low is not None and high is not None:
        return f"{_figure(definition, low)}–{_figure(definition, high)}{unit}"
    if low is not None:
        return f"≥ {_figure(definition, low)}{unit}"
    return unit.strip() if high is None else f"≤ {_figure(definition, high)}{unit}"


def _figure(definition: FactDefinition, value: float) -> str:
    plain = definition.plain_number(value)
    if plain is not None:
        return plain
    other = converted(definition.unit)
    return format_number(float(value) if other is None else round(other.shown(value), other.decimals))


def _choices(definition: FactDefinition) -> tuple[tuple[str, str], ...]:
    if definition.kind is FactKind.FLAG:
        return (_NOTHING, *_flags())
    spanish = language() == "es"
    words = ((word, choice.title_es if spanish else choice.title) for word, choice in (definition.choices or {}).items())
    return (_NOTHING, *words) if definition.choices else ()


def _flags() -> tuple[tuple[str, str], ...]:
    return (_YES, flag_text(value=True)), (_NO, flag_text(value=False))
