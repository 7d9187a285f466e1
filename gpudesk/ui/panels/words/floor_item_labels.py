"""Names, prohibitions and sizes of floor items, in the user's language and units."""

import re

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.floor.floor_items import PASSAGES, FloorItemKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.derived.floor.floor_item_shapes import ItemShape
from gpudesk.ui.toolkit.quantities import MISSING, format_number, format_quantity, parse_number, shown_scale

_KINDS = {
    FloorItemKind.COLUMN: QT_TRANSLATE_NOOP("FloorItems", "Column"),
    FloorItemKind.OBSTACLE: QT_TRANSLATE_NOOP("FloorItems", "Obstacle"),
    FloorItemKind.KEEP_OUT: QT_TRANSLATE_NOOP("FloorItems", "Keep-out area"),
    FloorItemKind.DOOR: QT_TRANSLATE_NOOP("FloorItems", "Door"),
    FloorItemKind.ROUTE: QT_TRANSLATE_NOOP("FloorItems", "Delivery route"),
    FloorItemKind.COLD_CONTAINMENT: QT_TRANSLATE_NOOP("FloorItems", "Cold aisle containment"),
    FloorItemKind.HOT_CONTAINMENT: QT_TRANSLATE_NOOP("FloorItems", "Hot aisle containment"),
}
_MEANINGS = {
    FloorItemKind.COLUMN: QT_TRANSLATE_NOOP("FloorItems", "Nothing can be placed here or pass through"),
    FloorItemKind.OBSTACLE: QT_TRANSLATE_NOOP("FloorItems", "Nothing can be placed here or pass through"),
    FloorItemKind.KEEP_OUT: QT_TRANSLATE_NOOP("FloorItems", "Nothing can be placed here; people and crates may pass"),
    FloorItemKind.DOOR: QT_TRANSLATE_NOOP("FloorItems", "All crates enter through one of the doors"),
    FloorItemKind.ROUTE: QT_TRANSLATE_NOOP("FloorItems", "Kept clear across its width; crates turn at its corners"),
    FloorItemKind.COLD_CONTAINMENT: QT_TRANSLATE_NOOP("FloorItems", "Cold-aisle containment; racks may be placed inside"),
    FloorItemKind.HOT_CONTAINMENT: QT_TRANSLATE_NOOP("FloorItems", "Hot-aisle containment; racks may be placed inside"),
}
DRAWN = {
    FloorItemKind.COLUMN: "column",
    FloorItemKind.OBSTACLE: "obstacle",
    FloorItemKind.KEEP_OUT: "keep-out",
    FloorItemKind.DOOR: "door",
    FloorItemKind.ROUTE: "route",
    FloorItemKind.COLD_CONTAINMENT: "cold",
    FloorItemKind.HOT_CONTAINMENT: "hot",
}
"""The suffix of the action id for each drawn kind."""


def kind_name(kind: int) -> str:
    """Display name of a kind of floor item."""
    return QCoreApplication.translate("FloorItems", _KINDS[FloorItemKind(kind)])


def kind_meaning(kind: int) -> str:
    """Prohibitions and requirements of a kind of floor item."""
    return QCoreApplication.translate("FloorItems", _MEANINGS[FloorItemKind(kind)])


def size_text(width_mm: float, depth_mm: float) -> str:
    """Two sides of something on the floor."""
    return f"{format_quantity(round(width_mm), 'mm')} × {format_quantity(round(depth_mm), 'mm')}"


def clear_text(kind: int, clear_width_mm: int | None, clear_height_mm: int | None) -> str:
    """What passes through a door or along a route, "" for other kinds."""
    if kind not in PASSAGES:
        return ""
    wide, high = (MISSING if side is None else format_quantity(side, "mm") for side in (clear_width_mm, clear_height_mm))
    return QCoreApplication.translate("FloorItems", "Clear width {width}, clear height {height}").format(width=wide, height=high)


def item_lines(shape: ItemShape, size_mm: tuple[float, float], findings: tuple[int, int]) -> list[str]:
    """Text of the bubble over an item: name, kind and size, equipment that can pass, prohibitions, findings."""
    if shape.kind is FloorItemKind.ROUTE:
        way = float(np.linalg.norm(np.diff(shape.corners, axis=0), axis=1).sum())
        size = format_quantity(round(way), "mm")
    else:
        size = size_text(*size_mm)
    lines = [shape.name, f"{kind_name(shape.kind)} · {size}", clear_text(shape.kind, shape.clear_width_mm, shape.clear_height_mm)]
    lines.append(kind_meaning(shape.kind))
    if any(findings):
        text = QCoreApplication.translate("FloorView", "errors: {errors}, warnings: {warnings}")
        lines.append(text.format(errors=format_number(findings[0]), warnings=format_number(findings[1])))
    return [line for line in lines if line]


def read_point(text: str) -> tuple[int, int] | None:
    """Two lengths in the user's unit, separated by "·", "/" or a space; in mm. None if invalid."""
    parts = re.split(r"[·/]", text)
    numbers = [parse_number(part) for part in (parts if len(parts) > 1 else text.split())]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    factor = shown_scale("mm")[1]
    return round(numbers[0] / factor), round(numbers[1] / factor)


def read_points(text: str) -> list[tuple[int, int]] | None:
    """Points separated by semicolons, in mm; None if one of them is invalid."""
    points = [read_point(part) for part in text.split(";") if part.strip()]
    valid_points = [point for point in points if point is not None]
    return valid_points if len(valid_points) == len(points) else None


def point_text(x_mm: float, y_mm: float) -> str:
    """A point as `read_point` reads it."""
    factor = shown_scale("mm")[1]
    return " · ".join(format_number(round(value * factor, 2)) for value in (x_mm, y_mm))
