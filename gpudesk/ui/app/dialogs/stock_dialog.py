"""Stock against the needs of the plan: typed, pasted from a spreadsheet, or imported from a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog, QPushButton, QWidget

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.order_numbers import order_number
from gpudesk.core.hardware.stock import MOST_PIECES, StockKey, StockLine
from gpudesk.derived.cost.bom import Bom, bom
from gpudesk.derived.cost.project_stock import stock, stock_kinds
from gpudesk.formats.tables.stock_list import StockList, read_stock
from gpudesk.formats.tables.tables import TableFile, read_tables, tables_of
from gpudesk.operations.project.stock_operations import set_stock
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("StockDialog")

HELD, ONLY = 3, 4
"""The columns that are edited."""
_WIDTHS = (360, 170, 80, 90, 110, 90)
_MOST_TOLD = 5


class StockDialog(DeskDialog):
    """All types that the plan buys, and all others in stock; each edit is a step of the history."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._shown: Snapshot | None = None
        self._bom: Bom | None = None
        self.set_heading(
            tr("Stock"),
            tr("Stock is used before more is ordered. Enter it, paste it from a spreadsheet, or import a list."),
        )
        self.search = SearchField(tr("Search the stock"), tr("Type, vendor or part number"), self)
        self.search.setFixedWidth(240)
        self.search.textChanged.connect(self._show)
        self.add_beside_heading(self.search)
        heads = (
            Head(tr("Type")),
            Head(tr("Part number")),
            Head(tr("Needed"), right=True),
            Head(tr("In stock"), right=True),
            Head(tr("Stock only")),
            Head(tr("To order"), right=True),
        )
        self.model = _StockModel(self, heads)
        self.table = EditTable(tr("Stock"), self.model, self)
        self.table.horizontalHeader().setStretchLastSection(False)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.table.reset_requested.connect(lambda key: self.set_held(key, ""))
        self.search.left_down.connect(self.table.setFocus)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.hint = Label(
            tr("Columns of a list: part number, model or key; length for cables; quantity; “yes” for items that can no longer be ordered."),
            self,
            step="caption",
            ink="text.tertiary",
            wrap=True,
        )
        self.hint.setContentsMargins(16, 6, 16, 6)
        self.body.addWidget(self.hint)
        self.only_held = QCheckBox(tr("Only items in stock"), self)
        self.only_held.toggled.connect(self._show)
        self.add_left(self.only_held)
        self.paste_button = QPushButton(tr("Paste"), self)
        self.paste_button.setAutoDefault(False)
        self.paste_button.setToolTip(tr("Import the rows copied from a spreadsheet"))
        self.paste_button.clicked.connect(lambda _checked=False: self.paste())
        self.add_left(self.paste_button)
        self.add_close(tr("Close"))
        self.add_main(tr("Import…"), self.ask_import)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Paste), self.table, self.paste, context=Qt.ShortcutContext.WidgetShortcut)
        for control in (self.paste_button, self.main):
            if control is not None:
                control.setEnabled(session.writable)
        session.changed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(920, 600)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Recalculate, on a reading thread."""
        if not self._project.is_open or self._project.snapshot is self._shown:
            return
        snapshot = self._shown = self._project.snapshot
        self.read(self._project, lambda: _counted(snapshot), lambda bill: self._take(snapshot, bill))

    def set_held(self, key: StockKey, text: str) -> bool:
        """Apply the typed number of units in stock; an empty value removes the line. Returns False if it is not a number."""
        digits = text.strip().replace(",", "").replace(".", "").replace("\u202f", "").replace("\u00a0", "")
        if digits and not (digits.isdecimal() and len(digits) < 20 and int(digits) <= MOST_PIECES):
            return False
        known = self._project.snapshot.cached(stock).get(key)
        count = int(digits) if digits else None
        if count != (None if known is None else known.count):
            self._write([StockLine(*key, count, known is not None and known.only)])
        return True

    def set_only(self, key: StockKey, only: bool) -> bool:
        """Set whether more units of a type can be ordered."""
        known = self._project.snapshot.cached(stock).get(key)
        if only != (known is not None and known.only):
            self._write([StockLine(*key, 0 if known is None else known.count, only)])
        return True

    def paste(self) -> None:
        """Import the copied rows."""
        text = QApplication.clipboard().text()
        if text.strip() and self._project.writable:
            self._read(lambda: tables_of(text.encode(), tr("clipboard")))

    def ask_import(self) -> None:
        """Ask for the file with the list."""
        dialog = file_dialog(self, tr("Import a stock list"), str(documents_folder()), tr("Tables (*.csv *.tsv *.txt *.xlsx)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.take_file(Path(name)))
        dialog.open()

    def take_file(self, path: Path) -> None:
        """Import a list from a file."""
        self._read(lambda: read_tables(path))

    def _read(self, table: Callable[[], TableFile]) -> None:
        snapshot = self._project.snapshot

        def work() -> StockList:
            return read_stock(table(), stock_kinds(snapshot))

        self.read(self._project, work, self._taken)

    def _taken(self, stock_list: StockList) -> None:
        if not stock_list.lines:
            self._tell(stock_list)
        else:
            self.do(self._project, set_stock, list(stock_list.lines), done=lambda _: self._tell(stock_list))

    def _tell(self, stock_list: StockList) -> None:
        rows = "; ".join(stock_list.unknown[:_MOST_TOLD]) + (" …" if len(stock_list.unknown) > _MOST_TOLD else "")
        if stock_list.unknown:
            self.complaint.show_message("warning", tr("%n row(s) not imported.", "", len(stock_list.unknown)), rows)
        elif stock_list.lines:
            self.complaint.show_message("ok", tr("%n row(s) imported.", "", len(stock_list.lines)), "")
        else:
            self.complaint.show_message("warning", tr("It contains no rows."), "")

    def _write(self, lines: list[StockLine]) -> None:
        self.do(self._project, set_stock, lines, done=lambda _: None)

    def _take(self, snapshot: Snapshot, found: Bom) -> None:
        if snapshot is self._shown:
            self._bom = found
            self._show()

    def _show(self, *_: object) -> None:
        if self._bom is None or not self._project.is_open:
            return
        held = self._project.snapshot.cached(stock)
        words = fold(self.search.text()).split()
        rows: dict[StockKey, tuple[HardwareType, int, int]] = {}
        for line in self._bom.lines:
            if line.kind is not None and line.bought:
                rows[line.kind.key, line.length_mm] = line.kind, line.packs, line.order
        known = {kind.key: kind for kind in self._project.snapshot.types.values()}
        catalog = open_catalog()
        for key in held:
            kind = known.get(key[0]) or (catalog.get(key[0]) if key[0] in catalog else None)
            if key not in rows and kind is not None:
                rows[key] = kind, 0, 0
        lines = [self._line(key, *row, held.get(key)) for key, row in rows.items() if not self.only_held.isChecked() or key in held]
        self.model.set_lines([line for line in lines if all(word in fold(f"{line.cells[0].text} {line.cells[1].text}") for word in words)])

    def _line(self, key: StockKey, kind: HardwareType, needed: int, order: int, held: StockLine | None) -> Line:
        title = tr_type_name(kind.title) if key[1] is None else f"{tr_type_name(kind.title)}, {format_quantity(key[1] / 1000, 'm')}"
        only, writable = held is not None and held.only, self._project.writable
        words = {"0": "–", "1": tr("yes")}
        flag = "1" if only else "0"
        count = "" if held is None or held.count is None else format_number(held.count)
        short = only and held is not None and needed > (held.count or 0)
        cells = (
            Cell(title),
            Cell(order_number(kind, key[1]), ink="text.secondary"),
            Cell(format_number(needed), right=True),
            Cell(count, right=True, step="strong", edited=count if writable else None, spoken=count or "–"),
            Cell(words[flag], edited=flag if writable else None, choices=tuple(words.items()) if writable else ()),
            Cell(format_number(order), right=True, ink="severity.warning" if short else ""),
        )
        return Line(key, cells)


class _StockModel(PlainTableModel):
    def __init__(self, dialog: StockDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        if column == HELD:
            return self._dialog.set_held(key, str(value))
        return column == ONLY and self._dialog.set_only(key, str(value) == "1")


def _counted(snapshot: Snapshot) -> Bom:
    catalog = open_catalog()
    return bom(snapshot, bom_rules(), lambda key: catalog.get(key) if key in catalog else None)
