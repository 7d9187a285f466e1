"""The working of a figure outlives the form that showed it: keeping it then is no error."""

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.panels.inspector.inspector_figures import show_why
from gpudesk.ui.toolkit.parts.docked_place import DockedPlace, WhyDock
from gpudesk.ui.toolkit.widgets.popover import Popover
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

WORKING = WhyContent("Mass", (WhyTerm("Rack", "10 kg"),), WhyTerm("Total", "10 kg"))


@pytest.mark.parametrize("gone", [False, True])
def test_a_working_is_kept_only_for_a_form_that_is_there(qtbot: QtBot, gone: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    form = QWidget(window)
    label = QLabel("10 kg", form)
    window.show()
    pinned: list[WhyContent] = []
    show_why(WORKING, label, form, pinned.append)
    popover = next(each for each in window.children() if isinstance(each, Popover))
    if gone:
        shiboken6.delete(form)
    popover.pin_requested.emit()
    assert pinned == ([] if gone else [WORKING])


def test_a_working_that_was_closed_does_not_stay_with_the_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    label = QLabel("10 kg", window)
    window.show()
    for _ in range(3):
        show_why(WORKING, label, window, print)
        popover = window.findChild(Popover)
        assert popover is not None
        popover.dismiss()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert window.findChildren(Popover) == []


def test_each_kept_working_has_a_name_of_its_own_and_the_docks_are_remembered(qtbot: QtBot) -> None:
    # Qt warns of docks without a name when it notes where they are; a warning fails the test.
    place = DockedPlace()
    qtbot.addWidget(place)
    place.docks_are_new()
    for _ in range(3):
        place.pin_why(WORKING)
    place.findChildren(WhyDock)[1].setObjectName("gone")
    place.pin_why(WORKING)
    assert [dock.objectName() for dock in place.findChildren(WhyDock)] == ["dock-why-1", "gone", "dock-why-3", "dock-why-2"]
    assert place.restoreState(place.docks_state())
