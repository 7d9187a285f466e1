"""As-built comparison: what differs from the plan, and what to do at each device, in the order in which one walks along the racks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.onsite.built_links import BuiltLinks, End
from gpudesk.onsite.built_rows import BuiltRows, sort_title, strangers, unseen, ways_told
from gpudesk.onsite.built_work import MOST_TOLD, BuiltWork, Task, work_of
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.racks.elevations import chosen_racks, place_words

_TITLE = QT_TRANSLATE_NOOP("reports", "As-built comparison")
_NO_LISTING = QT_TRANSLATE_NOOP("reports", "Nothing to compare yet: specify an ibnetdiscover listing.")
_MOST_NAMED = 60
_FIGURES_A_LINE = 5


@dataclass(frozen=True, slots=True)
class _Compared:
    """A comparison with all of its results for the report."""

    links: BuiltLinks
    rows: BuiltRows
    work: BuiltWork | None


def comparison(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Figures first, then each device with its tasks, at the end what could not be matched by name."""
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)
    listing = subject.listing

    def pages() -> Iterator[Page]:
        flow = Flow(sheet, "" if listing is None else listing.name)
        compared = _compared(subject)
        if compared is None:
            flow.paragraph(wording.say("reports", _NO_LISTING), 9.0)
        else:
            _Writer(compared, subject.snapshot, choices, wording).fill(flow)
        yield from flow.pages

    return Report(wording.say("reports", _TITLE), subject, wording, pages, phase=phase_words(choices.phase, wording))


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """Every link that is not as planned."""
    compared = _compared(subject)
    rows: list[Sequence[SheetCell]] = [heads(wording)]
    if compared is not None:
        shown_rows = _Writer(compared, subject.snapshot, choices, wording).rows
        rows += lines(compared.rows, compared.work, shown_rows, wording)
    return {wording.say("reports", _TITLE): rows}


_HEADS = (
    QT_TRANSLATE_NOOP("reports", "Kind"),
    QT_TRANSLATE_NOOP("reports", "From"),
    QT_TRANSLATE_NOOP("reports", "To"),
    QT_TRANSLATE_NOOP("reports", "Found from"),
    QT_TRANSLATE_NOOP("reports", "Found to"),
    QT_TRANSLATE_NOOP("reports", "Rate"),
    QT_TRANSLATE_NOOP("reports", "Rate found"),
    QT_TRANSLATE_NOOP("reports", "Rail"),
    QT_TRANSLATE_NOOP("reports", "Network"),
    QT_TRANSLATE_NOOP("reports", "Rack"),
    QT_TRANSLATE_NOOP("reports", "To rack"),
    QT_TRANSLATE_NOOP("reports", "Cable"),
    QT_TRANSLATE_NOOP("reports", "Line in the listing"),
    QT_TRANSLATE_NOOP("reports", "What to do"),
)


def heads(wording: Wording) -> list[SheetCell]:
    """The heads of the list."""
    return [wording.say("reports", head) for head in _HEADS]


def lines(rows: BuiltRows, work: BuiltWork | None, wanted: Sequence[int], wording: Wording) -> Iterator[Sequence[SheetCell]]:
    """Some links as lines of the list."""
    links = rows.links
    cables = links.snapshot["cable"].ids
    for row in wanted:
        found_ends = rows.found(row)
        cable, rail = int(links.cable[row]), int(rows.rail[row])
        tasks = [] if work is None else work.of_row.get(row, [])
        yield [
            wording.message(sort_title(rows.sort(row))),
            *rows.planned(row),
            "; ".join(ends[0] for ends in found_ends),
            "; ".join(ends[1] for ends in found_ends),
            *rows.rates(row),
            None if rail == ABSENT else rail,
            rows.network(row),
            *rows.racks(row),
            None if cable == ABSENT else int(cables[cable]),
            "; ".join(str(int(links.seen.line[line])) for line in links.lines_of(row)),
            " ".join(wording.message(task.what) for task in tasks),
        ]


def _compared(subject: Subject) -> _Compared | None:
    listing = subject.listing
    if listing is None:
        return None
    links = BuiltLinks(subject.snapshot, listing.seen, listing.names)
    return _Compared(links, BuiltRows(links), work_of(links))


class _Writer:
    """Writes the sheets of one comparison.

    Attributes:
        rows: the selected links that differ.
    """

    def __init__(self, found: _Compared, snapshot: Snapshot, choices: Choices, wording: Wording) -> None:
        self._links, self._table, self._work = found.links, found.rows, found.work
        self._snapshot, self._wording = snapshot, wording
        self._where = snapshot.cached(whereabouts)
        chosen = snapshot["rack"].ids[chosen_racks(snapshot, choices)]
        everywhere = not choices.halls and not choices.racks and not choices.systems
        systems = snapshot["device"].positions(np.array(choices.systems, np.int64))
        inside = np.isin(self._where.rack, chosen) | np.isin(self._where.root, systems)
        self._here = np.ones(snapshot["device"].rows, bool) if everywhere else inside
        keep = self._links.differ.copy()
        if choices.networks:
            network = self._table.network_place
            ids = snapshot["network"].ids
            keep &= (network != ABSENT) & np.isin(ids[network], choices.networks)
        if not everywhere:
            keep &= self._is_here(self._table.a_device) | self._is_here(self._table.b_device)
        self.rows: list[int] = np.flatnonzero(keep).tolist()
        self._kept = keep
        self._everywhere = everywhere

    def fill(self, flow: Flow) -> None:
        """Put everything down."""
        self._figures(flow)
        self._matching(flow)
        if not self.rows:
            flow.space(3)
            text = QT_TRANSLATE_NOOP("reports", "{count} {count|link compared, it matches|links compared, all match} the plan.")
            flow.paragraph(self._say(text, count=self._links.planned_count), 10.0, strong=True)
        elif self._work is None:
            text = QT_TRANSLATE_NOOP(
                "reports", "More than {count} links differ: too many to correct one by one. Is it a listing of this fabric?"
            )
            flow.space(3)
            flow.paragraph(self._say(text, count=MOST_TOLD), 10.0, strong=True)
        else:
            for device, tasks in self._work.by_device():
                self._device(flow, device, tasks)
        self._unmatched(flow)

    def _is_here(self, device: np.ndarray) -> np.ndarray:
        is_here: np.ndarray = (device != ABSENT) & self._here[device]
        return is_here

    def _figures(self, flow: Flow) -> None:
        links, number = self._links, self._wording.number
        figures = [
            (self._say(QT_TRANSLATE_NOOP("reports", "Planned links")), number(links.planned_count)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Links found")), number(links.seen_count)),
            (self._wording.message(sort_title(None)), number(links.right)),
        ]
        figures += [(self._wording.message(sort_title(sort)), number(count)) for sort, count in links.counts.items()]
        flow.figures(figures, _FIGURES_A_LINE)

    def _matching(self, flow: Flow) -> None:
        way_texts = ", ".join(self._wording.message(way) for way in ways_told(self._links))
        text = QT_TRANSLATE_NOOP("reports", "Nodes in the listing that match the plan: {ways}.")
        flow.paragraph(self._say(text, ways=way_texts))
        if self._links.elsewhere:
            text = QT_TRANSLATE_NOOP("reports", "{count} planned {count|link is|links are} in subnets that the listing does not contain.")
            flow.paragraph(self._say(text, count=self._links.elsewhere))

    def _device(self, flow: Flow, device: int, tasks: list[Task]) -> None:
        own_tasks = [task for task in tasks if self._kept[task.row]]
        if not own_tasks or (not self._everywhere and not (device >= 0 and self._here[device])):
            return
        flow.space(4)
        count = QT_TRANSLATE_NOOP("reports", "{count} {count|task|tasks}")
        name = self._stand(device) if device >= 0 else self._links.spot(own_tasks[0].end).device
        flow.heading(name, remark=self._say(count, count=len(own_tasks)), keep_mm=18)
        flow.table(Table(self._columns(), [self._row(task) for task in own_tasks]), again=name)

    def _row(self, task: Task) -> Row:
        links = self._links
        cable = int(links.cable[task.row])
        number = "" if cable == ABSENT else str(int(self._snapshot["cable"].ids[cable]))
        kind = self._wording.message(sort_title(self._table.sort(task.row)))
        there = "" if task.other is None else self._there(task.end, task.other)
        cells = (links.spot(task.end).port, self._wording.message(task.what), there, kind, number, self._table.network(task.row))
        return Row((Special.TICK_BOX, *cells))

    def _there(self, end: End, other: End) -> str:
        """Rack and unit of the other device of a task, "" if the same."""
        device = self._links.device(other)
        return "" if device < 0 or device == self._links.device(end) else self._place(device, self._links.device(end))

    def _place(self, device: int, seen_from: int = ABSENT) -> str:
        """Rack and unit of a device, with the hall if it is another one."""
        devices, racks = self._snapshot["device"], self._snapshot["rack"]
        rack = int(self._where.rack[device])
        if not racks.has(rack):
            return ""
        root = int(self._where.root[device])
        unit = int(devices["position"][root])
        hall = ""
        if seen_from >= 0 and self._where.hall[device] != self._where.hall[seen_from]:
            halls, hall_id = self._snapshot["hall"], int(self._where.hall[device])
            hall = str(halls["name"][halls.position(hall_id)]) if halls.has(hall_id) else ""
        name = str(racks["name"][racks.position(rack)])
        return " · ".join(part for part in (hall, name, "" if unit == ABSENT else f"U{unit // 2 + 1}") if part)

    def _stand(self, device: int) -> str:
        """Hall, row, rack, unit and name of a device."""
        racks, rack = self._snapshot["rack"], int(self._where.rack[device])
        place = place_words(self._snapshot, racks.position(rack), self._wording) if racks.has(rack) else ""
        name = str(self._snapshot["device"]["name"][device])
        return " · ".join(part for part in (place, self._place(device), name) if part)

    def _unmatched(self, flow: Flow) -> None:
        links, nodes = self._links, self._links.plan.nodes
        lost = [links.seen.nodes[place].description or f"{links.seen.nodes[place].guid:016x}" for place in strangers(links)]
        absent = [str(nodes.description[place]) for place in unseen(links)]
        for title, names in (
            (QT_TRANSLATE_NOOP("reports", "Nodes in the listing that are not in the plan"), lost),
            (QT_TRANSLATE_NOOP("reports", "Planned nodes that were not found"), absent),
        ):
            if names:
                flow.space(4)
                flow.heading(self._say(title), remark=self._wording.number(len(names)), keep_mm=8)
                flow.paragraph(", ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else ""))

    def _columns(self) -> list[Column]:
        layout = (
            (QT_TRANSLATE_NOOP("reports", "Done"), 13.0, Align.CENTRE, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Port"), 20.0, Align.LEFT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "What to do"), 0.0, Align.LEFT, 3.0),
            (QT_TRANSLATE_NOOP("reports", "Far end"), 34.0, Align.LEFT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Kind"), 26.0, Align.LEFT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Cable"), 16.0, Align.RIGHT, 1.0),
            (QT_TRANSLATE_NOOP("reports", "Network"), 28.0, Align.LEFT, 1.0),
        )
        return [Column(self._say(head), width, align, share) for head, width, align, share in layout]

    def _say(self, text: str, **values: str | int) -> str:
        return self._wording.say("reports", text, **values)


KIND = Kind(
    "as-built",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "Differences between a listing of the fabric and the plan, and the actions at each switch"),
    comparison,
    tables,
    alone=True,
    of_listing=True,
)
