"""Validation of field input, and the content of a scanned program label."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "onsite"
LONGEST_TEXT = 2000
MOST_LINES = 2000
MOST_NUMBER = 1e15
_LABEL = re.compile(r"GPUDESK:([0-9A-F]{0,8}):([0-9]{1,18}):([AB])\Z")
_HASH = re.compile(r"[0-9a-f]{64}\Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would end a line, or steer the terminal that shows it."""


@dataclass(frozen=True, slots=True)
class Instrument:
    """The instrument used to measure a value.

    Attributes:
        serial: its serial number.
        calibration_due: the last day of its calibration, "2026-05-01".
        reference: its reference setting, for a loss test: method and time ("one cord, 2026-03-01 09:12").
    """

    serial: str
    calibration_due: str = ""
    reference: str = ""

    def has_expired(self, today: str) -> bool:
        """Whether the calibration has expired, or its end is unknown."""
        return self.calibration_due < today


def checked_value(field: Evidence, value: Any) -> Any:
    """A value in its stored form.

    Raises:
        Refused: it does not fit the field.
    """
    if field.kind is FieldKind.LIST:
        return _checked_list(field, value)
    if field.kind is FieldKind.PHOTO:
        if not isinstance(value, list) or len(value) > MOST_LINES:
            raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must contain the SHA-256 of a file."))
        return [_checked_single(FieldKind.FILE, line, field) for line in value]
    return _checked_single(field.kind, value, field)


def _checked_list(field: Evidence, value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_LINES:
        raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must be a list of at most {most} lines."), most=MOST_LINES)
    if field.value_kind is not None:
        return [_checked_single(field.value_kind, line, field) for line in value]
    lines = []
    for line in value:
        if not isinstance(line, Mapping) or set(line) != set(field.columns):
            text = QT_TRANSLATE_NOOP("onsite", "Each line of {field} must have these values: {names}.")
            raise _misfit(field, text, names=tuple(field.columns))
        lines.append({name: _checked_single(kind, line[name], field) for name, kind in field.columns.items()})
    return lines


def _checked_single(kind: FieldKind, value: Any, field: Evidence) -> Any:
    if kind is FieldKind.YES_NO:
        if not isinstance(value, bool):
            raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must be yes or no."))
        return value
    if kind is FieldKind.NUMBER:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST_NUMBER:
            raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must be a number."))
        return value
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_TEXT or _CONTROL.search(value.strip()):
        raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must be one line of text."))
    value = value.strip()
    if kind is FieldKind.CHOICE and value not in field.options:
        raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must be one of {names}."), names=field.options)
    if kind is FieldKind.DATE and not is_day(value):
        raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must be a date such as 2026-05-01."))
    if kind is FieldKind.FILE and not _HASH.match(value):
        raise _misfit(field, QT_TRANSLATE_NOOP("onsite", "{field} must contain the SHA-256 of a file."))
    return value


def _misfit(field: Evidence, text: str, **values: Any) -> Refused:
    return Refused(Message(_CONTEXT, text, {"field": field.title, **values}))


def typed_value(field: Evidence, text: str) -> Any:
    """The value of a text typed on a command line: lists as JSON or with commas, yes and no as text.

    Raises:
        Refused: it does not fit the field.
    """
    if field.kind is FieldKind.YES_NO:
        words = {"yes": True, "true": True, "no": False, "false": False}
        return checked_value(field, words.get(text.strip().lower(), text))
    if field.kind is FieldKind.NUMBER:
        return checked_value(field, _number(text))
    if field.kind is FieldKind.LIST and text.lstrip().startswith("["):
        return checked_value(field, _from_json(text))
    if field.kind is FieldKind.LIST and field.value_kind is not None:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return checked_value(field, [_number(part) for part in parts] if field.value_kind is FieldKind.NUMBER else parts)
    return checked_value(field, text)


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _number(text: str) -> Any:
    try:
        number = float(text)
    except ValueError:
        return text
    if "_" in text:
        return text
    return int(number) if number.is_integer() and abs(number) <= MOST_NUMBER else number


def scanned(text: str, uid: str) -> str:
    """The content of a scan: for a label of this project the cable and end ("1234:A"), for anything else the text itself.

    Args:
        uid: of the project.

    Raises:
        Refused: it is a label of another project.
    """
    text = text.strip()
    label = _LABEL.match(text)
    if label is None:
        return text
    own = uid.replace("-", "").upper()[:8]
    if label[1] != own:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "This label belongs to another project.")))
    return f"{int(label[2])}:{label[3]}"


def is_day(text: str) -> bool:
    """Whether a text is a day such as "2026-05-01"."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
