"""The row of a hall that a rack joins at its position: the one whose end or gap it fills, side by side and in line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.floor import Stands
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.project.types import Types

BESIDE_MM = 20.0
"""Maximum gap between racks that are side by side."""
IN_LINE_MM = 50.0
"""Fronts that differ by no more are in one line."""
UNKNOWN_WIDTH_MM = 600.0


def joined_rows(
    read: Callable[[str], Columns], types: Types, hall_id: int, stands: Stands, width_mm: Reals, moving: Sequence[int] = ()
) -> Ids:
    """The row that each of some racks joins at its position, ABSENT for none, shape (n,).

    A rack joins a row if it has the direction of its racks and is next to one of them, with fronts in line; a row without racks, if
    it is at the start of the row. Racks that are tried together join through each other.

    Args:
        width_mm: of the racks, NaN if unknown.
        moving: ids of racks that are no longer at the position in the tables.
    """
    racks, rows = read("rack"), read("rack_row")
    row_racks = np.flatnonzero((racks["hall_id"] == hall_id) & (racks["row_id"] != ABSENT) & ~np.isin(racks.ids, list(moving)))
    wide = np.nan_to_num(types.numbers("outer_width_mm", racks["type_id"][row_racks]), nan=UNKNOWN_WIDTH_MM)
    empty = np.flatnonzero((rows["hall_id"] == hall_id) & ~np.isin(rows.ids, racks["row_id"][row_racks]))
    row = np.concatenate([racks["row_id"][row_racks], rows.ids[empty]])
    x, y, angle = (np.concatenate([racks[name][row_racks], rows[name][empty]]) for name in ("x_mm", "y_mm", "angle_ddeg"))
    # Where a row without racks begins, there is a rack of no width.
    ends = np.concatenate([wide, np.zeros(len(empty))])
    own = np.nan_to_num(width_mm, nan=UNKNOWN_WIDTH_MM)
    stand_rows = np.full(len(stands), ABSENT, np.int64)
    while True:
        before = stand_rows.copy()
        for place in np.flatnonzero(stand_rows == ABSENT).tolist():
            at = (int(stands.x_mm[place]), int(stands.y_mm[place]), int(stands.angle_ddeg[place]))
            neighbors = _beside(at, float(own[place]), x, y, angle, ends)
            if not len(neighbors):
                done = np.flatnonzero(stand_rows != ABSENT)
                mates = (stands.x_mm[done], stands.y_mm[done], stands.angle_ddeg[done])
                neighbors = done[_beside(at, float(own[place]), *mates, own[done])]
                stand_rows[place] = stand_rows[neighbors[0]] if len(neighbors) else ABSENT
            else:
                stand_rows[place] = row[neighbors[0]]
        if (before == stand_rows).all():
            return stand_rows


def _beside(at: tuple[int, int, int], wide: float, x: Ids, y: Ids, angle: Ids, widths: Reals) -> Ids:
    """The racks next to a given one, as indexes, the nearest first."""
    turn = np.radians(at[2] / 10)
    along = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
    aside = (y - at[1]) * np.cos(turn) - (x - at[0]) * np.sin(turn)
    gap = np.maximum(along - wide, -along - widths)
    places = np.flatnonzero((angle == at[2]) & (np.abs(aside) <= IN_LINE_MM) & (np.abs(gap) <= BESIDE_MM))
    nearest: Ids = places[np.argsort(np.abs(gap[places]), kind="stable")]
    return nearest


def rows_after(read: Callable[[str], Columns], types: Types, hall_id: int, rack_ids: Sequence[int], stands: Stands, width_mm: Reals) -> Ids:
    """The row of each of some racks of a hall after a move, ABSENT for none, shape (n,).

    A rack joins the row whose racks it is next to after the move. Otherwise it stays in its row while its front is in line with the
    others there, and leaves it otherwise. Racks that are all the racks of a row take the row along, and only a rack that is alone
    in its row joins another one.

    Args:
        rack_ids, stands, width_mm: of the racks, at their new positions.
    """
    racks = read("rack")
    ids = np.array(rack_ids, np.int64)
    own = racks["row_id"][racks.positions(ids)]
    after = own.copy()
    whole = np.isin(own, whole_rows(racks, ids))
    alone = whole & np.array([int((own == row).sum()) == 1 for row in own.tolist()], bool)
    loose = np.flatnonzero(~whole | alone)
    if not len(loose):
        return after
    tried = Stands(*(part[loose] for part in (stands.x_mm, stands.y_mm, stands.angle_ddeg)))
    joined = joined_rows(read, types, hall_id, tried, width_mm[loose], rack_ids)
    for place, row in zip(loose.tolist(), joined.tolist(), strict=True):
        if row != ABSENT:
            after[place] = row
        elif not alone[place] and own[place] != ABSENT and not _in_line(racks, ids, int(own[place]), stands, place):
            after[place] = ABSENT
    return after


def whole_rows(racks: Columns, rack_ids: Ids) -> Ids:
    """The rows all of whose racks are among some racks, ascending."""
    own = racks["row_id"][racks.positions(rack_ids)]
    distinct_rows, counts = np.unique(own[own != ABSENT], return_counts=True)
    everything = np.array([int((racks["row_id"] == row).sum()) for row in distinct_rows.tolist()], np.int64)
    whole: Ids = distinct_rows[counts == everything]
    return whole


def _in_line(racks: Columns, moving: Ids, row_id: int, stands: Stands, place: int) -> bool:
    """Whether a rack at a new position is in line with the remaining racks of a row, and has their direction."""
    mates = np.flatnonzero((racks["row_id"] == row_id) & ~np.isin(racks.ids, moving))
    angle = int(stands.angle_ddeg[place])
    turn = np.radians(angle / 10)
    aside = (racks["y_mm"][mates] - stands.y_mm[place]) * np.cos(turn) - (racks["x_mm"][mates] - stands.x_mm[place]) * np.sin(turn)
    return bool(((racks["angle_ddeg"][mates] == angle) & (np.abs(aside) <= IN_LINE_MM)).any())


def rows_of_copies(read: Callable[[str], Columns], types: Types, hall_id: int, stands: Stands, width_mm: Reals, own_row: int) -> Ids:
    """The row of each copy of a rack of some row: the row next to it, else the same row if it is in line with that."""
    copy_rows = joined_rows(read, types, hall_id, stands, width_mm)
    rows, racks = read("rack_row"), read("rack")
    if own_row == ABSENT or int(rows["hall_id"][rows.position(own_row)]) != hall_id:
        return copy_rows
    nothing = np.empty(0, np.int64)
    for place in np.flatnonzero(copy_rows == ABSENT).tolist():
        if _in_line(racks, nothing, own_row, stands, place):
            copy_rows[place] = own_row
    return copy_rows


@dataclass(frozen=True, slots=True)
class RowEnd:
    """Continuation of a row.

    Attributes:
        rack: the index of its last rack in the table.
        along: the direction of the row, of length 1.
        pitch_mm: from one rack to the next: that of the last two, or their width if they are alone or far apart.
        x_mm, y_mm: the center of the end of the last rack.
    """

    rack: int
    along: tuple[float, float]
    pitch_mm: float
    x_mm: float
    y_mm: float


def row_end(read: Callable[[str], Columns], types: Types, row_id: int) -> RowEnd | None:
    """The end of a row; None if it has no racks."""
    racks, rows = read("rack"), read("rack_row")
    mates = np.flatnonzero(racks["row_id"] == row_id)
    if not len(mates):
        return None
    turn = np.radians(int(rows["angle_ddeg"][rows.position(row_id)]) / 10)
    along = np.array([np.cos(turn), np.sin(turn)])
    at = racks["x_mm"][mates] * along[0] + racks["y_mm"][mates] * along[1]
    order = mates[np.argsort(at, kind="stable")]
    last = int(order[-1])
    sizes = (types.numbers(f"outer_{side}_mm", racks["type_id"][order[-1:]]) for side in ("width", "depth"))
    width, depth = (np.nan_to_num(size, nan=spare) for size, spare in zip(sizes, (UNKNOWN_WIDTH_MM, 2 * UNKNOWN_WIDTH_MM), strict=True))
    pitch = float(at.max() - np.sort(at)[-2]) if len(at) > 1 else 0.0
    if not float(width[0]) <= pitch <= 3 * float(width[0]):
        pitch = float(width[0])
    stand = Stands(racks["x_mm"][order[-1:]], racks["y_mm"][order[-1:]], racks["angle_ddeg"][order[-1:]])
    shape = stand.shapes(width, depth)
    reach = float(np.abs(shape.along[0] @ along) + np.abs(shape.deep[0] @ along))
    x_mm, y_mm = (shape.centre[0] + along * reach).tolist()
    return RowEnd(last, (float(along[0]), float(along[1])), pitch, x_mm, y_mm)


def row_extension(read: Callable[[str], Columns], end: RowEnd, count: int) -> Stands:
    """Positions at the end of a row for additional racks like its last one."""
    racks, steps = read("rack"), end.pitch_mm * np.arange(1, count + 1)
    x, y, angle = (np.full(count, int(racks[name][end.rack]), np.int64) for name in ("x_mm", "y_mm", "angle_ddeg"))
    shift: Reals = steps[:, None] * np.array(end.along)
    return Stands(x, y, angle).moved(shift)
