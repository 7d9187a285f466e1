"""A decision that needs a reason, and perhaps a second person: a waiver, an override, a withdrawal, what does not apply."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.ui.places.onsite.touch import TouchButton, TouchLine
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("DecisionScreen")

_COLUMNS = 3


class DecisionScreen(QWidget):
    """A question, a line for the reason, names for the second person, and the confirmation button.

    Signals:
        decided(str, str): the user confirms, with this reason and this second name ("" if none is needed).
        left(): the user goes back.
    """

    decided = Signal(str, str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names: dict[str, TouchButton] = {}
        self._needs_second = False
        self._title = Label("", self, step="display", wrap=True)
        self._why = Label("", self, ink="text.secondary", wrap=True)
        self.reason = TouchLine(tr("Reason"), tr("Reason"))
        self.second_title = Label("", self, step="strong", wrap=True)
        self._holder = QWidget()
        self._grid = QGridLayout(self._holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(12)
        self.confirm = TouchButton("", primary=True)
        self.back = TouchButton(tr("Back"))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.confirm)
        row.addWidget(self.back)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(16)
        for part in (self._title, self._why, self.reason, self.second_title, self._holder):
            column.addWidget(part)
        column.addLayout(row)
        column.addStretch(1)
        self.reason.textChanged.connect(self._enable)
        self.reason.returnPressed.connect(self._decide)
        self.confirm.clicked.connect(self._decide)
        self.back.clicked.connect(self.left)

    def ask(self, title: str, why: str, verb: str, seconds: list[str] | None = None) -> None:
        """Ask for a reason.

        Args:
            seconds: names of the people who can approve; None if no approval is needed.
        """
        self._title.setText(title)
        self._why.setText(why)
        self.confirm.say(verb)
        self.reason.clear()
        self._needs_second = seconds is not None
        self.second_title.setVisible(self._needs_second)
        nobody = tr("Nobody else is on the list. Go back and add the second person under the name at the top left.")
        self.second_title.setText(tr("Second person (approver)") if seconds else nobody)
        self._holder.setVisible(self._needs_second)
        for button in self.names.values():
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.names = {}
        for place, name in enumerate(sorted(seconds or [], key=str.casefold)):
            button = TouchButton(name, self._holder, checkable=True)
            button.clicked.connect(lambda _checked=False, name=name: self._choose(name))
            self.names[name] = button
            self._grid.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        self._enable()
        self.reason.setFocus(Qt.FocusReason.OtherFocusReason)

    def second(self) -> str:
        """The name that agrees, "" while there is none."""
        return next((name for name, button in self.names.items() if button.isChecked()), "")

    def _choose(self, name: str) -> None:
        for other, button in self.names.items():
            button.setChecked(other == name)
        self._enable()

    def _enable(self) -> None:
        self.confirm.setEnabled(bool(self.reason.text().strip()) and (not self._needs_second or bool(self.second())))

    def _decide(self) -> None:
        if self.confirm.isEnabled():
            self.decided.emit(self.reason.text().strip(), self.second())
