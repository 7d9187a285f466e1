"""Positions of all parts of rack elevations, in millimeters.

The drawing's x runs right and y down; unit 1 is at the bottom. A rack is a cell with one or two elevations (front,
rear) that share one column of unit numbers. True proportions: 482.6 mm (or 537 mm) between the outer edges of the
rails, units of the rack's own pitch.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.places.layout.racks.canvas.floor_strip import NO_STRIP, FloorStrip

HEAD_MM = 200.0
FOOT_MM = 96.0
CAP_MM = 30.0
"""The frame above and below the units."""
NUMBERS_MM = 84.0
"""The column of unit numbers."""
BETWEEN_RACKS_MM = 130.0
BETWEEN_LINES_MM = 190.0
BETWEEN_COLUMNS_MM = 700.0
POST_MM = 28.0
"""Frame width next to the rails if there are no positions next to the units."""
BESIDE_MM = 62.0
"""Width of one vertical position next to the units."""


@dataclass(frozen=True)
class Entries:
    """Drawn devices, grouped by elevation, devices seen from the rear before those that cover them.

    Attributes:
        face: the elevation; a device visible on both faces appears twice, shape (n,).
        device, type_id: index of the device in the snapshot table, and the id of its type, shape (n,).
        rects: x, y, width, height, shape (n, 4).
        shows: the visible face of the device itself, shape (n,).
        beside: whether it is next to the units, shape (n,).
        nested: whether it is in a bay of another drawn device, shape (n,).
        first: start index of the entries of each elevation, shape (elevations + 1,).
    """

    face: Ids
    device: Ids
    type_id: Ids
    rects: Reals
    shows: Ids
    beside: Mask
    nested: Mask
    first: Ids

    @cached_property
    def _by_device(self) -> tuple[Ids, Ids]:
        order = np.argsort(self.device, kind="stable")
        return self.device[order], order

    def of_devices(self, places: Ids) -> Ids:
        """The entries of the devices at some places of the table."""
        if len(places) == 1:
            return self.of_device(int(places[0]))
        entry_places: Ids = np.flatnonzero(np.isin(self.device, places))
        return entry_places

    def of_device(self, place: int) -> Ids:
        """Entries that draw the device at index `place` of its table, shape (0, 1 or 2,)."""
        devices, order = self._by_device
        low, high = np.searchsorted(devices, [place, place + 1])
        return order[low:high]

    @cached_property
    def _stacked(self) -> Ids:
        """Places of the entries, elevation by elevation and column by column from the top down."""
        return np.lexsort([self.rects[:, 1], self.rects[:, 0], self.face])

    def runs(self, group: Ids) -> tuple[Reals, Ids]:
        """Stacked entries of the same group, merged into rectangles: rectangles (n, 4) and their groups (n,).

        Args:
            group: the group of each entry.
        """
        order = self._stacked
        if not len(order):
            return self.rects, group
        rects, group, face = self.rects[order], group[order], self.face[order]
        far = rects[:, 1] + rects[:, 3]
        parted = (face[1:] != face[:-1]) | (rects[1:, 0] != rects[:-1, 0]) | (group[1:] != group[:-1]) | (rects[1:, 1] - far[:-1] > 1.0)
        starts = np.concatenate([[0], np.flatnonzero(parted) + 1])
        merged_rects = rects[starts]
        merged_rects[:, 3] = np.maximum.reduceat(far, starts) - merged_rects[:, 1]
        return merged_rects, group[starts]

    def of_elevation(self, elevation: int) -> Ids:
        """The entries of an elevation, shape (n,)."""
        return np.arange(self.first[elevation], self.first[elevation + 1])


@dataclass(frozen=True)
class Reserved:
    """Drawn reservations: index in the snapshot table, elevation, and rectangle, shapes (n,), (n,), (n, 4)."""

    place: Ids
    face: Ids
    rects: Reals


@dataclass(frozen=True)
class Elevations:
    """The layout. Arrays of racks have shape (racks,), of elevations (elevations,).

    Attributes:
        faces: faces shown of each rack: front, rear or both.
        line_titles, line_boxes: names and rectangles (x, y, width, height) of the lines of racks.
        rack_ids, rack_line: racks in drawing order and the line of each.
        cells: rectangle of each rack with its header and footer, shape (racks, 4).
        half_units, pitch_mm: height and unit pitch of each rack.
        numbers_x: center of the unit number column.
        face_rack, face: index of the rack of each elevation in `rack_ids`, and the face shown.
        left, width, channel: left edge and width between the outer edges of the rails, and the space next to them.
        top, bottom: the upper edge of the highest and the lower edge of the lowest unit.
        places_beside: number of vertical positions on each side.
        entries: the devices.
        reserved: the reservations.
        floor: devices outside racks.
        bounds: bounds of everything.
    """

    faces: Face
    line_titles: tuple[str, ...]
    line_boxes: Reals
    rack_ids: Ids
    rack_line: Ids
    cells: Reals
    half_units: Ids
    pitch_mm: Reals
    numbers_x: Reals
    face_rack: Ids
    face: Ids
    left: Reals
    width: Reals
    channel: Reals
    top: Reals
    bottom: Reals
    places_beside: Ids
    entries: Entries
    reserved: Reserved
    floor: FloorStrip
    bounds: Bounds

    @cached_property
    def frames(self) -> Reals:
        """The rectangle of the frame of each elevation, shape (elevations, 4)."""
        x = self.left - self.channel
        return np.stack([x, self.top - CAP_MM, self.width + 2 * self.channel, self.bottom - self.top + 2 * CAP_MM], axis=1)

    @cached_property
    def empty_units(self) -> tuple[Ids, Ids]:
        """Empty units: their elevations, ascending, and numbers from 0 upward, shape (n,) each."""
        units = self.half_units[self.face_rack] // 2
        first = np.concatenate([[0], np.cumsum(units)])
        empty = np.ones(int(first[-1]), bool)
        entries = self.entries
        inside = np.flatnonzero(~entries.beside)
        face = entries.face[inside]
        pitch = self.pitch_mm[self.face_rack[face]]
        rects = entries.rects[inside]
        low = np.floor((self.bottom[face] - rects[:, 1] - rects[:, 3]) / pitch + 1e-6).astype(np.int64)
        high = np.ceil((self.bottom[face] - rects[:, 1]) / pitch - 1e-6).astype(np.int64)
        low, high = np.clip(low, 0, units[face]), np.clip(high, 0, units[face])
        count = high - low
        covered = np.repeat(first[face] + low, count) + np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
        empty[covered] = False
        places = np.flatnonzero(empty)
        owner = np.searchsorted(first, places, side="right") - 1
        return owner.astype(np.int64), (places - first[owner]).astype(np.int64)

    @cached_property
    def faces_of_rack(self) -> Ids:
        """The elevations of each rack, ABSENT for a second one that is not shown, shape (racks, 2)."""
        elevations = np.full((len(self.rack_ids), 2), ABSENT, np.int64)
        per_rack = 2 if self.faces is Face.BOTH else 1
        for number in range(per_rack):
            elevations[:, number] = np.arange(len(self.rack_ids)) * per_rack + number
        return elevations

    @cached_property
    def place_of_rack(self) -> dict[int, int]:
        """Rack id → place in `rack_ids`."""
        return {int(rack_id): place for place, rack_id in enumerate(self.rack_ids)}

    def unit_y(self, elevation: int, half_unit: float) -> float:
        """The y of the lower edge of a half unit of an elevation."""
        rack = int(self.face_rack[elevation])
        return float(self.bottom[elevation] - half_unit * self.pitch_mm[rack] / 2)

    def span_rect(self, elevation: int, low: int, high: int, side: int | None = None) -> tuple[float, ...]:
        """The rectangle (x, y, width, height) of half units `low` to `high`; `side` as seen in that elevation."""
        top, bottom = self.unit_y(elevation, high), self.unit_y(elevation, low)
        left, width = float(self.left[elevation]), float(self.width[elevation])
        if side is not None:
            width /= 2
            left += side * width
        return left, top, width, bottom - top

    def beside_rect(self, elevation: int, low: int, high: int, side: int, slot: int) -> tuple[float, ...]:
        """The rectangle of a vertical position next to the units."""
        places = max(1, int(self.places_beside[elevation]))
        room = float(self.channel[elevation]) / places
        x = self.left[elevation] - self.channel[elevation] + slot * room
        if side == 1:
            x = self.left[elevation] + self.width[elevation] + self.channel[elevation] - (slot + 1) * room
        top, bottom = self.unit_y(elevation, high), self.unit_y(elevation, low)
        return float(x), top, room, bottom - top


def _nothing() -> Elevations:
    ids, reals, rects = np.empty(0, np.int64), np.empty(0), np.empty((0, 4))
    return Elevations(
        faces=Face.BOTH,
        line_titles=(),
        line_boxes=rects,
        rack_ids=ids,
        rack_line=ids,
        cells=rects,
        half_units=ids,
        pitch_mm=reals,
        numbers_x=reals,
        face_rack=ids,
        face=ids,
        left=reals,
        width=reals,
        channel=reals,
        top=reals,
        bottom=reals,
        places_beside=ids,
        entries=Entries(ids, ids, ids, rects, ids, np.empty(0, bool), np.empty(0, bool), np.zeros(1, np.int64)),
        reserved=Reserved(ids, ids, rects),
        floor=NO_STRIP,
        bounds=Bounds(0.0, 0.0, 1000.0, 1000.0),
    )


EMPTY = _nothing()
"""The layout of no racks."""
