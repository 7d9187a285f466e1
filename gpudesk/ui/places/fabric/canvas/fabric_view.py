"""The drawing of a network, looked at, clicked and walked through."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.ui.canvas.camera import Bounds, Camera, Margins
from gpudesk.ui.places.fabric.canvas.fabric_labels import spot_text, strand_text, thing_name
from gpudesk.ui.places.fabric.canvas.fabric_layers import TierLayer
from gpudesk.ui.places.fabric.canvas.fabric_overlay import RailLegend
from gpudesk.ui.places.fabric.canvas.fabric_scene import LEFT_PX, RIGHT_PX, Findings
from gpudesk.ui.places.fabric.canvas.fabric_selecting import FabricSelecting
from gpudesk.ui.places.fabric.canvas.fabric_strand_layer import StrandLayer
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("FabricView")

Drawn = tuple[int, int, int]
"""Tier, level and number of a drawn object."""


class FabricView(FabricSelecting):
    """Tiers of a network from the nodes up. The wheel zooms along the tiers at the pointer, a drag pans; a click selects and lights, with
    Shift or Ctrl one more; the arrows go along a tier and between tiers; figures choose the rail of the path.
    """

    open_requested = Signal(int)
    """A device that was clicked twice, or Enter on it."""
    menu_requested = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Network drawing"))
        self.setProperty(OWN_FOCUS, True)
        self.base = (StrandLayer(self.scene), TierLayer(self.scene))
        self.pinned = (RailLegend(self.scene), self.head)
        self.overlay = (self._marks,)

    # what is shown

    def show_diagram(self, diagram: FabricDiagram | None, findings: Findings) -> None:
        """Show another state; another network is fitted in the view."""
        before = self.scene.diagram
        self.scene.show(diagram, findings)
        boxes = self.scene.boxes
        if diagram is not None and boxes is not None and diagram is not before:
            same = before is not None and before.network_id == diagram.network_id
            self.set_bounds(Bounds(0.0, 0.0, boxes.width, 0.0))
            if not same:
                self.fit(animated=False)
            self._marks.hovered, self._marks.hovered_links = None, np.empty(0, np.int64)
            if not same:
                self._marks.current = None
        self._light()
        self.invalidate()

    @property
    def margins(self) -> Margins:
        """Room for the names of the tiers."""
        return Margins(LEFT_PX, 0.0, RIGHT_PX, 0.0)

    @property
    def most_scale(self) -> float:
        """A node with its name whole."""
        return 4.0

    @property
    def least_scale(self) -> float:
        """All of it, and not smaller."""
        return self._camera.fitted(self._bounds, self.margins, self.most_scale).scale

    @property
    def fit_scale(self) -> float:
        """A small network fills the view."""
        return 4.0

    def shift_picture(self, dx: int, dy: int) -> None:
        """Upper tiers keep in view while one pans, so nothing moves as a whole."""
        self._zooming = True
        self.invalidate()

    # pointer

    def drawn_at(self, point: QPoint) -> Drawn | None:
        """The object at a point of the widget: tier, level and number."""
        return self.scene.at(self.camera, point.x(), point.y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, or begin to pan."""
        self._ring(False)
        if self.pans(event):
            super().mousePressEvent(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed = event.position()
        point = event.position().toPoint()
        spot = self.drawn_at(point)
        adding = bool(event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier))
        if spot is not None:
            self._pressed = None
            self._marks.current = spot
            self._choose(self.scene.devices_of(*spot).tolist(), (), adding=adding)
            return
        strand = self.scene.strand_at(self.camera, point.x(), point.y())
        diagram = self.scene.diagram
        if strand is not None and diagram is not None:
            self._pressed = None
            links = self.scene.links_of(*strand)
            laid = diagram.cable[links][diagram.cable[links] != ABSENT]
            self._choose((), diagram.snapshot["cable"].ids[laid].tolist(), adding=adding)

    def _choose(self, devices: Sequence[int], cables: Sequence[int], *, adding: bool) -> None:
        if not adding:
            self.select(devices, cables)
            return
        known = set(self._devices)
        removed = set(devices) if devices and known.issuperset(devices) else set()
        self.select([key for key in (*self._devices, *devices) if key not in removed], (*self._cables, *cables))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on nothing selects nothing."""
        if self.panning:
            super().mouseReleaseEvent(event)
        elif self._pressed is not None:
            self.select((), ())
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a unit or a pod; show a device in its place."""
        spot = self.drawn_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None:
            self._pressed = None
            self._open(spot)

    def _open(self, found: Drawn) -> None:
        tier, level, number = found
        boxes, diagram = self.scene.boxes, self.scene.diagram
        if boxes is None or diagram is None:
            return
        if level == 0:
            self.open_requested.emit(diagram.device_id(tier, number))
        elif level == 1 and tier <= 1:
            self.show_unit(number)
        elif tier < 3:
            pod = number if level == 2 else int(diagram.tiers[tier].pod[diagram.tiers[tier].group_first[number]])
            left, right = boxes.pod[pod].tolist()
            self.fit(Bounds(left - 4, 0.0, right + 4, 0.0))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the object under the pointer, or of the selection from the keyboard."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.menu_requested.emit(self.mapToGlobal(self.rect().center()))
            return
        spot = self.drawn_at(event.pos())
        if spot is not None:
            ids = self.scene.devices_of(*spot).tolist()
            if not set(self._devices).issuperset(ids):
                self._choose(ids, (), adding=False)
        self.menu_requested.emit(event.globalPos())

    def hover_at(self, point: QPoint | None) -> None:
        """Light the links of a device, or those of a strand."""
        if point is None:
            self._take_hover(None, np.empty(0, np.int64))
            return
        diagram = self.scene.diagram
        spot = self.drawn_at(point)
        links: Ids = np.empty(0, np.int64)
        if diagram is not None and spot is not None and spot[1] == 0 and self.lights != "none":
            links = self._direct([(spot[0], spot[2])])
        elif diagram is not None and spot is None:
            strand = self.scene.strand_at(self.camera, point.x(), point.y())
            if strand is not None:
                links = self.scene.links_of(*strand)
        self._take_hover(spot, links)

    def _take_hover(self, found: Drawn | None, links: Ids) -> None:
        if found == self._marks.hovered and np.array_equal(links, self._marks.hovered_links):
            return
        self._marks.hovered, self._marks.hovered_links = found, links
        self.update()

    def tool_tip_at(self, point: QPoint) -> str:
        """Tooltip of a point: a device, a unit, a pod or links."""
        diagram = self.scene.diagram
        if diagram is None:
            return ""
        spot = self.drawn_at(point)
        if spot is not None:
            return spot_text(diagram, *spot)
        strand = self.scene.strand_at(self.camera, point.x(), point.y())
        if strand is None:
            return ""
        bundle, number = strand
        strands = bundle.strands
        low = thing_name(diagram, bundle.low.tier, bundle.low_level, int(strands.low[number]))
        high = thing_name(diagram, bundle.high.tier, bundle.high_level, int(strands.high[number]))
        return strand_text(low, high, int(strands.count[number]), int(strands.planned[number]), int(strands.rail[number]))

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move; Shift with them adds; Enter opens; digits select the rail; Esc deselects."""
        key = event.key()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ways = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
        shift = modifiers == Qt.KeyboardModifier.ShiftModifier
        if key in ways and (not modifiers or shift):
            self._ring(True)
            self._walk(*ways[Qt.Key(key)], adding=shift)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not modifiers and self._marks.current is not None:
            self._open(self._marks.current)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9 and not modifiers:
            self.set_rail(key - Qt.Key.Key_0)
        elif key == Qt.Key.Key_Escape and (self._devices or self._cables):
            self.select((), ())
        else:
            super().keyPressEvent(event)

    def _walk(self, across: int, up: int, *, adding: bool) -> None:
        """Go to the neighbor in the row, or to the nearest in the next row."""
        rows = self.scene.rows(self.camera)[0]
        if not rows:
            return
        current = self._current()
        if current is None:
            self._arrive((rows[0].tier, rows[0].level, rows[0].first), adding=False)
            return
        at = next((place for place, row in enumerate(rows) if row.tier == current[0]), 0)
        row = rows[at]
        if across:
            number = min(max(current[2] + across, 0), len(row.x) - 1)
        else:
            target = rows[min(max(at + up, 0), len(rows) - 1)]
            number = int(np.argmin(np.abs(target.x - row.x[current[2]]))) if target is not row else current[2]
            row = target
        self._arrive((row.tier, row.level, number), adding=adding)

    def _current(self) -> Drawn | None:
        """The keyboard position in the currently drawn tiers."""
        current, diagram = self._marks.current, self.scene.diagram
        if diagram is None:
            return None
        if self._devices and (spot := self.spot(self._devices[-1])) is not None:
            row = next(row for row in self.scene.rows(self.camera)[0] if row.tier == spot[0])
            return (spot[0], row.level, int(diagram.numbers(spot[0], row.level, np.array([spot[1]]))[0]))
        return current

    def _arrive(self, found: Drawn, *, adding: bool) -> None:
        self._marks.current = found
        self._choose(self.scene.devices_of(*found).tolist(), (), adding=adding)
        row = next((row for row in self.scene.rows(self.camera)[0] if row.tier == found[0]), None)
        if row is not None and found[2] < len(row.x):
            x, half = float(row.x[found[2]]), float(row.wide[found[2]]) / 2
            if x - half < LEFT_PX:
                self.pan_by(LEFT_PX - (x - half) + 20, 0)
            elif x + half > self.width() - RIGHT_PX:
                self.pan_by(self.width() - RIGHT_PX - (x + half) - 20, 0)

    def _limited(self, camera: Camera) -> Camera:
        """The drawing fills the view, without empty margins."""
        limited = super()._limited(camera)
        half = (limited.width - LEFT_PX - RIGHT_PX) / 2 / limited.scale
        shift = (RIGHT_PX - LEFT_PX) / 2 / limited.scale
        low, high = self._bounds.left + half + shift, self._bounds.right - half + shift
        x = (low + high) / 2 if low > high else min(max(camera.centre_x, low), high)
        return Camera(x, 0.0, limited.scale, limited.width, limited.height, limited.ratio)
