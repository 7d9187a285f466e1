"""The view of a floor: the hall it shows, its selection, and its tooltips."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRectF, Signal
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QWidget

from gpudesk.core.racks.placement import Reals
from gpudesk.derived.cooling.cooling_marks import cooling_marks
from gpudesk.onsite.work_shares import WorkShares
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds, Margins
from gpudesk.ui.canvas.refs import RackPaint
from gpudesk.ui.canvas.select_view import SelectView
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.panels.words.floor_item_labels import item_lines
from gpudesk.ui.panels.words.pathway_labels import way_lines
from gpudesk.ui.places.layout.floor.canvas.cooling_paints import place_lines, unit_lines
from gpudesk.ui.places.layout.floor.canvas.floor_item_layer import ItemFindingLayer, ItemLayer
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import DrawnItem
from gpudesk.ui.places.layout.floor.canvas.floor_item_overlay import ItemMarks
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import (
    RULER_PX,
    AisleNameLayer,
    GroundLayer,
    RulerLayer,
    aisle_name,
    caption_px,
)
from gpudesk.ui.places.layout.floor.canvas.floor_plan_legend import FloorLegendLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_names import NameLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_overlay import FloorOverlayLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_racks import BodyLayer, MarkLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.floor.canvas.floor_plan_underlay import UnderlayLayer, UnderlayScene
from gpudesk.ui.places.layout.floor.canvas.floor_progress_layer import FloorProgressLayer
from gpudesk.ui.places.layout.floor.canvas.pathway_layer import LitLayer, WayEdgeLayer, WayLayer
from gpudesk.ui.places.layout.floor.canvas.pathway_legend import WayLegendLayer
from gpudesk.ui.places.layout.floor.canvas.pathway_names import WayNameLayer
from gpudesk.ui.places.layout.racks.canvas.rack_counts import RackCounts
from gpudesk.ui.places.layout.racks.canvas.selection_table import SelectionTable, row_of
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name

tr = text_context("FloorView")

_REVEAL_MM = 300.0
_FINDINGS_TOLD = 4
"""Maximum number of findings in the tooltip of a rack."""
_NAME_PX = 14
"""Distance from the center of a row name within which it receives the pointer."""
_ITEM_REACH_PX = 5.0
"""Items smaller than twice this also receive the pointer next to them."""
_EMPTY = Bounds(0.0, 0.0, 20_000.0, 12_000.0)
SHOWN = ("rack", "device", "rack_row", "hall", "floor_item", "pathway", "underlay")
"""Of what tables objects can be selected on the floor."""


class FloorView(SelectView):
    """One hall from above. It reads snapshots and does not write.

    Attributes:
        scene: the content drawn.
        underlays: the underlays.
        selection_table: the selection as a table model.
    """

    selection_changed = Signal(list)
    """The selected `ObjectRef`s, in the order of selection."""
    _marks: FloorOverlayLayer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Floor plan"))
        self.setProperty(OWN_FOCUS, True)
        self.scene = FloorScene()
        self.underlays = UnderlayScene()
        self.selection_table = SelectionTable(self)
        self._ground = GroundLayer(self.scene)
        self.rack_legend = FloorLegendLayer(self.scene)
        self._ruler = RulerLayer(self.scene)
        self._marks = FloorOverlayLayer(self.scene)
        self._item_marks = ItemMarks(self.scene, self._marks)
        areas, solids = ItemLayer(self.scene, bodies=False), ItemLayer(self.scene, bodies=True)
        marks = (FloorProgressLayer(self.scene), MarkLayer(self.scene), ItemFindingLayer(self.scene))
        self._ways = WayLayer(self.scene)
        # Ways run over racks, but are drawn below them: names and colors of racks are what a plan is read by.
        aisles = AisleNameLayer(self.scene)
        names = (WayEdgeLayer(self.scene), aisles, NameLayer(self.scene), WayNameLayer(self.scene, self._ways, aisles))
        self.base = (self._ground, UnderlayLayer(self.underlays), areas, self._ways, BodyLayer(self.scene), solids, *names, *marks)
        self.way_legend = WayLegendLayer(self.scene, self._ways, self.rack_legend)
        self.pinned = (self._ruler, self.rack_legend, self.way_legend)
        self.overlay = (LitLayer(self.scene), self._item_marks, self._marks)

    # what is shown

    def set_hall(self, snapshot: Snapshot | None, hall_id: int | None) -> None:
        """Show a hall of a project state; another hall is shown in full."""
        other = hall_id != self.scene.hall_id
        before = self.underlays.bounds
        self.underlays.show(snapshot, hall_id)
        if self.scene.show(snapshot, hall_id) or self.underlays.bounds != before:
            self.set_bounds(self._reach())
        if other:
            self.fit(animated=False)
        if self._marks.hovered is not None and not self.scene.exists(self._marks.hovered):
            self._marks.hovered = None
        if self._marks.current is not None and not self.scene.exists(self._marks.current):
            self._marks.current = None
        self._tell_selection()
        self.invalidate()

    def _reach(self) -> Bounds:
        """The hall, its content, and its underlays."""
        layout, under = self.scene.layout, self.underlays.bounds
        if layout is None:
            return _EMPTY
        return layout.bounds if under is None else layout.bounds.united(under)

    @property
    def fitted_bounds(self) -> Bounds:
        """An occupied hall without the margins of its underlays; otherwise everything."""
        layout = self.scene.layout
        return layout.bounds if layout is not None and len(layout) else self.bounds

    def hall_bounds(self) -> Bounds:
        """The hall and its content."""
        layout = self.scene.layout
        return self.bounds if layout is None else layout.bounds

    def set_paint(self, paint: RackPaint | None, counts: RackCounts | None) -> None:
        """Paint racks by a property and mark them with their findings."""
        before = self.rack_legend.room_px(self.width())
        self.scene.set_paint(paint, counts)
        if self.rack_legend.room_px(self.width()) != before:
            # A hall that fits makes room for the legend.
            self.set_bounds(self.bounds)
        self.invalidate()

    def set_work(self, work: WorkShares | None) -> None:
        """Show how far the work on site is on racks and floor devices, or do not."""
        if work is not self.scene.work:
            self.scene.work = work
            self.invalidate()

    @property
    def margins(self) -> Margins:
        """Room for the rulers, the name of the hall and the legends."""
        legends = max(self.rack_legend.room_px(self.width()), self.way_legend.room_px(self.width()))
        return Margins(RULER_PX + 14 + legends, RULER_PX + 14, 16.0, 16.0)

    @property
    def most_scale(self) -> float:
        """A rack fills the view."""
        return 1.0

    @property
    def fit_scale(self) -> float:
        """Scale limit for fitting a small hall."""
        return 0.25

    # selection

    def standing(self) -> list[ObjectRef]:
        """The selected racks and floor devices of this hall, those of selected rows included, in the order of selection."""
        layout = self.scene.layout
        if layout is None:
            return []
        return list(dict.fromkeys(layout.ref(place) for ref in self._marks.selected for place in layout.places_of(ref)))

    def set_selection(self, refs: Iterable[ObjectRef], *, current: ObjectRef | None = None) -> None:
        """Select exactly these; `current` is where keyboard navigation continues, by default the last of them."""
        chosen = tuple(dict.fromkeys(ref for ref in refs if ref.table in SHOWN))
        if chosen == self._marks.selected and current is None:
            return
        region = self._extent([*self._marks.selected, *self._current_refs()])
        changed = chosen != self._marks.selected
        self._marks.selected = chosen
        self._marks.current = current or (chosen[-1] if chosen else None)
        self._repaint_marks(region)
        if changed:
            self._tell_selection()
            self.selection_changed.emit(list(chosen))

    def reveal_refs(self, refs: Iterable[ObjectRef]) -> None:
        """Bring objects into view, moving as little as needed."""
        bounds = self.scene.bounds_of(refs)
        if bounds is not None:
            self.reveal(bounds.grown(_REVEAL_MM))

    def fit_selection(self) -> None:
        """Show the selection, or everything."""
        bounds = self.scene.bounds_of(self._marks.selected)
        self.fit(None if bounds is None else bounds.grown(2 * _REVEAL_MM))

    def object_at(self, point: QPoint) -> ObjectRef | None:
        """The object drawn at a point of the widget: a column or door, a rack or device, a row or the hall by its name, an area."""
        layout = self.scene.layout
        if layout is None:
            return None
        item = self._item_at(point, bodies=True)
        if item is not None:
            return item.ref
        place = layout.at(*self.point_mm(point))
        if place is not None:
            return layout.ref(place)
        named = self._named_at(point)
        if named is not None:
            return named
        return self.way_at(point) or (None if (area := self._item_at(point, bodies=False)) is None else area.ref)

    def way_at(self, point: QPoint) -> ObjectRef | None:
        """The pathway over a point, regardless of other objects there."""
        way = self.scene.items.way_at(*self.point_mm(point), _ITEM_REACH_PX / self.camera.scale)
        return None if way is None else way.ref

    def show_ways(self, shown: bool) -> None:
        """Show ways for cables, or none."""
        self.scene.ways = shown
        self.invalidate()

    def set_lit(self, lines: Iterable[Reals]) -> None:
        """Light the lines of cables, in mm."""
        self.scene.lit = tuple(lines)
        self.update()

    def _item_at(self, point: QPoint, *, bodies: bool) -> DrawnItem | None:
        return self.scene.items.at(*self.point_mm(point), _ITEM_REACH_PX / self.camera.scale, bodies=bodies)

    def _named_at(self, point: QPoint) -> ObjectRef | None:
        layout, camera = self.scene.layout, self.camera
        if layout is None:
            return None
        points = layout.row_points
        x_px, y_px = camera.x_px(points[:, 0]) + points[:, 2] * 16, camera.y_px(points[:, 1]) + points[:, 3] * 16
        named = np.flatnonzero((np.abs(x_px - point.x()) <= _NAME_PX) & (np.abs(y_px - point.y()) <= _NAME_PX))
        if len(named):
            return ObjectRef("rack_row", layout.rows[int(named[0])].row_id)
        x, y = caption_px(camera)
        width = self.texts.width(self._ruler.caption(), ink("body", strong=True))
        if x <= point.x() <= x + width and abs(point.y() - y) <= 10:
            return ObjectRef("hall", layout.hall_id)
        return None

    def bounds_px(self, refs: Iterable[ObjectRef]) -> QRectF:
        """Bounding rectangle of objects in px of the view, empty if none of them is drawn."""
        bounds = self.scene.bounds_of(refs)
        if bounds is None:
            return QRectF()
        x, y = self.camera.x_px(bounds.left), self.camera.y_px(bounds.top)
        return QRectF(x, y, bounds.width * self.camera.scale, bounds.height * self.camera.scale)

    def _current_refs(self) -> list[ObjectRef]:
        return [] if self._marks.current is None else [self._marks.current]

    def _repaint_marks(self, before: QRegion) -> None:
        self.update(before + self._extent([*self._marks.selected, *self._current_refs()]))

    def _extent(self, refs: list[ObjectRef]) -> QRegion:
        """The pixels that marks of some objects touch."""
        return self._marks.extent(self.camera, refs) + self._item_marks.extent(self.camera, refs)

    def _hover(self, ref: ObjectRef | None) -> None:
        if ref == self._marks.hovered:
            return
        touched = [marked_ref for marked_ref in (self._marks.hovered, ref) if marked_ref is not None]
        self._marks.hovered = ref
        self.update(self._extent(touched))

    def _tell_selection(self) -> None:
        """Keep table and accessible description up to date."""
        refs, snapshot = [ref for ref in self._marks.selected if self.scene.exists(ref)], self.scene.snapshot
        self.selection_table.show_selection(snapshot, refs)
        if not refs or snapshot is None:
            self.setAccessibleDescription(tr("Nothing selected"))
        elif len(refs) == 1:
            self.setAccessibleDescription(", ".join(word for word in row_of(snapshot, refs[0]) if word))
        else:
            self.setAccessibleDescription(tr("Selected: {count}").format(count=len(refs)))

    # telling

    def tool_tip_at(self, point: QPoint) -> str:
        """Name, type, figure and findings of the object at a point, or the aisle."""
        layout, snapshot = self.scene.layout, self.scene.snapshot
        if layout is None or snapshot is None:
            return ""
        x, y = self.point_mm(point)
        place, body = layout.at(x, y), self._item_at(point, bodies=True)
        over = self.scene.items.get(ref) if (ref := self.way_at(point)) is not None else None
        if over is not None and body is None:
            standing = [] if place is None else [layout.names[place]]
            return "\n".join([*way_lines(snapshot, over.shape.id, self._ways.fills.percent.get(over.shape.id)), *standing])
        item = body or (self._item_at(point, bodies=False) if place is None else None)
        if item is not None:
            return "\n".join(
                [*item_lines(item.shape, item.size_mm, self.scene.item_findings(item.shape.id)), *self._first_findings(item.ref)]
            )
        if place is None:
            return next((aisle_name(aisle) for aisle in layout.aisles if _inside(aisle.corners, x, y)), "")
        lines = [layout.names[place], tr_type_name(snapshot.types[int(layout.type_ids[place])].title)]
        figure, paint = self.scene.figure(place), self.scene.paint
        if figure and paint is not None:
            lines.append(f"{paint.title.removesuffix(f', {paint.unit}')}: {figure} {paint.unit}".rstrip() if paint.unit else figure)
        lines += self._cooling_lines(snapshot, place)
        errors, warnings = int(self.scene.errors()[place]), int(self.scene.warnings()[place])
        if errors or warnings:
            lines.append(
                tr("errors: {errors}, warnings: {warnings}").format(errors=format_number(errors), warnings=format_number(warnings))
            )
            lines += self._first_findings(layout.ref(place))
        return "\n".join(lines)

    def _cooling_lines(self, snapshot: Snapshot, place: int) -> list[str]:
        """Cooling of a body, or the bodies it cools, if that is calculated and cooling is planned."""
        layout, marks = self.scene.layout, snapshot.known(cooling_marks)
        if layout is None or marks is None or not marks.plan.nodes.rows:
            return []
        row_id = int(layout.ids[place])
        if place < layout.racks:
            return place_lines(marks, int(layout.place[place]))
        heat = marks.plan.heat
        standing = np.flatnonzero(heat.floor == int(layout.place[place]))
        return unit_lines(marks, row_id) or (place_lines(marks, heat.racks.rows + int(standing[0])) if len(standing) else [])

    def _first_findings(self, ref: ObjectRef) -> list[str]:
        """Text of the first findings of a rack, floor device or floor item, and the number of further ones."""
        snapshot, counts = self.scene.snapshot, self.scene.counts
        if snapshot is None or counts is None:
            return []
        first, total = counts.first_of(snapshot, ref, _FINDINGS_TOLD)
        lines = [f"• {severity_name(finding.severity)}: {tr_message(finding.message)}" for finding in first]
        return [*lines, tr("and {count} more").format(count=format_number(total - len(first)))] if total > len(first) else lines

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is hovered outside."""
        self._hover(None)
        super().leaveEvent(event)


def _inside(corners: np.ndarray[tuple[int, int], np.dtype[np.float64]], x_mm: float, y_mm: float) -> bool:
    """Whether a convex polygon holds a point."""
    sides = np.roll(corners, -1, axis=0) - corners
    to_point = np.array([x_mm, y_mm]) - corners
    turns = sides[:, 0] * to_point[:, 1] - sides[:, 1] * to_point[:, 0]
    return bool((turns >= 0).all() or (turns <= 0).all())
