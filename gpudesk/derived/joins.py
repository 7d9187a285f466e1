"""Joins of columns by equal values."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.columns import Ids


def equal_pairs(left: Ids, right: Ids) -> tuple[Ids, Ids]:
    """All pairs of places (i, j) with `left[i] == right[j]`, as two arrays, ordered by i and then j."""
    order = np.argsort(right, kind="stable")
    ordered = right[order]
    starts, ends = np.searchsorted(ordered, left, "left"), np.searchsorted(ordered, left, "right")
    counts = ends - starts
    first = np.repeat(np.arange(len(left)), counts)
    offset = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
    return first, order[np.repeat(starts, counts) + offset]


def grouped(keys: Ids, places: Ids) -> dict[int, Ids]:
    """The places by their value in `keys`, values and places ascending."""
    if not len(places):
        return {}
    places = places[np.argsort(keys[places], kind="stable")]
    found, starts = np.unique(keys[places], return_index=True)
    return dict(zip(found.tolist(), np.split(places, starts[1:]), strict=True))


def distinct(columns: Sequence[Ids]) -> tuple[Ids, Ids]:
    """The different rows of some columns of one length: the place of one of each, and for each row which of them it is."""
    number = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, of_row = np.unique(column, return_inverse=True)
        # Numbered anew each time, so that no product grows too large.
        _, number = np.unique(number * len(values) + of_row, return_inverse=True)
    _, first = np.unique(number, return_index=True)
    return first, number
