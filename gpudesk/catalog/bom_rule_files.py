"""Reads the rule files of bills of materials; all errors in a file are reported together, with line numbers.

A file of the same name in the folder "rules" of the user's data replaces a shipped one.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from gpudesk import locate
from gpudesk.catalog.bom_rules import (
    MEASURES,
    MOUNTS,
    SECTIONS,
    BomRules,
    Labour,
    LabourTask,
    Origin,
    PartRule,
    Parts,
    Selector,
    SpareRule,
)
from gpudesk.catalog.plain_yaml import Document, read_document
from gpudesk.core.expressions.expression import Expression, ExpressionError, parse
from gpudesk.core.hardware.hardware import Confidence, Family
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

_CONTEXT = "bom"
Made = TypeVar("Made")


def own_rules_folder() -> Path:
    """The folder of the person's own rules; it may not exist yet."""
    return locate.user_data_dir() / "rules"


def bom_rules(spares: Path | None = None) -> BomRules:
    """The rules currently in effect.

    Args:
        spares: a file of spares rules that replaces all others.

    Raises:
        InvalidData: a file is not a valid rule file; every error is reported with its line.
    """
    names = ("spares.yaml", "accessories.yaml", "labour.yaml")
    paths = [own_path if (own_path := own_rules_folder() / name).is_file() else locate.resource("rules", name) for name in names]
    if spares is not None:
        paths[0] = spares
    files = tuple((path.name, path != locate.resource("rules", name)) for path, name in zip(paths, names, strict=True))
    fixed = () if spares is None else ("spares",)
    return BomRules(read_spares(paths[0]), read_parts(paths[1]), read_labour(paths[2]), files, fixed=fixed)


@cache
def cords_of_devices() -> Mapping[str, str]:
    """Map of device key to the key of the cords included with the device."""
    document = read_document("power_cords.yaml", locate.resource("rules", "power_cords.yaml").read_bytes())
    return dict(document.data["own"])


def read_spares(path: Path) -> tuple[SpareRule, ...]:
    """The rules for spares of a file.

    Raises:
        InvalidData: it is no such file.
    """
    reader = _Reader(path)

    def rule(body: "_Body") -> SpareRule:
        title = body.text("title")
        return SpareRule(
            body.text("key", title),
            title,
            body.text("title_es"),
            body.selector(),
            body.number("percent", 0, 1000),
            body.word("rounding", ("up", "nearest")),
            int(body.number("least", 0, 1e6, 0)),
            int(body.number("from", 0, 1e9, 1)),
            body.origin(),
        )

    rules = reader.top.each("rules", rule)
    reader.done()
    return rules


def read_parts(path: Path) -> Parts:
    """The rules for accessories, tools and packing of a file.

    Raises:
        InvalidData: it is no such file.
    """
    reader = _Reader(path)

    def rule(body: "_Body") -> PartRule:
        return PartRule(body.text("part"), body.selector(), body.expression("count"), body.origin())

    packing = reader.top.body("packing")
    parts = Parts(
        reader.top.each("accessories", rule), reader.top.each("tools", rule), packing.number("percent", 0, 1000), packing.origin()
    )
    packing.finish()
    reader.done()
    return parts


def read_labour(path: Path) -> Labour:
    """The tasks of a file.

    Raises:
        InvalidData: it is no such file.
    """
    reader = _Reader(path)

    def task(body: "_Body") -> LabourTask:
        title, title_es, of = body.text("title"), body.text("title_es"), body.selector()
        count, minutes, people = body.expression("count"), body.number("minutes", 0, 1e5), int(body.number("people", 1, 100))
        return LabourTask(body.text("key", title), title, title_es, of, count, minutes, people)

    labour = Labour(reader.top.each("tasks", task), reader.top.origin())
    reader.done()
    return labour


class _Reader:
    """Reads a rule file; all errors in it are reported together."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            content = path.read_bytes()
        except OSError as error:
            text = QT_TRANSLATE_NOOP("bom", "{path} cannot be read: {reason}.")
            raise InvalidData(Message(_CONTEXT, text, {"path": str(path), "reason": error.strerror or str(error)})) from error
        self.document: Document = read_document(path.name, content)
        if self.document.faults or not isinstance(self.document.data, dict):
            self.document.data = self.document.data if isinstance(self.document.data, dict) else {}
        self.problems = [Message(_CONTEXT, _AT, {"line": fault.line, "what": fault.message}) for fault in self.document.faults]
        self.top = _Body(self, self.document.data, "")

    def wrong(self, path: str, text: str, /, **values: Value) -> None:
        """Record an error."""
        what = Message(_CONTEXT, text, values)
        self.problems.append(Message(_CONTEXT, _AT, {"line": self.document.line_of(path), "what": what}))

    def done(self) -> None:
        """Report all errors, if there are any."""
        self.top.finish()
        if self.problems:
            text = QT_TRANSLATE_NOOP("bom", "The rules in {path} cannot be used:")
            raise InvalidData(Message(_CONTEXT, text, {"path": str(self.path)}), problems=tuple(self.problems))


_AT = QT_TRANSLATE_NOOP("bom", "line {line}: {what}")


class _Body:
    """A mapping in the file: every value is read once, and a value that was never read is an error."""

    def __init__(self, reader: _Reader, data: Any, path: str) -> None:
        self._reader = reader
        self._path = path
        self._data: dict[str, Any] = dict(data) if isinstance(data, dict) else {}
        self._left = set(self._data)
        if not isinstance(data, dict):
            reader.wrong(path, QT_TRANSLATE_NOOP("bom", "a list of names with values is required here."))

    def _take(self, name: str) -> Any:
        self._left.discard(name)
        return self._data.get(name)

    def _at(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def finish(self) -> None:
        """Complain about names that mean nothing."""
        for name in sorted(self._left):
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} is not supported here."), name=name)

    def body(self, name: str) -> "_Body":
        """A mapping inside."""
        return _Body(self._reader, self._take(name), self._at(name))

    def each(self, name: str, make: "Callable[[_Body], Made]") -> tuple[Made, ...]:
        """What `make` makes of every mapping of a list."""
        mappings = self._take(name)
        if not isinstance(mappings, list):
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} must be a list."), name=name)
            return ()
        objects = []
        for place, data in enumerate(mappings):
            body = _Body(self._reader, data, f"{self._at(name)}[{place}]")
            objects.append(make(body))
            body.finish()
        return tuple(objects)

    def text(self, name: str, usual: str | None = None) -> str:
        """A text."""
        value = self._take(name)
        if value is None and usual is not None:
            return usual
        if not isinstance(value, str) or not value.strip():
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} must be text and cannot be empty."), name=name)
            return ""
        return value

    def word(self, name: str, words: Sequence[str]) -> str:
        """One of several allowed tokens."""
        value = self._take(name)
        if value not in words:
            text = QT_TRANSLATE_NOOP("bom", "{name} must be one of {words}.")
            self._reader.wrong(self._at(name), text, name=name, words=tuple(words))
            return words[0]
        return str(value)

    def number(self, name: str, low: float, high: float, usual: float | None = None) -> float:
        """A number within limits."""
        value = self._take(name)
        if value is None and usual is not None:
            return usual
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            text = QT_TRANSLATE_NOOP("bom", "{name} must be a number from {low} to {high}.")
            self._reader.wrong(self._at(name), text, name=name, low=low, high=high)
            return low
        return float(value)

    def expression(self, name: str) -> Expression:
        """An expression over the measures."""
        value = self._take(name)
        try:
            expression = parse(
                str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value if isinstance(value, str) else ""
            )
        except ExpressionError as error:
            self._reader.wrong(self._at(name), "{what}", what=error.message)
            return parse("0")
        unknown = [measure for measure in expression.names if measure not in MEASURES]
        if unknown:
            text = QT_TRANSLATE_NOOP("bom", "unknown measure {name}; available: {words}.")
            self._reader.wrong(self._at(name), text, name=unknown[0], words=MEASURES)
        return expression

    def origin(self) -> Origin:
        """Source and confidence, which every rule has."""
        source = self.text("source")
        confidence = Confidence(self.word("confidence", [str(level) for level in Confidence]))
        note = self.text("note", "")
        return Origin(source, self.text("source_es", source), confidence, note, self.text("note_es", note))

    def selector(self) -> Selector:
        """The selector `of`; if absent, it matches everything."""
        if "of" not in self._data:
            return Selector()
        of = self.body("of")
        selector = Selector(
            of.words("families", [str(family) for family in Family]),
            of.words("sections", SECTIONS),
            of.words("keys"),
            of.words("not_keys"),
            of.words("mounts", tuple(MOUNTS)),
            of.maybe("least_u"),
            of.maybe("most_u"),
            of.maybe("over_kg"),
            of.maybe("most_kg"),
            of.flag("lift"),
        )
        of.finish()
        return selector

    def words(self, name: str, known: Sequence[str] = ()) -> tuple[str, ...]:
        """A list of tokens, optionally limited to known ones."""
        value = self._take(name)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(token, str) and (not known or token in known) for token in value):
            text = QT_TRANSLATE_NOOP("bom", "{name} must be a list of {words}.")
            self._reader.wrong(self._at(name), text, name=name, words=tuple(known) or ("…",))
            return ()
        return tuple(value)

    def maybe(self, name: str) -> float | None:
        """A number that may be left out."""
        return self.number(name, 0, 1e9) if name in self._data else None

    def flag(self, name: str) -> bool | None:
        """Yes or no, or left out."""
        value = self._take(name)
        if value is not None and not isinstance(value, bool):
            self._reader.wrong(self._at(name), QT_TRANSLATE_NOOP("bom", "{name} must be true or false."), name=name)
            return None
        return value
