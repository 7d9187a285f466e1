"""A hand at the desk: the real window on a small project, worked by pointer and keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle
from gpudesk.ui.canvas.refs import TYPE_MIME, ObjectRef
from gpudesk.ui.places.layout.racks.canvas.carry_layer import CarryPicture
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from tests.patience import PATIENCE_MS
from tests.ui.built import Step, put_built

RACK = "generic.rack-48u-600x1200"
SYSTEM = "nvidia.dgx-h100"
SWITCH = "nvidia.qm9700"
PDU = "generic.pdu-0u-415v-32a"
SIZE = (1440, 900)

NO_KEY = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier

PLAN = Plan(
    "Small site",
    halls=(PlanHall("Hall 1"),),
    rows=(PlanRow(0, "A"),),
    racks=tuple(PlanRack(RACK, 0, f"A{number:02d}", row=0, x_mm=600 * number) for number in (1, 2, 3)),
    devices=(
        PlanDevice(SYSTEM, "dgx-001", rack=0, position=0),
        PlanDevice(SYSTEM, "dgx-002", rack=0, position=20),
        PlanDevice(SWITCH, "leaf-1", rack=1, position=40),
    ),
    reservations=(PlanReservation(rack=2, position=60, height=16, reason="storage"),),
)
"""Three racks: two systems at U1 and U11 of A01, a switch at U21 of A02, U31–U38 of A03 reserved."""


@contextmanager
def painted_once(window: QWidget) -> Iterator[None]:
    """Paint a window when everything in it is there, not each time something comes: that took a third of what each test costs."""
    window.setUpdatesEnabled(False)
    try:
        yield
    finally:
        window.setUpdatesEnabled(True)


class Hand:
    """Does what a person does, and waits until the window has come to rest."""

    def __init__(self, qtbot: QtBot, desk: Desk) -> None:
        self.qtbot = qtbot
        self.desk = desk

    # what there is

    @property
    def canvas(self) -> RackCanvas:
        """The drawing of the present window."""
        return self.desk.window.rack.canvas

    @property
    def snapshot(self) -> Snapshot:
        """The state of the project."""
        return self.desk.session.snapshot

    def ids(self, table: str) -> dict[str, int]:
        """The objects of a table by name."""
        columns = self.snapshot[table]
        return dict(zip(columns["name"].tolist(), columns.ids.tolist(), strict=True))

    def ref(self, name: str) -> ObjectRef:
        """The device or rack of that name."""
        devices = self.ids("device")
        return ObjectRef("device", devices[name]) if name in devices else ObjectRef("rack", self.ids("rack")[name])

    def place_of(self, name: str) -> tuple[str, int]:
        """Rack and lowest half unit of a device."""
        row = self.snapshot["device"].row(self.ids("device")[name])
        return str(self.snapshot["rack"].row(int(row["rack_id"]))["name"]), int(row["position"])

    def selected(self) -> set[str]:
        """The names of what is selected."""
        return {str(self.snapshot[ref.table].row(ref.id)["name"]) for ref in self.desk.session.selection}

    @property
    def steps(self) -> list[bool]:
        """For each step of the history whether it is done."""
        return [step.done for step in self.desk.session.history]

    @property
    def message(self) -> str:
        """What the bar under the menus says; "" while it is hidden."""
        bar = self.desk.window.message_bar
        return bar.text if bar.isVisible() else ""

    # waiting

    def rest(self) -> None:
        """Wait until nothing is under way and nothing moves."""
        # A job that ended may have begun the next, and what comes of it a movement: nothing must be under way twice, and at the end.
        quiet = 0
        while quiet < 2:
            self.qtbot.waitUntil(lambda: self._is_quiet, timeout=PATIENCE_MS)
            settle()
            quiet = quiet + 1 if self._is_quiet else 0

    @property
    def _is_quiet(self) -> bool:
        """Whether no job runs, all findings are there, and nothing moves."""
        session = self.desk.session
        return self.desk.jobs.running == 0 and (not session.is_open or session.findings is not None) and not self._moving

    @property
    def _moving(self) -> bool:
        """Whether something moves in a drawing; those not requested yet are not made for the answer."""
        return any(place.canvas.in_flight for place in self.desk.window.drawings)

    def create(self, path: Path, plan: Plan = PLAN, *steps: Step, place: str = "rack") -> None:
        """Open a new project of a plan, with the edits of `steps` in its history, and show one of its places."""
        put_built(path, plan, *steps)
        before = self.desk.session.document
        with painted_once(self.desk.window):
            # A new project shows its floor first. Where that is wanted, the racks are not drawn up before.
            self.desk.session.just_made = place == "floor"
            self.desk.session.open(path)
            self.qtbot.waitUntil(lambda: self.desk.session.is_open and self.desk.session.document is not before, timeout=PATIENCE_MS)
            self.desk.session.just_made = False
            if self.desk.window.place != place:
                self.desk.window.go(place)
            self.rest()
        settle()

    def open(self, path: Path) -> None:
        """Open a project, or be told why not."""
        self.desk.session.open(path)
        self.rest()

    # where things are drawn

    def at(self, rack: str, low: int, height: int = 2, face: Face = Face.FRONT) -> QPoint:
        """The middle of some half units of a rack, in the drawing."""
        layout = self.canvas.scene.layout
        place = layout.place_of_rack[self.ids("rack")[rack]]
        elevation = next(int(each) for each in layout.faces_of_rack[place] if each >= 0 and layout.face[each] == face)
        x, y, wide, high = layout.span_rect(elevation, low, low + height)
        camera = self.canvas.camera
        return QPoint(round(camera.x_px(x + wide / 2)), round(camera.y_px(y + high / 2)))

    def on(self, name: str, face: Face = Face.FRONT) -> QPoint:
        """The middle of a device, in the drawing."""
        rack, low = self.place_of(name)
        kind = self.snapshot.types[int(self.snapshot["device"].row(self.ids("device")[name])["type_id"])]
        return self.at(rack, low, kind.height_half_units, face)

    # pointer

    def click(self, at: QPoint, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Click in the drawing."""
        QTest.mouseClick(self.canvas, Qt.MouseButton.LeftButton, keys, at)
        self.rest()

    def drag(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NO_KEY, *, let_go: bool = True) -> None:
        """Press at a point of the drawing, move to another in steps, and let go."""
        QTest.mousePress(self.canvas, Qt.MouseButton.LeftButton, keys, start)
        for share in (0.1, 0.4, 0.7, 1.0):
            self.move(start + (end - start) * share, keys)
        if let_go:
            self.let_go(end, keys)

    def let_go(self, at: QPoint, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Release the button."""
        QTest.mouseRelease(self.canvas, Qt.MouseButton.LeftButton, keys, at)
        self.rest()

    def move(self, to: QPoint, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        """Move the pointer with the button held."""
        # QTest.mouseMove says that no button is held.
        where = QPointF(to)
        button = Qt.MouseButton.LeftButton
        event = QMouseEvent(QEvent.Type.MouseMove, where, self.canvas.mapToGlobal(where), Qt.MouseButton.NoButton, button, keys)
        QApplication.sendEvent(self.canvas, event)
        settle()

    def carry(self, type_key: str, to: QPoint) -> None:
        """Drag a part of the catalog over the drawing, and hold it there."""
        self._over(type_key, to, let_go=False)

    def drop(self, type_key: str, to: QPoint) -> None:
        """Drag a part of the catalog into the drawing and let go."""
        self._over(type_key, to, let_go=True)
        self.rest()

    def _over(self, type_key: str, to: QPoint, *, let_go: bool) -> None:
        # An event does not own what is dragged, so it is kept here to the end.
        data = QMimeData()
        data.setData(TYPE_MIME, type_key.encode())
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        QApplication.sendEvent(self.canvas, QDragEnterEvent(QPoint(4, to.y()), action, data, button, NO_KEY))
        for point in (QPoint(to.x() // 2, to.y()), to):
            QApplication.sendEvent(self.canvas, QDragMoveEvent(point, action, data, button, NO_KEY))
        settle()
        if let_go:
            QApplication.sendEvent(self.canvas, QDropEvent(QPointF(to), action, data, button, NO_KEY))

    @property
    def carried(self) -> CarryPicture | None:
        """What is drawn of what is carried."""
        return self.canvas._carried.picture

    def placing(self) -> str | None:
        """The key of the type that is being placed by keys."""
        return self.canvas.placing

    @property
    def verdict(self) -> str:
        """What the bubble says of what is carried; "" where it may stand."""
        picture = self.carried
        text = None if picture is None else picture.text
        return "" if text is None else " ".join((text.title, *text.why, text.fix))

    # keys

    def press(self, key: Qt.Key, keys: Qt.KeyboardModifier = NO_KEY, widget: QWidget | None = None) -> None:
        """Press a key where the keyboard is."""
        QTest.keyClick(widget or self.focused(), key, keys)
        self.rest()

    def type(self, text: str) -> None:
        """Type where the keyboard is."""
        QTest.keyClicks(self.focused(), text)
        self.rest()

    def focused(self) -> QWidget:
        """What has the keyboard."""
        return QApplication.focusWidget() or self.desk.window

    def look_at_drawing(self) -> None:
        """Give the drawing the keyboard."""
        self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        settle()

    def do(self, action_id: str) -> None:
        """Do an action of the menus."""
        action = self.desk.window.registry.action(action_id)
        assert action.isEnabled(), f"{action_id}: {action.toolTip()}"
        action.trigger()
        self.rest()

    def select(self, *names: str) -> None:
        """Select devices or racks, without the pointer."""
        self.desk.session.select([self.ref(name) for name in names])
        settle()
