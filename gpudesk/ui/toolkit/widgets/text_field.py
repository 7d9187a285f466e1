"""A large field for foreign text: keys are masked when pasted, and only the beginning of a very long text is laid out."""

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gpudesk.formats.text.pasted_text import masked

MOST_SHOWN = 1 << 20
"""Number of characters laid out; more would slow down typing."""


class ForeignTextField(QPlainTextEdit):
    """Accepts pasted or dropped text.

    Signals:
        shortened(int): number of characters, of which only the beginning is shown; 0 when the text was replaced.
    """

    shortened = Signal(int)

    def __init__(self, name: str, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)

    def text(self) -> str:
        """The whole text, also where only its beginning is shown."""
        return self._whole or self.toPlainText()

    def put(self, text: str) -> None:
        """Put a text in place of the present one."""
        text = masked(text)
        self._whole = text if len(text) > MOST_SHOWN else ""
        self.setReadOnly(bool(self._whole))
        self.shortened.emit(len(self._whole))
        self.setPlainText(text[:MOST_SHOWN])

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        if self._whole:
            return
        if len(text) + self.document().characterCount() > MOST_SHOWN:
            # It is shown from its beginning, so there is no place in it to put something in.
            self.put(f"{self.toPlainText()}{text}")
        else:
            self.textCursor().insertText(masked(text))
