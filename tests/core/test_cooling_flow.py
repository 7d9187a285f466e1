"""Heat through air, loops and units: by hand, and what holds of every cooling."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.cooling.cooling_flow import CoolingFlow, CoolingNetwork, _flow, cooling_flow
from gpudesk.core.cooling.cooling_kinds import CoolingKind as K
from gpudesk.core.cooling.cooling_unit_kinds import units_lacking, units_needed
from gpudesk.core.values.columns import ABSENT

INF = float("inf")


def network(nodes: Sequence[tuple[K, int, int, float, float]], places: Sequence[tuple[float, float, int, int, int, int]]) -> CoolingNetwork:
    """Nodes of (kind, supplies, cooled by, capacity, airflow or flow), places of (air, liquid, door, air, room, loop)."""
    kind, supplies, cooled, capacity, moves = (np.array(column) for column in zip(*nodes, strict=True))
    air, wet, door, near, room, loop = (np.array(column) for column in zip(*places, strict=True))
    blows = np.isin(kind, (K.CRAH, K.CRAC, K.IN_ROW))
    return CoolingNetwork(
        kind,
        supplies,
        cooled,
        capacity.astype(float),
        np.where(blows, moves, 0.0),
        np.where(blows, 0.0, moves),
        np.where(cooled == ABSENT, 0.0, 1e-3),
        air.astype(float),
        wet.astype(float),
        air / 20_000,
        wet / 1_000,
        door,
        near,
        room,
        loop,
        np.full(len(kind), ABSENT),
        np.zeros(len(kind)),
    )


def two_handlers(capacity: float, heat: float) -> CoolingNetwork:
    """The air of a room with two air handlers on the water of a chiller."""
    unit = (K.CRAH, 0, 1, capacity, 10.0)
    return network(
        [(K.AIR, -1, -1, 0, 0), (K.FACILITY_LOOP, -1, -1, 0, 0), unit, unit, (K.CHILLER, 1, -1, 60_000, INF)],
        [(heat, 0, -1, 0, -1, -1)],
    )


def test_units_share_the_heat_of_their_air() -> None:
    found = cooling_flow(two_handlers(30_000, 50_000))
    assert found.load_w.tolist() == [50_000, 50_000, 25_000, 25_000, 50_000]
    assert found.share.tolist() == [1, 1, 1, 1, 1]
    assert found.air_share.tolist() == [1]


def test_what_a_dead_unit_draws_warms_nothing() -> None:
    """Two air handlers of 30 kW with fans of 2 kW, and 46 kW of devices."""
    base = two_handlers(30_000, 50_000)
    whole = replace(base, stands=np.array([-1, -1, 0, 0, -1]), own_w=np.array([0, 0, 2_000.0, 2_000.0, 0]))
    assert cooling_flow(whole).load_w[0] == 50_000
    lost = cooling_flow(whole, np.array([2]))
    assert lost.load_w[0] == 48_000
    assert lost.air_share.tolist() == [pytest.approx(30 / 48)]


def test_what_is_left_without_one_unit() -> None:
    found = cooling_flow(two_handlers(30_000, 50_000), np.array([2]))
    assert found.air_share.tolist() == [pytest.approx(0.6)]
    assert found.load_w[3] == 30_000
    assert cooling_flow(two_handlers(30_000, 50_000), np.array([0])).air_share.tolist() == [0]


def test_a_chiller_that_is_too_small_takes_the_same_part_of_everybody() -> None:
    found = cooling_flow(two_handlers(50_000, 90_000))
    assert found.load_w[1] == 90_000
    assert found.share[1] == pytest.approx(2 / 3)
    # Two thirds of 2 × 50 kW are 66.7 kW of the 90 kW.
    assert found.air_share.tolist() == [pytest.approx(66_666.7 / 90_000, rel=1e-4)]
    assert cooling_flow(two_handlers(50_000, 90_000), np.array([4])).air_share.tolist() == [0]


def test_a_row_leaves_to_the_hall_what_it_cannot_take() -> None:
    rooms = [(K.AIR, -1, -1, 0, 0), (K.AIR, -1, -1, 0, 0), (K.IN_ROW, 0, -1, 20_000, 9.0), (K.CRAC, 1, -1, 100_000, 9.0)]
    found = cooling_flow(network([*rooms], [(30_000, 0, -1, 0, 1, -1), (10_000, 0, -1, 1, -1, -1)]))
    assert found.load_w[:2].tolist() == [pytest.approx(20_000), pytest.approx(20_000)]
    assert found.air_share.tolist() == [1, 1]
    dead = cooling_flow(network([*rooms], [(30_000, 0, -1, 0, 1, -1), (10_000, 0, -1, 1, -1, -1)]), np.array([2]))
    assert dead.load_w[1] == 40_000
    assert dead.air_share.tolist() == [1, 1]


def test_a_door_takes_what_it_can_and_the_room_the_rest() -> None:
    nodes = [(K.AIR, -1, -1, 0, 0), (K.CRAC, 0, -1, 15_000, 9.0), (K.REAR_DOOR, -1, 3, 30_000, 0), (K.FACILITY_LOOP, -1, -1, 0, 0)]
    found = cooling_flow(network(nodes, [(40_000, 0, 2, 0, -1, -1)]))
    assert found.door_w.tolist() == [30_000]
    assert found.load_w.tolist() == [10_000, 10_000, 30_000, 30_000]
    # Without its water the door takes nothing, and the room 15 of 40 kW.
    assert cooling_flow(network(nodes, [(40_000, 0, 2, 0, -1, -1)]), np.array([3])).air_share.tolist() == [pytest.approx(15 / 40)]


def test_a_cdu_that_warms_the_room() -> None:
    nodes = [(K.AIR, -1, -1, 0, 0), (K.CRAC, 0, -1, 50_000, 9.0), (K.TECHNOLOGY_LOOP, -1, -1, 0, 0), (K.CDU, 2, 0, 40_000, 60.0)]
    found = cooling_flow(network(nodes, [(5_000, 30_000, -1, 0, -1, 2)]))
    assert found.load_w.tolist() == [35_000, 35_000, 30_000, 30_000]


def test_flow_limits_a_loop_and_pumps_go_before_cdus() -> None:
    loop = [(K.TECHNOLOGY_LOOP, -1, -1, 0, 0), (K.CDU, 0, -1, 100_000, 40.0)]
    assert cooling_flow(network(loop, [(0, 50_000, -1, -1, -1, 0)])).liquid_share.tolist() == [pytest.approx(0.8)]
    pumped = [*loop, (K.PUMP, 0, -1, 0, 60.0), (K.PUMP, 0, -1, 0, 60.0)]
    assert cooling_flow(network(pumped, [(0, 50_000, -1, -1, -1, 0)])).liquid_share.tolist() == [1]
    assert cooling_flow(network(pumped, [(0, 50_000, -1, -1, -1, 0)]), np.array([2, 3])).liquid_share.tolist() == [0]


def test_what_is_not_known_counts_as_enough() -> None:
    found = cooling_flow(network([(K.AIR, -1, -1, 0, 0), (K.CRAC, 0, -1, INF, INF)], [(40_000, 0, -1, 0, -1, -1)]))
    assert found.air_share.tolist() == [1]
    assert found.load_w[1] == 40_000
    assert (
        cooling_flow(network([(K.AIR, -1, -1, 0, 0), (K.CRAC, 0, -1, INF, INF)], [(9, 0, -1, 0, -1, -1)]), np.array([1])).air_share[0] == 0
    )


@given(
    st.lists(st.integers(0, 50_000), min_size=1, max_size=6),
    st.lists(st.integers(1, 60_000), min_size=1, max_size=6),
    st.integers(1, 100_000),
    st.sets(st.integers(0, 7)),
)
def test_no_more_is_taken_than_units_and_water_take(heats: list[int], units: list[int], chiller: int, dead: set[int]) -> None:
    nodes = [(K.AIR, -1, -1, 0, 0), (K.FACILITY_LOOP, -1, -1, 0, 0), *((K.CRAH, 0, 1, each, INF) for each in units)]
    made = network([*nodes, (K.CHILLER, 1, -1, chiller, INF)], [(heat, 0, -1, 0, -1, -1) for heat in heats])
    gone = np.array(sorted(each for each in dead if each < made.nodes), np.int64)
    found = cooling_flow(made, gone)
    taken = float((made.air_w * found.air_share).sum())
    living = [each for place, each in enumerate(units, 2) if place not in dead]
    most = 0 if dead & {0, 1, made.nodes - 1} else min(sum(living), chiller * sum(living) / max(min(sum(living), sum(heats)), 1))
    assert taken <= most * (1 + 1e-6) + 1e-6
    assert (found.air_share >= 0).all()
    assert (found.air_share <= 1).all()
    whole = cooling_flow(made)
    assert (found.air_share <= whole.air_share + 1e-9).all()


@given(st.integers(0, 10**6), st.integers(1, 10**5), st.lists(st.integers(1, 10**5), max_size=5), st.integers(0, 3))
def test_units_that_are_lacking_are_enough_and_not_one_too_many(load: int, each: int, there: list[int], spare: int) -> None:
    added = units_lacking(load, each, there, spare)

    def bears(count: int) -> bool:
        ordered = sorted([*there, *[each] * count])
        return sum(ordered[: max(len(ordered) - spare, 0)]) >= load * (1 - 1e-6)

    assert not load or bears(added)
    assert not added or not sum(sorted([*there, *[each] * (added - 1)])[: max(len(there) + added - 1 - spare, 0)]) >= load
    assert units_needed(load, each) >= load / each - 1e-3


CARRIERS = [(K.AIR, -1, -1, 0, 0), (K.AIR, -1, -1, 0, 0), (K.TECHNOLOGY_LOOP, -1, -1, 0, 0), (K.FACILITY_LOOP, -1, -1, 0, 0)]
"""The air of a hall, that of a row in it, a loop, and the water of the building."""


@st.composite
def halls(draw: st.DrawFn) -> CoolingNetwork:
    """A hall with a row of its own, liquid, rear doors, and units that warm the hall."""
    watts, few, yes = st.integers(1, 60_000), st.integers(1, 4), st.booleans()
    capacity = st.one_of(watts, watts, st.just(INF))
    units = [
        *((K.CRAH, 0, 3, draw(capacity), draw(watts) / 15_000) for _ in range(draw(few))),
        *((K.IN_ROW, 1, 3, draw(capacity), draw(watts) / 15_000) for _ in range(draw(few))),
        *((K.CDU, 2, draw(st.sampled_from([3, 0])), draw(capacity), draw(watts) / 500) for _ in range(draw(few))),
        *((K.REAR_DOOR, -1, 3, draw(watts), 0) for _ in range(draw(few))),
        *((K.CHILLER, 3, -1, 4 * draw(watts), INF) for _ in range(draw(few))),
    ]
    nodes = [*CARRIERS, *units]
    doors = [number for number, node in enumerate(nodes) if node[0] == K.REAR_DOOR]
    places = []
    for _ in range(draw(st.integers(1, 12))):
        has_door = draw(yes) and bool(doors)
        near, room = draw(st.sampled_from([(0, -1), (1, 0), (-1, -1)]))
        air, wet = draw(st.one_of(st.just(0), watts)), draw(st.one_of(st.just(0), watts))
        places.append((air, wet, doors.pop() if has_door else -1, near, room, draw(st.sampled_from([2, -1]))))
    made = network(nodes, places)
    stands, own_w = made.stands.copy(), made.own_w.copy()
    for unit in range(len(CARRIERS), made.nodes):
        if draw(yes):
            stands[unit], own_w[unit] = draw(st.integers(0, len(places) - 1)), draw(st.integers(0, 2_000))
    return replace(made, stands=stands, own_w=own_w)


@given(halls(), st.data())
def test_places_calculated_together_come_out_as_each_alone(hall: CoolingNetwork, data: st.DataObject) -> None:
    dead = np.array(sorted(data.draw(st.sets(st.integers(0, hall.nodes - 1), max_size=4))), np.int64)
    together, alone = cooling_flow(hall, dead), _flow(hall, dead)
    for name in CoolingFlow.__dataclass_fields__:
        np.testing.assert_allclose(getattr(together, name), getattr(alone, name), rtol=1e-6, atol=1e-9, err_msg=name)


def test_places_that_share_their_carriers_are_one_group() -> None:
    nodes = [*CARRIERS, (K.CRAH, 0, 3, 60_000, 9.0), (K.REAR_DOOR, -1, 3, 9_000, 0)]
    places = [(5_000, 0, -1, 0, -1, -1), (6_000, 0, -1, 0, -1, -1), (7_000, 0, 5, 0, -1, -1), (8_000, 9_000, -1, 0, -1, 2)]
    made = network(nodes, places)
    assert made.place_groups.of_place[0] == made.place_groups.of_place[1]
    assert len(made.place_groups.first) == 3
    grouped = made.grouped
    assert grouped.air_w[made.place_groups.of_place].tolist() == [11_000, 11_000, 7_000, 8_000]
    # What a unit draws ends with it: where one stands, the heat changes by itself.
    assert len(replace(made, stands=np.array([-1, -1, -1, -1, 1, -1])).place_groups.first) == 4
    hotter = made.with_heat(made.air_w * 2, made.liquid_w, made.airflow_needed_m3_s, made.flow_needed_l_min)
    assert hotter.place_groups is made.place_groups
    assert hotter.grouped.air_w.sum() == 52_000
