"""How reports on the work on site write states, values, limits, and the ends of the log."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gpudesk.core.checklist.entries import ChainEnd, EntryKind
from gpudesk.core.checklist.items import Evidence, Item, Scope
from gpudesk.core.checklist.progress import State
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.formats.book_ends import ATTACHED_ENDS
from gpudesk.onsite.handover_json import ends_body
from gpudesk.onsite.record_log import log_ends
from gpudesk.onsite.results import RecordedValue, Settled
from gpudesk.reports.inks import SOFT
from gpudesk.reports.page import Page
from gpudesk.reports.report import Subject
from gpudesk.reports.wording import Wording

STATES = {
    State.OPEN: QT_TRANSLATE_NOOP("reports", "open"),
    State.BLOCKED: QT_TRANSLATE_NOOP("reports", "blocked"),
    State.IN_PROGRESS: QT_TRANSLATE_NOOP("reports", "in progress"),
    State.PASSED: QT_TRANSLATE_NOOP("reports", "passed"),
    State.FAILED: QT_TRANSLATE_NOOP("reports", "failed"),
    State.WAIVED: QT_TRANSLATE_NOOP("reports", "waived"),
    State.STALE: QT_TRANSLATE_NOOP("reports", "stale"),
    State.NOT_APPLICABLE: QT_TRANSLATE_NOOP("reports", "not applicable"),
}
SETTLED = {
    EntryKind.WAIVER: QT_TRANSLATE_NOOP("reports", "Waived"),
    EntryKind.NOT_APPLICABLE: QT_TRANSLATE_NOOP("reports", "Not applicable"),
    EntryKind.OVERRIDE: QT_TRANSLATE_NOOP("reports", "Hold overridden"),
}
FACES = {"front": QT_TRANSLATE_NOOP("reports", "front"), "rear": QT_TRANSLATE_NOOP("reports", "rear")}
SITE = QT_TRANSLATE_NOOP("reports", "Site")
_YES, _NO = QT_TRANSLATE_NOOP("reports", "yes"), QT_TRANSLATE_NOOP("reports", "no")
_NOT_SET = QT_TRANSLATE_NOOP("reports", "not set")
_SHORT_DIGEST, _SHORT_HASH = 16, 12
_MOST_WRITERS = 6
_LOG_PT = 5.5


def in_spanish(wording: Wording) -> bool:
    """Whether a report speaks Spanish: items bring their texts in both languages."""
    return wording.style.language == "es"


def item_title(item: Item, wording: Wording) -> str:
    """What an item is called."""
    return item.title_es if in_spanish(wording) else item.title


def field_title(field: Evidence, wording: Wording) -> str:
    """What a field is called."""
    return field.title_es if in_spanish(wording) else field.title


def target_words(scope: Scope, name: str, wording: Wording) -> str:
    """The target of an item."""
    return name or wording.say("reports", SITE if scope is Scope.SITE else QT_TRANSLATE_NOOP("reports", "Cluster"))


def state_words(state: State, wording: Wording) -> str:
    """A state."""
    return wording.say("reports", STATES[state])


def plain_words(value: Any, wording: Wording) -> str:
    """A value as it is read: numbers as the language writes them, lists with commas."""
    if value is None:
        return wording.say("reports", _NOT_SET)
    if isinstance(value, bool):
        return wording.say("reports", _YES if value else _NO)
    if isinstance(value, int | float):
        return f"{value:.9g}".replace(".", ",") if in_spanish(wording) else f"{value:.9g}"
    if isinstance(value, Mapping):
        return " ".join(plain_words(part, wording) for part in value.values())
    if isinstance(value, list | tuple):
        return ", ".join(plain_words(part, wording) for part in value)
    text = str(value)
    return f"{text[:_SHORT_HASH]}…" if len(text) == 64 and all(letter in "0123456789abcdef" for letter in text) else text


def value_words(field: Evidence | None, recorded: RecordedValue, wording: Wording) -> str:
    """A field with its value, unit, instrument, files, and what is to be known of it."""
    title = recorded.field if field is None else field_title(field, wording)
    unit = f" {field.unit}" if field is not None and field.unit else ""
    files = [f"{file.name} ({file.sha256[:_SHORT_HASH]}…)" for file in recorded.files]
    words = [f"{title}: {', '.join(files) or plain_words(recorded.value, wording) + unit}"]
    if recorded.instrument:
        text = QT_TRANSLATE_NOOP("reports", "instrument {serial}")
        parts = [wording.say("reports", text, serial=recorded.instrument.get("serial", ""))]
        parts += [text for name, text in recorded.instrument.items() if name != "serial"]
        words.append(", ".join(parts))
    if recorded.read_by_hand:
        words.append(wording.say("reports", QT_TRANSLATE_NOOP("reports", "read by hand")))
    words += [flag_words(flag, wording) for flag in recorded.flags]
    return "; ".join(words)


_FLAGS = {
    "calibration_expired": QT_TRANSLATE_NOOP("reports", "calibration expired"),
    "no_instrument": QT_TRANSLATE_NOOP("reports", "no instrument named"),
    "ahead_of": QT_TRANSLATE_NOOP("reports", "recorded before {item} had passed"),
}


def flag_words(flag: str, wording: Wording) -> str:
    """What is to be known of a value."""
    kind, _, about = flag.partition(":")
    return wording.say("reports", _FLAGS[kind], item=about) if kind in _FLAGS else flag


def limit_words(expression: str, basis: Mapping[str, Any], wording: Wording) -> str:
    """A limit with the values that it reads: "m.lift_kg >= d.moved_kg; d.moved_kg = 130"."""
    return "; ".join([expression, *(f"{name} = {plain_words(value, wording)}" for name, value in basis.items())])


def settled_words(settled: Settled, wording: Wording) -> str:
    """A waiver, an override, or that an item does not apply: who said so, and why."""
    names = f"{settled.person}, {settled.second}" if settled.second else settled.person
    words = f"{wording.say('reports', SETTLED[EntryKind(settled.kind)])}: {settled.reason} ({names}, {minute(settled.at_utc)})"
    if settled.withdrawn:
        words += f", {wording.say('reports', QT_TRANSLATE_NOOP('reports', 'withdrawn'))}"
    return words


def minute(at_utc: str) -> str:
    """A time of the log to the minute: "2026-03-01 12:00"."""
    return at_utc[:16].replace("T", " ")


def names_words(names: Sequence[str], wording: Wording, most: int) -> str:
    """Some names, and how many more there are."""
    if len(names) <= most:
        return ", ".join(names)
    more = wording.say("reports", QT_TRANSLATE_NOOP("reports", "… and {count} more"), count=len(names) - most)
    return f"{', '.join(names[:most])} {more}"


def log_line(ends: Mapping[str, ChainEnd], wording: Wording) -> str:
    """The last number and the beginning of the digest of every writer, for the foot of a sheet."""
    if not ends:
        return wording.say("reports", QT_TRANSLATE_NOOP("reports", "Log: no entries"))
    parts = [f"{writer}:{end.number} {end.digest[:_SHORT_DIGEST]}…" for writer, end in sorted(ends.items())]
    if len(parts) > _MOST_WRITERS:
        text = QT_TRANSLATE_NOOP("reports", "… and {count} more")
        parts = [*parts[:_MOST_WRITERS], wording.say("reports", text, count=len(parts) - _MOST_WRITERS)]
    return wording.say("reports", QT_TRANSLATE_NOOP("reports", "Log: {ends}"), ends=" · ".join(parts))


def log_ends_attached(subject: Subject) -> Mapping[str, bytes]:
    """The ends of the log as a file that a PDF carries, by which a cut-off end is found."""
    body = {"uid": subject.uid, "revision": subject.snapshot.revision, "log": {"writers": ends_body(log_ends(subject.snapshot))}}
    return {ATTACHED_ENDS: json.dumps(body, ensure_ascii=False).encode()}


def stamped(pages: Iterable[Page], line: str) -> Iterable[Page]:
    """Pages with the ends of the log above their title blocks."""
    for page in pages:
        frame, block = page.sheet.frame, page.sheet.title_block
        room = page.sheet.GAP_MM
        page.text_in(frame.x_mm, block.y_mm - room, frame.width_mm, room, line, _LOG_PT, ink=SOFT, pad_mm=0.0, least_pt=3.5)
        yield page
