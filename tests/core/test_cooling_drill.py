"""Failures of coolings: what is left, against working each balance out again, and how long things stay cold."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.cooling.cooling_failures_single import CoolingOutcomes, cooling_drill, leaves_air_short, spares_cover, worse_places
from gpudesk.core.cooling.cooling_flow import CoolingFlow, CoolingNetwork, cooling_flow
from gpudesk.core.cooling.cooling_kinds import CoolingKind as K
from gpudesk.core.cooling.thermal_ride_through import room_capacity_j_per_k, warming_time_s
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT
from tests.core.test_cooling_flow import INF, halls, network


def minutes(flow: CoolingFlow) -> Reals:
    found: Reals = np.where(flow.share < 1, 60.0, np.inf)
    return found


def drilled(made: CoolingNetwork, devices: list[int], wet: list[int]) -> CoolingOutcomes:
    failures = [np.array([node]) for node in range(made.nodes)]
    return cooling_drill(made, cooling_flow(made), failures, np.array(devices), np.array(wet), minutes)


def test_every_part_of_a_small_hall_fails() -> None:
    """Two air handlers of 30 kW for 40 kW of air, one CDU for 20 kW of liquid, one chiller for both."""
    nodes = [
        (K.AIR, -1, -1, 0, 0),
        (K.TECHNOLOGY_LOOP, -1, -1, 0, 0),
        (K.FACILITY_LOOP, -1, -1, 0, 0),
        (K.CRAH, 0, 2, 30_000, 9.0),
        (K.CRAH, 0, 2, 30_000, 9.0),
        (K.CDU, 1, 2, 50_000, 90.0),
        (K.CHILLER, 2, -1, 100_000, INF),
    ]
    found = drilled(network(nodes, [(20_000, 0, -1, 0, -1, 1), (20_000, 20_000, -1, 0, -1, 1)]), [2, 3], [0, 1])
    assert found.down.tolist() == [5, 1, 5, 0, 0, 1, 5]
    assert found.reduced.tolist() == [0, 0, 0, 5, 5, 0, 0]
    assert found.hot_w.tolist() == pytest.approx([40_000, 20_000, 60_000, 10_000, 10_000, 20_000, 60_000])
    assert found.share.tolist() == pytest.approx([0, 0, 0, 0.75, 0.75, 0, 0])
    assert found.worst.tolist() == [0, 1, 0, 0, 0, 1, 0]
    assert found.time_s.tolist() == [60] * 7


@given(
    st.lists(st.integers(1_000, 40_000), min_size=1, max_size=4),
    st.lists(st.integers(0, 40_000), min_size=1, max_size=4),
    st.lists(st.integers(5_000, 60_000), min_size=1, max_size=4),
    st.lists(st.integers(5_000, 60_000), min_size=1, max_size=3),
    st.integers(10_000, 200_000),
    st.booleans(),
)
def test_what_is_not_missed_is_what_changes_nothing(
    dry: list[int], wet: list[int], handlers: list[int], cdus: list[int], chiller: int, doors: bool
) -> None:
    nodes = [(K.AIR, -1, -1, 0.0, 0.0), (K.TECHNOLOGY_LOOP, -1, -1, 0.0, 0.0), (K.FACILITY_LOOP, -1, -1, 0.0, 0.0)]
    nodes += [(K.CRAH, 0, 2, float(each), each / 15_000) for each in handlers]
    nodes += [(K.CDU, 1, 2, float(each), each / 800) for each in cdus]
    nodes += [(K.CHILLER, 2, -1, float(chiller), INF), (K.REAR_DOOR, -1, 2, 9_000.0, 0.0)]
    heats = list(zip(dry, wet + [0] * len(dry), strict=False))
    made = network(
        nodes, [(air, liquid, len(nodes) - 1 if doors and not place else -1, 0, -1, 1) for place, (air, liquid) in enumerate(heats)]
    )
    before = cooling_flow(made)
    found = drilled(made, [1] * len(heats), [int(liquid > 0) for _, liquid in heats])
    for node in range(made.nodes):
        after = cooling_flow(made, np.array([node]))
        lost = made.air_w * np.maximum(before.air_share - after.air_share, 0) + made.liquid_w * np.maximum(
            before.liquid_share - after.liquid_share, 0
        )
        assert found.hot_w[node] == pytest.approx(lost.sum(), rel=1e-3, abs=1.0)
        assert (found.worst[node] == ABSENT) == (found.hot_w[node] == 0)


def test_how_long_a_room_stays_cold() -> None:
    """20 × 12 × 3 m of air take 868 kJ for each kelvin: 13 K hold 113 s against 100 kW."""
    capacity = room_capacity_j_per_k(20 * 12 * 3.0)
    assert capacity == pytest.approx(868_320, rel=1e-3)
    times = warming_time_s(np.array([100_000.0, 0.0, 100_000.0]), capacity, np.array([13.0, 13.0, -2.0]))
    assert times.tolist() == [pytest.approx(112.9, abs=0.1), np.inf, 0.0]


def test_a_door_that_stands_alone_fails_as_when_all_is_worked_out() -> None:
    nodes = [(K.FACILITY_LOOP, -1, -1, 0, 0), (K.REAR_DOOR, -1, 0, 30_000, 0), (K.REAR_DOOR, -1, 0, 30_000, 0)]
    made = network(nodes, [(40_000, 0, 1, -1, -1, -1), (20_000, 0, 2, -1, -1, -1)])
    found = drilled(made, [4, 2], [0, 0])
    assert found.down.tolist() == [6, 4, 2]
    assert found.hot_w.tolist() == [50_000, 30_000, 20_000]
    assert found.share.tolist() == [0, 0, 0]
    assert np.isnan(found.time_s).all()
    assert cooling_flow(made, np.array([1])).air_share.tolist() == [0, 1]


@given(halls(), st.data())
def test_units_that_spares_cover_leave_no_place_worse(hall: CoolingNetwork, data: st.DataObject) -> None:
    dead = np.array(sorted(data.draw(st.sets(st.integers(0, hall.nodes - 1), min_size=1, max_size=4))), np.int64)
    before = cooling_flow(hall)
    if spares_cover(hall, before, dead):
        assert not worse_places(hall, before, cooling_flow(hall, dead)).worse.any()


@given(halls(), st.data())
def test_air_left_short_cools_a_place_less(hall: CoolingNetwork, data: st.DataObject) -> None:
    dead = np.array(sorted(data.draw(st.sets(st.integers(0, hall.nodes - 1), min_size=1, max_size=8))), np.int64)
    before = cooling_flow(hall)
    if leaves_air_short(hall, before, dead):
        assert worse_places(hall, before, cooling_flow(hall, dead)).dry.any()


def test_air_is_left_short_by_less_capacity_than_the_heat_of_places_with_nothing_else() -> None:
    """19 kW of each rack with units of 20 and 15 kW: the second is too little for one rack without a door or another air."""
    nodes = [(K.AIR, -1, -1, 0, 0.0), (K.AIR, -1, -1, 0, 0.0), (K.CRAH, 0, -1, 20_000, 9.0), (K.CRAH, 0, -1, 15_000, 9.0)]
    nodes += [(K.REAR_DOOR, -1, -1, 9_000, 0)]

    def left_short(heats: list[tuple[float, float, int, int, int, int]], *dead: int) -> bool:
        hall = network(nodes, heats)
        return leaves_air_short(hall, cooling_flow(hall), np.array(dead))

    rack, with_door, with_room, other = (
        (19_000, 0, door, near, room, -1) for door, near, room in ((-1, 0, -1), (4, 0, -1), (-1, 0, 1), (-1, 1, -1))
    )
    assert left_short([rack, with_door], 2)
    assert left_short([rack, with_door], 2, 3)
    assert not left_short([rack, with_door], 3)
    assert not left_short([with_door], 2, 3)
    assert not left_short([with_room], 2, 3)
    # Air without a unit cooled nothing before.
    assert not left_short([other], 2, 3)
    # Of the heat, 5 kW end with a unit that stops.
    fans = replace(network(nodes, [rack]), stands=np.array([-1, -1, 0, -1, -1]), own_w=np.array([0.0, 0, 5_000, 0, 0]))
    assert not leaves_air_short(fans, cooling_flow(fans), np.array([2]))
    assert leaves_air_short(fans, cooling_flow(fans), np.array([2, 3]))


def test_spares_cover_what_the_units_left_can_carry() -> None:
    """38 kW of air with four units of 20 kW, 50 kW of liquid with three CDUs of 40 kW, two chillers of 100 kW."""
    nodes = [(K.AIR, -1, -1, 0, 0.0), (K.TECHNOLOGY_LOOP, -1, -1, 0, 0.0), (K.FACILITY_LOOP, -1, -1, 0, 0.0)]
    nodes += [*[(K.CRAH, 0, 2, 20_000, 9.0)] * 4, *[(K.CDU, 1, 2, 40_000, 90.0)] * 3, *[(K.CHILLER, 2, -1, 100_000, INF)] * 2]
    hall = network(nodes, [(38_000, 50_000, -1, 0, -1, 1)])
    before = cooling_flow(hall)

    def covered(*dead: int) -> bool:
        return spares_cover(hall, before, np.array(dead))

    assert covered(3, 7, 10)
    assert covered(3, 4)
    assert not covered(3, 4, 5)
    assert not covered(7, 8)
    assert not covered(10, 11)
    assert not covered(0)
    # A unit on water of its own may take more from there than before.
    apart = network([*nodes, (K.FACILITY_LOOP, -1, -1, 0, 0), (K.CRAH, 0, 12, 20_000, 9.0)], [(38_000, 50_000, -1, 0, -1, 1)])
    assert not spares_cover(apart, cooling_flow(apart), np.array([3]))


def test_a_unit_at_its_capacity_leaves_the_rest_to_no_loop() -> None:
    """Next to a unit of unknown capacity: without it, the loop gets 50 kW more than before, and another room less."""
    nodes = [
        (K.FACILITY_LOOP, -1, -1, 0, 0),
        (K.CHILLER, 0, -1, 350_000, INF),
        (K.AIR, -1, -1, 0, 0),
        (K.CRAH, 2, 0, INF, INF),
        (K.CRAH, 2, 0, 50_000, INF),
        (K.AIR, -1, -1, 0, 0),
        (K.CRAH, 5, 0, 100_000, INF),
    ]
    hall = network(nodes, [(300_000, 0, -1, 2, -1, -1), (95_000, 0, -1, 5, -1, -1)])
    before = cooling_flow(hall)
    assert before.load_w[0] == pytest.approx(345_000)
    assert worse_places(hall, before, cooling_flow(hall, np.array([4]))).worse.tolist() == [False, True]
    assert not spares_cover(hall, before, np.array([4]))
    assert drilled(hall, [1, 1], [0, 0]).hot_w[4] > 0


def test_spares_cover_nothing_that_was_short_before_or_draws_otherwise() -> None:
    """Two rooms on one water: 30 kW with two units of 40 kW in the first, 30 kW with one of 40 kW in the second."""
    unit = (K.CRAH, 0, 2, 40_000.0, 9.0)
    nodes = [(K.AIR, -1, -1, 0, 0.0), (K.AIR, -1, -1, 0, 0.0), (K.FACILITY_LOOP, -1, -1, 0, 0.0), unit, unit, (K.CRAH, 1, 2, 40_000, 9.0)]
    heats = [(30_000, 0, -1, 0, -1, -1), (30_000, 0, -1, 1, -1, -1)]
    dead = np.array([3])
    enough = network([*nodes, (K.CHILLER, 2, -1, 60_000, INF)], heats)
    assert spares_cover(enough, cooling_flow(enough), dead)
    # The water is warm already: what follows needs a calculation.
    warm = network([*nodes, (K.CHILLER, 2, -1, 50_000, INF)], heats)
    assert not spares_cover(warm, cooling_flow(warm), dead)
    # The unit left draws twice as much water for its heat.
    thirsty = replace(enough, drawn_l_min_per_w=np.where(np.arange(enough.nodes) == 4, 2e-3, enough.drawn_l_min_per_w))
    assert not spares_cover(thirsty, cooling_flow(thirsty), dead)
    # Its capacity is enough, its air is not: 30 kW need 1.5 m³/s.
    slow = replace(enough, airflow_m3_s=np.where(np.arange(enough.nodes) == 4, 1.0, enough.airflow_m3_s))
    assert not spares_cover(slow, cooling_flow(slow), dead)
