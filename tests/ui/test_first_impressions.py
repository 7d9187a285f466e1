"""What a new project looks like, and that typing never does anything but type."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolBar

from gpudesk.catalog.templates import load_template
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.layout.floor.canvas.floor_plan_layout import lay_out_floor
from gpudesk.ui.places.layout.floor.canvas.floor_plan_names import NameLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_racks import BodyLayer, beside_fronts, front_bars, thick_px
from gpudesk.ui.places.layout.floor.canvas.pathway_layer import WayLayer
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand
from tests.ui.hand import CTRL, Hand

Key = Qt.Key


@pytest.fixture
def superpod(open_desk: Callable[[], Hand], tmp_path: Path) -> FloorHand:
    """A new project of the template of one scalable unit, as it was just made."""
    hand = open_desk()
    hand.desk.session.create(tmp_path / "pod.gpudesk", load_template("dgx-h100-superpod", {"su": 1}))
    hand.qtbot.waitUntil(lambda: hand.desk.session.is_open, timeout=PATIENCE_MS)
    hand.rest()
    return FloorHand(hand)


def test_a_new_project_opens_on_the_floor_and_fits(superpod: FloorHand) -> None:
    window, canvas = superpod.hand.desk.window, superpod.canvas
    assert window.place == "floor"
    hall, seen = canvas.hall_bounds(), canvas.camera.seen
    assert seen.left <= hall.left
    assert seen.right >= hall.right
    assert seen.top <= hall.top
    assert seen.bottom >= hall.bottom
    # It could not be much larger: one of both sides is used.
    assert max(hall.width / seen.width, hall.height / seen.height) > 0.7


def test_a_project_that_was_there_opens_among_the_racks(superpod: FloorHand) -> None:
    path = superpod.hand.desk.session.document.path  # type: ignore[union-attr]
    superpod.hand.desk.session.close()
    superpod.hand.rest()
    superpod.hand.open(path)
    assert superpod.hand.desk.window.place == "rack"


def test_names_of_narrow_racks_are_turned(superpod: FloorHand) -> None:
    layout = superpod.canvas.scene.layout
    assert layout is not None
    places = np.arange(layout.racks)
    size_mm = layout.high[places] - layout.low[places]
    names = NameLayer(superpod.canvas.scene)
    turned = [int(names.turned(layout, places, size_mm * (rack_px / 600)).sum()) for rack_px in (11.0, 13.0, 20.0, 40.0)]
    assert turned == [0, 10, 10, 0]


def test_names_of_cooling_units_stay_beside_their_front_edges() -> None:
    rects = np.array([[10.0, 20.0, 43.0, 126.0]] * 4)
    angles = np.array([0, 900, 1800, 2700])
    bars, left = front_bars(rects, angles, thick_px(rects)), beside_fronts(rects, angles)
    assert left.tolist() == [[10, 25, 43, 121], [10, 20, 38, 126], [10, 20, 43, 121], [15, 20, 38, 126]]
    assert (bars[:, 2] * bars[:, 3] + left[:, 2] * left[:, 3]).tolist() == [43 * 126] * 4


def test_trays_lie_below_the_colors_and_names_of_racks(superpod: FloorHand) -> None:
    kinds = [type(layer) for layer in superpod.canvas.base]
    assert kinds.index(WayLayer) < kinds.index(BodyLayer) < kinds.index(NameLayer)


def test_the_tool_bar_switches_trays_off_and_on(superpod: FloorHand) -> None:
    bar = superpod.place.findChild(QToolBar, "place_tool_bar")
    action = superpod.hand.desk.window.registry.action("floor.show-ways")
    assert isinstance(bar, QToolBar)
    assert action in bar.actions()
    assert superpod.canvas.scene.items.is_way.any()
    action.trigger()
    superpod.rest()
    assert not superpod.canvas.scene.items.is_way.any()
    action.trigger()
    superpod.rest()
    assert superpod.canvas.scene.items.is_way.any()


def test_all_racks_leaves_out_cooling_units_until_they_are_selected(superpod: FloorHand) -> None:
    hand = superpod.hand
    hand.desk.window.go("rack")
    hand.rest()
    layout = hand.canvas.scene.layout
    assert layout.floor.standing == 0
    assert layout.bounds.bottom <= layout.cells[:, 1].max() + layout.cells[:, 3].max()
    hand.do("edit.select-all")
    assert "CRAH 1" not in hand.selected()
    hand.select("CRAH 1")
    assert hand.canvas.scene.layout.floor.standing == 1
    assert hand.canvas.shows(hand.ref("CRAH 1"))
    hand.select("A01")
    assert hand.canvas.scene.layout.floor.standing == 0


def test_rack_scale_systems_fill_the_drawing(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    hand = open_desk()
    hand.create(tmp_path / "nvl.gpudesk", load_template("gb200-nvl72-superpod", {}))
    strip = hand.canvas.scene.layout.floor
    assert strip.standing == 8
    # All of them in one line: two lines would leave more of the view empty.
    assert len(np.unique(strip.lines[:, 1])) == 1


def test_a_row_of_rack_scale_systems_has_its_name_and_its_fronts() -> None:
    """The name of the row is before the CDUs in line with it, and a system is drawn with its front as the racks are."""
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod", {}))
        layout = lay_out_floor(document.snapshot, int(document.snapshot["hall"].ids[0]))
    fronted = [name for name, front in zip(layout.names, layout.fronted.tolist(), strict=True) if front]
    assert fronted == ["A05", "A06", *(f"nvl72-{number:03}" for number in range(1, 9))]
    [mark] = layout.rows
    first = layout.names.index("CDU 4")
    assert (mark.name, mark.x_mm, mark.ahead) == ("A", layout.low[first, 0], (-1.0, 0.0))
    assert layout.low[first, 1] < mark.y_mm < layout.high[first, 1]
    assert [layout.names[place] for place in mark.members] == ["A05", "A06"]


def test_the_tool_bar_of_power_stays_left_after_a_restart(open_desk: Callable[[], Hand], superpod: FloorHand) -> None:
    path = superpod.hand.desk.session.document.path  # type: ignore[union-attr]
    superpod.hand.desk.window.go("power")
    superpod.hand.rest()
    superpod.hand.desk.close()
    again = open_desk()
    again.open(path)
    again.desk.window.go("power")
    again.rest()
    place = again.desk.window.power
    bar = place.findChild(QToolBar, "place_tool_bar")
    assert isinstance(bar, QToolBar)
    assert (bar.x(), bar.width()) == (0, place.width())


def test_ctrl_f_searches_the_catalog_in_every_place_and_letters_only_type(superpod: FloorHand) -> None:
    hand = superpod.hand
    window = hand.desk.window
    before = hand.desk.session.selection, len(hand.desk.session.history)
    for place in ("home", "size", "floor", "rack", "fabric", "power", "onsite", "monitor", "catalog"):
        window.go(place)
        hand.rest()
        hand.press(Key.Key_F, CTRL)
        search = window.drawing.catalog.search if place in ("floor", "rack") else window.catalog.filters.search
        assert QApplication.focusWidget() is search, place
        hand.type("sn2201 xvrm")
        assert search.text() == "sn2201 xvrm", place
        QTest.keyClick(search, Key.Key_A, CTRL)
        hand.rest()
        assert search.selectedText() == "sn2201 xvrm", place
        assert (hand.desk.session.selection, len(hand.desk.session.history)) == before, place
        assert window.place == (place if place in ("floor", "rack") else "catalog")


def test_ctrl_f_unfolds_the_catalog(superpod: FloorHand) -> None:
    dock = superpod.place.catalog_dock
    dock.set_folded(True)
    superpod.hand.press(Key.Key_F, CTRL)
    assert not dock.folded
    assert superpod.place.catalog.search.hasFocus()


def test_ctrl_f_in_a_list_searches_that_list(superpod: FloorHand) -> None:
    problems = superpod.place.problems
    problems.view.setFocus()
    superpod.hand.press(Key.Key_F, CTRL)
    assert problems.filters.field.hasFocus()
