"""The floors of a project as outlines and texts by layer: what DXF and SVG draw, side by side if there are several halls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.racks.placement import Reals
from gpudesk.derived.cabling.pathway_lines import way_edges, way_lines
from gpudesk.derived.floor.aisles import AisleKind, aisles
from gpudesk.derived.floor.floor_contents import Bodies, standing_bodies
from gpudesk.derived.floor.floor_item_shapes import item_shapes
from gpudesk.derived.floor.row_names import row_ends
from gpudesk.project.snapshot import Snapshot

GAP_MM = 5000.0
"""Gap between two halls in one drawing."""
_SMALL_MM, _ROW_MM, _LARGE_MM = 120.0, 300.0, 400.0
_BESIDE_MM = 400.0
_AISLES = {AisleKind.COLD: "COLD-AISLE", AisleKind.HOT: "HOT-AISLE", AisleKind.MIXED: "MIXED-AISLE"}
_ITEMS = tuple(kind.name.replace("_", "-") for kind in FloorItemKind)
LAYERS = (
    "HALL",
    "RACK",
    "RACK-FRONT",
    "DEVICE",
    *_AISLES.values(),
    *(kind.name.replace("_", "-") for kind in FloorItemKind),
    "WAY",
    "NAME",
)
"""Layer names; each layer contains one kind of object."""


@dataclass(frozen=True, slots=True)
class FloorLine:
    """An outline, or an open line, in mm, y downwards, shape (n, 2)."""

    layer: str
    points: Reals
    closed: bool = True


@dataclass(frozen=True, slots=True)
class FloorText:
    """A text centered at (x, y), rotated from x toward y by tenths of a degree."""

    layer: str
    x_mm: float
    y_mm: float
    height_mm: float
    angle_ddeg: int
    text: str


@dataclass(frozen=True, slots=True)
class FloorLayout:
    """All drawn objects, within width × height mm from (0, 0), y downward."""

    width_mm: float
    height_mm: float
    lines: Sequence[FloorLine]
    texts: Sequence[FloorText]


def floor_layout(snapshot: Snapshot) -> FloorLayout:
    """Return the halls of a project from left to right, each with its racks, floor devices, floor items and their names."""
    halls = snapshot["hall"]
    left, lines, texts = {}, list[FloorLine](), list[FloorText]()
    x_mm, tallest = 0.0, 0.0
    for hall, width, depth, name in zip(halls.ids.tolist(), halls["width_mm"], halls["depth_mm"], halls["name"].tolist(), strict=True):
        left[hall] = np.array([x_mm, _LARGE_MM * 2])
        corners = np.array([[0.0, 0.0], [width, 0.0], [width, depth], [0.0, depth]]) + left[hall]
        lines.append(FloorLine("HALL", corners))
        texts.append(FloorText("NAME", x_mm + float(width) / 2, _LARGE_MM, _LARGE_MM, 0, _one_line(name)))
        lines += [FloorLine(_AISLES[aisle.kind], aisle.corners + left[hall]) for aisle in aisles(snapshot, hall)]
        x_mm += float(width) + GAP_MM
        tallest = max(tallest, float(depth) + _LARGE_MM * 2)
    standing = standing_bodies(snapshot["rack"], snapshot["device"], snapshot.types)
    texts += _row_names(snapshot, standing, left)
    corners_of = standing.shapes.corners()
    for place in range(len(standing.row)):
        table, row_id = standing.object(place)
        corners = corners_of[place] + left[int(standing.hall[place])]
        lines.append(FloorLine("RACK" if table == "rack" else "DEVICE", corners))
        if table == "rack":
            lines.append(FloorLine("RACK-FRONT", corners[:2], closed=False))
        row = snapshot[table].position(row_id)
        angle, name = int(snapshot[table]["angle_ddeg"][row]), str(snapshot[table]["name"][row])
        texts.append(_named(corners, _SMALL_MM, angle, name))
    for shape in item_shapes(snapshot["floor_item"]):
        corners = shape.corners + left[shape.hall]
        lines.append(FloorLine(shape.kind.name.replace("_", "-"), corners, closed=shape.kind is not FloorItemKind.ROUTE))
        texts.append(_named(corners, _SMALL_MM, 0, shape.name))
    for hall, shift in left.items():
        for way in way_lines(snapshot, hall):
            points = way.points + shift
            lines += [FloorLine("WAY", edge, closed=False) for edge in way_edges(points, way.width_mm)]
            texts.append(_named(points[[0, -1]] if len(points) > 1 else points, _SMALL_MM, 0, way.name))
    return FloorLayout(max(x_mm - GAP_MM, 1.0), max(tallest, 1.0), lines, texts)


def _row_names(snapshot: Snapshot, standing: Bodies, left: Mapping[int, Reals]) -> list[FloorText]:
    """Return the row names in table order, each in front of the outermost object of its line."""
    by_row: dict[int, FloorText] = {}
    rows = snapshot["rack_row"]
    for hall, shift in left.items():
        for end in row_ends(snapshot, hall, standing.pick(np.flatnonzero(standing.hall == hall))):
            x_mm, y_mm = (end.at - end.inwards * _BESIDE_MM + shift).tolist()
            by_row[end.place] = FloorText("NAME", x_mm, y_mm, _ROW_MM, 0, _one_line(str(rows["name"][end.place])))
    return [by_row[place] for place in sorted(by_row)]


def _named(corners: Reals, height_mm: float, angle_ddeg: int, name: str) -> FloorText:
    """A name in the middle of an outline, never upside down."""
    x_mm, y_mm = corners.mean(axis=0).tolist()
    upright = angle_ddeg if angle_ddeg <= 900 or angle_ddeg > 2700 else (angle_ddeg + 1800) % 3600
    return FloorText("NAME", x_mm, y_mm, height_mm, upright, _one_line(name))


def _one_line(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())
