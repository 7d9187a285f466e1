"""The heat that is still made while parts of the power are dead: a device without power warms nothing."""

from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.cooling.cooling_failures_single import Running
from gpudesk.core.cooling.cooling_flow import CoolingNetwork
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, air_needed_m3_s, liquid_needed_l_min
from gpudesk.derived.cooling.device_heat import MAKES, WET
from gpudesk.derived.power.power_plan import PowerPlan
from gpudesk.derived.power.ups_losses import Losses, standing_losses
from gpudesk.project.site_sheet import site_sheet

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class EndedHeat:
    """Heat that ends in a state of the power.

    Attributes:
        place: the places where some ends, ascending, shape (n,).
        figures: those of the devices that stopped, summed by place as in `DeviceHeat.of`, shape (figures, n).
        loss_w: losses of UPS that stopped, shape (n,).
    """

    place: Ids
    figures: Reals
    loss_w: Reals
    _needs: "list[_Needs]" = field(default_factory=list, compare=False, repr=False)

    def needs(self, plan: CoolingPlan) -> "_Needs":
        """The demand that ends with the heat; it stays the same while an edit changes only heat."""
        network, sheet, place = plan.network, plan.snapshot.cached(site_sheet), self.place
        known = self._needs[-1] if self._needs else None
        if known is None or known.links is not network.links:
            airflow = air_needed_m3_s(sheet, self.figures[2], self.figures[3] + self.loss_w, plan.delta_k, network.near_air[place])
            flow = liquid_needed_l_min(self.figures[4], self.figures[5], plan.liters_per_w, network.loop[place])
            known = _Needs(network.links, airflow, flow)
            self._needs[:] = [known]
        return known


@dataclass(frozen=True, slots=True, eq=False)
class _Needs:
    """Demand in m³/s and L/min of heat that ends, shape (places where some ends,), for the connections `links` of a network."""

    links: object
    airflow_m3_s: Reals
    flow_l_min: Reals


def ended_heat(plan: CoolingPlan, power: PowerPlan, units: Ids, up: Mask, alive: Ids) -> EndedHeat | None:
    """The heat that ends in a state of the power; None if none does.

    Devices count that lose all power, not those that run on less. The fans and pumps of units end with the units (`CoolingNetwork.own_w`).

    Args:
        units: the devices that are units of the cooling, places in the table `device`.
        up, alive: which nodes of the network are alive, and how many living cords each of its devices has.
    """
    stopped = stopped_devices(power, alive)
    stopped = stopped[~is_one_of(stopped, units)]
    losses = _ended_losses(plan, power, up)
    if not len(stopped) and not len(losses.device):
        return None
    places = len(plan.heat)
    at = plan.heat.place_of(losses.device)
    loss_w = np.bincount(at[at != ABSENT], losses.loss_w[at != ABSENT], places).astype(np.float64)
    figures = plan.heat.by_device.of(stopped, places)
    # A failure stops the devices of few racks.
    ended = np.flatnonzero(figures.any(axis=0) | (loss_w > 0))
    return EndedHeat(ended, figures[:, ended], loss_w[ended])


def running_heat(plan: CoolingPlan, ended: EndedHeat) -> Running:
    """The network with the heat that remains after some of it has ended, and how many devices have stopped."""
    stopped = np.zeros((2, len(plan.heat)), np.int64)
    stopped[:, ended.place] = ended.figures[[MAKES, WET]]
    return Running(running_network(plan, ended), stopped[0], stopped[1])


def running_network(plan: CoolingPlan, ended: EndedHeat) -> CoolingNetwork:
    """The network with the heat that remains after some of it has ended."""
    network, place, needs = plan.network, ended.place, ended.needs(plan)

    def rest(before: Reals, ending: Reals) -> Reals:
        if not ending.any():
            return before
        left = before.copy()
        left[place] = _rest(before[place], ending)
        return left

    return network.with_heat(
        air_w=rest(network.air_w, ended.figures[0] + ended.loss_w),
        liquid_w=rest(network.liquid_w, ended.figures[1]),
        airflow_needed_m3_s=rest(network.airflow_needed_m3_s, needs.airflow_m3_s),
        flow_needed_l_min=rest(network.flow_needed_l_min, needs.flow_l_min),
    )


def stopped_devices(power: PowerPlan, alive: Ids) -> Ids:
    """Devices that are newly down with the given numbers of live cords, indexes in the table `device`, ascending."""
    network = power.network
    down = network.state_of(network.device_rule, alive) == SupplyState.DOWN
    was = network.state_of(network.device_rule, power.flow.alive) == SupplyState.DOWN
    devices: Ids = power.loads[down & ~was]
    return devices


def _ended_losses(plan: CoolingPlan, power: PowerPlan, up: Mask) -> Losses:
    """The losses of placed UPS that have stopped."""
    losses = plan.snapshot.cached(standing_losses)
    if not len(losses.device):
        return losses
    owner = plan.snapshot["device"].positions(plan.snapshot["power_node"]["device_id"])
    # A UPS that is a node of the chain also has a node for its own outlets. Nothing feeds that one, so it never stops.
    feeds = np.maximum(power.network.parent, power.network.alternate)[power.rows : power.first_bank]
    places, alive = np.concatenate([owner, np.where(feeds != ABSENT, power.givers, ABSENT)]), up[: power.first_bank]
    dark = np.setdiff1d(places[~alive], places[alive])
    is_ended = np.isin(losses.device, dark[dark != ABSENT])
    return Losses(losses.device[is_ended], losses.loss_w[is_ended])


def _rest(before: Reals, less: Reals) -> Reals:
    """The remainder, without rounding residue from a different order of summation."""
    rest = before - less
    left: Reals = np.where(rest > before * _ROUNDING, rest, 0.0)
    return left
