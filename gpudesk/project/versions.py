"""Named versions of a project: the undoable tables as compressed columns, kept inside the file.

Columns of plain JSON are read back without trusting the file: unlike a database image they cannot carry definitions of somebody else.
"""

import json
import zlib
from collections.abc import Mapping
from types import NoneType
from typing import Any

import numpy as np

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, SIGNED, Array, Columns, plain_list
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.bulk import column_of
from gpudesk.store.schema import Kind, Schema, undoable

LARGEST_DUMP = 2**30
"""The most bytes that a stored version may unpack to."""


_FEW_A_ROW = 2
"""Texts of numbers are prepared if a column needs at most this number of texts per row."""
_LEVEL = 3
"""Of compression: 2 % larger than level 6 in less than half the time."""


class _Numbers:
    """The texts of whole numbers, created once for all columns of a version: most columns contain ids.

    The first text is that of a missing number, so that the text of a number is one place after it.
    """

    def __init__(self) -> None:
        self._texts = np.array(["null"], object)

    def of(self, values: Array) -> list[str]:
        """The texts of a column that holds numbers from 0 on, or `ABSENT`."""
        known, needed = len(self._texts), int(values.max()) + 2
        if needed > known:
            self._texts = np.append(self._texts, np.array(list(map(str, range(known - 1, needed - 1))), object))
        texts: list[str] = self._texts[values - ABSENT].tolist()
        return texts


def dump(edit: Edit) -> bytes:
    """The undoable tables in their state inside the step."""
    packer, numbers = zlib.compressobj(_LEVEL), _Numbers()
    parts: list[bytes] = []

    def write(text: str) -> None:
        parts.append(packer.compress(text.encode()))

    for number, table in enumerate(undoable(edit.schema)):
        write(f"{',' if number else '{'}{_json(table.name)}:")
        for place, (name, values) in enumerate(edit.columns(table.name).items()):
            write(f"{',' if place else '{'}{_json(name)}:{_column_text(name, values, numbers)}")
        write("}")
    write("}")
    return b"".join([*parts, packer.flush()])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _column_text(name: str, values: Array, numbers: _Numbers) -> str:
    """A column as JSON: one that holds the same everywhere, or few whole numbers, is joined of texts that are made once."""
    if not len(values):
        return "[]"
    if bool((values == values[0]).all()):
        return f"[{','.join([_json(plain_list(name, values[:1])[0])] * len(values))}]"
    if values.dtype == np.int64:
        least, most = int(values.min()), int(values.max())
        if least >= ABSENT and most < _FEW_A_ROW * len(values) and (least != ABSENT or name not in SIGNED):
            return f"[{','.join(numbers.of(values))}]"
    return _json(plain_list(name, values))


def undoable_without_files(schema: Schema) -> list[str]:
    """The undoable tables but for those that name files, whose contents no check reads."""
    files = {table.name for table in schema.values() if table.kind is Kind.RECORD}
    return [table.name for table in undoable(schema) if not any(target in files for _, target in table.references)]


def load(schema: Schema, image: bytes, revision: int) -> Snapshot:
    """The snapshot that `dump` made.

    A table or column that came later than the image is empty or has missing values.

    Raises:
        InvalidData: the image is not one of ours.
    """
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(image, LARGEST_DUMP)
        if unpacker.unconsumed_tail:
            raise ValueError("too large")
        body = json.loads(text)
        tables = {}
        for table in undoable(schema):
            stored = body.get(table.name, {"id": []})
            rows = len(stored["id"])
            for name, values in stored.items():
                _demand_plain(f"{table.name}.{name}", dict(table.columns).get(name), values)
            arrays = {name: column_of(kind, stored.get(name, [_MISSING[kind]] * rows)) for name, kind in table.columns}
            if any(len(array) != rows for array in arrays.values()) or np.any(np.diff(arrays["id"], prepend=0) <= 0):
                raise ValueError(f"the rows of {table.name} do not fit together")
            tables[table.name] = Columns(arrays)
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        text_ = QT_TRANSLATE_NOOP("project", "The stored version cannot be read: {reason}.")
        raise InvalidData(Message("project", text_, {"reason": str(error)})) from error
    return Snapshot(revision, tables)


_MISSING: Mapping[str, str | None] = {"TEXT": "", "INTEGER": None, "REAL": None}
"""The value of a row in a column added later."""
_STORED: Mapping[str, tuple[type[Any], ...]] = {"TEXT": (str,), "INTEGER": (int, NoneType), "REAL": (float, int, NoneType)}


def _demand_plain(where: str, kind: str | None, values: Any) -> None:
    """Refuse values of another type than their column; a column unknown to this program (None) may contain anything."""
    if kind is not None and not (isinstance(values, list) and {type(value) for value in values} <= set(_STORED[kind])):
        raise ValueError(f"{where} holds a value of another type")


def version_snapshot(document: Document, version_id: int) -> Snapshot:
    """The state that a named version of `document` holds.

    Raises:
        KeyError: there is no such version.
        InvalidData: its image cannot be read.
    """
    image = document.version_dump(version_id)
    revision = next(entry[4] for entry in document.versions() if entry[0] == version_id)
    return load(document.schema, image, revision)
