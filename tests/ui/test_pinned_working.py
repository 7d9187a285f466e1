"""The working of a figure outlives the form that showed it: keeping it then is no error."""

import pytest
import shiboken6
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.docks.inspector_figures import show_why
from gpudesk.ui.widgets.popover import Popover
from gpudesk.ui.widgets.why import WhyContent, WhyTerm

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
