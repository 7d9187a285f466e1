"""A field for a name, and the drop-down of boards that is searched by one."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.sizing.fleet.stock_use import board_called
from gpudesk.sizing.gpus.boards import Board
from gpudesk.ui.places.size.docks.model_search import FoundModel, ModelCompleter
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.form_fields import fill
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("BoardField")


class NameField(QLineEdit):
    """Reached by key all of it is chosen, so that typing takes its place."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.select_from_start()

    def select_from_start(self) -> None:
        """Choose all of it, with the beginning of a long name in sight."""
        self.setSelection(len(self.text()), -len(self.text()))


class BoardField(QComboBox):
    """Typing lists the GPUs whose names contain all words; Enter selects the first. Invalid text is replaced by the last value."""

    def __init__(self, none: str = "", parent: QWidget | None = None) -> None:
        """`none` is the choice that names no board; without it there is an empty one to begin with."""
        super().__init__(parent)
        self._boards: tuple[Board, ...] = ()
        self._none = none
        self.name = NameField()
        self.setLineEdit(self.name)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.search = ModelCompleter(self._found, self)
        self.search.set_name(tr("GPUs that match"))
        self.setCompleter(self.search)
        self.name.textEdited.connect(self.search.narrow)
        self.name.returnPressed.connect(self._commit)
        self.name.editingFinished.connect(self._commit)
        self.search.activated.connect(lambda _: self._commit())
        self.currentIndexChanged.connect(lambda _: self.name.setCursorPosition(0))

    def offer(self, boards: Sequence[Board]) -> None:
        """The boards that can be chosen."""
        self._boards = tuple(boards)
        fill(self, [(self._none, ""), *((board.short, board.key) for board in boards)])
        self.name.setCursorPosition(0)

    def choose(self, key: str) -> None:
        """Show a board, or that none is chosen."""
        self.setCurrentIndex(max(0, self.findData(key)))

    @property
    def key(self) -> str:
        """The key of the chosen board, "" for none."""
        return str(self.currentData() or "")

    def _found(self, text: str) -> list[FoundModel]:
        words, known = fold(text).split(), {board.key: board for board in self._boards}
        matches = []
        # What others offer in addition to the boards is found as well.
        for at in range(1, self.count()):
            shown, board = self.itemText(at), known.get(str(self.itemData(at)))
            if all(word in fold(shown if board is None else f"{shown} {board.title}") for word in words):
                matches.append(FoundModel(shown, "" if board is None else f"{format_number(round(board.memory_gib))}{THIN_SPACE}GiB"))
        return matches

    def _commit(self) -> None:
        """Accept the typed text: an exact name, or the first entry of the list."""
        text = self.name.text().strip()
        if text == self.currentText() == self.itemText(self.currentIndex()):
            return
        at = 0 if not text else self.findText(text, Qt.MatchFlag.MatchFixedString)
        if at < 0:
            at = self._said(text)
        self.setCurrentIndex(at if at >= 0 else self.currentIndex())
        self.name.setText(self.itemText(self.currentIndex()))
        self.name.setCursorPosition(0)

    def _said(self, text: str) -> int:
        matches = self._found(text)
        if matches:
            return self.findText(matches[0].name)
        try:
            return self.findData(board_called(text).key)
        except DeskError:
            return -1
