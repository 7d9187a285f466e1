"""Busbars: all shelves of a rack that are fed by a source supply its bar together, regardless of which shelf a cord names."""

from collections.abc import Mapping

import numpy as np

from gpudesk.core.power.power_sockets import BUSBAR, Sockets
from gpudesk.core.values.columns import ABSENT, Ids


def bank_of_bar(sockets: Sockets) -> int:
    """Return which bank of a type is the bar that it feeds; ABSENT if it feeds none."""
    return next((outlet.bank for outlet in sockets.outlets if outlet.kind == BUSBAR), ABSENT)


def along_bars(
    bars: Mapping[int, int], giver_type: Ids, giver_rack: Ids, fed: Ids, bank_start: Ids, cords: Ids, source: Ids
) -> tuple[Ids, Ids]:
    """Return cords and the nodes that feed them; cords on a bar once per shelf that feeds it.

    Args:
        bars: type → `bank_of_bar`, for types that feed one.
        giver_type, giver_rack, bank_start: of each giver; its first bank among the nodes.
        fed: the node above each giver, ABSENT for none; a giver without a feed does not share a bar.
        cords: cords of the loads, places in the table, shape (n,).
        source: the node that feeds each cord, shape (n,).
    """
    givers = np.flatnonzero(np.isin(giver_type, list(bars)) & (giver_rack != ABSENT)) if bars else np.empty(0, np.int64)
    if len(givers) < 2:
        return cords, source
    node = bank_start[givers] + np.array([bars[type_id] for type_id in giver_type[givers].tolist()], np.int64)
    order = np.argsort(node)
    at = order[np.minimum(np.searchsorted(node[order], source), len(node) - 1)]
    on_bar = node[at] == source
    if not on_bar.any():
        return cords, source
    shares: dict[int, list[int]] = {}
    for place in np.flatnonzero(fed[givers] != ABSENT).tolist():
        shares.setdefault(int(giver_rack[givers[place]]), []).append(int(node[place]))
    more_cords: list[int] = []
    more_nodes: list[int] = []
    for place in np.flatnonzero(on_bar).tolist():
        for other in shares.get(int(giver_rack[givers[at[place]]]), []):
            if other != source[place]:
                more_cords.append(int(cords[place]))
                more_nodes.append(other)
    joined = np.concatenate([cords, np.array(more_cords, np.int64)])
    # In the order of the cords, as everything else takes them.
    order = np.argsort(joined, kind="stable")
    return joined[order], np.concatenate([source, np.array(more_nodes, np.int64)])[order]
