"""What is in no rack is drawn below the racks: selected, deleted, put into a rack."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from gpudesk.operations.racks.device_operations import place_on_floor, take_out
from gpudesk.ui.canvas.refs import ObjectRef, Scope, ScopeKind
from tests.ui.hand import ALT, CTRL, Hand

STATION = "nvidia.dgx-station-a100"


def on_floor(hand: Hand, name: str) -> QPoint:
    """The middle of a device outside racks, in the drawing."""
    rects = hand.canvas.scene.rects_of([hand.ref(name)])
    assert len(rects) == 1
    x, y, wide, high = rects[0]
    camera = hand.canvas.camera
    return QPoint(round(camera.x_px(x + wide / 2)), round(camera.y_px(y + high / 2)))


@pytest.fixture
def stations(hand: Hand) -> tuple[str, str]:
    """Two workstations, placed as the catalog does."""
    for _ in range(2):
        hand.desk.window.rack.place_by_keys(STATION)
        hand.rest()
    hand.canvas.fit(animated=False)
    first, second = sorted(name for name in hand.ids("device") if "station" in name)
    return first, second


def test_what_is_placed_on_the_floor_is_drawn_to_scale_and_in_view(hand: Hand, stations: tuple[str, str]) -> None:
    x, y, wide, high = hand.canvas.scene.rects_of([hand.ref(stations[0])])[0]
    assert (wide, high) == (256, 639)
    assert hand.canvas.rect().contains(on_floor(hand, stations[1]))
    assert y > hand.canvas.scene.layout.cells[:, 1].max()
    assert x >= 0
    assert not [finding for finding in hand.desk.session.findings or () if finding.rule == "space.floor_overlap"]


def test_click_selects_it_and_delete_removes_it(hand: Hand, stations: tuple[str, str]) -> None:
    hand.click(on_floor(hand, stations[0]))
    assert hand.selected() == {stations[0]}
    hand.look_at_drawing()
    hand.do("edit.delete")
    assert stations[0] not in hand.ids("device")
    assert stations[1] in hand.ids("device")
    hand.desk.session.undo()
    hand.rest()
    assert len(hand.canvas.scene.rects_of([hand.ref(stations[0])])) == 1


def test_band_and_select_all_take_it_along(hand: Hand, stations: tuple[str, str]) -> None:
    first, second = (on_floor(hand, name) for name in stations)
    hand.drag(first - QPoint(30, 0), second + QPoint(2, 2))
    assert hand.selected() == set(stations)
    hand.look_at_drawing()
    hand.press(Qt.Key.Key_A, CTRL)
    assert set(stations) < hand.selected()
    assert len(hand.selected()) == 5


def test_arrows_reach_it_from_the_last_rack_and_go_back(hand: Hand, stations: tuple[str, str]) -> None:
    hand.look_at_drawing()
    hand.select("A03")
    hand.press(Qt.Key.Key_Right)
    assert hand.selected() == {stations[0]}
    hand.press(Qt.Key.Key_Right)
    assert hand.selected() == {stations[1]}
    hand.press(Qt.Key.Key_Right)
    assert hand.selected() == {stations[1]}
    hand.press(Qt.Key.Key_Left)
    hand.press(Qt.Key.Key_Left)
    assert hand.selected() == {"A03"}
    hand.select(stations[0])
    hand.press(Qt.Key.Key_Right, ALT)
    assert hand.selected() == {stations[0]}


def test_a_device_that_was_taken_out_is_dragged_back_into_a_rack(hand: Hand) -> None:
    hand.desk.session.do(take_out, [hand.ids("device")["dgx-002"]])
    hand.rest()
    hand.canvas.fit(animated=False)
    assert hand.canvas.scene.layout.floor.hall_ids == (-1,)
    hand.drag(on_floor(hand, "dgx-002"), hand.at("A02", 4, 16))
    assert hand.place_of("dgx-002") == ("A02", 4)
    assert not len(hand.canvas.scene.layout.floor.device)


def test_what_belongs_on_the_floor_does_not_go_into_a_rack(hand: Hand, stations: tuple[str, str]) -> None:
    before = hand.snapshot
    hand.drag(on_floor(hand, stations[0]), hand.at("A02", 4, 16))
    assert hand.snapshot is before
    assert hand.carried is None


def test_it_is_painted_at_every_zoom_in_every_theme_and_by_property(hand: Hand, stations: tuple[str, str]) -> None:
    canvas = hand.canvas
    at = on_floor(hand, stations[0])
    for colour in ("power", "hardware"):
        hand.desk.window.rack.set_colour_by(colour)
        for factor in (1.0, 6.0, 0.2):
            canvas.fit(animated=False)
            canvas.zoom_by(factor, at.toPointF())
            canvas.settle()
            QApplication.processEvents()
            picture = canvas.grab().toImage()
            spot = on_floor(hand, stations[0])
            if canvas.rect().contains(spot):
                assert picture.pixelColor(spot) != picture.pixelColor(2, 2)


def test_a_row_alone_shows_only_its_racks(hand: Hand, stations: tuple[str, str]) -> None:
    row = hand.ids("rack_row")["A"]
    hand.canvas.set_scope(Scope(ScopeKind.ROW, (row,)))
    assert not hand.canvas.shows(hand.ref(stations[0]))
    hall = hand.ids("hall")["Hall 1"]
    hand.canvas.set_scope(Scope(ScopeKind.HALL, (hall,)))
    assert hand.canvas.shows(hand.ref(stations[0]))


def test_many_devices_take_several_lines_and_do_not_cover_each_other(hand: Hand) -> None:
    hall = hand.ids("hall")["Hall 1"]
    for number in range(14):
        hand.desk.session.do(place_on_floor, STATION, hall, 1200 * number)
    hand.rest()
    x, y, wide, high = hand.canvas.scene.layout.floor.rects.T
    assert len(np.unique(y)) > 1
    apart = (x[:, None] + wide[:, None] <= x) | (y[:, None] + high[:, None] <= y)
    assert (apart | apart.T | np.eye(14, dtype=bool)).all()


def test_the_place_is_not_empty_where_only_the_floor_is_used(hand: Hand, stations: tuple[str, str]) -> None:
    racks = [ObjectRef("rack", rack) for rack in hand.ids("rack").values()]
    hand.desk.session.select(racks)
    hand.look_at_drawing()
    hand.do("edit.delete")
    assert hand.snapshot["rack"].rows == 0
    hand.canvas.fit(animated=False)
    hand.click(on_floor(hand, stations[1]))
    assert hand.selected() == {stations[1]}
