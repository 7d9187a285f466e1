"""Power nodes that feed themselves: their loads cannot be summed."""

import numpy as np

from gpudesk.core.values.columns import ABSENT
from gpudesk.project.snapshot import Snapshot, made_from


@made_from({"power_node": ("fed_by_id", "alternate_id")})
def nodes_on_circles(snapshot: Snapshot) -> tuple[int, ...]:
    """The nodes that are fed, directly or indirectly, from themselves, also as an alternate: indices in the table, ascending."""
    nodes = snapshot["power_node"]
    above = [nodes.positions(nodes[column]) for column in ("fed_by_id", "alternate_id")]
    left = np.ones(nodes.rows, bool)
    while True:
        # A node that nothing fed from a circle feeds goes; what stays leads up into a circle.
        stays = left & np.logical_or(*((up != ABSENT) & left[up] for up in above))
        if np.array_equal(stays, left):
            break
        left = stays
    lists = [up.tolist() for up in above]
    return tuple(place for place in np.flatnonzero(left).tolist() if _feeds_itself(place, lists))


def _feeds_itself(node: int, above: list[list[int]]) -> bool:
    waiting, seen = [up[node] for up in above], set[int]()
    while waiting:
        here = waiting.pop()
        if here == node:
            return True
        if here != ABSENT and here not in seen:
            seen.add(here)
            waiting.extend(up[here] for up in above)
    return False
