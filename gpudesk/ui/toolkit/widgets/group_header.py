"""The head of a group of rows, which folds them."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.style.button_styles import chevron
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("GroupHeader")

_MARGIN = 10
_ARROW = 16


class GroupHeader(QAbstractButton):
    """24 px on a sunken ground, the count at the right end. Folds on a click, Enter, Left and Right."""

    folded = Signal(bool)

    def __init__(self, title: str, count: str = "", parent: QWidget | None = None, *, foldable: bool = True) -> None:
        super().__init__(parent)
        self._count = count
        self._foldable = foldable
        self._is_folded = False
        self.setText(title)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if foldable else Qt.FocusPolicy.NoFocus)
        self.clicked.connect(self._toggle)
        self._name()

    def is_folded(self) -> bool:
        """Whether its rows are hidden."""
        return self._is_folded

    def set_folded(self, folded: bool) -> None:
        """Collapse or expand; emits `folded` on a change."""
        if not self._foldable or folded == self._is_folded:
            return
        self._is_folded = folded
        self._name()
        self.update()
        self.folded.emit(folded)

    def set_count(self, count: str) -> None:
        """Show another count."""
        self._count = count
        self._name()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self.text(), "caption", strong=True)) + 60, theme.size("list_row"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Left:
            self.set_folded(True)
        elif key == Qt.Key.Key_Right:
            self.set_folded(False)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_group(
            painter,
            QRectF(self.rect()),
            self.text(),
            self._count,
            folded=self._is_folded if self._foldable else None,
            hovered=self.underMouse() and self._foldable,
        )

    def _toggle(self) -> None:
        self.set_folded(not self._is_folded)

    def _name(self) -> None:
        state = tr("collapsed") if self._is_folded else tr("expanded")
        parts = [self.text(), self._count, state if self._foldable else ""]
        self.setAccessibleName(", ".join(part for part in parts if part))


def paint_group(painter: QPainter, rect: QRectF, title: str, count: str, *, folded: bool | None, hovered: bool = False) -> None:
    """Draw the header of a group over `rect`; `folded` is None if it is not collapsible."""
    colours = theme.current()
    painter.fillRect(rect, colours.surface.sunken)
    if colours.name == "contrast":
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), colours.border.subtle)
    area = rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
    if folded is not None:
        arrow = QRectF(area.left() - 2, area.top(), _ARROW, area.height())
        ink = colours.text.primary if hovered else colours.text.tertiary
        chevron(painter, arrow, ink, "right" if folded else "down")
        area.setLeft(area.left() + _ARROW + 2)
    ink = colours.text.primary if hovered else colours.text.secondary
    if count:
        painting.text(
            painter,
            area,
            count,
            fonts.font("caption", tabular=True),
            colours.text.tertiary,
            Qt.AlignmentFlag.AlignRight,
        )
        area.setRight(area.right() - fonts.text_width(count, "caption", tabular=True) - 8)
    painting.text(painter, area, title, fonts.font("caption", strong=True), ink)
