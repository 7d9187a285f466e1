"""How reports on the work on site write states, values, limits, and the ends of the log."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import ChainEnd, EntryKind
from gpudesk.core.checklist.items import Evidence, Item, Scope, Stage
from gpudesk.core.checklist.sentences import Sentence
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.derived.checklist.targets import layout
from gpudesk.formats.onsite.book_ends import ATTACHED_ENDS
from gpudesk.onsite.deviations import Deviation, Difference
from gpudesk.onsite.handover_json import ends_body
from gpudesk.onsite.limit_sentences import limit_sentences
from gpudesk.onsite.punch_list import PunchPoint
from gpudesk.onsite.record_log import log_ends
from gpudesk.onsite.results import RecordedValue, Result, Settled
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_table import Column, Row, Weight
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording

STATES = {
    State.OPEN: QT_TRANSLATE_NOOP("reports", "open"),
    State.BLOCKED: QT_TRANSLATE_NOOP("reports", "blocked"),
    State.IN_PROGRESS: QT_TRANSLATE_NOOP("reports", "in progress"),
    State.PASSED: QT_TRANSLATE_NOOP("reports", "passed"),
    State.FAILED: QT_TRANSLATE_NOOP("reports", "failed"),
    State.WAIVED: QT_TRANSLATE_NOOP("reports", "waived"),
    State.STALE: QT_TRANSLATE_NOOP("reports", "stale"),
    State.NOT_APPLICABLE: QT_TRANSLATE_NOOP("reports", "not applicable"),
    State.OVERDUE: QT_TRANSLATE_NOOP("reports", "overdue"),
}
SETTLED = {
    EntryKind.WAIVER: QT_TRANSLATE_NOOP("reports", "Waived"),
    EntryKind.NOT_APPLICABLE: QT_TRANSLATE_NOOP("reports", "Not applicable"),
    EntryKind.OVERRIDE: QT_TRANSLATE_NOOP("reports", "Hold overridden"),
}
FACES = {"front": QT_TRANSLATE_NOOP("reports", "front"), "rear": QT_TRANSLATE_NOOP("reports", "rear")}
NOT_IN_PLAN = QT_TRANSLATE_NOOP("reports", "no longer in the plan")
SITE = QT_TRANSLATE_NOOP("reports", "Site")
_YES, _NO = QT_TRANSLATE_NOOP("reports", "yes"), QT_TRANSLATE_NOOP("reports", "no")
_NOT_SET = QT_TRANSLATE_NOOP("reports", "not set")
_SHORT_DIGEST, _SHORT_HASH = 16, 12
_MOST_WRITERS = 6
_LOG_PT = 5.5


def in_spanish(wording: Wording) -> bool:
    """Whether a report is in Spanish: items contain their texts in both languages."""
    return wording.style.language == "es"


def item_title(item: Item, wording: Wording) -> str:
    """Name of an item."""
    return item.title_es if in_spanish(wording) else item.title


def field_title(field: Evidence, wording: Wording) -> str:
    """Name of a field."""
    return field.title_es if in_spanish(wording) else field.title


def option_words(field: Evidence, option: str, wording: Wording) -> str:
    """A choice of a field."""
    return field.options_es.get(option, option) if in_spanish(wording) else option


def do_words(item: Item, wording: Wording) -> str:
    """What to do."""
    return item.do_es if in_spanish(wording) else item.do


def accept_words(item: Item, wording: Wording) -> str:
    """When it has passed."""
    return item.accept_es if in_spanish(wording) else item.accept


def stage_title(stage: Stage, wording: Wording) -> str:
    """Name of a stage."""
    return stage.title_es if in_spanish(wording) else stage.title


def target_words(scope: Scope, name: str, wording: Wording) -> str:
    """The target of an item."""
    return name or wording.say("reports", SITE if scope is Scope.SITE else QT_TRANSLATE_NOOP("reports", "Cluster"))


def state_words(state: State, wording: Wording, due: date | None = None) -> str:
    """A state; for overdue items with the due date."""
    if due is not None:
        return wording.say("reports", QT_TRANSLATE_NOOP("reports", "overdue since {day}"), day=due.isoformat())
    return wording.say("reports", STATES[state])


def plain_words(value: Any, wording: Wording) -> str:
    """A value for display: numbers in the format of the language, lists with commas."""
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
    """A field with its value, unit, instrument, files and remarks."""
    title = recorded.field if field is None else field_title(field, wording)
    unit = f" {field.unit}" if field is not None and field.unit else ""
    files = [f"{file.name} ({file.sha256[:_SHORT_HASH]}…)" for file in recorded.files]
    value = recorded.value
    if field is not None and isinstance(value, str):
        value = option_words(field, value, wording)
    words = [f"{title}: {', '.join(files) or plain_words(value, wording) + unit}"]
    if recorded.instrument:
        text = QT_TRANSLATE_NOOP("reports", "instrument {serial}")
        parts = [wording.say("reports", text, serial=recorded.instrument.get("serial", ""))]
        parts += [text for name, text in recorded.instrument.items() if name != "serial"]
        words.append(", ".join(parts))
    if recorded.read_by_hand:
        words.append(wording.say("reports", QT_TRANSLATE_NOOP("reports", "read manually")))
    if not recorded.in_plan:
        words.append(wording.say("reports", NOT_IN_PLAN))
    words += [flag_words(flag, wording) for flag in recorded.flags]
    return "; ".join(words)


_FLAGS = {
    "calibration_expired": QT_TRANSLATE_NOOP("reports", "calibration expired"),
    "no_instrument": QT_TRANSLATE_NOOP("reports", "instrument not specified"),
    "signature_lapsed": QT_TRANSLATE_NOOP("reports", "changes signed content: the signature in {item} is no longer valid"),
    "ahead_of": QT_TRANSLATE_NOOP("reports", "recorded before {item} had passed"),
}


def flag_words(flag: str, wording: Wording) -> str:
    """Remarks on a value."""
    kind, _, about = flag.partition(":")
    return wording.say("reports", _FLAGS[kind], item=about) if kind in _FLAGS else flag


def limit_words(result: Result, wording: Wording) -> str:
    """The limits of a result: one per line, with the figures at that time."""
    given_values = (*result.values, *result.signatures)
    measured, judged_day = (
        {value.field: value.value for value in given_values},
        max((value.at_utc[:10] for value in given_values), default=""),
    )
    sentences = limit_sentences(result.item, result.basis, wording.style, measured, judged_day, result.expression)
    return "\n".join(_sentence_words(sentence) for sentence in sentences if sentence.from_plan or sentence.holds is False)


def basis_words(item: Item, basis: Mapping[str, Any], wording: Wording) -> str:
    """The limits of an item on a target from plan and site sheet, one per line."""
    return "\n".join(_sentence_words(sentence) for sentence in limit_sentences(item, basis, wording.style) if sentence.from_plan)


def _sentence_words(sentence: Sentence) -> str:
    return f"{sentence.text} ({sentence.working})" if sentence.working else sentence.text


def built_words(deviation: Deviation, snapshot: Snapshot, wording: Wording) -> str:
    """The installation in place of the planned one."""
    built = deviation.built
    match deviation.what:
        case Difference.LENGTH:
            text = QT_TRANSLATE_NOOP("reports", "length {length}")
            return wording.say("reports", text, length=wording.quantity(built.get("length_mm", 0) / 1000, "m"))
        case Difference.SERIAL:
            return wording.say("reports", QT_TRANSLATE_NOOP("reports", "serial number {serial}"), serial=str(built.get("serial")))
        case Difference.PORT:
            device, port = port_words(snapshot, int(built.get("device_id", 0)), int(built.get("port", 0)))
            text = QT_TRANSLATE_NOOP("reports", "end {side} in {device}, {port}")
            return wording.say("reports", text, side=str(built.get("side")).upper(), device=device, port=port)
        case Difference.DAMAGED:
            return wording.say("reports", QT_TRANSLATE_NOOP("reports", "arrived damaged"))
    return ""


def port_words(snapshot: Snapshot, device: int, port: int) -> tuple[str, str]:
    """The names of a device and of one of its ports; their numbers if it is no longer in the plan."""
    if not snapshot["device"].has(device):
        return str(device), str(port)
    row = snapshot["device"].row(device)
    names = {known.index: known.name for known in snapshot.types[int(row["type_id"])].ports()}
    return str(row["name"]), names.get(port, str(port))


def settled_words(settled: Settled, wording: Wording) -> str:
    """A waiver, an override, or a mark as not applicable: person and reason."""
    names = f"{settled.person}, {settled.second}" if settled.second else settled.person
    words = f"{wording.say('reports', SETTLED[EntryKind(settled.kind)])}: {settled.reason} ({names}, {minute(settled.at_utc)})"
    if settled.withdrawn:
        withdrawn = QT_TRANSLATE_NOOP("reports", "withdrawn")
        words += f", {wording.say('reports', withdrawn)}"
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
    """The ends of the log as a file attached to a PDF, to detect a truncated log."""
    body = {"uid": subject.uid, "revision": subject.snapshot.revision, "log": {"writers": ends_body(log_ends(subject.snapshot))}}
    return {ATTACHED_ENDS: json.dumps(body, ensure_ascii=False).encode()}


def punch_columns(wording: Wording) -> list[Column]:
    """The columns of a punch list."""
    heads = (
        (QT_TRANSLATE_NOOP("reports", "Item"), 17.0),
        (QT_TRANSLATE_NOOP("reports", "Of what"), 26.0),
        (QT_TRANSLATE_NOOP("reports", "State"), 18.0),
        (QT_TRANSLATE_NOOP("reports", "Failed"), 18.0),
        (QT_TRANSLATE_NOOP("reports", "What to do"), 0.0),
        (QT_TRANSLATE_NOOP("reports", "Owner"), 26.0),
        (QT_TRANSLATE_NOOP("reports", "Priority"), 16.0),
        (QT_TRANSLATE_NOOP("reports", "Due"), 18.0),
    )
    return [Column(wording.say("reports", head), width, Align.LEFT, wrap=True, most_lines=8) for head, width in heads]


PRIORITIES: Mapping[str, str] = {
    "high": QT_TRANSLATE_NOOP("reports", "high"),
    "normal": QT_TRANSLATE_NOOP("reports", "normal"),
    "low": QT_TRANSLATE_NOOP("reports", "low"),
}


def punch_row(point: PunchPoint, wording: Wording) -> Row:
    """A point of a punch list; points closed by a retest are pale."""
    cells = (
        point.item.key,
        target_words(point.item.scope, point.target_name, wording),
        wording.say("reports", QT_TRANSLATE_NOOP("reports", "closed")) if point.closed else state_words(point.state, wording),
        point.failed_at_utc[:10] or "–",
        "\n".join(part for part in (item_title(point.item, wording), point.text) if part),
        point.owner or "–",
        wording.say("reports", PRIORITIES[point.priority]) if point.priority in PRIORITIES else "–",
        point.due or "–",
    )
    return Row(cells, Weight.PLAIN, SOFT) if point.closed else Row(cells)


def homes_of(subject: Subject, choices: Choices) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The racks and the rack-scale systems that were chosen by name or by their hall; none of both for all."""
    racks = subject.snapshot["rack"]
    chosen = [row for row, hall in zip(racks.ids.tolist(), racks["hall_id"].tolist(), strict=True) if hall in choices.halls]
    systems, devices = subject.snapshot.cached(layout).systems, subject.snapshot["device"]
    halls = devices["hall_id"][devices.positions(systems)].tolist() if len(systems) else []
    of_halls = [row for row, hall in zip(systems.tolist(), halls, strict=True) if hall in choices.halls]
    return (*choices.racks, *chosen), (*choices.systems, *of_halls)


def stamped(pages: Iterable[Page], line: str) -> Iterable[Page]:
    """Pages with the ends of the log above their title blocks."""
    for page in pages:
        frame, block = page.sheet.frame, page.sheet.title_block
        room = page.sheet.GAP_MM
        page.text_in(frame.x_mm, block.y_mm - room, frame.width_mm, room, line, _LOG_PT, ink=SOFT, pad_mm=0.0, least_pt=3.5)
        yield page
