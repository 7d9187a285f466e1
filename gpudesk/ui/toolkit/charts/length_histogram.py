"""Histogram of object lengths; a range of lengths can be brushed to show only those."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpudesk.core.racks.placement import Reals
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("LengthHistogram")

_MARGIN, _TOP, _FOOT = 10, 20, 18
_MOST_BARS = 40


class LengthHistogram(QWidget):
    """Bars by length. Drag over bars, or Left and Right with Shift, selects lengths; Esc or a click outside selects all.

    Signals:
        range_chosen(low, high): meters, None and None for all.
    """

    range_chosen = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edges: Reals = np.zeros(0)
        self._counts = np.zeros(0, np.int64)
        self._chosen: tuple[int, int] | None = None
        self._anchor: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Lengths"))
        self.setMouseTracking(True)

    def set_lengths(self, lengths_m: Reals, chosen: tuple[float, float] | None) -> None:
        """Show the lengths of objects in meters; NaN values are omitted."""
        lengths = lengths_m[~np.isnan(lengths_m)]
        distinct_lengths, counts = np.unique(lengths, return_counts=True)
        if len(distinct_lengths) > _MOST_BARS:
            width = _round_up((float(distinct_lengths[-1]) - float(distinct_lengths[0])) / (_MOST_BARS - 1))
            first = np.floor(distinct_lengths[0] / width) * width
            place = np.floor((distinct_lengths - first) / width).astype(np.int64)
            counts = np.bincount(place, counts).astype(np.int64)
            low = first + width * np.arange(len(counts))
            self._edges = np.stack([low, low + width], axis=1)
        else:
            self._edges = np.stack([distinct_lengths, distinct_lengths], axis=1)
        self._counts = counts
        self._chosen = None
        if chosen is not None and len(distinct_lengths):
            inside = np.flatnonzero((self._edges[:, 1] >= chosen[0]) & (self._edges[:, 0] <= chosen[1]))
            self._chosen = (int(inside[0]), int(inside[-1])) if len(inside) else None
        self._tell()
        self.update()

    @property
    def bars(self) -> list[tuple[float, int]]:
        """The minimum length of each bar and its count."""
        return list(zip(self._edges[:, 0].tolist(), self._counts.tolist(), strict=True)) if len(self._counts) else []

    def bar_middle(self, place: int) -> QPointF:
        """The middle of a bar's column."""
        rect = self._column(place)
        return rect.center()

    def sizeHint(self) -> QSize:
        return QSize(220, 120)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)

    # pointer and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._bar_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._anchor = place
        self._choose(None if place is None else (place, place))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._anchor is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        place = self._nearest(event.position().x())
        self._choose((min(place, self._anchor), max(place, self._anchor)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._anchor = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, count = event.key(), len(self._counts)
        if key == Qt.Key.Key_Escape and self._chosen is not None:
            self._choose(None)
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right} and count:
            step = 1 if key == Qt.Key.Key_Right else -1
            low, high = self._chosen or ((-1, -1) if step > 0 else (count, count))
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._chosen is not None:
                self._choose((low, min(max(high + step, low), count - 1)))
            else:
                place = min(max((high if step > 0 else low) + step, 0), count - 1)
                self._choose((place, place))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._bar_at(QPointF(event.pos()))
            text = "" if place is None else f"{self._words(place, place)}: {format_number(int(self._counts[place]))}"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _choose(self, chosen: tuple[int, int] | None) -> None:
        if chosen == self._chosen:
            return
        self._chosen = chosen
        self._tell()
        self.update()
        if chosen is None:
            self.range_chosen.emit(None, None)
        else:
            self.range_chosen.emit(float(self._edges[chosen[0], 0]), float(self._edges[chosen[1], 1]))

    def _tell(self) -> None:
        self.setAccessibleDescription("" if self._chosen is None else self._words(*self._chosen))

    def _words(self, low: int, high: int) -> str:
        first, last = float(self._edges[low, 0]), float(self._edges[high, 1])
        return format_quantity(first, "m") if first == last else f"{format_quantity(first, 'm')} – {format_quantity(last, 'm')}"

    # painting

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_MARGIN, _TOP, -_MARGIN, -_FOOT)

    def _column(self, place: int) -> QRectF:
        area, count = self._area(), max(len(self._counts), 1)
        width = area.width() / count
        return QRectF(area.left() + place * width, area.top(), width, area.height())

    def _nearest(self, x: float) -> int:
        area, count = self._area(), max(len(self._counts), 1)
        return min(max(int((x - area.left()) / max(area.width(), 1) * count), 0), count - 1)

    def _bar_at(self, at: QPointF) -> int | None:
        inside = self._area().adjusted(0, -_TOP, 0, _FOOT).contains(at)
        return self._nearest(at.x()) if inside and len(self._counts) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painter.fillRect(QRectF(0, 0, 1, self.height()), colours.border.subtle)
        caption = fonts.font("caption")
        head = QRectF(_MARGIN, 2, self.width() - 2 * _MARGIN, 16)
        title = tr("Lengths") if self._chosen is None else self._words(*self._chosen)
        painting.text(painter, head, title, caption, colours.text.secondary)
        if not len(self._counts):
            painting.text(painter, self._area(), tr("No lengths selected yet"), caption, colours.text.tertiary)
            return
        if self._chosen is not None:
            many = int(self._counts[self._chosen[0] : self._chosen[1] + 1].sum())
            painting.text(painter, head, format_number(many), caption, colours.text.tertiary, Qt.AlignmentFlag.AlignRight)
        most = int(self._counts.max())
        for place, count in enumerate(self._counts.tolist()):
            column = self._column(place)
            inset = min(2.0, column.width() * 0.15)
            high = max(2.0, column.height() * count / most)
            bar = QRectF(column.left() + inset, column.bottom() - high, column.width() - 2 * inset, high)
            chosen = self._chosen is None or self._chosen[0] <= place <= self._chosen[1]
            painter.fillRect(bar, colours.accent if self._chosen is not None and chosen else colours.border.strong)
        area = self._area()
        painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), colours.border.default)
        self._paint_scale(painter)

    def _paint_scale(self, painter: QPainter) -> None:
        """Draw lengths below the bars, as space permits."""
        colours = theme.current()
        font = fonts.font("micro", tabular=True)
        last = len(self._counts) - 1
        for place in range(last + 1):
            column = self._column(place)
            words = format_number(float(self._edges[place, 0])) + (" m" if place == last else "")
            width = fonts.text_width(words, "micro", tabular=True) + 4
            if place not in (0, last) and column.width() < width:
                continue
            where = QRectF(column.center().x() - width / 2, self.height() - _FOOT + 2, width, 14)
            if where.right() > self.width():
                where.moveRight(self.width() - 2)
            painting.text(painter, where, words, font, colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)


def _round_up(width: float) -> float:
    """A width of bars that is 1, 2 or 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(max(width, 1e-3)))
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= width * 0.999))
