"""A figure of each row of a table, carried over an edit of a few rows."""

import numpy as np

from gpudesk.core.values.changes import TableChange
from gpudesk.core.values.columns import ABSENT, Columns, Ids


def carried(known: Ids, before: Columns, after: Columns, change: TableChange, fresh: Ids) -> Ids:
    """The figures of the rows of `after`: those of `before` are known, and `fresh` are those of `change.present`."""
    touched = before.positions(change.touched)
    parts, start = [], 0
    for place in touched[touched != ABSENT].tolist():
        parts.append(known[start:place])
        start = place + 1
    untouched = np.concatenate([*parts, known[start:]])
    parts, start = [], 0
    # The untouched rows before each new or changed row.
    for number, place in enumerate(after.positions(change.present).tolist()):
        parts += [untouched[start : place - number], fresh[number : number + 1]]
        start = place - number
    return np.concatenate([*parts, untouched[start:]])
