"""A step that is taken back or done again leads to the state that was there, with all that was calculated of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gpudesk.checks.engine import check_engine
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.fix_outcome import FixStatus
from gpudesk.core.messages.errors import Refused
from gpudesk.core.running.progress import Progress
from gpudesk.core.values import columns, patched_column
from gpudesk.core.values.changes import NO_IDS, Changes, TableChange
from gpudesk.core.values.patched_column import PatchedColumn
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.power_node_loads import node_loads
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.workloads.gpu_pools import gpu_pools
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.fixes import fix_outcomes
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.dry_run import brought_by
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project import states_kept, states_read
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.operations.random_edits import start_plan
from tests.project.sample import Clock


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch(Clock()) as made:
        run(made, build, start_plan())
        yield made


def takes_over(document: Document, known: Snapshot) -> bool:
    """Whether the present state has the very columns of `known`; it always equals what is in the file."""
    now, fresh = document.snapshot, document.fresh_snapshot()
    assert now.equals(fresh)
    assert now.revision == fresh.revision
    assert findings_of(now) == check_all(fresh)
    return all(now[name] is known[name] for name in now.tables)


def name_alike(document: Document, number: int) -> None:
    """A device gets the name of the first one, which breaks a rule."""
    devices = document.snapshot["device"]
    run(document, rename, "device", int(devices.ids[1 + number]), str(devices["name"][0]))


def test_a_redo_that_removes_rows_takes_over_what_was_there(document: Document) -> None:
    run(document, delete_objects, "device", [int(document.snapshot["device"].ids[0])])
    removed = document.snapshot
    undo(document)
    redo(document)
    assert takes_over(document, removed)
    assert findings_of(document.snapshot) is findings_of(removed)


def test_undo_and_redo_take_over_what_was_there(document: Document) -> None:
    start = document.snapshot
    name_alike(document, 0)
    named, found = document.snapshot, findings_of(document.snapshot)
    assert findings_of(named) != findings_of(start)
    undo(document)
    assert takes_over(document, start)
    assert findings_of(document.snapshot) is findings_of(start)
    redo(document)
    assert takes_over(document, named)
    assert findings_of(document.snapshot) is found
    undo(document)
    assert takes_over(document, start)
    assert document.snapshot.revision == start.revision + 4


def give_one_serial(document: Document, count: int) -> None:
    """Many devices get one serial number: a finding for each."""
    devices = document.snapshot["device"].ids[:count].tolist()
    run(document, set_fields, "device", devices, {"serial": "S1"})


def clear_serials(document: Document, count: int) -> None:
    """The devices of `give_one_serial` lose it."""
    run(document, set_fields, "device", document.snapshot["device"].ids[:count].tolist(), {"serial": ""})


def test_a_state_that_was_left_holds_no_great_number_of_findings(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are carried back where somebody returns to it, and equal those of a whole run; who holds them, has them still."""
    monkeypatch.setattr(check_engine, "MANY", 0)
    name_alike(document, 0)
    named, known = document.snapshot, findings_of(document.snapshot)
    listed = list(known)
    undo(document)
    assert named.known(check_all) is None
    assert list(known) == listed
    redo(document)
    assert takes_over(document, named)
    assert findings_of(document.snapshot) == known


def test_all_states_around_the_last_steps_together_hold_no_great_number(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two states that share many findings with each other, and not with the one shown, hold none of them."""
    many = 60
    give_one_serial(document, many)
    first = document.snapshot
    name_alike(document, 0)
    second = document.snapshot
    assert findings_of(first) is first.known(check_all)
    monkeypatch.setattr(check_engine, "MANY", many // 2)
    clear_serials(document, many)
    assert second.known(check_all) is None
    assert first.known(check_all) is None
    undo(document)
    assert takes_over(document, second)


def test_a_state_that_somebody_holds_has_no_great_number_of_findings(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden place holds the state that it drew last, also after more steps than are kept for an undo, or after a large one."""
    held = document.snapshot
    for number in range(states_kept.MOST_STEPS):
        name_alike(document, number)
    monkeypatch.setattr(states_kept, "MOST_ROWS", 1)
    run(document, delete_objects, "device", document.snapshot["device"].ids[:2].tolist())
    assert held.known(check_all) is not None
    monkeypatch.setattr(check_engine, "MANY", 0)
    run(document, delete_objects, "device", document.snapshot["device"].ids[:2].tolist())
    assert held.known(check_all) is None
    assert findings_of(held) == check_all(Snapshot(held.revision, held.tables))


def test_one_of_many_findings_that_changed_is_one_finding(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state keeps its findings for an undo where all but a few of them are those of the state shown."""
    many = 90
    give_one_serial(document, many)
    state, known = document.snapshot, findings_of(document.snapshot)
    monkeypatch.setattr(check_engine, "MANY", many // 2)
    run(document, set_fields, "device", [int(document.snapshot["device"].ids[many - 1])], {"serial": "S2"})
    assert len(findings_of(document.snapshot)) < len(known)
    assert state.known(check_all) is known


def test_the_findings_of_a_state_that_was_left_come_from_the_next_one(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader who is late does not run all checks again."""
    monkeypatch.setattr(check_engine, "MANY", 0)
    states = [document.snapshot]
    for number in range(3):
        name_alike(document, number)
        states.append(document.snapshot)
    expected = [check_all(Snapshot(state.revision, state.tables)) for state in states]
    assert [state.known(check_all) is None for state in states] == [True, True, True, False]
    cached = Snapshot.cached

    def demand_no_whole_run(snapshot: Snapshot, maker: Callable[[Snapshot], Any]) -> Any:
        assert maker is not check_all
        return cached(snapshot, maker)

    monkeypatch.setattr(Snapshot, "cached", demand_no_whole_run)
    assert [findings_of(state) for state in states] == expected


def test_what_the_window_shows_of_a_state_stays_until_the_next_step(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window shows the state before a step until it gets the one after: what it draws from is not made again on its thread."""
    name_alike(document, 0)
    known = findings_of(document.snapshot)
    columns = known.columns
    monkeypatch.setattr(check_engine, "MANY", len(known) - 1)
    run(document, set_site_value, "altitude_m", 1500)
    assert known.columns is columns
    run(document, set_site_value, "altitude_m", 1600)
    assert known.columns is not columns


def test_a_trial_leaves_the_columns_of_the_state_shown(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fix that is tried, and a list that is previewed, start from the findings that the window draws."""
    name_alike(document, 0)
    known = findings_of(document.snapshot)
    columns = known.columns
    monkeypatch.setattr(check_engine, "MANY", 0)
    outcomes = fix_outcomes(document.snapshot, known)
    assert {outcome.status for outcome in outcomes.values()} - {FixStatus.NOT_TRIED}
    device = int(document.snapshot["device"].ids[2])
    brought_by(document.snapshot, lambda edit: edit.update("device", device, name="Other"), Progress())
    assert known.columns is columns


def test_a_refused_edit_between_changes_nothing_of_it(document: Document) -> None:
    start = document.snapshot
    name_alike(document, 0)
    with pytest.raises(Refused):
        run(document, rename, "device", 9999, "no such device")
    undo(document)
    assert takes_over(document, start)


def test_states_further_back_are_worked_out(document: Document) -> None:
    steps = states_kept.MOST_STEPS + 1
    states = []
    for number in range(steps):
        states.append(document.snapshot)
        name_alike(document, number)
    taken_over = []
    for state in reversed(states):
        undo(document)
        taken_over.append(takes_over(document, state))
    assert taken_over == [True] * states_kept.MOST_STEPS + [False]


def test_states_far_back_keep_their_findings_and_little_else(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """An undo of many steps runs no rule again, and the next edit is carried over from the state to which it leads."""
    expected = []
    for number in range(states_kept.NEAR_STEPS + 3):
        expected.append(findings_of(document.snapshot))
        name_alike(document, number)
        document.snapshot.cached(whereabouts)
    far = [state for state in document.earlier_states() if state.known(check_all) in expected[:2]]
    assert far
    assert all(state.known(whereabouts) is None for state in far)

    def demand_no_rule(*_: object) -> None:
        raise AssertionError("a rule was asked")

    with monkeypatch.context() as patched:
        patched.setattr(check_engine, "advance", demand_no_rule)
        for findings in reversed(expected):
            undo(document)
            assert findings_of(document.snapshot) is findings
    name_alike(document, 9)
    assert findings_of(document.snapshot) == check_all(document.fresh_snapshot())


def test_the_comparison_with_the_file_joins_no_column(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large table only the rows of the step are read: joined columns of each state kept would be copies of the table."""
    monkeypatch.setattr(columns, "LARGE_ROWS", 1)
    for _ in range(3):
        run(document, delete_objects, "device", [int(document.snapshot["device"].ids[-1])])
    states = document.earlier_states()
    for state in states:
        state["device"].release_joined()
    now = document.snapshot
    changes = Changes({"device": TableChange(NO_IDS, now["device"].ids[:1], NO_IDS)})
    joined: list[PatchedColumn] = []
    array = PatchedColumn.array

    def joining(column: PatchedColumn) -> Any:
        if column.made is None:
            joined.append(column)
        return array(column)

    monkeypatch.setattr(patched_column, "_MANY", 0)
    monkeypatch.setattr(PatchedColumn, "array", joining)
    assert states_read.is_held(document._database, document.schema, now, changes)
    assert joined == []


def test_another_step_in_place_of_an_undone_one(document: Document) -> None:
    name_alike(document, 0)
    undo(document)
    start = document.snapshot
    name_alike(document, 1)
    other = document.snapshot
    undo(document)
    assert takes_over(document, start)
    redo(document)
    assert takes_over(document, other)
    assert redo(document) is None


def test_records_that_came_since_stay(document: Document) -> None:
    start = document.snapshot
    name_alike(document, 0)
    run(document, add_remark, "rack", int(start["rack"].ids[0]), "Door replaced.")
    remarks = next(name for name in start.tables if document.snapshot[name].rows == start[name].rows + 1 and name != "device")
    undo(document)
    assert not takes_over(document, start)
    assert document.snapshot["device"].equals(start["device"])
    assert document.snapshot[remarks].rows == start[remarks].rows + 1


def test_nothing_is_kept_of_large_steps(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states_kept, "MOST_ROWS", 1)
    name_alike(document, 0)
    name_alike(document, 1)
    start = document.snapshot
    run(document, delete_objects, "device", start["device"].ids[:2].tolist())
    undo(document)
    assert not takes_over(document, start)
    before_last = document.snapshot
    undo(document)
    assert not takes_over(document, before_last)


def test_what_was_worked_out_meanwhile_is_known_of_the_state_before(document: Document) -> None:
    name_alike(document, 0)
    loads = document.snapshot.cached(gpu_pools)
    nodes = document.snapshot.cached(node_loads)
    undo(document)
    assert document.snapshot.known(gpu_pools) is loads
    assert document.snapshot.known(node_loads) is nodes


@pytest.mark.parametrize("damage", ["UPDATE undo_device SET serial = 'altered' WHERE step = ?", "DELETE FROM undo_device WHERE step = ?"])
def test_a_log_that_was_damaged_leads_to_what_it_wrote(document: Document, damage: str) -> None:
    start = document.snapshot
    name_alike(document, 0)
    document._database.run(damage, (document.steps[-1].id,))
    undo(document)
    assert not takes_over(document, start)


def test_what_holds_its_state_is_of_the_state_that_is_there_now(document: Document) -> None:
    start = document.snapshot
    assert start.cached(power_chain).snapshot is start
    name_alike(document, 0)
    undo(document)
    assert takes_over(document, start)
    assert document.snapshot is not start
    assert document.snapshot.cached(power_chain).snapshot is document.snapshot
