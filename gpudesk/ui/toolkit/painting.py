"""Small helpers of painting: crisp frames, hairlines and text."""

from functools import cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from gpudesk.ui.toolkit.theme import theme


def fill_round(painter: QPainter, rect: QRect | QRectF, fill: QColor, radius: float) -> None:
    """Fill a rectangle with round corners."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(rect), radius, radius)
    painter.restore()


def frame(
    painter: QPainter,
    rect: QRect | QRectF,
    fill: QColor | None,
    line: QColor,
    radius: float,
    *,
    width: float = 1.0,
    pattern: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """A frame whose line of `width` px is completely inside `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, width, pattern))
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    inset = width / 2
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


def bottom_line(painter: QPainter, rect: QRect, colour: QColor) -> None:
    """A hairline along the bottom of `rect`."""
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colour)


def top_line(painter: QPainter, rect: QRect, colour: QColor) -> None:
    """A hairline along the top of `rect`."""
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), colour)


def right_line(painter: QPainter, rect: QRect, colour: QColor) -> None:
    """A hairline along the right edge of `rect`."""
    painter.fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), colour)


def text(
    painter: QPainter,
    rect: QRect | QRectF,
    words: str,
    font: QFont,
    colour: QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    *,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
) -> float:
    """One line of text, in the middle of the height, elided to fit; returns the width that was written."""
    area = QRectF(rect)
    metrics = QFontMetricsF(font)
    shown, wide = words, metrics.horizontalAdvance(words)
    if wide > area.width() + 0.5:
        shown = metrics.elidedText(words, elide, area.width() + 0.5)
        wide = metrics.horizontalAdvance(shown)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(area, _one_line(align), shown)
    return wide


@cache
def _one_line(align: Qt.AlignmentFlag) -> int:
    """The flags of one line in the middle of the height: to put them together takes Python as long as to measure the text."""
    return int(align | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)


def shadow(painter: QPainter, body: QRect | QRectF | QPainterPath, radius: float = 0.0) -> None:
    """The soft shadow below a popover, a palette or a dragged object, 12 px around with a small downward offset."""
    outline = QPainterPath()
    if isinstance(body, QPainterPath):
        outline = body
    else:
        outline.addRoundedRect(QRectF(body), radius, radius)
    strongest = 26 if theme.current().is_dark else 11
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(0, 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for spread in range(1, 10):
        strength = max(strongest - 3 * spread, 2)
        pen = QPen(QColor(0, 0, 0, strength), 2 * spread)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(outline)
    painter.restore()
