"""Reading the header of a safetensors file: eight bytes of length, then JSON with type, shape and place of each tensor."""

import json
import math
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.models.stored_files import FileTensor
from gpudesk.formats.models.model_faults import fault

MOST_HEADER = 24 << 20
"""Of models with tens of thousands of tensors in one file headers have some million bytes."""
_MOST_SIGNS, _MOST_QUOTES, _MOST_ELEMENTS = 2_000_000, 2_000_000, 1 << 50
_MOST_SHAPE, _MOST_DEPTH, _LONGEST_NUMBER = 8, 6, 20
_BITS: Mapping[str, int] = {
    **dict.fromkeys(("BOOL", "U8", "I8", "F8_E5M2", "F8_E4M3", "F8_E8M0"), 8),
    **dict.fromkeys(("I16", "U16", "F16", "BF16"), 16),
    **dict.fromkeys(("I32", "U32", "F32"), 32),
    **dict.fromkeys(("I64", "U64", "F64", "C64"), 64),
    **dict.fromkeys(("F6_E2M3", "F6_E3M2"), 6),
    "F4": 4,
}
_TEXTS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_NO_SIGNS = bytes(set(range(256)) - set(b"[]{},"))


def read_safetensors_header(path: Path) -> tuple[FileTensor, ...]:
    """Return the tensors of one file.

    Raises:
        InvalidData: it is not a safetensors file, is damaged, truncated or inconsistent; with the location.
        OSError: it cannot be read.
    """
    size, name = path.stat().st_size, path.name
    with path.open("rb") as file:
        start = file.read(8)
        length = int.from_bytes(start, "little")
        if len(start) < 8 or length > size - 8:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte 0: the header should have {count} bytes, but the file has {size}.")
            raise fault(name, text, count=length, size=size)
        if length > MOST_HEADER:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte 0: a header of {count} bytes exceeds the limit of {most}.")
            raise fault(name, text, count=length, most=MOST_HEADER)
        data = file.read(length)
    body = json_object(data, name, 8)
    body.pop("__metadata__", None)
    placed_tensors = [_tensor(name, key, value) for key, value in body.items()]
    end = 0
    for tensor, begin in sorted(placed_tensors, key=lambda placed: (placed[1], placed[0].size_bytes)):
        if begin != end:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: {name} starts at {begin}, not where the previous tensor ends.")
            raise fault(name, text, at=8 + length + end, name=tensor.name, begin=begin)
        end += tensor.size_bytes
    if 8 + length + end != size:
        text = QT_TRANSLATE_NOOP(
            "models", "{file} is truncated or damaged: its tensors extend to byte {at}, but the file ends at byte {size}."
        )
        raise fault(name, text, at=8 + length + end, size=size)
    return tuple(tensor for tensor, _ in placed_tensors)


def _tensor(file: str, name: str, value: object) -> tuple[FileTensor, int]:
    """Return a tensor and its offset in the data."""
    entry: dict[str, Any] = value if isinstance(value, dict) else {}
    kind, shape, places = entry.get("dtype"), entry.get("shape", 0), entry.get("data_offsets", 0)
    bits = _BITS.get(kind) if isinstance(kind, str) else None
    if bits is None or not isinstance(kind, str):
        text = QT_TRANSLATE_NOOP("models", "{file}: the tensor {name} has the unknown type {kind}.")
        raise fault(file, text, name=name[:80], kind=str(kind)[:40])
    if not _are_counts(shape, _MOST_SHAPE) or not _are_counts(places, 2) or len(places) != 2:
        text = QT_TRANSLATE_NOOP("models", "{file}: the shape or position of the tensor {name} is not valid.")
        raise fault(file, text, name=name[:80])
    elements = math.prod(shape)
    if elements > _MOST_ELEMENTS:
        raise fault(file, QT_TRANSLATE_NOOP("models", "{file}: the shape or position of the tensor {name} is not valid."), name=name[:80])
    begin, end = places
    if elements * bits != 8 * (end - begin):
        text = QT_TRANSLATE_NOOP("models", "{file}: {name} has {count} elements of {bits} bits, but occupies bytes {begin} to {end}.")
        raise fault(file, text, name=name[:80], count=elements, bits=bits, begin=begin, end=end)
    return FileTensor(name, kind, tuple(shape), elements, end - begin), begin


def _are_counts(value: Any, most: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= most
        and all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in value)
    )


def json_object(data: bytes, file: str, before: int = 0) -> dict[str, Any]:
    """Parse a JSON object of many flat entries; duplicate names are not allowed.

    Args:
        before: bytes of the file before `data`.

    Raises:
        InvalidData: it is not an object, is nested too deeply, or is too large.
    """
    if data.count(b'"') > _MOST_QUOTES or not _is_shallow(_TEXTS.sub(b"", data)):
        text = QT_TRANSLATE_NOOP(
            "models", "{file}: its header has too many entries, or its brackets are nested deeper than {most} or not closed."
        )
        raise fault(file, text, most=_MOST_DEPTH)
    with foreign_parser(file, partial(_no_json, file, before)):
        body = json.loads(data, object_pairs_hook=_once, parse_int=_whole, parse_constant=_whole)
    if not isinstance(body, dict):
        raise fault(file, QT_TRANSLATE_NOOP("models", "{file} contains no object with tensors."))
    return body


def _no_json(file: str, before: int, _reason: str, error: Exception) -> InvalidData:
    if isinstance(error, UnicodeDecodeError):
        return fault(file, QT_TRANSLATE_NOOP("models", "{file}, byte {at}: this is not UTF-8 text."), at=before + error.start)
    if isinstance(error, json.JSONDecodeError):
        return fault(file, QT_TRANSLATE_NOOP("models", "{file}, byte {at}: invalid JSON."), at=before + error.pos)
    return fault(file, QT_TRANSLATE_NOOP("models", "{file}: a name appears twice, or a number is too long."))


def _is_shallow(plain: bytes) -> bool:
    """Whether brackets close within a few levels: taken away from the innermost out, before anything is built of them."""
    signs = plain.translate(None, _NO_SIGNS)
    if len(signs) > _MOST_SIGNS:
        return False
    brackets = signs.replace(b",", b"")
    for _ in range(_MOST_DEPTH):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    by_name = dict(pairs)
    if len(by_name) < len(pairs):
        raise ValueError
    return by_name


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError
    return int(digits)
