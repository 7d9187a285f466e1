"""Names for new objects: the next free number after a stem."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import numpy as np

from gpudesk.core.errors import Refused
from gpudesk.core.hardware import HardwareType
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan import MOST_PHASE
from gpudesk.core.texts import checked_text
from gpudesk.derived.placement import span_name

_NUMBER_AT_END = re.compile(r"\d+$")


def checked_name(name: str) -> str:
    """A name that somebody gave, without blanks around it; "" stays "".

    Raises:
        Refused: it is too long, or holds what cannot be shown in one line.
    """
    return checked_text("name", name.strip())


def checked_phase(number: int) -> int:
    """The number of a build phase.

    Raises:
        Refused: it is negative or too large.
    """
    if not 0 <= number <= MOST_PHASE:
        raise Refused(Message("operations", QT_TRANSLATE_NOOP("operations", "Phases are numbered from 0 (pilot) to 999.")))
    return number


def object_name(table: str, row: Mapping[str, Any]) -> str:
    """What a row is called in the history: its name, or the units of a reservation."""
    if table == "reservation":
        return span_name(int(row["position"]), int(row["position"]) + int(row["height"]))
    return str(row["name"])


def next_names(taken: Iterable[str], stem: str, digits: int) -> Iterator[str]:
    """Names `stem` + number that are not `taken`, from the number after the highest taken one on."""
    names: Iterable[str] = taken.tolist() if isinstance(taken, np.ndarray) else taken
    # One text is searched faster than 20,000 names are.
    parts = "\n".join(["", *names]).split("\n" + stem)
    ends = [part.partition("\n")[0] for part in parts[1:]]
    if not "".join(ends).isdecimal():
        ends = [end for end in ends if end.isdecimal()]
    numbers = map(int, filter(None, ends))
    for number in count(max(numbers, default=0) + 1):
        yield f"{stem}{number:0{digits}d}"


def counted_names(first: str, count: int) -> list[str]:
    """`count` names from `first` on: the number at its end counts up and keeps its width; without one, 1, 2 … are put behind it."""
    match = _NUMBER_AT_END.search(first)
    if match is None:
        return [first] if count == 1 else [f"{first}{number}" for number in range(1, count + 1)]
    stem, digits = first[: match.start()], match.group()
    return [f"{stem}{int(digits) + step:0{len(digits)}d}" for step in range(count)]


def device_stem(kind: HardwareType) -> str:
    """The stem of the names of new devices of a type: the last part of its key and a hyphen."""
    return kind.key.rsplit("/", 1)[-1].rsplit(".", 1)[-1] + "-"
