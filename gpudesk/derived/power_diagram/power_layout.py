"""Layout of a one-line diagram: first the rack interiors, then lines of racks below their buses, then the layers above."""

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_chain import Chain, power_chain
from gpudesk.derived.power.power_units import PowerUnits, power_units
from gpudesk.derived.power_diagram.one_line_groups import ASPECT, CAPTION, Pile, captions, extent, side_by_side, stacks_of_units
from gpudesk.derived.power_diagram.one_line_wire_set import Wiring
from gpudesk.derived.power_diagram.one_line_wires import wire_layers, wire_units
from gpudesk.derived.power_diagram.power_diagram import Diagram
from gpudesk.derived.power_diagram.power_inside import FEED_GAP, FEED_HIGH, HEAD, Inside
from gpudesk.derived.power_diagram.power_packing import kept_apart
from gpudesk.project.snapshot import Snapshot

LAYER, APART = 190.0, 230.0
"""The least distances of layers, and of nodes in a layer."""
_LAYER_SHARE, _ALL_LAYERS, _MOST_APART = 0.16, 0.5, 5.0
_SPARE_WEIGHT = 0.25


def power_diagram(snapshot: Snapshot) -> Diagram:
    """The one-line diagram of a snapshot (use `snapshot.cached(power_diagram)`).

    Raises:
        ValueError: the power supply is circular.
    """
    return lay_out(snapshot.cached(power_chain))


def lay_out(chain: Chain) -> Diagram:
    """Lay a power network out."""
    units = power_units(chain)
    inside = Inside.of(units)
    stack, keys = stacks_of_units(units)
    piles = side_by_side(units, inside, stack, keys)
    upper, upper_at, room, layer = _layers(units, piles)
    down = float(upper_at[:, 1].max()) + layer if len(upper) else 0.0
    wires = Wiring()
    rects = np.zeros((len(units), 4))
    bus_y = np.zeros(len(units))
    for pile in piles:
        rects[pile.units] = pile.rects(down)
        bus_y[pile.units] = pile.tops[pile.line] + CAPTION + down
        pile.wire(wires, down)
    node_rects, load_rects, column_x, column_foot = inside.placed(rects)
    node_rects[upper, :2] = upper_at
    wire_units(wires, units, node_rects, column_x, bus_y, [keys[stack_number] for stack_number in stack.tolist()], rects)
    wire_layers(wires, units, upper, node_rects, piles, layer, down)
    return Diagram(
        chain,
        units,
        rects,
        stack,
        node_rects,
        load_rects,
        column_x,
        column_foot,
        rects[:, 1] + HEAD + FEED_HIGH + FEED_GAP + inside.pdus_high + 10,
        upper,
        room,
        layer,
        wires.done(),
        *captions(piles, down),
        _bounds(rects, upper_at),
    )


def _layers(units: PowerUnits, piles: list[Pile]) -> tuple[Ids, Reals, Reals, float]:
    """The nodes above units by layer, the middle of each, the width that it has to itself, and the height of a layer."""
    network, rank = units.chain.plan.network, units.chain.place_of_node
    upper = np.flatnonzero(units.of_node == ABSENT)
    wide, tall = extent(piles)
    depth = int(network.depth[upper].max(initial=0)) + 1
    layer = max(LAYER, min(_LAYER_SHARE, _ALL_LAYERS / depth) * max(tall, wide / ASPECT))
    if not len(upper):
        return upper, np.empty((0, 2)), np.empty(0), layer
    # Each is over the middle of what it feeds.
    sums, weights, x = np.zeros(network.nodes), np.zeros(network.nodes), np.zeros(network.nodes)
    for pile in piles:
        sums[list(pile.key)] += (pile.left + pile.wide / 2) * pile.wide
        weights[list(pile.key)] += pile.wide
    layers: list[Ids] = []
    rooms: list[Reals] = []
    for level in range(int(network.depth[upper].max()), -1, -1):
        nodes = upper[network.depth[upper] == level]
        aim = np.where(weights[nodes] > 0, sums[nodes] / np.maximum(weights[nodes], 1e-9), np.inf)
        nodes, aim = (column[np.lexsort((rank[nodes], aim))] for column in (nodes, aim))
        apart = min(max(APART, 0.8 * wide / max(len(nodes), 1)), max(APART, wide / _MOST_APART))
        # What feeds nothing is at the end.
        last = float(aim[np.isfinite(aim)].max(initial=0.0))
        x[nodes] = kept_apart(np.where(np.isfinite(aim), aim, last + apart), apart)
        for above, weight in ((network.parent, 1.0), (network.alternate, _SPARE_WEIGHT)):
            fed = nodes[above[nodes] != ABSENT]
            np.add.at(sums, above[fed], x[fed] * weight * np.maximum(weights[fed], 1.0))
            np.add.at(weights, above[fed], weight * np.maximum(weights[fed], 1.0))
        gaps = np.diff(x[nodes])
        layers.append(nodes)
        rooms.append(np.minimum(np.append(gaps, np.inf), np.insert(gaps, 0, np.inf)))
    upper = np.concatenate(layers[::-1])
    at = np.stack([x[upper], network.depth[upper] * layer], axis=1)
    return upper, at, np.minimum(np.concatenate(rooms[::-1]), 4 * layer), layer


def _bounds(rects: Reals, upper_at: Reals) -> tuple[float, float, float, float]:
    low = [corners for corners in (rects[:, :2], upper_at - np.array([APART / 2, 60.0])) if len(corners)]
    high = [corners for corners in (rects[:, :2] + rects[:, 2:], upper_at + np.array([APART / 2, 60.0])) if len(corners)]
    if not low:
        return 0.0, 0.0, 1000.0, 600.0
    least, most = np.concatenate(low).min(axis=0), np.concatenate(high).max(axis=0)
    return float(least[0]) - 40, float(least[1]) - 70, float(most[0]) + 40, float(most[1]) + 40
