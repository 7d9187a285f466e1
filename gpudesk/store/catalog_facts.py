"""The facts of a built catalog, all at once: values by which a table of types is sorted and filtered."""

import contextlib
from pathlib import Path

from gpudesk.store import database
from gpudesk.store.catalog_db import FactRow


def read_facts(path: Path) -> list[FactRow]:
    """Every fact of every type, without the order of an entry.

    Raises:
        StoreError: the file cannot be read.
    """
    with contextlib.closing(database.open_read(path, immutable=True)) as opened:
        return [FactRow(*row) for row in opened.rows("SELECT key, name, value, source, confidence FROM fact")]
