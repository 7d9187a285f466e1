"""A hand on the floor: the place of the floor worked by pointer and keys."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.panes.floor_canvas import FloorCanvas
from gpudesk.ui.panes.floor_place import FloorPlace
from gpudesk.ui.render import settle
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
        for table in ("rack", "device", "rack_row", "hall"):
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
        self.hand.qtbot.waitUntil(lambda: not self.canvas.in_flight)
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

    def press(self, key: Qt.Key, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Press a key in the drawing."""
        self.canvas.setFocus()
        QTest.keyClick(self.canvas, key, keys)
        self.rest()

    def do(self, action_id: str) -> None:
        """Do an action of the menus."""
        self.hand.do(action_id)
        self.rest()
