"""Devices in racks joined with data of their types and racks, and the verdict on a trial position."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType, Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.core.racks.placement import (
    FULL,
    HALF,
    UNKNOWN,
    Placed,
    beside_excess,
    free_lows,
    in_reserved,
    in_the_way,
    outside,
    overlaps,
    taken_side,
    taken_sides,
)
from gpudesk.core.values.columns import ABSENT, Array, Columns, Ids
from gpudesk.core.values.unknown import filled
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

_CONTEXT = "placement"
DEFAULT_PITCH_MM = 44.45


def placed_devices(devices: Columns, racks: Columns, types: Types) -> Placed:
    """Return the devices in racks, ordered by id."""
    inside = np.flatnonzero(devices["rack_id"] != ABSENT)
    return _joined(devices, inside, racks, types)


def placed_in(devices: Columns, racks: Columns, types: Types, rack_ids: Ids) -> Placed:
    """Return the devices in some racks, ordered by id."""
    return _joined(devices, devices.among("rack_id", rack_ids), racks, types)


@made_from({"device": ("type_id", "rack_id", "position", "face", "side"), "rack": ("type_id",), "catalog_item": ()})
def all_placed(snapshot: Snapshot) -> Placed:
    """The devices of a snapshot that are in racks (use `snapshot.cached(all_placed)`)."""
    return placed_devices(snapshot["device"], snapshot["rack"], snapshot.types)


def _joined(devices: Columns, inside: Ids, racks: Columns, types: Types) -> Placed:
    type_ids = devices.at("type_id", inside)
    rack_ids = devices.at("rack_id", inside)
    rack_types = racks["type_id"][racks.positions(rack_ids)]
    mount = types.codes("mount", type_ids)
    low = devices.at("position", inside)
    pitch = filled(types.numbers("unit_pitch_mm", rack_types), DEFAULT_PITCH_MM)
    tall = filled(np.ceil(2 * types.numbers("height_mm", type_ids) / pitch - 0.05), 1.0).astype(np.int64)
    height = np.where(mount == Mount.ZERO_U, np.maximum(tall, 1), types.codes("half_units", type_ids))
    return Placed(
        device=devices.at("id", inside),
        rack=rack_ids,
        mount=mount,
        low=low,
        high=low + height,
        face=devices.at("face", inside),
        side=taken_sides(mount, types.codes("half_wide", type_ids) > 0, devices.at("side", inside)),
        depth_mm=types.numbers("depth_mm", type_ids),
        usable_depth_mm=types.numbers("usable_depth_mm", rack_types),
        full_depth=types.codes("full_depth", type_ids),
    )


def rack_half_units(racks: Columns, types: Types, rack_ids: Ids) -> Ids:
    """The height of some racks in half units, shape (n,)."""
    units = types.numbers("units_u", racks["type_id"][racks.positions(rack_ids)])
    return filled(2 * units).astype(np.int64)


def beside_slots(placed: Placed) -> Ids:
    """Return the vertical position on its side of each device next to the units, shape (n,); 0 for all others."""
    slots = np.zeros(len(placed), np.int64)
    beside_units = np.flatnonzero(placed.mount == Mount.ZERO_U)
    if not len(beside_units):
        return slots
    order = beside_units[
        np.lexsort(
            [
                placed.device[beside_units],
                placed.low[beside_units],
                placed.side[beside_units],
                placed.face[beside_units],
                placed.rack[beside_units],
            ]
        )
    ]
    same = np.zeros(len(order), bool)
    same[1:] = (
        (placed.rack[order][1:] == placed.rack[order][:-1])
        & (placed.face[order][1:] == placed.face[order][:-1])
        & (placed.side[order][1:] == placed.side[order][:-1])
        & (placed.low[order][1:] < placed.high[order][:-1])
    )
    count = np.arange(len(order))
    slots[order] = count - np.maximum.accumulate(np.where(same, 0, count))
    return slots


def unit_name(position: int) -> str:
    """The name of a position: "U13", or "U13½" for the upper half of a unit."""
    return f"U{position // 2 + 1}" + ("½" if position % 2 else "")


def span_name(low: int, high: int) -> str:
    """The units from `low` up to `high` (not included): "U13–U20", or "U13" for a single one."""
    first, last = low // 2 + 1, (high - 1) // 2 + 1
    return f"U{first}" if first == last else f"U{first}–U{last}"


def blocked_racks(devices: Columns, racks: Columns, reservations: Columns, types: Types, wanted: Mapping[str, Array]) -> Ids:
    """The racks that cannot take all of the devices wanted in them, ascending: the verdict of `judge` for many racks at once.

    Args:
        wanted: columns of the table `device` for devices that are not there yet; `id` numbers them.
    """
    tried = _joined(Columns(wanted), np.arange(len(wanted["id"])), racks, types)
    standing = placed_in(devices, racks, types, np.unique(tried.rack))
    bad = outside(tried.low, tried.high, rack_half_units(racks, types, tried.rack))
    rack_types = racks["type_id"][racks.positions(tried.rack)]
    widths = [filled(types.numbers("rail_width_inch", ids), 19.0) for ids in (wanted["type_id"], rack_types)]
    bad |= (widths[0] != widths[1]) & (tried.mount == Mount.UNITS)
    bad |= (tried.mount != Mount.UNITS) & (tried.mount != Mount.ZERO_U)
    both = standing.joined(tried)
    for places in overlaps(both):
        bad[places[places >= len(standing)] - len(standing)] = True
    per_side = filled(types.numbers("zero_u_per_side", racks["type_id"][racks.positions(both.rack)])).astype(np.int64)
    bad |= beside_excess(both, per_side)[len(standing) :]
    for row in range(reservations.rows):
        low, height = reservations["position"][row], reservations["height"][row]
        bad |= in_reserved(tried, reservations["rack_id"][row], low, low + height, reservations["face"][row])
    return np.unique(tried.rack[bad])


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a rack that a device of some type might take."""

    rack_id: int
    position: int
    face: Face = Face.FRONT
    side: int | None = None

    def shifted(self, half_units: int) -> "Spot":
        """Return the position raised by this number of half units."""
        return replace(self, position=self.position + half_units)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a device can be placed at a position.

    Attributes:
        blockers: reasons against it, most important first; empty if allowed.
        in_the_way: the devices in that position.
        low, high: the half units that it would occupy.
        nearest: positions in the same rack where it could be placed, nearest first, at most three.
    """

    blockers: tuple[Message, ...]
    in_the_way: tuple[int, ...]
    low: int
    high: int
    nearest: tuple[int, ...]

    @property
    def allowed(self) -> bool:
        """Return whether there are no blockers."""
        return not self.blockers


def judge(
    devices: Columns,
    racks: Columns,
    reservations: Columns,
    types: Types,
    kind: HardwareType,
    spot: Spot,
    moving: Ids | None = None,
    *,
    near: bool = True,
) -> Verdict:
    """Return the verdict on placing one device of `kind` at `spot`.

    Args:
        moving: devices moved in the same gesture (including the device being evaluated), so they do not block it.
        near: find the nearest positions if refused; omit it to evaluate many positions.
    """
    rack_ids = np.array([spot.rack_id], np.int64)
    rack_kind = types[int(racks["type_id"][racks.position(spot.rack_id)])]
    others = placed_in(devices, racks, types, rack_ids)
    if moving is not None and len(moving):
        others = others.pick(~np.isin(others.device, moving))
    candidate = _candidate(kind, rack_kind, spot)
    half_units = int(rack_half_units(racks, types, rack_ids)[0])
    low, high = int(candidate.low[0]), int(candidate.high[0])
    blockers: list[Message] = []
    standing: Ids = np.empty(0, np.int64)
    if kind.mount not in (Mount.UNITS, Mount.ZERO_U):
        text = QT_TRANSLATE_NOOP("placement", "{model} cannot be mounted in rack units.")
        return Verdict((Message(_CONTEXT, text, {"model": kind.title}),), (), low, high, ())
    misfit = rail_misfit(kind, rack_kind)
    if misfit is not None:
        blockers.append(misfit)
    if bool(outside(candidate.low, candidate.high, np.array([half_units]))[0]):
        text = QT_TRANSLATE_NOOP("placement", "{units} is outside the rack, which has {height}.")
        height = Quantity(half_units / 2, "U")
        blockers.append(Message(_CONTEXT, text, {"units": span_name(low, high), "height": height}))
    if kind.mount is Mount.ZERO_U:
        blockers.extend(_no_room_beside(candidate, others, rack_kind))
        return Verdict(tuple(blockers), (), low, high, ())
    standing = others.device[in_the_way(candidate, others)]
    if len(standing):
        names = tuple(str(devices["name"][devices.position(int(device))]) for device in standing[:3])
        more = len(standing) - len(names)
        text = QT_TRANSLATE_NOOP("placement", "No space at {units}: {names} in the way.")
        if more:
            text = QT_TRANSLATE_NOOP("placement", "No space at {units}: {names} and {more} more in the way.")
        blockers.append(Message(_CONTEXT, text, {"units": span_name(low, high), "names": names, "more": more}))
    reserved = in_reserved(
        candidate,
        reservations["rack_id"],
        reservations["position"],
        reservations["position"] + reservations["height"],
        reservations["face"],
    )
    for place in np.flatnonzero(reserved)[:1]:
        start, end = int(reservations["position"][place]), int(reservations["position"][place] + reservations["height"][place])
        text = QT_TRANSLATE_NOOP("placement", "{units} is reserved: {reason}.")
        blockers.append(Message(_CONTEXT, text, {"units": span_name(start, end), "reason": str(reservations["reason"][place]) or "–"}))
    nearest: tuple[int, ...] = ()
    if near and blockers and misfit is None:
        nearest = _nearest(candidate, others, reservations, half_units, 1 if low % 2 or (high - low) % 2 else 2)
    return Verdict(tuple(blockers), tuple(int(device) for device in standing), low, high, nearest)


def rail_misfit(kind: HardwareType, rack: HardwareType) -> Message | None:
    """Why a device does not fit the rails of a rack at all: width and unit pitch; None if it does."""
    required, offered = kind.number("rail_width_inch") or 19.0, rack.number("rail_width_inch") or 19.0
    if required == offered or kind.mount is not Mount.UNITS:
        return None
    text = QT_TRANSLATE_NOOP("placement", "{model} requires {wanted}-inch rails; this rack has {offered}-inch rails.")
    return Message(_CONTEXT, text, {"model": kind.title, "wanted": f"{required:g}", "offered": f"{offered:g}"})


def _candidate(kind: HardwareType, rack: HardwareType, spot: Spot) -> Placed:
    pitch = rack.number("unit_pitch_mm") or DEFAULT_PITCH_MM
    height = kind.height_half_units
    if kind.mount is Mount.ZERO_U:
        height = max(1, int(np.ceil(2 * (kind.number("height_mm") or pitch / 2) / pitch - 0.05)))
    depth, usable = kind.number("depth_mm"), rack.number("usable_depth_mm")
    whole = {
        "device": ABSENT,
        "rack": spot.rack_id,
        "mount": kind.mount,
        "low": spot.position,
        "high": spot.position + height,
        "face": spot.face,
    }
    arrays = {name: np.array([value], np.int64) for name, value in whole.items()}
    taken = taken_side(kind, spot.side)
    side = np.array([ABSENT if taken is None else taken], np.int64)
    reals = [np.array([np.nan if value is None else value]) for value in (depth, usable)]
    stated_full_depth = kind.number("full_depth")
    full = np.array([UNKNOWN if stated_full_depth is None else FULL if stated_full_depth else HALF], np.int64)
    return Placed(**arrays, side=side, depth_mm=reals[0], usable_depth_mm=reals[1], full_depth=full)


def _no_room_beside(candidate: Placed, others: Placed, rack: HardwareType) -> list[Message]:
    rivals = (others.mount == Mount.ZERO_U) & (others.face == candidate.face) & (others.side == candidate.side)
    rivals &= (others.low < candidate.high) & (candidate.low < others.high)
    places = int(rack.number("zero_u_per_side") or 0)
    if int(rivals.sum()) < places:
        return []
    text = QT_TRANSLATE_NOOP("placement", "This side of the rack has {places} vertical positions, and all are in use.")
    return [Message(_CONTEXT, text, {"places": places})]


def _nearest(candidate: Placed, others: Placed, reservations: Columns, half_units: int, step: int) -> tuple[int, ...]:
    lows = free_lows(candidate, others, half_units, step)
    height = int(candidate.high[0] - candidate.low[0])
    here = (reservations["rack_id"] == candidate.rack[0]) & (
        (reservations["face"] == Face.BOTH) | (reservations["face"] == candidate.face[0])
    )
    for start, size in zip(reservations["position"][here], reservations["height"][here], strict=True):
        lows = lows[(lows >= start + size) | (lows + height <= start)]
    order = np.argsort(np.abs(lows - candidate.low[0]), kind="stable")
    return tuple(int(low) for low in lows[order][:3])
