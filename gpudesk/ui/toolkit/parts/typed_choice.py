"""A drop-down in which one can type: any part of a line finds it."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QWidget


class TypedChoice(QComboBox):
    """Lines are added as to any other drop-down, `ready` is called after the last one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(18)

    def ready(self) -> None:
        """Enable search by typing in the current lines."""
        completer = QCompleter(self.model(), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(12)
        self.setCompleter(completer)
        self.setCurrentIndex(0)

    @property
    def is_known(self) -> bool:
        """Whether the text names a line."""
        return self._place() >= 0

    def chosen(self) -> Any:
        """The value of the line named by the text; None if there is none."""
        place = self._place()
        return self.itemData(place) if place >= 0 else None

    def _place(self) -> int:
        text = self.currentText().strip()
        if text == self.itemText(self.currentIndex()):
            return self.currentIndex()
        return self.findText(text) if text else 0
