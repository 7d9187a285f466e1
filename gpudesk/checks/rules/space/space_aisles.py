"""Space before and behind racks: room to work and to pull devices out, and the widths of aisles."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Object, Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.space.space_room import STANDING, bodies, crossing
from gpudesk.core.floor.floor_items import SOLID
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.clearances import FreeSide, free_sides
from gpudesk.derived.floor.floor_item_shapes import ItemShape, item_shapes

ITEMS = {"floor_item": ("hall_id", "kind", "name", "x_mm", "y_mm", "angle_ddeg", "width_mm", "depth_mm", "outline")}
"""Tables needed for the shapes of floor items."""
READS = reading(STANDING, {"rack": ("row_id",), "rack_row": ("name",)}, ITEMS, {"floor_item": ("clear_width_mm", "clear_height_mm")})
_LIMITS = ("front_floor_mm", "rear_floor_mm", "cold_aisle_least_mm", "hot_aisle_least_mm")


def shapes_here(view: View) -> list[ItemShape]:
    """The floor items in the halls to check."""
    return item_shapes(view.snapshot["floor_item"], halls=None if view.only is None else view.ids)


def _sides(view: View) -> tuple[Ids, FreeSide, FreeSide]:
    """Objects in front of and behind the racks to check, within the largest limit."""
    standing = view.cached(bodies)
    solid = [shape for shape in view.cached(shapes_here) if shape.kind in SOLID]
    reach = max(view.sheet.limit(name) for name in _LIMITS)
    return free_sides(standing, solid, view.snapshot["hall"], reach, np.concatenate(view.cached(crossing)))


def _owners(view: View, places: Ids) -> list[Object]:
    """The rows that contain racks, or the racks themselves if they are in none."""
    standing, racks = view.cached(bodies), view.snapshot["rack"]
    ids = standing.row[places]
    rows = racks["row_id"][racks.positions(ids)]
    return [("rack", rack) if row == ABSENT else ("rack_row", row) for rack, row in zip(ids.tolist(), rows.tolist(), strict=True)]


def _too_near(view: View, side: FreeSide, judged: Ids, limit: float, at_wall: str, at_other: str) -> Iterator[Violation]:
    """One finding for each row (or rack in none) with too little floor in front of a face and no aisle; it names the worst spot."""
    standing = view.cached(bodies)
    places = np.flatnonzero((side.free_mm < limit - 0.5) & ~side.facing)
    places = places[np.argsort(side.free_mm[places], kind="stable")]
    reported: set[Object] = set()
    for place, owner in zip(places.tolist(), _owners(view, judged[places]), strict=True):
        ending = side.ending(place)
        if owner in reported or ending is None:
            continue
        reported.add(owner)
        free, required = Quantity(float(np.round(side.free_mm[place])), "mm"), Quantity(limit, "mm")
        text = at_wall if ending[0] == "hall" else at_other
        message = rule_text(text, name=view.name(*owner), free=free, other=view.name(*ending), wanted=required)
        yield Violation((int(standing.hall[judged[place]]),), (owner,), view.row_place(*owner), message, free, required)


@rule(
    "space.front_floor",
    title=QT_TRANSLATE_NOOP("checks", "There is clearance in front of racks"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks have too little clearance in front"),
    severity=Severity.WARNING,
    scope=Scope.FLOOR,
    reads=READS,
    limits=("front_floor_mm",),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: clearance in front of a rack"),
)
def front_floor(view: View) -> Iterator[Violation]:
    """Fronts too close to a wall, a column or anything other than the front of another row: doors open and devices are pulled out there."""
    judged_places, front, _ = view.cached(_sides)
    at_wall = QT_TRANSLATE_NOOP("checks", "{name} has {free} clearance in front to the wall of {other}; {wanted} required.")
    at_other = QT_TRANSLATE_NOOP("checks", "{name} has {free} clearance in front to {other}; {wanted} required.")
    return _too_near(view, front, judged_places, view.sheet.limit("front_floor_mm"), at_wall, at_other)


@rule(
    "space.rear_floor",
    title=QT_TRANSLATE_NOOP("checks", "There is clearance behind racks"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks have too little clearance behind"),
    severity=Severity.WARNING,
    scope=Scope.FLOOR,
    reads=READS,
    limits=("rear_floor_mm",),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: clearance behind a rack"),
)
def rear_floor(view: View) -> Iterator[Violation]:
    """Rears too close to a wall, a column or anything other than the rear of another row: cables are plugged in there."""
    judged_places, _, rear = view.cached(_sides)
    at_wall = QT_TRANSLATE_NOOP("checks", "{name} has {free} clearance behind it to the wall of {other}; {wanted} required.")
    at_other = QT_TRANSLATE_NOOP("checks", "{name} has {free} clearance behind it to {other}; {wanted} required.")
    return _too_near(view, rear, judged_places, view.sheet.limit("rear_floor_mm"), at_wall, at_other)


def _narrow(view: View, side: FreeSide, judged: Ids, limit: float, text: str) -> Iterator[Violation]:
    """One finding for each pair of rows that share a too narrow aisle; it names the narrowest position."""
    standing = view.cached(bodies)
    places = np.flatnonzero((side.free_mm < limit - 0.5) & side.facing)
    places = places[np.argsort(side.free_mm[places], kind="stable")]
    reported: set[tuple[Object, ...]] = set()
    own, others = _owners(view, judged[places]), _owners(view, side.other[places])
    for place, *pair in zip(places.tolist(), own, others, strict=True):
        both = tuple(sorted(pair))
        if both in reported:
            continue
        reported.add(both)
        width, required = Quantity(float(np.round(side.free_mm[place])), "mm"), Quantity(limit, "mm")
        message = rule_text(text, first=view.name(*both[0]), second=view.name(*both[1]), width=width, wanted=required)
        yield Violation((int(standing.hall[judged[place]]),), both, view.row_place(*both[0]), message, width, required)


@rule(
    "space.cold_aisle",
    title=QT_TRANSLATE_NOOP("checks", "Cold aisles are wide enough"),
    many=QT_TRANSLATE_NOOP("checks", "Cold aisles are too narrow in {count} places"),
    severity=Severity.WARNING,
    scope=Scope.FLOOR,
    reads=READS,
    limits=("cold_aisle_least_mm",),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: minimum width of a cold aisle"),
)
def cold_aisle(view: View) -> Iterator[Violation]:
    """Facing fronts closer together than the site requires."""
    judged_places, front, _ = view.cached(_sides)
    text = QT_TRANSLATE_NOOP("checks", "The cold aisle between {first} and {second} is {width} wide; {wanted} required.")
    return _narrow(view, front, judged_places, view.sheet.limit("cold_aisle_least_mm"), text)


@rule(
    "space.hot_aisle",
    title=QT_TRANSLATE_NOOP("checks", "Hot aisles are wide enough"),
    many=QT_TRANSLATE_NOOP("checks", "Hot aisles are too narrow in {count} places"),
    severity=Severity.WARNING,
    scope=Scope.FLOOR,
    reads=READS,
    limits=("hot_aisle_least_mm",),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: minimum width of a hot aisle"),
)
def hot_aisle(view: View) -> Iterator[Violation]:
    """Facing rears closer together than the site requires."""
    judged_places, _, rear = view.cached(_sides)
    text = QT_TRANSLATE_NOOP("checks", "The hot aisle between {first} and {second} is {width} wide; {wanted} required.")
    return _narrow(view, rear, judged_places, view.sheet.limit("hot_aisle_least_mm"), text)
