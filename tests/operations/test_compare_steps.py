"""Whatever people do to a copy: the comparison finds exactly that, and the other way round the opposite of it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.messages.errors import DeskError
from gpudesk.operations.floor.floor_operations import move_on_floor
from gpudesk.operations.floor.halls import create_hall, delete_objects
from gpudesk.operations.run.run import REGISTRY, run
from gpudesk.project.compare import PLACEMENT, Differences, compare
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.schema import undoable
from tests.examples import examples
from tests.operations.chooser import ARGUMENTS, Chooser
from tests.operations.test_any_sequence import SLOW, started


def row_by_row(left: Snapshot, right: Snapshot, table: str) -> dict[str, set[int]]:
    """What differs by id, told one row after the other."""
    before, after = left[table], right[table]
    old, new = set(before.ids.tolist()), set(after.ids.tolist())
    moved, changed = set(), set()
    for row_id in old & new:
        one, two = before.row(row_id), after.row(row_id)
        unlike = {name for name in one if one[name] != two[name]} - {"at_utc"}
        if unlike & PLACEMENT:
            moved.add(row_id)
        if unlike - PLACEMENT:
            changed.add(row_id)
    return {"came": new - old, "went": old - new, "moved": moved, "changed": changed}


def column_by_column(found: Differences, table: str) -> dict[str, set[int]]:
    told = found.of(table)
    return {
        "came": set(told.came.tolist()),
        "went": set(told.went.tolist()),
        "moved": set(told.after[told.moved].tolist()),
        "changed": set(told.after[told.changed].tolist()),
    }


@given(data=st.data(), names=st.lists(st.sampled_from(sorted(REGISTRY)), max_size=12))
@examples(40, least=10, suppress_health_check=SLOW)
def test_any_steps_are_found_again(data: st.DataObject, names: list[str]) -> None:
    with started() as document:
        before = document.snapshot
        touched: dict[str, set[int]] = {}
        for name in names:
            args, values = ARGUMENTS[name](Chooser(data.draw, document))
            try:
                outcome = run(document, REGISTRY[name], *args, **values)
            except DeskError:
                continue
            for table, change in outcome.changes.tables.items():
                touched.setdefault(table, set()).update(change.touched.tolist())
        after = document.snapshot
        found = compare(before, after, same_project=True)
        back = compare(after, before, same_project=True)
        for table in (each.name for each in undoable(document.schema)):
            told = column_by_column(found, table)
            assert told == row_by_row(before, after, table)
            assert set().union(*told.values()) <= touched.get(table, set()), "nothing differs that no step touched"
            opposite = column_by_column(back, table)
            assert (opposite["came"], opposite["went"]) == (told["went"], told["came"])
            assert (opposite["moved"], opposite["changed"]) == (told["moved"], told["changed"])
        assert len(list(found)) == len(found) == sum(found.counts().values())
        for same in (True, False):
            assert list(compare(after, document.fresh_snapshot(), same_project=same)) == []


@given(data=st.data(), shifts=st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 3)), min_size=1, max_size=6))
@examples(25, least=10, suppress_health_check=SLOW)
def test_racks_that_were_shifted_are_those_that_moved(data: st.DataObject, shifts: list[tuple[int, int]]) -> None:
    with started() as document:
        before, racks = document.snapshot, document.snapshot["rack"].ids.tolist()
        for place, tiles in shifts:
            try:
                run(document, move_on_floor, [("rack", racks[place])], 600 * tiles, 0)
            except DeskError:
                continue
        now = document.snapshot["rack"]
        elsewhere = now.ids[now["x_mm"] != before["rack"]["x_mm"]].tolist()
        found = compare(before, document.snapshot, same_project=True)
        assert found.of("rack").after[found.of("rack").moved].tolist() == elsewhere
        assert not found.of("rack").changed.any()
        # The row of a single rack goes along with it.
        assert set(found.tables) <= {"rack", "rack_row"}


@given(data=st.data(), names=st.lists(st.sampled_from(sorted(REGISTRY)), max_size=6))
@examples(25, least=10, suppress_health_check=SLOW)
def test_other_projects_are_compared_alike_both_ways(data: st.DataObject, names: list[str]) -> None:
    with started() as document, Document.scratch() as other:
        run(other, create_hall, "so that ids differ")
        run(other, delete_objects, "hall", other.snapshot["hall"].ids.tolist())
        before = document.snapshot
        for name in names:
            args, values = ARGUMENTS[name](Chooser(data.draw, document))
            try:
                run(document, REGISTRY[name], *args, **values)
            except DeskError:
                continue
        there = compare(before, document.snapshot, same_project=False)
        back = compare(document.snapshot, before, same_project=False)
        for table in set(there.tables) | set(back.tables):
            one, two = there.of(table), back.of(table)
            assert len(one.came) - len(one.went) == document.snapshot[table].rows - before[table].rows
            assert np.array_equal(np.sort(one.came), np.sort(two.went))
            assert np.array_equal(np.sort(one.went), np.sort(two.came))
