"""The frame of every dialog: heading, body, refusal text, and the buttons, the default one on the right with a verb."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.parts.form import RING, Form
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.style.button_styles import PRIMARY
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.message_bar import MessageBar

tr = text_context("DeskDialog")

MARGIN = 16


class DeskDialog(QDialog):
    """A dialog is opened with `open()` and deleted automatically. A `lasting` one leaves the window usable."""

    def __init__(self, parent: QWidget | None = None, *, lasting: bool = False) -> None:
        super().__init__(parent)
        self._lasting = lasting
        self._session: Session | None = None
        self._running = 0
        """How many operations of the dialog have not ended."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._heading = Label("", self, step="title")
        self._sentence = Label("", self, step="body", ink="text.secondary", wrap=True)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(MARGIN, MARGIN - 2, MARGIN, 10)
        self._head.setSpacing(MARGIN)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._heading)
        words.addWidget(self._sentence)
        self._head.addLayout(words, 1)
        self._column.addLayout(self._head)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(MARGIN, 2, MARGIN, 14)
        self.body.setSpacing(10)
        self._column.addLayout(self.body, 1)
        self.complaint = MessageBar(self)
        self._column.addWidget(self.complaint)
        self._foot = _Foot(self)
        self._column.addWidget(self._foot)
        self.main: QPushButton | None = None

    def set_heading(self, title: str, sentence: str = "") -> None:
        """Set the purpose of the dialog."""
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self._heading.setText(title)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))

    def add_beside_heading(self, widget: QWidget) -> None:
        """Put something at the right end of the heading, such as a search field."""
        self._head.addWidget(widget, 0, Qt.AlignmentFlag.AlignBottom)

    def add_form(self, form: Form) -> None:
        """Put a form into the body, its labels under the heading."""
        self.body.setContentsMargins(MARGIN - RING, 2, MARGIN - RING, 14 - RING)
        self.body.addWidget(form)

    def let_body_fill(self) -> None:
        """Extend the body to the edges of the dialog, as for tables."""
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)

    def add_left(self, widget: QWidget) -> None:
        """Put something at the left end of the foot."""
        self._foot.add_left(widget)

    def add_buttons(self, verb: str, action: Callable[[], object], *, close: str = "") -> QPushButton:
        """Make the main button and the one that leaves without it; returns the main one."""
        self.add_close(close or tr("Cancel"))
        return self.add_main(verb, action)

    def add_main(self, verb: str, action: Callable[[], object]) -> QPushButton:
        """Make the main button alone."""
        self.main = QPushButton(verb, self)
        self.main.setAccessibleName(verb)
        self.main.setProperty(PRIMARY, True)
        self.main.setDefault(True)
        self.main.clicked.connect(lambda _checked=False: action())
        self._foot.add_right(self.main)
        return self.main

    def add_close(self, text: str) -> QPushButton:
        """Make the button that only closes the dialog."""
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        button.clicked.connect(self.reject)
        self._foot.add_right(button)
        return button

    def set_verb(self, verb: str, *, enabled: bool = True) -> None:
        """Name the main button differently, or forbid it."""
        if self.main is not None:
            self.main.setText(verb)
            self.main.setAccessibleName(verb)
            self.main.setEnabled(enabled)

    def complain(self, error: DeskError) -> None:
        """Show why a request could not be carried out."""
        fix = "" if error.fix is None else tr_message(error.fix)
        self.complaint.show_message("error", tr_message(error.message), fix)

    def do(
        self, session: Session, verb: Callable[..., Any], *arguments: Any, done: Callable[[Any], object] | None = None, **values: Any
    ) -> None:
        """Run an operation; a refusal is shown in the dialog. Without `done`, the dialog closes when the operation ends."""
        self.listen(session)
        self._work(False)

        def ended(result: Any) -> None:
            if not isValid(self):
                return
            self._work(True)
            if done is None:
                self.accept()
            else:
                done(result)

        job = session.do(verb, *arguments, done=ended, **values)
        if job is not None:
            self._running += 1
            job.ended.connect(self._job_ended)

    def read(self, session: Session, work: Callable[[], Any], done: Callable[[Any], object]) -> None:
        """Run `work` on a reader thread; its result or error is delivered only if the dialog still exists."""

        def ended(result: Any) -> None:
            if isValid(self):
                done(result)

        def failed(error: DeskError) -> None:
            if isValid(self):
                self.complain(error)

        session.jobs.read(lambda _: work(), ended, failed)

    def listen(self, session: Session) -> None:
        """Show refusals of the session in the dialog from now on."""
        if self._session is None:
            self._session = session
            session.failed.connect(self._failed)

    def open(self) -> None:
        """Show the dialog; a lasting one next to the other work in the window."""
        if self._lasting:
            self.setModal(False)
            self.show()
            self.raise_()
            self.activateWindow()
        else:
            super().open()

    def done(self, result: int) -> None:
        """Close the dialog; it hears of the session no more."""
        if self._session is not None:
            self._session.failed.disconnect(self._failed)
            self._session = None
        super().done(result)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.current().surface.panel)

    def _job_ended(self, whole: bool) -> None:
        self._running -= 1
        if not whole:
            self._work(True)

    def _failed(self, error: DeskError) -> None:
        # It may be the error of other work: what is still being written must not be sent again.
        if not self._running:
            self._work(True)
        self.complain(error)

    def _work(self, idle: bool) -> None:
        if idle:
            self.complaint.hide()
        if self.main is not None:
            self.main.setEnabled(idle)


class _Foot(QWidget):
    """The strip of buttons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(MARGIN, 11, MARGIN, 12)
        self._row.setSpacing(8)
        self._left = 0
        self._row.addStretch(1)

    def add_left(self, widget: QWidget) -> None:
        self._row.insertWidget(self._left, widget)
        self._left += 1

    def add_right(self, widget: QWidget) -> None:
        self._row.addWidget(widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.raised)
        painting.top_line(painter, self.rect(), colours.border.default)
