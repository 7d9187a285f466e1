"""The rules of the checks: what each demands, from where, and how much it weighs in this project."""

from typing import Any

from PySide6.QtCore import QCoreApplication, QModelIndex
from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.checks.engine.check_engine import judgement
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Severity
from gpudesk.checks.rules.common.rule import Rule
from gpudesk.operations.project.project_settings import set_severity
from gpudesk.ui.panels.problems.problem_rows import family_title
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name

tr = text_context("RulesDialog")

_SEVERITY = 1


class RulesDialog(DeskDialog):
    """Rules by family; the severity is chosen in its cell, and `off` silences a rule."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(tr("Rules and severities"), tr("Requirements of the checks. A severity set here applies to this project only."))
        self._project = session
        self.search = SearchField(tr("Search the rules"), tr("Text or a key"), self)
        self.search.setFixedWidth(240)
        self.search.textChanged.connect(self.refresh)
        self.add_beside_heading(self.search)
        heads = (
            Head(tr("Rule")),
            Head(tr("Severity")),
            Head(tr("Found"), right=True),
            Head(tr("Key")),
            Head(tr("Source")),
            Head(""),
        )
        self.model = _RulesModel(self, heads)
        self.table = EditTable(tr("Rules"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate((390, 130, 70, 170, 150, 104)):
            head.resizeSection(column, width)
        head.setSectionResizeMode(4, QHeaderView.ResizeMode.Stretch)
        self.table.cell_pressed.connect(self._pressed)
        self.table.reset_requested.connect(self.reset)
        self.search.left_down.connect(self.table.setFocus)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(1230, 640)
        self.refresh()

    def refresh(self) -> None:
        """Show the rules as they are checked now."""
        if not self._project.is_open:
            return
        words = fold(self.search.text()).split()
        by_family: dict[str, list[Rule]] = {}
        for rule in ALL_RULES.values():
            title, source = _said(rule)
            searched = fold(f"{title} {rule.key} {source} {family_title(rule.family)}")
            if all(word in searched for word in words):
                by_family.setdefault(rule.family, []).append(rule)
        lines: list[Line] = []
        for family, rules in by_family.items():
            lines += [Line(f"group:{family}", (), family_title(family)), *(self._line(rule) for rule in rules)]
        self.model.set_lines(lines)
        shown_count = sum(len(rules) for rules in by_family.values())
        text = (
            tr("{found} of {total}").format(found=shown_count, total=len(ALL_RULES)) if shown_count != len(ALL_RULES) else str(shown_count)
        )
        self.search.set_count_text(text)

    def set_severity(self, key: str, severity: str) -> None:
        """Give a rule another severity in this project."""
        override = None if severity == ALL_RULES[key].severity else severity
        if severity != judgement(self._project.snapshot).severity(ALL_RULES[key]):
            self.do(self._project, set_severity, key, override, done=lambda _: None)

    def reset(self, key: str) -> None:
        """Give a rule its own severity again."""
        if self._project.writable and key in ALL_RULES:
            self.set_severity(key, str(ALL_RULES[key].severity))

    def _line(self, rule: Rule) -> Line:
        severity = self._project.snapshot.cached(judgement).severity(rule)
        own = severity is rule.severity
        findings = self._project.findings
        finding_count = 0 if findings is None else len(findings.of_rule(rule.key))
        title, source = _said(rule)
        cells = (
            Cell(title, tool_tip=f"{title}\n{source}"),
            Cell(
                self._name(severity),
                severity="" if severity is Severity.OFF else str(severity),
                step="" if own else "strong",
                edited=str(severity) if self._project.writable else None,
                choices=tuple((str(choice), self._name(choice)) for choice in (*SHOWN, Severity.OFF)),
            ),
            Cell(format_number(finding_count), ink="" if finding_count else "text.tertiary", right=True),
            Cell(rule.key, step="caption", ink="text.tertiary"),
            Cell(source, step="caption", ink="text.secondary"),
            Cell(button=tr("Reset") if not own and self._project.writable else ""),
        )
        return Line(rule.key, cells)

    def _name(self, severity: Severity) -> str:
        return tr("off") if severity is Severity.OFF else severity_name(severity)

    def _pressed(self, index: QModelIndex) -> None:
        self.reset(str(self.model.line(index.row()).key))


class _RulesModel(PlainTableModel):
    def __init__(self, dialog: RulesDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        if column == _SEVERITY:
            self._dialog.set_severity(str(key), str(value))
        return column == _SEVERITY


def _said(rule: Rule) -> tuple[str, str]:
    """Title and source of a rule in the person's language."""
    return QCoreApplication.translate("checks", rule.title), QCoreApplication.translate("checks", rule.source)
