"""A text from a terminal or an email: its kind is shown while it is pasted, and the button opens it in its place."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.ui.app.dialogs.file_ways import Way
from gpudesk.ui.app.dialogs.kind_choice import KindChoice
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.text_field import ForeignTextField

if TYPE_CHECKING:
    from gpudesk.formats.recognize.what_is import WhatItIs

tr = text_context("PasteTextDialog")

_PAUSE_MS = 250
"""After the last key the text is looked at."""


class _LooksAtText(Protocol):
    """Interface that identifies a text and lists its uses."""

    def look_at_text(self, text: str, done: "Callable[[WhatItIs], None]", failed: Callable[[DeskError], None]) -> Job:
        """Identify a text."""
        ...

    def ways(self, found: "WhatItIs") -> list[Way]:
        """Possible uses, for each kind that the text could be."""
        ...


class PasteTextDialog(DeskDialog):
    """The text above, its kind below; nothing is opened before the button is pressed."""

    def __init__(self, files: _LooksAtText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._job: Job | None = None
        self.ways: list[Way] = []
        self.set_heading(
            tr("Paste text"),
            tr("Text from a terminal, log or spreadsheet. It is recognized by its content; the project is not changed."),
        )
        self.text = ForeignTextField(
            tr("Text"),
            tr("Paste here: nvidia-smi, dmesg, journalctl, dcgmi, ibnetdiscover, a vLLM log, a list of devices or cables…"),
            self,
        )
        self.body.addWidget(self.text, 1)
        self.long = Label("", self, step="caption", ink="text.secondary", wrap=True)
        self.long.hide()
        self.body.addWidget(self.long)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        self.title = Label("", self, step="strong", wrap=True)
        line.addWidget(self.title, 1)
        self.body.addLayout(line)
        self.choice = KindChoice(self)
        self.choice.chosen.connect(self._show)
        self.body.addWidget(self.choice)
        self.sentence = Label("", self, ink="text.secondary", wrap=True)
        self.body.addWidget(self.sentence)
        self.stop = QPushButton(tr("Stop"), self)
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(lambda _checked=False: self._stop())
        self.stop.hide()
        line.addWidget(self.stop)
        clear = QPushButton(tr("Clear"), self)
        clear.setAutoDefault(False)
        clear.clicked.connect(lambda _checked=False: self.clear())
        self.add_left(clear)
        self.add_buttons(tr("Open"), self.go)
        self._pause = QTimer(self, interval=_PAUSE_MS, singleShot=True)
        self._pause.timeout.connect(self.look)
        self.text.shortened.connect(self._say_length)
        self.text.textChanged.connect(self._changed)
        self.resize(760, 560)
        self._show_nothing()
        self.text.setFocus()

    def look(self) -> None:
        """Identify the text."""
        self._pause.stop()
        self._stop()
        text = self.text.text()
        if not text.strip():
            self._show_nothing()
            return
        self.stop.show()
        job = self._files.look_at_text(text, lambda identified: self._found(job, identified), lambda error: self._refused(job, error))
        self._job = job

    def go(self) -> None:
        """Open the text in its place; if it could be several kinds, in that of the chosen one."""
        way = self._way()
        if way is not None and way.go is not None:
            self.accept()
            way.go()

    def clear(self) -> None:
        """Begin with an empty field."""
        self.text.put("")
        self.text.setFocus()

    def done(self, result: int) -> None:
        """Close the dialog; running work is stopped."""
        self._pause.stop()
        self._stop()
        super().done(result)

    # what it is

    def _changed(self) -> None:
        self._stop()
        self.ways = []
        self.set_verb(tr("Open"), enabled=False)
        self.choice.set_ways([])
        self.title.setText(tr("Checking the text…") if self.text.text().strip() else "")
        self.sentence.setText("")
        self._pause.start()

    def _found(self, job: Job, found: "WhatItIs") -> None:
        if not isValid(self) or job is not self._job:
            return
        self._job = None
        self.stop.hide()
        self.ways = self._files.ways(found)
        self.choice.set_ways(self.ways)
        self._show()

    def _refused(self, job: Job, error: DeskError) -> None:
        if not isValid(self) or job is not self._job:
            return
        self._job = None
        self.stop.hide()
        self.title.setText(tr("Stopped.") if isinstance(error, Cancelled) else "")
        if not isinstance(error, Cancelled):
            self.complain(error)

    def _way(self) -> "Way | None":
        at = self.choice.current() if len(self.ways) > 1 else 0
        return self.ways[at] if 0 <= at < len(self.ways) else None

    def _show(self) -> None:
        way = self._way()
        if way is None:
            self.title.setText(tr("This text matches several types. Select the correct one."))
            self.sentence.setText("")
            self.set_verb(tr("Open"), enabled=False)
            return
        kind = tr("{kind}: {what}").format(kind=way.kind, what=way.title) if way.kind else way.title
        self.title.setText(kind)
        self.sentence.setText(way.sentence)
        self.set_verb(tr("Open"), enabled=way.go is not None)

    def _show_nothing(self) -> None:
        self.stop.hide()
        self.title.setText("")
        self.sentence.setText(tr("The detected text type appears here. Keys and tokens are masked."))
        self.set_verb(tr("Open"), enabled=False)

    def _say_length(self, characters: int) -> None:
        self.long.setVisible(bool(characters))
        text = tr("Only the beginning is shown; all {count} million characters are read.")
        self.long.setText(text.format(count=format_number(characters / 1e6, 1)))

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            if not self._pause.isActive():
                self.title.setText(tr("Stopped."))
        self._job = None
        self.stop.hide()
