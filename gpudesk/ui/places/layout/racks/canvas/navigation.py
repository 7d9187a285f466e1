"""Moving through racks and devices by the arrow keys."""

import numpy as np

from gpudesk.core.hardware.hardware import Face
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene


def rack_of(scene: ElevationScene, ref: ObjectRef) -> int | None:
    """Layout index of the rack that an object is or is in."""
    if scene.snapshot is None or not scene.exists(ref):
        return None
    rack_id = ref.id
    if ref.table == "device":
        rack_id = int(scene.snapshot.cached(whereabouts).rack[scene.snapshot["device"].position(ref.id)])
    elif ref.table != "rack":
        table = scene.snapshot[ref.table]
        rack_id = int(table["rack_id"][table.position(ref.id)])
    return scene.layout.place_of_rack.get(rack_id)


def devices_of(scene: ElevationScene, rack: int) -> list[int]:
    """Ids of the devices drawn in a rack, from bottom to top; those next to the units come last."""
    layout, entries = scene.layout, scene.layout.entries
    sort_keys: dict[int, tuple[bool, float, float]] = {}
    for elevation in layout.faces_of_rack[rack]:
        if elevation < 0:
            continue
        for entry in entries.of_elevation(int(elevation)):
            rect = entries.rects[entry]
            key = (bool(entries.beside[entry]), -float(rect[1] + rect[3]), float(rect[0]))
            sort_keys.setdefault(scene.device_id(int(entry)), key)
    return sorted(sort_keys, key=lambda device_id: sort_keys[device_id])


def drawn(scene: ElevationScene, ref: ObjectRef) -> ObjectRef:
    """The object itself, or its nearest drawn ancestor if it is not drawn: its bay may be hidden or missing."""
    if scene.snapshot is None or ref.table != "device" or not scene.exists(ref) or len(scene.entry_of(ref)):
        return ref
    devices = scene.snapshot["device"]
    place = devices.position(ref.id)
    if len(scene.layout.floor.of_devices(np.array([place]))):
        return ref
    return ObjectRef("device", int(devices.ids[scene.snapshot.cached(whereabouts).root[place]]))


def above_or_below(scene: ElevationScene, ref: ObjectRef, step: int) -> ObjectRef | None:
    """The next device up (`step` 1) or down (-1) in the rack of `ref`; from a rack itself its lowest or highest device."""
    ref = drawn(scene, ref)
    rack = rack_of(scene, ref)
    if rack is None:
        return None
    devices = devices_of(scene, rack)
    if ref.table != "device":
        return ObjectRef("device", devices[0 if step > 0 else -1]) if devices else None
    place = devices.index(ref.id) + step
    return ObjectRef("device", devices[place]) if 0 <= place < len(devices) else None


def end_of_rack(scene: ElevationScene, ref: ObjectRef, top: bool) -> ObjectRef | None:
    """The highest or lowest device of the rack of `ref`."""
    rack = rack_of(scene, ref)
    devices = [] if rack is None else devices_of(scene, rack)
    return ObjectRef("device", devices[-1 if top else 0]) if devices else None


def beside(scene: ElevationScene, ref: ObjectRef, step: int) -> ObjectRef | None:
    """The object at the same height in the next rack to the right (1) or left (-1); the rack itself if it is empty.

    The devices outside racks follow the last rack.
    """
    ref = drawn(scene, ref)
    rack = rack_of(scene, ref)
    if rack is None:
        return _outside(scene, ref, step)
    other = rack + step
    if other == len(scene.layout.rack_ids) and len(scene.layout.floor.device):
        return ObjectRef("device", scene.floor_id(0))
    if not 0 <= other < len(scene.layout.rack_ids):
        return None
    devices = devices_of(scene, other)
    if not devices:
        return ObjectRef("rack", int(scene.layout.rack_ids[other]))
    if ref.table != "device":
        return ObjectRef("device", devices[-1])
    here = height_mm(scene, ref)
    return ObjectRef("device", min(devices, key=lambda device: abs(height_mm(scene, ObjectRef("device", device)) - here)))


def _outside(scene: ElevationScene, ref: ObjectRef, step: int) -> ObjectRef | None:
    """The neighbor of a device outside racks; the last rack precedes the first one."""
    strip, snapshot = scene.layout.floor, scene.snapshot
    if snapshot is None or ref.table != "device" or not snapshot["device"].has(ref.id):
        return None
    strip_indices = strip.of_devices(np.array([snapshot["device"].position(ref.id)]))
    if not len(strip_indices):
        return None
    other = int(strip_indices[0]) + step
    if other < 0 and len(scene.layout.rack_ids):
        return ObjectRef("rack", int(scene.layout.rack_ids[-1]))
    return ObjectRef("device", scene.floor_id(other)) if 0 <= other < len(strip.device) else None


def height_mm(scene: ElevationScene, ref: ObjectRef) -> float:
    """Height of the center of a device above the floor of its rack."""
    layout, entries = scene.layout, scene.layout.entries
    entry = int(scene.entry_of(ref)[0])
    rect = entries.rects[entry]
    return float(layout.bottom[entries.face[entry]] - rect[1] - rect[3] / 2)


def first_seen(scene: ElevationScene, left: float, top: float, right: float, bottom: float) -> ObjectRef | None:
    """Start of keyboard navigation: the highest device of the first rack in view, or that rack; otherwise devices outside racks."""
    layout = scene.layout
    cells = layout.cells
    inside = (cells[:, 0] + cells[:, 2] > left) & (cells[:, 0] < right) & (cells[:, 1] + cells[:, 3] > top) & (cells[:, 1] < bottom)
    racks = np.flatnonzero(inside)
    if not len(racks):
        rects = layout.floor.rects[: layout.floor.standing]
        seen = (rects[:, 0] + rects[:, 2] > left) & (rects[:, 0] < right) & (rects[:, 1] + rects[:, 3] > top) & (rects[:, 1] < bottom)
        return ObjectRef("device", scene.floor_id(int(np.argmax(seen)))) if seen.any() else None
    devices = devices_of(scene, int(racks[0]))
    if devices:
        return ObjectRef("device", devices[-1])
    return ObjectRef("rack", int(layout.rack_ids[racks[0]]))


def default_face(scene: ElevationScene) -> Face:
    """The face for new objects placed by keyboard: front, or rear if only that is shown."""
    return Face.REAR if scene.faces is Face.REAR else Face.FRONT
