"""Bays in a drawing: the one under the pointer, free bays that suit a type, and the drawing of a device tried there."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF

from gpudesk.core.hardware.bay_rules import suits
from gpudesk.core.hardware.hardware import Face, HardwareType, Mount
from gpudesk.derived.racks.bay_contents import BayVerdict, free_bays, judge_bay, seats
from gpudesk.derived.racks.nesting import Box, bay_shares, box_in
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.frames_and_labels import px_rect
from gpudesk.ui.canvas.placement_hint import BubbleText, bubble_size, place_bubble
from gpudesk.ui.canvas.refs import ObjectRef, Seat
from gpudesk.ui.places.layout.racks.canvas.carry_layer import CarryPicture
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.places.layout.racks.canvas.trial import Carried
from gpudesk.ui.toolkit.translate import tr_message


@dataclass(frozen=True, slots=True)
class Holder:
    """The drawing of a device on a face with bays: its id, its type, and the bays that are seen, as shares of `rect`."""

    device_id: int
    kind: HardwareType
    rect: Box
    bays: dict[str, Box]


@dataclass(frozen=True, slots=True)
class BayTarget:
    """Target bay of a drag, its rectangle in mm, its visible face, the verdict, and free bays that are suitable."""

    seat: Seat
    rect: Box
    shows: Face
    verdict: BayVerdict
    free: tuple[Box, ...]


def holders(scene: ElevationScene, at_mm: tuple[float, float] | None = None) -> list[Holder]:
    """The drawings of devices with bays, in the order in which they are painted; only those at a point if one is given."""
    if scene.snapshot is None:
        return []
    entries, strip = scene.layout.entries, scene.layout.floor
    rects = np.concatenate([entries.rects, strip.rects])
    types = np.concatenate([entries.type_id, strip.type_id])
    with_bays = [type_id for type_id in np.unique(types).tolist() if scene.kind(type_id).bays]
    chosen = np.isin(types, with_bays)
    if at_mm is not None:
        chosen &= (rects[:, 0] <= at_mm[0]) & (at_mm[0] < rects[:, 0] + rects[:, 2])
        chosen &= (rects[:, 1] <= at_mm[1]) & (at_mm[1] < rects[:, 1] + rects[:, 3])
    places = np.flatnonzero(chosen)
    ids = scene.snapshot["device"].ids[np.concatenate([entries.device, strip.device])[places]]
    shows = np.concatenate([entries.shows, np.full(len(strip.device), int(Face.FRONT))])[places]
    drawn_holders: list[Holder] = []
    for device_id, type_id, face, (x, y, w, h) in zip(
        ids.tolist(), types[places].tolist(), shows.tolist(), rects[places].tolist(), strict=True
    ):
        kind = scene.kind(type_id)
        bays = bay_shares(kind, Face(face))
        if bays:
            drawn_holders.append(Holder(device_id, kind, (x, y, w, h), bays))
    return drawn_holders


def bay_under(scene: ElevationScene, carried: Carried, x_mm: float, y_mm: float) -> BayTarget | None:
    """The bay nearest to a point, of the topmost device there with a bay for the dragged device; None if there is none.

    A device that fits only in bays is also tried in devices without a matching bay, with the reason why it does not fit.
    """
    here = [holder for holder in holders(scene, (x_mm, y_mm)) if holder.device_id != carried.device_id]
    suiting = [holder for holder in here if _has_bay_for(holder, carried.kind)]
    if not suiting and (not here or carried.kind.mount is not Mount.CHILD):
        return None
    top_holder = (suiting or here)[-1]
    boxes = {name: box_in(share, top_holder.rect) for name, share in top_holder.bays.items()}
    return bay_target(scene, carried, top_holder, min(boxes, key=lambda name: _distance(boxes[name], x_mm, y_mm)))


def bay_target(scene: ElevationScene, carried: Carried, holder: Holder, bay: str) -> BayTarget | None:
    """The dragged device, tried in a bay."""
    if scene.snapshot is None:
        return None
    verdict = judge_bay(scene.snapshot["device"], scene.snapshot.types, carried.kind, holder.device_id, bay, carried.device_id)
    free = tuple(box_in(holder.bays[name], holder.rect) for name in verdict.free if name in holder.bays and name != bay)
    shows = next(holder_bay.face for holder_bay in holder.kind.bays if holder_bay.name == bay)
    return BayTarget(Seat(holder.device_id, bay), box_in(holder.bays[bay], holder.rect), shows, verdict, free)


def free_seats(scene: ElevationScene, kind: HardwareType) -> list[tuple[Holder, str]]:
    """All drawn bays that are free and suit a type, by parent device."""
    if scene.snapshot is None:
        return []
    devices = scene.snapshot["device"]
    holder_bays: list[tuple[Holder, str]] = []
    for holder in holders(scene):
        if _has_bay_for(holder, kind):
            free = free_bays(seats(devices, holder.device_id), holder.kind, kind)
            holder_bays.extend((holder, bay) for bay in free if bay in holder.bays)
    return holder_bays


def neighbour_bay(scene: ElevationScene, device_id: int, up: int, right: int) -> Seat | None:
    """The nearest free bay of the same parent in a direction, for a device drawn in a bay; None if there is none."""
    snapshot = scene.snapshot
    rects = scene.rects_of([ObjectRef("device", device_id)])
    if snapshot is None or not len(rects):
        return None
    place = snapshot["device"].position(device_id)
    kind, holder_id = scene.kind(int(snapshot["device"]["type_id"][place])), int(snapshot["device"]["parent_id"][place])
    x, y, w, h = rects[0].tolist()
    ahead: list[tuple[float, str]] = []
    for holder, bay in free_seats(scene, kind):
        if holder.device_id == holder_id:
            left, top, wide, high = box_in(holder.bays[bay], holder.rect)
            dx, dy = left + wide / 2 - x - w / 2, top + high / 2 - y - h / 2
            along = dx * right - dy * up
            if along > 1.0 and along >= abs(dx * up + dy * right):
                ahead.append((along, bay))
    return Seat(holder_id, min(ahead)[1]) if ahead else None


def bay_picture(
    scene: ElevationScene, carried: Carried, target: BayTarget, pointer: QPointF | None, grip_mm: tuple[float, float], camera: Camera
) -> CarryPicture:
    """The picture of a device that is tried in a bay; without a pointer it sits there."""
    rect = px_rect(camera, target.rect)
    picture = CarryPicture(
        targets=[rect], fits=[target.verdict.allowed], allowed=target.verdict.allowed, place=bay_name(scene, target.seat)
    )
    ghost = rect
    if pointer is not None:
        x_mm, y_mm = camera.at(pointer.x(), pointer.y())
        ghost = px_rect(camera, (x_mm - grip_mm[0], y_mm - grip_mm[1], *carried.size_mm))
    picture.ghosts = [(replace(carried, shows=target.shows), ghost)]
    if target.verdict.allowed:
        return picture
    picture.near = [px_rect(camera, box) for box in target.free]
    why = tuple(tr_message(blocker) for blocker in target.verdict.blockers)
    fix = ""
    if target.verdict.free:
        fix = QCoreApplication.translate("RackCanvas", "Free bays there: {bays}.").format(bays=", ".join(target.verdict.free[:4]))
    title = QCoreApplication.translate("RackCanvas", "Does not fit at {place}").format(place=picture.place)
    picture.text = BubbleText(title, why, fix)
    view = QRectF(QPointF(), QSizeF(camera.width, camera.height))
    picture.bubble = place_bubble(bubble_size(picture.text), rect, [ghost, *picture.near], view)
    return picture


def bay_name(scene: ElevationScene, seat: Seat) -> str:
    """The name of a seat: its holder and its bay."""
    return f"{scene.name(ObjectRef('device', seat.holder_id))} · {seat.bay}"


def _has_bay_for(holder: Holder, kind: HardwareType) -> bool:
    return any(bay.name in holder.bays and suits(bay, kind) for bay in holder.kind.bays)


def _distance(box: Box, x: float, y: float) -> float:
    left, top, wide, high = box
    return max(left - x, 0.0, x - left - wide) + max(top - y, 0.0, y - top - high)
