"""The one-line diagram as a drawing that is looked at, clicked and walked through."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gpudesk.derived.failures.power_failure_impact import Aftermath
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power_diagram.power_diagram import Diagram
from gpudesk.ui.canvas.camera import Bounds, Margins
from gpudesk.ui.canvas.focus_ring_view import DraggedView
from gpudesk.ui.places.power.canvas.power_detail_layer import DetailLayer
from gpudesk.ui.places.power.canvas.power_map import PowerMap
from gpudesk.ui.places.power.canvas.power_overlay import PowerLegend, PowerOverlay
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene, Findings, Level, level_of
from gpudesk.ui.places.power.canvas.power_tips import tip_of
from gpudesk.ui.places.power.canvas.power_unit_layer import UnitLayer
from gpudesk.ui.places.power.canvas.power_upper_layer import UpperLayer, cards
from gpudesk.ui.places.power.canvas.power_walk import first_part, part_beside
from gpudesk.ui.places.power.canvas.power_wire_layer import WireLayer
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("PowerView")

_EMPTY = Bounds(0.0, 0.0, 1600.0, 900.0)
_AROUND = 30.0
_WAYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PowerView(DraggedView):
    """A power network from its sources to the power supplies.

    Wheel zooms at the pointer, drag pans; a click selects, with Ctrl adds; arrows go up to the feeding node and down to the
    fed one, left and right along a layer.

    Attributes:
        scene: the content drawn.
    """

    chosen = Signal(list)
    """Other parts are selected: their keys, in the order of selection."""
    open_requested = Signal(object)
    """The key of a part that was clicked twice, or Enter on it."""
    menu_requested = Signal(object, QPoint)
    """The key of the part under the pointer or None, and the global position."""

    _marks: PowerOverlay

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("One-line diagram"))
        self.setProperty(OWN_FOCUS, True)
        self.scene = DiagramScene()
        self._marks = PowerOverlay(self.scene)
        self.base = (WireLayer(self.scene), UnitLayer(self.scene), DetailLayer(self.scene), UpperLayer(self.scene))
        self._legend = PowerLegend(self.scene)
        self.pinned = (self._legend,)
        self.leave: Callable[[], bool] = lambda: False
        self.side_step: Callable[[int], bool] = lambda _step: False
        self.map = PowerMap(self, self.scene)
        self.overlay = (self.map, self._marks)

    # what is shown

    def show_diagram(self, diagram: Diagram | None, after: Aftermath | None, findings: Findings) -> None:
        """Show another state; the first diagram is shown in full."""
        before, room = self.scene.diagram, self._legend.room_px(self.width())
        self.scene.show(diagram, after, findings)
        if diagram is not None and diagram is not before:
            bounds = Bounds(*diagram.bounds)
            if before is None or bounds != self.bounds:
                self.set_bounds(bounds)
            if before is None:
                self.fit(animated=False)
        elif diagram is None:
            self.set_bounds(_EMPTY)
        if room != self._legend.room_px(self.width()):
            # A drawing that fits makes room for the legend.
            self.set_bounds(self.bounds)
        if (
            self._marks.hovered is not None
            and self.scene.unit(self._marks.hovered) is None
            and self.scene.node(self._marks.hovered) is None
        ):
            self._marks.hovered = None
        self._tell()
        self.invalidate()

    @property
    def margins(self) -> Margins:
        """Room for the legend, and for half a card over the uppermost layer."""
        return Margins(16.0, 52.0, 16.0, self._legend.room_px(self.width()))

    @property
    def most_scale(self) -> float:
        """A bank is as wide as a finger is long."""
        return 3.0

    # selection

    @property
    def selection(self) -> tuple[Key, ...]:
        """Selected parts, in selection order."""
        return self._marks.selected

    @property
    def current(self) -> Key | None:
        """The part with keyboard focus."""
        return self._marks.current

    def select(self, keys: tuple[Key, ...], *, tell: bool = True) -> None:
        """Select exactly these."""
        chosen = tuple(dict.fromkeys(keys))
        self._marks.current = chosen[-1] if chosen else None
        if chosen != self._marks.selected:
            self._marks.selected = chosen
            self._tell()
            if tell:
                self.chosen.emit(list(chosen))
        self.update()

    def drawn(self, key: Key) -> bool:
        """Whether the diagram shows a part."""
        return self.scene.node(key) is not None or self.scene.load(key) is not None or self.scene.unit(key) is not None

    def bounds_of(self, key: Key) -> Bounds | None:
        """Bounds of a part, in steps; for a node above racks, the size of its card."""
        rect = self._marks.rect(self.camera, key)
        if rect is None:
            return None
        left, top = self.camera.at(rect[0], rect[1])
        right, bottom = self.camera.at(rect[0] + rect[2], rect[1] + rect[3])
        return Bounds(left, top, right, bottom)

    def go_to_part(self, key: Key) -> bool:
        """Select a part and bring it into view, close enough to be legible; false if it is not drawn."""
        bounds = self.bounds_of(key)
        if bounds is None:
            return False
        self.select((key,))
        if level_of(self.camera.scale) < Level.DETAILS and self.scene.unit(key) is not None:
            middle_x, middle_y = (bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2
            wide, high = self.width() / 0.8, self.height() / 0.8
            self.fit(Bounds(middle_x - wide / 2, middle_y - high / 2, middle_x + wide / 2, middle_y + high / 2))
        else:
            self.reveal(bounds.grown(_AROUND))
        return True

    def key_at(self, point: QPoint) -> Key | None:
        """The part at a point of the widget: a card, a feed, PDU, bank or device from close by, else a rack."""
        scene, diagram = self.scene, self.scene.diagram
        if diagram is None:
            return None
        rects, _ = cards(scene, self.camera)
        hit = (rects[:, 0] - 2 <= point.x()) & (point.x() < rects[:, 0] + rects[:, 2] + 2)
        hit &= (rects[:, 1] - 2 <= point.y()) & (point.y() < rects[:, 1] + rects[:, 3] + 2)
        hit_places = np.flatnonzero(hit)
        if len(hit_places):
            return scene.key_of_node(int(diagram.upper[hit_places[0]]))
        x, y = self.point_mm(point)
        unit = diagram.unit_at(x, y)
        if unit is None:
            return None
        level = level_of(self.camera.scale)
        if level >= Level.PARTS:
            node = diagram.node_at(unit, x, y, banks=level == Level.DETAILS)
            if node is not None:
                return scene.key_of_node(node)
            load = diagram.load_at(unit, x, y)
            if load is not None:
                return scene.key_of_load(load)
        return scene.key_of_unit(unit)

    def _tell(self) -> None:
        """Keep the accessible description up to date."""
        chosen = self._marks.selected
        if not chosen or not self.drawn(chosen[-1]):
            self.setAccessibleDescription(tr("Nothing selected"))
        else:
            self.setAccessibleDescription(tip_of(self.scene, chosen[-1]).replace("\n", ", "))

    # pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, or begin to pan."""
        self._ring(False)
        if self.pans(event):
            super().mousePressEvent(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        key = self.key_at(event.position().toPoint())
        self._pressed = event.position() if key is None or not event.modifiers() else None
        if key is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            others = tuple(other_key for other_key in self.selection if other_key != key)
            self.select(others if key in self.selection else (*others, key))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.select((*(other_key for other_key in self.selection if other_key != key), key))
        else:
            self.select((key,))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on nothing selects nothing."""
        if self.panning:
            super().mouseReleaseEvent(event)
        elif self._pressed is not None and self.key_at(event.position().toPoint()) is None:
            self.select(())
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the part under the pointer; at small scale, zoom in first."""
        key = self.key_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or key is None:
            return
        self._pressed = None
        self.select((key,))
        if level_of(self.camera.scale) < Level.PARTS and self.scene.unit(key) is not None:
            self.go_to_part(key)
        else:
            self.open_requested.emit(key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the part under the pointer, or of the current part from the keyboard."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            rect = None if self.current is None else self._marks.rect(self.camera, self.current)
            at = self.rect().center() if rect is None else QPointF(rect[0], rect[1]).toPoint() + QPoint(12, 12)
            self.menu_requested.emit(self.current, self.mapToGlobal(at))
            return
        key = self.key_at(event.pos())
        if key is not None and key not in self.selection:
            self.select((key,))
        self.menu_requested.emit(key, event.globalPos())

    def hover_at(self, point: QPoint | None) -> None:
        """Light the part at a point."""
        key = None if point is None else self.key_at(point)
        if key == self._marks.hovered:
            return
        touched = [marked_key for marked_key in (self._marks.hovered, key) if marked_key is not None]
        self._marks.hovered = key
        for x, y, wide, high in self._marks.rects(self.camera, tuple(touched)).tolist():
            self.update(QRectF(x, y, wide, high).toAlignedRect().adjusted(-3, -3, 3, 3))

    def tool_tip_at(self, point: QPoint) -> str:
        """The part at a point, with the calculation of its figures."""
        key = self.key_at(point)
        return "" if key is None else tip_of(self.scene, key)

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk along the network; Enter opens; Esc leads out."""
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in _WAYS:
            self._ring(True)
            across, down = _WAYS[Qt.Key(key)]
            if not (across and self.side_step(across)):
                self._walk(across, down)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain and self.current is not None:
            self.open_requested.emit(self.current)
        elif key == Qt.Key.Key_Escape and self.leave():
            event.accept()
        elif key == Qt.Key.Key_Escape and self.selection:
            self.select(())
        else:
            super().keyPressEvent(event)

    def _walk(self, across: int, down: int) -> None:
        """Go to the nearest part in a direction."""
        target = first_part(self.scene) if self.current is None else part_beside(self.scene, self.current, across, down)
        if target is not None:
            self.select((target,))
            bounds = self.bounds_of(target)
            if bounds is not None:
                self.reveal(bounds.grown(_AROUND))
