"""Patterns of cable labels such as `{near.rack}-{near.u:02}:{near.port}`: fields of the near and of the far end, and of the cable."""

import re
from collections.abc import Mapping, Sequence

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

END_FIELDS = ("hall", "row", "rack", "u", "place", "device", "cage", "port", "role")
"""Fields that describe an end: after "near." the end with the label, after "far." the other end.

The place is the unit, or the device name where there is no unit: at the side of the rack, where `u` is 0, or outside racks.
"""
CABLE_FIELDS = ("cable", "network", "type", "length", "phase")
"""Fields that describe the cable: number, network, type, length ("30 m") and build phase."""
FIELDS = (*(f"{end}.{name}" for end in ("near", "far") for name in END_FIELDS), *CABLE_FIELDS)
MOST_LINES = 6
MOST_LETTERS = 200
_FIELD = re.compile(r"\{([a-z_.]+)(?::0([1-6]))?\}")
_DIGITS = re.compile(r"\d+")


def checked_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines of a label, each a pattern.

    Raises:
        Refused: there is none or there are too many, one is too long, a field is unknown or a brace is alone.
    """
    stripped = tuple(line.strip() for line in lines)
    if not any(stripped) or len(stripped) > MOST_LINES:
        text = QT_TRANSLATE_NOOP("label_pattern", "A label must have 1 to {most} lines.")
        raise Refused(Message("label_pattern", text, {"most": MOST_LINES}))
    for number, line in enumerate(stripped, start=1):
        if len(line) > MOST_LETTERS:
            text = QT_TRANSLATE_NOOP("label_pattern", "Line {number} of the label is longer than {most} characters.")
            raise Refused(Message("label_pattern", text, {"number": number, "most": MOST_LETTERS}))
        unknown = [match.group(1) for match in _FIELD.finditer(line) if match.group(1) not in FIELDS]
        if unknown or {"{", "}"} & set(_FIELD.sub("", line)):
            text = QT_TRANSLATE_NOOP("label_pattern", "Line {number} of the label: {what} is not a field.")
            fix = QT_TRANSLATE_NOOP("label_pattern", "Available fields: {fields}.")
            values: dict[str, Value] = {"number": number, "what": "{" + unknown[0] + "}" if unknown else "{ }"}
            raise Refused(Message("label_pattern", text, values), Message("label_pattern", fix, {"fields": FIELDS}))
    return stripped


def fields_of(lines: Sequence[str]) -> frozenset[str]:
    """The fields that checked lines use."""
    return frozenset(match.group(1) for line in lines for match in _FIELD.finditer(line))


def label_line(line: str, values: Mapping[str, str]) -> str:
    """A checked line with its fields filled; numbers are zero-padded where the pattern requires it, but not in names used as places.

    Spaces and separators left at its ends by empty fields are removed: a device outside racks has no rack before the hyphen.
    """

    def filled(match: re.Match[str]) -> str:
        text, digits = values[match.group(1)], match.group(2)
        named = match.group(1).endswith(".place") and not text.isdigit()
        return text if digits is None or named else _DIGITS.sub(lambda number: number.group().rjust(int(digits), "0"), text)

    return _FIELD.sub(filled, line).strip(" ·-/:")
