"""One line where a list would be: that all is well, or that the filters hide everything."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.severity_marks import SeverityMark


class QuietNote(QWidget):
    """A mark, a sentence, a second one in small letters, and perhaps a link."""

    link_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty(OWN_FOCUS, True)
        self._mark = SeverityMark("ok", 16, self)
        self._sentence = Label("", self, step="strong")
        self._detail = Label("", self, step="caption", ink="text.tertiary", wrap=True)
        self._link = LinkButton("", self)
        self._link.clicked.connect(self.link_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 12, 10, 10)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self._sentence, 1)
        column.addLayout(head)
        self._foot = QVBoxLayout()
        self._foot.setSpacing(2)
        self._foot.addWidget(self._detail)
        self._foot.addWidget(self._link)
        column.addLayout(self._foot)
        column.addStretch(1)

    def say(self, severity: str | None, sentence: str, detail: str = "", link: str = "") -> None:
        """Show a text; without a severity, it has no mark."""
        self._mark.setVisible(severity is not None)
        self._foot.setContentsMargins(0 if severity is None else 24, 0, 0, 0)
        if severity is not None:
            self._mark.set_severity(severity)
        self._sentence.setText(sentence)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self._link.setText(link)
        self._link.setAccessibleName(link)
        self._link.setVisible(bool(link))
        self._link.updateGeometry()
        self.setAccessibleName(f"{sentence} {detail}".strip())

    def sentence(self) -> str:
        """The text shown."""
        return self._sentence.text()
