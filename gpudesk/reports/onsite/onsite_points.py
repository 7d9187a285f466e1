"""Open points and the punch list of the work on site, to walk through the halls with."""

from collections.abc import Iterator, Mapping, Sequence

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.checklist.targets import target_name
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.punch_list import PunchPoint, punch_list
from gpudesk.onsite.rack_targets import LEFT, RackTargets
from gpudesk.onsite.record_log import log_ends
from gpudesk.onsite.states_today import due_day
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Column, Row, Special, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.onsite.onsite_text import (
    SITE,
    homes_of,
    item_title,
    log_ends_attached,
    log_line,
    punch_columns,
    punch_row,
    stage_title,
    stamped,
    state_words,
    target_words,
)

_OPEN = QT_TRANSLATE_NOOP("reports", "Open points")
_PUNCH = QT_TRANSLATE_NOOP("reports", "Punch list")
_ABOUT_A_RACK = 5


def open_points(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Open items per part, one line for each target, by stage."""
    sheet = choices.sheet or Sheet(Paper.A4)
    racks = RackTargets(subject.snapshot, local_day(subject.at), *homes_of(subject, choices))

    def pages() -> Iterator[Page]:
        drawn = (page for part in racks.parts() for page in _open_pages(subject, choices, wording, racks, part, sheet))
        yield from stamped(drawn, log_line(log_ends(subject.snapshot), wording))

    about = _ABOUT_A_RACK * racks.count
    return Report(wording.say("reports", _OPEN), subject, wording, pages, phase=phase_words(choices.phase, wording), about=about)


def open_tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """The same as a list."""
    heads = (QT_TRANSLATE_NOOP("reports", "Rack"), *(head for head, _ in _COLUMNS[1:]))
    racks = RackTargets(subject.snapshot, local_day(subject.at), *homes_of(subject, choices))
    rows: list[Sequence[SheetCell]] = [[wording.say("reports", head) for head in heads]]
    for part in racks.parts():
        rows += [[racks.name(part), *cells] for _, cells in _open_lines(subject, choices, wording, racks, part)]
    return {wording.say("reports", _OPEN): rows}


def punch(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """What failed, open points first."""
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)

    def pages() -> Iterator[Page]:
        flow = Flow(sheet)
        flow.heading(wording.say("reports", _PUNCH), 14.0)
        rows = [punch_row(point, wording) for point in _points(subject, choices)]
        empty = wording.say("reports", QT_TRANSLATE_NOOP("reports", "No failures so far."))
        flow.table(Table(punch_columns(wording), rows, empty=empty))
        yield from stamped(flow.pages, log_line(log_ends(subject.snapshot), wording))

    return Report(wording.say("reports", _PUNCH), subject, wording, pages, phase=phase_words(choices.phase, wording))


def punch_tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """The same as a list."""
    rows: list[Sequence[SheetCell]] = [[column.head for column in punch_columns(wording)]]
    rows += [[str(cell) for cell in punch_row(point, wording).cells] for point in _points(subject, choices)]
    return {wording.say("reports", _PUNCH): rows}


def _points(subject: Subject, choices: Choices) -> Iterator[PunchPoint]:
    racks = RackTargets(subject.snapshot, local_day(subject.at), *homes_of(subject, choices))
    for point in punch_list(subject.snapshot, local_day(subject.at)):
        if racks.is_wanted(racks.part_of(point.item.scope, point.target)) and choices.stage in ("", point.item.stage):
            yield point


_COLUMNS = (
    ("", 7.0),
    (QT_TRANSLATE_NOOP("reports", "Item"), 17.0),
    (QT_TRANSLATE_NOOP("reports", "Result"), 0.0),
    (QT_TRANSLATE_NOOP("reports", "Of what"), 48.0),
    (QT_TRANSLATE_NOOP("reports", "State"), 22.0),
)


def _open_lines(
    subject: Subject, choices: Choices, wording: Wording, racks: RackTargets, part: int
) -> Iterator[tuple[str, tuple[str, str, str, str]]]:
    """The stage and the cells of each line."""
    for here in racks.items(part):
        if choices.stage not in ("", here.item.stage):
            continue
        for target, number in zip(here.targets.tolist(), here.states.tolist(), strict=True):
            state = State(number)
            if state in LEFT:
                name = target_words(here.item.scope, target_name(subject.snapshot, here.item.scope, target), wording)
                due = due_day(subject.snapshot, here.item.key, target, state)
                yield here.item.stage, (here.item.key, item_title(here.item, wording), name, state_words(state, wording, due))


def _open_pages(subject: Subject, choices: Choices, wording: Wording, racks: RackTargets, part: int, sheet: Sheet) -> list[Page]:
    name, hall = racks.name(part) or wording.say("reports", SITE), racks.hall(part)
    title = f"{hall}: {name}" if hall else name
    flow = Flow(sheet, title)
    rows: list[Row] = []
    last = ""
    for stage, cells in _open_lines(subject, choices, wording, racks, part):
        if stage != last:
            last = stage
            rows.append(Row(("", stage_title(checklist_of(subject.snapshot).stages[stage], wording)), Weight.GROUP))
        rows.append(Row((Special.TICK_BOX, *cells)))
    if rows:
        flow.heading(title, 14.0)
        columns = [Column(wording.say("reports", head) if head else "", width, wrap=True) for head, width in _COLUMNS]
        flow.table(Table(columns, rows), again=title)
    return flow.pages


OPEN_KIND = Kind(
    "open-points",
    _OPEN,
    QT_TRANSLATE_NOOP("reports", "On-site work still to be done, rack by rack and stage by stage"),
    open_points,
    open_tables,
    attached=log_ends_attached,
)
PUNCH_KIND = Kind(
    "punch-list",
    _PUNCH,
    QT_TRANSLATE_NOOP("reports", "On-site failures: owners, due dates, and failures closed by a retest"),
    punch,
    punch_tables,
    attached=log_ends_attached,
)
