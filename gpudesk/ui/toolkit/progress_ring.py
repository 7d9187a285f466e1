"""A progress ring: it fills clockwise, with failed items after completed ones."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpudesk.ui.toolkit.theme.tokens import Theme

_TURN = 360 * 16
_GAP = 10 * 16
"""Gap of a ring that is not complete."""
_LEAST = 4 * 16


def paint_ring(
    painter: QPainter, rect: QRectF, done: float, failed: float, total: float, colours: Theme, ground: QColor | None = None
) -> None:
    """Paint a ring into a square.

    Args:
        ground: of a disc below it, for drawings that would show through.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wide = max(rect.width() / 7, 2.5)
    if ground is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawEllipse(rect.adjusted(-1.5, -1.5, 1.5, 1.5))
    area = rect.adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colours.border.default if ground is None else colours.border.strong, wide))
    painter.drawEllipse(area)
    if total > 0:
        start = 90 * 16
        for count, colour in ((done, colours.severity["ok"].colour), (failed, colours.severity["error"].colour)):
            if count > 0:
                span = max(round(_TURN * count / total), _LEAST)
                span = _TURN if count >= total else min(span, _TURN - _GAP)
                pen = QPen(colour, wide)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawArc(area, start, -span)
                start -= span
    painter.restore()
