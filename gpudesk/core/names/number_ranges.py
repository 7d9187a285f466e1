"""Whole numbers written short."""

import re
from collections.abc import Iterable

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_FROM = 3
"""So many numbers in a row are written by the first and the last."""


_PART = re.compile(r"\s*([0-9]{1,6})\s*(?:-\s*([0-9]{1,6})\s*)?", re.ASCII)
_LONGEST = 1000


def read_number_ranges(text: str, most: int) -> tuple[int, ...]:
    """The numbers of a text such as "24, 32" or "1-4", ascending, each once; none of "".

    Args:
        most: the highest number that may occur.

    Raises:
        Refused: it is something else, or a number is not between 1 and `most`.
    """
    if not text.strip():
        return ()
    parts = [_PART.fullmatch(each) for each in text.split(",")] if len(text) <= _LONGEST else []
    bounds = [(int(part[1]), int(part[2] or part[1])) for part in parts if part is not None]
    if not parts or len(bounds) < len(parts) or any(not 1 <= first <= last <= most for first, last in bounds):
        said = QT_TRANSLATE_NOOP("core", "{text} is no list of numbers from 1 to {most}, such as 24, 32 or 1-4.")
        raise Refused(Message("core", said, {"text": text[:60], "most": most}))
    return tuple(sorted({number for first, last in bounds for number in range(first, last + 1)}))


def number_ranges(numbers: Iterable[int]) -> str:
    """As "0-31,64-95": each once, from the least to the greatest; "" for none."""
    rows: list[list[int]] = []
    for number in sorted(set(numbers)):
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ",".join(f"{row[0]}-{row[-1]}" if len(row) >= _FROM else ",".join(map(str, row)) for row in rows)
