"""Free floor before and behind racks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.floor.clearance import NOTHING, clear_ahead_mm, joined, near_pairs, sides_of, sides_of_all
from gpudesk.core.floor.footprint import Footprints, footprints
from gpudesk.core.values.columns import Ids


def racks(*places: tuple[int, int, int]) -> Footprints:
    x, y, angle = (np.array(values, np.int64) for values in zip(*places, strict=True))
    size = np.ones(len(places))
    return footprints(x, y, angle, 600 * size, 1200 * size)


def floor(count: int) -> Ids:
    return np.ones(count, np.int64)


def test_two_rows_face_each_other() -> None:
    # The first row turned about, so that both fronts look at the aisle of 1,500 mm between them.
    shapes = racks((600, 1200, 1800), (1200, 1200, 1800), (0, 2700, 0), (600, 2700, 0))
    sides = sides_of_all(shapes, np.arange(4), floor(4))
    ahead, whose = clear_ahead_mm(shapes, np.arange(4), floor(4), sides, 5000, rear=False)
    assert ahead == pytest.approx([1500] * 4)
    assert whose.tolist() == [2, 3, 0, 1]
    behind, whose = clear_ahead_mm(shapes, np.arange(4), floor(4), sides, 5000, rear=True)
    assert np.isinf(behind).all()
    assert whose.tolist() == [NOTHING] * 4


def test_walls_and_columns_end_the_way() -> None:
    shapes = racks((3000, 2000, 0))
    walls = sides_of(np.array([[0.0, 0], [9000, 0], [9000, 4000], [0, 4000]]), 7, 1)
    column = sides_of(np.array([[3500.0, 1000], [3900, 1000], [3900, 1400], [3500, 1400]]), 8, 1)
    sides = joined([walls, column])
    assert [float(each[0]) for each in clear_ahead_mm(shapes, np.arange(1), floor(1), sides, 5000, rear=False)] == [600, 8]
    assert [float(each[0]) for each in clear_ahead_mm(shapes, np.arange(1), floor(1), sides, 5000, rear=True)] == [800, 7]
    beside = sides_of(np.array([[3600.0, 1000], [3900, 1000], [3900, 1400], [3600, 1400]]), 8, 1)
    assert clear_ahead_mm(shapes, np.arange(1), floor(1), beside, 5000, rear=False)[1].tolist() == [NOTHING]
    elsewhere = sides_of(np.array([[3500.0, 1000], [3900, 1000], [3900, 1400], [3500, 1400]]), 8, 2)
    assert clear_ahead_mm(shapes, np.arange(1), floor(1), elsewhere, 5000, rear=False)[1].tolist() == [NOTHING]


def test_its_own_sides_do_not_count() -> None:
    shapes = racks((0, 2000, 0), (0, 4000, 0))
    sides = sides_of_all(shapes, np.arange(2), floor(2))
    assert clear_ahead_mm(shapes, np.arange(2), floor(2), sides, 5000, rear=False)[1].tolist() == [NOTHING, 0]


@given(st.integers(0, 3599))
def test_a_turned_rack_sees_the_same(angle: int) -> None:
    shapes = racks((0, 0, angle))
    ahead = np.array([np.sin(np.radians(angle / 10)), -np.cos(np.radians(angle / 10))])
    across = np.array([np.cos(np.radians(angle / 10)), np.sin(np.radians(angle / 10))])
    corners = np.array([ahead * 700 + across * u for u in (100, 200)] + [ahead * 900 + across * u for u in (200, 100)])
    distance, whose = clear_ahead_mm(shapes, np.arange(1), floor(1), sides_of(corners, 3, 1), 2000, rear=False)
    assert distance == pytest.approx([700])
    assert whose.tolist() == [3]


boxes = st.lists(
    st.tuples(st.integers(-9000, 9000), st.integers(-9000, 9000), st.integers(0, 4000), st.integers(0, 4000), st.integers(1, 2)), max_size=9
)


@given(boxes, boxes)
def test_near_pairs_are_all_pairs_that_touch(
    ones: list[tuple[int, int, int, int, int]], others: list[tuple[int, int, int, int, int]]
) -> None:
    low, other_low = (np.array([box[:2] for box in each], np.float64).reshape(-1, 2) for each in (ones, others))
    high, other_high = (np.array([(x + w, y + d) for x, y, w, d, _ in each], np.float64).reshape(-1, 2) for each in (ones, others))
    floors, other_floors = (np.array([box[4] for box in each], np.int64) for each in (ones, others))
    first, second = near_pairs(low, high, floors, other_low, other_high, other_floors)
    wanted = {
        (i, j)
        for i in range(len(ones))
        for j in range(len(others))
        if floors[i] == other_floors[j] and (low[i] <= other_high[j]).all() and (other_low[j] <= high[i]).all()
    }
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == wanted
    assert len(first) == len(wanted)
