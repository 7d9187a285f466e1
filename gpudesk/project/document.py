"""An open project file: its snapshot, its history, and the only interface to change it."""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from threading import RLock
from typing import TypeVar

from gpudesk.core.messages import log
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.local_day import local_day
from gpudesk.project import opening, project_files, states_read
from gpudesk.project.digest_keeper import SLICE_S, DigestKeeper
from gpudesk.project.edit import Edit
from gpudesk.project.open_projects import OPEN_FILES, FileId
from gpudesk.project.opening import Opened
from gpudesk.project.references import dangling
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.states_kept import StatesKept
from gpudesk.project.suffix import SUFFIX
from gpudesk.project.undone import Undone, undone
from gpudesk.store import examine
from gpudesk.store.allocator_settings import keep_freed_memory
from gpudesk.store.database import BUSY_MS, Database, open_read
from gpudesk.store.digests import Block, Slices
from gpudesk.store.file_watch import Fate, FileWatch
from gpudesk.store.lock import Holder, Lock, held
from gpudesk.store.schema import Schema, read_schema
from gpudesk.store.store_errors import Closed, FileGone, ReadOnly, StoreError, misfit
from gpudesk.store.undo import Step, UndoLog

_LOG = log.category("project")

__all__ = ["SUFFIX", "Applied", "Clock", "Document", "FileGone", "Holder", "Step", "utc_now"]

Clock = Callable[[], datetime]
Result = TypeVar("Result")
SETTLE_WAIT_MS = 200
"""Time limit to wait for readers when merging the log into the file without a request."""
_OPENING = RLock()
"""Projects are opened one after the other, so that two openings of one file detect each other."""


def utc_now() -> datetime:
    """The clock of the real world."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Applied:
    """A committed step: the snapshots around it and its changes. `title` is None if nothing undoable changed."""

    before: Snapshot
    snapshot: Snapshot
    changes: Changes
    title: Message | None


class Document:
    """One open project. All methods may be called from any thread; writes wait for each other.

    Attributes:
        path: the file (":memory:" for a scratch project).
        read_only: why editing is not possible, None if it is.
        holder: the other writer, if that is why.
        gone: why the file is no longer at its path, None while it is.
    """

    def __init__(self, opened: Opened, clock: Clock = utc_now) -> None:
        keep_freed_memory()
        self.path = opened.path
        self.read_only = opened.read_only
        self.holder = opened.holder
        self.author = Holder.me().user
        self._database = opened.database
        self._lock = opened.lock
        self._clock = clock
        self._scratch = opened.scratch
        self._network = opened.network
        self._file: FileId | None = None
        self._closed = False
        self._guard = RLock()
        self._schema: Schema = read_schema(self._database)
        # `_demand_references` looks in the columns.
        self._database.run("PRAGMA foreign_keys=OFF")
        self._log = UndoLog(self._database, self._schema)
        self._undone = Undone()
        self._states = StatesKept()
        self._data_version = self._read_data_version()
        self.snapshot = states_read.read_whole(self._database, self._schema, self.path)
        self.snapshot.types.check()
        self.gone: FileGone | None = None
        self._log_left = False
        self._watch: FileWatch | None = None
        if self._lock is not None:
            uid = self.uid
            self._lock.sign_for(self.path, uid)
            self._watch = FileWatch(self.path, self._lock.on_file, uid, keeps_inodes=examine.keeps_inodes(self.path))
        self._digests: DigestKeeper | None = None
        if opened.shared and self._lock is not None:
            self._digests = DigestKeeper(self._database, self._schema, None if self._network else lambda: open_read(self.path))
        if opened.shared:
            self._file = OPEN_FILES.add(self.path, None if self._lock is None else self._lock.on_file.file)

    # opening

    @classmethod
    def create(cls, path: Path, clock: Clock = utc_now, fill: Callable[["Document"], object] | None = None) -> "Document":
        """Create a project at `path` and open it for writing. It appears there complete, or not at all.

        Args:
            fill: makes its first edits, in memory; by default it is empty.

        Raises:
            StoreError: a file exists there already, or the location cannot be written.
            DeskError: raised by `fill`.
        """
        if fill is None:
            opening.make(path, _stamp(clock))
        else:
            opening.demand_free(path)
            with cls.scratch(clock) as scratch:
                fill(scratch)
                with scratch._open_database() as content:
                    opening.make(path, _stamp(clock), content)
        return cls.open(path, clock=clock)

    @classmethod
    def scratch(cls, clock: Clock = utc_now) -> "Document":
        """A project in memory: for previews, templates and tests."""
        return cls(opening.in_memory(_stamp(clock)), clock)

    @classmethod
    def open(cls, path: Path, *, write: bool = True, clock: Clock = utc_now) -> "Document":
        """Open the project at `path`.

        If it cannot be written (read-only folder, or another writer) it is opened for reading, and `read_only` contains the reason.

        Raises:
            StoreError: missing, not a project, damaged, newer, without permission; the file is unchanged.
            InvalidData: a catalog entry in it is not well formed.
        """
        begun = time.perf_counter()
        with _OPENING:
            opened = opening.opened(path, write=write)
            try:
                document = cls(opened, clock)
            except BaseException:
                opened.give_up()
                raise
        tables = document.snapshot.tables
        rows = sum(tables[name].rows for name in tables)
        _LOG.info("opened", rows=rows, read_only=document.read_only is not None, ms=1000 * (time.perf_counter() - begun))
        return document

    # reading

    @property
    def today(self) -> date:
        """The day by its clock, in the time zone of this machine."""
        return local_day(self._clock())

    @property
    def uid(self) -> str:
        """The identity of the project; copies keep it."""
        with self._open_database() as database:
            return str(database.value("SELECT value FROM meta WHERE key = 'uid'"))

    @property
    def steps(self) -> list[Step]:
        """The history, oldest first; undone steps come last."""
        with self._open_database():
            return list(self._log.steps())

    def versions(self) -> list[tuple[int, str, str, str, int]]:
        """The named versions, oldest first: (id, name, note, time, revision)."""
        with self._open_database() as database:
            rows = database.rows("SELECT id, name, note, at_utc, revision FROM version ORDER BY id")
            return [(int(row[0]), str(row[1]), str(row[2]), str(row[3]), int(row[4])) for row in rows]

    def version_dump(self, version_id: int) -> bytes:
        """The stored image of a version.

        Raises:
            KeyError: there is no such version.
        """
        with self._open_database() as database:
            dump = database.value("SELECT dump FROM version WHERE id = ?", (version_id,))
        if dump is None:
            raise KeyError(version_id)
        return bytes(dump)

    def attachment(self, attachment_id: int) -> bytes:
        """The content of a file that the project keeps.

        Raises:
            KeyError: there is no such file.
        """
        with self._open_database() as database:
            content = database.value("SELECT content FROM attachment WHERE id = ?", (attachment_id,))
        if content is None:
            raise KeyError(attachment_id)
        return bytes(content)

    @property
    def schema(self) -> Schema:
        """The tables of the file."""
        return self._schema

    def refresh(self) -> bool:
        """For a project opened for reading: load the commits of the writer since; True if there were any."""
        with self._open_database():
            seen = self._read_data_version()
            if seen == self._data_version:
                return False
            self._data_version = seen
            self._log.reread()
            self.snapshot = states_read.read_whole(self._database, self._schema, self.path)
            return True

    def quick_check(self) -> None:
        """Check the pages, rules and references of the file through a separate connection, so that editing continues.

        The rules are not checked if the file cannot be written. Nothing is checked for a closed document.

        Raises:
            Damaged: they are not intact.
        """
        with self._guard:
            if self._closed:
                return
            if self._is_alone:
                examine.quick_check(self._database)
                return
        look = open_read(self._database.path, with_rules=True)
        try:
            examine.quick_check(look)
        finally:
            look.close()

    @property
    def _is_alone(self) -> bool:
        """Whether there can be no second connection to the file."""
        return self._file is None or self._network or self.gone is not None

    def examined(self, work: Callable[[Database], Slices[Result]], progress: Progress) -> Result | None:
        """Run `work` on the file in slices, through a separate connection if possible, so that editing continues.

        Returns:
            Its result; None for a document closed in the meantime.

        Raises:
            StoreError: the file cannot be read.
            Cancelled: the user stopped it.
        """
        with self._guard:
            look = self._database if self._closed or self._is_alone else open_read(self._database.path)
        try:
            if look is self._database:
                return self._in_slices(work(look), progress, self._guard)
            with look.one_state():
                return self._in_slices(work(look), progress, nullcontext())
        finally:
            if look is not self._database:
                look.close()

    def _in_slices(self, work: Slices[Result], progress: Progress, guard: AbstractContextManager[object]) -> Result | None:
        while True:
            with guard:
                if self._closed:
                    return None
                try:
                    next(work)
                except StopIteration as end:
                    result: Result = end.value
                    return result
            progress.step(0, 1)

    def found_damaged(self, blocks: Iterable[Block]) -> None:
        """Record damaged blocks of the file: edits of other rows in them create no new digest, which would hide the damage.

        Raises:
            StoreError: the disk did not accept the record.
        """
        with self._guard:
            if not self._closed and self._digests is not None and self.read_only is None:
                self._digests.found_damaged(blocks)

    # changing

    def apply(self, body: Callable[[Edit], tuple[Result, Message]], progress: Progress | None = None) -> tuple[Result, Applied]:
        """Run `body` as one step: committed as a whole or not at all. Only `operations.run.run` calls this.

        Args:
            body: makes the edits; returns its result and the title of the step.

        Raises:
            ReadOnly: the project is open for reading.
            FileGone: the file is no longer at its path; the edit is not confirmed.
            Closed: it was closed.
            DeskError: raised by `body`, or an error of the disk; nothing was changed.
        """
        with self._open_database():
            self._demand_writing()
            before = self.snapshot
            now = _stamp(self._clock)
            self._before_edit()
            with self._database.transaction():
                step = self._log.begin(now)
                edit = Edit(self._database, self._schema, self._log, step, before, now, self.author, progress or Progress())
                result, title = body(edit)
                changes = self._log.finish(step, title.to_json(), now)
                undoable = changes
                changes = states_read.with_records(self._database, self._schema, before, changes)
                revision = states_read.next_revision(self._database, before, changes)
                following = before.with_tables(revision, {name: edit.columns(name) for name in changes.tables})
                self._demand_references(following, changes)
                self._touch(changes, edit.touched)
            self.snapshot = following
            self._committed()
            if undoable:
                self._undone = Undone()
                self._states.passed(step, before, following, undoable)
            self._demand_file()
            return result, Applied(before, following, changes, title if undoable else None)

    def earlier_states(self) -> list[Snapshot]:
        """The states around the last steps, which an undo or redo may restore, the nearest first; then others that somebody holds."""
        with self._guard:
            return self._states.states()

    def undo(self) -> Applied | None:
        """Take back the last step; None if there is none. Only `operations.undo` calls this."""
        return self._replay(self._log.undo)

    def redo(self) -> Applied | None:
        """Do the last undone step again; None if there is none. Only `operations.redo` calls this."""
        return self._replay(self._log.redo)

    def _replay(self, replay: Callable[[], tuple[Step, Changes] | None]) -> Applied | None:
        with self._open_database():
            self._demand_writing()
            self._before_edit()
            with self._database.transaction():
                replayed = replay()
                if replayed is None:
                    return None
                step, changes = replayed
                before = self.snapshot
                following = self._replayed(step, before, changes)
                self._demand_references(following, changes)
                undone_step = Undone() if step.done else undone(step.id, before, changes)
                self._touch(changes)
            self.snapshot, self._undone = following, undone_step
            self._committed()
            if step.done:
                self._states.passed(step.id, before, following, changes)
            else:
                self._states.passed(step.id, following, before, changes.reversed())
            self._demand_file()
            return Applied(before, following, changes, step.message)

    def _before_edit(self) -> None:
        self._log.touched.clear()
        if self._digests is None:
            return
        if self._digests.before_edit():
            self._digests.compare_share()
        else:
            self._digests.compare_rest()
            self._merge_log(SETTLE_WAIT_MS)
            self._digests.before_edit()

    def _touch(self, changes: Changes, rows: Iterable[tuple[str, int]] = ()) -> None:
        if self._digests is not None:
            self._digests.touch(changes, self._log.touched, rows)

    def _committed(self) -> None:
        self._log.committed()
        if self._digests is not None:
            self._digests.committed()

    def look_beneath(self) -> FileGone | None:
        """Compare the path with the opened file: why the file is no longer there, None if it is or is not open for writing.

        Once it is missing, editing stops, even if a file reappears: changes in the meantime are unknown.
        """
        with self._guard:
            if self._closed or self._watch is None or self.gone is not None:
                return self.gone
            fate = self._watch.fate(self.snapshot.revision)
            if fate is not None:
                self._lose(self._watch, fate)
            return self.gone

    def _lose(self, watch: FileWatch, fate: Fate) -> None:
        self.gone = watch.message(fate)
        self.read_only = self.gone.message
        if self._digests is not None:
            self._digests.release()
        if fate is Fate.LOG_LOST and watch.has_log:
            return  # a log of somebody else is there: what is in the file is theirs to change now
        whole = False
        with suppress(StoreError):
            # Whatever its name is now, the file holds every edit then.
            whole = self._network or self._database.checkpoint(SETTLE_WAIT_MS)
        if whole or fate is Fate.DELETED:
            watch.remove_log()
            if fate is not Fate.LOG_LOST and self._lock is not None:
                self._lock.leave_path()
        else:
            # The side file says to whom the log belongs, so it stays with the log.
            self._log_left = fate is not Fate.LOG_LOST

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    @property
    def is_whole(self) -> bool:
        """Whether every confirmed edit of a file that is gone is in that file, whatever its name is now."""
        return self.gone is not None and not self._log_left

    def is_file(self, path: Path) -> bool:
        """Whether the open file is the one at `path`, whatever name it was opened under."""
        return self._file is not None and OPEN_FILES.is_at(self._file, path)

    def _clear_left_log(self) -> None:
        """Bring a log left at the old path into its file; where that fails, set it aside: SQLite would play it into another file."""
        if not self._log_left or self._watch is None:
            return
        whole = False
        with suppress(StoreError):
            whole = self._database.checkpoint(BUSY_MS)
        if whole:
            self._watch.remove_log()
        else:
            self._watch.set_log_aside()
        self._log_left = False

    def take_digests(self, seconds: float | None = SLICE_S) -> bool:
        """Calculate digests of edited blocks, for about `seconds` or until all are done; True if none remain.

        Raises:
            FileGone: the file is no longer at its path.
            StoreError: the disk did not accept them.
        """
        with self._guard:
            if self._closed or self._digests is None or self.read_only is not None or self._database.in_transaction:
                return True
            self._demand_file()
            return self._digests.take(self.snapshot.revision, seconds)

    def settle(self, wait_ms: int = SETTLE_WAIT_MS) -> bool:
        """Take all digests and bring everything into the one file: when idle, and before the file is handed over.

        Args:
            wait_ms: how long to wait for others who read; edits wait as long.

        Returns:
            False while somebody still reads an earlier state: the file is whole only together with its log.

        Raises:
            FileGone: the file is no longer at its path.
        """
        with self._guard:
            if not self._closed:
                self._demand_file()
            if self._closed or self.read_only is not None or self._database.in_transaction:
                return True
            if self._digests is not None:
                self._digests.take(self.snapshot.revision, None)
            return self._merge_log(wait_ms)

    def _merge_log(self, wait_ms: int) -> bool:
        """Bring everything into the one file; see `settle`."""
        whole = self._database.checkpoint(wait_ms)
        if whole and self._watch is not None:
            fate = self._watch.fate(self.snapshot.revision, settled=True)
            if fate is not None:
                self._lose(self._watch, fate)
                self._demand_file()
        return whole

    def save_copy(self, target: Path) -> None:
        """Write a whole copy to `target`, which is replaced if it exists; the copy keeps the project's uid and history.

        Raises:
            StoreError: the copy cannot be written; an existing target is as it was.
        """
        target = project_files.behind_links(target)
        if OPEN_FILES.has(target) or Lock.is_held(target):
            raise held(target, Lock.holder(target))
        with self._open_database() as database:
            # What cannot be brought into the file now (it is gone, or its disk is full) is copied from the log.
            with suppress(StoreError):
                self.settle()
            project_files.copy_to(database, target, None if self._lock is None else self._lock.on_file.descriptor)

    def close(self, *, digests: bool = True) -> None:
        """Close the file; its side files disappear. Closing again does nothing.

        Args:
            digests: calculate the last digests; without them, edited blocks stay unverified.
        """
        with self._guard:
            if self._closed:
                return
            with suppress(OSError):  # a network that is away does not keep a project open
                self.look_beneath()
            self._closed = True
            self._clear_left_log()
            self._release_digests(take=digests)
            # A full disk does not keep a project open: what is not in the file yet stays in the log next to it.
            with suppress(StoreError):
                if self.read_only is None and not self._database.in_transaction:
                    self._database.checkpoint(BUSY_MS)
                if self._network and self.gone is None:
                    self._database.run("PRAGMA journal_mode=DELETE")
            self._database.close()
            if self._file is not None:
                OPEN_FILES.remove(self._file)
            if self._lock is not None:
                self._lock.release()
                self._lock = None
            elif self._file is not None:
                project_files.tidy(self.path)
            if self._scratch is not None:
                shutil.rmtree(self._scratch, ignore_errors=True)
                self._scratch = None

    def _release_digests(self, *, take: bool) -> None:
        """Take the last digests, if wanted, where the file can be written."""
        if self._digests is None:
            return
        # Without them what was edited stays unverified.
        with suppress(StoreError):
            if take and self.read_only is None and not self._database.in_transaction:
                self._digests.take(self.snapshot.revision, None)
        self._digests.release()

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # helpers

    @contextmanager
    def _open_database(self) -> Iterator[Database]:
        """The connection, exclusively for the caller.

        Raises:
            Closed: the document was closed.
        """
        with self._guard:
            if self._closed:
                raise Closed(Message("project", QT_TRANSLATE_NOOP("project", "{path} was closed."), {"path": str(self.path)}))
            yield self._database

    def fresh_snapshot(self) -> Snapshot:
        """The snapshot as a new reader would load it (tests compare it with the patched one)."""
        with self._open_database():
            return states_read.read_whole(self._database, self._schema, self.path)

    def _replayed(self, step: Step, before: Snapshot, changes: Changes) -> Snapshot:
        """The state after `step` was reverted or, if it is done, applied again."""
        known = self._states.after_redo if step.done else self._states.after_undo
        revision = states_read.next_revision(self._database, before, changes)
        following = known(step.id, before, revision, changes)
        if following is None or not states_read.is_held(self._database, self._schema, following, changes):
            rows = self._undone.rows(step.id, changes) if step.done else {}
            following = states_read.read_next(self._database, self._schema, before, revision, changes, rows)
        return following

    def _read_data_version(self) -> int:
        return int(self._database.value("PRAGMA data_version"))

    def _demand_references(self, following: Snapshot, changes: Changes) -> None:
        """Every row names rows that exist, or nothing is committed."""
        broken = dangling(self._schema, following, changes)
        if broken is not None:
            raise misfit(f"{broken} names a row that does not exist")

    def _demand_file(self) -> None:
        loss = self.look_beneath()
        if loss is not None:
            raise FileGone(loss.message, loss.fix)

    def _demand_writing(self) -> None:
        self._demand_file()
        if self.read_only is not None:
            raise ReadOnly(self.read_only)


def _stamp(clock: Clock) -> str:
    return clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
