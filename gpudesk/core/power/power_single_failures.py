"""Every single failure of a power network: unaffected, reduced and failed devices, and the breakers that open next.

Failures are processed together: each is a set of dead cords, and only loads of the same devices change. The outcome is that of
`power_network.flow` with the same nodes dead, which is used directly where a second supply takes over.

A breaker opens if its line carries more than its rating, and more than before the failure; all such breakers open in one round, and
rounds repeat until there is none.
The trip time of a breaker is given by its trip curve and is not considered here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.power.power_lines import LINE_SHARES, LINES, Complexes, Reals, line_currents_a
from gpudesk.core.power.power_network import Flow, Mask, Network, flow
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.values.columns import ABSENT, Ids

ROUNDS = 12
"""Maximum number of rounds of opening breakers; a chain of feeds, panels and sources is shorter."""
AT_ONCE = 150_000
"""Number of pairs of a failure and a dead cord that are processed in one batch."""
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The final result of each failure, shape (failures,).

    Attributes:
        failed: the node that fails.
        reduced, management_only, down: devices in each state that were not in it before.
        cords_lost: cords without power immediately, before a breaker opens.
        lost_w: reduction of the drawn power.
        worst_node: node with the highest breaker load among those that carry more right after the failure than before; else ABSENT.
        worst_share: its highest line current divided by its breaker rating.
        worst_va: total load through it at that time.
        opened: breakers that open after the failure.
        opening: pairs of the index of a failure and a node whose breaker opens after it, by index, shape (pairs, 2).
    """

    failed: Ids
    reduced: Ids
    management_only: Ids
    down: Ids
    cords_lost: Ids
    lost_w: Reals
    worst_node: Ids
    worst_share: Reals
    worst_va: Reals
    opened: Ids
    opening: Ids

    def dead_with(self, place: int) -> Ids:
        """The node that fails and those whose breakers open after it."""
        first, last = np.searchsorted(self.opening[:, 0], [place, place + 1])
        return np.concatenate([self.failed[place : place + 1], self.opening[first:last, 1]])


def drill(network: Network, failures: Ids, step: Callable[[int, int], None] | None = None, rounds: int = ROUNDS) -> Outcomes:
    """The result of each of `failures` alone.

    Args:
        rounds: maximum rounds of opening breakers after it; with 0 the states are those right after the failure.
        step: called with the number of completed failures and the total; may raise to stop.
    """
    before = network.steady
    outcomes = _empty(failures)
    takes_over = _takes_over(network)
    single = takes_over[failures]
    done, opening = 0, []
    for places in _pieces(network, failures, np.flatnonzero(~single)):
        again, pairs = _together(network, before, outcomes, places, takes_over, rounds)
        opening.append(pairs)
        single[again] = True
        done += len(places) - len(again)
        if step is not None:
            step(done, len(failures))
    for place in np.flatnonzero(single).tolist():
        opening.append(_alone(network, before, outcomes, place, rounds))
        done += 1
        if step is not None:
            step(done, len(failures))
    pairs = np.concatenate([outcomes.opening, *opening])
    return replace(outcomes, opening=pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))])


def at_once(network: Network, failures: Ids) -> Outcomes:
    """The moment right after each of `failures`: no breaker has opened yet, and no device has reduced its power under its rule."""
    return drill(network.at_full, failures, rounds=0)


def after(network: Network, failed: Ids, most_rounds: int = ROUNDS) -> tuple[Flow, tuple[Ids, ...]]:
    """Power flow after some nodes fail and the breakers that are then newly overloaded have opened; also the breakers of each round.

    A breaker that was overloaded before and carries no more than then stays closed: a fault of the plan, not of the failure.
    """
    return _opened_after(network, failed, flow(network, failed), most_rounds)


def _opened_after(network: Network, failed: Ids, state: Flow, most_rounds: int) -> tuple[Flow, tuple[Ids, ...]]:
    """The result of `after`; `state` is what flows right after the failure."""
    before, dead, rounds = network.steady, failed, []
    for _ in range(most_rounds):
        rose = state.up & (state.worst_a > before.worst_a * (1 + ROUNDING))
        over = np.flatnonzero(rose & (state.worst_a > network.breaker_a * (1 + ROUNDING)))
        if not len(over):
            break
        rounds.append(over)
        dead = np.concatenate([dead, over])
        state = flow(network, dead)
    return state, tuple(rounds)


def _empty(failures: Ids) -> Outcomes:
    def zeros() -> Ids:
        return np.zeros(len(failures), np.int64)

    def reals() -> Reals:
        return np.zeros(len(failures))

    return Outcomes(
        failures, zeros(), zeros(), zeros(), zeros(), reals(), zeros() + ABSENT, reals(), reals(), zeros(), np.empty((0, 2), np.int64)
    )


def _takes_over(network: Network) -> Mask:
    """Whether a node with an alternate is below a node, so that a failure does not simply cut power to everything below it.

    The failure of a node with an alternate of its own does.
    """
    has = network.alternate != ABSENT
    is_upstream = np.zeros(network.nodes, bool)
    for level in reversed(network.levels[1:]):
        here = level[has[level] | is_upstream[level]]
        for above in (network.parent[here], network.alternate[here]):
            is_upstream[above[above != ABSENT]] = True
    return is_upstream


def _pieces(network: Network, failures: Ids, places: Ids) -> list[Ids]:
    """Places of failures in portions with not too many dead cords each."""
    if not len(places):
        return []
    under = np.zeros(network.nodes, np.int64)
    for column in network.ancestry.T:
        under += np.bincount(column[column != ABSENT], minlength=network.nodes)
    total = np.cumsum(under[failures[places]] + 1)
    return [part for part in np.split(places, np.searchsorted(total, np.arange(AT_ONCE, total[-1], AT_ONCE))) if len(part)]


def _alone(network: Network, before: Flow, outcomes: Outcomes, place: int, rounds: int) -> Ids:
    """Work out one failure; returns its pairs of `Outcomes.opening`."""
    failed = outcomes.failed[place : place + 1]
    first = flow(network, failed)
    last, opened = _opened_after(network, failed, first, rounds)
    rose = first.up & (first.worst_a > before.worst_a * (1 + ROUNDING)) & (network.breaker_a > 0)
    if rose.any():
        shares = np.where(rose, first.worst_a / network.breaker_a, 0.0)
        outcomes.worst_node[place] = int(np.argmax(shares))
        outcomes.worst_share[place] = float(shares.max())
        outcomes.worst_va[place] = float(first.va[outcomes.worst_node[place]])
    outcomes.cords_lost[place] = int((before.up & ~first.up)[network.cord_node].sum())
    outcomes.lost_w[place] = float(before.drawn_w.sum() - last.drawn_w.sum())
    outcomes.opened[place] = sum(len(each) for each in opened)
    earlier, later = network.state_of(network.device_rule, before.alive), network.state_of(network.device_rule, last.alive)
    for state, counts in _counts(outcomes):
        counts[place] = int(((later == state) & (earlier != state)).sum())
    nodes = np.concatenate([np.empty(0, np.int64), *opened])
    return np.stack([np.full(len(nodes), place), nodes], axis=1)


def _counts(outcomes: Outcomes) -> tuple[tuple[SupplyState, Ids], ...]:
    return (
        (SupplyState.REDUCED, outcomes.reduced),
        (SupplyState.MANAGEMENT_ONLY, outcomes.management_only),
        (SupplyState.DOWN, outcomes.down),
    )


@dataclass(frozen=True, slots=True)
class _Dead:
    """Pairs of a failure and a cord that is dead with it, each once, ascending by failure and cord, shape (pairs,)."""

    failure: Ids
    cord: Ids

    def joined(self, failure: Ids, cord: Ids, cords: int) -> "_Dead":
        keys = np.unique(np.concatenate([self.failure * cords + self.cord, failure * cords + cord]))
        return _Dead(keys // cords, keys % cords)

    def of(self, failures: Mask) -> "_Dead":
        is_chosen = failures[self.failure]
        return _Dead(self.failure[is_chosen], self.cord[is_chosen])


def _together(network: Network, before: Flow, outcomes: Outcomes, places: Ids, takes_over: Mask, rounds: int) -> tuple[Ids, Ids]:
    """Work out failures below which nothing takes over.

    Returns those after which a breaker opens below which something does, and the pairs of `Outcomes.opening` of the others.
    """
    cords_of = _Lists(network.cord_device, network.devices)
    beneath = _beneath(network)
    dead = _under(network, beneath, np.arange(len(places)), outcomes.failed[places])
    lit = before.up[network.cord_node[dead.cord]]
    dead = _Dead(dead.failure[lit], dead.cord[lit])
    outcomes.cords_lost[places] = np.bincount(dead.failure, minlength=len(places))
    opened, again = np.zeros(len(places), np.int64), np.zeros(len(places), bool)
    which, nodes = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for number in range(rounds + 1):
        spread = _Spread(network, before, cords_of, dead)
        failure, node, share, va = spread.shares()
        if number == 0:
            worst = np.lexsort((-node, share))
            outcomes.worst_node[places[failure[worst]]] = node[worst]
            outcomes.worst_share[places[failure[worst]]] = share[worst]
            outcomes.worst_va[places[failure[worst]]] = va[worst]
        spread.count(outcomes, places)
        over = share > 1 + ROUNDING
        if not over.any() or number == rounds:
            break
        opened += np.bincount(failure[over], minlength=len(places))
        which.append(failure[over])
        nodes.append(node[over])
        again[failure[over & takes_over[node]]] = True
        more = _under(network, beneath, failure[over], node[over])
        further = np.zeros(len(places), bool)
        further[failure[over]] = True
        lit = before.up[network.cord_node[more.cord]]
        dead = dead.of(further).joined(more.failure[lit], more.cord[lit], network.cords)
    outcomes.opened[places] = opened
    whose = np.concatenate(which)
    pairs = np.stack([places[whose], np.concatenate(nodes)], axis=1)
    return places[again], pairs[~again[whose]]


class _Lists:
    """The members of each owner: `members[start[owner]:start[owner + 1]]`."""

    def __init__(self, owner: Ids, owners: int) -> None:
        self.members = np.argsort(owner, kind="stable")
        self.start = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=owners))])

    def of(self, owners: Ids) -> tuple[Ids, Ids]:
        """For each of `owners` its members: the place in `owners`, and the member, both of shape (pairs,)."""
        first, count = self.start[owners], self.start[owners + 1] - self.start[owners]
        place = np.repeat(np.arange(len(owners)), count)
        within = np.arange(len(place)) - np.repeat(np.cumsum(count) - count, count)
        return place, self.members[first[place] + within]


def _beneath(network: Network) -> _Lists:
    """The cords below each node along the normal path. Members are indexes in the flattened ancestry: cord = index // depth."""
    flat = network.ancestry.ravel()
    return _Lists(np.where(flat == ABSENT, network.nodes, flat), network.nodes + 1)


def _under(network: Network, beneath: _Lists, failure: Ids, node: Ids) -> _Dead:
    place, member = beneath.of(node)
    cords = max(network.cords, 1)
    keys = np.unique(failure[place] * cords + member // max(network.ancestry.shape[1], 1))
    return _Dead(keys // cords, keys % cords)


@dataclass(frozen=True, slots=True)
class _Sums:
    """Changes of loads by failure and node, shape (changes,); of lines (changes, 3)."""

    key: Ids
    line_va: Complexes
    va: Reals

    def by_key(self) -> "_Sums":
        """Those of the same failure and node added up."""
        keys, inverse = np.unique(self.key, return_inverse=True)
        line_va = np.empty((len(keys), LINES), np.complex128)
        for line in range(LINES):
            part = self.line_va[:, line]
            line_va[:, line] = np.bincount(inverse, part.real, len(keys)) + 1j * np.bincount(inverse, part.imag, len(keys))
        return _Sums(keys, line_va, np.bincount(inverse, self.va, len(keys)).astype(float))


class _Spread:
    """The load of devices that lost cords, spread over those that they keep."""

    def __init__(self, network: Network, before: Flow, cords_of: _Lists, dead: _Dead) -> None:
        self._network, self._before = network, before
        devices = max(network.devices, 1)
        keys, lost = np.unique(dead.failure * devices + network.cord_device[dead.cord], return_counts=True)
        self._failure, self._device = keys // devices, keys % devices
        alive = before.alive[self._device] - lost
        rule = network.device_rule[self._device]
        self._states = network.state_of(rule, alive)
        draw = network.draw_w[self._device] * network.share_of(rule, alive)
        self._lost_w = before.drawn_w[self._device] - draw
        place, self._cord = cords_of.of(self._device)
        self._of_cord = self._failure[place]
        cords = max(network.cords, 1)
        dark = ~before.up[network.cord_node[self._cord]]
        dark |= np.isin(self._of_cord * cords + self._cord, dead.failure * cords + dead.cord, assume_unique=True)
        cord_w = np.divide(draw, alive, out=np.zeros(len(draw)), where=alive > 0)
        now_va = cord_w[place] / network.watts_per_va[network.cord_node[self._cord]]
        self._change_va = np.where(dark, 0.0, now_va) - before.cord_va[self._cord]

    def shares(self) -> tuple[Ids, Ids, Reals, Reals]:
        """Nodes whose breaker carries more than before on some line: failure, node, line current over the rating, load in VA."""
        network, before = self._network, self._before
        changes: Complexes = self._change_va[:, None] * LINE_SHARES[network.cord_tap[self._cord]]
        parts = [_Sums(np.empty(0, np.int64), np.empty((0, LINES), np.complex128), np.empty(0))]
        for column, taken in zip(network.ancestry.T, network.ancestry_taken.T, strict=True):
            node, part_of = column[self._cord], taken[self._cord]
            guarded = (node != ABSENT) & ~np.isnan(network.breaker_a[node])
            keys = self._of_cord[guarded] * network.nodes + node[guarded]
            parts.append(_Sums(keys, (changes * part_of[:, None])[guarded], (self._change_va * part_of)[guarded]).by_key())
        sums = _Sums(
            *(np.concatenate(column_parts) for column_parts in zip(*((part.key, part.line_va, part.va) for part in parts), strict=True))
        )
        # Cords hang at various depths: a node may be the nearest to some and the third to others.
        if network.at_several_depths.any():
            sums = sums.by_key()
        failure, node = sums.key // max(network.nodes, 1), sums.key % max(network.nodes, 1)
        line_va = before.line_va[node] + sums.line_va
        current = line_currents_a(line_va, network.voltage_v[node], network.wiring[node]).max(axis=1, initial=0)
        rose = current > before.worst_a[node] * (1 + ROUNDING)
        load = before.va[node] + sums.va
        return failure[rose], node[rose], current[rose] / network.breaker_a[node[rose]], load[rose]

    def count(self, outcomes: Outcomes, places: Ids) -> None:
        """Write down what becomes of the devices; failures without a dead cord are left as they are."""
        failures = np.unique(self._failure)
        earlier = self._network.state_of(self._network.device_rule[self._device], self._before.alive[self._device])
        for state, counts in _counts(outcomes):
            changed = self._failure[(self._states == state) & (earlier != state)]
            counts[places[failures]] = np.bincount(changed, minlength=len(places))[failures]
        outcomes.lost_w[places[failures]] = np.bincount(self._failure, self._lost_w, len(places))[failures]
