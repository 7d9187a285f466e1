"""Every single failure of a project's cooling, and the effect of power failures on it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from gpudesk.core.cooling.cooling_failures_single import CoolingOutcomes, Running, Timing, cooling_drill
from gpudesk.core.cooling.cooling_flow import CoolingFlow
from gpudesk.core.cooling.cooling_kinds import KIND_NAMES, CoolingKind
from gpudesk.core.cooling.thermal_ride_through import loop_capacity_j_per_k, room_capacity_j_per_k, warming_time_s
from gpudesk.core.power.power_network import living
from gpudesk.core.power.power_single_failures import Outcomes
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_feeds import cooling_feeds
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.cooling.inlets import inlet_limits, places_of_devices
from gpudesk.derived.cooling.running_heat import EndedHeat, ended_heat, running_heat
from gpudesk.derived.power.power_failures import Failures, power_failures
from gpudesk.derived.power.power_plan import PowerPlan
from gpudesk.derived.power.ups_losses import standing_losses
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

MM3_PER_M3 = 1_000_000_000


@dataclass(frozen=True)
class CoolingFailures:
    """Outcomes of failures that affect the cooling: first those of its own nodes, then power failures that stop some of them.

    Attributes:
        nodes: number of cooling nodes: the first outcomes are theirs, in table order.
        power_node: for the outcomes after them, the failing power node, ascending.
    """

    plan: CoolingPlan
    outcomes: CoolingOutcomes
    nodes: int
    power_node: Ids

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Display names of the cooling nodes."""
        return tuple(self.plan.nodes["name"].tolist())

    def kind(self, node: int) -> str:
        """Display name of the kind of a node."""
        return KIND_NAMES[int(self.plan.nodes["kind"][node])]

    def worst_name(self, outcome: int) -> str:
        """The air or loop that misses most heat after a failure, "" for none."""
        worst = int(self.outcomes.worst[outcome])
        return "" if worst == ABSENT else self.names[worst]

    def object(self, node: int) -> tuple[str, int]:
        """The device or the rack of a node, else the node itself."""
        nodes = self.plan.nodes
        for column, table in (("device_id", "device"), ("rack_id", "rack")):
            if nodes[column][node] != ABSENT:
                return table, int(nodes[column][node])
        return "cooling_node", int(nodes.ids[node])

    def of_power(self, node: int) -> int | None:
        """Effect of a power failure on the cooling, None if it stops no unit."""
        place = int(np.searchsorted(self.power_node, node))
        return self.nodes + place if place < len(self.power_node) and self.power_node[place] == node else None


def cooling_failures(
    snapshot: Snapshot, failures: Failures | None = None, step: Callable[[int, int], None] | None = None
) -> CoolingFailures:
    """Effect of the failure of each cooling component, and of each power component that feeds units.

    Breakers that open after a power failure are followed into the cooling. Devices that lose all power with it emit no heat.

    Args:
        failures: those of the power system, calculated if left out.
        step: called with the number of completed failures and the total; may raise to stop.

    Raises:
        ValueError: the power nodes feed each other in a circle.
    """
    plan = snapshot.cached(cooling_plan)
    nodes = plan.network.nodes
    own = [np.array([node], np.int64) for node in range(nodes)]
    if not nodes:
        return _drilled(plan, own, [], step)
    failures = failures or power_failures(snapshot)
    of_power = [_of_power(plan, stop) for stop in power_stops(plan, failures.plan, failures.outcomes)]
    return _drilled(plan, own, of_power, step)


@dataclass(frozen=True, slots=True)
class PowerStop:
    """A failure of the power that stops units, independent of the heat that continues.

    Attributes:
        node: the power node that fails.
        dark: the units that stop, as cooling nodes.
        ended: the heat that ends with it; None if all of it continues.
    """

    node: int
    dark: Ids
    ended: EndedHeat | None


def power_stops(plan: CoolingPlan, power: PowerPlan, outcomes: Outcomes) -> Iterator[PowerStop]:
    """The power failures after which some unit is dark."""
    units, has_losses = unit_devices(plan), bool(len(plan.snapshot.cached(standing_losses).device))
    for place, dark in cooling_feeds(plan, power).dark_after(outcomes):
        ended = None
        if has_losses or outcomes.down[place]:
            ended = ended_heat(plan, power, units, *living(power.network, outcomes.dead_with(place)))
        yield PowerStop(int(outcomes.failed[place]), dark, ended)


@dataclass(frozen=True, slots=True)
class _OfPower:
    """A failure of the power that darkens units: the node that fails, these units, and what still makes heat, None for all."""

    node: int
    dark: Ids
    running: Running | None

    @property
    def sign(self) -> tuple[bytes, bytes]:
        """Equal of failures that do the same to the cooling: a source and the panel below it often do."""
        network = None if self.running is None else self.running.network
        return self.dark.tobytes(), b"" if network is None else network.air_w.tobytes() + network.liquid_w.tobytes()


def _of_power(plan: CoolingPlan, stop: PowerStop) -> _OfPower:
    return _OfPower(stop.node, stop.dark, None if stop.ended is None else running_heat(plan, stop.ended))


def _drilled(plan: CoolingPlan, own: list[Ids], of_power: Sequence[_OfPower], step: Callable[[int, int], None] | None) -> CoolingFailures:
    """The outcomes of the failures of nodes of the cooling, then of those of the power."""
    dead, running = list(own), dict[int, Running]()
    numbers, known = list(range(len(own))), dict[tuple[bytes, bytes], int]()
    for power_failure in of_power:
        number = known.setdefault(power_failure.sign, len(dead))
        if number == len(dead):
            dead.append(power_failure.dark)
            if power_failure.running is not None:
                running[number] = power_failure.running
        numbers.append(number)
    heat = plan.heat
    units = unit_devices(plan)
    fans = heat.place_of(units[heat.by_device.makes(units)])
    devices = heat.devices - np.bincount(fans, minlength=len(heat))
    outcomes = cooling_drill(plan.network, plan.flow, dead, devices, heat.wet, carrier_times(plan), step, running)
    power_node = np.array([power_failure.node for power_failure in of_power], np.int64)
    return CoolingFailures(plan, outcomes.at(np.array(numbers, np.int64)), len(own), power_node)


def unit_devices(plan: CoolingPlan) -> Ids:
    """The indexes in the table `device` of the cooling units: their fan heat has no consequence."""
    places = np.unique(plan.snapshot["device"].positions(plan.nodes["device_id"]))
    units: Ids = places[places != ABSENT]
    return units


def carrier_times(plan: CoolingPlan) -> Timing:
    """Ride-through time of each carrier, by its flow."""
    return partial(_times, plan, _allowances(plan))


def _allowances(plan: CoolingPlan) -> tuple[Reals, Reals]:
    """What each carrier takes up for each kelvin in J/K, and by how many kelvins it may warm; NaN where that is not known."""
    snapshot, network, sheet = plan.snapshot, plan.network, plan.snapshot.cached(site_sheet)
    capacity, allowed = np.full(network.nodes, np.nan), np.full(network.nodes, np.nan)
    warmest = _warmest_air(plan)
    halls = snapshot["hall"]
    for node in np.flatnonzero(network.kind == CoolingKind.AIR).tolist():
        cooled_places = np.flatnonzero(network.near_air == node)
        rooms = np.unique(plan.heat.hall[cooled_places])
        # Air of a part of a hall has no volume of its own.
        if len(rooms) != 1 or (network.near_air[(plan.heat.hall == rooms[0]) & (network.air_w > 0)] != node).any():
            continue
        hall = halls.row(int(rooms[0]))
        if hall["height_mm"] is not None:
            volume = int(hall["width_mm"]) * int(hall["depth_mm"]) * int(hall["height_mm"]) / MM3_PER_M3
            capacity[node] = room_capacity_j_per_k(volume, sheet.limit("altitude_m"), sheet.limit("inlet_air_c"))
        allowed[node] = float(np.nanmin((warmest - plan.inlet_c)[cooled_places], initial=np.inf))
    for node in np.flatnonzero(network.kind == CoolingKind.TECHNOLOGY_LOOP).tolist():
        cooled_places = (network.loop == node) & (network.liquid_w > 0)
        volume, supply = int(plan.nodes["volume_l"][node]), float(plan.supply_c[node])
        if volume != ABSENT and not np.isnan(supply):
            capacity[node] = loop_capacity_j_per_k(float(volume), plan.coolant(node), supply + float(plan.delta_k[node]) / 2)
        if cooled_places.any():
            allowed[node] = float(np.min(plan.heat.supply_max_c[cooled_places] - supply))
    return capacity, np.where(np.isinf(allowed), np.nan, allowed)


def _warmest_air(plan: CoolingPlan) -> Reals:
    """The highest air temperature allowed for every device of a place, shape (places,)."""
    limits, devices = plan.snapshot.cached(inlet_limits), plan.snapshot["device"]
    place = places_of_devices(plan.snapshot, plan.heat)
    inside = np.flatnonzero(place != ABSENT)
    device_max_c = limits.greatest_c[np.searchsorted(limits.ids, devices["type_id"][inside])]
    warmest_c = np.full(len(plan.heat), np.inf)
    known = ~np.isnan(device_max_c)
    np.minimum.at(warmest_c, place[inside][known], device_max_c[known])
    return warmest_c


def _times(plan: CoolingPlan, allowances: tuple[Reals, Reals], after: CoolingFlow) -> Reals:
    """Ride-through time of each carrier; unknown for a loop with stagnant liquid: its devices heat up independently."""
    capacity, allowed = allowances
    times = warming_time_s(after.load_w * (1 - after.share), capacity, allowed)
    is_stagnant = (plan.network.kind == CoolingKind.TECHNOLOGY_LOOP) & (after.pumped_l_min <= 0)
    return np.where(is_stagnant, np.nan, times)
