"""The predicates of space, against a plain one that tries every half unit."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.hardware import Face, Mount, Side
from gpudesk.core.racks.placement import MOST_RIVALS, Placed, beside_excess, collide, free_lows, in_reserved, outside, overlaps
from gpudesk.core.values.columns import ABSENT

Device = tuple[int, int, int, int, int, float]
"""Rack, low, height, face, side, depth."""
DEVICES = st.tuples(
    st.integers(1, 2),
    st.integers(0, 8),
    st.integers(1, 4),
    st.sampled_from([0, 1]),
    st.sampled_from([ABSENT, 0, 1]),
    st.sampled_from([300.0, 500.0, 800.0, np.nan]),
)


def placed(devices: list[Device], mount: Mount = Mount.UNITS, usable: float = 1000) -> Placed:
    rack, low, height, face, side = (np.array([device[i] for device in devices], np.int64) for i in range(5))
    depth = np.array([device[5] for device in devices], np.float64)
    ids = np.arange(1, len(devices) + 1, dtype=np.int64)
    return Placed(ids, rack, np.full(len(devices), mount, np.int64), low, low + height, face, side, depth, np.full(len(devices), usable))


def space(device: Device, usable: float = 1000) -> set[tuple[int, int, int, int]]:
    """The cells (rack, half unit, half seen from the front, slice of depth) that a device takes; slices are 100 mm."""
    rack, low, height, face, side, depth = device
    slices = int(usable // 100) if np.isnan(depth) else int(depth // 100)
    deep = range(slices) if face == Face.FRONT else range(int(usable // 100) - slices, int(usable // 100))
    halves = (0, 1) if side == ABSENT else (side if face == Face.FRONT else 1 - side,)
    return {(rack, low + unit, half, at) for unit in range(height) for half in halves for at in deep}


@given(st.lists(DEVICES, max_size=MOST_RIVALS + 1))
def test_overlaps_are_those_of_solid_bodies(devices: list[Device]) -> None:
    every = placed(devices) if devices else placed([(1, 0, 1, 0, ABSENT, 300.0)])
    devices = devices or [(1, 0, 1, 0, ABSENT, 300.0)]
    first, second = overlaps(every)
    expected = {(i, j) for i, j in combinations(range(len(devices)), 2) if space(devices[i]) & space(devices[j])}
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == expected


def test_a_heap_is_reported_without_every_pair() -> None:
    first, second = overlaps(placed([(1, 4, 2, 0, ABSENT, 300.0)] * 1000))
    assert 999 <= len(first) <= 1000 * MOST_RIVALS
    assert set(first.tolist()) | set(second.tolist()) == set(range(1000))


@given(DEVICES, DEVICES)
def test_collision_is_mutual(one: Device, other: Device) -> None:
    a, b = placed([one]), placed([other])
    assert collide(a, b)[0] == collide(b, a)[0]


@pytest.mark.parametrize(("rack_depth", "hit"), [(1000, False), (999, True), (np.nan, True)])
def test_back_to_back_needs_the_sum_of_depths(rack_depth: float, hit: bool) -> None:
    pair = placed([(1, 0, 2, 0, ABSENT, 500.0), (1, 0, 2, 1, ABSENT, 500.0)], usable=rack_depth)
    assert bool(len(overlaps(pair)[0])) is hit


def test_left_at_the_rear_is_behind_right_at_the_front() -> None:
    pair = placed([(1, 0, 2, 0, Side.LEFT, 800.0), (1, 0, 2, 1, Side.LEFT, 800.0)])
    assert not len(overlaps(pair)[0])


def test_outside() -> None:
    low, high, height = np.array([0, 83, 83, -1]), np.array([84, 84, 85, 1]), np.full(4, 84)
    assert outside(low, high, height).tolist() == [False, False, True, True]


def test_reserved_units_by_face() -> None:
    device = placed([(1, 4, 2, 0, ABSENT, 300.0)])
    rack, low, high = np.array([1, 1, 1, 2, 1]), np.array([4, 5, 4, 4, 6]), np.array([6, 8, 6, 6, 9])
    face = np.array([Face.BOTH, Face.FRONT, Face.REAR, Face.BOTH, Face.BOTH])
    assert in_reserved(device, rack, low, high, face).tolist() == [True, True, False, False, False]


@given(st.lists(DEVICES, max_size=8), DEVICES, st.sampled_from([1, 2]))
def test_free_positions_are_free_and_complete(others: list[Device], device: Device, step: int) -> None:
    rest = placed([(1, *other[1:]) for other in others]) if others else placed([(2, 0, 1, 0, ABSENT, 300.0)])
    tried = (1, *device[1:])
    found = free_lows(placed([tried]), rest, 20, step).tolist()
    taken = [space((1, *other[1:])) for other in others]
    height = device[2]
    expected = [low for low in range(0, 20 - height + 1, step) if not any(space((1, low, *tried[2:])) & other for other in taken)]
    assert found == expected


@given(st.lists(DEVICES, min_size=1, max_size=10), st.integers(0, 2))
def test_vertical_places_are_counted_where_devices_meet(devices: list[Device], per_side: int) -> None:
    beside = placed(devices, Mount.ZERO_U)
    crowded = beside_excess(beside, np.full(len(devices), per_side))
    for place, (rack, low, height, face, side, _) in enumerate(devices):
        meeting = max(
            sum(o[0] == rack and o[3] == face and o[4] == side and o[1] <= cell < o[1] + o[2] for o in devices)
            for cell in range(low, low + height)
        )
        assert crowded[place] == (meeting > per_side)


def test_devices_in_units_take_no_vertical_places() -> None:
    assert not beside_excess(placed([(1, 0, 2, 0, 0, 300.0)]), np.zeros(1, np.int64)).any()
