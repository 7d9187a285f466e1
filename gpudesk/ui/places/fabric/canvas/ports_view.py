"""The painted ports of one device: each cage in its position on the face, each port in the color of its connection."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.ui.canvas.faces.ports_layout import CageBox, PortBox, ports_layout
from gpudesk.ui.panels.inspector.port_states import PortState, shorter_names
from gpudesk.ui.places.fabric.canvas.port_labels import port_tip, spoken_port
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.rail_square import ink_on, rail_colour

tr = text_context("PortsView")

_DRAG_PX = 6


@dataclass(frozen=True, slots=True)
class PortKey:
    """A port of a device."""

    device_id: int
    port: int


class PortsView(QWidget):
    """Cages and ports. A click selects a port; a drag starts a cable there; the arrow keys move from port to port.

    Signals:
        port_chosen(PortKey): a port was clicked, or selected by key.
        port_entered(PortKey): Enter was pressed on a port.
        drag_begun(PortKey), drag_moved(QPoint), drag_ended(QPoint): a cable is dragged from a port; screen points.
        menu_wanted(QPoint): the context menu of the current port is requested.
    """

    port_chosen = Signal(object)
    port_entered = Signal(object)
    drag_begun = Signal(object)
    drag_moved = Signal(object)
    drag_ended = Signal(object)
    menu_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._device: int | None = None
        self._kind: HardwareType | None = None
        self._face = Face.FRONT
        self._states: Mapping[int, PortState] = {}
        self._cages: tuple[CageBox, ...] = ()
        self._room = 600
        self._lit: frozenset[int] = frozenset()
        self._current: int | None = None
        self._hovered: int | None = None
        self._trial: tuple[int, bool | None] | None = None
        self._source: int | None = None
        self._pressed: tuple[int, QPointF] | None = None
        self._dragging = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(OWN_FOCUS, True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Ports"))

    # what is shown

    def show_ports(self, device_id: int, kind: HardwareType, face: Face, states: Mapping[int, PortState]) -> None:
        """Show the ports of a device on one of its faces."""
        if (device_id, face) != (self._device, self._face):
            self._current = None
        self._device, self._kind, self._face, self._states = device_id, kind, face, states
        self._lay_out()
        if self._current is not None and self._box(self._current) is None:
            self._current = None

    @property
    def device_id(self) -> int | None:
        """The device that is shown."""
        return self._device

    @property
    def current(self) -> PortKey | None:
        """The port in hand."""
        return None if self._current is None or self._device is None else PortKey(self._device, self._current)

    def state(self, port: int) -> PortState | None:
        """The connection of a port."""
        return self._states.get(port)

    def light(self, ports: frozenset[int]) -> None:
        """Mark the ports of the selected cables."""
        if ports != self._lit:
            self._lit = ports
            self.update()

    def show_source(self, port: int | None) -> None:
        """Mark the source port of a cable being connected."""
        self._source = port
        self.update()

    def show_trial(self, port: int | None, ok: bool | None = None) -> None:
        """Mark the port to which a cable would go, as one that fits or not."""
        self._trial = None if port is None else (port, ok)
        self.update()

    def choose(self, port: int) -> None:
        """Make a port the one in hand."""
        if self._box(port) is not None and port != self._current:
            self._current = port
            self._tell()
            self.update()

    def port_at(self, at: QPointF) -> int | None:
        """The port at a point: in its cage the nearest one."""
        for cage in self._cages:
            if cage.frame.contains(at):
                return min(cage.ports, key=lambda box: abs(box.well.center().x() - at.x())).port.index if cage.ports else None
        return None

    def port_rect(self, port: int) -> QRectF:
        """The rectangle of a port; empty if it is on another face."""
        box = self._box(port)
        return QRectF() if box is None else box.well

    def ports(self) -> list[int]:
        """The ports on this face, from the upper left."""
        return [box.port.index for cage in self._cages for box in cage.ports]

    # size

    def set_room(self, width: int) -> None:
        """Lay the ports out for another width, in px."""
        if width != self._room:
            self._room = width
            self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(self._room, self.height())

    def _lay_out(self) -> None:
        if self._kind is None:
            return
        width = max(self._room, 200)
        self._cages, room = ports_layout(self._kind, self._face, width)
        self.setMinimumWidth(int(room.width()))
        self.setFixedHeight(max(int(room.height()), 40))
        self.update()

    def _box(self, port: int) -> PortBox | None:
        return next((box for cage in self._cages for box in cage.ports if box.port.index == port), None)

    # pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        port = self.port_at(event.position())
        if port is None or self._device is None:
            return
        self._current = port
        self._tell()
        self.update()
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = (port, event.position())
            self.port_chosen.emit(PortKey(self._device, port))
        elif event.button() == Qt.MouseButton.RightButton:
            self.port_chosen.emit(PortKey(self._device, port))
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._hover(self.port_at(event.position()))
            return
        port, start = self._pressed
        if not self._dragging and (event.position() - start).manhattanLength() >= _DRAG_PX and self._device is not None:
            self._dragging = True
            self.drag_begun.emit(PortKey(self._device, port))
        if self._dragging:
            self.drag_moved.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        dragging, self._dragging, self._pressed = self._dragging, False, None
        if dragging:
            self.drag_ended.emit(event.globalPosition().toPoint())

    def end_drag(self) -> None:
        """Cancel the current drag: Esc was pressed, or the device is gone."""
        self._dragging, self._pressed = False, None

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, port: int | None) -> None:
        if port != self._hovered:
            self._hovered = port
            self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            port = self.port_at(QPointF(event.pos()))
            box = None if port is None else self._box(port)
            QToolTip.showText(
                event.globalPos(), "" if box is None else port_tip(box.group, box.port, self._states.get(box.port.index)), self
            )
            return True
        return super().event(event)

    # keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        key = Qt.Key(event.key())
        if key in steps and self._cages and self._device is not None:
            self._step(*steps[key])
            return
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.current is not None:
            self.port_entered.emit(self.current)
            return
        if key == Qt.Key.Key_Menu and self._current is not None:
            at = self.port_rect(self._current).center().toPoint()
            self.menu_wanted.emit(self.mapToGlobal(at))
            return
        super().keyPressEvent(event)

    def _step(self, across: int, down: int) -> None:
        """Go to the nearest port in a direction."""
        here = None if self._current is None else self._box(self._current)
        if here is None:
            target: PortBox | None = self._cages[0].ports[0]
        else:
            target, best = None, 0.0
            for cage in self._cages:
                for box in cage.ports:
                    away = box.well.center() - here.well.center()
                    along = away.x() * across + away.y() * down
                    aside = abs(away.x() * down) + abs(away.y() * across)
                    if along > 1 and (target is None or along + 3 * aside < best):
                        target, best = box, along + 3 * aside
        if target is not None and self._device is not None:
            self._current = target.port.index
            self._tell()
            self.update()
            self.port_chosen.emit(PortKey(self._device, target.port.index))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _tell(self) -> None:
        box = None if self._current is None else self._box(self._current)
        self.setAccessibleDescription("" if box is None else spoken_port(box.group, box.port, self._states.get(box.port.index)))

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.current().surface.canvas)
        for cage in self._cages:
            if cage.frame.intersects(QRectF(event.rect())):
                self._paint_cage(painter, cage)

    def _paint_cage(self, painter: QPainter, cage: CageBox) -> None:
        colours = theme.current()
        lit = any(box.port.index in self._lit for box in cage.ports)
        painting.frame(
            painter, cage.frame, colours.surface.panel, colours.focus_ring if lit else colours.border.default, 3, width=2 if lit else 1
        )
        if cage.head.height() > 0:
            name, words = self.head_words(cage)
            painting.text(painter, cage.head, name, fonts.font("micro", tabular=True), colours.text.secondary)
            if words:
                painting.text(painter, cage.head, words, fonts.font("micro"), colours.text.tertiary, Qt.AlignmentFlag.AlignRight)
        one_peer = self._one_peer(cage)
        for box in cage.ports:
            self._paint_port(painter, box, peers_port=one_peer)

    def _one_peer(self, cage: CageBox) -> bool:
        """Whether all ports of a cage with several lead to one device."""
        peers = {state.peer_id for box in cage.ports if (state := self._states.get(box.port.index)) is not None}
        return len(cage.ports) > 1 and len(peers) == 1 and all(box.port.index in self._states for box in cage.ports)

    def head_words(self, cage: CageBox) -> tuple[str, str]:
        """The number of a cage, and the destination of its cables as far as it fits: truncated text is omitted."""
        name = fitting((cage.name[:length] for length in range(len(cage.name), 0, -1)), "micro", cage.head.width())
        rest = cage.head.width() - fonts.text_width(name, "micro", tabular=True) - 5
        return name, fitting(self._cage_words(cage), "micro", rest)

    def foot_words(self, box: PortBox, *, peers_port: bool) -> str:
        """Where the cable in a port leads, as long as there is room for it; with `peers_port` the port there."""
        state = self._states.get(box.port.index)
        if state is None:
            return "" if box.group.role == "console" else fitting([tr("free")], "caption", box.foot.width() - 2)
        if state.legs > 1:
            return f"×{state.legs}"
        if peers_port:
            return fitting([state.peer_port, state.peer_port.rpartition("/")[2]], "caption", box.foot.width() + 2)
        return fitting(shorter_names(state.peer), "caption", box.foot.width() + 2)

    def _cage_words(self, cage: CageBox) -> list[str]:
        """Where the cables of a cage lead, in ever fewer letters: the device, or what those devices are for."""
        states = [state for box in cage.ports if (state := self._states.get(box.port.index)) is not None]
        names, roles = {state.peer for state in states}, {state.peer_role for state in states}
        if len(names) == 1 and (len(cage.ports) == 1 or self._one_peer(cage)):
            return [] if len(cage.ports) == 1 else shorter_names(names.pop())
        return list(roles) if len(roles) == 1 else []

    def _paint_port(self, painter: QPainter, box: PortBox, *, peers_port: bool) -> None:
        colours = theme.current()
        state = self._states.get(box.port.index)
        index = box.port.index
        painter.save()
        if state is None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner = box.well.adjusted(1, 1, -1, -1)
            painter.fillRect(inner, colours.surface.sunken)
            if box.group.role != "console":
                painter.fillRect(inner, QBrush(colours.border.strong, Qt.BrushStyle.BDiagPattern))
            painting.frame(painter, box.well, None, colours.border.strong, 1, pattern=Qt.PenStyle.DashLine)
        else:
            fill = port_colour(state)
            painter.fillRect(box.well, colours.surface.sunken)
            painting.frame(painter, box.well, None, colours.border.strong, 1)
            inner = box.well.adjusted(3, 3, -3, -3)
            painter.fillRect(inner, fill)
            if state.rail != ABSENT and inner.width() >= 12 and inner.height() >= 12:
                painting.text(
                    painter, inner, str(state.rail), fonts.font("micro", strong=True), ink_on(fill), Qt.AlignmentFlag.AlignHCenter
                )
            if state.severity in {"error", "warning"}:
                self._paint_cross(painter, box.well, colours.severity[state.severity].colour)
        if box.foot.height() > 0:
            words = self.foot_words(box, peers_port=peers_port)
            strong = index in self._lit
            ink = colours.text.primary if strong else colours.text.tertiary if state is None else colours.text.secondary
            painting.text(
                painter,
                box.foot.adjusted(-1, 0, 1, 0),
                words,
                fonts.font("caption", strong=strong, tabular=True),
                ink,
                Qt.AlignmentFlag.AlignHCenter,
            )
        self._paint_marks(painter, box)
        painter.restore()

    def _paint_marks(self, painter: QPainter, box: PortBox) -> None:
        """Selection, the current port, and the effect of a cable being connected there."""
        colours, index = theme.current(), box.port.index
        around = box.well.adjusted(-1, -1, 1, 1)
        if index in self._lit or index == self._source:
            painting.frame(painter, around, None, colours.focus_ring, 2, width=2)
        if self._trial is not None and self._trial[0] == index:
            ok = self._trial[1]
            ink = colours.accent if ok is None else colours.severity["ok" if ok else "error"].colour
            if ok is False:
                painter.fillRect(box.well, QBrush(ink, Qt.BrushStyle.FDiagPattern))
            painting.frame(
                painter, around, None, ink, 2, width=2, pattern=Qt.PenStyle.SolidLine if ok is not False else Qt.PenStyle.DashLine
            )
        elif index == self._hovered:
            painting.frame(painter, around, None, colours.accent, 2)
        if index == self._current and self.hasFocus():
            painting.frame(painter, around.adjusted(-2, -2, 2, 2), None, colours.focus_ring, 3, width=2)

    def _paint_cross(self, painter: QPainter, well: QRectF, ink: QColor) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 2))
        inner = well.adjusted(3, 3, -3, -3)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.bottomLeft(), inner.topRight())


def fitting(texts: Iterable[str], step: str, room: float) -> str:
    """The first of several texts that fits, "" if none does."""
    return next((text for text in texts if fonts.text_width(text, step, tabular=True) <= room), "")


def port_colour(state: PortState) -> QColor:
    """The color of a port in use: that of its rail, else of its network."""
    colours = theme.current()
    if state.rail != ABSENT:
        return rail_colour(state.rail)
    if state.network_id in colours.of_networks:
        return colours.of_networks[state.network_id]
    network = colours.network
    by_kind = {
        NetworkKind.COMPUTE: network.compute,
        NetworkKind.STORAGE: network.storage,
        NetworkKind.IN_BAND: network.in_band,
        NetworkKind.OUT_OF_BAND: network.out_of_band,
    }
    return colours.text.tertiary if state.network is None else by_kind.get(state.network, colours.text.secondary)
