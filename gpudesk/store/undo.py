"""The undo log: named steps made of row images, replayed as sets.

While a step is open, triggers keep the first image of every row it touches. To take the step back, the touched rows are deleted and their
first images put in again; before that their last images are kept, so that the step can be redone the same way. Deleting before inserting is
what lets a swap of two units pass the unique indexes, and foreign keys are checked only at the end of the transaction.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gpudesk.core.changes import NO_IDS, Changes, TableChange
from gpudesk.core.columns import Ids
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.database import Database
from gpudesk.store.schema import Schema, TableSchema, undoable

HISTORY_BYTES = 200 * 1024 * 1024
"""The most that the history may hold; older steps are dropped first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the history. `title` is a stored message (JSON); a step that is not `done` can be redone."""

    id: int
    title: str
    at_utc: str
    done: bool

    @property
    def message(self) -> Message:
        """What the step did; a damaged title does not keep it from being undone."""
        try:
            found = Message.from_json(self.title)
            found.plain()
        except (ValueError, KeyError, IndexError, AttributeError):
            return Message("store", QT_TRANSLATE_NOOP("store", "A step whose name cannot be read"))
        return found


class UndoLog:
    """The history of one open file. Every method runs inside a transaction of the caller."""

    def __init__(self, database: Database, schema: Schema) -> None:
        self._database = database
        self._tables = undoable(schema)

    def steps(self) -> list[Step]:
        """All steps, oldest first; the undone ones come last."""
        rows = self._database.rows("SELECT id, title, at_utc, done FROM undo_step ORDER BY id")
        return [Step(int(row[0]), str(row[1]), str(row[2]), bool(row[3])) for row in rows]

    def begin(self, title: str, at_utc: str) -> int:
        """Open a step; the triggers record from now on."""
        step = self._database.insert("INSERT INTO undo_step (title, at_utc) VALUES (?, ?)", (title, at_utc))
        self.record(step)
        return step

    def record(self, step: int) -> None:
        """Let the triggers log into `step`; 0 stops them."""
        self._database.run("UPDATE undo_state SET step = ? WHERE id = 1", (step,))

    def retitle(self, step: int, title: str) -> None:
        """Give a step its final title."""
        self._database.run("UPDATE undo_step SET title = ? WHERE id = ?", (title, step))

    def add_range(self, step: int, table: str, low: int, high: int) -> None:
        """Note that `step` added the rows low…high of `table` while the triggers were off."""
        self._database.run("INSERT INTO undo_range (step, table_name, low, high) VALUES (?, ?, ?, ?)", (step, table, low, high))

    def finish(self, step: int) -> Changes:
        """Close a step; one that changed nothing disappears and leaves the undone steps as they were.

        Returns:
            What the step changed, read from its log rows.
        """
        self.record(0)
        for table in self._tables:
            self._drop_unchanged(table, step)
        changes = self._changes(step)
        if not changes:
            self._forget([step])
            return changes
        undone = [row[0] for row in self._database.rows("SELECT id FROM undo_step WHERE done = 0")]
        self._forget(undone)
        self._measure(step)
        self._bound()
        return changes

    def undo(self) -> tuple[Step, Changes] | None:
        """Take back the last done step; None if there is none."""
        return self._replay("SELECT id, title, at_utc, done FROM undo_step WHERE done = 1 ORDER BY id DESC LIMIT 1", forward=False)

    def redo(self) -> tuple[Step, Changes] | None:
        """Do the first undone step again; None if there is none."""
        return self._replay("SELECT id, title, at_utc, done FROM undo_step WHERE done = 0 ORDER BY id LIMIT 1", forward=True)

    def forget_all(self) -> None:
        """Drop the whole history."""
        self._forget([step.id for step in self.steps()])

    def _replay(self, query: str, *, forward: bool) -> tuple[Step, Changes] | None:
        rows = self._database.rows(query)
        if not rows:
            return None
        step = Step(int(rows[0][0]), str(rows[0][1]), str(rows[0][2]), forward)
        changes = self._changes(step.id)
        for name in changes.tables:
            table = next(table for table in self._tables if table.name == name)
            if forward:
                self._swap_in(table, step.id, f"redo_{name}", "1")
                self._database.run(f"DELETE FROM redo_{name} WHERE step = ?", (step.id,))
            else:
                self._keep_last_images(table, step.id)
                self._swap_in(table, step.id, f"undo_{name}", f"existed = 1 AND {_outside_ranges(name)}")
        self._database.run("UPDATE undo_step SET done = ? WHERE id = ?", (int(forward), step.id))
        return step, changes if forward else changes.reversed()

    def _keep_last_images(self, table: TableSchema, step: int) -> None:
        names = ", ".join(table.values)
        for touched in _touched(table.name):
            self._database.run(
                f"INSERT INTO redo_{table.name} (step, id, {names}) SELECT ?1, id, {names} FROM {table.name} WHERE {touched} "
                f"AND id NOT IN (SELECT id FROM redo_{table.name} WHERE step = ?1)",
                (step,),
            )

    def _swap_in(self, table: TableSchema, step: int, images: str, which: str) -> None:
        for touched in _touched(table.name):
            self._database.run(f"DELETE FROM {table.name} WHERE {touched}", (step,))
        names = ", ".join(table.names)
        self._database.run(f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {images} WHERE step = ?1 AND {which}", (step,))

    def _changes(self, step: int) -> Changes:
        return Changes({table.name: change for table in self._tables if (change := self._table_change(table, step)) is not None})

    def _table_change(self, table: TableSchema, step: int) -> TableChange | None:
        name = table.name
        done = bool(self._database.value("SELECT done FROM undo_step WHERE id = ?", (step,)))
        ranges = self._database.rows("SELECT low, high FROM undo_range WHERE step = ? AND table_name = ?", (step, name))
        after = name if done else f"redo_{name}"
        at_step = "" if done else "AND l.step = a.step"
        logged = self._database.rows(
            f"SELECT l.id, l.existed, a.id IS NOT NULL FROM undo_{name} l LEFT JOIN {after} a ON a.id = l.id {at_step} WHERE l.step = ?",
            (step,),
        )
        if not logged and not ranges:
            return None
        rows = np.array(logged, np.int64).reshape(-1, 3)
        in_range = [np.arange(low, high + 1) for low, high in ranges]
        bulk = np.concatenate(in_range) if in_range else NO_IDS
        rows = rows[~np.isin(rows[:, 0], bulk)] if len(bulk) else rows
        if len(bulk) and len(logged):
            bulk = self._still_there(after, step, bulk, done=done)
        before, present = rows[:, 1] == 1, rows[:, 2] == 1
        added = np.union1d(rows[~before & present, 0], bulk).astype(np.int64)
        change = TableChange(added, np.sort(rows[before & present, 0]), np.sort(rows[before & ~present, 0]))
        return change if len(change.touched) else None

    def _still_there(self, table: str, step: int, bulk: Ids, *, done: bool) -> Ids:
        where = "" if done else "AND step = ?3"
        parameters = (int(bulk[0]), int(bulk[-1])) if done else (int(bulk[0]), int(bulk[-1]), step)
        rows = self._database.rows(f"SELECT id FROM {table} WHERE id BETWEEN ?1 AND ?2 {where}", parameters)
        return np.intersect1d(bulk, np.array([row[0] for row in rows], np.int64))

    def _drop_unchanged(self, table: TableSchema, step: int) -> None:
        same = " AND ".join(f"t.{name} IS l.{name}" for name in table.values)
        log = f"undo_{table.name}"
        unchanged = f"SELECT l.id FROM {log} l JOIN {table.name} t ON t.id = l.id WHERE l.step = ?1 AND l.existed = 1 AND {same}"
        vanished = f"SELECT l.id FROM {log} l LEFT JOIN {table.name} t ON t.id = l.id WHERE l.step = ?1 AND l.existed = 0 AND t.id IS NULL"
        for which in (unchanged, vanished):
            self._database.run(f"DELETE FROM {log} WHERE step = ?1 AND id IN ({which})", (step,))

    def _measure(self, step: int) -> None:
        total = 0
        for table in self._tables:
            texts = " + ".join([f"length(coalesce({name}, ''))" for name, kind in table.columns if kind == "TEXT"] or ["0"])
            numbers = 4 * len(table.columns)
            total += int(
                self._database.value(f"SELECT coalesce(sum({numbers} + {texts}), 0) FROM undo_{table.name} WHERE step = ?", (step,))
            )
        self._database.run("UPDATE undo_step SET bytes = ? WHERE id = ?", (total, step))

    def _bound(self) -> None:
        total = int(self._database.value("SELECT coalesce(sum(bytes), 0) FROM undo_step"))
        if total <= HISTORY_BYTES:
            return
        oldest = self._database.rows("SELECT id, bytes FROM undo_step WHERE done = 1 ORDER BY id")[:-1]
        dropped = []
        for step, size in oldest:
            if total <= HISTORY_BYTES:
                break
            dropped.append(step)
            total -= size
        self._forget(dropped)

    def _forget(self, steps: Iterable[int]) -> None:
        for step in steps:
            for table in self._tables:
                self._database.run(f"DELETE FROM undo_{table.name} WHERE step = ?", (step,))
                self._database.run(f"DELETE FROM redo_{table.name} WHERE step = ?", (step,))
            self._database.run("DELETE FROM undo_range WHERE step = ?", (step,))
            self._database.run("DELETE FROM undo_step WHERE id = ?", (step,))


def _touched(table: str) -> tuple[str, ...]:
    """Conditions on `id` that together cover the rows which step ?1 touched, each answered by the primary key."""
    rows = f"SELECT t.id FROM undo_range r JOIN {table} t ON t.id BETWEEN r.low AND r.high"
    ranged = f"id IN ({rows} WHERE r.step = ?1 AND r.table_name = '{table}')"
    return f"id IN (SELECT id FROM undo_{table} WHERE step = ?1)", ranged


def _outside_ranges(table: str) -> str:
    """Images of rows that the same step added in bulk are no first images."""
    ranges = f"SELECT 1 FROM undo_range r WHERE r.step = ?1 AND r.table_name = '{table}' AND id BETWEEN r.low AND r.high"
    return f"NOT EXISTS ({ranges})"
