"""The GPUs on hand, a row for each kind: a board that is searched by its name, and how many there are."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSpinBox, QVBoxLayout, QWidget

from gpudesk.sizing.gpus.on_hand import OnHand
from gpudesk.sizing.serving.serving_request import Hardware, offered
from gpudesk.ui.places.size.docks.name_field import BoardField
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form_fields import MOST_GPUS, count
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.icon_button import IconButton

tr = text_context("GpusOnHandDialog")

_MOST_ROWS = 24
_COUNT_WIDE = 104


@dataclass(frozen=True, slots=True, eq=False)
class HeldRow:
    """The editors of a kind."""

    box: QWidget
    board: BoardField
    count: QSpinBox


class GpusOnHandDialog(DeskDialog):
    """Duplicate GPUs are added up; a row without a GPU is ignored.

    Signals:
        taken(object): number of each GPU, by key.
    """

    taken = Signal(object)

    def __init__(self, held: OnHand, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading(
            tr("GPUs on hand"), tr("If GPUs are listed, only these are candidates. If none are listed, any GPU may be bought.")
        )
        self.rows: list[HeldRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        self.body.addLayout(self._list)
        self.body.addStretch(1)
        self.add = QPushButton(tr("Add a GPU type"), self)
        self.clear = QPushButton(tr("Clear"), self)
        self.add.clicked.connect(lambda _=False: self.add_row())
        self.clear.clicked.connect(lambda _=False: self._clear())
        for button in (self.add, self.clear):
            button.setAutoDefault(False)
            self.add_left(button)
        self.add_buttons(tr("Use these"), self._take)
        for key, number in held.items():
            self.add_row(key, number)
        if not held:
            self.add_row()
        self.resize(460, 320)
        self.rows[0].board.setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def held(self) -> OnHand:
        """Content of the rows."""
        count_by_board: dict[str, int] = {}
        for row in self.rows:
            if row.board.key:
                count_by_board[row.board.key] = count_by_board.get(row.board.key, 0) + row.count.value()
        return count_by_board

    def add_row(self, key: str = "", number: int = 1) -> None:
        """Put a row at the end."""
        if len(self.rows) >= _MOST_ROWS:
            return
        box = QWidget(self)
        board, amount = BoardField(parent=box), count(1, MOST_GPUS, number, tr("{count|GPU|GPUs}"))
        board.offer(offered(Hardware.ALL))
        board.choose(key)
        board.setAccessibleName(tr("GPU"))
        board.name.setPlaceholderText(tr("Search for a GPU"))
        amount.setAccessibleName(tr("Quantity"))
        amount.setFixedWidth(_COUNT_WIDE)
        line = QHBoxLayout(box)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(board, 1)
        line.addWidget(amount)
        away = IconButton("close", tr("Remove this GPU type"), box)
        line.addWidget(away)
        row = HeldRow(box, board, amount)
        away.clicked.connect(lambda _=False: self._drop(row))
        self.rows.append(row)
        self._list.addWidget(box)
        self.add.setEnabled(len(self.rows) < _MOST_ROWS)
        if self.isVisible():
            # What is not seen yet cannot have the keyboard.
            box.show()
            board.setFocus(Qt.FocusReason.TabFocusReason)

    def _drop(self, row: HeldRow) -> None:
        self.rows.remove(row)
        row.box.hide()
        row.box.deleteLater()
        if not self.rows:
            self.add_row()
        self.add.setEnabled(len(self.rows) < _MOST_ROWS)
        self.rows[-1].board.setFocus(Qt.FocusReason.TabFocusReason)

    def _clear(self) -> None:
        for row in list(self.rows[1:]):
            self._drop(row)
        self.rows[0].board.choose("")
        self.rows[0].count.setValue(1)
        self.rows[0].board.setFocus(Qt.FocusReason.TabFocusReason)

    def _take(self) -> None:
        self.taken.emit(self.held)
        self.accept()
