"""Notice on Home after a program ended early: the open project, the location of its report, and that nothing is lost."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gpudesk.disk.paths import is_file
from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

tr = text_context("RecoveryNote")

_BELOW = 14


class RecoveryNote(QWidget):
    """A line that is only there after a mishap.

    Signals:
        open_wanted(Path): the project that was open shall be opened again.
    """

    open_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._path: Path | None = None
        self._report: Path | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._text = Label("", self, wrap=True)
        self.again = LinkButton(tr("Open it again"), self)
        self.again.clicked.connect(self._open)
        self.report = LinkButton(tr("Show the report"), self)
        self.report.clicked.connect(self._show_report)
        self.close_button = IconButton("close", tr("Close the message"), self)
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(38, 6, 8, 6 + _BELOW)
        row.setSpacing(14)
        row.addWidget(self._text, 1)
        row.addWidget(self.again)
        row.addWidget(self.report)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()
        theme.notifier().changed.connect(self.update)

    @property
    def text(self) -> str:
        """The displayed text; "" if there is none."""
        return self._text.text() if not self.isHidden() else ""

    def tell(self, projects: Sequence[Path], report: Path | None) -> None:
        """Show which projects were open when a program ended early, and the location of the crash report."""
        there = [path for path in projects if is_file(path)]
        self._path, self._report = there[0] if there else None, report
        words = []
        if there:
            names = ", ".join(path.name for path in there)
            text = tr("The program ended unexpectedly while {files} was open. Every edit is in the file; no data was lost.")
            words.append(text.format(files=names))
        if report is not None:
            words.append(tr("Error report saved to {path}.").format(path=report))
        self._text.setText(" ".join(words))
        self.again.setVisible(bool(there))
        self.report.setVisible(report is not None)
        self.setAccessibleName(self._text.text())
        self.setVisible(bool(words))

    def _open(self) -> None:
        self.hide()
        if self._path is not None:
            self.open_wanted.emit(self._path)

    def _show_report(self) -> None:
        if self._report is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._report)))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        tone = colours.severity["info"]
        painting.frame(painter, self.rect().adjusted(0, 0, 0, -_BELOW), tone.surface, colours.border.default, theme.radius("card"))
        paint_severity(painter, QRectF(14, 10, 14, 14), "info")
