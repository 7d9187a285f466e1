"""One large figure with its range and its target."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("RangeFigure")

_HIGH, _TRACK = 96, 6
_ROOM = 1.15


class RangeFigure(QWidget):
    """A value in large letters, its range as text, and a track from 0 with range, value and limit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._unit, self._words = "", "", ""
        self._value, self._low, self._high = 0.0, 0.0, 0.0
        self._limit: float | None = None
        self._severity = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def show_figure(
        self, title: str, value: float, low: float, high: float, unit: str, limit: float | None = None, severity: str = ""
    ) -> None:
        """Show another figure; a severity inks it."""
        self._title, self._unit, self._limit, self._severity = title, unit, limit, severity
        self._value, self._low, self._high = value, low, high
        between = tr("{low} to {high} {unit}, 90 %")
        self._words = between.format(low=_short(low), high=_short(high), unit=unit) if high > low else ""
        text = "" if limit is None else tr("limit {limit}").format(limit=f"{_short(limit)}{THIN_SPACE}{unit}")
        self.setAccessibleName(title)
        spoken_parts = [f"{_short(value)} {unit}", self._words, text]
        self.setAccessibleDescription(", ".join(part for part in spoken_parts if part))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(220, _HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if not self._title:
            return
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = float(self.width())
        painting.text(painter, QRectF(0, 0, wide, 18), self._title, fonts.font("body"), colours.text.secondary)
        value = f"{_short(self._value)}{THIN_SPACE}{self._unit}"
        ink = colours.severity[self._severity].colour if self._severity in {"error", "warning"} else colours.text.primary
        used = painting.text(painter, QRectF(0, 20, wide, 28), value, fonts.font("figure", strong=True), ink)
        rest = QRectF(used + 10, 23, max(0.0, wide - used - 10), 24)
        painting.text(painter, rest, self._words, fonts.font("caption"), colours.text.secondary)
        self._paint_track(painter, wide)

    def _paint_track(self, painter: QPainter, wide: float) -> None:
        colours, top = theme.current(), 58.0
        most = max(self._high, self._limit or 0.0, self._value) * _ROOM or 1.0
        painter.fillRect(QRectF(0, top, wide, _TRACK), colours.surface.sunken)
        if self._high > self._low:
            left, right = self._low / most * wide, self._high / most * wide
            band = theme.mix(colours.surface.sunken, colours.accent, 0.45)
            painter.fillRect(QRectF(left, top, max(1.0, right - left), _TRACK), band)
        if colours.name == "contrast":
            painter.setPen(QPen(colours.border.default, 1))
            painter.drawRect(QRectF(0.5, top, wide - 1, _TRACK))
        at = self._value / most * wide
        painter.fillRect(QRectF(at - 1.5, top - 4, 3, _TRACK + 8), colours.accent)
        caption = fonts.font("caption", tabular=True)
        painting.text(painter, QRectF(0, top + 12, 20, 16), "0", caption, colours.text.tertiary)
        end = f"{_short(most)}{THIN_SPACE}{self._unit}"
        limit_words = ""
        if self._limit is not None:
            x = self._limit / most * wide
            painter.setPen(QPen(colours.severity["error"].colour, 2))
            painter.drawLine(QPointF(x, top - 6), QPointF(x, top + _TRACK + 6))
            limit_words = tr("limit {limit}").format(limit=_short(self._limit))
            room = fonts.text_width(limit_words, "caption", strong=True) + 4
            left = min(max(x - room / 2, 18), wide - room)
            place = QRectF(left, top + 12, room, 16)
            red, strong = colours.severity["error"].colour, fonts.font("caption", strong=True)
            painting.text(painter, place, limit_words, strong, red, Qt.AlignmentFlag.AlignHCenter)
            if place.right() + fonts.text_width(end, "caption") + 6 > wide:
                return
        painting.text(painter, QRectF(0, top + 12, wide, 16), end, caption, colours.text.tertiary, Qt.AlignmentFlag.AlignRight)


def _short(value: float) -> str:
    return format_number(value, 1 if abs(value) < 100 else 0)
