"""What becomes of a project's cooling when parts of it fail, or the power of its units does: carrier by carrier, place by place."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.cooling.cooling_failures_single import ROUNDING, WorsePlaces, worse_places
from gpudesk.core.cooling.cooling_flow import CoolingFlow, cooling_flow
from gpudesk.core.power.power_network import Flow
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_feeds import cooling_feeds
from gpudesk.derived.cooling.cooling_plan import CoolingPlan
from gpudesk.derived.cooling.inlets import places_of_devices
from gpudesk.derived.cooling.running_heat import ended_heat, running_network, stopped_devices
from gpudesk.derived.failures.cooling_failures import carrier_times, unit_devices
from gpudesk.derived.power.power_plan import PowerPlan


@dataclass(frozen=True)
class CoolingAftermath:
    """The outcome of a simultaneous failure of cooling nodes. Places are those of `derived.cooling.device_heat`.

    Attributes:
        failed: the nodes that fail themselves.
        dark: the units that lose their power.
        flow: the final heat flow.
        places: losses of places.
        stopped: the devices, indexes in the table, that lose all power: they emit no heat, and require no cooling.
        times_s: time until each air or loop node gets too warm; infinite if it never does, NaN if unknown.
    """

    plan: CoolingPlan
    failed: Ids
    dark: Ids
    flow: CoolingFlow
    places: WorsePlaces
    stopped: Ids
    times_s: Reals

    @cached_property
    def place_state(self) -> Ids:
        """The resulting `SupplyState` of the devices of each place: REDUCED with partial cooling, DOWN with none."""
        cooled = np.where(self.places.left <= ROUNDING, int(SupplyState.DOWN), int(SupplyState.REDUCED))
        return np.where(self.places.worse, cooled, int(SupplyState.FULL))

    @cached_property
    def device_state(self) -> Ids:
        """The same of each device of the table that makes heat, ABSENT for all others and for units, shape (devices,)."""
        heat = self.plan.heat
        place = places_of_devices(self.plan.snapshot, heat)
        state = np.full(len(place), ABSENT)
        state[heat.making] = int(SupplyState.FULL)
        # What gives all of its heat to air does not notice that liquid is lacking.
        for devices, felt in ((heat.making, self.places.dry), (heat.soaked, self.places.wet)):
            affected_devices = devices[felt[place[devices]]]
            state[affected_devices] = self.place_state[place[affected_devices]]
        state[np.intersect1d(self.stopped, heat.making)] = int(SupplyState.FULL)
        state[unit_devices(self.plan)] = ABSENT
        return state

    @cached_property
    def device_left(self) -> Reals:
        """Share of its heat at which each device of the table keeps running, 1 if nothing is lost, shape (devices,)."""
        place = places_of_devices(self.plan.snapshot, self.plan.heat)
        return np.where(self.device_state > SupplyState.FULL, np.append(self.places.left, 1.0)[place], 1.0)

    @cached_property
    def place_time_s(self) -> Reals:
        """Ride-through time of the air and the liquid of each place; NaN if unknown, shape (places,)."""
        times, network = np.append(self.times_s, np.nan), self.plan.network
        dry = np.where(self.places.dry, times[self.places.room], np.inf)
        wet = np.where(self.places.wet, times[network.loop], np.inf)
        return np.where(np.isnan(dry) | np.isnan(wet), np.nan, np.minimum(dry, wet))

    @cached_property
    def affected(self) -> Ids:
        """The places that lose something, units left out, the worst first: least cooling left, then most heat."""
        heat = self.plan.heat
        minded = np.append(np.ones(heat.racks.rows, bool), ~np.isin(heat.floor, unit_devices(self.plan)))
        losing_places = np.flatnonzero(self.places.worse & minded)
        return losing_places[np.lexsort((-self.places.lost_w[losing_places], self.places.left[losing_places]))]

    @cached_property
    def short(self) -> Ids:
        """The air and loops that take a smaller part of their heat than before, the least part first."""
        network, before = self.plan.network, self.plan.flow
        worse = network.is_carrier & (self.flow.share < before.share - ROUNDING) & (self.flow.load_w > 0)
        short_carriers = np.flatnonzero(worse)
        return short_carriers[np.argsort(self.flow.share[short_carriers], kind="stable")]

    @property
    def lost_w(self) -> float:
        """The heat that is no longer taken away."""
        return float(self.places.lost_w.sum())

    @property
    def left(self) -> float:
        """The lowest share of the heat of a place that is still removed, 1 if nothing is lost."""
        return float(self.places.left.min(initial=1.0))

    @property
    def time_s(self) -> float:
        """Time until the first place gets too warm: infinite if nothing is lost, NaN if the time of one place is unknown."""
        times = self.place_time_s[self.places.worse]
        return float("nan") if np.isnan(times).any() else float(times.min(initial=np.inf))

    @property
    def dead(self) -> Mask:
        """Which nodes work no longer."""
        dead: Mask = ~self.flow.alive
        return dead

    def count(self, state: SupplyState) -> int:
        """Number of devices that enter a state."""
        return int((self.device_state == state).sum())

    def moved_w(self, *, now: bool) -> Reals:
        """What each unit takes away, before or now, shape (nodes,)."""
        flow = self.flow if now else self.plan.flow
        moved: Reals = np.where(flow.alive, np.minimum(flow.load_w, flow.able_w), 0.0)
        return moved


def cooling_after(power: PowerPlan, flow: Flow, failed: Ids, plan: CoolingPlan) -> CoolingAftermath | None:
    """State of the cooling when some of its nodes fail, and the units without power in a given power state stop.

    None if everything continues as before.
    """
    dark = np.setdiff1d(cooling_feeds(plan, power).dark_with(flow), failed)
    dead = np.union1d(failed, dark)
    if not len(dead):
        return None
    units = unit_devices(plan)
    ended = ended_heat(plan, power, units, flow.up, flow.alive)
    network = plan.network if ended is None else running_network(plan, ended)
    after, stopped = cooling_flow(network, dead), np.setdiff1d(stopped_devices(power, flow.alive), units)
    places = worse_places(network, plan.flow, after)
    return CoolingAftermath(plan, failed, dark, after, places, stopped, carrier_times(plan)(after))


def failing_nodes(plan: CoolingPlan, ids: list[int]) -> Ids:
    """The nodes of a cooling with some ids of the table `cooling_node`, those that are gone left out."""
    places = plan.nodes.positions(np.array(sorted(set(ids)), np.int64))
    nodes: Ids = places[places != ABSENT]
    return nodes
