"""Text of the facts of a hardware type: name, value, confidence and origin, in the user's language and units."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.entry import FactDefinition, FactKind
from gpudesk.core.hardware.hardware import Fact, HardwareType
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import language

OTHERS_MARK = "*"
"""Mark after a value that other sources contradict, and before their values."""


@dataclass(frozen=True, slots=True)
class FactLine:
    """One fact, or a few joined, as a line."""

    label: str
    value: str
    confidence: str
    origin: str


def type_facts(kind: HardwareType) -> list[tuple[str, list[FactLine]]]:
    """The facts of a type under their headings, in the catalog's order; unknown facts are not listed."""
    catalog = open_catalog()
    by_group: dict[str, list[FactLine]] = {}
    for name, definition in catalog.facts.items():
        fact = kind.facts.get(name)
        if fact is not None:
            by_group.setdefault(definition.group, []).append(_line(definition, fact))
    spanish = language() == "es"
    return [(catalog.groups[group].title_es if spanish else catalog.groups[group].title, rows) for group, rows in by_group.items()]


def fact_text(definition: FactDefinition, fact: Fact) -> str:
    """A fact's value in the person's language and units."""
    if definition.kind is FactKind.NUMBER and not isinstance(fact.value, str | bool):
        plain = definition.plain_number(fact.value)
        return format_quantity(float(fact.value), definition.unit) if plain is None else plain
    if isinstance(fact.value, bool):
        return flag_text(value=fact.value)
    return definition.spoken(str(fact.value), language())


def marked_text(definition: FactDefinition, fact: Fact) -> str:
    """A fact's value, with a mark if other sources contradict it."""
    text = fact_text(definition, fact)
    return f"{text} {OTHERS_MARK}" if fact.others else text


def others_legend() -> str:
    """Meaning of the mark."""
    return OTHERS_MARK + " " + QCoreApplication.translate("FactText", "Other sources differ")


def flag_text(*, value: bool) -> str:
    """A flag in the person's language; "no" is known and is not to be taken for "–", which is missing."""
    return QCoreApplication.translate("EntryRows", "yes") if value else QCoreApplication.translate("EntryRows", "no")


def fact_title(definition: FactDefinition) -> str:
    """A fact's name in the person's language."""
    return definition.title_es if language() == "es" else definition.title


def fact_origin(definition: FactDefinition, fact: Fact) -> str:
    """Source of a fact, its note, and the values of other sources."""
    lines = [tr_source(fact.source), fact.note_in(language())]
    if fact.others:
        lines.append(others_legend())
    lines += [f"{OTHERS_MARK} {fact_text(definition, other)}: {tr_source(other.source)}" for other in fact.others]
    return "\n".join(line for line in lines if line)


def _line(definition: FactDefinition, fact: Fact) -> FactLine:
    text = marked_text(definition, fact)
    return FactLine(fact_title(definition), text, str(fact.confidence), fact_origin(definition, fact))
