"""A step that is taken back or done again leads to the state that was there, with all that was calculated of it."""

from collections.abc import Iterator

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings import findings
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.derived.power.power_node_loads import node_loads
from gpudesk.derived.workloads.gpu_pools import gpu_pools
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project import states_kept
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


def test_a_state_that_was_left_holds_no_great_number_of_findings(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are carried back where somebody returns to it, and equal those of a whole run; who holds them, has them still."""
    name_alike(document, 0)
    named, known = document.snapshot, findings_of(document.snapshot)
    columns, listed = known.columns, list(known)
    monkeypatch.setattr(findings, "MANY", len(known) - 1)
    run(document, set_site_value, "altitude_m", 1500)
    assert named.known(check_all) is known
    assert list(known) == listed
    assert known.columns is not columns
    monkeypatch.setattr(findings, "MANY", 0)
    undo(document)
    left = document.snapshot
    undo(document)
    assert left.known(check_all) is None
    redo(document)
    assert takes_over(document, named)
    assert findings_of(document.snapshot) == known


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
