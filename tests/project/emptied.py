"""A project of which one table is empty, with all that names its rows: as an import, a deletion or another program leaves it."""

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

import numpy as np

from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import Ids
from gpudesk.project.edit import Edit
from gpudesk.store.database import memory
from gpudesk.store.schema import migrate

_NOT_ALONE = frozenset(["cooling_service", "power_cord"])
"""Tables of which a row is nothing without what it names."""


class Naming(Enum):
    """What becomes of rows that name a row that goes."""

    GOES = "goes too"
    STAYS = "stays without it, where it may"


@lru_cache(maxsize=1)
def _needed() -> frozenset[tuple[str, str]]:
    """Table and column of the references that may not be missing."""
    database = memory()
    migrate(database)
    tables = [str(row[0]) for row in database.rows("SELECT name FROM table_kind")]
    found = frozenset(
        (table, str(row[0]))
        for table in tables
        for row in database.rows('SELECT name FROM pragma_table_info(?) WHERE "notnull" = 1', [table])
    )
    database.close()
    return found


def empty(edit: Edit, table: str, naming: Naming) -> None:
    """Take all rows of a table out of the project, as one step."""
    take(edit, table, edit.columns(table).ids, naming)
    edit.title = Message("tests", "Empty {table}", {"table": table})


def take(edit: Edit, table: str, ids: Ids, naming: Naming) -> None:
    """Take some rows of a table out of the project, with or without those that name them."""
    if not len(ids):
        return
    for name, schema in edit.schema.items():
        for column, target in schema.references:
            if target != table:
                continue
            rows = edit.columns(name)
            mine = rows.ids[np.isin(rows[column], ids)]
            if name == table:
                mine = np.setdiff1d(mine, ids)
            if naming is Naming.GOES or (name, column) in _needed() or name in _NOT_ALONE:
                take(edit, name, mine, naming)
            else:
                values: Mapping[str, None] = {column: None, **({"position": None} if (name, column) == ("device", "rack_id") else {})}
                edit.update_many(name, mine, **values)
    edit.delete_many(table, np.intersect1d(edit.columns(table).ids, ids))
