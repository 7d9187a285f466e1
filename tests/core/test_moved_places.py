"""Where rows are after an edit, against a search for their ids."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.values.changes import TableChange
from gpudesk.core.values.columns import Columns
from gpudesk.core.values.moved_places import moved_places

IDS = st.sets(st.integers(1, 30), max_size=15)


@given(IDS, IDS, IDS)
def test_rows_are_where_their_ids_are(kept: set[int], removed: set[int], added: set[int]) -> None:
    removed, added = removed - kept, added - kept - removed
    old, new = (Columns({"id": np.array(sorted(ids), np.int64)}) for ids in (kept | removed, kept | added))
    change = TableChange(added=np.array(sorted(added), np.int64), removed=np.array(sorted(removed), np.int64))
    ids = np.array(sorted(kept), np.int64)
    assert moved_places(old.positions(ids), old, new, change).tolist() == new.positions(ids).tolist()


def test_rows_before_those_that_came_stay_where_they_are() -> None:
    old, new = Columns({"id": np.array([3, 5, 9])}), Columns({"id": np.array([2, 3, 7, 9, 12])})
    change = TableChange(added=np.array([2, 7, 12]), removed=np.array([5]))
    assert moved_places(np.array([0, 2]), old, new, change).tolist() == [1, 3]
