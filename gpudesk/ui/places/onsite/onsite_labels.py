"""Items, states, limits and entries in the person's language."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QPainter

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.item_codes import read_item_code
from gpudesk.core.checklist.items import Evidence, FieldKind, Item, Scope, Stage
from gpudesk.core.checklist.sentences import Sentence
from gpudesk.core.checklist.shown_lengths import is_length
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.cable_facts import port_a, port_b
from gpudesk.derived.checklist.targets import target_name
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.limit_sentences import limit_sentences
from gpudesk.onsite.record_log import body_of, given_files
from gpudesk.onsite.scan_lookup import look_up
from gpudesk.onsite.target_places import tray_bay
from gpudesk.onsite.task_page import TaskPage
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.lengths import length_number, shown_unit
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.quantities import format_number, grouped, number_style
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language

tr = text_context("OnSite")

_STATES = {
    State.OPEN: QT_TRANSLATE_NOOP("OnSite", "To do"),
    State.BLOCKED: QT_TRANSLATE_NOOP("OnSite", "Blocked"),
    State.IN_PROGRESS: QT_TRANSLATE_NOOP("OnSite", "In progress"),
    State.PASSED: QT_TRANSLATE_NOOP("OnSite", "Passed"),
    State.FAILED: QT_TRANSLATE_NOOP("OnSite", "Failed"),
    State.WAIVED: QT_TRANSLATE_NOOP("OnSite", "Waived"),
    State.STALE: QT_TRANSLATE_NOOP("OnSite", "Stale: the plan changed"),
    State.NOT_APPLICABLE: QT_TRANSLATE_NOOP("OnSite", "Not applicable"),
    State.OVERDUE: QT_TRANSLATE_NOOP("OnSite", "Overdue"),
}
SEVERITY = {
    State.PASSED: "ok",
    State.FAILED: "error",
    State.STALE: "warning",
    State.OVERDUE: "warning",
    State.WAIVED: "info",
    State.NOT_APPLICABLE: "info",
}
"""Shape and color of a state; other states use the text color."""
_ICONS = {State.BLOCKED: "lock", State.IN_PROGRESS: "clock", State.OPEN: "history-ring"}
_SCOPES = {
    Scope.SITE: QT_TRANSLATE_NOOP("OnSite", "Whole site"),
    Scope.CLUSTER: QT_TRANSLATE_NOOP("OnSite", "Whole cluster"),
}
_KINDS = {
    EntryKind.VALUE: QT_TRANSLATE_NOOP("OnSite", "recorded"),
    EntryKind.SIGNATURE: QT_TRANSLATE_NOOP("OnSite", "signed"),
    EntryKind.CORRECTION: QT_TRANSLATE_NOOP("OnSite", "corrected"),
    EntryKind.WITHDRAWAL: QT_TRANSLATE_NOOP("OnSite", "entry withdrawn"),
    EntryKind.WAIVER: QT_TRANSLATE_NOOP("OnSite", "waived"),
    EntryKind.NOT_APPLICABLE: QT_TRANSLATE_NOOP("OnSite", "not applicable"),
    EntryKind.OVERRIDE: QT_TRANSLATE_NOOP("OnSite", "hold overridden"),
    EntryKind.PUNCH: QT_TRANSLATE_NOOP("OnSite", "punch list"),
    EntryKind.DEVIATION: QT_TRANSLATE_NOOP("OnSite", "installed differently"),
    EntryKind.DECISION: QT_TRANSLATE_NOOP("OnSite", "decided"),
    EntryKind.PACKAGE: QT_TRANSLATE_NOOP("OnSite", "handed out"),
    EntryKind.JUDGEMENT: QT_TRANSLATE_NOOP("OnSite", "evaluated as a whole"),
    EntryKind.MERGE: QT_TRANSLATE_NOOP("OnSite", "merged"),
}
_ACCEPTED = QT_TRANSLATE_NOOP("OnSite", "deviation accepted, plan updated")
_REFUSED = QT_TRANSLATE_NOOP("OnSite", "deviation refused")
_LONG_WORD = re.compile(r"\S{40}(?=\S)")


def _tr(text: str) -> str:
    return QCoreApplication.translate("OnSite", text)


def state_name(state: State, due: date | None = None) -> str:
    """The name of a state in the user's language; if overdue, with the due date."""
    if due is not None:
        return _tr(QT_TRANSLATE_NOOP("OnSite", "Overdue since {day}")).format(day=due.isoformat())
    return _tr(_STATES[state])


def own(thing: Item | Evidence | Stage, text: str) -> str:
    """A text of the checklist ("title", "do", "accept", "note") in the person's language."""
    return str(getattr(thing, f"{text}_es" if language() == "es" else text))


def targets_text(scope: Scope, count: int) -> str:
    """How many targets there are of a scope: "4 racks"."""
    match scope:
        case Scope.HALL:
            text = tr("%n hall(s)", "", count)
        case Scope.RACK:
            text = tr("%n rack(s)", "", count)
        case Scope.FEED:
            text = tr("%n feed(s)", "", count)
        case Scope.DEVICE:
            text = tr("%n device(s)", "", count)
        case Scope.TRAY:
            text = tr("%n tray(s)", "", count)
        case Scope.CABLE:
            text = tr("%n cable(s)", "", count)
        case Scope.WORKSTATION:
            text = tr("%n workstation(s)", "", count)
        case _:
            text = tr("%n target(s)", "", count)
    return grouped(text, count)


def place_text(snapshot: Snapshot, scope: Scope, target: int) -> str:
    """A target for a person who looks for it: a device with its rack and unit, a cable with the ports at its ends."""
    if scope in _SCOPES:
        return _tr(_SCOPES[scope])
    if scope is Scope.CABLE and snapshot["cable"].has(target):
        ids = np.array([target], np.int64)
        return f"{target}: {port_a(snapshot, ids)[0]} → {port_b(snapshot, ids)[0]}"
    name = target_name(snapshot, scope, target)
    where = unit_text(snapshot, target) if scope in (Scope.DEVICE, Scope.WORKSTATION) else ""
    if scope is Scope.TRAY:
        where = tray_bay(snapshot, target)
    return f"{name} · {where}" if where else name


def code_text(snapshot: Snapshot, uid: str, text: str) -> str:
    """The meaning of a code: a cable end, an item with its target, or an object of the plan; otherwise the code itself."""
    try:
        code = read_item_code(text, uid)
        finding = look_up(snapshot, uid, text) if code is None else None
    except Refused:
        return text
    if finding is not None and finding.end:
        return _tr(QT_TRANSLATE_NOOP("OnSite", "Cable {number}, end {end}")).format(number=finding.spot.target, end=finding.end)
    if finding is not None:
        return place_text(snapshot, finding.spot.scope, finding.spot.target)
    item = None if code is None else checklist_of(snapshot).items.get(code.item)
    if code is None or item is None:
        return text
    return item.key if code.target is None else f"{item.key} · {place_text(snapshot, item.scope, code.target)}"


def unit_text(snapshot: Snapshot, device: int) -> str:
    """The rack and the lowest unit of a device, such as "A01 U12"; empty if it is in none."""
    if not snapshot["device"].has(device):
        return ""
    row = snapshot["device"].row(device)
    if row["rack_id"] in (None, ABSENT):
        return ""
    rack = snapshot["rack"].row(int(row["rack_id"]))["name"]
    unit = int(row["position"]) / 2 + 1
    return f"{rack} U{format_number(unit, 0 if unit.is_integer() else 1)}"


def value_text(value: Any, number: Callable[[float], str] | None = None) -> str:
    """A value as a person reads it; its numbers are written by `number`, by default as they are."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _tr(QT_TRANSLATE_NOOP("OnSite", "yes")) if value else _tr(QT_TRANSLATE_NOOP("OnSite", "no"))
    if isinstance(value, int | float):
        return (number or number_text)(value)
    if isinstance(value, list | tuple):
        return ", ".join(value_text(part, number) for part in value)
    if isinstance(value, dict):
        return " ".join(value_text(part, number) for part in value.values())
    return str(value)


def field_value_text(field: Evidence, value: Any) -> str:
    """A value of a field as a person reads it: a choice in the person's language, lengths in the units of the person."""
    if isinstance(value, str):
        return option_text(field, value)
    return value_text(value, (lambda number: length_number(number, field.unit, field.resolution)) if is_length(field) else None)


def option_text(field: Evidence, option: str) -> str:
    """A choice in the person's language."""
    return field.options_es.get(option, option) if language() == "es" else option


def column_text(field: Evidence, column: str) -> str:
    """The name of a column of a list in the person's language."""
    return field.columns_es.get(column, column) if language() == "es" else column.replace("_", " ")


def number_text(value: float) -> str:
    """A number with as many decimals as it has, at most six."""
    return format_number(value, len(f"{value:.6f}".rstrip("0").partition(".")[2]))


def sentences_of(page: TaskPage) -> list[Sentence]:
    """The pass criteria of an item, one by one, compared with the records."""
    measured = {key: given_value.value for key, given_value in page.given.items()}
    day = page.history[-1].at_utc[:10] if page.history else ""
    return limit_sentences(page.item, page.basis, number_style(), measured, day)


def entry_text(item: Item, entry: Entry) -> str:
    """The content of an entry, in one line."""
    field = item.by_key.get(entry.field)
    value = body_of(entry.value, entry.writer, entry.number).get("value")
    parts = [_tr(_KINDS[EntryKind(entry.kind)])]
    if field is not None:
        many = field.kind in (FieldKind.PHOTO, FieldKind.FILE) and value is not None
        field_text = _file_names(entry) if many else _with_unit(field, value)
        parts.append(f"{own(field, 'title')}: {field_text}")
    if entry.kind == EntryKind.DECISION:
        accepted = body_of(entry.value, entry.writer, entry.number).get("accepted") is True
        parts = [_tr(_ACCEPTED if accepted else _REFUSED)]
    if entry.reason:
        parts.append(entry.reason)
    return breakable(" · ".join(parts))


def _with_unit(field: Evidence, value: Any) -> str:
    unit = shown_unit(field.unit) if is_length(field) else field.unit
    return field_value_text(field, value) + (f" {unit}" if unit else "")


def breakable(text: str) -> str:
    """A text with breakable long words: a label is as wide as its longest word."""
    return _LONG_WORD.sub("\\g<0>\u200b", text)


def _file_names(entry: Entry) -> str:
    return ", ".join(file.name for file in given_files(entry)) or "–"


def who_text(entry: Entry) -> str:
    """Who wrote an entry and when, in the time of the device that wrote it."""
    names = f"{entry.person} + {entry.second}" if entry.second else entry.person
    return f"{entry.at_utc[:16].replace('T', ' ')} UTC · {names}"


def paint_state(painter: QPainter, rect: QRectF, state: State) -> None:
    """The shape of a state: octagon, triangle, square and circle of severities, a lock, a clock, or an empty ring."""
    colours = theme.current()
    if state in SEVERITY:
        icons.paint(painter, f"severity-{SEVERITY[state]}", rect, colours.severity[SEVERITY[state]].colour)
    else:
        icons.paint(painter, _ICONS[state], rect, colours.accent if state is State.IN_PROGRESS else colours.text.tertiary)
