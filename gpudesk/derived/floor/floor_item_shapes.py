"""The shapes of floor items, and the names that a pattern gives to racks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.floor_items import FloorItemKind, item_corners
from gpudesk.core.names.name_pattern import made_name
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids


@dataclass(frozen=True, slots=True)
class ItemShape:
    """A floor item at its position.

    Attributes:
        corners: of its outline, or the points of a delivery route, in mm of the hall, shape (n, 2).
        clear_width_mm, clear_height_mm: clear opening of a door or a route, None if not stated.
    """

    id: int
    hall: int
    kind: FloorItemKind
    name: str
    corners: Reals
    clear_width_mm: int | None
    clear_height_mm: int | None


def item_shapes(items: Columns, kinds: Iterable[FloorItemKind] = tuple(FloorItemKind), halls: Ids | None = None) -> list[ItemShape]:
    """The floor items of some kinds, of some halls or of all; those without a shape are left out."""
    if not items.rows:
        return []
    chosen = np.isin(items["kind"], [int(kind) for kind in kinds])
    if halls is not None:
        chosen &= np.isin(items["hall_id"], halls)
    return [shape for place in np.flatnonzero(chosen).tolist() if len((shape := _shape(items, place)).corners) >= 2]


def _shape(items: Columns, place: int) -> ItemShape:
    x, y, angle, width, depth, clear_width, clear_height = (
        int(items[name][place]) for name in ("x_mm", "y_mm", "angle_ddeg", "width_mm", "depth_mm", "clear_width_mm", "clear_height_mm")
    )
    return ItemShape(
        int(items.ids[place]),
        int(items["hall_id"][place]),
        FloorItemKind(int(items["kind"][place])),
        str(items["name"][place]),
        item_corners(x, y, angle, _said(width), _said(depth), str(items["outline"][place])),
        _said(clear_width),
        _said(clear_height),
    )


def _said(value: int) -> int | None:
    return None if value == ABSENT else value


@dataclass(frozen=True, slots=True)
class PlannedName:
    """A rack and the name that a pattern gives to it."""

    rack: int
    old: str
    new: str


def planned_names(
    hall: Mapping[str, object],
    rows: Columns,
    racks: Columns,
    pattern: str,
    row_ids: Sequence[int] | None = None,
    first_row: int = 1,
    first: int = 1,
) -> list[PlannedName]:
    """The names that a checked pattern gives to the racks of a hall (or of some of its rows), row by row.

    Rows count from the front of the hall to its back and then from left to right, racks along their row; racks in no row keep their names.

    Args:
        hall: the hall as a row of its table.
        row_ids: the rows to name; they keep the numbers that they have among all rows of the hall.
        first_row, first: the numbers of the first row and of the first rack of each row.
    """
    planned: list[PlannedName] = []
    for number, row_id in enumerate(rows_in_order(hall, rows)):
        place = rows.position(row_id)
        if row_ids is not None and row_id not in row_ids:
            continue
        turn = np.radians(rows["angle_ddeg"][place] / 10)
        mates = np.flatnonzero(racks["row_id"] == row_id)
        along = racks["x_mm"][mates] * np.cos(turn) + racks["y_mm"][mates] * np.sin(turn)
        for count, mate in enumerate(mates[np.lexsort((racks.ids[mates], along))].tolist()):
            values: dict[str, str | int] = {
                "hall": str(hall["name"]),
                "row": first_row + number,
                "row_name": str(rows["name"][place]),
                "n": first + count,
            }
            planned.append(PlannedName(int(racks.ids[mate]), str(racks["name"][mate]), made_name(pattern, values)))
    return planned


def rows_in_order(hall: Mapping[str, object], rows: Columns) -> list[int]:
    """The rows of a hall from its front to its back and then from left to right, in which they are numbered."""
    here = np.flatnonzero(rows["hall_id"] == hall["id"])
    ordered: list[int] = rows.ids[here[np.lexsort((rows.ids[here], rows["x_mm"][here], rows["y_mm"][here]))]].tolist()
    return ordered
