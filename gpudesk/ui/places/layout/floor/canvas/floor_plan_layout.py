"""Drawn positions of one hall: racks and floor devices as rectangles, rows with their names, aisles."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.floor.floor import TILE_MM, Stands
from gpudesk.core.floor.footprint import Footprints, contains
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.aisles import Aisle, AisleKind, aisles
from gpudesk.derived.floor.floor_contents import Bodies, floor_devices
from gpudesk.derived.floor.row_names import row_ends
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.toolkit.object_ref import ObjectRef

UNKNOWN_MM = {"rack": (600.0, 1200.0), "device": (800.0, 800.0)}
"""Drawn size of objects of unknown size."""
AROUND_MM = 450.0
"""Margin around the walls that is part of the drawing."""


@dataclass(frozen=True, slots=True)
class RowMark:
    """The name of a row: its position, and the racks of the row.

    Attributes:
        x_mm, y_mm: midpoint of the end of the row next to it, or of what is in line before its racks.
        ahead: the direction from its racks to the name, of length 1.
        members: indices of its racks in the layout, along the row.
    """

    row_id: int
    name: str
    x_mm: float
    y_mm: float
    ahead: tuple[float, float]
    members: Ids


@dataclass(frozen=True)
class FloorLayout:
    """One hall; arrays are of shape (bodies,), racks first.

    Attributes:
        tile_mm: tile size of its floor, the usual one if the hall does not specify it.
        racks: number of bodies that are racks.
        place: index of each in its table of the snapshot.
        ids: ids in their tables.
        angle_ddeg: rotations.
        sized: whether width and depth are known.
        fronted: whether the front is drawn as a thick edge: racks and rack-scale systems.
        low, high: bounding rectangle of each, shape (bodies, 2).
    """

    hall_id: int
    name: str
    width_mm: float
    depth_mm: float
    tile_mm: int
    racks: int
    place: Ids
    ids: Ids
    angle_ddeg: Ids
    sized: Mask
    fronted: Mask
    shapes: Footprints
    low: Reals
    high: Reals
    names: tuple[str, ...]
    type_ids: Ids
    rows: tuple[RowMark, ...]
    aisles: tuple[Aisle, ...]

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def rects(self) -> Reals:
        """The upright rectangles x, y, width, height, shape (bodies, 4)."""
        return np.concatenate([self.low, self.high - self.low], axis=1)

    @cached_property
    def upright(self) -> Mask:
        """Whether sides run along the walls."""
        square: Mask = self.angle_ddeg % 900 == 0
        return square

    @cached_property
    def bounds(self) -> Bounds:
        """The hall with a margin, and objects outside it."""
        hall = Bounds(0.0, 0.0, self.width_mm, self.depth_mm).grown(AROUND_MM)
        if not len(self.ids):
            return hall
        low, high = self.low.min(axis=0), self.high.max(axis=0)
        return hall.united(Bounds(float(low[0]), float(low[1]), float(high[0]), float(high[1])).grown(AROUND_MM / 2))

    @cached_property
    def aisle_rects(self) -> Reals:
        """The upright rectangles around the aisles, shape (aisles, 4)."""
        if not self.aisles:
            return np.empty((0, 4))
        corners = np.stack([aisle.corners for aisle in self.aisles])
        low, high = corners.min(axis=1), corners.max(axis=1)
        return np.concatenate([low, high - low], axis=1)

    @cached_property
    def aisle_kinds(self) -> Ids:
        """The place of each aisle's kind in `AisleKind`, shape (aisles,)."""
        kinds = list(AisleKind)
        return np.array([kinds.index(aisle.kind) for aisle in self.aisles], np.int64)

    @cached_property
    def aisle_upright(self) -> Mask:
        """Whether the sides of each aisle run along the walls, shape (aisles,)."""
        corners = [aisle.corners for aisle in self.aisles]
        return np.array([bool((np.abs(corner[1] - corner[0]) < 1.0).any()) for corner in corners], bool)

    @cached_property
    def row_points(self) -> Reals:
        """Positions of the row names, shape (rows, 2), and the direction to them, together of shape (rows, 4)."""
        return np.array([(mark.x_mm, mark.y_mm, *mark.ahead) for mark in self.rows], np.float64).reshape(-1, 4)

    @cached_property
    def _places(self) -> dict[ObjectRef, int]:
        return {self.ref(place): place for place in range(len(self.ids))}

    def ref(self, place: int) -> ObjectRef:
        """The object drawn at an index of the arrays."""
        return ObjectRef("rack" if place < self.racks else "device", int(self.ids[place]))

    def place_of(self, ref: ObjectRef) -> int | None:
        """Index of an object in the arrays, or None if it is not in this hall."""
        return self._places.get(ref)

    def places_of(self, ref: ObjectRef) -> list[int]:
        """The bodies that represent an object: itself, or the racks of a row."""
        if ref.table == "rack_row":
            return next((mark.members.tolist() for mark in self.rows if mark.row_id == ref.id), [])
        place = self.place_of(ref)
        return [] if place is None else [place]

    def at(self, x_mm: float, y_mm: float) -> int | None:
        """The uppermost body at a point."""
        point = np.array([x_mm, y_mm])
        near = np.flatnonzero((self.low <= point).all(axis=1) & (self.high >= point).all(axis=1))
        hits = near[contains(self.shapes.pick(near), x_mm, y_mm)]
        return int(hits[-1]) if len(hits) else None

    def touched(self, band: Bounds) -> Ids:
        """The bodies whose upright rectangles reach into a band."""
        inside = (
            (self.low[:, 0] < band.right) & (self.high[:, 0] > band.left) & (self.low[:, 1] < band.bottom) & (self.high[:, 1] > band.top)
        )
        places: Ids = np.flatnonzero(inside)
        return places


def lay_out_floor(snapshot: Snapshot, hall_id: int) -> FloorLayout:
    """The layout of one hall."""
    racks, devices, types = snapshot["rack"], snapshot["device"], snapshot.types
    hall = snapshot["hall"].row(hall_id)
    in_hall = np.flatnonzero(racks["hall_id"] == hall_id)
    standing = floor_devices(devices, types)
    standing = standing[devices["hall_id"][standing] == hall_id]
    sizes = []
    for side, at in (("width", 0), ("depth", 1)):
        known = np.concatenate(
            [types.numbers(f"outer_{side}_mm", racks["type_id"][in_hall]), types.numbers(f"{side}_mm", devices["type_id"][standing])]
        )
        spare = np.where(np.arange(len(known)) < len(in_hall), UNKNOWN_MM["rack"][at], UNKNOWN_MM["device"][at])
        sizes.append((np.where(np.isnan(known), spare, known), ~np.isnan(known)))
    x, y, angle, type_ids = (
        np.concatenate([racks[name][in_hall], devices[name][standing]]) for name in ("x_mm", "y_mm", "angle_ddeg", "type_id")
    )
    shapes = Stands(x, y, angle).shapes(sizes[0][0], sizes[1][0])
    low, high = shapes.bounds()
    ids = np.concatenate([racks.ids[in_hall], devices.ids[standing]])
    rack_scale = [type_id for type_id in np.unique(type_ids[len(in_hall) :]).tolist() if types[type_id].is_rack_scale]
    return FloorLayout(
        hall_id=hall_id,
        name=str(hall["name"]),
        width_mm=float(hall["width_mm"]),
        depth_mm=float(hall["depth_mm"]),
        tile_mm=int(hall["tile_mm"] or TILE_MM),
        racks=len(in_hall),
        place=np.concatenate([in_hall, standing]),
        ids=ids,
        angle_ddeg=angle,
        sized=sizes[0][1] & sizes[1][1],
        fronted=(np.arange(len(ids)) < len(in_hall)) | np.isin(type_ids, rack_scale),
        shapes=shapes,
        low=low,
        high=high,
        names=(*racks["name"][in_hall].tolist(), *devices["name"][standing].tolist()),
        type_ids=type_ids,
        rows=_row_marks(snapshot, hall_id, racks["row_id"][in_hall], Bodies(len(in_hall), ids, np.full(len(ids), hall_id), shapes)),
        aisles=aisles(snapshot, hall_id),
    )


def _row_marks(snapshot: Snapshot, hall_id: int, row_of_rack: Ids, bodies: Bodies) -> tuple[RowMark, ...]:
    rows = snapshot["rack_row"]
    marks: list[RowMark] = []
    # Names stand in one column: at the west end of rows, at the north end of those that run from north to south.
    for end in row_ends(snapshot, hall_id, bodies):
        row_id = int(rows.ids[end.place])
        members = np.flatnonzero(row_of_rack == row_id)
        turn = np.radians(int(rows["angle_ddeg"][end.place]) / 10)
        along = np.array([np.cos(turn), np.sin(turn)])
        members = members[np.argsort(bodies.shapes.centre[members] @ along, kind="stable")]
        point = end.at if len(members) else np.array([float(rows["x_mm"][end.place]), float(rows["y_mm"][end.place])])
        ahead = (-float(end.inwards[0]), -float(end.inwards[1]))
        marks.append(RowMark(row_id, str(rows["name"][end.place]), float(point[0]), float(point[1]), ahead, members))
    return tuple(marks)
