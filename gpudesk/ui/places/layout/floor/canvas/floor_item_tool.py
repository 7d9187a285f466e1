"""Drawing floor items: a rectangle by a drag, an outline or a route by clicks or keys, a door into a wall."""

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.floor.floor_items import FloorItemKind, checked_outline
from gpudesk.core.messages.errors import Refused
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.panels.words.floor_item_labels import kind_name, size_text
from gpudesk.ui.places.layout.floor.canvas.floor_item_overlay import Held, HeldShape
from gpudesk.ui.places.layout.floor.canvas.floor_item_snap import (
    WALL_MM,
    DoorPlace,
    Point,
    Snapped,
    along_wall,
    door_in_wall,
    even,
    nearest_wall,
    snapped_point,
    straightened,
)
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.quantities import format_number, format_quantity

USUAL_DOOR_MM = 1200
"""How wide a door is that is put down by a click."""
USUAL_ROUTE_MM = 1500
"""Clear width of a newly drawn route."""
USUAL_WAY_MM = 300
"""Width of a newly drawn pathway."""
_LEAST_MM = 20.0
_DOOR_STEP_MM = 50
_FAR_OFF = 1 / 3
"""Share of a side that snapping its ends to joints and edges may add or remove."""


@dataclass(frozen=True, slots=True)
class NewItem:
    """A newly drawn floor item: a rectangle, or an outline in mm of the hall."""

    kind: FloorItemKind
    x_mm: int = 0
    y_mm: int = 0
    width_mm: int | None = None
    depth_mm: int | None = None
    angle_ddeg: int = 0
    outline: tuple[tuple[int, int], ...] = ()
    clear_width_mm: int | None = None
    way: bool = False


class ItemTool:
    """The tool for one kind of item, and the points drawn so far.

    Attributes:
        kind: the kind to draw.
        way: whether it is a pathway, which is drawn point by point like a delivery route.
        points: corners already set.
    """

    def __init__(self, scene: FloorScene, kind: FloorItemKind, *, way: bool = False) -> None:
        self.kind = kind
        self.way = way
        self.points: list[Point] = []
        self._scene = scene
        self._cursor: Snapped | None = None
        self._drag: Point | None = None
        self._begun: tuple[Point, Point] | None = None
        self._wall: tuple[int, float] | None = None

    @property
    def busy(self) -> bool:
        """Whether something was begun."""
        return bool(self.points) or self._drag is not None or self._wall is not None

    @property
    def cursor(self) -> Point | None:
        """Position of the next corner."""
        return None if self._cursor is None else self._cursor.point

    @property
    def hint(self) -> str:
        """Instruction for the next step."""
        name = kind_name(self.kind)
        if self.way:
            return QCoreApplication.translate(
                "FloorItems", "Pathway: click its points · Enter ends, Backspace removes the last, Shift: straight · Esc cancels"
            )
        if self.kind is FloorItemKind.DOOR:
            text = QCoreApplication.translate("FloorItems", "{name}: click a wall, or drag along it for the width · Esc cancels")
        elif self.kind is FloorItemKind.ROUTE:
            text = QCoreApplication.translate(
                "FloorItems", "{name}: click its points from outside to the racks · Enter ends, Backspace removes the last · Esc cancels"
            )
        elif self.points:
            text = QCoreApplication.translate(
                "FloorItems", "{name}: click the next corner · Enter ends, Backspace removes the last, Shift: straight · Esc cancels"
            )
        else:
            text = QCoreApplication.translate(
                "FloorItems", "{name}: drag a rectangle, or click corner by corner · Alt: ignore grid · Esc cancels"
            )
        return text.format(name=name)

    def leave_off(self) -> bool:
        """Cancel the started item; false if there was none."""
        busy = self.busy
        self.points, self._drag, self._begun, self._wall = [], None, None, None
        return busy

    # by pointer

    def point_at(self, point: Point, camera: Camera, *, free: bool, straight: bool) -> Point:
        """Move the cursor to a point of the hall; returns its final position."""
        if straight and self.points and self._drag is None:
            point = straightened(self.points[-1], point)
        self._cursor = snapped_point(self._scene, point, camera, free=free)
        if straight and self.points and self._drag is None:
            # Drawn to something next to the line, it would not be straight any more.
            self._cursor = Snapped(*straightened(self.points[-1], self._cursor.point), self._cursor.guides)
        if self._begun is not None and not free:
            self._unfold(point)
        if straight and self._drag is not None:
            self._cursor = Snapped(*_squared(self._drag, self._cursor.point))
        return self._cursor.point

    def press(self, point: Point) -> None:
        """The button went down at a point where the cursor was brought."""
        if self.kind is FloorItemKind.DOOR:
            wall = nearest_wall(self._scene, point)[0]
            self._wall = wall, along_wall(wall, point)

    def drag_from(self, start: Point, camera: Camera, *, free: bool) -> None:
        """The pointer left the point where the button went down: a rectangle begins there, unless corners are set already."""
        if self.kind not in (FloorItemKind.DOOR, FloorItemKind.ROUTE) and not self.points:
            self._drag = snapped_point(self._scene, start, camera, free=free).point
            self._begun = start, self._drag

    def release(self) -> NewItem | None:
        """The button went up: a rectangle or a door is there, or one more corner."""
        if self.kind is FloorItemKind.DOOR:
            new_item = self._door()
            self._wall = None
            return new_item
        if self._drag is not None:
            new_item = self._rectangle(self._drag, self.cursor or self._drag)
            self._drag = self._begun = None
            return new_item
        if self._cursor is None:
            return None
        if len(self.points) > 2 and self.kind is not FloorItemKind.ROUTE and self._cursor.point == self.points[0]:
            return self.finish()
        self.set_corner()
        return None

    # by keys

    def step(self, across_mm: int, down_mm: int, begin: Point) -> None:
        """Move the cursor, which is at `begin` at first."""
        x, y = self.cursor or begin
        self._cursor = Snapped(round(x) + across_mm, round(y) + down_mm)

    def set_corner(self) -> None:
        """Set a corner where the cursor is."""
        if self._cursor is not None and (not self.points or self.points[-1] != self._cursor.point):
            self.points.append(self._cursor.point)

    def take_back(self) -> bool:
        """Take the last corner back; false if there is none."""
        if not self.points:
            return False
        self.points.pop()
        return True

    def finish(self) -> NewItem | None:
        """The outline of the corners set, or a rectangle from two of them; None, with the corners kept, if they are invalid.

        A door goes into the wall nearest to the cursor.
        """
        if self.kind is FloorItemKind.DOOR:
            return self._door()
        if self.kind is not FloorItemKind.ROUTE and len(self.points) == 2:
            new_item = self._rectangle(*self.points)
        else:
            new_item = self._outline()
        if new_item is not None:
            self.points = []
        return new_item

    # what comes of it

    def _unfold(self, point: Point) -> None:
        """A rectangle is as large as it was dragged where joints and edges would make it far smaller or larger, such as a column."""
        if self._begun is None or self._cursor is None:
            return
        (start_x, start_y), (drawn_x, drawn_y) = self._begun
        x, y = self._cursor.point
        if _far_off(x - drawn_x, point[0] - start_x):
            drawn_x, x = (even(coordinate, self._scene.tile_mm, drawn=False) for coordinate in (start_x, point[0]))
        if _far_off(y - drawn_y, point[1] - start_y):
            drawn_y, y = (even(coordinate, self._scene.tile_mm, drawn=False) for coordinate in (start_y, point[1]))
        if (x, y) != self._cursor.point:
            self._cursor = Snapped(x, y)
        self._drag = drawn_x, drawn_y

    def _rectangle(self, one: Point, other: Point) -> NewItem | None:
        left, top = min(one[0], other[0]), min(one[1], other[1])
        wide, deep = abs(one[0] - other[0]), abs(one[1] - other[1])
        if min(wide, deep) < _LEAST_MM:
            return None
        return NewItem(self.kind, round(left), round(top), round(wide), round(deep))

    def _outline(self) -> NewItem | None:
        try:
            points = checked_outline(self.kind, self.points)
        except Refused:
            return None
        clear = self._route_mm if self.kind is FloorItemKind.ROUTE else None
        return NewItem(self.kind, outline=tuple(points), clear_width_mm=clear, way=self.way)

    @property
    def _route_mm(self) -> int:
        return USUAL_WAY_MM if self.way else USUAL_ROUTE_MM

    def _door(self) -> NewItem | None:
        if self._cursor is None:
            return None
        place, wide = self._door_place()
        return NewItem(self.kind, place.x_mm, place.y_mm, wide, WALL_MM, place.angle_ddeg, clear_width_mm=wide)

    def _door_place(self) -> tuple[DoorPlace, int]:
        """Where the door would go, and how wide it is: as far as it was dragged along its wall, or the usual width about the cursor."""
        point = (0.0, 0.0) if self._cursor is None else self._cursor.point
        if self._wall is not None:
            wall, begin = self._wall
            end = along_wall(wall, point)
            wide = round(abs(end - begin) / _DOOR_STEP_MM) * _DOOR_STEP_MM
            if wide >= 2 * _DOOR_STEP_MM:
                return door_in_wall(self._scene, wall, round(min(begin, end) / _DOOR_STEP_MM) * _DOOR_STEP_MM, wide), wide
            # The button is down, but the pointer has not gone along the wall.
            point = (begin, point[1]) if wall in (0, 2) else (point[0], begin)
        else:
            wall = nearest_wall(self._scene, point)[0]
        begin = round((along_wall(wall, point) - USUAL_DOOR_MM / 2) / _DOOR_STEP_MM) * _DOOR_STEP_MM
        return door_in_wall(self._scene, wall, begin, USUAL_DOOR_MM), USUAL_DOOR_MM

    # what is seen of it

    def picture(self) -> Held:
        """The drawing of the operation."""
        cursor = self._cursor
        if cursor is None:
            return Held(points=tuple(self.points))
        if self.kind is FloorItemKind.DOOR:
            place, wide = self._door_place()
            return Held((HeldShape(self.kind, place.corners(wide, WALL_MM)),), words=format_quantity(wide, "mm"), at=cursor.point)
        if self._drag is not None:
            return self._picture_of_rectangle(self._drag, cursor)
        points = [*self.points, cursor.point]
        words = _place_words(cursor.point) if len(points) < 2 else _stretch_words(points[-2], points[-1])
        shapes: tuple[HeldShape, ...] = ()
        outline = np.array(points, np.float64)
        if self.kind is FloorItemKind.ROUTE and len(points) > 1:
            shapes = (HeldShape(self.kind, outline, self._route_mm),)
        elif len(points) > 2:
            shapes = (HeldShape(self.kind, outline),)
        return Held(shapes, cursor.guides, words, cursor.point, tuple(self.points), cursor.point)

    def _picture_of_rectangle(self, start: Point, cursor: Snapped) -> Held:
        left, top = min(start[0], cursor.x_mm), min(start[1], cursor.y_mm)
        right, bottom = max(start[0], cursor.x_mm), max(start[1], cursor.y_mm)
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        words = size_text(right - left, bottom - top)
        refused = min(right - left, bottom - top) < _LEAST_MM
        return Held((HeldShape(self.kind, corners),), cursor.guides, words, cursor.point, refused=refused)


def _far_off(drawn_mm: float, dragged_mm: float) -> bool:
    return abs(drawn_mm - dragged_mm) > _FAR_OFF * abs(dragged_mm)


def _squared(start: Point, point: Point) -> Point:
    """The opposite corner of a square."""
    side = max(abs(point[0] - start[0]), abs(point[1] - start[1]))
    return start[0] + math.copysign(side, point[0] - start[0]), start[1] + math.copysign(side, point[1] - start[1])


def _place_words(point: Point) -> str:
    return f"{format_quantity(round(point[0]), 'mm')} · {format_quantity(round(point[1]), 'mm')}"


def _stretch_words(start: Point, end: Point) -> str:
    """Length and direction of a side: angles from the width of the hall toward its depth."""
    away = end[0] - start[0], end[1] - start[1]
    angle = math.degrees(math.atan2(away[1], away[0])) % 360
    return f"{format_quantity(round(math.hypot(*away)), 'mm')} · {format_number(round(angle, 1))}°"
