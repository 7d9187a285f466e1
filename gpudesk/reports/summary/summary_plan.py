"""The first page of the summary: verdict, key figures, plan, power by row, contents."""

from collections import Counter
from collections.abc import Sequence

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.cooling.heat import cooling_tons
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.availability import Redundancy
from gpudesk.derived.power.power_redundancy import power_redundancy
from gpudesk.derived.totals.hall_sums import RowSums, row_sums, standing_power_kw
from gpudesk.derived.totals.totals import project_totals
from gpudesk.formats.tables.bom_text import roles_words
from gpudesk.reports.halls.finding_counts import severities
from gpudesk.reports.halls.hall_drawing import draw_halls, heat_steps, height_mm
from gpudesk.reports.halls.hall_summary import POWER_WORDS, row_words
from gpudesk.reports.layout.bar_chart import BAR_MM, LEAST_BAR_MM, Bar, put_bars
from gpudesk.reports.layout.inks import ERROR, FAINT, OK, SOFT, WARNING, WASH
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_blocks import put_block, put_heading
from gpudesk.reports.layout.page_table import Cell, Column, Table
from gpudesk.reports.layout.paper_sheet import Rectangle
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.summary.bill_of_materials import title_of
from gpudesk.reports.summary.summary_facts import GAP_MM, HEAD_MM, SummaryFacts

_FIGURE_MM = 12.0
_REDUNDANCY_WORDS = {
    Redundancy.LESS: QT_TRANSLATE_NOOP("Words", "less than N"),
    Redundancy.NONE: QT_TRANSLATE_NOOP("Words", "N"),
    Redundancy.SPARE: QT_TRANSLATE_NOOP("Words", "N+1"),
    Redundancy.DOUBLE: QT_TRANSLATE_NOOP("Words", "2N"),
    Redundancy.DISTRIBUTED: QT_TRANSLATE_NOOP("Words", "distributed redundancy"),
}


class PlanPage:
    """Contents of the project."""

    def __init__(self, facts: SummaryFacts) -> None:
        self.facts, self.wording, self.snapshot, self.say = facts, facts.wording, facts.snapshot, facts.say

    def page(self) -> Page:
        """The page."""
        page = Page(self.facts.sheet, self.facts.places or self.say(QT_TRANSLATE_NOOP("reports", "Planned")))
        body = self.facts.sheet.body
        y = body.y_mm
        page.text_in(body.x_mm, y, body.width_mm, 9.0, self.facts.subject.project, 18.0, strong=True, pad_mm=0)
        y = page.paragraph(body.x_mm, y + 10.0, body.width_mm, self._verdict(), 9.5, ink=self._verdict_ink(), strong=True, most_lines=2)
        y = self._figures(page, y + 2.5)
        if any(value.endswith(" +") for _, value in self._key_figures()):
            more = self.say(QT_TRANSLATE_NOOP("reports", "+ The total is higher: some values are not known (see the open questions)."))
            page.text_in(body.x_mm, y + 0.4, body.width_mm, 4.0, more, 6.5, ink=SOFT, pad_mm=0)
            y += 4.0
        room = Rectangle(body.x_mm, y + GAP_MM, body.width_mm, body.bottom_mm - y - GAP_MM)
        rows = self.snapshot.cached(row_sums)
        if room.width_mm > room.height_mm * 1.6:
            half = (room.width_mm - GAP_MM) * 0.58
            self._plan(page, Rectangle(room.x_mm, room.y_mm, half, room.height_mm))
            right_part = Rectangle(room.x_mm + half + GAP_MM, room.y_mm, room.width_mm - half - GAP_MM, room.height_mm)
            bars = min(HEAD_MM + BAR_MM * self._bar_count(rows), right_part.height_mm * 0.5)
            self._bars(page, right_part.part(0, 0, right_part.width_mm, bars), rows)
            self._type_block(page, right_part.part(0, bars + GAP_MM, right_part.width_mm, right_part.height_mm - bars - GAP_MM))
        else:
            plan = min(height_mm(self.snapshot, room.width_mm) + 7.0, room.height_mm * 0.52)
            bars = min(HEAD_MM + BAR_MM * self._bar_count(rows), room.height_mm * 0.26)
            self._plan(page, Rectangle(room.x_mm, room.y_mm, room.width_mm, plan))
            y = room.y_mm + plan + GAP_MM
            self._bars(page, Rectangle(room.x_mm, y, room.width_mm, bars), rows)
            y += bars + GAP_MM
            self._type_block(page, Rectangle(room.x_mm, y, room.width_mm, room.bottom_mm - y))
        return page

    def _verdict(self) -> str:
        counts = severities(self.facts.problems)
        totals = self.snapshot.cached(project_totals)
        text = QT_TRANSLATE_NOOP("reports", "{name}: {power}. Open errors: {errors}, open warnings: {warnings}; see the second page.")
        clean = QT_TRANSLATE_NOOP("reports", "{name}: {power}. No errors or warnings were found.")
        errors, warnings = counts[Severity.ERROR], counts[Severity.WARNING]
        return self.wording.say(
            "reports",
            text if errors or warnings else clean,
            name=self.say(POWER_WORDS[self.facts.power]),
            power=self.wording.total(totals.power_w[self.facts.power], "W"),
            errors=errors,
            warnings=warnings,
        )

    def _verdict_ink(self) -> str:
        counts = severities(self.facts.problems)
        return ERROR if counts[Severity.ERROR] else WARNING if counts[Severity.WARNING] else OK

    def _figures(self, page: Page, y: float) -> float:
        figures, body = self._key_figures(), self.facts.sheet.body
        a_line = 5 if body.width_mm < 230 else len(figures)
        width = (body.width_mm - 2.0 * (a_line - 1)) / a_line
        for place, (label, value) in enumerate(figures):
            x, top = body.x_mm + (place % a_line) * (width + 2.0), y + (place // a_line) * (_FIGURE_MM + 2.0)
            page.box(x, top, width, _FIGURE_MM, fill=WASH, ink=None)
            page.text_in(x, top + 0.6, width, 4.4, label, 6.5, ink=SOFT, pad_mm=1.6)
            page.text_in(x, top + 4.6, width, 6.8, value, 12.0, strong=True, pad_mm=1.6)
        return y + -(-len(figures) // a_line) * (_FIGURE_MM + 2.0) - 2.0

    def _key_figures(self) -> list[tuple[str, str]]:
        totals, wording, bill = self.snapshot.cached(project_totals), self.wording, self.facts.bom.totals
        power, unknown = totals.power_w[self.facts.power], totals.power_missing[self.facts.power]
        more = " +" if unknown else ""
        stops = "–"
        if self.facts.failures is not None and len(self.facts.failures):
            stopping = int((self.facts.failures.outcomes.down > 0).sum())
            stops = wording.say("reports", QT_TRANSLATE_NOOP("reports", "{count} of {all}"), count=stopping, all=len(self.facts.failures))
        price = f"{wording.number(bill.price_usd / 1e6, 2)} M USD" if bill.priced_lines else "–"
        priced = QT_TRANSLATE_NOOP("reports", "Price of {count}/{all} lines")
        lines = bill.priced_lines + bill.unpriced_lines
        return [
            (self.say(QT_TRANSLATE_NOOP("reports", "GPUs")), wording.number(totals.gpus)),
            (self.say(QT_TRANSLATE_NOOP("reports", "Systems")), wording.number(totals.systems)),
            (self.say(QT_TRANSLATE_NOOP("reports", "Racks")), wording.number(totals.racks)),
            (self.say(POWER_WORDS[self.facts.power]), wording.total(power, "W") + more),
            (self.say(QT_TRANSLATE_NOOP("reports", "Heat, tons of refrigeration")), wording.number(cooling_tons(power), 1) + more),
            (
                self.say(QT_TRANSLATE_NOOP("reports", "Mass")),
                wording.total(totals.mass_kg, "kg") + (" +" if totals.mass_missing else ""),
            ),
            (self.say(QT_TRANSLATE_NOOP("reports", "Power redundancy")), self._redundancy()),
            (self.say(QT_TRANSLATE_NOOP("reports", "Failures causing outages")), stops),
            (wording.say("reports", priced, count=bill.priced_lines, all=lines), price),
            (self.say(QT_TRANSLATE_NOOP("reports", "Hours of work")), wording.number(bill.hours, 0)),
        ]

    def _redundancy(self) -> str:
        """Redundancy of most racks, with their number; of halls without a wired rack."""
        if self.facts.failures is None or not len(self.facts.failures):
            return "–"
        redundancies = power_redundancy(self.facts.failures)
        names = Counter(self._say_redundancy(rack.redundancy) for rack in redundancies.racks or redundancies.halls)
        if len(names) < 2:
            return next(iter(names), "–")
        name, count = names.most_common(1)[0]
        return f"{name} · {self.wording.number(count)}/{self.wording.number(names.total())}"

    def _say_redundancy(self, redundancy: Redundancy) -> str:
        return self.wording.say("Words", _REDUNDANCY_WORDS[redundancy])

    def _plan(self, page: Page, room: Rectangle) -> None:
        values = standing_power_kw(self.snapshot)
        y = put_heading(page, room, self.say(QT_TRANSLATE_NOOP("reports", "The halls from above")))
        steps = heat_steps(values.values())
        below = QT_TRANSLATE_NOOP("reports", "up to {value}")
        legend = [self.wording.say("reports", below, value=self.wording.number(step)) for step in steps]
        title = self.say(QT_TRANSLATE_NOOP("reports", "Unit power, kW"))
        if not self.snapshot["hall"].rows:
            page.text_in(
                room.x_mm, y, room.width_mm, 5.0, self.say(QT_TRANSLATE_NOOP("reports", "There is no hall yet.")), ink=FAINT, pad_mm=0
            )
            return
        draw_halls(page, Rectangle(room.x_mm, y + 1, room.width_mm, room.bottom_mm - y - 1), self.snapshot, values, legend, title)

    def _bar_count(self, rows: Sequence[RowSums]) -> int:
        """How many bars there are: rows, or types where all is one row."""
        return max(len(rows) if len(rows) > 1 else len(self._strongest()), 1)

    def _bars(self, page: Page, room: Rectangle, rows: Sequence[RowSums]) -> None:
        """Power by row as bars, the highest ones if there is no room for all; by type if there is only one row."""
        if len(rows) < 2:
            title, bars = QT_TRANSLATE_NOOP("reports", "Power by type"), self._strongest()
        else:
            title, bars = QT_TRANSLATE_NOOP("reports", "Power by row"), [self._row_bar(row) for row in rows]
        most = max(int((room.height_mm - HEAD_MM) / LEAST_BAR_MM), 0)
        remark = ""
        if len(bars) > most:
            text = QT_TRANSLATE_NOOP("reports", "the {count} largest of {all}")
            remark = self.wording.say("reports", text, count=most, all=len(bars))
            bars = sorted(bars, key=lambda bar: -bar.value)[:most]
        y = put_heading(page, room, self.say(title), remark)
        if not bars:
            nothing = self.say(QT_TRANSLATE_NOOP("reports", "Nothing is placed here yet"))
            page.text_in(room.x_mm, y, room.width_mm, 5.0, nothing, ink=FAINT, pad_mm=0)
            return
        put_bars(page, Rectangle(room.x_mm, y, room.width_mm, room.bottom_mm - y), bars)

    def _row_bar(self, row: RowSums) -> Bar:
        halls, name = self.snapshot["hall"], row_words(row, self.wording)
        if halls.rows > 1:
            name = f"{halls['name'][halls.position(row.hall)]} · {name}"
        return Bar(name, row.power_w, self.wording.total(row.power_w, "W") + (" +" if row.power_missing else ""))

    def _strongest(self) -> list[Bar]:
        """The types that draw power, the strongest first."""
        lines = [line for line in self.facts.bom.section("rack", "device") if line.power_w]
        lines.sort(key=lambda line: -(line.power_w or 0.0))
        return [Bar(title_of(line, self.wording), line.power_w or 0.0, self.wording.total(line.power_w, "W")) for line in lines]

    def _type_block(self, page: Page, room: Rectangle) -> None:
        """Contents of the plan; systems first."""
        wording, families = self.wording, (Family.SYSTEM, Family.WORKSTATION, Family.SERVER, Family.STORAGE, Family.SWITCH)
        lines = [line for line in self.facts.bom.section("rack", "device") if line.kind is not None and line.count]
        lines.sort(key=lambda line: (families.index(line.kind.family) if line.kind and line.kind.family in families else 9, -line.count))
        right = Align.RIGHT
        columns = [
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Type")), share=3, wrap=True),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Role")), share=2.4, wrap=True),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "In use")), 14, right),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Power, kW")), 19, right),
            Column(wording.say("reports", QT_TRANSLATE_NOOP("reports", "Mass, {unit}"), unit=wording.unit("kg")), 16, right),
        ]
        rows: list[Sequence[Cell]] = [
            [
                title_of(line, wording),
                roles_words(line, wording.message),
                wording.number(line.count),
                wording.number(None if line.power_w is None else line.power_w / 1000, 1),
                self._mass(None if line.unit_mass_kg is None else line.unit_mass_kg * line.count),
            ]
            for line in lines
        ]
        empty = self.say(QT_TRANSLATE_NOOP("reports", "Nothing"))
        put_block(page, room, self.say(QT_TRANSLATE_NOOP("reports", "Composition")), Table(columns, rows, empty=empty), wording)

    def _mass(self, mass_kg: float | None) -> str:
        """A mass in whole units, below ten with one decimal."""
        return self.wording.amount(mass_kg, "kg", 0 if mass_kg is None or mass_kg >= 10 else 1)
