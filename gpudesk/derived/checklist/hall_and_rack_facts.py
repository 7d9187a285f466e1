"""Plan facts about halls and racks: crates, floor, heat, air, liquid, power."""

from typing import Any

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.cooling.air import airflow_m3_per_s
from gpudesk.core.cooling.liquid import liquid_flow_l_per_min
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.derived.checklist.fact_registry import by_type, fact
from gpudesk.derived.checklist.targets import layout
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.derived.cooling.inlets import inlet_limits
from gpudesk.derived.floor.arriving_crates import arriving_crates
from gpudesk.derived.floor.floor_contents import floor_devices, standing_bodies
from gpudesk.derived.floor.floor_limits import hall_limits
from gpudesk.derived.power.power_node_limits import node_limits
from gpudesk.derived.power.rack_lines import rack_lines
from gpudesk.derived.racks.loads import all_rack_loads, floor_loads
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.cooling_rules import coolants
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_NVLINK_TRAY = "nvlink-switch-tray"
"""How the keys of NVLink switch trays end."""


def _greatest(values: Reals, owner: Ids, owners: int) -> Reals:
    """The highest known value of each owner, NaN if none is known."""
    result = np.full(owners, -np.inf)
    known = (owner != ABSENT) & ~np.isnan(values)
    np.maximum.at(result, owner[known], values[known])
    return np.where(np.isinf(result), np.nan, result)


# the site: what has to come in


def _crates(snapshot: Snapshot) -> tuple[Reals, Reals]:
    crates = arriving_crates(snapshot, standing_bodies(snapshot["rack"], snapshot["device"], snapshot.types))
    return crates.height_mm, np.minimum(crates.width_mm, crates.length_mm)


def _largest(values: Reals) -> list[float | None]:
    known = values[~np.isnan(values)]
    return [float(known.max()) if len(known) else None]


@fact("max_crate_height_mm", Scope.SITE)
def max_crate_height_mm(snapshot: Snapshot, _: Ids) -> list[float | None]:
    """The height of the tallest crate still to be delivered."""
    return _largest(_crates(snapshot)[0])


@fact("max_crate_width_mm", Scope.SITE)
def max_crate_width_mm(snapshot: Snapshot, _: Ids) -> list[float | None]:
    """The narrow side of the widest crate."""
    return _largest(_crates(snapshot)[1])


@fact("max_moved_kg", Scope.SITE)
def max_moved_kg(snapshot: Snapshot, _: Ids) -> list[float | None]:
    """The heaviest unit to be moved: a rack, loaded where racks are moved loaded, or a device."""
    loads = snapshot.cached(all_rack_loads)
    racks = loads.total_kg if snapshot.cached(site_sheet).flag("racks_moved_loaded") else loads.own_kg
    return _largest(np.concatenate([racks, snapshot.types.numbers("weight_kg", snapshot["device"]["type_id"])]))


# the floor


def _floor(snapshot: Snapshot, ids: Ids, which: int) -> Reals:
    racks, devices, halls = snapshot["rack"], snapshot["device"], snapshot["hall"]
    loads = snapshot.cached(all_rack_loads)
    machines = floor_devices(devices, snapshot.types)
    standing = floor_loads(snapshot, machines)[which]
    values = np.concatenate([(loads.spread_kg_per_m2, loads.foot_kg)[which], standing])
    owner = halls.positions(np.concatenate([racks["hall_id"], devices["hall_id"][machines]]))
    return _greatest(values, owner, halls.rows)[halls.positions(ids)]


@fact("max_spread_kg_per_m2", Scope.HALL)
def max_spread_kg_per_m2(snapshot: Snapshot, ids: Ids) -> Reals:
    """The highest distributed load of a rack or floor-standing device of the hall."""
    return _floor(snapshot, ids, 0)


@fact("max_foot_kg", Scope.HALL)
def max_foot_kg(snapshot: Snapshot, ids: Ids) -> Reals:
    """The greatest load of a foot or caster of the hall."""
    return _floor(snapshot, ids, 1)


@fact("uniform_limit_kg_per_m2", Scope.HALL)
def uniform_limit_kg_per_m2(snapshot: Snapshot, ids: Ids) -> Reals:
    """Planned floor load limit of the hall."""
    return hall_limits(snapshot, ids, "uniform_limit_kg_per_m2")


# heat, air and liquid


def _of_halls(snapshot: Snapshot, values: Reals, ids: Ids) -> Reals:
    halls, heat = snapshot["hall"], snapshot.cached(heat_of)
    owner = halls.positions(heat.hall)
    known = owner != ABSENT
    sums: Reals = np.bincount(owner[known], np.nan_to_num(values[known]), halls.rows).astype(np.float64)
    return sums[halls.positions(ids)]


def _of_racks(snapshot: Snapshot, values: Array, ids: Ids) -> Array:
    return values[snapshot["rack"].positions(ids)]


def _of_floor(snapshot: Snapshot, values: Reals, ids: Ids) -> Reals:
    """Values of floor-standing devices from values by heat place; NaN for others, which are in a rack or have no place."""
    at = snapshot.cached(heat_of).place_of(snapshot["device"].positions(ids))
    return np.where(at >= snapshot["rack"].rows, values[np.maximum(at, 0)], np.nan)


@fact("it_kw", Scope.HALL)
def it_kw(snapshot: Snapshot, ids: Ids) -> Reals:
    """The power of all devices of the hall, by the power that counts against limits."""
    return _of_halls(snapshot, snapshot.cached(heat_of).heat_w, ids) / 1000


@fact("air_kw", Scope.HALL)
def air_kw(snapshot: Snapshot, ids: Ids) -> Reals:
    """The heat of the hall that air takes."""
    return _of_halls(snapshot, snapshot.cached(heat_of).air_w, ids) / 1000


@fact("liquid_kw", Scope.HALL)
def liquid_kw(snapshot: Snapshot, ids: Ids) -> Reals:
    """The heat of the hall that liquid takes."""
    return _of_halls(snapshot, snapshot.cached(heat_of).liquid_w, ids) / 1000


@fact("has_liquid", Scope.HALL)
def hall_has_liquid(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether devices of the hall give heat to liquid."""
    return _of_halls(snapshot, snapshot.cached(heat_of).wet.astype(float), ids) > 0


@fact("has_liquid", Scope.RACK)
def rack_has_liquid(snapshot: Snapshot, ids: Ids) -> Array:
    """Whether devices of the rack give heat to liquid."""
    return _of_racks(snapshot, snapshot.cached(heat_of).wet > 0, ids)


@fact("has_liquid", Scope.DEVICE)
def device_has_liquid(snapshot: Snapshot, ids: Ids) -> Array:
    """Whether the device gives heat to liquid."""
    soaked = np.zeros(snapshot["device"].rows, bool)
    soaked[snapshot.cached(heat_of).soaked] = True
    return soaked[snapshot["device"].positions(ids)]


def _borne(snapshot: Snapshot, ids: Ids, scope: Scope) -> tuple[Reals, Reals]:
    """The intersection of the inlet temperature ranges of all devices of each place."""
    limits, devices, where = snapshot.cached(inlet_limits), snapshot["device"], snapshot.cached(whereabouts)
    at = np.searchsorted(limits.ids, devices["type_id"])
    table = snapshot["hall" if scope is Scope.HALL else "rack"]
    owner = table.positions(where.hall if scope is Scope.HALL else where.rack)
    places = table.positions(ids)
    if not len(limits.ids):
        return np.full(len(ids), np.nan), np.full(len(ids), np.nan)
    least = _greatest(limits.least_c[at], owner, table.rows)[places]
    return least, -_greatest(-limits.greatest_c[at], owner, table.rows)[places]


@fact("inlet_min_c", Scope.HALL)
def inlet_min_c(snapshot: Snapshot, ids: Ids) -> Reals:
    """The lowest inlet temperature allowed for all devices of the hall."""
    return _borne(snapshot, ids, Scope.HALL)[0]


@fact("inlet_max_c", Scope.HALL)
def hall_inlet_max_c(snapshot: Snapshot, ids: Ids) -> Reals:
    """The highest inlet temperature allowed for all devices of the hall."""
    return _borne(snapshot, ids, Scope.HALL)[1]


@fact("inlet_max_c", Scope.RACK)
def rack_inlet_max_c(snapshot: Snapshot, ids: Ids) -> Reals:
    """The highest inlet temperature allowed for all devices of the rack."""
    return _borne(snapshot, ids, Scope.RACK)[1]


@fact("airflow_m3_per_h", Scope.RACK)
def airflow_m3_per_h(snapshot: Snapshot, ids: Ids) -> Array:
    """Airflow requirement of the rack: from data sheets, and for the rest from the temperature rise of the site sheet."""
    heat, sheet = snapshot.cached(heat_of), snapshot.cached(site_sheet)
    rest = airflow_m3_per_s(heat.open_air_w, sheet.limit("air_delta_t_k"), sheet.limit("altitude_m"), sheet.limit("inlet_air_c"))
    return _of_racks(snapshot, 3600 * (heat.airflow_m3_s + rest), ids)


@fact("flow_l_min", Scope.RACK)
def flow_l_min(snapshot: Snapshot, ids: Ids) -> Array:
    """Coolant flow requirement of the rack: from data sheets, for the rest the usual flow at the rise of the site sheet."""
    return _of_racks(snapshot, _coolant_l_per_min(snapshot), ids)


@fact("flow_l_min", Scope.DEVICE)
def flow_of_system_l_min(snapshot: Snapshot, ids: Ids) -> Reals:
    """The coolant that a system on the floor needs, as of a rack."""
    return _of_floor(snapshot, _coolant_l_per_min(snapshot), ids)


def _coolant_l_per_min(snapshot: Snapshot) -> Reals:
    heat, sheet = snapshot.cached(heat_of), snapshot.cached(site_sheet)
    needed: Reals = heat.flow_l_min + liquid_flow_l_per_min(heat.open_liquid_w, sheet.limit("liquid_delta_t_k"), coolants().default)
    return needed


@fact("liquid_supply_max_c", Scope.RACK)
def liquid_supply_max_c(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """The highest coolant temperature allowed for all devices of the rack, the supply of the site sheet if no device states it."""
    return _or_stated(snapshot, _of_racks(snapshot, snapshot.cached(heat_of).supply_max_c, ids))


@fact("liquid_supply_max_c", Scope.DEVICE)
def liquid_supply_of_system_max_c(snapshot: Snapshot, ids: Ids) -> list[float | None]:
    """The highest coolant temperature allowed for a system on the floor, the supply of the site sheet if it does not state it."""
    return _or_stated(snapshot, _of_floor(snapshot, snapshot.cached(heat_of).supply_max_c, ids))


def _or_stated(snapshot: Snapshot, known: Array) -> list[float | None]:
    stated = snapshot.cached(site_sheet).number("loop_supply_c")
    return [stated if np.isnan(value) else value for value in known.tolist()]


# the racks


@fact("name", Scope.RACK)
def rack_name(snapshot: Snapshot, ids: Ids) -> list[Any]:
    """The label of its position."""
    racks = snapshot["rack"]
    return list(racks["name"][racks.positions(ids)])


@fact("load_kg", Scope.RACK)
def load_kg(snapshot: Snapshot, ids: Ids) -> Array:
    """Mass of the rack with its contents; unknown if the mass of any item is unknown."""
    loads = snapshot.cached(all_rack_loads)
    return _of_racks(snapshot, np.where(loads.missing > 0, np.nan, loads.total_kg), ids)


@fact("static_load_kg", Scope.RACK)
def static_load_kg(snapshot: Snapshot, ids: Ids) -> Reals:
    """Static load of the rack type."""
    racks = snapshot["rack"]
    return snapshot.types.numbers("static_load_kg", racks["type_id"][racks.positions(ids)])


@fact("gravity_percent", Scope.RACK)
def gravity_percent(snapshot: Snapshot, ids: Ids) -> Array:
    """The height of the center of gravity as a share of that of the rack."""
    racks = snapshot["rack"]
    height = snapshot.types.numbers("outer_height_mm", racks["type_id"])
    return _of_racks(snapshot, 100 * snapshot.cached(all_rack_loads).centre_of_gravity_mm / height, ids)


@fact("max_depth_mm", Scope.RACK)
def max_depth_mm(snapshot: Snapshot, ids: Ids) -> Array:
    """The depth of the deepest device in the units of the rack."""
    devices, racks = snapshot["device"], snapshot["rack"]
    depth = snapshot.types.numbers("depth_mm", devices["type_id"])
    return _of_racks(snapshot, _greatest(depth, racks.positions(devices["rack_id"]), racks.rows), ids)


def _in_racks(snapshot: Snapshot, marked: Mask, ids: Ids) -> Ids:
    racks = snapshot["rack"]
    owner = racks.positions(snapshot.cached(whereabouts).rack[marked])
    result: Ids = np.bincount(owner[owner != ABSENT], minlength=racks.rows)[racks.positions(ids)]
    return result


@fact("power_shelves", Scope.RACK)
def power_shelves(snapshot: Snapshot, ids: Ids) -> Ids:
    """Number of power shelves in the rack."""
    family = snapshot.types.codes("family", snapshot["device"]["type_id"])
    return _in_racks(snapshot, family == list(Family).index(Family.POWER_SHELF), ids)


@fact("nvlink_switch_trays", Scope.RACK)
def nvlink_switch_trays(snapshot: Snapshot, ids: Ids) -> Array:
    """Number of NVLink switch trays in the systems of the rack: those of rack-scale systems by type, and separate switches."""
    devices, racks = snapshot["device"], snapshot["rack"]

    trays = by_type(snapshot, devices["type_id"], lambda kind: int(kind.key.endswith(_NVLINK_TRAY)), 0).array(np.int64)
    inside = by_type(
        snapshot, devices["type_id"], lambda kind: sum(part.count for part in kind.contains if part.key.endswith(_NVLINK_TRAY)), 0
    ).array(np.int64)
    owner = racks.positions(snapshot.cached(whereabouts).rack)
    known = owner != ABSENT
    # Trays that are planned one by one stand in bays of a system whose type counts them too.
    result = [np.bincount(owner[known], counts[known], racks.rows) for counts in (trays, inside)]
    return _of_racks(snapshot, np.maximum(*result).astype(np.int64), ids)


@fact("feeds", Scope.RACK)
def feeds_of_rack(snapshot: Snapshot, ids: Ids) -> Array:
    """How many feeds the rack has."""
    result = snapshot.cached(layout)
    return _of_racks(snapshot, np.bincount(result.racks[Scope.FEED][1], minlength=snapshot["rack"].rows), ids)


@fact("breaker_a", Scope.RACK)
def rack_breaker_a(snapshot: Snapshot, ids: Ids) -> Array:
    """The smallest breaker of the feeds of the rack, derated."""
    result, nodes = snapshot.cached(layout), snapshot["power_node"]
    breakers = node_limits(snapshot).breaker_a[nodes.positions(result.ids[Scope.FEED])]
    feed_places, racks = result.racks[Scope.FEED]
    return _of_racks(snapshot, -_greatest(-breakers[feed_places], racks, snapshot["rack"].rows), ids)


@fact("worst_line_share", Scope.RACK)
def worst_line_share(snapshot: Snapshot, ids: Ids) -> Array:
    """The highest share of the continuous limit of a line or bank; 1 is the limit."""
    return _of_racks(snapshot, np.round(snapshot.cached(rack_lines).share, 9), ids)


@fact("has_copper", Scope.RACK)
def has_copper(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether a copper cable ends in the rack."""
    cables, result = snapshot["cable"], snapshot.cached(layout)
    copper = by_type(snapshot, cables["type_id"], lambda kind: not kind.text("fibre_mode"), False).array(bool)
    marked = result.lifted(copper, Scope.CABLE, Scope.RACK)
    return marked[snapshot["rack"].positions(ids)]


@fact("has_cables", Scope.RACK)
def has_cables(snapshot: Snapshot, ids: Ids) -> Mask:
    """Whether a cable ends in the rack."""
    marked = snapshot.cached(layout).lifted(np.ones(snapshot["cable"].rows, bool), Scope.CABLE, Scope.RACK)
    return marked[snapshot["rack"].positions(ids)]


@fact("feed_sides", Scope.HALL)
def feed_sides(snapshot: Snapshot, ids: Ids) -> list[int]:
    """Number of sides (A, B, C) of the feeds of the hall; 1 if they state none."""
    result, nodes = snapshot.cached(layout), snapshot["power_node"]
    side = nodes["feed_side"][nodes.positions(result.ids[Scope.FEED])]
    feed_places, halls = result.halls[Scope.FEED]
    sides: dict[int, set[str]] = {}
    for feed, hall in zip(feed_places.tolist(), halls.tolist(), strict=True):
        sides.setdefault(hall, set()).add(str(side[feed]))
    return [max(1, len(sides.get(hall, set()))) for hall in snapshot["hall"].positions(ids).tolist()]


@fact("has_ups", Scope.HALL)
def has_ups(snapshot: Snapshot, ids: Ids) -> list[bool]:
    """Whether a UPS is planned in the hall, or for the whole project."""
    nodes, devices, halls = snapshot["power_node"], snapshot["device"], snapshot["hall"]
    of_node = halls.positions(nodes["hall_id"])[nodes["kind"] == PowerNodeKind.UPS]
    family = snapshot.types.codes("family", devices["type_id"])
    standing = halls.positions(snapshot.cached(whereabouts).hall)[family == list(Family).index(Family.UPS)]
    known = set(of_node.tolist()) | set(standing.tolist())
    return [ABSENT in known or place in known for place in halls.positions(ids).tolist()]
