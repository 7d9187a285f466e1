"""Stock lengths of cords and cables, and the choice for a required length."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.media_parts import Cord, PluggedCable
from gpudesk.core.values.columns import ABSENT, Ids

_MOST_WASTE, _LITTLE_MM = 2, 3000
"""A preferred part is passed over where another one is sold in less than its length over this, unless that saves little."""


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """The lengths from which one is picked, each with its part: shape (lengths,), ascending."""

    need_mm: NDArray[np.int64]
    length_mm: NDArray[np.int64]
    part: NDArray[np.int64]

    @property
    def longest_mm(self) -> int:
        """The longest stock length, 0 if there is none."""
        return int(self.need_mm[-1]) if len(self.need_mm) else 0

    def picked(self, length_mm: NDArray[np.float64]) -> tuple[Ids, Ids]:
        """The part and length for the required length, ABSENT if nothing is long enough: shape of `length_mm`."""
        if not len(self.need_mm):
            nothing = np.full(len(length_mm), ABSENT, np.int64)
            return nothing, nothing
        place = np.searchsorted(self.need_mm, length_mm)
        short = place == len(self.need_mm)
        place[short] = 0
        return np.where(short, ABSENT, self.part[place]), np.where(short, ABSENT, self.length_mm[place])


def stock_of(sold: Sequence[Cord | PluggedCable], limit_m: float, keys: dict[str, int]) -> Stock:
    """The lengths of some parts up to a limit, those of the first part unless they are far too long.

    Args:
        keys: catalog keys of parts → their numbers; new ones are added.
    """
    lengths = [sorted(round(1000 * m) for m in part.lengths_m if m <= min(limit_m, _longest_m(part))) for part in sold]
    numbers = [keys.setdefault(part.key, len(keys)) for part in sold]
    rows = []
    for need in sorted({length for part_lengths in lengths for length in part_lengths}):
        enough = [
            (min(mm for mm in part_lengths if mm >= need), n)
            for n, part_lengths in zip(numbers, lengths, strict=True)
            if part_lengths and part_lengths[-1] >= need
        ]
        shortest = min(enough)[0]
        rows.append(
            (need, *next((length, number) for length, number in enough if length <= max(_MOST_WASTE * shortest, shortest + _LITTLE_MM)))
        )
    return Stock(*np.array(rows, np.int64).reshape(-1, 3).T)


def _longest_m(part: Cord | PluggedCable) -> float:
    return part.longest_m if isinstance(part, Cord) else math.inf
