"""Painted content of an underlay: one picture in sizes from large to small, or lines, in the theme colors.

Everything is created on a reader thread; pictures and lines are not changed afterward.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPen

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import Reals
from gpudesk.formats.drawings.line_drawing import MEDIA, DrawingColumns, DrawnText, drawing_columns
from gpudesk.formats.text.own_process import in_own_process
from gpudesk.ui.canvas.batch import draw_lines
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.toolkit.picture_reader import STORED_FORMATS, read_picture

MOST_SHOWN_PIXELS = 20_000_000
"""Of larger pictures a smaller one is shown: 80 MB are enough."""
_LONGEST_SIDE_PX = 16_000
_MOST_READ_MB = 450
"""A picture of 100 megapixels, the largest that is kept, with its four bytes a pixel."""
_LEAST_LEVEL_PX = 256
_SHEET_PX = 5000
"""Longer side of the picture that represents a drawing with many lines."""
_ROWS_AT_ONCE = 256
_LARGE_DRAWING_BYTES = 100_000
"""Minimum size of a drawing that is unpacked in a separate process, because that is slow pure Python."""


@dataclass(frozen=True)
class UnderlayContent:
    """Painted content of an underlay.

    Attributes:
        width, height: size in the units of the underlay: pixels, or those of the drawing.
        levels: complete pictures, each half as wide as the previous one.
        pieces: straight segments of a drawing in its units, shape (n, 4); None for a picture.
        reach: least x, greatest x, least y and greatest y of each segment, shape (4, n).
        texts: texts of a drawing.
    """

    width: int
    height: int
    levels: Sequence[QImage]
    pieces: Reals | None = None
    reach: Reals | None = None
    texts: Sequence[DrawnText] = ()


@dataclass(frozen=True, slots=True)
class Inks:
    """How it is painted.

    Attributes:
        line: the color of the lines of drawings.
        dark: whether the board is dark: then light and dark of pictures change places.
        through: whether the board shows through the paper of pictures; else they are painted as they are.
    """

    line: QColor
    dark: bool
    through: bool


def underlay_content(content: bytes, media: str, inks: Inks) -> UnderlayContent:
    """Unpack the stored data of the project.

    Raises:
        InvalidData: the data is damaged.
    """
    if media == MEDIA:
        columns = in_own_process(drawing_columns, content) if len(content) > _LARGE_DRAWING_BYTES else drawing_columns(content)
        levels = _levels(_sheet(columns, inks.line))
        return UnderlayContent(columns.width, columns.height, levels, columns.pieces, reach_of(columns.pieces), columns.texts)
    size, picture = decoded(content)
    inked_picture = inked(picture, dark=inks.dark) if inks.through else picture
    return UnderlayContent(size.width(), size.height(), _levels(inked_picture))


def reach_of(pieces: Reals) -> Reals:
    """Bounds of each straight segment, in rows for fast comparison: see `UnderlayContent`."""
    x, y = pieces[:, 0::2], pieces[:, 1::2]
    return np.stack([x.min(axis=1), x.max(axis=1), y.min(axis=1), y.max(axis=1)])


def decoded(content: bytes) -> tuple[QSize, QImage]:
    """The size of a PNG or JPEG picture, and the picture on white, smaller if it is very large.

    Raises:
        InvalidData: it is damaged.
    """
    QImageReader.setAllocationLimit(_MOST_READ_MB)
    size, image = read_picture(content, _shown_size, upright=False, formats=STORED_FORMATS)
    if image.isNull() or not size.isValid():
        text = QT_TRANSLATE_NOOP("underlay", "The image is damaged and cannot be shown. Save it again as PNG or JPEG.")
        raise InvalidData(Message("underlay", text))
    if not image.hasAlphaChannel():
        return size, image.convertToFormat(QImage.Format.Format_RGB32)
    paper = QImage(image.size(), QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    painter = QPainter(paper)
    painter.drawImage(0, 0, image)
    painter.end()
    return size, paper


def _shown_size(size: QSize) -> QSize:
    """The size at which a picture is shown: smaller if it is very large."""
    pixels, longest = size.width() * size.height(), max(size.width(), size.height())
    shrink = min(1.0, math.sqrt(MOST_SHOWN_PIXELS / max(pixels, 1)), _LONGEST_SIDE_PX / max(longest, 1))
    return size if shrink >= 1.0 else QSize(max(1, round(size.width() * shrink)), max(1, round(size.height() * shrink)))


def inked(picture: QImage, *, dark: bool) -> QImage:
    """A picture without its paper: white is transparent, and printed content keeps its color.

    A color c over white is (c − m) + m · 255 where m is its least component: the printed color is c − m, as opaque as 255 − m. On a
    dark background, light and dark are swapped with the hue kept, c + 255 − least − greatest, and likewise for black paper.

    Args:
        picture: in the format RGB32.
    """
    inked_picture = picture.copy()
    lines = np.frombuffer(inked_picture.bits(), np.uint8).reshape(inked_picture.height(), inked_picture.bytesPerLine())[
        :, : 4 * inked_picture.width()
    ]
    for start in range(0, inked_picture.height(), _ROWS_AT_ONCE):
        part = lines[start : start + _ROWS_AT_ONCE].reshape(-1, inked_picture.width(), 4)
        least = np.minimum(np.minimum(part[..., 0], part[..., 1]), part[..., 2])
        clear = 255 - least
        if dark:
            shift = clear - np.maximum(np.maximum(part[..., 0], part[..., 1]), part[..., 2])
        else:
            shift = np.negative(least)
        part[..., :3] += shift[..., None]
        part[..., 3] = clear
    inked_picture.reinterpretAsFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return inked_picture


def _sheet(drawing: DrawingColumns, colour: QColor) -> QImage:
    """A drawing as a picture."""
    scale = _SHEET_PX / max(drawing.width, drawing.height)
    sheet = QImage(
        max(1, math.ceil(drawing.width * scale)), max(1, math.ceil(drawing.height * scale)), QImage.Format.Format_ARGB32_Premultiplied
    )
    sheet.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_lines(painter, drawing.pieces * scale, QPen(colour, 2.0))
    for text in drawing.texts:
        if text.height * scale >= 6:
            draw_text(painter, text, colour, text.x * scale, text.y * scale, text.height * scale, 0.0)
    painter.end()
    return sheet


def draw_text(painter: QPainter, text: DrawnText, colour: QColor, x_px: float, y_px: float, height_px: float, turn_deg: float) -> None:
    """Write a text of a drawing from its base line up."""
    painter.save()
    painter.setPen(colour)
    painter.setFont(ink("body", px=max(1, min(200, round(height_px * 1.35)))).font)
    painter.translate(x_px, y_px)
    painter.rotate(turn_deg + text.angle_ddeg / 10)
    painter.drawText(QPointF(0, 0), text.text)
    painter.restore()


def _levels(picture: QImage) -> tuple[QImage, ...]:
    levels = [picture]
    while min(levels[-1].width(), levels[-1].height()) >= 2 * _LEAST_LEVEL_PX:
        half = levels[-1].size() / 2
        levels.append(levels[-1].scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation))
    return tuple(levels)
