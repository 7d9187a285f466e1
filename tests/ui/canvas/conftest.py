"""A rack canvas with the small project in it."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpudesk.core.hardware.hardware import Face
from gpudesk.project.document import Document
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from tests.ui.canvas.sample import Ids, small_project


@dataclass
class Board:
    """A shown canvas, its project, and what it asked for."""

    canvas: RackCanvas
    document: Document
    ids: Ids
    asked: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)

    def device(self, name: str) -> ObjectRef:
        return ObjectRef("device", self.ids[name])

    def rack(self, name: str) -> ObjectRef:
        return ObjectRef("rack", self.ids[name])

    def middle(self, ref: ObjectRef, drawing: int = 0) -> QPoint:
        """The middle of the drawing of an object in the widget."""
        x, y, w, h = self.canvas.scene.rects_of([ref])[drawing]
        camera = self.canvas.camera
        return QPoint(round(camera.x_px(x + w / 2)), round(camera.y_px(y + h / 2)))

    def unit(self, rack: str, unit: float, face: Face = Face.FRONT) -> QPoint:
        """The middle of a unit (13, or 13.5 for the upper half of unit 13) of an elevation in the widget."""
        layout, camera = self.canvas.scene.layout, self.canvas.camera
        place = layout.place_of_rack[self.ids[rack]]
        elevation = next(int(e) for e in layout.faces_of_rack[place] if e >= 0 and layout.face[e] == face)
        x = float(layout.left[elevation] + layout.width[elevation] / 2)
        return QPoint(round(camera.x_px(x)), round(camera.y_px(layout.unit_y(elevation, 2 * unit - 1))))

    def press(self, at: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.mousePress(self.canvas, Qt.MouseButton.LeftButton, keys, at)

    def release(self, at: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.mouseRelease(self.canvas, Qt.MouseButton.LeftButton, keys, at)

    def move(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Move with the left button held, in some steps."""
        for step in range(1, 6):
            at = QPointF(start) + QPointF(end - start) * step / 5
            event = QMouseEvent(
                QEvent.Type.MouseMove, at, self.canvas.mapToGlobal(at), Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, keys
            )
            QCoreApplication.sendEvent(self.canvas, event)

    def drag(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.press(start, keys)
        self.move(start, end, keys)
        self.release(end, keys)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.canvas, key, keys)

    def last(self, signal: str) -> tuple[Any, ...]:
        """The values of the last signal of that name."""
        return next(values for name, values in reversed(self.asked) if name == signal)

    def count(self, signal: str) -> int:
        return sum(name == signal for name, _ in self.asked)


SIGNALS = (
    "selection_changed",
    "hovered",
    "move_requested",
    "place_requested",
    "reserve_requested",
    "nudge_requested",
    "open_requested",
    "context_menu_requested",
    "placing_changed",
)


@pytest.fixture
def board(qtbot: QtBot) -> Generator[Board, None, None]:
    document, ids = small_project()
    canvas = RackCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(1600, 900)
    canvas.set_snapshot(document.snapshot)
    canvas.show()
    qtbot.waitExposed(canvas)
    made = Board(canvas, document, ids)
    for name in SIGNALS:
        signal = getattr(canvas, name)
        signal.connect(lambda *values, name=name: made.asked.append((name, values)))
    canvas.settle()
    yield made
    document.close()
