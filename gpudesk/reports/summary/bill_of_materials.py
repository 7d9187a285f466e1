"""The bill of materials on paper: sums, every line by section, labor, and by which rules and prices."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.cost.bom import Bom, bom
from gpudesk.derived.cost.bom_line import BomLine
from gpudesk.formats.tables.bom_sheets import PHASES, PRICES, assumption_rows, bom_sheets, left_out
from gpudesk.formats.tables.bom_text import (
    CONFIDENCE_WORDS,
    CONTEXT,
    SECTION_WORDS,
    line_title,
    number_words,
    phase_words,
    price_words,
    roles_words,
    word,
)
from gpudesk.formats.tables.tables import Figure, SheetCell
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.inks import SOFT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_flow import Flow
from gpudesk.reports.layout.page_table import Cell, Column, Row, Table, Weight
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Choices, Kind, Report, Subject, places_words
from gpudesk.reports.layout.report import phase_words as built_until
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.wording import Wording

_NARROW_MM = 220
_MOST_PHASES = 8
"""Maximum number of phases with a separate table; more are for the workbook."""


def counted(snapshot: Snapshot) -> Bom:
    """The bill of materials of a project by the current rules (use `snapshot.cached(counted)`)."""
    catalog = open_catalog()
    return bom(snapshot, bom_rules(), lambda key: catalog.get(key) if key in catalog else None)


def bill(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Key figures, lines by section, phases, labor, assumptions."""
    subject = subject.of_places(choices)
    sheet = choices.sheet or Sheet(Paper.A4, landscape=True)
    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Bill of materials"))

    def bodies() -> Iterator[Page]:
        counted_bom = subject.snapshot.cached(counted)
        flow = Flow(sheet, places_words(subject, choices) or wording.say("reports", QT_TRANSLATE_NOOP("reports", "Purchases and tasks")))
        narrow = sheet.body.width_mm < _NARROW_MM
        flow.figures(key_figures(counted_bom, wording), 4 if narrow else 8)
        for text in (PRICES, *left_out(counted_bom)):
            flow.paragraph(wording.say(CONTEXT, text), 7.5, ink=SOFT)
        flow.space(3)
        flow.table(_lines(counted_bom, wording, narrow))
        if 1 < len(counted_bom.phases) <= _MOST_PHASES:
            flow.space(5)
            flow.heading(wording.say("reports", QT_TRANSLATE_NOOP("reports", "By phase")))
            flow.paragraph(wording.say(CONTEXT, PHASES), 7.5, ink=SOFT)
            flow.space(1)
            flow.table(_phases(counted_bom, wording))
        flow.space(5)
        flow.heading(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Labor")), remark=_labour_source(counted_bom, wording))
        flow.table(_labour(counted_bom, wording))
        flow.space(5)
        flow.heading(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Applied rules and prices")))
        flow.table(_assumptions(counted_bom, wording))
        yield from flow.pages

    return Report(title, subject, wording, bodies, phase=built_until(choices.phase, wording))


def sheets(subject: Subject, choices: Choices, wording: Wording) -> Mapping[str, Sequence[Sequence[SheetCell]]]:
    """The sheets of a workbook."""
    counted_bom = subject.of_places(choices).snapshot.cached(counted)
    return bom_sheets(counted_bom, subject.project, local_day(subject.at), wording.message, wording.style.language)


KIND = Kind(
    "bom",
    QT_TRANSLATE_NOOP("reports", "Bill of materials"),
    QT_TRANSLATE_NOOP("reports", "Racks, devices, cords, accessories, spares, dated prices, labor and the applied rules"),
    bill,
    sheets,
)


def key_figures(found: Bom, wording: Wording) -> list[tuple[str, str]]:
    """The totals, with the items not included."""
    totals = found.totals
    say = wording.say
    price = (
        wording.number(totals.price_usd, 0) + " USD" if totals.priced_lines else say(CONTEXT, QT_TRANSLATE_NOOP("bom", "price not known"))
    )
    return [
        (say("reports", QT_TRANSLATE_NOOP("reports", "Known prices")), price),
        (
            say("reports", QT_TRANSLATE_NOOP("reports", "Lines without a price")),
            say(
                "reports",
                QT_TRANSLATE_NOOP("reports", "{count} of {all}"),
                count=totals.unpriced_lines,
                all=totals.unpriced_lines + totals.priced_lines,
            ),
        ),
        (say("reports", QT_TRANSLATE_NOOP("reports", "Mass incl. packing")), wording.total(totals.packed_kg, "kg")),
        (say("reports", QT_TRANSLATE_NOOP("reports", "Items of unknown mass")), wording.number(totals.mass_missing)),
        (say("reports", QT_TRANSLATE_NOOP("reports", "Power in use")), wording.total(totals.power_w, "W")),
        (say("reports", QT_TRANSLATE_NOOP("reports", "Labor")), wording.quantity(totals.hours, "h", decimals=0)),
        (say("reports", QT_TRANSLATE_NOOP("reports", "Spares")), wording.number(totals.spares)),
        (
            say("reports", QT_TRANSLATE_NOOP("reports", "Longest lead time")),
            "–"
            if totals.longest_weeks is None
            else say("reports", QT_TRANSLATE_NOOP("reports", "{count} {count|week|weeks}"), count=totals.longest_weeks),
        ),
    ]


def _lines(found: Bom, wording: Wording, narrow: bool) -> Table:
    """All lines by section. On a narrow sheet, roles follow the type, and only the total price is included."""

    def say(text: str) -> str:
        return wording.say("reports", text)

    right = Align.RIGHT
    columns = [
        Column(say(QT_TRANSLATE_NOOP("reports", "Type")), share=3.2, wrap=True, most_lines=3),
        Column(say(QT_TRANSLATE_NOOP("reports", "Part number")), 34 if narrow else 40, wrap=True, most_lines=2),
        Column(say(QT_TRANSLATE_NOOP("reports", "Role")), share=1.8, wrap=True, most_lines=3),
        Column(say(QT_TRANSLATE_NOOP("reports", "In use")), 13, right),
        Column(say(QT_TRANSLATE_NOOP("reports", "Spares")), 15, right),
        Column(say(QT_TRANSLATE_NOOP("reports", "To buy")), 17, right, strong=True),
        Column(say(QT_TRANSLATE_NOOP("reports", "In stock")), 16, right),
        Column(say(QT_TRANSLATE_NOOP("reports", "To order")), 17, right, strong=True),
        Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Mass, {unit}"), unit=wording.unit("kg")), 16, right),
        Column(say(QT_TRANSLATE_NOOP("reports", "Unit price, USD")), 25, right),
        Column(say(QT_TRANSLATE_NOOP("reports", "Price, USD")), 24, right),
        Column(say(QT_TRANSLATE_NOOP("reports", "Price date")), 17),
    ]
    left_out = {*((_ROLE, _UNIT_PRICE) if narrow else ()), *(() if any(line.held for line in found.lines) else (_HELD, _ORDER))}
    rows: list[Row | Sequence[Cell]] = []
    for section, title in SECTION_WORDS.items():
        lines = found.section(section)
        if lines:
            rows.append(Row([wording.say(CONTEXT, title)], Weight.GROUP))
            rows += [_shown_of(_line(line, wording), narrow, left_out) for line in lines]
    totals = found.totals
    known = say(QT_TRANSLATE_NOOP("reports", "Total of the known values"))
    price = wording.number(totals.price_usd, 2) if totals.priced_lines else "–"
    if rows:
        everything = [known, "", "", "", "", "", "", "", wording.amount(totals.mass_kg, "kg", 1), "", price, ""]
        rows.append(Row(_shown_of(everything, narrow, left_out), Weight.TOTAL))
    return Table([column for place, column in enumerate(columns) if place not in left_out], rows)


_ROLE, _HELD, _ORDER, _UNIT_PRICE, _PRICE = 2, 6, 7, 9, 10


def _shown_of(cells: list[str], narrow: bool, left_out: Collection[int]) -> list[str]:
    """A row without the omitted columns; on a narrow sheet, other columns contain their text."""
    if not narrow:
        return [cell for place, cell in enumerate(cells) if place not in left_out]
    role = cells[_ROLE]
    whole = [f"{cells[0]} · {role}" if role else cells[0], *cells[1:]]
    whole[_PRICE] = cells[_PRICE] if cells[_PRICE] not in {"", "–"} else cells[_UNIT_PRICE] or cells[_PRICE]
    return [cell for place, cell in enumerate(whole) if place not in left_out]


def title_of(line: BomLine, wording: Wording) -> str:
    """Title of a line, for a cord with its length."""
    title = line_title(line, wording.message, wording.style.language)
    return title if line.length_mm is None else f"{title}, {wording.quantity(line.length_mm / 1000, 'm')}"


def _line(line: BomLine, wording: Wording) -> list[str]:
    buy = wording.number(line.packs) if line.pack == 1 else f"{wording.number(line.packs)} × {wording.number(line.pack)}"
    order = wording.number(line.order) if line.pack == 1 else f"{wording.number(line.order)} × {wording.number(line.pack)}"
    price = price_words(line, wording.message) or wording.number(line.price_usd, 2)
    return [
        title_of(line, wording),
        number_words(line, wording.message),
        roles_words(line, wording.message),
        wording.number(line.count),
        wording.number(line.spares) if line.bought else "",
        buy if line.bought else "",
        "" if line.held is None else wording.number(line.held),
        order if line.bought else "",
        "" if line.circuit is not None else wording.amount(line.mass_kg, "kg", 1),
        price,
        wording.number(line.total_usd, 2) if line.bought else "",
        line.price.date if line.price is not None and line.bought else "",
    ]


def _phases(found: Bom, wording: Wording) -> Table:
    columns = [
        Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Type")), share=3.0),
        *(Column(phase_words(number, name, wording.message), share=1.0, align=Align.RIGHT) for number, name in found.phases.items()),
    ]
    rows = [
        [title_of(line, wording), *(wording.number(line.by_phase.get(number, 0)) for number in found.phases)]
        for line in found.section("rack", "device", "module", "cable", "trunk", "cord", "circuit")
        if line.count
    ]
    return Table(columns, rows)


def _labour(found: Bom, wording: Wording) -> Table:
    right = Align.RIGHT
    columns = [
        Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Task")), share=3.0),
        Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Times")), 22, right),
        Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Minutes each")), 24, right),
        Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "People")), 20, right),
        Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Hours")), 22, right),
    ]
    rows: list[Row | Sequence[Cell]] = [
        [
            line.task.title_in(wording.style.language),
            wording.number(line.times),
            wording.number(line.task.minutes),
            wording.number(line.task.people),
            wording.number(line.hours, 1),
        ]
        for line in found.labour
    ]
    if rows:
        together = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Together"))
        rows.append(Row([together, "", "", "", wording.number(found.totals.hours, 1)], Weight.TOTAL))
    return Table(columns, rows)


def _labour_source(found: Bom, wording: Wording) -> str:
    origin = found.rules.labour.origin
    return f"{origin.source_in(wording.style.language)} · {word(CONFIDENCE_WORDS[origin.confidence], wording.message)}"


def _assumptions(found: Bom, wording: Wording) -> Table:
    """The last sheet of the workbook, without the general remarks."""
    head, *rows = assumption_rows(found, wording.message, wording.style.language)
    columns = [
        Column(str(head[0]), share=1.2),
        Column(str(head[1]), share=2.2, wrap=True, most_lines=2),
        Column(str(head[2]), share=1.6, wrap=True, most_lines=2),
        Column(str(head[3]), share=3.4, wrap=True, most_lines=3),
        Column(str(head[4]), share=1.2, wrap=True, most_lines=2),
    ]
    return Table(columns, [[_shown(cell, wording) for cell in [*row, *([None] * 5)][:5]] for row in rows if len(row) > 2], size_pt=7.0)


def _shown(cell: SheetCell, wording: Wording) -> str:
    return wording.number(cell.value) if isinstance(cell, Figure) else "" if cell is None else str(cell)
