"""Patterns of names such as `R{row:02}-{n:02}`: fields in braces, numbers filled up with zeros to some digits, texts in one case."""

import re
from collections.abc import Mapping

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.names.text_limits import checked_text

RACK_FIELDS = ("hall", "row", "row_name", "n")
"""Fields of rack name patterns: the hall name, the number and name of the row, and the place in the row."""
_FIELD = re.compile(r"\{([a-z_]+)(?::(?:0([1-6])|(lower|upper)))?\}")


def checked_pattern(pattern: str, fields: tuple[str, ...] = RACK_FIELDS, needed: str = "n", example: str = "R{row:02}-{n:02}") -> str:
    """A valid name pattern; "" means none.

    Args:
        needed: a field that the pattern must have, "" for none.
        example: a valid pattern, for the error message.

    Raises:
        Refused: a field is unknown, a brace is unmatched, or all names would be the same.
    """
    pattern = checked_text("rack_names", pattern.strip())
    if not pattern:
        return pattern
    used = [match.group(1) for match in _FIELD.finditer(pattern)]
    if set(used) - set(fields) or {"{", "}"} & set(_FIELD.sub("", pattern)):
        text = QT_TRANSLATE_NOOP("name_pattern", "A pattern consists of text and {fields}, such as {example}.")
        values: dict[str, Value] = {"fields": tuple("{" + name + "}" for name in fields), "example": example}
        raise Refused(Message("name_pattern", text, values))
    if needed and needed not in used:
        text = QT_TRANSLATE_NOOP("name_pattern", "The pattern requires {field}; otherwise all names in a row would be the same.")
        raise Refused(Message("name_pattern", text, {"field": "{" + needed + "}"}))
    return pattern


def used_fields(pattern: str) -> frozenset[str]:
    """The fields of a checked pattern."""
    return frozenset(match.group(1) for match in _FIELD.finditer(pattern))


def made_name(pattern: str, values: Mapping[str, str | int]) -> str:
    """The name that a checked pattern makes of some values."""

    def filled(match: re.Match[str]) -> str:
        text = str(values[match.group(1)])
        if match.group(3):
            return text.lower() if match.group(3) == "lower" else text.upper()
        return text.rjust(int(match.group(2) or 0), "0")

    return _FIELD.sub(filled, pattern)
