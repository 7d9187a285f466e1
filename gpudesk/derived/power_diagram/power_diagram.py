"""The one-line diagram of a project's power: positions of sources, panels, feeds, PDUs, banks and devices.

Nodes above the racks are in layers, sources at the top. Racks are below: racks fed by the same nodes are wrapped into lines,
and a bus of each such node runs along each line and feeds the racks. One drawing unit is one px of the screen at
natural size.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_lines import ROOT_3, Wiring
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_chain import Chain
from gpudesk.derived.power.power_units import PowerUnits, members

RAIL, PAD, WIRE = 9.0, 14.0, 16.0
"""Distance between the rails of a unit and to its edge; inset from its left edge to the wire of a feed or a PDU."""
BUSES_OVER = 220.0
"""Maximum height above a unit of the buses of its feeds; loads on more buses become visible slightly late."""
VOLTAGE_ROUNDING = 0.03
"""Voltages that differ by no more are two names of one."""


@dataclass(frozen=True, slots=True)
class Wires:
    """Straight segments that connect nodes.

    Attributes:
        lines: x1, y1, x2, y2, shape (wires, 4).
        source: the start node of each.
        target: the single end node, ABSENT for a bus of several nodes.
        spare: whether it leads to a node that uses it only if its normal source fails.
        trunk: whether it is a bus.
    """

    lines: Reals
    source: Ids
    target: Ids
    spare: Mask
    trunk: Mask


@dataclass(frozen=True)
class Diagram:
    """Positions of all drawn objects. Rectangles are x, y, width, height, y downward.

    Attributes:
        unit_rects: shape (units, 4).
        stack: the stack of each unit; units of a stack are fed by the same nodes.
        node_rects: for nodes above units the center, without width and height, shape (nodes, 4).
        load_rects: rectangles of the network devices, shape (devices, 4).
        column_x, column_foot: where the wire of each column enters from above, and where it leaves its PDU, shape (columns,).
        channel_y: position of the first horizontal rail of each unit, shape (units,).
        upper: the nodes above units, layer by layer from the left.
        upper_room: width reserved for each of these, shape (upper,).
        layer: spacing between layers.
        wires: connections down to the PDUs.
        captions: the left end of each line segment with its width, x, y, width, and the row of racks, ABSENT for none.
        bus_labels: where a bus begins, x, y and its width, and its node.
        bounds: left, top, right, bottom.
    """

    chain: Chain
    units: PowerUnits
    unit_rects: Reals
    stack: Ids
    node_rects: Reals
    load_rects: Reals
    column_x: Reals
    column_foot: Reals
    channel_y: Reals
    upper: Ids
    upper_room: Reals
    layer: float
    wires: Wires
    captions: tuple[Reals, Ids]
    bus_labels: tuple[Reals, Ids]
    bounds: tuple[float, float, float, float]

    @cached_property
    def nodes_of_unit(self) -> tuple[Ids, Ids]:
        """The nodes inside units, unit by unit, and where those of each begin, shape (units + 1,)."""
        return members(self.units.of_node, len(self.units))

    @cached_property
    def loads_of_unit(self) -> tuple[Ids, Ids]:
        """The devices, unit by unit, and where those of each begin."""
        return members(self.units.of_load, len(self.units))

    @cached_property
    def cords_of_unit(self) -> tuple[Ids, Ids]:
        """The cords, by the unit of their device, device and column, and where those of each unit begin."""
        units, device = self.units, self.chain.plan.network.cord_device
        order = np.lexsort((self.chain.plan.network.cord_node, units.cord_column, device, units.of_cord))
        return order, np.searchsorted(units.of_cord[order], np.arange(len(units) + 1))

    @cached_property
    def cord_rank(self) -> Ids:
        """Which of the cords of its device in its column each is, shape (cords,)."""
        device, columns = self.chain.plan.network.cord_device, len(self.units.column_unit)
        keys = device * max(columns, 1) + self.units.cord_column
        order = np.lexsort((self.chain.plan.network.cord_node, keys))
        begins = np.flatnonzero(np.diff(keys[order], prepend=ABSENT) != 0)
        ranks = np.empty(len(keys), np.int64)
        ranks[order] = np.arange(len(keys)) - np.repeat(begins, np.diff(np.append(begins, len(keys))))
        return ranks

    @cached_property
    def rail_x(self) -> Reals:
        """Return the x position of the rail of each column next to the devices, shape (columns,)."""
        unit = self.units.column_unit
        number = np.arange(len(unit)) - self.units.first_column[unit]
        x: Reals = self.unit_rects[unit, 0] + PAD + RAIL * (number + 0.5)
        return x

    @cached_property
    def tap_y(self) -> Reals:
        """Where each cord taps its rail, shape (cords,)."""
        units, device = self.units, self.chain.plan.network.cord_device
        first = units.first_column
        number = units.cord_column - first[units.of_cord]
        of_unit = (first[1:] - first[:-1])[units.of_cord]
        rect = self.load_rects[device]
        y: Reals = rect[:, 1] + rect[:, 3] * (number + 1) / (of_unit + 1)
        return y

    @cached_property
    def rail_lines(self) -> Reals:
        """Return the rail of each column: down from the PDU, across, down to the last tap; NaN if none, shape (columns, 3, 4)."""
        units = self.units
        last = np.full(len(units.column_unit), np.nan)
        np.fmax.at(last, units.cord_column, self.tap_y)
        unit, x, rail = units.column_unit, self.column_x, self.rail_x
        across = self.channel_y[unit] + RAIL * (np.arange(len(unit)) - units.first_column[unit])
        pieces = np.empty((len(unit), 3, 4))
        pieces[:, 0] = np.stack([x, self.column_foot, x, across], axis=1)
        pieces[:, 1] = np.stack([rail, across, x, across], axis=1)
        pieces[:, 2] = np.stack([rail, across, rail, last], axis=1)
        pieces[np.isnan(last)] = np.nan
        return pieces

    @cached_property
    def wires_of_unit(self) -> tuple[Ids, Ids]:
        """The wires that lead into each unit or lie in it, unit by unit, and where those of each begin."""
        lead = self.wires.target != ABSENT
        owner = np.full(len(self.wires.target), ABSENT)
        owner[lead] = self.units.of_node[self.wires.target[lead]]
        return members(owner, len(self.units))

    @cached_property
    def wires_above(self) -> Ids:
        """The wires above units and the buses along their lines."""
        inside = np.zeros(len(self.wires.target), bool)
        inside[self.wires_of_unit[0]] = True
        return np.flatnonzero(~inside)

    @cached_property
    def wire_boxes(self) -> Reals:
        """Least x, least y, greatest x, greatest y and length of each wire, a row each, shape (5, wires)."""
        x1, y1, x2, y2 = self.wires.lines.T
        low, high = (np.minimum(x1, x2), np.minimum(y1, y2)), (np.maximum(x1, x2), np.maximum(y1, y2))
        return np.stack([*low, *high, np.maximum(high[0] - low[0], high[1] - low[1])])

    @cached_property
    def boxes_above(self) -> Reals:
        """The `wire_boxes` of `wires_above`."""
        return np.ascontiguousarray(self.wire_boxes[:, self.wires_above])

    @cached_property
    def reach_rects(self) -> Reals:
        """Each unit with what leads into it from above, shape (units, 4)."""
        rects = self.unit_rects.copy()
        rects[:, 1] -= BUSES_OVER
        rects[:, 3] += BUSES_OVER
        return rects

    @cached_property
    def unit_known(self) -> tuple[Mask, Mask]:
        """Of each unit whether the power of something in it is known, and whether that of all is, shape (units,)."""
        plan, units = self.chain.plan, self.units
        known = plan.network.draw_w > 0
        some, missing = np.zeros(len(units), bool), np.zeros(len(units), bool)
        some[units.of_load[known]] = True
        missing[units.of_load[plan.unknown]] = True
        return some, some & ~missing

    @cached_property
    def unit_names(self) -> tuple[str, ...]:
        """Return the unit names."""
        units, snapshot, chain = self.units, self.chain.snapshot, self.chain
        names = np.empty(len(units), object)
        for table, ids in (("rack", units.rack), ("device", units.device)):
            own = np.flatnonzero(ids != ABSENT)
            names[own] = snapshot[table]["name"][snapshot[table].positions(ids[own])]
        for unit in np.flatnonzero(units.feed != ABSENT).tolist():
            names[unit] = chain.names[int(chain.place_of_node[units.feed[unit]])]
        return tuple(map(str, names.tolist()))

    @cached_property
    def row_names(self) -> tuple[str, ...]:
        """The name of the row of racks of each caption, "" for none."""
        rows = self.chain.snapshot["rack_row"]
        names = dict(zip(rows.ids.tolist(), rows["name"].tolist(), strict=True))
        return tuple(str(names.get(row, "")) for row in self.captions[1].tolist())

    @cached_property
    def changes_voltage(self) -> Mask:
        """Nodes that have another voltage between lines than what feeds them, or change to direct current, shape (nodes,)."""
        network = self.chain.plan.network
        between = np.where(network.wiring == Wiring.LINE_TO_NEUTRAL, network.voltage_v * ROOT_3, network.voltage_v)
        above = network.parent
        fed = above != ABSENT
        other = np.abs(between / between[above] - 1) > VOLTAGE_ROUNDING
        direct = (network.wiring == Wiring.DC) != (network.wiring[above] == Wiring.DC)
        changes: Mask = fed & (other | direct)
        return changes

    @cached_property
    def side(self) -> tuple[Ids, tuple[str, ...]]:
        """The side of each node, the place of its name, ABSENT for none or several; and the names. What feeds one side is of it."""
        plan, network = self.chain.plan, self.chain.plan.network
        named = self.chain.snapshot["power_node"]["feed_side"].astype(str)
        names = tuple(sorted({name for name in named.tolist() if name}))
        side = np.full(network.nodes, ABSENT)
        side[: plan.rows] = np.where(named == "", ABSENT, np.searchsorted(np.array(names or ("",)), named))
        here = self.units.column_top != ABSENT
        side[self.units.column_node[here]] = side[self.units.column_top[here]]
        side[plan.first_bank :] = side[plan.rows + plan.bank_giver]
        least, most = np.full(network.nodes, np.iinfo(np.int64).max), np.full(network.nodes, ABSENT)
        for level in reversed(network.levels):
            own = level[(side[level] == ABSENT) & (least[level] == most[level])]
            side[own] = most[own]
            fed = level[(network.parent[level] != ABSENT) & (level < plan.rows)]
            np.minimum.at(least, network.parent[fed], side[fed])
            np.maximum.at(most, network.parent[fed], side[fed])
        return side, names

    @cached_property
    def unit_share(self) -> Reals:
        """The greatest share of a limit inside each unit, NaN where no limit is known."""
        shares = self.share_of_nodes
        inside = (self.units.of_node != ABSENT) & ~np.isnan(shares)
        worst = np.full(len(self.units), -1.0)
        np.maximum.at(worst, self.units.of_node[inside], shares[inside])
        return np.where(worst < 0, np.nan, worst)

    @cached_property
    def share_of_nodes(self) -> Reals:
        """The chain's shares in the order of the network, shape (nodes,)."""
        shares = np.empty(len(self.chain))
        shares[self.chain.node] = self.chain.share
        return shares

    def unit_at(self, x: float, y: float) -> int | None:
        """The unit at a point."""
        rects = self.unit_rects
        inside = (rects[:, 0] <= x) & (x < rects[:, 0] + rects[:, 2]) & (rects[:, 1] <= y) & (y < rects[:, 1] + rects[:, 3])
        hits = np.flatnonzero(inside)
        return int(hits[0]) if len(hits) else None

    def node_at(self, unit: int, x: float, y: float, *, banks: bool) -> int | None:
        """Return the node of a unit at a point; without `banks` a PDU counts as one item."""
        order, first = self.nodes_of_unit
        nodes = order[first[unit] : first[unit + 1]]
        if not banks:
            nodes = nodes[nodes < self.chain.plan.first_bank]
        hits = nodes[_hit(self.node_rects[nodes], x, y)]
        return int(hits.max()) if len(hits) else None

    def load_at(self, unit: int, x: float, y: float) -> int | None:
        """The device of a unit at a point, by its place in the network."""
        order, first = self.loads_of_unit
        loads = order[first[unit] : first[unit + 1]]
        hits = loads[_hit(self.load_rects[loads], x, y)]
        return int(hits[0]) if len(hits) else None


def _hit(rects: Reals, x: float, y: float) -> Mask:
    hit: Mask = (rects[:, 0] <= x) & (x < rects[:, 0] + rects[:, 2]) & (rects[:, 1] <= y) & (y < rects[:, 1] + rects[:, 3])
    return hit
