"""Points that no other one beats, against looking at every pair."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.values.pareto import NOBODY, beaten_by, front

_FIGURES = st.lists(st.tuples(*[st.sampled_from([1.0, 2.0, 3.0, 5.0, np.inf])] * 3), max_size=40)


def _beats(one: np.ndarray, other: np.ndarray) -> bool:
    return bool((one <= other).all() and (one < other).any())


@given(_FIGURES)
def test_the_front_is_what_no_pair_says_otherwise(rows: list[tuple[float, ...]]) -> None:
    points = np.array(rows, dtype=np.float64).reshape(-1, 3)
    on = front(points)
    for at, point in enumerate(points):
        assert on[at] == (not any(_beats(other, point) for other in points))


@given(_FIGURES)
def test_each_loser_is_beaten_by_one_on_the_front(rows: list[tuple[float, ...]]) -> None:
    points = np.array(rows, dtype=np.float64).reshape(-1, 3)
    on = front(points)
    by = beaten_by(points, on)
    for at in range(len(points)):
        assert (by[at] == NOBODY) == on[at]
        if not on[at]:
            assert on[by[at]]
            assert _beats(points[by[at]], points[at])


def test_the_one_that_beats_is_the_nearest() -> None:
    points = np.array([[1.0, 10.0], [5.0, 5.0], [6.0, 6.0], [30.0, 10.0]])
    assert beaten_by(points, front(points)).tolist() == [NOBODY, NOBODY, 1, 1]
