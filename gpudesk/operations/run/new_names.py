"""Names for new objects: the next free number after a stem."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import TEXT_BOUNDS, checked_text
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.core.values.columns import Columns
from gpudesk.core.values.numbered_texts import lines_of, numbers_after
from gpudesk.derived.racks.device_placement import span_name

_NUMBER_AT_END = re.compile(r"\d{1,9}$")


def checked_name(name: str) -> str:
    """A name entered by the user, without surrounding spaces; "" stays "".

    Raises:
        Refused: it is too long, or contains characters that cannot be displayed in one line.
    """
    return checked_text("name", name.strip())


def checked_phase(number: object) -> int:
    """The number of a build phase; None occurs in files that bypassed the rules.

    Raises:
        Refused: it is negative, too large or not a whole number.
    """
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_PHASE:
        raise Refused(Message("operations", QT_TRANSLATE_NOOP("operations", "Phases are numbered from 0 (pilot) to 999.")))
    return number


def object_name(table: str, row: Mapping[str, Any]) -> str:
    """Name of a row in the history: its name, the units of a reservation, or the number of an unnamed row."""
    if table == "reservation":
        if row["position"] is None or row["height"] is None:
            return f"#{row['id']}"
        return span_name(int(row["position"]), int(row["position"]) + int(row["height"]))
    if table in ("power_cord", "cooling_service", "network_stage", "cable"):
        return f"#{row['id']}"
    return str(row["name"])


def next_names(taken: Iterable[str], stem: str, digits: int) -> Iterator[str]:
    """Names `stem` + number that are not `taken`, from the number after the highest taken one on."""
    names: Iterable[str] = taken.tolist() if isinstance(taken, np.ndarray) else taken
    for number in count(max(numbers_after(lines_of(names), stem), default=0) + 1):
        yield f"{stem}{number:0{digits}d}"


def next_name(taken: Columns, stem: str, digits: int) -> str:
    """The first of `next_names` for the names of a table, of which no column is made."""
    return f"{stem}{taken.greatest_number('name', stem) + 1:0{digits}d}"


class CopyNames:
    """Names for copies: "dgx-02" for the first copy of "dgx-01", the next free number of the same width.

    Args:
        taken: the names in use; those that are given out are in use from then on.
    """

    def __init__(self, taken: Iterable[str]) -> None:
        names: list[str] = taken.tolist() if isinstance(taken, np.ndarray) else list(taken)
        self._names = set(names)
        self._lines = lines_of(names)
        self._numbers: dict[str, set[int]] = {}
        self._reached: dict[tuple[str, int], int] = {}

    def own(self, original: str, spare_stem: str) -> str:
        """The name of the original if it is free (the original is in another project, or deleted), else as `after`."""
        if original.strip() and original not in self._names:
            self._names.add(original)
            match = _NUMBER_AT_END.search(original)
            if match is not None:
                self._taken(original[: match.start()]).add(int(match.group()))
            return original
        return self.after(original, spare_stem)

    def after(self, original: str, spare_stem: str) -> str:
        """A name for one more copy of an object named `original`.

        Args:
            spare_stem: the stem of the name if the original has none, or one that no operation would assign.
        """
        match = _NUMBER_AT_END.search(original)
        stem, first, digits = (
            (original + "-", 1, 1) if match is None else (original[: match.start()], int(match.group()), len(match.group()))
        )
        if not original.strip() or not original.isprintable() or len(original) + 8 > TEXT_BOUNDS["name"].most:
            stem, first, digits = spare_stem, 0, 3
        taken = self._taken(stem)
        number = self._reached.get((stem, first), first) + 1
        while number in taken:
            number += 1
        taken.add(number)
        self._reached[stem, first] = number
        name = f"{stem}{number:0{digits}d}"
        self._names.add(name)
        return name

    def _taken(self, stem: str) -> set[int]:
        if stem not in self._numbers:
            self._numbers[stem] = set(numbers_after(self._lines, stem))
        return self._numbers[stem]


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
