"""The codes of a picture as buttons, if it has several or was not requested."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.ui.places.onsite.onsite_labels import breakable
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("CodeChoice")

_COLUMNS = 4
_LONGEST_NAME = 40


class CodeChoice(QWidget):
    """Signals:
    chosen(str): the code with this text was chosen.
    left(): none of them was chosen.
    """

    chosen = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, TouchButton] = {}
        self.title = Label("", self, step="strong", wrap=True)
        self.damage = Label("", self, step="caption", ink="severity.error", wrap=True)
        self.close_button = TouchButton(tr("Close"))
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.title, 1)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        column.addLayout(row)
        column.addLayout(self._grid)
        column.addWidget(self.damage)
        self.close_button.clicked.connect(self._leave)
        self.hide()

    def offer(self, name: str, codes: Sequence[str], named: Callable[[str], str], *, damaged: bool) -> None:
        """Offer the codes of a picture.

        Args:
            named: returns the meaning of a code, in the user's language.
        """
        for button in self.buttons.values():
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {}
        self.title.setText(breakable(tr("%n code(s) in {name}", "", len(codes)).format(name=name)))
        self.damage.setText(tr("A code in the picture is damaged or blurred. Retake the photo from closer up, or reprint the label."))
        self.damage.setVisible(damaged)
        for place, code in enumerate(codes):
            text = named(code)
            button = TouchButton(text if len(text) <= _LONGEST_NAME else f"{text[:_LONGEST_NAME]}…", self)
            button.setAccessibleName(text)
            button.clicked.connect(lambda _checked=False, code=code: self._choose(code))
            self.buttons[code] = button
            self._grid.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        self.show()

    def _choose(self, code: str) -> None:
        self.hide()
        self.chosen.emit(code)

    def _leave(self) -> None:
        self.hide()
        self.left.emit()
