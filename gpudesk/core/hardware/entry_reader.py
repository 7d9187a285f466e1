"""Parses one entry of the catalog: values with their errors, all faults at once."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeGuard, TypeVar

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.messages.read_faults import A_LIST, A_MAPPING, none_of, not_between, short

_CONTEXT = "hardware"
_Word = TypeVar("_Word", bound=StrEnum)

LARGEST_NUMBER = 1e12
"""No quantity of a data center is larger in the units of the facts; sums and products of such numbers stay finite."""
LONGEST_NAME = 100
"""Of cages and of the patterns from which names are made."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether it is a finite number of a size that some quantity can have."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -LARGEST_NUMBER <= value <= LARGEST_NUMBER


_BRACED = re.compile(r"\{[^{}]*\}")
_FIELD = re.compile(r"\{(\w+)(?::0[1-9])?\}")


def reason(text: str, **values: Value) -> Message:
    """Why a value of an entry is at fault."""
    return Message(_CONTEXT, text, values)


class EntryReader:
    """Collects the faults of one entry while it is read; a value at fault is replaced by one that does no harm."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.problems: list[Message] = []

    def fault(self, where: str, what: Message) -> None:
        """Report a value at fault; `what` is the reason, a message of its own."""
        text = QT_TRANSLATE_NOOP("hardware", "{key}, {where}: {what}")
        self.problems.append(Message(_CONTEXT, text, {"key": self.key, "where": where, "what": what}))

    def known(self, body: Mapping[str, Any], names: frozenset[str], where: str) -> None:
        for name in body:
            if name not in names:
                at = str(name) if where == "entry" else f"{where}.{name}"
                text = QT_TRANSLATE_NOOP("hardware", "unknown name {name}; valid names: {known}")
                self.fault(at, reason(text, name=repr(name), known=tuple(sorted(names))))

    def mapping(self, body: Any, where: str) -> Mapping[str, Any]:
        if isinstance(body, Mapping):
            return body
        self.fault(where, A_MAPPING)
        return {}

    def items(self, body: Any, where: str) -> list[Any]:
        if isinstance(body, list | tuple):
            return list(body)
        self.fault(where, A_LIST)
        return []

    def number(self, body: Mapping[str, Any], name: str, where: str, default: float | None = None) -> float:
        value = body.get(name, default)
        if not is_number(value):
            text = QT_TRANSLATE_NOOP("hardware", "a number is required, not {value}")
            self.fault(f"{where}.{name}", reason(text, value=short(value)))
            return 0.0
        return float(value)

    def whole(
        self, body: Mapping[str, Any], name: str, where: str, default: int | None = None, low: int = -(10**12), high: int = 10**12
    ) -> int:
        value = body.get(name, default)
        if not is_number(value) or isinstance(value, float):
            text = QT_TRANSLATE_NOOP("hardware", "a whole number is required, not {value}")
            self.fault(f"{where}.{name}", reason(text, value=short(value)))
            return max(0, low)
        if not low <= value <= high:
            self.fault(f"{where}.{name}", not_between(value, low, high))
        return min(max(value, low), high)

    def optional(self, body: Mapping[str, Any], name: str, where: str) -> int | None:
        return None if body.get(name) is None else self.whole(body, name, where)

    def pattern(self, text: str, where: str, fields: tuple[str, ...]) -> str:
        """A name with fields such as {n} or {n:02}; without them if it contains anything else in braces."""
        if len(text) > LONGEST_NAME:
            longest = QT_TRANSLATE_NOOP("hardware", "a name has at most {most} characters")
            self.fault(where, reason(longest, most=LONGEST_NAME))
            return "?"
        strange = [field for field in _BRACED.findall(text) if not (match := _FIELD.fullmatch(field)) or match[1] not in fields]
        if not strange and not set("{}") & set(_BRACED.sub("", text)):
            return text
        allowed = QT_TRANSLATE_NOOP("hardware", "{value} may hold only {known}")
        self.fault(where, reason(allowed, value=short(text), known=tuple(f"{{{field}}}" for field in fields)))
        return "?"

    def word(self, kind: type[_Word], value: Any, where: str, fallback: _Word) -> _Word:
        try:
            return kind(value)
        except ValueError:
            self.fault(where, none_of(value, kind))
            return fallback
