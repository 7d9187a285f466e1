"""Purchases and work required to build the project, or one phase of it."""

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QHBoxLayout, QPushButton, QStackedWidget, QWidget

from gpudesk.catalog.bom_rule_files import bom_rules, own_rules_folder
from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.cost.bom import Bom, bom
from gpudesk.formats.tables.bom_sheets import bom_rows, bom_sheets
from gpudesk.formats.tables.bom_text import SECTION_WORDS, phase_words, word
from gpudesk.formats.tables.tables import Figure, SheetCell, csv_bytes, xlsx_bytes
from gpudesk.formats.text.written_files import write_file
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.app.models.bom_model import BomColumn, BomModel
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.frozen_column_table import StillTable, spread
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader

tr = text_context("BillOfMaterialsDialog")

_TITLE_WIDTH = 300
_WIDTHS = {
    BomColumn.TITLE: _TITLE_WIDTH,
    BomColumn.SECTION: 170,
    BomColumn.NUMBER: 140,
    BomColumn.ROLE: 150,
    BomColumn.COUNT: 70,
    BomColumn.SPARES: 72,
    BomColumn.BUY: 84,
    BomColumn.HELD: 100,
    BomColumn.ORDER: 84,
    BomColumn.PRICE: 136,
    BomColumn.TOTAL: 140,
    BomColumn.DATE: 92,
    BomColumn.MASS: 100,
    BomColumn.POWER: 92,
    BomColumn.LEAD: 96,
    BomColumn.RULE: 220,
}


class BillOfMaterialsDialog(DeskDialog):
    """Stays open next to the window and follows the project; a phase, a section and a text filter the lines.

    Signals:
        paper_wanted(): the user wants to print the list.
        rules_wanted(): the user wants to see or change the rules.
        stock_wanted(): the user wants to see or change the stock.
    """

    paper_wanted = Signal()
    rules_wanted = Signal()
    stock_wanted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._under_way: tuple[Snapshot, int | None] | None = None
        self._shown: tuple[Snapshot, int | None] | None = None
        self.set_heading(
            tr("Bill of materials"),
            tr(
                "Items to buy and work required to build the plan: counted from the plan, supplemented by rules, priced "
                "as of the given date."
            ),
        )
        self.search = SearchField(tr("Search the lines"), tr("Type, vendor or part number"), self)
        self.search.setFixedWidth(240)
        self.add_beside_heading(self.search)
        self.phases = QComboBox()
        self.phases.setAccessibleName(tr("Build phase"))
        self.sections = QComboBox()
        self.sections.setAccessibleName(tr("Section"))
        self.sections.addItem(tr("All sections"), "")
        for name in ("rack", "device", "module", "cable", "trunk", "cord", "circuit", "accessory", "tool"):
            self.sections.addItem(word(SECTION_WORDS[name], tr_message), name)
        self.model = BomModel(self)
        self.table = StillTable(tr("Bill of materials"))
        self.table.setModel(self.model)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in _WIDTHS.items():
            self.table.setColumnWidth(column, width)
        # The rule is next to the figures that come from it.
        head.moveSection(BomColumn.RULE, BomColumn.PRICE)
        head.moveSection(head.visualIndex(BomColumn.HELD), BomColumn.PRICE)
        head.moveSection(head.visualIndex(BomColumn.ORDER), BomColumn.PRICE + 1)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.setSortingEnabled(True)
        self.labour = PlainTableModel((), self)
        self.assumptions = PlainTableModel((), self)
        self.tabs = TabHeader(tr("Views of the bill of materials"))
        self._pages = QStackedWidget()
        for key, title, page in (
            ("lines", tr("Lines"), self.table),
            ("labour", tr("Labor"), self._plain(tr("Labor"), self.labour)),
            ("assumptions", tr("Assumptions"), self._plain(tr("Assumptions"), self.assumptions)),
        ):
            self.tabs.add_page(key, title)
            self._pages.addWidget(page)
        self.tabs.page_chosen.connect(self._show_page)
        self.sums = Label("", self, step="body", ink="text.primary", wrap=True, tabular=True)
        self.sums.setContentsMargins(16, 8, 16, 8)
        self.let_body_fill()
        self.body.addWidget(self._bar())
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._pages, 1)
        self.body.addWidget(self.sums)
        self.copy = QPushButton(tr("Copy"), self)
        self.copy.setAccessibleName(self.copy.text())
        self.copy.setToolTip(tr("Copy the selected lines, or all that are shown, as text for a spreadsheet"))
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(lambda _checked=False: self.copy_lines())
        self.add_left(self.copy)
        self.paper = QPushButton(tr("Print…"), self)
        self.paper.setAccessibleName(self.paper.text())
        self.paper.setToolTip(tr("Print it, or save it as PDF"))
        self.paper.setAutoDefault(False)
        self.paper.clicked.connect(lambda _checked=False: self.paper_wanted.emit())
        self.add_left(self.paper)
        self.stock = QPushButton(tr("Stock…"), self)
        self.stock.setAccessibleName(self.stock.text())
        self.stock.setToolTip(tr("Enter stock on hand to deduct it from the order"))
        self.stock.setAutoDefault(False)
        self.stock.clicked.connect(lambda _checked=False: self.stock_wanted.emit())
        self.add_left(self.stock)
        self.add_close(tr("Close"))
        self.add_main(tr("Export…"), self.ask_export)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table, self.copy_lines, context=Qt.ShortcutContext.WidgetShortcut)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.refresh)
        for signal in (session.changed, session.refreshed):
            # A method, not a lambda: it ends with the dialog.
            signal.connect(self._soon)
        session.closed.connect(self.reject)
        self.search.left_down.connect(self.table.setFocus)
        self.search.textChanged.connect(self._filter)
        self.sections.currentIndexChanged.connect(self._filter)
        self.phases.currentIndexChanged.connect(lambda _: self._later.start())
        self._fill_phases()
        self.resize(1240, 640)
        self.set_verb(tr("Export…"), enabled=False)
        self.refresh()

    def refresh(self) -> None:
        """Recalculate the list, on a reading thread."""
        if not self._project.is_open:
            return
        self._fill_phases()
        snapshot_and_phase = self._project.snapshot, self.phases.currentData()
        if any(
            known is not None and known[0] is snapshot_and_phase[0] and known[1] == snapshot_and_phase[1]
            for known in (self._shown, self._under_way)
        ):
            return
        self._under_way = snapshot_and_phase
        self.read(self._project, lambda: _counted(*snapshot_and_phase), lambda bill: self._take(snapshot_and_phase, bill))

    def copy_lines(self) -> None:
        """Copy the selected lines, or all that are shown."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        QApplication.clipboard().setText(self.model.text(rows or range(self.model.rowCount())))

    def ask_export(self) -> None:
        """Ask for the file for the list."""
        book, text = tr("Workbook with several sheets (*.xlsx)"), tr("Comma-separated values (*.csv)")
        dialog = file_dialog(self, tr("Export the bill of materials"), str(documents_folder()), f"{book};;{text}")
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("xlsx")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("csv" if chosen == text else "xlsx"))
        dialog.selectFile(free_path(documents_folder(), tr("bill of materials")).with_suffix(".xlsx").name)
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.open()

    def write(self, path: Path) -> None:
        """Write the list as a workbook, or as text where the name ends in .csv; in the background."""
        bill, document = self.model.bom, self._project.document
        if bill is None or document is None:
            return
        rows, sheets = None, None
        if path.suffix.lower() == ".csv":
            rows = bom_rows(bill, tr_message, language())
        else:
            sheets = bom_sheets(bill, document.path.stem, local_day(datetime.now(UTC)), tr_message, language())

        def work() -> None:
            write_file(path, csv_bytes(rows) if rows is not None else xlsx_bytes(sheets or {}, tidy=True))

        text = tr("List saved to {path}.").format(path=path)
        self.read(self._project, work, lambda _: self.complaint.show_message("ok", text, ""))

    def _bar(self) -> QWidget:
        bar = QWidget(self)
        line = QHBoxLayout(bar)
        line.setContentsMargins(16, 0, 16, 8)
        line.setSpacing(8)
        line.addWidget(self.phases)
        line.addWidget(self.sections)
        line.addStretch(1)
        self.rules = QPushButton(tr("Rules…"), bar)
        self.rules.setAccessibleName(self.rules.text())
        self.rules.setAutoDefault(False)
        tip = tr("Spares, parts, packing and labor hours for this project; files in {folder} set other defaults")
        self.rules.setToolTip(tip.format(folder=own_rules_folder()))
        self.rules.clicked.connect(lambda _checked=False: self.rules_wanted.emit())
        line.addWidget(self.rules)
        return bar

    def _plain(self, name: str, model: PlainTableModel) -> DeskTable:
        table = DeskTable(name)
        table.setModel(model)
        return table

    def _fill_phases(self) -> None:
        """List the phases of the project; the selection stays."""
        snapshot = self._project.snapshot
        named = dict(zip(snapshot["phase"]["number"].tolist(), snapshot["phase"]["name"].tolist(), strict=True))
        numbers = sorted(
            {number for table in ("rack", "device", "power_node", "power_cord", "cable") for number in _distinct(snapshot, table)}
        )
        choices = [(tr("All phases"), None), *((phase_words(phase, str(named.get(phase, "")), tr_message), phase) for phase in numbers)]
        there = [(self.phases.itemText(place), self.phases.itemData(place)) for place in range(self.phases.count())]
        if choices == there:
            return
        chosen = self.phases.currentData()
        self.phases.blockSignals(True)
        self.phases.clear()
        for title, number in choices:
            self.phases.addItem(title, number)
        self.phases.setCurrentIndex(max(self.phases.findData(chosen), 0) if chosen is not None else 0)
        self.phases.blockSignals(False)

    def _take(self, wanted: tuple[Snapshot, int | None], found: Bom) -> None:
        self._under_way = None
        if not self._project.is_open:
            return
        self._shown = wanted
        self.model.show(found)
        sheets = list(bom_sheets(found, "", local_day(datetime.now(UTC)), tr_message, language()).values())
        _fill(self.labour, sheets[-2])
        _fill(self.assumptions, sheets[-1])
        for page, widths in ((1, (420, 90, 110, 130)), (2, (190, 320, 330, 420, 190))):
            table = self._pages.widget(page)
            assert isinstance(table, DeskTable)  # noqa: S101 - narrows the type
            for column, width in enumerate(widths):
                table.setColumnWidth(column, width)
        spread(self.table, BomColumn.TITLE)
        self.table.setColumnWidth(BomColumn.TITLE, max(self.table.columnWidth(BomColumn.TITLE), _TITLE_WIDTH))
        self.sums.setText(self._sums(found))
        self.set_verb(tr("Export…"), enabled=bool(found.lines))
        self._filter()
        self._later.start()

    def _sums(self, found: Bom) -> str:
        totals = found.totals
        price = tr("no price known")
        if totals.priced_lines:
            lines = format_number(totals.priced_lines), format_number(totals.priced_lines + totals.unpriced_lines)
            words = tr("{price} USD for {count} of {all} lines")
            price = words.format(price=format_number(totals.price_usd, 0), count=lines[0], all=lines[1])
        parts = [price]
        mass = tr("{mass} incl. packing").format(mass=format_quantity(totals.packed_kg, "kg", decimals=0))
        if totals.mass_missing:
            mass += " " + tr("(excluding %n of unknown mass)", "", totals.mass_missing)
        hours = tr("{hours} h of labor").format(hours=format_number(totals.hours, 0))
        return "  ·  ".join([*parts, mass, format_quantity(totals.power_w, "W"), hours])

    @Slot()
    def _soon(self) -> None:
        """Sum up again when what happens now is over."""
        self._later.start()

    def _filter(self, *_: object) -> None:
        self.model.filter_by(str(self.sections.currentData()), self.search.text())
        if self.model.bom is not None:
            shown, count = format_number(self.model.rowCount()), format_number(len(self.model.bom.lines))
            self.search.set_count_text(tr("{shown} of {count}").format(shown=shown, count=count))

    def _show_page(self, key: str) -> None:
        self._pages.setCurrentIndex(["lines", "labour", "assumptions"].index(key))
        for control in (self.sections, self.search, self.copy):
            control.setEnabled(key == "lines")


def _distinct(snapshot: Snapshot, table: str) -> set[int]:
    return set(snapshot[table]["phase"].tolist())


def _counted(snapshot: Snapshot, phase: int | None) -> Bom:
    catalog = open_catalog()
    return bom(snapshot, bom_rules(), lambda key: catalog.get(key) if key in catalog else None, phase)


def _fill(model: PlainTableModel, rows: list[list[SheetCell]]) -> None:
    """Show the rows of a sheet, the first of them as heads."""
    column_cells = [[row[column] for row in rows[1:] if column < len(row) and row[column] is not None] for column in range(len(rows[0]))]
    numbers = [bool(cells) and all(isinstance(cell, Figure) for cell in cells) for cells in column_cells]
    heads = [Head(str(title), right) for title, right in zip(rows[0], numbers, strict=True)]
    lines = []
    for place, row in enumerate(rows[1:]):
        cells = [*row, *([None] * (len(heads) - len(row)))]
        lines.append(Line(place, tuple(Cell(_shown(cell), right=right) for cell, right in zip(cells, numbers, strict=True))))
    model.set_lines(lines, heads)


def _shown(cell: SheetCell) -> str:
    if isinstance(cell, Figure):
        return format_number(cell.value, 1 if cell.value != int(cell.value) else 0)
    return "" if cell is None else str(cell)
