"""Which racks an elevation drawing shows, in lines side by side as they stand in their rows."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.columns import ABSENT, Columns, Ids
from gpudesk.core.natural_order import natural_ranks
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import Scope, ScopeKind

RACKS_A_LINE = 16
"""How many racks that stand in no row come side by side."""


@dataclass(frozen=True, slots=True)
class Line:
    """Racks drawn side by side: `title` names hall and row, `rack_ids` from left to right, shape (n,)."""

    title: str
    rack_ids: Ids


def lines_of(snapshot: Snapshot, scope: Scope) -> tuple[Line, ...]:
    """The racks of `scope`, halls and rows in natural order, racks along their row; ids that do not exist are left out.

    Racks named one by one come in the order given, in one line.
    """
    racks, rows, halls = snapshot["rack"], snapshot["rack_row"], snapshot["hall"]
    if scope.kind is ScopeKind.RACKS:
        known = [rack_id for rack_id in dict.fromkeys(scope.ids) if racks.has(rack_id)]
        return (Line("", np.array(known, np.int64)),) if known else ()
    chosen = np.arange(racks.rows)
    if scope.kind is ScopeKind.HALL:
        chosen = np.flatnonzero(np.isin(racks["hall_id"], scope.ids))
    elif scope.kind is ScopeKind.ROW:
        chosen = np.flatnonzero(np.isin(racks["row_id"], scope.ids))
    if not len(chosen):
        return ()
    hall_rank = _ranks_of(halls, racks["hall_id"][chosen])
    row_rank = _ranks_of(rows, racks["row_id"][chosen])
    along = _along(racks, rows, chosen)
    names = natural_ranks(racks["name"][chosen].tolist())
    rowless = racks["row_id"][chosen] == ABSENT
    order = np.lexsort([names, np.where(rowless, 0.0, along), row_rank, hall_rank])
    chosen, hall_rank, row_rank = chosen[order], hall_rank[order], row_rank[order]
    breaks = np.flatnonzero((np.diff(hall_rank) != 0) | (np.diff(row_rank) != 0)) + 1
    made: list[Line] = []
    for group in np.split(chosen, breaks):
        title = _title(snapshot, int(group[0]))
        size = RACKS_A_LINE if racks["row_id"][group[0]] == ABSENT else len(group)
        made.extend(Line(title, racks.ids[group[low : low + size]]) for low in range(0, len(group), size))
    return tuple(made)


def _ranks_of(table: Columns, ids: Ids) -> Ids:
    """The natural rank of the row of `table` that each id names; what names none comes last."""
    if not table.rows:
        return np.zeros(len(ids), np.int64)
    ranks = natural_ranks(table["name"].tolist())
    places = table.positions(ids)
    return np.where(places == ABSENT, table.rows, ranks[places])


def _along(racks: Columns, rows: Columns, chosen: Ids) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How far along its row each rack stands, in mm."""
    places = rows.positions(racks["row_id"][chosen])
    angle = np.deg2rad(np.where(places == ABSENT, 0, rows["angle_ddeg"][places] if rows.rows else 0) / 10.0)
    x_mm, y_mm = racks["x_mm"][chosen].astype(np.float64), racks["y_mm"][chosen].astype(np.float64)
    distance: np.ndarray[tuple[int], np.dtype[np.float64]] = x_mm * np.cos(angle) + y_mm * np.sin(angle)
    return distance


def _title(snapshot: Snapshot, place: int) -> str:
    racks = snapshot["rack"]
    hall_id, row_id = int(racks["hall_id"][place]), int(racks["row_id"][place])
    halls, rows = snapshot["hall"], snapshot["rack_row"]
    parts = [str(halls["name"][halls.position(hall_id)])] if halls.has(hall_id) and halls.rows > 1 else []
    if rows.has(row_id):
        parts.append(str(rows["name"][rows.position(row_id)]))
    return " · ".join(parts)
