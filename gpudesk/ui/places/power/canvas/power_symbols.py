"""The symbols of a one-line diagram, as IEC 60617 draws them, in px around their middle."""

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.canvas.text import ink

SYMBOLS = (*NODE_KINDS, "transformer", "rectifier", "supply", "open")
"""Available symbols: node kinds, transformers, and an open breaker."""


_KEPT = 400
_pictures: dict[tuple[str, float, int, int, float], QPixmap] = {}


def draw_symbol(painter: QPainter, frame: Frame, kind: str, middle: QPointF, size: float, colour: QColor, ground: QColor) -> None:
    """Draw one of `SYMBOLS` from its kept picture; for files and paper line by line."""
    if frame.exact:
        paint_symbol(painter, kind, middle, size, colour, ground)
        return
    size, ratio = float(round(size)), frame.camera.ratio
    key = (kind, size, colour.rgba(), ground.rgba(), ratio)
    picture = _pictures.get(key)
    side = size + 6
    if picture is None:
        if len(_pictures) >= _KEPT:
            _pictures.clear()
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        inner = QPainter(picture)
        paint_symbol(inner, kind, QPointF(side / 2, side / 2), size, colour, ground)
        inner.end()
        _pictures[key] = picture
    painter.drawPixmap(QPointF(middle.x() - side / 2, middle.y() - side / 2), picture)


def paint_symbol(painter: QPainter, kind: str, middle: QPointF, size: float, colour: QColor, ground: QColor) -> None:
    """Draw one of `SYMBOLS`, `size` px high, on a ground that covers the wire behind it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(middle)
    painter.setPen(QPen(colour, max(1.2, size / 16), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(ground)
    _DRAWN[kind](painter, size / 2)
    painter.restore()


def _wave(painter: QPainter, half: float, middle: QPointF | None = None) -> None:
    """One period of alternating current."""
    at = middle or QPointF()
    path = QPainterPath(at + QPointF(-half, 0))
    path.cubicTo(at + QPointF(-half / 2, -1.3 * half), at + QPointF(-half / 4, -0.6 * half), at)
    path.cubicTo(at + QPointF(half / 4, 0.6 * half), at + QPointF(half / 2, 1.3 * half), at + QPointF(half, 0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _direct(painter: QPainter, half: float, at: QPointF) -> None:
    """Direct current: a line over dashes."""
    painter.drawLine(QLineF(at.x() - half, at.y() - half / 3, at.x() + half, at.y() - half / 3))
    for step in (-1.0, -0.2, 0.6):
        painter.drawLine(QLineF(at.x() + step * half, at.y() + half / 3, at.x() + (step + 0.4) * half, at.y() + half / 3))


def _source(painter: QPainter, half: float) -> None:
    painter.drawEllipse(QPointF(), half, half)
    _wave(painter, 0.55 * half)


def _generator(painter: QPainter, half: float) -> None:
    painter.drawEllipse(QPointF(), half, half)
    painter.setFont(ink("caption", strong=True, px=max(8, round(0.9 * half))).font)
    painter.drawText(QRectF(-half, -half * 1.3, 2 * half, 2 * half), Qt.AlignmentFlag.AlignCenter, "G")
    _wave(painter, 0.4 * half, QPointF(0, 0.5 * half))


def _ups(painter: QPainter, half: float) -> None:
    painter.drawRect(QRectF(-half, -half, 2 * half, 2 * half))
    painter.drawLine(QLineF(-half, half, half, -half))
    _wave(painter, 0.3 * half, QPointF(-0.5 * half, -0.5 * half))
    _direct(painter, 0.3 * half, QPointF(0.5 * half, 0.5 * half))


def _rectifier(painter: QPainter, half: float) -> None:
    painter.drawRect(QRectF(-half, -half, 2 * half, 2 * half))
    painter.drawLine(QLineF(-half, half, half, -half))
    _wave(painter, 0.3 * half, QPointF(-0.45 * half, -0.5 * half))
    _direct(painter, 0.3 * half, QPointF(0.5 * half, 0.5 * half))


def _transfer_switch(painter: QPainter, half: float) -> None:
    pen = painter.pen()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRect(QRectF(-half, -half, 2 * half, 2 * half))
    painter.setPen(pen)
    for side in (-0.6, 0.6):
        painter.drawLine(QLineF(side * half, -half, side * half, -0.35 * half))
        painter.drawEllipse(QPointF(side * half, -0.3 * half), 0.1 * half, 0.1 * half)
    painter.drawLine(QLineF(0, half, 0, 0.45 * half))
    painter.drawLine(QLineF(0, 0.45 * half, -0.6 * half, -0.3 * half))


def _panel(painter: QPainter, half: float) -> None:
    painter.drawRect(QRectF(-half, -half, 2 * half, 2 * half))
    painter.drawLine(QLineF(-0.7 * half, -0.3 * half, 0.7 * half, -0.3 * half))
    for side in (-0.5, 0.0, 0.5):
        painter.drawLine(QLineF(side * half, -0.3 * half, side * half, 0.0))
        painter.drawLine(QLineF(side * half, 0.55 * half, (side - 0.22) * half, 0.05 * half))
        painter.drawLine(QLineF(side * half, 0.55 * half, side * half, half))


def _busway(painter: QPainter, half: float) -> None:
    painter.drawRect(QRectF(-half, -0.45 * half, 2 * half, 0.9 * half))
    painter.drawLine(QLineF(-half, 0, half, 0))
    for side in (-0.5, 0.5):
        painter.drawLine(QLineF(side * half, 0, side * half, half))


def _breaker(painter: QPainter, half: float, *, opened: bool = False) -> None:
    """A contact with a cross: touching the lever if closed, apart if open."""
    pen = painter.pen()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRect(QRectF(-0.75 * half, -0.62 * half, 1.1 * half, 1.24 * half))
    painter.setPen(pen)
    painter.drawLine(QLineF(0, -half, 0, -0.6 * half))
    cross = 0.2 * half
    painter.drawLine(QLineF(-cross, -0.6 * half - cross, cross, -0.6 * half + cross))
    painter.drawLine(QLineF(-cross, -0.6 * half + cross, cross, -0.6 * half - cross))
    painter.drawLine(QLineF(0, half, 0, 0.6 * half))
    painter.drawLine(QLineF(0, 0.6 * half, (-0.95 if opened else -0.14) * half, (-0.35 if opened else -0.6) * half))


def _pdu(painter: QPainter, half: float) -> None:
    painter.drawRect(QRectF(-0.45 * half, -half, 0.9 * half, 2 * half))
    for at in (-0.6, 0.0, 0.6):
        painter.drawEllipse(QPointF(0, at * half), 0.16 * half, 0.16 * half)


def _supply(painter: QPainter, half: float) -> None:
    painter.drawRect(QRectF(-half, -half, 2 * half, 2 * half))
    painter.drawLine(QLineF(-half, half, half, -half))


def _transformer(painter: QPainter, half: float) -> None:
    painter.drawEllipse(QPointF(0, -0.4 * half), 0.6 * half, 0.6 * half)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(0, 0.4 * half), 0.6 * half, 0.6 * half)


_DRAWN: dict[str, Callable[[QPainter, float], None]] = {
    "source": _source,
    "generator": _generator,
    "ups": _ups,
    "transfer_switch": _transfer_switch,
    "panel": _panel,
    "busway": _busway,
    "feed": _breaker,
    "pdu": _pdu,
    "bank": _breaker,
    "transformer": _transformer,
    "rectifier": _rectifier,
    "supply": _supply,
    "open": lambda painter, half: _breaker(painter, half, opened=True),
}
