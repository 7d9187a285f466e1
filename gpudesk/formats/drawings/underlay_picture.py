"""Underlay formats: PNG and JPEG pictures unchanged, DXF drawings as lines."""

import struct
from dataclasses import dataclass

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.drawings.dxf_read import read_dxf
from gpudesk.formats.drawings.dxf_tags import is_dxf
from gpudesk.formats.drawings.line_drawing import MEDIA, drawing_bytes

_CONTEXT = "underlay"
MOST_BYTES = 30_000_000
"""The largest picture; a project is one file that is copied and mailed."""
MOST_PIXELS = 100_000_000
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The JPEG markers that begin a frame: SOF0 to SOF15."""
_BARE = frozenset([0x01, *range(0xD0, 0xD9)])
"""The JPEG markers that nothing follows."""


@dataclass(frozen=True, slots=True)
class UnderlayPicture:
    """Picture data stored in the project.

    Attributes:
        width, height: pixels, or units of a drawing.
        width_mm: its true width, None if not specified.
    """

    media: str
    width: int
    height: int
    content: bytes
    width_mm: float | None = None


def read_picture(content: bytes) -> UnderlayPicture:
    """Return the content of an underlay file. For PNG and JPEG only the size is read here.

    Raises:
        InvalidData: it is not a supported format, is damaged, or is too large.
    """
    if is_dxf(content):
        read = read_dxf(content)
        drawing = read.drawing
        return UnderlayPicture(
            MEDIA, drawing.width, drawing.height, drawing_bytes(drawing), None if read.unit_mm is None else float(drawing.width)
        )
    if len(content) > MOST_BYTES:
        text = QT_TRANSLATE_NOOP("underlay", "The image is {size} MB; the limit is {most} MB. Reduce its size and save it again.")
        raise _wrong(text, size=len(content) // 10**6, most=MOST_BYTES // 10**6)
    if content.startswith(_PNG):
        media, size = "image/png", _png_size(content)
    elif content.startswith(_JPEG):
        media, size = "image/jpeg", _jpeg_size(content)
    else:
        raise _wrong(QT_TRANSLATE_NOOP("underlay", "Only PNG and JPEG images and DXF drawings can be underlays."))
    if size is None or min(size) < 1:
        raise _wrong(QT_TRANSLATE_NOOP("underlay", "The image is damaged: its size is missing."))
    if size[0] * size[1] > MOST_PIXELS:
        text = QT_TRANSLATE_NOOP("underlay", "The image is {pixels} megapixels; the limit is {most}. Reduce its size and save it again.")
        raise _wrong(text, pixels=size[0] * size[1] // 10**6, most=MOST_PIXELS // 10**6)
    return UnderlayPicture(media, *size, content)


def _png_size(content: bytes) -> tuple[int, int] | None:
    if len(content) < 24 or content[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", content[16:24])
    return int(width), int(height)


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    """The size in the first frame header; segments are passed over by their lengths."""
    place = 2
    while place + 9 <= len(content):
        if content[place] != 0xFF:
            return None
        marker = content[place + 1]
        if marker == 0xFF:
            place += 1
        elif marker in _FRAMES:
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return int(width), int(height)
        elif marker in _BARE:
            place += 2
        else:
            place += 2 + int.from_bytes(content[place + 2 : place + 4], "big")
    return None


def _wrong(text: str, **values: int) -> InvalidData:
    return InvalidData(Message(_CONTEXT, text, values))
