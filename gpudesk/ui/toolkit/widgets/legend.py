"""Legend of the chart colors, in one line."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("Legend")

_SQUARE, _GAP, _BETWEEN = 10, 6, 14


class Legend(QWidget):
    """Names in the order of the theme colors for chart series."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Legend"))

    def set_entries(self, names: Sequence[str]) -> None:
        """Show other names."""
        self._names = tuple(names)
        self.setAccessibleDescription(", ".join(self._names))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = sum(_SQUARE + _GAP + fonts.text_width(name, "caption") + _BETWEEN for name in self._names)
        return QSize(int(width) + 2, 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        colours = theme.current()
        x = 0.0
        for place, name in enumerate(self._names):
            tone = colours.series[place % len(colours.series)]
            wide = fonts.text_width(name, "caption")
            if x + _SQUARE + _GAP + wide > self.width():
                break
            painter.fillRect(QRectF(x, (self.height() - _SQUARE) / 2, _SQUARE, _SQUARE), tone)
            area = QRectF(x + _SQUARE + _GAP, 0, wide + 2, self.height())
            painting.text(painter, area, name, fonts.font("caption"), colours.text.secondary)
            x += _SQUARE + _GAP + wide + _BETWEEN
