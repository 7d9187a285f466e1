"""Project cost: annual cost by terms, capital, effects of power caps and clocks, bare metal or virtual machines."""

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.cost_tuning import criteria
from gpudesk.core.cost.figure import HOURS_PER_YEAR
from gpudesk.derived.cost.project_cost import Pricing, ProjectCost, project_cost
from gpudesk.derived.cost.project_tuning import project_tuning, weighed, year_of_use
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.app.models.project_cost_rows import capital_lines, criterion_lines, tuned_lines, tuning_lines, year_working
from gpudesk.ui.places.size.docks.cap_fields import CapFields
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Head, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader
from gpudesk.ui.toolkit.widgets.why import WhyView

tr = text_context("ProjectCostDialog")


class ProjectCostDialog(DeskDialog):
    """Stays open next to the window and follows the project; its figures are set in the site sheet."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._shown: Snapshot | None = None
        self.set_heading(
            tr("Cost of the project"),
            tr(
                "From the bill of materials, the power values and the Money group of the site sheet; unknown values are "
                "not included in any total."
            ),
        )
        price, ends = tr("Price"), tr("Between")
        saved, lost, money = tr("kWh saved"), tr("GPU hours lost"), tr("Money saved")
        self.capital = PlainTableModel(
            (
                Head(tr("Part")),
                Head(tr("Quantity"), True),
                Head(price, True),
                Head(ends, True),
                Head(tr("Date")),
                Head(tr("Basis")),
            ),
            self,
        )
        heads = (Head(tr("Setting")), Head(saved, True), Head(ends, True), Head(lost, True), Head(ends, True), Head(money, True))
        self.tuning = PlainTableModel((*heads, Head(ends, True), Head(tr("Source"))), self)
        self.cap = CapFields()
        self._counted: ProjectCost | None = None
        marks = (Head(tr("Weight"), True), Head(tr("Bare metal"), True), Head(tr("Virtual"), True))
        self.criteria = PlainTableModel((Head(tr("Criterion")), *marks, Head(tr("Basis of the scores"))), self)
        self.year = QScrollArea()
        self.year.setFrameShape(QFrame.Shape.NoFrame)
        self.year.setWidgetResizable(True)
        self.year.setAccessibleName(tr("Per year"))
        self.tabs = TabHeader(tr("Cost views"))
        self._pages = QStackedWidget()
        self.weights: dict[str, QDoubleSpinBox] = {}
        self.verdict = Label("", step="strong", wrap=True)
        self._keys: list[str] = []
        for key, title, page in (
            ("year", tr("Per year"), self.year),
            ("capital", tr("Capital"), _table(tr("Capital"), self.capital, (340, 80, 120, 200, 90, 130))),
            ("tuning", tr("Caps and clocks"), self._caps()),
            ("virtual", tr("Bare metal or virtual"), self._virtual()),
        ):
            self._keys.append(key)
            self.tabs.add_page(key, title)
            self._pages.addWidget(page)
        self.tabs.page_chosen.connect(lambda key: self._pages.setCurrentIndex(self._keys.index(key)))
        self.sums = Label("", self, step="body", ink="text.primary", wrap=True, tabular=True)
        self.sums.setContentsMargins(16, 8, 16, 8)
        self.let_body_fill()
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._pages, 1)
        self.body.addWidget(self.sums)
        self.add_close(tr("Close"))
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.refresh)
        for signal in (session.changed, session.refreshed):
            # A method, not a lambda: it ends with the dialog.
            signal.connect(self._soon)
        session.closed.connect(self.reject)
        self._weigh()
        self.resize(980, 620)
        self.refresh()

    def refresh(self) -> None:
        """Recalculate, on a reading thread."""
        if not self._project.is_open or self._shown is self._project.snapshot:
            return
        snapshot = self._project.snapshot
        self.read(self._project, lambda: _counted(snapshot), lambda cost: self._take(snapshot, cost))

    def _take(self, snapshot: Snapshot, cost: ProjectCost) -> None:
        if not self._project.is_open:
            return
        self._shown = snapshot
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 12, 16, 12)
        column.addWidget(WhyView(year_working(cost)))
        column.addStretch(1)
        self.year.setWidget(body)
        self.capital.set_lines(capital_lines(cost))
        self._counted = cost
        self._tune()
        self.sums.setText(self._sums(cost))

    def _sums(self, cost: ProjectCost) -> str:
        money = cost.currency
        parts = [tr("no hardware price known")]
        if cost.capital is not None:
            parts = [tr("Capital {amount} {currency}").format(amount=format_number(cost.capital.value, 0), currency=money)]
            estimated = cost.covered(Pricing.ESTIMATED)[0]
            if estimated:
                rule = tr("of which {amount} {currency} based on rules of thumb")
                parts.append(rule.format(amount=format_number(estimated, 0), currency=money))
        parts.append(tr("{amount} {currency} per year").format(amount=format_number(cost.yearly.value, 0), currency=money))
        if cost.unknown_pieces:
            parts.append(tr("the price of %n units is not known", "", cost.unknown_pieces))
        if cost.oldest_price:
            parts.append(tr("oldest price {day}").format(day=cost.oldest_price))
        return "  ·  ".join(parts)

    def _caps(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        line = QHBoxLayout()
        line.setContentsMargins(16, 0, 16, 0)
        line.setSpacing(12)
        words = tr("Each row assumes that all work runs in that phase. Money: energy saved minus lost throughput.")
        line.addWidget(self.cap)
        line.addWidget(Label(words, step="caption", ink="text.secondary", wrap=True), 1)
        self.cap.changed.connect(self._tune)
        column.addLayout(line)
        column.addWidget(_table(tr("Caps and clocks"), self.tuning, (232, 84, 130, 106, 120, 90, 140, 320)), 1)
        return page

    def _tune(self) -> None:
        """Effects of power caps and locked clocks in the chosen hours."""
        cost = self._counted
        if cost is None:
            return
        use = year_of_use(cost.yearly, cost.assumed, cost.site_kwh)
        self.cap.offer(use)
        hours = cost.gpus * HOURS_PER_YEAR * cost.assumed.utilisation.value
        lines = tuned_lines(use, hours, self.cap.price(), self.cap.knob)
        self.tuning.set_lines(lines or tuning_lines(project_tuning(cost)))

    def _virtual(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        line = QHBoxLayout()
        line.setContentsMargins(16, 0, 16, 0)
        line.setSpacing(12)
        for key, criterion in criteria().items():
            title = criterion.titles.in_language(language())
            box = QDoubleSpinBox()
            box.setRange(0, 10)
            box.setDecimals(0)
            box.setValue(1)
            box.setAccessibleName(tr("Weight of {criterion}").format(criterion=title))
            box.valueChanged.connect(lambda _: self._weigh())
            self.weights[key] = box
            cell = QVBoxLayout()
            cell.setSpacing(2)
            cell.addWidget(Label(title, step="caption", ink="text.secondary"))
            cell.addWidget(box)
            line.addLayout(cell, 1)
        column.addLayout(line)
        verdict_row = QHBoxLayout()
        verdict_row.setContentsMargins(16, 0, 16, 0)
        verdict_row.addWidget(self.verdict)
        column.addLayout(verdict_row)
        column.addWidget(_table(tr("Criteria"), self.criteria, (230, 70, 90, 70, 480)), 1)
        return page

    def _weigh(self) -> None:
        weights = {key: box.value() for key, box in self.weights.items()}
        self.criteria.set_lines(criterion_lines(weights))
        if not any(weights.values()):
            self.verdict.setText(tr("Set a weight for at least one of them."))
            return
        marks = weighed(weights)
        bare, virtual = format_number(marks.bare[0], 1), format_number(marks.virtual[0], 1)
        words = tr("Bare metal {bare}, virtual machines {virtual}").format(bare=bare, virtual=virtual)
        if not marks.decided:
            words += tr(": the score ranges overlap, so neither is clearly better")
        self.verdict.setText(words)

    @Slot()
    def _soon(self) -> None:
        """Sum up again when what happens now is over."""
        self._later.start()


def _table(name: str, model: PlainTableModel, widths: tuple[int, ...]) -> DeskTable:
    table = DeskTable(name)
    table.setModel(model)
    for column, width in enumerate(widths):
        table.setColumnWidth(column, width)
    return table


def _counted(snapshot: Snapshot) -> ProjectCost:
    catalog = open_catalog()
    return project_cost(snapshot, bom_rules(), lambda key: catalog.get(key) if key in catalog else None)
