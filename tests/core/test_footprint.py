"""Rectangles on a floor."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.floor.footprint import Footprints, crossing_pairs, footprints, intersect

Rack = tuple[int, int, int]


def shapes(racks: list[Rack], width: float = 600, depth: float = 1200) -> Footprints:
    x, y, angle = (np.array(column, np.int64) for column in zip(*racks, strict=True))
    size = np.ones(len(racks))
    return footprints(x, y, angle, width * size, depth * size)


def test_corners_at_right_angles() -> None:
    straight, turned = shapes([(100, 200, 0), (100, 200, 900)]).corners()
    assert straight.tolist() == [[100, 200], [700, 200], [700, 1400], [100, 1400]]
    assert np.round(turned, 6).tolist() == [[100, 200], [100, 800], [-1100, 800], [-1100, 200]]


@pytest.mark.parametrize(
    ("second", "crossing"),
    [
        ((600, 0, 0), False),
        ((599, 0, 0), False),
        ((598, 0, 0), True),
        ((0, 1200, 0), False),
        ((300, 600, 450), True),
        ((1900, 0, 450), False),
    ],
)
def test_neighbours(second: Rack, crossing: bool) -> None:
    pair = shapes([(0, 0, 0), second])
    assert bool(intersect(pair.pick(np.array([0])), pair.pick(np.array([1])))[0]) is crossing
    assert bool(len(crossing_pairs(pair, np.zeros(2, np.int64))[0])) is crossing
    assert not len(crossing_pairs(pair, np.array([1, 2]))[0])


def test_a_heap_is_reported_without_every_pair() -> None:
    heap = shapes([(0, 0, 0)] * 500)
    first, second = crossing_pairs(heap, np.zeros(500, np.int64))
    assert 499 <= len(first) <= 500 * 16
    assert set(first.tolist()) | set(second.tolist()) == set(range(500))


@given(st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 4000), st.sampled_from([0, 300, 900, 2713])), min_size=1, max_size=12))
def test_pairs_are_those_of_trying_all(racks: list[Rack]) -> None:
    found = shapes(racks)
    everyone = [(i, j) for i in range(len(racks)) for j in range(i + 1, len(racks))]
    hits = intersect(found.pick(np.array([i for i, _ in everyone], int)), found.pick(np.array([j for _, j in everyone], int)))
    first, second = crossing_pairs(found, np.zeros(len(racks), np.int64))
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == {pair for pair, hit in zip(everyone, hits, strict=True) if hit}
