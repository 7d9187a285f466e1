"""YAML as NetBox reads it (version 1.1: `no` is false), to plain data and back, with limits enforced for every file.

The events come from libyaml, and the data is built from them here, so that depth, size and duplicate names are checked before
storage. Anchors, aliases, tags and merge keys are refused: a small file cannot grow into a large one. A date remains text.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import yaml

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_items
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

MAXIMUM_BYTES = 1 << 20
MAXIMUM_DEPTH = 12
MAXIMUM_VALUES = 200_000
MAXIMUM_DOCUMENTS = 1000
LONGEST_NAME = 100
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_MOST_DIGITS = 18
_LARGEST = 10**_MOST_DIGITS


@dataclass(slots=True)
class YamlDocument:
    """One document of a file.

    Attributes:
        data: content.
        line: first line, counted from 1.
        twice: duplicate names in one mapping; the last value applies, as in NetBox.
        dates: texts that YAML interprets as dates.
        written: top-level names → original scalars that became numbers or flags: 012 is 10 for YAML.
    """

    data: Any
    line: int
    twice: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)


def read_yaml(content: bytes) -> list[YamlDocument]:
    """Return the documents of a file that are not empty.

    Raises:
        InvalidData: it is too large, not UTF-8, not YAML, or contains unsupported syntax; the message includes the line.
    """
    if len(content) > MAXIMUM_BYTES:
        raise _refused(QT_TRANSLATE_NOOP("netbox", "the file is larger than {limit} bytes"), limit=MAXIMUM_BYTES)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _refused(QT_TRANSLATE_NOOP("netbox", "line {line}: this is not UTF-8 text"), line=line) from error
    return [document for document in _Builder(text).documents() if document.data is not None]


def _no_yaml(reason: str, error: Exception) -> InvalidData:
    mark = error.problem_mark or error.context_mark if isinstance(error, yaml.MarkedYAMLError) else None
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or reason
    text = QT_TRANSLATE_NOOP("netbox", "line {line}: invalid YAML: {reason}")
    return _refused(text, line=1 if mark is None else mark.line + 1, reason=str(problem))


def write_yaml(documents: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the documents as one text, each begun by three hyphens, names in the given order, ASCII only as in the library."""
    return b"".join(_DASHES + _dumped(dict(document)) for document in documents)


_DASHES = b"---\n"


class _Dumper(yaml.CSafeDumper):
    """Writes no anchors, and lists below a name further in."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _dumped(document: dict[str, Any]) -> bytes:
    written: bytes = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=False, width=1000, encoding="ascii", indent=2)
    return written


def _refused(text: str, /, **values: Value) -> InvalidData:
    return InvalidData(Message("netbox", text, values))


_Scalar = yaml.ScalarEvent
_Sequence = yaml.SequenceStartEvent


def _events(text: str) -> Iterator[Any]:
    """Yield the libyaml events; contains only calls into libyaml."""
    following = yaml.CSafeLoader(text).get_event
    while (event := following()) is not None:
        yield event


class _Builder:
    """Makes data from events; the kinds of events are compared directly, because a library has some hundred thousand."""

    def __init__(self, text: str) -> None:
        self._events = foreign_items(_events(text), "", _no_yaml)
        self._next: Callable[[], Any] = self._events.__next__
        self._values = 0
        self._at = YamlDocument(None, 1)

    def documents(self) -> Iterator[YamlDocument]:
        count = 0
        while not isinstance(event := self._next(), yaml.StreamEndEvent):
            if isinstance(event, yaml.DocumentStartEvent):
                count += 1
                if count > MAXIMUM_DOCUMENTS:
                    self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: the file contains too many documents"))
                self._at = YamlDocument(None, _line(event))
                self._at.data = self._value(self._next(), 0)
                yield self._at

    def _stop(self, event: Any, text: str) -> None:
        raise _refused(text, line=_line(event))

    def _value(self, event: Any, depth: int) -> Any:
        self._values += 1
        if self._values > MAXIMUM_VALUES:
            self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: the file contains too many values"))
        if depth > MAXIMUM_DEPTH:
            self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: the file is nested too deeply"))
        kind = type(event)
        if event.anchor is not None or kind is yaml.AliasEvent:
            self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: anchors and aliases are rejected"))
        if event.tag is not None:
            self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: tags are rejected"))
        if kind is _Scalar:
            return self._scalar(event)
        return self._sequence(depth + 1) if kind is _Sequence else self._mapping(depth + 1)

    def _scalar(self, event: Any) -> Any:
        text: str = event.value
        if not event.implicit[0] or len(text) > LONGEST_NAME:
            return text
        value, is_date = _resolved(text)
        if is_date:
            self._at.dates.append(text)
        elif value is _STRANGE:
            self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: this number is not valid for a device"))
        return value

    def _sequence(self, depth: int) -> list[Any]:
        items: list[Any] = []
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            items.append(self._value(event, depth))
        return items

    def _mapping(self, depth: int) -> dict[str, Any]:
        named_values: dict[str, Any] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            name = self._value(event, depth)
            if not isinstance(name, str) or name == "<<":
                self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: a name must be plain text"))
            if len(name) > LONGEST_NAME:
                self._stop(event, QT_TRANSLATE_NOOP("netbox", "line {line}: a name can have at most 100 characters"))
            if name in named_values:
                self._at.twice.append(name)
            event = self._next()
            value = named_values[name] = self._value(event, depth)
            if depth == 1 and isinstance(value, int | float):
                self._at.written[name] = event.value
        return named_values


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


_STRANGE = object()
_constructor = yaml.constructor.SafeConstructor()
_MAKERS: Mapping[str, Callable[[Any], Any]] = {
    "tag:yaml.org,2002:int": _constructor.construct_yaml_int,
    "tag:yaml.org,2002:float": _constructor.construct_yaml_float,
    "tag:yaml.org,2002:bool": _constructor.construct_yaml_bool,
    "tag:yaml.org,2002:null": lambda _node: None,
}
_RESOLVERS: Mapping[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers


@lru_cache(maxsize=20_000)
def _resolved(text: str) -> tuple[Any, bool]:
    """Return the value of a plain scalar in YAML 1.1, and whether YAML interprets it as a date (it remains text)."""
    if _WHOLE.match(text) and len(text) <= _MOST_DIGITS:
        return int(text), False
    for tag, pattern in _RESOLVERS.get(text[:1], []):
        if pattern.match(text):
            if tag.endswith(":timestamp"):
                return text, True
            maker = _MAKERS.get(tag)
            if maker is None:
                return text, False
            try:
                value = maker(yaml.ScalarNode(tag, text))
            except ValueError:
                return text, False
            known = value is None or (math.isfinite(value) and abs(value) < _LARGEST)
            return (value if known else _STRANGE), False
    return text, False
