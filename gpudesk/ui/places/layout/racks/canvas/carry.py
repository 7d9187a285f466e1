"""Moving objects over the racks with pointer or keyboard, from pick-up to drop."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF

from gpudesk.core.hardware.bay_rules import goes_into_bays
from gpudesk.core.hardware.hardware import Face, HardwareType, Mount
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.refs import Candidate, Judge, Move, ObjectRef, Seat
from gpudesk.ui.places.layout.racks.canvas.bay_trial import BayTarget, Holder, bay_picture, bay_target, bay_under, free_seats
from gpudesk.ui.places.layout.racks.canvas.carry_layer import CarryPicture, picture_of
from gpudesk.ui.places.layout.racks.canvas.navigation import default_face
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.places.layout.racks.canvas.trial import Target, Trial, carried_devices, carried_from_catalog

_RACKS_ASKED = 4
"""Number of racks on either side searched for space if the rack under the pointer has none."""


class Carry:
    """One gesture: the dragged objects, the pointer position, the target position.

    Attributes:
        trial: the dragged objects.
        target: current target position; None outside the racks.
        bay: current target bay; None outside devices with bays.
        pointer: pointer position, in px of the view; None during keyboard moves.
        by_keys: whether it was picked up for placement by keys or clicks, so that releasing a button does not drop it.
    """

    def __init__(self, trial: Trial, judge: Judge, grip_mm: tuple[float, float], *, by_keys: bool = False) -> None:
        self.trial = trial
        self.target: Target | None = None
        self.bay: BayTarget | None = None
        self.pointer: QPointF | None = None
        self.by_keys = by_keys
        self._judge = judge
        self._grip = grip_mm
        self._elsewhere: tuple[tuple[int, Face], tuple[Candidate, ...]] | None = None

    @classmethod
    def devices(cls, scene: ElevationScene, judge: Judge, ids: Sequence[int], entry: int, at_mm: tuple[float, float]) -> "Carry":
        """Pick up devices, one of them by its drawing `entry` at a point."""
        rect = scene.layout.entries.rects[entry]
        seen_from = Face(int(scene.layout.face[scene.layout.entries.face[entry]]))
        trial = Trial(scene, judge, carried_devices(scene, ids, entry), seen_from)
        return cls(trial, judge, (at_mm[0] - float(rect[0]), at_mm[1] - float(rect[1])))

    @classmethod
    def type(cls, scene: ElevationScene, judge: Judge, kind: HardwareType, *, by_keys: bool = False) -> "Carry":
        """Pick up a new device of a type, held in its middle."""
        carried = carried_from_catalog(kind)
        grip = (carried.size_mm[0] / 2, carried.size_mm[1] / 2 if kind.mount is not Mount.ZERO_U else carried.size_mm[1] * 0.9)
        return cls(Trial(scene, judge, [carried]), judge, grip, by_keys=by_keys)

    @classmethod
    def seated(
        cls, scene: ElevationScene, judge: Judge, device_id: int, rect: tuple[float, float, float, float], at_mm: tuple[float, float]
    ) -> "Carry":
        """Pick up a device that sits in a bay, by its drawing."""
        devices = scene.snapshot["device"] if scene.snapshot is not None else None
        if devices is None:
            raise KeyError(device_id)
        kind = scene.kind(int(devices["type_id"][devices.position(device_id)]))
        name = scene.name(ObjectRef("device", device_id))
        carried = replace(carried_from_catalog(kind), device_id=device_id, name=name)
        wide, high = carried.size_mm
        grip = ((at_mm[0] - rect[0]) / rect[2] * wide, (at_mm[1] - rect[1]) / rect[3] * high)
        return cls(Trial(scene, judge, [carried]), judge, grip)

    @classmethod
    def from_floor(cls, scene: ElevationScene, judge: Judge, place: int, at_mm: tuple[float, float]) -> "Carry":
        """Pick up a device that was taken out of its rack, by its place in the strip outside racks."""
        device_id = scene.floor_id(place)
        carried = carried_from_catalog(scene.kind(int(scene.layout.floor.type_id[place])))
        carried = replace(carried, device_id=device_id, name=scene.name(ObjectRef("device", device_id)))
        x, y, _, _ = scene.layout.floor.rects[place]
        return cls(Trial(scene, judge, [carried]), judge, (at_mm[0] - float(x), at_mm[1] - float(y)))

    def hold(self, point: QPointF, camera: Camera, *, half: bool) -> None:
        """The pointer is here."""
        self.pointer = point
        x_mm, y_mm = camera.at(point.x(), point.y())
        leader = self.trial.leader
        alone = len(self.trial.carried) == 1 and goes_into_bays(leader.kind)
        self.bay = bay_under(self.trial.scene, leader, x_mm, y_mm) if alone else None
        self.target = self.trial.under(x_mm, y_mm, self._grip, half=half) if self.bay is None else None

    def stand(self, rack: int, low: int, face: Face, side: int | None = None) -> None:
        """Move to a rack (its index in the layout), half unit and face, without a pointer."""
        self.pointer = self.bay = None
        layout = self.trial.scene.layout
        shown = [int(e) for e in layout.faces_of_rack[rack] if e >= 0]
        elevation = next((e for e in shown if layout.face[e] == face), shown[0])
        height = self.trial.half_units(elevation)
        low = max(0, min(low, int(layout.half_units[rack]) - height))
        kind = self.trial.leader.kind
        if (kind.mount is Mount.ZERO_U or kind.half_wide) and side is None:
            side = 0
        self.target = self.trial.at(elevation, low, side)

    def begin_by_keys(self, rack: int, low: int = 0) -> None:
        """Start at the first position from `low` upward in a rack where it fits, or at `low`."""
        face = default_face(self.trial.scene)
        sides = (0, 1) if self.trial.leader.kind.half_wide else (None,)
        places: list[tuple[int, int | None]] = []
        for side in sides:
            self.stand(rack, low, face, side)
            if self.target is None or self.target.allowed:
                return
            places += [(position, side) for verdict in self.target.verdicts[:1] for position in verdict.nearest[:1]]
        # Of the places that are free, the one that leaves no half of lower units empty.
        position, side = min(places, default=(low, sides[0]), key=lambda place: (abs(place[0] - low), place[1] or 0))
        self.stand(rack, position, face, side)

    def begin_in_bay(self, near: ObjectRef | None) -> bool:
        """Sit in the first free bay that suits it, of the device `near` if that has one; false if there is none in the drawing."""
        free = free_seats(self.trial.scene, self.trial.leader.kind)
        if not free:
            return False
        own = [seat for seat in free if near == ObjectRef("device", seat[0].device_id)]
        self._sit(*(own or free)[0])
        return True

    def _sit(self, holder: Holder, bay: str) -> None:
        self.pointer = self.target = None
        self.bay = bay_target(self.trial.scene, self.trial.leader, holder, bay)

    def _step_in_bays(self, seat: Seat, step: int, to_next_holder: bool) -> None:
        """Go to the next free bay, or to the first one of the next device that has one."""
        free = free_seats(self.trial.scene, self.trial.leader.kind)
        here = next((place for place, (holder, bay) in enumerate(free) if (holder.device_id, bay) == (seat.holder_id, seat.bay)), 0)
        place = here + step
        while to_next_holder and 0 <= place < len(free) and free[place][0].device_id == seat.holder_id:
            place += step
        if 0 <= place < len(free):
            self._sit(*free[place])

    def step(self, up_half_units: int, racks: int, *, flip: bool = False) -> None:
        """Move by one keyboard step; in bays, up and down through the free ones, sideways to the next device."""
        if self.bay is not None:
            if up_half_units or racks:
                self._step_in_bays(self.bay.seat, 1 if up_half_units < 0 or racks > 0 else -1, bool(racks))
            return
        if self.target is None or not self.target.candidates:
            return
        layout = self.trial.scene.layout
        spot = self.target.candidates[0].spot
        face = Face(int(layout.face[self.target.elevation]))
        side = spot.side
        if self.trial.leader.kind.mount is Mount.ZERO_U and flip:
            side, flip = 1 - (side or 0), False
        if self.trial.leader.kind.half_wide and racks:
            racks, side = sideways(racks, side or 0, mirrored=face != spot.face)
        rack = int(layout.face_rack[self.target.elevation]) + racks
        if not 0 <= rack < len(layout.rack_ids):
            return
        if flip:
            face = Face(1 - face)
        self.stand(rack, spot.position + up_half_units, face, side)

    def picture(self, camera: Camera) -> CarryPicture:
        """How it looks now."""
        if self.bay is not None:
            return bay_picture(self.trial.scene, self.trial.leader, self.bay, self.pointer, self._grip, camera)
        return picture_of(self.trial, self.target, self.pointer, self._grip, camera, self._places_elsewhere())

    def moves(self) -> tuple[Move, ...]:
        """Target positions of the moved devices if dropped now; empty if not permitted or unchanged."""
        if self.target is None or not self.target.allowed:
            return ()
        moves = tuple(Move(candidate.device_id, candidate.spot) for candidate in self.target.candidates if candidate.device_id is not None)
        return () if all(self._stays(move) for move in moves) else moves

    def placement(self) -> tuple[str, Spot] | None:
        """Type and spot of a new device if dropped now; None if not permitted."""
        if self.target is None or not self.target.allowed or self.trial.leader.device_id is not None:
            return None
        return self.trial.leader.type_key, self.target.candidates[0].spot

    def seat(self) -> Seat | None:
        """Target bay if dropped now; None if not permitted or unchanged."""
        if self.bay is None or not self.bay.verdict.allowed:
            return None
        snapshot, leader = self.trial.scene.snapshot, self.trial.leader
        if snapshot is not None and leader.device_id is not None:
            row = snapshot["device"].row(leader.device_id)
            if (row["parent_id"], row["slot"]) == (self.bay.seat.holder_id, self.bay.seat.bay):
                return None
        return self.bay.seat

    def rect_mm(self) -> tuple[float, float, float, float] | None:
        """Rectangle of the drawing at the target."""
        if self.bay is not None:
            return self.bay.rect
        if self.target is None or not self.target.candidates:
            return None
        return self.trial.rect_of(self.target.candidates[0], self.trial.leader.kind, self.target)

    def _stays(self, move: Move) -> bool:
        snapshot = self.trial.scene.snapshot
        if snapshot is None:
            return True
        row = snapshot["device"].row(move.device_id)
        return (row["rack_id"], row["position"], row["face"], row["side"]) == (
            move.spot.rack_id,
            move.spot.position,
            int(move.spot.face),
            move.spot.side,
        )

    def _places_elsewhere(self) -> tuple[Candidate, ...]:
        """Up to two positions in racks next to the one under the pointer, if that has no space for a single dragged object."""
        target, scene = self.target, self.trial.scene
        if target is None or target.allowed or len(self.trial.carried) > 1 or not target.verdicts or target.verdicts[0].nearest:
            return ()
        if self.trial.leader.kind.mount is not Mount.UNITS:
            return ()
        first_candidate = target.candidates[0]
        key = (first_candidate.spot.rack_id, first_candidate.spot.face)
        if self._elsewhere is None or self._elsewhere[0] != key:
            layout = scene.layout
            rack = layout.place_of_rack[first_candidate.spot.rack_id]
            candidates: list[Candidate] = []
            for distance in range(1, _RACKS_ASKED + 1):
                for other in (rack - distance, rack + distance):
                    if len(candidates) < 2 and 0 <= other < len(layout.rack_ids) and layout.rack_line[other] == layout.rack_line[rack]:
                        candidates.extend(self._place_in(int(layout.rack_ids[other]), first_candidate))
            self._elsewhere = (key, tuple(candidates))
        return self._elsewhere[1]

    def _place_in(self, rack_id: int, wanted: Candidate) -> list[Candidate]:
        tried = Candidate(wanted.type_key, Spot(rack_id, wanted.spot.position, wanted.spot.face, wanted.spot.side), wanted.device_id)
        verdicts = self._judge([tried])
        if not verdicts:
            return []
        if verdicts[0].allowed:
            return [tried]
        near = verdicts[0].nearest[:1]
        return [Candidate(tried.type_key, Spot(rack_id, low, tried.spot.face, tried.spot.side), tried.device_id) for low in near]


def sideways(racks: int, side: int, *, mirrored: bool = False) -> tuple[int, int]:
    """Target of a half-width device for one step right (1) or left (-1): racks and side.

    It moves to the other half first, then to the near half of the next rack.

    Args:
        mirrored: whether it is seen from the rear, with left and right swapped.
    """
    seen = side ^ int(mirrored)
    crosses = seen != int(racks > 0)
    return (0 if crosses else racks), 1 - side
