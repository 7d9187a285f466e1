"""The map in the corner: there while not everything is seen, worked by pointer, switched by key and remembered."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpudesk.ui.app.application import Desk
from gpudesk.ui.places.layout.racks.canvas.rack_map import MiniMap
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.theme import theme
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand


@pytest.fixture
def zoomed(hand: Hand) -> MiniMap:
    """The map of a drawing of which only a part is seen."""
    hand.canvas.zoom_by(4.0)
    return hand.canvas.map


def middle_mm(hand: Hand) -> tuple[float, float]:
    return hand.canvas.camera.centre_x, hand.canvas.camera.centre_y


def test_it_is_there_only_while_a_part_is_out_of_sight(hand: Hand) -> None:
    hand.canvas.fit(animated=False)
    assert not hand.canvas.map.isVisible()
    hand.canvas.zoom_by(4.0)
    assert hand.canvas.map.isVisible()
    assert hand.canvas.rect().contains(hand.canvas.map.geometry())
    hand.look_at_drawing()
    hand.press(Qt.Key.Key_F)
    assert not hand.canvas.map.isVisible()


def test_a_click_looks_there_and_selects_nothing(hand: Hand, zoomed: MiniMap) -> None:
    before = hand.selected()
    QTest.mouseClick(zoomed, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(10, 10))
    left_top = middle_mm(hand)
    QTest.mouseClick(zoomed, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(zoomed.width() - 10, zoomed.height() - 10))
    right_bottom = middle_mm(hand)
    assert right_bottom[0] > left_top[0] + 1000
    assert right_bottom[1] > left_top[1] + 1000
    assert hand.selected() == before


def test_a_drag_moves_the_view_along(hand: Hand, zoomed: MiniMap) -> None:
    start, end = QPoint(20, zoomed.height() // 2), QPointF(zoomed.width() - 20, zoomed.height() / 2)
    QTest.mousePress(zoomed, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    before = middle_mm(hand)
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, end, zoomed.mapToGlobal(end), Qt.MouseButton.NoButton, button, none)
    QApplication.sendEvent(zoomed, event)
    QTest.mouseRelease(zoomed, button, none, end.toPoint())
    assert middle_mm(hand)[0] > before[0] + 500
    centre = zoomed.seen_rect().center()
    assert abs(centre.x() - end.x()) < 12


def test_the_wheel_zooms(hand: Hand, zoomed: MiniMap) -> None:
    before = hand.canvas.camera.scale
    where, none = QPointF(10, 10), Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    wheel = QWheelEvent(where, zoomed.mapToGlobal(where), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, none, phase, False)
    QApplication.sendEvent(zoomed, wheel)
    assert hand.canvas.camera.scale > before


def test_n_hides_it_and_it_stays_hidden_at_the_next_start(qtbot: QtBot, hand: Hand, zoomed: MiniMap, tmp_path: Path) -> None:
    hand.look_at_drawing()
    hand.press(Qt.Key.Key_N)
    assert not zoomed.isVisible()
    settings = hand.desk.window.settings
    settings.sync()
    again = Desk(Settings(path=Path(settings.file_name())))
    again.show()
    again.session.create(tmp_path / "again.gpudesk")
    qtbot.waitUntil(lambda: again.session.is_open and again.jobs.running == 0, timeout=PATIENCE_MS)
    again.window.go("rack")
    assert not again.window.rack.canvas.map.wanted
    again.close()
    hand.desk.window.activateWindow()
    hand.look_at_drawing()
    hand.do("view.minimap")
    assert zoomed.isVisible()


def test_painting_it_leaves_the_colours_of_the_theme_alone(hand: Hand, zoomed: MiniMap) -> None:
    corner = hand.canvas.grab(zoomed.geometry()).toImage()
    assert corner.pixelColor(2, 2) == theme.current().surface.panel
    assert theme.current().accent.alpha() == 255
    assert zoomed.accessibleName()
    assert zoomed.focusPolicy() == Qt.FocusPolicy.NoFocus
