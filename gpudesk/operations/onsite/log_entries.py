"""Writing behind the end of a writer's chain in the log of work on site."""

import re
from typing import Any

import numpy as np

from gpudesk.core.checklist.entries import ENTRY_FIELDS, Entry, EntryKind, Recorder
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.project.edit import Edit

_OFFSET = re.compile(r"[+-](0[0-9]|1[0-4]):[0-5][0-9]\Z")
_WRITER = re.compile(r"[0-9a-f]{16}\Z")
_EMPTY = {"item": "", "scope": "", "target": 0, "target_name": ""}
_TEXTS = ("field", "value", "verdict", "judged", "files", "reason", "second", "about")


def append_entry(edit: Edit, by: Recorder, kind: EntryKind, **values: Any) -> int:
    """Append an entry after the last one of its writer; returns its id. Omitted values are empty.

    Args:
        values: item, scope, target, target_name, and the texts of an entry.

    Raises:
        Refused: the writer or the offset is invalid.
    """
    if not _WRITER.match(by.writer) or not _OFFSET.match(by.utc_offset):
        text = QT_TRANSLATE_NOOP("onsite", "A writer must have 16 hexadecimal digits, and an offset must have the form +01:00.")
        raise Refused(Message("onsite", text))
    log = edit.columns("record")
    own_places = log.positions(log.where("writer", by.writer))
    last = int(own_places[np.argmax(log.at("number", own_places))]) if len(own_places) else None
    entry = Entry(
        writer=by.writer,
        number=1 if last is None else int(log["number"][last]) + 1,
        previous="" if last is None else str(log["digest"][last]),
        at_utc=edit.now_utc,
        utc_offset=by.utc_offset,
        person=by.person,
        kind=str(kind),
        revision=edit.before.revision,
        **{**_EMPTY, **dict.fromkeys(_TEXTS, ""), **values},
    )
    return edit.insert("record", **{name: getattr(entry, name) for name in ENTRY_FIELDS}, digest=entry.digest())
