"""Which of many points no other one beats, and which one beats each of the others."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NOBODY = -1
_STRIDE = 4096
_FAR = 50.0
"""The most that a figure counts when the nearest is looked for, in logarithms: an unknown one is far from a known one."""


def front(points: Floats) -> NDArray[np.bool_]:
    """Whether each point is beaten by none: no other is as good in every figure and better in one. Less is better.

    Args:
        points: shape (points, figures); infinite where a figure is not known, so that it wins by no unknown.
    """
    on = np.zeros(len(points), dtype=bool)
    left = np.arange(len(points))
    # A point with the least first figure, of these the least second one, and so on, is beaten by none that is left.
    left = left[np.lexsort(points[:, ::-1].T)] if len(points) else left
    while left.size:
        best = points[left[0]]
        on[left[0]] = True
        rest = left[1:]
        worse = (points[rest] >= best).all(axis=1) & (points[rest] > best).any(axis=1)
        left = rest[~worse]
    return on


def beaten_by(points: Floats, on: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each point not on the front, a dominating point: the nearest on the front by relative difference.

    Args:
        on: which points are on the front (`front`).

    Returns:
        Indexes of points; `NOBODY` for those on the front.
    """
    dominators = np.full(len(points), NOBODY, dtype=np.int64)
    best = np.flatnonzero(on)
    rest = np.flatnonzero(~on)
    if not best.size:
        return dominators
    size = np.log(np.clip(points, 1e-300, 1e300))
    for start in range(0, len(rest), _STRIDE):
        block = rest[start : start + _STRIDE]
        here = points[block][:, None]
        beats: NDArray[np.bool_] = np.all(points[best][None] <= here, axis=2) & np.any(points[best][None] < here, axis=2)
        gap = np.minimum(size[block][:, None] - size[best][None], _FAR).sum(axis=2)
        at = np.where(beats, gap, np.inf).argmin(axis=1)
        dominators[block] = np.where(beats.any(axis=1), best[at], NOBODY)
    return dominators
