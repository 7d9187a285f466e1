"""Floor space: racks and floor-standing devices in their hall."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.floor.footprint import TOUCH_MM, crossing_pairs, excess_mm
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.floor_contents import Bodies, standing_bodies

STANDING = {
    "rack": ("type_id", "hall_id", "x_mm", "y_mm", "angle_ddeg", "name"),
    "device": ("type_id", "hall_id", "x_mm", "y_mm", "angle_ddeg", "name"),
    "hall": ("width_mm", "depth_mm", "name"),
    "catalog_item": ("body",),
}
"""Tables needed for the footprints in a hall."""


def bodies(view: View) -> Bodies:
    """The racks and floor-standing devices, with known width and depth, of the halls to check."""
    return standing_bodies(view.racks, view.snapshot["device"], view.types, None if view.only is None else view.ids)


def crossing(view: View) -> tuple[Ids, Ids]:
    """Pairs of `bodies` that share floor, as two arrays of places."""
    standing = view.cached(bodies)
    return crossing_pairs(standing.shapes, standing.hall)


@rule(
    "space.floor_overlap",
    title=QT_TRANSLATE_NOOP("checks", "Floor objects do not overlap"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pairs of objects overlap on the floor"),
    severity=Severity.ERROR,
    scope=Scope.FLOOR,
    reads=STANDING,
    source=QT_TRANSLATE_NOOP("checks", "Outer width and depth of the types"),
)
def floor_overlap(view: View) -> Iterator[Violation]:
    """Racks or floor-standing devices with overlapping footprints."""
    standing = view.cached(bodies)
    first, second = view.cached(crossing)
    for one, other in sorted(zip(first.tolist(), second.tolist(), strict=True)):
        objects = standing.object(one), standing.object(other)
        names = view.name(*objects[0]), view.name(*objects[1])
        text = QT_TRANSLATE_NOOP("checks", "{first} and {second} occupy the same floor space.")
        place = view.row_place(*objects[0])
        yield Violation((int(standing.hall[one]),), objects, place, rule_text(text, first=names[0], second=names[1]))


@rule(
    "space.outside_hall",
    title=QT_TRANSLATE_NOOP("checks", "Racks are inside their hall"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks are outside their hall"),
    severity=Severity.ERROR,
    scope=Scope.FLOOR,
    reads=STANDING,
    source=QT_TRANSLATE_NOOP("checks", "Width and depth of the hall"),
)
def outside_hall(view: View) -> Iterator[Violation]:
    """Footprints that extend through a wall."""
    standing, halls = view.cached(bodies), view.snapshot["hall"]
    at = halls.positions(standing.hall)
    size = np.stack([halls["width_mm"][at], halls["depth_mm"][at]], axis=1).astype(np.float64)
    low, high = standing.shapes.bounds()
    excess = excess_mm(standing.shapes, size)
    for place in np.flatnonzero(excess > TOUCH_MM).tolist():
        table, row_id = standing.object(place)
        hall = int(standing.hall[place])
        beyond = Quantity(float(np.round(excess[place])), "mm")
        text = QT_TRANSLATE_NOOP("checks", "{name} extends {excess} beyond {hall}.")
        message = rule_text(text, name=view.name(table, row_id), excess=beyond, hall=view.name("hall", hall))
        fix = None
        if table == "rack" and bool((high[place] - low[place] <= size[place]).all()):
            racks = view.snapshot["rack"]
            at_rack = racks.position(row_id)
            shift = np.maximum(-low[place], 0) - np.maximum(high[place] - size[place], 0)
            x_mm, y_mm = (int(np.round(racks[name][at_rack] + move)) for name, move in zip(("x_mm", "y_mm"), shift, strict=True))
            title = rule_text(QT_TRANSLATE_NOOP("checks", "Move {name} inside the hall"), name=view.name(table, row_id))
            fix = Fix("move_rack", {"rack_id": row_id, "x_mm": x_mm, "y_mm": y_mm}, title)
        yield Violation((hall,), ((table, row_id),), view.row_place(table, row_id), message, beyond, Quantity(0, "mm"), fix)


@rule(
    "space.hall_height",
    title=QT_TRANSLATE_NOOP("checks", "Racks fit under the hall ceiling"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks are taller than their hall"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    reads={"rack": ("type_id", "hall_id", "name"), "hall": ("height_mm", "name"), "catalog_item": ("body",)},
    source=QT_TRANSLATE_NOOP("checks", "Clear height of the hall and outer height of the rack type"),
)
def hall_height(view: View) -> Iterator[Violation]:
    """Racks higher than the clear height of their hall; cable trays above them are not counted."""
    racks, halls = view.racks, view.snapshot["hall"]
    clear = halls["height_mm"][halls.positions(racks["hall_id"])] if halls.rows else np.empty(0, np.int64)
    height = view.types.numbers("outer_height_mm", racks["type_id"])
    for place in np.flatnonzero((clear != ABSENT) & (height > clear)).tolist():
        rack = int(racks.ids[place])
        has, offers = Quantity(float(height[place]), "mm"), Quantity(int(clear[place]), "mm")
        text = QT_TRANSLATE_NOOP("checks", "{rack} is {height} high; {hall} allows {clear}.")
        hall = view.name("hall", int(racks["hall_id"][place]))
        message = rule_text(text, rack=view.name("rack", rack), height=has, hall=hall, clear=offers)
        yield Violation((rack,), (("rack", rack),), view.rack_place(rack), message, has, offers)
