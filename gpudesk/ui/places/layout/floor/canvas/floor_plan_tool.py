"""What the left button does on the floor while it neither selects nor measures: one tool for each such mode."""

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
        """Let go of what is under way; false if nothing was."""

    def hint(self) -> str:
        """What the next step is, in the person's language."""

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint what is under way over the drawing."""
