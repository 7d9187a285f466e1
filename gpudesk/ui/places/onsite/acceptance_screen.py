"""A second person accepts or refuses a deviation; and the list of deviations that wait for a decision."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.core.checklist.signatures import alike
from gpudesk.onsite.deviations import Deviation
from gpudesk.ui.places.onsite.touch import TouchButton, TouchLine
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("AcceptanceScreen")

_COLUMNS = 3


class AcceptanceScreen(QWidget):
    """The deviation, its effects, names to choose from, a line for the reason, and both buttons.

    Signals:
        decided(str, bool, str): the named person accepts or refuses, with this reason.
        left(): the user goes back.
    """

    decided = Signal(str, bool, str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names: dict[str, TouchButton] = {}
        self._recorder = ""
        self._writing = False
        self._what = Label("", self, step="display", wrap=True)
        self._who = Label("", self, ink="text.secondary", wrap=True)
        self.change = Label("", self, step="title", wrap=True)
        self._names = QGridLayout()
        self._names.setSpacing(12)
        self.new_name = TouchLine(tr("Another name"), tr("Another name"))
        self.reason = TouchLine(tr("Reason"), tr("Reason; required to refuse"))
        self.accept = TouchButton(tr("Accept and update plan"), primary=True)
        self.refuse = TouchButton(tr("Refuse"))
        self.back = TouchButton(tr("Back"))
        verbs = QHBoxLayout()
        verbs.setSpacing(12)
        for button in (self.accept, self.refuse, self.back):
            verbs.addWidget(button)
        verbs.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(16)
        for part in (self._what, self._who, self.change):
            column.addWidget(part)
        column.addWidget(Label(tr("Who decides?"), step="strong"))
        column.addLayout(self._names)
        column.addWidget(self.new_name)
        column.addWidget(self.reason)
        column.addLayout(verbs)
        column.addStretch(1)
        for line in (self.new_name, self.reason):
            line.textChanged.connect(self._enable)
        self.accept.clicked.connect(lambda: self._decide(True))
        self.refuse.clicked.connect(lambda: self._decide(False))
        self.back.clicked.connect(self.left)

    def ask(self, what: str, who: str, change: str, recorder: str, names: list[str]) -> None:
        """Ask for a decision.

        Args:
            recorder: the person who recorded it, who cannot decide on it.
            names: names of the project.
        """
        self._recorder = recorder
        self._what.setText(what)
        self._who.setText(who)
        self.change.setText(change)
        self.new_name.clear()
        self.reason.clear()
        for button in self.names.values():
            self._names.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.names = {}
        for place, name in enumerate(sorted((name for name in names if not alike(name, recorder)), key=str.casefold)):
            button = TouchButton(name, self, checkable=True)
            button.clicked.connect(lambda _checked=False, name=name: self._choose(name))
            self.names[name] = button
            self._names.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        self._enable()
        first = next(iter(self.names.values()), self.new_name)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_writing(self, writing: bool) -> None:
        """Show that the decision is being written; nothing can be changed until that is done."""
        self._writing = writing
        self.accept.say(tr("Recording…") if writing else tr("Accept and update plan"))
        for part in (self.new_name, self.reason, *self.names.values()):
            part.setEnabled(not writing)
        self._enable()

    def person(self) -> str:
        """The person who decides: the typed name, or the tapped one; empty if there is none yet."""
        typed = " ".join(self.new_name.text().split())
        if typed:
            return "" if alike(typed, self._recorder) else typed
        return next((name for name, button in self.names.items() if button.isChecked()), "")

    def _choose(self, name: str) -> None:
        self.new_name.clear()
        for other, button in self.names.items():
            button.setChecked(other == name)
        self._enable()

    def _enable(self, *_: object) -> None:
        self.accept.setEnabled(bool(self.person()) and not self._writing)
        self.refuse.setEnabled(bool(self.person()) and not self._writing and bool(self.reason.text().strip()))

    def _decide(self, accepted: bool) -> None:
        self.decided.emit(self.person(), accepted, self.reason.text().strip())


class DeviationList(QWidget):
    """Deviations that wait for a decision, one large button each.

    Signals:
        chosen(str): the deviation with this name was tapped.
        left(): the user goes back.
    """

    chosen = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, TouchButton] = {}
        self._rows = QWidget()
        self._lines = QGridLayout(self._rows)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(12)
        self._lines.setColumnStretch(1, 1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self._rows)
        self.back = TouchButton(tr("Back"))
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(16)
        column.addWidget(Label(tr("Installed differently: decision pending"), self, step="display", wrap=True))
        column.addWidget(area, 1)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self.back.clicked.connect(self.left)

    def show_lines(self, lines: Sequence[tuple[Deviation, str, str]]) -> None:
        """Show these deviations, each with the item found, its target and the person who recorded it."""
        while (old := self._lines.takeAt(0)) is not None:
            widget = old.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = {}
        for row, (deviation, what, who) in enumerate(lines):
            button = TouchButton(tr("Decide…"))
            button.setAccessibleName(f"{tr('Decide…')} {what}")
            button.clicked.connect(partial(self.chosen.emit, deviation.entry.name))
            self.buttons[deviation.entry.name] = button
            self._lines.addWidget(button, row, 0, Qt.AlignmentFlag.AlignTop)
            self._lines.addWidget(Label(f"{what}\n{who}", wrap=True), row, 1)
        self._lines.setRowStretch(len(lines), 1)
