"""What becomes of a project's power when parts of it fail: before and after, breaker by breaker, device by device, rack by rack."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_network import Flow
from gpudesk.core.power.power_single_failures import after
from gpudesk.core.power.supplies import SupplyState, gpu_cap_w
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.failures.cooling_failure_impact import CoolingAftermath, cooling_after, failing_nodes
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import Chain
from gpudesk.derived.scope.device_locations import whereabouts

UNFED = -1
"""The state of a rack in which nothing is fed."""


@dataclass(frozen=True)
class Kept:
    """Devices of one type that keep running in the same state.

    Attributes:
        devices: number of devices.
        type_id: their type.
        share: the share of their power that they draw.
        gpu_w: power cap of each of their GPUs, None if not stated.
    """

    devices: int
    type_id: int
    share: float
    gpu_w: float | None


@dataclass(frozen=True)
class Aftermath:
    """The outcome of the simultaneous failure of some nodes. Arrays are in network order.

    Attributes:
        failed: the nodes.
        flow: the final power flow.
        rounds: the breakers that open after it, round by round.
        cooling: the resulting state of the cooling, None if all of it continues.
    """

    chain: Chain
    failed: Ids
    flow: Flow
    rounds: tuple[Ids, ...]
    cooling: CoolingAftermath | None = None

    @cached_property
    def dead(self) -> Mask:
        """Nodes that were alive and are not any more, shape (nodes,)."""
        dead: Mask = self.chain.plan.flow.up & ~self.flow.up
        return dead

    @cached_property
    def opened(self) -> Ids:
        """Round in which the breaker of each node opens, from 0; ABSENT if it stays closed, shape (nodes,)."""
        opened = np.full(self.chain.plan.network.nodes, ABSENT)
        for number, nodes in enumerate(self.rounds):
            opened[nodes] = number
        return opened

    @cached_property
    def before(self) -> Ids:
        """The `SupplyState` of each device before, shape (devices,)."""
        return self._states(self.chain.plan.flow)

    @cached_property
    def after(self) -> Ids:
        """The `SupplyState` of each device in the end."""
        return self._states(self.flow)

    @cached_property
    def change(self) -> Ids:
        """The resulting `SupplyState` of each device, FULL if it is unchanged."""
        change: Ids = np.where(self.after > self.before, self.after, int(SupplyState.FULL))
        return change

    @cached_property
    def state(self) -> Ids:
        """The resulting `SupplyState` of each device from loss of power or of cooling, whichever is worse."""
        if self.cooling is None:
            return self.change
        return np.maximum(self.change, self.cooling.device_state[self.chain.plan.loads])

    @property
    def stops(self) -> bool:
        """Whether a device stops, or only its management answers."""
        return bool((self.state > SupplyState.REDUCED).any()) or (self.cooling is not None and self.cooling.count(SupplyState.DOWN) > 0)

    @property
    def felt(self) -> bool:
        """Whether a device runs on less, or worse."""
        return bool((self.state > SupplyState.FULL).any()) or (self.cooling is not None and bool(self.cooling.places.worse.any()))

    @cached_property
    def runs_on(self) -> Reals:
        """Final share of its power that each device draws: the capacity of its supplies, and the cooled part of it."""
        if self.cooling is None:
            return self.flow.share
        return np.minimum(self.flow.share, self.cooling.device_left[self.chain.plan.loads])

    @cached_property
    def drawn_w(self) -> Reals:
        """What each device draws in the end."""
        drawn: Reals = self.chain.plan.network.draw_w * self.runs_on
        return drawn

    @cached_property
    def share(self) -> Reals:
        """The highest line current divided by the continuous limit of each node, NaN if unknown."""
        with np.errstate(invalid="ignore", divide="ignore"):
            share: Reals = self.flow.worst_a / self.chain.plan.limit_a
        return share

    @cached_property
    def rack_state(self) -> Ids:
        """The worst state of a device in each rack, `UNFED` if none is fed or cooled, in the order of the table `rack`."""
        snapshot, plan = self.chain.snapshot, self.chain.plan
        racks = snapshot["rack"]
        place = racks.positions(snapshot.cached(whereabouts).rack[plan.loads])
        inside = place != ABSENT
        state = np.full(racks.rows, UNFED)
        np.maximum.at(state, place[inside], self.change[inside])
        if self.cooling is not None:
            heat = self.cooling.plan.heat
            warm = heat.devices[: racks.rows] > 0
            state[warm] = np.maximum(state[warm], self.cooling.place_state[: racks.rows][warm])
        return state

    @property
    def lost_w(self) -> float:
        """Reduction of the drawn power, in W."""
        return float(self.chain.plan.flow.drawn_w.sum() - self.flow.drawn_w.sum())

    def count(self, state: SupplyState) -> int:
        """Number of devices that enter a state."""
        return int((self.change == state).sum())

    @property
    def unchanged(self) -> int:
        """How many devices run on as before."""
        return int(((self.change == SupplyState.FULL) & (self.after < SupplyState.MANAGEMENT_ONLY)).sum())

    def kept(self) -> tuple[Kept, ...]:
        """Those that run on less, by type and share, the most first."""
        snapshot, plan = self.chain.snapshot, self.chain.plan
        reduced = np.flatnonzero(self.change == SupplyState.REDUCED)
        types = snapshot["device"]["type_id"][plan.loads[reduced]]
        groups, counts = np.unique(np.stack([types, self.flow.alive[reduced]], axis=1), axis=0, return_counts=True)
        reduced_groups = []
        for (type_id, alive), count in zip(groups.tolist(), counts.tolist(), strict=True):
            rule = snapshot.types[type_id].supplies
            here = reduced[(types == type_id) & (self.flow.alive[reduced] == alive)][0]
            reduced_groups.append(Kept(count, type_id, float(self.flow.share[here]), gpu_cap_w(rule, alive)))
        return tuple(sorted(reduced_groups, key=lambda reduced_group: -reduced_group.devices))

    def next_breaker(self) -> tuple[int, float] | None:
        """The node with the highest breaker load among those that carry more right after than before; and that load.

        If breakers open it is the first one; None if no node carries more.
        """
        network, earlier = self.chain.plan.network, self.chain.plan.flow
        state = self._right_after
        with np.errstate(invalid="ignore", divide="ignore"):
            share = state.worst_a / network.breaker_a
        rose = state.up & (state.worst_a > earlier.worst_a * (1 + 1e-9)) & ~np.isnan(share)
        if not rose.any():
            return None
        worst = int(np.argmax(np.where(rose, share, -1.0)))
        return worst, float(share[worst])

    @cached_property
    def _right_after(self) -> Flow:
        return after(self.chain.plan.network, self.failed, 0)[0] if self.rounds else self.flow

    def _states(self, flow: Flow) -> Ids:
        network = self.chain.plan.network
        return network.state_of(network.device_rule, flow.alive).astype(np.int64)


def power_after(chain: Chain, keys: Sequence[Key]) -> Aftermath | None:
    """State of power and cooling after a simultaneous failure of nodes of either; None if none of them exists."""
    places = [chain.place(key) for key in keys]
    failed = np.array(sorted({int(chain.node[place]) for place in places if place is not None}), np.int64)
    plan = chain.snapshot.cached(cooling_plan)
    units = failing_nodes(plan, [row_id for table, row_id, _ in keys if table == "cooling_node"])
    if not len(failed) and not len(units):
        return None
    state, rounds = after(chain.plan.network, failed) if len(failed) else (chain.plan.flow, ())
    cooling = cooling_after(chain.plan, state, units, plan) if plan.network.nodes else None
    return Aftermath(chain, failed, state, rounds, cooling)
