"""A figure of each row of a table, carried over an edit of a few rows."""

import numpy as np

from gpudesk.core.values.changes import TableChange
from gpudesk.core.values.columns import ABSENT, Columns, Ids


def carried(known: Ids, before: Columns, after: Columns, change: TableChange, fresh: Ids) -> Ids:
    """The figures of the rows of `after`: those of `before` are known, and `fresh` are those of `change.present`."""
    came, touched = after.positions(change.present), before.positions(change.touched)
    untouched = np.ones(after.rows, bool)
    untouched[came] = False
    figures = np.empty(after.rows, np.int64)
    figures[untouched] = np.delete(known, touched[touched != ABSENT])
    figures[came] = fresh
    return figures
