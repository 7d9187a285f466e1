"""The view of the cooling: a tree that folds by click and by Left and Right."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpudesk.ui.places.power.models.cooling_model import CoolingColumn, CoolingModel
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.folding_table import FOLD, STEP, FoldingTable
from gpudesk.ui.toolkit.parts.frozen_column_table import spread
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import DeskTableDelegate
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR

tr = text_context("CoolingTable")

_BAR_WIDTH, _BAR_HEIGHT = 40, 8
_WIDTHS = {
    CoolingColumn.KIND: 112,
    CoolingColumn.HEAT: 92,
    CoolingColumn.TAKEN: 104,
    CoolingColumn.SHARE: 104,
    CoolingColumn.NEEDED: 100,
    CoolingColumn.GIVEN: 100,
    CoolingColumn.SPARE: 72,
}
Index = QModelIndex | QPersistentModelIndex


class CoolingTable(FoldingTable):
    """Rows of the cooling, chosen one or several at once."""

    def __init__(self, model: CoolingModel, parent: QWidget | None = None) -> None:
        super().__init__("", model, CoolingColumn.MARK, CoolingColumn.NAME, parent)
        self.setAccessibleName(tr("Cooling of halls, with units and racks"))
        self._cooling = model
        self.setItemDelegate(_CoolingDelegate(self, model))
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)

    def objects(self) -> list[ObjectRef]:
        """Objects of the selected rows, each once."""
        refs = map(self._cooling.object, self.chosen_rows())
        return list(dict.fromkeys(ref for ref in refs if ref is not None))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            spread(self, CoolingColumn.NAME)


class _CoolingDelegate(DeskTableDelegate):
    def __init__(self, table: CoolingTable, model: CoolingModel) -> None:
        super().__init__(table)
        self._view, self._lines = table, model

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        row = index.row()
        if index.column() == CoolingColumn.NAME and self._lines.is_tree:
            if self._lines.can_fold(row):
                ink = theme.current().text.secondary if selected else theme.current().text.tertiary
                place = self._view.fold_rect(index).adjusted(2, 0, -2, 0)
                icons.paint(painter, "chevron-right" if self._lines.is_folded(row) else "chevron-down", place, ink)
            rect = rect.adjusted(STEP * self._lines.depth(row) + FOLD, 0, 0, 0)
        super().paint_cell(painter, rect, index, selected)
        if index.column() == CoolingColumn.SHARE:
            self._paint_bar(painter, rect, self._lines.share(row))

    def _paint_bar(self, painter: QPainter, rect: QRectF, share: float) -> None:
        """Used share of the capacity."""
        if share != share:  # noqa: PLR0124 - NaN differs from itself
            return
        colours = theme.current()
        left, top = rect.left() + 8, round(rect.center().y() - _BAR_HEIGHT / 2)
        painter.fillRect(QRectF(left, top, _BAR_WIDTH, _BAR_HEIGHT), colours.border.default)
        painter.fillRect(QRectF(left + 1, top + 1, _BAR_WIDTH - 2, _BAR_HEIGHT - 2), colours.surface.sunken)
        ink = colours.severity[ERROR].colour if share > 1 + 1e-6 else colours.text.tertiary
        painter.fillRect(QRectF(left + 1, top + 1, (_BAR_WIDTH - 2) * min(share, 1.0), _BAR_HEIGHT - 2), ink)
