"""The devices in racks affected by the loss of one feed or PDU, kept from edit to edit.

The effect of the loss of a feed is determined by the racks that share it. Therefore only the racks whose power an edit affects are
evaluated again, and the network of the whole project is not built for it.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np

from gpudesk.checks.rules.common.power_rule_view import feeds_of_racks, racks_of_nodes
from gpudesk.checks.rules.common.rule import Scope
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.project.snapshot import Snapshot, kept_far_back
from gpudesk.project.types import Types


@dataclass(frozen=True, slots=True, eq=False)
class WorstLosses:
    """The devices in racks that the loss of a feed or PDU of their rack harms, each with the loss that harms it most: shape (devices,).

    Attributes:
        device_id: ascending.
        rack: the rack in which each is.
        node_id, is_row: the feed or PDU: a row of `power_node`, else a device.
        after: a `SupplyState`.
        total, alive: its power supplies, and those that remain.
    """

    device_id: Ids
    rack: Ids
    node_id: Ids
    is_row: Mask
    after: Ids
    total: Ids
    alive: Ids

    def failing(self, at: int) -> tuple[str, int]:
        """The table and the id of the lost component."""
        return "power_node" if self.is_row[at] else "device", int(self.node_id[at])

    def replaced(self, racks: Ids, others: "WorstLosses") -> "WorstLosses":
        """Those of other racks, and those of `others` that are in `racks`."""
        is_kept, fresh = ~is_one_of(self.rack, racks), is_one_of(others.rack, racks)
        if is_kept.all() and not fresh.any():
            return self
        order = np.argsort(np.concatenate([self.device_id[is_kept], others.device_id[fresh]]), kind="stable")
        return WorstLosses(
            *(np.concatenate([getattr(self, field.name)[is_kept], getattr(others, field.name)[fresh]])[order] for field in fields(self))
        )

    def without(self, devices: Ids) -> "WorstLosses":
        """Those of other devices."""
        is_kept = ~is_one_of(self.device_id, devices)
        return self if is_kept.all() else WorstLosses(*(getattr(self, field.name)[is_kept] for field in fields(self)))


@kept_far_back
def worst_losses(snapshot: Snapshot) -> WorstLosses:
    """The worst losses of the whole project (call `snapshot.cached(worst_losses)`)."""
    return _worst_losses(View(snapshot, Scope.PROJECT))


def carry_worst_losses(before: Snapshot, after: Snapshot, changes: Changes, racks: Ids, view: Callable[[], View]) -> None:
    """Store in `after` the losses of `before`, with those of racks affected by an edit recalculated; nothing if none are known.

    Args:
        racks: all racks whose power the edit affected, with those that share a feed with them.
        view: returns a view of scope POWER of `racks` in `after`.
    """
    known = before.known(worst_losses)
    # A type that is otherwise now may need other power supplies; types that came or went are of devices that the edit touched.
    if known is None or len(changes.of("catalog_item").changed):
        return
    after.remember(worst_losses, known.replaced(racks, _worst_losses(view())) if len(racks) else known)


def losable(view: View) -> Ids:
    """The feeds of these racks, and the PDUs in them without a connection to a feed."""
    power, feeds = view.power, view.cached(feeds_of_racks)
    parent = power.network.parent[power.rows : power.first_bank]
    alone = (parent == ABSENT) | ~np.append(feeds, False)[parent]
    pdus = power.rows + np.flatnonzero(alone & (view.cached(racks_of_nodes)[power.rows : power.first_bank] != ABSENT))
    return np.concatenate([np.flatnonzero(feeds), pdus])


def _worst_losses(view: View) -> WorstLosses:
    power, network, where = view.power, view.power.network, view.whereabouts
    on = losable(view)
    # What is above the feeds of racks is no part of their group: the failure simulation reports its loss.
    source = _losable_above(power.below_rows.parent, network.cord_node, is_one_of(np.arange(network.nodes), on))
    losable_cords = np.flatnonzero(source != ABSENT)
    pairs, lost = np.unique(network.cord_device[losable_cords] * network.nodes + source[losable_cords], return_counts=True)
    device, node = pairs // max(network.nodes, 1), pairs % max(network.nodes, 1)
    total = np.bincount(network.cord_device, minlength=network.devices)[device]
    rule_of = network.device_rule[device]
    alive = total - lost
    before, after = network.state_of(rule_of, total), network.state_of(rule_of, alive)
    devices = view.snapshot["device"]
    several = view.types.cached(_with_several_supplies)[devices["type_id"][power.loads[device]]]
    in_rack = where.rack[power.loads[device]] != ABSENT
    worse = np.lexsort((node, alive, -after))
    worse = worse[(after > before)[worse] & several[worse] & in_rack[worse]]
    _, first = np.unique(device[worse], return_index=True)
    worst_pairs = worse[first]
    places, nodes = power.loads[device[worst_pairs]], node[worst_pairs]
    # Banks are no part of what can be lost: what is no row is the device of a PDU.
    is_row = nodes < power.rows
    ids = np.concatenate([power.node_ids, devices.ids[power.givers]])
    return WorstLosses(
        devices.ids[places], where.rack[places], ids[nodes], is_row, after[worst_pairs], total[worst_pairs], alive[worst_pairs]
    )


def _with_several_supplies(types: Types) -> Mask:
    """Whether each type, by its id, has a rule for at least two power supplies."""
    has_several = np.zeros(max(types, default=0) + 1, bool)
    for type_id, kind in types.items():
        has_several[type_id] = kind.supplies is not None and kind.supplies.total > 1
    return has_several


def _losable_above(parent: Ids, node: Ids, can_be_lost: Mask) -> Ids:
    """The first node at or above each of `node` that can be lost, ABSENT if there is none."""
    first_losable, here = np.full(len(node), ABSENT), node.copy()
    while (here != ABSENT).any():
        hit = (here != ABSENT) & can_be_lost[here] & (first_losable == ABSENT)
        first_losable[hit] = here[hit]
        here = np.where((here == ABSENT) | (first_losable != ABSENT), ABSENT, parent[here])
    return first_losable
