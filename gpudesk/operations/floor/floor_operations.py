"""Racks, rows and floor devices: move, rotate, align and distribute them on the floor of a hall.

Each operation refuses new overlaps and new positions out of the hall; existing ones in a plan are left to the
checks. A named row includes its racks.
"""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.floor.floor import EDGES, FULL_TURN_DDEG, TILE_MM, Stands, aligning_shift, facing_about, middle, spreading_shift
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_following import following_containments
from gpudesk.derived.floor.floor_rows import rows_after, whole_rows
from gpudesk.derived.floor.floor_trial import FloorTrial, FloorVerdict, Tried
from gpudesk.operations.floor.halls import end_of_row
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_TRIED = 4000
"""Maximum number of places in another hall to try for moved objects."""


@operation
def move_on_floor(edit: Edit, objects: Sequence[Standing], dx_mm: int, dy_mm: int) -> None:
    """Move racks, rows and floor devices together within their hall.

    A row moves with the last of its racks, and a containment with the last of the racks around it. A rack that arrives
    next to the racks of another row joins that row; one that leaves the line of its row is in none.

    Args:
        objects: table ("rack", "rack_row" or "device") and id of each.

    Raises:
        Refused: an object would overlap another or extend out of the hall, or is not on a floor.
    """
    group = Group(edit, objects)
    along = group.along()
    if dx_mm or dy_mm:
        rejoin(edit, group, group.trial.stands.shifted(dx_mm, dy_mm))
    group.put(group.trial.stands.shifted(dx_mm, dy_mm))
    for table, row_id in group.still_along(along):
        row = edit.row(table, row_id)
        edit.update(table, row_id, x_mm=int(row["x_mm"]) + dx_mm, y_mm=int(row["y_mm"]) + dy_mm)
    edit.title = group.title(
        QT_TRANSLATE_NOOP("operations", "Move {name}"), QT_TRANSLATE_NOOP("operations", "Move {count} floor {count|object|objects}")
    )


@operation
def put_on_floor(edit: Edit, table: str, row_id: int, x_mm: int, y_mm: int, angle_ddeg: int) -> None:
    """Put one rack or floor device at a place of its hall; see `move_on_floor`."""
    group = Group(edit, [(table, row_id)])
    if table == "rack_row":
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A row can only be moved with its racks.")))
    _demand_near(x_mm, y_mm)
    position = _stands([(x_mm, y_mm, angle_ddeg % FULL_TURN_DDEG)])
    rejoin(edit, group, position)
    group.put(position)
    edit.title = group.title(QT_TRANSLATE_NOOP("operations", "Move {name}"), "")


@operation
def turn_on_floor(edit: Edit, objects: Sequence[Standing], turn_ddeg: int) -> None:
    """Turn racks, rows and floor devices together about the middle of the group; see `move_on_floor`.

    Args:
        turn_ddeg: tenths of a degree, from the width of the hall toward its depth.
    """
    group = Group(edit, objects)
    x_mm, y_mm = middle(group.trial.shapes)
    along = group.along()
    group.put(group.trial.stands.turned(turn_ddeg, x_mm, y_mm))
    for table, row_id in along:
        row = edit.row(table, row_id)
        turned = _stands([(row["x_mm"], row["y_mm"], row["angle_ddeg"])]).turned(turn_ddeg, x_mm, y_mm)
        _update_place(edit, table, row_id, turned)
    edit.title = group.title(
        QT_TRANSLATE_NOOP("operations", "Rotate {name}"), QT_TRANSLATE_NOOP("operations", "Rotate {count} floor {count|object|objects}")
    )


@operation
def align_on_floor(edit: Edit, objects: Sequence[Standing], edge: str) -> None:
    """Line racks and floor devices up with the first one; see `move_on_floor`.

    Args:
        edge: the side of the first one: "left", "right", "front" or "rear".
    """
    if edge not in EDGES:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{edge} is not an edge of a rack."), {"edge": edge}))
    group = Group(edit, objects, least=2)
    group.put(group.trial.stands.moved(aligning_shift(group.trial.shapes, edge)))
    text = QT_TRANSLATE_NOOP("operations", "Align {count} {count|object|objects} with {name}")
    edit.title = group.title(text, text)


@operation
def distribute_on_floor(edit: Edit, objects: Sequence[Standing]) -> None:
    """Make the gaps between racks and floor devices equal; the outermost stay. See `move_on_floor`."""
    group = Group(edit, objects, least=3)
    group.put(group.trial.stands.moved(spreading_shift(group.trial.shapes)))
    text = QT_TRANSLATE_NOOP("operations", "Space {count} {count|object|objects} evenly")
    edit.title = group.title(text, text)


@operation
def mirror_row(edit: Edit, row_id: int) -> None:
    """Make the racks of a row face the other side, each on the same floor area.

    The row then has the opposite direction: new racks are added at its former start.

    Raises:
        Refused: the row has no racks.
    """
    group = Group(edit, [("rack_row", row_id)])
    row = edit.row("rack_row", row_id)
    positions = facing_about(group.trial.shapes, group.trial.stands.angle_ddeg)
    group.put(positions)
    angle = (int(row["angle_ddeg"]) + FULL_TURN_DDEG // 2) % FULL_TURN_DDEG
    turn = np.radians(angle / 10)
    first = int(np.argmin(positions.x_mm * np.cos(turn) + positions.y_mm * np.sin(turn)))
    edit.update("rack_row", row_id, x_mm=int(positions.x_mm[first]), y_mm=int(positions.y_mm[first]), angle_ddeg=angle)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Reverse row {name}"), {"name": str(row["name"])})


@operation
def move_row(
    edit: Edit, row_id: int, x_mm: int, y_mm: int, angle_ddeg: int | None = None, hall_id: int | None = None, with_racks: bool = True
) -> None:
    """Change the start, direction or hall of a row; its racks move with it or stay.

    Raises:
        Refused: see `move_on_floor`; or racks were to stay in a hall that their row leaves.
    """
    row = edit.row("rack_row", row_id)
    angle = int(row["angle_ddeg"]) if angle_ddeg is None else angle_ddeg % FULL_TURN_DDEG
    hall = int(row["hall_id"]) if hall_id is None else int(edit.row("hall", hall_id)["id"])
    _demand_near(x_mm, y_mm)
    racks = edit.columns("rack").where("row_id", row_id).tolist()
    if racks and not with_racks and hall != row["hall_id"]:
        text = QT_TRANSLATE_NOOP("operations", "Row {name} can be moved to another hall only with its racks.")
        raise Refused(Message(_CONTEXT, text, {"name": str(row["name"])}))
    if racks and with_racks:
        group = Group(edit, [("rack", rack_id) for rack_id in racks], hall_id=hall)
        items = [] if hall != row["hall_id"] else [member for member in group.along() if member[0] == "floor_item"]
        old_x, old_y = int(row["x_mm"]), int(row["y_mm"])
        positions = group.trial.stands.turned(angle - int(row["angle_ddeg"]), old_x, old_y).shifted(x_mm - old_x, y_mm - old_y)
        group.put(positions, keep_rows=True)
        for table, item_id in items:
            item = edit.row(table, item_id)
            lies = _stands([(item["x_mm"], item["y_mm"], item["angle_ddeg"])]).turned(angle - int(row["angle_ddeg"]), old_x, old_y)
            _update_place(edit, table, item_id, lies.shifted(x_mm - old_x, y_mm - old_y))
    edit.update("rack_row", row_id, x_mm=x_mm, y_mm=y_mm, angle_ddeg=angle, hall_id=hall)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Move row {name}"), {"name": str(row["name"])})


@operation
def move_to_row(edit: Edit, rack_ids: Sequence[int], row_id: int) -> None:
    """Move racks side by side to the end of another row, also in another hall; racks already in it stay. See `move_on_floor`."""
    row = edit.row("rack_row", row_id)
    joining = [rack_id for rack_id in dict.fromkeys(rack_ids) if edit.row("rack", rack_id)["row_id"] != row_id]
    group = Group(edit, [("rack", rack_id) for rack_id in joining], hall_id=int(row["hall_id"]))
    angle = int(row["angle_ddeg"])
    x_mm, y_mm = end_of_row(edit, row_id)
    wide = np.nan_to_num(group.trial.width_mm, nan=float(TILE_MM))
    ahead = np.cumsum(wide) - wide
    turn = np.radians(angle / 10)
    positions = _stands([(x_mm, y_mm, angle)] * len(wide)).moved(np.stack([ahead * np.cos(turn), ahead * np.sin(turn)], axis=1))
    group.put(positions, keep_rows=True)
    for _, rack_id in group.standing:
        edit.update("rack", rack_id, row_id=row_id)
    one, many = (
        QT_TRANSLATE_NOOP("operations", "Move {name} to row {row}"),
        QT_TRANSLATE_NOOP("operations", "Move {count} {count|rack|racks} to row {row}"),
    )
    edit.title = group.title(one, many, row=str(row["name"]))


@operation
def move_to_hall(edit: Edit, objects: Sequence[Standing], hall_id: int, dx_mm: int | None = None, dy_mm: int | None = None) -> None:
    """Move racks, rows and floor devices together to another hall, to the nearest place with room for all of them.

    Racks that leave their row behind are then in no row.

    Args:
        dx_mm, dy_mm: distance from the same place of the other hall; by default the nearest free place.

    Raises:
        Refused: no place was found, or an object would overlap another.
    """
    hall = edit.row("hall", hall_id)
    group = Group(edit, objects, hall_id=hall_id)
    shift = _free_shift(group.trial) if dx_mm is None or dy_mm is None else (dx_mm, dy_mm)
    if shift is None:
        text = QT_TRANSLATE_NOOP("operations", "{hall} has no space for all of this in this arrangement.")
        raise Refused(Message(_CONTEXT, text, {"hall": str(hall["name"])}))
    in_rows = {rack for row_id in group.rows for rack in edit.columns("rack").where("row_id", row_id).tolist()}
    group.put(group.trial.stands.shifted(*shift), kept=in_rows)
    for row_id in group.rows:
        row = edit.row("rack_row", row_id)
        edit.update("rack_row", row_id, hall_id=hall_id, x_mm=int(row["x_mm"]) + shift[0], y_mm=int(row["y_mm"]) + shift[1])
    one, many = (
        QT_TRANSLATE_NOOP("operations", "Move {name} to {hall}"),
        QT_TRANSLATE_NOOP("operations", "Move {count} {count|object|objects} to {hall}"),
    )
    edit.title = group.title(one, many, hall=str(hall["name"]))


def rejoin(edit: Edit, group: "Group", stands: Stands) -> None:
    """Assign the racks of a group that moves within its hall to the rows next to whose racks they arrive."""
    places = [place for place, (table, _) in enumerate(group.standing) if table == "rack" and group.standing[place] not in group.in_rows]
    if not places:
        return
    ids = [group.standing[place][1] for place in places]
    which = np.array(places, np.int64)
    there = Stands(stands.x_mm[which], stands.y_mm[which], stands.angle_ddeg[which])
    rows = rows_after(edit.columns, edit.types, group.hall_id, ids, there, group.trial.width_mm[which])
    racks = edit.columns("rack")
    for rack_id, row_id in zip(ids, rows.tolist(), strict=True):
        if row_id != int(racks["row_id"][racks.position(rack_id)]):
            edit.update("rack", rack_id, row_id=None if row_id == ABSENT else row_id)


class Group:
    """Racks and floor devices of one hall that are moved together.

    Attributes:
        standing: racks and floor devices, those of rows included, each once.
        rows: named rows that move with them.
        in_rows: the equipment in those.
        hall_id: the destination hall.
        trial: tests whether positions are valid for them.
        leaves_hall: whether they are in another hall now.
    """

    def __init__(
        self, edit: Edit, objects: Sequence[Standing], *, least: int = 1, hall_id: int | None = None, copies: bool = False
    ) -> None:
        """`hall_id` is the destination; by default they stay in their hall.

        Raises:
            Refused: fewer than `least`, unknown, not on a floor, or in several halls.
        """
        self._edit = edit
        racks = edit.columns("rack")
        standing: dict[Standing, None] = {}
        rows: dict[int, None] = {}
        for table, row_id in objects:
            if table == "rack_row":
                edit.row(table, row_id)
                rows[row_id] = None
                standing |= {("rack", rack_id): None for rack_id in racks.where("row_id", row_id).tolist()}
                continue
            if table not in {"rack", "device"} or edit.row(table, row_id)["hall_id"] is None:
                name = str(edit.row(table, row_id).get("name", table))
                text = QT_TRANSLATE_NOOP("operations", "{name} is not on a floor.")
                raise Refused(Message(_CONTEXT, text, {"name": name}))
            standing[table, row_id] = None
        self.standing, self.rows = tuple(standing), tuple(rows)
        self.in_rows = {("rack", rack_id) for row_id in rows for rack_id in racks.where("row_id", row_id).tolist()}
        if len(self.standing) < least:
            text = QT_TRANSLATE_NOOP("operations", "Select at least {count} {count|rack or floor device|racks or floor devices}.")
            raise Refused(Message(_CONTEXT, text, {"count": least}))
        halls = {int(edit.row(table, row_id)["hall_id"]) for table, row_id in self.standing}
        if len(halls) > 1:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "These objects are in several halls.")))
        if hall_id is not None:
            edit.row("hall", hall_id)
        here = halls.pop()
        self.hall_id = here if hall_id is None else hall_id
        self.leaves_hall = self.hall_id != here
        tried = Tried.standing(edit.columns, edit.types, self.standing)
        self.trial = FloorTrial(edit.columns, edit.types, tried, self.hall_id, copies=copies)

    def put(self, stands: Stands, *, keep_rows: bool = False, kept: frozenset[int] | set[int] = frozenset()) -> None:
        """Move them. Racks that leave their hall leave their row, except with `keep_rows` and those of `kept`.

        Raises:
            Refused: they cannot be there.
        """
        demand(self.trial.judge(stands))
        for (table, row_id), x_mm, y_mm, angle in zip(
            self.standing, stands.x_mm.tolist(), stands.y_mm.tolist(), stands.angle_ddeg.tolist(), strict=True
        ):
            _demand_near(x_mm, y_mm)
            values: dict[str, int | None] = {"x_mm": x_mm, "y_mm": y_mm, "angle_ddeg": angle}
            if self.leaves_hall:
                values["hall_id"] = self.hall_id
                if table == "rack" and not keep_rows and row_id not in kept:
                    values["row_id"] = None
            self._edit.update(table, row_id, **values)

    def along(self) -> list[tuple[str, int]]:
        """Table and id of objects that move along: named rows, rows without remaining racks, and the containments around them."""
        racks = np.array([row_id for table, row_id in self.standing if table == "rack"], np.int64)
        rows = sorted({*self.rows, *whole_rows(self._edit.columns("rack"), racks).tolist()})
        items = following_containments(self._edit.columns, self._edit.types, self.hall_id, racks)
        return [*(("rack_row", row_id) for row_id in rows), *(("floor_item", item_id) for item_id in items)]

    def still_along(self, along: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """Objects that move along after some racks joined other rows: a row that lost its last rack this way stays."""
        in_rows = self._edit.columns("rack")["row_id"]
        return [(table, row_id) for table, row_id in along if table != "rack_row" or row_id in self.rows or bool((in_rows == row_id).any())]

    def title(self, one: str, many: str, **values: str) -> Message:
        """The history line for one or several objects."""
        whole_row = len(self.rows) == 1 and self._all_in_row()
        table, row_id = ("rack_row", self.rows[0]) if whole_row else self.standing[0]
        alone = whole_row or len(self.standing) == 1
        name = str(self._edit.row(table, row_id)["name"])
        return Message(_CONTEXT, one if alone else many, {"name": name, "count": len(self.standing), **values})

    def _all_in_row(self) -> bool:
        racks = self._edit.columns("rack")
        places = [racks.position(row_id) for table, row_id in self.standing if table == "rack"]
        return len(places) == len(self.standing) and bool((racks["row_id"][places] == self.rows[0]).all())


def demand(verdict: FloorVerdict) -> None:
    """Require that objects can be at the tried positions.

    Raises:
        Refused: they cannot; the first reason is given.
    """
    if not verdict.allowed:
        raise Refused(verdict.reasons[0], Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Choose another position on the floor.")))


def _demand_near(x_mm: int, y_mm: int) -> None:
    """Demand a place that a file can hold and a drawing can show: within ten kilometers."""
    if max(abs(x_mm), abs(y_mm)) > 10**7:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "That position is more than 10 km away.")))


def _stands(places: Sequence[tuple[int, int, int]]) -> Stands:
    x, y, angle = (np.array(column, np.int64) for column in zip(*places, strict=True))
    return Stands(x, y, angle)


def _update_place(edit: Edit, table: str, row_id: int, stands: Stands) -> None:
    edit.update(table, row_id, x_mm=int(stands.x_mm[0]), y_mm=int(stands.y_mm[0]), angle_ddeg=int(stands.angle_ddeg[0]))


def _free_shift(trial: FloorTrial) -> tuple[int, int] | None:
    """The smallest shift in whole tiles to a place in the hall with room for all objects of a trial."""
    low, high = trial.shapes.bounds()
    low, high = low.min(axis=0), high.max(axis=0)
    if ((high - low) > trial.size_mm + 1).any():
        return None
    reach: Ids = np.ceil(trial.size_mm / TILE_MM).astype(np.int64)
    across, down = np.meshgrid(np.arange(-reach[0], reach[0] + 1), np.arange(-reach[1], reach[1] + 1))
    tiles = np.stack([across.ravel(), down.ravel()], axis=1) * TILE_MM
    inside = (low + tiles >= 0).all(axis=1) & (high + tiles <= trial.size_mm).all(axis=1)
    tiles = tiles[inside]
    tiles = tiles[np.argsort(np.abs(tiles).sum(axis=1), kind="stable")][:MOST_TRIED]
    for dx_mm, dy_mm in tiles.tolist():
        if trial.judge(trial.stands.shifted(dx_mm, dy_mm)).allowed:
            return dx_mm, dy_mm
    return None
