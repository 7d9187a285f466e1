"""Faults of an edited or imported entry: one line each, with place and description."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader

tr = text_context("FaultList")

_ROWS = 5
_ROW = 24
_PLACE_WIDTH = 230


class FaultList(QWidget):
    """Hidden while there are no faults.

    Signals:
        chosen(object): the user wants to see the place of this key.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = GroupHeader(tr("Faults"), foldable=False)
        self.model = PlainTableModel([Head(tr("Where")), Head(tr("Problem"))])
        self.table = DeskTable(tr("Faults"), self)
        self.table.setModel(self.model)
        self.table.horizontalHeader().hide()
        self.table.setColumnWidth(0, _PLACE_WIDTH)
        self.table.clicked.connect(lambda index: self.chosen.emit(self.model.line(index.row()).key[1]))
        self.table.activated.connect(lambda index: self.chosen.emit(self.model.line(index.row()).key[1]))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.table)
        self.hide()

    def show_faults(self, faults: Sequence[tuple[Any, str, str]]) -> None:
        """Show faults: a key, the text for the place, and the text for the fault there."""
        lines = [
            Line((number, key), (Cell(place, severity="error", step="caption", ink="text.secondary"), Cell(what)))
            for number, (key, place, what) in enumerate(faults)
        ]
        self.model.set_lines(lines)
        self._head.set_count(format_number(len(lines)))
        self.table.setFixedHeight(_ROW * min(max(len(lines), 1), _ROWS))
        self.setVisible(bool(lines))
