"""Content of an elevation drawing: the snapshot, its layout, and annotations on racks and devices."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtGui import QColor

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.onsite.work_shares import WorkShares
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Reals
from gpudesk.ui.canvas.faces.hardware_palette import block_colour
from gpudesk.ui.canvas.refs import CaptionSource, DevicePaint, Marks, ObjectRef, RackCaption, Scope
from gpudesk.ui.places.layout.racks.canvas.arrangement import Line, lines_of
from gpudesk.ui.places.layout.racks.canvas.elevation import EMPTY, Elevations
from gpudesk.ui.places.layout.racks.canvas.elevation_layout import lay_out
from gpudesk.ui.places.layout.racks.canvas.floor_strip import COOLS
from gpudesk.ui.places.layout.racks.canvas.rack_flow import SCREEN_SHAPE

_SHAPE_STEP = 1.15


@dataclass
class ElevationScene:
    """The state that the layers of an elevation paint.

    Attributes:
        snapshot: the project, or None if none is open.
        scope, faces: the racks and their faces.
        paint: devices painted by a property; None draws hardware as it looks.
        marks: severities of findings by object.
        dimmed: whether each device of the snapshot is dimmed (another build phase), None for none of them.
        captions: header and footer of a rack.
        shape: aspect ratio (width to height) of the view that the racks fill.
        work: progress of the work on site; None if not shown.
        wanted: ids of cooling units to draw although a drawing of all racks omits such units.
    """

    snapshot: Snapshot | None = None
    scope: Scope = field(default_factory=Scope)
    faces: Face = Face.BOTH
    paint: DevicePaint | None = None
    marks: Marks = field(default_factory=dict)
    dimmed: Mask | None = None
    captions: CaptionSource | None = None
    shape: float = SCREEN_SHAPE
    work: WorkShares | None = None
    wanted: frozenset[int] = frozenset()
    _layout: Elevations | None = None
    _lines: tuple[Snapshot, Scope, tuple[Line, ...]] | None = None
    _captions_kept: dict[int, RackCaption] = field(default_factory=dict)
    _blocks: tuple[Snapshot, Ids, list[QColor]] | None = None
    _marked: tuple[Ids, list[str]] | None = None
    _kinds: dict[int, HardwareType] = field(default_factory=dict)

    @property
    def layout(self) -> Elevations:
        """The layout, rebuilt if outdated."""
        if self._layout is None:
            snapshot = self.snapshot
            lines = () if snapshot is None else self._lines_of(snapshot)
            self._layout = EMPTY if snapshot is None else lay_out(snapshot, lines, self.faces, self.scope, self.shape, self.wanted)
        return self._layout

    def _lines_of(self, snapshot: Snapshot) -> tuple[Line, ...]:
        """The lines of racks, sorted again only where racks, rows or halls differ."""
        held_lines = self._lines
        if held_lines is None or held_lines[1] != self.scope or not _same(held_lines[0], snapshot, _LINED_UP):
            held_lines = self._lines = (snapshot, self.scope, lines_of(snapshot, self.scope))
        return held_lines[2]

    def show(self, snapshot: Snapshot | None, scope: Scope, faces: Face) -> bool:
        """Show a snapshot; returns whether the layout is rebuilt."""
        same = self.snapshot is not None and snapshot is not None and _same(self.snapshot, snapshot, _LAID_OUT)
        if not same or scope != self.scope or faces is not self.faces:
            self._layout = None
        if snapshot is not self.snapshot:
            self.work = None
            self._captions_kept.clear()
            self._kinds.clear()
            self._marked = self._blocks = None
            # What holds of the new state too is that of the new one: an old state holds its findings and all else made from it.
            lines = self._lines
            if lines is not None:
                self._lines = (snapshot, *lines[1:]) if snapshot is not None and _same(lines[0], snapshot, _LINED_UP) else None
        self.snapshot, self.scope, self.faces = snapshot, scope, faces
        return self._layout is None

    def want(self, refs: Iterable[ObjectRef]) -> bool:
        """Draw these objects even if they are cooling units; returns whether the layout is rebuilt."""
        device_ids = frozenset(ref.id for ref in refs if ref.table == "device" and self._cools(ref.id))
        if device_ids == self.wanted:
            return False
        self.wanted, self._layout = device_ids, None
        return True

    def _cools(self, device_id: int) -> bool:
        if self.snapshot is None or not self.snapshot["device"].has(device_id):
            return False
        row = self.snapshot["device"].row(device_id)
        return row["rack_id"] is None and self.kind(int(row["type_id"])).family in COOLS

    def suit(self, width: float, height: float) -> bool:
        """Fit the racks to a view of that size in px from now on; returns whether the layout is rebuilt.

        Views of nearly the same shape share one layout, so that racks do not jump while a splitter is dragged.
        """
        shape = _SHAPE_STEP ** round(math.log(max(width, 1.0) / max(height, 1.0)) / math.log(_SHAPE_STEP))
        if shape == self.shape:
            return False
        self.shape, self._layout = shape, None
        return True

    def set_captions(self, source: CaptionSource | None) -> None:
        """Use `source` for captions from now on."""
        self.captions = source
        self._captions_kept.clear()

    def set_marks(self, marks: Marks) -> None:
        """Show these severities."""
        self.marks = marks
        self._marked = None

    def caption(self, rack_id: int) -> RackCaption:
        """The caption of a rack, requested once per revision."""
        if self.captions is None:
            return RackCaption()
        if rack_id not in self._captions_kept:
            self._captions_kept[rack_id] = self.captions(rack_id)
        return self._captions_kept[rack_id]

    def kind(self, type_id: int) -> HardwareType:
        """A type of the project."""
        hardware_type = self._kinds.get(type_id)
        if hardware_type is None:
            if self.snapshot is None:
                raise KeyError(type_id)
            hardware_type = self._kinds[type_id] = self.snapshot.types[type_id]
        return hardware_type

    def kind_of_entry(self, entry: int) -> HardwareType:
        """The type of a drawn entry."""
        return self.kind(int(self.layout.entries.type_id[entry]))

    def device_id(self, entry: int) -> int:
        """The id of a drawn device."""
        if self.snapshot is None:
            raise KeyError(entry)
        return int(self.snapshot["device"].ids[self.layout.entries.device[entry]])

    def floor_id(self, place: int) -> int:
        """The id of a device outside racks, by its place in the strip."""
        if self.snapshot is None:
            raise KeyError(place)
        return int(self.snapshot["device"].ids[self.layout.floor.device[place]])

    def rack_id(self, elevation: int) -> int:
        """The id of the rack of an elevation."""
        return int(self.layout.rack_ids[self.layout.face_rack[elevation]])

    def rack_kind(self, rack_id: int) -> HardwareType:
        """The type of a rack."""
        if self.snapshot is None:
            raise KeyError(rack_id)
        racks = self.snapshot["rack"]
        return self.kind(int(racks["type_id"][racks.position(rack_id)]))

    def name(self, ref: ObjectRef) -> str:
        """The name of a rack or device, the reason of a reservation; empty if missing."""
        if self.snapshot is None or not self.snapshot[ref.table].has(ref.id):
            return ""
        table = self.snapshot[ref.table]
        column = "reason" if ref.table == "reservation" else "name"
        return str(table[column][table.position(ref.id)])

    def exists(self, ref: ObjectRef) -> bool:
        """Whether the object is in the snapshot."""
        return self.snapshot is not None and self.snapshot[ref.table].has(ref.id)

    def blocks(self) -> tuple[Ids, list[QColor]]:
        """For painting by hardware: the place of each device's color, and the colors."""
        snapshot = self.snapshot
        if snapshot is None:
            return np.empty(0, np.int64), []
        if self._blocks is None or self._blocks[0] is not snapshot:
            type_ids, place = np.unique(snapshot["device"]["type_id"], return_inverse=True)
            colours = [block_colour(snapshot.types[int(type_id)]) for type_id in type_ids]
            self._blocks = (snapshot, place.astype(np.int64), colours)
        return self._blocks[1], self._blocks[2]

    def marked_devices(self) -> tuple[Ids, list[str]]:
        """Ids of the devices with findings, ascending, and their severities."""
        if self._marked is None:
            marked_rows = sorted((ref.id, severity) for ref, severity in self.marks.items() if ref.table == "device")
            self._marked = (np.array([row[0] for row in marked_rows], np.int64), [row[1] for row in marked_rows])
        return self._marked

    def entry_of(self, ref: ObjectRef) -> Ids:
        """The entries that draw a device, shape (n,)."""
        if self.snapshot is None or not self.snapshot["device"].has(ref.id):
            return np.empty(0, np.int64)
        return self.layout.entries.of_device(self.snapshot["device"].position(ref.id))

    def rects_of(self, refs: Iterable[ObjectRef]) -> Reals:
        """Rectangles x, y, width, height of objects in mm, shape (n, 4): devices, then racks, then reservations."""
        ids: dict[str, list[int]] = {"device": [], "rack": [], "reservation": []}
        for ref in refs:
            ids[ref.table].append(ref.id)
        layout = self.layout
        parts = [np.empty((0, 4))]
        if ids["device"] and self.snapshot is not None:
            places = self.snapshot["device"].positions(np.array(ids["device"], np.int64))
            places = places[places != ABSENT]
            parts.append(layout.entries.rects[layout.entries.of_devices(places)])
            parts.append(layout.floor.rects[layout.floor.of_devices(places)])
        if ids["rack"]:
            racks = [layout.place_of_rack[rack] for rack in ids["rack"] if rack in layout.place_of_rack]
            parts.append(layout.frames[np.isin(layout.face_rack, racks)])
        if ids["reservation"]:
            parts.append(layout.reserved.rects[np.isin(self._reservation_ids(), ids["reservation"])])
        return np.concatenate(parts)

    def _reservation_ids(self) -> Ids:
        if self.snapshot is None:
            return np.empty(0, np.int64)
        return self.snapshot["reservation"].ids[self.layout.reserved.place]

    def reservation_id(self, place: int) -> int:
        """The id of a drawn reservation."""
        return int(self._reservation_ids()[place])


_LINED_UP: Mapping[str, tuple[str, ...]] = {
    "rack": ("id", "hall_id", "row_id", "name", "x_mm", "y_mm"),
    "rack_row": ("id", "name", "angle_ddeg"),
    "hall": ("id", "name"),
}
"""Tables that the rack lines are built from."""
_LAID_OUT: Mapping[str, tuple[str, ...]] = {
    **_LINED_UP,
    "rack": (*_LINED_UP["rack"], "type_id"),
    "device": ("id", "type_id", "rack_id", "hall_id", "parent_id", "slot", "position", "face", "side"),
    "reservation": ("id", "rack_id", "position", "height", "face"),
    "catalog_item": ("id", "body"),
}
"""Tables that the layout is built from."""


def _same(before: Snapshot, after: Snapshot, columns: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether none of these columns differs: those that did not change are shared by snapshots."""
    return all(before[table][name] is after[table][name] for table, names in columns.items() for name in names)
