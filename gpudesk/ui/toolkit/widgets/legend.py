"""Legend of the chart colors, in one line or in as many as it needs."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("Legend")

_SQUARE, _GAP, _BETWEEN, _LINE = 10, 6, 14, 20


class Legend(QWidget):
    """Names in the order of the theme colors for chart series.

    In one line, names without room are left out; with `wrap`, they continue on the next line.
    """

    def __init__(self, parent: QWidget | None = None, *, wrap: bool = False) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._wrap = wrap
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        else:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Legend"))

    def set_entries(self, names: Sequence[str]) -> None:
        """Show other names."""
        self._names = tuple(names)
        self.setAccessibleDescription(", ".join(self._names))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(sum(map(_wide, self._names)) + 2, _LINE)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, _LINE)

    def heightForWidth(self, width: int) -> int:
        spots = self._spots(width) if self._wrap else []
        return _LINE * (1 + (spots[-1][1] if spots else 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        colours = theme.current()
        for place, (name, (x, line)) in enumerate(zip(self._names, self._spots(self.width()), strict=False)):
            top = line * _LINE
            tone = colours.series[place % len(colours.series)]
            painter.fillRect(QRectF(x, top + (_LINE - _SQUARE) / 2, _SQUARE, _SQUARE), tone)
            area = QRectF(x + _SQUARE + _GAP, top, fonts.text_width(name, "caption") + 2, _LINE)
            painting.text(painter, area, name, fonts.font("caption"), colours.text.secondary)

    def _spots(self, width: int) -> list[tuple[int, int]]:
        """The left end and the line of each name that is shown."""
        spots: list[tuple[int, int]] = []
        x = line = 0
        for name in self._names:
            wide = _wide(name)
            if x + wide - _BETWEEN > width:
                if not self._wrap:
                    break
                x, line = 0, line + (1 if spots else 0)
            spots.append((x, line))
            x += wide
        return spots


def _wide(name: str) -> int:
    """The width of a square with its name and the distance to the next one, px."""
    return math.ceil(_SQUARE + _GAP + fonts.text_width(name, "caption") + _BETWEEN)
