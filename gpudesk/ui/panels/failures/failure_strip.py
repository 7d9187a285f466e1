"""The strip above a drawing while a failure is shown: what fails, what becomes of it, the failure before and after, done."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.ui.panels.failures.failure_labels import breaker_words, failed_words, outcome_words
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, OK, WARNING, SeverityMark
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("DrillStrip")


class DrillStrip(QWidget):
    """Describes the effects of a failure while one is shown.

    Attributes:
        other: link to another view of the failure.
    """

    def __init__(self, session: Session, other: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.other = LinkButton(other, self)
        self._drilling = Drilling.of(session)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self._marks = {severity: SeverityMark(severity, 16, self) for severity in (ERROR, WARNING, OK)}
        self.head = _Line("strong", "text.primary", self)
        self.words = _Line("body", "text.secondary", self)
        self.number = Label("", self, step="caption", ink="text.tertiary", tabular=True)
        self.previous = IconButton("chevron-left", tr("Previous failure"), self)
        self.next = IconButton("chevron-right", tr("Next failure"), self)
        self.done = VerbButton(tr("Done"), self)
        self.done.setAccessibleName(tr("End simulation"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 8, 4)
        row.setSpacing(6)
        for mark in self._marks.values():
            row.addWidget(mark)
        lines = QVBoxLayout()
        lines.setSpacing(0)
        lines.addWidget(self.head)
        lines.addWidget(self.words)
        row.addLayout(lines, 1)
        row.addWidget(self.other)
        row.addSpacing(8)
        row.addWidget(self.number)
        for button in (self.previous, self.next, self.done):
            row.addWidget(button)
        self.previous.clicked.connect(lambda: self._drilling.step(-1))
        self.next.clicked.connect(lambda: self._drilling.step(1))
        self.done.clicked.connect(self._drilling.done)
        self._drilling.changed.connect(self._show)
        theme.notifier().changed.connect(self.update)
        self._show()

    @property
    def text(self) -> str:
        """The complete text, "" while no failure is shown."""
        return "" if self._drilling.after is None else f"{self.head.text}. {self.words.text}"

    def end(self) -> bool:
        """End the failure display; false if none was shown."""
        active = self._drilling.active
        self._drilling.done()
        return active

    def _show(self) -> None:
        after = self._drilling.after
        self.setVisible(after is not None)
        if after is None:
            return
        outcome = outcome_words(after)
        worst = ERROR if after.stops else WARNING if after.rounds or after.felt else OK
        for severity, mark in self._marks.items():
            mark.setVisible(severity == worst)
        self.head.set_text(f"{failed_words(after)} – {' · '.join(outcome)}")
        breaker = breaker_words(after)
        self.words.set_text(breaker or (tr("No breaker load increases.") if len(after.failed) else ""))
        series, number = self._drilling.series, self._drilling.number
        several = len(series) > 1
        self.previous.setVisible(several)
        self.next.setVisible(several)
        place = "" if number is None else tr("{number} of {all}").format(number=format_number(number + 1), all=format_number(len(series)))
        self.number.setText(place if several else "")
        self.setAccessibleName(self.text)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.severity[WARNING].surface)
        painting.bottom_line(painter, self.rect(), colours.border.default)


class _Line(QWidget):
    """One line, elided at its end if there is no room; the tooltip contains the full text."""

    def __init__(self, step: str, ink: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.text, self._step, self._ink = "", step, ink.removeprefix("text.")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def set_text(self, text: str) -> None:
        """Set the text."""
        self.text = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = getattr(theme.current().text, self._ink)
        painting.text(QPainter(self), self.rect(), self.text, fonts.font(self._step), colour, elide=Qt.TextElideMode.ElideRight)
