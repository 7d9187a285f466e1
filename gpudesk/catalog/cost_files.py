"""Reads the files of prices, tariffs and rates; all errors in a file are reported together, with line numbers.

A file of the same name in the folder "cost" of the user's data replaces a shipped one.
"""

from pathlib import Path
from typing import Any

from gpudesk import locate
from gpudesk.catalog.plain_yaml import Document, read_document
from gpudesk.core.cost.figure import CONTEXT, Figure
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

_AT = QT_TRANSLATE_NOOP("cost", "line {line}: {what}")
MOST = 1e12


def own_cost_folder() -> Path:
    """The folder of the person's own prices; it may not exist yet."""
    return locate.user_data_dir() / "cost"


class CostFile:
    """One file; faults are gathered until `done`."""

    def __init__(self, name: str) -> None:
        own_path = own_cost_folder() / name
        self.path = own_path if own_path.is_file() else locate.resource("cost", name)
        self.own = self.path is own_path
        try:
            content = self.path.read_bytes()
        except OSError as error:
            text = QT_TRANSLATE_NOOP("cost", "{path} cannot be read: {reason}.")
            raise InvalidData(Message(CONTEXT, text, {"path": str(self.path), "reason": error.strerror or str(error)})) from error
        self._document: Document = read_document(name, content)
        self._problems = [Message(CONTEXT, _AT, {"line": fault.line, "what": fault.message}) for fault in self._document.faults]
        self.top = Part(self, self._document.data, "")

    def wrong(self, path: str, text: str, /, **values: Value) -> None:
        """Record an error; `text` was marked with QT_TRANSLATE_NOOP("cost", …)."""
        what = Message(CONTEXT, text, values)
        self._problems.append(Message(CONTEXT, _AT, {"line": self._document.line_of(path), "what": what}))

    def done(self) -> None:
        """Raises:
        InvalidData: something in it was wrong.
        """
        if self._problems:
            text = QT_TRANSLATE_NOOP("cost", "The prices and rates in {path} cannot be used:")
            raise InvalidData(Message(CONTEXT, text, {"path": str(self.path)}), problems=tuple(self._problems))


class Part:
    """A mapping of the file."""

    def __init__(self, file: CostFile, data: Any, path: str) -> None:
        self._file, self._path = file, path
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            file.wrong(path, QT_TRANSLATE_NOOP("cost", "a list of names with values is required here."))

    def _at(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def wrong(self, name: str, text: str, /, **values: Value) -> None:
        """Record an error in a value."""
        self._file.wrong(self._at(name), text, name=name, **values)

    def part(self, name: str) -> "Part":
        """A mapping inside."""
        return Part(self._file, self.data.get(name), self._at(name))

    def parts(self, name: str) -> dict[str, "Part"]:
        """All mappings inside a mapping, by name."""
        inner = self.part(name)
        return {str(key): inner.part(key) for key in inner.data}

    def each(self, name: str) -> list["Part"]:
        """All mappings of a list."""
        mappings = self.data.get(name)
        if not isinstance(mappings, list):
            self.wrong(name, QT_TRANSLATE_NOOP("cost", "{name} must be a list."))
            return []
        return [Part(self._file, data, f"{self._at(name)}[{place}]") for place, data in enumerate(mappings)]

    def text(self, name: str, usual: str | None = None) -> str:
        """A text."""
        value = self.data.get(name)
        if value is None and usual is not None:
            return usual
        if not isinstance(value, str):
            self.wrong(name, QT_TRANSLATE_NOOP("cost", "{name} must be text and cannot be empty."))
            return ""
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts; empty if absent."""
        texts = self.data.get(name, [])
        if not isinstance(texts, list):
            self.wrong(name, QT_TRANSLATE_NOOP("cost", "{name} must be a list."))
            return ()
        return tuple(str(text) for text in texts)

    def number(self, name: str, usual: float | None = None, low: float = 0.0, high: float = MOST) -> float:
        """A number within limits."""
        value = self.data.get(name)
        if value is None and usual is not None:
            return usual
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            self.wrong(name, QT_TRANSLATE_NOOP("cost", "{name} must be a number from {low} to {high}."), low=low, high=high)
            return low
        return float(value)

    def figure(self, name: str = "value", around: "Part | None" = None) -> Figure:
        """A number with its range, source, date and confidence; the last three may be in the enclosing mapping."""
        value = self.number(name)
        low, high = self.number("low", value), self.number("high", value)
        if not low <= value <= high:
            self.wrong(name, QT_TRANSLATE_NOOP("cost", "{name} must be between low and high."))
            low = high = value
        outer = around or self
        word = self.text("confidence", outer.text("confidence", str(Confidence.READ)))
        if word not in list(Confidence):
            self.wrong(
                "confidence",
                QT_TRANSLATE_NOOP("cost", "{name} must be one of {words}."),
                words=tuple(str(confidence) for confidence in Confidence),
            )
            word = str(Confidence.MEMORY)
        source, date = self.text("source", outer.text("source", "")), self.text("date", outer.text("date", ""))
        return Figure(value, low, high, source, Confidence(word), date)
