import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.widgets.rail import Rail
from tests.patience import PATIENCE_MS
from tests.ui.showing import show


@pytest.fixture
def rail(qtbot: QtBot) -> Rail:
    made = Rail()
    for place, text, icon in (("home", "Home", "home"), ("rack", "Rack", "rack"), ("check", "Check", "check")):
        made.add_place(place, text, icon)
    made.set_place("home")
    made.resize(48, 400)
    show(qtbot, made)
    return made


def test_arrows_walk_and_enter_goes_there(qtbot: QtBot, rail: Rail) -> None:
    rail.button("home").setFocus()
    QTest.keyClick(rail.button("home"), Qt.Key.Key_Down)
    assert QApplication.focusWidget() is rail.button("rack")
    with qtbot.waitSignal(rail.place_chosen, timeout=PATIENCE_MS) as chosen:
        QTest.keyClick(rail.button("rack"), Qt.Key.Key_Return)
    assert chosen.args == ["rack"]
    QTest.keyClick(rail.button("rack"), Qt.Key.Key_End)
    QTest.keyClick(rail.button("check"), Qt.Key.Key_Down)
    assert QApplication.focusWidget() is rail.button("check")


def test_setting_the_place_says_nothing(qtbot: QtBot, rail: Rail) -> None:
    with qtbot.assertNotEmitted(rail.place_chosen):
        rail.set_place("rack")
    assert rail.place() == "rack"
    assert rail.button("rack").focusPolicy() == Qt.FocusPolicy.TabFocus
    assert rail.button("home").focusPolicy() == Qt.FocusPolicy.NoFocus


def test_a_mark_is_drawn_and_said(rail: Rail) -> None:
    before = rail.button("check").grab().toImage()
    rail.set_mark("check", "warning")
    assert rail.button("check").accessibleName() == "Check, warning"
    assert rail.button("check").grab().toImage() != before
    rail.set_mark("check", None)
    assert rail.button("check").grab().toImage() == before


def test_buttons_are_48_px(rail: Rail) -> None:
    assert {(button.width(), button.height()) for button in map(rail.button, ("home", "rack"))} == {(48, 48)}
