"""The table of candidates: sorted by any column, filtered as one types, with the columns that have room."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import overload

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from gpudesk.core.messages.foreign import kept_json
from gpudesk.ui.places.size.models.size_columns import MARK, SERVING_COLUMNS, TIME, VERDICT, PlanColumn, chosen_columns, heads, line, spoken
from gpudesk.ui.places.size.models.size_order import columns_of, in_order
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key, task_of, verdict
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.parts.plain_table import Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import MARK_COLUMN_WIDTH, DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.filled_menu import empty_menu
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr_candidates_model = text_context("CandidatesModel")
tr_size_candidates = text_context("SizeCandidates")

_PADDING = 18
_MOST_GPU = 210
_SCROLL_BAR = 14
_ARROW = 10
_SEARCH_WIDE = 132


class CandidatesModel(PlainTableModel):
    """Rows of plans; a clicked column is reported by a signal.

    Signals:
        sorted_by(int, bool): a column, and whether the largest come first; -1 for the default order.
    """

    sorted_by = Signal(int, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self.columns: list[PlanColumn] = []
        self._shown: list[Plan] = []

    def show_columns(self, columns: Sequence[PlanColumn], plans: Sequence[Plan], marked: Collection[object]) -> None:
        """Show rows in some columns; cells are made when they are looked at."""
        before = [plan_key(shown_plan) for shown_plan in self._shown], [column.key for column in self.columns]
        self.columns, self._shown = list(columns), list(plans)
        rows = _Rows(self._shown, self.columns, marked)
        if before == ([plan_key(plan) for plan in plans], [column.key for column in columns]):
            self._lines = rows
            if plans:
                self.dataChanged.emit(self.index(0, 0), self.index(len(plans) - 1, len(columns) - 1))
            return
        self.beginResetModel()
        self._lines, self._heads = rows, heads(columns)
        self.endResetModel()

    def row_of(self, key: object) -> int | None:
        return next((row for row, plan in enumerate(self._shown) if plan_key(plan) == key), None)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.sorted_by.emit(column, order == Qt.SortOrder.DescendingOrder)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and orientation == Qt.Orientation.Horizontal and section < len(self.columns):
            column = self.columns[section]
            return tr_candidates_model("Sort by {title}").format(title=column.title) if not column.hint else _hint(column)
        return super().headerData(section, orientation, role)


class CandidatesTable(DeskTable):
    """Letters that are typed go to the filter.

    Signals:
        typed(str): a letter.
        mark_wanted(): the space bar.
    """

    typed = Signal(str)
    mark_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.mark_wanted.emit()
            return
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if plain and event.text().strip() and event.text().isprintable():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class SizeCandidates(QWidget):
    """Signals:
    chosen(object): the key of the plan whose row is the current one.
    listed(): other plans are listed, or in another order.
    """

    chosen = Signal(object)
    listed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plans: tuple[Plan, ...] = ()
        self._shown: list[Plan] = []
        self._columns: list[PlanColumn] = SERVING_COLUMNS
        self._marked: frozenset[object] = frozenset()
        self._sorted: tuple[str, bool] | None = None
        self._wanted: set[str] | None = None
        self._choices: dict[str, set[str]] = {}
        """Selected columns, by task; those that fit if not selected."""
        self._fits_only = False
        self.header = DockHeader(tr_size_candidates("Candidates"))
        self.filter = SearchField(tr_size_candidates("Filter the candidates"), tr_size_candidates("Filter"))
        self.filter.setFixedWidth(_SEARCH_WIDE)
        self.header.add_control(self.filter)
        self.columns_menu = QMenu(self)
        self._column_actions: dict[str, QAction] = {}
        self._fill_columns_menu()
        self.columns_button = self.header.add_button("menu-dots", tr_size_candidates("Columns and order"))
        self.columns_button.setMenu(self.columns_menu)
        self.columns_button.setPopupMode(self.columns_button.ToolButtonPopupMode.InstantPopup)
        self.model = CandidatesModel(self)
        self.table = CandidatesTable(tr_size_candidates("Candidates"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        head = self.table.horizontalHeader()
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(True)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.setSortingEnabled(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.table, 1)
        self.setFocusProxy(self.table)
        self.model.sorted_by.connect(self._sort_by_column)
        self.filter.textChanged.connect(lambda _: self._list())
        self.filter.left_down.connect(self.table.setFocus)
        self.filter.returnPressed.connect(self.table.setFocus)
        self.table.typed.connect(self._type)
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)

    # what others ask for

    @property
    def plans(self) -> list[Plan]:
        """Those that are listed, in their order."""
        return self._shown

    def show_plans(self, plans: Sequence[Plan], marked: Collection[object] = ()) -> None:
        """List other plans, best first; those marked are being compared."""
        self._plans, self._marked = tuple(plans), frozenset(marked)
        if plans:
            self._wanted = self._choices.get(_kind(plans[0]))
        columns = columns_of(plans)
        if plans and columns is not self._columns:
            # Another task has other figures.
            self._columns, self._sorted = columns, None
            self._fill_columns_menu()
        self._list()

    def mark(self, marked: Collection[object]) -> None:
        """Show which plans are being compared."""
        self._marked = frozenset(marked)
        self.model.show_columns(self.model.columns, self._shown, self._marked)

    def show_fits_only(self, only: bool) -> None:
        """Leave out what does not meet the requirements, or show all."""
        self._fits_only = only
        self._list()

    def sort_by(self, key: str | None, *, down: bool = False) -> None:
        """Sort by a column, or as plans are best."""
        self._sorted = None if key is None else (key, down)
        self._list()

    def choose(self, key: object) -> None:
        """Make the row of a plan the current one, if it is listed."""
        row = self.model.row_of(key)
        if row is None:
            self.table.clearSelection()
            return
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.table.selectionModel().setCurrentIndex(self.model.index(row, 0), flags)

    # listing

    def _type(self, letter: str) -> None:
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)
        self.filter.setText(self.filter.text() + letter)

    def _list(self) -> None:
        plans = [plan for plan in self._plans if plan.fits] if self._fits_only else list(self._plans)
        words = self.filter.text().casefold().split()
        if words:
            plans = [plan for plan in plans if all(word in spoken(plan) for word in words)]
        if self._sorted is not None:
            plans = in_order(plans, self._sorted[0], down=self._sorted[1])
        self._shown = plans
        chosen = self.model.line(self.table.currentIndex().row()).key if self.table.currentIndex().isValid() else None
        self._show_columns()
        if chosen is not None:
            self.choose(chosen)
        does = sum(1 for plan in self._plans if plan.fits)
        caption = tr_size_candidates("{fit} of {all} meet the requirements")
        self.header.set_title(
            tr_size_candidates("Candidates"), caption.format(fit=format_number(does), all=format_number(len(self._plans)))
        )
        self.filter.set_count_text(format_number(len(plans)) if words else "")
        self.listed.emit()

    def _row_chosen(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid():
            self.chosen.emit(self.model.line(now.row()).key)

    def _sort_by_column(self, column: int, down: bool) -> None:
        self.sort_by(self.model.columns[column].key if 0 <= column < len(self.model.columns) else None, down=down)

    # columns

    def _fill_columns_menu(self) -> None:
        empty_menu(self.columns_menu)
        self._column_actions = {}
        automatic = self.columns_menu.addAction(tr_size_candidates("As many columns as fit"))
        automatic.setCheckable(True)
        automatic.setChecked(True)
        automatic.triggered.connect(lambda _=False: self._want(None))
        self._column_actions[""] = automatic
        self.columns_menu.addSeparator()
        for column in self._columns:
            if column.rank:
                action = self.columns_menu.addAction(column.title)
                action.setCheckable(True)
                action.triggered.connect(lambda _=False: self._want(self._checked()))
                self._column_actions[column.key] = action
        order = self.columns_menu.addMenu(tr_size_candidates("Sort by"))
        usual = order.addAction(tr_size_candidates("Best first"))
        usual.triggered.connect(lambda _=False: self._sort_from_menu(None))
        for column in self._columns:
            if column.source:
                action = order.addAction(column.title)
                action.triggered.connect(lambda _=False, key=column.key: self._sort_from_menu(key))

    def _sort_from_menu(self, key: str | None) -> None:
        at = next((place for place, column in enumerate(self.model.columns) if column.key == key), -1)
        down = self._sorted is not None and self._sorted == (key, False)
        direction = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
        if at >= 0 or key is None:
            self.table.horizontalHeader().setSortIndicator(at, direction)
        self.sort_by(key, down=down)

    def _checked(self) -> set[str]:
        return {key for key, action in self._column_actions.items() if key and action.isChecked()}

    def _want(self, keys: set[str] | None) -> None:
        self._wanted = keys
        if self._plans:
            kind = _kind(self._plans[0])
            self._choices = {of: chosen for of, chosen in self._choices.items() if of != kind} | ({} if keys is None else {kind: keys})
        self._show_columns()

    def columns_text(self) -> str:
        """The columns that are wanted as a line of text, to be wanted again at the next start."""
        return json.dumps({kind: sorted(keys) for kind, keys in self._choices.items()})

    def want_columns(self, text: str) -> None:
        """Select columns from a stored text; invalid parts are ignored."""
        try:
            stored = kept_json(text or "{}")
        except ValueError:
            return
        if isinstance(stored, dict):
            self._choices = {str(kind): {str(key) for key in keys} for kind, keys in stored.items() if isinstance(keys, list)}
            self._wanted = self._choices.get(_kind(self._plans[0])) if self._plans else None
            self._list()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_columns()

    def _show_columns(self) -> None:
        """Show the selected columns; without a selection, as many as leave the full verdict visible."""
        widths = {column.key: _width(column, self._shown) for column in self._columns}
        if self._wanted is None:
            columns = _fitting(self._columns, self.table.width() - _SCROLL_BAR, widths)
        else:
            columns = chosen_columns(self._columns, self._wanted)
        head = self.table.horizontalHeader()
        before = [column.key for column in self.model.columns]
        self.model.show_columns(columns, self._shown, self._marked)
        for place, column in enumerate(columns[:-1]):
            self.table.setColumnWidth(place, widths[column.key])
        if before != [column.key for column in columns]:
            at = next((place for place, column in enumerate(columns) if self._sorted is not None and column.key == self._sorted[0]), -1)
            head.blockSignals(True)
            head.setSortIndicator(at, Qt.SortOrder.DescendingOrder if self._sorted and self._sorted[1] else Qt.SortOrder.AscendingOrder)
            head.blockSignals(False)
        for key, action in self._column_actions.items():
            action.setChecked(self._wanted is None if not key else any(column.key == key for column in columns))


def _kind(plan: Plan) -> str:
    """Task group of a column selection: fine-tuning shares that of training."""
    task = task_of(plan)
    return "train" if task == "tune" else task


class _Rows(Sequence[Line]):
    """The rows of plans, each made when it is looked at first."""

    def __init__(self, plans: Sequence[Plan], columns: Sequence[PlanColumn], marked: Collection[object]) -> None:
        self._plans, self._columns, self._marked = plans, columns, marked
        self._made: dict[int, Line] = {}

    def __len__(self) -> int:
        return len(self._plans)

    @overload
    def __getitem__(self, at: int) -> Line: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Line]: ...

    def __getitem__(self, at: int | slice) -> Line | Sequence[Line]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        if at not in self._made:
            row = line(self._plans[at], self._columns)
            self._made[at] = _compared(row) if row.key in self._marked else row
        return self._made[at]


def _hint(column: PlanColumn) -> str:
    return QCoreApplication.translate("Sizing", column.hint)


def _compared(row: Line) -> Line:
    """The row of a plan that is being compared, with the mark of that."""
    cells = tuple(replace(cell, icon="compare") if place == 1 else cell for place, cell in enumerate(row.cells))
    return Line(row.key, cells, row.group)


def _width(column: PlanColumn, plans: Sequence[Plan]) -> int:
    """Width of a column for its header and longest cell: for figures, the largest or smallest; for texts, each."""
    if column.key == MARK:
        return MARK_COLUMN_WIDTH
    cells = [column.cell(plan) for plan in _telling(column, plans)]
    needed = max((fonts.text_width(f"{cell.text} {cell.unit}".strip(), cell.step or "body", tabular=True) for cell in cells), default=0.0)
    head = fonts.text_width(column.title, "caption", strong=True) + (_ARROW if column.key != VERDICT else 0)
    wide = int(max(needed, head)) + _PADDING
    return min(wide + 22, _MOST_GPU) if column.key == "gpu" else wide


def _telling(column: PlanColumn, plans: Sequence[Plan]) -> list[Plan]:
    """Plans whose cells determine the column width."""
    if column.key == VERDICT:
        return list({verdict(plan): plan for plan in plans}.values())
    if column.key == TIME:
        # Hours, minutes and days: neither the largest nor the smallest figure has to be the longest.
        return list(plans)
    if column.key == "gpu":
        return sorted(plans, key=lambda plan: len(plan.board.short))[-3:] + sorted(plans, key=lambda plan: plan.gpus)[-1:]
    known = [(value, place) for place, plan in enumerate(plans) if (value := column.order(plan)) is not None]
    return [plans[place] for _, place in {min(known), max(known)}] if known else list(plans[:1])


def _fitting(columns: Sequence[PlanColumn], room: int, widths: dict[str, int]) -> list[PlanColumn]:
    """The columns that fit: lower-priority ones are left out first; the order of the columns is kept."""
    shown_keys = {column.key for column in columns if not column.rank}
    used = sum(widths[key] for key in shown_keys)
    for column in sorted((column for column in columns if column.rank), key=lambda ranked_column: ranked_column.rank):
        if used + widths[column.key] > room:
            break
        shown_keys.add(column.key)
        used += widths[column.key]
    return [column for column in columns if column.key in shown_keys]
