"""Reading order of racks: halls and rows by name, racks by position along their row."""

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.project.snapshot import Snapshot, made_from


def racks_by_row(snapshot: Snapshot, chosen: Ids) -> list[Ids]:
    """Return groups of adjacent racks: halls and rows in natural order, racks along their row.

    Args:
        chosen: places in the table of racks, shape (n,); the groups contain such places.
    """
    racks, rows, halls = snapshot["rack"], snapshot["rack_row"], snapshot["hall"]
    if not len(chosen):
        return []
    hall_rank = _ranks_of(halls, racks["hall_id"][chosen])
    row_rank = _ranks_of(rows, racks["row_id"][chosen])
    along = _along(racks, rows, chosen)
    names = natural_ranks(racks["name"][chosen].tolist())
    rowless = racks["row_id"][chosen] == ABSENT
    order = np.lexsort([names, np.where(rowless, 0.0, along), row_rank, hall_rank])
    chosen, hall_rank, row_rank = chosen[order], hall_rank[order], row_rank[order]
    breaks = np.flatnonzero((np.diff(hall_rank) != 0) | (np.diff(row_rank) != 0)) + 1
    return np.split(chosen, breaks)


@made_from({"rack": ("name", "hall_id", "row_id", "x_mm", "y_mm"), "rack_row": ("name", "angle_ddeg"), "hall": ("name",)})
def all_racks_by_row(snapshot: Snapshot) -> list[Ids]:
    """The groups of all racks, as `racks_by_row` returns them."""
    return racks_by_row(snapshot, np.arange(snapshot["rack"].rows))


def _ranks_of(table: Columns, ids: Ids) -> Ids:
    """Return the natural rank of the `table` row that each id refers to; ids without a row come last."""
    if not table.rows:
        return np.zeros(len(ids), np.int64)
    ranks = natural_ranks(table["name"].tolist())
    places = table.positions(ids)
    return np.where(places == ABSENT, table.rows, ranks[places])


def _along(racks: Columns, rows: Columns, chosen: Ids) -> Reals:
    """Return the position of each rack along its row, in mm."""
    places = rows.positions(racks["row_id"][chosen])
    angle = np.deg2rad(np.where(places == ABSENT, 0, rows["angle_ddeg"][places] if rows.rows else 0) / 10.0)
    x_mm, y_mm = racks["x_mm"][chosen].astype(np.float64), racks["y_mm"][chosen].astype(np.float64)
    distance: Reals = x_mm * np.cos(angle) + y_mm * np.sin(angle)
    return distance
