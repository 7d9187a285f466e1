"""How a one-line diagram is laid out: first the inside of racks, then lines of racks below their buses, then the layers above."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.placement import Mask, Reals
from gpudesk.derived.power_chain import Chain, power_chain
from gpudesk.derived.power_diagram import PAD, RAIL, WIRE, Diagram, Wires
from gpudesk.derived.power_packing import broken_into_lines, kept_apart, tracks
from gpudesk.derived.power_units import PowerUnits, members, power_units
from gpudesk.project.snapshot import Snapshot

COLUMN, COLUMN_GAP = 150.0, 14.0
HEAD, FEED_HIGH, FEED_GAP = 40.0, 80.0, 18.0
PDU_HEAD, BANK_HIGH, BANKS_ACROSS = 68.0, 30.0, 3
LOAD_HIGH, LOAD_LOW, LOAD_GAP, MANY_LOADS = 44.0, 26.0, 6.0, 12
UNIT_LEAST, UNIT_GAP, ROW_GAP = 210.0, 22.0, 70.0
CAPTION, BUS, LINE_GAP = 44.0, 26.0, 46.0
RISER, RISERS_BESIDE, STACK_GAP = 18.0, 24.0, 90.0
LAYER, APART = 190.0, 230.0
"""The least distances of layers, and of nodes in a layer."""
ASPECT = 1.9
"""How much wider than high a drawing wants to be."""
_LAYER_SHARE, _ALL_LAYERS, _MOST_APART = 0.16, 0.5, 5.0
_TRIALS, _NEAR_ENOUGH = 3, 1.2
_SPARE_WEIGHT = 0.25


def power_diagram(snapshot: Snapshot) -> Diagram:
    """The one-line diagram of a snapshot (ask `snapshot.cached(power_diagram)`).

    Raises:
        ValueError: what gives power is fed in a circle.
    """
    return lay_out(snapshot.cached(power_chain))


def lay_out(chain: Chain) -> Diagram:
    """Lay a power network out."""
    units = power_units(chain)
    inside = _Inside.of(units)
    stack, keys = _stacks(units)
    piles = _piles(units, inside, stack, keys)
    upper, upper_at, room, layer = _layers(units, piles)
    down = float(upper_at[:, 1].max()) + layer if len(upper) else 0.0
    wires = _Wiring()
    rects = np.zeros((len(units), 4))
    bus_y = np.zeros(len(units))
    for pile in piles:
        rects[pile.units] = pile.rects(down)
        bus_y[pile.units] = pile.tops[pile.line] + CAPTION + down
        pile.wire(wires, down)
    node_rects, load_rects, column_x, column_foot = inside.placed(rects)
    node_rects[upper, :2] = upper_at
    _wire_units(wires, units, node_rects, column_x, bus_y, [keys[each] for each in stack.tolist()], rects)
    _wire_layers(wires, units, upper, node_rects, piles, layer, down)
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
        *_captions(piles, down),
        _bounds(rects, upper_at),
    )


class _Wiring:
    """Collects wires."""

    def __init__(self) -> None:
        self._lines: list[Reals] = [np.empty((0, 4))]
        self._ends: list[tuple[Ids, Ids]] = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        self._kinds: list[tuple[Mask, Mask]] = [(np.empty(0, bool), np.empty(0, bool))]

    def add(self, lines: Reals, source: Ids, target: Ids, spare: Mask, *, trunk: bool = False) -> None:
        """Keep pieces of wire."""
        self._lines.append(lines)
        self._ends.append((source, target))
        self._kinds.append((spare, np.full(len(lines), trunk)))

    def bus(self, lines: Reals, source: int) -> None:
        """Keep pieces of a bus."""
        count = len(lines)
        self.add(lines, np.full(count, source), np.full(count, ABSENT), np.zeros(count, bool), trunk=True)

    def done(self) -> Wires:
        """All of them."""
        sources, targets = (np.concatenate([each[at] for each in self._ends]) for at in (0, 1))
        spares, trunks = (np.concatenate([each[at] for each in self._kinds]) for at in (0, 1))
        return Wires(np.concatenate(self._lines), sources, targets, spares, trunks)


@dataclass(frozen=True)
class _Inside:
    """What stands in units.

    Attributes:
        size: width and height of each unit, shape (units, 2).
        columns: how many columns each has.
        pdu_high: of each giver of the plan.
        pdus_high: of the highest PDU of each unit.
        channel: of the room between PDUs and devices.
        load_high: of a device.
    """

    units: PowerUnits
    size: Reals
    columns: Ids
    pdu_high: Reals
    pdus_high: Reals
    channel: Reals
    load_high: Reals

    @classmethod
    def of(cls, units: PowerUnits) -> "_Inside":
        """How much room everything takes."""
        plan = units.chain.plan
        columns = np.maximum(np.diff(units.first_column), 1)
        width = np.maximum(2 * PAD + columns * COLUMN + (columns - 1) * COLUMN_GAP, UNIT_LEAST)
        banks = np.bincount(plan.bank_giver, minlength=len(plan.givers))
        pdu_high = PDU_HEAD + np.ceil(banks / BANKS_ACROSS) * BANK_HIGH + 6
        highest = np.zeros(len(units))
        np.maximum.at(highest, units.of_node[plan.rows : plan.first_bank], pdu_high)
        loads = np.bincount(units.of_load, minlength=len(units))
        load_high = np.where(loads > MANY_LOADS, LOAD_LOW, LOAD_HIGH)
        channel = np.where(loads > 0, 14 + RAIL * columns, 0.0)
        height = HEAD + FEED_HIGH + FEED_GAP + highest + channel + loads * (load_high + LOAD_GAP) + PAD
        return cls(units, np.stack([width, height], axis=1), columns, pdu_high, highest, channel, load_high)

    def placed(self, rects: Reals) -> tuple[Reals, Reals, Reals, Reals]:
        """Where nodes and devices stand in units that stand at `rects`, and where each column's wire comes down and leaves."""
        units = self.units
        plan, network = units.chain.plan, units.chain.plan.network
        nodes, loads = np.zeros((network.nodes, 4)), np.zeros((network.devices, 4))
        unit = units.column_unit
        x = rects[unit, 0] + PAD + (np.arange(len(unit)) - units.first_column[unit]) * (COLUMN + COLUMN_GAP)
        top = rects[:, 1] + HEAD
        here = units.column_top != ABSENT
        pdus = here & (units.column_node >= plan.rows)
        givers = units.column_node[pdus]
        high = self.pdu_high[givers - plan.rows]
        nodes[givers] = np.stack([x[pdus], top[unit[pdus]] + FEED_HIGH + FEED_GAP, np.full(len(givers), COLUMN), high], axis=1)
        # A feed stands in the middle of its columns.
        fed = here & (units.column_top < plan.rows)
        owner = units.column_top[fed]
        many, sums = np.bincount(owner, minlength=plan.rows), np.bincount(owner, x[fed], plan.rows)
        feeds = np.unique(owner)
        wide, tall = np.full(len(feeds), COLUMN), np.full(len(feeds), FEED_HIGH)
        nodes[feeds] = np.stack([sums[feeds] / many[feeds], top[units.of_node[feeds]], wide, tall], axis=1)
        giver, number = nodes[plan.rows + plan.bank_giver], plan.bank_number
        across = (COLUMN - 12) / BANKS_ACROSS
        nodes[plan.first_bank :, 0] = giver[:, 0] + 6 + number % BANKS_ACROSS * across
        nodes[plan.first_bank :, 1] = giver[:, 1] + PDU_HEAD + number // BANKS_ACROSS * BANK_HIGH
        nodes[plan.first_bank :, 2:] = (across - 3, BANK_HIGH - 4)
        order, first = members(units.of_load, len(units))
        of = units.of_load[order]
        place, rails = np.arange(len(order)) - first[of], 8 + RAIL * self.columns[of]
        below = top[of] + FEED_HIGH + FEED_GAP + self.pdus_high[of] + self.channel[of]
        loads[order, 0] = rects[of, 0] + PAD + rails
        loads[order, 1] = below + place * (self.load_high[of] + LOAD_GAP)
        loads[order, 2] = rects[of, 2] - 2 * PAD - rails
        loads[order, 3] = self.load_high[of]
        foot = top[unit] + FEED_HIGH
        own = units.column_node[here]
        foot[here] = nodes[own, 1] + nodes[own, 3]
        return nodes, loads, x + WIRE, foot


@dataclass(frozen=True)
class _Pile:
    """Units that are fed by the same nodes, in lines.

    Attributes:
        key: the nodes.
        left, wide, tall: of the whole.
        units: in their order, shape (units of the pile,); line, x and size of each.
        rows: the row of racks of each.
        tops: of the lines, shape (lines + 1,).
        ends: how far each line reaches.
    """

    key: tuple[int, ...]
    left: float
    wide: float
    units: Ids
    line: Ids
    x: Reals
    size: Reals
    rows: Ids
    tops: Reals
    ends: Reals

    @property
    def tall(self) -> float:
        """The height of all lines."""
        return float(self.tops[-1])

    @property
    def beside(self) -> float:
        """The room that the risers take at the left."""
        return RISER * len(self.key) + (RISERS_BESIDE if self.key else 0.0)

    @property
    def over(self) -> float:
        """The room over each line that name and buses take."""
        return CAPTION + BUS * len(self.key)

    def rects(self, down: float) -> Reals:
        """Where its units stand."""
        return np.concatenate(
            [np.stack([self.left + self.beside + self.x, self.tops[self.line] + self.over + down], axis=1), self.size], axis=1
        )

    def riser_x(self, place: int) -> float:
        """Where the riser of a node of the key comes down."""
        return self.left + RISER * (place + 0.5)

    def bus_y(self, place: int) -> Reals:
        """Where the buses of a node of the key lie, if the uppermost line begins at 0."""
        y: Reals = self.tops[:-1] + CAPTION + BUS * place
        return y

    def wire(self, wires: _Wiring, down: float) -> None:
        """Risers and buses."""
        for place, node in enumerate(self.key):
            x, y = self.riser_x(place), self.bus_y(place) + down
            wires.bus(np.stack([np.full(len(y), x), y, self.left + self.beside + self.ends, y], axis=1), node)
            wires.bus(np.array([[x, down, x, float(y[-1])]]), node)


def _stacks(units: PowerUnits) -> tuple[Ids, list[tuple[int, ...]]]:
    """The stack of each unit, and the nodes by which those of each stack are fed, in the order of the chain.

    What is fed by some of the nodes of a stack stands in it as well: a rack with two feeds beside those with three.
    """
    unit, node = units.sources
    place = units.chain.place_of_node
    parts = np.split(node, np.searchsorted(unit, np.arange(1, len(units)))) if len(units) else []
    keys = [tuple(sorted(part.tolist(), key=lambda each: int(place[each]))) for part in parts]
    stands = _wider(set(keys))
    ordered = sorted(set(stands.values()), key=lambda key: [int(place[each]) for each in key])
    number = {key: at for at, key in enumerate(ordered)}
    return np.array([number[stands[key]] for key in keys], np.int64), ordered


def _wider(keys: set[tuple[int, ...]]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """For each key the first of the widest that holds all of it; none holds the empty one."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    of_node: dict[int, list[tuple[int, ...]]] = {}
    for key in sorted(keys, key=lambda each: (-len(each), each)):
        wider = next((each for each in of_node.get(key[0], ()) if set(key) <= set(each)), key) if key else key
        found[key] = wider
        if wider == key:
            for node in key:
                of_node.setdefault(node, []).append(key)
    return found


def _piles(units: PowerUnits, inside: _Inside, stack: Ids, keys: list[tuple[int, ...]]) -> list[_Pile]:
    """The stacks side by side, about equally high."""
    size = inside.size
    area = np.bincount(stack, (size[:, 0] + UNIT_GAP) * (size[:, 1] + LINE_GAP + CAPTION), len(keys)).astype(float)
    high = max((area.sum() / ASPECT) ** 0.5, 1.0)
    order = np.lexsort((np.arange(len(units)), units.row, stack))
    first = np.searchsorted(stack[order], np.arange(len(keys) + 1))
    piles = _piled(units, size, keys, order, first, area / high)
    for _ in range(_TRIALS):
        wide, tall = _extent(piles)
        ratio = wide / max(tall, 1.0) / ASPECT
        if 1 / _NEAR_ENOUGH <= ratio <= _NEAR_ENOUGH:
            break
        high *= ratio**0.5
        piles = _piled(units, size, keys, order, first, area / high)
    return piles


def _extent(piles: list[_Pile]) -> tuple[float, float]:
    return max((pile.left + pile.wide for pile in piles), default=0.0), max((pile.tall for pile in piles), default=0.0)


def _piled(units: PowerUnits, size: Reals, keys: list[tuple[int, ...]], order: Ids, first: Ids, rooms: Reals) -> list[_Pile]:
    """The stacks with lines that are about as wide as `rooms`."""
    piles: list[_Pile] = []
    left = 0.0
    for number, key in enumerate(keys):
        own = order[first[number] : first[number + 1]]
        room = max(float(rooms[number]), float(size[own, 0].max()))
        line, x = broken_into_lines(size[own, 0], units.row[own], room, UNIT_GAP, ROW_GAP)
        lines = int(line.max()) + 1
        tallest, ends = np.zeros(lines), np.zeros(lines)
        np.maximum.at(tallest, line, size[own, 1])
        np.maximum.at(ends, line, x + size[own, 0])
        tops = np.concatenate([[0.0], np.cumsum(tallest + CAPTION + BUS * len(key) + LINE_GAP)])
        pile = _Pile(key, left, 0.0, own, line, x, size[own], units.row[own], tops, ends)
        piles.append(_Pile(key, left, pile.beside + float(ends.max()), own, line, x, size[own], units.row[own], tops, ends))
        left += piles[-1].wide + STACK_GAP
    return piles


def _layers(units: PowerUnits, piles: list[_Pile]) -> tuple[Ids, Reals, Reals, float]:
    """The nodes above units by layer, the middle of each, the width that it has to itself, and the height of a layer."""
    network, rank = units.chain.plan.network, units.chain.place_of_node
    upper = np.flatnonzero(units.of_node == ABSENT)
    wide, tall = _extent(piles)
    depth = int(network.depth[upper].max(initial=0)) + 1
    layer = max(LAYER, min(_LAYER_SHARE, _ALL_LAYERS / depth) * max(tall, wide / ASPECT))
    if not len(upper):
        return upper, np.empty((0, 2)), np.empty(0), layer
    # Each stands over the middle of what it feeds.
    sums, weights, x = np.zeros(network.nodes), np.zeros(network.nodes), np.zeros(network.nodes)
    for pile in piles:
        sums[list(pile.key)] += (pile.left + pile.wide / 2) * pile.wide
        weights[list(pile.key)] += pile.wide
    layers: list[Ids] = []
    rooms: list[Reals] = []
    for level in range(int(network.depth[upper].max()), -1, -1):
        nodes = upper[network.depth[upper] == level]
        aim = np.where(weights[nodes] > 0, sums[nodes] / np.maximum(weights[nodes], 1e-9), np.inf)
        nodes, aim = (each[np.lexsort((rank[nodes], aim))] for each in (nodes, aim))
        apart = min(max(APART, 0.8 * wide / max(len(nodes), 1)), max(APART, wide / _MOST_APART))
        # What feeds nothing stands at the end.
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


def _wire_units(
    wires: _Wiring, units: PowerUnits, node_rects: Reals, column_x: Reals, bus_y: Reals, keys: list[tuple[int, ...]], rects: Reals
) -> None:
    """From the buses to the feeds, from these to the PDUs, and what takes over."""
    plan, network = units.chain.plan, units.chain.plan.network
    place_in_key = {(unit, node): place for unit, key in enumerate(keys) for place, node in enumerate(key)}
    tops = np.unique(units.column_top[units.column_top != ABSENT])
    middle = node_rects[:, 0] + WIRE
    for above, spare, aside in ((network.parent, False, 0.0), (network.alternate, True, 10.0)):
        fed = tops[above[tops] != ABSENT]
        unit = units.of_node[fed]
        found = np.array([place_in_key.get(pair, ABSENT) for pair in zip(unit.tolist(), above[fed].tolist(), strict=True)], np.int64)
        fed, unit, found = fed[found != ABSENT], unit[found != ABSENT], found[found != ABSENT]
        x = middle[fed] + aside
        lines = np.stack([x, bus_y[unit] + BUS * found, x, node_rects[fed, 1]], axis=1)
        wires.add(lines, above[fed], fed, np.full(len(fed), spare))
    elsewhere = np.flatnonzero(units.column_top == ABSENT)
    unit, node = units.column_unit[elsewhere], units.column_node[elsewhere]
    found = np.array([place_in_key.get(pair, ABSENT) for pair in zip(unit.tolist(), node.tolist(), strict=True)], np.int64)
    start = np.where(found == ABSENT, rects[unit, 1] + HEAD, bus_y[unit] + BUS * np.maximum(found, 0))
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


def _elbows(wires: _Wiring, node_rects: Reals, source: Ids, target: Ids, spare: bool) -> None:
    """Down from the foot of one node, across, and down to the head of another of the same unit."""
    x1, x2 = (node_rects[each, 0] + np.minimum(WIRE, node_rects[each, 2] / 2) for each in (source, target))
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


def _wire_layers(wires: _Wiring, units: PowerUnits, upper: Ids, node_rects: Reals, piles: list[_Pile], layer: float, down: float) -> None:
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


def _captions(piles: list[_Pile], down: float) -> tuple[tuple[Reals, Ids], tuple[Reals, Ids]]:
    """Where the rows of racks begin in the lines, and where the buses do."""
    places, rows, buses, nodes = [np.empty((0, 3))], [np.empty(0, np.int64)], [np.empty((0, 3))], [np.empty(0, np.int64)]
    for pile in piles:
        begins = np.flatnonzero((np.diff(pile.line, prepend=-1) != 0) | (np.diff(pile.rows, prepend=-2) != 0))
        until = np.append(begins[1:], len(pile.units)) - 1
        x = pile.left + pile.beside
        places.append(
            np.stack(
                [x + pile.x[begins], pile.tops[pile.line[begins]] + down, pile.x[until] + pile.size[until, 0] - pile.x[begins]], axis=1
            )
        )
        rows.append(pile.rows[begins])
        for place, node in enumerate(pile.key):
            y = pile.bus_y(place) + down
            buses.append(np.stack([np.full(len(y), x), y, pile.ends], axis=1))
            nodes.append(np.full(len(y), node))
    return (np.concatenate(places), np.concatenate(rows)), (np.concatenate(buses), np.concatenate(nodes))


def _bounds(rects: Reals, upper_at: Reals) -> tuple[float, float, float, float]:
    low = [each for each in (rects[:, :2], upper_at - np.array([APART / 2, 60.0])) if len(each)]
    high = [each for each in (rects[:, :2] + rects[:, 2:], upper_at + np.array([APART / 2, 60.0])) if len(each)]
    if not low:
        return 0.0, 0.0, 1000.0, 600.0
    least, most = np.concatenate(low).min(axis=0), np.concatenate(high).max(axis=0)
    return float(least[0]) - 40, float(least[1]) - 70, float(most[0]) + 40, float(most[1]) + 40
