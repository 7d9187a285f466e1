"""Readers of pictures: the format comes from the first bytes, never from Qt's own search.

That search also asks the reader of SVG, which waits for a lock of Qt while this thread holds Python's: two reading threads then wait for
each other.
"""

import re
from collections.abc import Callable, Collection

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

_SIGNATURES = (
    (b"jpeg", re.compile(rb"\xff\xd8\xff")),
    (b"png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    (b"webp", re.compile(rb"RIFF.{4}WEBP", re.DOTALL)),
    (b"bmp", re.compile(rb"BM")),
    (b"tiff", re.compile(rb"II\*\0|MM\0\*")),
    (b"gif", re.compile(rb"GIF8[79]a")),
)
"""Pictures of points. A drawing such as SVG can name other files, so it has no reader here."""
FORMATS = frozenset(name for name, _ in _SIGNATURES)
STORED_FORMATS = frozenset((b"jpeg", b"png"))
"""Formats of the pictures in a project."""


def picture_format(head: bytes) -> bytes:
    """The format of a picture by its first bytes, as Qt names it; b"" if they are no picture of points."""
    return next((name for name, signature in _SIGNATURES if signature.match(head)), b"")


def read_picture(
    content: bytes, fit: Callable[[QSize], QSize], *, upright: bool, formats: Collection[bytes] = FORMATS
) -> tuple[QSize, QImage]:
    """The size of a picture in its file, and its pixels; an invalid size or a null picture if it cannot be read.

    Args:
        fit: the size at which a picture of some size is read: readers of JPEG make it smaller while they read, for a fraction of the time.
        upright: whether the picture is turned as its camera was held.
    """
    kind = picture_format(content)
    if kind not in formats:
        return QSize(), QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(upright)
    size = reader.size()
    if size.isValid() and (wanted := fit(size)) != size:
        reader.setScaledSize(wanted)
    image = reader.read()
    # The reader of TIFF looks at its buffer once more when it ends, so the buffer ends last.
    del reader
    return size, image


def at_most(longest_px: int) -> Callable[[QSize], QSize]:
    """Sizes with a long side of at most `longest_px`, in the same proportions."""

    def fit(size: QSize) -> QSize:
        small = max(size.width(), size.height()) <= longest_px
        return size if small else size.scaled(longest_px, longest_px, Qt.AspectRatioMode.KeepAspectRatio)

    return fit


def stored_picture(content: bytes) -> QImage:
    """A picture that the program stored in a project; a null one if it is damaged."""
    return read_picture(content, lambda size: size, upright=False, formats=STORED_FORMATS)[1]
