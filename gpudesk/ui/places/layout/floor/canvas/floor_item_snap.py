"""Snapping of floor items: to tile joints, rack edges and walls, and doors into walls."""

import math
from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import WAYS
from gpudesk.ui.places.layout.floor.canvas.floor_plan_carry import SNAP_PX
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.floor.canvas.floor_plan_snap import Guide, snap
from gpudesk.ui.toolkit.quantities import IMPERIAL, unit_system

WALL_MM = 100
"""Drawn thickness of a door in a wall."""
EVEN_MM, EVEN_INCHES_MM = 50.0, 50.8
"""Multiple that unsnapped positions are rounded to: 5 cm, or two inches."""
DOOR_REACH_MM = 1500.0
"""Distance from a wall below which a door snaps into it."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Snapped:
    """A point and the lines it snapped to."""

    x_mm: float
    y_mm: float
    guides: tuple[Guide, ...] = ()

    @property
    def point(self) -> Point:
        """The point alone."""
        return self.x_mm, self.y_mm


def edges(scene: FloorScene, without: frozenset[int] = frozenset()) -> tuple[Reals, Reals]:
    """Rectangles to snap to, minimum and maximum corners of shape (n, 2): racks, items, the hall.

    Args:
        without: ids of floor items to exclude.
    """
    layout, items = scene.layout, scene.items
    if layout is None:
        return np.empty((0, 2)), np.empty((0, 2))
    is_included = np.array([item.key not in without for item in items.items], bool)
    # The points of ways draw, not their edges: cables go from line to line.
    ways = [item.shape.corners for item, there in zip(items.items, is_included.tolist(), strict=True) if there and item.table == WAYS]
    points = np.concatenate([np.empty((0, 2)), *ways])
    is_included &= ~items.is_way if len(items) else is_included
    low = np.concatenate([np.zeros((1, 2)), layout.low, items.low[is_included], points])
    high = np.concatenate([np.array([[layout.width_mm, layout.depth_mm]]), layout.high, items.high[is_included], points])
    return low, high


def snapped_point(scene: FloorScene, point: Point, camera: Camera, *, free: bool, without: frozenset[int] = frozenset()) -> Snapped:
    """A point of the hall snapped to nearby edges, or to even lengths; with `free` only to whole millimeters."""
    x, y = point
    if free:
        return Snapped(round(x), round(y))
    at = np.array([x, y], np.float64)
    snapped = snap(at, at, *edges(scene, without), 0.0, 0.0, SNAP_PX / camera.scale, scene.tile_mm)
    drawn_x, drawn_y = drawn_axes(snapped.guides)
    return Snapped(
        even(x + snapped.dx_mm, scene.tile_mm, drawn=drawn_x), even(y + snapped.dy_mm, scene.tile_mm, drawn=drawn_y), snapped.guides
    )


def drawn_axes(guides: tuple[Guide, ...]) -> tuple[bool, bool]:
    """Whether the point snapped to an edge horizontally, and whether vertically."""
    return any(x1 == x2 for x1, _, x2, _ in guides), any(y1 == y2 for _, y1, _, y2 in guides)


def even(place_mm: float, tile_mm: int, *, drawn: bool) -> int:
    """A position in whole millimeters; one that is on no edge and no tile joint is rounded to an even length."""
    if drawn or abs(place_mm / tile_mm - round(place_mm / tile_mm)) * tile_mm < 0.5:
        return round(place_mm)
    step = EVEN_INCHES_MM if unit_system() == IMPERIAL else EVEN_MM
    return round(round(place_mm / step) * step)


def straightened(start: Point, point: Point) -> Point:
    """A point brought onto the level or the upright line through another one, whichever is nearer."""
    return (point[0], start[1]) if abs(point[0] - start[0]) >= abs(point[1] - start[1]) else (start[0], point[1])


@dataclass(frozen=True, slots=True)
class DoorPlace:
    """A door in a wall: its first corner, and the turn with which its depth points into the hall."""

    x_mm: int
    y_mm: int
    angle_ddeg: int

    def corners(self, width_mm: float, depth_mm: float) -> Reals:
        """Its corners, shape (4, 2)."""
        turn = math.radians(self.angle_ddeg / 10)
        along, deep = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        first = np.array([self.x_mm, self.y_mm], np.float64)
        return np.array([first, first + along * width_mm, first + along * width_mm + deep * depth_mm, first + deep * depth_mm])


def nearest_wall(scene: FloorScene, point: Point) -> tuple[int, float]:
    """The wall nearest to a point (0 north, 1 east, 2 south, 3 west), and how far it is."""
    layout = scene.layout
    if layout is None:
        return 0, math.inf
    away = (abs(point[1]), abs(layout.width_mm - point[0]), abs(layout.depth_mm - point[1]), abs(point[0]))
    wall = min(range(4), key=lambda side: away[side])
    return wall, away[wall]


def along_wall(wall: int, point: Point) -> float:
    """Distance of a point along a wall, from its west or north end."""
    return point[0] if wall in (0, 2) else point[1]


def door_in_wall(scene: FloorScene, wall: int, begin_mm: float, width_mm: float, depth_mm: float = WALL_MM) -> DoorPlace:
    """A door of a width that begins so far from the west or north end of a wall, wholly within the wall where that is long enough."""
    layout = scene.layout
    if layout is None:
        return DoorPlace(0, 0, 0)
    long = layout.width_mm if wall in (0, 2) else layout.depth_mm
    begin = min(max(begin_mm, 0.0), max(long - width_mm, 0.0))
    # Depth points into the hall, so width runs clockwise around it.
    places = {
        0: (begin, -depth_mm, 0),
        1: (layout.width_mm + depth_mm, begin, 900),
        2: (begin + width_mm, layout.depth_mm + depth_mm, 1800),
        3: (-depth_mm, begin + width_mm, 2700),
    }
    x, y, angle = places[wall]
    return DoorPlace(round(x), round(y), angle)
