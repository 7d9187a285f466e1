"""Drawing positions of devices in bays: in the area of the bay, on the face of the holder."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.device_locations import DEEPEST
from gpudesk.project.snapshot import Snapshot

Box = tuple[float, float, float, float]
"""x, y, width and height; y runs down."""


@dataclass(frozen=True, slots=True)
class Nested:
    """Drawn devices inside others, deepest last. Arrays of shape (n,).

    Attributes:
        drawing: the outermost drawing of each, as an index into the input.
        device, type_id: the place of each in the snapshot's table, and the id of its type.
        rects: x, y, width, height, shape (n, 4).
        shows: its visible face: the face of its bay.
    """

    drawing: Ids
    device: Ids
    type_id: Ids
    rects: Reals
    shows: Ids


def nested_in(snapshot: Snapshot, device: Ids, type_id: Ids, rects: Reals, shows: Ids) -> Nested:
    """Return the visible contents of the bays of drawn devices.

    Args:
        device, type_id, rects, shows: for each drawing; as in the result.
    """
    devices = snapshot["device"]
    inside = np.flatnonzero(devices["parent_id"] != ABSENT)
    drawing = np.arange(len(device))
    parts: list[Nested] = []
    if len(inside) and len(device):
        holders = devices.positions(devices["parent_id"][inside])
        order = np.argsort(holders, kind="stable")
        inside, holders = inside[order], holders[order]
        for _ in range(DEEPEST):
            low, high = (np.searchsorted(holders, device, side=side) for side in ("left", "right"))
            count = high - low
            if not count.sum():
                break
            of = np.repeat(np.arange(len(device)), count)
            child = inside[np.repeat(low, count) + np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)]
            shares, seen = _shares(snapshot, type_id[of], shows[of], child)
            of, child = of[seen], child[seen]
            boxes = rects[of]
            inner_rects = np.concatenate([boxes[:, :2] + shares[:, :2] * boxes[:, 2:], shares[:, 2:] * boxes[:, 2:]], axis=1)
            drawing, device, type_id, rects, shows = drawing[of], child, devices["type_id"][child], inner_rects, shows[of]
            parts.append(Nested(drawing, device, type_id, rects, shows))
    if not parts:
        empty = np.empty(0, np.int64)
        return Nested(empty, empty, empty, np.empty((0, 4)), empty)
    return Nested(*(np.concatenate([getattr(part, name) for part in parts]) for name in Nested.__slots__))


def _shares(snapshot: Snapshot, holder_type: Ids, shows: Ids, child: Ids) -> tuple[Reals, Ids]:
    """Which children are seen at all, and the share of its holder's drawing that each of these takes, shape (n, 4)."""
    slots = snapshot["device"]["slot"][child].tolist()
    known: dict[tuple[int, int], dict[str, Box]] = {}
    shares, seen = [], []
    for place, (type_id, face, slot) in enumerate(zip(holder_type.tolist(), shows.tolist(), slots, strict=True)):
        key = (type_id, face)
        if key not in known:
            known[key] = bay_shares(snapshot.types[type_id], Face(face))
        share = known[key].get(slot)
        if share is not None:
            shares.append(share)
            seen.append(place)
    return np.array(shares).reshape(-1, 4), np.array(seen, np.int64)


def bay_shares(kind: HardwareType, face: Face) -> dict[str, Box]:
    """The bays that are seen on a face of a type, as shares of its drawing."""
    return _kept_shares(_ById(kind), face)


@dataclass(frozen=True, slots=True, eq=False)
class _ById:
    """A type as a dictionary key: types contain mappings and are not hashable."""

    kind: HardwareType

    def __hash__(self) -> int:
        return id(self.kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.kind is self.kind


@lru_cache(maxsize=256)
def _kept_shares(key: _ById, face: Face) -> dict[str, Box]:
    kind = key.kind
    frame = face_frame(kind)
    if frame is None or frame.width_mm <= 0 or frame.height_mm <= 0:
        return {}
    wide, high = frame.width_mm, frame.height_mm
    return {
        bay.name: (
            bay.area.x_mm / wide,
            1 - (bay.area.y_mm + bay.area.height_mm) / high,
            bay.area.width_mm / wide,
            bay.area.height_mm / high,
        )
        for bay in kind.bays
        if bay.face is face and bay.area is not None
    }


def box_in(share: Box, rect: Box) -> Box:
    """A share of a drawing as a rectangle."""
    x, y, w, h = rect
    return x + share[0] * w, y + share[1] * h, share[2] * w, share[3] * h
