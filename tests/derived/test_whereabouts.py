"""Where devices are in the end, what is in a phase, and joins."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.columns.joins import equal_pairs
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from tests.checks.site import Site


def test_a_card_is_where_its_holder_is() -> None:
    site = Site()
    row = site.insert("rack_row", hall_id=site.hall, name="A")
    rack = site.rack(row_id=row)
    outer = site.device(rack, 1)
    inner = site.device(None, key="half", parent_id=outer)
    site.device(None, key="half", parent_id=inner)
    site.device(None, key="tower", hall_id=site.hall)
    site.device(None)
    where = whereabouts(site.snapshot)
    assert where.rack.tolist() == [rack, rack, rack, ABSENT, ABSENT]
    assert where.row.tolist() == [row, row, row, ABSENT, ABSENT]
    assert where.hall.tolist() == [site.hall] * 4 + [ABSENT]
    assert where.root.tolist() == [0, 0, 0, 3, 4]


def test_a_ring_of_holders_ends() -> None:
    site = Site()
    first, second = site.device(None), site.device(None)
    site.update("device", first, parent_id=second)
    site.update("device", second, parent_id=first)
    assert whereabouts(site.snapshot).rack.tolist() == [ABSENT, ABSENT]


def test_what_stands_in_a_phase_has_something_to_stand_in() -> None:
    site = Site()
    row = site.insert("rack_row", hall_id=site.hall, name="A", phase=2)
    rack, later = site.rack(row_id=row), site.rack(phase=3)
    held = site.device(later, 1)
    site.device(None, key="half", parent_id=held)
    stays = site.device(rack, 1)
    site.device(rack, 9, phase=2)
    site.insert("reservation", rack_id=later, position=0, height=2)
    first = snapshot_up_to_phase(site.snapshot, 1)
    assert first["rack"].ids.tolist() == [rack]
    assert first["rack"]["row_id"].tolist() == [ABSENT]
    assert first["device"].ids.tolist() == [stays]
    assert not first["reservation"].rows
    assert snapshot_up_to_phase(site.snapshot, 3).equals(site.snapshot)
    assert not snapshot_up_to_phase(site.snapshot, 0)["hall"].rows


@given(st.lists(st.integers(0, 4)), st.lists(st.integers(0, 4)))
def test_pairs_of_equal_values(left: list[int], right: list[int]) -> None:
    first, second = equal_pairs(np.array(left, np.int64), np.array(right, np.int64))
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [
        (i, j) for i, one in enumerate(left) for j, other in enumerate(right) if one == other
    ]
