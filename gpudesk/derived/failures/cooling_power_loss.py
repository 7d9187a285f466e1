"""Reduction of heat removal by a single failure above several cooling units, while equipment keeps running.

The failures of the whole power system take seconds on a large site (`power_failures`). Here only nodes that feed several cooling
units fail, and only if these are needed at the full heat; breakers that open after a failure are followed, as in `cooling_failures`.
A failure elsewhere that opens a breaker above cooling units is left to the failure simulation.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.cooling_failures_single import leaves_air_short, lost_by_carrier_w, spares_cover, worse_places
from gpudesk.core.cooling.cooling_flow import cooling_flow
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_network import levels_of
from gpudesk.core.power.power_single_failures import drill
from gpudesk.core.power.supplies import SupplyState, supply_state
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.cooling.inlets import places_of_devices
from gpudesk.derived.cooling.running_heat import running_network
from gpudesk.derived.failures.cooling_failures import PowerStop, power_stops
from gpudesk.derived.power.fed_devices import fed_by_rows, on_cords, on_no_feed
from gpudesk.derived.power.power_plan import PowerPlan, carry_power_plan, leaves_power, power_plan
from gpudesk.derived.scope.device_locations import DEEPEST, whereabouts
from gpudesk.project.snapshot import Snapshot, made_from

_ENOUGH = 1 - 1e-6
_MOST_KNOWN = 4
"""Number of sets of failures that are kept for a power network: which ones count depends on the heat."""


@dataclass(frozen=True, slots=True)
class CoolingPowerLoss:
    """A failure of one part of the power after which air or a loop removes less heat than it is given.

    Attributes:
        node: the part that fails, its place in the table `power_node`.
        carrier: the air or loop, its place in the table `cooling_node`.
        share: the least part of its heat that is still removed from a place.
        stopped: the names of the units that stop.
    """

    node: int
    carrier: int
    share: float
    stopped: tuple[str, ...]


def cooling_power_losses(snapshot: Snapshot) -> list[CoolingPowerLoss]:
    """Failures of sources, UPS, panels and the like that remove too much cooling, each with the worst carrier (use `snapshot.cached`).

    Of several components above the same units the nearest one is named. The circuit of a single unit is excluded: that is the loss
    of the unit, which `cooling.redundancy` checks. A carrier that does not remove all of its heat anyway is left to other rules.

    Raises:
        ValueError: the power nodes feed each other in a circle.
    """
    plan = snapshot.cached(cooling_plan)
    nodes = [node for node, dark in sorted(snapshot.cached(_dark_units).items()) if _may_lack(snapshot, plan, node, dark)]
    if not nodes:
        return []
    stops = _stops_of(snapshot, snapshot.cached(power_plan), np.array(nodes, np.int64))
    losses = []
    for stop in stops:
        network = plan.network if stop.ended is None else running_network(plan, stop.ended)
        places = worse_places(network, plan.flow, cooling_flow(network, stop.dark))
        lost_w = lost_by_carrier_w(network, places)
        worst = int(np.argmax(lost_w))
        if lost_w[worst] > 0 and plan.flow.share[worst] >= _ENOUGH:
            stopped = tuple(plan.nodes["name"][stop.dark].tolist())
            losses.append(CoolingPowerLoss(stop.node, worst, float(places.left[places.worse].min()), stopped))
    return losses


def carry_cooling_power(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep the power network, its failures above cooling units and what these stop, if the edit touched no part of the power."""
    if not leaves_power(before, after, changes):
        return
    carry_power_plan(before, after, changes)
    dark_units, stops = before.known(_dark_units), before.known(_stops_known)
    if dark_units is not None:
        after.remember(_dark_units, dark_units)
    if stops is not None and not _moves_places(before, after, changes):
        after.remember(_stops_known, stops)
    running = before.known(_running)
    if running is not None and not len(changes.of("device").removed):
        after.remember(_running, set(running))


def _moves_places(before: Snapshot, after: Snapshot, changes: Changes) -> bool:
    """Whether an edit added or removed devices on floors: each is a place of heat of its own (`Heat`)."""
    change = changes.of("device")
    return any(
        bool((snapshot["device"].at("hall_id", snapshot["device"].positions(ids)) != ABSENT).any())
        for snapshot, ids in ((before, change.removed), (after, change.added))
    )


def _stops_known(snapshot: Snapshot) -> dict[bytes, tuple[PowerStop, ...]]:
    """The failures of the power network of a state that were calculated, by the places of the nodes that fail (use `snapshot.cached`)."""
    return {}


def _stops_of(snapshot: Snapshot, power: PowerPlan, nodes: Ids) -> tuple[PowerStop, ...]:
    """What stops with the failure of each of some power nodes, calculated once for a power network."""
    known, key = snapshot.cached(_stops_known), nodes.tobytes()
    stops = known.get(key)
    if stops is None:
        stops = tuple(power_stops(snapshot.cached(cooling_plan), power, drill(power.network, nodes)))
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = stops
    return stops


def _running(snapshot: Snapshot) -> set[tuple[int, int]]:
    """Pairs of a carrier and a power node of which `_runs_on` is known to be true (use `snapshot.cached`): more devices leave it true."""
    return set()


def _may_lack(snapshot: Snapshot, plan: CoolingPlan, node: int, dark: Ids) -> bool:
    """Whether running equipment requires units that stop with a power node; determined without the power of all devices."""
    carriers = np.unique(plan.network.supplies[dark])
    if not leaves_air_short(plan.network, plan.flow, dark):
        if spares_cover(plan.network, plan.flow, dark):
            return False
        after = cooling_flow(plan.network, dark)
        if not worse_places(plan.network, plan.flow, after).worse.any():
            return False
    running = snapshot.cached(_running)
    pairs = [(carrier, node) for carrier in carriers[carriers != ABSENT].tolist()]
    if running.isdisjoint(pairs):
        running.update(pair for pair in pairs if _runs_on(snapshot, plan, *pair))
    return not running.isdisjoint(pairs)


@made_from(
    {
        "power_node": ("kind", "fed_by_id", "alternate_id"),
        "power_cord": ("device_id", "from_device_id", "from_node_id"),
        "cooling_node": ("device_id", "power_node_id", "power_alternate_id"),
        "device": ("type_id",),
        "catalog_item": (),
    }
)
def _dark_units(snapshot: Snapshot) -> Mapping[int, Ids]:
    """Place of a power node → the units that stop with it, places in the table `cooling_node`, for each set of units the nearest node."""
    rows = snapshot["power_node"]
    ends = _ends_of_units(snapshot)
    if not ends:
        return {}
    parent, alternate = rows.positions(rows["fed_by_id"]), rows.positions(rows["alternate_id"])
    is_needed = np.zeros(rows.rows, bool)
    for cords in ends.values():
        for cord in cords:
            is_needed[cord] = True
    levels = levels_of(parent, alternate)
    for level in reversed(levels[1:]):
        here = level[is_needed[level]]
        for feeding in (parent[here], alternate[here]):
            is_needed[feeding[feeding != ABSENT]] = True
    nodes = np.flatnonzero(is_needed)
    place = np.full(rows.rows, ABSENT)
    place[nodes] = np.arange(len(nodes))
    # Each node of these fails once, shape (failures, nodes).
    up = ~np.eye(len(nodes), dtype=bool)
    for level in levels[1:]:
        level_nodes = level[is_needed[level]]
        fed = np.zeros((len(nodes), len(level_nodes)), bool)
        for feeding in (parent[level_nodes], alternate[level_nodes]):
            has = feeding != ABSENT
            fed[:, has] |= up[:, place[feeding[has]]]
        up[:, place[level_nodes]] &= fed
    dark = np.stack([_stops(snapshot, unit, cords, up, place) for unit, cords in ends.items()], axis=1)
    units = np.array(list(ends), np.int64)
    nearest: dict[bytes, int] = {}
    # Levels from the sources down: what comes later is nearer to the units.
    for level in levels:
        for node in level[is_needed[level]].tolist():
            stops = dark[place[node]]
            if stops.sum() > (rows["kind"][node] == PowerNodeKind.FEED):
                nearest[stops.tobytes()] = node
    return {node: units[dark[place[node]]] for node in nearest.values()}


def _stops(snapshot: Snapshot, unit: int, cords: list[Ids], up: Mask, place: Ids) -> Mask:
    """In which failures a unit stops, shape (failures,)."""
    alive = np.sum([up[:, place[cord]].any(axis=1) for cord in cords], axis=0)
    nodes, devices = snapshot["cooling_node"], snapshot["device"]
    named = nodes["power_node_id"][unit] != ABSENT or nodes["power_alternate_id"][unit] != ABSENT
    device = ABSENT if named else int(nodes["device_id"][unit])
    rule = None if device == ABSENT else snapshot.types[int(devices["type_id"][devices.position(device)])].supplies
    runs = np.array([supply_state(rule, count) < SupplyState.MANAGEMENT_ONLY for count in range(len(cords) + 1)])
    stops: Mask = ~runs[alive]
    return stops


def _ends_of_units(snapshot: Snapshot) -> Mapping[int, list[Ids]]:
    """Unit → its cords, each as the places of the power nodes of which one suffices; nodes that a unit names are one cord."""
    rows, nodes, cords, devices = snapshot["power_node"], snapshot["cooling_node"], snapshot["power_cord"], snapshot["device"]
    ends: dict[int, list[Ids]] = {}
    givers: dict[int, Ids] = {}

    def above(device: int, depth: int) -> Ids:
        """The rows that feed a PDU, over others too."""
        known = givers.get(device)
        if known is None:
            device_cords = cords.among("device_id", np.array([device]))
            direct = cords.at("from_node_id", device_cords)
            node_parts = [rows.positions(direct[direct != ABSENT])]
            if depth < DEEPEST:
                through = cords.at("from_device_id", device_cords)
                node_parts += [above(giver, depth + 1) for giver in through[through != ABSENT].tolist()]
            known = givers[device] = np.unique(np.concatenate(node_parts))
        return known

    first, second = rows.positions(nodes["power_node_id"]), rows.positions(nodes["power_alternate_id"])
    for unit in np.flatnonzero((first != ABSENT) | (second != ABSENT)).tolist():
        named = np.array([first[unit], second[unit]])
        ends[unit] = [named[named != ABSENT]]
    unnamed = np.flatnonzero((nodes["device_id"] != ABSENT) & (first == ABSENT) & (second == ABSENT))
    of_device = dict(zip(nodes["device_id"][unnamed].tolist(), unnamed.tolist(), strict=True))
    unit_cords = cords.among("device_id", devices.ids[is_one_of(devices.ids, nodes["device_id"][unnamed])])
    led = defaultdict[int, list[Ids]](list)
    for device, node, giver in zip(
        *(cords.at(name, unit_cords).tolist() for name in ("device_id", "from_node_id", "from_device_id")), strict=True
    ):
        fed = rows.positions(np.array([node])) if node != ABSENT else above(giver, 1) if giver != ABSENT else rows.ids[:0]
        if len(fed):
            led[of_device[device]].append(fed)
    return {**ends, **led}


def _runs_on(snapshot: Snapshot, plan: CoolingPlan, carrier: int, node: int) -> bool:
    """Whether something that gives heat to a carrier runs on while a power node is dead."""
    rows, devices, heat = snapshot["power_node"], snapshot["device"], plan.heat
    network = plan.network
    is_served = network.near_air == carrier if network.kind[carrier] == CoolingKind.AIR else network.loop == carrier
    if not is_served.any():
        return True
    place = places_of_devices(snapshot, heat)
    making = np.zeros(devices.rows, bool)
    making[heat.making] = True
    making[np.flatnonzero(place == ABSENT)] = False
    making[making] = is_served[place[making]]
    units = devices.positions(plan.nodes["device_id"])
    making[units[units != ABSENT]] = False
    parent, alternate = rows.positions(rows["fed_by_id"]), rows.positions(rows["alternate_id"])
    up = np.ones(rows.rows, bool)
    up[node] = False
    for level in levels_of(parent, alternate)[1:]:
        fed = np.zeros(len(level), bool)
        for feeding in (parent[level], alternate[level]):
            has = feeding != ABSENT
            fed[has] |= up[feeding[has]]
        up[level] &= fed
    root = snapshot.cached(whereabouts).root[making]
    # A device without a cord keeps running: its feed is not known, so no failure takes its power away.
    fed = on_cords(snapshot)[root] & ~on_no_feed(snapshot)[root]
    dark = fed & ~fed_by_rows(snapshot, up)[devices.ids[root]] if up.any() else fed
    return not bool(dark.all())
