"""The inlet air of devices: its temperature compared with their limits, and its origin."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cooled
from gpudesk.checks.rules.common.cooling_view import COOLED, ROUNDING, SITE, planned
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.space.space_aisles import ITEMS
from gpudesk.checks.rules.space.space_room import STANDING
from gpudesk.checks.rules.space.space_units import PLACEMENT
from gpudesk.core.cooling.air import cfm_from_m3_per_s
from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_aisles import aisle_air
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.derived.cooling.inlets import inlet_limits, places_of_devices
from gpudesk.project.types import Types


@rule(
    "cooling.inlet",
    title=QT_TRANSLATE_NOOP("checks", "Inlet air temperature is within device limits"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices have inlet air outside their limits"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    limits=(*SITE, "air_class"),
    source=QT_TRANSLATE_NOOP(
        "checks", "Inlet temperatures of the type, otherwise the ASHRAE TC 9.9 class of the site sheet, reduced for altitude"
    ),
)
def inlet(view: View) -> Iterator[Violation]:
    """The supply temperature of the air unit, or that of the site sheet if it has none."""
    devices, limits, site = view.snapshot["device"], view.snapshot.cached(inlet_limits), view.sheet.limit("inlet_air_c")
    nodes = view.snapshot["cooling_node"]
    if nodes.rows and (nodes["supply_dc"] != ABSENT).any():
        plan = view.snapshot.cached(cooling_plan)
        place = places_of_devices(view.snapshot, plan.heat)
        comes = np.append(plan.inlet_c, np.nan)[place]
    else:
        wrong = limits.ids[(site > limits.greatest_c + ROUNDING) | (site < limits.least_c - ROUNDING)]
        if not len(wrong):
            return
        comes = np.where(view.whereabouts.hall != ABSENT, site, np.nan)
    at = np.searchsorted(limits.ids, devices["type_id"])
    with np.errstate(invalid="ignore"):
        warm = comes > limits.greatest_c[at] + ROUNDING
        cold = comes < limits.least_c[at] - ROUNDING
    for device in np.flatnonzero(warm | cold).tolist():
        row, kind = int(devices.ids[device]), int(at[device])
        bounds_c = limits.greatest_c if warm[device] else limits.least_c
        text = QT_TRANSLATE_NOOP("checks", "{name} receives air at {comes}; its maximum is {limit} ({rule}).")
        if cold[device]:
            text = QT_TRANSLATE_NOOP("checks", "{name} receives air at {comes}; its minimum is {limit} ({rule}).")
        is_, limit = Quantity(float(comes[device]), "°C"), Quantity(round(float(bounds_c[kind]), 1), "°C")
        by = view.types[int(limits.ids[kind])].title if limits.own[kind] else f"ASHRAE {limits.class_name}"
        message = rule_text(text, name=view.name("device", row), comes=is_, limit=limit, rule=by)
        yield Violation((0,), (("device", row),), view.row_place("device", row), message, is_, limit)


def _sideways(types: Types) -> Ids:
    """The types that draw their air at one side and blow it out at the other."""
    return np.array([type_id for type_id in types if types[type_id].text("airflow_direction") == "side-to-side"], np.int64)


@rule(
    "cooling.sideways",
    title=QT_TRANSLATE_NOOP("checks", "Devices take in air at the front or rear"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices exhaust air to one side"),
    severity=Severity.WARNING,
    scope=Scope.RACK,
    spared_by_removal=True,
    reads=PLACEMENT,
    source=QT_TRANSLATE_NOOP("checks", "Airflow direction of the type"),
)
def sideways(view: View) -> Iterator[Violation]:
    """Side-breathing devices draw exhaust air from the neighboring rack. Air ducts bring air from the front."""
    placed, kinds = view.placed, view.types.cached(_sideways)
    if not len(kinds):
        return
    text = QT_TRANSLATE_NOOP("checks", "{device} takes in air at one side and exhausts it at the other; it requires a duct.")
    for place in np.flatnonzero(np.isin(view.placed_types, kinds) & (placed.mount == Mount.UNITS)).tolist():
        device = int(placed.device[place])
        message = rule_text(text, device=view.name("device", device))
        yield Violation((int(placed.rack[place]),), (("device", device),), view.placed_place(place), message)


@rule(
    "cooling.aisle",
    title=QT_TRANSLATE_NOOP("checks", "Contained aisles receive the airflow that their racks require"),
    many=QT_TRANSLATE_NOOP("checks", "{count} contained aisles receive too little air"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(COOLED, STANDING, ITEMS, {"floor_item": ("clear_width_mm", "clear_height_mm")}),
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Airflow from data sheets; row coolers serve the aisle next to them"),
)
def aisle(view: View) -> Iterator[Violation]:
    """Halls with row coolers. In other halls the airflow balance of the hall is enough."""
    plan = planned(view)
    text = QT_TRANSLATE_NOOP("checks", "The racks at {name} require {needed}; row coolers there supply {row} and the room adds {room}.")
    for aisle_supply in aisle_air(view.snapshot, plan):
        if not aisle_supply.short:
            continue
        flows = [
            Quantity(float(cfm_from_m3_per_s(flow_m3_s)), "CFM")
            for flow_m3_s in (aisle_supply.needed_m3_s, aisle_supply.row_m3_s, aisle_supply.room_m3_s)
        ]
        message = rule_text(text, name=view.name("floor_item", aisle_supply.item), needed=flows[0], row=flows[1], room=flows[2])
        there = Quantity(float(cfm_from_m3_per_s(aisle_supply.row_m3_s + aisle_supply.room_m3_s)), "CFM")
        yield Violation(
            (0,), (("floor_item", aisle_supply.item),), view.row_place("floor_item", aisle_supply.item), message, there, flows[0]
        )
