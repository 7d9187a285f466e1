"""The number of a rail on its color."""

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.theme import theme

_LIGHT, _DARK = QColor("#ffffff"), QColor("#0b0e12")


def rail_colour(rail: int) -> QColor:
    """The color of a rail; there are eight, which then repeat."""
    colours = theme.current().rail
    return colours[rail % len(colours)]


def ink_on(ground: QColor) -> QColor:
    """Black or white, whichever is read better on a ground."""
    return max((_LIGHT, _DARK), key=lambda ink: theme.contrast_ratio(ink, ground))


def paint_rail(painter: QPainter, rect: QRectF, rail: int) -> None:
    """Draw the square of a rail."""
    ratio = painter.device().devicePixelRatio()
    painter.drawPixmap(rect.topLeft(), _picture(rail, rail_colour(rail).name(), rect.width(), rect.height(), ratio))


@lru_cache(maxsize=256)
def _picture(rail: int, colour: str, width: float, height: float, ratio: float) -> QPixmap:
    picture = QPixmap(QSize(round(width * ratio), round(height * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    rect, ground = QRectF(0, 0, width, height), QColor(colour)
    painting.fill_round(painter, rect, ground, theme.radius("mark"))
    painting.text(painter, rect, str(rail), fonts.font("caption", strong=True, tabular=True), ink_on(ground), Qt.AlignmentFlag.AlignHCenter)
    painter.end()
    return picture
