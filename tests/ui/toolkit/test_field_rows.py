from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.widgets.field_rows import LABEL_WIDTH, EditorRow, FactRow, FieldList, LineField
from gpudesk.ui.toolkit.widgets.figure_link import FigureLink
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from tests.ui.showing import show


def test_one_edit_is_said_once(qtbot: QtBot) -> None:
    window = QWidget()
    field = LineField("dgx-1", window)
    show(qtbot, window)
    field.setFocus()
    said: list[str] = []
    field.committed.connect(said.append)
    field.selectAll()
    QTest.keyClicks(field, "dgx-2")
    assert said == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    field.clearFocus()
    assert said == ["dgx-2"]
    field.setFocus()
    QTest.keyClicks(field, "xx")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "dgx-2"
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert said == ["dgx-2"]


def test_several_values_are_said_and_kept_unless_typed_over(qtbot: QtBot) -> None:
    field = LineField("a")
    qtbot.addWidget(field)
    said: list[str] = []
    field.committed.connect(said.append)
    field.set_several()
    assert field.placeholderText() == "several"
    field.editingFinished.emit()
    assert said == []
    field.setText("b")
    field.editingFinished.emit()
    assert said == ["b"]
    field.set_value("c")
    assert field.placeholderText() == ""
    assert said == ["b"]


def test_rows_stand_still_whatever_they_show(qtbot: QtBot) -> None:
    rows = FieldList()
    qtbot.addWidget(rows)
    fact = FactRow("Power, max", "10.2 kW", "read", source="User guide")
    editor = EditorRow("Lowest unit", LineField("13"), unit="U")
    rows.add(GroupHeader("Facts", foldable=False))
    rows.add(fact)
    rows.add(editor)
    rows.resize(288, 200)
    rows.show()
    place = fact.value_widget.geometry().left()
    assert place == editor.editor.geometry().left() == LABEL_WIDTH + 10
    assert fact.accessibleName() == "Power, max: 10.2 kW"
    fact.set_fact("", "read", missing="The maker does not say")
    assert fact.accessibleName() == "Power, max: –"
    assert fact.value_widget.toolTip() == "The maker does not say"
    assert (fact.height(), editor.height()) == (24, 24)
    assert fact.value_widget.geometry().left() == place
    assert editor.editor.accessibleName() == "Lowest unit, U"
    rows.clear()
    assert not fact.isVisible()


def test_a_figure_opens_by_key_and_mouse(qtbot: QtBot) -> None:
    row = FactRow("Power", "40.8 kW", "derived", opens=True)
    qtbot.addWidget(row)
    row.show()
    link = row.value_widget
    assert isinstance(link, FigureLink)
    opened: list[str] = []
    row.opened.connect(lambda: opened.append("opened"))
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    QTest.keyClick(link, Qt.Key.Key_Return)
    QTest.keyClick(link, Qt.Key.Key_Space)
    assert len(opened) == 3
    row.set_fact("")
    assert not link.isEnabled()


def test_a_group_folds(qtbot: QtBot) -> None:
    head = GroupHeader("Facts", "6")
    qtbot.addWidget(head)
    head.show()
    said: list[bool] = []
    head.folded.connect(said.append)
    QTest.keyClick(head, Qt.Key.Key_Left)
    QTest.keyClick(head, Qt.Key.Key_Left)
    assert head.accessibleName() == "Facts, 6, collapsed"
    QTest.keyClick(head, Qt.Key.Key_Return)
    QTest.mouseClick(head, Qt.MouseButton.LeftButton)
    QTest.keyClick(head, Qt.Key.Key_Right)
    assert said == [True, False, True, False]
    assert not head.is_folded()
