"""Plan: missing, out-of-order or outdated elements of the plan itself."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Place, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import nested
from gpudesk.checks.rules.common.rule import RULES, Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.hardware import Family, Mount
from gpudesk.core.hardware.order_numbers import ordered_model
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cost.project_stock import run_out, stock_only
from gpudesk.derived.draw.power_ratings import draws_power
from gpudesk.derived.scope.device_locations import unplaced_devices
from gpudesk.derived.scope.type_counts import kinds_in_use, uses

USED = {"device": ("type_id",), "rack": ("type_id",), "catalog_item": ("body", "key")}
"""Tables needed for the types that a project uses, with counts."""
_CABLE_PIECES = ("type_id", "length_mm", "assembly", "network_id", "phase")
"""Tables needed to count cables as units."""
FAILED_CHECK = "plan.failed_check"
"""The key of the rule that reports rules which failed."""
_LARGEST_FIRST = ("nameplate", "peak", "max", "provisioned", "average")
LIGHT = (Family.BLANK, Family.CABLE_MANAGER, Family.GPU)
"""Families for which weight or depth is not required."""


_OTHER_BASIS = {
    "nameplate": QT_TRANSLATE_NOOP(
        "checks",
        "The nameplate power of {model} is not published (only {known} on another basis); "
        "{count} {count|device is|devices are} not in the totals.",
    ),
    "max": QT_TRANSLATE_NOOP(
        "checks",
        "The maximum power of {model} is not published (only {known} on another basis); "
        "{count} {count|device is|devices are} not in the totals.",
    ),
    "provisioned": QT_TRANSLATE_NOOP(
        "checks",
        "The provisioned power of {model} is not published (only {known} on another basis); "
        "{count} {count|device is|devices are} not in the totals.",
    ),
    "average": QT_TRANSLATE_NOOP(
        "checks",
        "The average power of {model} is not published (only {known} on another basis); "
        "{count} {count|device is|devices are} not in the totals.",
    ),
    "peak": QT_TRANSLATE_NOOP(
        "checks",
        "The peak power of {model} is not published (only {known} on another basis); "
        "{count} {count|device is|devices are} not in the totals.",
    ),
}
"""By the power that the site sheet selects for limits: its value of a type is not known, but one of the others is."""


def _missing(view: View, fact: str, expected: Mask, text: str, known_w: Reals | None = None) -> Iterator[Violation]:
    """One finding for each used type without the `expected` fact `fact`; `text` has the fields count, model and known."""
    items, counts = view.snapshot["catalog_item"], view.snapshot.cached(uses)
    lacking = expected & (counts > 0) & np.isnan(view.types.numbers(fact, items.ids))
    for place in np.flatnonzero(lacking).tolist():
        type_id = int(items.ids[place])
        known = {} if known_w is None else {"known": Quantity(float(known_w[place]), "W")}
        message = rule_text(text, count=int(counts[place]), model=view.types[type_id].title, **known)
        yield Violation((0,), (("catalog_item", type_id),), view.type_place(type_id), message)


def _of_families(view: View, families: tuple[Family, ...]) -> Mask:
    family_codes = [place for place, family in enumerate(Family) if family in families]
    is_of_family: Mask = np.isin(view.types.codes("family", view.snapshot["catalog_item"].ids), family_codes)
    return is_of_family


def _mounts(view: View) -> Ids:
    return view.types.codes("mount", view.snapshot["catalog_item"].ids)


@rule(
    "plan.missing_weight",
    title=QT_TRANSLATE_NOOP("checks", "Weights are known"),
    many=QT_TRANSLATE_NOOP("checks", "The weight of {count} types is not known"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=USED,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Weight totals omit unknown values"),
)
def missing_weight(view: View) -> Iterator[Violation]:
    """Types in use without a weight; checks of racks and floors leave them out."""
    expected = ~_of_families(view, LIGHT) & (_mounts(view) != Mount.PART)
    text = QT_TRANSLATE_NOOP("checks", "The weight of {model} is not known: {count} {count|unit is|units are} not included in any total.")
    return _missing(view, "weight_kg", expected, text)


@rule(
    "plan.missing_power",
    title=QT_TRANSLATE_NOOP("checks", "Power values are known"),
    many=QT_TRANSLATE_NOOP("checks", "The power of {count} types is not known"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=USED,
    subject=kinds_in_use,
    limits=("power_for_limits",),
    source=QT_TRANSLATE_NOOP("checks", "Power totals omit unknown values; site sheet: power used for limits"),
)
def missing_power(view: View) -> Iterator[Violation]:
    """Types in use that draw power, without a value for the power that counts against limits."""
    expected = draws_power(view.types, view.snapshot["catalog_item"].ids)
    text = QT_TRANSLATE_NOOP(
        "checks", "The power of {model} is not known: {count} {count|device is|devices are} not included in any total."
    )
    items, name = view.snapshot["catalog_item"].ids, view.sheet.text("power_for_limits")
    known = view.types.first_number([f"power_{basis}_w" for basis in _LARGEST_FIRST], items)
    yield from _missing(view, f"power_{name}_w", expected & np.isnan(known), text)
    yield from _missing(view, f"power_{name}_w", expected & ~np.isnan(known), _OTHER_BASIS[name], known)


@rule(
    "plan.missing_depth",
    title=QT_TRANSLATE_NOOP("checks", "Depths are known"),
    many=QT_TRANSLATE_NOOP("checks", "The depth of {count} types is not known"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=USED,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Devices of unknown depth are assumed to be as deep as the rack"),
)
def missing_depth(view: View) -> Iterator[Violation]:
    """Types in use without a depth: whether devices fit behind them cannot be checked."""
    expected = ~_of_families(view, LIGHT) & (_mounts(view) == Mount.UNITS)
    text = QT_TRANSLATE_NOOP(
        "checks",
        "The depth of {model} is not known: {count} {count|device is|devices are} assumed to be as deep as {count|its|their} rack.",
    )
    return _missing(view, "depth_mm", expected, text)


@rule(
    "plan.missing_rack_load",
    title=QT_TRANSLATE_NOOP("checks", "The static load of racks is known"),
    many=QT_TRANSLATE_NOOP("checks", "The load rating of {count} rack types is not known"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=USED,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Required to check whether a rack can carry its load"),
)
def missing_rack_load(view: View) -> Iterator[Violation]:
    """Rack types in use without a static load rating."""
    text = QT_TRANSLATE_NOOP("checks", "The load rating of {model} is not known: {count} {count|rack is|racks are} not checked for weight.")
    return _missing(view, "static_load_kg", _of_families(view, (Family.RACK,)), text)


@rule(
    "plan.missing_rack_depth",
    title=QT_TRANSLATE_NOOP("checks", "The usable depth of racks is known"),
    many=QT_TRANSLATE_NOOP("checks", "The usable depth of {count} rack types is not known"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=USED,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Required to check whether a device fits"),
)
def missing_rack_depth(view: View) -> Iterator[Violation]:
    """Rack types in use without a usable depth for devices."""
    text = QT_TRANSLATE_NOOP(
        "checks", "The usable depth of {model} is not known: devices in {count} {count|rack|racks} are not checked for depth."
    )
    return _missing(view, "usable_depth_mm", _of_families(view, (Family.RACK,)), text)


@rule(
    "plan.unplaced",
    title=QT_TRANSLATE_NOOP("checks", "Every device has a location"),
    many=QT_TRANSLATE_NOOP("checks", "{count} groups of devices are not placed yet"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads={"device": ("rack_id", "hall_id", "parent_id")},
    source=QT_TRANSLATE_NOOP("checks", "A device without a position cannot be installed"),
)
def unplaced(view: View) -> Iterator[Violation]:
    """Devices that are not yet in a rack, in another device or on a floor."""
    device_ids = view.snapshot.cached(unplaced_devices)
    count = len(device_ids)
    if count:
        first = int(device_ids[0])
        text = QT_TRANSLATE_NOOP("checks", "{count} {count|device is|devices are} not placed yet.")
        yield Violation((0,), (), Place("device", first, ""), rule_text(text, count=count), count, 0)


@rule(
    "plan.holder",
    title=QT_TRANSLATE_NOOP("checks", "No device contains itself"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices contain each other"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads={"device": ("parent_id", "rack_id", "name")},
    when=nested,
    source=QT_TRANSLATE_NOOP("checks", "A device cannot contain itself"),
)
def holder(view: View) -> Iterator[Violation]:
    """Devices that contain each other, or are nested too deeply."""
    devices = view.snapshot["device"]
    root = view.whereabouts.root
    for place in np.flatnonzero(devices["parent_id"][root] != ABSENT).tolist():
        device = int(devices.ids[place])
        text = QT_TRANSLATE_NOOP("checks", "{device} is nested in devices that contain each other or are nested too deeply.")
        yield Violation((0,), (("device", device),), view.row_place("device", device), rule_text(text, device=view.name("device", device)))


@rule(
    "plan.phase_order",
    title=QT_TRANSLATE_NOOP("checks", "No object is built before its container"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices are installed before their container"),
    severity=Severity.WARNING,
    scope=Scope.DEVICE,
    reads={"device": ("phase", "rack_id", "hall_id", "parent_id", "name"), "rack": ("phase", "name"), "hall": ("phase", "name")},
    source=QT_TRANSLATE_NOOP("checks", "Build phases of the project"),
)
def phase_order(view: View) -> Iterator[Violation]:
    """Devices with an earlier phase than their rack, hall or container: in that phase they have no place."""
    devices = view.devices
    for column, table in (("rack_id", "rack"), ("hall_id", "hall"), ("parent_id", "device")):
        holders = view.snapshot[table]
        at = holders.positions(devices[column])
        inside = np.flatnonzero(at != ABSENT)
        early = inside[devices["phase"][inside] < holders.at("phase", at[inside])]
        for place in early.tolist():
            device, held_by = int(devices.ids[place]), int(devices[column][place])
            phases = int(devices["phase"][place]), int(holders["phase"][at[place]])
            name, other = view.name("device", device), view.name(table, held_by)
            text = QT_TRANSLATE_NOOP("checks", "{device} is installed in phase {phase}, before {holder} in phase {later}.")
            message = rule_text(text, device=name, phase=phases[0], holder=other, later=phases[1])
            title = rule_text(QT_TRANSLATE_NOOP("checks", "Install {device} in phase {later}"), device=name, later=phases[1])
            fix = Fix("set_fields", {"table": "device", "row_ids": [device], "fields": {"phase": phases[1]}}, title)
            yield Violation((device,), (("device", device),), view.row_place("device", device), message, phases[0], phases[1], fix)


@rule(
    "plan.site_value",
    title=QT_TRANSLATE_NOOP("checks", "The site sheet contains plausible values"),
    many=QT_TRANSLATE_NOOP("checks", "{count} site sheet values are implausible"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads={"site_value": ("key", "value")},
    source=QT_TRANSLATE_NOOP("checks", "Definitions of the site sheet"),
)
def site_value(view: View) -> Iterator[Violation]:
    """Stored values that are unknown to the site sheet or out of range; the defaults are used instead."""
    stored = view.snapshot["site_value"]
    for key, wrong in view.sheet.faults.items():
        row = int(stored.where("key", key)[0])
        title = rule_text(QT_TRANSLATE_NOOP("checks", "Restore the default of {key}"), key=key)
        fix = Fix("set_site_value", {"key": key, "value": None}, title)
        yield Violation((0,), (("site_value", row),), Place("site_value", row, key), wrong, fix=fix)


@rule(
    FAILED_CHECK,
    title=QT_TRANSLATE_NOOP("checks", "All rules can be evaluated"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rules failed to run"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads={},
    source=QT_TRANSLATE_NOOP("checks", "Objects that were not checked may have problems"),
    last=True,
)
def failed_check(view: View) -> Iterator[Violation]:
    """Rules that stopped with an internal error and checked nothing."""
    for key, reason in view.failed.items():
        text = QT_TRANSLATE_NOOP("checks", "The rule {rule} failed to run; this is a bug in the program ({reason}).")
        yield Violation((0,), (), Place("hall", 0, key), rule_text(text, rule=key, reason=reason), about=key)


@rule(
    "plan.stale_exclusion",
    title=QT_TRANSLATE_NOOP("checks", "Exclusions match a problem"),
    many=QT_TRANSLATE_NOOP("checks", "{count} exclusions no longer match a problem"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads={},
    source=QT_TRANSLATE_NOOP("checks", "Project exclusions"),
    last=True,
)
def stale_exclusion(view: View) -> Iterator[Violation]:
    """Exclusions of findings that no longer exist. Exclusions for rules that are off or failed are kept."""
    stored = view.snapshot["exclusion"]
    for row, key in zip(stored.ids.tolist(), stored["finding"].tolist(), strict=True):
        rule_key = key.partition(":")[0]
        if key in view.accepted or rule_key in view.silent:
            continue
        text = QT_TRANSLATE_NOOP("checks", "The excluded problem {finding} no longer exists.")
        fix = Fix("include_finding", {"finding": key}, rule_text(QT_TRANSLATE_NOOP("checks", "Remove the exclusion")))
        label = rule_key if rule_key in RULES else key[:80]
        yield Violation((0,), (("exclusion", row),), Place("exclusion", row, label), rule_text(text, finding=key[:200]), fix=fix)


@rule(
    "plan.stock",
    title=QT_TRANSLATE_NOOP("checks", "Stock of discontinued items covers the project"),
    many=QT_TRANSLATE_NOOP("checks", "{count} discontinued types have too little stock"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads={
        "setting": ("key", "value"),
        "cable": (*_CABLE_PIECES, *(f"{side}_{name}" for side in "ab" for name in ("module_id", "device_id", "port"))),
        **USED,
    },
    when=stock_only,
    source=QT_TRANSLATE_NOOP("checks", "The stock list of the project: items marked “stock only” cannot be ordered"),
)
def out_of_stock(view: View) -> Iterator[Violation]:
    """Cables by length, modules and devices. Spares are not counted."""
    text = QT_TRANSLATE_NOOP("checks", "{model}: {needed} planned, but only {held} in stock.")
    for short in run_out(view.snapshot):
        type_id, held = view.types.id_of(short.line.key) or 0, short.line.count or 0
        model = ordered_model(view.types[type_id], short.line.length_mm)
        message = rule_text(text, model=model, needed=short.needed, held=held)
        about = "" if short.line.length_mm is None else f" {short.line.length_mm} mm"
        yield Violation((0,), (("catalog_item", type_id),), view.type_place(type_id), message, short.needed, held, about=about)
