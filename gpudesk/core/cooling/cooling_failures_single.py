"""Single failures of a cooling system: the places still cooled, and the remaining share.

Each failure is a set of failed nodes. A failure of a redundant unit, where the others on its carrier and all their supplies
suffice, is determined without a recalculation of the whole balance.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.cooling_flow import CoolingFlow, CoolingNetwork, cooling_flow
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids

ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class CoolingOutcomes:
    """The effect of each failure, shape (failures,).

    Attributes:
        reduced, down: devices cooled in part, and no longer at all, that had more cooling before.
        hot_w: heat that is no longer removed.
        share: the smallest share of a place's heat that is still removed, 1 if no place is worse than before.
        worst: the carrier with the largest shortfall, ABSENT for none.
        time_s: until the first limit is exceeded; infinite if none is, NaN if unknown.
    """

    reduced: Ids
    down: Ids
    hot_w: Reals
    share: Reals
    worst: Ids
    time_s: Reals

    def at(self, places: Ids) -> "CoolingOutcomes":
        """Those of some of the failures, or of the same several times."""
        reduced, down, worst = (values[places] for values in (self.reduced, self.down, self.worst))
        return CoolingOutcomes(reduced, down, self.hot_w[places], self.share[places], worst, self.time_s[places])


@dataclass(frozen=True, slots=True)
class WorsePlaces:
    """The loss of cooling at places, shape (places,).

    Attributes:
        dry, wet: whether less of the heat to air, or to liquid, is removed than before.
        left: the smallest share of a place's heat that is still removed if it is less, otherwise 1.
        lost_air_w, lost_liquid_w: the heat that is no longer removed.
        room: the air with a shortfall where `dry`; ABSENT for none.
    """

    dry: Mask
    wet: Mask
    left: Reals
    lost_air_w: Reals
    lost_liquid_w: Reals
    room: Ids

    @property
    def worse(self) -> Mask:
        """Which places lose something."""
        is_worse: Mask = self.dry | self.wet
        return is_worse

    @property
    def lost_w(self) -> Reals:
        """The heat that is no longer taken."""
        lost: Reals = self.lost_air_w + self.lost_liquid_w
        return lost


@dataclass(frozen=True, slots=True)
class Running:
    """What still makes heat after a failure, where that is less than before.

    Attributes:
        network: the same network with the heat, air and liquid of what runs.
        stopped, stopped_wet: how many devices at each place do not run any more, and how many of these gave heat to liquid.
    """

    network: CoolingNetwork
    stopped: Ids
    stopped_wet: Ids


Timing = Callable[[CoolingFlow], Reals]
"""The time available to each carrier from its flow: infinite if it has no relevant limit, NaN if unknown."""


def cooling_drill(
    network: CoolingNetwork,
    before: CoolingFlow,
    failures: Sequence[Ids],
    devices: Ids,
    wet: Ids,
    timing: Timing,
    step: Callable[[int, int], None] | None = None,
    running: Mapping[int, Running] | None = None,
) -> CoolingOutcomes:
    """The effect of each of `failures` individually.

    Args:
        before: the flow without failures.
        failures: the failed nodes in each.
        devices, wet: the number of devices at each place, and how many of them give off heat to liquid.
        step: receives the number of failures completed and the total; may raise to stop.
        running: number of a failure → heat sources after it, for failures that stop devices.
    """
    count, running = len(failures), running or {}
    outcomes = CoolingOutcomes(
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count),
        np.ones(count),
        np.full(count, ABSENT),
        np.full(count, np.inf),
    )
    door_places = _hung(network)
    for number, dead in enumerate(failures):
        if number in running:
            runs = running[number]
            after = cooling_flow(runs.network, dead)
            _write(runs.network, before, after, number, outcomes, devices - runs.stopped, wet - runs.stopped_wet, timing)
        elif len(dead) == 1 and _stands_alone(network, before, int(dead[0]), door_places):
            place = int(door_places[dead[0]])
            outcomes.down[number], outcomes.hot_w[number] = int(devices[place]), float(before.door_w[place])
            outcomes.share[number], outcomes.time_s[number] = 0.0, float("nan")
        elif len(dead) and not (len(dead) == 1 and _is_not_missed(network, before, int(dead[0]), door_places)):
            _write(network, before, cooling_flow(network, dead), number, outcomes, devices, wet, timing)
        if step is not None and (number % 64 == 63 or number == count - 1):
            step(number + 1, count)
    return outcomes


def _hung(network: CoolingNetwork) -> Ids:
    """The place of each rear door, ABSENT for other nodes, and for doors of several places."""
    door_places = np.full(network.nodes, ABSENT)
    places = np.flatnonzero(network.door != ABSENT)
    door_places[network.door[places]] = places
    door_places[np.bincount(network.door[places], minlength=network.nodes) > 1] = ABSENT
    return door_places


def _stands_alone(network: CoolingNetwork, before: CoolingFlow, node: int, hung: Ids) -> bool:
    """Whether a rear door is all that takes the air of its rack, and nothing else gains when it is lost."""
    place, water = int(hung[node]), int(network.cooled_by[node])
    alone = place != ABSENT and network.near_air[place] == ABSENT and before.door_w[place] > 0
    return bool(alone and (water == ABSENT or before.share[water] >= 1 - ROUNDING))


def _room_takes_it(network: CoolingNetwork, before: CoolingFlow, door: int, place: int) -> bool:
    """Whether the air of a rack takes what its door no longer does, and the water that took it takes it again."""
    air, water = int(network.near_air[place]), int(network.cooled_by[door])
    if air == ABSENT or network.room_air[place] != ABSENT or not _at_rest(before, air) or water == ABSENT:
        return False
    units = np.flatnonzero(network.supplies == air)
    if not (network.cooled_by[units] == water).all() or before.share[water] < 1 - ROUNDING:
        return False
    more = float(before.door_w[place])
    drawn = float(network.airflow_needed_m3_s[place]) * more / max(float(network.air_w[place]), 1.0)
    thirstiest = float(network.drawn_l_min_per_w[units].max(initial=0.0))
    return bool(
        before.able_w[air] >= (before.load_w[air] + more) * (1 + ROUNDING)
        and before.blown_m3_s[air] >= (before.airflow_needed_m3_s[air] + drawn) * (1 + ROUNDING)
        and before.pumped_l_min[water] >= (before.flow_needed_l_min[water] + more * thirstiest) * (1 + ROUNDING)
    )


def _is_not_missed(network: CoolingNetwork, before: CoolingFlow, node: int, hung: Ids) -> bool:
    """Whether the other units on a unit's carrier can carry its load, and the same water removes all of their heat."""
    if hung[node] != ABSENT:
        return _room_takes_it(network, before, node, int(hung[node]))
    carrier = int(network.supplies[node])
    if network.is_carrier[node] or carrier == ABSENT or not _at_rest(before, carrier):
        return False
    others = np.flatnonzero(network.supplies == carrier)
    others = others[others != node]
    if len(np.unique(network.cooled_by[others])) > 1 or (len(others) and network.cooled_by[others[0]] != network.cooled_by[node]):
        return False
    is_pump = network.kind[node] == CoolingKind.PUMP
    if not is_pump and network.weight_w[node] + network.weight_w[others].sum() < before.load_w[carrier]:
        return False
    parts = [] if is_pump else [(before.able_w[others], before.load_w[carrier])]
    if network.kind[carrier] == CoolingKind.AIR:
        parts.append((network.airflow_m3_s[others], before.airflow_needed_m3_s[carrier]))
    elif is_pump or not network.pumped[carrier]:
        moving = others[network.kind[others] == CoolingKind.PUMP] if is_pump else others
        parts.append((network.flow_l_min[moving], before.flow_needed_l_min[carrier]))
    if network.drawn_l_min_per_w[node] > 0 and len(np.unique(network.drawn_l_min_per_w[others])) > 1:
        return False
    return all(float(able.sum()) >= float(load) * (1 + ROUNDING) for able, load in parts)


def spares_cover(network: CoolingNetwork, before: CoolingFlow, dead: Ids) -> bool:
    """Whether spare units cover the failure of some units together, determined without a calculation of the flow.

    True only if, on every carrier that loses units, the remaining ones have the capacity and the flow for its whole load, and all of
    its units draw from one loop, with the same flow per watt, so that the load of that loop does not rise. False means: not determined.
    """
    supplies, units = network.supplies, network.links.moving
    if network.is_carrier[dead].any() or (network.kind[dead] == CoolingKind.REAR_DOOR).any():
        return False
    concerned = np.zeros(network.nodes + 1, bool)
    concerned[supplies[dead]] = True
    concerned[-1] = False
    on_concerned = units[concerned[supplies[units]]]
    carrier, loop = supplies[on_concerned], network.cooled_by[on_concerned]
    for values in (loop, network.drawn_l_min_per_w[on_concerned]):
        first = np.zeros(network.nodes, values.dtype)
        first[carrier] = values
        if (first[carrier] != values).any():
            return False
    carriers = np.flatnonzero(concerned[:-1])
    above = loop[loop != ABSENT]
    if any((before.share[at] < 1 - ROUNDING).any() or (before.spilled[at] > ROUNDING).any() for at in (carriers, above)):
        return False
    is_left = np.ones(network.nodes, bool)
    is_left[dead] = False
    able = _onto(network, units[is_left[units]], before.able_w)
    blowing, pumping = (links[is_left[links]] for links in (network.links.blowing, network.links.pumping))
    blown, pumped = _onto(network, blowing, network.airflow_m3_s), _onto(network, pumping, network.flow_l_min)
    able[network.open_ended] = np.inf
    pumped[network.open_ended & ~network.pumped] = np.inf
    is_air = network.kind == CoolingKind.AIR
    moved = np.where(is_air, blown, pumped)
    needed = np.where(is_air, before.airflow_needed_m3_s, before.flow_needed_l_min)
    enough = (able >= before.load_w * (1 + ROUNDING)) & (moved >= needed * (1 + ROUNDING))
    # A unit at its capacity next to one of unknown capacity left heat to nobody; without it, the loop would get that heat too.
    weight_w = _onto(network, units, network.weight_w)
    enough &= (weight_w >= before.load_w) | (weight_w == 0)
    return bool(enough[carriers].all())


def leaves_air_short(network: CoolingNetwork, before: CoolingFlow, dead: Ids) -> bool:
    """Whether a failure certainly reduces the air cooling of some place, determined without a calculation of the flow.

    True only if the rated capacity of the units left on some air is less than the share of the remaining heat that was removed before,
    of places with nothing but this air. False means: not determined.
    """
    if network.has_rooms:
        return False
    units, groups = network.links.moving, network.grouped
    is_left, is_only = np.ones(network.nodes, bool), groups.door == ABSENT
    is_left[dead] = False
    # The loops of the units and other heat to the air can only make the share smaller.
    able_w = _onto(network, units[is_left[units]], network.capacity_w)
    heat_w = np.bincount(groups.near_air[is_only] - ABSENT, groups.air_w_without(dead)[is_only], network.nodes - ABSENT)[-ABSENT:]
    is_short = (network.kind == CoolingKind.AIR) & (able_w < heat_w * (before.share - 10 * ROUNDING))
    return bool(is_short.any())


def _onto(network: CoolingNetwork, units: Ids, values: Reals) -> Reals:
    """The sum of what some units do, by the carrier that they supply, shape (nodes,)."""
    sums: Reals = np.bincount(network.supplies[units], values[units], network.nodes).astype(np.float64)
    return sums


def _at_rest(before: CoolingFlow, carrier: int) -> bool:
    """Whether a carrier takes all of its heat and leaves none to another one."""
    return bool(before.share[carrier] >= 1 - ROUNDING and before.spilled[carrier] <= ROUNDING)


def worse_places(network: CoolingNetwork, before: CoolingFlow, after: CoolingFlow) -> "WorsePlaces":
    """Which places are cooled less in one flow than in another, and by how much."""
    dry = (after.air_share < before.air_share - ROUNDING) & (network.air_w > 0)
    wet = (after.liquid_share < before.liquid_share - ROUNDING) & (network.liquid_w > 0)
    left = np.minimum(np.where(dry, after.air_share, 1.0), np.where(wet, after.liquid_share, 1.0))
    room = np.where((network.room_air != ABSENT) & (after.share[network.near_air] >= 1 - ROUNDING), network.room_air, network.near_air)
    return WorsePlaces(
        dry,
        wet,
        left,
        network.air_w * np.where(dry, before.air_share - after.air_share, 0.0),
        network.liquid_w * np.where(wet, before.liquid_share - after.liquid_share, 0.0),
        room,
    )


def lost_by_carrier_w(network: CoolingNetwork, places: WorsePlaces) -> Reals:
    """The heat that each carrier no longer removes, shape (nodes,)."""
    lost_w = np.zeros(network.nodes)
    for carrier, values in ((places.room, places.lost_air_w), (network.loop, places.lost_liquid_w)):
        # One element more in front takes what has no carrier.
        lost_w += np.bincount(carrier - ABSENT, values, network.nodes - ABSENT)[-ABSENT:]
    return lost_w


def _write(
    network: CoolingNetwork,
    before: CoolingFlow,
    after: CoolingFlow,
    number: int,
    found: CoolingOutcomes,
    devices: Ids,
    wet: Ids,
    timing: Timing,
) -> None:
    places = worse_places(network, before, after)
    worse = places.worse
    if not worse.any():
        return
    affected = np.where(places.dry, devices, wet)
    is_lost = worse & (places.left <= ROUNDING)
    found.down[number] = int(affected[is_lost].sum())
    found.reduced[number] = int(affected[worse & ~is_lost].sum())
    found.hot_w[number] = float(places.lost_w.sum())
    found.share[number] = float(places.left[worse].min())
    by_carrier = lost_by_carrier_w(network, places)
    missing = np.flatnonzero(by_carrier > 0)
    if len(missing):
        found.worst[number] = int(np.argmax(by_carrier))
        times = timing(after)[missing]
        found.time_s[number] = float("nan") if np.isnan(times).any() else float(times.min())
    else:
        found.time_s[number] = float("nan")
