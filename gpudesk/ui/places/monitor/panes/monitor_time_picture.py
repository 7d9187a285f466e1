"""A picture over time: wheel and plus and minus zoom, a drag and the arrows move, the pointer or Shift and the arrows put the cursor."""

from abc import abstractmethod

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_view import MonitorView
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.theme import theme

TOP, FOOT = 8, 22
_ZOOM = 0.8
_STEP = 0.1
_CURSOR_STEP = 0.01


class TimePicture(QWidget):
    """Shows the time that its view shows, as all others of that view do.

    Signals:
        entered(): it got the focus.
    """

    entered = Signal()

    def __init__(self, model: MonitorModel, view: MonitorView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.view = view
        self._dragged: float | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._painted_s, self._revision = 0.0, 0
        model.changed.connect(self._values_changed)
        model.selection_changed.connect(self.update)
        view.changed.connect(self.update)
        theme.notifier().changed.connect(self.update)

    @abstractmethod
    def area(self, size: QSizeF) -> QRectF:
        """Where time runs from left to right."""

    @abstractmethod
    def draw(self, painter: QPainter, size: QSizeF) -> None:
        """Draw it, ground and cursor left out."""

    def sizeHint(self) -> QSize:
        return QSize(360, 180)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 96)

    # painting

    def render_to(self, painter: QPainter, size: QSizeF) -> None:
        """Draw it into a file or onto paper."""
        painter.fillRect(QRectF(QPointF(0, 0), size), theme.current().surface.panel)
        self.draw(painter, size)

    def _values_changed(self) -> None:
        """Repaint once the time moved by a pixel: before that nothing would change."""
        last_s, (since_s, until_s) = self.model.history.last_s, self.view.span()
        wide = self.area(QSizeF(self.size())).width()
        if last_s is None or self._revision != self.model.history.revision or abs(last_s - self._painted_s) * wide >= until_s - since_s:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        self._painted_s, self._revision = self.model.history.last_s or 0.0, self.model.history.revision
        painter = QPainter(self)
        try:
            self.render_to(painter, QSizeF(self.size()))
            self._paint_cursor(painter)
            if self.hasFocus():
                painter.setPen(QPen(theme.current().focus_ring, 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        finally:
            # Qt does not survive a painter that outlives this, as one does that an error holds.
            painter.end()

    def paint_times(self, painter: QPainter, area: QRectF, size: QSizeF, *, lines: bool = True) -> None:
        """Write the times at the foot, and draw a line at each."""
        colours, caption = theme.current(), fonts.font("caption", tabular=True)
        for share, text in self.view.ticks(max(2, int(area.width() // 90))):
            x = area.left() + share * area.width()
            if lines:
                painter.setPen(QPen(colours.grid_major, 1))
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            left, align = x - 40, Qt.AlignmentFlag.AlignHCenter
            if left + 80 > size.width() - 4:
                left, align = size.width() - 92, Qt.AlignmentFlag.AlignRight
            elif left < area.left() - 30:
                left, align = area.left() - 10, Qt.AlignmentFlag.AlignLeft
            painting.text(painter, QRectF(left, area.bottom() + 3, 80, 16), text, caption, colours.text.tertiary, align)

    def _paint_cursor(self, painter: QPainter) -> None:
        at_s = self.view.cursor_s
        area = self.area(QSizeF(self.size()))
        since_s, until_s = self.view.span()
        if at_s is None or not since_s <= at_s <= until_s or until_s <= since_s:
            return
        x = area.left() + (at_s - since_s) / (until_s - since_s) * area.width()
        painter.setPen(QPen(theme.current().text.secondary, 1))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        words = self.words_at(at_s)
        wide = max((fonts.text_width(text, "caption", tabular=True) for text, _ in words), default=0.0) + 24
        high = 17.0 * len(words) + 4
        left = x + 6 if x + 6 + wide <= area.right() else x - 6 - wide
        box = QRectF(max(left, area.left()), max(area.top() + 2, area.bottom() - high - 6), wide, high)
        if not words:
            return
        colours = theme.current()
        painting.frame(painter, box, colours.surface.overlay, colours.border.default, theme.radius("control"))
        for number, (text, tone) in enumerate(words):
            top = box.top() + 2 + 17 * number
            if tone is not None:
                painter.fillRect(QRectF(box.left() + 6, top + 5, 7, 7), tone)
            place = QRectF(box.left() + (17 if tone is not None else 8), top, wide, 17)
            painting.text(painter, place, text, fonts.font("caption", tabular=True), colours.text.primary)

    def words_at(self, at_s: float) -> list[tuple[str, QColor | None]]:
        """Text next to the cursor, with its color."""
        del at_s
        return []

    # pointer and keys

    def time_at(self, x: float) -> float:
        """The time at a place."""
        area = self.area(QSizeF(self.size()))
        since_s, until_s = self.view.span()
        return since_s + (x - area.left()) / area.width() * (until_s - since_s)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        if abs(turned.x()) > abs(turned.y()):
            since_s, until_s = self.view.span()
            self.view.pan(-turned.x() / 1200 * (until_s - since_s))
        elif turned.y():
            self.view.zoom(_ZOOM ** (turned.y() / 120), self.time_at(event.position().x()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged = event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._dragged is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self.view.pan(self.time_at(self._dragged) - self.time_at(x))
            self._dragged = x
        area = self.area(QSizeF(self.size()))
        self.view.set_cursor(self.time_at(x) if area.left() <= x <= area.right() else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._dragged = None

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.view.set_cursor(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        since_s, until_s = self.view.span()
        wide, key = until_s - since_s, Qt.Key(event.key())
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        if way is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            at_s = self.view.cursor_s if self.view.cursor_s is not None else until_s
            self.view.set_cursor(min(max(at_s + way * _CURSOR_STEP * wide, since_s), until_s))
            cursor_texts = [text for text, _ in self.words_at(self.view.cursor_s or until_s)]
            self.setAccessibleDescription(", ".join(cursor_texts))
        elif way is not None:
            self.view.pan(way * _STEP * wide)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            middle = self.view.cursor_s if self.view.cursor_s is not None else until_s
            self.view.zoom(_ZOOM if key == Qt.Key.Key_Plus else 1 / _ZOOM, middle)
        elif key == Qt.Key.Key_Home:
            self.view.begin()
        elif key == Qt.Key.Key_End:
            self.view.follow()
        elif key == Qt.Key.Key_Escape and self.view.cursor_s is not None:
            self.view.set_cursor(None)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
