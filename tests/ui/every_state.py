"""The window in every place, in each with all its tabs, choices and colorings."""

from collections.abc import Iterator

from PySide6.QtWidgets import QAbstractButton, QTabBar, QWidget
from shiboken6 import isValid

from gpudesk.ui.action_table import ACTIONS
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.toolkit.widgets.segmented import SegmentedControl
from tests.ui.hand import Hand

PLACES = ("home", "size", "floor", "rack", "fabric", "power", "onsite", "monitor", "catalog")
COLORINGS = {"floor": "floor-paint", "rack": "colour-by"}
"""What a place can color by, as the group of its commands."""
SELECTED = (
    ("rack", "device"),
    ("rack", "rack"),
    ("floor", "rack"),
    ("floor", "rack_row"),
    ("fabric", "cable"),
    ("fabric", "network"),
    ("power", "power_node"),
    ("power", "device"),
    ("power", "cooling_node"),
)
"""Place and table of one object that is selected there."""


def every_state(hand: Hand) -> Iterator[str]:
    """Take the window to all of them; yields the name of each while it is there."""
    window = hand.desk.window
    for place in PLACES:
        window.go(place)
        hand.desk.session.select([])
        hand.rest()
        yield place
        if place == "home":
            # Its choices are the settings.
            continue
        yield from _choices(hand, place)
        for action in ACTIONS:
            if action.choice == COLORINGS.get(place) and window.registry.action(action.id).isEnabled():
                window.registry.action(action.id).trigger()
                hand.rest()
                yield f"{place} after {action.id}"
    for place, table in SELECTED:
        window.go(place)
        ids = hand.snapshot[table].ids.tolist()
        hand.desk.session.select([ObjectRef(table, ids[0])] if ids else [])
        hand.rest()
        yield f"{place} with a {table}"
    hand.desk.session.select([])


def _choices(hand: Hand, place: str) -> Iterator[str]:
    """Every tab and every segment that is seen in a place, one after the other."""
    shown = [widget for widget in hand.desk.window.findChildren(QWidget) if widget.isVisible()]
    for widget in shown:
        if not isValid(widget) or not widget.isVisible():
            continue
        if isinstance(widget, QTabBar):
            first = widget.currentIndex()
            for index in range(widget.count()):
                if index != first and widget.isTabEnabled(index) and widget.isTabVisible(index):
                    widget.setCurrentIndex(index)
                    hand.rest()
                    yield f"{place}, {widget.tabText(index)}"
            widget.setCurrentIndex(first)
            hand.rest()
        elif isinstance(widget, SegmentedControl):
            yield from _segments(hand, place, widget)


def _segments(hand: Hand, place: str, control: SegmentedControl) -> Iterator[str]:
    buttons = control.findChildren(QAbstractButton)
    before = next(button for button in buttons if button.isChecked())
    for button in [each for each in buttons if each is not before] + [before]:
        # A choice may bring other fields, and with them other controls.
        if not isValid(button) or not button.isVisible() or not button.isEnabled():
            return
        name = button.accessibleName()
        button.click()
        hand.rest()
        if button is not before:
            yield f"{place}, {name}"
