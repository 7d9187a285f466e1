"""The wires of a one-line diagram."""

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_units import PowerUnits
from gpudesk.derived.power_diagram.one_line_groups import BUS, Pile
from gpudesk.derived.power_diagram.one_line_wire_set import Wiring
from gpudesk.derived.power_diagram.power_diagram import WIRE
from gpudesk.derived.power_diagram.power_inside import FEED_HIGH, HEAD
from gpudesk.derived.power_diagram.power_packing import tracks


def wire_units(
    wires: Wiring, units: PowerUnits, node_rects: Reals, column_x: Reals, bus_y: Reals, keys: list[tuple[int, ...]], rects: Reals
) -> None:
    """From the buses to the feeds, from these to the PDUs, and what takes over."""
    plan, network = units.chain.plan, units.chain.plan.network
    place_in_key = {(unit, node): place for unit, key in enumerate(keys) for place, node in enumerate(key)}
    tops = np.unique(units.column_top[units.column_top != ABSENT])
    middle = node_rects[:, 0] + WIRE
    for above, spare, aside in ((network.parent, False, 0.0), (network.alternate, True, 10.0)):
        fed = tops[above[tops] != ABSENT]
        unit = units.of_node[fed]
        bus_number = np.array([place_in_key.get(pair, ABSENT) for pair in zip(unit.tolist(), above[fed].tolist(), strict=True)], np.int64)
        fed, unit, bus_number = fed[bus_number != ABSENT], unit[bus_number != ABSENT], bus_number[bus_number != ABSENT]
        x = middle[fed] + aside
        lines = np.stack([x, bus_y[unit] + BUS * bus_number, x, node_rects[fed, 1]], axis=1)
        wires.add(lines, above[fed], fed, np.full(len(fed), spare))
    elsewhere = np.flatnonzero(units.column_top == ABSENT)
    unit, node = units.column_unit[elsewhere], units.column_node[elsewhere]
    bus_number = np.array([place_in_key.get(pair, ABSENT) for pair in zip(unit.tolist(), node.tolist(), strict=True)], np.int64)
    start = np.where(bus_number == ABSENT, rects[unit, 1] + HEAD, bus_y[unit] + BUS * np.maximum(bus_number, 0))
    end = rects[unit, 1] + HEAD + FEED_HIGH
    wires.add(
        np.stack([column_x[elsewhere], start, column_x[elsewhere], end], axis=1),
        node,
        np.full(len(node), ABSENT),
        np.zeros(len(node), bool),
    )
    givers = np.arange(plan.rows, plan.first_bank)
    for above, spare in ((network.parent, False), (network.alternate, True)):
        fed = givers[above[givers] != ABSENT]
        fed = fed[units.of_node[above[fed]] == units.of_node[fed]]
        _elbows(wires, node_rects, above[fed], fed, spare)


def _elbows(wires: Wiring, node_rects: Reals, source: Ids, target: Ids, spare: bool) -> None:
    """Down from the foot of one node, across, and down to the head of another of the same unit."""
    x1, x2 = (node_rects[end_node, 0] + np.minimum(WIRE, node_rects[end_node, 2] / 2) for end_node in (source, target))
    if spare:
        x1, x2 = x1 + 10, x2 + 10
    y1, y2 = node_rects[source, 1] + node_rects[source, 3], node_rects[target, 1]
    # From a bank of another PDU one goes up again.
    across = np.where(y1 < y2, (y1 + y2) / 2 + (4 if spare else 0), y2 - 6)
    for lines in (
        np.stack([x1, y1, x1, across], axis=1),
        np.stack([x1, across, x2, across], axis=1),
        np.stack([x2, across, x2, y2], axis=1),
    ):
        long = (lines[:, 0] != lines[:, 2]) | (lines[:, 1] != lines[:, 3])
        wires.add(lines[long], source[long], target[long], np.full(int(long.sum()), spare))


def wire_layers(wires: Wiring, units: PowerUnits, upper: Ids, node_rects: Reals, piles: list[Pile], layer: float, down: float) -> None:
    """From the nodes above units to one another and to the risers of the stacks."""
    network = units.chain.plan.network
    ends: dict[int, list[tuple[float, float, int, bool]]] = {}
    for above, spare in ((network.parent, False), (network.alternate, True)):
        for node in upper[above[upper] != ABSENT].tolist():
            shift = 0.0 if not spare else min(0.06 * layer, 20.0)
            ends.setdefault(int(above[node]), []).append((float(node_rects[node, 0]) + shift, float(node_rects[node, 1]), node, spare))
    for pile in piles:
        for place, node in enumerate(pile.key):
            ends.setdefault(node, []).append((pile.riser_x(place), down, ABSENT, False))
    by_layer: dict[float, list[int]] = {}
    for node in upper.tolist():
        if node in ends:
            by_layer.setdefault(float(node_rects[node, 1]), []).append(node)
    for y, nodes in by_layer.items():
        x = [float(node_rects[node, 0]) for node in nodes]
        spans = [
            (min([at, *(end[0] for end in ends[node])]) - 8, max([at, *(end[0] for end in ends[node])]) + 8)
            for node, at in zip(nodes, x, strict=True)
        ]
        number, count = tracks(spans)
        for node, at, span, track in zip(nodes, x, spans, number, strict=True):
            across = y + layer * (0.5 + 0.34 * (track + 0.5) / count)
            wires.bus(np.array([[at, y, at, across]]), node)
            if span[1] - span[0] > 17:
                wires.bus(np.array([[span[0] + 8, across, span[1] - 8, across]]), node)
            legs = np.array([(end[0], across, end[0], end[1]) for end in ends[node]])
            targets = np.array([end[2] for end in ends[node]], np.int64)
            wires.add(legs, np.full(len(legs), node), targets, np.array([end[3] for end in ends[node]], bool))
