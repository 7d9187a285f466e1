"""The catalog folds to a tab at the edge, by pointer and by keys, and stays so at the next start."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.parts.folding_dock import TAB_WIDTH, FoldingDock
from gpudesk.ui.toolkit.settings import Settings
from tests.ui.hand import CTRL, Hand

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def dock_of(hand: Hand) -> FoldingDock:
    return hand.desk.window.rack.catalog_dock


def test_the_button_folds_and_the_tab_unfolds(hand: Hand) -> None:
    dock, before, canvas = dock_of(hand), dock_of(hand).width(), hand.canvas.width()
    assert not dock_of(hand).folded
    QTest.mouseClick(dock.fold_button, LEFT)
    hand.rest()
    assert dock_of(hand).folded
    assert dock.width() == TAB_WIDTH
    assert hand.canvas.width() == canvas + before - TAB_WIDTH
    assert hand.desk.window.registry.action("view.fold-catalog").isChecked()
    QTest.mouseClick(dock.tab, LEFT)
    hand.rest()
    assert not dock.folded
    assert abs(dock.width() - before) <= 1
    assert hand.desk.window.rack.catalog.search.hasFocus()
    assert not hand.desk.window.registry.action("view.fold-catalog").isChecked()


def test_keys_fold_it_and_bring_it_back(hand: Hand) -> None:
    hand.press(Key.Key_B, CTRL)
    assert dock_of(hand).folded
    assert hand.canvas.hasFocus()
    hand.press(Key.Key_B, CTRL)
    assert not dock_of(hand).folded
    assert hand.desk.window.rack.catalog.search.hasFocus()
    hand.press(Key.Key_B, CTRL)
    assert hand.canvas.hasFocus(), "who was in the catalog goes on in the drawing"


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space])
def test_the_tab_is_a_part_of_the_window_that_keys_reach(hand: Hand, key: Qt.Key) -> None:
    hand.press(Key.Key_B, CTRL)
    assert dock_of(hand).tab in hand.desk.window.parts()
    for _ in hand.desk.window.parts():
        if dock_of(hand).tab.hasFocus():
            break
        hand.press(Key.Key_F6)
    assert dock_of(hand).tab.hasFocus()
    assert "Catalog" in dock_of(hand).tab.accessibleName()
    hand.press(key)
    assert not dock_of(hand).folded
    assert hand.desk.window.rack.catalog.search.hasFocus()


def test_it_is_remembered_with_its_width(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    first = open_desk()
    first.create(tmp_path / "site.gpudesk")
    first.desk.window.rack.resizeDocks([dock_of(first)], [300], Qt.Orientation.Horizontal)
    settle()
    width = dock_of(first).width()
    first.do("view.fold-catalog")
    first.desk.close()
    settle()
    assert Settings().text("catalog-folded") == str(width)
    second = open_desk()
    second.create(tmp_path / "site2.gpudesk")
    assert dock_of(second).folded
    assert dock_of(second).width() == TAB_WIDTH
    second.do("view.fold-catalog")
    assert abs(dock_of(second).width() - width) <= 1


def test_a_small_window_begins_with_it_folded(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    small = open_desk()
    small.desk.window.resize(1280, 800)
    settle()
    small.create(tmp_path / "site.gpudesk")
    assert dock_of(small).folded
    assert small.canvas.width() >= 896


def test_what_floats_does_not_fold(hand: Hand) -> None:
    dock = dock_of(hand)
    dock.setFloating(True)
    settle()
    assert not dock.fold_button.isVisible()
    hand.do("view.fold-catalog")
    assert not dock.folded
    assert not hand.desk.window.registry.action("view.fold-catalog").isChecked()
    dock.setFloating(False)


def test_a_hidden_catalog_comes_back_unfolded(hand: Hand) -> None:
    hand.do("view.fold-catalog")
    hand.do("view.panel.catalog")
    assert not dock_of(hand).isVisible()
    hand.do("view.fold-catalog")
    assert dock_of(hand).isVisible()
    assert not dock_of(hand).folded
