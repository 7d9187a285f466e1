"""Reading a configuration: values with their names, every fault at once, nothing guessed in silence."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "models"
LARGEST = 100_000_000
"""No width, expert count or vocabulary of a model is larger; products of a few such numbers stay exact in Python."""
MOST_LAYERS = 4_000


def _is_whole(value: object) -> bool:
    """Whether it is a number without a fraction; JSON has no separate integer type."""
    return not isinstance(value, bool) and isinstance(value, int | float) and (isinstance(value, int) or value.is_integer())


class Configuration:
    """Collects the faults of one configuration while it is read; an invalid value reads as 1, and `finish` refuses the whole.

    Args:
        values: the mapping as read from a file.
        where: its name in the texts of faults.
    """

    def __init__(self, values: Mapping[str, Any], where: str = "config") -> None:
        self.values = values
        self.where = where
        self.problems: list[Message] = []

    def part(self, name: str) -> "Configuration":
        """A mapping inside, or an empty one; its faults are collected here."""
        inner = self.values.get(name)
        if inner is not None and not isinstance(inner, Mapping):
            self._fault(name, "a mapping is required")
        section = Configuration(inner if isinstance(inner, Mapping) else {}, f"{self.where}.{name}")
        section.problems = self.problems
        return section

    def _fault(self, name: str, what: str) -> None:
        text = QT_TRANSLATE_NOOP("models", "{where}.{name}: {what}")
        message = Message(_CONTEXT, text, {"where": self.where, "name": name, "what": what})
        if message not in self.problems:
            self.problems.append(message)

    def has(self, name: str) -> bool:
        return self.values.get(name) is not None

    def count(self, *names: str, default: int | None = None, least: int = 1, most: int = LARGEST) -> int:
        """A whole number under the first of the names that is there."""
        for name in names:
            value = self.values.get(name)
            if value is None:
                continue
            if not _is_whole(value):
                self._fault(name, f"a whole number from {least:,} to {most:,} is needed, not {str(value)[:40]!r}")
                return max(1, least)
            if not least <= value <= most:
                self._fault(name, f"{int(value):,} is outside of {least:,} to {most:,}")
                return max(1, least)
            return int(value)
        if default is None:
            self._fault(names[0], "is missing")
            return max(1, least)
        return default

    def layers(self, *names: str, default: int | None = None, least: int = 1) -> int:
        return self.count(*names, default=default, least=least, most=MOST_LAYERS)

    def number(self, name: str, default: float) -> float:
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < LARGEST:
            self._fault(name, f"a number above 0 is needed, not {str(value)[:40]!r}")
            return default
        return float(value)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, bool) and value not in (0, 1):
            self._fault(name, f"true or false is needed, not {str(value)[:40]!r}")
            return default
        return bool(value)

    def word(self, name: str, default: str = "") -> str:
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, str) or len(value) > 2 * MOST_LAYERS:
            self._fault(name, "a word is needed")
            return default
        return value

    def counts(self, name: str, default: tuple[int, ...] = (), most: int = LARGEST) -> tuple[int, ...]:
        """A list of whole numbers from 0 on."""
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, list | tuple) or len(value) > MOST_LAYERS:
            self._fault(name, "a list of whole numbers is needed")
            return default
        if any(isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most for number in value):
            self._fault(name, f"a list of whole numbers from 0 to {most:,} is needed")
            return default
        return tuple(value)

    def words(self, name: str) -> tuple[str, ...]:
        value = self.values.get(name)
        if value is None:
            return ()
        if not isinstance(value, list | tuple) or len(value) > MOST_LAYERS or not all(isinstance(text, str) for text in value):
            self._fault(name, "a list of words is needed")
            return ()
        return tuple(value)

    def refuse(self, name: str, what: str) -> None:
        """Note a fault that only the reader of a family can see."""
        self._fault(name, what)

    def finish(self) -> None:
        """Refuse the configuration if anything was at fault.

        Raises:
            InvalidData: with every fault.
        """
        if self.problems:
            text = QT_TRANSLATE_NOOP("models", "This model configuration cannot be used.")
            raise InvalidData(Message(_CONTEXT, text), problems=tuple(self.problems))


def text_part(config: Configuration) -> Configuration:
    """The text of a model with towers, `text_config`; `tie_word_embeddings` of the whole file takes precedence over that of the text."""
    text = config.part("text_config")
    if not config.has("tie_word_embeddings"):
        return text
    whole = Configuration({**text.values, "tie_word_embeddings": config.flag("tie_word_embeddings")}, text.where)
    whole.problems = config.problems
    return whole
