"""Space between a device and its rack: mounting, rails, depth, air and the positions next to the units."""

import math
from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.space.space_units import PLACEMENT
from gpudesk.checks.rules.space.vacancy import CROWDED
from gpudesk.core.hardware.hardware import Face, Family, HardwareType, Mount, Side
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.racks.placement import Mask, Placed, Reals, beside_excess, collide
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.core.values.unknown import filled
from gpudesk.derived.columns.joins import equal_pairs, grouped
from gpudesk.project.snapshot import Snapshot, made_from

RAIL_WIDTH_INCH = 19.0
"""The rail width if a type does not specify it."""
TOLERANCE_MM = 0.5
WITH_REAR_CONNECTORS = (Family.SYSTEM, Family.SERVER, Family.SWITCH, Family.STORAGE, Family.POWER_SHELF)
"""Families whose plugs and cables need depth behind them."""


def _device(view: View, place: int) -> tuple[int, int, str]:
    device = int(view.placed.device[place])
    return device, int(view.placed.rack[place]), view.name("device", device)


@rule(
    "space.not_a_rack",
    title=QT_TRANSLATE_NOOP("checks", "Devices fit in the rack height"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks have no units"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    reads={"rack": ("type_id", "name"), "catalog_item": ("body",)},
    source=QT_TRANSLATE_NOOP("checks", "Height of the rack type"),
)
def not_a_rack(view: View) -> Iterator[Violation]:
    """Racks of a type that is not a rack, or has no height in units."""
    racks = view.racks
    for place in np.flatnonzero(~(view.types.numbers("units_u", racks["type_id"]) > 0)).tolist():
        rack = int(racks.ids[place])
        model = view.types[int(racks["type_id"][place])].title
        text = QT_TRANSLATE_NOOP("checks", "{rack} has no units: {model} does not specify the number.")
        yield Violation((rack,), (("rack", rack),), view.rack_place(rack), rule_text(text, rack=view.name("rack", rack), model=model))


@rule(
    "space.mount",
    title=QT_TRANSLATE_NOOP("checks", "Only rack-mount equipment is placed in rack units"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices are not rack-mount equipment"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Mounting of the type"),
)
def mount(view: View) -> Iterator[Violation]:
    """Floor-standing devices, cards or parts at a rack position."""
    placed = view.placed
    for place in np.flatnonzero((placed.mount != Mount.UNITS) & (placed.mount != Mount.ZERO_U)).tolist():
        device, rack, name = _device(view, place)
        text = QT_TRANSLATE_NOOP("checks", "{device} is not mounted in rack units.")
        yield Violation((rack,), (("device", device),), view.rack_place(rack), rule_text(text, device=name))


@rule(
    "space.rail_width",
    title=QT_TRANSLATE_NOOP("checks", "Devices match the width and unit height of their rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices do not match the width of their rack"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "EIA-310-E (19-inch, 44.45 mm) and Open Rack V3 (21-inch, 48 mm)"),
)
def rail_width(view: View) -> Iterator[Violation]:
    """19-inch devices in an Open Rack, or 21-inch devices in a 19-inch rack; the unit height differs as well."""
    required_inch = view.types.numbers("rail_width_inch", view.placed_types)
    offered = view.types.numbers("rail_width_inch", view.placed_rack_types)
    required_inch, offered = (np.where(np.isnan(width), RAIL_WIDTH_INCH, width) for width in (required_inch, offered))
    for place in np.flatnonzero((required_inch != offered) & (view.placed.mount == Mount.UNITS)).tolist():
        device, rack, name = _device(view, place)
        needs, has = (Quantity(float(width[place]), "in") for width in (required_inch, offered))
        text = QT_TRANSLATE_NOOP("checks", "{device} requires {wanted} rails; {rack} has {offered}.")
        message = rule_text(text, device=name, wanted=needs, rack=view.name("rack", rack), offered=has)
        yield Violation((rack,), (("device", device),), view.placed_place(place), message, has, needs)


@rule(
    "space.depth",
    title=QT_TRANSLATE_NOOP("checks", "Devices are not deeper than their rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices are too deep for their rack"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Depth of the device and usable depth of the rack type"),
)
def depth(view: View) -> Iterator[Violation]:
    """Devices that extend through the rear door."""
    placed = view.placed
    for place in np.flatnonzero((placed.mount == Mount.UNITS) & (placed.depth_mm > placed.usable_depth_mm)).tolist():
        device, rack, name = _device(view, place)
        deep, usable = Quantity(float(placed.depth_mm[place]), "mm"), Quantity(float(placed.usable_depth_mm[place]), "mm")
        text = QT_TRANSLATE_NOOP("checks", "{device} is {depth} deep; usable depth of {rack} is {usable}.")
        message = rule_text(text, device=name, depth=deep, rack=view.name("rack", rack), usable=usable)
        yield Violation((rack,), (("device", device),), view.placed_place(place), message, deep, usable)


@rule(
    "space.rear_clearance",
    title=QT_TRANSLATE_NOOP("checks", "Connectors and cables have clearance behind devices"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices have too little clearance for connectors"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    limits=("rear_clearance_mm",),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: clearance behind a device"),
)
def rear_clearance(view: View) -> Iterator[Violation]:
    """Devices that fit, but the rear door would bend their plugs."""
    placed, clearance = view.placed, view.sheet.number("rear_clearance_mm") or 0.0
    overall = np.fmax(placed.depth_mm, view.types.numbers("depth_overall_mm", view.placed_types))
    room = placed.usable_depth_mm - overall
    families = [place for place, family in enumerate(Family) if family in WITH_REAR_CONNECTORS]
    tight = (placed.mount == Mount.UNITS) & (placed.depth_mm <= placed.usable_depth_mm) & (room < clearance)
    tight &= (placed.face == Face.FRONT) & is_one_of(view.types.codes("family", view.placed_types), families)
    for place in np.flatnonzero(tight).tolist():
        device, rack, name = _device(view, place)
        left, needed = Quantity(float(room[place]), "mm"), Quantity(clearance, "mm")
        text = QT_TRANSLATE_NOOP("checks", "Clearance for connectors and cables behind {device} is {room}; {needed} required.")
        message = rule_text(text, device=name, room=left, needed=needed)
        yield Violation((rack,), (("device", device),), view.placed_place(place), message, left, needed)


def _rail_depths(view: View) -> Reals:
    """The distance between front and rear rails of the rack of each placed device, NaN if unknown."""
    said_here = view.snapshot["rack"]["rail_depth_mm"][view.placed_racks]
    return np.where(said_here == ABSENT, view.types.numbers("rail_depth_mm", view.placed_rack_types), said_here.astype(np.float64))


@rule(
    "space.rails",
    title=QT_TRANSLATE_NOOP("checks", "Rail kits reach from the front to the rear posts"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rail kits do not fit the mounting depth"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=reading(PLACEMENT, {"rack": ("rail_depth_mm",)}),
    source=QT_TRANSLATE_NOOP("checks", "Range of the rail kit and mounting depth of the rack"),
)
def rails(view: View) -> Iterator[Violation]:
    """A mounting depth outside the range of a rail kit in the rack; the fix sets a depth that suits every kit."""
    placed, distance = view.placed, _rail_depths(view)
    least, most = (view.types.numbers(f"rail_depth_{end}_mm", view.placed_types) for end in ("min", "max"))
    wrong = (placed.mount == Mount.UNITS) & ((distance < least - TOLERANCE_MM) | (distance > most + TOLERANCE_MM))
    places = np.flatnonzero(wrong)
    if not len(places):
        return
    racks, of_rack = np.unique(placed.rack, return_inverse=True)
    low, high = np.full(len(racks), -np.inf), np.full(len(racks), np.inf)
    np.fmax.at(low, of_rack, least)
    np.fmin.at(high, of_rack, most)
    for index, misfits in grouped(of_rack, places).items():
        rack = int(racks[index])
        names = tuple(view.name("device", int(device)) for device in placed.device[misfits[:3]])
        has = float(distance[misfits[0]])
        short = has < low[index]
        needs = Quantity(float(low[index] if short else high[index]), "mm")
        text = QT_TRANSLATE_NOOP("checks", "Mounting depth of {rack} is {distance}; its rail kits allow at most {limit}: {devices}.")
        if short:
            text = QT_TRANSLATE_NOOP("checks", "Mounting depth of {rack} is {distance}; its rail kits need at least {limit}: {devices}.")
        met = Quantity(has, "mm")
        message = rule_text(text, rack=view.name("rack", rack), distance=met, limit=needs, devices=names)
        kind = view.types[int(view.placed_rack_types[misfits[0]])]
        fix = _rail_fix(view, rack, kind, float(low[index]), float(high[index]), short)
        yield Violation((rack,), (("rack", rack),), view.rack_place(rack), message, met, needs, fix)


def _rail_fix(view: View, rack: int, kind: HardwareType, low: float, high: float, short: bool) -> Fix | None:
    """The nearest rail distance that suits all kits and that the rack can be set to, if there is one."""
    low = max(low, kind.number("rail_depth_min_mm") or 0.0)
    high = min(high, kind.number("rail_depth_max_mm") or math.inf)
    if low > high:
        return None
    chosen = math.ceil(low) if short else math.floor(high)
    text = QT_TRANSLATE_NOOP("checks", "Set the mounting depth of {rack} to {distance}")
    title = rule_text(text, rack=view.name("rack", rack), distance=Quantity(chosen, "mm"))
    return Fix("set_fields", {"table": "rack", "row_ids": [rack], "fields": {"rail_depth_mm": chosen}}, title)


@made_from({"catalog_item": ()})
def _airflow(snapshot: Snapshot) -> Ids:
    """For each catalog entry of the project 1 if its air flows from front to rear, −1 if reversed, otherwise 0."""
    codes = {"front-to-rear": 1, "rear-to-front": -1}
    types = snapshot.types
    return np.array([codes.get(types[int(type_id)].text("airflow_direction"), 0) for type_id in snapshot["catalog_item"].ids], np.int64)


@rule(
    "space.airflow",
    title=QT_TRANSLATE_NOOP("checks", "Devices draw air from the cold aisle"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices draw air from the hot aisle"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Airflow direction of the type; the front of a rack faces the cold aisle"),
)
def airflow(view: View) -> Iterator[Violation]:
    """Devices mounted so that air flows from the hot to the cold aisle. Types sold in both airflow directions are not checked."""
    placed, items = view.placed, view.snapshot["catalog_item"]
    direction = view.snapshot.cached(_airflow)[items.positions(view.placed_types)]
    wrong = np.where(placed.face == Face.FRONT, direction == -1, direction == 1) & (placed.mount == Mount.UNITS)
    places = np.flatnonzero(wrong)
    if not len(places):
        return
    free = _free_when_flipped(placed, places)
    for place, may_flip in zip(places.tolist(), free.tolist(), strict=True):
        device, rack, name = _device(view, place)
        text = QT_TRANSLATE_NOOP("checks", "{device} is mounted on the front and exhausts into the cold aisle.")
        title = QT_TRANSLATE_NOOP("checks", "Mount {device} on the rear")
        if placed.face[place] == Face.REAR:
            text = QT_TRANSLATE_NOOP("checks", "{device} is mounted on the rear and takes in air from the hot aisle.")
            title = QT_TRANSLATE_NOOP("checks", "Mount {device} on the front")
        fix = Fix("flip_face", {"device_id": device}, rule_text(title, device=name)) if may_flip else None
        yield Violation((rack,), (("device", device),), view.placed_place(place), rule_text(text, device=name), fix=fix)


def _free_when_flipped(placed: Placed, places: Ids) -> Mask:
    """Whether the devices at `places` would fit on the other face without a collision, shape (places,)."""
    flipped = placed.pick(places)
    side = np.where(flipped.side == ABSENT, ABSENT, np.where(flipped.side == Side.LEFT, Side.RIGHT, Side.LEFT))
    flipped = Placed(
        flipped.device,
        flipped.rack,
        flipped.mount,
        flipped.low,
        flipped.high,
        np.where(flipped.face == Face.FRONT, Face.REAR, Face.FRONT),
        side,
        flipped.depth_mm,
        flipped.usable_depth_mm,
        flipped.full_depth,
    )
    racks, counts = np.unique(placed.rack, return_counts=True)
    free = ~is_one_of(flipped.rack, racks[counts > CROWDED])
    tried = np.flatnonzero(free)
    one, other = equal_pairs(flipped.rack[tried], placed.rack)
    one = tried[one]
    apart = flipped.device[one] != placed.device[other]
    one, other = one[apart], other[apart]
    free[one[collide(flipped.pick(one), placed.pick(other))]] = False
    return free


@rule(
    "space.zero_u",
    title=QT_TRANSLATE_NOOP("checks", "There are enough vertical mounting positions"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks have too few vertical positions"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Vertical positions per side of the rack type"),
)
def zero_u(view: View) -> Iterator[Violation]:
    """More vertical devices on one side of a rack, at one height, than it has positions. A rack type that lists none has none."""
    placed = view.placed
    places = filled(view.types.numbers("zero_u_per_side", view.placed_rack_types)).astype(np.int64)
    crowded = np.flatnonzero(beside_excess(placed, places))
    groups: dict[tuple[int, int, int], list[int]] = {}
    for place in crowded.tolist():
        groups.setdefault((int(placed.rack[place]), int(placed.face[place]), int(placed.side[place])), []).append(place)
    for (rack, _, _), members in groups.items():
        count, offered = len(members), int(places[members[0]])
        text = QT_TRANSLATE_NOOP(
            "checks", "One side of {rack} has {places} vertical mounting {places|position|positions} for {count} {count|device|devices}."
        )
        if not offered:
            text = QT_TRANSLATE_NOOP("checks", "{rack} has no vertical positions, but {count} {count|device|devices} on one side.")
        objects = tuple(("device", int(placed.device[place])) for place in members)
        message = rule_text(text, rack=view.name("rack", rack), places=offered, count=count)
        yield Violation((rack,), objects, view.rack_place(rack), message, count, offered)


@rule(
    "space.zero_u_place",
    title=QT_TRANSLATE_NOOP("checks", "Vertical devices are mounted at the rear, left or right"),
    many=QT_TRANSLATE_NOOP("checks", "{count} vertical devices have no valid side"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Vertical (0U) devices are at the rear, behind the units"),
)
def zero_u_place(view: View) -> Iterator[Violation]:
    """Vertical devices without a side, or at the front, where their outlets cannot be reached."""
    placed = view.placed
    is_vertical = placed.mount == Mount.ZERO_U
    for place in np.flatnonzero(is_vertical & ((placed.side == ABSENT) | (placed.face == Face.FRONT))).tolist():
        device, rack, name = _device(view, place)
        text = QT_TRANSLATE_NOOP("checks", "{device} is mounted vertically at the front; power and outlets are at the rear.")
        fix: Fix | None = Fix(
            "flip_face", {"device_id": device}, rule_text(QT_TRANSLATE_NOOP("checks", "Mount {device} on the rear"), device=name)
        )
        if placed.side[place] == ABSENT:
            text = QT_TRANSLATE_NOOP("checks", "{device} is mounted vertically, and its side is not set.")
            mates = (placed.rack == rack) & is_vertical & (placed.face == Face.REAR)
            left, right = (int((mates & (placed.side == side)).sum()) for side in (Side.LEFT, Side.RIGHT))
            side = Side.LEFT if left <= right else Side.RIGHT
            arguments = {
                "device_id": device,
                "rack_id": rack,
                "position": int(placed.low[place]),
                "face": int(Face.REAR),
                "side": int(side),
            }
            title = QT_TRANSLATE_NOOP("checks", "Move {device} to the left")
            if side is Side.RIGHT:
                title = QT_TRANSLATE_NOOP("checks", "Move {device} to the right")
            fix = Fix("move_device", arguments, rule_text(title, device=name))
        yield Violation((rack,), (("device", device),), view.rack_place(rack), rule_text(text, device=name), fix=fix)
