"""The view of rack elevations: its content, its selection, and its tooltips."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.racks.placement import Mask
from gpudesk.onsite.work_shares import WorkShares
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds, Margins
from gpudesk.ui.canvas.refs import CaptionSource, DevicePaint, Marks, ObjectRef, Scope
from gpudesk.ui.canvas.select_view import SelectView
from gpudesk.ui.places.layout.racks.canvas import hit, navigation
from gpudesk.ui.places.layout.racks.canvas.device_layer import DeviceLayer
from gpudesk.ui.places.layout.racks.canvas.floor_layer import FloorLayer
from gpudesk.ui.places.layout.racks.canvas.legend_layer import LINE_PX, MARGIN_PX, LegendLayer
from gpudesk.ui.places.layout.racks.canvas.overlay_layer import SelectionLayer
from gpudesk.ui.places.layout.racks.canvas.progress_layer import ElevationProgressLayer
from gpudesk.ui.places.layout.racks.canvas.rack_layer import PartingLayer, RackLayer, ReservationLayer, ReservationWordsLayer
from gpudesk.ui.places.layout.racks.canvas.rack_text_layer import RackTextLayer, foot_texts
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.places.layout.racks.canvas.selection_table import SelectionTable, row_of
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("ElevationView")

_REVEAL_MM = 40.0


class ElevationView(SelectView):
    """Racks side by side, front and rear. It reads snapshots and does not write.

    Attributes:
        scene: the content drawn.
        selection_table: the selection as a table model.
    """

    selection_changed = Signal(list)
    """The selected `ObjectRef`s, in the order of selection."""
    hovered = Signal(object)
    """The `ObjectRef` under the pointer, or None."""
    _marks: SelectionLayer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Rack elevations"))
        self.setProperty(OWN_FOCUS, True)
        self.scene = ElevationScene()
        self.selection_table = SelectionTable(self)
        self._devices = DeviceLayer(self.scene)
        self._floor = FloorLayer(self.scene, self._devices.faces)
        self._marks = SelectionLayer(self.scene)
        self._legend = LegendLayer(self.scene)
        self.base = (
            RackLayer(self.scene),
            ReservationLayer(self.scene),
            self._devices,
            self._floor,
            ElevationProgressLayer(self.scene),
            PartingLayer(self.scene),
            ReservationWordsLayer(self.scene),
            RackTextLayer(self.scene),
        )
        self.pinned = (self._legend,)
        self.overlay = (self._marks,)

    # what is shown

    def let_go(self) -> None:
        """Free the pictures of faces as well."""
        super().let_go()
        self._devices.faces.pictures.let_go()

    def set_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show another project state; deleted objects are deselected."""
        self._show(snapshot, self.scene.scope, self.scene.faces)
        remaining = [ref for ref in self._marks.selected if self.scene.exists(ref)]
        if self._marks.current is not None and not self.scene.exists(self._marks.current):
            self._marks.current = None
        if self._marks.hovered is not None and not self.scene.exists(self._marks.hovered):
            self._hover(None)
        if len(remaining) != len(self._marks.selected):
            self.set_selection(remaining)
        else:
            self._tell_selection()

    @property
    def scope(self) -> Scope:
        """Which racks are shown."""
        return self.scene.scope

    def set_scope(self, scope: Scope) -> None:
        """Show other racks, all of them in view."""
        self._show(self.scene.snapshot, scope, self.scene.faces)
        self.fit(animated=False)

    @property
    def faces(self) -> Face:
        """Which faces are shown: front, rear or both."""
        return self.scene.faces

    def set_faces(self, faces: Face) -> None:
        """Show fronts, rears, or both side by side."""
        self._show(self.scene.snapshot, self.scene.scope, faces)

    def set_captions(self, source: CaptionSource | None) -> None:
        """Set `source` as the provider of rack headers and footers; it is called once per snapshot for racks in view."""
        self.scene.set_captions(source)
        self.invalidate()

    def set_paint(self, paint: DevicePaint | None) -> None:
        """Paint devices by a property (made for the snapshot that is shown), or as they look."""
        before, self.scene.paint = self.scene.paint, paint
        if (before is None) is not (paint is None):
            # The legend comes or goes, and a drawing that fits makes room for it.
            self.set_bounds(self.bounds)
        self.invalidate()

    @property
    def margins(self) -> Margins:
        """Space for the legend below, if there is one."""
        return Margins(bottom=MARGIN_PX + LINE_PX + 8.0) if self.scene.paint is not None else Margins()

    def set_marks(self, marks: Marks) -> None:
        """Mark objects with the severities of their findings."""
        self.scene.set_marks(marks)
        self.invalidate()

    def set_work(self, work: WorkShares | None) -> None:
        """Show how far the work on site is on racks and devices, or do not."""
        if work is not self.scene.work:
            self.scene.work = work
            self.invalidate()

    def set_dimmed(self, dimmed: Mask | None) -> None:
        """Dim some devices (those of other phases); one Boolean per device of the snapshot."""
        self.scene.dimmed = dimmed
        self.invalidate()

    def _show(self, snapshot: Snapshot | None, scope: Scope, faces: Face) -> None:
        rows = -1 if snapshot is None else snapshot["device"].rows
        # A paint or a mask made for other rows says nothing about these.
        if self.scene.paint is not None and len(self.scene.paint.step) != rows:
            self.scene.paint = None
        if self.scene.dimmed is not None and len(self.scene.dimmed) != rows:
            self.scene.dimmed = None
        if self.scene.show(snapshot, scope, faces):
            self.set_bounds(self.scene.layout.bounds)
        self.invalidate()

    # selection

    @property
    def selected_devices(self) -> tuple[int, ...]:
        """Ids of the selected devices."""
        return tuple(ref.id for ref in self._marks.selected if ref.table == "device")

    def set_selection(self, refs: Iterable[ObjectRef], *, current: ObjectRef | None = None) -> None:
        """Select exactly these; `current` is where keyboard navigation continues, by default the last of them."""
        chosen = tuple(dict.fromkeys(refs))
        if chosen == self._marks.selected and current is None:
            return
        region = self._marks.extent(self.camera, [*self._marks.selected, *self._current_refs()])
        changed = chosen != self._marks.selected
        if self.scene.want(chosen):
            self.set_bounds(self.scene.layout.bounds)
            self.invalidate()
        self._marks.selected = chosen
        self._marks.current = current or (chosen[-1] if chosen else None)
        self._repaint_marks(region)
        if changed:
            self._tell_selection()
            self.selection_changed.emit(list(chosen))

    def shows(self, ref: ObjectRef) -> bool:
        """Whether an object is part of the drawing (in view or not)."""
        return self.bounds_of([ref]) is not None

    def reveal_refs(self, refs: Iterable[ObjectRef], *, fill: bool = False) -> None:
        """Bring objects into view, moving as little as needed; with `fill`, their racks at full height."""
        chosen = [navigation.drawn(self.scene, ref) for ref in refs]
        bounds = self.bounds_of(chosen)
        if bounds is None:
            return
        if not fill:
            self.reveal(bounds.grown(_REVEAL_MM))
            return
        layout = self.scene.layout
        racks = {navigation.rack_of(self.scene, ref) for ref in chosen} - {None}
        for x, y, w, h in layout.cells[sorted(rack for rack in racks if rack is not None)]:
            bounds = bounds.united(Bounds(float(x), float(y), float(x + w), float(y + h)))
        self.fit(bounds)

    def bounds_of(self, refs: Iterable[ObjectRef]) -> Bounds | None:
        """Bounding rectangle of the drawings of objects, or None if none of them is drawn."""
        rects = self.scene.rects_of(refs)
        if not len(rects):
            return None
        far = rects[:, :2] + rects[:, 2:]
        return Bounds(float(rects[:, 0].min()), float(rects[:, 1].min()), float(far[:, 0].max()), float(far[:, 1].max()))

    def object_at(self, point: QPoint) -> ObjectRef | None:
        """The object drawn at a point of the widget."""
        return hit.object_at(self.scene, *self.point_mm(point))

    def _current_refs(self) -> list[ObjectRef]:
        return [] if self._marks.current is None else [self._marks.current]

    def _repaint_marks(self, before: QRegion) -> None:
        self.update(before + self._marks.extent(self.camera, [*self._marks.selected, *self._current_refs()]))

    def _hover(self, ref: ObjectRef | None) -> None:
        if ref == self._marks.hovered:
            return
        old = [] if self._marks.hovered is None else [self._marks.hovered]
        new = [] if ref is None else [ref]
        self._marks.hovered = ref
        self.update(self._marks.extent(self.camera, old + new))
        self.hovered.emit(ref)

    def _tell_selection(self) -> None:
        """Keep table and accessible description up to date."""
        refs = self._marks.selected
        self.selection_table.show_selection(self.scene.snapshot, refs)
        snapshot = self.scene.snapshot
        if not refs or snapshot is None:
            self.setAccessibleDescription(tr("Nothing selected"))
        elif len(refs) == 1 and self.scene.exists(refs[0]):
            self.setAccessibleDescription(", ".join(word for word in row_of(snapshot, refs[0]) if word))
        else:
            self.setAccessibleDescription(tr("Selected: {count}").format(count=len(refs)))

    # painting and telling

    def fit(self, bounds: Bounds | None = None, *, animated: bool = True) -> None:
        """Show all of `bounds`, or of the drawing, which then takes the shape of the view."""
        if bounds is None:
            margins = self.margins
            wide, high = self.width() - margins.left - margins.right, self.height() - margins.top - margins.bottom
            if self.scene.suit(wide, high):
                self.take_bounds(self.scene.layout.bounds)
        super().fit(bounds, animated=animated)

    def fit_selection(self) -> None:
        """Show the selection, or everything."""
        self.fit(self.bounds_of(self._marks.selected) if self._marks.selected else None)

    def tool_tip_at(self, point: QPoint) -> str:
        """Name, type, rack and units of the object at a point."""
        ref = self.object_at(point)
        if ref is None or self.scene.snapshot is None:
            return ""
        words = row_of(self.scene.snapshot, ref)
        if ref.table == "rack":
            caption, place = self.scene.caption(ref.id), self.scene.layout.place_of_rack[ref.id]
            foot = " · ".join(foot_texts(caption, int(self.scene.layout.half_units[place])))
            return "\n".join(filter(None, (words[0], words[1], caption.detail, foot)))
        return f"{words[0]}\n{words[1]}\n" + " · ".join(word for word in words[2:] if word)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is hovered outside."""
        self._hover(None)
        super().leaveEvent(event)
