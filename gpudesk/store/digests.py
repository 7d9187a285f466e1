"""Digests of the rows of a project file, by table and block: SQLite has none, so a flipped bit would be read as valid data.

A block is about a thousand ids of one table, one stored content, 64 steps of the history with all their row images, or the small
bookkeeping tables of the file. Rows are encoded by SQLite itself, as one aggregate per slice: while another Python thread is busy,
a cursor that releases the interpreter lock at every row is hundreds of times slower. The encoding is equal in all SQLite releases.
"""

import json
import struct
import zlib
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

import numpy as np

from gpudesk.store.database import Database
from gpudesk.store.schema import Kind, Schema, TableSchema, undoable

BLOCK_IDS = 1000
"""Number of ids in a block of a table."""
BLOCK_STEPS = 64
"""Number of steps in a block of the history."""
SLICE_ROWS = 50
"""Number of rows hashed at once: less than a millisecond."""
SLICE_BYTES = 2**20
"""Number of bytes of a stored content hashed at once."""
WHOLE_TABLE = -1
"""Marks all blocks of a table in `unverified`."""
DIGEST_BYTES = 16

HISTORY, BOOKS = "history", "meta"
"""The history with all its row images, and the file's own book-keeping."""
_CONTENTS = (("attachment", "content"), ("version", "dump"))
_BOOKS = (
    ("meta", (("key", "TEXT"), ("value", "TEXT")), "key"),
    ("table_kind", (("name", "TEXT"), ("kind", "TEXT")), "name"),
    ("undo_state", (("id", "INTEGER"), ("step", "INTEGER")), "id"),
    # SQLite's own: from which id on new rows are numbered.
    ("sqlite_sequence", (("name", "TEXT"), ("seq", "INTEGER")), "name"),
)
_STEPS = (("id", "INTEGER"), ("title", "TEXT"), ("at_utc", "TEXT"), ("done", "INTEGER"), ("bytes", "INTEGER"))
_RANGES = (("step", "INTEGER"), ("table_name", "TEXT"), ("low", "INTEGER"), ("high", "INTEGER"))

Block = tuple[str, int]
"""The name of a table, or of a similar area, and the number of the block in it."""
Columns = Sequence[tuple[str, str]]
Made = TypeVar("Made")
Slices = Generator[None, None, Made]
"""Work that stops after each slice; returns its result at the end."""


@dataclass(frozen=True, slots=True)
class Hashed:
    """The digest of one block.

    Attributes:
        digest: of all its rows.
        row_sums: place in the block and checksum of each row, where the block has ids; see `row_sums`.
        rows: how many rows it has; contents count as rows.
    """

    digest: bytes
    row_sums: bytes
    rows: int


@dataclass(frozen=True, slots=True)
class Stored:
    """Stored data of one block: the digest, and the revision at which it was calculated."""

    revision: int
    digest: bytes


def finish(work: Slices[Made]) -> Made:
    """Do all slices at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            outcome: Made = end.value
            return outcome


class Areas:
    """Areas divided into blocks: the tables of a schema, their contents, the history and the bookkeeping."""

    def __init__(self, schema: Schema) -> None:
        self._tables = {table.name: table for table in schema.values() if table.kind is not Kind.SYSTEM or table.name == "version"}
        self._contents = {f"{table}.{column}": (table, column) for table, column in _CONTENTS if table in schema}
        self._images: list[tuple[str, Columns, str]] = []
        for table in undoable(schema):
            first = (("step", "INTEGER"), ("id", "INTEGER"), ("existed", "INTEGER"))
            values = tuple(column for column in table.columns if column[0] != "id")
            self._images.append((f"undo_{table.name}", (*first, *values), "step, id"))
            self._images.append((f"redo_{table.name}", (*first[:2], *values), "step, id"))
        self.names: tuple[str, ...] = (*self._tables, *self._contents, HISTORY, BOOKS)

    def table(self, name: str) -> TableSchema | None:
        """The table with ids of that name; None if the name is only an area."""
        return self._tables.get(name)

    def blocks_of(self, table: str, ids: Iterable[int]) -> set[Block]:
        """The blocks in which rows of a table lie, those of their contents included."""
        numbers = np.unique(np.asarray(ids, np.int64) // BLOCK_IDS).tolist()
        blocks = {(table, number) for number in numbers}
        for name, (owner, _) in self._contents.items():
            if owner == table:
                blocks.update((name, int(row_id)) for row_id in ids)
        return blocks

    @staticmethod
    def blocks_of_steps(steps: Iterable[int]) -> set[Block]:
        """The blocks of the history in which steps lie."""
        return {(HISTORY, step // BLOCK_STEPS) for step in steps}

    def present(self, database: Database, name: str) -> list[int]:
        """The blocks of a table in which there are rows, ascending."""
        if name == BOOKS:
            return [0]
        if name == HISTORY:
            numbers: set[int] = set()
            for table, column in (("undo_step", "id"), ("undo_range", "step"), *((images, "step") for images, _, _ in self._images)):
                numbers.update(_seek_blocks(database, table, column, BLOCK_STEPS))
            return sorted(numbers)
        if name in self._contents:
            return [int(row[0]) for row in database.rows(f"SELECT id FROM {self._contents[name][0]} NOT INDEXED ORDER BY id")]  # noqa: S608 - table and column names come from our schema, values are bound
        return list(_seek_blocks(database, name, "id", BLOCK_IDS))

    def hashed(self, database: Database, block: Block) -> Slices[Hashed]:
        """Take the digest of one block, slice by slice.

        Raises:
            StoreError: its rows cannot be read.
        """
        name, number = block
        if name in self._contents:
            return _hashed_content(database, *self._contents[name], number)
        if name == HISTORY:
            return self._hashed_history(database, number)
        if name == BOOKS:
            return _hashed_books(database)
        return _hashed_rows(database, self._tables[name], number)

    def _hashed_history(self, database: Database, number: int) -> Slices[Hashed]:
        digest, rows = blake2b(digest_size=DIGEST_BYTES), 0
        low, high = number * BLOCK_STEPS, (number + 1) * BLOCK_STEPS - 1
        for table, columns, key in (("undo_step", _STEPS, "id"), ("undo_range", _RANGES, "step, rowid"), *self._images):
            digest.update(f"{table};".encode())
            first = key.split(",", 1)[0]
            last: tuple[int, ...] = ()
            while True:
                # One lower bound only: with `BETWEEN` too SQLite seeks its bound, and goes through all rows of the slices before again.
                after = f"({key}) > ({', '.join('?' * len(last))})" if last else f"{first} >= ?"
                where = f"{table} WHERE {after} AND {first} <= ? ORDER BY {key}"
                slice_ = f"SELECT {_encoded(columns)} AS encoded FROM {where} LIMIT {SLICE_ROWS}"  # noqa: S608 - table and column names come from our schema, values are bound
                parameters = (*(last or (low,)), high)
                content, count = database.rows(f"SELECT {_JOINED}, count(*) FROM ({slice_})", parameters)[0]  # noqa: S608 - table and column names come from our schema, values are bound
                if count:
                    digest.update(content)
                    rows += int(count)
                yield
                if count < SLICE_ROWS:
                    break
                last = database.rows(f"SELECT {key} FROM {where} LIMIT 1 OFFSET {SLICE_ROWS - 1}", parameters)[0]  # noqa: S608 - table and column names come from our schema, values are bound
        return Hashed(digest.digest(), b"", rows)


_JOINED = "CAST(group_concat(encoded, '') AS BLOB)"


def _seek_blocks(database: Database, table: str, column: str, size: int) -> Iterator[int]:
    sql = f"SELECT min({column}) FROM {table} WHERE {column} >= ?"  # noqa: S608 - table and column names come from our schema, values are bound
    next_id = database.value(f"SELECT min({column}) FROM {table}")  # noqa: S608 - table and column names come from our schema, values are bound
    while next_id is not None:
        number = int(next_id) // size
        yield number
        next_id = database.value(sql, ((number + 1) * size,))
        if next_id is not None and int(next_id) // size <= number:
            return  # out of order: the digests will say so


def _encoded(columns: Columns) -> str:
    """The expression that encodes one row: each value with its type, texts with their length in bytes."""
    parts = []
    for name, kind in columns:
        if kind == "REAL":
            raise AssertionError("SQLite writes real numbers differently from release to release")
        value = f"length(CAST({name} AS BLOB)) || ':' || {name}" if kind == "TEXT" else f"{name} || ';'"
        parts.append(f"substr(typeof({name}), 1, 1) || coalesce({value}, '')")
    return " || ".join(parts)


def _hashed_rows(database: Database, table: TableSchema, number: int) -> Slices[Hashed]:
    digest, sums, rows = blake2b(digest_size=DIGEST_BYTES), [], 0
    encoded = _encoded([column for column in table.columns if column[1] != "BLOB"])
    low, end = number * BLOCK_IDS, (number + 1) * BLOCK_IDS
    for start in range(low, end, SLICE_ROWS):
        # LIMIT keeps SQLite from encoding each row twice.
        slice_ = f"SELECT id, {encoded} AS encoded FROM {table.name} NOT INDEXED WHERE id BETWEEN ? AND ? LIMIT {2 * SLICE_ROWS}"  # noqa: S608 - table and column names come from our schema, values are bound
        sizes = "group_concat(length(CAST(encoded AS BLOB)))"
        content, lengths, ids = database.rows(
            f"SELECT {_JOINED}, {sizes}, group_concat(id) FROM ({slice_})",  # noqa: S608 - table and column names come from our schema, values are bound
            (start, start + SLICE_ROWS - 1),
        )[0]
        if content is not None:
            digest.update(content)
            place = 0
            for row_id, length in zip(ids.split(","), lengths.split(","), strict=True):
                following = place + int(length)
                sums.append(_ROW_SUM.pack(int(row_id) - low, zlib.crc32(content[place:following])))
                place = following
                rows += 1
        yield
    return Hashed(digest.digest(), b"".join(sums), rows)


_ROW_SUM = struct.Struct("<HI")


def sums_by_id(block: Block, row_sums: bytes) -> dict[int, int]:
    """Row id → checksum of the row, as `Hashed.row_sums` holds them; a damaged remainder is left out."""
    whole = row_sums[: len(row_sums) - len(row_sums) % _ROW_SUM.size]
    return {block[1] * BLOCK_IDS + place: checksum for place, checksum in _ROW_SUM.iter_unpack(whole)}


def _hashed_content(database: Database, table: str, column: str, row_id: int) -> Slices[Hashed]:
    digest = blake2b(digest_size=DIGEST_BYTES)
    type_rows = database.rows(f"SELECT typeof({column}), length({column}) FROM {table} WHERE id = ?", (row_id,))  # noqa: S608 - table and column names come from our schema, values are bound
    if not type_rows:
        return Hashed(digest.digest(), b"", 0)
    kind, size = str(type_rows[0][0]), int(type_rows[0][1] or 0)
    digest.update(f"{kind}{size};".encode())
    for offset in range(0, size if kind == "blob" else 0, SLICE_BYTES):
        digest.update(database.blob_part(table, column, row_id, offset, min(SLICE_BYTES, size - offset)))
        yield
    return Hashed(digest.digest(), b"", 1)


def _hashed_books(database: Database) -> Slices[Hashed]:
    digest, rows = blake2b(digest_size=DIGEST_BYTES), 0
    for table, columns, key in _BOOKS:
        slice_ = f"SELECT {_encoded(columns)} AS encoded FROM {table} ORDER BY {key}"  # noqa: S608 - table and column names come from our schema, values are bound
        content, count = database.rows(f"SELECT {_JOINED}, count(*) FROM ({slice_})")[0]  # noqa: S608 - table and column names come from our schema, values are bound
        digest.update(f"{table};".encode())
        digest.update(content or b"")
        rows += int(count)
    yield
    return Hashed(digest.digest(), b"", rows)


# what the file holds of them


def _number(column: str) -> str:
    """The expression that reads a number of these tables: damage can make it a text or nothing, and neither may end a verification."""
    return f"coalesce(CAST({column} AS INTEGER), {_NO_NUMBER})"


def _bytes(column: str) -> str:
    """As `_number`, for bytes."""
    return f"coalesce(CAST({column} AS BLOB), x'')"


_NO_NUMBER = -2
"""Neither a block nor a revision."""
_NAME = _bytes("table_name")


def _named(name: bytes) -> str:
    """The name of a table; damaged ones need not be UTF-8, and are then the name of no table."""
    return name.decode("utf-8", "replace")


def stored(database: Database) -> dict[Block, Stored]:
    """The digests that the file holds; damaged ones are of no table, or fit no rows."""
    columns = f"{_NAME}, {_number('block')}, {_number('revision')}, {_bytes('digest')}"
    rows = database.rows(f"SELECT {columns} FROM block_digest ORDER BY table_name, block")  # noqa: S608 - the names of columns are ours
    return {(_named(name), block): Stored(revision, digest) for name, block, revision, digest in rows}


def stored_digest(database: Database, block: Block) -> bytes | None:
    """The digest that the file holds of one block, None without one or where the block was touched since."""
    sql = (
        f"SELECT {_bytes('digest')} FROM block_digest b WHERE table_name = ?1 AND block = ?2 "  # noqa: S608 - the names of columns are ours
        "AND NOT EXISTS (SELECT 1 FROM unverified u WHERE u.table_name = ?1 AND u.block IN (?2, ?3))"
    )
    digest = database.value(sql, (*block, WHOLE_TABLE))
    return None if digest is None else bytes(digest)


def stored_row_sums(database: Database, block: Block) -> bytes:
    """`Hashed.row_sums` as the file holds them of one block."""
    sums = _bytes("row_sums")
    row_sums = database.value(f"SELECT {sums} FROM block_digest WHERE table_name = ? AND block = ?", block)  # noqa: S608 - the names of columns are ours
    return bytes(row_sums or b"")


def stored_sums(database: Database, block: Block) -> dict[int, int]:
    """Row id → checksum, as the file holds them of one block."""
    return sums_by_id(block, stored_row_sums(database, block))


def unverified(database: Database) -> dict[Block, bool]:
    """The blocks that were touched since their digests were taken → whether they had been damaged before."""
    columns = f"{_NAME}, {_number('block')}, {_number('damaged')}"
    rows = database.rows(f"SELECT {columns} FROM unverified")  # noqa: S608 - the names of columns are ours
    return {(_named(name), block): bool(damaged) for name, block, damaged in rows}


def wrong_tables(database: Database, held: Mapping[Block, Stored], names: Iterable[str]) -> set[str]:
    """The tables whose digest does not fit the digests of their blocks, or is missing."""
    columns = f"{_NAME}, {_number('revision')}, {_number('blocks')}, {_bytes('digest')}"
    rows = database.rows(f"SELECT {columns} FROM table_digest")  # noqa: S608 - the names of columns are ours
    row_of_table = {_named(row[0]): row[1:] for row in rows}
    wrong = set(row_of_table) - set(names)
    for name in names:
        blocks = [(block, stored_block) for block, stored_block in held.items() if block[0] == name]
        row = row_of_table.get(name)
        if row is None or row[1] != len(blocks) or row[2] != _table_digest(name, row[0], blocks):
            wrong.add(name)
    return wrong


def _table_digest(name: str, revision: int, blocks: Sequence[tuple[Block, Stored]]) -> bytes:
    digest = blake2b(f"{name};{revision};{len(blocks)};".encode(), digest_size=DIGEST_BYTES)
    for (_, number), stored_block in sorted(blocks):
        digest.update(f"{number};{stored_block.revision};{len(stored_block.digest)};".encode() + stored_block.digest)
    return digest.digest()


def mark_all(database: Database, schema: Schema) -> None:
    """Forget all digests: the shape of the rows has changed, or the file is new."""
    for table in ("block_digest", "table_digest", "unverified"):
        database.run(f"DELETE FROM {table}")  # noqa: S608 - table and column names come from our schema, values are bound
    mark(database, dict.fromkeys([(name, WHOLE_TABLE) for name in Areas(schema).names], False))


def mark(database: Database, blocks: Mapping[Block, bool]) -> None:
    """Note that blocks are touched, and whether they were damaged before, in the transaction of the caller."""
    listed = json.dumps([[name, number, int(damaged)] for (name, number), damaged in blocks.items()])
    database.run(
        "INSERT OR REPLACE INTO unverified (table_name, block, damaged) "
        "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)",
        (listed,),
    )


def write(database: Database, revision: int, hashed: Mapping[Block, Hashed], verified: Collection[Block]) -> None:
    """Write digests to the file, in the transaction of the caller.

    Args:
        revision: revision of the digests.
        verified: blocks that are no longer unverified afterward.
    """
    for block, block_hash in hashed.items():
        if block_hash.rows:
            sql = "INSERT OR REPLACE INTO block_digest (table_name, block, revision, digest, row_sums) VALUES (?, ?, ?, ?, ?)"
            database.run(sql, (*block, revision, block_hash.digest, block_hash.row_sums))
        else:
            database.run("DELETE FROM block_digest WHERE table_name = ? AND block = ?", block)
    for block in verified:
        database.run("DELETE FROM unverified WHERE table_name = ? AND block = ?", block)
    held = stored(database)
    for name in sorted({name for name, _ in (*hashed, *verified)}):
        blocks = [(block, stored_block) for block, stored_block in held.items() if block[0] == name]
        sql = "INSERT OR REPLACE INTO table_digest (table_name, revision, blocks, digest) VALUES (?, ?, ?, ?)"
        database.run(sql, (name, revision, len(blocks), _table_digest(name, revision, blocks)))
