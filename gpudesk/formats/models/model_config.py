"""Reading the `config.json` of a model: one JSON object of limited size and depth."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

_CONTEXT = "models"
MOST_BYTES = 4 * 1024 * 1024
MOST_DEPTH = 40
_LONGEST_NUMBER = 400


def read_config(path: Path) -> Mapping[str, Any]:
    """Return the values of a configuration.

    Raises:
        InvalidData: the file is too large or nested too deeply, is not JSON, or contains no object; with the location.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return config_from(data, path.name)


def config_from(data: bytes, name: str) -> Mapping[str, Any]:
    """As `read_config`, from bytes."""
    if len(data) > MOST_BYTES:
        text = QT_TRANSLATE_NOOP("models", "{name} is larger than {most} MiB, too large for a model configuration.")
        raise InvalidData(Message(_CONTEXT, text, {"name": name, "most": MOST_BYTES // 2**20}))
    _refuse_depth(data, name)
    with foreign_parser(name, partial(_no_json, name)):
        values = json.loads(data, parse_int=_whole)
    if not isinstance(values, Mapping):
        text = QT_TRANSLATE_NOOP("models", "{name} contains no object with the values of a model.")
        raise InvalidData(Message(_CONTEXT, text, {"name": name}))
    return values


def _no_json(name: str, _reason: str, error: Exception) -> InvalidData:
    if isinstance(error, UnicodeDecodeError):
        text = QT_TRANSLATE_NOOP("models", "{name} is not UTF-8 text: byte {at} is invalid.")
        return InvalidData(Message(_CONTEXT, text, {"name": name, "at": error.start}))
    if isinstance(error, json.JSONDecodeError):
        text = QT_TRANSLATE_NOOP("models", "{name}, line {line}, column {column}: invalid JSON ({what}).")
        place: dict[str, Value] = {"name": name, "line": error.lineno, "column": error.colno, "what": error.msg}
        return InvalidData(Message(_CONTEXT, text, place))
    return InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("models", "{name}: a number in it is too long."), {"name": name}))


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError
    return int(digits)


def _refuse_depth(data: bytes, name: str) -> None:
    """Brackets are counted before anything is built of them: Python's reader would run out of stack."""
    depth, inside, escaped = 0, False, False
    for byte in data:
        if inside:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                inside = False
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            if depth > MOST_DEPTH:
                text = QT_TRANSLATE_NOOP("models", "{name} is nested deeper than {most} levels.")
                raise InvalidData(Message(_CONTEXT, text, {"name": name, "most": MOST_DEPTH}))
        elif byte in b"]}":
            depth -= 1
