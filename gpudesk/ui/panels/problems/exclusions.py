"""Accepted problems of the project: each exclusion with its reason and date, and obsolete exclusions."""

from typing import Any

from PySide6.QtCore import QCoreApplication, QModelIndex
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Finding
from gpudesk.operations.project.finding_operations import exclude_finding, include_finding, include_findings
from gpudesk.ui.panels.problems.problem_texts import place_label
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.times import full_time, short_time
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("ExclusionsDialog")

_REASON = 2


class ExclusionsDialog(DeskDialog):
    """One line for each exclusion; the reason is edited in its cell, Delete or the button takes the exclusion back."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Excluded problems"),
            tr("Problems that this project accepts, with reasons. A problem that recurs on the same objects stays excluded."),
        )
        self._project = session
        self.search = SearchField(tr("Search the excluded problems"), tr("Text, a name or a reason"), self)
        self.search.setFixedWidth(240)
        self.search.textChanged.connect(self.refresh)
        self.add_beside_heading(self.search)
        heads = (Head(tr("Problem")), Head(tr("Location and rule")), Head(tr("Reason")), Head(tr("Since")), Head(""))
        self.model = _ExclusionsModel(self, heads)
        self.table = EditTable(tr("Excluded problems"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate((300, 200, 220, 90, 110)):
            head.resizeSection(column, width)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.cell_pressed.connect(self._pressed)
        self.table.reset_requested.connect(self.take_back)
        self.search.left_down.connect(self.table.setFocus)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.drop_stale = QPushButton(tr("Remove all unused"), self)
        self.drop_stale.setAccessibleName(self.drop_stale.text())
        self.drop_stale.setAutoDefault(False)
        self.drop_stale.clicked.connect(lambda _checked=False: self._drop_stale())
        self.add_left(self.drop_stale)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(960, 480)
        self.refresh()

    def refresh(self) -> None:
        """Show the exclusions as they are now."""
        if not self._project.is_open:
            return
        rows = self._project.snapshot["exclusion"]
        findings = self._project.findings
        words = fold(self.search.text()).split()
        groups: dict[bool, list[Line]] = {True: [], False: []}
        for key, reason, at_utc in zip(rows["finding"].tolist(), rows["reason"].tolist(), rows["at_utc"].tolist(), strict=True):
            finding = None if findings is None else findings.get(key)
            line = self._line(key, reason, at_utc, finding)
            if all(word in fold(" ".join(cell.text for cell in line.cells)) for word in words):
                groups[finding is not None].append(line)
        heads = {
            True: tr("Active: %n", "", len(groups[True])),
            False: tr("No longer in use: %n", "", len(groups[False])),
        }
        lines: list[Line] = []
        for there, group_lines in groups.items():
            lines += [Line(("group", there), (), heads[there]), *group_lines] if group_lines else []
        if not lines:
            empty = tr("No matches.") if words else tr("No problems are excluded in this project.")
            lines = [Line(("group", None), (), empty)]
        self.model.set_lines(lines)
        self.drop_stale.setEnabled(bool(groups[False]) and self._project.writable)
        self.search.set_count_text(str(len(groups[True]) + len(groups[False])))

    def take_back(self, key: object) -> None:
        """Check the problem of an exclusion again."""
        if self._project.writable and isinstance(key, str):
            self.do(self._project, include_finding, key, done=lambda _: None)

    def set_reason(self, key: str, reason: str) -> None:
        """Give an exclusion another reason."""
        rows = self._project.snapshot["exclusion"]
        if reason.strip() and reason.strip() not in rows["reason"][rows["finding"] == key].tolist():
            self.do(self._project, exclude_finding, key, reason, done=lambda _: None)

    def _drop_stale(self) -> None:
        findings = self._project.findings
        keys = [
            key for key in self._project.snapshot["exclusion"]["finding"].tolist() if findings is not None and findings.get(key) is None
        ]
        if keys:
            self.do(self._project, include_findings, keys, done=lambda _: None)

    def _line(self, key: str, reason: str, at_utc: str, finding: Finding | None) -> Line:
        rule = key.partition(":")[0]
        if finding is not None:
            problem, where = tr_message(finding.message), f"{place_label(finding.place)} · {rule}"
        else:
            problem, where = (QCoreApplication.translate("checks", ALL_RULES[rule].title) if rule in ALL_RULES else MISSING), key
        writable = self._project.writable
        cells = (
            Cell(problem, severity="" if finding is None else str(finding.severity), ink="" if finding else "text.tertiary"),
            Cell(where, step="caption", ink="text.tertiary"),
            Cell(reason, edited=reason if writable else None),
            Cell(short_time(at_utc), step="caption", ink="text.secondary", tool_tip=full_time(at_utc)),
            Cell(button="" if not writable else tr("Remove") if finding is None else tr("Include again")),
        )
        return Line(key, cells)

    def _pressed(self, index: QModelIndex) -> None:
        self.take_back(self.model.line(index.row()).key)


class _ExclusionsModel(PlainTableModel):
    def __init__(self, dialog: ExclusionsDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        if column == _REASON:
            self._dialog.set_reason(str(key), str(value))
        return column == _REASON
