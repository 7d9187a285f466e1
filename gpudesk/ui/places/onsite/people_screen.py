"""Person selection: a screen with the names of the project, to identify the worker or a second signer."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.ui.places.onsite.touch import TouchButton, TouchLine
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("PeopleScreen")

_COLUMNS = 3


class PeopleScreen(QWidget):
    """Names as large buttons, and a field for a new one.

    Signals:
        chosen(str): a name of the list was tapped.
        added(str): a name that is not on the list was entered.
        left(): the user goes back without choosing.
    """

    chosen = Signal(str)
    added = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, TouchButton] = {}
        self._question = Label("", self, step="display", wrap=True)
        self._why = Label("", self, ink="text.secondary", wrap=True)
        self._names = QWidget()
        self._grid = QGridLayout(self._names)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self._names)
        self.new_name = TouchLine(tr("Another name"), tr("Another name"))
        self.add = TouchButton(tr("Add to the list"))
        self.back = TouchButton(tr("Back"))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.new_name, 1)
        row.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(16)
        column.addWidget(self._question)
        column.addWidget(self._why)
        column.addWidget(area, 1)
        column.addLayout(row)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self.add.clicked.connect(self._add)
        self.new_name.returnPressed.connect(self._add)
        self.back.clicked.connect(self.left)

    def ask(self, question: str, why: str, names: list[str], without: tuple[str, ...] = ()) -> None:
        """Ask for one of these names.

        Args:
            without: names that cannot be chosen here, such as that of the first signer.
        """
        self._question.setText(question)
        self._why.setText(why)
        self.new_name.clear()
        for button in self.buttons.values():
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {}
        for place, name in enumerate(sorted(set(names) - set(without), key=str.casefold)):
            button = TouchButton(name, self._names)
            button.setMinimumHeight(64)
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            self.buttons[name] = button
            self._grid.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        for column in range(_COLUMNS):
            self._grid.setColumnStretch(column, 1)
        self._grid.setRowStretch(len(self.buttons) // _COLUMNS + 1, 1)
        self.take_keyboard()

    def take_keyboard(self) -> None:
        """Let Enter or the space bar choose the first name; scanner input goes to the scan field."""
        first = next(iter(self.buttons.values()), self.new_name)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add(self) -> None:
        name = " ".join(self.new_name.text().split())
        if name in self.buttons:
            self.chosen.emit(name)
        elif name:
            self.added.emit(name)
