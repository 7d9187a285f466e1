"""One question in the foot of a dock or pane, in the place of a dialog: a name, a reason."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QPushButton, QWidget
from shiboken6 import isValid

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.style.button_styles import PRIMARY
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("InlinePrompt")

_HEIGHT = 38


class InlinePrompt(QWidget):
    """A question, a field and a button labeled with a verb. Enter answers, Esc closes; the focus returns to its previous widget.

    Signals:
        answered(str): the text without surrounding blanks; empty only if the question permits it.
        dismissed(): closed without an answer.
    """

    answered = Signal(str)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._came_from: QWidget | None = None
        self._optional = False
        self.setFixedHeight(_HEIGHT)
        self._question = Label("", self, step="body", ink="text.secondary")
        self.field = QLineEdit(self)
        self.field.setFixedHeight(theme.size("field"))
        self.field.returnPressed.connect(self._answer)
        self.field.textChanged.connect(self._judge)
        self.button = QPushButton(self)
        self.button.setProperty(PRIMARY, True)
        self.button.clicked.connect(self._answer)
        self._close = IconButton("close", tr("Close without an answer"), self)
        self._close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 1, 6, 0)
        row.setSpacing(8)
        row.addWidget(self._question)
        row.addWidget(self.field, 1)
        row.addWidget(self.button)
        row.addWidget(self._close)
        self.hide()

    def ask(self, question: str, verb: str, *, text: str = "", placeholder: str = "", most: int = 1000, optional: bool = False) -> None:
        """Show the question; `verb` labels the button, `text` is the initial content. `optional` also permits an empty text."""
        self._optional = optional
        self._question.setText(question)
        self.setAccessibleName(question)
        self.field.setAccessibleName(question)
        self.field.setPlaceholderText(placeholder)
        self.field.setMaxLength(most)
        self.field.setText(text)
        self.field.selectAll()
        self.button.setText(verb)
        self.button.setAccessibleName(verb)
        self._judge()
        if self.isHidden():
            self._came_from = QApplication.focusWidget()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Close without an answer."""
        if not self.isHidden():
            self._leave()
            self.dismissed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.raised)
        painting.top_line(painter, self.rect(), colours.border.default)

    def _judge(self) -> None:
        self.button.setEnabled(self._optional or bool(self.field.text().strip()))

    def _answer(self) -> None:
        text = self.field.text().strip()
        if text or self._optional:
            self._leave()
            self.answered.emit(text)

    def _leave(self) -> None:
        self.hide()
        if self._came_from is not None and isValid(self._came_from):
            self._came_from.setFocus(Qt.FocusReason.PopupFocusReason)
        self._came_from = None
