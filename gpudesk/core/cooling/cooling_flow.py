"""Heat flow through a cooling system: from places to air and loops, from these through units to facility water and outdoors.

A carrier (air, a loop) carries the heat of the places that it serves and of the units that transfer their heat to it. The units
that supply a carrier share its heat in proportion to their capacity. A carrier that cannot remove all of its heat removes the same
fraction from each source: its share. A unit whose own carrier has a share below one is reduced accordingly, but still demands its
full load. A rear door removes what it can from its rack; the rest goes to the air that serves the rack, and heat beyond the
capacity of a row's air goes to that of the hall, if that serves it too.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gpudesk.core.cooling.cooling_kinds import AIR_UNITS, CARRIERS, LOOPS, SOURCES, CoolingKind
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of

ROUNDS = 12
"""Upper bound on the number of carriers on a heat path; a longer one is a cycle and stays unbalanced."""
ROUNDING = 1e-9
_UNKNOWN_WEIGHT_W = 100_000.0
"""A unit of unknown capacity carries a share as if it had this one; it affects only the division of load among such units."""
_WITHOUT_HEAT = ("is_carrier", "is_loop", "weight_w", "links", "place_groups", "pumped", "open_ended", "has_doors", "has_rooms")
"""What a network derives from its nodes and its connections alone: the same for any heat."""


@dataclass(frozen=True)
class CoolingNetwork:
    """Carriers, units and the places that they cool.

    Attributes:
        kind: a `CoolingKind` each, shape (nodes,), as the next six.
        supplies, cooled_by: indices of nodes, ABSENT for none.
        capacity_w: heat removal of a unit at its conditions; infinite if unknown, 0 for nodes that remove none (pumps, carriers).
        airflow_m3_s: airflow of an air unit; infinite if unknown, 0 for all others.
        flow_l_min: flow of a unit in the loop that it supplies; infinite if unknown.
        drawn_l_min_per_w: the liquid that a unit draws from the loop that cools it, per watt transferred.
        air_w, liquid_w: the heat of places, shape (places,), as all that follow.
        airflow_needed_m3_s, flow_needed_l_min: their demand for air and liquid.
        door: the rear door of each place, ABSENT for none.
        near_air: the narrowest air zone that serves it, room_air: that of its hall if different; ABSENT for none.
        loop: the loop that serves it, ABSENT for none.
        stands: the place whose heat to air includes the power of a unit, ABSENT for none, shape (nodes,).
        own_w: that power, 0 for none, shape (nodes,): it stops with the unit.
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

    def with_heat(self, air_w: Reals, liquid_w: Reals, airflow_needed_m3_s: Reals, flow_needed_l_min: Reals) -> "CoolingNetwork":
        """The same network with other heat at its places, shape (places,) each."""
        heated = replace(self, air_w=air_w, liquid_w=liquid_w, airflow_needed_m3_s=airflow_needed_m3_s, flow_needed_l_min=flow_needed_l_min)
        heated.__dict__.update({name: self.__dict__[name] for name in _WITHOUT_HEAT if name in self.__dict__})
        return heated

    @cached_property
    def place_groups(self) -> "PlaceGroups":
        """Places grouped by the carriers that serve them; a place with a rear door or a unit is a group of its own."""
        key = ((self.near_air + 1) * (self.nodes + 1) + self.room_air + 1) * (self.nodes + 1) + self.loop + 1
        is_single = self.door != ABSENT
        is_single[self.stands[self.stands != ABSENT]] = True
        singles = np.flatnonzero(is_single)
        key[singles] = -1 - singles
        _, first, of_place = np.unique(key, return_index=True, return_inverse=True)
        return PlaceGroups(of_place.ravel(), first)

    @cached_property
    def grouped(self) -> "CoolingNetwork":
        """The same network with groups as its places: a large site has a tenth as many."""
        of_place, first = self.place_groups.of_place, self.place_groups.first

        def together(values: Reals) -> Reals:
            # Many sites have no liquid: to see that takes a third of the time.
            if not values.any():
                return np.zeros(len(first))
            sums: Reals = np.bincount(of_place, values, len(first)).astype(np.float64, copy=False)
            return sums

        grouped = replace(
            self,
            air_w=together(self.air_w),
            liquid_w=together(self.liquid_w),
            airflow_needed_m3_s=together(self.airflow_needed_m3_s),
            flow_needed_l_min=together(self.flow_needed_l_min),
            door=self.door[first],
            near_air=self.near_air[first],
            room_air=self.room_air[first],
            loop=self.loop[first],
            stands=np.where(self.stands == ABSENT, ABSENT, np.append(of_place, ABSENT)[self.stands]),
        )
        for name in _WITHOUT_HEAT:
            if name != "place_groups":
                grouped.__dict__[name] = getattr(self, name)
        return grouped

    @cached_property
    def is_carrier(self) -> Mask:
        """Which nodes are air or loops."""
        is_air_or_loop: Mask = is_one_of(self.kind, CARRIERS)
        return is_air_or_loop

    @cached_property
    def is_loop(self) -> Mask:
        """Which nodes are loops of liquid."""
        is_liquid_loop: Mask = is_one_of(self.kind, LOOPS)
        return is_liquid_loop

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
        """The carriers with pumps on the loop: the pumps, not the units on it, determine the flow."""
        has_pumps = np.zeros(self.nodes, bool)
        pumps = (self.kind == CoolingKind.PUMP) & (self.supplies != ABSENT)
        has_pumps[self.supplies[pumps]] = True
        return has_pumps

    @cached_property
    def has_doors(self) -> bool:
        """Whether a place has a rear door."""
        return bool((self.door != ABSENT).any())

    @cached_property
    def has_rooms(self) -> bool:
        """Whether the air of a hall takes over heat from the narrower air of a place."""
        return bool((self.room_air != ABSENT).any())

    @cached_property
    def open_ended(self) -> Mask:
        """The building loops without a supply: their sources are not planned, so they count as sufficient."""
        is_unsourced: Mask = self.kind == CoolingKind.FACILITY_LOOP
        is_unsourced[self.supplies[(self.supplies != ABSENT) & is_one_of(self.kind, SOURCES)]] = False
        return is_unsourced


@dataclass(frozen=True, slots=True)
class PlaceGroups:
    """Places that share all of their carriers: the same part of the heat of each is removed.

    Attributes:
        of_place: the group of each place, shape (places,).
        first: a place of each group, shape (groups,).
    """

    of_place: Ids
    first: Ids


@dataclass(frozen=True)
class CoolingFlow:
    """The load of every node with some of them failed, shape (nodes,).

    Attributes:
        alive: the working nodes.
        able_w: current capacity of a unit; for a carrier, the capacity of all its units.
        load_w: the heat transferred to a carrier, or that a unit would transfer if its own carrier removed all of it.
        blown_m3_s, airflow_needed_m3_s: for air, the supply of its units and the demand of its places.
        pumped_l_min, flow_needed_l_min: the same for loops.
        share: the share of its heat that a carrier removes, 1 for all of it; for a unit, whether it works.
        spilled: the share of its heat that a row's air passes to that of the hall.
        door_w: heat removed by each place's rear door, shape (places,), as the next two.
        air_share, liquid_share: the share of heat to air and to liquid that is removed from each place, 1 if there is none.
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
    """The flow when some nodes have failed; a failed carrier removes no heat.

    Loads depend on unit capacities, which depend on the shares of their supplies, so both are iterated until they converge.
    """
    group, flow = network.place_groups.of_place, _flow(network.grouped, dead)
    return replace(
        flow,
        door_w=flow.door_w[group],
        air_share=np.where(network.air_w_without(dead) > 0, flow.air_share[group], 1.0),
        liquid_share=np.where(network.liquid_w > 0, flow.liquid_share[group], 1.0),
    )


def _flow(network: CoolingNetwork, dead: Ids | None) -> CoolingFlow:
    """The flow of a network with the places that it has; `cooling_flow` calls it with groups of places."""
    nodes, links, alive = network.nodes, network.links, np.ones(network.nodes, bool)
    if dead is not None:
        alive[dead] = False
    air_w = network.air_w_without(dead)
    share = alive.astype(np.float64)
    load = np.zeros(nodes)
    most_w = np.where(alive, network.capacity_w, 0.0)
    blown = _onto(network, links.blowing, network.airflow_m3_s, alive)
    pumped = _onto(network, links.pumping, network.flow_l_min, alive)
    pumped[network.open_ended & ~network.pumped] = np.inf
    liquid_w, loops_l_min = _sums(network.loop, network.liquid_w, nodes), _sums(network.loop, network.flow_needed_l_min, nodes)
    supplied, supply = None, share[links.above]
    for _ in range(ROUNDS):
        if supplied is None or not np.array_equal(supplied, supply):
            # What units can do, and the heat of places to air, depend only on the shares of the loops that supply the units.
            supplied = supply
            feeding = alive.astype(np.float64)
            feeding[links.fed] *= supply
            able = _able(network, feeding)
            air = _air(network, air_w, most_w, able, blown)
            part = _parts_moved(links, network.weight_w * feeding)
            given_w = air.load_w + liquid_w
        heat = given_w + _sums(links.above, load[links.fed], nodes)
        moved = air.doors_w.copy()
        moved[links.moving] = np.minimum(most_w[links.moving], heat[links.onto] * part)
        heat = np.where(network.is_carrier, heat, moved)
        flow_needed = loops_l_min + _sums(links.above, (moved * network.drawn_l_min_per_w)[links.fed], nodes) * network.is_loop
        parts = np.minimum(_part(able, heat), np.minimum(_part(blown, air.needed_m3_s), _part(pumped, flow_needed)))
        following = np.where(alive, np.where(network.is_carrier, parts, 1.0), 0.0)
        settled = _is_close(following, share, 0.0) and _is_close(heat, load, 1e-3)
        share, load = following, heat
        if settled:
            break
        supply = share[links.above]
    taken_air = _taken(network, air_w, air, share)
    of_loop = np.append(share, 0.0)[network.loop]
    taken_liquid = np.where(network.liquid_w > 0, of_loop, 1.0)
    return CoolingFlow(
        alive, able, load, blown, air.needed_m3_s, pumped, flow_needed, share, air.spilled, air.door_w, taken_air, taken_liquid
    )


@dataclass(frozen=True, slots=True, eq=False)
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
        supplying[is_one_of(kind, AIR_UNITS)],
        supplying[is_one_of(network.kind[onto], LOOPS) & (is_pump | ~network.pumped[onto])],
        fed,
        network.cooled_by[fed],
        network.supplies[moving],
    )


def _is_close(values: Reals, others: Reals, most_apart: float) -> bool:
    """Whether finite values are the same but for rounding, as `np.allclose` has it, which takes ten times as long for few of them."""
    return bool((np.abs(values - others) <= most_apart + 1e-7 * np.abs(others)).all())


def _sums(owner: Ids, values: Reals, owners: int) -> Reals:
    """The sum of each owner's values; those of ABSENT count nowhere."""
    # One place more in front takes what has no owner.
    sums: Reals = np.bincount(owner - ABSENT, values, owners - ABSENT)[-ABSENT:].astype(np.float64, copy=False)
    return sums


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


def _air(network: CoolingNetwork, air_w: Reals, most_w: Reals, able: Reals, blown: Reals) -> _AirLoads:
    nodes = network.nodes
    spilled, door_w, doors_w = np.zeros(nodes), np.zeros(len(air_w)), np.zeros(nodes)
    rest_w, drawn = air_w, network.airflow_needed_m3_s
    if network.has_doors:
        door_w = np.where(network.door == ABSENT, 0.0, np.minimum(air_w, np.append(able, 0.0)[network.door]))
        full_w = np.where(network.door == ABSENT, 0.0, np.minimum(air_w, np.append(most_w, 0.0)[network.door]))
        doors_w = _sums(network.door, full_w, nodes)
        rest_w = air_w - door_w
        # What a door takes needs no fresh air: it goes back to the room as cold as it came.
        drawn = drawn * np.divide(rest_w, air_w, out=np.ones(len(rest_w)), where=air_w > 0)
    load, needed = _sums(network.near_air, rest_w, nodes), _sums(network.near_air, drawn, nodes)
    if network.has_rooms:
        spilled = 1 - np.minimum(_part(able, load), _part(blown, needed))
        of_place = np.where(network.room_air == ABSENT, 0.0, np.append(spilled, 0.0)[network.near_air])
        moved_w, moved_flow = rest_w * of_place, drawn * of_place
        load += _sums(network.room_air, moved_w, nodes) - _sums(network.near_air, moved_w, nodes)
        needed += _sums(network.room_air, moved_flow, nodes) - _sums(network.near_air, moved_flow, nodes)
    return _AirLoads(load, needed, spilled, door_w, doors_w)


def _parts_moved(links: _Links, weight: Reals) -> Reals:
    """The share of its carrier's heat that each of the units `links.moving` transfers, by capacity, shape (moving,)."""
    weights = weight[links.moving]
    together = _sums(links.onto, weights, len(weight))[links.onto]
    return np.divide(weights, together, out=np.zeros(len(weights)), where=together > 0)


def _part(able: Reals, load: Reals) -> Reals:
    """The share of a load that is removed: all of it if the capacity is sufficient."""
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
