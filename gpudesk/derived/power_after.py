"""What becomes of a project's power when parts of it fail: before and after, breaker by breaker, device by device, rack by rack."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.placement import Mask, Reals
from gpudesk.core.power_drill import after
from gpudesk.core.power_network import Flow
from gpudesk.core.supplies import SupplyState, gpu_cap_w
from gpudesk.derived.branches import Key
from gpudesk.derived.power_chain import Chain
from gpudesk.derived.whereabouts import whereabouts

UNFED = -1
"""The state of a rack in which nothing is fed."""


@dataclass(frozen=True)
class Kept:
    """Devices of one type that run on alike.

    Attributes:
        devices: how many.
        type_id: their type.
        share: the part of their power that they draw.
        gpu_w: what each of their GPUs is held to, None where nobody says so.
    """

    devices: int
    type_id: int
    share: float
    gpu_w: float | None


@dataclass(frozen=True)
class Aftermath:
    """The outcome of some nodes failing together. Arrays are in the order of the network.

    Attributes:
        failed: the nodes.
        flow: what flows in the end.
        rounds: the breakers that open after it, round by round.
    """

    chain: Chain
    failed: Ids
    flow: Flow
    rounds: tuple[Ids, ...]

    @cached_property
    def dead(self) -> Mask:
        """Nodes that were alive and are not any more, shape (nodes,)."""
        dead: Mask = self.chain.plan.flow.up & ~self.flow.up
        return dead

    @cached_property
    def opened(self) -> Ids:
        """In which round the breaker of each node opens, from 0; ABSENT where it stays closed, shape (nodes,)."""
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
        """The `SupplyState` that each device comes into, FULL where it is what it was before."""
        change: Ids = np.where(self.after > self.before, self.after, int(SupplyState.FULL))
        return change

    @cached_property
    def share(self) -> Reals:
        """The greatest line current by the limit for long loads of each node, NaN where it is not known."""
        with np.errstate(invalid="ignore", divide="ignore"):
            share: Reals = self.flow.worst_a / self.chain.plan.limit_a
        return share

    @cached_property
    def rack_state(self) -> Ids:
        """The worst change of a device in each rack, `UNFED` where none is fed, in the order of the table `rack`."""
        snapshot, plan = self.chain.snapshot, self.chain.plan
        racks = snapshot["rack"]
        place = racks.positions(snapshot.cached(whereabouts).rack[plan.loads])
        inside = place != ABSENT
        state = np.full(racks.rows, UNFED)
        np.maximum.at(state, place[inside], self.change[inside])
        return state

    @property
    def lost_w(self) -> float:
        """How much less is drawn, in W."""
        return float(self.chain.plan.flow.drawn_w.sum() - self.flow.drawn_w.sum())

    def count(self, state: SupplyState) -> int:
        """How many devices come into a state."""
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
        found = []
        for (type_id, alive), count in zip(groups.tolist(), counts.tolist(), strict=True):
            rule = snapshot.types[type_id].supplies
            here = reduced[(types == type_id) & (self.flow.alive[reduced] == alive)][0]
            found.append(Kept(count, type_id, float(self.flow.share[here]), gpu_cap_w(rule, alive)))
        return tuple(sorted(found, key=lambda each: -each.devices))

    def next_breaker(self) -> tuple[int, float] | None:
        """The node loaded most by what its breaker lets through, of those that carry more right after than before; and how much.

        Of breakers that open it is the first; None where nothing carries more.
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
    """What becomes of a network when some of its nodes fail together; None where none of them is there."""
    places = [chain.place(key) for key in keys]
    failed = np.array(sorted({int(chain.node[place]) for place in places if place is not None}), np.int64)
    if not len(failed):
        return None
    state, rounds = after(chain.plan.network, failed)
    return Aftermath(chain, failed, state, rounds)
