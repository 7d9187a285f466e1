"""Rows identified by a separate key instead of their id: settings, site values, names of phases."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from gpudesk.project.edit import Edit


def put(edit: Edit, table: str, key: Mapping[str, Any], values: Mapping[str, Any] | None) -> None:
    """Give the row of `table` that `key` names these values, adding it if it is not there; None removes it.

    Args:
        key: columns that together name one row.
    """
    rows = edit.columns(table)
    matches_key = np.ones(rows.rows, bool)
    for name, value in key.items():
        matches_key &= rows[name] == value
    known = rows.ids[matches_key].tolist()
    if values is None:
        for row_id in known:
            edit.delete(table, row_id)
    elif known:
        edit.update(table, known[0], **values)
    else:
        edit.insert(table, **key, **values)
