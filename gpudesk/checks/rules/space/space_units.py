"""Space in rack units: overlaps, devices outside the rack or in reserved units, half units."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import reserving
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.space.vacancy import move_fix
from gpudesk.core.hardware.hardware import Face, Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.racks.placement import FULL, Mask, outside, overlaps
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.columns.joins import equal_pairs
from gpudesk.derived.racks.device_placement import rack_half_units, span_name, unit_name

PLACEMENT = {
    "device": ("type_id", "rack_id", "position", "face", "side", "name", "parent_id"),
    "rack": ("type_id", "name"),
    "catalog_item": ("body",),
    "reservation": ("rack_id", "position", "height", "face"),
}
"""Tables needed for the current and possible positions of devices."""


def colliding(view: View) -> tuple[Ids, Ids]:
    """The pairs of devices that overlap, as indices in `view.placed`."""
    return overlaps(view.placed)


def _pair(view: View, one: int, other: int) -> tuple[tuple[tuple[str, int], tuple[str, int]], str, str, int, int]:
    placed = view.placed
    devices = int(placed.device[one]), int(placed.device[other])
    low, high = max(int(placed.low[one]), int(placed.low[other])), min(int(placed.high[one]), int(placed.high[other]))
    names = view.name("device", devices[0]), view.name("device", devices[1])
    return (("device", devices[0]), ("device", devices[1])), *names, low, high


@rule(
    "space.overlap",
    title=QT_TRANSLATE_NOOP("checks", "Devices do not overlap in a rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} pairs of devices overlap in a rack"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Two objects cannot occupy the same space"),
)
def overlap(view: View) -> Iterator[Violation]:
    """Devices on one face that share units and are not next to each other."""
    placed = view.placed
    first, second = view.cached(colliding)
    same = placed.face[first] == placed.face[second]
    for one, other in zip(first[same].tolist(), second[same].tolist(), strict=True):
        objects, first_name, second_name, low, high = _pair(view, one, other)
        rack = int(placed.rack[one])
        shared = Quantity((high - low) / 2, "U")
        text = QT_TRANSLATE_NOOP("checks", "{first} and {second} overlap by {overlap}.")
        yield Violation(
            scopes=(rack,),
            objects=objects,
            place=view.rack_place(rack, low, high),
            message=rule_text(text, first=first_name, second=second_name, overlap=shared),
            found=shared,
            required=Quantity(0, "U"),
            fix=move_fix(view, other) or move_fix(view, one),
        )


def _both_full(view: View, first: Ids, second: Ids) -> Mask:
    """Whether two devices of unknown depth both occupy the full depth."""
    placed = view.placed
    unknown = np.isnan(placed.depth_mm[first]) & np.isnan(placed.depth_mm[second])
    full: Mask = unknown & (placed.full_depth[first] == FULL) & (placed.full_depth[second] == FULL)
    return full


def _depth_known(view: View, first: Ids, second: Ids) -> Mask:
    placed = view.placed
    return ~np.isnan(
        placed.depth_mm[first] + placed.depth_mm[second] + np.fmin(placed.usable_depth_mm[first], placed.usable_depth_mm[second])
    )


@rule(
    "space.back_to_back",
    title=QT_TRANSLATE_NOOP("checks", "Devices on opposite faces fit back to back"),
    many=QT_TRANSLATE_NOOP("checks", "{count} front and rear device pairs are too deep"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    spared_without=("space.overlap",),
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Depth of both devices and usable depth of the rack type"),
)
def back_to_back(view: View) -> Iterator[Violation]:
    """A front and a rear device in the same units with a combined depth greater than that of the rack."""
    placed = view.placed
    first, second = view.cached(colliding)
    chosen = (placed.face[first] != placed.face[second]) & _depth_known(view, first, second)
    for one, other in zip(first[chosen].tolist(), second[chosen].tolist(), strict=True):
        objects, first_name, second_name, low, high = _pair(view, one, other)
        rack = int(placed.rack[one])
        together = Quantity(float(placed.depth_mm[one] + placed.depth_mm[other]), "mm")
        usable = Quantity(float(placed.usable_depth_mm[one]), "mm")
        text = QT_TRANSLATE_NOOP("checks", "{first} and {second} are {depth} deep together; the usable depth of the rack is {usable}.")
        yield Violation(
            scopes=(rack,),
            objects=objects,
            place=view.rack_place(rack, low, high),
            message=rule_text(text, first=first_name, second=second_name, depth=together, usable=usable),
            found=together,
            required=usable,
            fix=move_fix(view, other) or move_fix(view, one),
        )
    chosen = (placed.face[first] != placed.face[second]) & _both_full(view, first, second)
    for one, other in zip(first[chosen].tolist(), second[chosen].tolist(), strict=True):
        objects, first_name, second_name, low, high = _pair(view, one, other)
        rack = int(placed.rack[one])
        text = QT_TRANSLATE_NOOP("checks", "{first} and {second} are mounted back to back, and both occupy the full depth of the rack.")
        yield Violation(
            scopes=(rack,),
            objects=objects,
            place=view.rack_place(rack, low, high),
            message=rule_text(text, first=first_name, second=second_name),
            fix=move_fix(view, other) or move_fix(view, one),
        )


@rule(
    "space.back_to_back_unknown",
    title=QT_TRANSLATE_NOOP("checks", "The depth of devices on opposite faces is known"),
    many=QT_TRANSLATE_NOOP("checks", "{count} front and rear device pairs have unknown depth"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    spared_without=("space.overlap",),
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Devices of unknown depth are assumed to be as deep as the rack"),
)
def back_to_back_unknown(view: View) -> Iterator[Violation]:
    """A front and a rear device in the same units, where a depth is missing, so that the fit cannot be checked."""
    placed = view.placed
    first, second = view.cached(colliding)
    chosen = (placed.face[first] != placed.face[second]) & ~_depth_known(view, first, second) & ~_both_full(view, first, second)
    for one, other in zip(first[chosen].tolist(), second[chosen].tolist(), strict=True):
        objects, first_name, second_name, low, high = _pair(view, one, other)
        rack = int(placed.rack[one])
        text = QT_TRANSLATE_NOOP(
            "checks", "{first} and {second} are mounted back to back, and it is not known whether the depth is sufficient."
        )
        yield Violation(
            scopes=(rack,),
            objects=objects,
            place=view.rack_place(rack, low, high),
            message=rule_text(text, first=first_name, second=second_name),
            fix=move_fix(view, other) or move_fix(view, one),
        )


@rule(
    "space.outside",
    title=QT_TRANSLATE_NOOP("checks", "Devices are within the unit range of their rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices are outside the units of their rack"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Height of the rack type"),
)
def outside_rack(view: View) -> Iterator[Violation]:
    """Devices above the highest unit, for example after an import or a change to a smaller rack."""
    placed, heights = view.placed, view.placed_heights
    held = (placed.mount == Mount.UNITS) | (placed.mount == Mount.ZERO_U)
    for place in np.flatnonzero(held & (heights > 0) & outside(placed.low, placed.high, heights)).tolist():
        device, rack = int(placed.device[place]), int(placed.rack[place])
        low, high = int(placed.low[place]), int(placed.high[place])
        height = Quantity(int(heights[place]) / 2, "U")
        text = QT_TRANSLATE_NOOP("checks", "{device} occupies {units}, but the rack ends at {height}.")
        yield Violation(
            scopes=(rack,),
            objects=(("device", device),),
            place=view.rack_place(rack, low, high),
            message=rule_text(text, device=view.name("device", device), units=span_name(low, high), height=height),
            found=Quantity(high / 2, "U"),
            required=height,
            fix=move_fix(view, place),
        )


@rule(
    "space.reserved",
    title=QT_TRANSLATE_NOOP("checks", "Reserved units are free"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices occupy reserved units"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    reads={**PLACEMENT, "reservation": ("rack_id", "position", "height", "face", "reason")},
    when=reserving,
    source=QT_TRANSLATE_NOOP("checks", "Reservations of the project"),
)
def reserved(view: View) -> Iterator[Violation]:
    """Devices in reserved units."""
    placed, held = view.placed, view.reservations
    which, place = equal_pairs(held["rack_id"], placed.rack)
    low, high = held["position"][which], held["position"][which] + held["height"][which]
    face = held["face"][which]
    hit = (placed.mount[place] == Mount.UNITS) & (placed.low[place] < high) & (low < placed.high[place])
    hit &= (face == Face.BOTH) | (face == placed.face[place])
    for pair in np.flatnonzero(hit).tolist():
        device, rack = int(placed.device[place[pair]]), int(placed.rack[place[pair]])
        reservation = int(held.ids[which[pair]])
        free = Fix(
            "delete_reservation",
            {"reservation_id": reservation},
            rule_text(QT_TRANSLATE_NOOP("checks", "Release {units}"), units=span_name(int(low[pair]), int(high[pair]))),
        )
        text = QT_TRANSLATE_NOOP("checks", "{device} occupies units reserved for {reason}.")
        reason = str(held["reason"][which[pair]])
        if not reason:
            text = QT_TRANSLATE_NOOP("checks", "{device} occupies reserved units.")
        yield Violation(
            scopes=(rack,),
            objects=(("device", device), ("reservation", reservation)),
            place=view.placed_place(int(place[pair])),
            message=rule_text(text, device=view.name("device", device), reason=reason),
            fix=move_fix(view, int(place[pair])) or free,
        )


@rule(
    "space.reservation_outside",
    title=QT_TRANSLATE_NOOP("checks", "Reserved units are units of the rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} reservations exceed their rack"),
    severity=Severity.INFO,
    scope=Scope.RACK,
    reads={"reservation": ("rack_id", "position", "height"), "rack": ("type_id", "name"), "catalog_item": ("body",)},
    when=reserving,
    source=QT_TRANSLATE_NOOP("checks", "Height of the rack type"),
)
def reservation_outside(view: View) -> Iterator[Violation]:
    """Reservations above the highest unit, for example after a change to a smaller rack."""
    held, racks = view.reservations, view.snapshot["rack"]
    tops = rack_half_units(racks, view.types, held["rack_id"])
    ends = held["position"] + held["height"]
    for place in np.flatnonzero((tops > 0) & outside(held["position"], ends, tops)).tolist():
        rack, reservation = int(held["rack_id"][place]), int(held.ids[place])
        low, high = int(held["position"][place]), int(ends[place])
        top = Quantity(float(tops[place]) / 2, "U")
        text = QT_TRANSLATE_NOOP("checks", "{units} are reserved, but the rack ends at {height}.")
        fix = Fix("delete_reservation", {"reservation_id": reservation}, rule_text(QT_TRANSLATE_NOOP("checks", "Delete the reservation")))
        place_ = view.rack_place(rack, low, high)
        message = rule_text(text, units=span_name(low, high), height=top)
        yield Violation((rack,), (("reservation", reservation),), place_, message, Quantity(high / 2, "U"), top, fix)


@rule(
    "space.half_unit",
    title=QT_TRANSLATE_NOOP("checks", "Full-unit devices start at a full unit"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices start between two units"),
    severity=Severity.INFO,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "EIA-310-E: the hole pattern of a rail repeats with every unit"),
)
def half_unit(view: View) -> Iterator[Violation]:
    """A full-unit device between two units: cage nuts rarely fit there, and half a unit is lost above and below."""
    placed = view.placed
    odd = (placed.mount == Mount.UNITS) & (placed.low % 2 == 1) & ((placed.high - placed.low) % 2 == 0)
    for place in np.flatnonzero(odd).tolist():
        device, rack = int(placed.device[place]), int(placed.rack[place])
        start = unit_name(int(placed.low[place]))
        text = QT_TRANSLATE_NOOP("checks", "{device} starts at {unit}, between two units.")
        yield Violation(
            scopes=(rack,),
            objects=(("device", device),),
            place=view.placed_place(place),
            message=rule_text(text, device=view.name("device", device), unit=start),
            fix=move_fix(view, place),
        )


@rule(
    "space.side",
    title=QT_TRANSLATE_NOOP("checks", "Half-width devices have an assigned side"),
    many=QT_TRANSLATE_NOOP("checks", "{count} half-width devices have no assigned side"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Share of the rack width occupied by the type"),
)
def side(view: View) -> Iterator[Violation]:
    """Half-width devices without a side, left or right; they count as left."""
    placed, devices = view.placed, view.snapshot["device"]
    unsaid = devices.at("side", devices.positions(placed.device)) == ABSENT
    half = view.types.codes("half_wide", view.placed_types) > 0
    places = np.flatnonzero(unsaid & half)
    in_the_way = set(np.concatenate(view.cached(colliding)).tolist()) if len(places) else set()
    for place in places.tolist():
        device, rack = int(placed.device[place]), int(placed.rack[place])
        text = QT_TRANSLATE_NOOP("checks", "{device} is half-width and has no assigned side; it is drawn on the left.")
        name, fix = view.name("device", device), None
        if place not in in_the_way:
            arguments = {
                "device_id": device,
                "rack_id": rack,
                "position": int(placed.low[place]),
                "face": int(placed.face[place]),
                "side": 0,
            }
            fix = Fix("move_device", arguments, rule_text(QT_TRANSLATE_NOOP("checks", "Move {device} to the left side"), device=name))
        yield Violation((rack,), (("device", device),), view.placed_place(place), rule_text(text, device=name), fix=fix)
