"""Weight on the floor: distributed over the aisles, on one foot, and on one caster during delivery."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import on_floors
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.weight.weight_rules import LOADS, too_much
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.racks.placement import Reals
from gpudesk.core.racks.weight import foot_load_kg
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.floor_contents import floor_devices
from gpudesk.derived.floor.floor_limits import hall_limits
from gpudesk.derived.racks.loads import floor_loads

SHARES = ("cold_aisle_mm", "hot_aisle_mm", "rack_feet", "foot_share_factor")
_HALL = {"hall": ("uniform_limit_kg_per_m2", "point_limit_kg", "rolling_limit_kg")}
ON_FLOOR = reading(LOADS, {"rack": ("hall_id",)}, _HALL)
DEVICES = reading({"device": ("type_id", "hall_id", "rack_id", "parent_id", "name"), "catalog_item": ("body",)}, _HALL)


def _rack_limits(view: View, column: str) -> Reals:
    """The load limits of the floor under each rack of `loads`."""
    racks = view.snapshot["rack"]
    return hall_limits(view.snapshot, racks["hall_id"][racks.positions(view.loads.rack)], column)


@rule(
    "weight.floor_uniform",
    title=QT_TRANSLATE_NOOP("checks", "The floor supports the racks, with their weight spread over part of the aisles"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks are too heavy for the floor"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=ON_FLOOR,
    limits=("floor_uniform_limit_kg_per_m2", *SHARES),
    source=QT_TRANSLATE_NOOP("checks", "Hall, or site sheet: uniform load limit of the floor"),
)
def floor_uniform(view: View) -> Iterator[Violation]:
    """Mass over the floor area of a rack: its width by its depth and half of both aisles."""
    text = QT_TRANSLATE_NOOP("checks", "{rack} exerts {value} on the floor, including its share of the aisles; the floor limit is {limit}.")
    return too_much(view, view.loads.spread_kg_per_m2, _rack_limits(view, "uniform_limit_kg_per_m2"), "kg/m²", text)


@rule(
    "weight.floor_footprint",
    title=QT_TRANSLATE_NOOP("checks", "Rack footprints meet the floor load limit"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks are within the floor limit only while the aisles stay clear"),
    severity=Severity.INFO,
    scope=Scope.RACK,
    spared_by_removal=True,
    spared_without=("weight.floor_uniform",),
    reads=ON_FLOOR,
    limits=("floor_uniform_limit_kg_per_m2", *SHARES),
    source=QT_TRANSLATE_NOOP("checks", "Hall, or site sheet: uniform load limit of the floor"),
)
def floor_footprint(view: View) -> Iterator[Violation]:
    """Racks within the floor limit only while the adjacent aisles stay clear: nothing heavy may be placed there, even temporarily."""
    limits = _rack_limits(view, "uniform_limit_kg_per_m2")
    loads = view.loads
    only_spread = (loads.footprint_kg_per_m2 > limits) & (loads.spread_kg_per_m2 <= limits)
    text = QT_TRANSLATE_NOOP("checks", "{rack} exerts {value} on its own footprint; the floor allows {limit} if the aisles stay clear.")
    return too_much(view, loads.footprint_kg_per_m2, limits, "kg/m²", text, only_spread)


@rule(
    "weight.floor_point",
    title=QT_TRANSLATE_NOOP("checks", "The floor supports the most heavily loaded foot of each rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks overload the floor at one foot"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    reads=ON_FLOOR,
    limits=("floor_point_limit_kg", *SHARES),
    source=QT_TRANSLATE_NOOP("checks", "Hall, or site sheet: point load limit of the floor"),
)
def floor_point(view: View) -> Iterator[Violation]:
    """Load on one foot or caster of a rack on a slightly uneven floor. Spreader plates and pedestals under the feet raise the limit."""
    text = QT_TRANSLATE_NOOP("checks", "One foot of {rack} places a load of {value} on the floor; the floor's point load limit is {limit}.")
    return too_much(view, view.loads.foot_kg, _rack_limits(view, "point_limit_kg"), "kg", text)


@rule(
    "weight.floor_rolling",
    title=QT_TRANSLATE_NOOP("checks", "The floor supports the casters of racks during delivery"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks are too heavy for the floor during delivery"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=ON_FLOOR,
    limits=("floor_rolling_limit_kg", "racks_moved_loaded", "rack_feet", "foot_share_factor"),
    source=QT_TRANSLATE_NOOP("checks", "Hall, or site sheet: floor limit for the load on one caster"),
)
def floor_rolling(view: View) -> Iterator[Violation]:
    """Load on the worst caster while a rack is rolled into place: with its devices where the site moves racks loaded, otherwise empty."""
    loads, sheet = view.loads, view.sheet
    rolled = loads.total_kg if sheet.flag("racks_moved_loaded") else loads.own_kg
    caster = foot_load_kg(rolled, int(sheet.limit("rack_feet")), sheet.limit("foot_share_factor"))
    text = QT_TRANSLATE_NOOP("checks", "Caster load of {rack} during delivery is {value}; the rolling load limit of the floor is {limit}.")
    return too_much(view, caster, _rack_limits(view, "rolling_limit_kg"), "kg", text)


def _standing(view: View) -> tuple[Ids, Ids, Ids]:
    """The floor-standing devices to check: their ids, their indices in the table, and their halls."""
    places = floor_devices(view.devices, view.types)
    devices = view.devices
    return devices.ids[places], view.device_places[places], devices["hall_id"][places]


@rule(
    "weight.floor_device",
    title=QT_TRANSLATE_NOOP("checks", "The floor supports equipment placed without a rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices without a rack are too heavy for the floor"),
    severity=Severity.ERROR,
    scope=Scope.DEVICE,
    reads=DEVICES,
    when=on_floors,
    limits=("floor_uniform_limit_kg_per_m2", "floor_point_limit_kg", *SHARES),
    source=QT_TRANSLATE_NOOP("checks", "Hall, or site sheet: uniform and point load limits of the floor"),
)
def floor_device(view: View) -> Iterator[Violation]:
    """Systems sold as a complete rack, CDUs and the like: mass over footprint and half of both aisles, and load on the worst foot."""
    ids, places, halls = _standing(view)
    spread, foot = floor_loads(view.snapshot, places)
    uniform, point = (hall_limits(view.snapshot, halls, column) for column in ("uniform_limit_kg_per_m2", "point_limit_kg"))
    for place in np.flatnonzero((spread > uniform) | (foot > point)).tolist():
        value, limit = Quantity(float(foot[place]), "kg"), Quantity(float(point[place]), "kg")
        text = QT_TRANSLATE_NOOP(
            "checks", "One foot of {device} places a load of {value} on the floor; the floor's point load limit is {limit}."
        )
        if spread[place] > uniform[place]:
            value, limit = Quantity(float(spread[place]), "kg/m²"), Quantity(float(uniform[place]), "kg/m²")
            text = QT_TRANSLATE_NOOP(
                "checks", "{device} exerts {value} on the floor, including part of the aisles; the floor limit is {limit}."
            )
        yield _of_device(view, int(ids[place]), text, value, limit)


@rule(
    "weight.device_rolling",
    title=QT_TRANSLATE_NOOP("checks", "The floor supports the casters of equipment delivered without a rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices without a rack are too heavy for the floor during delivery"),
    severity=Severity.WARNING,
    scope=Scope.DEVICE,
    reads=DEVICES,
    when=on_floors,
    limits=("floor_rolling_limit_kg", "rack_feet", "foot_share_factor"),
    source=QT_TRANSLATE_NOOP("checks", "Hall, or site sheet: floor limit for the load on one caster"),
)
def device_rolling(view: View) -> Iterator[Violation]:
    """Load on the worst caster of systems sold as a complete rack, CDUs and similar equipment, delivered with all of their contents."""
    ids, places, halls = _standing(view)
    _, caster = floor_loads(view.snapshot, places)
    limits = hall_limits(view.snapshot, halls, "rolling_limit_kg")
    text = QT_TRANSLATE_NOOP(
        "checks", "Caster load of {device} during delivery is {value}; the rolling load limit of the floor is {limit}."
    )
    for place in np.flatnonzero(caster > limits).tolist():
        yield _of_device(view, int(ids[place]), text, Quantity(float(caster[place]), "kg"), Quantity(float(limits[place]), "kg"))


def _of_device(view: View, device: int, text: str, value: Quantity, limit: Quantity) -> Violation:
    message = rule_text(text, device=view.name("device", device), value=value, limit=limit)
    return Violation((device,), (("device", device),), view.row_place("device", device), message, value, limit)
