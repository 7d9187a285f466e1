"""Devices in the bays of others: drawn in their place, picked up, tried and put down by pointer and keys."""

from collections.abc import Generator

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.derived.racks.nesting import bay_shares, box_in
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.refs import TYPE_MIME, ObjectRef, Seat
from gpudesk.ui.places.layout.racks.canvas import hit
from gpudesk.ui.places.layout.racks.canvas.bay_trial import holders
from gpudesk.ui.places.layout.racks.canvas.selection_table import row_of
from gpudesk.ui.places.layout.racks.canvas.trial import carried_from_catalog
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from tests.ui.canvas.conftest import SIGNALS, Board
from tests.ui.canvas.sample import Ids, entry

NONE = Qt.KeyboardModifier.NoModifier
ALT = Qt.KeyboardModifier.AltModifier
KEY = Qt.Key

CHASSIS = entry("acme.chassis", "server", "units", {"height_u": 4, "depth_mm": 800}) | {
    "bays": [
        {"group": "blades", "accepts": "blade", "face": "front", "area": [20, 8, 440, 160], "rows": 2, "count": 4, "name": "B{n}"},
        {"group": "fan", "accepts": "fan", "face": "rear", "area": [20, 8, 100, 100], "cages": ["F"]},
    ]
}
BLADE = entry("acme.blade", "server", "child", {"width_mm": 220, "height_mm": 80}) | {
    "bays": [{"group": "card", "accepts": "card", "face": "front", "area": [10, 10, 100, 60], "cages": ["C"]}]
}
CARD = entry("acme.card", "adapter", "child", {})
TOWER = entry("acme.cabinet", "system", "floor", {"width_mm": 600, "height_mm": 2000}) | {
    "bays": [{"group": "trays", "accepts": "tray", "face": "front", "area": [50, 500, 500, 1000], "rows": 10, "count": 10, "name": "T{n}"}]
}
TRAY = entry("acme.tray-1u", "server", "units", {"height_u": 1, "depth_mm": 800})
SIZES = {"outer_width_mm": 600, "outer_depth_mm": 1200, "outer_height_mm": 1100, "usable_depth_mm": 1000}
RACK = entry("acme.rack", "rack", "floor", {"units_u": 20, "unit_pitch_mm": 44.45, "rail_width_inch": 19, **SIZES})
for body, word in ((BLADE, "blade"), (CARD, "card"), (TRAY, "tray")):
    body["facts"]["fits"] = {"value": word, "source": "test", "confidence": "read"}
BODIES = {body["key"]: body for body in (CHASSIS, BLADE, CARD, TOWER, TRAY, RACK)}

PLAN = Plan(
    "Bays",
    halls=(PlanHall("Hall"),),
    racks=(PlanRack("acme.rack", 0, "A01"), PlanRack("acme.rack", 0, "A02", x_mm=700)),
    devices=(
        PlanDevice("acme.chassis", "chassis-1", rack=0, position=4),
        PlanDevice("acme.chassis", "chassis-2", rack=1, position=4),
        PlanDevice("acme.blade", "blade-1", parent=0, slot="B1"),
        PlanDevice("acme.blade", "blade-2", parent=0, slot="B4"),
        PlanDevice("acme.card", "card-1", parent=3, slot="C"),
        PlanDevice("acme.blade", "lost", parent=0, slot="nowhere"),
        PlanDevice("acme.cabinet", "cabinet", hall=0),
        PlanDevice("acme.tray-1u", "tray-1", parent=6, slot="T2"),
        PlanDevice("acme.tray-1u", "loose", rack=1, position=20),
    ),
    types=BODIES,
)


@pytest.fixture
def bays(qtbot: QtBot) -> Generator[Board, None, None]:
    document = Document.scratch()
    run(document, build, PLAN)
    devices, racks = document.snapshot["device"], document.snapshot["rack"]
    ids = Ids(zip([*devices["name"], *racks["name"]], [*devices.ids.tolist(), *racks.ids.tolist()], strict=True))
    canvas = RackCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(1600, 900)
    canvas.set_snapshot(document.snapshot)
    canvas.show()
    qtbot.waitExposed(canvas)
    made = Board(canvas, document, ids)
    for name in (*SIGNALS, "seat_requested"):
        getattr(canvas, name).connect(lambda *values, name=name: made.asked.append((name, values)))
    canvas.fit(animated=False)
    canvas.settle()
    yield made
    document.close()


def bay_middle(board: Board, holder: str, bay: str) -> QPoint:
    """The middle of a bay in the widget."""
    found = next(each for each in holders(board.canvas.scene) if each.device_id == board.ids[holder] and bay in each.bays)
    x, y, w, h = box_in(found.bays[bay], found.rect)
    camera = board.canvas.camera
    return QPoint(round(camera.x_px(x + w / 2)), round(camera.y_px(y + h / 2)))


def test_children_are_drawn_in_their_bays_to_scale(bays: Board) -> None:
    rects = bays.canvas.scene.rects_of
    [chassis, _] = rects([bays.device("chassis-1")])
    [blade] = rects([bays.device("blade-1")])
    [last] = rects([bays.device("blade-2")])
    assert blade == pytest.approx([chassis[0] + 20, chassis[1] + 177.8 - 168, 220, 80])
    assert last == pytest.approx([blade[0] + 220, blade[1] + 80, 220, 80])
    [card] = rects([bays.device("card-1")])
    assert card == pytest.approx([last[0] + 10, last[1] + 10, 100, 60])
    assert not len(rects([bays.device("lost")]))
    [cabinet], [tray] = rects([bays.device("cabinet")]), rects([bays.device("tray-1")])
    assert tray == pytest.approx([cabinet[0] + 50, cabinet[1] + 600, 500, 100])


def test_only_the_face_with_the_bay_shows_it() -> None:
    kind = parse_type(CHASSIS)
    assert set(bay_shares(kind, Face.FRONT)) == {"B1", "B2", "B3", "B4"}
    assert set(bay_shares(kind, Face.REAR)) == {"F"}


def test_a_click_takes_the_innermost_and_a_band_what_stands_in_the_rack(bays: Board) -> None:
    QApplication.processEvents()
    at = bays.middle(bays.device("card-1"))
    bays.press(at)
    bays.release(at)
    assert bays.canvas.selection == (bays.device("card-1"),)
    x, y, w, h = bays.canvas.scene.rects_of([bays.device("chassis-1")])[0]
    assert hit.devices_in(bays.canvas.scene, Bounds(x + 1, y + 1, x + w - 1, y + h - 1)) == (bays.device("chassis-1"),)
    row = row_of(bays.document.snapshot, bays.device("blade-1"))
    assert (row[0], *row[2:]) == ("blade-1", "A01", "chassis-1 · B1", "")
    assert "blade-2 · C" in bays.canvas.tool_tip_at(at)


def test_a_drag_goes_from_bay_to_bay(bays: Board) -> None:
    start = bays.middle(bays.device("blade-1"))
    bays.drag(start, bay_middle(bays, "chassis-2", "B3"))
    assert bays.last("seat_requested") == ("acme.blade", bays.ids["blade-1"], Seat(bays.ids["chassis-2"], "B3"))
    bays.drag(start, bay_middle(bays, "chassis-1", "B1") + QPoint(6, 0))
    assert bays.count("seat_requested") == 1


def test_where_it_does_not_fit_it_says_why(bays: Board) -> None:
    start = bays.middle(bays.device("blade-1"))
    for target, title, why in (
        (bay_middle(bays, "chassis-1", "B4"), "Does not fit at chassis-1 · B4", "blade-2 is in bay B4 of chassis-1."),
        (bay_middle(bays, "cabinet", "T5"), "Does not fit at cabinet · T5", "does not fit bay T5 of cabinet, which accepts tray."),
        (bays.unit("A02", 15), "Does not fit at A02", "cannot be mounted in rack units."),
    ):
        bays.press(start)
        bays.move(start, target)
        picture = bays.canvas._carried.picture
        assert picture is not None
        assert picture.text is not None
        assert picture.text.title == title
        assert picture.text.why[0].endswith(why)
        assert not picture.allowed
        bays.release(target)
    assert bays.count("seat_requested") == bays.count("move_requested") == 0


def test_what_goes_both_ways_snaps_to_a_bay_over_one_and_to_units_elsewhere(bays: Board) -> None:
    start = bays.middle(bays.device("loose"))
    bays.drag(start, bay_middle(bays, "cabinet", "T7"))
    assert bays.last("seat_requested") == ("acme.tray-1u", bays.ids["loose"], Seat(bays.ids["cabinet"], "T7"))
    bays.drag(bays.middle(bays.device("tray-1")), bays.unit("A02", 15))
    [move] = bays.last("move_requested")[0]
    assert (move.device_id, move.spot.position) == (bays.ids["tray-1"], 28)


def dropped(board: Board, key: str, at: QPoint) -> QDropEvent:
    mime = QMimeData()
    mime.setData(TYPE_MIME, QByteArray(key.encode()))
    left = Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(at, Qt.DropAction.CopyAction, mime, left, NONE)
    QApplication.sendEvent(board.canvas, enter)
    QApplication.sendEvent(board.canvas, QDragMoveEvent(at, Qt.DropAction.CopyAction, mime, left, NONE))
    drop = QDropEvent(QPointF(at), Qt.DropAction.CopyAction, mime, left, NONE)
    QApplication.sendEvent(board.canvas, drop)
    return drop


def test_a_type_from_the_catalog_drops_into_a_bay(bays: Board) -> None:
    assert dropped(bays, "acme.blade", bay_middle(bays, "chassis-2", "B2")).isAccepted()
    assert bays.last("seat_requested") == ("acme.blade", None, Seat(bays.ids["chassis-2"], "B2"))
    assert not dropped(bays, "acme.blade", bay_middle(bays, "chassis-1", "B4")).isAccepted()
    assert dropped(bays, "acme.tray-1u", bay_middle(bays, "cabinet", "T1")).isAccepted()
    assert bays.count("seat_requested") == 2


def test_keys_go_through_the_free_bays(bays: Board) -> None:
    bays.canvas.set_selection([bays.device("chassis-1")])
    assert bays.canvas.begin_placing("acme.blade")
    for key in (KEY.Key_Down, KEY.Key_Up, KEY.Key_Down, KEY.Key_Return):
        bays.key(key)
    assert bays.last("seat_requested") == ("acme.blade", None, Seat(bays.ids["chassis-1"], "B3"))
    assert bays.canvas.begin_placing("acme.blade")
    bays.key(KEY.Key_Right)
    bays.key(KEY.Key_Return)
    assert bays.last("seat_requested")[2] == Seat(bays.ids["chassis-2"], "B1")
    bays.canvas.set_selection([bays.device("cabinet")])
    assert bays.canvas.begin_placing("acme.tray-1u")
    bays.key(KEY.Key_Return)
    assert bays.last("seat_requested")[2] == Seat(bays.ids["cabinet"], "T1")


def test_alt_and_arrows_move_it_to_the_neighbouring_bay(bays: Board) -> None:
    bays.canvas.set_selection([bays.device("blade-1")])
    bays.key(KEY.Key_Right, ALT)
    assert bays.last("seat_requested") == ("", bays.ids["blade-1"], Seat(bays.ids["chassis-1"], "B2"))
    bays.key(KEY.Key_Down, ALT)
    assert bays.last("seat_requested")[2] == Seat(bays.ids["chassis-1"], "B3")
    bays.key(KEY.Key_Up, ALT)
    assert bays.count("seat_requested") == 2


def test_arrows_walk_from_the_holder_to_what_sits_in_it(bays: Board) -> None:
    bays.canvas.set_selection([bays.device("lost")])
    bays.key(KEY.Key_Up)
    assert bays.canvas.current in {bays.device(name) for name in ("blade-1", "blade-2", "card-1")}
    seen = set()
    for _ in range(4):
        bays.key(KEY.Key_Down)
        seen.add(bays.canvas.current)
    assert bays.device("chassis-1") in seen
    bays.key(KEY.Key_Right)
    assert bays.canvas.current == bays.device("chassis-2")


def test_nothing_is_drawn_twice_or_lost(bays: Board) -> None:
    entries = bays.canvas.scene.layout.entries
    assert entries.nested.sum() == 3
    assert (np.diff(entries.face) >= 0).all()
    assert bays.canvas.scene.layout.floor.standing == 1
    assert ObjectRef("device", bays.ids["card-1"]) == bays.device("card-1")


def test_a_device_of_an_open_rack_is_carried_at_its_own_height() -> None:
    open_rack = parse_type(entry("acme.tray-21", "server", "units", {"height_u": 1, "depth_mm": 800, "rail_width_inch": 21}))
    assert carried_from_catalog(open_rack).size_mm == (537, 48)
    assert carried_from_catalog(parse_type(TRAY)).size_mm == (482.6, 44.45)
    assert carried_from_catalog(parse_type(BLADE)).size_mm == (220, 80)
    assert carried_from_catalog(parse_type(CARD)).size_mm == (160, 40)
