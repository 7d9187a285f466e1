"""Lines in the order in which they are read, each below what it belongs to, so that branches fold."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids

Key = tuple[str, int, int]
"""Table and id of the row that a line is, and what tells lines of the same row apart, ABSENT for nothing: it stays through edits."""


class Branches(Protocol):
    """Lines that stand below each other; arrays have shape (lines,)."""

    def __len__(self) -> int: ...

    @property
    def depth(self) -> Ids:
        """How far each line is put in."""

    @property
    def end(self) -> Ids:
        """The place behind the last line below each."""

    def key(self, place: int) -> Key:
        """What a line is, whatever else changes."""

    def place(self, key: Key) -> int | None:
        """The place of a line, None where it is gone."""


def has_below(branches: Branches) -> Mask:
    """Below which lines others stand."""
    below: Mask = branches.end > np.arange(len(branches)) + 1
    return below


def places_shown(branches: Branches, folded: Mask) -> Ids:
    """The places that are seen while what stands below some of them is folded away."""
    steps = np.zeros(len(branches) + 1, np.int64)
    hiding = np.flatnonzero(folded)
    np.add.at(steps, hiding + 1, 1)
    np.add.at(steps, branches.end[hiding], -1)
    return np.flatnonzero(np.cumsum(steps)[:-1] == 0)


def places_named(names: Sequence[str], text: str) -> Mask:
    """Which of some names hold every word of a text, whatever its case."""
    words = text.casefold().split()
    return np.fromiter((all(word in name for word in words) for name in map(str.casefold, names)), bool, len(names))
