"""Where the rows of a table are after an edit that put others before them, or took some away."""

import numpy as np

from gpudesk.core.values.changes import TableChange
from gpudesk.core.values.columns import Columns, Ids


def moved_places(places: Ids, before: Columns, after: Columns, change: TableChange) -> Ids:
    """The places in `after` of rows that an edit kept.

    A search for their ids (`Columns.positions`) takes thirty times as long for 10,000 rows.

    Args:
        places: their places in `before`, none of a removed row.
    """
    removed, added = before.positions(change.removed), after.positions(change.added)
    moved: Ids = places - np.searchsorted(removed, places) if len(removed) else places
    if not len(added) or added[0] >= before.rows - len(removed):
        return moved
    # The i-th new row at place a lies before all rows that were at a - i or later.
    return moved + np.searchsorted(added - np.arange(len(added)), moved, side="right")
