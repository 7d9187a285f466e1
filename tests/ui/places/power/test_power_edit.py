"""Editing in the place of power, by pointer and keys: adding, naming, hanging, deleting, dragging, and taking it back."""

from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import rename
from gpudesk.ui.places.power.dialogs.add_to_power import AddToPowerDialog
from gpudesk.ui.places.power.dialogs.delete_from_power import DeleteFromPowerDialog
from gpudesk.ui.places.power.dialogs.feed_choice import FeedChoiceDialog
from gpudesk.ui.places.power.dialogs.plug_cord import PlugCordDialog
from gpudesk.ui.places.power.models.power_chain_model import ChainColumn
from gpudesk.ui.places.power.panes.power_chain_table import PowerChainTable, dragged, dragged_refs
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow, FactRow, LineField
from gpudesk.ui.toolkit.widgets.popover import Popover
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, SHIFT, Hand
from tests.ui.places.power.test_power_place import add, chained, click_on, column, go

__all__ = ["chained"]
Key = Qt.Key
Kind = TypeVar("Kind", bound=QWidget)


def dialog(kind: type[Kind]) -> Kind:
    found = QApplication.activeModalWidget()
    assert isinstance(found, kind)
    return found


def press(hand: Hand, button: QWidget | None) -> None:
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.rest()
    # Without a window system, the window does not get back what the dialog had.
    hand.desk.window.activateWindow()
    hand.qtbot.waitUntil(lambda: QApplication.activeWindow() is hand.desk.window, timeout=PATIENCE_MS)


def fed_by(hand: Hand, name: str) -> str:
    nodes = hand.snapshot["power_node"]
    above = nodes.row(hand.ids("power_node")[name])["fed_by_id"]
    return "" if above is None else str(nodes.row(above)["name"])


def editor(hand: Hand, label: str) -> QWidget:
    rows = hand.desk.window.power.inspector.findChildren(EditorRow)
    return next(row.editor for row in rows if row.label() == label and row.isVisible())


def enter(hand: Hand, label: str, text: str) -> None:
    field = editor(hand, label)
    assert isinstance(field, LineField)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    field.selectAll()
    QTest.keyClick(field, Key.Key_Delete)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Key.Key_Return)
    hand.rest()


def test_feeds_are_added_below_the_row_in_hand(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "UPS small")
    QTest.keyClick(table, Key.Key_Insert)
    asked = dialog(AddToPowerDialog)
    assert asked.parent_choice.node_id() == chained.ids("power_node")["UPS small"]
    asked.kind.setCurrentIndex(asked.kind.findData(int(PowerNodeKind.FEED)))
    asked.count.setFocus()
    asked.count.selectAll()
    QTest.keyClicks(asked.count, "3")
    asked.first.setFocus()
    QTest.keyClicks(asked.first, "B-{n:02}")
    asked.breaker.selectAll()
    QTest.keyClicks(asked.breaker, "16")
    asked.system.setCurrentIndex(asked.system.findData("single-240"))
    asked.system.activated.emit(asked.system.currentIndex())
    asked.line.setCurrentIndex(asked.line.count() - 1)
    press(chained, asked.main)
    nodes = chained.snapshot["power_node"]
    made = [nodes.row(chained.ids("power_node")[f"B-0{number}"]) for number in (1, 2, 3)]
    assert [row["line"] for row in made] == [0, 1, 2]
    assert {(row["wiring"], row["voltage_v"], row["breaker_a"]) for row in made} == {(Wiring.LINE_TO_NEUTRAL, 240, 16)}
    assert {fed_by(chained, f"B-0{number}") for number in (1, 2, 3)} == {"UPS small"}
    assert chained.selected() == {"B-01", "B-02", "B-03"}
    assert "B-02" in column(table)
    QTest.keyClick(chained.desk.window, Key.Key_Z, CTRL)
    chained.rest()
    assert "B-01" not in column(table)


def test_tab_goes_down_the_form_and_a_source_is_fed_by_nothing(hand: Hand) -> None:
    place = go(hand)
    QTest.keyClick(place.chain.empty.button, Key.Key_Insert)
    asked = dialog(AddToPowerDialog)
    asked.activateWindow()
    hand.rest()
    assert not asked.parent_choice.isEnabled()
    asked.kind.setCurrentIndex(asked.kind.findData(int(PowerNodeKind.FEED)))
    assert asked.parent_choice.isEnabled()
    asked.kind.setFocus()
    way = [asked.kind, asked.count, asked.first, asked.parent_choice, asked.alternate_choice, asked.hall, asked.phase, asked.notes]
    for field in [*way[1:], asked.system, asked.wiring, asked.voltage]:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Key.Key_Tab)
        assert field.hasFocus(), field.accessibleName()
    asked.reject()


def test_what_cannot_be_is_said_beside_its_field(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "Grid")
    QTest.keyClick(table, Key.Key_Insert)
    asked = dialog(AddToPowerDialog)
    assert asked.main is not None
    assert asked.main.isEnabled()
    QTest.keyClicks(asked.first, "F{x}")
    assert not asked.main.isEnabled()
    asked.first.clear()
    asked.alternate_choice.choose(asked.parent_choice.node_id())
    assert not asked.main.isEnabled()
    asked.alternate_choice.choose(None)
    asked.parent_choice.setEditText("nobody")
    assert not asked.main.isEnabled()
    asked.parent_choice.choose(chained.ids("power_node")["Grid"])
    assert asked.main.isEnabled()
    asked.kind.setCurrentIndex(asked.kind.findData(int(PowerNodeKind.SOURCE)))
    assert not asked.parent_choice.isEnabled()
    assert asked.values()["parent_id"] is None
    QTest.keyClick(asked, Key.Key_Escape)


def test_a_name_is_changed_by_its_key_and_taken_back(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "UPS small")
    QTest.keyClick(chained.desk.window, Key.Key_F2)
    field = QApplication.focusWidget()
    assert isinstance(field, LineField)
    QTest.keyClicks(field, "UPS 9")
    QTest.keyClick(field, Key.Key_Return)
    chained.rest()
    assert "UPS 9" in column(table)
    assert chained.selected() == {"UPS 9"}


def test_parts_are_hung_elsewhere_by_a_dialog(chained: Hand) -> None:
    add(chained, PowerNodeKind.PANEL, "Panel 1")
    table = go(chained).chain.table
    click_on(table, "A01-A")
    index = table.model().index(column(table).index("A01-B"), ChainColumn.NAME)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, CTRL, table.visualRect(index).center())
    assert chained.selected() == {"A01-A", "A01-B"}
    QTest.keyClick(table, Key.Key_H, SHIFT)
    asked = dialog(FeedChoiceDialog)
    line = asked.parent_choice.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, "Panel 1 · Panel")
    press(chained, asked.main)
    assert (fed_by(chained, "A01-A"), fed_by(chained, "A01-B")) == ("Panel 1", "Panel 1")
    assert chained.selected() == {"A01-A", "A01-B"}
    QTest.keyClick(chained.desk.window, Key.Key_Z, CTRL)
    chained.rest()
    assert (fed_by(chained, "A01-A"), fed_by(chained, "A01-B")) == ("UPS small", "")


def test_what_hangs_below_a_deleted_part_is_asked_for(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "UPS small")
    QTest.keyClick(table, Key.Key_Delete)
    asked = dialog(DeleteFromPowerDialog)
    assert "Grid" in asked.alone.text()
    press(chained, asked.alone)
    assert "UPS small" not in column(table)
    assert fed_by(chained, "A01-A") == "Grid"
    assert "1 part" in chained.message
    click_on(table, "Grid")
    QTest.keyClick(table, Key.Key_Delete)
    press(chained, dialog(DeleteFromPowerDialog).main)
    assert set(chained.ids("power_node")) == {"A01-B"}
    assert "removed; Undo restores everything." in chained.message
    click_on(table, "A01-B")
    QTest.keyClick(table, Key.Key_Delete)
    chained.rest()
    assert chained.snapshot["power_node"].rows == 0


def test_fields_are_set_for_one_and_for_several(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "A01-A")
    enter(chained, "Breaker", "40")
    enter(chained, "Continuous factor", "80")
    nodes = chained.snapshot["power_node"]
    assert nodes.row(chained.ids("power_node")["A01-A"])["breaker_a"] == 40
    rows = {row.label(): row for row in chained.desk.window.power.inspector.findChildren(FactRow)}
    limit = rows["Line limit"].value_widget
    assert rows["Line limit"].accessibleName().endswith("32\u00a0A")
    QTest.mouseClick(limit, Qt.MouseButton.LeftButton, pos=QPoint(4, limit.height() // 2))
    shown = chained.desk.window.findChildren(Popover)
    assert any(popover.isVisible() for popover in shown)
    for popover in shown:
        popover.dismiss()
    index = table.model().index(column(table).index("A01-B"), ChainColumn.NAME)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, CTRL, table.visualRect(index).center())
    box = editor(chained, "Breaker")
    assert isinstance(box, LineField)
    assert box.text() == ""
    assert box.placeholderText() == "several"
    enter(chained, "Breaker", "63")
    nodes = chained.snapshot["power_node"]
    assert {nodes.row(chained.ids("power_node")[name])["breaker_a"] for name in ("A01-A", "A01-B")} == {63}
    system = editor(chained, "System")
    assert isinstance(system, QComboBox)
    system.setCurrentIndex(system.findData("wye-400"))
    system.activated.emit(system.currentIndex())
    chained.rest()
    nodes = chained.snapshot["power_node"]
    assert {nodes.row(chained.ids("power_node")[name])["voltage_v"] for name in ("A01-A", "A01-B")} == {400}


def test_chosen_rows_are_copied_as_text(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "UPS small")
    QTest.keyClick(table, Key.Key_C, CTRL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["Name", "Kind", "Fed from"]
    assert lines[1].split("\t")[:3] == ["UPS small", "UPS", "Grid"]
    assert len(lines) == 2


def test_problems_of_the_power_are_marked_at_its_place(chained: Hand) -> None:
    chained.desk.window.go("power")
    chained.rest()
    assert chained.desk.window.rail.button("power").severity() == "error"


def row_middle(table: PowerChainTable, name: str) -> QPoint:
    index = table.model().index(column(table).index(name), ChainColumn.NAME)
    return table.visualRect(index).center()


def drop(table: PowerChainTable, refs: list[ObjectRef], name: str) -> bool:
    """Let parts be dropped on a row; whether that was taken."""
    data, place = dragged(refs), row_middle(table, name)
    given = (Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(place, *given)
    QApplication.sendEvent(table.viewport(), enter)
    move = QDragMoveEvent(place, *given)
    QApplication.sendEvent(table.viewport(), move)
    if move.dropAction() != Qt.DropAction.MoveAction:
        return False
    QApplication.sendEvent(table.viewport(), QDropEvent(QPointF(place), *given))
    return True


def test_a_row_is_dragged_onto_what_shall_feed_it(chained: Hand) -> None:
    table = go(chained).chain.table
    nodes = chained.ids("power_node")
    assert drop(table, [ObjectRef("power_node", nodes["A01-B"])], "UPS small")
    chained.rest()
    assert fed_by(chained, "A01-B") == "UPS small"
    assert not drop(table, [ObjectRef("power_node", nodes["Grid"])], "UPS small")
    assert not drop(table, [ObjectRef("power_node", nodes["UPS small"])], "A01-B")
    strip = next(name for name in column(table) if name.startswith("pdu"))
    assert drop(table, [ObjectRef("device", chained.ids("device")[strip])], "Grid")
    chained.rest()
    cords = chained.snapshot["power_cord"]
    assert cords["from_node_id"][cords["device_id"] == chained.ids("device")[strip]].tolist() == [nodes["Grid"]]


def test_a_drag_begins_on_a_name_and_a_click_does_not_drag(chained: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    table = go(chained).chain.table
    begun: list[list[ObjectRef]] = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, *_: begun.append(dragged_refs(drag.mimeData())))
    start = row_middle(table, "A01-B")
    QTest.mousePress(table.viewport(), Qt.MouseButton.LeftButton, pos=start)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(start + QPoint(0, 60)),
        QPointF(table.viewport().mapToGlobal(start + QPoint(0, 60))),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(table.viewport(), move)
    assert begun == [[ObjectRef("power_node", chained.ids("power_node")["A01-B"])]]
    QTest.mouseRelease(table.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=row_middle(table, "Grid"))
    assert chained.selected() == {"Grid"}
    assert len(begun) == 1


def test_watts_stand_beside_volt_amperes_and_a_wide_window_keeps_figures_near(chained: Hand) -> None:
    table = go(chained).chain.table
    row = column(table).index("UPS small")
    load, watts = (float(str(table.model().index(row, each).data())) for each in (ChainColumn.LOAD, ChainColumn.WATTS))
    assert watts == pytest.approx(load * 0.95, rel=0.01)
    chained.desk.window.resize(2560, 900)
    chained.rest()
    assert table.columnWidth(ChainColumn.NAME) <= 420
    assert table.horizontalHeader().length() < table.viewport().width()
    narrow = table.columnWidth(ChainColumn.SHARE)
    chained.desk.window.resize(1280, 800)
    chained.rest()
    assert table.columnWidth(ChainColumn.SHARE) < narrow


def cord_row(hand: Hand, word: str) -> int:
    """The first row of the list of cords that says a word."""
    model = hand.desk.window.power.cords.model
    rows = range(model.rowCount())
    return next(row for row in rows if any(word in str(model.index(row, each).data() or "") for each in range(model.columnCount())))


def click_cord(hand: Hand, row: int, column_: int = 0) -> None:
    table = hand.desk.window.power.cords.table
    table.scrollTo(table.model().index(row, column_))
    place = table.visualRect(table.model().index(row, column_))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place.center() if column_ == 0 else place.topLeft() + QPoint(20, 12))


def test_a_cord_is_cut_and_plugged_into_another_outlet(chained: Hand) -> None:
    place = go(chained)
    strip = next(name for name in column(place.chain.table) if name.startswith("pdu"))
    click_on(place.chain.table, strip)
    row = cord_row(chained, "dgx-001")
    click_cord(chained, row)
    before = chained.snapshot["power_cord"].rows
    QTest.keyClick(place.cords.table, Key.Key_Delete)
    chained.rest()
    assert chained.snapshot["power_cord"].rows == before - 1
    other = next(each for each in range(place.cords.model.rowCount()) if str(place.cords.model.index(each, 4).data()) == "free")
    click_cord(chained, other)
    end = place.cords.ends()[0]
    QTest.keyClick(place.cords.table, Key.Key_Return)
    asked = dialog(PlugCordDialog)
    asked.other.setCurrentIndex(asked.other.findText("dgx-001"))
    assert asked.port.currentIndex() >= 0
    press(chained, asked.main)
    cords = chained.snapshot["power_cord"]
    assert cords.rows == before
    made = cords.row(int(cords.ids[-1]))
    assert (made["from_device_id"], made["from_port"], made["device_id"]) == (end.device_id, end.port, chained.ids("device")["dgx-001"])
    assert made["type_id"] is not None


def test_the_list_of_cords_leads_to_the_other_end(chained: Hand) -> None:
    place = go(chained)
    strip = next(name for name in column(place.chain.table) if name.startswith("pdu"))
    click_on(place.chain.table, strip)
    row = cord_row(chained, "dgx-001")
    click_cord(chained, row, place.cords.model.columnCount() - 1)
    names = [str(place.cords.model.index(each, 0).data()) for each in range(place.cords.model.rowCount())]
    assert names[:2] == ["PSU0", "PSU1"]
    click_cord(chained, 0, place.cords.model.columnCount() - 1)
    feed = cord_row(chained, "A01-")
    click_cord(chained, feed, place.cords.model.columnCount() - 1)
    chained.rest()
    assert str(place.chain.table.currentIndex().data()).startswith("A01-")
    click_on(place.chain.table, "Grid")
    assert place.cords.note.isVisible()


def test_a_hall_is_chosen_in_the_inspector(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "UPS small")
    box = editor(chained, "Hall")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findText("Hall 1"))
    box.activated.emit(box.currentIndex())
    chained.rest()
    ups = chained.ids("power_node")["UPS small"]
    assert chained.snapshot["power_node"].row(ups)["hall_id"] == chained.ids("hall")["Hall 1"]
    box.setCurrentIndex(0)
    box.activated.emit(0)
    chained.rest()
    assert chained.snapshot["power_node"].row(ups)["hall_id"] is None


def test_rows_look_as_they_are_after_an_edit_and_in_another_theme(chained: Hand) -> None:
    table = go(chained).chain.table
    before = table.viewport().grab().toImage()
    chained.desk.session.do(rename, "power_node", chained.ids("power_node")["UPS small"], "UPS another")
    chained.rest()
    after = table.viewport().grab().toImage()
    assert before != after
    chained.desk.session.undo()
    chained.rest()
    assert table.viewport().grab().toImage() == before
    theme.set_theme("dark")
    assert table.viewport().grab().toImage().pixelColor(600, 5).lightness() < 100
    theme.set_theme("light")


def test_a_pdu_of_the_rack_beside_is_offered_with_the_way_to_it(chained: Hand) -> None:
    """The cords of a DGX are 1.2 m long: they reach an outlet of the next rack or not, and the dialog says how long it would take."""
    for rack in ("A02", "A03"):
        strip = ("generic.pdu-0u-415v-60a", chained.ids("rack")[rack], 0, 1, 0, f"strip {rack}")
        chained.desk.session.do(place_device, *strip)
        chained.rest()
    place = go(chained)
    click_on(place.chain.table, next(name for name in column(place.chain.table) if name.startswith("pdu")))
    click_cord(chained, cord_row(chained, "dgx-001"), place.cords.model.columnCount() - 1)
    click_cord(chained, 0)
    QTest.keyClick(place.cords.table, Key.Key_Return)
    asked = dialog(PlugCordDialog)
    offered = [asked.other.itemText(row) for row in range(asked.other.count())]
    near, far = (next(row for row, text in enumerate(offered) if text.startswith(f"strip {rack} in {rack}")) for rack in ("A02", "A03"))
    assert near < far < offered.index("A01-A")
    asked.other.setCurrentIndex(far)
    said = asked.cord_words()
    assert said.startswith("Requires ")
    asked.other.setCurrentIndex(near)
    assert not asked.cord_words().startswith("It takes ")
    press(chained, asked.main)
    cords = chained.snapshot["power_cord"]
    made = cords.row(int(cords.ids[-1]))
    assert (made["from_device_id"], made["length_mm"]) == (chained.ids("device")["strip A02"], 1200)
