"""Floor items besides racks and devices: their kinds, and the shape of each."""

import re
from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from gpudesk.core.floor.outline import LEAST_AREA_MM2, Point, area_mm2, turned
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import Reals

_CONTEXT = "floor_items"
MOST_CORNERS = 200
FARTHEST_MM = 10_000_000
"""How far from the corner of a hall something may lie: ten kilometers."""
_PAIRS = re.compile(r"-?\d{1,8} -?\d{1,8}(?: -?\d{1,8} -?\d{1,8})*")


class FloorItemKind(IntEnum):
    """The kind of a floor item, as encoded in the project file."""

    COLUMN = 0
    OBSTACLE = 1
    KEEP_OUT = 2
    DOOR = 3
    ROUTE = 4
    COLD_CONTAINMENT = 5
    HOT_CONTAINMENT = 6


SOLID = (FloorItemKind.COLUMN, FloorItemKind.OBSTACLE)
"""The kinds that are solid: nothing can be placed there or pass."""
FORBIDDEN = (*SOLID, FloorItemKind.KEEP_OUT)
"""The kinds on which nothing may be placed."""
PASSAGES = (FloorItemKind.DOOR, FloorItemKind.ROUTE)
"""The kinds through which equipment is delivered: they have a clear width and height."""
CONTAINMENTS = (FloorItemKind.COLD_CONTAINMENT, FloorItemKind.HOT_CONTAINMENT)
"""The kinds that close an aisle between rows."""
USUAL_NAMES = {
    FloorItemKind.COLUMN: "Column ",
    FloorItemKind.OBSTACLE: "Obstacle ",
    FloorItemKind.KEEP_OUT: "Keep out ",
    FloorItemKind.DOOR: "Door ",
    FloorItemKind.ROUTE: "Route ",
    FloorItemKind.COLD_CONTAINMENT: "Cold aisle ",
    FloorItemKind.HOT_CONTAINMENT: "Hot aisle ",
}
"""What new items are called, before their number."""


def outline_text(points: Sequence[Point]) -> str:
    """An outline as the project file keeps it: whole millimeters, x1 y1 x2 y2 and so on."""
    return " ".join(f"{round(x)} {round(y)}" for x, y in points)


def outline_points(text: str) -> Reals:
    """The points of a stored outline, shape (n, 2); none where the text is not one of ours."""
    if not _PAIRS.fullmatch(text):
        return np.empty((0, 2))
    return np.array(text.split(), np.float64).reshape(-1, 2)


def checked_outline(kind: FloorItemKind, points: Sequence[Point]) -> list[tuple[int, int]]:
    """A drawn outline, in whole millimeters, with equal adjacent points merged.

    Raises:
        Refused: it has too few or too many points, extends too far, or has no area where one is required.
    """
    if len(points) > MOST_CORNERS:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("floor_items", "An outline can have at most {most} points."), {"most": MOST_CORNERS})
        )
    whole: list[tuple[int, int]] = []
    for x, y in points:
        if not (abs(x) <= FARTHEST_MM and abs(y) <= FARTHEST_MM):
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("floor_items", "A point is more than 10 km away.")))
        if not whole or whole[-1] != (round(x), round(y)):
            whole.append((round(x), round(y)))
    if kind is FloorItemKind.ROUTE:
        if len(whole) < 2:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("floor_items", "A delivery route requires at least two points.")))
        return whole
    if len(whole) > 1 and whole[0] == whole[-1]:
        whole.pop()
    if len(whole) < 3 or area_mm2(np.array(whole, np.float64)) < LEAST_AREA_MM2:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("floor_items", "An outline requires at least three corners and an area.")))
    return whole


def item_corners(x_mm: float, y_mm: float, angle_ddeg: int, width_mm: float | None, depth_mm: float | None, outline: str) -> Reals:
    """The corners of an item in its hall, or the points of a route, shape (n, 2); none where the file holds no shape."""
    if width_mm is not None and depth_mm is not None:
        local = np.array([[0.0, 0.0], [width_mm, 0.0], [width_mm, depth_mm], [0.0, depth_mm]])
    else:
        local = outline_points(outline)
    corners: Reals = turned(local, angle_ddeg) + np.array([x_mm, y_mm], np.float64)
    return corners


def picture_place(picture: tuple[Point, Point], hall: tuple[Point, Point], width: float) -> tuple[Point, Point]:
    """Where the upper left and the upper right corner of a picture lie when two of its points lie at two places of a hall.

    A turn, a shift and one scale take the two points to the two places: with points as complex numbers, z → a·z + b where
    a = (h2 − h1) / (p2 − p1) and b = h1 − a·p1.

    Args:
        picture: two points of the picture, in its units, y downwards as the hall's.
        hall: the two places, in mm.
        width: of the picture, in its units.

    Raises:
        Refused: two points are the same.
    """
    p1, p2 = (complex(*point) for point in picture)
    h1, h2 = (complex(*point) for point in hall)
    if p1 == p2 or abs(h1 - h2) < 1:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("floor_items", "The scale requires two different points.")))
    a = (h2 - h1) / (p2 - p1)
    left = h1 - a * p1
    right = left + a * width
    if abs(left) > FARTHEST_MM or abs(right) > FARTHEST_MM or abs(right - left) < 2:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("floor_items", "The picture would be larger than 10 km or smaller than 2 mm.")))
    return (left.real, left.imag), (right.real, right.imag)
