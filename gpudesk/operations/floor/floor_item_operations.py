"""Floor items other than racks and devices: add, move and resize them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gpudesk.core.floor.floor_items import FARTHEST_MM, PASSAGES, USUAL_NAMES, FloorItemKind, checked_outline, outline_points, outline_text
from gpudesk.core.floor.outline import Point
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.core.names.text_limits import checked_text
from gpudesk.operations.run.new_names import checked_name, checked_phase, next_names
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def add_floor_item(
    edit: Edit,
    hall_id: int,
    kind: int,
    x_mm: int = 0,
    y_mm: int = 0,
    width_mm: int | None = None,
    depth_mm: int | None = None,
    angle_ddeg: int = 0,
    outline: Sequence[Point] = (),
    name: str = "",
    clear_width_mm: int | None = None,
    clear_height_mm: int | None = None,
    notes: str = "",
    phase: int = 1,
) -> int:
    """Add a column, an obstacle, a keep-out area, a door, a delivery route or a containment to a hall; returns its id.

    Args:
        kind: a `FloorItemKind`.
        width_mm, depth_mm: of a rectangle with its first corner at (x, y), turned about that corner.
        outline: instead of a rectangle the corners of an area, or the points of a route, in mm of the hall.
        clear_width_mm, clear_height_mm: what passes through a door or along a route.

    Raises:
        Refused: there is no such hall or kind, or the shape has no meaning.
    """
    edit.row("hall", hall_id)
    kind = checked_kind(kind)
    shape = _shape(kind, x_mm, y_mm, angle_ddeg, width_mm, depth_mm, outline)
    if kind not in PASSAGES and (clear_width_mm, clear_height_mm) != (None, None):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Only doors and delivery routes have a clear width and height.")))
    taken = edit.columns("floor_item")
    here = taken["name"][taken["hall_id"] == hall_id]
    name = checked_name(name) or next(next_names(here, USUAL_NAMES[kind], 1))
    item_id = edit.insert(
        "floor_item",
        hall_id=hall_id,
        kind=int(kind),
        name=name,
        clear_width_mm=_optional_length(clear_width_mm),
        clear_height_mm=_optional_length(clear_height_mm),
        notes=checked_text("notes", notes),
        phase=checked_phase(phase),
        **shape,
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add {name} to the floor"), {"name": name})
    return item_id


@operation
def move_floor_items(edit: Edit, item_ids: Sequence[int], dx_mm: int, dy_mm: int) -> None:
    """Shift floor items together.

    Raises:
        Refused: an item is unknown, or it would lie too far away.
    """
    if not item_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    names = []
    for item_id in item_ids:
        item = edit.row("floor_item", item_id)
        edit.update("floor_item", item_id, x_mm=_place(int(item["x_mm"]) + dx_mm), y_mm=_place(int(item["y_mm"]) + dy_mm))
        names.append(str(item["name"]))
    text = QT_TRANSLATE_NOOP("operations", "Move {name}")
    if len(names) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Move {count} floor {count|item|items}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names)})


@operation
def move_floor_item(edit: Edit, item_id: int, x_mm: int, y_mm: int, angle_ddeg: int | None = None) -> None:
    """Put a floor item elsewhere in its hall, and turn it.

    Raises:
        Refused: the item is unknown, or it would lie too far away.
    """
    item = edit.row("floor_item", item_id)
    angle = int(item["angle_ddeg"]) if angle_ddeg is None else angle_ddeg % 3600
    edit.update("floor_item", item_id, x_mm=_place(x_mm), y_mm=_place(y_mm), angle_ddeg=angle)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Move {name}"), {"name": str(item["name"])})


@operation
def resize_floor_item(edit: Edit, item_id: int, width_mm: int, depth_mm: int, x_mm: int | None = None, y_mm: int | None = None) -> None:
    """Change the size of a floor item; an outline is stretched.

    Args:
        x_mm, y_mm: new position of its first corner; by default it stays.

    Raises:
        Refused: the item is unknown, a side is not positive, or the outline would lose its area.
    """
    item = edit.row("floor_item", item_id)
    width, depth = _length(width_mm), _length(depth_mm)
    place = {"x_mm": _place(item["x_mm"] if x_mm is None else x_mm), "y_mm": _place(item["y_mm"] if y_mm is None else y_mm)}
    if item["width_mm"] is not None:
        edit.update("floor_item", item_id, width_mm=width, depth_mm=depth, **place)
    else:
        points = outline_points(str(item["outline"]))
        size = np.ptp(points, axis=0) if len(points) else np.zeros(2)
        scale = np.divide([width, depth], size, out=np.ones(2), where=size > 0)
        stretched = checked_outline(checked_kind(int(item["kind"])), [(float(x), float(y)) for x, y in points * scale])
        edit.update("floor_item", item_id, outline=outline_text(stretched), **place)
    sizes: dict[str, Value] = {"name": str(item["name"]), "width": Quantity(width, "mm"), "depth": Quantity(depth, "mm")}
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Set the size of {name} to {width} by {depth}"), sizes)


@operation
def reshape_floor_item(edit: Edit, item_id: int, outline: Sequence[Point]) -> None:
    """Give a floor item another outline, in mm of the hall; a rectangle becomes one.

    Raises:
        Refused: the item is unknown or the outline has no meaning.
    """
    item = edit.row("floor_item", item_id)
    edit.update("floor_item", item_id, **_shape(checked_kind(int(item["kind"])), 0, 0, 0, None, None, outline))
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Reshape {name}"), {"name": str(item["name"])})


@operation
def set_floor_item_kind(edit: Edit, item_id: int, kind: int) -> None:
    """Change the kind of a floor item; properties specific to doors and routes are removed if it becomes neither.

    Raises:
        Refused: the item or the kind is unknown, or its shape is invalid for that kind.
    """
    item = edit.row("floor_item", item_id)
    kind = checked_kind(kind)
    if item["width_mm"] is None:
        checked_outline(kind, [(float(x), float(y)) for x, y in outline_points(str(item["outline"]))])
    elif kind is FloorItemKind.ROUTE:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A rectangle cannot be a delivery route; draw the points of the route."))
        )
    forgotten = {} if kind in PASSAGES else {"clear_width_mm": None, "clear_height_mm": None}
    edit.update("floor_item", item_id, kind=int(kind), **forgotten)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Change the kind of {name}"), {"name": str(item["name"])})


def checked_kind(kind: int) -> FloorItemKind:
    """The kind with a number.

    Raises:
        Refused: there is none.
    """
    if kind not in tuple(FloorItemKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "This kind of floor item does not exist.")))
    return FloorItemKind(kind)


def _shape(
    kind: FloorItemKind, x_mm: int, y_mm: int, angle_ddeg: int, width_mm: int | None, depth_mm: int | None, outline: Sequence[Point]
) -> dict[str, Any]:
    """The columns that hold the shape of an item."""
    if outline:
        points = checked_outline(kind, outline)
        (first_x, first_y) = points[0]
        local = [(x - first_x, y - first_y) for x, y in points]
        return {
            "x_mm": first_x,
            "y_mm": first_y,
            "angle_ddeg": 0,
            "width_mm": None,
            "depth_mm": None,
            "outline": outline_text(local),
        }
    if kind is FloorItemKind.ROUTE or width_mm is None or depth_mm is None:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A width and a depth, or an outline, are required; a route requires points."))
        )
    return {
        "x_mm": _place(x_mm),
        "y_mm": _place(y_mm),
        "angle_ddeg": angle_ddeg % 3600,
        "width_mm": _length(width_mm),
        "depth_mm": _length(depth_mm),
        "outline": "",
    }


def _place(value: int) -> int:
    if abs(value) > FARTHEST_MM:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "It would be more than 10 km away.")))
    return int(value)


def _length(value: int) -> int:
    if not 1 <= value <= FARTHEST_MM:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A length must be between 1 mm and 10 km.")))
    return int(value)


def _optional_length(value: int | None) -> int | None:
    return None if value is None else _length(value)
