"""Whatever people do in whatever order: undone it is gone, redone it is there, and what is kept up to date step by step equals what is
made again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from gpudesk.checks.engine import touched
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.values import columns as columns_module
from gpudesk.derived.totals.totals import RackTotals, Totals, rack_totals, totals
from gpudesk.operations.floor import halls
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import all_operations, redo, run, undo
from gpudesk.project import edit, states_kept
from gpudesk.project import undone as undone_rows
from gpudesk.project.document import Document
from gpudesk.project.opening import Opened
from gpudesk.project.snapshot import Snapshot
from gpudesk.store import bare_table
from gpudesk.store.database import memory
from gpudesk.store.schema import undoable
from tests.derived.figures import differing, figures
from tests.examples import examples
from tests.operations.chooser import ARGUMENTS, Chooser, start_plan
from tests.project.sample import Clock

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
names_of_steps = st.lists(st.sampled_from([*sorted(all_operations()), "undo", "undo", "undo", "redo", "redo"]), max_size=12)


def test_every_operation_takes_part() -> None:
    assert set(ARGUMENTS) == set(all_operations())


@cache
def start_image() -> bytes:
    """The file of a built project."""
    with started() as document, document._open_database() as database:
        return database.serialize()


@contextmanager
def sizes(*, as_large: bool) -> Iterator[None]:
    """`as_large`: as with tables of very many rows, no state kept."""
    with pytest.MonkeyPatch.context() as patch:
        if as_large:
            patch.setattr(columns_module, "LARGE_ROWS", 0)
            patch.setattr(columns_module, "MOST_LAID_OVER", 6)
            patch.setattr(columns_module, "MOST_CAME", 6)
            patch.setattr(bare_table, "BARE_ROWS", 1)
            patch.setattr(undone_rows, "KEPT_ROWS", 1)
            patch.setattr(states_kept, "MOST_STEPS", 0)
            patch.setattr(halls, "LARGE_ROWS", 0)
            patch.setattr(touched, "MOST_APART", 4)
            patch.setattr(edit, "BULK_ROWS", 2)
        yield


@contextmanager
def started(*, as_large: bool = False) -> Iterator[Document]:
    """A project that was built just now."""
    with sizes(as_large=as_large):
        document = Document.scratch(Clock())
        run(document, build, start_plan())
        yield document
        document.close()


def opened_start() -> Document:
    """A built project, opened."""
    return Document(Opened(memory(start_image()), Path(":memory:")), Clock())


@dataclass(frozen=True)
class Judged:
    """What is made of a state, and goes along with its edits."""

    findings: Findings
    rack_totals: RackTotals
    totals: dict[tuple[str, int | None, int | None], Totals]


class Readers:
    """What a new reader makes of the states of a project. Of the same rows it makes the same: a state that comes back is judged once."""

    def __init__(self) -> None:
        self._states: list[tuple[Snapshot, Judged]] = []

    def judged(self, fresh: Snapshot) -> Judged:
        """What a new reader makes of the state that it has read."""
        known = next((made for state, made in reversed(self._states) if state.equals(fresh)), None)
        if known is not None:
            return known
        made = judged(fresh)
        self._states.append((fresh, made))
        return made

    def forget_all_but_the_first(self) -> None:
        """The next steps begin at the first state again."""
        del self._states[1:]


class Starts:
    """Opened projects for one step. One that a refused step left alone serves again: what was made of it need not be made again."""

    def __init__(self) -> None:
        self._untouched: dict[bool, Document] = {}
        self._readers = {True: Readers(), False: Readers()}

    def readers(self, document: Document, *, as_large: bool) -> Readers:
        """Who knows what a new reader makes of the start, and of nothing else."""
        readers = self._readers[as_large]
        readers.judged(document.fresh_snapshot())
        readers.forget_all_but_the_first()
        return readers

    @contextmanager
    def one(self, *, as_large: bool) -> Iterator[Document]:
        """An opened project in the state of its file."""
        with sizes(as_large=as_large):
            document = self._untouched.pop(as_large, None) or opened_start()
            start = document.snapshot
            try:
                yield document
            except BaseException:
                document.close()
                raise
            if document.snapshot is start:
                self._untouched[as_large] = document
            else:
                document.close()

    def close(self) -> None:
        """Close them."""
        for document in self._untouched.values():
            document.close()


@pytest.fixture(scope="module")
def starts() -> Iterator[Starts]:
    made = Starts()
    yield made
    made.close()


def same_values(left: Any, right: Any) -> bool:
    """Equal, whatever mixture of arrays, mappings and dataclasses."""
    if isinstance(left, np.ndarray):
        return bool(np.array_equal(left, right, equal_nan=left.dtype == np.float64))
    if isinstance(left, dict):
        return set(left) == set(right) and all(same_values(left[name], right[name]) for name in left)
    if hasattr(left, "__dataclass_fields__"):
        return all(same_values(getattr(left, part.name), getattr(right, part.name)) for part in fields(left))
    return bool(left == right)


def all_totals(snapshot: Snapshot) -> dict[tuple[str, int | None, int | None], Totals]:
    """The totals of every scope and phase."""
    scopes: list[tuple[str, int | None, int | None]] = [
        (scope, row_id, None) for scope in ("hall", "rack_row", "rack") for row_id in snapshot[scope].ids.tolist()
    ]
    scopes += [("project", None, phase) for phase in (None, 1, 2)]
    return {(scope, row_id, phase): totals(snapshot, scope, row_id, phase=phase) for scope, row_id, phase in scopes}


def judged(fresh: Snapshot) -> Judged:
    """What a new reader makes of a state."""
    return Judged(check_all(fresh), rack_totals(fresh), all_totals(fresh))


def demand_consistent(document: Document, readers: Readers) -> None:
    """What went along with the edits equals what a new reader would make of the file."""
    kept, fresh = document.snapshot, document.fresh_snapshot()
    assert kept.equals(fresh)
    assert kept.revision == fresh.revision
    made = readers.judged(fresh)
    assert findings_of(kept) == made.findings
    assert list(findings_of(kept)) == list(made.findings)
    assert same_values(kept.cached(rack_totals), made.rack_totals)
    assert all_totals(kept) == made.totals


def design_equals(document: Document, left: Snapshot, right: Snapshot) -> bool:
    """Whether two states hold the same, without what is only ever added to."""
    return all(left[table.name].equals(right[table.name]) for table in undoable(document.schema))


def one_step(data: st.DataObject, document: Document, name: str) -> None:
    before, steps = document.snapshot, document.steps
    if name in ("undo", "redo"):
        outcome = undo(document) if name == "undo" else redo(document)
        assert outcome is None or outcome.after is document.snapshot
        return
    args, values = ARGUMENTS[name](Chooser(data.draw, document))
    done = None
    try:
        done = run(document, all_operations()[name], *args, **values)
    except DeskError as error:
        refusal = str(error)
    if done is None:
        assert refusal
        assert document.snapshot is before
        assert document.steps == steps
        return
    assert done.after is document.snapshot
    assert done.findings == findings_of(document.snapshot)
    if done.title is not None:
        assert done.title.plain()
        assert document.steps[-1].message == done.title


def undone_and_redone(data: st.DataObject, names: list[str], *, all_figures: bool = False) -> None:
    with started(as_large=data.draw(st.booleans())) as document:
        readers = Readers()
        for name in names:
            one_step(data, document, name)
            demand_consistent(document, readers)
            if all_figures:
                assert differing(figures(document.snapshot), figures(document.fresh_snapshot())) == []
        while redo(document) is not None:
            demand_consistent(document, readers)
        end = document.snapshot
        while undo(document) is not None:
            demand_consistent(document, readers)
        assert all(document.snapshot[table.name].rows == 0 for table in undoable(document.schema))
        while redo(document) is not None:
            pass
        assert design_equals(document, document.snapshot, end)
        demand_consistent(document, readers)


@given(data=st.data(), names=names_of_steps)
@examples(30, least=10, suppress_health_check=SLOW)
def test_any_sequence_undone_and_redone(data: st.DataObject, names: list[str]) -> None:
    undone_and_redone(data, names)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@given(data=st.data(), names=names_of_steps)
@examples(60, least=10, suppress_health_check=SLOW)
def test_any_of_many_sequences_undone_and_redone(part: int, data: st.DataObject, names: list[str]) -> None:
    assert part < 10
    undone_and_redone(data, names, all_figures=True)


@pytest.mark.parametrize("name", sorted(all_operations()))
@given(data=st.data())
@examples(6, least=2, suppress_health_check=SLOW)
def test_each_operation_alone_undone_and_redone(starts: Starts, name: str, data: st.DataObject) -> None:
    as_large = data.draw(st.booleans())
    with starts.one(as_large=as_large) as document:
        start = document.snapshot
        readers = starts.readers(document, as_large=as_large)
        one_step(data, document, name)
        end = document.snapshot
        # Most arguments are refused; then the document is asked again what it holds.
        demand_consistent(document, readers)
        if len(document.steps) > 1:
            undo(document)
            assert design_equals(document, document.snapshot, start)
            demand_consistent(document, readers)
            redo(document)
            assert design_equals(document, document.snapshot, end)
            demand_consistent(document, readers)
