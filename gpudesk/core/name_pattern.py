"""Patterns of names such as `R{row:02}-{n:02}`: fields in braces, numbers filled up with zeros to some digits."""

import re
from collections.abc import Mapping

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.texts import checked_text

RACK_FIELDS = ("hall", "row", "row_name", "n")
"""What the names of racks are made of: the hall's name, the row's number and name, and the place in the row."""
_FIELD = re.compile(r"\{([a-z_]+)(?::0([1-6]))?\}")


def checked_pattern(pattern: str, fields: tuple[str, ...] = RACK_FIELDS, needed: str = "n") -> str:
    """A pattern that makes names; "" is none.

    Raises:
        Refused: a field is unknown, a brace is alone, or the names would all be the same.
    """
    pattern = checked_text("rack_names", pattern.strip())
    if not pattern:
        return pattern
    used = [match.group(1) for match in _FIELD.finditer(pattern)]
    if set(used) - set(fields) or {"{", "}"} & set(_FIELD.sub("", pattern)):
        text = QT_TRANSLATE_NOOP("name_pattern", "A pattern is made of text and of {fields}, such as {example}.")
        values: dict[str, Value] = {"fields": tuple("{" + name + "}" for name in fields), "example": "R{row:02}-{n:02}"}
        raise Refused(Message("name_pattern", text, values))
    if needed not in used:
        text = QT_TRANSLATE_NOOP("name_pattern", "The pattern needs {field}, or all names of a row would be the same.")
        raise Refused(Message("name_pattern", text, {"field": "{" + needed + "}"}))
    return pattern


def made_name(pattern: str, values: Mapping[str, str | int]) -> str:
    """The name that a checked pattern makes of some values."""

    def filled(match: re.Match[str]) -> str:
        text = str(values[match.group(1)])
        return text.rjust(int(match.group(2) or 0), "0")

    return _FIELD.sub(filled, pattern)
