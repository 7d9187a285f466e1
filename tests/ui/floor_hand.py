"""A hand on the floor: the place of the floor worked by pointer and keys."""

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.plan.plan import Plan
from gpudesk.ui.app.render import settle
from gpudesk.ui.canvas.refs import TYPE_MIME
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorCanvas
from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.patience import PATIENCE_MS
from tests.ui.hand import NO_KEY, Hand


class FloorHand:
    """Does on the floor what a person does, and waits until the window has come to rest."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    @property
    def place(self) -> FloorPlace:
        """The place of the floor."""
        return self.hand.desk.window.floor

    @property
    def canvas(self) -> FloorCanvas:
        """Its drawing."""
        return self.place.canvas

    def ref(self, name: str) -> ObjectRef:
        """The rack, device or row of that name."""
        snapshot = self.hand.snapshot
        for table in ("rack", "device", "rack_row", "hall", "floor_item"):
            found = snapshot[table].where("name", name)
            if len(found):
                return ObjectRef(table, int(found[0]))
        raise KeyError(name)

    def on(self, name: str) -> QPoint:
        """The middle of a rack or floor device, in the drawing."""
        rect = self.canvas.bounds_px([self.ref(name)])
        return rect.center().toPoint()

    def at(self, x_mm: float, y_mm: float) -> QPoint:
        """A point of the hall, in the drawing."""
        return QPoint(round(self.canvas.camera.x_px(x_mm)), round(self.canvas.camera.y_px(y_mm)))

    def px(self, length_mm: float) -> int:
        """A length of the hall in px."""
        return round(length_mm * self.canvas.camera.scale)

    def where(self, name: str) -> tuple[int, int, int]:
        """Corner and turn of a rack, device or row."""
        ref = self.ref(name)
        row = self.hand.snapshot[ref.table].row(ref.id)
        return int(row["x_mm"]), int(row["y_mm"]), int(row["angle_ddeg"])

    def rest(self) -> None:
        """Wait until nothing is under way and nothing moves."""
        self.hand.rest()
        self.hand.qtbot.waitUntil(lambda: not self.canvas.in_flight, timeout=PATIENCE_MS)
        settle()

    def click(self, at: QPoint, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Click in the drawing."""
        QTest.mouseClick(self.canvas, Qt.MouseButton.LeftButton, keys, at)
        self.rest()

    def drag(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEY, *, let_go: bool = True) -> None:
        """Press at a point, move to another in steps, and let go."""
        QTest.mousePress(self.canvas, Qt.MouseButton.LeftButton, keys, start)
        for share in (0.2, 0.6, 1.0):
            where = QPointF(start + (end - start) * share)
            buttons = Qt.MouseButton.LeftButton
            event = QMouseEvent(QEvent.Type.MouseMove, where, self.canvas.mapToGlobal(where), Qt.MouseButton.NoButton, buttons, keys)
            QApplication.sendEvent(self.canvas, event)
            settle()
        if let_go:
            self.let_go(end, keys)

    def let_go(self, at: QPoint, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Release the button."""
        QTest.mouseRelease(self.canvas, Qt.MouseButton.LeftButton, keys, at)
        self.rest()

    def drop(self, type_key: str, to: QPoint, keys: Qt.KeyboardModifier = NO_KEY, *, let_go: bool = True) -> None:
        """Drag a type of the catalog into the drawing and let go."""
        # An event does not own what is dragged, so it is kept here to the end.
        data = QMimeData()
        data.setData(TYPE_MIME, type_key.encode())
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        QApplication.sendEvent(self.canvas, QDragEnterEvent(QPoint(4, to.y()), action, data, button, keys))
        for point in (QPoint(to.x() // 2, to.y()), to):
            QApplication.sendEvent(self.canvas, QDragMoveEvent(point, action, data, button, keys))
        settle()
        if let_go:
            QApplication.sendEvent(self.canvas, QDropEvent(QPointF(to), action, data, button, keys))
            self.rest()

    def move(self, to: QPoint, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Move the pointer with no button held."""
        nothing = Qt.MouseButton.NoButton
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(to), self.canvas.mapToGlobal(QPointF(to)), nothing, nothing, keys)
        QApplication.sendEvent(self.canvas, event)
        settle()

    @property
    def said(self) -> tuple[str, ...]:
        """What the bubble next to the thing in hand says."""
        carried = self.canvas._marks.carried
        return () if carried is None or carried.bubble is None else carried.bubble.why

    @property
    def words(self) -> str:
        """What is above the thing in hand."""
        carried = self.canvas._marks.carried
        return "" if carried is None else carried.words

    def press(self, key: Qt.Key, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Press a key in the drawing."""
        self.canvas.setFocus()
        QTest.keyClick(self.canvas, key, keys)
        self.rest()

    def do(self, action_id: str) -> None:
        """Do an action of the menus."""
        self.hand.do(action_id)
        self.rest()


def floor_of(started: Hand, path: Path, plan: Plan) -> FloorHand:
    """The floor of a new project, with the keyboard in its drawing."""
    started.create(path, plan, place="floor")
    by_hand = FloorHand(started)
    by_hand.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
    by_hand.rest()
    return by_hand
