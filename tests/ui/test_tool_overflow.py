"""The tools that do not fit a small window: they come with “…”, they work, and none disappears."""

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from shiboken6 import isValid

from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from tests.patience import PATIENCE_MS
from tests.ui.cabled import cable
from tests.ui.hand import Hand

pytestmark = pytest.mark.usefixtures("few")

SMALL = (960, 600)
LARGE = (1500, 900)
PLACES = ("size", "floor", "rack", "fabric", "power", "onsite", "monitor", "catalog")
OVERFLOWING = 4
"""In at least that many places some tools do not fit the small window."""


def _bars(hand: Hand) -> list[PlaceToolBar]:
    return [bar for bar in hand.desk.window.findChildren(PlaceToolBar) if bar.isVisible()]


def _more(bar: PlaceToolBar) -> QToolButton | None:
    button = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    return button if button is not None and button.isVisible() else None


def _names(bar: PlaceToolBar) -> list[str]:
    return [action.text() for action in bar.actions()]


def _hidden(bar: PlaceToolBar) -> list[str]:
    """The tools that a person does not see whole, though they belong to what is shown."""
    tools = [(action, bar.widgetForAction(action)) for action in bar.actions() if action.isVisible()]
    return [
        action.text() or widget.accessibleName()
        for action, widget in tools
        if not widget.isVisible() or not bar.rect().contains(widget.geometry())
    ]


def _press(hand: Hand, bar: PlaceToolBar, button: QToolButton, *, opened: bool) -> None:
    """Press "…", and wait until the bar has come to rest with all of its tools shown, or with those that fit."""
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.qtbot.waitUntil(lambda: button.isChecked() == opened and bool(_hidden(bar)) != opened, timeout=PATIENCE_MS)
    settle()


def test_the_tools_of_a_small_window_stay_whole_in_every_place(hand: Hand, tmp_path: Path) -> None:
    cable(hand, tmp_path / "cabled.gpudesk")
    window = hand.desk.window
    window.resize(*SMALL)
    overflowing = []
    for place in PLACES:
        window.go(place)
        hand.rest()
        for bar in _bars(hand):
            names = _names(bar)
            more = _more(bar)
            if more is None:
                continue
            overflowing.append(place)
            behind = _hidden(bar)
            assert behind, place
            _press(hand, bar, more, opened=True)
            assert _hidden(bar) == [], place
            for action in bar.actions():
                assert isValid(action), place
                if action.isVisible() and action.isEnabled() and action.isCheckable():
                    # Twice, so that what is shown is as it was.
                    action.trigger()
                    action.trigger()
            hand.rest()
            _press(hand, bar, more, opened=False)
            assert _hidden(bar) == behind, place
            for size in (LARGE, SMALL):
                window.resize(*size)
                gc.collect()
                settle()
            assert _names(bar) == names, place
            assert all(isValid(action) for action in bar.actions()), place
    assert len(set(overflowing)) >= OVERFLOWING, overflowing
    assert hand.desk.last_report == ""
