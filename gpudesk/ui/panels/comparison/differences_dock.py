"""The dock of the differences: how, what, where, before and after; a click shows it in the drawing."""

from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.derived.totals.comparison import TotalChange
from gpudesk.formats.tables.tables import csv_bytes
from gpudesk.formats.text.written_files import write_file
from gpudesk.project.compare import Sort
from gpudesk.ui.panels.comparison.comparing import Comparing
from gpudesk.ui.panels.comparison.difference_rows import table_word
from gpudesk.ui.panels.comparison.differences_model import DifferenceColumn, DifferencesModel
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.filled_menu import empty_menu

tr_differences_dock = text_context("DifferencesDock")
tr_differences_view = text_context("DifferencesView")

# Share of the room that the columns before leave, and the least width of each column.
_SHARES = {
    DifferenceColumn.HOW: (0.11, 116),
    DifferenceColumn.WHAT: (0.19, 110),
    DifferenceColumn.KIND: (0.14, 80),
    DifferenceColumn.WHERE: (0.34, 120),
    DifferenceColumn.BEFORE: (0.5, 110),
    DifferenceColumn.AFTER: (1.0, 110),
}
_TOLD = ("gpus", "racks", "max", "mass")
_KIND = "kind"


class DifferencesDock(QWidget):
    """All differences that match the filters. `header` is the title bar.

    Signals:
        go_requested(int): show this difference of the comparison.
    """

    go_requested = Signal(int)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._comparing = Comparing.of(session)
        self.setObjectName("differences")
        self.setAccessibleName(tr_differences_dock("Differences"))
        self.model = DifferencesModel(self)
        self.view = DifferencesView(self.model, self)
        self.note = QuietNote(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.view)
        self.header = DockHeader(tr_differences_dock("Differences"))
        self._fill_header()
        self._comparing.changed.connect(self._show)
        self.view.go_requested.connect(self._go_row)
        self.view.copy_requested.connect(self.copy)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.note.link_clicked.connect(self._answer_note)
        self._show()

    # what the window asks

    def step(self, by: int) -> int | None:
        """The difference after (or before) the current one in the order of the table, round its ends; it becomes the current one."""
        count = self.model.rowCount()
        if not count:
            return None
        index = self.view.currentIndex()
        row = (index.row() + by) % count if index.isValid() else (0 if by > 0 else count - 1)
        place = self.model.place_at(row)
        self.set_current(place)
        return place

    def set_current(self, place: int) -> None:
        """Show the row of a difference, without asking for it to be shown in the drawing."""
        row = self.model.row_of(place)
        if row is not None:
            index = self.model.index(row, DifferenceColumn.WHAT)
            chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.view.selectionModel().setCurrentIndex(index, chosen)
            self.view.scrollTo(index)

    def csv(self) -> bytes:
        """The shown rows as a table for spreadsheets; no cell is interpreted as a formula."""
        return csv_bytes(self.model.rows())

    def write(self, path: Path) -> None:
        """Write `csv` to a file in the background."""
        content, on_failure = self.csv(), self._session.failed.emit
        self._session.jobs.read(
            lambda _: write_file(path, content), None, on_failure, tr_differences_dock("Writing {file}").format(file=path.name)
        )

    def copy(self) -> None:
        """Copy the shown rows to the clipboard, cells separated by tabs."""
        rows = [[" ".join(cell.split()) for cell in row] for row in self.model.rows()]
        QGuiApplication.clipboard().setText("\n".join("\t".join(row) for row in rows))

    # showing

    def _show(self) -> None:
        shown = self._comparing.shown
        current_index = self.view.currentIndex()
        line = current_index.row() if current_index.isValid() else -1
        self.model.show(shown)
        self.header.set_title(tr_differences_dock("Differences"), "" if shown is None else self._totals(shown.comparison.total_changes()))
        self.header.set_filters({_KIND: table_word(self.model.kind)[0]} if self.model.kind else {})
        if shown is None:
            detail = tr_differences_dock("Compare the plan with a version, the state before a step, or another file.")
            self.note.say(None, tr_differences_dock("No active comparison"), detail, tr_differences_dock("Compare with…"))
        elif not len(shown.comparison.differences):
            self.note.say("ok", tr_differences_dock("Both contain the same plan"))
        elif not self.model.rowCount():
            self.note.say(
                None, tr_differences_dock("All differences are hidden by the filters"), "", tr_differences_dock("Show all differences")
            )
        rows = self.model.rowCount()
        self._stack.setCurrentWidget(self.view if rows else self.note)
        total = 0 if shown is None else len(shown.comparison.differences)
        text = tr_differences_dock("{shown} of {total}").format(shown=format_number(rows), total=format_number(total))
        self.header.set_count(text if rows != total else "")
        if rows and line >= 0:
            self.set_current(self.model.place_at(min(line, rows - 1)))

    def _totals(self, changes: list[TotalChange]) -> str:
        """The figures that differ, before and after."""
        names = {"gpus": tr_differences_dock("GPUs"), "racks": tr_differences_dock("racks")}
        parts = []
        for change in changes:
            if change.name in _TOLD and change.before != change.after:
                values = (change.before, change.after)
                both = [format_quantity(value, change.unit) if change.unit else format_number(value) for value in values]
                parts.append(f"{names.get(change.name, '')} {' → '.join(both)}".strip())
        return " · ".join(parts)

    def _answer_note(self) -> None:
        if self._comparing.shown is None:
            self._registry.action("compare.with").trigger()
        else:
            self.set_kind("")
            self._comparing.set_sorts(frozenset(Sort))

    def set_kind(self, kind: str) -> None:
        """Show only differences of one kind of object, "" for all."""
        self.model.set_kind(kind)
        self._show()

    # making

    def _fill_header(self) -> None:
        self._kinds = self.header.add_button("filter", tr_differences_dock("Only one kind of object"))
        self._kind_menu = QMenu(self._kinds)
        self._kind_menu.aboutToShow.connect(self._fill_kinds)
        self._kinds.setMenu(self._kind_menu)
        self._kinds.setPopupMode(self._kinds.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.header)
        self._registry.fill_menu(menu, ("compare.copy", "compare.export", "|", "compare.with", "compare.done"))
        self.header.add_menu(menu)
        self.header.filter_removed.connect(lambda _key: self.set_kind(""))

    def _fill_kinds(self) -> None:
        menu = self._kind_menu
        empty_menu(menu)
        group = QActionGroup(menu)
        entries = [("", tr_differences_dock("All kinds"))]
        entries += [(table, f"{table_word(table)[0]} ({format_number(count)})") for table, count in self.model.kinds().items()]
        for table, title in entries:
            action = QAction(title, group, checkable=True, checked=table == self.model.kind)
            action.triggered.connect(lambda _checked=False, table=table: self.set_kind(table))
            menu.addAction(action)

    # answering

    def _go_row(self, row: int) -> None:
        self.go_requested.emit(self.model.place_at(row))

    def _open_menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        row = index.row()
        go = menu.addAction(tr_differences_dock("Go there"))
        go.triggered.connect(lambda _checked=False: self._go_row(row))
        copy = menu.addAction(icons.icon("copy"), tr_differences_dock("Copy as text"))
        text = "\t".join(str(self.model.index(row, column).data()) for column in DifferenceColumn)
        copy.triggered.connect(lambda _checked=False: QGuiApplication.clipboard().setText(text))
        menu.popup(self.view.viewport().mapToGlobal(at))


class DifferencesView(DeskTable):
    """The table: a click or Enter goes to a row's difference, arrows only select."""

    go_requested = Signal(int)
    copy_requested = Signal()

    def __init__(self, model: DifferencesModel, parent: QWidget) -> None:
        super().__init__("", parent)
        self.setAccessibleName(tr_differences_view("Differences"))
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._by_hand = self._laying_out = False
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.sectionResized.connect(self._resized)
        self.setSortingEnabled(True)
        self.clicked.connect(self._clicked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            self.go_requested.emit(index.row())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        self.go_requested.emit(index.row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._by_hand:
            room = self.viewport().width()
            self._laying_out = True
            for column, (share, least) in _SHARES.items():
                width = max(least, int(room * share))
                # The last column takes what is left.
                self.setColumnWidth(column, width if column is not DifferenceColumn.AFTER else max(least, room))
                room -= width
            self._laying_out = False

    def _resized(self, _section: int, _before: int, _now: int) -> None:
        if not self._laying_out:
            self._by_hand = True
