"""Auto-place on a project: its racks and their contents as columns, and the result with the reasons for misfits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from gpudesk.core.floor.footprint import footprints
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.message import Message
from gpudesk.core.power.power_limits import inlet_limits
from gpudesk.core.power.power_lines import circuit_va
from gpudesk.core.power.power_sockets import wiring_of
from gpudesk.core.power.receptacles import Region, plug_rating_a
from gpudesk.core.racks.auto_place import auto_place
from gpudesk.core.racks.lifting import needs_machine
from gpudesk.core.racks.placement import Reals
from gpudesk.core.racks.rack_packing_input import Filled, Kinds, Line, Racks, Standing
from gpudesk.core.racks.rack_packing_terms import Limit
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.auto_place.auto_place_bays import Seated, Seats, only_in_bays
from gpudesk.derived.auto_place.auto_place_request import Choices, ToPlace, default_band
from gpudesk.derived.auto_place.place_reasons import why_not
from gpudesk.derived.draw.power_ratings import FAMILIES, WITHOUT_POWER, rack_powers
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM, placed_in, rack_half_units
from gpudesk.derived.racks.loads import all_rack_loads
from gpudesk.derived.racks.units_used import units_used
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot

PLUGS_BEHIND = (Family.SYSTEM, Family.SERVER, Family.SWITCH, Family.STORAGE, Family.POWER_SHELF)
"""Families whose plugs and cables need depth behind them."""
_FEEDS = {Family.PDU: 1, Family.POWER_SHELF: 2}
_AIR = {"front-to-rear": 1, "rear-to-front": -1}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Devices of a line that were not placed.

    Attributes:
        line: index in the list.
        rack_id: the rack that came nearest, None if undetermined.
        reason: the limit that excluded them from it.
        cause: with `Limit.COMPANION`, why the rack has no space for a device required in every rack.
    """

    line: int
    count: int
    rack_id: int | None
    limit: Limit
    reason: Message
    cause: Message | None = None


@dataclass(frozen=True, slots=True)
class AutoPlan:
    """Proposed positions of the devices of a list.

    Attributes:
        rack_ids: the requested racks, in filling order, shape (racks,).
        filled: the positions; `rack` is the index in `rack_ids`.
        seated: devices placed in bays.
        used_half_units, contents_kg, power_w: of each rack before.
        power_name: name of the summed power value.
        unknown: (line, "power" or "weight") not counted because it is unknown.
    """

    lines: tuple[ToPlace, ...]
    kinds: tuple[HardwareType, ...]
    rack_ids: Ids
    filled: Filled
    seated: Seated
    racks: Racks
    used_half_units: Ids
    left_out: tuple[LeftOut, ...]
    power_name: str
    unknown: tuple[tuple[int, str], ...]

    @property
    def placed(self) -> int:
        """How many devices find a place."""
        return len(self.filled.line) + len(self.seated.line)

    def placed_of(self, line: int) -> int:
        """How many devices of a line do."""
        return int((self.filled.line == line).sum() + (self.seated.line == line).sum())

    def racks_used(self) -> Ids:
        """The racks that get something, as places in `rack_ids`, ascending."""
        used: Ids = np.unique(np.concatenate([self.filled.rack, self.seated.rack]))
        return used

    @property
    def missing(self) -> int:
        """How many do not."""
        return sum(left.count for left in self.left_out)


def plan_places(
    snapshot: Snapshot, types: Mapping[str, HardwareType], lines: Sequence[ToPlace], rack_ids: Sequence[int], choices: Choices
) -> AutoPlan:
    """Find places in racks for the devices of a list.

    Args:
        types: the types of the lines by their keys.
        rack_ids: in the order in which they are filled; those that do not exist are left out.
    """
    ids = np.array([rack_id for rack_id in dict.fromkeys(rack_ids) if snapshot["rack"].has(rack_id)], np.int64)
    sheet = snapshot.cached(site_sheet)
    power_name = sheet.text("power_for_limits")
    keys = list(dict.fromkeys(line.type_key for line in lines))
    kinds = [types[key] for key in keys]
    columns = _kinds(kinds, sheet, power_name)
    packing_lines = [_line(line, keys.index(line.type_key), types[line.type_key]) for line in lines]
    racks = _racks(snapshot, ids, sheet, power_name)
    of_lines, rules = [types[line.type_key] for line in lines], choices.rules(sheet)
    # What sits in others only waits until those stand.
    in_units = [
        replace(line, count=0, each_rack=False) if only_in_bays(kind) else line for line, kind in zip(packing_lines, of_lines, strict=True)
    ]
    filled = auto_place(columns, racks, _standing(snapshot, ids, keys, sheet), in_units, rules)
    seats = Seats(snapshot, ids, of_lines, racks, filled)
    for number, (line, kind) in enumerate(zip(packing_lines, of_lines, strict=True)):
        if only_in_bays(kind):
            seats.fill(number, line, kind, columns, rules.bounds)
    filled = replace(filled, contents_kg=seats.contents_kg, power_w=seats.power_w)
    left = []
    for unplaced in [*filled.unplaced, *seats.unplaced]:
        rack_id = None if unplaced.rack is None else int(ids[unplaced.rack])
        rack = "" if rack_id is None else str(snapshot["rack"].row(rack_id)["name"])
        other = types[lines[unplaced.refusal.line].type_key].title if unplaced.refusal.line >= 0 else ""
        cause = None if unplaced.refusal.cause is None else why_not(unplaced.refusal.cause, rack)
        left.append(LeftOut(unplaced.line, unplaced.count, rack_id, unplaced.refusal.limit, why_not(unplaced.refusal, rack, other), cause))
    places = snapshot["rack"].positions(ids)
    unknown = [(number, what) for number, line in enumerate(packing_lines) for what in _unknown(columns, line.kind)]
    return AutoPlan(
        lines=tuple(lines),
        kinds=tuple(of_lines),
        rack_ids=ids,
        filled=filled,
        seated=seats.seated(),
        racks=racks,
        used_half_units=snapshot.cached(units_used).used[places],
        left_out=tuple(left),
        power_name=power_name,
        unknown=tuple(unknown),
    )


def _line(line: ToPlace, kind: int, hardware: HardwareType) -> Line:
    role = line.role or str(hardware.family)
    return Line(
        kind=kind,
        count=len(line.device_ids) or line.count,
        role=role,
        band=default_band(hardware, role) if line.band is None else line.band,
        face=line.face,
        each_rack=line.each_rack and not line.device_ids,
        most_in_rack=line.most_in_rack,
        pairs=line.pairs,
        phase=line.phase,
    )


def _unknown(kinds: Kinds, place: int) -> list[str]:
    unknown = ["power"] if np.isnan(kinds.power_w[place]) else []
    return [*unknown, "weight"] if np.isnan(kinds.weight_kg[place]) else unknown


def _kinds(kinds: Sequence[HardwareType], sheet: SiteSheet, power_name: str) -> Kinds:
    def numbers(name: str) -> Reals:
        return np.array([np.nan if (value := kind.number(name)) is None else value for kind in kinds], np.float64)

    depth, weight = numbers("depth_mm"), numbers("weight_kg")
    power, quiet = numbers(f"power_{power_name}_w"), np.array([kind.family in WITHOUT_POWER for kind in kinds], bool)
    plugs = np.array([kind.family in PLUGS_BEHIND for kind in kinds], bool)
    return Kinds(
        mount=np.array([kind.mount for kind in kinds], np.int64),
        half_units=np.array([kind.height_half_units for kind in kinds], np.int64),
        half_wide=np.array([kind.half_wide for kind in kinds], bool),
        height_mm=numbers("height_mm"),
        depth_mm=depth,
        behind_mm=np.where(plugs, np.fmax(depth, numbers("depth_overall_mm")), np.nan),
        rail_width_inch=numbers("rail_width_inch"),
        rail_min_mm=numbers("rail_depth_min_mm"),
        rail_max_mm=numbers("rail_depth_max_mm"),
        weight_kg=weight,
        needs_lift=needs_machine(numbers("lift_device"), weight, sheet.limit("two_person_lift_kg")),
        power_w=np.where(np.isnan(power) & quiet, 0.0, power),
        feed=np.array([_FEEDS.get(kind.family, 0) for kind in kinds], np.int64),
        carries_w=np.array([_carries_w(kind, sheet) for kind in kinds], np.float64),
        air=np.array([_AIR.get(kind.text("airflow_direction"), 0) for kind in kinds], np.int64),
    )


def _carries_w(kind: HardwareType, sheet: SiteSheet) -> float:
    """Continuous load limit of a feed: P = S · pf · continuous factor for a PDU, the rated output of a power shelf."""
    if kind.family is Family.POWER_SHELF:
        return kind.number("power_output_w") or inf
    if kind.family is not Family.PDU:
        return 0.0
    capacity = kind.number("capacity_va")
    if capacity is None:
        return inf
    factor = sheet.number("continuous_factor") or 1.0
    current, volts = kind.number("input_current_a"), kind.number("input_voltage_v")
    if current is not None and volts is not None:
        whole = float(circuit_va(np.array([volts]), np.array([current]), np.array([wiring_of(kind)]))[0])
        plug = plug_rating_a(kind.text("input_plug"), Region(sheet.text("region")))
        reals = [np.array([np.nan if figure is None else figure]) for figure in (current, plug, factor, current * capacity / whole)]
        factor = float(inlet_limits(*reals).limit_a[0]) / current
        capacity = whole
    return capacity * (sheet.number("power_factor") or 1.0) * factor


def _racks(snapshot: Snapshot, ids: Ids, sheet: SiteSheet, power_name: str) -> Racks:
    racks, types = snapshot["rack"], snapshot.types
    places = racks.positions(ids)
    type_ids = racks["type_id"][places]
    loads = snapshot.cached(all_rack_loads)
    inside = np.flatnonzero(snapshot.cached(whereabouts).rack != ABSENT)
    width, depth = types.numbers("outer_width_mm", type_ids), types.numbers("outer_depth_mm", type_ids)
    x_mm, y_mm, angle = (racks[name][places] for name in ("x_mm", "y_mm", "angle_ddeg"))
    centre = footprints(x_mm, y_mm, angle, np.nan_to_num(width), np.nan_to_num(depth)).centre
    stated_mm = racks["rail_depth_mm"][places]
    load_limit_kg = types.numbers("static_load_kg", type_ids)
    if sheet.flag("racks_moved_loaded"):
        load_limit_kg = np.fmin(load_limit_kg, types.numbers("rolling_load_kg", type_ids))
    return Racks(
        half_units=rack_half_units(racks, types, ids),
        pitch_mm=np.nan_to_num(types.numbers("unit_pitch_mm", type_ids), nan=DEFAULT_PITCH_MM),
        rail_width_inch=types.numbers("rail_width_inch", type_ids),
        usable_depth_mm=types.numbers("usable_depth_mm", type_ids),
        rail_depth_mm=np.where(stated_mm == ABSENT, types.numbers("rail_depth_mm", type_ids), stated_mm.astype(np.float64)),
        zero_u_per_side=np.nan_to_num(types.numbers("zero_u_per_side", type_ids)).astype(np.int64),
        phase=racks["phase"][places],
        hall=racks["hall_id"][places],
        row=racks["row_id"][places],
        x_mm=centre[:, 0],
        y_mm=centre[:, 1],
        contents_kg=loads.contents_kg[places],
        bears_kg=np.nan_to_num(load_limit_kg, nan=inf, posinf=inf),
        floor_kg=_floor_kg(width, depth, np.nan_to_num(loads.own_kg[places]), sheet),
        power_w=rack_powers(snapshot, racks, inside, power_name).power_w[places],
        power_limit_w=np.full(len(ids), sheet.limit("rack_power_limit_w")),
    )


def _floor_kg(width_mm: Reals, depth_mm: Reals, own_kg: Reals, sheet: SiteSheet) -> Reals:
    """Remaining mass for racks within the floor rating: the uniform load including a share of the aisles, or the worst foot."""
    aisle_share = (sheet.limit("cold_aisle_mm") + sheet.limit("hot_aisle_mm")) / 2
    spread = sheet.limit("floor_uniform_limit_kg_per_m2") * width_mm * (depth_mm + aisle_share) * 1e-6
    foot = sheet.limit("floor_point_limit_kg") * sheet.limit("rack_feet") / sheet.limit("foot_share_factor")
    return np.fmin(np.nan_to_num(spread, nan=inf, posinf=inf), foot) - own_kg


def _standing(snapshot: Snapshot, ids: Ids, keys: Sequence[str], sheet: SiteSheet) -> Standing:
    devices, racks, types = snapshot["device"], snapshot["rack"], snapshot.types
    placed = placed_in(devices, racks, types, ids)
    at = np.full(int(ids.max(initial=0)) + 1, ABSENT, np.int64)
    at[ids] = np.arange(len(ids))
    places = devices.positions(placed.device)
    type_ids = devices["type_id"][places]
    used = np.unique(type_ids).tolist()
    of_type = {type_id: types[type_id] for type_id in used}

    def each(values: Mapping[int, float]) -> Reals:
        table = np.array([values[type_id] for type_id in used], np.float64)
        return table[np.searchsorted(used, type_ids)] if used else np.empty(0)

    roles = devices["role"][places]
    families = types.codes("family", type_ids)
    pairs = {(type_id, role): default_band(of_type[type_id], role) for type_id, role in set(zip(type_ids.tolist(), roles, strict=True))}
    numbers = {key: place for place, key in enumerate(keys)}
    held = snapshot["reservation"]
    inside = np.flatnonzero(np.isin(held["rack_id"], ids))
    return Standing(
        placed=replace(placed, rack=at[placed.rack]),
        kind=each({type_id: numbers.get(kind.key, ABSENT) for type_id, kind in of_type.items()}).astype(np.int64),
        air=each({type_id: _AIR.get(kind.text("airflow_direction"), 0) for type_id, kind in of_type.items()}).astype(np.int64),
        feed=np.array([_FEEDS.get(family, 0) for family in FAMILIES], np.int64)[families],
        carries_w=each({type_id: _carries_w(kind, sheet) for type_id, kind in of_type.items()}),
        role=roles,
        band=np.array([int(pairs[pair]) for pair in zip(type_ids.tolist(), roles, strict=True)], np.int64),
        reserved_rack=at[held["rack_id"][inside]],
        reserved_low=held["position"][inside],
        reserved_high=(held["position"] + held["height"])[inside],
        reserved_face=held["face"][inside],
    )
