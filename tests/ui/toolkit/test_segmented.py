from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from tests.ui.showing import show

FACES = (Segment("front", "Front"), Segment("rear", "Rear"), Segment("both", "Both"))


@pytest.fixture
def control(qtbot: QtBot) -> Iterator[SegmentedControl]:
    window = QWidget()
    column = QVBoxLayout(window)
    made = SegmentedControl("Faces", FACES, "rear", window)
    column.addWidget(made)
    column.addWidget(QLineEdit(window))
    show(qtbot, window)
    yield made
    window.close()


def chosen_of(control: SegmentedControl) -> list[str]:
    said: list[str] = []
    control.chosen.connect(said.append)
    return said


def test_arrows_choose_and_stop_at_the_ends(control: SegmentedControl) -> None:
    said = chosen_of(control)
    control.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_End):
        focused = QApplication.focusWidget()
        assert focused is control.button(control.current())
        QTest.keyClick(focused, key)
    assert said == ["both", "front", "both"]
    assert control.current() == "both"


def test_keys_pass_over_what_cannot_be_chosen(control: SegmentedControl) -> None:
    said = chosen_of(control)
    control.set_current("front")
    control.button("rear").setEnabled(False)
    control.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(control.button(control.current()), key)
    assert said == ["both", "front"]
    control.button("both").setEnabled(False)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End):
        QTest.keyClick(control.button("front"), key)
    assert said == ["both", "front"]
    assert control.current() == "front"


def test_tab_enters_at_the_active_part_and_leaves_the_control(control: SegmentedControl) -> None:
    control.button("rear").setFocus()
    QTest.keyClick(control.button("rear"), Qt.Key.Key_Tab)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    QTest.keyClick(field, Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is control.button("rear")


def test_a_click_chooses(control: SegmentedControl) -> None:
    said = chosen_of(control)
    QTest.mouseClick(control.button("front"), Qt.MouseButton.LeftButton)
    assert said == ["front"]
    assert control.current() == "front"


def test_setting_it_says_nothing(control: SegmentedControl) -> None:
    said = chosen_of(control)
    control.set_current("front")
    assert said == []
    with pytest.raises(KeyError):
        control.set_current("side")


def test_it_does_not_change_its_size_with_the_choice(control: SegmentedControl) -> None:
    before = control.sizeHint()
    control.set_current("front")
    assert control.sizeHint() == before
    assert before.height() == 24
