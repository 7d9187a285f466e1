"""Errors in values of a file: the sentences shared by several readers.

They are messages inside the message that contains the position of the value, so that both are translated.
"""

from collections.abc import Iterable

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "reading"
A_MAPPING = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "a mapping is required"))
A_LIST = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "a list is required"))
A_TEXT = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "text is required"))
A_FLAG = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "true or false is required"))
A_WHOLE_NUMBER = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "a whole number is required"))
A_REASON = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "accepted_gbps requires a reason with its source"))
A_PATTERN = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "a pattern of text and known fields is required"))
MISSING = QT_TRANSLATE_NOOP("reading", "{names} is missing")
UNKNOWN_NAME = Message(_CONTEXT, QT_TRANSLATE_NOOP("reading", "unknown name"))


def short(value: object) -> str:
    """A value of a file, shortened for a fault message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def none_of(value: object, known: Iterable[str]) -> Message:
    """A value that is none of a list; `value` as the file has it, shortened."""
    text = QT_TRANSLATE_NOOP("reading", "{value} is not one of {known}")
    return Message(_CONTEXT, text, {"value": short(value), "known": tuple(str(name) for name in known)})


def not_between(value: float, low: int, high: int) -> Message:
    """A number outside its limits."""
    text = QT_TRANSLATE_NOOP("reading", "{value} is not between {low} and {high}")
    return Message(_CONTEXT, text, {"value": str(value), "low": str(low), "high": str(high)})


def missing(names: Iterable[str]) -> Message:
    """Names that a mapping must have."""
    return Message(_CONTEXT, MISSING, {"names": tuple(names)})
