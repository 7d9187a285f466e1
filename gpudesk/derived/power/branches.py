"""Lines in reading order, each below its parent, with branches that can be collapsed."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids

Key = tuple[str, int, int]
"""Table and id of the row of a line, and a number for lines of the same row, ABSENT for none: stable across edits."""


class Branches(Protocol):
    """Lines in a hierarchy; arrays have shape (lines,)."""

    def __len__(self) -> int: ...

    @property
    def depth(self) -> Ids:
        """How far each line is put in."""

    @property
    def end(self) -> Ids:
        """The place behind the last line below each."""

    def key(self, place: int) -> Key:
        """Return the stable key of a line."""

    def place(self, key: Key) -> int | None:
        """Return the place of a line, None if it no longer exists."""


def has_below(branches: Branches) -> Mask:
    """Return which lines have lines below them."""
    below: Mask = branches.end > np.arange(len(branches)) + 1
    return below


def places_shown(branches: Branches, folded: Mask) -> Ids:
    """Return the places that are visible when some branches are collapsed."""
    steps = np.zeros(len(branches) + 1, np.int64)
    hiding = np.flatnonzero(folded)
    np.add.at(steps, hiding + 1, 1)
    np.add.at(steps, branches.end[hiding], -1)
    return np.flatnonzero(np.cumsum(steps)[:-1] == 0)


def places_named(names: Sequence[str], text: str) -> Mask:
    """Return which names contain every word of a text, ignoring case."""
    words = text.casefold().split()
    return np.fromiter((all(word in name for word in words) for name in map(str.casefold, names)), bool, len(names))
