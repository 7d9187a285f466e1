"""The context menu of the list of problems."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMenu, QWidget

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Finding, Severity
from gpudesk.operations.project.project_settings import set_severity
from gpudesk.ui.panels.problems.problem_texts import row_text
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name

if TYPE_CHECKING:
    from gpudesk.ui.panels.problems.problems_dock import ProblemsDock

tr = text_context("ProblemMenu")


class ProblemMenu(QMenu):
    """Actions for the current problem or group of problems."""

    def __init__(self, dock: "ProblemsDock", session: Session, registry: ActionRegistry) -> None:
        super().__init__(dock)
        self._session = session
        self.aboutToHide.connect(self.deleteLater)
        findings, one = dock.in_hand(), dock.current_finding()
        if one is not None:
            self.addAction(tr("Go there")).triggered.connect(lambda _checked=False: dock.go_to_current())
            registry.fill_menu(self, ("check.show-cable",))
        if all(finding.excluded is not None for finding in findings):
            again = self.addAction(tr("Include again"))
            again.setEnabled(session.writable)
            again.triggered.connect(lambda _checked=False: dock.exclude_current())
        else:
            registry.fill_menu(self, ("check.mend", "check.exclude"))
            if one is not None:
                registry.fill_menu(self, ("check.mend-like", "check.exclude-like"))
        self.addSeparator()
        registry.fill_menu(self, ("check.only.rule", "check.only.rack", "check.only.row", "check.only.hall", "check.show-all"))
        self.addSeparator()
        if len({finding.rule for finding in findings}) == 1:
            self.addMenu(self._severity_menu(findings[0], self))
        registry.fill_menu(self, ("check.fold-all", "check.unfold-all"))
        self.addSeparator()
        copy = self.addAction(icons.icon("copy"), tr("Copy as text"))
        copy.triggered.connect(lambda _checked=False: QGuiApplication.clipboard().setText(_text(findings)))

    def _severity_menu(self, finding: Finding, parent: QWidget) -> QMenu:
        rule = finding.rule
        menu = QMenu(tr("Severity of {rule}").format(rule=rule), parent)
        menu.setEnabled(self._session.writable)
        group = QActionGroup(menu)
        own = ALL_RULES[rule].severity if rule in ALL_RULES else finding.severity
        for severity in (*SHOWN, Severity.OFF):
            name = tr("off: the rule is disabled") if severity is Severity.OFF else severity_name(severity)
            if severity is own:
                name = tr("{severity} (default)").format(severity=name)
            action = QAction(name, group, checkable=True, checked=severity is finding.severity)
            override = None if severity is own else str(severity)
            action.triggered.connect(lambda _checked=False, chosen_override=override: self._session.do(set_severity, rule, chosen_override))
            menu.addAction(action)
        return menu


def add_problems_here(menu: QMenu, dock: "ProblemsDock", ref: ObjectRef | None) -> None:
    """Add to the context menu of a rack, row or hall of a drawing what lists its problems, if it has any."""
    if ref is None or ref.table not in ("hall", "rack_row", "rack"):
        return
    count = dock.count_inside((ref.table, ref.id))
    if not count:
        return

    def show(_checked: bool = False) -> None:
        dock.filters.only_inside((ref.table, ref.id))
        holder = dock.parentWidget()
        if isinstance(holder, QDockWidget):
            holder.show()
            holder.raise_()
        dock.view.setFocus()

    menu.addSeparator()
    text = QCoreApplication.translate("Problems", "Problems here ({count})").format(count=format_number(count))
    action = QAction(icons.icon("next-problem"), text, menu)
    action.triggered.connect(show)
    menu.addAction(action)


def _text(findings: Sequence[Finding]) -> str:
    return "\n".join(row_text(finding) for finding in findings)
