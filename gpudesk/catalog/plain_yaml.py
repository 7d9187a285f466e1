"""Converts YAML to plain data with the line number of every value.

Only the subset that a catalog needs is supported: mappings, lists, texts, numbers, true/false and null as in YAML's core schema.
Anchors, aliases, tags, merge keys and several documents in a file are faults, so a small file cannot expand into a large one, and
values such as `no`, `on` or a date remain text. The events come from libyaml (CSafeLoader); nesting and size are limited early.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from gpudesk.catalog.entry import Fault, catalog_message
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_items, foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

MAXIMUM_BYTES = 1 << 20
MAXIMUM_DEPTH = 16
MAXIMUM_VALUES = 100_000
LONGEST_NAME = 100
"""The most characters of a name: the path of every value holds those of all names around it."""

_WHOLE = re.compile(r"[-+]?[0-9]+\Z")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}


@dataclass(slots=True)
class Document:
    """The content of one file.

    Attributes:
        data: mappings, lists and scalars; None if the file is empty or unreadable.
        lines: path of a value, such as "types[2].facts.weight_kg.value", to its line, counted from 1.
    """

    file: str
    data: Any = None
    lines: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def line_of(self, path: str) -> int:
        """The line of `path`, or of the nearest value around it that has one."""
        while path and path not in self.lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.lines.get(path, 1)

    def fault(self, line: int, message: Message) -> None:
        """Note a fault of the text."""
        self.faults.append(Fault(self.file, line, message))

    def fault_at(self, path: str, message: Message) -> None:
        """Note a fault of a value."""
        self.faults.append(Fault(self.file, self.line_of(path), message, path))


def reads_as_text(word: str) -> bool:
    """Whether an unquoted value is read back as text, and not as a number, boolean or null."""
    return word.lower() not in _WORDS and not _WHOLE.match(word) and not _DECIMAL.match(word)


class _Stop(Exception):
    """Nothing after this point can be understood."""


def read_document(file: str, content: bytes) -> Document:
    """Read one file; errors in it are in `faults`, never raised.

    Raises:
        NotEnoughMemory: there was too little memory for the parser.
    """
    document = Document(file)
    if len(content) > MAXIMUM_BYTES:
        text = QT_TRANSLATE_NOOP("catalog", "the file is larger than {limit} bytes")
        document.fault(1, catalog_message(text, limit=MAXIMUM_BYTES))
        return document
    try:
        text_content = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        document.fault(line, catalog_message(QT_TRANSLATE_NOOP("catalog", "the file is not UTF-8 text")))
        return document
    try:
        _Builder(document).build(text_content)
    except _NotYaml as error:
        document.fault(error.line, error.message)
        document.data = None
    except _Stop:
        document.data = None
    return document


def composed(file: str, text: str) -> Any:
    """The nodes of a text that `read_document` reads without faults, with the position of each.

    Raises:
        InvalidData: it is not YAML.
        NotEnoughMemory: there was too little memory for the parser.
    """
    import yaml

    with foreign_parser(file, _not_yaml):
        return yaml.compose(text, Loader=yaml.CSafeLoader)


def _events(text: str) -> Iterator[Any]:
    """The events from libyaml; this function contains only calls to it."""
    import yaml

    yield from yaml.parse(text, Loader=yaml.CSafeLoader)


class _NotYaml(InvalidData):
    """libyaml cannot read the text."""

    def __init__(self, line: int, message: Message) -> None:
        self.line = line
        super().__init__(message)


def _not_yaml(reason: str, error: Exception) -> _NotYaml:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    text = QT_TRANSLATE_NOOP("catalog", "invalid YAML: {reason}")
    problem = getattr(error, "problem", None) or reason
    return _NotYaml(mark.line + 1 if mark else 1, catalog_message(text, reason=str(problem)))


class _Builder:
    """Makes the data from libyaml's events, so that depth is limited before anything is nested."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.values = 0

    def build(self, text: str) -> None:
        import yaml

        events = foreign_items(_events(text), self.document.file, _not_yaml)
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.stop(event, QT_TRANSLATE_NOOP("catalog", "a file must contain one document"))
                self.document.data = self.value(next(events), events, "", 0)

    def stop(self, event: Any, text: str) -> None:
        self.document.fault(event.start_mark.line + 1, catalog_message(text))
        raise _Stop

    def value(self, event: Any, events: Iterator[Any], path: str, depth: int) -> Any:
        import yaml

        self.values += 1
        if self.values > MAXIMUM_VALUES:
            self.stop(event, QT_TRANSLATE_NOOP("catalog", "the file contains too many values"))
        if depth > MAXIMUM_DEPTH:
            self.stop(event, QT_TRANSLATE_NOOP("catalog", "the file is nested too deeply"))
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self.stop(event, QT_TRANSLATE_NOOP("catalog", "anchors and aliases are not supported here: write out the value"))
        if getattr(event, "tag", None):
            self.stop(event, QT_TRANSLATE_NOOP("catalog", "tags are not supported here"))
        self.document.lines[path] = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(events, path, depth)
        return self.mapping(events, path, depth)

    def scalar(self, event: Any) -> Any:
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text.lower() in _WORDS:
            return _WORDS[text.lower()]
        if _WHOLE.match(text) and len(text) <= 18:
            return int(text)
        if _DECIMAL.match(text) and math.isfinite(float(text)):
            return float(text)
        return text

    def sequence(self, events: Iterator[Any], path: str, depth: int) -> list[Any]:
        import yaml

        values: list[Any] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            values.append(self.value(event, events, f"{path}[{len(values)}]", depth + 1))
        return values

    def mapping(self, events: Iterator[Any], path: str, depth: int) -> dict[str, Any]:
        import yaml

        values: dict[str, Any] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent) or event.anchor:
                self.stop(event, QT_TRANSLATE_NOOP("catalog", "a name must be plain text"))
            name: str = event.value
            if len(name) > LONGEST_NAME:
                self.stop(event, QT_TRANSLATE_NOOP("catalog", "a name can have at most 100 characters"))
            if name in values or name == "<<":
                text = QT_TRANSLATE_NOOP("catalog", "the name {name} appears twice or is not supported here")
                self.document.fault(event.start_mark.line + 1, catalog_message(text, name=name))
            values[name] = self.value(next(events), events, f"{path}.{name}" if path else name, depth + 1)
        return values
