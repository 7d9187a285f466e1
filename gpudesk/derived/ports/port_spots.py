"""Where the ends of links are: in which rack, on which face, how far from its edge and how high; and where their cables leave the rack."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.hardware.hardware import Face, Side
from gpudesk.core.racks.in_rack_routing import PortSpots
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.racks.port_places import bay_corner, frame_of, port_places
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM
from gpudesk.derived.scope.device_locations import DEEPEST, whereabouts
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

UNKNOWN_WIDTH_MM, UNKNOWN_DEPTH_MM, UNKNOWN_HEIGHT_MM = 600.0, 1200.0, 2000.0
_FEW_ENDS = 4000
"""Above this number of requested ends, the corners of all devices are calculated and cached."""


@dataclass(frozen=True, slots=True, eq=False)
class _Ports:
    """The ports of all types in sequence: those of the type at `i` in the table `catalog_item` begin at `first[i]`."""

    first: Ids
    count: Ids
    face: Ids
    across_mm: Reals
    height_mm: Reals
    frame_mm: Reals


def _ports(types: Types) -> _Ports:
    places = [port_places(kind) for kind in types.values()]
    count = np.array([len(place.face) for place in places], np.int64)
    frames = np.array([(frame.width_mm, frame.height_mm) for frame in map(frame_of, types.values())], np.float64).reshape(-1, 2)
    face = np.concatenate([np.empty(0, np.int64), *(place.face for place in places)])
    across, height = (np.concatenate([np.empty(0), *(getattr(place, name) for place in places)]) for name in ("across_mm", "height_mm"))
    return _Ports(np.cumsum(count) - count, count, face, across, height, frames)


class Standing:
    """Floor objects with cable ends: racks, then floor devices. Arrays of shape (places,).

    Attributes:
        racks: number of racks.
        devices: the places of the others in the table `device`, ascending (`on_floors`).
        hall: their halls.
        shapes: their rectangles; a typical size if unknown.
        height_mm: from the floor to their tops.
    """

    def __init__(self, snapshot: Snapshot, on_floors: Ids) -> None:
        racks, devices, types = snapshot["rack"], snapshot["device"], snapshot.types
        self.racks = racks.rows
        self.devices = on_floors

        def both(name: str) -> Ids:
            return np.concatenate([racks[name], devices.at(name, on_floors)]) if len(on_floors) else racks[name]

        self.hall, kinds = both("hall_id"), both("type_id")
        wide, deep, high = (
            np.nan_to_num(types.first_number((f"outer_{name}_mm", f"{name}_mm"), kinds), nan=usual)
            for name, usual in (("width", UNKNOWN_WIDTH_MM), ("depth", UNKNOWN_DEPTH_MM), ("height", UNKNOWN_HEIGHT_MM))
        )
        x, y, angle = (both(name) for name in ("x_mm", "y_mm", "angle_ddeg"))
        self.shapes: Footprints = Stands(x, y, angle).shapes(wide, deep)
        self.width_mm, self.depth_mm, self.height_mm = wide, deep, high
        self.angle_ddeg = angle
        self.first_unit_mm = np.nan_to_num(types.numbers("first_unit_mm", racks["type_id"]))
        self.pitch_mm = np.nan_to_num(types.numbers("unit_pitch_mm", racks["type_id"]), nan=DEFAULT_PITCH_MM)

    def sizes(self, values: Reals, place: Ids) -> Reals:
        """Return one size of the objects at `place`, shape (n,); arbitrary for unplaced objects, also if there are none."""
        object_sizes: Reals = values[np.maximum(place, 0)] if len(values) else np.zeros(len(place))
        return object_sizes

    def exits(self, place: Ids, rear: Mask, right: Mask) -> Reals:
        """Return where cables leave: for a rack the corner, shape (n, 2); for a floor device its center."""
        along, deep = np.where(right, 1.0, -1.0), np.where(rear, 1.0, -1.0)
        inside = (place < self.racks)[:, None]
        corner = along[:, None] * self.shapes.along[place] + deep[:, None] * self.shapes.deep[place]
        exit_points: Reals = self.shapes.centre[place] + np.where(inside, corner, 0.0)
        return exit_points


@made_from(
    {
        "rack": ("hall_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "device": ("hall_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "catalog_item": (),
    }
)
def standing(snapshot: Snapshot) -> Standing:
    """Floor objects with cable ends (use `snapshot.cached(standing)`)."""
    on_floors = np.flatnonzero(snapshot["device"]["hall_id"] != ABSENT)
    return Standing(snapshot, on_floors) if len(on_floors) else snapshot.cached(_racks_alone)


@made_from({"rack": ("hall_id", "type_id", "x_mm", "y_mm", "angle_ddeg"), "catalog_item": ()})
def _racks_alone(snapshot: Snapshot) -> Standing:
    """Return floor objects if no device is on a floor: additions inside racks do not change them."""
    return Standing(snapshot, np.empty(0, np.int64))


class _Corners:
    """Where the lower left corners of the faces of some devices are: above the floor and from the left edges of their racks.

    Args:
        places: of the devices in their table, shape (n,), that of all arrays.
    """

    def __init__(self, snapshot: Snapshot, places: Ids) -> None:
        devices, floor_objects = snapshot["device"], snapshot.cached(standing)
        where = snapshot.cached(whereabouts)
        root = where.root[places]
        rack = snapshot["rack"].positions(where.rack[places])
        on_floor = floor_objects.racks + floor_objects.devices.searchsorted(root)
        self.place = np.where(rack != ABSENT, rack, np.where(devices.at("hall_id", root) != ABSENT, on_floor, ABSENT))
        held = np.maximum(rack, 0)
        in_rack = (rack != ABSENT) if floor_objects.racks else np.zeros(len(places), bool)
        pitch, first = (
            values[held] if floor_objects.racks else np.zeros(len(places))
            for values in (floor_objects.pitch_mm, floor_objects.first_unit_mm)
        )
        self.width_mm, outermost = _widths(snapshot, places), _widths(snapshot, root)
        self.turned = in_rack & (devices.at("face", root) == Face.REAR)
        self.low_mm = np.where(in_rack, first + np.maximum(devices.at("position", root), 0) * pitch / 2, 0.0)
        outer = floor_objects.sizes(floor_objects.width_mm, self.place)
        margin = np.maximum(outer - outermost, 0.0)
        halves = snapshot.types.codes("half_wide", devices.at("type_id", root)) > 0
        second = halves & (devices.at("side", root) == Side.RIGHT)
        self.left_mm = np.where(halves, np.where(second, outer / 2, outer / 2 - outermost), margin / 2)
        self.bay_rear = np.zeros(len(places), bool)
        if where.nested:
            self._add_bays(snapshot, places)

    def _add_bays(self, snapshot: Snapshot, places: Ids) -> None:
        """Add the offsets of occupied bays above and next to the corners of their holders."""
        devices = snapshot["device"]
        seated, at = np.arange(len(places)), places
        for _ in range(DEEPEST):
            within = devices["parent_id"][at] != ABSENT
            seated, at = seated[within], at[within]
            if not len(at):
                break
            holder = devices.positions(devices["parent_id"][at])
            rear, across, up = _bays(snapshot, holder, at)
            across = np.where(rear > 0, _widths(snapshot, holder) - across - _widths(snapshot, at), across)
            self.low_mm[seated] += up
            self.left_mm[seated] += across
            self.bay_rear[seated] |= rear > 0
            at = holder


def _widths(snapshot: Snapshot, places: Ids) -> Reals:
    """How wide the frames of some devices are, in mm."""
    frames = snapshot.types.cached(_ports).frame_mm
    widths_mm: Reals = frames[snapshot["catalog_item"].positions(snapshot["device"].at("type_id", places)), 0]
    return widths_mm


def _bays(snapshot: Snapshot, holder: Ids, inside: Ids) -> Reals:
    """Whether the slots in which devices sit are on the rear of their holders, how far aside they begin and how far up, shape (3, n)."""
    devices = snapshot["device"]
    slots, slot = np.unique(devices["slot"][inside].astype(str), return_inverse=True)
    groups, group = np.unique(devices["type_id"][holder] * len(slots) + slot, return_inverse=True)
    corners = [bay_corner(snapshot.types[int(key) // len(slots)], str(slots[int(key) % len(slots)])) for key in groups.tolist()]
    bay_offsets: Reals = np.array(corners, np.float64)[group].T
    return bay_offsets


@made_from(
    {
        "device": ("type_id", "rack_id", "hall_id", "parent_id", "slot", "position", "face", "side", "x_mm", "y_mm", "angle_ddeg"),
        "rack": ("hall_id", "row_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "catalog_item": (),
    }
)
def _corners(snapshot: Snapshot) -> _Corners:
    return _Corners(snapshot, np.arange(snapshot["device"].rows))


def _corners_of(snapshot: Snapshot, places: Ids) -> tuple[_Corners, Ids]:
    """Return the corners of some devices and the corner index of each; for few devices only theirs are calculated."""
    if len(places) > _FEW_ENDS or snapshot.known(_corners) is not None:
        return snapshot.cached(_corners), places
    few, which = np.unique(places, return_inverse=True)
    return _Corners(snapshot, few), which


def port_spots(snapshot: Snapshot, ends: Ends) -> PortSpots:
    """Return the positions of link ends; `place` is an index of `standing`, ABSENT for unplaced devices."""
    devices, floor_objects = snapshot["device"], snapshot.cached(standing)
    at, ports = devices.positions(ends.device), snapshot.types.cached(_ports)
    corners, which = _corners_of(snapshot, at)
    kind = snapshot["catalog_item"].positions(devices.at("type_id", at))
    known = ends.port < ports.count[kind]
    port = np.where(known, ports.first[kind] + ends.port, 0)
    place = np.where(at == ABSENT, ABSENT, corners.place[which])
    if not len(ports.face):
        face, across, height = np.zeros(len(at), np.int64), np.zeros(len(at)), np.zeros(len(at))
    else:
        face, across, height = (np.where(known, values[port], 0) for values in (ports.face, ports.across_mm, ports.height_mm))
    # What sits in a bay on the rear of its holder shows its front there.
    behind = (face == Face.REAR) != corners.bay_rear[which]
    seen = corners.left_mm[which] + np.where(behind, corners.width_mm[which] - across, across)
    rear = behind != corners.turned[which]
    width, depth = (floor_objects.sizes(values, place) for values in (floor_objects.width_mm, floor_objects.depth_mm))
    from_left = np.clip(np.where(corners.turned[which], width - seen, seen), 0.0, width)
    return PortSpots(place, rear, from_left, corners.low_mm[which] + height, width, depth)
