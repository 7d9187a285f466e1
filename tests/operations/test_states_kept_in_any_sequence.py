"""Whatever people do, and whatever others do to the file meanwhile: the state that is there, taken over from a kept one or not, is that
of the file, and so is all that is calculated of it.

Next to the document another one reads the same file, and a thread calculates the findings of the state that an edit is about to leave.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, find, given
from hypothesis import strategies as st

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.user_entries import copied_body, save_user_entry
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.messages.errors import DeskError
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import all_operations, redo, run, undo
from gpudesk.operations.run.run import redo as redo_operation
from gpudesk.operations.run.run import undo as undo_operation
from gpudesk.operations.types.type_updates import update_types
from gpudesk.project.document import Document
from gpudesk.store.schema import Kind
from tests.derived.figures import differing, makers
from tests.examples import examples
from tests.operations.chooser import ARGUMENTS, Chooser, start_plan
from tests.project.sample import Clock

Draw = Callable[[st.SearchStrategy[Any]], Any]
Item = TypeVar("Item")
_BACK = {"undo": undo, "redo": redo}

OWN = "generic.server-1u"
"""The type of which the person changes an entry of their own, and takes the change over into the project."""
PLAIN = {"serial": "altered", "notes": "altered", "phase": 7}
"""Columns that somebody else may write without breaking a rule of the file, and what they write there."""
SURE = ("phase", "serial")
"""Edits that are never refused, and whose rows others can write too."""
edits = st.sampled_from([*sorted(all_operations()), *SURE])
BEHIND = ("rows behind undo", "rows behind redo", "log", "foreign, reopen")
around = st.sampled_from(["undo", "undo", "undo", "redo", "redo", "settle", "reopen", "own entry", *BEHIND])
walks = st.lists(st.one_of(edits, st.sampled_from(SURE), around, around), max_size=14)


class Walk:
    """A project that is edited, one that reads the same file, and a thread that reads the states of the first."""

    def __init__(self, path: Path, draw: Draw, threads: ThreadPoolExecutor) -> None:
        self._path, self._draw, self._threads = path, draw, threads
        self._clock, self._count = Clock(), 0
        self._weight_kg = 10
        self.document = Document.create(path, self._clock, fill=lambda document: run(document, build, start_plan()))
        self._reader = Document.open(path, write=False)

    def close(self) -> None:
        self._reader.close()
        self.document.close()

    def step(self, name: str) -> None:
        """One step while a thread reads, then the comparison with the file; what both find is the same."""
        before = self.document.snapshot
        fresh = self.document.fresh_snapshot()
        reading = self._threads.submit(findings_of, before)
        self._do(name)
        assert reading.result() == check_all(fresh)
        self.demand_that_of_the_file()

    def demand_that_of_the_file(self) -> None:
        """The state, and what is known of it, is what a new reader makes of the file; so is that of the other document."""
        now, fresh = self.document.snapshot, self.document.fresh_snapshot()
        assert now.revision == fresh.revision
        assert now.equals(fresh)
        demand_same_findings(findings_of(now), check_all(fresh))
        known = {name: made for name, maker in makers().items() if (made := now.known(maker)) is not None}
        assert differing(known, {name: fresh.cached(makers()[name]) for name in known}) == []
        self._reader.refresh()
        assert self._reader.snapshot.equals(fresh)
        demand_same_findings(findings_of(self._reader.snapshot), check_all(fresh))

    def _do(self, name: str) -> None:
        match name:
            case "undo":
                undo_operation(self.document)
            case "redo":
                redo_operation(self.document)
            case "settle":
                self.document.settle()
            case "reopen":
                self._reopen()
            case "foreign, reopen":
                self._write_behind(self._rows_of_last("undo"))
                self._reopen()
            case "own entry":
                self._change_own_entry()
            case "rows behind undo" | "rows behind redo":
                self._behind(name.removeprefix("rows behind "))
            case "log":
                self._change_log()
            case "phase" | "serial":
                self._count += 1
                device = self._one_of(self.document.snapshot["device"].ids.tolist() or [0])
                value = self._count if name == "phase" else f"S{self._count}"
                self._do_or_not(set_fields, "device", device, {name: value})
            case _:
                self._edit(name)

    def _edit(self, name: str) -> None:
        args, values = ARGUMENTS[name](Chooser(self._draw, self.document))
        self._do_or_not(all_operations()[name], *args, **values)

    def _do_or_not(self, verb: Any, *args: Any, **values: Any) -> None:
        """An operation, or a refusal; the comparison tells whether anything changed."""
        with suppress(DeskError):
            run(self.document, verb, *args, **values)

    def _one_of(self, items: Sequence[Item]) -> Item:
        found: Item = self._draw(st.sampled_from(items))
        return found

    def _reopen(self) -> None:
        self.document.close()
        self.document = Document.open(self._path, clock=self._clock)

    def _change_own_entry(self) -> None:
        """The person's catalog says something else of a type, and the project takes it over where it uses the type."""
        self._weight_kg += 1
        body = copied_body(open_catalog(), OWN, OWN)
        body["facts"]["weight_kg"]["value"] = self._weight_kg
        save_user_entry(open_catalog(), body)
        self._do_or_not(update_types, [OWN])

    def _rows_of_last(self, direction: str) -> list[tuple[str, int]]:
        """Rows that are there now and that the next undo or redo will touch, as its log says, with a plain column."""
        steps = [each for each in self.document.steps if each.done is (direction == "undo")]
        if not steps:
            return []
        step = steps[-1 if direction == "undo" else 0].id
        found = []
        for table in self._plain_tables():
            rows = self.document._database.rows(f"SELECT u.id FROM undo_{table} u JOIN {table} t ON t.id = u.id WHERE u.step = ?", (step,))
            found += [(table, int(row[0])) for row in rows]
        return found

    def _plain_columns(self, table: str) -> list[str]:
        return [name for name in PLAIN if name in self.document.schema[table].values]

    def _plain_tables(self) -> Iterator[str]:
        for table in self.document.schema.values():
            if table.kind is Kind.DESIGN and self._plain_columns(table.name):
                yield table.name

    def _behind(self, direction: str) -> None:
        """Somebody changes rows that the next undo or redo touches, which then comes at once."""
        if self._write_behind(self._rows_of_last(direction)):
            _BACK[direction](self.document)
            # Back and forth: what was changed may have come into the log.
            self.demand_that_of_the_file()
            _BACK["redo" if direction == "undo" else "undo"](self.document)

    def _write_behind(self, rows: list[tuple[str, int]]) -> bool:
        if not rows:
            return False
        table, row_id = self._one_of(rows)
        column = self._one_of(self._plain_columns(table))
        self._foreign(f"UPDATE {table} SET {column} = ? WHERE id = ?", PLAIN[column], row_id)
        return True

    def _change_log(self) -> None:
        """Somebody changes or drops an image of the step that is taken back next."""
        steps = [each for each in self.document.steps if each.done]
        places = [
            (table, int(row[0]))
            for table in self._plain_tables()
            for step in steps[-1:]
            for row in self.document._database.rows(f"SELECT id FROM undo_{table} WHERE step = ? AND existed = 1", (step.id,))
        ]
        if not places:
            return
        table, row_id = self._one_of(places)
        if self._one_of([True, False]):
            column = self._one_of(self._plain_columns(table))
            self._foreign(f"UPDATE undo_{table} SET {column} = ? WHERE step = ? AND id = ?", PLAIN[column], steps[-1].id, row_id)
        else:
            self._foreign(f"DELETE FROM undo_{table} WHERE step = ? AND id = ?", steps[-1].id, row_id)
        # What is left of the step may name rows that are gone: then nothing is taken back.
        with suppress(DeskError):
            undo_operation(self.document)

    def _foreign(self, statement: str, *values: object) -> None:
        """A write by another program, which knows nothing of the lock."""
        with closing(sqlite3.connect(self._path)) as other, other:
            other.execute(statement, values)


def demand_same_findings(found: Findings, whole: Findings) -> None:
    assert found == whole
    assert list(found) == list(whole)


@contextmanager
def walking(draw: Draw) -> Iterator[Walk]:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder, ExitStack() as stack:
        # A catalog of its own, so that no example sees what another one put there.
        patch.setenv("GPUDESK_HOME", str(Path(folder) / "home"))
        threads = stack.enter_context(ThreadPoolExecutor(1))
        walk = Walk(Path(folder) / "walk.gpudesk", draw, threads)
        stack.callback(walk.close)
        yield walk


@given(data=st.data(), names=walks)
@examples(30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_each_state_is_that_of_the_file(data: st.DataObject, names: list[str]) -> None:
    with walking(data.draw) as walk:
        walk.demand_that_of_the_file()
        for name in names:
            walk.step(name)


def first(strategy: st.SearchStrategy[Any]) -> Any:
    """The first of some items, where nothing is drawn by chance."""
    return find(strategy, lambda _: True)


@pytest.mark.parametrize("behind", BEHIND)
@pytest.mark.parametrize("edit", SURE)
def test_what_others_write_is_not_hidden_by_a_kept_state(edit: str, behind: str) -> None:
    with walking(first) as walk:
        for name in (edit, edit, "undo", behind, "undo", behind, "redo"):
            walk.step(name)
