"""A page of the monitor with a table that is brought up to date while it is seen."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.monitor.readings.source import SourceKind
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.parts.plain_table import Head, Line, PlainTableModel
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

if TYPE_CHECKING:
    from gpudesk.monitor.nvml.local import LocalSource

WITH_HOST = 124
"""Room for the host before the number of a GPU, px."""
EVERY = 4
"""Once a second: readings arrive four times as often."""


class MonitorPage(QWidget):
    """Column titles, the lines returned by `lines`, and a sentence if there are none.

    Args:
        widths: widths of all columns except the last, px.
        table: the table for the lines; by default a standard table.
    """

    def __init__(
        self,
        model: MonitorModel,
        title: str,
        heads: Sequence[Head],
        widths: Sequence[int],
        parent: QWidget | None = None,
        table: DeskTable | None = None,
    ) -> None:
        super().__init__(parent)
        self.monitor = model
        self._taken = 0
        self.setAccessibleName(title)
        self.lines_model = PlainTableModel(heads, self)
        self.table = DeskTable(title) if table is None else table
        self.table.setModel(self.lines_model)
        head = self.table.horizontalHeader()
        for column, width in enumerate(widths):
            self.table.setColumnWidth(column, width)
        head.setSectionResizeMode(len(widths), QHeaderView.ResizeMode.Stretch)
        self.empty = Label("", self, ink="text.secondary", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.table)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self.stack, 1)
        self.setFocusProxy(self.table)
        model.changed.connect(self._later)
        model.machines_changed.connect(self._widen)
        model.machines_changed.connect(self._if_seen)
        model.listed_changed.connect(self._if_seen)

    @abstractmethod
    def lines(self) -> list[Line]:
        """The current lines of the table."""

    @abstractmethod
    def none_text(self) -> str:
        """Text shown if there are no lines."""

    def live_source(self) -> "LocalSource | None":
        """This machine while it is watched, None of any other source."""
        source = self.monitor.source
        if source is None or source.kind is not SourceKind.NVML:
            return None
        # Behind it is the library of the driver, which is loaded with the first source of this kind.
        from gpudesk.monitor.nvml.local import LocalSource

        return source if isinstance(source, LocalSource) else None

    def refresh(self) -> None:
        """Show what holds now."""
        lines = self.lines()
        chosen = {self.lines_model.line(index.row()).key for index in self.table.selectionModel().selectedRows()}
        at = self.table.currentIndex()
        current = self.lines_model.line(at.row()).key if at.isValid() else None
        self.lines_model.set_lines(lines)
        if current is not None and not self.table.currentIndex().isValid():
            self._choose_again(current, chosen)
        if not lines:
            self.empty.setText(self.none_text())
        self.stack.setCurrentWidget(self.table if lines else self.empty)

    def _choose_again(self, current: object, chosen: set[object]) -> None:
        """Keep the selection when lines are added, removed or reordered."""
        select = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        selection = self.table.selectionModel()
        scrolled = self.table.verticalScrollBar().value()
        row = self.lines_model.row_of(current)
        if row is not None:
            selection.setCurrentIndex(self.lines_model.index(row, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        for key in chosen:
            row = self.lines_model.row_of(key)
            if row is not None:
                selection.select(self.lines_model.index(row, 0), select)
        self.table.verticalScrollBar().setValue(scrolled)

    def _widen(self) -> None:
        """Reserve space for the host before the number of a GPU, if there are several hosts."""
        if len(self.monitor.machines) > 1 and self.table.columnWidth(0) < WITH_HOST:
            self.table.setColumnWidth(0, WITH_HOST)

    def tab_order(self, *widgets: QWidget) -> None:
        """Set the keyboard focus order: the widgets in the given order."""
        for before, after in pairwise(widgets):
            QWidget.setTabOrder(before, after)

    def _later(self) -> None:
        self._taken += 1
        if self._taken % EVERY == 1:
            self._if_seen()

    def _if_seen(self) -> None:
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
