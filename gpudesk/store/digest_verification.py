"""Compare a project file with its digests: what differs was changed by no step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gpudesk.store.database import Database
from gpudesk.store.digests import (
    WHOLE_TABLE,
    Areas,
    Block,
    Hashed,
    Slices,
    Stored,
    stored,
    stored_row_sums,
    stored_sums,
    sums_by_id,
    unverified,
    wrong_tables,
)
from gpudesk.store.schema import Schema
from gpudesk.store.store_errors import Damaged


class Fault(StrEnum):
    """How damage shows."""

    ROWS = "rows"
    """Rows differ from their digest."""
    DIGEST = "digest"
    """A digest is altered or missing."""
    UNREADABLE = "unreadable"
    """Rows cannot be read."""
    EARLIER = "earlier"
    """Damage found before rows of the block were edited."""
    INDEX = "index"
    """An index does not match its table."""


@dataclass(frozen=True, slots=True)
class DamagedBlock:
    """A damaged block.

    Attributes:
        block: the table and the number of the block in it, WHOLE_TABLE if it is not one block.
        ids: the affected rows, as far as known, including lost rows.
    """

    block: Block
    fault: Fault
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verified:
    """Result of a verification.

    Attributes:
        compared: number of blocks compared with their digests.
        unverified: blocks that were edited since their digests were taken, or never had one.
    """

    compared: int
    unverified: tuple[Block, ...]
    damaged: tuple[DamagedBlock, ...]


def verify(database: Database, schema: Schema) -> Slices[Verified]:
    """Compare all blocks with their digests and all indexes with their tables, in slices between which edits may happen."""
    areas = Areas(schema)
    held, noted = stored(database), unverified(database)
    touched = {block: damaged for block, damaged in noted.items() if block[0] in areas.names}
    wrong = wrong_tables(database, held, areas.names)
    compared, open_ = 0, [block for block in touched if not touched[block]]
    # A note of a block that there cannot be was damaged.
    unknown = sorted({name for name, _ in noted} - set(areas.names))
    damaged = [DamagedBlock((name, WHOLE_TABLE), Fault.DIGEST) for name in unknown]
    for name in areas.names:
        if (name, WHOLE_TABLE) in touched:
            continue
        try:
            numbers = set(areas.present(database, name))
        except Damaged:
            numbers = set()
            damaged.append(DamagedBlock((name, WHOLE_TABLE), Fault.UNREADABLE))
        yield
        numbers |= {number for held_name, number in held if held_name == name}
        for number in sorted(numbers):
            block = (name, number)
            if block in touched:
                if touched[block]:
                    damaged.append(DamagedBlock(block, Fault.EARLIER))
                continue
            damage = yield from _compared(database, areas, block, held.get(block))
            if damage is not None and block not in unverified(database):
                damaged.append(damage)
            compared += 1
    # The digest of a table that was stamped meanwhile is another one.
    spoiled = wrong & wrong_tables(database, stored(database), areas.names) - {name for name, number in touched if number == WHOLE_TABLE}
    known = {damaged_block.block[0] for damaged_block in damaged}
    damaged.extend(DamagedBlock((name, WHOLE_TABLE), Fault.DIGEST) for name in sorted(spoiled - known))
    for table in schema:
        if database.value("SELECT count(*) FROM pragma_index_list(?)", (table,)):
            if _disagrees(database, table) and table not in known:
                damaged.append(DamagedBlock((table, WHOLE_TABLE), Fault.INDEX))
            yield
    return Verified(compared, tuple(open_), tuple(damaged))


def _compared(database: Database, areas: Areas, block: Block, held: Stored | None) -> Slices[DamagedBlock | None]:
    try:
        present = yield from areas.hashed(database, block)
    except Damaged:
        return DamagedBlock(block, Fault.UNREADABLE)
    if held is not None and present.digest == held.digest:
        return None if present.row_sums == stored_row_sums(database, block) else DamagedBlock(block, Fault.DIGEST)
    if held is None:
        return DamagedBlock(block, Fault.ROWS, tuple(sums_by_id(block, present.row_sums)))
    return _difference(database, areas, block, present)


def _difference(database: Database, areas: Areas, block: Block, present: Hashed) -> DamagedBlock:
    """Which rows of a block are not as they were."""
    if areas.table(block[0]) is None:
        return DamagedBlock(block, Fault.ROWS)
    ids = differing(stored_sums(database, block), sums_by_id(block, present.row_sums))
    return DamagedBlock(block, Fault.ROWS if ids else Fault.DIGEST, tuple(ids))


def differing(before: Mapping[int, int], after: Mapping[int, int]) -> list[int]:
    """The ids of rows that came, went or have another checksum, ascending."""
    return sorted(row_id for row_id in before.keys() | after.keys() if before.get(row_id) != after.get(row_id))


def _disagrees(database: Database, table: str) -> bool:
    """Whether an index of a table has other entries than the table; what else is wrong with its pages counts too."""
    try:
        return database.rows(f"PRAGMA integrity_check('{table}')") != [("ok",)]
    except Damaged:
        return True


def names_of(database: Database, schema: Schema, table: str, ids: Iterable[int]) -> dict[int, str]:
    """Row id → name, of rows that are there and whose tables have names."""
    known = schema.get(table)
    if known is None or "name" not in known.names:
        return {}
    names = {}
    for row_id in ids:
        try:
            rows = database.rows(f"SELECT CAST(name AS TEXT) FROM {table} WHERE id = ?", (row_id,))  # noqa: S608 - table and column names come from our schema, values are bound
        except Damaged:
            continue
        if rows:
            names[row_id] = str(rows[0][0])
    return names
