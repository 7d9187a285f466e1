"""Floor space occupied by the building, and the route by which equipment is brought in."""

from collections.abc import Iterator, Sequence

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import furnished
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.space.space_aisles import ITEMS, shapes_here
from gpudesk.checks.rules.space.space_room import STANDING, bodies
from gpudesk.core.floor.blocked_floor import door_swing, in_the_way, standing_on
from gpudesk.core.floor.clearance import near_pairs
from gpudesk.core.floor.floor_items import FORBIDDEN, SOLID, FloorItemKind
from gpudesk.core.floor.outline import distance_mm
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.arriving_crates import Crates, arriving_crates, door_room_mm, way_room_mm
from gpudesk.derived.floor.floor_contents import Bodies
from gpudesk.derived.floor.floor_item_shapes import ItemShape

PASSING = {"floor_item": ("clear_width_mm", "clear_height_mm")}


def _shapes(view: View, kinds: Sequence[FloorItemKind]) -> list[ItemShape]:
    """The floor items of some kinds in the halls to check."""
    return [shape for shape in view.cached(shapes_here) if shape.kind in kinds]


def _boxes(shapes: Sequence[ItemShape]) -> tuple[Reals, Reals, Ids]:
    """The upright boxes of items, least and greatest corners of shape (n, 2), and their halls."""
    low = np.array([shape.corners.min(axis=0) for shape in shapes]).reshape(-1, 2)
    high = np.array([shape.corners.max(axis=0) for shape in shapes]).reshape(-1, 2)
    return low, high, np.array([shape.hall for shape in shapes], np.int64)


def _on_the_way(routes: Sequence[ItemShape], low: Reals, high: Reals, floors: Ids) -> list[tuple[int, int]]:
    """Pairs of a route and a box near one of its segments, as indices, ascending."""
    parts = [(number, *ends) for number, route in enumerate(routes) for ends in zip(route.corners[:-1], route.corners[1:], strict=True)]
    number = np.array([part[0] for part in parts], np.int64)
    ends = np.array([part[1:] for part in parts], np.float64).reshape(-1, 2, 2)
    reach = np.array([(routes[part[0]].clear_width_mm or 0) / 2 for part in parts])[:, None]
    halls = np.array([routes[part[0]].hall for part in parts], np.int64)
    box, part = near_pairs(low, high, floors, ends.min(axis=1) - reach, ends.max(axis=1) + reach, halls)
    return sorted(set(zip(number[part].tolist(), box.tolist(), strict=True)))


@rule(
    "space.floor_item",
    title=QT_TRANSLATE_NOOP("checks", "No object overlaps columns, obstacles or keep-out areas"),
    many=QT_TRANSLATE_NOOP("checks", "{count} objects are on a column, an obstacle or a keep-out area"),
    severity=Severity.ERROR,
    scope=Scope.FLOOR,
    reads=reading(STANDING, ITEMS, PASSING),
    when=furnished,
    source=QT_TRANSLATE_NOOP("checks", "Floor items of the project"),
)
def floor_item(view: View) -> Iterator[Violation]:
    """Racks or floor-standing devices whose footprint overlaps a column, an obstacle or a keep-out area."""
    standing, shapes = view.cached(bodies), [shape for shape in _shapes(view, FORBIDDEN) if len(shape.corners) > 2]
    for body, item in _standing_on(standing, shapes, [shape.corners for shape in shapes]):
        shape, thing = shapes[item], standing.object(body)
        text = QT_TRANSLATE_NOOP("checks", "{name} is on {item}.")
        if shape.kind is FloorItemKind.KEEP_OUT:
            text = QT_TRANSLATE_NOOP("checks", "{name} is in {item}, which must be kept clear.")
        message = rule_text(text, name=view.name(*thing), item=view.name("floor_item", shape.id))
        yield Violation((shape.hall,), (thing, ("floor_item", shape.id)), view.row_place(*thing), message)


def _standing_on(standing: Bodies, shapes: Sequence[ItemShape], outlines: Sequence[Reals]) -> list[tuple[int, int]]:
    """Pairs of a body and an item whose outline it overlaps."""
    return standing_on(standing.shapes, standing.hall, outlines, np.array([shape.hall for shape in shapes], np.int64))


@rule(
    "space.door_swing",
    title=QT_TRANSLATE_NOOP("checks", "Doors can open"),
    many=QT_TRANSLATE_NOOP("checks", "{count} objects block a door"),
    severity=Severity.ERROR,
    scope=Scope.FLOOR,
    reads=reading(STANDING, ITEMS, PASSING),
    when=furnished,
    source=QT_TRANSLATE_NOOP("checks", "Floor items of the project: door leaves need clear floor on both sides"),
)
def swing_of_door(view: View) -> Iterator[Violation]:
    """Racks or floor-standing devices in the swing of a door, on either side of it."""
    standing, doors = view.cached(bodies), _shapes(view, (FloorItemKind.DOOR,))
    for body, item in _standing_on(standing, doors, [door_swing(door.corners) for door in doors]):
        thing, closed = standing.object(body), doors[item]
        text = QT_TRANSLATE_NOOP("checks", "{name} blocks {door}.")
        message = rule_text(text, name=view.name(*thing), door=view.name("floor_item", closed.id))
        yield Violation((closed.hall,), (thing, ("floor_item", closed.id)), view.row_place(*thing), message)


@rule(
    "space.route_blocked",
    title=QT_TRANSLATE_NOOP("checks", "Delivery routes are unobstructed"),
    many=QT_TRANSLATE_NOOP("checks", "{count} objects block a delivery route"),
    severity=Severity.ERROR,
    scope=Scope.FLOOR,
    reads=reading(STANDING, ITEMS, PASSING),
    when=furnished,
    source=QT_TRANSLATE_NOOP("checks", "Floor items of the project: clear width of the route"),
)
def route_blocked(view: View) -> Iterator[Violation]:
    """Racks, devices, columns or obstacles in the clear width of a delivery route, or on its line if it has no width."""
    standing, routes = view.cached(bodies), _shapes(view, (FloorItemKind.ROUTE,))
    if not routes:
        return
    corners = standing.shapes.corners()
    tried = [(route, standing.object(body), corners[body]) for route, body in _on_the_way(routes, *standing.shapes.bounds(), standing.hall)]
    solid = [shape for shape in _shapes(view, SOLID) if len(shape.corners) > 2]
    tried += [(route, ("floor_item", solid[place].id), solid[place].corners) for route, place in _on_the_way(routes, *_boxes(solid))]
    for number, thing, outline in tried:
        route = routes[number]
        half_width_mm = (route.clear_width_mm or 0) / 2
        if in_the_way(route.corners, outline, route.clear_width_mm):
            distance = distance_mm(route.corners, outline)
            text = QT_TRANSLATE_NOOP("checks", "{name} is {distance} from the center of {route}; half of its clear width is {wanted}.")
            free, half = Quantity(float(np.round(distance)), "mm"), Quantity(half_width_mm, "mm")
            message = rule_text(text, name=view.name(*thing), distance=free, route=view.name("floor_item", route.id), wanted=half)
            yield Violation((route.hall,), (("floor_item", route.id), thing), view.row_place(*thing), message, free, half)


ARRIVING = reading(STANDING, {"rack": ("status",), "device": ("status",)}, ITEMS, PASSING)
CRATE_LIMITS = ("crates_to_the_room", "crate_allowance_mm", "crate_pallet_mm")


def _crates(view: View) -> Crates:
    return arriving_crates(view.snapshot, view.cached(bodies))


def _passage(view: View, doors: bool, text: str) -> Iterator[Violation]:
    """One finding for each type and hall whose crate passes none of the doors (or routes) of the hall."""
    shapes = _shapes(view, (FloorItemKind.DOOR if doors else FloorItemKind.ROUTE,))
    if not shapes:
        return
    crates = view.cached(_crates)
    for hall in sorted({shape.hall for shape in shapes}):
        ways = [shape for shape in shapes if shape.hall == hall]
        rooms = np.array([door_room_mm(crates, shape) if doors else way_room_mm(crates, shape) for shape in ways])
        here = crates.hall == hall
        best = np.argmax(np.where(np.isnan(rooms), -np.inf, rooms), axis=0)
        for place in np.flatnonzero(here & (rooms < 0).all(axis=0)).tolist():
            way, type_id = ways[int(best[place])], int(crates.type_id[place])
            sizes = {
                name: Quantity(float(np.round(values[place])), "mm")
                for name, values in (("width", crates.width_mm), ("length", crates.length_mm), ("height", crates.height_mm))
            }
            short = Quantity(float(np.ceil(-rooms[best[place], place])), "mm")
            names = {"model": view.types[type_id].title, "way": view.name("floor_item", way.id), "hall": view.name("hall", hall)}
            objects = (("hall", hall), ("catalog_item", type_id), ("floor_item", way.id))
            yield Violation((hall,), objects, view.row_place("floor_item", way.id), rule_text(text, **names, **sizes, short=short), short)


@rule(
    "space.door",
    title=QT_TRANSLATE_NOOP("checks", "Deliveries fit through a door of the hall"),
    many=QT_TRANSLATE_NOOP("checks", "{count} deliveries do not fit through any door of their hall"),
    severity=Severity.ERROR,
    scope=Scope.FLOOR,
    reads=ARRIVING,
    when=furnished,
    limits=CRATE_LIMITS,
    source=QT_TRANSLATE_NOOP(
        "checks", "Crate size of the type, or packing allowance of the site sheet; clear width and height of the doors"
    ),
)
def door(view: View) -> Iterator[Violation]:
    """Racks and floor-standing devices not installed yet that fit through no door of their hall, upright and shorter side first."""
    text = QT_TRANSLATE_NOOP(
        "checks",
        (
            "{model} is {width} × {length} and {height} high as delivered; it does not fit through any door of "
            "{hall}: {way} is too small by {short}."
        ),
    )
    return _passage(view, True, text)


@rule(
    "space.route",
    title=QT_TRANSLATE_NOOP("checks", "Deliveries fit along a delivery route"),
    many=QT_TRANSLATE_NOOP("checks", "{count} deliveries do not fit along any route"),
    severity=Severity.ERROR,
    scope=Scope.FLOOR,
    reads=ARRIVING,
    when=furnished,
    limits=CRATE_LIMITS,
    source=QT_TRANSLATE_NOOP(
        "checks", "Crate size of the type, or packing allowance of the site sheet; clear width, height and corners of the routes"
    ),
)
def route(view: View) -> Iterator[Violation]:
    """Racks and floor-standing devices not installed yet: too wide or high for every route of their hall, or too long for a corner."""
    text = QT_TRANSLATE_NOOP(
        "checks",
        (
            "{model} is {width} × {length} and {height} high as delivered; it does not fit along any route in {hall}: "
            "{way} is too small by {short}."
        ),
    )
    return _passage(view, False, text)
