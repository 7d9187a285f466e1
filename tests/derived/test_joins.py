"""Joins of columns by equal values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.derived.columns import joins
from gpudesk.derived.columns.joins import distinct

NUMBERS = st.integers(-3, 3) | st.integers(-(2**50), 2**50)


@pytest.mark.parametrize("most_kinds", [1, 2**52])
@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=12))
def test_different_rows_are_told_apart(most_kinds: int, rows: list[tuple[int, int, int]]) -> None:
    columns = [np.array([row[place] for row in rows], np.int64) for place in range(3)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(joins, "_MOST_KINDS", most_kinds)
        first, of_row = distinct(columns)
    assert len(first) == len(set(rows))
    assert [rows[first[kind]] for kind in of_row.tolist()] == rows
