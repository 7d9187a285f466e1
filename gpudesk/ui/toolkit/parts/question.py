"""A question about what cannot be undone."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog


class Question(DeskDialog):
    """Shows what would be lost; the default button is labeled with a verb, and Esc changes nothing."""

    def __init__(self, title: str, sentence: str, verb: str, action: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading(title, sentence)
        self._action = action
        self.add_buttons(verb, self._do)
        self.resize(460, 150)

    def _do(self) -> None:
        self.accept()
        self._action()
