"""Faults of an entry, in the user's language: each at the field or cell where the user expects it."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import FactDefinition, Fault
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.ui.panels.catalog.fact_text import fact_title
from gpudesk.ui.places.catalog.models import entry_rows
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.translate import language, tr_message

CONTEXT = "EntryFaults"
_SOURCE_MISSING = "source is missing"
_WORDS = (
    QT_TRANSLATE_NOOP("EntryFaults", "text is required"),
    QT_TRANSLATE_NOOP("EntryFaults", "a mapping is required"),
    QT_TRANSLATE_NOOP("EntryFaults", "a list is required"),
    QT_TRANSLATE_NOOP("EntryFaults", "source is missing"),
    QT_TRANSLATE_NOOP("EntryFaults", "connector is missing"),
    QT_TRANSLATE_NOOP("EntryFaults", "a length must be greater than zero"),
)
"""Fixed sentences of the reader of entries."""
_MISSING = re.compile(r"(?P<name>\w+) is missing\Z")
_OUT_OF_RANGE = re.compile(r"a number between (?P<low>\S+) and (?P<high>\S+) is needed, not (?P<found>.+)\Z")
_PATTERNS = (
    (_MISSING, QT_TRANSLATE_NOOP("EntryFaults", "{name} is missing")),
    (re.compile(r"(?P<found>.+) is none of (?P<words>.+)\Z"), QT_TRANSLATE_NOOP("EntryFaults", "{found} is not one of {words}")),
    (
        re.compile(r"unknown name (?P<name>.+); known are (?P<words>.+)\Z"),
        QT_TRANSLATE_NOOP("EntryFaults", "unknown name {name}; valid names: {words}"),
    ),
    (_OUT_OF_RANGE, QT_TRANSLATE_NOOP("EntryFaults", "a number between {low} and {high} is required, not {found}")),
    (
        re.compile(r"value must be a number, a text or true/false, not (?P<found>.+)\Z"),
        QT_TRANSLATE_NOOP("EntryFaults", "the value is missing or is not a number, text, true or false"),
    ),
    (
        re.compile(r"a date has the form 2026, 2026-05 or 2026-05-31, not (?P<found>.+)\Z"),
        QT_TRANSLATE_NOOP("EntryFaults", "a date must have the format 2026, 2026-05 or 2026-05-31, not {found}"),
    ),
)


@dataclass(frozen=True, slots=True)
class ToldFault:
    """A fault as displayed to the user.

    Attributes:
        field: name of the form's field, "" if it is none.
        fact, column: the cell of the table of facts, "" if it is none.
        line: line of the entry as text, counted from 1.
        place: the title of that field or cell, or the line.
    """

    field: str
    fact: str
    column: int
    line: int
    place: str
    text: str


def told_faults(catalog: Catalog, faults: Iterable[Fault], titles: Mapping[str, str]) -> list[ToldFault]:
    """The faults of an entry being edited; one per faulty field.

    Args:
        titles: names of the entry to the titles of their fields.
    """
    found: dict[tuple[str, str, int, int], ToldFault] = {}
    for fault in faults:
        told = _told(catalog, fault, titles)
        # An empty text is both no text and no key: the first says enough.
        key = (told.field, told.fact, told.column, 0 if told.field or told.fact else len(found))
        found.setdefault(key, told)
    return list(found.values())


def _told(catalog: Catalog, fault: Fault, titles: Mapping[str, str]) -> ToldFault:
    field = fault.path.partition(".")[0].partition("[")[0]
    if field in titles:
        return ToldFault(field, "", 0, fault.line, titles[field], _sentence(catalog, fault.message, titles, None))
    fact, column = _cell(catalog, fault)
    definition = catalog.facts.get(fact)
    text = _sentence(catalog, fault.message, titles, definition)
    if definition is None:
        place = QCoreApplication.translate("EntryFaults", "As text, line {line}").format(line=fault.line)
        return ToldFault("", "", 0, fault.line, place, text)
    place = fact_title(definition)
    if column != entry_rows.VALUE:
        place = f"{place}, {entry_rows.entry_heads()[column].title.lower()}"
    return ToldFault("", fact, column, fault.line, place, text)


def _cell(catalog: Catalog, fault: Fault) -> tuple[str, int]:
    """The fact and the column of a fault, "" if it concerns no fact."""
    parts = fault.path.split(".")
    if parts[0] != "facts":
        return "", 0
    what = str(fault.message.values.get("what", ""))
    if len(parts) == 1:
        missing = _MISSING.match(what)
        return (missing["name"], entry_rows.VALUE) if missing is not None and missing["name"] in catalog.facts else ("", 0)
    columns = {name: column for column, name in entry_rows.FIELDS.items()}
    column = columns.get(parts[2], entry_rows.VALUE) if len(parts) > 2 else entry_rows.VALUE
    return parts[1], entry_rows.SOURCE if what == _SOURCE_MISSING else column


def _sentence(catalog: Catalog, message: Message, titles: Mapping[str, str], definition: FactDefinition | None) -> str:
    """The description of the fault, without the place before it."""

    def titled(name: str) -> str:
        known = catalog.facts.get(name)
        return titles.get(name, name if known is None else fact_title(known))

    if message.context == "hardware" and message.values.get("what") == _SOURCE_MISSING:
        return QCoreApplication.translate("EntryFaults", "a fact requires a source")
    if definition is not None and _OUT_OF_RANGE.match(str(message.values.get("what", ""))) and entry_rows.limits(definition):
        # As it is next to the cell; the reader of entries allows more than the catalog does.
        return QCoreApplication.translate("EntryFaults", "a number is required: {limits}").format(limits=entry_rows.limits(definition))
    if message.context == "hardware" and "what" in message.values:
        return _worded(message.values["what"], titled)
    values: dict[str, Value] = dict(message.values)
    if isinstance(values.get("name"), str):
        values["name"] = titled(str(values["name"]))
    if definition is not None:
        if definition.choices is not None and "words" in values:
            values["words"] = ", ".join(choice.title_es if language() == "es" else choice.title for choice in definition.choices.values())
        unit = entry_rows.shown_unit(definition)
        for name in ("value", "low", "high"):
            if isinstance(values.get(name), int | float):
                shown = entry_rows.shown_value(definition, values[name])
                values[name] = f"{shown}{THIN_SPACE}{unit}" if unit else shown
    return tr_message(Message(message.context, message.text, values))


def fault_text(message: Message) -> str:
    """One line for a fault of a file: where in the entry, and what."""
    if message.context != "hardware" or "what" not in message.values or "where" not in message.values:
        return tr_message(message)
    return f"{message.values['where']}: {_worded(message.values['what'], str)}"


def _worded(reason: Value, titled: Callable[[str], str]) -> str:
    what = str(reason)
    if what in _WORDS:
        return QCoreApplication.translate(CONTEXT, what)
    for pattern, text in _PATTERNS:
        match = pattern.match(what)
        if match is not None:
            values = match.groupdict()
            if "name" in values:
                values["name"] = titled(values["name"])
            return QCoreApplication.translate(CONTEXT, text).format(**values)
    return tr_message(reason) if isinstance(reason, Message) else what
