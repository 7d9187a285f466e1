"""Floor items in hand: carried over the floor, and stretched by their grips."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.floor.floor_items import FloorItemKind, checked_outline
from gpudesk.core.messages.errors import Refused
from gpudesk.core.racks.placement import Reals
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.panels.words.floor_item_labels import size_text
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import WAYS, DrawnItem
from gpudesk.ui.places.layout.floor.canvas.floor_item_overlay import Grip, Held, HeldShape
from gpudesk.ui.places.layout.floor.canvas.floor_item_snap import (
    DOOR_REACH_MM,
    DoorPlace,
    Point,
    along_wall,
    door_in_wall,
    drawn_axes,
    edges,
    even,
    nearest_wall,
    snapped_point,
    straightened,
)
from gpudesk.ui.places.layout.floor.canvas.floor_plan_carry import SNAP_PX
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.floor.canvas.floor_plan_snap import Guide, snap
from gpudesk.ui.toolkit.quantities import format_quantity


class ItemCarry:
    """A group of floor items being dragged.

    Attributes:
        dx_mm, dy_mm: distance from their position.
        door: position of a single door in a wall, None if it is not in one.
    """

    def __init__(self, scene: FloorScene, items: Sequence[DrawnItem], start: Point) -> None:
        self.items = tuple(items)
        self.ids = frozenset(item.key for item in items)
        self.dx_mm = self.dy_mm = 0
        self.door: DoorPlace | None = None
        self._scene = scene
        self._start = start
        # A way is held by its line, not by its edges.
        self._low = np.min([item.shape.corners.min(axis=0) if item.table == WAYS else item.low for item in items], axis=0)
        self._high = np.max([item.shape.corners.max(axis=0) if item.table == WAYS else item.high for item in items], axis=0)
        self._others = edges(scene, self.ids)
        self._guides: tuple[Guide, ...] = ()

    @property
    def moved(self) -> bool:
        """Whether they are held elsewhere than they lie."""
        return bool(self.dx_mm or self.dy_mm)

    def follow(self, dx_mm: int, dy_mm: int) -> None:
        """Go along with racks that are carried."""
        self.dx_mm, self.dy_mm = dx_mm, dy_mm

    def hold(self, point: Point, camera: Camera, *, free: bool, straight: bool) -> None:
        """Hold them at a point in mm. `free` draws them to nothing, `straight` moves along one wall only."""
        dx, dy = point[0] - self._start[0], point[1] - self._start[1]
        self._guides, self.door = (), None
        if straight:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        if not free and self._into_wall(point):
            return
        if not free:
            snapped = snap(self._low, self._high, *self._others, dx, dy, SNAP_PX / camera.scale, self._scene.tile_mm)
            self._guides = snapped.guides
            tile, drawn = self._scene.tile_mm, drawn_axes(snapped.guides)
            low_x, low_y = float(self._low[0]), float(self._low[1])
            across = even(low_x + snapped.dx_mm, tile, drawn=drawn[0]) - low_x
            down = even(low_y + snapped.dy_mm, tile, drawn=drawn[1]) - low_y
            dx, dy = (across if dx or not straight else 0.0), (down if dy or not straight else 0.0)
        self.dx_mm, self.dy_mm = round(dx), round(dy)

    def _into_wall(self, point: Point) -> bool:
        """Put a single door into the wall near which it is held."""
        item = self.items[0]
        if len(self.items) > 1 or item.shape.kind is not FloorItemKind.DOOR or item.width_mm is None or item.depth_mm is None:
            return False
        wall, away = nearest_wall(self._scene, point)
        if away > DOOR_REACH_MM:
            return False
        # The door is held where it was taken, or by its middle if it changes the wall.
        taken = (self._low + self._high) / 2 - np.array(self._start)
        begin = along_wall(wall, (point[0] + float(taken[0]), point[1] + float(taken[1]))) - item.width_mm / 2
        self.door = door_in_wall(self._scene, wall, float(round(begin / 50) * 50), item.width_mm, item.depth_mm)
        corner = item.shape.corners[0]
        self.dx_mm, self.dy_mm = self.door.x_mm - round(float(corner[0])), self.door.y_mm - round(float(corner[1]))
        return True

    def picture(self, *, words: bool = True) -> Held:
        """The drawing of the operation."""
        shift = np.array([self.dx_mm, self.dy_mm], np.float64)
        shapes = [HeldShape(item.shape.kind, item.shape.corners + shift, item.shape.clear_width_mm) for item in self.items]
        if self.door is not None:
            shapes = [replace(shapes[0], corners=self.door.corners(*self.items[0].size_mm))]
        across, down = ("→" if self.dx_mm >= 0 else "←"), ("↓" if self.dy_mm >= 0 else "↑")
        text = f"{across} {format_quantity(abs(self.dx_mm), 'mm')}  {down} {format_quantity(abs(self.dy_mm), 'mm')}" if words else ""
        low = self._low + shift
        return Held(tuple(shapes), self._guides, text, (float(low[0]), float(self._high[1] + shift[1])))


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle as the project keeps it."""

    x_mm: int
    y_mm: int
    width_mm: int
    depth_mm: int


class ItemStretch:
    """One grip of an item being dragged: a side or corner of a rectangle, or a corner of an outline.

    Attributes:
        box: the new rectangle, None for outlines.
        outline: the new outline, in mm of the hall, None for rectangles.
        allowed: whether the shape is valid.
    """

    def __init__(self, scene: FloorScene, item: DrawnItem, grip: Grip) -> None:
        self.item = item
        self.grip = grip
        self.box: Box | None = None
        self.outline: list[tuple[int, int]] | None = None
        self.allowed = True
        self._scene = scene
        self._guides: tuple[Guide, ...] = ()
        self._corners = item.shape.corners
        self._at = (grip.x_mm, grip.y_mm)

    def hold(self, point: Point, camera: Camera, *, free: bool, straight: bool) -> None:
        """Move the grip to a point in mm. `free` turns snapping off; `straight` keeps it in line with its start."""
        if straight:
            point = straightened((self.grip.x_mm, self.grip.y_mm), point)
        askew = bool(self.item.angle_ddeg % 900)
        snapped = snapped_point(self._scene, point, camera, free=free or askew, without=frozenset([self.item.key]))
        self._guides, self._at = snapped.guides, snapped.point
        if self.item.boxed:
            self._stretch(np.array(snapped.point))
        else:
            self._reshape((round(snapped.x_mm), round(snapped.y_mm)))

    def _stretch(self, point: Reals) -> None:
        turn = np.radians(self.item.angle_ddeg / 10)
        along, deep = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        first = self.item.shape.corners[0]
        across, down = float((point - first) @ along), float((point - first) @ deep)
        wide, long = self.item.size_mm
        number = self.grip.number
        # A corner takes its two sides: north west, north east, south east, south west.
        if self.grip.what == "corner":
            north, east, south, west = number in (0, 1), number in (1, 2), number in (2, 3), number in (0, 3)
        else:
            north, east, south, west = (place == number for place in range(4))
        left, right = (min(across, wide - 1) if west else 0.0), (max(across, 1.0) if east else wide)
        top, bottom = (min(down, long - 1) if north else 0.0), (max(down, 1.0) if south else long)
        corner = first + along * left + deep * top
        width, depth = max(1, round(right - left)), max(1, round(bottom - top))
        self.box = Box(round(float(corner[0])), round(float(corner[1])), width, depth)
        self._corners = np.array([corner, corner + along * width, corner + along * width + deep * depth, corner + deep * depth])

    def _reshape(self, point: tuple[int, int]) -> None:
        corners = [(round(float(x)), round(float(y))) for x, y in self.item.shape.corners]
        if self.grip.what == "new":
            corners.insert(self.grip.number + 1, point)
        else:
            corners[self.grip.number] = point
        self._corners = np.array(corners, np.float64)
        self.outline = corners
        self.allowed = _has_meaning(self.item.shape.kind, corners)

    def picture(self) -> Held:
        """The drawing of the operation."""
        shape = HeldShape(self.item.shape.kind, self._corners, self.item.shape.clear_width_mm)
        if self.box is not None:
            words = size_text(self.box.width_mm, self.box.depth_mm)
        else:
            words = size_text(*np.ptp(self._corners, axis=0).tolist())
        return Held((shape,), self._guides, words, self._at, refused=not self.allowed)


def without_corner(item: DrawnItem, number: int) -> list[tuple[int, int]] | None:
    """The outline of an item without one of its corners, or None if the result would be invalid."""
    corners = [(round(float(x)), round(float(y))) for x, y in item.shape.corners]
    del corners[number]
    return corners if _has_meaning(item.shape.kind, corners) else None


def _has_meaning(kind: FloorItemKind, corners: Sequence[tuple[int, int]]) -> bool:
    try:
        checked_outline(kind, corners)
    except Refused:
        return False
    return True
