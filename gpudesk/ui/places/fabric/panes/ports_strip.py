"""The ports of one device, each cage in its position on the face: the strip below the drawing of a network."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from gpudesk.core.hardware.hardware import Face
from gpudesk.derived.cabling.port_trial import first_fitting
from gpudesk.ui.action_table.contexts import PORTS
from gpudesk.ui.canvas.faces.ports_layout import faces_with_ports
from gpudesk.ui.panels.inspector.port_states import port_states
from gpudesk.ui.places.fabric.canvas.ports_view import PortKey, PortsView
from gpudesk.ui.places.fabric.panes.cable_tool import Laying
from gpudesk.ui.places.fabric.panes.ports_head import PortsHead, device_words
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("PortsStrip")

MENU = ("ports.lay", "ports.follow", "ports.pull", "|", "ports.pin", "ports.turn")

_LEAST_HEIGHT = 150
_NO_LIMIT = 16_777_215
"""Maximum height of a Qt widget."""
_MOST_SHARE = 0.6
"""Of the height that drawing and ports share."""


class PortsStrip(QWidget):
    """The connections of one device, and of a second one pinned above it.

    Signals:
        chosen(): the chosen ports changed; actions may be enabled or not.
        object_wanted(ObjectRef): the user wants to see another device or a cable.
        opened(bool): ports are shown, or only the header.
    """

    chosen = Signal()
    object_wanted = Signal(object)
    opened = Signal(bool)

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._device: int | None = None
        self._pinned: int | None = None
        self._turned: dict[int, bool] = {}
        self._over: tuple[PortKey, int, PortKey | None] | None = None
        self.device_at: Callable[[QPoint], int | None] = lambda _: None
        self.setObjectName("ports-strip")
        self.setAccessibleName(tr("Ports"))
        self.head = PortsHead(registry)
        self.header = self.head.header
        self.laying = Laying(session, self)
        self.view, self.pinned_view = PortsView(), PortsView()
        self.pinned_name = Label("", step="caption", ink="text.secondary")
        self.pinned_name.setContentsMargins(14, 6, 14, 0)
        self.note = QuietNote()
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = _Ground()
        lines = QVBoxLayout(inside)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        for part in (self.pinned_name, self.pinned_view, self.view):
            lines.addWidget(part)
        lines.addStretch(1)
        self._scroll.setWidget(inside)
        self._scroll.viewport().installEventFilter(self)
        self._body = QWidget()
        self._stack = QStackedLayout(self._body)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self._scroll)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self._body, 1)
        self.setFocusProxy(self.view)
        registry.attach(self._body, PORTS)
        self._room_later = QTimer(self, singleShot=True, interval=QApplication.doubleClickInterval())
        self._room_later.timeout.connect(self._make_room)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        self._connect()
        self.set_device(None)

    def _connect(self) -> None:
        for view in (self.view, self.pinned_view):
            view.port_chosen.connect(self._choose)
            view.port_entered.connect(lambda _: self.lay())
            view.drag_begun.connect(self.laying.begin)
            view.drag_moved.connect(self._drag)
            view.drag_ended.connect(self._drop)
            view.menu_wanted.connect(lambda at: self._registry.context_menu(self, MENU).popup(at))
        self.laying.changed.connect(self._show_laying)
        self.laying.laid.connect(lambda cable_id: self._session.select([ObjectRef("cable", cable_id)]))
        self.head.turn_wanted.connect(self.turn)
        for signal in (self._session.changed, self._session.refreshed):
            signal.connect(self._refresh_later)
        for signal in (self._session.opened, self._session.closed):
            signal.connect(self._forget)
        self._session.selection_changed.connect(self._light)

    # what is shown

    @property
    def device_id(self) -> int | None:
        """The device whose ports are shown."""
        return self._device

    @property
    def pinned_id(self) -> int | None:
        """The device that is kept above it."""
        return self._pinned

    def set_device(self, device_id: int | None) -> None:
        """Show the ports of a device; None for none."""
        if device_id is None or device_id != self._device:
            self._device = device_id
            self.refresh()

    def refresh(self) -> None:
        """Show the ports as they are now."""
        if self._device is None or not self._has(self._device):
            self._device = None
            self.head.say_nothing(tr("Select a switch or a system in the drawing: its cages and ports are shown here."))
            self._make_room()
            return
        if not self._faces(self._device):
            self.head.say_nothing(device_words(self._session.snapshot, self._device, Face.FRONT))
            self.note.say(None, tr("No cable can be connected here"), tr("Its type has no cable ports."))
            self._stack.setCurrentWidget(self.note)
            self._make_room_soon()
            return
        self._stack.setCurrentWidget(self._scroll)
        pinned = self._pinned if self._pinned is not None and self._has(self._pinned) and self._pinned != self._device else None
        for part in (self.pinned_name, self.pinned_view):
            part.setVisible(pinned is not None)
        if pinned is not None:
            self.pinned_name.setText(device_words(self._session.snapshot, pinned, self._face(pinned)))
            self._fill(self.pinned_view, pinned)
        self._fill(self.view, self._device)
        faces = self._faces(self._device)
        used = len([port for port in self.view.ports() if self.view.state(port) is not None])
        snapshot = self._session.snapshot
        self.head.say(
            snapshot, self._device, self._face(self._device), turned=self._turned.get(self._device, False), sides=len(faces), used=used
        )
        self._light()
        self._make_room_soon()
        self.chosen.emit()

    @property
    def is_open(self) -> bool:
        """Whether ports are shown; else the strip is its head alone."""
        return not self._body.isHidden()

    def _make_room_soon(self) -> None:
        """Make room; after a click in the drawing only after the double-click interval, so that nothing moves under the pointer."""
        if self.isVisible() and QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            self._room_later.start()
        else:
            self._make_room()

    def _make_room(self) -> None:
        """Be as high as the ports need, unless that leaves too little for the drawing above; without a device no higher than the head."""
        self._room_later.stop()
        was_open, is_open = self.is_open, self._device is not None
        self._body.setVisible(is_open)
        self._set_heights()
        if is_open != was_open:
            self.opened.emit(is_open)

    def _set_heights(self) -> None:
        if self._device is None:
            self.setFixedHeight(self.header.sizeHint().height())
            return
        self.setMaximumHeight(_NO_LIMIT)
        if self._stack.currentWidget() is self.note:
            self.setMinimumHeight(self.header.height() + self.note.sizeHint().height())
            return
        parts = [part for part in (self.pinned_name, self.pinned_view, self.view) if not part.isHidden()]
        heights = [part.height() if isinstance(part, PortsView) else part.sizeHint().height() for part in parts]
        full_height = self.header.sizeHint().height() + sum(heights)
        parent = self.parentWidget()
        most = full_height if parent is None else max(int(parent.height() * _MOST_SHARE), _LEAST_HEIGHT)
        self.setMinimumHeight(min(full_height, most))

    def met(self) -> set[str]:
        """The conditions of actions that hold here."""
        current = self.current()
        state = None if current is None else self._view_of(current).state(current.port)
        conditions = {
            "port": current is not None,
            "cabled port": state is not None,
            "port device": self._device is not None,
            "two sides": self._device is not None and self._has(self._device) and len(self._faces(self._device)) > 1,
        }
        return {name for name, met in conditions.items() if met}

    def current(self) -> PortKey | None:
        """The port in hand: that of the part with the keyboard."""
        if self.pinned_view.hasFocus() and self.pinned_view.isVisible():
            return self.pinned_view.current
        return self.view.current

    def show_port(self, key: PortKey) -> None:
        """Show a port, the one in hand from then on."""
        faces = self._faces(key.device_id)
        self._device = key.device_id
        self.refresh()
        if self.view.port_rect(key.port).isEmpty() and len(faces) > 1:
            self.turn()
        self.view.choose(key.port)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._light()
        self.chosen.emit()

    # what the actions do

    def lay(self) -> None:
        """Begin a cable at the port in hand, or end one there; from a port in use go where its cable leads."""
        key = self.current()
        if key is None:
            return
        if self.laying.source is not None:
            if self.laying.target != key:
                self._aim(key)
            if self.laying.trial is not None and self.laying.trial.ok:
                self.laying.finish()
        elif self._cable_at(key) is not None:
            self.follow()
        elif self._session.writable:
            self.laying.begin(key)

    def follow(self) -> None:
        """Show the port at the other end of the cable in the port in hand."""
        key = self.current()
        cable_id = None if key is None else self._cable_at(key)
        if key is None or cable_id is None:
            return
        cable = self._session.snapshot["cable"].row(cable_id)
        near = (cable["a_device_id"], cable["a_port"]) == (key.device_id, key.port)
        far = "b" if near else "a"
        self.show_port(PortKey(int(cable[f"{far}_device_id"]), int(cable[f"{far}_port"])))

    def pull(self) -> None:
        """Pull out the cable of the port in hand."""
        key = self.current()
        cable_id = None if key is None else self._cable_at(key)
        if cable_id is not None:
            from gpudesk.operations.cabling.cable_operations import pull_cables

            self._session.do(pull_cables, [cable_id])

    def _cable_at(self, key: PortKey) -> int | None:
        """The cable in a port, None without one. Ports are redrawn shortly after an edit: a cable removed since counts as none."""
        state = self._view_of(key).state(key.port)
        return state.cable_id if state is not None and self._session.snapshot["cable"].has(state.cable_id) else None

    def pin(self) -> None:
        """Keep this device visible above the next chosen one; the same device again releases it."""
        self._pinned = None if self._pinned is not None and self._pinned == self._device else self._device
        if self._device is None:
            self._pinned = None
        self.head.show_pinned(self._pinned is not None)
        self.refresh()

    def turn(self) -> None:
        """Show the other side of the device."""
        if self._device is not None:
            self._turned[self._device] = not self._turned.get(self._device, False)
            self.refresh()

    # showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._scroll.viewport():
            for view in (self.view, self.pinned_view):
                view.set_room(self._scroll.viewport().width())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.laying.source is not None:
            for view in (self.view, self.pinned_view):
                view.end_drag()
            self.laying.cancel()
        else:
            super().keyPressEvent(event)

    def _forget(self) -> None:
        self.laying.cancel()
        self._device = self._pinned = None
        self._turned = {}
        self.refresh()

    def _refresh_later(self) -> None:
        self._later.start()

    def _refresh_if_seen(self) -> None:
        if self.isVisible():
            self.refresh()

    def _has(self, device_id: int) -> bool:
        return self._session.is_open and self._session.snapshot["device"].has(device_id)

    def _faces(self, device_id: int) -> tuple[Face, ...]:
        snapshot = self._session.snapshot
        return faces_with_ports(snapshot.types[int(snapshot["device"].row(device_id)["type_id"])])

    def _face(self, device_id: int) -> Face:
        faces = self._faces(device_id)
        return faces[1] if self._turned.get(device_id, False) and len(faces) > 1 else faces[0]

    def _fill(self, view: PortsView, device_id: int) -> None:
        snapshot = self._session.snapshot
        kind = snapshot.types[int(snapshot["device"].row(device_id)["type_id"])]
        findings = self._session.findings
        marks = {} if findings is None else {row: str(mark) for row, mark in findings.marks("cable").items()}
        view.show_ports(device_id, kind, self._face(device_id), port_states(snapshot, device_id, marks))

    def _view_of(self, key: PortKey) -> PortsView:
        return self.pinned_view if key.device_id == self.pinned_view.device_id and key.device_id != self.view.device_id else self.view

    def _views(self) -> list[PortsView]:
        return [view for view in (self.view, self.pinned_view) if view.isVisible()]

    def _light(self) -> None:
        """Mark the ports of the selected cables."""
        if not self._session.is_open:
            return
        cables = self._session.snapshot["cable"]
        rows = [cables.row(cable_id) for cable_id in self._session.selected("cable")[:500] if cables.has(cable_id)]
        for view in (self.view, self.pinned_view):
            device = view.device_id
            view.light(frozenset(int(row[f"{side}_port"]) for row in rows for side in "ab" if row[f"{side}_device_id"] == device))

    # choosing and laying

    def _choose(self, key: PortKey) -> None:
        state = self._view_of(key).state(key.port)
        if self.laying.source is not None:
            self._aim(key)
        elif state is not None:
            self._session.select([ObjectRef("cable", state.cable_id)])
        self.chosen.emit()

    def _aim(self, key: PortKey | None) -> None:
        where = None
        if key is not None:
            view = self._view_of(key)
            rect = view.port_rect(key.port).toRect()
            where = QRect(view.mapTo(self.window(), rect.topLeft()), rect.size()) if not rect.isEmpty() else None
        self.laying.aim(key, where)

    def _drag(self, at: QPoint) -> None:
        source = self.laying.source
        if source is None:
            return
        target = self._target(at)
        if target is None or self._shows(target):
            self._aim(target)
        else:
            # A device in the drawing above: the verdict is next to the pointer.
            self.laying.aim(target, QRect(self.window().mapFromGlobal(at), self.window().mapFromGlobal(at)).adjusted(-8, -8, 8, 8))
        view = self._view_of(source)
        self.laying.draw(view.mapToGlobal(view.port_rect(source.port).center().toPoint()), at)

    def _shows(self, key: PortKey) -> bool:
        """Whether a port is seen in the strip."""
        view = self._view_of(key)
        return view.device_id == key.device_id and not view.port_rect(key.port).isEmpty()

    def _target(self, at: QPoint) -> PortKey | None:
        """The port at a point of the screen; over a device elsewhere in the place its first port that fits."""
        source = self.laying.source
        for view in self._views():
            local = view.mapFromGlobal(at)
            port = view.port_at(QPointF(local))
            if port is not None and view.device_id is not None and view.visibleRegion().contains(local):
                key = PortKey(view.device_id, port)
                return None if key == source else key
        device_id = self.device_at(at)
        if device_id is None or source is None or not self._has(device_id):
            return None
        if self._over is None or self._over[:2] != (source, device_id):
            port = first_fitting(self._session.snapshot, (source.device_id, source.port), device_id)
            self._over = source, device_id, None if port is None else PortKey(device_id, port)
        return self._over[2]

    def _drop(self, at: QPoint) -> None:
        self._drag(at)
        self.laying.finish()

    def _show_laying(self) -> None:
        source, target, trial = self.laying.source, self.laying.target, self.laying.trial
        if source is None:
            self._over = None
        for view in (self.view, self.pinned_view):
            view.show_source(source.port if source is not None and source.device_id == view.device_id else None)
            is_own_target = target is not None and target.device_id == view.device_id
            view.show_trial(target.port if is_own_target and target is not None else None, None if trial is None else trial.ok)
        self.head.say_laying(self._session.snapshot if self._session.is_open else None, source)
        self.chosen.emit()


class _Ground(QWidget):
    """The background of the ports: the board."""

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.current().surface.canvas)
