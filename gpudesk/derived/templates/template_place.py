"""Possible positions of a plan's objects in a hall of a project: what they would stand on, and a free position."""

from collections.abc import Callable

import numpy as np

from gpudesk.core.floor.floor import TILE_MM, Stands
from gpudesk.core.floor.floor_items import FORBIDDEN, FloorItemKind
from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.plan.plan import Plan
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.floor_trial import NEW, FloorTrial, Tried

KindOf = Callable[[str], HardwareType | None]
_CELL_MM = 300.0
_AISLE_MM = 1200.0
"""Clearance to existing objects: two tiles, a typical aisle."""
_BARRED = (*FORBIDDEN, FloorItemKind.DOOR)
_MOST_TRIES = 400
_MOST_CELLS = 4_000_000
"""Of a hall of 600 by 600 m."""


def plan_tried(plan: Plan, kind_of: KindOf) -> Tried:
    """Return the floor objects of a plan, for a trial placement in a hall.

    Args:
        kind_of: the type of a key, None if unknown.
    """
    things = [("rack", rack.name, rack.type, rack.x_mm, rack.y_mm, rack.angle_ddeg) for rack in plan.racks]
    for device in plan.devices:
        kind = kind_of(device.type) if device.hall is not None else None
        if kind is not None and kind.mount is Mount.FLOOR:
            things.append(("device", device.name, device.type, device.x_mm, device.y_mm, device.angle_ddeg))
    kinds = {key: kind_of(key) for key in {thing[2] for thing in things}}
    place: Ids = np.array([thing[3:] for thing in things], np.int64).reshape(-1, 3)
    sizes = np.array([_sizes(kinds[thing[2]]) for thing in things], np.float64).reshape(-1, 3)
    objects = tuple((thing[0], NEW) for thing in things)
    halls = np.full(len(things), NEW, np.int64)
    positions = Stands(place[:, 0], place[:, 1], place[:, 2])
    return Tried(objects, tuple(thing[1] for thing in things), positions, halls, sizes[:, 0], sizes[:, 1], sizes[:, 2])


def _sizes(kind: HardwareType | None) -> tuple[float, float, float]:
    """Width, depth and weight, NaN where not known."""
    if kind is None:
        return np.nan, np.nan, np.nan
    outer = "outer_" if kind.family is Family.RACK else ""
    sizes = [kind.number(f"{outer}width_mm"), kind.number(f"{outer}depth_mm"), kind.number("weight_kg")]
    wide, deep, heavy = (np.nan if value is None else float(value) for value in sizes)
    return wide, deep, heavy


def free_place(trial: FloorTrial) -> tuple[int, int] | None:
    """Return the offset to a free position in the hall, as close as possible to its upper left corner; None if there is none.

    Positions on tile joints are searched, with the full bounding area; an aisle to existing objects is kept free.
    """
    if not len(trial.stands):
        return 0, 0
    low, high = trial.shapes.bounds()
    corner = low.min(axis=0)
    cells = np.floor(trial.size_mm / _CELL_MM).astype(int)
    need = np.ceil((high.max(axis=0) - corner) / _CELL_MM).astype(int)
    if bool(np.any(need > cells)) or int(cells.prod()) > _MOST_CELLS:
        return None
    taken = np.zeros((int(cells[0]), int(cells[1])), np.int32)
    for first, last in _taken(trial, cells):
        taken[first[0] : last[0], first[1] : last[1]] = 1
    sums = np.zeros((int(cells[0]) + 1, int(cells[1]) + 1), np.int64)
    sums[1:, 1:] = taken.cumsum(axis=0).cumsum(axis=1)
    wide, deep = int(need[0]), int(need[1])
    inside = sums[wide:, deep:] - sums[:-wide, deep:] - sums[wide:, :-deep] + sums[:-wide, :-deep]
    step = int(TILE_MM // _CELL_MM)
    offsets = np.argwhere(inside[::step, ::step].T == 0)
    at_wall = np.any((offsets < _AISLE_MM / TILE_MM) | (offsets + need[::-1] / step > cells[::-1] / step - _AISLE_MM / TILE_MM), axis=1)
    # With an aisle along the walls, if there is such a place.
    for y, x in offsets[np.argsort(at_wall, kind="stable")][:_MOST_TRIES].tolist():
        dx, dy = round(x * TILE_MM - corner[0]), round(y * TILE_MM - corner[1])
        if trial.judge(trial.stands.shifted(dx, dy)).allowed:
            return dx, dy
    return None


def _taken(trial: FloorTrial, cells: Ids) -> list[tuple[Ids, Ids]]:
    """Return the cells, from and to, around existing objects in the hall and around floor areas that must stay clear."""
    low, high = trial.others.shapes.bounds()
    boxes = list(zip(low - _AISLE_MM, high + _AISLE_MM, strict=True))
    boxes += [(item.corners.min(axis=0), item.corners.max(axis=0)) for item in trial.items if item.kind in _BARRED]
    cell_ranges = []
    for box_low, box_high in boxes:
        first = np.clip(np.floor(box_low / _CELL_MM), 0, cells).astype(np.int64)
        cell_ranges.append((first, np.clip(np.ceil(box_high / _CELL_MM), 0, cells).astype(np.int64)))
    return cell_ranges
