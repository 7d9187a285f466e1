"""Projects of which a table is empty: every rule answers, every derived figure is made, and both come out as for a new reader."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from gpudesk.store.schema import undoable
from tests.derived.figures import differing, figures, makers
from tests.project.complete import complete
from tests.project.emptied import Naming, empty

with Document.scratch() as _document:
    TABLES = tuple(table.name for table in undoable(_document.schema))
    _NAMED = {target for table in _document.schema.values() for column, target in table.references}
CASES = tuple((table, naming) for table in TABLES for naming in (Naming if table in _NAMED else (Naming.GOES,)))
"""Where no row names those that go, both are the same."""


@pytest.fixture(scope="module")
def project() -> Iterator[Document]:
    with complete() as document:
        yield document


def demand_answers(document: Document) -> None:
    """Every rule and figure answers (a rule that raises fails the test), and what is carried over is what a new reader finds."""
    kept, fresh = document.snapshot, document.fresh_snapshot()
    whole = check_all(fresh)
    assert not whole.failed
    assert list(findings_of(kept)) == list(whole)
    assert not differing(figures(kept), figures(fresh))


def test_no_table_of_the_project_is_empty_to_begin_with(project: Document) -> None:
    snapshot = project.snapshot
    assert [name for name in snapshot.tables if not snapshot[name].rows] == []
    assert {"device", "cable", "workload", "setting"} < set(TABLES)
    assert len(makers()) > 80
    demand_answers(project)


@pytest.mark.parametrize(("table", "naming"), CASES, ids=[f"{table}-{naming.name.lower()}" for table, naming in CASES])
def test_each_table_in_turn(project: Document, table: str, naming: Naming) -> None:
    try:
        run(project, empty, table, naming)
        assert project.snapshot[table].rows == 0
        demand_answers(project)
    finally:
        undo(project)


@pytest.mark.soak
@pytest.mark.parametrize("naming", Naming, ids=lambda naming: naming.name.lower())
def test_each_pair_of_tables(project: Document, naming: Naming) -> None:
    for pair in combinations(TABLES, 2):
        for table in pair:
            run(project, empty, table, naming)
        demand_answers(project)
        for _ in pair:
            undo(project)


def test_a_cable_between_devices_that_stand_nowhere() -> None:
    devices = tuple(PlanDevice("nvidia.qm9700", f"leaf-{number}", role="leaf") for number in range(2))
    with Document.scratch() as document:
        run(document, build, Plan("Nowhere", (PlanHall("Hall"),), devices=devices))
        first, second = document.snapshot["device"].ids.tolist()
        run(document, lay_cable, NewCable(first, 0, second, 0, type="nvidia.mfp7e10"))
        assert (document.snapshot["rack"].rows, document.snapshot["cable"].rows) == (0, 1)
        demand_answers(document)
        assert not {finding.rule for finding in findings_of(document.snapshot)} & {"link.length", "link.duct_missing", "link.way_estimate"}
        assert {"link.length", "link.duct_missing", "link.way_estimate"} <= set(ALL_RULES)
