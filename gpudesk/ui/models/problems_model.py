"""The problems as a table over a list of findings."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.checks.finding import Finding
from gpudesk.checks.rule import RULES
from gpudesk.core.message import Quantity, Value
from gpudesk.ui.models.problem_rows import Column, Filter, shown, sorted_by
from gpudesk.ui.quantities import MISSING, split_quantity
from gpudesk.ui.translate import tr_message, tr_value
from gpudesk.ui.widgets.marks import severity_name
from gpudesk.ui.widgets.table import TableRole

Index = QModelIndex | QPersistentModelIndex
FINDING_ROLE = int(Qt.ItemDataRole.UserRole)
"""The Finding of a row."""
_VALUES = (Column.FOUND, Column.REQUIRED)
# Units that stand close behind their number.
_TIGHT = ("U", "°")


class ProblemsModel(QAbstractTableModel):
    """Findings filtered and sorted; texts are made for the rows that are looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[Finding] = ()
        self._rows: list[Finding] = []
        self._filter = Filter()
        self._can_mend = False
        self._sorted: tuple[Column, bool] | None = None
        self._lines: dict[str, int] | None = None

    def set_can_mend(self, can_mend: bool) -> None:
        """Let the buttons work, or show that they do not."""
        if can_mend != self._can_mend:
            self._can_mend = can_mend
            if not self._rows:
                return
            self.dataChanged.emit(self.index(0, Column.MEND), self.index(len(self._rows) - 1, Column.MEND))

    def set_findings(self, findings: Sequence[Finding], chosen: Filter) -> None:
        """Show other findings, or others of them."""
        self.beginResetModel()
        self._all = findings
        self._filter = chosen
        self._choose()
        self.endResetModel()

    def finding_at(self, line: int) -> Finding:
        """The finding of a row."""
        return self._rows[line]

    def line_of(self, key: str) -> int | None:
        """The row of a finding, None where it is not shown."""
        if self._lines is None:
            self._lines = {finding.key: line for line, finding in enumerate(self._rows)}
        return self._lines.get(key)

    def sorted_by(self) -> tuple[Column, bool] | None:
        """Column and whether descending; None in the findings' own order: severity, rule, place."""
        return self._sorted

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 goes back to the findings' own order."""
        self.layoutAboutToBeChanged.emit()
        kept = [(index, self._rows[index.row()].key) for index in self.persistentIndexList()]
        self._sorted = None if column < 0 else (Column(column), order == Qt.SortOrder.DescendingOrder)
        self._choose()
        for index, key in kept:
            line = self.line_of(key)
            self.changePersistentIndex(index, QModelIndex() if line is None else self.index(line, index.column()))
        self.layoutChanged.emit()

    def _choose(self) -> None:
        self._lines = None
        self._rows = shown(self._all, self._filter)
        if self._sorted is not None:
            column, descending = self._sorted
            self._rows = sorted_by(self._rows, column, descending=descending)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles()[Column(section)]
        if role == Qt.ItemDataRole.AccessibleTextRole and section == Column.MARK:
            return self.tr("Severity")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in _VALUES else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _titles(self) -> dict[Column, str]:
        return {
            Column.MARK: "",
            Column.PROBLEM: self.tr("Problem"),
            Column.WHERE: self.tr("Where and rule"),
            Column.FOUND: self.tr("Found"),
            Column.REQUIRED: self.tr("Required"),
            Column.MEND: self.tr("Mend"),
        }

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding = self._rows[index.row()]
        column = Column(index.column())
        if role == FINDING_ROLE:
            return finding
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown_text(finding, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.text(finding, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tool_tip(finding, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _VALUES:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return self._look(finding, column, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and index.column() == Column.MEND and not self._can_mend and self._rows[index.row()].excluded is None:
            flags &= ~Qt.ItemFlag.ItemIsEnabled
        return flags

    def _look(self, finding: Finding, column: Column, role: int) -> Any:
        """What the table draws beside the text."""
        excluded = finding.excluded is not None
        if role == TableRole.SEVERITY and column is Column.MARK and not excluded:
            return str(finding.severity)
        if role == TableRole.ICON and column is Column.MARK and excluded:
            return f"severity-{finding.severity}"
        if role == TableRole.INK and (excluded or column is Column.WHERE):
            return "text.tertiary"
        if role == TableRole.STEP and column in {Column.WHERE, Column.MEND}:
            return "caption"
        if role == TableRole.BUTTON and column is Column.MEND and finding.mend is not None and not excluded:
            return tr_message(finding.mend.title)
        if role == TableRole.UNIT and column in _VALUES:
            return _split(_value(finding, column))[1]
        return None

    def _shown_text(self, finding: Finding, column: Column) -> str | None:
        if column is Column.MARK:
            return None
        if column in _VALUES:
            return _split(_value(finding, column))[0]
        return self.text(finding, column)

    def text(self, finding: Finding, column: Column) -> str:
        """What a cell says."""
        if column is Column.MARK:
            return severity_name(finding.severity)
        if column is Column.PROBLEM:
            return tr_message(finding.message)
        if column is Column.WHERE:
            return f"{finding.place.label} · {finding.rule}"
        if column is Column.MEND:
            if finding.excluded is not None:
                return self.tr("excluded: {reason}").format(reason=finding.excluded)
            return "" if finding.mend is None else tr_message(finding.mend.title)
        value = _value(finding, column)
        return MISSING if value is None else tr_value(value)

    def row_text(self, finding: Finding) -> str:
        """A whole row as one line of text."""
        parts = [self.text(finding, Column.MARK), self.text(finding, Column.PROBLEM), self.text(finding, Column.WHERE)]
        if finding.found is not None:
            parts.append(self.tr("found {value}").format(value=self.text(finding, Column.FOUND)))
        if finding.required is not None:
            parts.append(self.tr("required {value}").format(value=self.text(finding, Column.REQUIRED)))
        if finding.excluded is not None:
            parts.append(self.text(finding, Column.MEND))
        return "\t".join(parts)

    def _tool_tip(self, finding: Finding, column: Column) -> str:
        rule = RULES.get(finding.rule)
        if column is Column.WHERE and rule is not None:
            title, source = (QCoreApplication.translate("checks", text) for text in (rule.title, rule.source))
            return f"{finding.place.label}\n{title} ({rule.key})\n{source}"
        return self.text(finding, column)


def _value(finding: Finding, column: Column) -> Value | None:
    return finding.found if column is Column.FOUND else finding.required


def _split(value: Value | None) -> tuple[str, str]:
    """A value as it is drawn: number and unit apart."""
    if value is None:
        return MISSING, ""
    if not isinstance(value, Quantity):
        return tr_value(value), ""
    number, unit = split_quantity(value.value, value.unit)
    return (f"{number}{unit}", "") if unit in _TIGHT else (number, unit)
