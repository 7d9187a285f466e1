"""A table whose rows are given whole: for lists of a few thousand lines in dialogs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.ui.toolkit.widgets.desk_table import TableRole

Index = QModelIndex | QPersistentModelIndex
GROUP_ROLE = int(Qt.ItemDataRole.UserRole) + 301
CHOICES_ROLE = int(Qt.ItemDataRole.UserRole) + 302
PLACEHOLDER_ROLE = int(Qt.ItemDataRole.UserRole) + 303


@dataclass(frozen=True, slots=True)
class Cell:
    """Content of one cell; `spoken` is the text for screen readers if the displayed text is not sufficient."""

    text: str = ""
    unit: str = ""
    ink: str = ""
    step: str = ""
    icon: str = ""
    severity: str = ""
    confidence: str = ""
    button: str = ""
    tool_tip: str = ""
    spoken: str = ""
    right: bool = False
    lit: bool = False
    """The ground of the cell shows that it differs from its neighbors."""
    edited: str | None = None
    """With a text the cell can be edited, and the editor starts from it."""
    placeholder: str = ""
    """Text of the empty editor: the value that applies without input."""
    choices: tuple[tuple[str, str], ...] = ()
    """Entries of a drop-down editor: value and text."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row: its program value, and its cells."""

    key: Any
    cells: tuple[Cell, ...]
    group: str = ""
    """If set, the row is a group header without cells of its own."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column."""

    title: str
    right: bool = False


class PlainTableModel(QAbstractTableModel):
    """Shows lines; a subclass with editable cells overrides `take`."""

    def __init__(self, heads: Sequence[Head], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._lines: Sequence[Line] = ()

    def set_lines(self, lines: Sequence[Line], heads: Sequence[Head] | None = None) -> None:
        """Show other lines, optionally with other headers; the selection is kept if keys and columns are unchanged."""
        same = heads is None and tuple(line.key for line in lines) == tuple(line.key for line in self._lines)
        if same:
            self._lines = tuple(lines)
            if lines:
                self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(self._heads) - 1))
            return
        self.beginResetModel()
        self._lines = tuple(lines)
        self._heads = self._heads if heads is None else tuple(heads)
        self.endResetModel()

    def group_rows(self) -> list[int]:
        """The rows that are heads of groups."""
        return [row for row, line in enumerate(self._lines) if line.group]

    def line(self, row: int) -> Line:
        """The line of a row."""
        return self._lines[row]

    def row_of(self, key: object) -> int | None:
        """The row of a key, None if it is not shown."""
        return next((row for row, line in enumerate(self._lines) if line.key == key), None)

    def take(self, key: Any, column: int, value: Any) -> bool:
        """A cell was edited; False refuses the value."""
        del key, column, value
        return False

    def text(self) -> str:
        """The whole table as lines of text, cells separated by tabs."""
        rows = ["\t".join(head.title for head in self._heads)]
        rows += ["\t".join(f"{cell.text} {cell.unit}".strip() for cell in line.cells) for line in self._lines]
        return "\n".join(rows)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self._heads):
            return None
        head = self._heads[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return head.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(head.right)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        line = self._lines[index.row()]
        if line.group:
            return Qt.ItemFlag.ItemIsEnabled
        return flags | Qt.ItemFlag.ItemIsEditable if line.cells[index.column()].edited is not None else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        return self.take(self._lines[index.row()].key, index.column(), value)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if line.group:
            return {int(Qt.ItemDataRole.AccessibleTextRole): line.group, GROUP_ROLE: line.group}.get(int(role))
        cell = line.cells[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(cell.right)
        if role == Qt.ItemDataRole.EditRole:
            return cell.edited
        return {
            int(Qt.ItemDataRole.DisplayRole): cell.text,
            int(Qt.ItemDataRole.AccessibleTextRole): cell.spoken or f"{cell.text} {cell.unit}".strip(),
            int(Qt.ItemDataRole.ToolTipRole): cell.tool_tip or cell.text or None,
            int(TableRole.UNIT): cell.unit or None,
            int(TableRole.INK): cell.ink or None,
            int(TableRole.STEP): cell.step or None,
            int(TableRole.ICON): cell.icon or None,
            int(TableRole.SEVERITY): cell.severity or None,
            int(TableRole.CONFIDENCE): cell.confidence or None,
            int(TableRole.BUTTON): cell.button or None,
            int(TableRole.LIT): cell.lit or None,
            CHOICES_ROLE: cell.choices,
            PLACEHOLDER_ROLE: cell.placeholder,
        }.get(int(role))


def _aligned(right: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
