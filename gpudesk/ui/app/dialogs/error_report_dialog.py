"""Shown after an unexpected failure: a report that can be copied, and the choice to continue."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("CrashDialog")


class CrashDialog(DeskDialog):
    """Signals:
    quit_requested(): the user wants to quit the program.
    """

    quit_requested = Signal()

    def __init__(self, text: str, path: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading(
            tr("Unexpected error"),
            tr("All completed edits are saved; the last one was not completed. You can continue, or quit and restart."),
        )
        self.report = QPlainTextEdit(text, self)
        self.report.setReadOnly(True)
        self.report.setAccessibleName(tr("Report"))
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(11)
        self.report.setFont(fixed)
        self.body.addWidget(self.report, 1)
        notice = tr("The report could not be written to a file.")
        if path is not None:
            notice = tr("Report saved to {path}. It contains no data from your project.").format(path=path)
        where = Label(notice, self, step="caption", ink="text.tertiary", wrap=True)
        where.setTextInteractionFlags(where.textInteractionFlags() | where.textInteractionFlags().TextSelectableByMouse)
        self.body.addWidget(where)
        self.copy = QPushButton(icons.icon("copy"), tr("Copy the report"), self)
        self.copy.setAccessibleName(self.copy.text())
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        self.add_left(self.copy)
        self.quit = QPushButton(tr("Quit"), self)
        self.quit.setAccessibleName(self.quit.text())
        self.quit.setAutoDefault(False)
        self.quit.clicked.connect(self._quit)
        self.add_left(self.quit)
        self.go_on = self.add_main(tr("Continue"), self.accept)
        self.resize(680, 420)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self.copy.setText(tr("Copied"))

    def _quit(self) -> None:
        self.reject()
        self.quit_requested.emit()
