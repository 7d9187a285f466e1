"""Every operation is done once on a project in which no table is empty: all that is carried over equals what a new reader makes."""

from collections.abc import Iterator

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.operations.run.run import REGISTRY, redo, undo
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.schema import undoable
from tests.derived.figures import differing, figures
from tests.operations.seeded import accepted
from tests.project.complete import complete

_DONE: set[str] = set()


@pytest.fixture(scope="module")
def project() -> Iterator[Document]:
    with complete() as document:
        figures(document.snapshot)
        assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))
        yield document


def demand_as_new(document: Document) -> None:
    """The rows, the findings and all derived figures are those of a new reader."""
    kept, fresh = document.snapshot, document.fresh_snapshot()
    assert kept.equals(fresh)
    assert list(findings_of(kept)) == list(check_all(fresh))
    assert differing(figures(kept), figures(fresh)) == []


def demand_findings(document: Document, known: Snapshot) -> None:
    """The findings are those of a new reader; of the rows of `known` they are what was demanded of that state before."""
    snapshot = document.snapshot
    whole = findings_of(known) if snapshot.equals(known) else check_all(snapshot)
    assert list(findings_of(snapshot)) == list(whole)


def same_design(document: Document, left: Snapshot, right: Snapshot) -> bool:
    """Whether two states hold the same, without what is only ever added to."""
    return all(left[table.name].equals(right[table.name]) for table in undoable(document.schema))


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_done_undone_and_done_again(project: Document, name: str) -> None:
    start = project.snapshot
    done = accepted(name, project)
    assert done is not None, f"{name} was refused each time: draw other arguments for it, or add to the project what it needs"
    _DONE.add(name)
    demand_as_new(project)
    if done[1].title is None:
        return
    end = project.snapshot
    undo(project)
    assert same_design(project, project.snapshot, start)
    demand_findings(project, start)
    redo(project)
    assert same_design(project, project.snapshot, end)
    assert list(findings_of(project.snapshot)) == list(findings_of(end))
    undo(project)


def test_no_operation_was_lost() -> None:
    assert len(REGISTRY) >= 144


def test_every_registered_operation_was_accepted(request: pytest.FixtureRequest) -> None:
    """Counted where all of this file runs in one process, as the names of the tests above say."""
    asked = {name for name in REGISTRY if any(item.nodeid.endswith(f"done_again[{name}]") for item in request.session.items)}
    if asked != set(REGISTRY) or hasattr(request.config, "workerinput"):
        return
    assert sorted(set(REGISTRY) - _DONE) == []
    assert len(_DONE) == len(REGISTRY)
