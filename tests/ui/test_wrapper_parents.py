"""No wrapper goes with something that Qt does not hold its object in."""

import ast
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QFocusFrame, QPushButton, QToolBar, QWidget
from shiboken6 import isValid

import gpudesk.ui
from tests.ui.wrapper_parents import is_inside, noted_parent, strangers

SOURCES = Path(gpudesk.ui.__file__).parent
NEVER_CALLED = {"nextInFocusChain", "previousInFocusChain"}
"""They return what is elsewhere, also the window itself, and PySide takes it for a part of what was asked."""


def test_the_chain_of_focus_is_never_walked() -> None:
    trees = {path.relative_to(SOURCES): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES.rglob("*.py")}
    walks = [
        f"{path}:{node.lineno}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in NEVER_CALLED
    ]
    assert len(trees) > 100
    assert walks == []


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
