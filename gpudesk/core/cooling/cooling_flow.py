"""What heat flows through a cooling: from places to air and loops, from these through units to the water of the building and outside.

A carrier (air, a loop) bears the heat of the places that it serves and of the units that give their heat to it. The units that supply
a carrier share its heat in proportion to what they can do. A carrier that cannot take all of its heat takes the same part of everybody's:
its share. A unit whose own carrier has a share below one can do so much less, but still asks for all that it would move. A rear door takes
what it can of its rack; the rest is left to the air that serves the rack, and what the air of a row cannot take is left to that of the
hall, if that serves it too.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.cooling.cooling_kinds import AIR_UNITS, CARRIERS, LOOPS, SOURCES, CoolingKind
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids

ROUNDS = 12
"""Heat passes through fewer carriers than that on its way; what goes on longer is a circle and stays unbalanced."""
ROUNDING = 1e-9
_UNKNOWN_WEIGHT_W = 100_000.0
"""A unit of unknown capacity bears a share as if it had this one; only how loads are split among such units depends on it."""


@dataclass(frozen=True)
class CoolingNetwork:
    """Carriers, units and the places that they cool.

    Attributes:
        kind: a `CoolingKind` each, shape (nodes,), as the next six.
        supplies, cooled_by: places of nodes, ABSENT for none.
        capacity_w: what a unit takes away at its conditions; infinite where that is not known, 0 for what takes no heat (pumps, carriers).
        airflow_m3_s: what an air unit blows; infinite where that is not known, 0 for all others.
        flow_l_min: what a unit moves in the loop that it supplies; infinite where that is not known.
        drawn_l_min_per_w: the liquid that a unit takes from the loop that cools it, for each watt that it moves.
        air_w, liquid_w: the heat of places, shape (places,), as all that follow.
        airflow_needed_m3_s, flow_needed_l_min: what they need of air and of liquid.
        door: the rear door of each place, ABSENT for none.
        near_air: the air that serves it as the narrowest, room_air: that of its hall where that is another one; ABSENT for none.
        loop: the loop that serves it, ABSENT for none.
        stands: the place of whose heat to air the power of a unit is a part, ABSENT for none, shape (nodes,).
        own_w: that power, 0 for none, shape (nodes,): it ends with the unit.
    """

    kind: Ids
    supplies: Ids
    cooled_by: Ids
    capacity_w: Reals
    airflow_m3_s: Reals
    flow_l_min: Reals
    drawn_l_min_per_w: Reals
    air_w: Reals
    liquid_w: Reals
    airflow_needed_m3_s: Reals
    flow_needed_l_min: Reals
    door: Ids
    near_air: Ids
    room_air: Ids
    loop: Ids
    stands: Ids
    own_w: Reals

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.kind)

    @cached_property
    def is_carrier(self) -> Mask:
        """Which nodes are air or loops."""
        found: Mask = np.isin(self.kind, CARRIERS)
        return found

    @cached_property
    def is_loop(self) -> Mask:
        """Which nodes are loops of liquid."""
        found: Mask = np.isin(self.kind, LOOPS)
        return found

    @cached_property
    def weight_w(self) -> Reals:
        """By what units on one carrier share its heat."""
        weight: Reals = np.where(np.isinf(self.capacity_w), _UNKNOWN_WEIGHT_W, self.capacity_w)
        return weight

    @cached_property
    def links(self) -> "_Links":
        """Which units are connected with what."""
        return _links(self)

    def air_w_without(self, dead: Ids | None) -> Reals:
        """The heat of places to air when some nodes are dead: what these draw warms nothing any more."""
        if dead is None:
            return self.air_w
        stopped = dead[self.stands[dead] != ABSENT]
        if not len(stopped):
            return self.air_w
        less = np.bincount(self.stands[stopped], self.own_w[stopped], len(self.air_w)).astype(np.float64)
        left: Reals = np.maximum(self.air_w - less, 0.0)
        return left

    @cached_property
    def pumped(self) -> Mask:
        """Which carriers have pumps of their own: these make their flow, not the units on them."""
        found = np.zeros(self.nodes, bool)
        pumps = (self.kind == CoolingKind.PUMP) & (self.supplies != ABSENT)
        found[self.supplies[pumps]] = True
        return found

    @cached_property
    def open_ended(self) -> Mask:
        """Which loops of the building nothing supplies: what lies behind them is not planned, so they count as enough."""
        found: Mask = self.kind == CoolingKind.FACILITY_LOOP
        found[self.supplies[(self.supplies != ABSENT) & np.isin(self.kind, SOURCES)]] = False
        return found


@dataclass(frozen=True)
class CoolingFlow:
    """What every node bears with some of them dead, shape (nodes,).

    Attributes:
        alive: which nodes work.
        able_w: what a unit can do now; of a carrier what all its units can do.
        load_w: the heat that a carrier is given, or that a unit would move if its own carrier took all of it.
        blown_m3_s, airflow_needed_m3_s: of air, what its units blow and what its places draw.
        pumped_l_min, flow_needed_l_min: of loops, the same.
        share: what part of its heat a carrier takes away, 1 for all of it; of a unit whether it works.
        spilled: what part of its heat the air of a row leaves to that of the hall.
        door_w: what each place's rear door takes, shape (places,), as the next two.
        air_share, liquid_share: what part of the heat to air and to liquid is taken from each place, 1 where there is none.
    """

    alive: Mask
    able_w: Reals
    load_w: Reals
    blown_m3_s: Reals
    airflow_needed_m3_s: Reals
    pumped_l_min: Reals
    flow_needed_l_min: Reals
    share: Reals
    spilled: Reals
    door_w: Reals
    air_share: Reals
    liquid_share: Reals


def cooling_flow(network: CoolingNetwork, dead: Ids | None = None) -> CoolingFlow:
    """What flows when some nodes are dead; a dead carrier takes nothing away.

    Loads depend on what units can do, and that on the shares of what feeds them, so both are worked out in turn until they stay.
    """
    nodes, links, alive = network.nodes, network.links, np.ones(network.nodes, bool)
    if dead is not None:
        alive[dead] = False
    air_w = network.air_w_without(dead)
    share = alive.astype(np.float64)
    load = np.zeros(nodes)
    for _ in range(ROUNDS):
        feeding = np.where(alive, 1.0, 0.0)
        feeding[links.fed] *= share[links.above]
        able = _able(network, feeding)
        blown = _onto(network, links.blowing, network.airflow_m3_s, alive)
        pumped = _onto(network, links.pumping, network.flow_l_min, alive)
        pumped[network.open_ended & ~network.pumped] = np.inf
        air = _air(network, air_w, alive, able, blown)
        weight = network.weight_w * feeding
        heat = air.load_w + _sums(network.loop, network.liquid_w, nodes) + _sums(links.above, load[links.fed], nodes)
        moved = _moved(links, heat, np.where(alive, network.capacity_w, 0.0), weight, air.doors_w)
        heat = np.where(network.is_carrier, heat, moved)
        flow_needed = _sums(network.loop, network.flow_needed_l_min, nodes)
        flow_needed += _sums(links.above, (moved * network.drawn_l_min_per_w)[links.fed], nodes) * network.is_loop
        parts = np.minimum(_part(able, heat), np.minimum(_part(blown, air.needed_m3_s), _part(pumped, flow_needed)))
        following = np.where(alive, np.where(network.is_carrier, parts, 1.0), 0.0)
        settled = np.allclose(following, share, rtol=1e-7, atol=0) and np.allclose(heat, load, rtol=1e-7, atol=1e-3)
        share, load = following, heat
        if settled:
            break
    taken_air = _taken(network, air_w, air, share)
    of_loop = np.append(share, 0.0)[network.loop]
    taken_liquid = np.where(network.liquid_w > 0, of_loop, 1.0)
    return CoolingFlow(
        alive, able, load, blown, air.needed_m3_s, pumped, flow_needed, share, air.spilled, air.door_w, taken_air, taken_liquid
    )


@dataclass(frozen=True, slots=True)
class _Links:
    """Which units are connected with what: places of units, and of the carriers that `fed` take from."""

    moving: Ids
    blowing: Ids
    pumping: Ids
    fed: Ids
    above: Ids
    onto: Ids


@dataclass(frozen=True, slots=True)
class _AirLoads:
    """The heat that air is given, shape (nodes,), after doors and what rows leave to halls; `door_w` of places, `doors_w` of doors."""

    load_w: Reals
    needed_m3_s: Reals
    spilled: Reals
    door_w: Reals
    doors_w: Reals


def _links(network: CoolingNetwork) -> _Links:
    units = np.flatnonzero(~network.is_carrier)
    supplying = units[network.supplies[units] != ABSENT]
    onto, kind = network.supplies[supplying], network.kind[supplying]
    is_pump = kind == CoolingKind.PUMP
    fed = units[network.cooled_by[units] != ABSENT]
    moving = supplying[~is_pump]
    return _Links(
        moving,
        supplying[np.isin(kind, AIR_UNITS)],
        supplying[np.isin(network.kind[onto], LOOPS) & (is_pump | ~network.pumped[onto])],
        fed,
        network.cooled_by[fed],
        network.supplies[moving],
    )


def _sums(owner: Ids, values: Reals, owners: int) -> Reals:
    """The sum of each owner's values; those of ABSENT count nowhere."""
    has = np.flatnonzero(owner != ABSENT)
    found: Reals = np.bincount(owner[has], values[has], owners).astype(np.float64)
    return found


def _able(network: CoolingNetwork, feeding: Reals) -> Reals:
    """What units can do with what feeds them, and carriers with what all their units can."""
    links = network.links
    able = np.where(feeding > 0, network.capacity_w, 0.0)
    finite = np.isfinite(able)
    able[finite] *= feeding[finite]
    able[network.is_carrier] = 0.0
    able += _sums(links.onto, able[links.moving], network.nodes)
    able[network.open_ended] = np.inf
    return able


def _onto(network: CoolingNetwork, units: Ids, values: Reals, alive: Mask) -> Reals:
    living = units[alive[units]]
    return _sums(network.supplies[living], values[living], network.nodes)


def _air(network: CoolingNetwork, air_w: Reals, alive: Mask, able: Reals, blown: Reals) -> _AirLoads:
    nodes = network.nodes
    door_w = np.where(network.door == ABSENT, 0.0, np.minimum(air_w, np.append(able, 0.0)[network.door]))
    full_w = np.where(
        network.door == ABSENT, 0.0, np.minimum(air_w, np.append(np.where(alive, network.capacity_w, 0.0), 0.0)[network.door])
    )
    doors_w = _sums(network.door, full_w, nodes)
    rest_w = air_w - door_w
    # What a door takes needs no fresh air: it goes back to the room as cold as it came.
    drawn = network.airflow_needed_m3_s * np.divide(rest_w, air_w, out=np.ones(len(rest_w)), where=air_w > 0)
    load, needed = _sums(network.near_air, rest_w, nodes), _sums(network.near_air, drawn, nodes)
    spilled = np.zeros(nodes)
    if (network.room_air != ABSENT).any():
        spilled = 1 - np.minimum(_part(able, load), _part(blown, needed))
        of_place = np.where(network.room_air == ABSENT, 0.0, np.append(spilled, 0.0)[network.near_air])
        given, asked = rest_w * of_place, drawn * of_place
        load += _sums(network.room_air, given, nodes) - _sums(network.near_air, given, nodes)
        needed += _sums(network.room_air, asked, nodes) - _sums(network.near_air, asked, nodes)
    return _AirLoads(load, needed, spilled, door_w, doors_w)


def _moved(links: _Links, heat: Reals, most: Reals, weight: Reals, doors_w: Reals) -> Reals:
    """What each unit moves: its part of its carrier's heat by what it can do, doors what they take from their racks."""
    moved = doors_w.copy()
    together = _sums(links.onto, weight[links.moving], len(heat))[links.onto]
    part = np.divide(weight[links.moving], together, out=np.zeros(len(links.moving)), where=together > 0)
    moved[links.moving] = np.minimum(most[links.moving], heat[links.onto] * part)
    return moved


def _part(able: Reals, load: Reals) -> Reals:
    """Which part of a load is taken: all of it where what can be done suffices."""
    enough = able >= load * (1 - ROUNDING)
    taken: Reals = np.divide(able, load, out=np.ones(len(load)), where=~enough)
    return taken


def _taken(network: CoolingNetwork, air_w: Reals, air: _AirLoads, share: Reals) -> Reals:
    """Which part of the heat to air is taken from each place, by its door, the air of its row and that of its hall."""
    shares, spilled = np.append(share, 0.0), np.append(air.spilled, 0.0)
    near = shares[network.near_air]
    over = np.where(network.room_air == ABSENT, 0.0, spilled[network.near_air])
    of_rest = (1 - over) * np.where(over > 0, 1.0, near) + over * shares[network.room_air]
    of_rest = np.where(network.near_air == ABSENT, 0.0, of_rest)
    taken = air.door_w + (air_w - air.door_w) * of_rest
    return np.divide(taken, air_w, out=np.ones(len(taken)), where=air_w > 0)
