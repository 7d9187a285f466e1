"""Which row of a hall a rack joins where it stands: the one whose end or gap it fills, side by side and in line."""

from collections.abc import Callable, Sequence

import numpy as np

from gpudesk.core.columns import ABSENT, Columns, Ids
from gpudesk.core.floor import Stands
from gpudesk.core.placement import Reals
from gpudesk.project.types import Types

BESIDE_MM = 20.0
"""Racks with no wider gap stand side by side."""
IN_LINE_MM = 50.0
"""Fronts that differ by no more are in one line."""
UNKNOWN_WIDTH_MM = 600.0


def joined_rows(
    read: Callable[[str], Columns], types: Types, hall_id: int, stands: Stands, width_mm: Reals, moving: Sequence[int] = ()
) -> Ids:
    """The row that each of some racks joins at its place, ABSENT where it joins none, shape (n,).

    A rack joins a row if it turns as its racks do and stands beside one of them, their fronts in line; a row without racks, if it stands
    where the row begins. Racks that are tried together join through each other.

    Args:
        width_mm: of the racks, NaN where not known.
        moving: ids of racks that do not stand any more where the tables say.
    """
    racks, rows = read("rack"), read("rack_row")
    kept = np.flatnonzero((racks["hall_id"] == hall_id) & (racks["row_id"] != ABSENT) & ~np.isin(racks.ids, list(moving)))
    wide = np.nan_to_num(types.numbers("outer_width_mm", racks["type_id"][kept]), nan=UNKNOWN_WIDTH_MM)
    empty = np.flatnonzero((rows["hall_id"] == hall_id) & ~np.isin(rows.ids, racks["row_id"][kept]))
    row = np.concatenate([racks["row_id"][kept], rows.ids[empty]])
    x, y, angle = (np.concatenate([racks[name][kept], rows[name][empty]]) for name in ("x_mm", "y_mm", "angle_ddeg"))
    # Where a row without racks begins, there is a rack of no width.
    ends = np.concatenate([wide, np.zeros(len(empty))])
    own = np.nan_to_num(width_mm, nan=UNKNOWN_WIDTH_MM)
    found = np.full(len(stands), ABSENT, np.int64)
    while True:
        before = found.copy()
        for place in np.flatnonzero(found == ABSENT).tolist():
            at = (int(stands.x_mm[place]), int(stands.y_mm[place]), int(stands.angle_ddeg[place]))
            beside = _beside(at, float(own[place]), x, y, angle, ends)
            if not len(beside):
                done = np.flatnonzero(found != ABSENT)
                mates = (stands.x_mm[done], stands.y_mm[done], stands.angle_ddeg[done])
                beside = done[_beside(at, float(own[place]), *mates, own[done])]
                found[place] = found[beside[0]] if len(beside) else ABSENT
            else:
                found[place] = row[beside[0]]
        if (before == found).all():
            return found


def _beside(at: tuple[int, int, int], wide: float, x: Ids, y: Ids, angle: Ids, widths: Reals) -> Ids:
    """The racks beside which one stands, as places, the nearest first."""
    turn = np.radians(at[2] / 10)
    along = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
    aside = (y - at[1]) * np.cos(turn) - (x - at[0]) * np.sin(turn)
    gap = np.maximum(along - wide, -along - widths)
    places = np.flatnonzero((angle == at[2]) & (np.abs(aside) <= IN_LINE_MM) & (np.abs(gap) <= BESIDE_MM))
    nearest: Ids = places[np.argsort(np.abs(gap[places]), kind="stable")]
    return nearest
