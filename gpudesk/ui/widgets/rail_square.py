"""The number of a rail on its colour."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gpudesk.ui import drawing, fonts, theme

_LIGHT, _DARK = QColor("#ffffff"), QColor("#0b0e12")


def rail_colour(rail: int) -> QColor:
    """The colour of a rail; there are eight, then they come again."""
    colours = theme.current().rail
    return colours[rail % len(colours)]


def ink_on(ground: QColor) -> QColor:
    """Black or white, whichever is read better on a ground."""
    return max((_LIGHT, _DARK), key=lambda ink: theme.contrast_ratio(ink, ground))


def paint_rail(painter: QPainter, rect: QRectF, rail: int) -> None:
    """Draw the square of a rail."""
    ground = rail_colour(rail)
    drawing.fill_round(painter, rect, ground, theme.radius("mark"))
    drawing.text(painter, rect, str(rail), fonts.font("caption", strong=True, tabular=True), ink_on(ground), Qt.AlignmentFlag.AlignHCenter)
