"""Save the undamaged part of a project file as a new project.

A private copy of the file is read block by block: blocks that match their digests, rows with matching checksums from other blocks,
and readable rows from unreadable blocks. Rows that refer to lost rows are deleted or cleared, as on deletion. The history
is closed, because its row images belong to states that are no longer complete.
"""

import re
import shutil
import tempfile
import uuid
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path
from typing import Any

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.project import project_files
from gpudesk.project.open_projects import OPEN_FILES
from gpudesk.store import examine
from gpudesk.store.database import APPLICATION_ID, Database, open_fresh, open_read
from gpudesk.store.digest_verification import differing, names_of
from gpudesk.store.digests import BLOCK_IDS, WHOLE_TABLE, Areas, Block, Stored, finish, stored, stored_sums, sums_by_id, unverified
from gpudesk.store.lock import Lock, held
from gpudesk.store.schema import Kind, Schema, TableSchema, current_version, definitions, read_schema
from gpudesk.store.store_errors import Damaged, StoreError, damaged

_CONTEXT = "project"
_LARGEST_ID = 2**53
Hangs = Collection[tuple[str, str, str]]
"""Table, column, and the table whose deleted rows it is cleared for; other columns delete rows with their referenced rows."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """The result of a recovery.

    Attributes:
        saved: table → rows in the new project.
        lost: table → (id, name) of the damaged rows; the name is "" if unknown.
        followed: table → rows deleted because they referred to lost ones.
        let_go: table → references to lost rows that are empty now.
        history: whether there were steps; none of them is in the new project.
    """

    saved: Mapping[str, int]
    lost: Mapping[str, tuple[tuple[int, str], ...]]
    followed: Mapping[str, int]
    let_go: Mapping[str, int]
    history: bool

    @property
    def lines(self) -> list[str]:
        """The missing parts, in English, one line for each table."""
        lines = []
        for table, rows in self.lost.items():
            named = ", ".join(name or str(row_id) for row_id, name in rows[:20])
            lines.append(f"{table}: {len(rows)} damaged ({named}{', …' if len(rows) > 20 else ''})")
        lines.extend(f"{table}: {count} went with what they named" for table, count in self.followed.items())
        lines.extend(f"{table}: {count} references to lost rows are empty" for table, count in self.let_go.items())
        if self.history:
            lines.append("the history of the steps")
        return lines


def recover(source: Path, target: Path, hangs: Hangs, progress: Progress | None = None) -> Recovered:
    """Save the undamaged part of the project at `source` as a new project at `target`, which is replaced if it exists.

    Raises:
        StoreError: nothing can be read, or the new project cannot be written; `source` is unchanged.
        Cancelled: the user stopped it.
    """
    target = project_files.behind_links(target)
    if realpath(source) == realpath(target):
        text = QT_TRANSLATE_NOOP("project", "The data recovered from {path} cannot be saved over the original.")
        fix = QT_TRANSLATE_NOOP("project", "Choose another name.")
        raise StoreError(Message(_CONTEXT, text, {"path": str(source)}), Message(_CONTEXT, fix))
    if OPEN_FILES.has(target) or Lock.is_held(target):
        raise held(target, Lock.holder(target))
    with _copied(source) as copy, project_files.made_beside(target) as fresh, fresh.transaction():
        project_files.to_present_format(fresh)
        return _Recovery(copy, fresh, hangs, progress or Progress()).run()


@contextmanager
def _copied(source: Path) -> Iterator[Database]:
    """A private copy of the file in the present format."""
    folder = Path(tempfile.mkdtemp(prefix="gpudesk-"))
    try:
        path = folder / "damaged.gpudesk"
        if OPEN_FILES.has(source):
            look = open_read(OPEN_FILES.opened_as(source))
            scratch = None
        else:
            examine.demand_database(source)
            look, scratch = examine.open_untouched(source, edited=True)
        try:
            copy = open_fresh(path)
            try:
                look.backup(copy)
                copy.path = source
                copy.run("PRAGMA cell_size_check=ON")
                copy.run("PRAGMA foreign_keys=OFF")
                _to_present_format(copy)
                yield copy
            finally:
                copy.close()
        finally:
            look.close()
            if scratch is not None:
                shutil.rmtree(scratch, ignore_errors=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _to_present_format(copy: Database) -> None:
    if int(copy.value("PRAGMA application_id")) != APPLICATION_ID:
        raise damaged(copy.path, "it does not say that it is a project")
    version = int(copy.value("PRAGMA user_version"))
    if version > current_version():
        raise examine.newer(copy.path, version)
    if version < current_version():
        with copy.transaction():
            project_files.to_present_format(copy)


class _Recovery:
    def __init__(self, copy: Database, fresh: Database, hangs: Hangs, progress: Progress) -> None:
        self._copy = copy
        self._fresh = fresh
        self._hangs = hangs
        self._progress = progress
        self._schema: Schema = read_schema(fresh)
        self._areas = Areas(self._schema)
        self._held: dict[Block, Stored] = {}
        self._touched: dict[Block, bool] = {}
        self._lost: dict[str, list[int]] = {}
        self._wrong: set[str] = set()

    def run(self) -> Recovered:
        """Fill the new project.

        Raises:
            StoreError: nothing can be read, or the new project not be written.
        """
        wrong = {name for _, name, _ in definitions(self._fresh) ^ definitions(self._copy)}
        if wrong & {"meta", "block_digest", "table_digest", "unverified"}:
            raise damaged(self._copy.path, f"the definition of its table {min(wrong)} is not as it should be")
        self._wrong = wrong
        try:
            self._held, self._touched = stored(self._copy), unverified(self._copy)
        except Damaged:
            self._held, self._touched = {}, {}
        self._save_books()
        for table in self._schema.values():
            if self._areas.table(table.name) is not None:
                self._save_table(table)
        followed, let_go = self._follow()
        self._number_on()
        lost = {}
        for name, ids in self._lost.items():
            if ids:
                names = {} if name in self._wrong else names_of(self._copy, self._schema, name, ids)
                lost[name] = tuple((row_id, names.get(row_id, "")) for row_id in sorted(ids))
        saved = {table: int(self._fresh.value(f"SELECT count(*) FROM {table}")) for table in self._schema if self._areas.table(table)}  # noqa: S608 - table and column names come from our schema, values are bound
        return Recovered(saved, lost, followed, let_go, self._has_steps())

    # rows

    def _save_table(self, table: TableSchema) -> None:
        held = {number for name, number in self._held if name == table.name}
        if table.name in self._wrong:
            self._lost[table.name] = [row_id for number in held for row_id in stored_sums(self._copy, (table.name, number))]
            return
        try:
            present = set(self._areas.present(self._copy, table.name))
        except Damaged:
            present = set()
        for number in sorted(present | held):
            self._progress.step(0, 1)
            self._save_block(table, (table.name, number))

    def _save_block(self, table: TableSchema, block: Block) -> None:
        blob = next((name for name in self._areas.names if name.startswith(f"{table.name}.")), None)
        names = (*table.names, *([blob.partition(".")[2]] if blob is not None and blob.partition(".")[2] not in table.names else []))
        left_out = self._differing(block)
        rows = self._rows(table.name, names, block, left_out)
        if blob is not None:
            bad = {row[0] for row in rows if not self._fits((blob, int(row[0])))}
            left_out |= bad
            rows = [row for row in rows if row[0] not in bad]
        if table.kind is Kind.RECORD:
            rows = [self._without_lost_reference(table, names, row) for row in rows]
        left_out |= self._insert(table.name, names, rows)
        self._lost.setdefault(table.name, []).extend(sorted(left_out))

    def _differing(self, block: Block) -> set[int]:
        """The rows of a block that are damaged, or came or went without a step."""
        held = self._held.get(block)
        edited = block in self._touched and not self._touched[block]
        if held is None or edited or (block[0], WHOLE_TABLE) in self._touched:
            return set()
        try:
            present = finish(self._areas.hashed(self._copy, block))
        except Damaged:
            return set()  # reading row by row finds those that cannot be read
        if present.digest == held.digest:
            return set()
        return set(differing(stored_sums(self._copy, block), sums_by_id(block, present.row_sums)))

    def _fits(self, block: Block) -> bool:
        held = self._held.get(block)
        if held is None or block in self._touched or (block[0], WHOLE_TABLE) in self._touched:
            return True
        try:
            return finish(self._areas.hashed(self._copy, block)).digest == held.digest
        except Damaged:
            return False

    def _rows(self, table: str, names: tuple[str, ...], block: Block, left_out: set[int]) -> list[tuple[Any, ...]]:
        low = block[1] * BLOCK_IDS
        select = f"SELECT {', '.join(names)} FROM {table} NOT INDEXED WHERE id"  # noqa: S608 - table and column names come from our schema, values are bound
        try:
            rows = self._copy.rows(f"{select} BETWEEN ? AND ?", (low, low + BLOCK_IDS - 1))
        except Damaged:
            rows, unread = [], set()
            for row_id in range(low, low + BLOCK_IDS):
                try:
                    rows.extend(self._copy.rows(f"{select} = ?", (row_id,)))
                except Damaged:
                    unread.add(row_id)
            # Of ids on a page that cannot be read only the digest knows which there were.
            known = set(stored_sums(self._copy, block)) if block in self._held else unread
            left_out |= known - {row[0] for row in rows}
        return [row for row in rows if row[0] not in left_out and 0 < row[0] < _LARGEST_ID]

    def _without_lost_reference(self, table: TableSchema, names: tuple[str, ...], row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Entries are never changed later, so a reference to a lost one is cleared before insertion."""
        values = dict(zip(names, row, strict=True))
        for column, target in table.references:
            named = values[column]
            if named is not None and self._fresh.value(f"SELECT 1 FROM {target} WHERE id = ?", (named,)) is None:  # noqa: S608 - table and column names come from our schema, values are bound
                values[column] = None
        return tuple(values[name] for name in names)

    def _insert(self, table: str, names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> set[int]:
        """Put rows in; returns the ids of those that the rules of their table do not allow."""
        sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - table and column names come from our schema, values are bound
        refused: set[int] = set()
        try:
            with self._fresh.whole_or_nothing():
                for row in rows:
                    self._fresh.run(sql, row)
            return refused
        except StoreError:
            if not self._fresh.in_transaction:
                raise  # the disk, not a row
        for row in rows:
            try:
                with self._fresh.whole_or_nothing():
                    self._fresh.run(sql, row)
            except StoreError:
                if not self._fresh.in_transaction:
                    raise
                refused.add(int(row[0]))
        return refused

    # what names lost rows

    def _follow(self) -> tuple[dict[str, int], dict[str, int]]:
        followed: Counter[str] = Counter()
        let_go: Counter[str] = Counter()
        while True:
            before = (followed.total(), let_go.total())
            for table in self._schema.values():
                if table.kind is Kind.RECORD or self._areas.table(table.name) is None:
                    continue
                for column, target in table.references:
                    where = f"{column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {target})"  # noqa: S608 - table and column names come from our schema, values are bound
                    count = int(self._fresh.value(f"SELECT count(*) FROM {table.name} WHERE {where}"))  # noqa: S608 - table and column names come from our schema, values are bound
                    if not count:
                        continue
                    if (table.name, column, target) in self._hangs:
                        self._fresh.run(f"UPDATE {table.name} SET {column} = NULL WHERE {where}")  # noqa: S608 - table and column names come from our schema, values are bound
                        let_go[table.name] += count
                    else:
                        self._fresh.run(f"DELETE FROM {table.name} WHERE {where}")  # noqa: S608 - table and column names come from our schema, values are bound
                        followed[table.name] += count
            if (followed.total(), let_go.total()) == before:
                return dict(followed), dict(let_go)

    # book-keeping

    def _save_books(self) -> None:
        try:
            meta = {str(key): str(value) for key, value in self._copy.rows("SELECT key, value FROM meta")}
        except Damaged:
            meta = {}
        revision = meta.get("revision", "")
        texts = {
            "uid": meta.get("uid") or str(uuid.uuid4()),
            "created_utc": meta.get("created_utc", ""),
            "revision": revision if re.fullmatch(r"[0-9]{1,18}", revision) else "0",
        }
        for key, value in texts.items():
            self._fresh.run("INSERT INTO meta (key, value) VALUES (?, ?)", (key, value))

    def _number_on(self) -> None:
        """Ids are never used again, those of lost rows included."""
        try:
            numbered = {str(name): int(seq) for name, seq in self._copy.rows("SELECT name, seq FROM sqlite_sequence")}
        except (Damaged, ValueError, TypeError):
            numbered = {}
        for table in self._schema:
            if self._areas.table(table) is None:
                continue
            last = int(self._fresh.value(f"SELECT coalesce(max(id), 0) FROM {table}"))  # noqa: S608 - table and column names come from our schema, values are bound
            last = max([last, min(numbered.get(table, 0), _LARGEST_ID), *self._lost.get(table, [])])
            if last:
                self._fresh.run("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
                self._fresh.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    def _has_steps(self) -> bool:
        try:
            return bool(self._copy.value("SELECT count(*) FROM undo_step"))
        except Damaged:
            return True
