"""Auto-place in its dialog, by mouse and by keys."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from gpudesk.core.plan.plan import Plan, PlanDevice
from gpudesk.derived.auto_place.auto_place_request import ToPlace
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.dialogs.auto_place_dialog import AutoPlaceDialog
from gpudesk.ui.places.layout.racks.dialogs.auto_place_list import HOW, NUMBER
from gpudesk.ui.toolkit.theme import theme
from tests.patience import PATIENCE_MS
from tests.ui.desk import SWITCH, SYSTEM, Desk, pod
from tests.ui.dialogs.opening import main_button, opened, unnamed
from tests.ui.hand import CTRL, SHIFT, Hand
from tests.ui.pauses import paused, pauses_over

RACK = "generic.rack-48u-600x1200"
PDU = "generic.pdu-0u-415v-32a"
_GONE = 5


def empty_racks(desk: Desk, count: int = 4) -> None:
    desk.create()
    row = desk.do(create_row, desk.do(create_hall))
    desk.do(add_racks, RACK, count, row)


def at_rest(desk: Desk, dialog: AutoPlaceDialog) -> None:
    """Wait until the preview shows what is asked."""
    while paused(dialog) or desk.jobs.running:
        pauses_over(dialog)
        desk.settle()


def search(desk: Desk, dialog: AutoPlaceDialog, words: str) -> None:
    field = dialog.parts.search
    field.setFocus()
    field.clear()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)
    desk.settle()


def type_number(desk: Desk, dialog: AutoPlaceDialog, number: str) -> None:
    """Type into the number that is open."""
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    QTest.keyClicks(editor, number)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    at_rest(desk, dialog)


def counts(desk: Desk) -> dict[str, int]:
    devices, types = desk.session.snapshot["device"], desk.session.snapshot.types
    found: dict[str, int] = {}
    for type_id in devices["type_id"].tolist():
        found[types[type_id].key] = found.get(types[type_id].key, 0) + 1
    return found


def test_a_list_by_keys_is_placed_as_one_step(desk: Desk) -> None:
    empty_racks(desk)
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    assert not unnamed(dialog)
    assert not main_button(dialog).isEnabled()
    search(desk, dialog, "dgx h100")
    assert [line.type_key for line in dialog.list.lines()] == [SYSTEM]
    type_number(desk, dialog, "6")
    search(desk, dialog, "vertical 415 32 c19 24")
    line = dialog.list.lines()[1]
    assert (line.type_key, line.each_rack, line.count) == (PDU, True, 2)
    type_number(desk, dialog, "3")
    plan = dialog.plan
    assert plan is not None
    assert (plan.placed, plan.missing) == (12, 0)
    assert main_button(dialog).text() == "Place 12 devices"
    assert dialog.rack_model.rowCount() == 2
    steps = len(desk.session.history)
    QTest.keyClick(dialog.list.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert QApplication.activeModalWidget() is None
    assert counts(desk) == {SYSTEM: 6, PDU: 6}
    assert len(desk.session.history) == steps + 1
    assert len(desk.session.selection) == 12
    desk.session.undo()
    desk.settle()
    assert counts(desk) == {}


def test_the_button_and_the_preview_follow_while_a_number_is_typed(desk: Desk) -> None:
    empty_racks(desk)
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    search(desk, dialog, "dgx h100")
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    QTest.keyClicks(editor, "12")
    at_rest(desk, dialog)
    assert QApplication.focusWidget() is editor
    assert main_button(dialog).text() == "Place 12 devices"
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    at_rest(desk, dialog)
    assert main_button(dialog).text() == "Place 1 device"
    QTest.keyClick(editor, Qt.Key.Key_6)
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    desk.settle()
    assert counts(desk) == {SYSTEM: 16}


def test_the_keys_go_on_from_the_number_to_where_it_is_placed(desk: Desk) -> None:
    empty_racks(desk)
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    search(desk, dialog, "dgx h100")
    type_number(desk, dialog, "3")
    table = dialog.list.table
    assert table.currentIndex().column() == NUMBER
    QTest.keyClick(table, Qt.Key.Key_Right)
    QTest.keyClick(table, Qt.Key.Key_F2)
    choice = QApplication.focusWidget()
    assert isinstance(choice, QComboBox)
    QTest.keyClick(choice.view(), Qt.Key.Key_Down)
    QTest.keyClick(choice.view(), Qt.Key.Key_Return)
    at_rest(desk, dialog)
    assert dialog.list.lines()[0].each_rack
    assert dialog.focusWidget() is table
    assert main_button(dialog).text() == "Place 12 devices"


def test_lines_are_changed_and_removed_by_mouse(desk: Desk) -> None:
    empty_racks(desk)
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    dialog.parts.view.scrollTo(dialog.parts.model.index_of(SYSTEM))
    place = dialog.parts.view.visualRect(dialog.parts.model.index_of(SYSTEM)).center()
    QTest.mouseClick(dialog.parts.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(dialog.parts.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    desk.settle()
    type_number(desk, dialog, "5")
    assert dialog.list.lines()[0].count == 5
    QTest.mouseClick(dialog.list.pairs, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.list.pairs.height() // 2))
    dialog.list.most.setFocus()
    QTest.keyClick(dialog.list.most, Qt.Key.Key_Up)
    dialog.list.role.setFocus()
    QTest.keyClicks(dialog.list.role, "compute")
    at_rest(desk, dialog)
    line = dialog.list.lines()[0]
    assert (line.pairs, line.most_in_rack, line.role) == (True, 1, "compute")
    plan = dialog.plan
    assert plan is not None
    assert (plan.placed, plan.missing) == (4, 1)
    assert "per rack, and" in dialog.left_out_model.text()
    assert dialog.list.model.index(0, 4).data() == "4"
    search(desk, dialog, "qm9700")
    type_number(desk, dialog, "2")
    assert len(dialog.list.lines()) == 2
    QTest.keyClick(dialog.list.table, Qt.Key.Key_Delete)
    assert [line.type_key for line in dialog.list.lines()] == [SYSTEM]
    dialog.list.take(0, HOW, "each")
    assert dialog.list.lines()[0].each_rack
    assert not dialog.list.take(0, NUMBER, "none")
    assert not dialog.list.take(0, NUMBER, "0")
    table = dialog.list.table
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(dialog.list.model.index(0, _GONE)).center())
    at_rest(desk, dialog)
    assert dialog.list.lines() == []
    assert dialog.plan is None
    dialog.reject()


def test_what_finds_no_place_says_why_and_rules_change_it(desk: Desk) -> None:
    empty_racks(desk, 1)
    desk.do(set_site_value, "rack_power_limit_w", 25_000)
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    dialog.list._asked.append(ToPlace(SYSTEM, 3))
    dialog.list._told(0)
    at_rest(desk, dialog)
    assert dialog.left_out_table.isVisible()
    assert "1 × DGX H100\tA01 would draw 30.6 kW; its limit is 25 kW." in dialog.left_out_model.text().replace("\u00a0", " ")
    QTest.mouseClick(dialog.rules.power, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.rules.power.height() // 2))
    at_rest(desk, dialog)
    assert dialog.plan is not None
    assert dialog.plan.missing == 0
    assert not dialog.left_out_table.isVisible()
    assert not dialog.rules.feeds_lost.isEnabled()
    dialog.rules.free_u.setValue(30)
    at_rest(desk, dialog)
    assert dialog.plan.missing == 1
    dialog.reject()


def test_devices_without_a_place_are_added_by_a_link(desk: Desk) -> None:
    empty_racks(desk)
    desk.do(build, Plan("more", devices=(PlanDevice(SWITCH, "leaf-1", role="leaf"), PlanDevice(SWITCH, "leaf-2", role="leaf"))))
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    assert dialog.list.unplaced_link.text() == "Add 2 unplaced devices from the project"
    QTest.mouseClick(dialog.list.unplaced_link, Qt.MouseButton.LeftButton)
    at_rest(desk, dialog)
    assert not dialog.list.unplaced_link.isVisible()
    assert not dialog.list.role.isEnabled()
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    desk.settle()
    devices = desk.session.snapshot["device"]
    assert [devices.row(desk.id_of("device", name))["position"] for name in ("leaf-1", "leaf-2")] == [94, 92]


def test_the_selection_comes_first_and_a_row_or_hall_can_be_chosen(desk: Desk) -> None:
    desk.create(pod())
    desk.session.select([ObjectRef("rack", desk.id_of("rack", "B02")), ObjectRef("device", desk.id_of("device", "leaf-1"))])
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    names = [dialog.racks.itemText(place) for place in range(dialog.racks.count())]
    assert names == ["The selection: 2 racks", "Hall 1, the whole hall", "Hall 1, row A", "Hall 1, row B"]
    racks = desk.session.snapshot["rack"]

    def filled() -> list[str]:
        return [str(racks.row(rack_id)["name"]) for rack_id in dialog.racks.rack_ids()]

    assert filled() == ["A02", "B02"]
    dialog.racks.setCurrentIndex(3)
    assert filled() == ["B01", "B02"]
    dialog.racks.setCurrentIndex(1)
    assert filled() == ["A01", "A02", "B01", "B02"]
    dialog.reject()


def test_the_preview_draws_and_tells_what_stands_where(desk: Desk) -> None:
    empty_racks(desk, 2)
    dialog = opened(desk, AutoPlaceDialog(desk.session))
    dialog.list._asked += [ToPlace(SYSTEM, 2), ToPlace(SWITCH, 1), ToPlace(PDU, 2, each_rack=True)]
    dialog.list._told(0)
    at_rest(desk, dialog)
    told = {dialog.drawing.told_at(QPoint(x, y)) for x in range(0, 180, 2) for y in range(0, 170, 2)}
    assert "NVIDIA DGX H100 · U1–U8" in told
    assert any(each.startswith("NVIDIA QM9700") for each in told)
    pictures = []
    for name in ("light", "dark", "contrast"):
        theme.set_theme(name)
        QApplication.processEvents()
        pictures.append(dialog.grab().toImage().convertToFormat(QImage.Format.Format_RGB32))
    assert len({picture.pixel(300, 10) for picture in pictures}) > 1
    dialog.reject()


def test_a_rack_is_filled_with_the_keyboard_alone(hand: Hand) -> None:
    hand.select("A03")
    hand.press(Qt.Key.Key_A, CTRL | SHIFT)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, AutoPlaceDialog)
    assert dialog.racks.currentText() == "The selection: 1 rack"
    hand.rest()
    hand.type("dgx h100")
    hand.press(Qt.Key.Key_Return)
    hand.type("4")
    hand.press(Qt.Key.Key_Return)
    hand.qtbot.waitUntil(lambda: dialog.plan is not None and dialog.plan.missing == 1, timeout=PATIENCE_MS)
    hand.press(Qt.Key.Key_Return, CTRL)
    assert QApplication.activeModalWidget() is None
    # U31 to U38 are reserved, and above them no lift reaches.
    assert sorted(hand.place_of(name) for name in hand.selected()) == [("A03", 0), ("A03", 16), ("A03", 32)]
    hand.do("edit.undo")
    assert len(hand.ids("device")) == 3
