"""Editing in the place of power, by pointer and keys: adding, naming, hanging, deleting, dragging, and taking it back."""

from typing import TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.core.power_lines import Wiring
from gpudesk.ui.dialogs.add_to_power import AddToPowerDialog
from gpudesk.ui.dialogs.delete_from_power import DeleteFromPowerDialog
from gpudesk.ui.dialogs.hang_on import HangOnDialog
from gpudesk.ui.models.power_chain_model import ChainColumn
from gpudesk.ui.widgets.field_rows import EditorRow, FactRow, LineField
from gpudesk.ui.widgets.popover import Popover
from tests.ui.hand import CTRL, SHIFT, Hand
from tests.ui.test_power_place import add, chained, click_on, column, go

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
    # Without a window system nobody gives the window back what the dialog had.
    hand.desk.window.activateWindow()
    hand.qtbot.waitUntil(lambda: QApplication.activeWindow() is hand.desk.window)


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
    asked = dialog(HangOnDialog)
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
    assert "cords were cut" in chained.message or "1 cord" in chained.message
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
    limit = rows["Limit of a line"].value_widget
    assert rows["Limit of a line"].accessibleName().endswith("32\u00a0A")
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
