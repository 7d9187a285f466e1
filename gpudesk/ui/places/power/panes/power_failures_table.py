"""The view of the table of failures: figures are never cut, names have the room that is left."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from gpudesk.ui.places.power.models.power_failures_model import FAILING, FailureColumn, PowerFailuresModel
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.parts.frozen_column_table import StillTable
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("PowerFailuresTable")

_LEAST = {
    FailureColumn.NAME: 132,
    FailureColumn.KIND: 70,
    FailureColumn.DOWN: 62,
    FailureColumn.MANAGEMENT: 60,
    FailureColumn.REDUCED: 60,
    FailureColumn.LOST: 92,
    FailureColumn.OPENED: 60,
    FailureColumn.WORST: 96,
    FailureColumn.SHARE: 62,
    FailureColumn.HOT: 92,
    FailureColumn.LEFT: 60,
    FailureColumn.TIME: 78,
}
"""Minimum width for full figures; longer headers are elided and shown in full in their tooltips."""
_OF_COOLING = (FailureColumn.HOT, FailureColumn.LEFT, FailureColumn.TIME)
_MOST_NAME, _MOST_WORST = 320, 240
_LOOKED_AT = 60
"""Number of longest names used for the width of their column."""
_PADDING, _MARK = 20, 20


class PowerFailuresTable(StillTable):
    """One failure a row; columns of the cooling are there while a cooling is planned."""

    def __init__(self, model: PowerFailuresModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(tr("Impact of each failure"))
        self._failures = model
        self._drawn = self._spreading = False
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        head.setSortIndicator(FailureColumn.DOWN, Qt.SortOrder.DescendingOrder)
        head.sectionResized.connect(self._drawn_by_hand)
        self.setSortingEnabled(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.spread()

    def spread(self) -> None:
        """Share the room out: first what names and heads need to be read whole, then the rest to the first column."""
        drill_result = self._failures.drilled
        if self._drawn or drill_result is None or not self.viewport().width():
            return
        self._spreading = True
        for column in _OF_COOLING:
            self.setColumnHidden(column, not drill_result.cooling.nodes)
        widths = {column: width for column, width in _LEAST.items() if not self.isColumnHidden(column)}
        spare = self.viewport().width() - sum(widths.values())
        wishes = {column: self._head_width(column) for column in widths}
        wishes[FailureColumn.NAME] = min(_widest(drill_result.names) + _MARK, _MOST_NAME)
        wishes[FailureColumn.KIND] = max(
            wishes[FailureColumn.KIND], _widest(power_node_name(FAILING[kind]) for kind in np.unique(drill_result.kind).tolist())
        )
        wishes[FailureColumn.WORST] = max(wishes[FailureColumn.WORST], min(_widest(drill_result.worst), _MOST_WORST))
        # A head that is cut can be read as its tool tip.
        for column in (FailureColumn.NAME, FailureColumn.WORST, *widths):
            more = min(max(wishes[column] - widths[column], 0), max(spare, 0))
            widths[column] += more
            spare -= more
        widths[FailureColumn.NAME] += max(spare, 0)
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self._spreading = False

    def _head_width(self, column: FailureColumn) -> int:
        text = str(self._failures.headerData(column, Qt.Orientation.Horizontal) or "")
        return round(fonts.text_width(text, "caption", strong=True)) + _PADDING + 12

    def _drawn_by_hand(self, _column: int, before: int, after: int) -> None:
        """Keep a width set by the user."""
        self._drawn = self._drawn or (not self._spreading and before > 0 and after > 0)


def _widest(texts: Iterable[str], step: str = "body") -> int:
    """The room in which the longest of some texts are read whole, px."""
    longest = sorted(texts, key=len)[-_LOOKED_AT:]
    return round(max((fonts.text_width(text, step) for text in longest), default=0)) + _PADDING
