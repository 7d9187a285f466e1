"""No wrapper goes with something that Qt does not hold its object in."""

import ast
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QFocusFrame, QPushButton, QScrollArea, QToolBar, QWidget
from shiboken6 import isValid

import gpudesk.ui
from gpudesk.ui.toolkit.parts.scrolled_page import replace_page
from tests.ui.wrapper_parents import is_inside, noted_parent, strangers

SOURCES = Path(gpudesk.ui.__file__).parent
NEVER_CALLED = {"nextInFocusChain", "previousInFocusChain"}
"""They return what is elsewhere, also the window itself, and PySide takes it for a part of what was asked."""


def _uses(names: set[str]) -> list[str]:
    """The files of the window that use an attribute of one of these names, a line for each use."""
    trees = {path.relative_to(SOURCES): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py")}
    assert len(trees) > 100
    return [
        path.as_posix() for path, tree in trees.items() for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in names
    ]


def test_the_chain_of_focus_is_never_walked() -> None:
    assert _uses(NEVER_CALLED) == []


def test_pages_of_scroll_areas_are_replaced_in_one_place() -> None:
    assert _uses({"takeWidget"}) == ["toolkit/parts/scrolled_page.py"]


def test_a_page_that_is_still_to_be_deleted_stays_in_its_area(qapp: QApplication) -> None:
    area, first, second = QScrollArea(), QWidget(), QWidget()
    replace_page(area, first)
    assert area.widget() is first
    replace_page(area, second)
    assert area.widget() is second
    assert first.isHidden()
    assert strangers() == []
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not isValid(first)
    assert isValid(second)


def test_the_noted_parent_is_read(qapp: QApplication) -> None:
    window = QWidget()
    button, bar = QPushButton("first", window), QToolBar(window)
    assert noted_parent(window) is None
    assert noted_parent(button) == id(window)
    assert is_inside(button, window)
    assert not is_inside(bar, button)


def test_what_the_chain_of_focus_returned_is_a_stranger(qapp: QApplication) -> None:
    window = QWidget()
    button, bar = QPushButton("first", window), QToolBar(window)
    bar.setObjectName("second")
    assert button.nextInFocusChain() is bar
    assert noted_parent(bar) == id(button)
    assert "QToolBar second goes with QPushButton " in strangers()
    frame = QFocusFrame(window)
    frame.setWidget(bar)
    assert "QToolBar second goes with QFocusFrame " in strangers()
    action = bar.addAction("kept")
    frame.deleteLater()
    del frame
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not isValid(action)
    assert [shown.text() for shown in bar.actions()] == ["kept"]
