"""A drawing as a picture file: PNG, SVG or PDF."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.text.written_files import write_file
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.canvas_view import CanvasView
from gpudesk.ui.toolkit.jobs import Done, Jobs
from gpudesk.ui.toolkit.lean_svg import lean
from gpudesk.ui.toolkit.theme import theme

Paint = Callable[[QPainter, QSizeF], object]
"""Paints a picture of a size."""
PICTURES = (".png", ".svg", ".pdf")
_LONG_SIDE_PX = 4000
_DOTS_PER_INCH = 96
_ROOM_PX = 60


class NoPicture(DeskError):
    """A picture of that kind is not written."""


def save_drawing(jobs: Jobs, view: CanvasView, bounds: Bounds, drawn_px: int, path: Path, done: Done, failed: Done) -> None:
    """Draw a part of a drawing as currently painted, and write it on a reading thread; the suffix determines the format.

    Args:
        drawn_px: the longer side in px of the screen: letters have their usual size at it.

    Raises:
        NoPicture: the suffix is not in `PICTURES`.
    """
    scale = (drawn_px - _ROOM_PX) / max(bounds.width, bounds.height, 1.0)
    size = QSize(round(bounds.width * scale) + _ROOM_PX, round(bounds.height * scale) + _ROOM_PX)
    save_painted(jobs, lambda painter, paint_size: view.render_to(painter, paint_size, bounds), size, path, done, failed)


def save_painted(jobs: Jobs, paint: Paint, size: QSize, path: Path, done: Done, failed: Done) -> None:
    """Paint a picture of a size in screen px now, and write it on a reading thread; the suffix determines the format.

    Raises:
        NoPicture: the suffix is not in `PICTURES`.
    """
    writers: dict[str, Callable[[Paint, QSize], QImage | bytes]] = {".png": _image, ".svg": _svg, ".pdf": _pdf}
    drawn = writers.get(path.suffix.lower())
    if drawn is None:
        text = QT_TRANSLATE_NOOP("render", "A picture file must end in one of {formats}.")
        raise NoPicture(Message("render", text, {"formats": PICTURES}))
    picture = drawn(paint, size)

    def write() -> Path:
        write_file(path, png_bytes(picture) if isinstance(picture, QImage) else picture)
        return path

    jobs.read(lambda _: write(), done, failed)


def _paint(paint: Paint, painter: QPainter, size: QSize) -> None:
    paint(painter, QSizeF(size))
    painter.end()


def _image(paint: Paint, size: QSize) -> QImage:
    ratio = max(1.0, _LONG_SIDE_PX / max(size.width(), size.height()))
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(theme.current().surface.canvas)
    _paint(paint, QPainter(image), size)
    return image


def png_bytes(image: QImage) -> bytes:
    """A picture as a PNG file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(content.data())


def _svg(paint: Paint, size: QSize) -> bytes:
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle("GPU Desk")
    _paint(paint, QPainter(generator), size)
    return lean(bytes(buffer.data().data()).decode()).encode()


def _pdf(paint: Paint, size: QSize) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    millimetres = QSizeF(size.width() * 25.4 / _DOTS_PER_INCH, size.height() * 25.4 / _DOTS_PER_INCH)
    page = QPageSize(millimetres, QPageSize.Unit.Millimeter, "drawing", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setResolution(_DOTS_PER_INCH)
    _paint(paint, QPainter(writer), size)
    return bytes(buffer.data().data())
