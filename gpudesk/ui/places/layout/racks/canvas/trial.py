"""Objects dragged over a rack drawing, and their target positions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType, Mount, Side
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.core.racks.placement import taken_side
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.units import EQUIPMENT_WIDTH_21_INCH_MM, PANEL_WIDTH_19_INCH_MM, pitch_for_rails
from gpudesk.derived.racks.device_placement import Spot, Verdict
from gpudesk.ui.canvas.refs import Candidate, Judge
from gpudesk.ui.places.layout.racks.canvas.elevation import BESIDE_MM
from gpudesk.ui.places.layout.racks.canvas.hit import elevation_at
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene

_CHILD_MM = 160.0
"""Drag width of a device for a bay if its own width is unknown."""


@dataclass(frozen=True, slots=True)
class Carried:
    """One dragged object; the first is the leader, under the pointer.

    Attributes:
        name: name of the device, or of the model of a new one.
        rack_step: number of racks to the right of the leader.
        rise: half units above the leader.
        mounted: its current face, None for one from the catalog.
        side: left or right half, or side next to the units; None for the full width.
        shift_mm: offset of the upper left corner of its drawing from that of the leader.
        size_mm: width and height of its drawing.
        shows: its visible face.
    """

    type_key: str
    kind: HardwareType
    name: str
    device_id: int | None = None
    rack_step: int = 0
    rise: int = 0
    mounted: Face | None = None
    side: int | None = None
    shift_mm: tuple[float, float] = (0.0, 0.0)
    size_mm: tuple[float, float] = (0.0, 0.0)
    shows: Face = Face.FRONT


@dataclass(frozen=True, slots=True)
class Target:
    """Target of the dragged objects: the elevation under the leader, and a spot and verdict for each.

    `complete` is false if some of them have no target rack.
    """

    elevation: int
    candidates: tuple[Candidate, ...]
    verdicts: tuple[Verdict, ...]
    complete: bool = True

    @property
    def allowed(self) -> bool:
        """Whether all of them fit there."""
        return self.complete and len(self.verdicts) == len(self.candidates) and all(verdict.allowed for verdict in self.verdicts)


class Trial:
    """Dragged objects, tried at positions set by pointer or keys.

    Args:
        carried: the objects, leader first.
        seen_from: the face of the elevation at which it was picked up; a drop on the other face turns the devices.
    """

    def __init__(self, scene: ElevationScene, judge: Judge, carried: Sequence[Carried], seen_from: Face | None = None) -> None:
        self.scene = scene
        self.carried = tuple(carried)
        self._judge = judge
        self._seen_from = seen_from
        self._tried: tuple[tuple[Candidate, ...], tuple[Verdict, ...]] | None = None

    @property
    def leader(self) -> Carried:
        """The object under the pointer."""
        return self.carried[0]

    def half_units(self, elevation: int) -> int:
        """The height of the leader in half units of the rack of an elevation."""
        kind = self.leader.kind
        if kind.mount is not Mount.ZERO_U:
            return max(1, kind.height_half_units)
        pitch = float(self.scene.layout.pitch_mm[self.scene.layout.face_rack[elevation]])
        return max(1, int(np.ceil(2 * (kind.number("height_mm") or pitch / 2) / pitch - 0.05)))

    def under(self, x_mm: float, y_mm: float, grip_mm: tuple[float, float], *, half: bool) -> Target | None:
        """The target with the pointer at (x, y) and the leader held at `grip_mm` from its upper left corner.

        Positions go by whole units, by half ones with `half`.
        """
        layout = self.scene.layout
        elevation = elevation_at(layout, x_mm, y_mm)
        if elevation is None:
            return None
        pitch = float(layout.pitch_mm[layout.face_rack[elevation]])
        height = self.half_units(elevation)
        foot = y_mm - grip_mm[1] + self.leader.size_mm[1]
        step = 1 if half else 2
        raw = (float(layout.bottom[elevation]) - foot) / (pitch / 2)
        low = round(raw / step) * step
        middle = float(layout.left[elevation] + layout.width[elevation] / 2)
        return self.at(elevation, self._inside(elevation, low, height), self._side(elevation, x_mm >= middle))

    def _inside(self, elevation: int, low: int, height: int) -> int:
        most = int(self.scene.layout.half_units[self.scene.layout.face_rack[elevation]]) - height
        return max(0, min(low, most))

    def _side(self, elevation: int, right: bool) -> int | None:
        """The side of the leader as seen from its mounting face, from where the pointer is in the elevation."""
        kind = self.leader.kind
        if kind.mount is not Mount.ZERO_U and not kind.half_wide:
            return None
        seen = Side.RIGHT if right else Side.LEFT
        if self.face_on(self.leader, elevation) != self.scene.layout.face[elevation]:
            seen = Side(1 - seen)
        return int(seen)

    def face_on(self, each: Carried, elevation: int) -> Face:
        """The mounting face of a dragged object: its own, reversed if the elevation shows the other one."""
        shown = Face(int(self.scene.layout.face[elevation]))
        if each.mounted is None or each.kind.mount is Mount.ZERO_U:
            return shown
        if self._seen_from is None or shown is self._seen_from:
            return each.mounted
        return Face(1 - each.mounted)

    def at(self, elevation: int, low: int, side: int | None) -> Target:
        """The target with the leader's lowest half unit at `low`."""
        layout = self.scene.layout
        rack = int(layout.face_rack[elevation])
        candidate_list: list[Candidate] = []
        complete = True
        crossed = self.leader.kind.half_wide and self.leader.side not in (None, side)
        for number, carried_object in enumerate(self.carried):
            place = rack + carried_object.rack_step
            if not 0 <= place < len(layout.rack_ids) or layout.rack_line[place] != layout.rack_line[rack] or low + carried_object.rise < 0:
                complete = False
                continue
            own_side = side if number == 0 else carried_object.side
            if number and crossed and own_side is not None and carried_object.kind.half_wide:
                own_side = 1 - own_side
            spot = Spot(int(layout.rack_ids[place]), low + carried_object.rise, self.face_on(carried_object, elevation), own_side)
            candidate_list.append(Candidate(carried_object.type_key, spot, carried_object.device_id))
        candidates = tuple(candidate_list)
        if self._tried is None or self._tried[0] != candidates:
            self._tried = (candidates, tuple(self._judge(candidates)))
        return Target(elevation, candidates, self._tried[1], complete)

    def rect_of(self, candidate: Candidate, kind: HardwareType, target: Target) -> tuple[float, float, float, float] | None:
        """Rectangle of a candidate (x, y, width, height in mm) in the face shown by the target elevation."""
        layout = self.scene.layout
        place = layout.place_of_rack.get(candidate.spot.rack_id)
        if place is None:
            return None
        shown = int(layout.face[target.elevation])
        elevation = next((int(e) for e in layout.faces_of_rack[place] if e >= 0 and layout.face[e] == shown), None)
        if elevation is None:
            return None
        spot = candidate.spot
        side = spot.side if spot.side is None or spot.face == shown else 1 - spot.side
        low = spot.position
        if kind.mount is Mount.ZERO_U:
            pitch = float(layout.pitch_mm[place])
            high = low + max(1, int(np.ceil(2 * (kind.number("height_mm") or pitch / 2) / pitch - 0.05)))
            slot = self._free_slot(elevation, spot, low, high)
            x, y, w, h = layout.beside_rect(elevation, low, high, side or 0, slot)
        else:
            x, y, w, h = layout.span_rect(elevation, low, low + max(1, kind.height_half_units), side)
        return float(x), float(y), float(w), float(h)

    def _free_slot(self, elevation: int, spot: Spot, low: int, high: int) -> int:
        """The first vertical position of that side without a drawn device."""
        layout, entries = self.scene.layout, self.scene.layout.entries
        carried = {carried_object.device_id for carried_object in self.carried}
        taken = [
            entries.rects[entry]
            for entry in entries.of_elevation(elevation)
            if entries.beside[entry] and self.scene.device_id(int(entry)) not in carried
        ]
        for slot in range(max(1, int(layout.places_beside[elevation]))):
            x, y, w, h = layout.beside_rect(elevation, low, high, spot.side or 0, slot)
            if not any(r[0] < x + w - 1 and x < r[0] + r[2] - 1 and r[1] < y + h and y < r[1] + r[3] for r in taken):
                return slot
        return 0


def carried_from_catalog(kind: HardwareType) -> Carried:
    """A new device of a type, with the size of its drawing."""
    rails = kind.number("rail_width_inch") or 19.0
    pitch = pitch_for_rails(rails)
    if kind.mount is Mount.ZERO_U:
        return Carried(kind.key, kind, kind.model, size_mm=(BESIDE_MM, kind.number("height_mm") or pitch))
    if kind.mount is Mount.CHILD:
        frame = face_frame(kind)
        return Carried(
            kind.key, kind, kind.model, size_mm=(_CHILD_MM, _CHILD_MM / 4) if frame is None else (frame.width_mm, frame.height_mm)
        )
    width = EQUIPMENT_WIDTH_21_INCH_MM if rails >= 21 else PANEL_WIDTH_19_INCH_MM
    height = max(1, kind.height_half_units) * pitch / 2
    return Carried(kind.key, kind, kind.model, size_mm=(width / 2 if kind.half_wide else width, height))


def carried_devices(scene: ElevationScene, device_ids: Sequence[int], leader_entry: int) -> tuple[Carried, ...]:
    """Selected devices in the drawn racks, the one drawn as `leader_entry` first, with their offsets from it."""
    snapshot, layout = scene.snapshot, scene.layout
    if snapshot is None:
        return ()
    devices, entries = snapshot["device"], layout.entries
    leader_id = scene.device_id(leader_entry)
    shown = int(layout.face[entries.face[leader_entry]])
    lead = devices.position(leader_id)
    lead_rack = int(layout.face_rack[entries.face[leader_entry]])
    carried: list[Carried] = []
    for device_id in dict.fromkeys([leader_id, *device_ids]):
        place = devices.position(device_id)
        drawn = entries.of_device(place)
        if not len(drawn) or devices["rack_id"][place] == ABSENT:
            continue
        entry = next((int(e) for e in drawn if layout.face[entries.face[e]] == shown), int(drawn[0]))
        kind = scene.kind_of_entry(entry)
        stored = int(devices["side"][place])
        rect, origin = entries.rects[entry], entries.rects[leader_entry]
        carried.append(
            Carried(
                type_key=kind.key,
                kind=kind,
                name=str(devices["name"][place]),
                device_id=device_id,
                rack_step=int(layout.face_rack[entries.face[entry]]) - lead_rack,
                rise=int(devices["position"][place] - devices["position"][lead]),
                mounted=Face(int(devices["face"][place])),
                side=taken_side(kind, None if stored == ABSENT else stored),
                shift_mm=(float(rect[0] - origin[0]), float(rect[1] - origin[1])),
                size_mm=(float(rect[2]), float(rect[3])),
                shows=Face(int(entries.shows[entry])),
            )
        )
    return tuple(carried)
