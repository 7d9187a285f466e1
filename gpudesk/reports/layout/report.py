"""A report: its subject, and its pages, made one at a time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.quantity_text import IMPERIAL
from gpudesk.derived.floor.project_subset import snapshot_of_places
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.onsite.listing import Listing
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.versions import version_snapshot
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Sheet
from gpudesk.reports.layout.title_block import TitleFacts, put_title_block
from gpudesk.reports.layout.wording import Wording

FACES = ("front", "rear")
PAGE_SUFFIXES = (".pdf", ".svg", ".png")
TABLE_SUFFIXES = (".xlsx", ".csv")


@dataclass(frozen=True, slots=True)
class Subject:
    """The project to hand over, in its state at one time.

    Attributes:
        project: name of the project.
        version: the last named version, "" for none.
        unchanged: whether nothing was changed since that version was saved.
        at: creation time of the report, from the clock of the caller.
        uid: of the project, for scannable codes of its objects.
        before, before_name: the named version that a work order starts from.
        listing: the discovered fabric, for an as-built comparison.
        attachment: reads a file stored in the project by its id, while the project is open; None if not needed.
    """

    snapshot: Snapshot
    project: str
    at: datetime
    version: str = ""
    unchanged: bool = False
    uid: str = ""
    before: Snapshot | None = None
    before_name: str = ""
    listing: Listing | None = None
    attachment: Callable[[int], bytes] | None = None

    def up_to_phase(self, phase: int | None) -> "Subject":
        """The part that exists when a phase is complete; itself for None."""
        if phase is None:
            return self
        before = None if self.before is None else snapshot_up_to_phase(self.before, phase)
        return replace(self, snapshot=snapshot_up_to_phase(self.snapshot, phase), before=before)

    def of_places(self, choices: "Choices") -> "Subject":
        """The part in the selected halls, or racks and rack-scale systems; itself if none is selected."""
        if not choices.halls and not choices.racks and not choices.systems:
            return self
        return replace(self, snapshot=snapshot_of_places(self.snapshot, choices.halls, choices.racks, choices.systems))

    def revision(self, wording: Wording) -> str:
        """The state in the title block: the named version, or the number of the revision and the version before it."""
        if self.version and self.unchanged:
            return self.version
        number = str(self.snapshot.revision)
        if self.version:
            text = QT_TRANSLATE_NOOP("reports", "revision {number}, after {version}")
            return wording.say("reports", text, number=number, version=self.version)
        return wording.say("reports", QT_TRANSLATE_NOOP("reports", "revision {number}"), number=number)


def subject_of(document: Document, at: datetime, since: int | None = None, listing: Listing | None = None) -> Subject:
    """A project in its current state.

    Args:
        at: the time of a clock.
        since: the named version that a work order starts from.
        listing: the discovered fabric.

    Raises:
        KeyError: there is no such version.
        InvalidData: the image of the version cannot be read.
    """
    snapshot, versions = document.snapshot, document.versions()
    name, revision = (versions[-1][1], versions[-1][4]) if versions else ("", -1)
    before = None if since is None else version_snapshot(document, since)
    before_name = next((str(entry[1]) for entry in versions if entry[0] == since), "")
    return Subject(
        snapshot,
        document.path.stem,
        at,
        name,
        revision == snapshot.revision,
        document.uid,
        before,
        before_name,
        listing,
        document.attachment,
    )


@dataclass(frozen=True, slots=True)
class LabelChoices:
    """Options for labels.

    Attributes:
        style: key of a style of `project.label_rules`, used if no lines are given.
        lines: their text, in the format of `core.names.label_pattern`; empty for those of the style.
        stock: key of a stock of `project.label_rules`.
        skip: used labels of the first sheet.
        code: whether a QR code is printed.
        dpi: of a label printer.
    """

    style: str = "tia-606"
    lines: tuple[str, ...] = ()
    stock: str = "a4-65"
    skip: int = 0
    code: bool = True
    dpi: int = 203


@dataclass(frozen=True, slots=True)
class Choices:
    """Options for a handover; each report uses those that apply to it.

    Attributes:
        sheet: None for the paper and orientation that suit the report.
        racks_a_sheet: maximum racks side by side in an elevation, 1 to 4; fewer if a sheet is too small for names of 1U devices.
        faces: which sides of the racks are drawn.
        phase: the state up to and including this phase, None for everything. The subject of a report is already limited to it,
            and the title block states it.
        halls, racks: ids; empty for all.
        systems: ids of rack-scale systems, which count as racks: if only systems are selected, no rack is.
        power_nodes, power_devices: ids of sources, panels and feeds and of devices that supply power, for a power schedule of
            these and their loads; empty for all.
        networks: ids of networks whose cables are included; empty for all.
        cables: ids of cables for labels and lists; empty for all.
        labels: text and print media of the cable labels.
        only_phase: whether reports on cables contain only the additions of the phase.
        stage: key of a stage of the work on site; "" for all.
        only_changed: whether they contain only cables plugged or moved since the version of the subject.
    """

    sheet: Sheet | None = None
    racks_a_sheet: int = 4
    faces: tuple[str, ...] = FACES
    phase: int | None = None
    halls: tuple[int, ...] = ()
    racks: tuple[int, ...] = ()
    power_nodes: tuple[int, ...] = ()
    power_devices: tuple[int, ...] = ()
    networks: tuple[int, ...] = ()
    cables: tuple[int, ...] = ()
    labels: LabelChoices = LabelChoices()
    only_phase: bool = False
    only_changed: bool = False
    stage: str = ""
    systems: tuple[int, ...] = ()

    @property
    def of_power(self) -> bool:
        """Whether a part of the power chain is chosen."""
        return bool(self.power_nodes or self.power_devices)


@dataclass(frozen=True)
class Report:
    """Pages with a title.

    Attributes:
        title: in the language of the report.
        bodies: makes the pages without their title blocks, one after the other; it may be called twice with the same result.
        count: number of pages, if known without making them.
        phase: text of the phase in the title block.
        measured: the same pages without content, made faster, for counting.
        about: estimated number of pages if unknown; 0 for a few.
        bare: whether its sheets have no title block, because they are cut or peeled.
    """

    title: str
    subject: Subject
    wording: Wording
    bodies: Callable[[], Iterator[Page]]
    count: int | None = None
    phase: str = ""
    measured: Callable[[], Iterator[Page]] | None = None
    about: int = 0
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text written in chunks; `count` is their number."""

    count: int
    each: Iterator[str]


@dataclass(frozen=True, slots=True)
class Kind:
    """An available report.

    Attributes:
        name: name on the command line.
        title, hint: marked texts of the context "reports".
        make: `make(subject, choices, wording)`, None for list-only reports.
        tables: `tables(subject, choices, wording)`, the sheets of a workbook by name; None for page-only reports.
        draws_racks: whether racks per sheet and faces apply to it.
        texts: content of its files with other suffixes, `text(subject, choices, wording)`.
        alone: whether it is made separately and never bound with others.
        since: whether it covers the changes from a named version to the present state.
        of_cables: whether it can be limited to networks, to one build phase and to changes since a version.
        of_listing: whether it compares the project with a listing of its fabric.
        attached: files attached to its PDF, name → content, `attached(subject)`.
    """

    name: str
    title: str
    hint: str
    make: Callable[[Subject, Choices, Wording], Report] | None = None
    tables: Callable[[Subject, Choices, Wording], Mapping[str, Sequence[Sequence[SheetCell]]]] | None = None
    draws_racks: bool = False
    texts: Mapping[str, Callable[[Subject, Choices, Wording], Pieces]] = field(default_factory=dict)
    alone: bool = False
    since: bool = False
    of_cables: bool = False
    of_listing: bool = False
    attached: Callable[[Subject], Mapping[str, bytes]] | None = None

    @property
    def suffixes(self) -> tuple[str, ...]:
        """What its files end in, the usual one first."""
        return (PAGE_SUFFIXES if self.make is not None else ()) + (TABLE_SUFFIXES if self.tables is not None else ()) + tuple(self.texts)


@dataclass(slots=True)
class Bound:
    """Reports bound into one document, their sheets numbered through.

    Args:
        reports: in their order.
    """

    reports: Sequence[Report]
    _count: int | None = field(default=None, init=False)

    def count(self, progress: Progress | None = None) -> int:
        """Number of sheets; reports without a known count are laid out once for it.

        Raises:
            Cancelled: the work was stopped.
        """
        if self._count is None:
            progress = progress or Progress()
            total = 0
            for report in self.reports:
                if report.count is not None:
                    total += report.count
                    continue
                for _ in (report.measured or report.bodies)():
                    total += 1
                    progress.step(total, 0)
            self._count = total
        return self._count

    def known_count(self) -> int:
        """Number of sheets if all reports have a known count, else 0."""
        counts = [report.count for report in self.reports]
        return 0 if None in counts else sum(count for count in counts if count is not None)

    def about(self) -> int:
        """How many sheets there are at a guess, without laying them out."""
        return sum(report.about if report.count is None else report.count for report in self.reports)

    def sheets(self, progress: Progress | None = None) -> Iterator[Page]:
        """The pages with their title blocks, one at a time: a hand-over of thousands of sheets is never in memory as a whole.

        Raises:
            Cancelled: the work was stopped.
        """
        progress = progress or Progress()
        return self.stamped(self.count(progress), progress)

    def stamped(self, total: int, progress: Progress) -> Iterator[Page]:
        """The pages as sheets of `total`, which is omitted if 0.

        Raises:
            Cancelled: the work was stopped.
        """
        number = 0
        for report in self.reports:
            facts = TitleFacts(
                report.subject.project,
                report.title,
                report.subject.revision(report.wording),
                report.wording.date(report.subject.at),
                "in · lb · kW" if report.wording.style.units == IMPERIAL else "mm · kg · kW",
                report.phase,
            )
            for page in report.bodies():
                number += 1
                progress.step(number - 1, total)
                if not report.bare:
                    put_title_block(page, facts, number, total, report.wording)
                yield page
        progress.step(number, total)


def phase_words(phase: int | None, wording: Wording) -> str:
    """Text of the phase in a title block."""
    if phase is None:
        return wording.say("reports", QT_TRANSLATE_NOOP("reports", "all phases"))
    return wording.say("reports", QT_TRANSLATE_NOOP("reports", "up to phase {phase}"), phase=phase)


def cables_words(subject: Subject, choices: Choices, wording: Wording) -> str:
    """Text of the phase of a cable report in a title block, and the earlier state if the report is limited to changes."""
    words = phase_words(choices.phase, wording)
    if choices.phase is not None and choices.only_phase:
        words = wording.say("reports", QT_TRANSLATE_NOOP("reports", "only phase {phase}"), phase=choices.phase)
    if not choices.only_changed or subject.before is None:
        return words
    return f"{words} · {since_words(subject, wording)}"


def since_words(subject: Subject, wording: Wording) -> str:
    """The version from which a report leads to the present state, "" for none."""
    if subject.before is None:
        return ""
    return wording.say("reports", QT_TRANSLATE_NOOP("reports", "since {version}"), version=subject.before_name)


def places_words(subject: Subject, choices: Choices) -> str:
    """The halls or racks to which a report is cut, by name; "" for everything."""
    of_racks = bool(choices.racks or choices.systems)
    chosen = (("rack", choices.racks), ("device", choices.systems)) if of_racks else (("hall", choices.halls),)
    tables = [(subject.snapshot[table], row_id) for table, ids in chosen for row_id in ids]
    names = [str(columns["name"][columns.position(row_id)]) for columns, row_id in tables if columns.has(row_id)]
    return ", ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "")


_MOST_NAMED = 6
