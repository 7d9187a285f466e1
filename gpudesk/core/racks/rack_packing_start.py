"""The kinds and racks of a run of filling, made from columns."""

from math import inf

import numpy as np

from gpudesk.core.hardware.hardware import Face, Mount
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.racks.rack_filling import Rack
from gpudesk.core.racks.rack_packing_input import Kinds, Line, Racks, Rules, Standing
from gpudesk.core.racks.rack_packing_terms import Band, Kind, Limit
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.units import RackPitch

RAIL_TOLERANCE_MM = 0.5
MOST_HALF_UNITS = 4_000
"""Upper bound of the rack height; only a damaged type can exceed it."""
Static = tuple[Limit, Mask, Reals, Reals]
"""A limit, the racks that break it, the values met and those needed, each of shape (racks,)."""


def plain_kind(kinds: Kinds, place: int) -> Kind:
    """One kind as plain numbers; unknown values do not restrict it, except that an unknown depth occupies the whole rack."""
    depth, weight, power = float(kinds.depth_mm[place]), float(kinds.weight_kg[place]), float(kinds.power_w[place])
    return Kind(
        place=place,
        mount=int(kinds.mount[place]),
        half_units=int(kinds.half_units[place]),
        half_wide=bool(kinds.half_wide[place]),
        height_mm=float(kinds.height_mm[place]),
        depth_mm=inf if np.isnan(depth) else depth,
        weight_kg=0.0 if np.isnan(weight) else weight,
        needs_lift=bool(kinds.needs_lift[place]),
        power_w=0.0 if np.isnan(power) else power,
        feed=int(kinds.feed[place]),
        carries_w=float(kinds.carries_w[place]),
        air=int(kinds.air[place]),
    )


def rack_states(racks: Racks, standing: Standing) -> list[Rack]:
    """The racks in their current state."""
    usable = np.where(np.isnan(racks.usable_depth_mm), -inf, racks.usable_depth_mm)
    columns = (
        np.clip(racks.half_units, 0, MOST_HALF_UNITS),
        np.where(racks.pitch_mm > 0, racks.pitch_mm, RackPitch.EIA.value),
        usable,
        racks.zero_u_per_side,
        racks.contents_kg,
        racks.bears_kg,
        racks.floor_kg,
        racks.power_w,
        racks.power_limit_w,
    )
    states = [Rack(*values) for values in zip(*(column.tolist() for column in columns), strict=True)]
    placed = standing.placed
    depth = np.where(np.isnan(placed.depth_mm), inf, placed.depth_mm)
    for rack, mount, low, high, face, side, depth_mm, kind, air, feed, carries, role, band in zip(
        *(
            column.tolist()
            for column in (
                placed.rack,
                placed.mount,
                placed.low,
                placed.high,
                placed.face,
                placed.side,
                depth,
                standing.kind,
                standing.air,
                standing.feed,
                standing.carries_w,
                standing.role,
                standing.band,
            )
        ),
        strict=True,
    ):
        state = states[rack]
        state.hold(mount, low, high, face, side, depth_mm)
        state.note_air(air, face)
        if feed:
            state.carried.append((feed, carries))
        if kind != ABSENT:
            state.held[kind] = state.held.get(kind, 0) + 1
        if mount == Mount.UNITS and not feed:
            if band == Band.LOW:
                state.roles.add(role)
            else:
                state.switches = True
    reserved = (standing.reserved_rack, standing.reserved_low, standing.reserved_high, standing.reserved_face)
    for rack, low, high, face in zip(*(column.tolist() for column in reserved), strict=True):
        states[rack].reserve(low, high, face)
    return states


def statics(kinds: Kinds, racks: Racks, line: Line, rules: Rules) -> list[Static]:
    """Limits that exclude a line from racks, regardless of their other contents."""
    kind, same = line.kind, np.ones(len(racks.half_units))
    units = bool(kinds.mount[kind] == Mount.UNITS)
    needed_inch, offered = (np.where(np.isnan(inch), 19.0, inch) for inch in (kinds.rail_width_inch[kind] * same, racks.rail_width_inch))
    deep, room = kinds.depth_mm[kind], racks.usable_depth_mm - np.fmax(kinds.depth_mm[kind], kinds.behind_mm[kind])
    face = line.face if line.face is not None else int(rules.bounds.by_air and kinds.air[kind] < 0)
    tight = bool(rules.clearance_mm and face == Face.FRONT and not np.isnan(kinds.behind_mm[kind]))
    rails, least, most = racks.rail_depth_mm, kinds.rail_min_mm[kind], kinds.rail_max_mm[kind]
    wrong = (rails < least - RAIL_TOLERANCE_MM) | (rails > most + RAIL_TOLERANCE_MM)
    measured = units and rules.measure_depth
    phase = same * (0 if line.phase is None else line.phase)
    return [
        (Limit.WIDTH, (needed_inch != offered) & units, offered, needed_inch),
        (Limit.DEPTH, (deep > racks.usable_depth_mm) & measured, deep * same, racks.usable_depth_mm),
        (Limit.CLEARANCE, (room < rules.clearance_mm) & (units and tight), room, rules.clearance_mm * same),
        (Limit.RAILS, wrong & measured, rails, np.fmin(np.fmax(rails, least), most)),
        (Limit.PHASE, (racks.phase > phase) & (line.phase is not None), racks.phase.astype(np.float64), phase),
    ]
