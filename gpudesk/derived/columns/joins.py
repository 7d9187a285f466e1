"""Joins of columns by equal values."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.values.columns import Ids
from gpudesk.core.values.membership import is_one_of

_MOST_KINDS = 2**52
"""Maximum number of value combinations that are encoded in one number."""
_MOST_COUNTED = 2**20
"""Maximum number of combinations that are counted instead of sorted."""
_FEW = 4
"""Maximum number of values that are looked up one by one."""


def places_of(column: Ids, wanted: Ids) -> Ids:
    """Where `column` holds one of `wanted`, ascending."""
    if len(wanted) > _FEW:
        return np.flatnonzero(is_one_of(column, wanted))
    hit = np.zeros(len(column), bool)
    for value in wanted:
        hit |= column == value
    return np.flatnonzero(hit)


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
    distinct_keys, starts = np.unique(keys[places], return_index=True)
    return dict(zip(distinct_keys.tolist(), np.split(places, starts[1:]), strict=True))


def distinct(columns: Sequence[Ids]) -> tuple[Ids, Ids]:
    """The different rows of some columns of one length: the place of one of each, and for each row which of them it is."""
    number, kinds = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        least = int(column.min(initial=0))
        span = int(column.max(initial=0)) - least + 1
        if kinds * span > _MOST_KINDS:
            distinct_numbers, number = np.unique(number, return_inverse=True)
            kinds = len(distinct_numbers)
        number, kinds = number * span + (column - least), kinds * span
    if kinds <= _MOST_COUNTED:
        # So few numbers are ticked off: to sort the rows takes ten times as long.
        met = np.zeros(kinds, bool)
        met[number] = True
        of_row = (np.cumsum(met) - 1)[number]
        first = np.empty(int(met.sum()), np.int64)
        first[of_row[::-1]] = np.arange(len(number))[::-1]
        return first, of_row
    _, first, of_row = np.unique(number, return_index=True, return_inverse=True)
    return first, of_row
