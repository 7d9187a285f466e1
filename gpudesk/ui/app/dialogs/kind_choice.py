"""The kinds that a text could be, one of which a person chooses."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from gpudesk.ui.toolkit.parts.form import RING

if TYPE_CHECKING:
    from gpudesk.ui.app.dialogs.file_ways import Way


class KindChoice(QWidget):
    """One button per option; hidden unless there are several.

    Signals:
        chosen(): the user chose one.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        # The ring of the focus is drawn around the buttons.
        self._column.setContentsMargins(RING, RING, RING, RING)
        self._column.setSpacing(4)
        self._group = QButtonGroup(self)
        self.buttons: list[QRadioButton] = []
        self.hide()

    def set_ways(self, ways: "Sequence[Way]") -> None:
        """Offer these; none is chosen at first."""
        for button in self.buttons:
            self._group.removeButton(button)
            self._column.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        if len(ways) > 1:
            for way in ways:
                button = QRadioButton(way.kind, self)
                button.setToolTip(way.sentence)
                button.clicked.connect(lambda _checked=False: self.chosen.emit())
                self._group.addButton(button)
                self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
                self.buttons.append(button)
        self.setVisible(len(ways) > 1)

    def current(self) -> int:
        """The place of the chosen one, -1 for none."""
        return next((place for place, button in enumerate(self.buttons) if button.isChecked()), -1)
