"""Objects under a point or in a rubber band of an elevation drawing."""

import numpy as np

from gpudesk.core.values.columns import Ids
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.canvas.elevation import Elevations
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene


def _last(mask: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int | None:
    hits = np.flatnonzero(mask)
    return int(hits[-1]) if len(hits) else None


def elevation_at(layout: Elevations, x_mm: float, y_mm: float) -> int | None:
    """The elevation whose frame holds a point."""
    frames = layout.frames
    return _last(
        (frames[:, 0] <= x_mm) & (x_mm < frames[:, 0] + frames[:, 2]) & (frames[:, 1] <= y_mm) & (y_mm < frames[:, 1] + frames[:, 3])
    )


def entry_at(layout: Elevations, elevation: int, x_mm: float, y_mm: float) -> int | None:
    """The topmost device drawn at a point of an elevation."""
    entries = layout.entries
    low, high = int(entries.first[elevation]), int(entries.first[elevation + 1])
    rects = entries.rects[low:high]
    hit_entry = _last(
        (rects[:, 0] <= x_mm) & (x_mm < rects[:, 0] + rects[:, 2]) & (rects[:, 1] <= y_mm) & (y_mm < rects[:, 1] + rects[:, 3])
    )
    return None if hit_entry is None else low + hit_entry


def rack_at(layout: Elevations, x_mm: float, y_mm: float) -> int | None:
    """The place of the rack whose cell, with head and foot, holds a point."""
    cells = layout.cells
    return _last((cells[:, 0] <= x_mm) & (x_mm < cells[:, 0] + cells[:, 2]) & (cells[:, 1] <= y_mm) & (y_mm < cells[:, 1] + cells[:, 3]))


def floor_at(layout: Elevations, x_mm: float, y_mm: float) -> int | None:
    """Index in the strip of the device outside racks that is drawn at a point."""
    rects = layout.floor.rects
    return _last((rects[:, 0] <= x_mm) & (x_mm < rects[:, 0] + rects[:, 2]) & (rects[:, 1] <= y_mm) & (y_mm < rects[:, 1] + rects[:, 3]))


def object_at(scene: ElevationScene, x_mm: float, y_mm: float) -> ObjectRef | None:
    """The device at a point, in a rack or outside, else the reservation, else the rack."""
    layout = scene.layout
    rack = rack_at(layout, x_mm, y_mm)
    if rack is None:
        place = floor_at(layout, x_mm, y_mm)
        return None if place is None else ObjectRef("device", scene.floor_id(place))
    for elevation in layout.faces_of_rack[rack]:
        if elevation < 0:
            continue
        entry = entry_at(layout, int(elevation), x_mm, y_mm)
        if entry is not None:
            return ObjectRef("device", scene.device_id(entry))
    rects = layout.reserved.rects
    reserved = _last(
        (rects[:, 0] <= x_mm) & (x_mm < rects[:, 0] + rects[:, 2]) & (rects[:, 1] <= y_mm) & (y_mm < rects[:, 1] + rects[:, 3])
    )
    if reserved is not None:
        return ObjectRef("reservation", scene.reservation_id(reserved))
    return ObjectRef("rack", int(layout.rack_ids[rack]))


def devices_in(scene: ElevationScene, band: Bounds) -> tuple[ObjectRef, ...]:
    """The devices that a rubber band touches, rack by rack from the bottom up, then those outside."""
    if scene.snapshot is None:
        return ()
    entries = scene.layout.entries
    # What sits in a device goes where that goes.
    touched = np.flatnonzero(overlapping(entries.rects, band) & ~entries.nested)
    devices: Ids = scene.snapshot["device"].ids[entries.device[touched]]
    order = np.lexsort([-entries.rects[touched, 1], entries.face[touched]])
    strip = scene.layout.floor
    outside = scene.snapshot["device"].ids[strip.device[: strip.standing][overlapping(strip.rects[: strip.standing], band)]]
    return tuple(ObjectRef("device", device_id) for device_id in dict.fromkeys([*devices[order].tolist(), *outside.tolist()]))


def half_unit_at(layout: Elevations, elevation: int, y_mm: float) -> int:
    """The half unit of an elevation at a height, within the rack."""
    rack = int(layout.face_rack[elevation])
    raw = (float(layout.bottom[elevation]) - y_mm) / (float(layout.pitch_mm[rack]) / 2)
    return int(min(max(np.floor(raw), 0), int(layout.half_units[rack]) - 1))
