"""The history as a list: the newest step on top, the beginning at the foot."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.project.document import Step
from gpudesk.ui.toolkit.parts.times import full_time, short_time
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("HistoryModel")

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
"""The HistoryRow of a line."""


class StepState(Enum):
    """State of a step relative to the present: undone, the last one done, or done before it."""

    UNDONE = "undone"
    CURRENT = "current"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One line: a step, or with `step` None the state before the first kept step."""

    step: Step | None
    state: StepState

    @property
    def step_id(self) -> int | None:
        """The id of the step; None for the beginning."""
        return None if self.step is None else self.step.id

    @property
    def at_utc(self) -> str:
        """When the step was done; "" for the beginning."""
        return "" if self.step is None else self.step.at_utc


class HistoryModel(QAbstractListModel):
    """The steps of the open project. Titles are translated when they are shown, for a history may be long."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[HistoryRow] = []
        self._words: dict[str, str] = {}

    def set_rows(self, rows: Sequence[HistoryRow]) -> None:
        """Show other steps; `rows` is oldest first, as the session keeps them, without the beginning."""
        self.beginResetModel()
        self._rows = list(reversed(rows))
        if self._rows:
            undone = all(row.state is StepState.UNDONE for row in self._rows)
            self._rows.append(HistoryRow(None, StepState.CURRENT if undone else StepState.DONE))
        self.endResetModel()

    def row_at(self, line: int) -> HistoryRow:
        """The step of a line."""
        return self._rows[line]

    def line_of(self, step_id: int | None) -> int | None:
        """The line of a step, None if the history no longer holds it."""
        return next((line for line, row in enumerate(self._rows) if row.step_id == step_id), None)

    @property
    def current_line(self) -> int | None:
        """The line of the present state; None without a history."""
        return next((line for line, row in enumerate(self._rows) if row.state is StepState.CURRENT), None)

    def title(self, line: int) -> str:
        """Text of a line, in the user's language."""
        step = self._rows[line].step
        if step is None:
            return tr("Start of the history")
        if step.title not in self._words:
            self._words[step.title] = tr_message(step.message)
        return self._words[step.title]

    def spoken(self, line: int) -> str:
        """Screen reader text of a line."""
        row = self._rows[line]
        state = {
            StepState.UNDONE: tr("undone"),
            StepState.CURRENT: tr("current state"),
            StepState.DONE: "",
        }[row.state]
        time = short_time(row.at_utc) if row.at_utc else ""
        return ", ".join(part for part in (self.title(line), state, time) if part)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(index.row())
        if role == ROW_ROLE:
            return self._rows[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            row = self._rows[index.row()]
            return f"{self.title(index.row())}\n{full_time(row.at_utc)}" if row.at_utc else self.title(index.row())
        return None
