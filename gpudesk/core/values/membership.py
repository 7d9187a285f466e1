"""Which whole numbers are among others."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_MANY = 2000
"""From this number of elements on, `np.isin` is faster."""


def is_one_of(values: NDArray[np.int64], wanted: Sequence[int] | NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which elements of `values`, shape (n,), are one of `wanted`: as `np.isin`, which takes seven times as long for a few of them."""
    if len(values) > _MANY or len(wanted) > _MANY:
        return np.isin(values, wanted)
    if not len(values) or not len(wanted):
        return np.zeros(len(values), bool)
    ordered = np.sort(np.asarray(wanted, np.int64))
    slots = ordered.searchsorted(values)
    slots[slots == len(ordered)] = 0
    is_listed: NDArray[np.bool_] = ordered[slots] == values
    return is_listed
