"""Arguments of an operation, checked against the declared types: invalid arguments are refused before anything is written."""

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from inspect import Parameter, Signature, signature
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.plan.plan import Plan
from gpudesk.formats.fabric.cable_list import CableList
from gpudesk.formats.onsite.work_files import WorkFile
from gpudesk.formats.tables.device_list import DeviceList
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"
MOST_WHOLE = 2**31 - 1
"""No id, number or length of a project is greater: ports are kept in 32 bits."""
MOST_NUMBER = 1e15
MOST_TEXT = 1_000_000
"""Maximum characters of one text. The operation itself checks the limits of a column."""
_CHECKED_BY_THEMSELVES = (Plan, DeviceList, CableList, Snapshot, WorkFile)
"""Large objects created and checked by other parts of the program."""

_WHOLE = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} must be a whole number of at most {most}, not {value}.")
_NUMBER = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} must be a number, not {value}.")
_TEXT = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} must be text of at most {most} characters, not {value}.")
_HALF = QT_TRANSLATE_NOOP(
    "operations", "{argument} of {operation} contains an incomplete character that cannot be stored. Enter the text again."
)
_FLAG = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} must be true or false, not {value}.")
_LIST = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} must be a list, not {value}.")
_NAMED = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} must be a set of named values, not {value}.")
_COUNT = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} must have {most} parts, not {value}.")
_OTHER = QT_TRANSLATE_NOOP("operations", "{argument} of {operation} cannot be {value}.")
_NAMES = QT_TRANSLATE_NOOP("operations", "{operation} cannot be called this way. Its arguments are: {names}.")

_SAYS: Mapping[Any, tuple[str, float]] = {int: (_WHOLE, MOST_WHOLE), float: (_NUMBER, 0), str: (_TEXT, MOST_TEXT), bool: (_FLAG, 0)}


class _Wrong(Exception):
    """A value does not fit: where, the sentence about it, its greatest value or count, and the value."""

    def __init__(self, where: str, text: str, value: object, most: float = 0) -> None:
        self.where, self.text, self.value, self.most = where, text, value, most
        super().__init__(where, text)


def checked_arguments(verb: Callable[..., Any], args: Sequence[Any], values: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The valid arguments of an operation, without `edit`; numpy numbers and lists become plain ones.

    Only types and sizes are checked: whole numbers that the project file can store, finite numbers, texts that can be written. The
    operation checks whether rows exist and values are plausible.

    Raises:
        Refused: an argument is missing, unknown or of another type; the message names it.
    """
    declared, hints = _declared(verb)
    args, values = tuple(map(_plain, args)), {name: _plain(value) for name, value in values.items()}
    try:
        bound = declared.bind(*args, **values)
    except TypeError as error:
        raise Refused(Message(_CONTEXT, _NAMES, {"operation": verb.__name__, "names": tuple(declared.parameters)})) from error
    try:
        for name, value in bound.arguments.items():
            kind = declared.parameters[name].kind
            for where, part in _parts(name, value, kind):
                _demand(where, part, hints.get(name, Any))
    except _Wrong as wrong:
        place: dict[str, Value] = {"argument": wrong.where, "operation": verb.__name__}
        raise Refused(Message(_CONTEXT, wrong.text, {**place, "value": _shown(wrong.value), "most": wrong.most})) from wrong
    return args, values


def _plain(value: Any) -> Any:
    """A value without numpy, which the file does not take."""
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 1):
        return value.tolist()
    if (
        isinstance(value, list | tuple)
        and type(value) in (list, tuple)
        and any(isinstance(member, np.generic | np.ndarray) for member in value)
    ):
        return type(value)(map(_plain, value))
    return value


@cache
def _declared(verb: Callable[..., Any]) -> tuple[Signature, Mapping[str, Any]]:
    """The signature of an operation without its `edit`, and the types of its arguments."""
    own = signature(verb)
    return own.replace(parameters=list(own.parameters.values())[1:]), get_type_hints(verb)


def _parts(name: str, value: Any, kind: Any) -> Iterable[tuple[str, Any]]:
    if kind is Parameter.VAR_KEYWORD:
        return list(value.items())
    if kind is Parameter.VAR_POSITIONAL:
        return ((f"{name}[{place}]", argument) for place, argument in enumerate(value))
    return ((name, value),)


def _shown(value: object) -> str:
    """A short display text of a value."""
    if value is None or isinstance(value, bool | int | float):
        return str(value)[:40] if not isinstance(value, int) or abs(value) < 10**40 else f"{len(bin(value)) - 2} bits"
    if isinstance(value, str):
        return "“" + value[:40].encode("utf-8", "replace").decode() + "”"
    return type(value).__name__


def _demand(where: str, value: Any, hint: Any) -> None:
    """Demand that a value is of a declared type."""
    origin = get_origin(hint)
    if hint is Any or hint is object:
        _demand_any(where, value)
    elif origin in (Union, types.UnionType):
        _demand_one_of(where, value, get_args(hint))
    elif hint is None or hint is type(None):
        if value is not None:
            raise _Wrong(where, _OTHER, value)
    elif hint in _SAYS:
        _demand_scalar(where, value, hint)
    elif origin is tuple:
        _demand_tuple(where, value, get_args(hint))
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        _demand_mapping(where, value, get_args(hint))
    elif isinstance(origin, type) and issubclass(origin, Sequence):
        _demand_sequence(where, value, get_args(hint)[0])
    else:
        _demand_instance(where, value, hint)


def _demand_one_of(where: str, value: Any, hints: Sequence[Any]) -> None:
    first: _Wrong | None = None
    for hint in sorted(hints, key=lambda candidate: candidate is type(None)):
        try:
            return _demand(where, value, hint)
        except _Wrong as wrong:
            first = wrong if first is None else first
    raise first or _Wrong(where, _OTHER, value)


def _demand_scalar(where: str, value: Any, hint: Any) -> None:
    if not _FITS[hint](value):
        text, most = _SAYS[hint]
        if hint is str and isinstance(value, str) and len(value) <= MOST_TEXT:
            text = _HALF
        raise _Wrong(where, text, value, most)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not _is_flag(value) and -MOST_WHOLE <= value <= MOST_WHOLE


def _is_number(value: Any) -> bool:
    """Whether a value is a number within bounds; the comparison excludes NaN and infinity."""
    return isinstance(value, int | float) and not _is_flag(value) and -MOST_NUMBER <= value <= MOST_NUMBER


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_TEXT and _can_be_written(value)


def _can_be_written(text: str) -> bool:
    """Whether a text holds no half of a character."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


_FITS: Mapping[Any, Callable[[Any], bool]] = {int: _is_whole, float: _is_number, str: _is_text, bool: _is_flag}


def _demand_sequence(where: str, value: Any, hint: Any) -> None:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise _Wrong(where, _LIST, value)
    if hint is int and all(type(member) is int and -MOST_WHOLE <= member <= MOST_WHOLE for member in value):
        return
    for place, member in enumerate(value):
        _demand(f"{where}[{place}]", member, hint)


def _demand_tuple(where: str, value: Any, hints: Sequence[Any]) -> None:
    if len(hints) == 2 and hints[1] is Ellipsis:
        return _demand_sequence(where, value, hints[0])
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise _Wrong(where, _LIST, value)
    if len(value) != len(hints):
        raise _Wrong(where, _COUNT, len(value), len(hints))
    for place, (member, hint) in enumerate(zip(value, hints, strict=True)):
        _demand(f"{where}[{place}]", member, hint)
    return None


def _demand_mapping(where: str, value: Any, hints: Sequence[Any]) -> None:
    if not isinstance(value, Mapping):
        raise _Wrong(where, _NAMED, value)
    for name, member in value.items():
        _demand(where, name, hints[0])
        _demand(f"{where}[{name}]", member, hints[1])


def _demand_instance(where: str, value: Any, hint: Any) -> None:
    if isinstance(hint, type) and issubclass(hint, Enum):
        if not isinstance(value, bool) and value in tuple(hint):
            return
        raise _Wrong(where, _OTHER, value)
    if isinstance(hint, type) and not isinstance(value, hint):
        raise _Wrong(where, _OTHER, value)
    if is_dataclass(value) and not isinstance(value, _CHECKED_BY_THEMSELVES):
        own = _hints_of(value.__class__)
        for part in fields(value):
            _demand(f"{where}.{part.name}", getattr(value, part.name), own[part.name])


@cache
def _hints_of(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _demand_any(where: str, value: Any) -> None:
    """Require a storable value if the operation itself determines the type by the name of the value."""
    if isinstance(value, bool | None):
        return
    if isinstance(value, int):
        _demand_scalar(where, value, int)
    elif isinstance(value, float):
        _demand_scalar(where, value, float)
    elif isinstance(value, str):
        _demand_scalar(where, value, str)
    elif isinstance(value, Mapping):
        _demand_mapping(where, value, (str, Any))
    elif isinstance(value, Sequence) and not isinstance(value, bytes):
        _demand_sequence(where, value, Any)
    elif not isinstance(value, bytes | Enum) and not is_dataclass(value):
        raise _Wrong(where, _OTHER, value)
