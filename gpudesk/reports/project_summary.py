"""The project on two pages, for somebody who decides: what it is, what it draws, what is wrong, what it costs, what is not known."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.checks import SHOWN, Severity, findings_of
from gpudesk.core.availability import Redundancy
from gpudesk.core.hardware import Family
from gpudesk.core.heat import cooling_tons
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.derived.bom import Bom
from gpudesk.derived.hall_sums import RowSums, row_sums, standing_power_kw
from gpudesk.derived.open_questions import open_questions
from gpudesk.derived.power_failures import Failures, power_failures
from gpudesk.derived.power_redundancy import power_redundancy
from gpudesk.derived.reserves import reserves
from gpudesk.derived.totals import project_totals
from gpudesk.formats.bom_words import price_words, roles_words
from gpudesk.project.site_sheet import site_definitions, site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.bars import BAR_MM, LEAST_BAR_MM, Bar, put_bars
from gpudesk.reports.bill_of_materials import counted, title_of
from gpudesk.reports.blocks import put_block, put_heading
from gpudesk.reports.hall_summary import POWER_WORDS, row_words
from gpudesk.reports.inks import ACCENT, ERROR, FAINT, OK, SOFT, WARNING, WASH
from gpudesk.reports.page import Page
from gpudesk.reports.plan_picture import draw_halls, heat_steps, height_mm
from gpudesk.reports.problem_rows import INKS, ProblemRow, problem_rows, severities
from gpudesk.reports.report import Choices, Kind, Report, Subject, phase_words, places_words
from gpudesk.reports.shapes import Align
from gpudesk.reports.sheet import Paper, Rectangle, Sheet
from gpudesk.reports.table import Cell, Column, Row, Table
from gpudesk.reports.wording import Wording

_FIGURE_MM, _GAP_MM = 12.0, 5.0
_HEAD_MM = 6.0
_CLOSE = 0.8
"""From this share of a limit on it is close."""
_MOST_FAILURES = 12
PAGES = 2
REDUNDANCY_WORDS = {
    Redundancy.LESS: QT_TRANSLATE_NOOP("Words", "less than N"),
    Redundancy.NONE: QT_TRANSLATE_NOOP("Words", "N"),
    Redundancy.SPARE: QT_TRANSLATE_NOOP("Words", "N+1"),
    Redundancy.DOUBLE: QT_TRANSLATE_NOOP("Words", "2N"),
    Redundancy.DISTRIBUTED: QT_TRANSLATE_NOOP("Words", "distributed redundancy"),
}
_Block = Callable[[Page, Rectangle], float]


def summary(subject: Subject, choices: Choices, wording: Wording) -> Report:
    """Exactly two pages, whatever the paper."""
    subject = subject.of_places(choices)
    sheet = choices.sheet or Sheet(Paper.A4)

    def bodies() -> Iterator[Page]:
        writer = _Writer(subject, sheet, wording, places_words(subject, choices))
        yield writer.first()
        yield writer.second()

    title = wording.say("reports", QT_TRANSLATE_NOOP("reports", "Project summary"))
    return Report(title, subject, wording, bodies, PAGES, phase_words(choices.phase, wording))


KIND = Kind(
    "project-summary",
    QT_TRANSLATE_NOOP("reports", "Project summary"),
    QT_TRANSLATE_NOOP("reports", "Two pages: plan, power by row, problems, single failures, cost as far as it is known, open questions"),
    summary,
)


def all_failures(snapshot: Snapshot) -> Failures | None:
    """What every single failure does (ask `snapshot.cached(all_failures)`); None where something feeds itself."""
    try:
        return power_failures(snapshot)
    except ValueError:
        return None


@dataclass
class _Writer:
    """Writes both pages of one project."""

    subject: Subject
    sheet: Sheet
    wording: Wording
    places: str

    @property
    def _snapshot(self) -> Snapshot:
        return self.subject.snapshot

    @cached_property
    def _power(self) -> str:
        return self._snapshot.cached(site_sheet).text("power_for_limits")

    @cached_property
    def _problems(self) -> list[ProblemRow]:
        return problem_rows(findings_of(self._snapshot))

    @cached_property
    def _failures(self) -> Failures | None:
        return self._snapshot.cached(all_failures)

    @cached_property
    def _bom(self) -> Bom:
        return self._snapshot.cached(counted)

    def first(self) -> Page:
        """What it is: verdict, key figures, plan, power by row."""
        page = Page(self.sheet, self.places or self._say(QT_TRANSLATE_NOOP("reports", "What is planned")))
        body = self.sheet.body
        y = body.y_mm
        page.text_in(body.x_mm, y, body.width_mm, 9.0, self.subject.project, 18.0, strong=True, pad_mm=0)
        y = page.paragraph(body.x_mm, y + 10.0, body.width_mm, self._verdict(), 9.5, ink=self._verdict_ink(), strong=True, most_lines=2)
        y = self._figures(page, y + 2.5)
        if any(value.endswith(" +") for _, value in self._key_figures()):
            more = self._say(
                QT_TRANSLATE_NOOP("reports", "+ More than that: of some things the figure is not known (see the open questions).")
            )
            page.text_in(body.x_mm, y + 0.4, body.width_mm, 4.0, more, 6.5, ink=SOFT, pad_mm=0)
            y += 4.0
        room = Rectangle(body.x_mm, y + _GAP_MM, body.width_mm, body.bottom_mm - y - _GAP_MM)
        rows = self._snapshot.cached(row_sums)
        if room.width_mm > room.height_mm * 1.6:
            half = (room.width_mm - _GAP_MM) * 0.58
            self._plan(page, Rectangle(room.x_mm, room.y_mm, half, room.height_mm))
            beside = Rectangle(room.x_mm + half + _GAP_MM, room.y_mm, room.width_mm - half - _GAP_MM, room.height_mm)
            bars = min(_HEAD_MM + BAR_MM * self._bar_count(rows), beside.height_mm * 0.5)
            self._bars(page, beside.part(0, 0, beside.width_mm, bars), rows)
            self._type_block(page, beside.part(0, bars + _GAP_MM, beside.width_mm, beside.height_mm - bars - _GAP_MM))
        else:
            plan = min(height_mm(self._snapshot, room.width_mm) + 7.0, room.height_mm * 0.52)
            bars = min(_HEAD_MM + BAR_MM * self._bar_count(rows), room.height_mm * 0.26)
            self._plan(page, Rectangle(room.x_mm, room.y_mm, room.width_mm, plan))
            y = room.y_mm + plan + _GAP_MM
            self._bars(page, Rectangle(room.x_mm, y, room.width_mm, bars), rows)
            y += bars + _GAP_MM
            self._type_block(page, Rectangle(room.x_mm, y, room.width_mm, room.bottom_mm - y))
        return page

    def second(self) -> Page:
        """What speaks against it: problems, failures, cost, open questions."""
        page = Page(self.sheet, self.places or self._say(QT_TRANSLATE_NOOP("reports", "Risks, cost and open questions")))
        body = self.sheet.body
        if body.width_mm > body.height_mm * 1.2:
            width = (body.width_mm - 2 * _GAP_MM) / 2
            left = body.part(0, 0, width, body.height_mm)
            self._stack(page, left, (self._reserve_block, self._problem_block, self._cost_block), (0.3, 0.35, 0.35))
            right = body.part(width + 2 * _GAP_MM, 0, width, body.height_mm)
            self._stack(page, right, (self._failure_block, self._question_block), (0.5, 0.5))
        else:
            blocks = (self._reserve_block, self._problem_block, self._failure_block, self._cost_block, self._question_block)
            self._stack(page, body, blocks, (0.2, 0.22, 0.18, 0.22, 0.18))
        return page

    @staticmethod
    def _stack(page: Page, room: Rectangle, blocks: Sequence[_Block], shares: Sequence[float]) -> None:
        """Put blocks below each other; what one does not use of its share is given to those below."""
        y, left = room.y_mm, 0.0
        for share, block in zip(shares, blocks, strict=True):
            height = share * (room.height_mm - (len(blocks) - 1) * _GAP_MM) + left
            end = block(page, Rectangle(room.x_mm, y, room.width_mm, height))
            left = max(0.0, y + height - end)
            y = end + _GAP_MM

    def _say(self, text: str) -> str:
        return self.wording.say("reports", text)

    def _verdict(self) -> str:
        counts = severities(self._problems)
        totals = self._snapshot.cached(project_totals)
        text = QT_TRANSLATE_NOOP("reports", "{name}: {power}. Open errors: {errors}, open warnings: {warnings}; see the second page.")
        clean = QT_TRANSLATE_NOOP("reports", "{name}: {power}. The checks find no error and nothing to warn of.")
        errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
        return self.wording.say(
            "reports",
            text if errors or warnings else clean,
            name=self._say(POWER_WORDS[self._power]),
            power=self.wording.quantity(totals.power_w[self._power], "W"),
            errors=errors,
            warnings=warnings,
        )

    def _verdict_ink(self) -> str:
        counts = severities(self._problems)
        return ERROR if counts[Severity.ERROR] else WARNING if counts[Severity.WARNING] else OK

    def _figures(self, page: Page, y: float) -> float:
        figures, body = self._key_figures(), self.sheet.body
        a_line = 5 if body.width_mm < 230 else len(figures)
        width = (body.width_mm - 2.0 * (a_line - 1)) / a_line
        for place, (label, value) in enumerate(figures):
            x, top = body.x_mm + (place % a_line) * (width + 2.0), y + (place // a_line) * (_FIGURE_MM + 2.0)
            page.box(x, top, width, _FIGURE_MM, fill=WASH, ink=None)
            page.text_in(x, top + 0.6, width, 4.4, label, 6.5, ink=SOFT, pad_mm=1.6)
            page.text_in(x, top + 4.6, width, 6.8, value, 12.0, strong=True, pad_mm=1.6)
        return y + -(-len(figures) // a_line) * (_FIGURE_MM + 2.0) - 2.0

    def _key_figures(self) -> list[tuple[str, str]]:
        totals, wording, bill = self._snapshot.cached(project_totals), self.wording, self._bom.totals
        power, unknown = totals.power_w[self._power], totals.power_missing[self._power]
        more = " +" if unknown else ""
        stops = "–"
        if self._failures is not None and len(self._failures):
            stopping = int((self._failures.outcomes.down > 0).sum())
            stops = self.wording.say("reports", QT_TRANSLATE_NOOP("reports", "{count} of {all}"), count=stopping, all=len(self._failures))
        price = f"{wording.number(bill.price_usd / 1e6, 2)} M USD" if bill.priced_lines else "–"
        priced = QT_TRANSLATE_NOOP("reports", "Known prices, {count} of {all} lines")
        lines = bill.priced_lines + bill.unpriced_lines
        return [
            (self._say(QT_TRANSLATE_NOOP("reports", "GPUs")), wording.number(totals.gpus)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Systems")), wording.number(totals.systems)),
            (self._say(QT_TRANSLATE_NOOP("reports", "Racks")), wording.number(totals.racks)),
            (self._say(POWER_WORDS[self._power]), wording.quantity(power, "W") + more),
            (self._say(QT_TRANSLATE_NOOP("reports", "Heat, tons of refrigeration")), wording.number(cooling_tons(power), 1) + more),
            (
                self._say(QT_TRANSLATE_NOOP("reports", "Mass")),
                wording.quantity(totals.mass_kg, "kg", decimals=0) + (" +" if totals.mass_missing else ""),
            ),
            (self._say(QT_TRANSLATE_NOOP("reports", "Redundancy of power")), self._redundancy()),
            (self._say(QT_TRANSLATE_NOOP("reports", "Failures that stop something")), stops),
            (wording.say("reports", priced, count=bill.priced_lines, all=lines), price),
            (self._say(QT_TRANSLATE_NOOP("reports", "Hours of work")), wording.number(bill.hours, 0)),
        ]

    def _redundancy(self) -> str:
        """What is said of the racks, the most frequent first; of halls where no rack is wired."""
        if self._failures is None or not len(self._failures):
            return "–"
        found = power_redundancy(self._failures)
        names = Counter(self._say_redundancy(each.redundancy) for each in found.racks or found.halls)
        if len(names) < 2:
            return next(iter(names), "–")
        return ", ".join(f"{count} × {name}" for name, count in names.most_common())

    def _say_redundancy(self, redundancy: Redundancy) -> str:
        return self.wording.say("Words", REDUNDANCY_WORDS[redundancy])

    def _plan(self, page: Page, room: Rectangle) -> None:
        values = standing_power_kw(self._snapshot)
        y = put_heading(page, room, self._say(QT_TRANSLATE_NOOP("reports", "The halls from above")))
        steps = heat_steps(values.values())
        below = QT_TRANSLATE_NOOP("reports", "up to {value}")
        legend = [self.wording.say("reports", below, value=self.wording.number(step)) for step in steps]
        title = self._say(QT_TRANSLATE_NOOP("reports", "Power of each, kW"))
        if not self._snapshot["hall"].rows:
            page.text_in(
                room.x_mm, y, room.width_mm, 5.0, self._say(QT_TRANSLATE_NOOP("reports", "There is no hall yet.")), ink=FAINT, pad_mm=0
            )
            return
        draw_halls(page, Rectangle(room.x_mm, y + 1, room.width_mm, room.bottom_mm - y - 1), self._snapshot, values, legend, title)

    def _bar_count(self, rows: Sequence[RowSums]) -> int:
        """How many bars there are: rows, or types where all is one row."""
        return max(len(rows) if len(rows) > 1 else len(self._strongest()), 1)

    def _bars(self, page: Page, room: Rectangle, rows: Sequence[RowSums]) -> None:
        """Power by row as bars, the strongest ones where not all have room; by type where one row is all there is."""
        if len(rows) < 2:
            title, bars = QT_TRANSLATE_NOOP("reports", "Power by type"), self._strongest()
        else:
            title, bars = QT_TRANSLATE_NOOP("reports", "Power by row"), [self._row_bar(row) for row in rows]
        most = max(int((room.height_mm - _HEAD_MM) / LEAST_BAR_MM), 0)
        remark = ""
        if len(bars) > most:
            text = QT_TRANSLATE_NOOP("reports", "the {count} strongest of {all}")
            remark = self.wording.say("reports", text, count=most, all=len(bars))
            bars = sorted(bars, key=lambda bar: -bar.value)[:most]
        y = put_heading(page, room, self._say(title), remark)
        if not bars:
            nothing = self._say(QT_TRANSLATE_NOOP("reports", "Nothing stands here yet"))
            page.text_in(room.x_mm, y, room.width_mm, 5.0, nothing, ink=FAINT, pad_mm=0)
            return
        put_bars(page, Rectangle(room.x_mm, y, room.width_mm, room.bottom_mm - y), bars)

    def _row_bar(self, row: RowSums) -> Bar:
        halls, name = self._snapshot["hall"], row_words(row, self.wording)
        if halls.rows > 1:
            name = f"{halls['name'][halls.position(row.hall)]} · {name}"
        return Bar(name, row.power_w, self.wording.quantity(row.power_w, "W") + (" +" if row.power_missing else ""))

    def _strongest(self) -> list[Bar]:
        """The types that draw power, the strongest first."""
        lines = [line for line in self._bom.section("rack", "device") if line.power_w]
        lines.sort(key=lambda line: -(line.power_w or 0.0))
        return [Bar(title_of(line, self.wording), line.power_w or 0.0, self.wording.quantity(line.power_w, "W")) for line in lines]

    def _reserve_block(self, page: Page, room: Rectangle) -> float:
        """How much of its limits the plan uses, as bars against a line."""
        wording = self.wording
        found = self._snapshot.cached(reserves)
        title = self._say(QT_TRANSLATE_NOOP("reports", "How much of the limits is used"))
        remark = self._say(QT_TRANSLATE_NOOP("reports", "with nothing failed, where it is most; the line is the limit"))
        y = put_heading(page, room, title, remark if found else "")
        if not found:
            nothing = self._say(QT_TRANSLATE_NOOP("reports", "No limit is known yet: nothing is wired, and no rack stands."))
            page.text_in(room.x_mm, y, room.width_mm, 5.0, nothing, 7.5, ink=FAINT, pad_mm=1.0)
            return y + 5.0
        text = QT_TRANSLATE_NOOP("reports", "{share} of {limit}")
        bars = []
        for each in found:
            limit = wording.quantity(each.limit, each.unit, decimals=None if each.unit in {"U", "W", "A"} else 0)
            said = wording.say("reports", text, share=wording.quantity(100 * each.share, "%", decimals=0), limit=limit)
            name = self._say(each.what) + (f": {each.name}" if each.name else "")
            bars.append(Bar(name, each.share, said, ERROR if each.share > 1 + 1e-9 else WARNING if each.share >= _CLOSE else ACCENT))
        return put_bars(page, Rectangle(room.x_mm, y, room.width_mm, max(room.bottom_mm - y, LEAST_BAR_MM * len(bars))), bars, limit=1.0)

    def _type_block(self, page: Page, room: Rectangle) -> None:
        """What the plan consists of; systems first."""
        wording, families = self.wording, (Family.SYSTEM, Family.WORKSTATION, Family.SERVER, Family.STORAGE, Family.SWITCH)
        lines = [line for line in self._bom.section("rack", "device") if line.kind is not None and line.count]
        lines.sort(key=lambda line: (families.index(line.kind.family) if line.kind and line.kind.family in families else 9, -line.count))
        right = Align.RIGHT
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Type")), share=2.2),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Role")), share=2.4),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "In use")), 18, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Power, kW")), 22, right),
            Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Mass, {unit}"), unit=wording.unit("kg")), 22, right),
        ]
        rows: list[Sequence[Cell]] = [
            [
                title_of(line, wording),
                roles_words(line),
                wording.number(line.count),
                wording.number(None if line.power_w is None else line.power_w / 1000, 1),
                self._mass(None if line.unit_mass_kg is None else line.unit_mass_kg * line.count),
            ]
            for line in lines
        ]
        empty = self._say(QT_TRANSLATE_NOOP("reports", "Nothing"))
        put_block(page, room, self._say(QT_TRANSLATE_NOOP("reports", "What it consists of")), Table(columns, rows, empty=empty), wording)

    def _mass(self, mass_kg: float | None) -> str:
        """A mass in whole units, below ten with one decimal."""
        return self.wording.amount(mass_kg, "kg", 0 if mass_kg is None or mass_kg >= 10 else 1)

    def _problem_block(self, page: Page, room: Rectangle) -> float:
        wording = self.wording
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Severity")), 17),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "What is wrong")), share=3.0, wrap=True, most_lines=2),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "How often")), 15, Align.RIGHT),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "First of them")), share=1.0),
        ]
        rows = [
            Row([row.severity_words(wording), row.words(wording), wording.number(row.count), row.first.place.label], ink=INKS[row.severity])
            for row in self._problems
        ]
        counts = severities(self._problems)
        text = QT_TRANSLATE_NOOP("reports", "Errors: {errors} · warnings: {warnings} · remarks: {infos}")
        errors, warnings, infos = (counts[each] for each in SHOWN)
        remark = wording.say("reports", text, errors=errors, warnings=warnings, infos=infos)
        table = Table(columns, rows, empty=self._say(QT_TRANSLATE_NOOP("reports", "The checks find nothing.")))
        return put_block(page, room, self._say(QT_TRANSLATE_NOOP("reports", "Problems")), table, wording, remark)

    def _failure_block(self, page: Page, room: Rectangle) -> float:
        wording, failures = self.wording, self._failures
        right = Align.RIGHT
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "What fails")), share=2.0),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Stops")), 14, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Reduced")), 17, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Lost, kW")), 18, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Breakers open")), 22, right),
        ]
        title = self._say(QT_TRANSLATE_NOOP("reports", "What a single failure takes down"))
        empty = self._say(QT_TRANSLATE_NOOP("reports", "Nothing is wired yet, so nothing can be said of failures."))
        if failures is None:
            empty = self._say(QT_TRANSLATE_NOOP("reports", "What gives power is fed in a circle: no load can be told."))
        if failures is None or not len(failures):
            return put_block(page, room, title, Table(columns, [], empty=empty), wording)
        outcomes = failures.outcomes
        matters = np.flatnonzero((outcomes.down > 0) | (outcomes.management_only > 0) | (outcomes.reduced > 0) | (outcomes.opened > 0))
        order = matters[np.lexsort([-outcomes.reduced[matters], -outcomes.management_only[matters], -outcomes.down[matters]])]
        rows: list[Sequence[Cell]] = [
            [
                failures.names[place],
                wording.number(int(outcomes.down[place] + outcomes.management_only[place])),
                wording.number(int(outcomes.reduced[place])),
                wording.number(float(failures.lost_w[place]) / 1000, 1),
                wording.number(int(outcomes.opened[place])),
            ]
            for place in order[:_MOST_FAILURES].tolist()
        ]
        text = QT_TRANSLATE_NOOP("reports", "{count} of {all} failures stop, slow or open something")
        remark = wording.say("reports", text, count=len(matters), all=len(failures))
        calm = self._say(QT_TRANSLATE_NOOP("reports", "No single failure stops, slows or opens anything."))
        return put_block(page, room, title, Table(columns, rows, empty=calm), wording, remark)

    def _cost_block(self, page: Page, room: Rectangle) -> float:
        wording, found = self.wording, self._bom
        right = Align.RIGHT
        columns = [
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Type")), share=3.0),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "To buy")), 18, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Price, USD")), 30, right),
            Column(self._say(QT_TRANSLATE_NOOP("reports", "Price of")), 20),
        ]
        bought = [line for line in found.section("rack", "device") if line.bought and line.packs]
        bought.sort(key=lambda line: (-(line.total_usd or 0.0), -line.packs))
        rows: list[Sequence[Cell]] = [
            [
                title_of(line, wording),
                wording.number(line.packs),
                price_words(line, wording.message) or wording.number(line.total_usd, 0),
                "" if line.price is None else line.price.date,
            ]
            for line in bought
        ]
        totals = found.totals
        remark = self._say(QT_TRANSLATE_NOOP("reports", "no price is known"))
        if totals.priced_lines:
            text = QT_TRANSLATE_NOOP("reports", "{price} USD known; the price of {count} of {all} lines is not")
            remark = wording.say(
                "reports",
                text,
                price=wording.number(totals.price_usd, 0),
                count=totals.unpriced_lines,
                all=totals.unpriced_lines + totals.priced_lines,
            )
        title = self._say(QT_TRANSLATE_NOOP("reports", "What is bought, with spares"))
        return put_block(page, room, title, Table(columns, rows, empty=self._say(QT_TRANSLATE_NOOP("reports", "Nothing"))), wording, remark)

    def _question_block(self, page: Page, room: Rectangle) -> float:
        wording, definitions = self.wording, site_definitions().values
        rows: list[Sequence[Cell]] = []
        of_site = []
        for question in open_questions(self._snapshot):
            message = question.message
            if "key" in message.values:
                titles = definitions[str(message.values["key"])].titles
                of_site.append(titles.title_es if wording.style.language == "es" else titles.title)
            else:
                rows.append([wording.message(message)])
        if of_site:
            text = QT_TRANSLATE_NOOP("reports", "Of the site: {names}")
            rows.append([wording.say("reports", text, names="; ".join(of_site))])
        columns = [Column(self._say(QT_TRANSLATE_NOOP("reports", "Not known")), wrap=True, most_lines=3)]
        title = self._say(QT_TRANSLATE_NOOP("reports", "Open questions"))
        empty = self._say(QT_TRANSLATE_NOOP("reports", "None: all facts that these pages need are known."))
        return put_block(page, room, title, Table(columns, rows, empty=empty), wording)
