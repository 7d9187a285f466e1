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
    parts = [] if is_pump else [(before.able_w[others], before.load_w[carrier])]
    if network.kind[carrier] == CoolingKind.AIR:
        parts.append((network.airflow_m3_s[others], before.airflow_needed_m3_s[carrier]))
    elif is_pump or not network.pumped[carrier]:
        moving = others[network.kind[others] == CoolingKind.PUMP] if is_pump else others
        parts.append((network.flow_l_min[moving], before.flow_needed_l_min[carrier]))
    if network.drawn_l_min_per_w[node] > 0 and len(np.unique(network.drawn_l_min_per_w[others])) > 1:
        return False
    return all(float(able.sum()) >= float(load) * (1 + ROUNDING) for able, load in parts)


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
    by_carrier = np.zeros(network.nodes + 1)
    np.add.at(by_carrier, places.room, places.lost_air_w)
    np.add.at(by_carrier, network.loop, places.lost_liquid_w)
    by_carrier[-1] = 0.0
    missing = np.flatnonzero(by_carrier > 0)
    if len(missing):
        found.worst[number] = int(missing[np.argmax(by_carrier[missing])])
        times = timing(after)[missing]
        found.time_s[number] = float("nan") if np.isnan(times).any() else float(times.min())
    else:
        found.time_s[number] = float("nan")
