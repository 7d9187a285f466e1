"""Areas, overlaps and distances of outlines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.floor.outline import area_mm2, distance_mm, holds, overlap, shared_area_mm2, turned

SQUARE = np.array([[0.0, 0], [1000, 0], [1000, 1000], [0, 1000]])
ANGLE = np.array([[0.0, 0], [3000, 0], [3000, 1000], [1000, 1000], [1000, 3000], [0, 3000]])


def test_areas() -> None:
    assert area_mm2(SQUARE) == 10**6
    assert area_mm2(ANGLE) == area_mm2(ANGLE[::-1]) == 5 * 10**6
    assert area_mm2(SQUARE[:2]) == 0


@pytest.mark.parametrize(
    ("x", "y", "shared"), [(0, 0, 1e6), (500, 0, 1e6), (1500, 1500, 0), (1500, 500, 5e5), (500, 500, 7.5e5), (-500, -500, 2.5e5)]
)
def test_an_angle_and_a_square(x: int, y: int, shared: float) -> None:
    moved = SQUARE + np.array([x, y])
    assert shared_area_mm2(ANGLE, moved) == pytest.approx(shared)
    assert shared_area_mm2(ANGLE[::-1], moved[::-1]) == pytest.approx(shared)
    assert overlap(ANGLE, moved) == (shared > 0)


def test_touching_is_no_overlap() -> None:
    assert not overlap(SQUARE, SQUARE + np.array([1000, 0]))
    assert overlap(SQUARE, SQUARE + np.array([990, 0]))


@given(st.integers(0, 3599), st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_turning_everything_keeps_the_shared_area(angle: int, x: int, y: int) -> None:
    moved = SQUARE + np.array([x, y], np.float64)
    one = shared_area_mm2(ANGLE, moved)
    assert shared_area_mm2(turned(ANGLE, angle), turned(moved, angle)) == pytest.approx(one, abs=1)
    assert one <= 10**6 + 1


def test_points_inside() -> None:
    assert holds(ANGLE, 500, 2500)
    assert not holds(ANGLE, 1500, 1500)
    assert not holds(ANGLE, 500, 3500)


def test_distances_of_a_path() -> None:
    path = np.array([[-500.0, 2000], [-500, -500], [5000, -500]])
    assert distance_mm(path, SQUARE) == 500
    assert distance_mm(np.array([[-5.0, 500], [2000, 500]]), SQUARE) == 0
    assert distance_mm(np.array([[100.0, 500], [200, 500]]), SQUARE) == 0
    assert distance_mm(np.array([[1300.0, 1400]]), SQUARE) == pytest.approx(500)
