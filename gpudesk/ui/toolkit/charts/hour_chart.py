"""The hours of a day as stacked columns against a line: what workloads take of the GPUs that are there."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpudesk.core.work.workload import HOURS
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.charts.plot_axis import Axis
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("HourChart")

_LEFT, _RIGHT, _TOP, _FOOT = 46, 12, 22, 22
_GAP = 2
_EVERY = 3
"""Hours between two that are written."""


@dataclass(frozen=True, slots=True)
class Band:
    """One part of the columns: its name, and how much of it there is in each hour."""

    name: str
    by_hour: tuple[int, ...]


class HourChart(QWidget):
    """Left and Right move from hour to hour; the value of each is announced.

    Signals:
        chosen(int): the current hour.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bands: tuple[Band, ...] = ()
        self._there = 0
        self._hour = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("GPUs by hour"))

    def set_bands(self, bands: Sequence[Band], there: int) -> None:
        """Show these, the first at the bottom, and a line at how many are there."""
        self._bands, self._there = tuple(bands), there
        totals = [self.total(hour) for hour in range(HOURS)]
        self.choose(totals.index(max(totals)))

    @property
    def hour(self) -> int:
        """The hour that is looked at."""
        return self._hour

    def total(self, hour: int) -> int:
        """All bands of an hour."""
        return sum(band.by_hour[hour] for band in self._bands)

    def told(self, hour: int) -> str:
        """Text of an hour."""
        head = tr("{hour}: {count} of {there} GPUs").format(
            hour=f"{hour:02}:00", count=format_number(self.total(hour)), there=format_number(self._there)
        )
        return "\n".join([head, *(f"{band.name}: {format_number(band.by_hour[hour])}" for band in self._bands if band.by_hour[hour])])

    def choose(self, hour: int) -> None:
        """Look at an hour."""
        self._hour = min(max(hour, 0), HOURS - 1)
        self.setAccessibleDescription(self.told(self._hour))
        self.chosen.emit(self._hour)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(560, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(360, 150)

    # pointer and keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -HOURS, Qt.Key.Key_End: HOURS}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self._hour + step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hour = self._hour_at(event.position())
        if hour is not None:
            self.choose(hour)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            hour = self._hour_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if hour is None else self.told(hour), self)
            return True
        return super().event(event)

    def _area(self) -> QRectF:
        return QRectF(_LEFT, _TOP, max(1, self.width() - _LEFT - _RIGHT), max(1, self.height() - _TOP - _FOOT))

    def _hour_at(self, point: QPointF) -> int | None:
        area = self._area()
        at = int((point.x() - area.left()) / area.width() * HOURS)
        return at if area.left() <= point.x() < area.right() and 0 <= at < HOURS else None

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme.current(), QPainter(self)
        painter.fillRect(self.rect(), colours.surface.canvas)
        area = self._area()
        axis = Axis.over([*(self.total(hour) for hour in range(HOURS)), self._there, 1])
        for value in axis.ticks():
            y = area.bottom() - axis.share(value) * area.height()
            painter.setPen(QPen(colours.border.subtle, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            place = QRectF(0, y - 8, _LEFT - 6, 16)
            painting.text(painter, place, format_number(value), fonts.font("caption"), colours.text.tertiary, Qt.AlignmentFlag.AlignRight)
        wide = area.width() / HOURS
        for hour in range(HOURS):
            self._paint_hour(painter, QRectF(area.left() + hour * wide, area.top(), wide, area.height()), hour, axis)
        y = area.bottom() - axis.share(self._there) * area.height()
        painter.setPen(QPen(colours.text.primary, 1.5))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        words = tr("{count} GPUs available").format(count=format_number(self._there))
        place = QRectF(area.left(), y - 18, area.width() - 4, 16)
        painting.text(painter, place, words, fonts.font("caption"), colours.text.secondary, Qt.AlignmentFlag.AlignRight)

    def _paint_hour(self, painter: QPainter, area: QRectF, hour: int, axis: Axis) -> None:
        colours = theme.current()
        if hour == self._hour:
            painter.fillRect(area, colours.selection)
            if self.hasFocus():
                painter.setPen(QPen(colours.focus_ring, 1.5))
                painter.drawRect(area.adjusted(1, 1, -1, -1))
        bottom = area.bottom()
        for number, band in enumerate(self._bands):
            high = band.by_hour[hour] / axis.high * area.height()
            if high:
                tone = colours.series[number % len(colours.series)]
                painter.fillRect(QRectF(area.left() + _GAP, bottom - high, area.width() - 2 * _GAP, high), tone)
                bottom -= high
        if hour % _EVERY == 0:
            place = QRectF(area.left() - 20, area.bottom() + 3, area.width() + 40, 16)
            painting.text(painter, place, f"{hour:02}", fonts.font("caption"), colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
