"""The bubble with the reason why a placement is impossible: painted next to its target, never over it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import Theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

WIDTH = 300.0
POINTER = 9.0
_PAD_X, _PAD_Y = 12.0, 10.0
_LINE = 18.0


@dataclass(frozen=True, slots=True)
class BubbleText:
    """The problem, its reason, and a solution."""

    title: str
    why: tuple[str, ...]
    fix: str


def bubble_size(text: BubbleText) -> QSizeF:
    """The size of the frame around a text."""
    lines = sum(len(lines) for lines in _wrapped(text))
    return QSizeF(WIDTH, 2 * _PAD_Y + _LINE + 4 + lines * _LINE)


def place_bubble(size: QSizeF, target: QRectF, avoid: Sequence[QRectF], view: QRectF) -> QRectF:
    """Position of a bubble: next to `target` and inside `view`, off the rectangles of `avoid` if possible.

    It never covers the target; if no side has room, it is in the corner of the view that is farthest from it.
    """
    gap = POINTER + 4
    inner = view.adjusted(8, 8, -8, -8)
    middle_y = target.center().y() - size.height() / 2
    middle_x = target.center().x() - size.width() / 2
    top = min(max(middle_y, inner.top()), inner.bottom() - size.height())
    left = min(max(middle_x, inner.left()), inner.right() - size.width())
    places = [
        QRectF(QPointF(target.left() - gap - size.width(), top), size),
        QRectF(QPointF(target.right() + gap, top), size),
        QRectF(QPointF(left, target.top() - gap - size.height()), size),
        QRectF(QPointF(left, target.bottom() + gap), size),
    ]
    fitting = [place for place in places if inner.contains(place)]
    for place in fitting:
        if not any(place.intersects(other) for other in avoid):
            return place
    if fitting:
        return fitting[0]
    corners = [
        QRectF(QPointF(x, y), size)
        for x in (inner.left(), inner.right() - size.width())
        for y in (inner.top(), inner.bottom() - size.height())
    ]
    return max(corners, key=lambda place: _apart(place, target))


def paint_bubble(painter: QPainter, rect: QRectF, target: QRectF, text: BubbleText, colours: Theme, severity: str = "error") -> None:
    """Draw the bubble at `rect` with its pointer toward `target`."""
    line = colours.severity[severity].colour
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = QPainterPath()
    shape.addRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.radius("popover"), theme.radius("popover"))
    shape = shape.united(_pointer(rect, target))
    shadow = QColor(0, 0, 0, 60 if colours.is_dark else 32)
    for grow in (3.0, 2.0, 1.0):
        painter.setPen(QPen(shadow, grow))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape.translated(0, grow))
    painter.setPen(QPen(line, 1.0))
    painter.setBrush(colours.surface.overlay)
    painter.drawPath(shape)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    paint_severity(painter, QRectF(rect.left() + _PAD_X, rect.top() + _PAD_Y + 2, 14, 14), severity)
    painter.setFont(fonts.font("strong"))
    painter.setPen(line)
    title = QRectF(rect.left() + _PAD_X + 20, rect.top() + _PAD_Y, rect.width() - 2 * _PAD_X - 20, _LINE)
    painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, text.title)
    y = title.bottom() + 4
    for lines, ink in zip(_wrapped(text), (colours.text.primary, colours.text.secondary), strict=True):
        painter.setFont(fonts.font("body"))
        painter.setPen(ink)
        for words in lines:
            painter.drawText(QRectF(rect.left() + _PAD_X, y, rect.width() - 2 * _PAD_X, _LINE), Qt.AlignmentFlag.AlignVCenter, words)
            y += _LINE
    painter.restore()


def _wrapped(text: BubbleText) -> tuple[list[str], list[str]]:
    metrics = QFontMetricsF(fonts.font("body"))
    room = WIDTH - 2 * _PAD_X
    why = [line for part in text.why for line in wrap(part, metrics, room)]
    return why, wrap(text.fix, metrics, room) if text.fix else []


def wrap(text: str, metrics: QFontMetricsF, room: float) -> list[str]:
    """A text in lines of at most `room` px."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _pointer(rect: QRectF, target: QRectF) -> QPainterPath:
    """A triangle on the side of the bubble that faces the target."""
    path = QPainterPath()
    y = min(max(target.center().y(), rect.top() + 16), rect.bottom() - 16)
    x = min(max(target.center().x(), rect.left() + 16), rect.right() - 16)
    if target.left() >= rect.right():
        points = [QPointF(rect.right() - 1, y - 7), QPointF(rect.right() + POINTER, y), QPointF(rect.right() - 1, y + 7)]
    elif target.right() <= rect.left():
        points = [QPointF(rect.left() + 1, y - 7), QPointF(rect.left() - POINTER, y), QPointF(rect.left() + 1, y + 7)]
    elif target.top() >= rect.bottom():
        points = [QPointF(x - 7, rect.bottom() - 1), QPointF(x, rect.bottom() + POINTER), QPointF(x + 7, rect.bottom() - 1)]
    elif target.bottom() <= rect.top():
        points = [QPointF(x - 7, rect.top() + 1), QPointF(x, rect.top() - POINTER), QPointF(x + 7, rect.top() + 1)]
    else:
        return path
    path.moveTo(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()
    return path


def _apart(first: QRectF, second: QRectF) -> float:
    """Distance between two rectangles; less than 0 if they overlap."""
    across = max(first.left() - second.right(), second.left() - first.right())
    down = max(first.top() - second.bottom(), second.top() - first.bottom())
    return max(across, down)
