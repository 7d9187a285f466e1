"""Positions of row names on drawings: before the outermost object of the line of a row's racks."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.derived.floor.floor_contents import Bodies
from gpudesk.project.snapshot import Snapshot

_TOUCH_MM = 400.0
"""Maximum distance between neighbors in line: a machine between racks, a gap for a column."""
_DEPTH_MM = 1200.0
"""How deep a row without racks is taken to be."""


@dataclass(frozen=True, slots=True)
class RowEnd:
    """The end of a row with its name, in mm of its hall: the left one, or the upper one of a vertical row.

    Attributes:
        place: index of the row in its table.
        at: the center of that end, shape (2,).
        inwards: the direction from there into the row, of length 1, shape (2,).
    """

    place: int
    at: Reals
    inwards: Reals


def row_ends(snapshot: Snapshot, hall: int, standing: Bodies) -> list[RowEnd]:
    """The ends of the rows of a hall.

    Args:
        standing: objects in that hall, racks first.
    """
    rows, racks = snapshot["rack_row"], snapshot["rack"]
    shapes = standing.shapes
    row_of = racks["row_id"][racks.positions(standing.row[: standing.racks])]
    ends = []
    for place in np.flatnonzero(rows["hall_id"] == hall).tolist():
        turn = np.radians(float(rows["angle_ddeg"][place]) / 10)
        along = np.array([np.cos(turn), np.sin(turn)])
        along = -along if along[0] < -1e-6 or (abs(along[0]) <= 1e-6 and along[1] < 0) else along
        across = np.array([-along[1], along[0]])
        inside = np.flatnonzero(row_of == rows.ids[place])
        if not len(inside):
            corner = np.array([rows["x_mm"][place], rows["y_mm"][place]], np.float64)
            ends.append(RowEnd(place, corner + across * _DEPTH_MM / 2, along))
            continue
        middle = shapes.centre @ along
        half = np.abs(shapes.along @ along) + np.abs(shapes.deep @ along)
        across_mm = shapes.centre @ across
        first = int(inside[np.argmin(middle[inside])])
        depth = float(np.abs(shapes.along[first] @ across) + np.abs(shapes.deep[first] @ across))
        level = float(across_mm[first])
        end = float(middle[first] - half[first])
        in_line = np.abs(across_mm - level) < depth
        # From neighbor to neighbor as long as something is right before.
        while (before := in_line & (middle - half < end - 1.0) & (middle + half > end - _TOUCH_MM)).any():
            end = float((middle - half)[before].min())
        ends.append(RowEnd(place, along * end + across * level, along))
    return ends
