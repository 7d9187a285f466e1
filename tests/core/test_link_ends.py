"""Which lanes of which port an end of a link takes, against looking at every pair."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.cabling.link_ends import LANE_BITS, Ends, doubled, spans, taken

LANES = 1 << LANE_BITS
ENDS = st.lists(st.tuples(st.integers(1, 2), st.integers(0, 2), st.integers(0, 3), st.integers(0, 4)), max_size=8)


def _ends(rows: list[tuple[int, int, int, int]]) -> Ends:
    device, port, lane, lanes = np.array(rows, np.int64).reshape(-1, 4).T
    return Ends(device, port.astype(np.int32), lane.astype(np.int32), lanes.astype(np.int32))


def _lanes(row: tuple[int, int, int, int]) -> set[tuple[int, int, int]]:
    device, port, lane, lanes = row
    return {(device, port, each) for each in range(lane, lane + lanes if lanes else LANES)}


@given(ENDS)
def test_lanes_of_two_ends(rows: list[tuple[int, int, int, int]]) -> None:
    expected = [any(_lanes(row) & _lanes(other) for at, other in enumerate(rows) if at != mine) for mine, row in enumerate(rows)]
    found = doubled(*spans(_ends(rows)))
    assert found.any() == any(expected)
    assert not (found & ~np.array(expected, bool)).any()


@given(ENDS, ENDS)
def test_lanes_that_others_have(rows: list[tuple[int, int, int, int]], there: list[tuple[int, int, int, int]]) -> None:
    expected = [any(_lanes(row) & _lanes(other) for other in there) for row in rows]
    assert taken(*spans(_ends(rows)), *spans(_ends(there))).tolist() == expected
