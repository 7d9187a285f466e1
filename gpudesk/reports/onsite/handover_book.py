"""The handover book: installed equipment, recorded results with their limits, and open items, for the site and each rack."""

from collections.abc import Iterator, Sequence

from gpudesk import __version__
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.items import Scope
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.checklist.targets import target_name
from gpudesk.onsite.deviations import Deviation
from gpudesk.onsite.handover import Handover, Installed, Left, Part
from gpudesk.onsite.handover_json import SITE as SITE_PART
from gpudesk.onsite.handover_json import (
    BookFacts,
    ManifestLine,
    book_pieces,
    checklist_body,
    file_lines,
    log_digest,
    part_digest,
)
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.punch_list import PunchPoint
from gpudesk.onsite.results import Result
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Table
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Pieces, Report, Subject, phase_words
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.onsite.book_photos import BookPhotos
from gpudesk.reports.onsite.onsite_text import (
    FACES,
    NOT_IN_PLAN,
    SITE,
    built_words,
    homes_of,
    item_title,
    limit_words,
    log_ends_attached,
    log_line,
    minute,
    names_words,
    punch_columns,
    punch_row,
    settled_words,
    stamped,
    state_words,
    target_words,
    value_words,
)

_TITLE = QT_TRANSLATE_NOOP("reports", "Handover book")
_MOST_LINES = 40
_MOST_TARGETS = 30
_COUNTED = (State.PASSED, State.OVERDUE, State.FAILED, State.STALE, State.WAIVED, State.IN_PROGRESS, State.OPEN, State.BLOCKED)


def book(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """The site first, then rack by rack, at the end the manifest."""
    sheet = choices.sheet or Sheet(Paper.A4)
    handover = Handover(subject.snapshot, local_day(subject.at), *homes_of(subject, choices))

    def pages() -> Iterator[Page]:
        writer = _Writer(subject, handover, wording, sheet)
        yield from stamped(writer.pages(), log_line(handover.ends, wording))

    return Report(wording.say("reports", _TITLE), subject, wording, pages, phase=phase_words(choices.phase, wording))


def book_json(subject: Subject, choices: Choices, wording: Wording) -> Pieces:
    """The same as JSON."""
    handover = Handover(subject.snapshot, local_day(subject.at), *homes_of(subject, choices))
    return Pieces(len(handover.places) + 2, book_pieces(subject.snapshot, handover, facts_of(subject)))


def facts_of(subject: Subject) -> BookFacts:
    """Metadata of the book."""
    made_at = subject.at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return BookFacts(subject.project, subject.uid, subject.snapshot.revision, subject.version, subject.unchanged, made_at, __version__)


class _Writer:
    """Puts the parts of a book on pages."""

    def __init__(self, subject: Subject, handover: Handover, wording: Wording, sheet: Sheet) -> None:
        self._subject = subject
        self._handover = handover
        self._wording = wording
        self._sheet = sheet
        self._manifest: list[ManifestLine] = []
        self._photos = BookPhotos(subject, wording)

    def pages(self) -> Iterator[Page]:
        """All pages; those of a part are generated when they are needed."""
        yield from self._front()
        for part in self._handover.parts():
            self._manifest.append(ManifestLine("part", part.name or SITE_PART, part_digest(part)))
            yield from self._part(part)
        yield from self._end()

    def _say(self, text: str, **values: str | int) -> str:
        return self._wording.say("reports", text, **values)

    def _front(self) -> list[Page]:
        subject, flow = self._subject, Flow(self._sheet)
        flow.heading(f"{self._say(_TITLE)} · {subject.project}", 16.0)
        known = checklist_body(checklist_of(self._subject.snapshot))
        rows = [
            (self._say(QT_TRANSLATE_NOOP("reports", "Plan version")), subject.revision(self._wording)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Created (UTC)")), f"{subject.at:%Y-%m-%d %H:%M}"),
            (self._say(QT_TRANSLATE_NOOP("reports", "Project")), subject.uid or subject.project),
            (self._say(QT_TRANSLATE_NOOP("reports", "Program")), f"GPU Desk {__version__}"),
            (self._say(QT_TRANSLATE_NOOP("reports", "Checklist")), f"{known['items']} · {known['sha256']}"),
        ]
        flow.table(Table([Column("", 45.0, strong=True), Column("", wrap=True)], [Row(cells) for cells in rows]))
        self._people(flow)
        self._log(flow)
        return flow.pages

    def _people(self, flow: Flow) -> None:
        people = self._subject.snapshot["person"]
        flow.space(4)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "People")))
        flow.paragraph(self._say(_DECLARED), ink=SOFT)
        columns = self._columns((QT_TRANSLATE_NOOP("reports", "Name"), 70.0), (QT_TRANSLATE_NOOP("reports", "Team"), 0.0))
        flow.table(Table(columns, list(zip(people["name"].tolist(), people["team"].tolist(), strict=True))))

    def _log(self, flow: Flow) -> None:
        flow.space(4)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "The log")))
        count = self._subject.snapshot["record"].rows
        faults = len(self._handover.faults)
        flow.paragraph(self._say(_LOG, entries=count, writers=len(self._handover.ends), faults=faults), ink=SOFT)
        heads = (
            (QT_TRANSLATE_NOOP("reports", "Writer"), 36.0),
            (QT_TRANSLATE_NOOP("reports", "Last number"), 24.0),
            (QT_TRANSLATE_NOOP("reports", "SHA-256 of the last entry"), 0.0),
        )
        rows = [(writer, str(end.number), end.digest) for writer, end in sorted(self._handover.ends.items())]
        flow.table(Table(self._columns(*heads), rows))
        for fault in self._handover.faults:
            flow.paragraph(f"{fault.writer}:{fault.number} {str(fault.breach).replace('_', ' ')}", strong=True)

    def _part(self, part: Part) -> list[Page]:
        name = part.name or self._say(SITE)
        title = f"{part.hall}: {name}" if part.hall else name
        flow = Flow(self._sheet, title)
        flow.heading(title, 14.0)
        counts = [(state_words(state, self._wording), self._wording.number(part.counts[state])) for state in _COUNTED]
        flow.figures(counts, len(counts))
        self._installed(flow, part)
        self._results(flow, part.results)
        self._settled(flow, part.results)
        self._punch(flow, part.punch)
        self._deviations(flow, part.deviations)
        self._photos.put(flow, part.results)
        self._left(flow, part.left)
        return flow.pages

    def _installed(self, flow: Flow, part: Part) -> None:
        flow.space(2)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Installed")))
        heads = (
            (QT_TRANSLATE_NOOP("reports", "Where"), 26.0),
            (QT_TRANSLATE_NOOP("reports", "Device"), 0.0),
            (QT_TRANSLATE_NOOP("reports", "Type"), 0.0),
            (QT_TRANSLATE_NOOP("reports", "Serial number"), 38.0),
            (QT_TRANSLATE_NOOP("reports", "Asset tag"), 26.0),
        )
        rows = [self._installed_row(device) for device in part.installed]
        flow.table(Table(self._columns(*heads), rows))

    def _installed_row(self, device: Installed) -> Sequence[str]:
        words = [device.holder, device.unit]
        if device.face:
            words.append(self._wording.say("reports", FACES[device.face]))
        return (
            " ".join(word for word in words if word),
            device.name,
            self._wording.type_name(device.part),
            device.serial or "–",
            device.asset or "–",
        )

    def _results(self, flow: Flow, results: Sequence[Result]) -> None:
        flow.space(4)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Results")))
        heads = (
            (QT_TRANSLATE_NOOP("reports", "Item"), 17.0),
            (QT_TRANSLATE_NOOP("reports", "Of what"), 26.0),
            (QT_TRANSLATE_NOOP("reports", "State"), 20.0),
            (QT_TRANSLATE_NOOP("reports", "Recorded value, and the limit with its inputs"), 0.0),
            (QT_TRANSLATE_NOOP("reports", "By, at (UTC)"), 30.0),
        )
        rows = [self._result_row(result) for result in results]
        empty = self._say(QT_TRANSLATE_NOOP("reports", "Nothing was recorded."))
        flow.table(Table(self._columns(*heads, wrap=True), rows, empty=empty))

    def _result_row(self, result: Result) -> Sequence[str]:
        lines = [item_title(result.item, self._wording)]
        lines += [value_words(result.item.by_key.get(value.field), value, self._wording) for value in result.values]
        if result.expression and (limits := limit_words(result, self._wording)):
            lines.append(limits)
        if len(result.attempts) > 1:
            lines.append(self._say(QT_TRANSLATE_NOOP("reports", "Attempts: {count}"), count=len(result.attempts)))
        target = target_words(result.item.scope, result.target_name, self._wording)
        if not result.in_plan:
            target += f" ({self._say(NOT_IN_PLAN)})"
        people = dict.fromkeys(f"{value.person}, {minute(value.at_utc)}" for value in result.signatures or result.values[-1:])
        return (result.item.key, target, state_words(result.state, self._wording, result.due), "\n".join(lines), "\n".join(people))

    def _settled(self, flow: Flow, results: Sequence[Result]) -> None:
        rows = [
            (result.item.key, target_words(result.item.scope, result.target_name, self._wording), settled_words(settled, self._wording))
            for result in results
            for settled in result.settled
        ]
        if not rows:
            return
        flow.space(4)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Waivers, overrides, and items not applicable")))
        heads = (
            (QT_TRANSLATE_NOOP("reports", "Item"), 17.0),
            (QT_TRANSLATE_NOOP("reports", "Of what"), 40.0),
            (QT_TRANSLATE_NOOP("reports", "Reason"), 0.0),
        )
        flow.table(Table(self._columns(*heads, wrap=True), rows))

    def _punch(self, flow: Flow, points: Sequence[PunchPoint]) -> None:
        if not points:
            return
        flow.space(4)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Punch list")))
        flow.table(Table(punch_columns(self._wording), [punch_row(point, self._wording) for point in points]))

    def _deviations(self, flow: Flow, known: Sequence[Deviation]) -> None:
        if not known:
            return
        flow.space(4)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Installed differently")))
        heads = (
            (QT_TRANSLATE_NOOP("reports", "Item"), 17.0),
            (QT_TRANSLATE_NOOP("reports", "Of what"), 40.0),
            (QT_TRANSLATE_NOOP("reports", "Existing"), 0.0),
            (QT_TRANSLATE_NOOP("reports", "By, at (UTC)"), 38.0),
            (QT_TRANSLATE_NOOP("reports", "Decided"), 45.0),
        )
        flow.table(Table(self._columns(*heads, wrap=True), [self._deviation_row(deviation) for deviation in known]))

    def _deviation_row(self, deviation: Deviation) -> Sequence[str]:
        entry, built = deviation.entry, built_words(deviation, self._subject.snapshot, self._wording)
        decided = self._say(QT_TRANSLATE_NOOP("reports", "open"))
        if deviation.accepted is not None:
            taken, refused = QT_TRANSLATE_NOOP("reports", "in the plan"), QT_TRANSLATE_NOOP("reports", "rejected")
            names = f"{deviation.decided_by}, {minute(deviation.decided_at_utc)}"
            decided = "\n".join(part for part in (self._say(taken if deviation.accepted else refused), names, deviation.decision) if part)
        if deviation.withdrawn_by:
            # Its decision is void; one that was accepted has changed the plan all the same.
            names = f"{deviation.withdrawn_by}, {minute(deviation.withdrawn_at_utc)}"
            withdrawal_text = "\n".join((self._say(QT_TRANSLATE_NOOP("reports", "withdrawn")), names, deviation.withdrawal))
            decided = withdrawal_text if deviation.accepted is None else f"{decided}\n{withdrawal_text}"
        target = target_words(Scope(entry.scope), entry.target_name, self._wording)
        text = "\n".join(part for part in (built, entry.reason) if part)
        return (entry.item, target, text, f"{entry.person}, {minute(entry.at_utc)}", decided)

    def _left(self, flow: Flow, left: Sequence[Left]) -> None:
        flow.space(4)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Missing and stale")))
        heads = (
            (QT_TRANSLATE_NOOP("reports", "Item"), 17.0),
            (QT_TRANSLATE_NOOP("reports", "State"), 20.0),
            (QT_TRANSLATE_NOOP("reports", "Number"), 16.0),
            (QT_TRANSLATE_NOOP("reports", "Item and scope"), 0.0),
        )
        rows: list[Row] = []
        for state in (State.OVERDUE, State.STALE, State.FAILED, State.IN_PROGRESS, State.OPEN, State.BLOCKED):
            here = [line for line in left if line.state is state]
            rows += [Row(self._left_row(line)) for line in here]
        empty = self._say(QT_TRANSLATE_NOOP("reports", "Nothing is missing."))
        flow.table(Table(self._columns(*heads, wrap=True), rows, empty=empty))

    def _left_row(self, line: Left) -> Sequence[str]:
        title = item_title(line.item, self._wording)
        if line.item.scope not in (Scope.SITE, Scope.CLUSTER, Scope.RACK):
            names = [target_name(self._subject.snapshot, line.item.scope, target) for target in line.targets[: _MOST_TARGETS + 1]]
            names += [""] * (len(line.targets) - len(names))
            title += f": {names_words(names, self._wording, _MOST_TARGETS)}"
        return (line.item.key, state_words(line.state, self._wording), self._wording.number(len(line.targets)), title)

    def _end(self) -> list[Page]:
        flow = Flow(self._sheet)
        flow.heading(self._say(QT_TRANSLATE_NOOP("reports", "Manifest")), 14.0)
        flow.paragraph(self._say(_MANIFEST), ink=SOFT)
        lines = [
            *self._manifest,
            ManifestLine("log", "log", log_digest(self._subject.snapshot, self._handover)),
            *file_lines(self._handover.files),
        ]
        heads = ((QT_TRANSLATE_NOOP("reports", "Part or file"), 0.0), (QT_TRANSLATE_NOOP("reports", "SHA-256"), 98.0))
        flow.table(Table(self._columns(*heads), [Row((line.name, line.sha256)) for line in lines]))
        return flow.pages

    def _columns(self, *heads: tuple[str, float], wrap: bool = False) -> list[Column]:
        return [Column(self._say(head), width, wrap=wrap, most_lines=_MOST_LINES) for head, width in heads]


_DECLARED = QT_TRANSLATE_NOOP("reports", "Names are declared, not verified: anyone who can open the project can use any of them.")
_LOG = QT_TRANSLATE_NOOP(
    "reports",
    "Entries: {entries}, writers: {writers}, faults: {faults}. Keep this sheet: comparing these numbers shows "
    "whether the log was truncated later.",
)
_MANIFEST = QT_TRANSLATE_NOOP(
    "reports",
    "SHA-256 of each part as written in the JSON form of this book, without whitespace, and of each file that belongs to a value.",
)
KIND = Kind(
    "handover-book",
    _TITLE,
    QT_TRANSLATE_NOOP(
        "reports", "Installed equipment of each rack, results with their limits, waivers, signatures, missing items, and the log"
    ),
    book,
    texts={".json": book_json},
    attached=log_ends_attached,
)
