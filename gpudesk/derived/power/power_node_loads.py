"""Loads of the nodes above the racks, cached between edits.

A change in one rack changes the draw of its PDUs on their feeds and nothing else there; the sums above are additions over rows of
`power_node`. Only the racks affected by an edit are recalculated, and the site total uses the known values of the others.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import LINE_SHARES, LINES, Complexes, line_currents_a
from gpudesk.core.power.power_network import Flow, levels_of
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.draw.power_purposes import AS_LIMITS
from gpudesk.derived.power.power_conversion import row_conversion
from gpudesk.derived.power.power_groups import power_group
from gpudesk.derived.power.power_node_limits import node_limits
from gpudesk.derived.power.power_plan import PowerPlan, power_plan, power_plan_of
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from

_MOST_JOINED = 400
"""Number of racks that share power with devices outside racks above which all loads are summed again."""


@dataclass(frozen=True)
class NodeLoads:
    """Direct loads of rows of `power_node` in normal operation, one element per PDU or cord, in device order.

    Attributes:
        device_id, node_id: each load and the node that feeds it.
        rack: the rack of the device, ABSENT for none.
        gives: whether it is a PDU, a UPS or a shelf rather than a load.
        va: apparent power drawn from the node; W of direct current.
        line_va: phasors of the lines, shape (loads, 3).
        upstream_va, upstream_line_va: the same for the power that applies above the feeds.
    """

    device_id: Ids
    node_id: Ids
    rack: Ids
    gives: Mask
    va: Reals
    line_va: Complexes
    upstream_va: Reals
    upstream_line_va: Complexes

    def replaced(self, racks: Ids, others: "NodeLoads") -> "NodeLoads":
        """Return the loads with those of `racks` replaced by `others`; the same object if nothing differs."""
        concerned = np.isin(self.rack, racks)
        there = np.flatnonzero(concerned)
        if np.array_equal(self.device_id[there], others.device_id) and np.array_equal(self.node_id[there], others.node_id):
            return self._with(there, others)
        unchanged = np.flatnonzero(~concerned)
        ends = [
            np.concatenate([own_ids[unchanged], other_ids])
            for own_ids, other_ids in ((self.device_id, others.device_id), (self.node_id, others.node_id))
        ]
        # Sums come out alike to the last bit however their parts came together. Both parts are in order, which a stable sort merges.
        order = np.argsort(ends[0] * (int(ends[1].max(initial=0)) + 1) + ends[1], kind="stable")
        from_others = order >= len(unchanged)
        own_rows, other_rows = unchanged[order[~from_others]], order[from_others] - len(unchanged)

        def laid(own: Array, fresh: Array) -> Array:
            merged = np.empty((len(order), *own.shape[1:]), own.dtype)
            merged[~from_others], merged[from_others] = own[own_rows], fresh[other_rows]
            return merged

        return NodeLoads(*(laid(getattr(self, field.name), getattr(others, field.name)) for field in fields(self)))

    def _with(self, places: Ids, others: "NodeLoads") -> "NodeLoads":
        """Return the loads with `others` at some places, with the same nodes; unchanged columns are not copied."""

        def changed(own: Array, fresh: Array) -> Array:
            if np.array_equal(own[places], fresh):
                return own
            new_column = own.copy()
            new_column[places] = fresh
            return new_column

        columns = {field.name: changed(getattr(self, field.name), getattr(others, field.name)) for field in fields(self)}
        return self if all(columns[name] is getattr(self, name) for name in columns) else NodeLoads(**columns)

    def _of(self, racks: Ids) -> "NodeLoads":
        """Return the loads of some racks; the rack network may include a device outside racks if a cord connects them."""
        is_chosen = np.isin(self.rack, racks)
        return self if is_chosen.all() else self._picked(np.flatnonzero(is_chosen))

    def _picked(self, places: Ids) -> "NodeLoads":
        return NodeLoads(
            self.device_id[places],
            self.node_id[places],
            self.rack[places],
            self.gives[places],
            self.va[places],
            self.line_va[places],
            self.upstream_va[places],
            self.upstream_line_va[places],
        )


def node_loads(snapshot: Snapshot) -> NodeLoads:
    """The loads of all nodes (use `snapshot.cached(node_loads)`)."""
    return _loads(snapshot, snapshot.cached(power_plan))


def carry_node_loads(before: Snapshot, after: Snapshot, changes: Changes, racks: Ids, plan: Callable[[], PowerPlan]) -> None:
    """Store node loads with `after`, derived from `before`; skipped if those are unknown or of little use.

    Args:
        racks: all racks whose power the edit affected, with racks that share a feed with them.
        plan: returns the network of `racks` in `after`.
    """
    known = before.known(node_loads)
    # The site sheet and a type that is otherwise now may change every load; types that came or went are of devices that the edit touched.
    if known is None or "site_value" in changes.tables or len(changes.of("catalog_item").changed):
        return
    stays = _beside_stays(before, after, changes)
    if stays:
        after.remember(_joins_racks, before.cached(_joins_racks))
    if stays and not len(racks):
        after.remember(node_loads, known)
        return
    if before.cached(_joins_racks) or after.cached(_joins_racks):
        # What is in no rack and the racks with which it shares power are one group.
        racks_and_outside = np.append(racks, ABSENT)
        group = distinct_ids(power_group(before, racks_and_outside), power_group(after, racks_and_outside))
        if len(group) <= _MOST_JOINED:
            after.remember(node_loads, known.replaced(group, _loads(after, power_plan_of(after, group))._of(group)))
        return
    following = known.replaced(racks, _loads(after, plan())._of(racks)) if len(racks) else known
    # What is in no rack is calculated by itself: groups of racks do not hold it.
    if not stays and ((after.cached(whereabouts).rack == ABSENT).any() or (known.rack == ABSENT).any()):
        nowhere = np.array([ABSENT])
        following = following.replaced(nowhere, _loads(after, power_plan_of(after, nowhere)))
    after.remember(node_loads, following)


def keep_node_loads(before: Snapshot, after: Snapshot) -> None:
    """Store the known node loads of `before` with `after`, where the edit touched no part of the power (`power_plan.leaves_power`)."""
    for maker in (node_loads, _joins_racks):
        known = before.known(maker)
        if known is not None:
            after.remember(maker, known)


def _beside_stays(before: Snapshot, after: Snapshot, changes: Changes) -> bool:
    """Return whether an edit affected no device outside racks, none of their cords, and no node."""
    if not after["power_node"].shares(before["power_node"], [name for name in after["power_node"] if name != "name"]):
        return False
    for snapshot, is_after in ((before, False), (after, True)):
        devices, cords, rack_of = snapshot["device"], snapshot["power_cord"], snapshot.cached(whereabouts).rack
        touched, ends = ((change.present if is_after else change.touched) for change in (changes.of("device"), changes.of("power_cord")))
        at = cords.positions(ends)
        devices_met = np.concatenate([touched, *(cords.at(name, at[at != ABSENT]) for name in ("device_id", "from_device_id"))])
        places = devices.positions(devices_met)
        if (rack_of[places[places != ABSENT]] == ABSENT).any():
            return False
    return True


def _joins_racks(snapshot: Snapshot) -> bool:
    """Return whether a device outside racks cannot be calculated without racks.

    It feeds equipment in racks, so its load depends on many racks; or it draws from a PDU in a rack and from another source,
    so its load is shared between them.
    """
    cords, devices, rack_of = snapshot["power_cord"], snapshot["device"], snapshot.cached(whereabouts).rack
    outside_ids = devices.ids[rack_of == ABSENT]
    takers = devices.positions(cords.at("device_id", cords.among("from_device_id", outside_ids)))
    if (rack_of[takers] != ABSENT).any():
        return True
    outside_cords = cords.among("device_id", outside_ids)
    giver = devices.positions(cords.at("from_device_id", outside_cords))
    from_rack = (giver != ABSENT) & (rack_of[giver] != ABSENT)
    taker = cords.at("device_id", outside_cords)
    return bool(np.isin(taker[from_rack], taker[~from_rack]).any())


def _loads(snapshot: Snapshot, plan: PowerPlan) -> NodeLoads:
    network = plan.network
    ids, rack_of = snapshot["device"].ids, snapshot.cached(whereabouts).rack
    givers = np.arange(plan.rows, plan.first_bank)
    above = network.parent[givers]
    has_feed = (above != ABSENT) & (above < plan.rows)
    direct = np.flatnonzero(network.cord_node < plan.rows)
    places = np.concatenate([plan.givers[has_feed], plan.loads[network.cord_device[direct]]])

    def hanging(flow: Flow) -> tuple[Reals, Complexes]:
        direct_va = flow.cord_va[direct][:, None] * LINE_SHARES[network.cord_tap[direct]]
        taken = network.taken(givers[has_feed], above[has_feed])
        given_va = np.concatenate([flow.va[givers[has_feed]] * taken, flow.cord_va[direct]])
        return given_va, np.concatenate([flow.line_va[givers[has_feed]] * taken[:, None], direct_va])

    va, line_va = hanging(plan.flow)
    upstream_va, upstream_line_va = (va, line_va) if plan.upstream_w is None else hanging(plan.upstream_flow)
    unsorted_loads = NodeLoads(
        device_id=ids[places],
        node_id=plan.node_ids[np.concatenate([above[has_feed], network.cord_node[direct]])],
        rack=rack_of[places],
        gives=np.arange(len(places)) < has_feed.sum(),
        va=va,
        line_va=line_va,
        upstream_va=upstream_va,
        upstream_line_va=upstream_line_va,
    )
    return unsorted_loads._picked(np.lexsort((unsorted_loads.node_id, unsorted_loads.device_id)))


@dataclass(frozen=True)
class NodeSums:
    """Load of each row of `power_node` in normal operation, in table order.

    Attributes:
        va, line_va: as in `power_network.Flow`; above the feeds, for the power that applies there.
        breaker_a, limit_a: breaker rating and continuous limit; NaN if unknown.
        voltage_v, wiring: of its circuit.
        ends_at_racks: whether it is a feed of PDUs in racks, and of no other node.
    """

    va: Reals
    line_va: Complexes
    breaker_a: Reals
    limit_a: Reals
    voltage_v: Reals
    wiring: Ids
    ends_at_racks: Mask

    @cached_property
    def worst_a(self) -> Reals:
        """The greatest line current of each, shape (nodes,)."""
        worst: Reals = line_currents_a(self.line_va, self.voltage_v, self.wiring).max(axis=1, initial=0)
        return worst


@made_from({"power_node": ("fed_by_id", "alternate_id")})
def carrying_nodes(snapshot: Snapshot) -> Mask:
    """Which rows of `power_node` feed other rows in normal operation, shape (nodes,) (use `snapshot.cached(carrying_nodes)`)."""
    nodes = snapshot["power_node"]
    # A node without a usual source lives on its alternate.
    above = nodes.positions(np.where(nodes["fed_by_id"] == ABSENT, nodes["alternate_id"], nodes["fed_by_id"]))
    feeds_others = np.zeros(nodes.rows, bool)
    feeds_others[above[above != ABSENT]] = True
    return feeds_others


def node_sums(snapshot: Snapshot) -> NodeSums:
    """The sums over all nodes (use `snapshot.cached(node_sums)`).

    Raises:
        ValueError: nodes feed each other in a circle.
    """
    return sums_without(snapshot, np.empty(0, np.int64))


def sums_without(snapshot: Snapshot, dead: Ids) -> NodeSums:
    """Return the sums over all nodes with some failed and alternates active; loads without a live node are lost.

    The additional draw of the remaining supplies is not included: see the failure simulation.

    Args:
        dead: places in the table `power_node`.

    Raises:
        ValueError: nodes feed each other in a circle.
    """
    nodes, loads = snapshot["power_node"], snapshot.cached(node_loads)
    parent, alternate = nodes.positions(nodes["fed_by_id"]), nodes.positions(nodes["alternate_id"])
    at = nodes.positions(loads.node_id)
    levels, converts = levels_of(parent, alternate), row_conversion(snapshot)
    up, over = np.ones(nodes.rows, bool), np.where(parent == ABSENT, alternate, parent)
    up[dead] = False
    if len(dead):
        for level in levels[1:]:
            first, second = parent[level], alternate[level]
            by_first = (first != ABSENT) & up[first]
            by_second = ~by_first & (second != ABSENT) & up[second]
            up[level] &= by_first | by_second
            over[level] = np.where(by_first, first, np.where(by_second, second, ABSENT))
    lit = up[at]

    def through(each_va: Reals, each_line_va: Complexes) -> tuple[Reals, Complexes]:
        va = np.bincount(at, np.where(lit, each_va, 0.0), nodes.rows).astype(float)
        line_va = np.stack([_summed(at, np.where(lit, each_line_va[:, line], 0.0), nodes.rows) for line in range(LINES)], axis=1)
        for level in reversed(levels[1:]):
            fed = level[(over[level] != ABSENT) & up[level]]
            taken = converts.watts_per_va[fed] / (converts.watts_per_va[over[fed]] * converts.efficiency[fed])
            va += np.bincount(over[fed], va[fed] * taken, nodes.rows)
            for line in range(LINES):
                line_va[:, line] += _summed(over[fed], line_va[fed, line] * taken, nodes.rows)
        return va, line_va

    va, line_va = through(loads.va, loads.line_va)
    if snapshot.cached(site_sheet).text("power_for_upstream") != AS_LIMITS:
        feed = nodes["kind"] == PowerNodeKind.FEED
        upstream_va, upstream_line_va = through(loads.upstream_va, loads.upstream_line_va)
        va, line_va = np.where(feed, va, upstream_va), np.where(feed[:, None], line_va, upstream_line_va)
    ends = np.zeros(nodes.rows, bool)
    ends[at[loads.gives & (loads.rack != ABSENT)]] = True
    ends &= (nodes["kind"] == PowerNodeKind.FEED) & ~snapshot.cached(carrying_nodes)
    limits = node_limits(snapshot)
    return NodeSums(va, line_va, limits.breaker_a, limits.limit_a, nodes["voltage_v"].astype(float), nodes["wiring"], ends)


def _summed(owner: Ids, values: Complexes, owners: int) -> Complexes:
    sums: Complexes = np.bincount(owner, values.real, owners) + 1j * np.bincount(owner, values.imag, owners)
    return sums
