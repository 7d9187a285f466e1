"""An error in an override of Qt's methods comes out of the call that led to it; before, some ended the program."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QPushButton, QStackedWidget, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.overrides import finishing

FALLING = """
import os
os.environ["QT_QPA_PLATFORM"] = "offscreen"
import gpudesk.ui
from PySide6.QtWidgets import QApplication, QMenu, QStackedWidget, QWidget

application = QApplication([])
menu = QMenu()
gone = menu.addAction("gone")
menu.clear()

class Page(QWidget):
    def resizeEvent(self, event):
        {statement}

pages = QStackedWidget()
pages.addWidget(QWidget())
pages.addWidget(Page())
pages.show()
try:
    pages.setCurrentIndex(1)
except {error}:
    print("came out")
"""


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("[][1]", "IndexError"),
        ("len(1)", "TypeError"),
        ("int('x')", "ValueError"),
        ("gone.setVisible(True)", "RuntimeError"),
        ("raise LookupError('raised by Python')", "LookupError"),
    ],
)
def test_an_error_in_an_override_comes_out(statement: str, error: str) -> None:
    """In a process of its own: what is tested for is that it lives."""
    code = FALLING.format(statement=statement, error=error)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, done.stdout) == (0, "came out\n"), done.stderr


class Page(QWidget):
    """Its errors are those of C code."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        _ = event.size().width() // 0


class Below(Page):
    """Inherits the override."""


def test_a_class_that_inherits_the_override_is_no_exception(qtbot: QtBot) -> None:
    pages = QStackedWidget()
    qtbot.addWidget(pages)
    pages.addWidget(QWidget())
    pages.addWidget(Below())
    pages.show()
    with pytest.raises(ZeroDivisionError, match=r"Below|QWidget::resizeEvent"):
        pages.setCurrentIndex(1)


class Asking(QDialog):
    """Counts what reaches its overrides."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[int] = []

    def reject(self) -> None:
        self.ends.append(-1)

    def done(self, result: int) -> None:
        self.ends.append(result)


def test_an_override_is_still_called_with_as_many_arguments_as_it_takes(qtbot: QtBot) -> None:
    dialog = Asking()
    qtbot.addWidget(dialog)
    button = QPushButton(dialog)
    # `clicked` has an argument that `reject` does not take, and `done` does.
    button.clicked.connect(dialog.reject)
    button.clicked.connect(dialog.done)
    button.click()
    assert dialog.ends == [-1, 0]


class Numbers(QAbstractListModel):
    """Has arguments with defaults."""

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else 3

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return index.row() if role == Qt.ItemDataRole.DisplayRole else None


def test_defaults_and_names_of_arguments_hold(qtbot: QtBot) -> None:
    model = Numbers()
    assert model.rowCount() == 3
    assert model.rowCount(parent=model.index(0)) == 0
    assert [model.data(model.index(row)) for row in range(3)] == [0, 1, 2]
    assert model.data(model.index(0), role=Qt.ItemDataRole.ToolTipRole) is None
    assert model.index(2).data() == 2


def _of(number: int) -> Callable[..., Any]:
    functions: list[Callable[..., Any]] = [
        lambda: (),
        lambda a: (a,),
        lambda a, b: (a, b),
        lambda a, b, c: (a, b, c),
        lambda a, b, c, d: (a, b, c, d),
        lambda a, b, c, d, e: (a, b, c, d, e),
    ]
    return functions[number]


@pytest.mark.parametrize("number", range(6))
def test_every_number_of_arguments(number: int) -> None:
    arguments = tuple(range(number))
    assert finishing(_of(number))(*arguments) == arguments  # type: ignore[arg-type]
