"""Groups of objects that are connected when some of them are joined in pairs."""

import numpy as np

from gpudesk.core.values.columns import Ids


def joined_groups(count: int, a: Ids, b: Ids) -> Ids:
    """The lowest number among the objects connected to each of `count` objects, directly or indirectly: shape (count,).

    Args:
        a, b: the joined objects, pair by pair, shape (pairs,).
    """
    group = np.arange(count)
    while len(a):
        least = np.minimum(group[a], group[b])
        before = group.copy()
        # What a thing was grouped under until now goes along.
        np.minimum.at(group, before[a], least)
        np.minimum.at(group, before[b], least)
        group = group[group]
        group = np.minimum(group, group[group])
        if np.array_equal(group, before):
            break
    return group
