"""Whole numbers written short."""

import re
from collections.abc import Iterable

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_FROM = 3
"""Minimum number of consecutive numbers that are written as first and last."""


_PART = re.compile(r"\s*([0-9]{1,6})\s*(?:-\s*([0-9]{1,6})\s*)?", re.ASCII)
_LONGEST = 1000
"""Characters of a text without its spaces: however it spaces its numbers, it is read."""


def read_number_ranges(text: str, most: int) -> tuple[int, ...]:
    """The numbers of a text such as "24, 32" or "1-4", ascending, each once; none of "".

    Args:
        most: the highest number that may occur.

    Raises:
        Refused: it is something else, or a number is not between 1 and `most`.
    """
    if not text.strip():
        return ()
    if len(text) > 2 * _LONGEST or len(text) - sum(map(str.isspace, text)) > _LONGEST:
        refusal = QT_TRANSLATE_NOOP("core", "A list of numbers can have at most {most} characters; write 1-4 for 1, 2, 3, 4.")
        raise Refused(Message("core", refusal, {"most": _LONGEST}))
    parts = [_PART.fullmatch(part) for part in text.split(",")]
    bounds = sorted((int(part[1]), int(part[2] or part[1])) for part in parts if part is not None)
    if len(bounds) < len(parts) or any(not 1 <= first <= last <= most for first, last in bounds):
        refusal = QT_TRANSLATE_NOOP("core", "{text} is not a list of numbers from 1 to {most}, such as 24, 32 or 1-4.")
        raise Refused(Message("core", refusal, {"text": text[:60], "most": most}))
    # Ranges that overlap are taken once: no more than `most` numbers are ever written out.
    numbers: list[int] = []
    for first, last in bounds:
        numbers.extend(range(max(first, numbers[-1] + 1) if numbers else first, last + 1))
    return tuple(numbers)


def number_ranges(numbers: Iterable[int]) -> str:
    """As "0-31,64-95": each once, from the least to the greatest; "" for none."""
    rows: list[list[int]] = []
    for number in sorted(set(numbers)):
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ",".join(f"{row[0]}-{row[-1]}" if len(row) >= _FROM else ",".join(map(str, row)) for row in rows)
