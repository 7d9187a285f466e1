"""Reads the header of a GGUF file: keys with values, and tensors with type, shape and location. Tensors are not read.

Based on the format specification, versions 2 and 3. All sizes in a file are compared with the remaining length before anything is
allocated.
"""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gpudesk.catalog.gguf_types import gguf_types
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Value
from gpudesk.core.models.stored_files import FileTensor
from gpudesk.core.quantization.gguf_mixture import BlockType
from gpudesk.formats.models.model_faults import fault

MAGIC = b"GGUF"
MOST_KEYS = 20_000
MOST_TENSORS = 100_000
MOST_TEXTS = 1_500_000
"""Texts in arrays, all together: vocabularies have some hundred thousand."""
_LIKE_TEXTS = 8
"""A nested array is counted as this number of texts."""
_MOST_NAME, _MOST_TEXT, _MOST_KEPT = 1024, 16 << 20, 4096
_MOST_DEPTH, _MOST_SHAPE, _MOST_ELEMENTS = 4, 4, 1 << 50
_LEAST_KEY, _LEAST_TENSOR = 13, 32
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _ARRAY = 8, 9
_ALIGNMENT, _MOST_ALIGNMENT = 32, 1 << 20

Scalar = int | float | bool | str


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """An array; its numbers are kept only if short.

    Attributes:
        values: the numbers; empty for longer arrays and arrays of texts.
    """

    count: int
    values: tuple[int | float | bool, ...] = ()


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """Keys and tensors of one file."""

    version: int
    keys: Mapping[str, Scalar | ArrayOf]
    tensors: tuple[FileTensor, ...]


class _Bytes:
    """A file that is read forward, each step held against its end."""

    def __init__(self, file: BinaryIO, name: str, size: int) -> None:
        self.file, self.name, self.size = file, name, size
        self.at = 0
        self.texts = 0

    def fault(self, text: str, at: int | None = None, /, **values: Value) -> InvalidData:
        return fault(self.name, text, at=self.at if at is None else at, **values)

    @property
    def left(self) -> int:
        return self.size - self.at

    def need(self, count: int) -> None:
        if count > self.left:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: {count} more bytes are required, but the file ends at byte {size}.")
            raise self.fault(text, count=count, size=self.size)

    def take(self, count: int) -> bytes:
        self.need(count)
        data = self.file.read(count)
        if len(data) < count:
            self.size = self.at + len(data)
            self.need(count)
        self.at += count
        return data

    def skip(self, count: int) -> None:
        self.need(count)
        self.file.seek(count, 1)
        self.at += count

    def number(self, code: str) -> int | float | bool:
        value: int | float | bool = struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))[0]
        return value

    def count(self) -> int:
        return int(self.number("Q"))

    def text(self, most: int) -> str:
        start, length = self.at, self.count()
        if length > most:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: a string of {count} bytes exceeds the limit of {most}.")
            raise self.fault(text, start, count=length, most=most)
        try:
            return self.take(length).decode()
        except UnicodeDecodeError as error:
            raise self.fault(QT_TRANSLATE_NOOP("models", "{file}, byte {at}: this is not UTF-8 text."), start) from error


def read_gguf_header(path: Path) -> GgufHeader:
    """Return the header of one file.

    Raises:
        InvalidData: it is not a GGUF file, is damaged, truncated or inconsistent; with the location.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        data = _Bytes(file, path.name, path.stat().st_size)
        if data.size < 4 or data.take(4) != MAGIC:
            raise data.fault(QT_TRANSLATE_NOOP("models", "{file} is not a GGUF file: it does not start with GGUF."))
        version = _version(data)
        tensor_count, key_count = _counted(data, _LEAST_TENSOR, MOST_TENSORS), _counted(data, _LEAST_KEY, MOST_KEYS)
        keys: dict[str, Scalar | ArrayOf] = {}
        for _ in range(key_count):
            start, key = data.at, data.text(_MOST_NAME)
            if key in keys:
                raise data.fault(QT_TRANSLATE_NOOP("models", "{file}, byte {at}: the key {key} appears twice."), start, key=key)
            keys[key] = _value(data, int(data.number("I")), 0)
        placed_tensors = _tensors(data, tensor_count)
        alignment = keys.get("general.alignment", _ALIGNMENT)
        if isinstance(alignment, bool) or not isinstance(alignment, int) or not 8 <= alignment <= _MOST_ALIGNMENT or alignment % 8:
            raise data.fault(QT_TRANSLATE_NOOP("models", "{file}: general.alignment is {value}, which is not valid."), value=str(alignment))
        _refuse_places(data, placed_tensors, alignment)
    return GgufHeader(version, keys, tuple(tensor for tensor, _ in placed_tensors))


def _version(data: _Bytes) -> int:
    version = int(data.number("I"))
    if version in (2, 3):
        return version
    if version in (2 << 24, 3 << 24):
        raise data.fault(QT_TRANSLATE_NOOP("models", "{file} has a byte order that is not supported."))
    raise data.fault(QT_TRANSLATE_NOOP("models", "{file} has GGUF version {version}; versions 2 and 3 are supported."), version=version)


def _counted(data: _Bytes, least: int, most: int) -> int:
    """Read a count of items of at least `least` bytes each."""
    start, count = data.at, data.count()
    if count > most or count * least > data.left:
        text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: {count} entries should follow, but only {left} bytes remain.")
        if count * least <= data.left:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: {count} entries exceed the limit of {most}.")
        raise data.fault(text, start, count=count, left=data.left, most=most)
    return count


def _value(data: _Bytes, kind: int, depth: int) -> Scalar | ArrayOf:
    if kind in _SCALARS:
        return data.number(_SCALARS[kind])
    if kind == _TEXT:
        return data.text(_MOST_TEXT)
    if kind != _ARRAY:
        raise data.fault(QT_TRANSLATE_NOOP("models", "{file}, byte {at}: the value type {kind} does not exist."), data.at - 4, kind=kind)
    if depth == _MOST_DEPTH:
        raise data.fault(QT_TRANSLATE_NOOP("models", "{file}, byte {at}: arrays are nested deeper than {most} levels."), most=_MOST_DEPTH)
    return _array(data, depth)


def _array(data: _Bytes, depth: int) -> ArrayOf:
    start, kind, count = data.at, int(data.number("I")), data.count()
    code = _SCALARS.get(kind)
    least = struct.calcsize("<" + code) if code else 8 if kind == _TEXT else 12
    if count * least > data.left:
        text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: an array of {count} values should follow, but only {left} bytes remain.")
        raise data.fault(text, start, count=count, left=data.left)
    if code and count <= _MOST_KEPT:
        return ArrayOf(count, struct.unpack(f"<{count}{code}", data.take(count * least)))
    if code:
        data.skip(count * least)
        return ArrayOf(count)
    data.texts += count if kind == _TEXT else _LIKE_TEXTS * count
    if data.texts > MOST_TEXTS:
        raise data.fault(QT_TRANSLATE_NOOP("models", "{file}, byte {at}: more than {most} strings in arrays."), start, most=MOST_TEXTS)
    for _ in range(count):
        if kind == _TEXT:
            length = data.count()
            # Only counted: words of a vocabulary need not be UTF-8.
            data.skip(length) if length > _MOST_KEPT else data.take(length)
        else:
            _value(data, kind, depth + 1)
    return ArrayOf(count)


def _tensors(data: _Bytes, count: int) -> list[tuple[FileTensor, int]]:
    """The tensors, each with its offset."""
    by_number: dict[int, BlockType] = {block.number: block for block in gguf_types().values()}
    placed_tensors: list[tuple[FileTensor, int]] = []
    names: set[str] = set()
    for _ in range(count):
        start, name = data.at, data.text(_MOST_NAME)
        if name in names:
            raise data.fault(QT_TRANSLATE_NOOP("models", "{file}, byte {at}: the tensor {name} appears twice."), start, name=name)
        names.add(name)
        axes = int(data.number("I"))
        if not 1 <= axes <= _MOST_SHAPE:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: the tensor {name} has {axes} axes; 1 to {most} are allowed.")
            raise data.fault(text, start, name=name, axes=axes, most=_MOST_SHAPE)
        shape = tuple(data.count() for _ in range(axes))
        kind, offset = by_number.get(number := int(data.number("I"))), data.count()
        if kind is None:
            raise data.fault(
                QT_TRANSLATE_NOOP("models", "{file}, byte {at}: the tensor {name} has the unknown type {kind}."),
                start,
                name=name,
                kind=number,
            )
        elements = math.prod(shape)
        if not 1 <= elements <= _MOST_ELEMENTS or shape[0] % kind.elements:
            text = QT_TRANSLATE_NOOP("models", "{file}, byte {at}: the tensor {name} cannot have {shape} elements of {kind}.")
            raise data.fault(text, start, name=name, shape=" × ".join(map(str, shape)), kind=kind.name)
        tensor = FileTensor(name, kind.name, shape[::-1], elements, elements // kind.elements * kind.size_bytes)
        placed_tensors.append((tensor, offset))
    return placed_tensors


def _refuse_places(data: _Bytes, found: list[tuple[FileTensor, int]], alignment: int) -> None:
    """Tensors lie behind one another, aligned, and end before the file does."""
    first = -(-data.at // alignment) * alignment
    end = 0
    for tensor, offset in sorted(found, key=lambda placed: placed[1]):
        place = first + offset
        if offset % alignment or offset < end:
            raise data.fault(QT_TRANSLATE_NOOP("models", "{file}, byte {at}: {name} cannot start here."), place, name=tensor.name)
        end = offset + tensor.size_bytes
        if first + end > data.size:
            text = QT_TRANSLATE_NOOP(
                "models", "{file} is truncated or damaged: the tensor {name} extends to byte {at}, but the file ends at byte {size}."
            )
            raise data.fault(text, first + end, name=tensor.name, size=data.size)
