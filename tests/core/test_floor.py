"""Turning, lining up and spreading rectangles on a floor, and what speaks against a place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.floor.floor import Stands, aligning_shift, facing_about, faults, middle, repeating_shift, spreading_shift
from gpudesk.core.floor.footprint import Footprints, contains, excess_mm, intersect, pairs_between

Place = tuple[int, int, int]
HALL = np.array([10_000.0, 8_000.0])
places = st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 4000), st.sampled_from([0, 300, 900, 1800, 2713])), min_size=1, max_size=8)


def stands(*found: Place) -> Stands:
    x, y, angle = (np.array(column, np.int64) for column in zip(*found, strict=True))
    return Stands(x, y, angle)


def shapes(*found: Place) -> Footprints:
    size = np.ones(len(found))
    return stands(*found).shapes(600 * size, 1200 * size)


def test_a_quarter_turn_keeps_the_middle() -> None:
    group = stands((0, 0, 0), (600, 0, 0))
    size = np.full(2, 600.0), np.full(2, 1200.0)
    centre = middle(group.shapes(*size))
    turned = group.turned(900, *centre)
    assert middle(turned.shapes(*size)) == centre
    assert turned.angle_ddeg.tolist() == [900, 900]
    back = turned.turned(-900, *centre)
    assert (back.x_mm.tolist(), back.y_mm.tolist(), back.angle_ddeg.tolist()) == ([0, 600], [0, 0], [0, 0])


def test_facing_about_takes_the_same_floor() -> None:
    before = shapes((100, 200, 0), (5000, 0, 900))
    about = facing_about(before, np.array([0, 900]))
    after = about.shapes(np.full(2, 600.0), np.full(2, 1200.0))
    assert about.angle_ddeg.tolist() == [1800, 2700]
    assert np.allclose(np.stack(before.bounds()), np.stack(after.bounds()))
    assert np.allclose(before.deep, -after.deep)


@pytest.mark.parametrize(("edge", "moves"), [("left", [-900, 0]), ("right", [-900, 0]), ("front", [0, -300]), ("rear", [0, -300])])
def test_lining_up(edge: str, moves: list[float]) -> None:
    shift = aligning_shift(shapes((0, 0, 0), (900, 300, 0)), edge)
    assert shift.tolist() == [[0, 0], moves]
    with pytest.raises(ValueError, match="no such edge"):
        aligning_shift(shapes((0, 0, 0)), "top")


def test_spreading_leaves_the_outermost() -> None:
    shift = spreading_shift(shapes((0, 0, 0), (700, 5, 0), (3000, 0, 0)))
    assert shift.tolist() == [[0, 0], [800, 0], [0, 0]]


def test_repeating_side_by_side_or_at_a_pitch() -> None:
    pair = shapes((0, 0, 0), (600, 0, 0))
    assert repeating_shift(pair, None, 2).tolist() == [[1200, 0], [2400, 0]]
    assert repeating_shift(pair, -1300, 1).tolist() == [[-1300, 0]]


def test_what_speaks_against_a_place() -> None:
    others = shapes((600, 0, 0))
    assert not faults(shapes((0, 0, 0)), others, HALL)
    found = faults(shapes((300, 0, 0)), others, HALL)
    assert (found.first.tolist(), found.second.tolist()) == ([0], [0])
    found = faults(shapes((-5, 2000, 0), (-5, 2100, 0)), others, HALL)
    assert (found.own_first.tolist(), found.own_second.tolist()) == ([0], [1])
    assert (found.outside.tolist(), found.excess_mm.tolist()) == ([0, 1], [5, 5])


def test_what_was_so_before_speaks_against_nothing() -> None:
    others = shapes((600, 0, 0))
    before = shapes((300, -400, 0))
    assert not faults(shapes((310, -350, 0)), others, HALL, before)
    worse = faults(shapes((310, -450, 0)), others, HALL, before)
    assert worse.outside.tolist() == [0]
    assert not len(worse.first)


def test_a_point_in_a_turned_rack() -> None:
    turned = shapes((1000, 1000, 900))
    assert contains(turned, 500, 1300).tolist() == [True]
    assert contains(turned, 1100, 1100).tolist() == [False]


@given(places, places)
def test_pairs_between_are_those_of_trying_all(moved: list[Place], others: list[Place]) -> None:
    one, other = shapes(*moved), shapes(*others)
    everyone = [(i, j) for i in range(len(moved)) for j in range(len(others))]
    hits = intersect(one.pick(np.array([i for i, _ in everyone], int)), other.pick(np.array([j for _, j in everyone], int)))
    first, second = pairs_between(one, other)
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == {pair for pair, hit in zip(everyone, hits, strict=True) if hit}


@given(places, st.integers(-3600, 3600))
def test_turned_back_it_is_where_it_was(found: list[Place], turn: int) -> None:
    before = stands(*found)
    back = before.turned(turn, 2000, 2000).turned(-turn, 2000, 2000)
    assert np.abs(back.x_mm - before.x_mm).max() <= 1
    assert np.abs(back.y_mm - before.y_mm).max() <= 1
    assert (back.angle_ddeg == before.angle_ddeg % 3600).all()


@given(places)
def test_who_reaches_out_is_outside(found: list[Place]) -> None:
    inside = shapes(*found)
    corners = inside.corners()
    outside = np.maximum(-corners, corners - HALL).max(axis=(1, 2))
    assert np.allclose(excess_mm(inside, HALL), outside)
