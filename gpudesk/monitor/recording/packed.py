"""Compression of number columns, and decompression.

A column of integers, or of multiples of tenths, hundredths or thousandths, is stored as differences in the smallest sufficient
integer type; any other as doubles. Both are stored byte-wise (all first bytes, then all second ones), which improves zlib
compression. The result differs from the input by at most the last bit.
"""

import json
import struct
import zlib
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gpudesk.core.messages.foreign import foreign_parser

Floats = npt.NDArray[np.float64]

_SCALES = (1, 10, 100, 1000, 10_000)
_MOST_BYTES = 64 * 1024 * 1024
_LONGEST_HEAD = 4 * 1024 * 1024
_MOST_WHOLE = 2.0**52
_KINDS = {f"<i{width}": (-(2 ** (8 * width - 1)), 2 ** (8 * width - 1) - 1) for width in (1, 2, 4, 8)}
"""The integers that hold differences, with the least and the most that each holds."""
_LEVEL = 4
_SAME = 4e-16
"""Two doubles that differ by less of themselves are the same number, once made by a product and once by a quotient."""


class Unreadable(ValueError):
    """The bytes are not what `pack` wrote."""


def pack(head: Mapping[str, Any], columns: Sequence[Floats]) -> bytes:
    """A JSON head and columns of doubles (any length each, no NaN) as one compressed block."""
    shapes, parts = [], []
    for column in columns:
        shape, raw = _pack_column(column)
        shapes.append(shape)
        parts.append(raw)
    text = json.dumps({**head, "columns": shapes}, separators=(",", ":"), allow_nan=False).encode()
    return zlib.compress(struct.pack("<I", len(text)) + text + b"".join(parts), _LEVEL)


def _pack_column(column: Floats) -> tuple[list[Any], bytes]:
    if not len(column):
        return [0, 1, "<i1", 0, 1], b""
    for scale in _SCALES:
        scaled = column * scale
        if not np.all(np.abs(scaled) < _MOST_WHOLE):
            break
        whole = np.rint(scaled)
        if np.all(np.abs(whole / scale - column) <= _SAME * np.abs(column)):
            return _pack_whole(whole.astype(np.int64), scale)
    return [len(column), 0, "<f8", 0, 1], _by_bytes(column.astype("<f8"))


def _pack_whole(whole: npt.NDArray[np.int64], scale: int) -> tuple[list[Any], bytes]:
    steps = np.diff(whole)
    # Counters of a driver often go in steps of 1,024 or more.
    unit = max(int(np.gcd.reduce(steps)), 1) if len(steps) else 1
    steps //= unit
    least, most = (int(steps.min()), int(steps.max())) if len(steps) else (0, 0)
    kind = next(candidate for candidate, (lowest, highest) in _KINDS.items() if least >= lowest and most <= highest)
    return [len(whole), scale, kind, int(whole[0]), unit], _by_bytes(steps.astype(kind))


def _by_bytes(values: npt.NDArray[Any]) -> bytes:
    return values.view(np.uint8).reshape(-1, values.dtype.itemsize).T.tobytes()


def unpack(block: bytes, wanted: Callable[[Mapping[str, Any]], Container[int]] | None = None) -> tuple[dict[str, Any], list[Floats]]:
    """Return the input of `pack`.

    Args:
        wanted: the indexes of the columns to unpack, by header; others are returned empty. None: all columns.

    Raises:
        Unreadable: the block is damaged, or exceeds the block limits.
    """
    inflate = zlib.decompressobj()
    with foreign_parser("", unreadable):
        raw = inflate.decompress(block, _MOST_BYTES)
    if inflate.unconsumed_tail or not inflate.eof or len(raw) < 4:
        raise Unreadable("it is too long or cut off")
    (length,) = struct.unpack_from("<I", raw)
    if length > _LONGEST_HEAD:
        raise Unreadable("its head is too long")
    with foreign_parser("", unreadable):
        head = json.loads(raw[4 : 4 + length])
    try:
        at, columns = 4 + length, []
        shapes = head.pop("columns")
        places = None if wanted is None else wanted(head)
        for place, (count, scale, kind, first, unit) in enumerate(shapes):
            column, at = _unpack_column(raw, at, count, scale, kind, first, unit, places is None or place in places)
            columns.append(column)
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise Unreadable(str(error)) from error
    return head, columns


def unreadable(reason: str, _error: Exception) -> Unreadable:
    """Return the message for bytes that a library cannot read."""
    return Unreadable(reason)


def _unpack_column(raw: bytes, at: int, count: int, scale: int, kind: str, first: int, unit: int, wanted: bool) -> tuple[Floats, int]:
    if kind not in (*_KINDS, "<f8") or not 0 <= count <= _MOST_BYTES or scale not in (0, *_SCALES):
        raise Unreadable("a column is not one of ours")
    held = count if kind == "<f8" else max(count - 1, 0)
    width = np.dtype(kind).itemsize
    part = raw[at : at + held * width]
    if len(part) != held * width:
        raise Unreadable("a column is cut off")
    if not wanted:
        return np.empty(0), at + held * width
    values = np.ascontiguousarray(np.frombuffer(part, np.uint8).reshape(width, held).T).view(kind).ravel()
    if kind == "<f8":
        return values.astype(np.float64), at + held * width
    if not count:
        return np.empty(0), at
    whole = np.concatenate([[first], values.astype(np.int64) * unit]).cumsum()
    return whole / scale, at + held * width
