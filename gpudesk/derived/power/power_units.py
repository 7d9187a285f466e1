"""Assignment of power network parts to racks, and the columns by which a rack is fed."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_chain import Chain
from gpudesk.derived.scope.device_locations import whereabouts

_NESTED = 4
"""Maximum depth of PDUs fed by PDUs of the same rack."""


@dataclass(frozen=True)
class PowerUnits:
    """A power network separated into units: a rack, a device outside racks, or a feed without loads.

    Nodes that feed several units, and all nodes that are not feeds, are above them. A unit is fed in columns: one per PDU in it,
    per feed with directly connected devices, and per external node that feeds its devices.

    Attributes:
        of_node: the unit of each node, ABSENT for nodes above, shape (nodes,).
        of_load: the unit of each device of the network, shape (devices,).
        rack, device, feed: identity of each unit: rack id, device id, or place of a feed; the others ABSENT, shape (units,).
        row: the row of racks of each unit, ABSENT for none.
        column_unit: shape (columns,), ascending; the columns of a unit are in the order of the sides of their feeds.
        column_node: the PDU, the feed, or the external node.
        column_top: the highest node above each that belongs to the unit, ABSENT for an external node.
        cord_column: the column of each cord, shape (cords,).
    """

    chain: Chain
    of_node: Ids
    of_load: Ids
    rack: Ids
    device: Ids
    feed: Ids
    row: Ids
    column_unit: Ids
    column_node: Ids
    column_top: Ids
    cord_column: Ids

    def __len__(self) -> int:
        return len(self.rack)

    @cached_property
    def of_cord(self) -> Ids:
        """The unit of the device at the end of each cord."""
        units: Ids = self.of_load[self.chain.plan.network.cord_device]
        return units

    @cached_property
    def first_column(self) -> Ids:
        """Where the columns of each unit begin, and the end of the last, shape (units + 1,)."""
        return np.searchsorted(self.column_unit, np.arange(len(self) + 1))

    @cached_property
    def sources(self) -> tuple[Ids, Ids]:
        """From where units are fed: the unit and the node above it, each pair once, ascending."""
        network = self.chain.plan.network
        tops = np.unique(self.column_top[self.column_top != ABSENT])
        elsewhere = self.column_top == ABSENT
        unit = np.concatenate([self.of_node[tops], self.of_node[tops], self.column_unit[elsewhere]])
        node = np.concatenate([network.parent[tops], network.alternate[tops], self.column_node[elsewhere]])
        known = node != ABSENT
        known[known] = self.of_node[node[known]] == ABSENT
        pairs = np.unique(np.stack([unit[known], node[known]], axis=1), axis=0)
        return pairs[:, 0], pairs[:, 1]


def power_units(chain: Chain) -> PowerUnits:
    """Part a power network into its units."""
    snapshot, plan = chain.snapshot, chain.plan
    network, where = plan.network, snapshot.cached(whereabouts)
    racks, devices = snapshot["rack"], snapshot["device"]
    code_of_device = np.where(where.rack == ABSENT, racks.rows + where.root, racks.positions(where.rack))
    load_code, giver_code = code_of_device[plan.loads], code_of_device[plan.givers]
    node_code = np.full(network.nodes, ABSENT)
    node_code[plan.rows : plan.first_bank] = giver_code
    node_code[plan.first_bank :] = giver_code[plan.bank_giver]
    node_code[: plan.rows] = _feed_codes(chain, node_code, load_code, racks.rows + devices.rows)
    codes, dense = np.unique(np.concatenate([node_code, load_code]), return_inverse=True)
    if len(codes) and codes[0] == ABSENT:
        codes, dense = codes[1:], dense - 1
    of_node, of_load = dense[: network.nodes], dense[network.nodes :]
    is_rack, is_feed = codes < racks.rows, codes >= racks.rows + devices.rows
    column_unit, column_node, column_top, cord_column = _columns(chain, of_node, of_load)
    row = np.full(len(codes), ABSENT)
    row[is_rack] = racks["row_id"][codes[is_rack]]
    rack, device, feed = np.full(len(codes), ABSENT), np.full(len(codes), ABSENT), np.full(len(codes), ABSENT)
    rack[is_rack] = racks.ids[codes[is_rack]]
    device[~is_rack & ~is_feed] = devices.ids[codes[~is_rack & ~is_feed] - racks.rows]
    feed[is_feed] = codes[is_feed] - racks.rows - devices.rows
    return PowerUnits(chain, of_node, of_load, rack, device, feed, row, column_unit, column_node, column_top, cord_column)


def _feed_codes(chain: Chain, node_code: Ids, load_code: Ids, first_spare: int) -> Ids:
    """Return the unit of each row of `power_node`: that of all loads of a feed; a separate code if it has none; otherwise ABSENT."""
    plan, network = chain.plan, chain.plan.network
    rows = plan.rows
    least, most = np.full(rows, np.iinfo(np.int64).max), np.full(rows, ABSENT)
    givers = np.arange(rows, plan.first_bank)
    for above, codes in (
        (network.parent[givers], node_code[givers]),
        (network.alternate[givers], node_code[givers]),
        (network.cord_node, load_code[network.cord_device]),
    ):
        on_row = (above != ABSENT) & (above < rows)
        np.minimum.at(least, above[on_row], codes[on_row])
        np.maximum.at(most, above[on_row], codes[on_row])
    is_feed = chain.snapshot["power_node"]["kind"] == PowerNodeKind.FEED
    feeds_rows = np.zeros(rows, bool)
    for above in (network.parent[:rows], network.alternate[:rows]):
        feeds_rows[above[above != ABSENT]] = True
    alone = is_feed & ~feeds_rows
    codes = np.where(alone & (least == most), most, ABSENT)
    return np.where(alone & (most == ABSENT), first_spare + np.arange(rows), codes)


def _columns(chain: Chain, of_node: Ids, of_load: Ids) -> tuple[Ids, Ids, Ids, Ids]:
    """Unit, node and top of each column, ascending by unit; and the column of each cord."""
    plan, network = chain.plan, chain.plan.network
    givers = np.arange(plan.rows, plan.first_bank)
    tops = _tops(chain, of_node)
    holder = np.arange(network.nodes)
    holder[plan.first_bank :] = plan.rows + plan.bank_giver
    cord_key, cord_unit = holder[network.cord_node], of_load[network.cord_device]
    own = of_node[cord_key] == cord_unit
    feeds = np.flatnonzero(of_node[: plan.rows] != ABSENT)
    taken = np.zeros(network.nodes, bool)
    above = network.parent[givers]
    taken[above[above != ABSENT]] = True
    direct = np.zeros(network.nodes, bool)
    direct[cord_key[own]] = True
    feeds = feeds[~taken[feeds] | direct[feeds]]
    elsewhere = np.unique(np.stack([cord_unit[~own], cord_key[~own]], axis=1), axis=0)
    unit = np.concatenate([of_node[givers], of_node[feeds], elsewhere[:, 0]])
    node = np.concatenate([givers, feeds, elsewhere[:, 1]])
    top = np.concatenate([tops[givers], feeds, np.full(len(elsewhere), ABSENT)])
    side = np.unique(chain.snapshot["power_node"]["feed_side"].astype(str), return_inverse=True)[1].reshape(-1)
    of_row = (top != ABSENT) & (top < plan.rows)
    rank = np.where(of_row, np.append(side, 0)[np.where(of_row, top, plan.rows)], len(side))
    order = np.lexsort((node, top, rank, unit))
    unit, node, top = unit[order], node[order], top[order]
    keys = unit * max(network.nodes, 1) + node
    by_key = np.argsort(keys, kind="stable")
    cord_keys = cord_unit * max(network.nodes, 1) + cord_key
    cord_column: Ids = by_key[np.searchsorted(keys[by_key], cord_keys)] if len(keys) else np.empty(0, np.int64)
    return unit, node, top, cord_column


def _tops(chain: Chain, of_node: Ids) -> Ids:
    """Return the highest node above each that belongs to the same unit, or the node itself."""
    network = chain.plan.network
    tops = np.arange(network.nodes)
    for _ in range(2 * _NESTED):
        above = network.parent[tops]
        inside = (above != ABSENT) & (of_node[tops] != ABSENT) & (of_node[above] == of_node[tops])
        if not inside.any():
            break
        tops = np.where(inside, above, tops)
    return tops


def members(owner: Ids, owners: int) -> tuple[Ids, Ids]:
    """What each owner has, owner by owner, and where that of each begins, shape (owners + 1,); what ABSENT owns is left out."""
    order = np.argsort(owner, kind="stable")
    order = order[np.searchsorted(owner[order], 0) :]
    return order, np.searchsorted(owner[order], np.arange(owners + 1))
