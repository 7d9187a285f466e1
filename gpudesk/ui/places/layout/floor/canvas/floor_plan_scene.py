"""Content of a floor drawing: one hall of a snapshot, the paint of its racks, and annotations on them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.floor.floor import TILE_MM
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.onsite.work_shares import WorkShares
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.refs import RackPaint
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import EMPTY, TABLE, WAYS, ItemLayout, lay_out_items
from gpudesk.ui.places.layout.floor.canvas.floor_plan_layout import FloorLayout, lay_out_floor
from gpudesk.ui.places.layout.racks.canvas.rack_counts import RackCounts
from gpudesk.ui.toolkit.object_ref import ObjectRef

_LAID_OUT: Mapping[str, tuple[str, ...]] = {
    "hall": ("id", "name", "width_mm", "depth_mm", "tile_mm"),
    "rack_row": ("id", "hall_id", "name", "x_mm", "y_mm", "angle_ddeg"),
    "rack": ("id", "hall_id", "row_id", "type_id", "name", "x_mm", "y_mm", "angle_ddeg"),
    "device": ("id", "hall_id", "type_id", "name", "x_mm", "y_mm", "angle_ddeg"),
    "catalog_item": ("id", "body"),
}
"""Tables that the layout is built from."""


@dataclass
class FloorScene:
    """The state that the layers of a floor paint.

    Attributes:
        snapshot: the project, or None if none is open.
        hall_id: the hall, or None.
        paint: the paint of the racks.
        counts: number of findings of racks and floor devices.
        moved: bodies temporarily drawn elsewhere, by their index in the layout.
        moved_items: floor items and pathways temporarily drawn elsewhere, by their keys.
        ways: whether pathways are shown.
        lit: lines of highlighted cables, in mm.
        work: progress of the work on site; None if not shown.
    """

    snapshot: Snapshot | None = None
    hall_id: int | None = None
    paint: RackPaint | None = None
    counts: RackCounts | None = None
    moved: frozenset[int] = frozenset()
    moved_items: frozenset[int] = frozenset()
    ways: bool = True
    lit: tuple[Reals, ...] = ()
    work: WorkShares | None = None
    _layout: FloorLayout | None = None
    _numbers: Mapping[str, Ids] = field(default_factory=dict)
    _items: tuple[tuple[object, object] | None, int | None, ItemLayout] = (None, None, EMPTY)

    @property
    def layout(self) -> FloorLayout | None:
        """The layout, rebuilt if outdated; None without a hall."""
        if self._layout is None and self.snapshot is not None and self.hall_id is not None:
            self._layout = lay_out_floor(self.snapshot, self.hall_id)
        return self._layout

    @property
    def tile_mm(self) -> int:
        """The side of the tiles of the hall."""
        return TILE_MM if self.layout is None else self.layout.tile_mm

    @property
    def items(self) -> ItemLayout:
        """Floor items of the hall, rebuilt if outdated."""
        if self.snapshot is None or self.hall_id is None:
            return EMPTY
        rows = self.snapshot[TABLE], self.snapshot[WAYS] if self.ways else None
        known = self._items[0]
        if known is None or known[0] is not rows[0] or known[1] is not rows[1] or self._items[1] != self.hall_id:
            self._items = (rows, self.hall_id, lay_out_items(self.snapshot, self.hall_id, ways=self.ways))
        return self._items[2]

    def show(self, snapshot: Snapshot | None, hall_id: int | None) -> bool:
        """Show a hall of a snapshot; returns whether its layout is rebuilt."""
        same = self.snapshot is not None and snapshot is not None and _same(self.snapshot, snapshot) and hall_id == self.hall_id
        if not same:
            self._layout = None
        if snapshot is not self.snapshot or hall_id != self.hall_id:
            # Steps and counts of another state say nothing about this one.
            self.paint = self.counts = self.work = None
            self._numbers = {}
        self.snapshot, self.hall_id = snapshot, hall_id
        return not same

    def set_paint(self, paint: RackPaint | None, counts: RackCounts | None) -> None:
        """Paint racks by a property, and mark them with their findings; both made for the snapshot that is shown."""
        self.paint, self.counts = paint, counts
        self._numbers = {}

    def steps(self) -> Ids:
        """The paint step of each body, -1 for floor devices and unpainted bodies, shape (bodies,)."""
        return self._per_body("steps")

    def errors(self) -> Ids:
        """The errors that name each body, shape (bodies,)."""
        return self._per_body("errors")

    def warnings(self) -> Ids:
        """The warnings that name each body, shape (bodies,)."""
        return self._per_body("warnings")

    def edged(self) -> Mask:
        """Whether the front of each body is a thick edge in the color of a severity, shape (bodies,)."""
        return self._per_body("edged").astype(bool)

    def _per_body(self, name: str) -> Ids:
        layout = self.layout
        if layout is None:
            return np.empty(0, np.int64)
        if not self._numbers:
            racks, devices = layout.place[: layout.racks], layout.ids[layout.racks :].tolist()
            steps, errors, warnings = np.full(len(layout), -1, np.int64), np.zeros(len(layout), np.int64), np.zeros(len(layout), np.int64)
            if self.paint is not None:
                steps[: layout.racks] = self.paint.step[racks]
                steps[layout.racks :] = [self.paint.floor.get(device, (-1, ""))[0] for device in devices]
            if self.counts is not None:
                errors[: layout.racks], warnings[: layout.racks] = self.counts.errors[racks], self.counts.warnings[racks]
                floor_counts = [self.counts.on_floor.get(device, (0, 0)) for device in devices]
                errors[layout.racks :], warnings[layout.racks :] = (
                    [floor_count[0] for floor_count in floor_counts],
                    [floor_count[1] for floor_count in floor_counts],
                )
            edged, edges = np.zeros(len(layout), np.int64), {} if self.paint is None else self.paint.edges
            edged[layout.racks :] = [bool(edges.get(device)) for device in devices]
            self._numbers = {"steps": steps, "errors": errors, "warnings": warnings, "edged": edged}
        return self._numbers[name]

    def item_findings(self, item_id: int) -> tuple[int, int]:
        """How many errors and warnings name a floor item."""
        return (0, 0) if self.counts is None else self.counts.items.get(item_id, (0, 0))

    def figure(self, place: int) -> str:
        """Figure of a body below its name."""
        layout = self.layout
        if layout is None or self.paint is None:
            return ""
        if place >= layout.racks:
            return self.paint.floor.get(int(layout.ids[place]), (-1, ""))[1]
        return self.paint.figures[int(layout.place[place])]

    def exists(self, ref: ObjectRef) -> bool:
        """Whether the object is in the snapshot."""
        return self.snapshot is not None and self.snapshot[ref.table].has(ref.id)

    def bodies_of(self, refs: Iterable[ObjectRef]) -> Ids:
        """The bodies that represent objects, each once, ascending."""
        layout = self.layout
        if layout is None:
            return np.empty(0, np.int64)
        return np.array(sorted({place for ref in refs for place in layout.places_of(ref)}), np.int64)

    def bounds_of(self, refs: Iterable[ObjectRef]) -> Bounds | None:
        """Bounding rectangle of objects, or None if none of them is in this hall."""
        objects = list(refs)
        layout, places = self.layout, self.bodies_of(objects)
        items = self.items.bounds_of(objects)
        if layout is None or not len(places):
            return items
        low, high = layout.low[places].min(axis=0), layout.high[places].max(axis=0)
        bodies = Bounds(float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        return bodies if items is None else bodies.united(items)


def _same(before: Snapshot, after: Snapshot) -> bool:
    return before is after or all(before[table][name] is after[table][name] for table, names in _LAID_OUT.items() for name in names)
