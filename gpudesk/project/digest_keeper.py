"""Maintains the digests of an open project: the blocks changed by its steps, and their new digests while there are no edits."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import monotonic

from gpudesk.core.values.changes import Changes
from gpudesk.store.database import Database
from gpudesk.store.digests import (
    BLOCK_IDS,
    BOOKS,
    SLICE_ROWS,
    WHOLE_TABLE,
    Areas,
    Block,
    Hashed,
    Slices,
    finish,
    mark,
    stored_digest,
    unverified,
    write,
)
from gpudesk.store.schema import Schema
from gpudesk.store.store_errors import Damaged, StoreError

SLICE_S = 0.0005
"""So long one slice of hashing lasts while an edit may wait."""
MOST_EDITS = 1000
"""Maximum number of consecutive edits during which the state before the first one is kept, even without a pause."""
FIRST_SHARE = 500
"""After this number of edits, each further edit compares a share of the touched blocks, so that none has to compare all."""
_SLICES_A_BLOCK = BLOCK_IDS // SLICE_ROWS
_BLOCKS_A_COMMIT = 64
_ENDED = object()


class DigestKeeper:
    """Tracks the steps of one project open for writing. Every method is called by the thread that holds its connection.

    Args:
        look: opens a second connection for reading, which keeps the state before the first edit; None if that is not possible.

    Attributes:
        damaged: blocks that did not match their digests; they keep them.
    """

    def __init__(self, database: Database, schema: Schema, look: Callable[[], Database] | None) -> None:
        self._database = database
        self._areas = Areas(schema)
        self._look = look
        # A damaged note may name what there is not; a verification says so.
        self._unverified = {block: damaged for block, damaged in unverified(database).items() if block[0] in self._areas.names}
        self._marked: dict[Block, bool] = {}
        self._hashed: dict[Block, Hashed] = {}
        self._work: tuple[Block, Slices[Hashed | None]] | None = None
        self._before: Database | None = None
        self._compared: set[Block] = set()
        self._comparing: Slices[bool] | None = None
        self._edits = 0
        self._unread: set[Block] = set()
        self.damaged: set[Block] = {block for block, damaged in self._unverified.items() if damaged}

    @property
    def is_settled(self) -> bool:
        """Whether every block has its digest, but for those that are damaged."""
        return next(self._waiting(), None) is None

    def before_edit(self) -> bool:
        """Keep the state before the first edit since the last digests: parts that it does not change are compared with them later.

        Returns:
            False after the maximum number of edits, when `compare_rest` is due: the log cannot be merged into the file until then.
        """
        self._edits += 1
        if self._before is None and self._look is not None:
            with suppress(StoreError):
                before = self._look()
                try:
                    before.run("BEGIN")
                    before.value("SELECT count(*) FROM meta")
                except StoreError:
                    before.close()
                    raise
                self._before = before
        return self._edits <= MOST_EDITS

    def touch(self, changes: Changes, steps: Iterable[int], rows: Iterable[tuple[str, int]]) -> None:
        """Record the changes of a step, inside its transaction.

        Args:
            steps: the steps of the history that were added, removed or replayed.
            rows: table and id of further rows.
        """
        touched = {(BOOKS, 0)} | self._areas.blocks_of_steps(steps)
        for table, change in changes.tables.items():
            touched |= self._areas.blocks_of(table, change.touched)
        for table, row_id in rows:
            touched |= self._areas.blocks_of(table, [row_id])
        for block in touched:
            self._hashed.pop(block, None)
            if block in self._unverified:
                # To the end: what was not touched for long is taken first.
                self._unverified[block] = self._unverified.pop(block)
            if self._work is not None and self._work[0] == block:
                self._work = None
        new = {block for block in touched if block not in self._unverified and (block[0], WHOLE_TABLE) not in self._unverified}
        self._marked = {block: block in self.damaged for block in new}
        if new:
            mark(self._database, self._marked)

    def committed(self) -> None:
        """The step that was noted last has been committed."""
        self._unverified.update(self._marked)
        self._marked = {}

    def found_damaged(self, blocks: Iterable[Block]) -> None:
        """Record damaged blocks: those changed since get no new digest, which would hide the damage.

        Raises:
            StoreError: the disk did not accept the record.
        """
        new = set(blocks) - self.damaged
        touched = {block: True for block in new if block in self._unverified}
        for block in new:
            self._hashed.pop(block, None)
        if touched:
            with self._database.transaction():
                mark(self._database, touched)
            self._unverified.update(touched)
        # Last: what could not be recorded is compared again.
        self.damaged |= new

    def take(self, revision: int, seconds: float | None = SLICE_S) -> bool:
        """Take digests of touched blocks for about `seconds`, or until there are all; True when nothing is left to do.

        Raises:
            StoreError: the disk did not take them.
        """
        if any(number == WHOLE_TABLE for _, number in self._unverified):
            self._list_blocks(revision)
        end = None if seconds is None else monotonic() + seconds
        while True:
            if self._work is None:
                waiting = next(self._waiting(), None)
                if waiting is None or len(self._hashed) >= _BLOCKS_A_COMMIT:
                    self._write(revision)
                    if waiting is None:
                        self.release()
                        return True
                else:
                    self._work = waiting, self._checked(waiting)
            if self._work is not None:
                self._advance(*self._work)
            if end is not None and monotonic() >= end:
                return False

    def compare_share(self) -> None:
        """Before one of many edits without a pause: compare enough of the touched blocks that few remain for the last edit.

        The new digests wait for a pause: the next edits would outdate them.

        Raises:
            StoreError: the disk did not accept a record of damage.
        """
        if self._edits <= FIRST_SHARE or self._before is None:
            return
        waiting = sum(1 for block in self._waiting() if block not in self._compared)
        for _ in range(-(-_SLICES_A_BLOCK * waiting // max(1, MOST_EDITS - self._edits))):
            if self._comparing is None:
                block = next((block for block in self._waiting() if block not in self._compared), None)
                if block is None:
                    return
                self._comparing = self._is_sound(block)
            if next(self._comparing, _ENDED) is _ENDED:
                self._comparing = None

    def compare_rest(self) -> None:
        """Compare all touched blocks and release the state before the first edit; they remain unverified until there is a pause.

        Raises:
            StoreError: the disk did not accept a record of damage.
        """
        if self._comparing is not None:
            finish(self._comparing)
        if self._before is not None:
            for block in [block for block in self._waiting() if block not in self._compared]:
                finish(self._is_sound(block))
        self.release()

    def release(self) -> None:
        """Release the state before the first edit: a log with a reader cannot be merged into the file."""
        before, self._before = self._before, None
        self._compared, self._comparing = set(), None
        self._edits = 0
        if before is not None:
            before.close()
        if self._work is not None:
            self._work = None

    def _waiting(self) -> Iterator[Block]:
        for block, damaged in self._unverified.items():
            if not damaged and block not in self._hashed and block not in self._unread and block not in self.damaged:
                yield block

    def _advance(self, block: Block, work: Slices[Hashed | None]) -> None:
        try:
            next(work)
        except StopIteration as end:
            self._work = None
            if end.value is not None:
                self._hashed[block] = end.value
        except Damaged:
            # The check of all pages names it; without a digest it stays unverified.
            self._work = None
            self._unread.add(block)

    def _checked(self, block: Block) -> Slices[Hashed | None]:
        """The new digest of a block; None if what no edit touched in it was damaged already.

        Also compares a block that was compared before: it may have been damaged since.
        """
        if not (yield from self._is_sound(block)):
            return None
        return (yield from self._areas.hashed(self._database, block))

    def _is_sound(self, block: Block) -> Slices[bool]:
        """Compare a block in the state before the first edit with its digest; True if it matches or there is nothing to compare."""
        if self._before is None:
            return True
        try:
            held = stored_digest(self._before, block)
            before = None if held is None else (yield from self._areas.hashed(self._before, block))
        except Damaged:
            # The check of all pages names it; without a digest it stays unverified.
            self._unread.add(block)
            return False
        if before is not None and before.digest != held:
            self.found_damaged([block])
            return False
        self._compared.add(block)
        return True

    def _list_blocks(self, revision: int) -> None:
        """List the blocks of tables of which none has a digest yet."""
        names = {name for name, number in self._unverified if number == WHOLE_TABLE}
        listed = {(name, number): False for name in names for number in self._areas.present(self._database, name)}
        with self._database.transaction():
            write(self._database, revision, {}, [(name, WHOLE_TABLE) for name in names])
            mark(self._database, listed)
        still_damaged = {block: damaged for block, damaged in self._unverified.items() if block[1] != WHOLE_TABLE}
        self._unverified = {**listed, **still_damaged}

    def _write(self, revision: int) -> None:
        if self._hashed:
            with self._database.transaction():
                write(self._database, revision, self._hashed, self._hashed)
            for block in self._hashed:
                self._unverified.pop(block, None)
            self._hashed = {}
