"""The problems as a table over columns of findings, with heads of groups between them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.checks.findings.finding import Finding
from gpudesk.checks.findings.finding_columns import FindingColumns
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.problems.problem_filter import Filter, passing
from gpudesk.ui.panels.problems.problem_lines import FEW, Grouping, Key, Lines, arranged, sorted_by
from gpudesk.ui.panels.problems.problem_rows import Column
from gpudesk.ui.panels.problems.problem_texts import (
    Head,
    finding_text,
    fix_all_text,
    fix_text,
    group_title,
    head_text,
    row_text,
    split_value,
    tool_tip,
)
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.desk_table import TableRole

tr = text_context("ProblemsModel")

Index = QModelIndex | QPersistentModelIndex
FINDING_ROLE = int(Qt.ItemDataRole.UserRole)
"""The Finding of a row, None at the head of a group."""
HEAD_ROLE = FINDING_ROLE + 1
"""The Head of a row, None for a finding."""
_VALUES = (Column.FOUND, Column.REQUIRED)


class ProblemsModel(QAbstractTableModel):
    """Findings filtered, sorted and grouped in numpy; texts are made for the rows that are looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = FindingColumns(())
        self._snapshot: Snapshot | None = None
        self._filter = Filter()
        self._grouping = Grouping.NONE
        self._can_fix = False
        self._revealed: Mapping[str, int] = {}
        self._sorted: tuple[Column, bool] | None = None
        self._by_hand: dict[Key, bool] = {}
        self._order: Ids = np.empty(0, np.int64)
        self._make: Callable[[], Lines] = lambda: Lines(self._columns, self._order, (), self._is_folded)
        self._lines = self._make()
        self._numbers: dict[str, int] | None = None
        self._heads: dict[int, Head] = {}

    # what is shown

    def set_revealed(self, revealed: Mapping[str, int]) -> None:
        """Show next to fixes of site requirements the number of errors they reveal, by the keys of their findings."""
        if revealed != self._revealed:
            self._revealed = revealed
            self.dataChanged.emit(self.index(0, Column.FIX), self.index(max(0, self.rowCount() - 1), Column.FIX))

    def set_can_fix(self, can_fix: bool) -> None:
        """Enable or disable the buttons."""
        if can_fix != self._can_fix:
            self._can_fix = can_fix
            if len(self._lines):
                self.dataChanged.emit(self.index(0, Column.FIX), self.index(len(self._lines) - 1, Column.FIX))

    def set_findings(self, columns: FindingColumns, chosen: Filter, snapshot: Snapshot | None = None) -> None:
        """Show other findings, or others of them; `snapshot` is the state that was checked."""
        self.beginResetModel()
        if columns is not self._columns:
            self._numbers = None
        self._columns, self._filter, self._snapshot = columns, chosen, snapshot
        self._choose()
        self.endResetModel()

    @property
    def grouping(self) -> Grouping:
        """The grouping of the findings."""
        return self._grouping

    def set_grouping(self, grouping: Grouping) -> None:
        """Group them by something else."""
        self.beginResetModel()
        self._grouping = grouping
        self._choose()
        self.endResetModel()

    def sorted_by(self) -> tuple[Column, bool] | None:
        """Column and whether descending; None in the findings' own order: severity, rule, place."""
        return self._sorted

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, within groups; -1 restores the findings' original order."""
        self._sorted = None if column < 0 else (Column(column), order == Qt.SortOrder.DescendingOrder)
        self._relay(self._choose)

    def fold(self, line: int, folded: bool) -> None:
        """Fold or unfold the group whose head is in a line."""
        self._by_hand[self._lines.key(line)] = folded
        self._relay(self._lay)

    def fold_all(self, folded: bool) -> None:
        """Fold or unfold every group."""
        for groups in self._lines.groups:
            self._by_hand.update({(groups.of, key): folded for key in groups.keys})
        self._relay(self._lay)

    def unfold_over(self, number: int) -> None:
        """Unfold every group that holds a finding."""
        for key in self._lines.over(number):
            self._by_hand[key] = False
        self._relay(self._lay)

    def _relay(self, change: Callable[[], None]) -> None:
        """Rebuild the lines; the current one stays current if still shown."""
        self.layoutAboutToBeChanged.emit()
        before = self._lines
        index_names = [
            (index, before.key(index.row()) if before.is_head(index.row()) else before.finding(index.row()))
            for index in self.persistentIndexList()
        ]
        change()
        for index, name in index_names:
            line = self._line_of_number(name) if isinstance(name, int) else self._lines.line_of_group(name)
            self.changePersistentIndex(index, QModelIndex() if line is None else self.index(line, index.column()))
        self.layoutChanged.emit()

    def _choose(self) -> None:
        self._order = np.flatnonzero(passing(self._columns, self._filter, self._snapshot))
        if self._sorted is not None:
            column, descending = self._sorted
            self._order = sorted_by(self._columns, self._order, column, descending=descending)
        order, groups = arranged(self._columns, self._order, self._grouping, self._snapshot)
        self._make = lambda: Lines(self._columns, order, groups, self._is_folded)
        self._lay()

    def _lay(self) -> None:
        self._lines = self._make()
        self._heads = {}

    def _is_folded(self, key: Key, size: int) -> bool:
        by_hand = self._by_hand.get(key)
        return (key[0] == "rule" and size > FEW) if by_hand is None else by_hand

    # asking

    @property
    def shown(self) -> int:
        """Number of findings that match the filter, folded or not."""
        return len(self._order)

    @property
    def total(self) -> int:
        """Number of findings, whether they match the filter or not."""
        return len(self._columns)

    @property
    def order(self) -> Ids:
        """The places of the shown findings among all, in the order of the lines."""
        return self._lines.order

    def finding_at(self, line: int) -> Finding:
        """The finding of a row that is no head."""
        if self._lines.is_head(line):
            raise LookupError(f"line {line} is the head of a group")
        return self._columns.findings[self._lines.finding(line)]

    def findings_at(self, line: int) -> list[Finding]:
        """The findings of the group whose head is in a row, or the finding of the row."""
        return [self._columns.findings[number] for number in self._lines.findings(line).tolist()]

    def number_at(self, line: int) -> int:
        """The index of a row's first finding among all findings."""
        return int(self._lines.findings(line)[0])

    def finding(self, number: int) -> Finding:
        """The finding at a place among all."""
        return self._columns.findings[number]

    def key_at(self, line: int) -> Key | None:
        """Key of the group whose head is in a row, None for a finding."""
        return self._lines.key(line) if self._lines.is_head(line) else None

    def head_over(self, line: int) -> int | None:
        """The row of the head over a row."""
        return self._lines.head_of(line)

    def head_at(self, line: int) -> Head | None:
        """The head in a row, None for a finding."""
        if not self._lines.is_head(line):
            return None
        if line not in self._heads:
            self._heads[line] = self._head(line)
        return self._heads[line]

    def line_of(self, key: str) -> int | None:
        """The row of a finding, None if it is hidden or folded."""
        number = self.number_of(key)
        return None if number is None else self._lines.line_of(number)

    def number_of(self, key: str) -> int | None:
        """The place of a finding among all, shown or not."""
        if self._numbers is None:
            self._numbers = {finding.key: number for number, finding in enumerate(self._columns.findings)}
        return self._numbers.get(key)

    def name_of(self, line: int) -> Key | str:
        """What keeps its name when the lines change: the key of a group or of a finding."""
        return self._lines.key(line) if self._lines.is_head(line) else self.finding_at(line).key

    def line_named(self, name: Key | str) -> int | None:
        """The row of a name; for a finding that is folded away the head over it."""
        if not isinstance(name, str):
            return self._lines.line_of_group(name)
        number = self.number_of(name)
        return None if number is None else self._line_of_number(number)

    def _line_of_number(self, number: int) -> int | None:
        line = self._lines.line_of(number)
        if line is not None:
            return line
        heads = [self._lines.line_of_group(key) for key in self._lines.over(number)]
        return next((head for head in reversed(heads) if head is not None), None)

    def fixes_of(self, line: int) -> list[Finding]:
        """Findings that can be fixed together in a row: all that count and have a fix, if of one kind."""
        numbers = self._fixable(line)
        return [self._columns.findings[number] for number in numbers.tolist()]

    def has_fix(self, line: int) -> bool:
        """Whether something can be fixed in a row, see `fixes_of`."""
        return bool(len(self._fixable(line)))

    def _fixable(self, line: int) -> Ids:
        finding_places = self._lines.findings(line)
        finding_places = finding_places[~self._columns.excluded[finding_places]]
        kinds = self._columns.fix[finding_places]
        fixable: Ids = finding_places[kinds != ABSENT]
        return fixable if len(np.unique(kinds[kinds != ABSENT])) == 1 else fixable[:0]

    def _head(self, line: int) -> Head:
        counts = self._lines.counts(line).tolist()
        finding_places = self._lines.findings(line)
        excluded = int(self._columns.excluded[finding_places].sum())
        key = self._lines.key(line)
        if key[0] == "rule" and len(finding_places) == 1:
            # The sentence of a rule about several findings would be wrong of one.
            title = tr_message(self._columns.findings[finding_places[0]].message)
        else:
            title = group_title(key, len(finding_places), self._snapshot)
        depth, folded = self._lines.depth(line), self._lines.is_folded(line)
        return Head(title, depth, folded, (counts[0], counts[1], counts[2]), excluded, len(self._fixable(line)))

    # the table

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles()[Column(section)]
        if role == Qt.ItemDataRole.AccessibleTextRole and section == Column.MARK:
            return tr("Severity")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in _VALUES else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _titles(self) -> dict[Column, str]:
        return {
            Column.MARK: "",
            Column.PROBLEM: tr("Problem"),
            Column.WHERE: tr("Location and rule"),
            Column.FOUND: tr("Found"),
            Column.REQUIRED: tr("Required"),
            Column.FIX: tr("Fix"),
        }

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = Column(index.column())
        head = self.head_at(index.row())
        if head is not None:
            return self._head_data(head, column, role)
        finding = self.finding_at(index.row())
        if role == FINDING_ROLE:
            return finding
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown_text(finding, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return finding_text(finding, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(finding, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _VALUES:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return self._look(finding, column, role)

    def _head_data(self, head: Head, column: Column, role: int) -> Any:
        if role == HEAD_ROLE:
            return head
        if role == Qt.ItemDataRole.DisplayRole and column is Column.PROBLEM:
            return head.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return {Column.PROBLEM: head_text(head), Column.FIX: fix_all_text(head)}.get(column, "")
        if role == Qt.ItemDataRole.ToolTipRole and column is not Column.FIX:
            return head_text(head)
        if role == TableRole.BUTTON and column is Column.FIX:
            return fix_all_text(head) or None
        return not self._can_fix if role == TableRole.STILL else None

    def _look(self, finding: Finding, column: Column, role: int) -> Any:
        """Drawing data of the table in addition to the text."""
        excluded = finding.excluded is not None
        if role == TableRole.SEVERITY and column is Column.MARK and not excluded:
            return str(finding.severity)
        if role == TableRole.ICON and column is Column.MARK and excluded:
            return f"severity-{finding.severity}"
        if role == TableRole.INK and (excluded or column is Column.WHERE):
            return "text.tertiary"
        if role == TableRole.STEP and column in {Column.WHERE, Column.FIX}:
            return "caption"
        if role == TableRole.BUTTON and column is Column.FIX and finding.fix is not None and not excluded:
            return fix_text(finding.fix, self._revealed.get(finding.key))
        if role == TableRole.STILL:
            # Not by the flags of the item: the head of a table asks every row for them.
            return not self._can_fix
        if role == TableRole.UNIT and column in _VALUES:
            return split_value(finding, column)[1]
        return None

    def _shown_text(self, finding: Finding, column: Column) -> str | None:
        if column is Column.MARK:
            return None
        if column in _VALUES:
            return split_value(finding, column)[0]
        return finding_text(finding, column)

    # as text

    def all_text(self) -> str:
        """Every shown finding as lines of text, folded away or not, each group under its title."""
        lines: list[str] = []
        for line in range(len(self._lines)):
            head = self.head_at(line)
            if head is None:
                lines.append(row_text(self.finding_at(line)))
                continue
            lines.append(head.title)
            if head.folded:
                lines += [row_text(finding) for finding in self.findings_at(line)]
        return "\n".join(lines)
