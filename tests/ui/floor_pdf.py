"""A plan of a hall as a PDF, as an architect would send it: walls, columns, a door, a scale bar."""

from pathlib import Path

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen

SHEET_MM = (420.0, 297.0)
SCALE = 100
HALL_MM = (24_000, 14_400)
WALL_MM = (60.0, 60.0)
"""Where the inner corner of the hall is on the sheet, in mm of paper."""


def floor_pdf(path: Path, pages: int = 1, note: str = "") -> Path:
    """Write sheets of A3 at 1:100: the last one holds the hall, the others an empty frame with their number.

    Args:
        note: written into the corner, such as the scale.
    """
    writer = QPdfWriter(str(path))
    size = QPageSize(QSizeF(*SHEET_MM), QPageSize.Unit.Millimeter, "A3", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setResolution(254)
    painter = QPainter(writer)
    painter.scale(10, 10)
    for number in range(1, pages + 1):
        if number > 1:
            writer.newPage()
        _frame(painter, f"Sheet {number} {note}")
        if number == pages:
            _hall(painter)
    painter.end()
    return path


def _frame(painter: QPainter, words: str) -> None:
    painter.setPen(QPen(Qt.GlobalColor.black, 0.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(10, 10, SHEET_MM[0] - 20, SHEET_MM[1] - 20))
    font = QFont("Source Sans Pro")
    font.setPixelSize(6)
    painter.setFont(font)
    painter.drawText(QPointF(300, 280), words)


def _hall(painter: QPainter) -> None:
    x, y = WALL_MM
    width, depth = (side / SCALE for side in HALL_MM)
    painter.setPen(QPen(Qt.GlobalColor.black, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin))
    painter.drawRect(QRectF(x - 2, y - 2, width + 4, depth + 4))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#404040"))
    for column in range(1, 4):
        for row in range(1, 3):
            painter.drawRect(QRectF(x + width * column / 4 - 2, y + depth * row / 3 - 2, 4, 4))
    painter.setBrush(QColor("#c02020"))
    painter.drawRect(QRectF(x + width - 30, y + depth, 12, 4))
    painter.setBrush(Qt.GlobalColor.black)
    for part in range(0, 10, 2):
        painter.drawRect(QRectF(x + 10 * part, 240, 10, 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(Qt.GlobalColor.black, 0.3))
    painter.drawRect(QRectF(x, 240, 100, 3))
    painter.drawText(QPointF(x, 252), "0")
    painter.drawText(QPointF(x + 100, 252), "10 m")
