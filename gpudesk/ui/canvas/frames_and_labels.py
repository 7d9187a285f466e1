"""Crisp rectangles, frames and labels over a drawing."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from gpudesk.ui.canvas.camera import Camera, whole
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.canvas.text import ink

REACH_PX = 6
"""Distance by which marks extend beyond their object."""


def px_rect(camera: Camera, rect_mm: tuple[float, float, float, float]) -> QRectF:
    """A rectangle (x, y, width, height) in mm as a crisp rectangle in px."""
    x, y, w, h = rect_mm
    left, right = whole(camera.x_px(x) * camera.ratio), whole(camera.x_px(x + w) * camera.ratio)
    top, bottom = whole(camera.y_px(y) * camera.ratio), whole(camera.y_px(y + h) * camera.ratio)
    return QRectF(QPointF(left / camera.ratio, top / camera.ratio), QPointF(right / camera.ratio, bottom / camera.ratio))


def frame_rect(painter: QPainter, rect: QRectF, colour: QColor, width_px: float) -> None:
    """A crisp frame inside `rect`."""
    w = min(width_px, rect.width() / 2, rect.height() / 2)
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), w), colour)
    painter.fillRect(QRectF(rect.left(), rect.bottom() - w, rect.width(), w), colour)
    painter.fillRect(QRectF(rect.left(), rect.top() + w, w, rect.height() - 2 * w), colour)
    painter.fillRect(QRectF(rect.right() - w, rect.top() + w, w, rect.height() - 2 * w), colour)


def label(painter: QPainter, frame: Frame, target: QRectF, words: str) -> None:
    """The name of a place on accent, above its rectangle or below if there is no room."""
    letters = ink("caption", strong=True)
    width = frame.texts.width(words, letters) + 12
    above = target.top() - 20
    rect = QRectF(round(target.left()), round(above if above > 2 else target.bottom() + 2), round(width), 18)
    painter.fillRect(rect, frame.theme.accent)
    frame.texts.draw(painter, words, letters, frame.theme.text.on_accent, rect.left() + 6, rect.center().y())
