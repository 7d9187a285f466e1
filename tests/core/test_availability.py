"""Availability: what follows from times between failures and to repair, and the names of redundancy."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.power.availability import (
    Branch,
    Redundancy,
    at_least,
    availability,
    cords_alive,
    down_hours_a_year,
    in_parallel,
    in_series,
    k_of_n,
    named_redundancy,
)

SHARES = st.floats(0.5, 1.0)


def test_two_of_three_nines() -> None:
    """Two parts of 99 %: both needed 98.01 %, one of them 99.99 %; two of three 99.9702 %."""
    assert availability(99, 1) == pytest.approx(0.99)
    assert in_series([0.99, 0.99]) == pytest.approx(0.9801)
    assert in_parallel([0.99, 0.99]) == pytest.approx(0.9999)
    assert k_of_n(0.99, 2, 3) == pytest.approx(0.999702)
    assert down_hours_a_year(0.9999) == pytest.approx(0.8766)


@pytest.mark.parametrize(("mtbf_h", "mttr_h"), [(0, 1), (-1, 1), (1, -1)])
def test_what_cannot_be_is_refused(mtbf_h: float, mttr_h: float) -> None:
    with pytest.raises(ValueError, match="above zero"):
        availability(mtbf_h, mttr_h)


@given(SHARES, st.integers(1, 6), st.integers(0, 6))
def test_equal_cords_are_k_of_n(part: float, total: int, needed: int) -> None:
    assert at_least([Branch(part, 1) for _ in range(total)], needed) == pytest.approx(k_of_n(part, needed, total) if needed <= total else 0)


@given(SHARES, SHARES, SHARES, SHARES)
def test_a_common_source_darkens_both_feeds(source: float, first: float, second: float, supply: float) -> None:
    """Against the sum over all states of a source above two feeds with a supply each."""
    tops = [Branch(source, 0, (Branch(first, 0, (Branch(supply, 1),)), Branch(second, 0, (Branch(supply, 1),))))]
    expected = [0.0, 0.0, 0.0]
    for states in product((True, False), repeat=5):
        chance = 1.0
        for up, part in zip(states, (source, first, second, supply, supply), strict=True):
            chance *= part if up else 1 - part
        top, feed_a, feed_b, supply_a, supply_b = states
        expected[(top and feed_a and supply_a) + (top and feed_b and supply_b)] += chance
    assert cords_alive(tops) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("paths", "bears", "survives", "name"),
    [
        ([{1, 2}, {1, 2}], True, True, Redundancy.DOUBLE),
        ([{1, 2, 3}, {1, 2, 3}, {1, 2}], True, True, Redundancy.SPARE),
        ([{1, 2}, {2, 3}, {3, 1}], True, True, Redundancy.DISTRIBUTED),
        ([{1, 2}, {1, 2}], True, False, Redundancy.NONE),
        ([{1}], True, False, Redundancy.NONE),
        ([{1, 2}], False, False, Redundancy.LESS),
    ],
)
def test_names(paths: list[set[int]], bears: bool, survives: bool, name: Redundancy) -> None:
    assert named_redundancy(paths, bears=bears, survives=survives) is name
