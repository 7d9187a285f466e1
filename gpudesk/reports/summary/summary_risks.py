"""The second page of the summary: limits, problems, failures, cost, open questions."""

from collections.abc import Callable, Sequence

import numpy as np

from gpudesk.checks.findings.finding import SHOWN
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.plan.plan_domains import DOMAIN_TITLES
from gpudesk.derived.totals.capacity_headroom import reserves
from gpudesk.derived.totals.open_questions import open_questions
from gpudesk.formats.tables.bom_text import price_words
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.site_sheet import site_definitions
from gpudesk.reports.halls.finding_counts import INKS, severities
from gpudesk.reports.layout.bar_chart import LEAST_BAR_MM, Bar, put_bars
from gpudesk.reports.layout.inks import ACCENT, ERROR, FAINT, WARNING
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.page_blocks import put_block, put_heading
from gpudesk.reports.layout.page_table import Cell, Column, Row, Table
from gpudesk.reports.layout.paper_sheet import Rectangle
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.summary.bill_of_materials import title_of
from gpudesk.reports.summary.summary_facts import GAP_MM, SummaryFacts

_CLOSE = 0.8
"""From this share of a limit on it is close."""
_MOST_FAILURES = 12
_Block = Callable[[Page, Rectangle], float]


class RiskPage:
    """Risks of the project."""

    def __init__(self, facts: SummaryFacts) -> None:
        self.facts, self.wording, self.snapshot, self.say = facts, facts.wording, facts.snapshot, facts.say

    def page(self) -> Page:
        """The page."""
        page = Page(self.facts.sheet, self.facts.places or self.say(QT_TRANSLATE_NOOP("reports", "Risks, cost and open questions")))
        body = self.facts.sheet.body
        if body.width_mm > body.height_mm * 1.2:
            width = (body.width_mm - 2 * GAP_MM) / 2
            left = body.part(0, 0, width, body.height_mm)
            self._stack(page, left, (self._reserve_block, self._problem_block, self._cost_block), (0.3, 0.35, 0.35))
            right = body.part(width + 2 * GAP_MM, 0, width, body.height_mm)
            self._stack(page, right, (self._failure_block, self._question_block), (0.5, 0.5))
        else:
            blocks = (self._reserve_block, self._problem_block, self._failure_block, self._cost_block, self._question_block)
            self._stack(page, body, blocks, (0.2, 0.22, 0.18, 0.22, 0.18))
        return page

    @staticmethod
    def _stack(page: Page, room: Rectangle, blocks: Sequence[_Block], shares: Sequence[float]) -> None:
        """Place blocks below each other; unused space of a block is available to those below."""
        y, left = room.y_mm, 0.0
        for share, block in zip(shares, blocks, strict=True):
            height = share * (room.height_mm - (len(blocks) - 1) * GAP_MM) + left
            end = block(page, Rectangle(room.x_mm, y, room.width_mm, height))
            left = max(0.0, y + height - end)
            y = end + GAP_MM

    def _reserve_block(self, page: Page, room: Rectangle) -> float:
        """How much of its limits the plan uses, as bars against a line."""
        wording = self.wording
        reserve_list = self.snapshot.cached(reserves)
        title = self.say(QT_TRANSLATE_NOOP("reports", "Utilization of the limits"))
        remark = self.say(QT_TRANSLATE_NOOP("reports", "without failures, at the worst point; the line is the limit"))
        y = put_heading(page, room, title, remark if reserve_list else "")
        if not reserve_list:
            nothing = self.say(QT_TRANSLATE_NOOP("reports", "No limit is known yet: nothing is wired, and no rack is placed."))
            page.text_in(room.x_mm, y, room.width_mm, 5.0, nothing, 7.5, ink=FAINT, pad_mm=1.0)
            return y + 5.0
        text = QT_TRANSLATE_NOOP("reports", "{share} of {limit}")
        bars = []
        for reserve in reserve_list:
            limit = wording.quantity(reserve.limit, reserve.unit, decimals=None if reserve.unit in {"U", "W", "A"} else 0)
            use_text = wording.say("reports", text, share=wording.quantity(100 * reserve.share, "%", decimals=0), limit=limit)
            name = self.say(reserve.what) + (f": {reserve.name}" if reserve.name else "")
            bars.append(
                Bar(name, reserve.share, use_text, ERROR if reserve.share > 1 + 1e-9 else WARNING if reserve.share >= _CLOSE else ACCENT)
            )
        return put_bars(page, Rectangle(room.x_mm, y, room.width_mm, max(room.bottom_mm - y, LEAST_BAR_MM * len(bars))), bars, limit=1.0)

    def _problem_block(self, page: Page, room: Rectangle) -> float:
        wording = self.wording
        columns = [
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Severity")), 17),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Problem")), share=3.0, wrap=True, most_lines=2),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Frequency")), 15, Align.RIGHT),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "First of them")), share=1.0),
        ]
        rows = [
            Row(
                (row.severity_words(wording), row.words(wording), wording.number(row.count), row.place_label(wording)),
                ink=INKS[row.severity],
            )
            for row in self.facts.problems
        ]
        counts = severities(self.facts.problems)
        text = QT_TRANSLATE_NOOP("reports", "Errors: {errors} · warnings: {warnings} · notes: {infos}")
        errors, warnings, infos = (counts[severity] for severity in SHOWN)
        remark = wording.say("reports", text, errors=errors, warnings=warnings, infos=infos)
        table = Table(columns, rows, empty=self.say(QT_TRANSLATE_NOOP("reports", "No findings.")))
        return put_block(page, room, self.say(QT_TRANSLATE_NOOP("reports", "Problems")), table, wording, remark)

    def _failure_block(self, page: Page, room: Rectangle) -> float:
        wording, failures = self.wording, self.facts.failures
        right = Align.RIGHT
        columns = [
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Failed component")), share=2.0),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Stops")), 14, right),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Throttled")), 17, right),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Lost, kW")), 18, right),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Tripped breakers")), 22, right),
        ]
        title = self.say(QT_TRANSLATE_NOOP("reports", "Impact of single failures"))
        empty = self.say(QT_TRANSLATE_NOOP("reports", "Nothing is wired yet, so failures cannot be evaluated."))
        if failures is None:
            empty = self.say(QT_TRANSLATE_NOOP("reports", "The power chain has a loop: load cannot be calculated."))
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
        text = QT_TRANSLATE_NOOP("reports", "{count} of {all} failures cause shutdown, throttling or trips")
        remark = wording.say("reports", text, count=len(matters), all=len(failures))
        calm = self.say(QT_TRANSLATE_NOOP("reports", "No single failure causes shutdown, throttling or trips."))
        return put_block(page, room, title, Table(columns, rows, empty=calm), wording, remark)

    def _cost_block(self, page: Page, room: Rectangle) -> float:
        wording, bom = self.wording, self.facts.bom
        right = Align.RIGHT
        columns = [
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Type")), share=3.0),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "To buy")), 18, right),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Price, USD")), 30, right),
            Column(self.say(QT_TRANSLATE_NOOP("reports", "Price date")), 20),
        ]
        bought = [line for line in bom.section("rack", "device") if line.bought and line.packs]
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
        totals = bom.totals
        remark = self.say(QT_TRANSLATE_NOOP("reports", "price not known"))
        if totals.priced_lines:
            text = QT_TRANSLATE_NOOP("reports", "{price} USD known; {count} of {all} lines have no known price")
            remark = wording.say(
                "reports",
                text,
                price=wording.number(totals.price_usd, 0),
                count=totals.unpriced_lines,
                all=totals.unpriced_lines + totals.priced_lines,
            )
        title = self.say(QT_TRANSLATE_NOOP("reports", "Items to buy, spares included"))
        return put_block(page, room, title, Table(columns, rows, empty=self.say(QT_TRANSLATE_NOOP("reports", "Nothing"))), wording, remark)

    def _question_block(self, page: Page, room: Rectangle) -> float:
        wording, definitions = self.wording, site_definitions().values
        rows: list[Sequence[Cell]] = []
        of_site = []
        text = QT_TRANSLATE_NOOP("reports", "Out of scope, {domain}: {reason}")
        for domain, reason in self.snapshot.cached(outside_plan).items():
            name, why = wording.say("domains", DOMAIN_TITLES[domain]), wording.translate("outside", reason)
            rows.append([wording.say("reports", text, domain=name, reason=why)])
        for question in open_questions(self.snapshot):
            message = question.message
            if "key" in message.values:
                titles = definitions[str(message.values["key"])].titles
                of_site.append(titles.title_es if wording.style.language == "es" else titles.title)
            else:
                rows.append([wording.message(message)])
        if of_site:
            text = QT_TRANSLATE_NOOP("reports", "Site sheet: {names}")
            rows.append([wording.say("reports", text, names="; ".join(of_site))])
        columns = [Column(self.say(QT_TRANSLATE_NOOP("reports", "Not known")), wrap=True, most_lines=3)]
        title = self.say(QT_TRANSLATE_NOOP("reports", "Open questions"))
        empty = self.say(QT_TRANSLATE_NOOP("reports", "None: all data that these pages require are known."))
        return put_block(page, room, title, Table(columns, rows, empty=empty), wording)
