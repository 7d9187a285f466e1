"""Opening a dialog as a person would have it."""

from typing import TypeVar

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPushButton, QWidget

from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from tests.ui.desk import Desk

Shown = TypeVar("Shown", bound=DeskDialog)


def opened(desk: Desk, dialog: Shown) -> Shown:
    """Open a dialog and wait until it is on the screen with all it reads."""
    dialog.open()
    QTest.qWaitForWindowExposed(dialog)
    dialog.activateWindow()
    desk.settle()
    return dialog


def main_button(dialog: DeskDialog) -> QPushButton:
    """The main button of a dialog that has one."""
    assert dialog.main is not None
    return dialog.main


def unnamed(dialog: QWidget) -> list[QWidget]:
    """What can have the focus and has no name for a screen reader."""
    kinds = (QLineEdit, QComboBox, QPushButton, QAbstractSpinBox)
    boxes = [*dialog.findChildren(QComboBox), *dialog.findChildren(QAbstractSpinBox)]
    # The line inside a drop-down or spin box speaks with the name of the box.
    inner = {line for box in boxes for line in box.findChildren(QLineEdit)}
    return [widget for kind in kinds for widget in dialog.findChildren(kind) if not widget.accessibleName() and widget not in inner]
