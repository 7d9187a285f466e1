"""Functions of the left button on the floor besides selecting and measuring: one tool for each mode."""

from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from gpudesk.ui.canvas.layer import Frame


class FloorTool(Protocol):
    """A tool that takes the left button. Points are px of the view."""

    def press(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """The button went down."""

    def move(self, point: QPointF, keys: Qt.KeyboardModifier, *, held: bool) -> None:
        """The pointer moved; `held` while the button is down."""

    def release(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """The button went up."""

    def cancel(self) -> bool:
        """Cancel the operation in progress; false if there was none."""

    def hint(self) -> str:
        """Instruction for the next step, in the user's language."""

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the operation in progress over the drawing."""
