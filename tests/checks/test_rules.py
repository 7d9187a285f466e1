"""Every rule with projects that it must let pass and projects in which it must find exactly that many faults."""

import inspect
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.values.columns import Array, Columns
from gpudesk.operations.run.run import all_operations
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.absent_cases import ABSENT_CASES
from tests.checks.cooling_power_cases import COOLING_POWER_CASES
from tests.checks.fabric_cases import FABRIC_CASES
from tests.checks.site import Site
from tests.checks.workload_cases import WORKLOAD_CASES

Build = Callable[[Site], object]
CASES: list[tuple[str, int, str, Build]] = []


def case(rule: str, count: int) -> Callable[[Build], Build]:
    """The project that follows has `count` findings of `rule`."""

    def note(build: Build) -> Build:
        CASES.append((rule, count, build.__name__.removeprefix("_"), build))
        return build

    return note


def many(count: int, *rules: str) -> Callable[[Build], Build]:
    """The same for several rules."""

    def note(build: Build) -> Build:
        for rule in rules:
            case(rule, count)(build)
        return build

    return note


@many(0, *ALL_RULES)
def _nothing(site: Site) -> None:
    pass


@many(0, *(rule for rule in ALL_RULES if rule not in ("weight.lift", "weight.team_lift", "absent.cooling", "absent.head_node")))
def _a_good_rack(site: Site) -> None:
    rack = site.rack()
    for unit in (1, 9, 17, 25):
        site.device(rack, unit)
    site.device(rack, 40, "switch")
    site.device(rack, 42, "half", side=0)
    site.device(rack, 42, "half", side=1)
    site.device(rack, 1, "pdu", face=1, side=0)
    site.device(rack, 1, "pdu", face=1, side=1)
    site.insert("reservation", rack_id=rack, position=70, height=4, reason="spare")


# space, in the units


@case("space.overlap", 1)
def _two_systems_share_units(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1)
    site.device(rack, 8)


@case("space.overlap", 3)
def _three_in_one_place(site: Site) -> None:
    rack = site.rack()
    for _ in range(3):
        site.device(rack, 5, "switch")


@case("space.overlap", 1)
def _two_halves_on_one_side(site: Site) -> None:
    rack = site.rack()
    for side in (0, 0, 1):
        site.device(rack, 5, "half", side=side)


@many(0, "space.overlap", "space.side")
def _two_halves_side_by_side(site: Site) -> None:
    rack = site.rack()
    for side in (0, 1):
        site.device(rack, 5, "half", side=side)


@many(1, "space.overlap", "space.side")
def _a_half_without_a_side_stands_left(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 5, "half")
    site.device(rack, 5, "half", side=0)
    site.device(rack, 6, "half", side=1)


@case("space.overlap", 1)
def _full_widths_that_claim_sides(site: Site) -> None:
    rack = site.rack()
    for side in (0, 1):
        site.device(rack, 5, "switch", side=side)


@case("space.overlap", 2)
def _a_full_width_over_two_halves(site: Site) -> None:
    rack = site.rack()
    for side in (0, 1):
        site.device(rack, 5, "half", side=side)
    site.device(rack, 5, "switch")


@many(0, "space.overlap", "space.back_to_back")
def _shallow_devices_back_to_back(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 5, "switch")
    site.device(rack, 5, "half", face=1)


@many(0, "space.overlap", "space.back_to_back")
def _halves_behind_their_free_side(site: Site) -> None:
    rack = site.rack(type_id=site.use("rack", usable_depth_mm=700))
    site.device(rack, 5, "half", side=0)
    site.device(rack, 5, "half", side=0, face=1)


@case("space.back_to_back", 1)
def _deep_devices_back_to_back(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1)
    site.device(rack, 8, "switch", face=1)


@many(0, "space.overlap", "space.back_to_back")
@case("space.back_to_back_unknown", 1)
def _a_depth_nobody_knows(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 5, "switch", face=1)
    site.device(rack, 5, type_id=site.use("half", depth_mm=None))


@case("space.outside", 1)
def _through_the_roof(site: Site) -> None:
    site.device(site.rack(), 36)


@case("space.outside", 0)
def _just_below_the_roof(site: Site) -> None:
    site.device(site.rack(), 35)


@case("space.outside", 1)
def _a_long_vertical_pdu(site: Site) -> None:
    site.device(site.rack(), 2, type_id=site.use("pdu", height_mm=1900), face=1, side=0)


@case("space.reserved", 1)
def _in_reserved_units(site: Site) -> None:
    rack, other = site.rack(), site.rack()
    site.insert("reservation", rack_id=rack, position=8, height=4, face=2, reason="patching")
    site.device(rack, 6, "panel")
    site.device(other, 6, "panel")


@case("space.reserved", 0)
def _behind_units_reserved_at_the_front(site: Site) -> None:
    rack = site.rack()
    site.insert("reservation", rack_id=rack, position=8, height=4, face=0)
    site.device(rack, 6, "panel", face=1)
    site.device(rack, 7, "panel")


@case("space.reservation_outside", 1)
def _reserved_above_the_roof(site: Site) -> None:
    rack = site.rack()
    site.insert("reservation", rack_id=rack, position=82, height=4)
    site.insert("reservation", rack_id=rack, position=80, height=4)


@case("space.half_unit", 1)
def _between_two_units(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 5.5, "switch")
    site.device(rack, 10.5, type_id=site.use("half", height_u=0.5))


# space, between device and rack


@case("space.not_a_rack", 1)
def _a_switch_as_rack(site: Site) -> None:
    site.rack(type_id=site.use("switch"))


@case("space.mount", 1)
def _a_rack_in_a_rack(site: Site) -> None:
    site.device(site.rack(), 3, type_id=site.use("rack"))


@case("space.rail_width", 1)
def _nineteen_inch_in_open_rack(site: Site) -> None:
    rack = site.rack(type_id=site.use("rack", rail_width_inch=21, unit_pitch_mm=48))
    site.device(rack, 1, "switch")
    site.device(rack, 3, type_id=site.use("half", rail_width_inch=21))


@case("space.depth", 1)
@case("space.rear_clearance", 0)
def _deeper_than_the_rack(site: Site) -> None:
    site.device(site.rack(type_id=site.use("rack", usable_depth_mm=899)), 1)


@case("space.depth", 0)
@case("space.rear_clearance", 1)
def _as_deep_as_the_rack(site: Site) -> None:
    rack = site.rack(type_id=site.use("rack", usable_depth_mm=900))
    site.device(rack, 1)
    site.device(rack, 20, type_id=site.use("panel", depth_mm=880))


@case("space.rear_clearance", 1)
def _deep_with_its_levers(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1, type_id=site.use("system", depth_overall_mm=930))
    site.device(rack, 9, type_id=site.use("system", depth_overall_mm=925))


@case("space.rails", 1)
def _rails_too_near(site: Site) -> None:
    rack = site.rack(rail_depth_mm=650)
    site.device(rack, 1)
    site.device(rack, 9)
    site.device(rack, 20, "panel")


@case("space.rails", 1)
def _rails_too_far_by_the_type(site: Site) -> None:
    site.device(site.rack(type_id=site.use("rack", rail_depth_mm=950)), 1)


@case("space.rails", 0)
def _rails_nobody_knows(site: Site) -> None:
    site.device(site.rack(type_id=site.use("rack", rail_depth_mm=None)), 1)


@case("space.rails", 1)
def _kits_that_no_rail_distance_suits(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1, type_id=site.use("switch", rail_depth_max_mm=600))
    site.device(rack, 9)


@case("space.airflow", 2)
def _air_from_the_wrong_side(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 5, "switch", face=1)
    site.device(rack, 7, type_id=site.use("switch", airflow_direction="rear-to-front"))
    site.device(rack, 9, type_id=site.use("switch", airflow_direction="by-part-number"), face=1)
    site.device(rack, 11, type_id=site.use("switch", airflow_direction="rear-to-front"), face=1)


@case("space.airflow", 1)
def _air_from_the_wrong_side_and_no_way_to_flip(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 5, "switch", face=1)
    site.device(rack, 5, "panel")


@case("space.zero_u", 1)
def _three_vertical_pdus_on_one_side(site: Site) -> None:
    rack = site.rack()
    for side in (0, 0, 0, 1):
        site.device(rack, 1, "pdu", face=1, side=side)


@case("space.zero_u", 0)
def _two_short_pdus_over_each_other(site: Site) -> None:
    rack = site.rack()
    kind = site.use("pdu", height_mm=800)
    site.device(rack, 1, type_id=kind, face=1, side=0)
    site.device(rack, 20, type_id=kind, face=1, side=0)


@case("space.zero_u", 1)
def _no_vertical_places(site: Site) -> None:
    site.device(site.rack(type_id=site.use("rack", zero_u_per_side=None)), 1, "pdu", face=1, side=0)


@case("space.zero_u_place", 2)
def _vertical_at_the_front_and_without_a_side(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1, "pdu", face=0, side=0)
    site.device(rack, 1, "pdu", face=1)


# space, in bays

_BAYS = ("space.bay_unknown", "space.bay_misfit", "space.bay_taken")


@many(0, *_BAYS)
def _a_chassis_with_its_blades(site: Site) -> None:
    holder = site.device(site.rack(), 1, "chassis")
    for bay in ("1", "2", "3", "4", "X"):
        site.child(holder, bay)


@case("space.bay_unknown", 3)
def _bays_that_are_not_there(site: Site) -> None:
    rack = site.rack()
    holder, switch = site.device(rack, 1, "chassis"), site.device(rack, 9, "switch")
    site.child(holder, "5")
    site.child(holder, "")
    site.child(switch, "1")


@case("space.bay_misfit", 3)
def _bays_for_something_else(site: Site) -> None:
    rack = site.rack()
    holder = site.device(rack, 1, "chassis")
    site.child(holder, "1", type_id=site.use("blade", fits="other"))
    site.child(holder, "2", type_id=site.use("blade", fits=None))
    site.child(holder, "X", "panel")


@case("space.bay_taken", 2)
def _several_in_one_bay(site: Site) -> None:
    holder = site.device(site.rack(), 1, "chassis")
    for bay in ("1", "1", "2", "3", "3", "3", "X"):
        site.child(holder, bay)


# space, on the floor


@case("space.floor_overlap", 1)
def _racks_in_each_other(site: Site) -> None:
    site.rack(x_mm=0, y_mm=0)
    site.rack(x_mm=599, y_mm=0)
    site.rack(x_mm=1150, y_mm=0)


@case("space.floor_overlap", 0)
def _racks_side_by_side_and_turned(site: Site) -> None:
    for x_mm, angle in ((0, 0), (600, 0), (3000, 450), (5000, 900)):
        site.rack(x_mm=x_mm, y_mm=3000, angle_ddeg=angle)


@case("space.floor_overlap", 1)
def _a_turned_rack_in_its_neighbour(site: Site) -> None:
    site.rack(x_mm=3000, y_mm=3000)
    site.rack(x_mm=3700, y_mm=3000, angle_ddeg=450)


@case("space.floor_overlap", 1)
def _a_workstation_in_a_rack(site: Site) -> None:
    site.rack(x_mm=3000, y_mm=3000)
    site.device(None, key="tower", hall_id=site.hall, x_mm=3100, y_mm=3100)


@many(0, "space.floor_overlap", "space.outside_hall")
def _one_place_in_two_halls(site: Site) -> None:
    other = site.insert("hall", name="Other", width_mm=10_000, depth_mm=10_000)
    site.rack(x_mm=0, y_mm=0)
    site.rack(x_mm=0, y_mm=0, hall_id=other)


@case("space.outside_hall", 2)
def _through_the_wall(site: Site) -> None:
    site.rack(x_mm=19_500, y_mm=0)
    site.rack(x_mm=1000, y_mm=-10)
    site.rack(x_mm=19_400, y_mm=5000)


@case("space.hall_height", 1)
def _higher_than_the_hall(site: Site) -> None:
    low = site.insert("hall", name="Low", width_mm=10_000, depth_mm=10_000, height_mm=1999)
    site.rack(hall_id=low)
    site.rack()


# weight


@case("weight.rack_static", 1)
def _heavier_than_the_rack_bears(site: Site) -> None:
    rack, good = site.rack(type_id=site.use("rack", static_load_kg=389)), site.rack(type_id=site.use("rack", static_load_kg=390))
    for unit in (1, 9, 17):
        site.device(rack, unit)
        site.device(good, unit)


@case("weight.rack_static", 1)
def _heavier_by_what_sits_in_its_devices(site: Site) -> None:
    rack = site.rack(type_id=site.use("rack", static_load_kg=134))
    held = site.device(rack, 1)
    site.device(None, type_id=site.use("half"), parent_id=held, slot="1")


@case("weight.rack_rolling", 0)
def _too_heavy_to_roll_but_never_rolled(site: Site) -> None:
    site.device(site.rack(type_id=site.use("rack", rolling_load_kg=100)), 1)


@case("weight.rack_rolling", 1)
def _too_heavy_to_roll(site: Site) -> None:
    site.set("racks_moved_loaded", True)
    site.device(site.rack(type_id=site.use("rack", rolling_load_kg=100)), 1)


@case("weight.floor_uniform", 1)
@case("weight.floor_footprint", 0)
def _too_heavy_for_the_floor(site: Site) -> None:
    site.set("floor_uniform_limit_kg_per_m2", 170)
    site.device(site.rack(), 1)
    site.rack()


@case("weight.floor_uniform", 0)
@case("weight.floor_footprint", 1)
def _borne_thanks_to_the_aisles(site: Site) -> None:
    site.set("floor_uniform_limit_kg_per_m2", 300)
    site.device(site.rack(), 1)


@case("weight.floor_point", 1)
def _too_heavy_for_a_point(site: Site) -> None:
    site.set("floor_point_limit_kg", 83)
    site.device(site.rack(), 1)
    site.rack()


@case("weight.centre_of_gravity", 1)
def _top_heavy(site: Site) -> None:
    rack, good = site.rack(), site.rack()
    for unit in (27, 35):
        site.device(rack, unit)
    for unit in (1, 35):
        site.device(good, unit)


@many(0, "weight.centre_of_gravity", "weight.tip_angle")
def _a_rack_of_unknown_weight(site: Site) -> None:
    site.set("tip_angle_limit_deg", 45)
    site.device(site.rack(type_id=site.use("rack", weight_kg=None)), 40, "switch")


@case("weight.tip_angle", 1)
def _easily_tipped(site: Site) -> None:
    site.set("tip_angle_limit_deg", 16)
    site.device(site.rack(), 1)
    site.device(site.rack(), 35)


@case("weight.heavy_high", 1)
def _heavy_and_high(site: Site) -> None:
    site.set("heavy_device_top_u", 32)
    rack = site.rack()
    site.device(rack, 33)
    site.device(rack, 25)
    site.device(rack, 41, "switch")


@case("weight.lift", 1)
@case("weight.team_lift", 0)
def _needs_a_lift(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1)
    site.device(rack, 9)
    site.device(rack, 20, "panel")


@many(0, "weight.lift", "weight.team_lift")
def _lifted_already(site: Site) -> None:
    site.device(site.rack(), 1, status=3)


@case("weight.lift", 0)
@case("weight.team_lift", 2)
def _needs_helpers(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1, type_id=site.use("switch", weight_kg=30))
    site.device(rack, 2, type_id=site.use("switch", lift_people=2))
    site.device(rack, 3, "switch")


@case("weight.floor_device", 2)
def _a_heavy_machine_on_the_floor(site: Site) -> None:
    site.device(None, type_id=site.use("tower", weight_kg=2500), hall_id=site.hall, x_mm=1000, y_mm=1000)
    site.device(None, type_id=site.use("tower", weight_kg=1800, depth_mm=3000), hall_id=site.hall, x_mm=3000, y_mm=1000)
    site.device(None, key="tower", hall_id=site.hall, x_mm=6000, y_mm=1000)


# power


@case("power.rack_limit", 1)
def _more_power_than_given(site: Site) -> None:
    site.set("rack_power_limit_w", 20_000)
    rack, good = site.rack(), site.rack()
    for unit in (1, 9):
        site.device(rack, unit)
    site.device(good, 1)


@case("power.rack_limit", 0)
def _less_by_the_average(site: Site) -> None:
    site.set("rack_power_limit_w", 20_000)
    site.set("power_for_limits", "average")
    rack = site.rack()
    for unit in (1, 9):
        site.device(rack, unit)


# naming


@case("naming.duplicate_device", 2)
def _three_of_a_name(site: Site) -> None:
    rack = site.rack()
    for unit in (1, 2, 3):
        site.device(rack, unit, "panel", name="panel")


@case("naming.duplicate_rack", 1)
def _racks_of_a_name_in_a_hall(site: Site) -> None:
    other = site.insert("hall", name="Other", width_mm=10_000, depth_mm=10_000)
    for hall in (site.hall, site.hall, other):
        site.rack("A1", hall_id=hall)


@case("naming.duplicate_row", 1)
def _rows_of_a_name_in_a_hall(site: Site) -> None:
    other = site.insert("hall", name="Other", width_mm=10_000, depth_mm=10_000)
    for hall in (site.hall, site.hall, other):
        site.insert("rack_row", hall_id=hall, name="A")


@case("naming.duplicate_hall", 1)
def _halls_of_a_name(site: Site) -> None:
    site.insert("hall", name="Hall", width_mm=10_000, depth_mm=10_000)


@case("naming.empty", 4)
@many(0, "naming.duplicate_device", "naming.duplicate_rack")
def _without_a_name(site: Site) -> None:
    site.insert("hall", name=" ", width_mm=10_000, depth_mm=10_000)
    site.insert("rack_row", hall_id=site.hall, name="")
    rack = site.rack()
    site.device(rack, 1, "panel", name="")
    site.device(rack, 2, "panel", name="")


@case("naming.duplicate_serial", 2)
def _serials_used_twice(site: Site) -> None:
    rack = site.rack(serial="S1")
    site.device(rack, 1, "panel", serial="S1")
    site.device(rack, 2, "panel", serial="S2")
    site.device(rack, 3, "panel", serial="S2")
    site.device(rack, 4, "panel", serial="")


@case("naming.duplicate_asset", 1)
def _assets_used_twice(site: Site) -> None:
    rack = site.rack(asset="A1")
    site.device(rack, 1, "panel", asset="A1")


# plan


@many(1, "plan.missing_weight", "plan.missing_power", "plan.missing_depth")
def _a_device_of_which_nothing_is_known(site: Site) -> None:
    rack = site.rack()
    kind = site.use("switch", weight_kg=None, power_max_w=None, depth_mm=None)
    site.device(rack, 1, type_id=kind)
    site.device(rack, 2, type_id=kind)


@many(0, "plan.missing_weight", "plan.missing_power", "plan.missing_depth")
def _an_unknown_type_that_nobody_uses(site: Site) -> None:
    site.use("switch", weight_kg=None, power_max_w=None, depth_mm=None)
    site.device(site.rack(), 1, "panel")


@many(1, "plan.missing_rack_load", "plan.missing_rack_depth", "plan.missing_weight")
def _a_rack_of_which_nothing_is_known(site: Site) -> None:
    site.rack(type_id=site.use("rack", static_load_kg=None, usable_depth_mm=None, weight_kg=None))


@case("plan.stock", 1)
def _more_devices_than_there_are_of_what_cannot_be_ordered(site: Site) -> None:
    rack = site.rack()
    kind = site.use("switch")
    key = site.snapshot.types[kind].key
    for unit in (1, 3):
        site.device(rack, unit, type_id=kind)
    site.insert("setting", key=f"stock/{key}", value='{"count": 1, "only": true}')


@case("plan.stock", 0)
def _a_stock_that_is_enough_or_can_be_ordered(site: Site) -> None:
    rack = site.rack()
    kind, other = site.use("switch"), site.use("panel")
    site.device(rack, 1, type_id=kind)
    site.device(rack, 3, type_id=other)
    site.insert("setting", key=f"stock/{site.snapshot.types[kind].key}", value='{"count": 1, "only": true}')
    site.insert("setting", key=f"stock/{site.snapshot.types[other].key}", value='{"count": 0, "only": false}')


@case("plan.unplaced", 1)
def _devices_that_stand_nowhere(site: Site) -> None:
    site.device(None)
    site.device(None)


@case("plan.holder", 2)
def _devices_in_a_ring(site: Site) -> None:
    first, second = site.device(None), site.device(None)
    site.update("device", first, parent_id=second)
    site.update("device", second, parent_id=first)


@case("plan.phase_order", 2)
def _built_before_its_rack(site: Site) -> None:
    rack = site.rack(phase=3)
    held = site.device(rack, 1, phase=2)
    site.device(None, key="half", parent_id=held, phase=1)
    site.device(rack, 9, phase=3)


@case("plan.site_value", 2)
def _a_sheet_with_nonsense(site: Site) -> None:
    site.set("altitude_m", "high")
    site.set("colour_of_the_door", "red")
    site.set("power_factor", 0.9)


@case("plan.stale_exclusion", 1)
def _an_exclusion_of_nothing(site: Site) -> None:
    site.insert("exclusion", finding="space.overlap:device=1,device=2", reason="gone", at_utc="2026-01-01T00:00:00Z")


# the floor: clearances, aisles, what the building has there, the way in


def _front_to_front(site: Site, gap: int) -> tuple[int, int]:
    """Two racks that face each other across an aisle."""
    one = site.rack("A", x_mm=3600, y_mm=4000, angle_ddeg=1800)
    return one, site.rack("B", x_mm=3000, y_mm=4000 + gap)


def _rear_to_rear(site: Site, gap: int) -> None:
    site.rack("A", x_mm=3000, y_mm=2000)
    site.rack("B", x_mm=3600, y_mm=2000 + 1200 + gap + 1200, angle_ddeg=1800)


def _item(site: Site, kind: FloorItemKind, **values: object) -> int:
    shape = {} if "outline" in values else {"width_mm": 400, "depth_mm": 400}
    return site.insert("floor_item", **{"hall_id": site.hall, "kind": int(kind), "name": kind.name.lower(), **shape, **values})


def _door(site: Site, width: int | None, height: int | None) -> int:
    return _item(site, FloorItemKind.DOOR, width_mm=1500, depth_mm=100, clear_width_mm=width, clear_height_mm=height)


@case("space.front_floor", 1)
def _a_front_near_a_wall(site: Site) -> None:
    site.rack(y_mm=999)


@case("space.front_floor", 1)
def _a_row_near_a_wall_is_one_fault(site: Site) -> None:
    row = site.insert("rack_row", hall_id=site.hall, name="A")
    for _ in range(3):
        site.rack(row_id=row, y_mm=600)


@case("space.front_floor", 0)
def _a_front_a_metre_from_a_wall(site: Site) -> None:
    site.rack(y_mm=1000)


@case("space.front_floor", 1)
def _a_front_near_a_column(site: Site) -> None:
    site.rack(x_mm=5000, y_mm=3000)
    _item(site, FloorItemKind.COLUMN, x_mm=5500, y_mm=2000)


@case("space.front_floor", 0)
def _a_column_beside_the_front(site: Site) -> None:
    site.rack(x_mm=5000, y_mm=3000)
    _item(site, FloorItemKind.COLUMN, x_mm=5600, y_mm=2000)
    _item(site, FloorItemKind.KEEP_OUT, x_mm=5000, y_mm=2500)


@case("space.front_floor", 1)
def _a_front_near_a_rear(site: Site) -> None:
    site.rack(x_mm=3000, y_mm=2000)
    site.rack(x_mm=3000, y_mm=2000 + 1200 + 800)


@many(0, "space.front_floor", "space.rear_floor", "space.cold_aisle", "space.hot_aisle")
def _a_heap_is_no_matter_of_clearances(site: Site) -> None:
    for _ in range(5):
        site.rack(x_mm=0, y_mm=0)


@case("space.rear_floor", 1)
def _a_rear_near_a_wall(site: Site) -> None:
    site.rack(y_mm=12_000 - 1200 - 599)


@case("space.rear_floor", 0)
def _a_rear_far_enough_from_a_wall(site: Site) -> None:
    site.rack(y_mm=12_000 - 1200 - 600)


@many(1, "space.cold_aisle")
def _a_narrow_cold_aisle(site: Site) -> None:
    _front_to_front(site, 1199)


@many(0, "space.cold_aisle", "space.hot_aisle", "space.front_floor", "space.rear_floor")
def _aisles_as_wide_as_wanted(site: Site) -> None:
    _front_to_front(site, 1200)
    site.rack("C", x_mm=3600, y_mm=4000 + 1200 + 1200 + 1200 + 1200, angle_ddeg=1800)


@case("space.cold_aisle", 1)
def _two_rows_share_one_narrow_aisle(site: Site) -> None:
    rows = [site.insert("rack_row", hall_id=site.hall, name=name) for name in "AB"]
    for place in range(4):
        site.rack(row_id=rows[0], x_mm=3600 + 600 * place, y_mm=4000, angle_ddeg=1800)
        site.rack(row_id=rows[1], x_mm=3000 + 600 * place, y_mm=5000)


@case("space.cold_aisle", 0)
def _a_narrow_cold_aisle_that_the_site_wants(site: Site) -> None:
    site.set("cold_aisle_least_mm", 900)
    _front_to_front(site, 1000)


@case("space.hot_aisle", 1)
def _a_narrow_hot_aisle(site: Site) -> None:
    _rear_to_rear(site, 899)


@many(2, "space.floor_item")
def _on_a_column_and_in_a_keep_out_area(site: Site) -> None:
    site.rack(x_mm=5000, y_mm=3000)
    _item(site, FloorItemKind.COLUMN, x_mm=5500, y_mm=3500)
    _item(site, FloorItemKind.KEEP_OUT, outline="0 0 3000 0 0 3000", x_mm=4000, y_mm=2000, width_mm=None, depth_mm=None)


@case("space.floor_item", 0)
def _beside_a_slanted_keep_out_area(site: Site) -> None:
    site.rack(x_mm=6000, y_mm=4000)
    _item(site, FloorItemKind.KEEP_OUT, outline="0 0 3000 0 0 3000", x_mm=4500, y_mm=2500)
    _item(site, FloorItemKind.DOOR, x_mm=6000, y_mm=4000)


@case("space.floor_item", 1)
def _a_device_on_an_obstacle(site: Site) -> None:
    site.device(None, key="tower", hall_id=site.hall, x_mm=5000, y_mm=3000)
    _item(site, FloorItemKind.OBSTACLE, x_mm=5100, y_mm=3100, angle_ddeg=450)


@case("space.door_swing", 1)
def _a_rack_where_a_door_opens(site: Site) -> None:
    # A door of one leaf of 1,000 mm in the upper wall: its swing reaches 1,000 mm from the middle of the wall into the hall.
    site.rack(x_mm=5000, y_mm=1040)
    _item(site, FloorItemKind.DOOR, x_mm=4500, y_mm=0, width_mm=1000, depth_mm=100)


@case("space.door_swing", 0)
def _a_rack_beside_and_one_behind_the_swing_of_two_leaves(site: Site) -> None:
    site.rack(x_mm=6500, y_mm=100)
    site.rack(x_mm=5000, y_mm=1050)
    _item(site, FloorItemKind.DOOR, x_mm=4500, y_mm=0, width_mm=2000, depth_mm=100)


@case("space.door_swing", 1)
def _a_door_in_the_left_wall(site: Site) -> None:
    site.rack(x_mm=900, y_mm=5000)
    _item(site, FloorItemKind.DOOR, x_mm=0, y_mm=5000, width_mm=100, depth_mm=1000)


@case("space.route_blocked", 1)
def _a_rack_in_a_route(site: Site) -> None:
    site.rack(x_mm=5000, y_mm=3000)
    _item(site, FloorItemKind.ROUTE, outline="0 0 0 6000", x_mm=4300, y_mm=0, clear_width_mm=1500)


@case("space.route_blocked", 0)
def _a_rack_beside_a_route(site: Site) -> None:
    site.rack(x_mm=5000, y_mm=3000)
    _item(site, FloorItemKind.ROUTE, outline="0 0 0 6000", x_mm=4250, y_mm=0, clear_width_mm=1500)


@case("space.route_blocked", 2)
def _a_column_and_a_rack_on_the_line_of_a_route(site: Site) -> None:
    site.rack(x_mm=5000, y_mm=3000)
    _item(site, FloorItemKind.COLUMN, x_mm=7000, y_mm=3200)
    _item(site, FloorItemKind.ROUTE, outline="0 0 9000 0", x_mm=0, y_mm=3400)


@case("space.door", 1)
def _a_crate_too_high_for_the_door(site: Site) -> None:
    site.rack()
    site.rack()
    _door(site, 1200, 2149)


@case("space.door", 1)
def _a_crate_too_wide_for_every_door(site: Site) -> None:
    site.rack()
    _door(site, 749, None)
    _door(site, 700, 2500)


@case("space.door", 0)
def _one_door_lets_the_crate_through(site: Site) -> None:
    site.rack()
    _door(site, 700, 2000)
    _door(site, 750, 2150)


@many(0, "space.door", "space.route")
def _racks_unpacked_or_installed_already(site: Site) -> None:
    site.set("crates_to_the_room", False)
    site.rack()
    _door(site, 600, 2000)
    site.rack(type_id=site.use("rack", outer_height_mm=2600), status=Status.INSTALLED)


@case("space.door", 1)
def _a_type_that_says_its_crate(site: Site) -> None:
    site.rack(type_id=site.use("rack", crate_width_mm=1100, crate_depth_mm=1400, crate_height_mm=2100))
    _door(site, 1000, 2150)


@case("space.route", 1)
def _a_crate_too_long_for_a_corner(site: Site) -> None:
    # Crate of 750 by 1,350 mm: at a right angle 1,000 mm of clear width leave 1,000 · √2 − 675 = 739 mm.
    site.rack(x_mm=9000)
    _item(site, FloorItemKind.ROUTE, outline="0 0 6000 0 6000 6000", x_mm=0, y_mm=5000, clear_width_mm=1000)


@case("space.route", 0)
def _a_crate_that_gets_round_the_corner(site: Site) -> None:
    site.rack(x_mm=9000)
    _item(site, FloorItemKind.ROUTE, outline="0 0 6000 0 6000 6000", x_mm=0, y_mm=5000, clear_width_mm=1010)


@case("space.route", 1)
def _a_route_too_low(site: Site) -> None:
    site.rack(x_mm=9000)
    _item(site, FloorItemKind.ROUTE, outline="0 0 6000 0", x_mm=0, y_mm=5000, clear_width_mm=2000, clear_height_mm=2100)


@case("weight.floor_rolling", 1)
def _a_loaded_rack_rolls_over_a_weak_floor(site: Site) -> None:
    site.set("racks_moved_loaded", True)
    site.update("hall", site.hall, rolling_limit_kg=200)
    rack = site.rack()
    for unit in (1, 9, 17, 25):
        site.device(rack, unit)


@case("weight.floor_rolling", 0)
def _the_same_rack_rolls_empty(site: Site) -> None:
    site.update("hall", site.hall, rolling_limit_kg=200)
    rack = site.rack()
    for unit in (1, 9, 17, 25):
        site.device(rack, unit)


@case("weight.device_rolling", 1)
def _a_heavy_system_rolls_in(site: Site) -> None:
    site.device(None, key="tower", type_id=site.use("tower", weight_kg=1400), hall_id=site.hall)
    site.device(None, key="tower", hall_id=site.hall, x_mm=3000)


@many(1, "weight.floor_uniform", "weight.floor_point", "weight.floor_device")
def _the_hall_bears_less_than_the_site(site: Site) -> None:
    site.update("hall", site.hall, uniform_limit_kg_per_m2=100, point_limit_kg=50)
    other = site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    for hall in (site.hall, other):
        rack = site.rack(hall_id=hall)
        site.device(rack)
        site.device(None, key="tower", hall_id=hall, x_mm=9000)


# power, as it is wired

_POWER = tuple(rule for rule in ALL_RULES if rule.startswith("power."))


@many(0, *_POWER)
def _a_system_on_three_strips(site: Site) -> None:
    rack = site.rack()
    first, second, third = (site.strip(rack, site.feed()) for _ in range(3))
    system = site.device(rack, 1, "six")
    site.plug(system, (first, 1), (second, 1), (third, 1), (first, 5), (second, 5), (third, 5))


@case("power.line", 2)
@case("power.bank", 1)
def _all_supplies_on_one_line(site: Site) -> None:
    """10 kW on one line of 239.6 V are 43.9 A: too much for feed, strip and bank, though three lines would bear it."""
    rack = site.rack()
    strip = site.strip(rack, site.feed())
    for unit in (1, 9):
        system = site.device(rack, unit, type_id=site.use("pair", power_max_w=5000))
        site.plug(system, (strip, unit // 9 + 1), (strip, unit // 9 + 3))


@case("power.line", 0)
@case("power.bank", 1)
def _a_bank_with_a_small_breaker(site: Site) -> None:
    rack = site.rack()
    strip = site.strip(rack, site.feed(), site.use("strip", breaker_a=16))
    site.plug(site.device(rack, 1, type_id=site.use("pair", power_max_w=5000)), (strip, 1), (strip, 2))


@case("power.line", 4)
def _two_feeds_of_208_v_that_fail_alive(site: Site) -> None:
    """Four systems of 10.2 kW on two feeds of 208 V and 60 A: 42.9 kVA on 2 × 21.6 kVA, of which 80 % count."""
    rack = site.rack()
    site.set("continuous_factor", 0.8)
    kind = site.use("strip", input_voltage_v=208, input_current_a=60)
    strips = [site.strip(rack, site.feed(voltage_v=208, breaker_a=60), kind) for _ in range(2)]
    for number in range(4):
        outlets = [(strips[supply % 2], 1 + (3 * number + supply // 2) % 3 * 4 + number) for supply in range(6)]
        site.plug(site.device(rack, 1 + 8 * number, "six"), *outlets)


@case("power.idle_feed", 1)
def _a_feed_that_ends_at_nothing(site: Site) -> None:
    """A feed of a strip, one on which another hangs, one of a cooling unit, and one alone; a panel alone is no feed."""
    above = site.feed()
    site.strip(site.rack(), site.feed(fed_by_id=above))
    site.cool(CoolingKind.CRAH, power_node_id=site.feed())
    site.feed()
    site.feed(kind=4, name="Panel")


@case("power.upstream", 1)
def _a_panel_that_is_too_small(site: Site) -> None:
    panel = site.feed(kind=4, name="Panel", breaker_a=None, capacity_va=9000)
    site.insert("power_node", kind=0, name="Source", voltage_v=415, capacity_va=20_000)
    rack = site.rack()
    strip = site.strip(rack, site.feed(fed_by_id=panel))
    site.plug(site.device(rack, 1, "six"), *((strip, outlet) for outlet in (1, 5, 9, 2, 6, 10)))


@case("power.upstream", 1)
def _a_ups_on_the_floor_that_is_too_small(site: Site) -> None:
    """10.7 kVA are connected to a UPS of 9 kVA that is next to the racks."""
    kind = site.use("strip", input_current_a=None, capacity_va=9000)
    ups = site.device(None, key="strip", type_id=kind, hall_id=site.hall, x_mm=9000)
    rack = site.rack()
    strip = site.strip(rack, None)
    site.insert("power_cord", device_id=strip, port=0, from_device_id=ups, from_port=None)
    site.plug(site.device(rack, 1, "six"), *((strip, outlet) for outlet in (1, 5, 9, 2, 6, 10)))


@case("power.upstream", 0)
def _a_panel_that_suffices(site: Site) -> None:
    panel = site.feed(kind=4, name="Panel", breaker_a=63)
    rack = site.rack()
    strip = site.strip(rack, site.feed(fed_by_id=panel))
    site.plug(site.device(rack, 1, "six"), (strip, 1), (strip, 5), (strip, 9))


@case("power.takeover", 1)
def _a_generator_that_is_too_small(site: Site) -> None:
    """The grid bears the rack, and its loss gives 10.7 kVA to a generator of 8 kVA."""
    grid = site.insert("power_node", kind=0, name="Grid", voltage_v=415, capacity_va=20_000)
    generator = site.insert("power_node", kind=1, name="Generator", voltage_v=415, capacity_va=8_000)
    switch = site.insert("power_node", kind=3, name="Switch", voltage_v=415, fed_by_id=grid, alternate_id=generator, breaker_a=63)
    panel = site.insert("power_node", kind=4, name="Panel", voltage_v=415, fed_by_id=switch, breaker_a=63)
    rack = site.rack()
    strip = site.strip(rack, site.feed(fed_by_id=panel))
    site.plug(site.device(rack, 1, "six"), *((strip, outlet) for outlet in (1, 5, 9, 2, 6, 10)))


@case("power.takeover", 0)
def _a_generator_that_suffices(site: Site) -> None:
    grid = site.insert("power_node", kind=0, name="Grid", voltage_v=415, capacity_va=20_000)
    generator = site.insert("power_node", kind=1, name="Generator", voltage_v=415, capacity_va=20_000)
    switch = site.insert("power_node", kind=3, name="Switch", voltage_v=415, fed_by_id=grid, alternate_id=generator, breaker_a=63)
    rack = site.rack()
    strip = site.strip(rack, site.feed(fed_by_id=switch))
    site.plug(site.device(rack, 1, "six"), *((strip, outlet) for outlet in (1, 5, 9, 2, 6, 10)))


@case("power.loss_line", 3)
def _the_published_layout_of_three_feeds(site: Site) -> None:
    """NVIDIA DGX SuperPOD: four systems on three feeds of 415 V 32 A. With one lost eight supplies fall 3, 3, 2: 33.6 A at factor 0.95."""
    rack = site.rack()
    strips = [site.strip(rack, site.feed()) for _ in range(3)]
    free = [{line: [1 + 4 * line + place for place in range(4)] for line in range(3)} for _ in strips]
    for number in range(4):
        outlets = []
        for supply in range(6):
            line = (2 * number + supply // 3) % 3
            outlets.append((strips[supply % 3], free[supply % 3][line].pop(0)))
        site.plug(site.device(rack, 1 + 8 * number, "six"), *outlets)


@case("power.loss_device", 1)
def _three_supplies_on_each_of_two_feeds(site: Site) -> None:
    rack = site.rack()
    first, second = (site.strip(rack, site.feed()) for _ in range(2))
    site.plug(site.device(rack, 1, "six"), (first, 1), (second, 1), (first, 5), (second, 5), (first, 9), (second, 9))


@case("power.loss_device", 1)
def _all_supplies_on_one_strip_without_a_feed(site: Site) -> None:
    rack = site.rack()
    strip = site.strip(rack, None)
    site.plug(site.device(rack, 1, "six"), *((strip, outlet) for outlet in (1, 5, 9, 2, 6, 10)))


@case("power.cord_fit", 2)
def _cords_that_do_not_fit(site: Site) -> None:
    """A cord for smaller inlets, and one in an outlet that the strip does not have."""
    rack = site.rack()
    strip = site.strip(rack, site.feed())
    system = site.device(rack, 1, "pair")
    site.plug(system, (strip, 1), (strip, 40))
    site.update("power_cord", int(site.snapshot["power_cord"].ids[-2]), type_id=site.use("small"))


@case("power.cord_fit", 0)
@case("power.cord_reach", 1)
def _a_cord_that_is_too_short(site: Site) -> None:
    """From a system at U30 down to outlets at the foot of the strip: 1.29 m and 0.4 m sideways; the other end of the rack is in reach."""
    rack = site.rack()
    strip = site.strip(rack, site.feed())
    for unit, outlet in ((30, 1), (2, 2)):
        site.plug(site.device(rack, unit, "pair"), (strip, outlet))
        site.update("power_cord", int(site.snapshot["power_cord"].ids[-1]), type_id=site.use("large"), length_mm=1200)


def _shelves(site: Site, sides: str, **facts: float) -> None:
    """A whole rack whose eight shelves are connected to feeds of these sides; shelves of one side share nothing."""
    rack = site.device(None, type_id=site.use("shelves", **facts), hall_id=site.hall, x_mm=9000)
    for port, side in enumerate(sides):
        site.insert("power_cord", device_id=rack, port=port, from_node_id=site.feed(feed_side=side, breaker_a=60))


@case("power.loss_standing", 0)
@case("power.shelf_rating", 0)
def _four_shelves_on_each_of_two_sides(site: Site) -> None:
    _shelves(site, "AAAABBBB")


@case("power.loss_standing", 1)
def _five_shelves_on_one_side(site: Site) -> None:
    """Three are left without it: the rack runs at half its power."""
    _shelves(site, "AAAAABBB")


@case("power.loss_standing", 1)
def _all_shelves_on_one_feed(site: Site) -> None:
    rack = site.device(None, key="shelves", hall_id=site.hall, x_mm=9000)
    feed = site.feed()
    for port in range(8):
        site.insert("power_cord", device_id=rack, port=port, from_node_id=feed)


@case("power.idle_feed", 0)
@case("power.upstream", 8)
@case("power.loss_standing", 0)
def _shelves_on_direct_current_of_800_v(site: Site) -> None:
    """12.5 kW a shelf are 15.6 A at 800 V between the conductors: more than 15 A; direct current knows no power factor."""
    rack = site.device(None, key="shelves", hall_id=site.hall, x_mm=9000)
    for port, side in enumerate("AAAABBBB"):
        feed = site.feed(feed_side=side, breaker_a=15, voltage_v=800, wiring=4)
        site.insert("power_cord", device_id=rack, port=port, from_node_id=feed)


@case("power.loss_standing", 0)
@case("power.shelf_rating", 1)
def _shelves_that_give_less_than_the_rack_may_draw(site: Site) -> None:
    """135 kW on four shelves of 33 kW, two racks of one type: one line."""
    for _ in range(2):
        _shelves(site, "AAAABBBB", power_max_w=135_000)


@case("power.unpublished", 3)
def _strips_of_which_little_is_published(site: Site) -> None:
    """One without outlets, and one without lines and breakers."""
    rack = site.rack()
    site.device(rack, 1, "bare", face=1, side=0)
    site.device(rack, 1, type_id=site.use("plain", input_phases=3, input_current_a=60), face=1, side=1)


@case("power.unpublished", 0)
def _a_small_strip_behind_the_breaker_of_its_feed(site: Site) -> None:
    site.device(site.rack(), 1, type_id=site.use("plain", input_phases=1, input_current_a=16), face=1, side=0)


@case("power.loss_device", 0)
@case("power.unplugged", 0)
def _cords_on_strips_without_known_outlets(site: Site) -> None:
    """They give power all the same: with one lost the other carries on."""
    rack = site.rack()
    strips = [site.device(rack, 1, "bare", face=1, side=side) for side in (0, 1)]
    system = site.device(rack, 1, "pair")
    for port, strip in enumerate(strips):
        site.insert("power_cord", device_id=strip, port=0, from_node_id=site.feed())
        site.insert("power_cord", device_id=system, port=port, from_device_id=strip)


@case("power.loss_device", 1)
def _both_cords_on_one_strip_without_known_outlets(site: Site) -> None:
    rack = site.rack()
    strip = site.device(rack, 1, "bare", face=1, side=0)
    site.insert("power_cord", device_id=strip, port=0, from_node_id=site.feed())
    system = site.device(rack, 1, "pair")
    for port in range(2):
        site.insert("power_cord", device_id=system, port=port, from_device_id=strip)


@case("power.unplugged", 2)
def _supplies_and_a_strip_without_a_cord(site: Site) -> None:
    rack, other = site.rack(), site.rack()
    strip = site.strip(rack, None)
    site.plug(site.device(rack, 1, "six"), (strip, 1), (strip, 5))
    site.device(rack, 9, "switch")
    site.device(other, 1, "six")


# compliance


@case("compliance.supply_voltage", 1)
@case("compliance.strip_voltage", 0)
def _a_supply_for_240_v_between_the_lines_of_415_v(site: Site) -> None:
    """On the same strip a system for up to 277 V is content: what counts is 239.6 V to neutral."""
    rack = site.rack()
    strip = site.strip(rack, site.feed())
    site.plug(site.device(rack, 1, type_id=site.use("pair", supply_voltage="100–127 V AC")), (strip, 1), (strip, 5))
    site.plug(site.device(rack, 9, type_id=site.use("pair", supply_voltage="200–277 V AC")), (strip, 2))
    site.plug(site.device(rack, 17, type_id=site.use("pair", supply_voltage="by USB-C")), (strip, 3))


@case("compliance.supply_voltage", 1)
def _outlets_of_which_nobody_says_the_lines(site: Site) -> None:
    """What the type says of its outlets counts, not the voltage between the lines of the feed; where it says nothing, nothing is said."""
    rack = site.rack()
    facts = {"input_phases": 3, "input_voltage_v": 415, "input_current_a": 16}
    kind = site.use("pair", supply_voltage="100–127 V AC")
    for unit, strip_type in ((1, site.use("plain", output_voltage_v=240, **facts)), (9, site.use("plain", **facts))):
        strip = site.device(rack, 1, type_id=strip_type, face=1, side=0)
        site.insert("power_cord", device_id=strip, port=0, from_node_id=site.feed())
        site.plug(site.device(rack, unit, type_id=kind), (strip, 1))


@case("compliance.strip_voltage", 1)
@case("compliance.supply_voltage", 0)
def _a_strip_for_415_v_on_208_v(site: Site) -> None:
    rack = site.rack()
    strip = site.strip(rack, site.feed(voltage_v=208))
    site.plug(site.device(rack, 1, type_id=site.use("pair", supply_voltage="100–240 V AC")), (strip, 1))
    site.strip(rack, site.feed(voltage_v=400))


@case("compliance.receptacle", 1)
def _a_plug_of_30_a_in_a_receptacle_of_32_a(site: Site) -> None:
    rack = site.rack()
    plug = site.use("strip", input_plug="NEMA L6-30P")
    site.strip(rack, site.feed(receptacle="IEC 60309 32 A 3P+N+E"), plug)
    site.strip(rack, site.feed(receptacle="nema L6-30R"), plug)
    site.strip(rack, site.feed(), plug)
    site.plug(site.device(rack, 1, "pair"), (int(site.snapshot["device"].ids[0]), 1))


@case("compliance.plug_region", 1)
def _plugs_of_north_america_elsewhere(site: Site) -> None:
    rack = site.rack()
    for plug in ("NEMA L6-30P", "IEC 60309 60 A 3P+E", "IEC 60309 32 A 3P+N+E", "C20"):
        site.device(rack, 1, face=1, side=0, type_id=site.use("strip", input_plug=plug))


@case("compliance.plug_region", 0)
@case("compliance.continuous_factor", 1)
@case("compliance.site_voltages", 1)
def _a_sheet_of_two_regions(site: Site) -> None:
    site.set("region", "north-america")
    site.set("line_voltage_v", 208)
    site.set("continuous_factor", 1.0)
    site.feed()
    rack = site.rack()
    for plug in ("NEMA L6-30P", "IEC 60309 32 A 3P+N+E"):
        site.device(rack, 1, face=1, side=0, type_id=site.use("strip", input_plug=plug))


@case("compliance.continuous_factor", 1)
def _strips_without_feeds_at_their_whole_rating(site: Site) -> None:
    site.set("region", "north-america")
    site.set("continuous_factor", 1.0)
    rack = site.rack()
    for side in (0, 1):
        site.device(rack, 1, face=1, side=side, type_id=site.use("strip"))


@case("compliance.continuous_factor", 0)
@case("compliance.site_voltages", 0)
def _a_sheet_of_north_america(site: Site) -> None:
    site.set("region", "north-america")
    site.set("line_voltage_v", 240)
    site.set("phase_voltage_v", 120)
    site.set("continuous_factor", 0.8)
    site.feed()


# workstations

_WORKSTATION = tuple(rule for rule in ALL_RULES if rule.startswith("workstation."))


def _station(site: Site, card: Mapping[str, object] | None = None, **changed: object) -> int:
    """A workstation on the floor; `card` are the facts of its cards that differ."""
    site.use("card", **(card or {}))
    if card:
        # The station finds its cards by key.
        row = int(site.snapshot["catalog_item"].ids[-1])
        body = json.loads(str(site.snapshot["catalog_item"].row(row)["body"]))
        site.update("catalog_item", row, key="card", body=json.dumps({**body, "key": "card"}))
    return site.device(None, type_id=site.use("station", **changed), hall_id=site.hall, x_mm=9000)


@many(0, *_WORKSTATION)
def _a_workstation_in_which_all_fits(site: Site) -> None:
    _station(site)


@many(0, *_WORKSTATION)
def _a_workstation_of_which_little_is_known(site: Site) -> None:
    unknown = dict.fromkeys(
        ("gpu_slots", "gpu_slot_width", "gpu_board_length_max_mm", "gpu_power_connectors", "pcie_lanes_host", "power_max_w")
    )
    _station(site, {"board_length_mm": None, "power_connector": None, "pcie_lanes": None}, **unknown)


@case("workstation.places", 1)
@case("workstation.connectors", 1)
def _four_cards_in_three_places(site: Site) -> None:
    _station(site, gpu_slots=3)


@case("workstation.board_length", 1)
@case("workstation.board_width", 1)
@case("workstation.passive_card", 1)
def _a_card_that_is_too_large_and_has_no_fan(site: Site) -> None:
    _station(site, {"board_length_mm": 337, "board_slots": 3, "cooling": "passive"})


@case("workstation.power_supply", 1)
@case("workstation.supply_advice", 0)
def _more_power_than_one_supply_gives(site: Site) -> None:
    """Two supplies of 1,850 W of which one is spare; of 2,100 W at the wall 1,869 W come out of a supply of 89 %."""
    _station(site, power_max_w=2100)


@case("workstation.power_supply", 1)
def _more_power_behind_the_supply_than_it_gives(site: Site) -> None:
    _station(site, power_max_w=1900, power_max_at="output")


@case("workstation.power_supply", 0)
def _more_power_at_the_wall_than_comes_out_of_it(site: Site) -> None:
    """Of 2,000 W at the wall 1,780 W come out of a supply of 89 %."""
    _station(site, power_max_w=2000)


@case("workstation.supply_advice", 1)
@case("workstation.power_supply", 0)
def _a_larger_supply_is_advised(site: Site) -> None:
    """1,000 W for a machine with one card, and 300 W for each of three more, are 1,900 W."""
    _station(site, {"psu_minimum_w": 1000})


@case("workstation.connectors", 1)
def _cards_with_another_plug(site: Site) -> None:
    _station(site, {"power_connector": "1 × 8-pin CPU (EPS12V)"})


@case("workstation.lanes", 1)
def _a_desktop_processor(site: Site) -> None:
    _station(site, pcie_lanes_host=24)


@case("workstation.wall_circuit", 2)
def _two_workstations_at_walls_of_north_america(site: Site) -> None:
    """120 V, 15 A, 80 % and a power factor of 0.95 are 1,368 W; one on a cord and one of 1,300 W do not count."""
    site.set("region", "north-america")
    _station(site)
    _station(site)
    _station(site, power_max_w=1300)
    site.insert("power_cord", device_id=_station(site), port=0, from_node_id=site.feed())


@case("workstation.wall_circuit", 1)
def _a_supply_loses_some_of_what_it_takes(site: Site) -> None:
    """1,300 W behind a supply of planning are 1,494 W at the wall, behind one of 96 % they are 1,354 W; the socket bears 1,368 W."""
    site.set("region", "north-america")
    _station(site, power_max_w=1300, power_max_at="output")
    _station(site, power_max_w=1300, power_max_at="output", efficiency_percent=96)
    _station(site, power_max_w=1300, power_max_at="wall")


@case("workstation.wall_circuit", 0)
def _a_circuit_for_it(site: Site) -> None:
    site.set("region", "north-america")
    site.set("wall_circuit", "na-208v-20a")
    _station(site)


_COOLING = tuple(rule for rule in ALL_RULES if rule.startswith("cooling."))


def _systems(site: Site, count: int, key: str = "system", rack: int | None = None) -> int:
    rack = site.rack() if rack is None else rack
    for number in range(count):
        site.device(rack, 1 + 8 * number, key)
    return rack


@many(0, *_COOLING)
def _a_cooled_hall(site: Site) -> None:
    """30.6 kW on two air handlers of 30 kW, of which one is spare for 2.04 kW next to 8.16 kW of liquid; two CDUs."""
    _systems(site, 2)
    _systems(site, 1, "wet")
    _, water = site.room(2, redundancy=1)
    site.loop(water, 2, redundancy=1, supply_dc=400)


@case("cooling.air_capacity", 1)
@case("cooling.no_air", 0)
def _more_heat_than_one_air_handler_takes(site: Site) -> None:
    _systems(site, 3)
    site.room(1)


@case("cooling.airflow", 1)
@case("cooling.air_capacity", 0)
def _air_handlers_that_blow_too_little(site: Site) -> None:
    """Two systems ask for 2,400 CFM at 15 K."""
    _systems(site, 2)
    air, water = site.room(0)
    site.cool(CoolingKind.CRAH, "crah", supplies_id=air, cooled_by_id=water, airflow_m3_h=3000)


@case("cooling.airflow", 1)
def _thin_air(site: Site) -> None:
    """3,585 CFM at sea level; at 1,500 m 4,295, more than the 4,000 that are blown."""
    _systems(site, 3)
    site.set("altitude_m", 1500)
    site.room(1)


@case("cooling.liquid_capacity", 1)
@case("cooling.liquid_flow", 1)
def _more_liquid_heat_than_a_cdu_takes(site: Site) -> None:
    rack = _systems(site, 4, "wet")
    _systems(site, 1, "wet", site.rack())
    assert rack
    _, water = site.room(1)
    site.loop(water, 1)


@case("cooling.liquid_capacity", 1)
def _a_cdu_between_two_close_temperatures(site: Site) -> None:
    """30 kW at an approach of 5 K are 12 kW at 2 K, and two systems give 16.3 kW."""
    _systems(site, 2, "wet")
    _, water = site.room(1)
    site.update("cooling_node", water, supply_dc=300)
    site.loop(water, 1, supply_dc=320)


@case("cooling.water", 1)
def _a_chiller_that_is_too_small(site: Site) -> None:
    _systems(site, 2)
    _, water = site.room(1)
    site.cool(CoolingKind.CHILLER, supplies_id=water, capacity_w=20_000)


@case("cooling.water", 0)
@case("cooling.water_flow", 1)
def _a_pump_that_is_too_small(site: Site) -> None:
    _systems(site, 2)
    _, water = site.room(1)
    site.cool(CoolingKind.CHILLER, supplies_id=water, capacity_w=25_000)
    site.cool(CoolingKind.PUMP, supplies_id=water, flow_l_min=20)


@case("cooling.redundancy", 1)
def _one_air_handler_without_a_spare(site: Site) -> None:
    _systems(site, 2)
    site.room(1, redundancy=1)


@case("cooling.redundancy", 1)
def _two_sides_of_which_one_does_not_suffice(site: Site) -> None:
    _systems(site, 4)
    air, water = site.room(0, redundancy=3)
    for side in ("A", "A", "B"):
        site.cool(CoolingKind.CRAH, "crah", supplies_id=air, cooled_by_id=water, unit_side=side)


@case("cooling.redundancy", 0)
def _two_sides_that_suffice(site: Site) -> None:
    _systems(site, 2)
    air, water = site.room(0, redundancy=3)
    for side in ("A", "B"):
        site.cool(CoolingKind.CRAH, "crah", supplies_id=air, cooled_by_id=water, unit_side=side)


@case("cooling.rear_door", 1)
@case("cooling.air_capacity", 0)
def _a_rear_door_that_leaves_heat_to_the_room(site: Site) -> None:
    rack = _systems(site, 4)
    _, water = site.room(1)
    site.cool(CoolingKind.REAR_DOOR, "door", rack_id=rack, cooled_by_id=water)


@case("cooling.no_air", 2)
def _the_air_that_a_liquid_system_leaves(site: Site) -> None:
    _systems(site, 1, "wet")
    _systems(site, 1)
    water = site.cool(CoolingKind.FACILITY_LOOP)
    site.loop(water, 1)


@case("cooling.no_loop", 1)
def _a_liquid_system_without_a_loop(site: Site) -> None:
    _systems(site, 1, "wet")
    site.room(1)


@case("cooling.supply", 1)
def _liquid_that_is_too_warm(site: Site) -> None:
    """Water of 42 °C and an approach of 5 K."""
    _systems(site, 1, "wet")
    _, water = site.room(1)
    site.update("cooling_node", water, supply_dc=420)
    site.loop(water, 1)


@case("cooling.unfed", 2)
def _units_without_water_and_without_a_room(site: Site) -> None:
    air, water = site.room(0)
    site.cool(CoolingKind.CRAH, "crah", supplies_id=air)
    site.cool(CoolingKind.CRAC, "crah")
    site.cool(CoolingKind.CRAC, "crah", supplies_id=air)
    assert water


@case("cooling.idle", 1)
def _an_air_handler_that_nobody_assigned(site: Site) -> None:
    site.room(1)
    site.device(None, key="crah", hall_id=site.hall)


@case("cooling.facts", 3)
def _units_of_which_nothing_is_known(site: Site) -> None:
    air, water = site.room(0)
    site.cool(CoolingKind.CRAH, supplies_id=air, cooled_by_id=water)
    site.cool(CoolingKind.PUMP, supplies_id=water)


@case("cooling.inlet", 2)
def _air_that_is_too_warm(site: Site) -> None:
    """Class A2 bears 35 °C up to 900 m, 33 °C at 1,500 m; the type bears 30 °C."""
    rack = site.rack()
    site.set("altitude_m", 1500)
    site.set("inlet_air_c", 34)
    site.device(rack, 1)
    site.device(rack, 9, type_id=site.use("system", inlet_max_c=30))
    site.device(rack, 17, type_id=site.use("system", inlet_max_c=40))


@case("cooling.inlet", 1)
def _air_that_is_too_cold(site: Site) -> None:
    rack, other = site.rack(), site.rack()
    air = site.cool(CoolingKind.AIR, supply_dc=80)
    site.insert("cooling_service", cooling_id=air, rack_id=rack)
    for each in (rack, other):
        site.device(each, 1)


@case("cooling.aisle", 1)
@case("cooling.airflow", 0)
def _row_coolers_that_stand_at_one_of_two_aisles(site: Site) -> None:
    """Each rack draws 2,400 CFM; both coolers of 4,000 CFM stand at the first aisle."""
    air, water = site.room(0)
    kind = site.use("crah", width_mm=600, airflow_direction="rear-to-front")
    for x in (1000, 11_000):
        rack = site.rack(x_mm=x, y_mm=5000)
        _systems(site, 2, rack=rack)
        aisle = {"hall_id": site.hall, "kind": int(FloorItemKind.COLD_CONTAINMENT), "name": f"Cold {x}"}
        site.insert("floor_item", **aisle, x_mm=x - 500, y_mm=3500, width_mm=6000, depth_mm=1500)
    for x in (1700, 2700):
        unit = site.device(None, key="crah", type_id=kind, hall_id=site.hall, x_mm=x, y_mm=5000)
        site.cool(CoolingKind.IN_ROW, device_id=unit, supplies_id=air, cooled_by_id=water)


@case("cooling.sideways", 1)
def _air_from_the_side(site: Site) -> None:
    site.device(site.rack(), 1, "sideways")


# ways for cables: a hose of 30 mm takes 707 of the 5,000 mm² of a way


def _boxes(site: Site, hoses: int, key: str = "hose", **far: Any) -> tuple[int, int]:
    """Two racks with a box each and that many cables between them."""
    row = site.insert("rack_row", hall_id=site.hall, name="A")
    one, other = (site.device(rack, 20, "box") for rack in (site.rack(row_id=row), site.rack(x_mm=6000, y_mm=1200, **far)))
    site.cables(one, other, hoses, key)
    return one, other


@many(0, "link.detour")
@many(0, "link.way_fill", "link.way_full", "link.way_weight", "link.way_bend", "link.way_missing", "link.way_estimate", "link.duct_missing")
def _one_hose_in_a_way(site: Site) -> None:
    _boxes(site, 1)
    site.way("-500 1200 9000 1200", load_kg_per_m=3, bend_radius_mm=300)


@case("link.way_fill", 1)
@many(0, "link.way_full", "link.way_weight")
def _two_hoses_fill_more_than_planned(site: Site) -> None:
    _boxes(site, 2)
    site.way("-500 1200 9000 1200", load_kg_per_m=5)


@many(0, "link.way_fill", "link.way_full")
def _a_way_that_is_planned_for_more(site: Site) -> None:
    _boxes(site, 4)
    site.way("-500 1200 9000 1200", fill_percent=60)


@case("link.way_full", 1)
@case("link.way_weight", 1)
@case("link.way_fill", 0)
def _four_hoses_do_not_fit(site: Site) -> None:
    _boxes(site, 4)
    site.way("-500 1200 9000 1200", load_kg_per_m=9)


@case("link.way_fill", 1)
def _a_conduit_is_planned_by_its_own_share(site: Site) -> None:
    """A round conduit of 50 mm has 1,963 mm²: one hose is 36 %, two are 72 %."""
    _boxes(site, 1)
    site.way("-500 1200 2000 1200")
    site.way("4000 1200 9000 1200")
    site.way("2000 1200 4000 1200", kind=3, width_mm=50, depth_mm=50)
    site.set("conduit_fill_percent", 30)


@case("link.way_bend", 1)
def _a_way_that_bends_tightly(site: Site) -> None:
    _boxes(site, 1)
    site.way("-500 1200 9000 1200", bend_radius_mm=299)


@case("link.detour", 2)
def _a_way_round_the_whole_hall(site: Site) -> None:
    """Out along one side and back on the other: 24 m where the racks stand side by side."""
    _boxes(site, 2)
    site.way("300 1200 300 11000 9000 11000 9000 1200", width_mm=300)


@many(0, "link.detour")
def _a_detour_that_the_site_allows(site: Site) -> None:
    _boxes(site, 2)
    site.way("300 1200 300 11000 9000 11000 9000 1200", width_mm=300)
    site.set("cable_detour_mm", 60_000)


@many(0, "link.way_open")
def _ways_whose_edges_are_near(site: Site) -> None:
    """600 mm from the corners to the middle of a way of 300 mm: 450 mm to its edge."""
    _boxes(site, 2)
    site.way("-500 600 9000 600", width_mm=300)


@case("link.way_open", 1)
def _ways_beside_the_racks(site: Site) -> None:
    """One line for the hall, whatever the number of racks; the narrower way leaves 550 mm."""
    _boxes(site, 2)
    site.way("-500 600 9000 600", width_mm=100)


@many(0, "link.way_open")
def _ways_beside_the_racks_that_the_site_allows(site: Site) -> None:
    _boxes(site, 2)
    site.way("-500 600 9000 600", width_mm=100)
    site.set("way_open_mm", 600)


@case("link.way_missing", 1)
@many(0, "link.way_estimate", "link.way_fill")
def _a_way_that_reaches_one_of_two_racks(site: Site) -> None:
    _boxes(site, 4)
    site.way("-500 1200 800 1200")


@case("link.way_missing", 1)
def _a_way_in_which_only_copper_may_lie(site: Site) -> None:
    _boxes(site, 1)
    site.way("-500 1200 9000 1200", carries="copper")


@many(0, "link.way_missing", "link.way_estimate")
def _copper_in_its_way(site: Site) -> None:
    _boxes(site, 1, "wire")
    site.way("-500 1200 9000 1200", carries="copper")


@case("link.way_estimate", 1)
@many(0, "link.way_missing", "link.duct_missing")
def _cables_without_any_way(site: Site) -> None:
    _boxes(site, 3)


@case("link.duct_missing", 1)
@many(0, "link.way_missing", "link.way_estimate")
def _cables_to_a_hall_to_which_nothing_leads(site: Site) -> None:
    there = site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    _boxes(site, 2, hall_id=there)
    site.way("-500 1200 9000 1200")
    site.way("-500 1200 9000 1200", hall_id=there)


@case("link.duct_missing", 0)
def _cables_through_a_duct(site: Site) -> None:
    there = site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    _boxes(site, 2, hall_id=there)
    site.way("-500 1200 9000 1200")
    site.way("-500 1200 9000 1200", hall_id=there)
    site.way("9000 1200 -500 1200", kind=5, to_hall_id=there, length_mm=30_000)


CASES.extend(ABSENT_CASES)
CASES.extend(COOLING_POWER_CASES)
CASES.extend(FABRIC_CASES)
CASES.extend(WORKLOAD_CASES)


def test_every_rule_is_caught_and_let_pass() -> None:
    # Only a rule with a defect makes plan.failed_check find something: tests/checks/test_failing.py.
    for rule in ALL_RULES.keys() - {"plan.failed_check"}:
        counts = [count for name, count, _, _ in CASES if name == rule]
        assert 0 in counts, rule
        assert max(counts) > 0, rule


@cache
def built(build: Build) -> Snapshot:
    """The state of a project that is not changed."""
    site = Site()
    build(site)
    return site.snapshot


@pytest.mark.parametrize(("rule", "count", "name", "build"), CASES, ids=[f"{rule}-{name}-{count}" for rule, count, name, _ in CASES])
def test_rule(rule: str, count: int, name: str, build: Build) -> None:
    if not count:
        # Nothing is fixed, so rules that let the same project pass are asked about one.
        assert [str(finding.message) for finding in findings_of(built(build)).of_rule(rule)] == []
        return
    site = Site()
    build(site)
    findings = list(check_all(site.snapshot).of_rule(rule))
    assert len(findings) == count, [str(finding.message) for finding in findings]
    for finding in findings:
        assert finding.message.plain()
        assert finding.key.startswith(f"{rule}:")
        assert all(site.snapshot[table].has(row_id) for table, row_id in finding.objects)
        assert site.snapshot[finding.place.table].has(finding.place.id)
        if finding.fix is not None:
            verb, arguments = all_operations()[finding.fix.operation], finding.fix.arguments
            inspect.signature(verb).bind(None, **arguments)
            site.step(partial(_fix, verb, arguments))
            assert check_all(site.snapshot).get(finding.key) is None
            site.document.undo()


def _fix(verb: Callable[..., object], arguments: Mapping[str, object], edit: Edit) -> None:
    verb(edit, **arguments)


class _Watched(Columns):
    """A table that notes which of its columns are read."""

    __slots__ = ("seen",)

    def __init__(self, columns: Columns, seen: set[str]) -> None:
        self.seen = seen
        super().__init__({name: columns[name] for name in columns})

    def __getitem__(self, name: str) -> Array:
        if name != "id":
            self.seen.add(name)
        return super().__getitem__(name)


ASIDE: Mapping[str, set[str]] = {"severity": {"rule", "severity"}, "exclusion": {"finding", "reason"}, "site_value": {"key", "value"}}
"""What the engine reads for every rule; it follows their changes by itself."""


@pytest.mark.parametrize(("rule", "name", "build"), [(rule, name, build) for rule, count, name, build in CASES if count])
def test_a_rule_reads_only_what_it_says(rule: str, name: str, build: Build) -> None:
    unit, tables = ALL_RULES[rule], built(build).tables
    seen: dict[str, set[str]] = {table: set() for table in tables}
    watched = Snapshot(0, {table: _Watched(columns, seen[table]) for table, columns in tables.items()})
    assert unit.when is None or unit.when(watched)
    assert unit.subject is None or unit.subject(watched) is not None
    assert list(unit.judge(View(watched, unit.scope)))
    for table, columns in seen.items():
        beyond = columns - unit.reads.get(table, frozenset()) - ASIDE.get(table, set())
        assert not beyond, (table, beyond)


def test_a_power_that_is_known_by_another_name_only_is_told() -> None:
    site = Site()
    site.device(site.rack(), 1, type_id=site.use("system", power_max_w=None))
    text = next(iter(check_all(site.snapshot).of_rule("plan.missing_power"))).message.plain()
    assert "The maximum power of " in text
    assert " is not published (only 9 kW on another basis); 1 device is not in the totals." in text
