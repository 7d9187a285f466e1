"""The punch list: who repairs what failed, how urgent it is, and until when."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.core.checklist.values import is_day
from gpudesk.operations.onsite.record_site_work import PRIORITIES
from gpudesk.ui.places.onsite.touch import TouchButton, TouchLine
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("PunchScreen")

_COLUMNS = 3


class PunchScreen(QWidget):
    """Names, priorities, a day and a line of text.

    Signals:
        decided(str, str, str, str): owner, priority, due day ("" for none) and text.
        left(): the user goes back.
    """

    decided = Signal(str, str, str, str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.owners: dict[str, TouchButton] = {}
        self.priorities: dict[str, TouchButton] = {}
        self._title = Label("", self, step="display", wrap=True)
        self._names = QGridLayout()
        self._names.setSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(12)
        for key, text in zip(PRIORITIES, (tr("High"), tr("Normal"), tr("Low")), strict=True):
            button = TouchButton(text, checkable=True)
            button.clicked.connect(lambda _checked=False, key=key: self._choose(self.priorities, key))
            self.priorities[key] = button
            row.addWidget(button)
        row.addStretch(1)
        self.due = TouchLine(tr("Due date"), tr("Due date, 2026-05-01; optional"))
        self.text = TouchLine(tr("Action required"), tr("Action required"))
        self.confirm = TouchButton(tr("Add to punch list"), primary=True)
        self.back = TouchButton(tr("Back"))
        verbs = QHBoxLayout()
        verbs.setSpacing(12)
        verbs.addWidget(self.confirm)
        verbs.addWidget(self.back)
        verbs.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(12)
        column.addWidget(self._title)
        column.addWidget(Label(tr("Assigned to"), step="strong"))
        column.addLayout(self._names)
        column.addWidget(Label(tr("Priority"), step="strong"))
        column.addLayout(row)
        column.addWidget(self.due)
        column.addWidget(self.text)
        column.addLayout(verbs)
        column.addStretch(1)
        self.due.textChanged.connect(self._enable)
        self.confirm.clicked.connect(self._decide)
        self.back.clicked.connect(self.left)

    def ask(self, title: str, names: list[str], known: dict[str, str]) -> None:
        """Ask for owner and priority of a punch list entry.

        Args:
            known: previous values, by "owner", "priority", "due" and "text".
        """
        self._title.setText(title)
        for button in self.owners.values():
            self._names.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.owners = {}
        for place, name in enumerate(sorted(names, key=str.casefold)):
            button = TouchButton(name, self, checkable=True)
            button.clicked.connect(lambda _checked=False, name=name: self._choose(self.owners, name))
            self.owners[name] = button
            self._names.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        self._choose(self.owners, known.get("owner", ""))
        self._choose(self.priorities, known.get("priority", "normal"))
        self.due.setText(known.get("due", ""))
        self.text.setText(known.get("text", ""))
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, buttons: dict[str, TouchButton], key: str) -> None:
        for other, button in buttons.items():
            button.setChecked(other == key)
        self._enable()

    def _chosen(self, buttons: dict[str, TouchButton]) -> str:
        return next((key for key, button in buttons.items() if button.isChecked()), "")

    def _enable(self) -> None:
        due = self.due.text().strip()
        self.confirm.setEnabled(bool(self._chosen(self.owners)) and (not due or is_day(due)))

    def _decide(self) -> None:
        if self.confirm.isEnabled():
            self.decided.emit(self._chosen(self.owners), self._chosen(self.priorities), self.due.text().strip(), self.text.text().strip())
