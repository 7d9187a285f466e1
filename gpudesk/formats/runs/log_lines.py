"""What readers of logs have in common: patterns of lines, amounts within reason, the line that something was read from."""

import math
import re
from collections.abc import Iterable, Iterator

from gpudesk.core.serving.engine_log import RunLog, Seen

LONGEST_LINE = 4000
_SHOWN = 240
_MOST = 1e7
"""Nothing that is read is larger: GiB of a GPU, tokens a second."""
NUMBER = r"(-?[0-9][0-9,]{0,14}(?:\.[0-9]{1,12})?)"


def amount(text: str) -> float | None:
    """Parse a number with thousands separators; None if it is negative or implausible."""
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value < _MOST * 1e3 else None


def note(log: RunLog, what: str, number: int, line: str) -> None:
    """Store the line that a value was read from; the last one per value."""
    shown = "".join(letter if letter.isprintable() else " " for letter in line.strip()[:_SHOWN])
    log.seen = [earlier for earlier in log.seen if earlier.what != what] + [Seen(what, number, shown)]


def larger(before: float | None, value: float | None) -> float | None:
    """The larger one: of several GPUs the fullest counts."""
    if value is None:
        return before
    return value if before is None else max(before, value)


def since_last(lines: list[tuple[int, str]], start: re.Pattern[str]) -> tuple[list[tuple[int, str]], int]:
    """Lines from the last start on, and how many starts there are."""
    starts = [at for at, (_, line) in enumerate(lines) if start.search(line)]
    return (lines[starts[-1] :] if starts else lines), max(1, len(starts))


def matches(lines: Iterable[tuple[int, str]], pattern: re.Pattern[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """Return the lines that match a pattern."""
    for number, line in lines:
        match = pattern.search(line)
        if match:
            yield number, line, match
