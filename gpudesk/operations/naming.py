"""Names for new objects: the next free number after a stem."""

import re
from collections.abc import Iterable, Iterator
from itertools import count

import numpy as np

from gpudesk.core.hardware import HardwareType

_NUMBER_AT_END = re.compile(r"\d+$")


def next_names(taken: Iterable[str], stem: str, digits: int) -> Iterator[str]:
    """Names `stem` + number that are not `taken`, from the number after the highest taken one on."""
    names: Iterable[str] = taken.tolist() if isinstance(taken, np.ndarray) else taken
    ends = [name[len(stem) :] for name in names if name.startswith(stem)]
    # One look at all of them together: of 20,000 names most may have this stem.
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
