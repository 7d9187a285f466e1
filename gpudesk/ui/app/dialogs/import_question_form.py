"""Open questions of a file, and the answers to each: shown above the list of its changes."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from gpudesk.operations.exchange.import_changes import Question
from gpudesk.ui.toolkit.parts.form import RING
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("ImportQuestions")


class ImportQuestions(QWidget):
    """One line of text and one field per question; an answered one stays until it is forgotten."""

    answered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields: dict[str, QComboBox] = {}
        self._labels: dict[str, QLabel] = {}
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(RING, 8, RING, 0)
        self._lines.setSpacing(4)
        self.hide()

    def field(self, key: str) -> QComboBox:
        """The field of a question.

        Raises:
            KeyError: the question is not shown.
        """
        return self._fields[key]

    def ask(self, questions: Sequence[Question]) -> None:
        """Show the questions that are not shown yet."""
        for question in questions:
            if question.key not in self._fields:
                self._add(question)
        self.setVisible(bool(self._fields))

    def clear(self) -> None:
        """Forget all questions."""
        for key in list(self._fields):
            self.forget(key)
        self.hide()

    def forget(self, key: str) -> None:
        """Forget a question, if it is shown: it may later concern other objects."""
        if key in self._fields:
            for widget in (self._labels.pop(key), self._fields.pop(key)):
                self._lines.removeWidget(widget)
                widget.deleteLater()

    def _add(self, question: Question) -> None:
        text = tr_message(question.text)
        label = QLabel(text, self)
        label.setWordWrap(True)
        field = QComboBox(self)
        field.setAccessibleName(text)
        field.setPlaceholderText(tr("Choose an answer"))
        for answer, meaning in question.choices:
            field.addItem(tr_message(meaning), answer)
        field.setCurrentIndex(-1)
        label.setBuddy(field)
        key = question.key
        field.activated.connect(lambda _at: self.answered.emit(key, str(field.currentData())))
        self._labels[key], self._fields[key] = label, field
        self._lines.addWidget(label)
        self._lines.addWidget(field)
