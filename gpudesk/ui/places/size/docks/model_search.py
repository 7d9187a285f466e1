"""Models that match the typed text, each with its parameters, in a list below the field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.row_list import RowRole

tr = text_context("ModelCompleter")

MOST_SHOWN = 12
_MARGIN = 10
_LEAST_WIDE = 360


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A name, and the text next to it."""

    name: str
    fact: str


class ModelCompleter(QCompleter):
    """`find` returns the models for the typed text, best first; `narrow` must be called before each completion."""

    def __init__(self, find: Callable[[str], Sequence[FoundModel]], parent: QWidget) -> None:
        super().__init__(parent)
        self._find = find
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        # What is found is chosen here already, by words and not by letters in a row.
        self.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setMaxVisibleItems(MOST_SHOWN)
        popup = self.popup()
        assert popup is not None  # noqa: S101 - narrows the type
        popup.setItemDelegate(_FoundDelegate(popup))
        popup.setMinimumWidth(_LEAST_WIDE)
        self.set_name(tr("Models that match"))

    def set_name(self, name: str) -> None:
        """Set the accessible name of the list."""
        popup = self.popup()
        if popup is not None:
            popup.setAccessibleName(name)

    def narrow(self, text: str) -> None:
        """Offer what matches a text."""
        self._rows.clear()
        for found_model in self._find(text)[:MOST_SHOWN]:
            item = QStandardItem(found_model.name)
            item.setData(found_model.fact, RowRole.FACT)
            item.setData(f"{found_model.name}, {found_model.fact}", Qt.ItemDataRole.AccessibleTextRole)
            self._rows.appendRow(item)

    @property
    def offered(self) -> list[tuple[str, str]]:
        """The offered names, with the text next to them."""
        rows = [self._rows.item(row) for row in range(self._rows.rowCount())]
        return [(item.text(), str(item.data(RowRole.FACT))) for item in rows]


class _FoundDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(_LEAST_WIDE, theme.size("list_row"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        colours = theme.current()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, colours.selection if selected else colours.surface.overlay)
        area = QRectF(option.rect).adjusted(_MARGIN, 0, -_MARGIN, 0)
        fact = str(index.data(RowRole.FACT) or "")
        right = Qt.AlignmentFlag.AlignRight
        painting.text(painter, area, fact, fonts.font("caption", tabular=True), colours.text.secondary, right)
        area.setRight(area.right() - fonts.text_width(fact, "caption", tabular=True) - 10)
        painting.text(painter, area, str(index.data(Qt.ItemDataRole.DisplayRole)), fonts.font("body"), colours.text.primary)
