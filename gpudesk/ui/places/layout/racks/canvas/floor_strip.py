"""Devices outside racks, drawn below the racks: floor devices of each hall, and removed devices."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.hardware.hardware import Face, Family, HardwareType
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM
from gpudesk.derived.racks.nesting import nested_in
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.refs import Scope, ScopeKind

COOLS = {Family.COOLING, Family.CDU}
"""Families of what cools a hall or several racks."""
NAME_MM = 110.0
"""The room for names under the devices."""
TITLE_MM = 150.0
_BETWEEN_MM = 130.0
_BETWEEN_GROUPS_MM = 300.0
_BELOW_RACKS_MM = 60.0
_LEAST_SLOT_MM = 480.0
"""A narrow device takes so much of a line, that its name has room."""
_LEAST_LINE_MM = 3000.0
_ASSUMED_MM = 600.0


@dataclass(frozen=True)
class FloorStrip:
    """Devices outside racks, arranged in lines.

    Attributes:
        device, type_id: index of each in the snapshot table and the id of its type, shape (n,); the devices themselves come
            first, in order, then the devices visible in their bays.
        rects: x, y, width, height in mm, to scale, shape (n, 4).
        standing: number of the devices themselves.
        hall_ids: the hall of each line, ABSENT if its devices are in none.
        lines: x, y (of the floor) and width of each line, shape (lines, 3).
        tops: upper edge of each line, with its title above, shape (lines,).
    """

    device: Ids
    type_id: Ids
    rects: Reals
    standing: int
    hall_ids: tuple[int, ...]
    lines: Reals
    tops: Reals

    @cached_property
    def bounds(self) -> Bounds | None:
        """The rectangle around titles, devices and names; None if there is nothing."""
        if not self.standing:
            return None
        x, y, wide = self.lines.T
        return Bounds(float(x.min()), float(self.tops.min()) - TITLE_MM, float((x + wide).max()), float(y.max()) + NAME_MM)

    def of_devices(self, places: Ids) -> Ids:
        """Indices here of the devices at given indices of their table, shape (n,)."""
        indices: Ids = np.flatnonzero(np.isin(self.device, places))
        return indices


NO_STRIP = FloorStrip(np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, 4)), 0, (), np.empty((0, 3)), np.empty(0))
"""Empty strip: no devices outside racks."""


def outside_racks(snapshot: Snapshot, scope: Scope, wanted: frozenset[int] = frozenset()) -> Ids:
    """Table indices of the devices of `scope` that are in no rack and in no other device.

    Cooling units of whole halls belong to the floor: a drawing of all racks omits them, except those with ids in `wanted`.
    """
    devices = snapshot["device"]
    racks = np.flatnonzero((devices["rack_id"] == ABSENT) & (devices["parent_id"] == ABSENT))
    if scope.kind is ScopeKind.ALL:
        if not snapshot["rack"].rows:
            return racks
        cools = [snapshot.types[type_id].family in COOLS for type_id in devices["type_id"][racks].tolist()]
        return racks[~np.array(cools, bool) | np.isin(devices.ids[racks], list(wanted))]
    if scope.kind is ScopeKind.HALL:
        return racks[np.isin(devices["hall_id"][racks], scope.ids)]
    return racks[:0]


def strip_of(snapshot: Snapshot, scope: Scope, racks: Bounds | None, shape: float, wanted: frozenset[int] = frozenset()) -> FloorStrip:
    """The strip below the racks; devices go by hall and name, and lines are as long as racks and strip fill the view best.

    Args:
        shape: width to height of the view.
        wanted: see `outside_racks`.
    """
    places = outside_racks(snapshot, scope, wanted)
    if not len(places):
        return NO_STRIP
    devices, halls = snapshot["device"], snapshot["hall"]
    where = halls.positions(devices["hall_id"][places])
    ranks = natural_ranks(halls["name"].tolist()) if halls.rows else np.empty(0, np.int64)
    hall_rank = np.array([halls.rows if at == ABSENT else int(ranks[at]) for at in where.tolist()], np.int64)
    order = np.lexsort([natural_ranks(devices["name"][places].tolist()), hall_rank])
    places, hall_rank = places[order], hall_rank[order]
    type_ids = devices["type_id"][places]
    sizes = {type_id: _size_mm(snapshot.types[type_id]) for type_id in np.unique(type_ids).tolist()}
    left, top = (0.0, 0.0) if racks is None else (racks.left, racks.bottom + _BELOW_RACKS_MM)
    widths = [max(sizes[type_id][0], _LEAST_SLOT_MM) for type_id in type_ids.tolist()]
    longest = _longest(widths, max(height for _, height in sizes.values()), racks, shape)
    pieces = list(_broken(hall_rank.tolist(), widths, longest))
    rects = np.empty((len(places), 4))
    lines, tops = np.empty((len(pieces), 3)), np.empty(len(pieces))
    for shelf in _shelves(pieces, widths, longest):
        tall = max(sizes[int(type_ids[place])][1] for piece in shelf for place in range(*pieces[piece]))
        top, x = top + TITLE_MM, left
        floor = top + tall
        for piece in shelf:
            start = x
            for place in range(*pieces[piece]):
                wide, height = sizes[int(type_ids[place])]
                rects[place] = x, floor - height, wide, height
                x += widths[place] + _BETWEEN_MM
            lines[piece], tops[piece] = (start, floor, x - _BETWEEN_MM - start), top
            x += _BETWEEN_GROUPS_MM
        top = floor + NAME_MM
    hall_ids = tuple(int(devices["hall_id"][places[low]]) for low, _ in pieces)
    inner = nested_in(snapshot, places, type_ids, rects, np.full(len(places), int(Face.FRONT)))
    device, types = np.concatenate([places, inner.device]), np.concatenate([type_ids, inner.type_id])
    return FloorStrip(device, types, np.concatenate([rects, inner.rects]), len(places), hall_ids, lines, tops)


def _longest(widths: list[float], tall: float, racks: Bounds | None, shape: float) -> float:
    """Line length in mm for the largest drawing of racks and strip in a view of that shape."""
    wide, high = (0.0, 0.0) if racks is None else (racks.width, racks.height)
    whole = sum(widths) + _BETWEEN_MM * len(widths)

    def scale(lines: int) -> float:
        return min(shape / max(wide, whole / lines, _LEAST_LINE_MM), 1 / (high + lines * (tall + TITLE_MM + NAME_MM)))

    lines = max(range(1, len(widths) + 1), key=scale)
    return max(wide, whole / lines + max(widths), _LEAST_LINE_MM)


def _broken(halls: list[int], widths: list[float], longest: float) -> Iterator[tuple[int, int]]:
    """Where lines begin and end: one hall a line, and none longer than `longest` unless a single device is."""
    low, used = 0, 0.0
    for place, (hall, width) in enumerate(zip(halls, widths, strict=True)):
        if place > low and (hall != halls[low] or used + width > longest):
            yield low, place
            low, used = place, 0.0
        used += width + _BETWEEN_MM
    yield low, len(halls)


def _shelves(pieces: list[tuple[int, int]], widths: list[float], longest: float) -> list[list[int]]:
    """Grouping of items into lines side by side."""
    shelves: list[list[int]] = []
    used = 0.0
    for number, (low, high) in enumerate(pieces):
        width = sum(widths[low:high]) + _BETWEEN_MM * (high - low) + _BETWEEN_GROUPS_MM
        if shelves and used + width <= longest + _BETWEEN_GROUPS_MM:
            shelves[-1].append(number)
            used += width
        else:
            shelves.append([number])
            used = width
    return shelves


def _size_mm(kind: HardwareType) -> tuple[float, float]:
    """Width and height of the front of a type; unpublished sizes are drawn as `_ASSUMED_MM`."""
    units = kind.height_half_units * DEFAULT_PITCH_MM / 2
    width = kind.number("width_mm") or kind.number("outer_width_mm") or (482.6 if units else _ASSUMED_MM)
    return width, kind.number("height_mm") or kind.number("outer_height_mm") or units or _ASSUMED_MM
