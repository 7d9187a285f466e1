"""A failure next to the diagram: on the floor and in the racks, with pattern and legend, and the way between them."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest

from gpudesk.core.power.supplies import SupplyState
from gpudesk.operations.run.field_operations import rename
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.places.layout.failure_paints import KEY
from gpudesk.ui.places.power.panes.power_diagram_page import PowerDiagramPage
from tests.ui.hand import CTRL, Hand
from tests.ui.places.power.test_power_diagram import click, page, site  # noqa: F401


@pytest.fixture
def failing(hand: Hand, page: PowerDiagramPage) -> Drilling:  # noqa: F811
    """The UPS of side A fails: both systems of A01 run on less."""
    click(page, "UPS 1")
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_X)
    hand.rest()
    return Drilling.of(hand.desk.session)


def test_the_floor_shows_which_racks_run_on_less(hand: Hand, page: PowerDiagramPage, failing: Drilling) -> None:  # noqa: F811
    QTest.mouseClick(page.strip.other, Qt.MouseButton.LeftButton)
    hand.rest()
    floor = hand.desk.window.floor
    assert hand.desk.window.place == "floor"
    assert "UPS 1 fails" in floor.drill.text
    assert floor.drill.isVisible()
    paint = floor.canvas.scene.paint
    assert paint is not None
    assert paint.key == KEY
    counts = {entry.text: entry.count for entry in paint.legend}
    assert counts["throttled"] == 1
    assert counts["no power"] == 2
    patterns = [entry.pattern for entry in paint.legend]
    assert patterns[SupplyState.REDUCED] != patterns[SupplyState.DOWN] != Qt.BrushStyle.NoBrush
    assert "→" in paint.figures[0]
    floor.canvas.setFocus()
    QTest.keyClick(floor.canvas, Qt.Key.Key_Escape)
    hand.rest()
    assert not failing.active
    assert not floor.drill.isVisible()
    assert floor.canvas.scene.paint is not None
    assert floor.canvas.scene.paint.key != KEY


def test_the_rack_shows_what_becomes_of_its_devices(hand: Hand, failing: Drilling) -> None:
    window = hand.desk.window
    QTest.keyClick(window, Qt.Key.Key_4, CTRL)
    hand.rest()
    paint = window.rack.canvas.scene.paint
    assert paint is not None
    names = {entry.text: place for place, entry in enumerate(paint.legend)}
    devices = hand.snapshot["device"]
    by_name = {str(name): int(step) for name, step in zip(devices["name"].tolist(), paint.step.tolist(), strict=True)}
    assert by_name["dgx-001"] == by_name["dgx-002"] == names["throttled"]
    assert by_name["pdu-0u-415v-60a-001"] == names["stops"]
    assert by_name["leaf-1"] == names["no power"]
    QTest.mouseClick(window.rack.drill.done, Qt.MouseButton.LeftButton)
    hand.rest()
    assert not failing.active
    assert window.rack.canvas.scene.paint is None or len(window.rack.canvas.scene.paint.legend) != len(names)


def test_patterns_tell_states_apart_without_colour(hand: Hand, failing: Drilling) -> None:
    window = hand.desk.window
    window.go("floor")
    hand.rest()
    canvas = window.floor.canvas
    place = canvas.scene.layout
    assert place is not None
    canvas.settle()
    drawn = grey(canvas.grab())
    rects = canvas.camera.rects(place.rects[[place.names.index("A01"), place.names.index("A02")]])
    spread = []
    for x, y, wide, high in rects.round().astype(int).tolist():
        inner = drawn[y + high // 2 + 10 : y + high - 4, x + 4 : x + wide - 4]
        spread.append(float(inner.std()))
    assert spread[0] > 2 * spread[1] + 1


def test_from_the_floor_back_to_the_diagram(hand: Hand, failing: Drilling) -> None:
    window = hand.desk.window
    window.go("floor")
    hand.rest()
    QTest.mouseClick(window.floor.drill.other, Qt.MouseButton.LeftButton)
    hand.rest()
    assert window.place == "power"
    assert window.power.tabs.current() == "diagram"
    assert failing.active
    hand.desk.session.do(rename, "rack", hand.ids("rack")["A02"], "B02")
    hand.rest()
    assert failing.active


def grey(picture: QPixmap) -> np.ndarray:
    image = picture.toImage().convertToFormat(picture.toImage().Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width()].astype(float)
