"""The pull schedule: bundles of cables in walking order along the racks, cables in each pathway, and totals of each kind."""

from collections.abc import Iterator, Mapping, Sequence

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.quantity_text import IMPERIAL
from gpudesk.derived.pathways.pathway_limits import way_limits
from gpudesk.derived.pathways.pathway_loads import way_loads
from gpudesk.formats.tables.tables import SheetCell
from gpudesk.reports.cables.cable_bundles import Bundle, Kind, WayLoad, bundles, loads, totals
from gpudesk.reports.cables.cable_lines import CableLines, number_runs, stand_name
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Cell, Column, Row, Special, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Report, Subject, cables_words
from gpudesk.reports.layout.report import Kind as ReportKind
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording

_TITLE = QT_TRANSLATE_NOOP("reports", "Pull schedule")
_WAYS = QT_TRANSLATE_NOOP("reports", "Pathways")
_NEEDED = QT_TRANSLATE_NOOP("reports", "Cables by type and length")
_MOST_LINES = 12


def pull_schedule(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """A table with a line for each kind of cable of each bundle, one of the pathways and one of the totals."""
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)

    def pages() -> Iterator[Page]:
        lines = CableLines(subject.snapshot, choices, wording, subject.before)
        made_bundles = bundles(lines)
        flow = Flow(sheet, wording.say("reports", _TITLE))
        flow.paragraph(wording.say("reports", _HOW), 7.5)
        flow.space(2)
        nothing = wording.say("reports", QT_TRANSLATE_NOOP("reports", "The selection has no cables."))
        flow.table(Table(_columns(wording), list(_rows(lines, made_bundles, wording)), empty=nothing))
        lying = loads(lines, made_bundles)
        if lying:
            flow.space(5)
            flow.heading(wording.say("reports", _WAYS))
            flow.table(Table(_way_columns(wording), list(_way_rows(subject, lying, wording))), again=wording.say("reports", _WAYS))
        if made_bundles:
            flow.space(5)
            flow.heading(wording.say("reports", _NEEDED))
            flow.table(Table(_sum_columns(wording), list(_sum_rows(made_bundles, wording))), again=wording.say("reports", _NEEDED))
        yield from flow.pages

    return Report(wording.say("reports", _TITLE), subject, wording, pages, phase=cables_words(subject, choices, wording))


def tables(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """The bundles as a list."""
    lines = CableLines(subject.snapshot, choices, wording, subject.before)
    heads = [wording.say("reports", head) for head, *_ in _HEADS if head != _NUMBERS]
    heads[5] = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Length in m"))
    heads[8] = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Bundle in mm"))
    heads += [wording.say("reports", QT_TRANSLATE_NOOP("reports", "Legs of cables in other bundles")), wording.say("reports", _NUMBERS)]
    rows: list[Sequence[SheetCell]] = [heads]
    for bundle in bundles(lines):
        near, far = (stand_name(lines, stand) for stand in (bundle.near, bundle.far))
        thick = None if bundle.diameter_mm is None else round(bundle.diameter_mm, 1)
        for network, model, length in _kinds(bundle):
            kind, metres = (network, model, length), None if length == ABSENT else length / 1000
            count, further = bundle.kinds.get(kind, 0), bundle.further.get(kind, 0)
            rows.append(
                [
                    bundle.number,
                    near,
                    far,
                    network,
                    model,
                    metres,
                    count,
                    " → ".join(bundle.through),
                    thick,
                    further,
                    number_runs(bundle.numbers[kind]),
                ]
            )
    return {wording.say("reports", _TITLE): rows}


_HOW = QT_TRANSLATE_NOOP(
    "reports",
    "A bundle holds the cables between two racks that follow the same pathways; a splitter whose legs "
    "separate is counted in the first of its bundles. The diameter assumes loosely bundled round cables; it "
    "is a calculated value, not a limit.",
)
_NUMBERS = QT_TRANSLATE_NOOP("reports", "Cable numbers")
_HEADS = (
    (QT_TRANSLATE_NOOP("reports", "Bundle"), 12.0, Align.RIGHT, 1.0),
    (QT_TRANSLATE_NOOP("reports", "From"), 20.0, Align.LEFT, 1.0),
    (QT_TRANSLATE_NOOP("reports", "To"), 20.0, Align.LEFT, 1.0),
    (QT_TRANSLATE_NOOP("reports", "Network"), 20.0, Align.LEFT, 1.0),
    (QT_TRANSLATE_NOOP("reports", "Cable type"), 0.0, Align.LEFT, 1.5),
    (QT_TRANSLATE_NOOP("reports", "Length"), 16.0, Align.RIGHT, 1.0),
    (QT_TRANSLATE_NOOP("reports", "Cables"), 13.0, Align.RIGHT, 1.0),
    (_NUMBERS, 0.0, Align.LEFT, 1.2),
    (QT_TRANSLATE_NOOP("reports", "Through"), 0.0, Align.LEFT, 1.0),
    (QT_TRANSLATE_NOOP("reports", "Bundle ⌀"), 15.0, Align.RIGHT, 1.0),
)


def _columns(wording: Wording) -> list[Column]:
    tick = Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Pulled")), 13.0, Align.CENTRE)
    columns = [
        Column(wording.say("reports", head), width, align, share, wrap=not width, most_lines=_MOST_LINES)
        for head, width, align, share in _HEADS
    ]
    return [tick, *columns]


def _kinds(bundle: Bundle) -> list[Kind]:
    return list(dict.fromkeys([*bundle.kinds, *bundle.further]))


def _rows(lines: CableLines, made: Sequence[Bundle], wording: Wording) -> Iterator[Row]:
    """The lines of all bundles; the name of a bundle is at its first line, and at the first one of each further sheet."""
    legs = QT_TRANSLATE_NOOP("reports", "{model}: legs of cables counted above")
    decimals = 1 if wording.style.units == IMPERIAL else 0
    for bundle in made:
        names = (str(bundle.number), stand_name(lines, bundle.near), stand_name(lines, bundle.far))
        last = (" → ".join(bundle.through), wording.quantity(bundle.diameter_mm, "mm", decimals=decimals, scale=False))
        first = True
        for counted, kinds in ((True, bundle.kinds), (False, bundle.further)):
            for (network, model, length), count in kinds.items():
                words = model if counted else wording.say("reports", legs, model=model)
                count_text = wording.number(count) if counted else f"({wording.number(count)})"
                middle = (network, words, _length(length, wording), count_text, number_runs(bundle.numbers[network, model, length]))
                whole: Sequence[Cell] = (Special.TICK_BOX, *names, *middle, *last)
                short: Sequence[Cell] = (Special.TICK_BOX, "", "", "", *middle, "", "")
                yield Row(whole if first else short, again=whole)
                first = False


def _way_columns(wording: Wording) -> list[Column]:
    layout = (
        (QT_TRANSLATE_NOOP("reports", "Pathway"), 60.0, Align.LEFT),
        (QT_TRANSLATE_NOOP("reports", "Hall"), 40.0, Align.LEFT),
        (QT_TRANSLATE_NOOP("reports", "Cables"), 18.0, Align.RIGHT),
        (QT_TRANSLATE_NOOP("reports", "Fill with all cables"), 24.0, Align.RIGHT),
        (QT_TRANSLATE_NOOP("reports", "Planned fill"), 24.0, Align.RIGHT),
        (QT_TRANSLATE_NOOP("reports", "Bundles"), 0.0, Align.LEFT),
    )
    return [Column(wording.say("reports", head), width, align, wrap=not width, most_lines=_MOST_LINES) for head, width, align in layout]


def _way_rows(subject: Subject, lying: Sequence[WayLoad], wording: Wording) -> Iterator[Row]:
    snapshot = subject.snapshot
    ways, halls, limits = snapshot["pathway"], snapshot["hall"], way_limits(snapshot)
    area = snapshot.cached(way_loads).ways(snapshot.types).area_mm2
    for load in lying:
        way = load.way
        hall = str(halls["name"][halls.position(int(ways["hall_id"][way]))])
        filled = 100 * float(area[way]) / float(limits.area_mm2[way]) if limits.area_mm2[way] else None
        fill = (wording.quantity(filled, "%", decimals=0), wording.quantity(float(limits.fill_percent[way]), "%", decimals=0))
        yield Row((str(ways["name"][way]), hall, wording.number(load.cables), *fill, number_runs(load.bundles)))


def _sum_columns(wording: Wording) -> list[Column]:
    layout = (
        (QT_TRANSLATE_NOOP("reports", "Cable type"), 80.0, Align.LEFT),
        (QT_TRANSLATE_NOOP("reports", "Length"), 24.0, Align.RIGHT),
        (QT_TRANSLATE_NOOP("reports", "Cables"), 24.0, Align.RIGHT),
        (QT_TRANSLATE_NOOP("reports", "Together"), 30.0, Align.RIGHT),
        ("", 0.0, Align.LEFT),
    )
    return [Column(wording.say("reports", head) if head else "", width, align) for head, width, align in layout]


def _sum_rows(made: Sequence[Bundle], wording: Wording) -> Iterator[Row]:
    cables, metres = 0, 0.0
    for (model, length), count in totals(made).items():
        together = 0.0 if length == ABSENT else count * length / 1000
        cables, metres = cables + count, metres + together
        length_text = "–" if length == ABSENT else wording.quantity(together, "m", decimals=0)
        yield Row((model, _length(length, wording), wording.number(count), length_text))
    yield Row(("", "", wording.number(cables), wording.quantity(metres, "m", decimals=0)), Weight.TOTAL)


def _length(length_mm: int, wording: Wording) -> str:
    return "–" if length_mm == ABSENT else wording.quantity(length_mm / 1000, "m")


KIND = ReportKind(
    "pull-schedule",
    _TITLE,
    QT_TRANSLATE_NOOP("reports", "Cables pulled together between each pair of racks: types, lengths and bundle diameters"),
    pull_schedule,
    tables,
    of_cables=True,
)
