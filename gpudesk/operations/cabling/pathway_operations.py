"""Pathways: draw, move, reshape and change them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathways import COPPER, FIBRE
from gpudesk.core.floor.floor_items import FARTHEST_MM, MOST_CORNERS, outline_points, outline_text
from gpudesk.core.floor.outline import Point
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.derived.ports.port_spots import standing
from gpudesk.operations.run.new_names import CopyNames, checked_name, checked_phase, next_names
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet

_CONTEXT = "operations"
USUAL_NAMES = {
    PathwayKind.TRAY: "Tray ",
    PathwayKind.LADDER: "Ladder ",
    PathwayKind.BASKET: "Basket ",
    PathwayKind.CONDUIT: "Conduit ",
    PathwayKind.RISER: "Riser ",
    PathwayKind.DUCT: "Duct ",
}
"""What new ways are called, before their number."""
WIDTH_MM, DEPTH_MM = 300, 100
"""Default size of a pathway: the cable tray of the worked example of the reference."""
BOUNDS: Mapping[str, tuple[int, int]] = {
    "height_mm": (-20_000, 100_000),
    "width_mm": (10, 10_000),
    "depth_mm": (10, 10_000),
    "length_mm": (1, 10**7),
    "fill_percent": (1, 100),
    "load_kg_per_m": (1, 10_000),
    "bend_radius_mm": (1, 10_000),
}
"""The lowest and highest values of the properties of a pathway."""
OPTIONAL = ("length_mm", "fill_percent", "load_kg_per_m", "bend_radius_mm")
CARRIES = ("", FIBRE, COPPER)


@operation
def add_pathway(
    edit: Edit,
    hall_id: int,
    kind: int,
    outline: Sequence[Point],
    name: str = "",
    height_mm: int | None = None,
    to_hall_id: int | None = None,
    settings: Mapping[str, Any] | None = None,
    notes: str = "",
    phase: int = 1,
) -> int:
    """Draw a pathway through a hall, or a conduit or riser from it to another hall; returns its id.

    Args:
        kind: a `PathwayKind`.
        outline: points of its line in mm of the hall; for a pathway to another hall, the last is in that hall. Risers may have one.
        height_mm: above the finished floor; by default, the distance on the site sheet above the highest rack.
        settings: other properties, as for `change_pathways`.

    Raises:
        Refused: there is no such hall or kind, or the line or a value is invalid.
    """
    edit.row("hall", hall_id)
    kind = _checked_kind(kind)
    points = checked_line(kind, outline, through=to_hall_id is None)
    values: dict[str, Any] = {"width_mm": WIDTH_MM, "depth_mm": DEPTH_MM, **(settings or {})}
    values["height_mm"] = usual_height_mm(edit, hall_id) if height_mm is None else height_mm
    values = checked_pathway(values)
    if to_hall_id is not None:
        _demand_leads(edit, kind, hall_id, to_hall_id, values.get("length_mm"))
    taken = edit.columns("pathway")
    name = checked_name(name) or next(next_names(taken["name"][taken["hall_id"] == hall_id], USUAL_NAMES[kind], 1))
    pathway_id = edit.insert(
        "pathway",
        hall_id=hall_id,
        to_hall_id=to_hall_id,
        kind=int(kind),
        name=name,
        outline=outline_text(points),
        notes=checked_text("notes", notes),
        phase=checked_phase(phase),
        **values,
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add {name}"), {"name": name})
    return pathway_id


@operation
def move_pathways(edit: Edit, pathway_ids: Sequence[int], dx_mm: int, dy_mm: int) -> None:
    """Move pathways together; for one that leads to another hall, only the part in its own hall.

    Raises:
        Refused: a pathway is unknown, or it would be too far away.
    """
    names = []
    for pathway_id in _chosen(pathway_ids):
        row = edit.row("pathway", pathway_id)
        points = outline_points(str(row["outline"]))
        moving = points[:-1] if row["to_hall_id"] is not None and len(points) > 1 else points
        moving += np.array([dx_mm, dy_mm])
        kind = _checked_kind(int(row["kind"]))
        line = checked_line(kind, [(float(x), float(y)) for x, y in points], through=row["to_hall_id"] is None)
        edit.update("pathway", pathway_id, outline=outline_text(line))
        names.append(str(row["name"]))
    text = QT_TRANSLATE_NOOP("operations", "Move {name}")
    if len(names) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Move {count} {count|pathway|pathways}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names)})


@operation
def reshape_pathway(edit: Edit, pathway_id: int, outline: Sequence[Point]) -> None:
    """Change the line of a pathway, in mm of its hall.

    Raises:
        Refused: the pathway is unknown or the line is invalid.
    """
    row = edit.row("pathway", pathway_id)
    line = checked_line(_checked_kind(int(row["kind"])), outline, through=row["to_hall_id"] is None)
    edit.update("pathway", pathway_id, outline=outline_text(line))
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Reshape {name}"), {"name": str(row["name"])})


@operation
def change_pathways(edit: Edit, pathway_ids: Sequence[int], settings: Mapping[str, Any]) -> None:
    """Change pathway properties: kind, height, width, depth, length, fill and weight limits, bend radius, permitted contents.

    Args:
        settings: columns of the table `pathway`; a limit of None means that of the site sheet, or unknown.

    Raises:
        Refused: a pathway or a setting is unknown, or a value does not fit.
    """
    values = checked_pathway(settings)
    if not values:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select a field to set.")))
    names = []
    for pathway_id in _chosen(pathway_ids):
        row = edit.row("pathway", pathway_id)
        kind = _checked_kind(int(values.get("kind", row["kind"])))
        if "kind" in values:
            points = [(float(x), float(y)) for x, y in outline_points(str(row["outline"]))]
            checked_line(kind, points, through=row["to_hall_id"] is None)
        if row["to_hall_id"] is not None:
            length = values["length_mm"] if "length_mm" in values else row["length_mm"]
            _demand_leads(edit, kind, int(row["hall_id"]), int(row["to_hall_id"]), length)
        edit.update("pathway", pathway_id, **values)
        names.append(str(row["name"]))
    text = QT_TRANSLATE_NOOP("operations", "Set {fields} of {name}")
    if len(names) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Set {fields} of {count} {count|object|objects}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names), "fields": tuple(settings)})


@operation
def copy_pathways(edit: Edit, pathway_ids: Sequence[int], dx_mm: int, dy_mm: int) -> list[int]:
    """Copy pathways next to the originals; returns the copies.

    Raises:
        Refused: a pathway is unknown, or a copy would be too far away.
    """
    pathways = []
    names = CopyNames(edit.columns("pathway")["name"])
    for pathway_id in _chosen(pathway_ids):
        row = edit.row("pathway", pathway_id)
        kind = _checked_kind(int(row["kind"]))
        values = {key: value for key, value in row.items() if key != "id"}
        pathways.append(edit.insert("pathway", **{**values, "name": names.after(str(row["name"]), USUAL_NAMES[kind])}))
    move_pathways(edit, pathways, dx_mm, dy_mm)
    first = str(edit.row("pathway", pathway_ids[0])["name"])
    text = QT_TRANSLATE_NOOP("operations", "Copy {name}")
    if len(pathways) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Copy {count} {count|pathway|pathways}")
    edit.title = Message(_CONTEXT, text, {"name": first, "count": len(pathways)})
    return pathways


def usual_height_mm(edit: Edit, hall_id: int) -> int:
    """The height of a cable tray above the racks of a hall, according to the site sheet."""
    snapshot = edit.present()
    bodies = snapshot.cached(standing)
    tops = bodies.height_mm[: bodies.racks][bodies.hall[: bodies.racks] == hall_id]
    return round(float(tops.max(initial=0.0)) + snapshot.cached(site_sheet).limit("tray_above_rack_mm"))


def checked_line(kind: PathwayKind, points: Sequence[Point], *, through: bool) -> list[tuple[int, int]]:
    """The line of a pathway in whole millimeters, without repeated points.

    Args:
        through: whether it stays in one hall; else its last point is in the other one and is always kept.

    Raises:
        Refused: it has too few or too many points, or extends too far.
    """
    if len(points) > MOST_CORNERS:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A pathway can have at most {most} points."), {"most": MOST_CORNERS})
        )
    if any(not (abs(x) <= FARTHEST_MM and abs(y) <= FARTHEST_MM) for x, y in points):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "It would be more than 10 km away.")))
    whole = [(round(x), round(y)) for x, y in points]
    distinct_points = [point for place, point in enumerate(whole) if not place or point != whole[place - 1] or not through]
    if len(distinct_points) < (1 if kind is PathwayKind.RISER and through else 2):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A pathway requires at least two points.")))
    return distinct_points


def checked_pathway(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The stored properties of a pathway.

    Raises:
        Refused: a setting is unknown or does not fit.
    """
    checked: dict[str, Any] = {}
    for name, value in settings.items():
        if name == "kind":
            checked[name] = int(_checked_kind(value))
        elif name == "carries" and value in CARRIES:
            checked[name] = value
        elif name in OPTIONAL and value is None:
            checked[name] = None
        elif name in BOUNDS and isinstance(value, int) and BOUNDS[name][0] <= value <= BOUNDS[name][1]:
            # A height of -1 mm would be read as one that is missing.
            checked[name] = 0 if value == -1 else int(value)
        else:
            text = QT_TRANSLATE_NOOP("operations", "{field} of a pathway cannot be {value}.")
            raise Refused(Message(_CONTEXT, text, {"field": name, "value": str(value)}))
    return checked


def _checked_kind(kind: int) -> PathwayKind:
    if kind not in tuple(PathwayKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "This kind of pathway does not exist.")))
    return PathwayKind(kind)


def _demand_leads(edit: Edit, kind: PathwayKind, hall_id: int, to_hall_id: int, length_mm: int | None) -> None:
    """Refuse a pathway to another hall that cannot lead there."""
    edit.row("hall", to_hall_id)
    if kind not in (PathwayKind.DUCT, PathwayKind.RISER, PathwayKind.CONDUIT) or to_hall_id == hall_id:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Only ducts, conduits and risers can lead to another hall.")))
    if length_mm is None:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A pathway to another hall requires a length.")))


def _chosen(pathway_ids: Sequence[int]) -> Sequence[int]:
    if not pathway_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    return pathway_ids
