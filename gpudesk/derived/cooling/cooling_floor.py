"""Places for units of a cooling on the floor of a hall."""

from collections.abc import Callable

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.cooling.cooling_unit_positions import (
    FRONT,
    LEFT,
    QUARTER_DDEG,
    REAR,
    RIGHT,
    Sizes,
    Taken,
    along_wall,
    beside,
    beside_racks,
    free,
    inside,
    joined,
    packed,
    spread,
    strip,
    touched,
)
from gpudesk.core.floor.blocked_floor import door_swing, in_the_way
from gpudesk.core.floor.clearance import NOTHING
from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.floor_items import FORBIDDEN, FloorItemKind
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.draw.power_ratings import FAMILIES
from gpudesk.derived.floor.floor_contents import standing_bodies
from gpudesk.derived.floor.floor_item_shapes import item_shapes
from gpudesk.project.plant_rules import PlaceRules, place_rules
from gpudesk.project.site_sheet import SiteSheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

Tables = Callable[[str], Columns]
_UNITS = (FAMILIES.index(Family.CDU), FAMILIES.index(Family.COOLING))
_IN_LINE_MM = 50.0
"""Maximum offset of a device that still belongs to a row."""


class CoolingFloor:
    """The floor of one hall, on which units are placed one after the other."""

    def __init__(self, read: Tables, types: Types, sheet: SiteSheet, hall_id: int) -> None:
        """Read the objects in the hall."""
        hall = read("hall").row(hall_id)
        racks, devices = read("rack"), read("device")
        self._rules: PlaceRules = place_rules()
        bodies = standing_bodies(racks, devices, types, np.array([hall_id], np.int64))
        of_rack, of_device = racks.positions(bodies.row[: bodies.racks]), devices.positions(bodies.row[bodies.racks :])
        self._angle = np.concatenate([racks["angle_ddeg"][of_rack], devices["angle_ddeg"][of_device]])
        self._row = np.concatenate([racks["row_id"][of_rack], np.full(len(of_device), NOTHING)])
        unit = np.zeros(len(bodies.row), bool)
        unit[bodies.racks :] = np.isin(types.codes("family", devices["type_id"][of_device]), _UNITS)
        self._unit: Mask = unit
        self._shapes = bodies.shapes
        self._standing = bodies.shapes
        others, units = bodies.shapes.pick(np.flatnonzero(~unit)), bodies.shapes.pick(np.flatnonzero(unit))
        before = max(sheet.limit("front_floor_mm"), sheet.limit("cold_aisle_least_mm"))
        behind = max(sheet.limit("rear_floor_mm"), sheet.limit("hot_aisle_least_mm"))
        items = item_shapes(read("floor_item"), halls=np.array([hall_id], np.int64))
        barred = [item.corners for item in items if item.kind in FORBIDDEN and len(item.corners) > 2]
        barred += [door_swing(item.corners) for item in items if item.kind is FloorItemKind.DOOR]
        self._routes = [item for item in items if item.kind is FloorItemKind.ROUTE]
        self._taken = Taken(
            joined(bodies.shapes, _boxes(barred)),
            joined(strip(others, before), strip(others, behind, rear=True), strip(units, self._rules.front_mm["wall"].value)),
            (float(hall["width_mm"]), float(hall["depth_mm"])),
        )

    def put(self, kind: CoolingKind, type_: HardwareType, count: int, row_id: int | None = None) -> Stands:
        """Occupy the best positions for up to `count` units, and return them.

        Room units are placed along the walls, those at the ends of rows first; row or rack units next to racks, CDUs along a wall
        if no row has a position.

        Args:
            row_id: next to the racks of this row only.
        """
        width, depth = type_.number("width_mm"), type_.number("depth_mm")
        if width is None or depth is None or count <= 0:
            return _nowhere()
        parts = []
        if kind in (CoolingKind.IN_ROW, CoolingKind.CDU):
            parts.append(self._beside(self._sizes("row", width, depth), count, row_id))
        if kind is not CoolingKind.IN_ROW and (lacking := count - sum(map(len, parts))) > 0:
            parts.append(self._at_walls(self._sizes("wall", width, depth), lacking))
        return _together(parts)

    def _sizes(self, where: str, width: float, depth: float) -> Sizes:
        return Sizes(width, depth, self._rules.front_mm[where].value, self._rules.gap_mm[where].value)

    def _take(self, stands: Stands, sizes: Sizes) -> None:
        shapes = _shapes(stands, sizes)
        self._taken = self._taken.with_units(shapes, strip(shapes, sizes.front))
        self._standing = joined(self._standing, shapes)

    def _at_walls(self, sizes: Sizes, count: int) -> Stands:
        """Half of them at each of the two walls at the ends of rows, evenly spread; the rest along the other two walls."""
        across = ((self._angle[~self._unit] % (2 * QUARTER_DDEG)) == QUARTER_DDEG).sum() * 2 > (~self._unit).sum()
        pairs = ((FRONT, REAR), (LEFT, RIGHT)) if across else ((LEFT, RIGHT), (FRONT, REAR))
        chosen_stands: list[Stands] = []
        for pair in pairs:
            left = count - sum(map(len, chosen_stands))
            share = max((left + 1) // 2, left - len(self._slots(pair[1], sizes)))
            for wall in pair:
                places = self._slots(wall, sizes)
                chosen = _picked(places, spread(np.arange(len(places)), share))
                self._take(chosen, sizes)
                chosen_stands.append(chosen)
                share = left - len(chosen)
        return _together(chosen_stands)

    def _slots(self, wall: int, sizes: Sizes) -> Stands:
        tried = along_wall(wall, sizes, self._taken.size_mm)
        good = free(_shapes(tried, sizes), self._taken, sizes.front) & ~self._on_route(_shapes(tried, sizes))
        return _picked(tried, packed(good, sizes.width + sizes.gap))

    def _beside(self, sizes: Sizes, count: int, row_id: int | None) -> Stands:
        """Next to racks: first between racks, then at the ends of rows, alternating between rows; then next to these units."""
        chosen = np.flatnonzero(~self._unit & ((self._row == row_id) if row_id is not None else True))
        bases, angle, line = self._shapes.pick(chosen), self._angle[chosen], self._line(chosen)
        chosen_stands: list[Stands] = []
        while len(bases) and (lacking := count - sum(map(len, chosen_stands))) > 0:
            tried = _together([beside_racks(bases, angle, sizes, right=right) for right in (True, False)])
            which = self._chosen(tried, np.tile(line, 2), sizes, lacking)
            new_stands = _picked(tried, which)
            chosen_stands.append(new_stands)
            bases, angle, line = _shapes(new_stands, sizes), new_stands.angle_ddeg, np.tile(line, 2)[which]
        return _together(chosen_stands)

    def _chosen(self, tried: Stands, line: Ids, sizes: Sizes, count: int) -> Ids:
        """The selected positions next to racks, at most `count`."""
        shapes = _shapes(tried, sizes)
        good = free(shapes, self._taken, sizes.front) & ~self._on_route(shapes)
        sides = [self._side(shapes, right=right) for right in (True, False)]
        good &= (sides[0] != _BLOCKED) & (sides[1] != _BLOCKED)
        at_end = (sides[0] == _OPEN) | (sides[1] == _OPEN)
        places = np.flatnonzero(good)
        taken: list[int] = []
        for place in places[_by_turns(line[places], at_end[places])].tolist():
            one = _picked(tried, np.array([place]))
            if len(taken) < count and free(_shapes(one, sizes), self._taken, sizes.front)[0]:
                taken.append(place)
                self._take(one, sizes)
        return np.array(taken, np.int64)

    def _line(self, bodies: Ids) -> Ids:
        """Row of an object; objects without a row are identified by their line on the floor."""
        front = np.round((self._shapes.centre - self._shapes.deep)[bodies] / _IN_LINE_MM).astype(np.int64)
        lying = np.where(self._angle[bodies] % (2 * QUARTER_DDEG) == QUARTER_DDEG, front[:, 0], front[:, 1])
        return np.where(self._row[bodies] == NOTHING, -2 - np.abs(lying), self._row[bodies])

    def _side(self, shapes: Footprints, *, right: bool) -> Ids:
        """Neighbor of each position: a passage, an object of the same line, or neither."""
        passage = beside(shapes, self._rules.passage_mm.value, right=right)
        met = touched(passage, self._taken.bodies) | ~inside(passage, self._taken.size_mm)
        middle = Footprints(passage.centre, passage.along, passage.deep / 2)
        return np.where(~met, _OPEN, np.where(touched(middle, self._standing), _CLOSED, _BLOCKED))

    def _on_route(self, shapes: Footprints) -> Mask:
        is_on_route = np.zeros(len(shapes), bool)
        for route in self._routes:
            is_on_route |= np.array([in_the_way(route.corners, outline, route.clear_width_mm) for outline in shapes.corners()], bool)
        return is_on_route


def waiting_units(snapshot: Snapshot) -> list[int]:
    """The cooling units that require floor space in a hall by type and have no position yet."""
    nodes = snapshot["cooling_node"]
    places = np.flatnonzero((nodes["device_id"] == ABSENT) & (nodes["type_id"] != ABSENT) & (nodes["hall_id"] != ABSENT))
    on_floor = snapshot.types.codes("mount", nodes["type_id"][places]) == Mount.FLOOR
    units: list[int] = nodes.ids[places[on_floor]].tolist()
    return units


_OPEN, _CLOSED, _BLOCKED = range(3)


def _by_turns(line: Ids, at_end: Mask) -> Ids:
    """An order that takes one place of each line after the other, those between racks first."""
    number = np.zeros(len(line), np.int64)
    for line_number in np.unique(line).tolist():
        line_places = np.flatnonzero(line == line_number)
        order = line_places[np.argsort(at_end[line_places], kind="stable")]
        number[order] = np.arange(len(line_places))
    turn_order: Ids = np.lexsort((line, number, at_end))
    return turn_order


def _shapes(stands: Stands, sizes: Sizes) -> Footprints:
    count = len(stands)
    return stands.shapes(np.full(count, sizes.width), np.full(count, sizes.depth))


def _picked(stands: Stands, which: Ids) -> Stands:
    return Stands(stands.x_mm[which], stands.y_mm[which], stands.angle_ddeg[which])


def _together(parts: list[Stands]) -> Stands:
    names = ("x_mm", "y_mm", "angle_ddeg")
    return Stands(*(np.concatenate([getattr(part, name) for part in parts]).astype(np.int64) for name in names)) if parts else _nowhere()


def _nowhere() -> Stands:
    return Stands(*(np.empty(0, np.int64) for _ in range(3)))


def _boxes(outlines: list[Reals]) -> Footprints:
    """The least upright rectangles around outlines."""
    if not outlines:
        return Footprints(*(np.empty((0, 2)) for _ in range(3)))
    low, high = (np.array([getattr(outline, side)(axis=0) for outline in outlines]) for side in ("min", "max"))
    half = (high - low) / 2
    return Footprints((low + high) / 2, half * np.array([1.0, 0.0]), half * np.array([0.0, 1.0]))
