"""Draws the pages of `reports` with a QPainter, whatever it paints on."""

from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from gpudesk.reports.layout.font_metrics import FAMILY, MM_PER_POINT
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.shapes import Align, Box, Clipped, Line, Photo, Picture, Polygon, Shape, Text
from gpudesk.ui.toolkit.picture_reader import STORED_FORMATS, at_most, read_picture, stored_picture

UNITS_PER_MM = 100
"""The painter's own unit is 0.01 mm: sizes of letters are whole numbers in Qt, and 7.5 pt are 264.6 of them."""
DOTS_PER_INCH = 25.4 * UNITS_PER_MM
_SLACK = 1.002
"""How much wider than measured a line may run before it is narrowed: rounding of sizes only."""


def paint(painter: QPainter, page: Page) -> None:
    """Draw a page; one unit of the painter is 0.01 mm of the sheet."""
    hint = QPainter.RenderHint
    painter.setRenderHints(hint.Antialiasing | hint.TextAntialiasing | hint.SmoothPixmapTransform)
    _paint_shapes(painter, page.shapes)


def _paint_shapes(painter: QPainter, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        match shape:
            case Text():
                _text(painter, shape)
            case Box():
                _set(painter, shape.fill, shape.ink, shape.line_mm, shape.dash_mm)
                painter.drawRect(_rectangle(shape))
            case Line():
                _set(painter, None, shape.ink, shape.width_mm, shape.dash_mm)
                painter.drawPolyline(_points(shape.points))
            case Polygon():
                _set(painter, shape.fill, shape.ink, shape.line_mm, shape.dash_mm)
                painter.drawPolygon(_points(shape.points))
            case Picture():
                painter.drawImage(_rectangle(shape), stored_picture(shape.png))
            case Photo():
                _photo(painter, shape)
            case Clipped():
                painter.save()
                painter.setClipRect(_rectangle(shape), Qt.ClipOperation.IntersectClip)
                _paint_shapes(painter, shape.shapes)
                painter.restore()


def _photo(painter: QPainter, photo: Photo) -> None:
    """Draw a photo in the center of its rectangle; nothing if it cannot be read."""
    _, read = read_picture(photo.content(), at_most(photo.most_px), upright=True, formats=STORED_FORMATS)
    image = read.convertToFormat(QImage.Format.Format_RGB32)
    if image.isNull():
        return
    room = _rectangle(photo)
    fitted = QSizeF(image.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
    corner = room.center() - QPointF(fitted.width() / 2, fitted.height() / 2)
    painter.drawImage(QRectF(corner, fitted), image)


def _text(painter: QPainter, text: Text) -> None:
    font = letters(text.size_pt, text.strong)
    painter.setFont(font)
    painter.setPen(_colour(text.ink))
    measured = text.width_mm * UNITS_PER_MM
    # Another font that stands in for missing letters may run wider than expected.
    wide = measured if text.text.isascii() else _advance(text.text, text.size_pt, text.strong)
    factor = measured / wide if wide > measured * _SLACK else 1.0
    left = {Align.LEFT: 0.0, Align.CENTRE: -0.5, Align.RIGHT: -1.0}[text.align] * min(wide, measured)
    x, y = text.x_mm * UNITS_PER_MM, text.y_mm * UNITS_PER_MM
    if factor == 1.0 and not text.turn_deg:
        painter.drawText(QPointF(x + left, y), text.text)
        return
    painter.save()
    painter.translate(x, y)
    painter.rotate(text.turn_deg)
    painter.translate(left, 0)
    painter.scale(factor, 1)
    painter.drawText(QPointF(0, 0), text.text)
    painter.restore()


@lru_cache(maxsize=4096)
def _advance(text: str, size_pt: float, strong: bool) -> float:
    """How wide Qt draws a line, in the units of the painter."""
    return QFontMetricsF(letters(size_pt, strong)).horizontalAdvance(text)


@lru_cache(maxsize=256)
def letters(size_pt: float, strong: bool) -> QFont:
    """The font at a size, without kerning and ligatures: widths are as in `reports.layout.font_metrics`."""
    font = QFont(FAMILY)
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(max(1, round(size_pt * MM_PER_POINT * UNITS_PER_MM)))
    font.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    font.setKerning(False)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    for feature in ("liga", "clig", "calt"):
        font.setFeature(QFont.Tag.fromString(feature), 0)
    return font


@lru_cache(maxsize=256)
def _colour(ink: str) -> QColor:
    return QColor(ink)


@lru_cache(maxsize=512)
def _pen(ink: str, line_mm: float, dash_mm: tuple[float, ...]) -> QPen:
    pen = QPen(_colour(ink), line_mm * UNITS_PER_MM)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if dash_mm:
        pen.setDashPattern([part / line_mm for part in dash_mm])
    return pen


def _set(painter: QPainter, fill: str | None, ink: str | None, line_mm: float, dash_mm: tuple[float, ...]) -> None:
    painter.setPen(Qt.PenStyle.NoPen if ink is None else _pen(ink, line_mm, dash_mm))
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else _colour(fill))


def _rectangle(shape: Box | Picture | Photo | Clipped) -> QRectF:
    return QRectF(shape.x_mm * UNITS_PER_MM, shape.y_mm * UNITS_PER_MM, shape.width_mm * UNITS_PER_MM, shape.height_mm * UNITS_PER_MM)


def _points(points: Iterable[tuple[float, float]]) -> QPolygonF:
    return QPolygonF([QPointF(x * UNITS_PER_MM, y * UNITS_PER_MM) for x, y in points])
