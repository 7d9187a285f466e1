"""Weight: load ratings of racks, stability of a rack, and manual lifting."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.space.space_units import PLACEMENT
from gpudesk.checks.rules.space.vacancy import move_fix
from gpudesk.core.hardware.hardware import Mount, Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.racks.lifting import needs_machine, people_to_lift
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.racks.device_placement import unit_name
from gpudesk.project.snapshot import Snapshot, made_from

LOADS = {
    "device": ("type_id", "rack_id", "parent_id", "position", "face", "side"),
    "rack": ("type_id", "name"),
    "catalog_item": ("body",),
}
"""Tables needed to weigh racks."""


def too_much(view: View, values: Reals, limits: Reals | float, unit: str, text: str, exceeded: Mask | None = None) -> Iterator[Violation]:
    """One finding for each rack whose value exceeds its limit; `text` has the fields rack, value and limit."""
    over = values > limits if exceeded is None else exceeded
    rack_limits = np.broadcast_to(np.asarray(limits, np.float64), values.shape)
    for place in np.flatnonzero(over).tolist():
        rack = int(view.loads.rack[place])
        value, limit = Quantity(float(values[place]), unit), Quantity(float(rack_limits[place]), unit)
        message = rule_text(text, rack=view.name("rack", rack), value=value, limit=limit)
        yield Violation((rack,), (("rack", rack),), view.rack_place(rack), message, value, limit)


@rule(
    "weight.rack_static",
    title=QT_TRANSLATE_NOOP("checks", "Racks can carry their load"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks exceed their load rating"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=LOADS,
    source=QT_TRANSLATE_NOOP("checks", "Static load of the rack type"),
)
def rack_static(view: View) -> Iterator[Violation]:
    """Total of the devices inside, without the rack itself, as racks are rated."""
    limits = view.types.numbers("static_load_kg", view.racks["type_id"])
    text = QT_TRANSLATE_NOOP("checks", "{rack} carries {value}; its static load rating is {limit}.")
    return too_much(view, view.loads.contents_kg, limits, "kg", text)


@rule(
    "weight.rack_rolling",
    title=QT_TRANSLATE_NOOP("checks", "Casters are rated for rolling loaded racks"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks exceed the rolling load of their casters"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=LOADS,
    limits=("racks_moved_loaded",),
    source=QT_TRANSLATE_NOOP("checks", "Rolling load of the rack type; site sheet: racks are rolled into place loaded"),
)
def rack_rolling(view: View) -> Iterator[Violation]:
    """The rolling load is usually lower than the static load; it applies where racks are rolled into place with their devices."""
    if not view.sheet.flag("racks_moved_loaded"):
        return
    limits = view.types.numbers("rolling_load_kg", view.racks["type_id"])
    text = QT_TRANSLATE_NOOP("checks", "{rack} carries {value} and is rolled into place; the rating of its casters is {limit}.")
    yield from too_much(view, view.loads.contents_kg, limits, "kg", text)


@rule(
    "weight.centre_of_gravity",
    title=QT_TRANSLATE_NOOP("checks", "Racks are bottom-heavy"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks are top-heavy"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    reads=LOADS,
    limits=("centre_of_gravity_limit_percent",),
    source=QT_TRANSLATE_NOOP("checks", "HP Rack System/E manual, p. 18; site sheet: maximum height of the center of gravity"),
)
def centre_of_gravity(view: View) -> Iterator[Violation]:
    """Center of gravity of rack and devices, relative to the height of the rack, where the weight of the rack is known."""
    share = view.sheet.limit("centre_of_gravity_limit_percent") / 100
    limits = share * view.types.numbers("outer_height_mm", view.racks["type_id"])
    text = QT_TRANSLATE_NOOP("checks", "The center of gravity of {rack} is at {value}, above {limit}: move the heavy devices down.")
    heights = np.round(view.loads.centre_of_gravity_mm)
    return too_much(view, heights, limits, "mm", text, (heights > limits) & ~np.isnan(view.loads.own_kg))


@rule(
    "weight.tip_angle",
    title=QT_TRANSLATE_NOOP("checks", "Racks are stable when tilted"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks tip over too easily"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    reads=LOADS,
    limits=("tip_angle_limit_deg",),
    source=QT_TRANSLATE_NOOP("checks", "Tilt test of IEC 62368-1; site sheet: tilt that a rack must withstand"),
)
def tip_angle(view: View) -> Iterator[Violation]:
    """Tilt at which a rack that is not bolted down tips over its shorter side, where the weight of the rack is known."""
    angles, limit = np.round(view.loads.tip_angle_deg, 1), view.sheet.number("tip_angle_limit_deg") or 0.0
    text = QT_TRANSLATE_NOOP("checks", "{rack} tips over at {value}; it must withstand {limit}.")
    return too_much(view, angles, limit, "°", text, (angles < limit) & ~np.isnan(view.loads.own_kg))


def _alone_liftable(view: View) -> tuple[Reals, Mask]:
    """For each catalog entry of the project its mass in kg, and whether it needs a mechanical lift."""
    items, types = view.snapshot["catalog_item"], view.types
    masses = types.numbers("weight_kg", items.ids)
    return masses, needs_machine(types.numbers("lift_device", items.ids), masses, view.sheet.limit("two_person_lift_kg"))


@rule(
    "weight.heavy_high",
    title=QT_TRANSLATE_NOOP("checks", "Devices that need a lift are within its reach"),
    many=QT_TRANSLATE_NOOP("checks", "{count} heavy devices are mounted too high"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    limits=("two_person_lift_kg", "heavy_device_top_u"),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: highest start unit for a device that needs a lift"),
)
def heavy_high(view: View) -> Iterator[Violation]:
    """Devices too heavy to lift by hand, above the highest unit for heavy devices."""
    placed = view.placed
    masses, lift = view.cached(_alone_liftable)
    entry = view.snapshot["catalog_item"].positions(view.placed_types)
    top = view.sheet.limit("heavy_device_top_u")
    high = (placed.mount == Mount.UNITS) & lift[entry] & (placed.low // 2 + 1 > top)
    for place in np.flatnonzero(high).tolist():
        device, rack, low = int(placed.device[place]), int(placed.rack[place]), int(placed.low[place])
        mass = float(masses[entry[place]])
        text = QT_TRANSLATE_NOOP("checks", "{device} needs a lift and starts at {unit}, above U{limit}.")
        if not np.isnan(mass):
            text = QT_TRANSLATE_NOOP("checks", "{device} weighs {mass} and starts at {unit}, above U{limit}.")
        message = rule_text(text, device=view.name("device", device), mass=Quantity(mass, "kg"), unit=unit_name(low), limit=int(top))
        fix = move_fix(view, place, highest=2 * (int(top) - 1))
        actual_unit, required = Quantity(low // 2 + 1, "U"), Quantity(top, "U")
        yield Violation((rack,), (("device", device),), view.placed_place(place), message, actual_unit, required, fix)


@made_from({"device": ("type_id", "rack_id", "status")})
def _still_to_lift(snapshot: Snapshot) -> dict[int, int]:
    """Type id → how many of its devices go into racks and are not installed yet."""
    devices = snapshot["device"]
    waiting = (devices["rack_id"] != ABSENT) & (devices["status"] < Status.INSTALLED)
    counts = np.bincount(np.where(waiting, devices["type_id"] + 1, 0))[1:]
    return {type_id: int(counts[type_id]) for type_id in np.flatnonzero(counts).tolist()}


def carry_still_to_lift(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Count again only the devices that an edit touched."""
    known, change = before.known(_still_to_lift), changes.of("device")
    if known is None or after.known(_still_to_lift) is not None:
        return
    counts = Counter(known)
    counts.subtract(_waiting_types(before["device"], change.touched))
    counts.update(_waiting_types(after["device"], change.present))
    after.remember(_still_to_lift, {type_id: counts[type_id] for type_id in sorted(counts) if counts[type_id]})


def _waiting_types(devices: Columns, ids: Ids) -> list[int]:
    """The types of those of some devices that go into racks and are not installed yet, one for each device."""
    places = devices.positions(ids)
    places = places[places != ABSENT]
    waiting = (devices.at("rack_id", places) != ABSENT) & (devices.at("status", places) < Status.INSTALLED)
    types: list[int] = devices.at("type_id", places[waiting]).tolist()
    return types


LIFTED = reading({"device": ("type_id", "rack_id", "status"), "catalog_item": ("body", "key")})


@rule(
    "weight.lift",
    title=QT_TRANSLATE_NOOP("checks", "A mechanical lift is available"),
    many=QT_TRANSLATE_NOOP("checks", "{count} types need a mechanical lift"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    spared_by_removal=True,
    reads=LIFTED,
    limits=("two_person_lift_kg",),
    source=QT_TRANSLATE_NOOP("checks", "Type, or site sheet: maximum weight for a team lift"),
)
def lift(view: View) -> Iterator[Violation]:
    """Types that require a mechanical lift, as long as one of their devices is not installed."""
    masses, needs = view.cached(_alone_liftable)
    limit = Quantity(view.sheet.limit("two_person_lift_kg"), "kg")
    for type_id, count in view.snapshot.cached(_still_to_lift).items():
        entry = view.snapshot["catalog_item"].position(type_id)
        if needs[entry]:
            text = QT_TRANSLATE_NOOP("checks", "{count} × {model} require a mechanical lift.")
            mass = None if np.isnan(masses[entry]) else Quantity(float(masses[entry]), "kg")
            message = rule_text(text, count=count, model=view.types[type_id].title)
            yield Violation((0,), (("catalog_item", type_id),), view.type_place(type_id), message, mass, limit)


@rule(
    "weight.team_lift",
    title=QT_TRANSLATE_NOOP("checks", "Enough people are available to lift"),
    many=QT_TRANSLATE_NOOP("checks", "{count} types require two or more people to lift"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    spared_by_removal=True,
    reads=LIFTED,
    limits=("one_person_lift_kg", "two_person_lift_kg"),
    source=QT_TRANSLATE_NOOP("checks", "Type, or site sheet: maximum weight for one person to lift"),
)
def team_lift(view: View) -> Iterator[Violation]:
    """Types that two or more people must lift together, as long as one of their devices is not installed."""
    masses, by_machine = view.cached(_alone_liftable)
    limit = view.sheet.limit("one_person_lift_kg")
    for type_id, count in view.snapshot.cached(_still_to_lift).items():
        entry = view.snapshot["catalog_item"].position(type_id)
        people = people_to_lift(view.types[type_id].number("lift_people"), float(masses[entry]), limit) or 1
        if people > 1 and not by_machine[entry]:
            text = QT_TRANSLATE_NOOP("checks", "{count} × {model} require {people} people to lift.")
            mass = None if np.isnan(masses[entry]) else Quantity(float(masses[entry]), "kg")
            message = rule_text(text, count=count, model=view.types[type_id].title, people=people)
            yield Violation((0,), (("catalog_item", type_id),), view.type_place(type_id), message, mass, Quantity(limit, "kg"))
