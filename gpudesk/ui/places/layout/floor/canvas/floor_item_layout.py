"""Drawn positions of the columns, obstacles, keep-out areas, doors, routes and containments of a hall, and hit testing."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.floor.floor_items import CONTAINMENTS, SOLID, FloorItemKind
from gpudesk.core.floor.outline import distance_mm, holds
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.pathway_lines import way_lines
from gpudesk.derived.floor.floor_item_shapes import ItemShape, item_shapes
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.toolkit.object_ref import ObjectRef

TABLE, WAYS = "floor_item", "pathway"
AREAS = (FloorItemKind.KEEP_OUT, FloorItemKind.ROUTE, *CONTAINMENTS)
"""Kinds that racks stand on or traffic crosses: below racks; a drag over them starts a rubber band until they are selected."""
BODIES = (*SOLID, FloorItemKind.DOOR)
"""Kinds that are drawn above racks."""
LEAST_BAND_MM = 300.0
"""Drawn width of a route without a specified clear width."""
_MOST_MITRE = 3.0
_LINES = tuple((2 * number + 1) / 18 for number in range(9))
"""Positions of level lines through an outline, as shares of its height; the middle one bisects it."""


@dataclass(frozen=True)
class DrawnItem:
    """A floor item as it is drawn.

    Attributes:
        shape: kind and position.
        outline: corners to fill, shape (n, 2) in mm; for a route, the band of its clear width.
        low, high: bounding rectangle of the outline.
        label: position with the most room for its name: center x and y of a level line through it, and its length.
        boxed: whether it is a rectangle with its own width and depth.
        table: "pathway" for a pathway, which is shaped like a delivery route.
        below: whether it is below a raised floor.
    """

    shape: ItemShape
    outline: Reals
    low: Reals
    high: Reals
    label: tuple[float, float, float]
    width_mm: int | None
    depth_mm: int | None
    angle_ddeg: int
    table: str = TABLE
    below: bool = False

    @property
    def key(self) -> int:
        """A unique number among the items and pathways of a hall."""
        return self.shape.id if self.table == TABLE else -self.shape.id

    @property
    def boxed(self) -> bool:
        """Whether it is a rectangle, not an outline."""
        return self.width_mm is not None

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and depth: its own, or those of the least upright rectangle around it."""
        if self.width_mm is not None and self.depth_mm is not None:
            return float(self.width_mm), float(self.depth_mm)
        span = np.ptp(self.shape.corners, axis=0)
        return float(span[0]), float(span[1])

    @property
    def ref(self) -> ObjectRef:
        """The object."""
        return ObjectRef(self.table, self.shape.id)


@dataclass(frozen=True)
class ItemLayout:
    """The items of one hall, areas before bodies, each in the order of the project."""

    items: tuple[DrawnItem, ...]

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def ids(self) -> Ids:
        """Their keys, shape (items,)."""
        return np.array([item.key for item in self.items], np.int64)

    @cached_property
    def low(self) -> Reals:
        """The least corners, shape (items, 2)."""
        return np.array([item.low for item in self.items], np.float64).reshape(-1, 2)

    @cached_property
    def high(self) -> Reals:
        """The greatest corners, shape (items, 2)."""
        return np.array([item.high for item in self.items], np.float64).reshape(-1, 2)

    @cached_property
    def rects(self) -> Reals:
        """The upright rectangles x, y, width, height, shape (items, 4)."""
        return np.concatenate([self.low, self.high - self.low], axis=1)

    @cached_property
    def is_body(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """Whether each is drawn above racks, shape (items,)."""
        return np.array([item.shape.kind in BODIES for item in self.items], bool)

    @cached_property
    def is_way(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """Whether each is a pathway, shape (items,)."""
        return np.array([item.table == WAYS for item in self.items], bool)

    @cached_property
    def _places(self) -> dict[ObjectRef, int]:
        return {item.ref: place for place, item in enumerate(self.items)}

    @cached_property
    def bounds(self) -> Bounds | None:
        """Bounding rectangle of all of them, or None if there are none."""
        return _around(self.low, self.high)

    def place_of(self, ref: ObjectRef) -> int | None:
        """Index of an object in the arrays, or None if it is not an item of this hall."""
        return self._places.get(ref)

    def places_of(self, refs: Iterable[ObjectRef]) -> Ids:
        """Indices of some of the objects, ascending."""
        return np.array(sorted({place for ref in refs if (place := self.place_of(ref)) is not None}), np.int64)

    def get(self, ref: ObjectRef) -> DrawnItem | None:
        """The item of an object, None if it is no item of this hall."""
        place = self.place_of(ref)
        return None if place is None else self.items[place]

    def bounds_of(self, refs: Iterable[ObjectRef]) -> Bounds | None:
        """The rectangle around some objects, None if none of them is an item of this hall."""
        places = self.places_of(refs)
        return _around(self.low[places], self.high[places])

    def at(self, x_mm: float, y_mm: float, reach_mm: float, *, bodies: bool) -> DrawnItem | None:
        """The uppermost item at a point, of those over or of those under the racks; `reach_mm` makes small ones easier to hit."""
        if not len(self.items):
            return None
        point = np.array([x_mm, y_mm])
        # What is smaller than a finger takes the pointer a little outside, too.
        spare = np.clip((2 * reach_mm - (self.high - self.low)) / 2, 0.0, reach_mm)
        near = (self.low - spare <= point).all(axis=1) & (self.high + spare >= point).all(axis=1) & (self.is_body == bodies)
        near &= ~self.is_way
        for place in np.flatnonzero(near)[::-1].tolist():
            item: DrawnItem = self.items[place]
            if spare[place].any() or holds(item.outline, x_mm, y_mm):
                return item
        return None

    def way_at(self, x_mm: float, y_mm: float, reach_mm: float) -> DrawnItem | None:
        """The pathway nearest to a point, no farther than `reach_mm` from its line or edge."""
        best, nearest = reach_mm, None
        for place in np.flatnonzero(self.is_way).tolist():
            item = self.items[place]
            away = distance_mm(item.shape.corners, np.array([[x_mm, y_mm]])) - (item.shape.clear_width_mm or 0) / 2
            if max(away, 0.0) <= best:
                best, nearest = max(away, 0.0), item
        return nearest

    def inside(self, band: Bounds) -> list[ObjectRef]:
        """The items that lie wholly in a band."""
        if not len(self.items):
            return []
        held = (
            (self.low[:, 0] >= band.left)
            & (self.high[:, 0] <= band.right)
            & (self.low[:, 1] >= band.top)
            & (self.high[:, 1] <= band.bottom)
        )
        return [self.items[place].ref for place in np.flatnonzero(held).tolist()]


EMPTY = ItemLayout(())


def lay_out_items(snapshot: Snapshot, hall_id: int, *, ways: bool = True) -> ItemLayout:
    """The items of one hall, and then its ways for cables."""
    rows = snapshot[TABLE]
    drawn_items = []
    for kinds in (AREAS, BODIES):
        for shape in item_shapes(rows, kinds, np.array([hall_id], np.int64)):
            place = rows.position(shape.id)
            width, depth = (int(rows[name][place]) for name in ("width_mm", "depth_mm"))
            outline = drawn_outline(shape.kind, shape.corners, shape.clear_width_mm)
            low, high = outline.min(axis=0), outline.max(axis=0)
            sides = (None if width == ABSENT else width, None if depth == ABSENT else depth)
            drawn_items.append(DrawnItem(shape, outline, low, high, label_room(outline), *sides, int(rows["angle_ddeg"][place])))
    return ItemLayout((*drawn_items, *(_ways(snapshot, hall_id) if ways else ())))


def _ways(snapshot: Snapshot, hall_id: int) -> list[DrawnItem]:
    """Pathways of a hall: lines with the width of the pathway, edited like delivery routes."""
    drawn_items = []
    for line in way_lines(snapshot, hall_id):
        shape = ItemShape(line.id, hall_id, FloorItemKind.ROUTE, line.name, line.points, line.width_mm, None)
        outline = band_of(line.points, float(line.width_mm))
        low, high = outline.min(axis=0), outline.max(axis=0)
        drawn_items.append(DrawnItem(shape, outline, low, high, label_room(outline), None, None, 0, WAYS, line.height_mm < 0))
    return drawn_items


def drawn_outline(kind: FloorItemKind, points: Reals, clear_width_mm: int | None) -> Reals:
    """Filled outline of an item: its corners, or the band of a route."""
    if kind is not FloorItemKind.ROUTE:
        return points
    return band_of(points, max(float(clear_width_mm or 0), LEAST_BAND_MM))


def label_room(outline: Reals) -> tuple[float, float, float]:
    """Center x, y of a level line inside an outline where it is nearly the longest, and its length; in mm."""
    top, bottom = float(outline[:, 1].min()), float(outline[:, 1].max())
    nexts = np.roll(outline, -1, axis=0)
    rooms: list[tuple[float, float, float]] = []
    for share in _LINES:
        y = top + share * (bottom - top)
        across = (outline[:, 1] > y) != (nexts[:, 1] > y)
        if not across.any():
            continue
        start, end = outline[across], nexts[across]
        x = np.sort(start[:, 0] + (y - start[:, 1]) / (end[:, 1] - start[:, 1]) * (end[:, 0] - start[:, 0]))
        longest = 2 * int(np.argmax(x[1::2] - x[::2]))
        rooms.append((float(x[longest] + x[longest + 1]) / 2, y, float(x[longest + 1] - x[longest])))
    if not rooms:
        middle = outline.mean(axis=0)
        return float(middle[0]), float(middle[1]), 0.0
    most = max(room for _, _, room in rooms)
    long = [line_room for line_room in rooms if line_room[2] >= 0.95 * most]
    return long[len(long) // 2]


def band_of(path: Reals, wide_mm: float) -> Reals:
    """The outline of a band of a width along a path, its corners mitred, shape (2 n, 2)."""
    steps = np.diff(path, axis=0)
    is_distinct = np.concatenate([[True], np.linalg.norm(steps, axis=1) > 0])
    path = path[is_distinct]
    steps = np.diff(path, axis=0)
    if not len(steps):
        half = wide_mm / 2
        corners: Reals = path[0] + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return corners
    ahead = steps / np.linalg.norm(steps, axis=1)[:, None]
    aside = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    before, after = np.concatenate([aside[:1], aside]), np.concatenate([aside, aside[-1:]])
    mitre = before + after
    length = np.linalg.norm(mitre, axis=1)
    # Where a path turns back there is no mitre.
    mitre = np.where(length[:, None] > 1e-6, mitre / np.maximum(length, 1e-6)[:, None], before)
    reach = wide_mm / 2 * np.minimum(1.0 / np.maximum((mitre * before).sum(axis=1), 1e-6), _MOST_MITRE)
    left, right = path + mitre * reach[:, None], path - mitre * reach[:, None]
    return np.concatenate([left, right[::-1]])


def _around(low: Reals, high: Reals) -> Bounds | None:
    if not len(low):
        return None
    least, most = low.min(axis=0), high.max(axis=0)
    return Bounds(float(least[0]), float(least[1]), float(most[0]), float(most[1]))
