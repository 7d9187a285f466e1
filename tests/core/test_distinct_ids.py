"""Different ids out of many."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.values.distinct_ids import distinct_ids

parts = st.lists(st.lists(st.integers(-1, 20) | st.integers(-(2**62), 2**62), max_size=12), min_size=1, max_size=4)


@given(parts)
def test_each_is_there_once_and_they_ascend(lists: list[list[int]]) -> None:
    found = distinct_ids(*(np.array(each, np.int64) for each in lists))
    assert found.tolist() == sorted({number for each in lists for number in each})
    assert found.dtype == np.int64
