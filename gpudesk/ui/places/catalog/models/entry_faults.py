"""Faults of an entry, in the user's language: each at the field or cell where the user expects it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import FactDefinition, Fault
from gpudesk.core.hardware.hardware_reader import NOT_IN_RANGE
from gpudesk.core.messages.message import Message, Value
from gpudesk.core.messages.read_faults import MISSING
from gpudesk.ui.panels.catalog.fact_text import fact_title
from gpudesk.ui.places.catalog.models import entry_rows
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.translate import language, tr_message

_SOURCE = "source"


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
    fault_by_key: dict[tuple[str, str, int, int], ToldFault] = {}
    for fault in faults:
        told_fault = _told(catalog, fault, titles)
        # An empty text is both no text and no key: the first says enough.
        key = (told_fault.field, told_fault.fact, told_fault.column, 0 if told_fault.field or told_fault.fact else len(fault_by_key))
        fault_by_key.setdefault(key, told_fault)
    return list(fault_by_key.values())


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
    missing = _missing(fault.message)
    if len(parts) == 1:
        return (missing, entry_rows.VALUE) if missing in catalog.facts else ("", 0)
    columns = {name: column for column, name in entry_rows.FIELDS.items()}
    column = columns.get(parts[2], entry_rows.VALUE) if len(parts) > 2 else entry_rows.VALUE
    return parts[1], entry_rows.SOURCE if missing == _SOURCE else column


def _sentence(catalog: Catalog, message: Message, titles: Mapping[str, str], definition: FactDefinition | None) -> str:
    """The description of the fault, without the place before it."""

    def titled(name: str) -> str:
        known = catalog.facts.get(name)
        return titles.get(name, name if known is None else fact_title(known))

    if _missing(message) == _SOURCE:
        return QCoreApplication.translate("EntryFaults", "a fact requires a source")
    what = message.values.get("what")
    if definition is not None and isinstance(what, Message) and what.text == NOT_IN_RANGE and entry_rows.limits(definition):
        # As it is next to the cell; the reader of entries allows more than the catalog does.
        return QCoreApplication.translate("EntryFaults", "a number is required: {limits}").format(limits=entry_rows.limits(definition))
    if isinstance(what, Message):
        return _worded(what, titled)
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
    what = message.values.get("what")
    if not isinstance(what, Message) or "where" not in message.values:
        return tr_message(message)
    return f"{message.values['where']}: {_worded(what, str)}"


def _missing(message: Message) -> str:
    """The name that an entry must have and does not, "" if the fault is another one."""
    what = message.values.get("what")
    if not isinstance(what, Message) or what.text != MISSING:
        return ""
    names = what.values["names"]
    return str(names[0]) if isinstance(names, tuple) and len(names) == 1 else ""


def _worded(reason: Message, titled: Callable[[str], str]) -> str:
    values: dict[str, Value] = dict(reason.values)
    names = values.get("names")
    if isinstance(names, tuple):
        values["names"] = tuple(titled(str(name)) for name in names)
    return tr_message(Message(reason.context, reason.text, values))
