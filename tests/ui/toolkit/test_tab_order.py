"""Tab goes through the place of racks part by part as they lie, and Esc leads back to the drawing."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QToolBar, QWidget
from shiboken6 import isValid

from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.tab_order import tab_order
from tests.ui.hand import SHIFT, Hand

Key = Qt.Key
MOST_STOPS = 200


def walk(hand: Hand, key: Qt.Key = Key.Key_Tab, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> list[QWidget]:
    """Every control from the drawing until Tab is there again."""
    hand.look_at_drawing()
    seen: list[QWidget] = []
    for _ in range(MOST_STOPS):
        focused = QApplication.focusWidget()
        if focused is None or focused in seen:
            break
        seen.append(focused)
        QTest.keyClick(focused, key, keys)
        settle()
    return seen


def parts_on_the_way(hand: Hand, seen: list[QWidget]) -> list[str]:
    """The parts in the order in which they are gone through, each as often as it is entered."""
    window, rack = hand.desk.window, hand.desk.window.rack
    parts: dict[str, list[QWidget]] = {
        "menus": [window.menu_line],
        "rail": [window.rail],
        "catalog": [rack.catalog.header, rack.catalog_dock.tab, rack.catalog],
        "drawing": [rack.canvas],
        "inspector": [rack.inspector.header, rack.inspector],
        "problems": [rack.problems.header, rack.problems],
        "history": [rack.history.header, rack.history],
        "totals": [window.totals],
    }
    way: list[str] = []
    for control in seen:
        holders = (name for name, group in parts.items() if any(each is control or each.isAncestorOf(control) for each in group))
        named = next(holders, "tools")
        if not way or way[-1] != named:
            way.append(named)
    return way


@pytest.mark.parametrize("selected", [(), ("dgx-001",), ("dgx-001", "leaf-1")])
def test_tab_goes_from_part_to_part_as_they_lie(hand: Hand, selected: tuple[str, ...]) -> None:
    hand.select(*selected)
    way = parts_on_the_way(hand, walk(hand))
    assert way == ["drawing", "inspector", "problems", "history", "totals", "menus", "rail", "tools", "catalog"]


def test_the_way_back_is_the_same_backwards(hand: Hand) -> None:
    hand.select("dgx-001")
    there = walk(hand)
    back = walk(hand, Key.Key_Backtab, SHIFT)
    assert back[1:] == there[:0:-1]


def test_every_stop_has_a_name(hand: Hand) -> None:
    hand.select("dgx-001", "leaf-1")
    assert [stop for stop in walk(hand) if not stop.accessibleName()] == []


def test_a_folded_catalog_is_one_stop(hand: Hand) -> None:
    hand.do("view.fold-catalog")
    seen = walk(hand)
    assert [stop for stop in seen if hand.desk.window.rack.catalog_dock.isAncestorOf(stop)] == [hand.desk.window.rack.catalog_dock.tab]


def test_escape_leads_back_to_the_drawing_from_every_part(hand: Hand) -> None:
    hand.select("dgx-001")
    for part in [*hand.desk.window.parts(), *walk(hand)]:
        if hand.desk.window.menu_line.isAncestorOf(part):
            continue
        part.setFocus(Qt.FocusReason.TabFocusReason)
        settle()
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Key.Key_Escape)
        settle()
        assert hand.canvas.hasFocus(), (type(focused).__name__, focused.accessibleName())


def test_what_follows_a_control_that_goes_stays_valid(qapp: QApplication) -> None:
    """The next control in Qt's chain was taken for a part of the one that went."""
    window = QWidget()
    passing = QPushButton("passing", window)
    bar = QToolBar(window)
    shown = bar.addWidget(QComboBox())
    window.show()
    assert passing in tab_order(window, [])
    passing.deleteLater()
    del passing
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert isValid(shown)
    shown.setVisible(False)
    assert not shown.isVisible()
