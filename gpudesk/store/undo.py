"""The undo log: named steps stored as row images, replayed as sets.

While a step is open, triggers keep the first image of every row it touches. To undo the step, the touched rows are deleted and
their first images inserted again; before that their last images are kept, so that the step can be redone the same way. Deleting
before inserting lets a swap of two units pass the unique indexes, and foreign keys are checked only at the end of the transaction.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.changes import NO_IDS, Changes, TableChange, merged
from gpudesk.core.values.columns import Ids
from gpudesk.store.bare_table import bare
from gpudesk.store.database import Database
from gpudesk.store.reworded_titles import reworded
from gpudesk.store.schema import Schema, TableSchema, undoable

HISTORY_BYTES = 200 * 1024 * 1024
"""The most that the images of the history may take, first and last ones; older steps are dropped first."""
LARGE_BYTES = 2**20
"""If deleted steps have this number of image bytes, a table with no other rows is emptied at once: a quarter of the time."""
SHARE_KEPT = 0.9
"""Share of an oversized history that is kept, so that it is not trimmed at every step."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the history. `title` is a stored message (JSON); a step that is not `done` can be redone."""

    id: int
    title: str
    at_utc: str
    done: bool

    @property
    def message(self) -> Message:
        """Description of the step; a damaged title does not prevent undoing it."""
        try:
            message = reworded(Message.from_json(self.title))
            message.plain()
        except (ValueError, KeyError):
            return Message("store", QT_TRANSLATE_NOOP("store", "A step whose name cannot be read"))
        return message


class UndoLog:
    """The history of one open file. All methods run inside a transaction of the caller.

    Attributes:
        touched: the steps that the transaction added, replayed or dropped; cleared when a transaction is opened.
    """

    def __init__(self, database: Database, schema: Schema) -> None:
        self._database = database
        self._tables = {table.name: table for table in undoable(schema)}
        tables = tuple(self._tables.values())
        self._query_finished = _log_query(tables, done=True, finishing=True)
        self._query_done = _log_query(tables, done=True)
        self._query_undone = _log_query(tables, done=False)
        self._most_bytes: int | None = None
        self._logged: dict[int, frozenset[str]] = {}
        """In which tables of the log rows of a step are that was taken back or done again; it is forgotten there alone."""
        self._steps: tuple[Step, ...] | None = None
        self._steps_next: tuple[Step, ...] | None = None
        self.touched: set[int] = set()

    def steps(self) -> tuple[Step, ...]:
        """All steps, oldest first; undone ones come last. They are read once and then tracked."""
        if self._steps is None:
            source = "(SELECT id, title, at_utc, done FROM undo_step ORDER BY id)"
            text = self._database.value(f"SELECT json_group_array(json_array(id, title, at_utc, done)) FROM {source}")  # noqa: S608 - table and column names come from our schema, values are bound
            self._steps = tuple(Step(int(row[0]), str(row[1]), str(row[2]), bool(row[3])) for row in json.loads(text))
        return self._steps

    def committed(self) -> None:
        """The transaction in which a step was finished, undone or redone has been committed."""
        self._steps = self._steps_next

    def reread(self) -> None:
        """Somebody else may have changed the history."""
        self._steps = self._steps_next = None

    def begin(self, at_utc: str) -> int:
        """Open a step; the triggers record from now on."""
        self._steps_next = self._steps
        step = self._database.insert("INSERT INTO undo_step (title, at_utc) VALUES ('null', ?)", (at_utc,))
        self.touched.add(step)
        self._logged.pop(step, None)
        self.record(step)
        return step

    def record(self, step: int) -> None:
        """Direct the trigger log to `step`; 0 stops it."""
        self._database.run("UPDATE undo_state SET step = ? WHERE id = 1", (step,))

    def add_range(self, step: int, table: str, low: int, high: int) -> None:
        """Note that `step` added the rows low…high of `table` while the triggers were off."""
        self._database.run("INSERT INTO undo_range (step, table_name, low, high) VALUES (?, ?, ?, ?)", (step, table, low, high))

    def finish(self, step: int, title: str, at_utc: str) -> Changes:
        """Close a step under its title; a step without changes is removed and leaves the undone steps unchanged.

        Returns:
            The changes of the step, read from its log rows.
        """
        self.record(0)
        logs = self._logs(self._query_finished, step)
        for name, log in logs.items():
            if bool(np.any((log.states == _SAME) | (log.states == _VANISHED))):
                self._drop_unchanged(self._tables[name], step)
        changes = self._changes(step, logs, done=True)
        if not changes:
            if logs:
                self._forget([step])
            else:
                # An entry of a log alone leaves no images: the logs of fifty tables need not be asked for any.
                self._database.run("DELETE FROM undo_step WHERE id = ?", (step,))
            return changes
        self._forget(self._undone_before(step))
        size = sum(log.size for log in logs.values())
        self._database.run("UPDATE undo_step SET title = ?, bytes = ? WHERE id = ?", (title, size, step))
        if self._steps is not None:
            self._steps_next = (*self._steps[: _done_steps(self._steps)], Step(step, title, at_utc, True))
        self._bound(size)
        return changes

    def undo(self) -> tuple[Step, Changes] | None:
        """Take back the last done step; None if there is none."""
        return self._replay("SELECT id, title, at_utc, done FROM undo_step WHERE done = 1 ORDER BY id DESC LIMIT 1", forward=False)

    def redo(self) -> tuple[Step, Changes] | None:
        """Do the first undone step again; None if there is none."""
        return self._replay(f"SELECT id, title, at_utc, done FROM undo_step WHERE id > {_LAST_DONE} ORDER BY id LIMIT 1", forward=True)  # noqa: S608 - table and column names come from our schema, values are bound

    def _replay(self, query: str, *, forward: bool) -> tuple[Step, Changes] | None:
        rows = self._database.rows(query)
        if not rows:
            return None
        step = Step(int(rows[0][0]), str(rows[0][1]), str(rows[0][2]), forward)
        self.touched.add(step.id)
        logs = self._logs(self._query_undone if forward else self._query_done, step.id)
        self._logged[step.id] = frozenset(logs)
        changes = self._changes(step.id, logs, done=not forward)
        first = last = 0
        if not forward:
            for name, log in logs.items():
                self._keep_last_images(self._tables[name], step.id, log)
                last += self._images(self._tables[name], f"redo_{name}", step.id)
        # What names others goes first: of a row that goes SQLite looks whether anything names it, row by row where no index helps.
        for name, log in reversed(logs.items()):
            self._delete_touched(name, step.id, log)
        for name, log in logs.items():
            table = self._tables[name]
            if forward:
                with bare(self._database, name, len(changes.of(name).added)):
                    self._put_in(table, step.id, f"redo_{name}", "1")
                first += self._images(table, f"undo_{name}", step.id)
                self._database.run(f"DELETE FROM redo_{name} WHERE step = ?", (step.id,))  # noqa: S608 - table and column names come from our schema, values are bound
            elif len(log.ids):
                self._put_in(table, step.id, f"undo_{name}", f"existed = 1 AND {_outside_ranges(name)}")
        size = "?" if forward else "bytes + ?"
        self._database.run(f"UPDATE undo_step SET done = ?, bytes = {size} WHERE id = ?", (int(forward), first + last, step.id))  # noqa: S608 - table and column names come from our schema, values are bound
        if self._steps is not None:
            place = _done_steps(self._steps) - (0 if forward else 1)
            self._steps_next = (*self._steps[:place], step, *self._steps[place + 1 :])
        self._bound(last)
        return step, changes if forward else changes.reversed()

    def _keep_last_images(self, table: TableSchema, step: int, log: "_Log") -> None:
        names = ", ".join(table.values)
        copy = f"INSERT INTO redo_{table.name} (step, id, {names}) SELECT ?1, id, {names} FROM {table.name} WHERE"  # noqa: S608 - table and column names come from our schema, values are bound
        logged = f"(SELECT id FROM undo_{table.name} WHERE step = ?1)"  # noqa: S608 - table and column names come from our schema, values are bound
        for low, high in log.ranges:
            apart = f" AND id NOT IN {logged}" if len(log.ids) else ""
            self._database.run(f"{copy} id BETWEEN ?2 AND ?3{apart}", (step, low, high))
        if len(log.ids):
            self._database.run(f"{copy} id IN {logged}", (step,))

    def _images(self, table: TableSchema, images: str, step: int) -> int:
        """About how many bytes the images of a step in one table take."""
        return int(self._database.value(f"SELECT coalesce(sum({_size(table)}), 0) FROM {images} l WHERE step = ?", (step,)))  # noqa: S608 - table and column names come from our schema, values are bound

    def _delete_touched(self, table: str, step: int, log: "_Log") -> None:
        for low, high in log.ranges:
            self._database.run(f"DELETE FROM {table} WHERE id BETWEEN ? AND ?", (low, high))  # noqa: S608 - table and column names come from our schema, values are bound
        if len(log.ids):
            self._database.run(f"DELETE FROM {table} WHERE id IN (SELECT id FROM undo_{table} WHERE step = ?)", (step,))  # noqa: S608 - table and column names come from our schema, values are bound

    def _put_in(self, table: TableSchema, step: int, images: str, which: str) -> None:
        names = ", ".join(table.names)
        self._database.run(f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {images} WHERE step = ?1 AND {which}", (step,))  # noqa: S608 - table and column names come from our schema, values are bound

    def _logs(self, query: str, step: int) -> dict[str, "_Log"]:
        """Log contents of `step`, for the tables that it touched, in schema order."""
        by_table: dict[str, _Log] = {}
        for table, first, second, size in self._database.rows(query, (step,)):
            if size is None:
                known = by_table.get(table, _Log())
                by_table[table] = replace(known, ranges=tuple(zip(_numbers(first).tolist(), _numbers(second).tolist(), strict=True)))
            else:
                by_table[table] = _Log(_numbers(first), _numbers(second), size=int(size))
        return {name: by_table[name] for name in self._tables if name in by_table}

    def _changes(self, step: int, logs: Mapping[str, "_Log"], *, done: bool) -> Changes:
        changes = {name: self._table_change(name, step, log, done=done) for name, log in logs.items()}
        return Changes({name: change for name, change in changes.items() if len(change.touched)})

    def _table_change(self, table: str, step: int, log: "_Log", *, done: bool) -> TableChange:
        ids, states = log.ids, log.states
        bulk = np.concatenate([np.arange(low, high + 1) for low, high in log.ranges]) if log.ranges else NO_IDS
        if len(bulk) and len(ids):
            apart = ~np.isin(ids, bulk)
            ids, states = ids[apart], states[apart]
            bulk = self._still_there(table, step, bulk, done=done)
        added = merged(ids[states == _ADDED], bulk)
        return TableChange(added, ids[states == _CHANGED], ids[states == _REMOVED])

    def _still_there(self, table: str, step: int, bulk: Ids, *, done: bool) -> Ids:
        images, where = (table, "") if done else (f"redo_{table}", "AND step = ?3")
        parameters = (int(bulk[0]), int(bulk[-1]), step)[: 2 if done else 3]
        sql = f"SELECT group_concat(id) FROM (SELECT id FROM {images} WHERE id BETWEEN ?1 AND ?2 {where})"  # noqa: S608 - table and column names come from our schema, values are bound
        return np.intersect1d(bulk, _numbers(self._database.value(sql, parameters)))

    def _drop_unchanged(self, table: TableSchema, step: int) -> None:
        log = f"undo_{table.name}"
        dropped = f"SELECT l.id FROM {log} l LEFT JOIN {table.name} a ON a.id = l.id WHERE l.step = ?1 AND {_state(table)} IN (?2, ?3)"  # noqa: S608 - table and column names come from our schema, values are bound
        self._database.run(f"DELETE FROM {log} WHERE step = ?1 AND id IN ({dropped})", (step, _SAME, _VANISHED))  # noqa: S608 - table and column names come from our schema, values are bound

    def _undone_before(self, step: int) -> list[int]:
        """The undone steps, all of which lie between the last done one and the new `step`."""
        last = "coalesce((SELECT id FROM undo_step WHERE done = 1 AND id < ?1 ORDER BY id DESC LIMIT 1), 0)"
        return [int(row[0]) for row in self._database.rows(f"SELECT id FROM undo_step WHERE id < ?1 AND id > {last}", (step,))]  # noqa: S608 - table and column names come from our schema, values are bound

    def _bound(self, added: int) -> None:
        """Drop the oldest done steps when the history may have grown too large.

        The last done step always stays, and so do undone ones: they hold the newest work, and the next edit drops them.
        The sum over all steps is calculated only when additions since the last one may have reached the limit.
        """
        if self._most_bytes is not None:
            self._most_bytes += added
        if self._most_bytes is not None and self._most_bytes <= HISTORY_BYTES:
            return
        total = self._most_bytes = int(self._database.value("SELECT coalesce(sum(bytes), 0) FROM undo_step"))
        if total <= HISTORY_BYTES:
            return
        dropped = []
        for step, size in self._database.rows("SELECT id, bytes FROM undo_step WHERE done = 1 ORDER BY id")[:-1]:
            if total <= HISTORY_BYTES * SHARE_KEPT:
                break
            dropped.append(int(step))
            total -= size
        self._forget(dropped)
        self._most_bytes = self._steps_next = None

    def _forget(self, steps: Sequence[int]) -> None:
        if not steps:
            return
        self.touched.update(steps)
        forgotten = (json.dumps(steps),)
        size = self._database.value("SELECT sum(bytes) FROM undo_step WHERE id IN (SELECT value FROM json_each(?))", forgotten)
        large = int(size or 0) >= LARGE_BYTES
        tables = set(self._tables)
        if all(step in self._logged for step in steps):
            tables = set().union(*(self._logged.pop(step) for step in steps))
        for log in [f"{kind}_{table}" for table in self._tables if table in tables for kind in ("undo", "redo")] + ["undo_range"]:
            if large and self._holds_only(log, forgotten):
                self._database.run(f"DELETE FROM {log}")  # noqa: S608 - table and column names come from our schema, values are bound
                continue
            self._database.run(f"DELETE FROM {log} WHERE step IN (SELECT value FROM json_each(?))", forgotten)  # noqa: S608 - table and column names come from our schema, values are bound
        self._database.run("DELETE FROM undo_step WHERE id IN (SELECT value FROM json_each(?))", forgotten)

    def _holds_only(self, log: str, steps: tuple[str]) -> bool:
        """Whether a table of the log holds nothing of other steps, so that all of it may go: seen from the ends of its order."""
        low, high = f"(SELECT min(step) FROM {log})", f"(SELECT max(step) FROM {log})"  # noqa: S608 - table and column names come from our schema, values are bound
        outside = f"NOT IN (SELECT value FROM json_each(?1)) AND id BETWEEN {low} AND {high}"  # noqa: S608 - as above
        return not self._database.value(f"SELECT EXISTS (SELECT 1 FROM undo_step WHERE id {outside})", steps)  # noqa: S608 - table and column names come from our schema, values are bound


_VANISHED, _ADDED, _REMOVED, _CHANGED, _SAME = range(5)
"""State of a row whose first image is in the log; rows that were added and removed, and unchanged ones, leave the log."""

_LAST_DONE = "coalesce((SELECT id FROM undo_step WHERE done = 1 ORDER BY id DESC LIMIT 1), 0)"


@dataclass(frozen=True, slots=True)
class _Log:
    """Log contents of one step and table.

    Attributes:
        ids, states: the rows whose first images it keeps, ascending, and the state of each.
        ranges: the lowest and highest ids of rows that the step added in bulk.
        size: bytes of the images.
    """

    ids: Ids = field(default_factory=lambda: NO_IDS)
    states: Ids = field(default_factory=lambda: NO_IDS)
    ranges: tuple[tuple[int, int], ...] = ()
    size: int = 0


def _done_steps(steps: Sequence[Step]) -> int:
    """Number of `steps` that are done; the undone ones, usually few, come last."""
    count = len(steps)
    while count and not steps[count - 1].done:
        count -= 1
    return count


def _numbers(text: str | None) -> Ids:
    return np.fromstring(text, np.int64, sep=",") if text else NO_IDS


@lru_cache(maxsize=16)
def _log_query(tables: tuple[TableSchema, ...], *, done: bool, finishing: bool = False) -> str:
    """The query for `UndoLog._logs`: one statement for all tables, one row per touched table, for any number of rows.

    It is the same for all projects of a format, so it is cached.

    Args:
        done: the step is done, so its last images are in the tables, not in the log.
        finishing: detect unchanged rows, and the size of the images.
    """
    parts = []
    for table in tables:
        after = f"{table.name} a ON a.id = l.id" if done else f"redo_{table.name} a ON a.step = l.step AND a.id = l.id"
        state = _state(table, unchanged=finishing)
        size = _size(table) if finishing else "0"
        parts.append(
            f"SELECT '{table.name}', group_concat(l.id), group_concat({state}), sum({size}) "  # noqa: S608 - table and column names come from our schema, values are bound
            f"FROM undo_{table.name} l LEFT JOIN {after} WHERE l.step = ?1 GROUP BY l.step"
        )
    parts.append("SELECT table_name, group_concat(low), group_concat(high), NULL FROM undo_range WHERE step = ?1 GROUP BY table_name")
    return " UNION ALL ".join(parts)


def _state(table: TableSchema, *, unchanged: bool = True) -> str:
    """What became of a row of the log `l`, whose present image is `a`."""
    same = " AND ".join(f"a.{name} IS l.{name}" for name in table.values)
    when_same = f"WHEN {same} THEN {_SAME} " if unchanged else ""
    return (
        f"CASE WHEN l.existed = 0 THEN CASE WHEN a.id IS NULL THEN {_VANISHED} ELSE {_ADDED} END "
        f"WHEN a.id IS NULL THEN {_REMOVED} {when_same}ELSE {_CHANGED} END"
    )


def _size(table: TableSchema) -> str:
    """About how many bytes the image `l` takes."""
    texts = [f"length(coalesce(l.{name}, ''))" for name, kind in table.columns if kind == "TEXT"]
    return " + ".join([str(4 * len(table.columns)), *texts])


def _outside_ranges(table: str) -> str:
    """Images of rows that the same step added in bulk are no first images."""
    ranges = f"SELECT 1 FROM undo_range r WHERE r.step = ?1 AND r.table_name = '{table}' AND id BETWEEN r.low AND r.high"  # noqa: S608 - table and column names come from our schema, values are bound
    return f"NOT EXISTS ({ranges})"
