"""The worklist of a rack: devices to mount, their order, and the number of people required."""

from collections.abc import Iterator, Mapping, Sequence

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.formats.tables.tables import Cell
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, phase_words
from gpudesk.reports.layout.wording import Wording
from gpudesk.reports.racks.elevations import chosen_racks, place_words
from gpudesk.reports.racks.floor_worklist import FloorWorklists
from gpudesk.reports.racks.worklist_tasks import COLUMNS, Worklists


def worklist(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """The floor equipment of each hall, then a worklist for each rack, each from a new sheet."""
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)
    snapshot = subject.snapshot
    lists = Worklists(snapshot, wording)
    floors = FloorWorklists(snapshot, choices, wording, lists)
    racks = [int(rack) for group in racks_by_row(snapshot, chosen_racks(snapshot, choices)) for rack in group]

    def pages(*, measures: bool) -> Iterator[Page]:
        some = False
        for hall in floors.halls:
            for page in floors.pages(hall, sheet):
                some = True
                yield page
        for rack in racks:
            if lists.tasks(rack):
                some = True
                yield from lists.pages(rack, sheet, measures=measures)
        if not some:
            flow = Flow(sheet)
            flow.heading(wording.say("reports", QT_TRANSLATE_NOOP("reports", "The selection has nothing to mount.")))
            yield from flow.pages

    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Rack worklist"))
    phase = phase_words(choices.phase, wording)
    return Report(
        title,
        subject,
        wording,
        lambda: pages(measures=False),
        phase=phase,
        measured=lambda: pages(measures=True),
        about=len(racks),
    )


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[Cell]]]:
    """The same as a list, one line a device."""
    snapshot = subject.snapshot
    lists = Worklists(snapshot, wording)
    heads = [QT_TRANSLATE_NOOP("reports", "Location"), QT_TRANSLATE_NOOP("reports", "Rack"), *(head for head, *_ in COLUMNS[1:])]
    rows: list[list[Cell]] = [[wording.say("reports", head) for head in heads]]
    rows[0][6] = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Weight in kg"))
    for group in racks_by_row(snapshot, chosen_racks(snapshot, choices)):
        for rack in group.tolist():
            place, name = place_words(snapshot, rack, wording), str(snapshot["rack"]["name"][rack])
            for number, task in enumerate(lists.tasks(rack), start=1):
                where, device, model, _, *rest = lists.cells(task)
                rows.append([place, name, number, where, device, model, task.mass_kg, *rest])
    rows += FloorWorklists(snapshot, choices, wording, lists).lines()
    return {wording.say("reports", QT_TRANSLATE_NOOP("reports", "Rack worklist")): rows}


KIND = Kind(
    "worklist",
    QT_TRANSLATE_NOOP("reports", "Rack worklist"),
    QT_TRANSLATE_NOOP("reports", "Items delivered to and mounted in each rack, with order, number of people and check boxes"),
    worklist,
    tables,
)
