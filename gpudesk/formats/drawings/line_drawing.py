"""A line drawing used as underlay: lines and texts by layer, as stored in the project."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_parser, reason_of
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import Reals

_CONTEXT = "drawing"
MEDIA = "application/x-gpudesk-drawing"
MOST_UNPACKED_BYTES = 100_000_000
_HEAD = "gpudesk drawing 1"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line through points, shape (n, 2), in the drawing's units from its upper left corner, y downwards.

    Attributes:
        layer: a place in the drawing's layers.
    """

    layer: int
    points: Reals


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A text that begins at (x, y), turned from x toward y by tenths of a degree."""

    layer: int
    x: float
    y: float
    height: float
    angle_ddeg: int
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines and texts within `width` × `height` units."""

    width: int
    height: int
    layers: Sequence[str]
    lines: Sequence[DrawnLine]
    texts: Sequence[DrawnText]


def drawing_bytes(drawing: Drawing) -> bytes:
    """The drawing as bytes, whole units, compressed."""
    lines = [[line.layer, *np.rint(line.points).astype(np.int64).ravel().tolist()] for line in drawing.lines]
    texts = [[text.layer, round(text.x), round(text.y), round(text.height), text.angle_ddeg, text.text] for text in drawing.texts]
    body = {"drawing": _HEAD, "size": [drawing.width, drawing.height], "layers": list(drawing.layers), "lines": lines, "texts": texts}
    return zlib.compress(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def drawing_of(content: bytes) -> Drawing:
    """The drawing that `drawing_bytes` wrote.

    Raises:
        InvalidData: the bytes are no such drawing.
    """
    with foreign_parser("", _unreadable):
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(content, MOST_UNPACKED_BYTES)
        is_whole = not unpacker.unconsumed_tail
    if not is_whole:
        raise _no_drawing("it is too large")
    with foreign_parser("", _unreadable):
        body: dict[str, Any] = json.loads(text)
    try:
        if body["drawing"] != _HEAD:
            raise ValueError("it has another format")
        width, height = (int(side) for side in body["size"])
        layers = [str(layer) for layer in body["layers"]]
        lines = [DrawnLine(int(line[0]), np.array(line[1:], np.float64).reshape(-1, 2)) for line in body["lines"]]
        texts = [
            DrawnText(int(layer), float(x), float(y), float(size), int(angle), str(words))
            for layer, x, y, size, angle, words in body["texts"]
        ]
        if min(width, height) < 1 or any(
            not 0 <= layer < len(layers) for layer in [line.layer for line in lines] + [drawing_text.layer for drawing_text in texts]
        ):
            raise ValueError("its parts do not fit together")
    except (ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
        raise _no_drawing(reason_of(error)) from error
    return Drawing(width, height, layers, lines, texts)


def _no_drawing(reason: str) -> InvalidData:
    text = QT_TRANSLATE_NOOP("drawing", "The underlay cannot be read: {reason}.")
    return InvalidData(Message(_CONTEXT, text, {"reason": reason}))


def _unreadable(reason: str, _error: Exception) -> InvalidData:
    return _no_drawing(reason)


@dataclass(frozen=True, slots=True)
class DrawingColumns:
    """A drawing as painted: every straight segment of its lines, shape (n, 4), x1, y1, x2, y2 in units, and its texts."""

    width: int
    height: int
    pieces: Reals
    texts: Sequence[DrawnText]


def drawing_columns(content: bytes) -> DrawingColumns:
    """The drawing that `drawing_bytes` wrote, as columns.

    Raises:
        InvalidData: the bytes are no such drawing.
    """
    drawing = drawing_of(content)
    pieces = [np.concatenate([line.points[:-1], line.points[1:]], axis=1) for line in drawing.lines if len(line.points) > 1]
    return DrawingColumns(drawing.width, drawing.height, np.concatenate(pieces) if pieces else np.empty((0, 4)), drawing.texts)
