"""The dock of the problems: what is wrong, where, by how much, and the button that mends it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk import operations
from gpudesk.checks.finding import SHOWN, Finding, Severity
from gpudesk.checks.findings import Findings
from gpudesk.checks.rule import RULES
from gpudesk.operations import REGISTRY
from gpudesk.ui import icons
from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.dialogs.inline_prompt import InlinePrompt
from gpudesk.ui.dialogs.rules import RulesDialog
from gpudesk.ui.docks.problems_view import ProblemsView
from gpudesk.ui.docks.quiet_note import QuietNote
from gpudesk.ui.docks.severity_filter import SeverityFilter
from gpudesk.ui.models.problem_rows import Filter, drawn_objects, family_of, family_title, objects_of
from gpudesk.ui.models.problems_model import ProblemsModel
from gpudesk.ui.session import Session
from gpudesk.ui.widgets.dock_header import DockHeader
from gpudesk.ui.widgets.icon_button import IconButton
from gpudesk.ui.widgets.marks import severity_name

_AT_ONCE = 2000
"""Up to so many findings are put in order on the interface's thread."""
_FAMILY, _SELECTION = "family", "selection"


class ProblemsDock(QWidget):
    """All findings that the filters let through. `header` is the title bar.

    Signals:
        go_requested(list): show these `ObjectRef`s.
        problem_changed(): another problem is in hand, or none.
    """

    go_requested = Signal(list)
    problem_changed = Signal()

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._registry = registry
        self._family = ""
        self._fresh = False
        self._shown_for: tuple[Findings | None, Filter] | None = None
        self._told: Finding | None = None
        self._asked: Finding | None = None
        self.setObjectName("problems")
        self.setAccessibleName(self.tr("Problems"))
        self.model = ProblemsModel(self)
        self.view = ProblemsView(self.model, self)
        self.note = QuietNote(self)
        self.prompt = InlinePrompt(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self.prompt)
        self.setFocusProxy(self.view)
        self.header = DockHeader(self.tr("Problems"))
        self._fill_header()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        self._connect()
        self._refresh_soon()

    # what the window asks

    def current_finding(self) -> Finding | None:
        """The problem in hand; None where none is shown."""
        return self.view.finding() if self._stack.currentWidget() is self.view else None

    def can_mend(self, finding: Finding) -> bool:
        """Whether the mend of a problem can be done now."""
        mend = finding.mend
        return mend is not None and finding.excluded is None and mend.operation in REGISTRY and self._session.writable

    def go_next(self) -> None:
        """Go to the problem after the current one, from the last to the first."""
        self._step(1)

    def go_previous(self) -> None:
        """Go to the problem before the current one, from the first to the last."""
        self._step(-1)

    def mend_current(self) -> None:
        """Do what the current problem proposes, as one step."""
        finding = self.current_finding()
        if finding is not None:
            self.mend(finding)

    def mend(self, listed: Finding) -> None:
        """Do what a problem of the list proposes, as one step."""
        findings = self._session.findings
        # The list may be a moment older than the project.
        finding = None if findings is None else findings.get(listed.key)
        if finding is not None and finding.mend is not None and self.can_mend(finding):
            self._session.do(REGISTRY[finding.mend.operation], **dict(finding.mend.arguments))

    def exclude_current(self) -> None:
        """Ask why the current problem is excluded; one that is excluded already is judged again."""
        finding = self.current_finding()
        if finding is None or not self._session.writable:
            return
        if finding.excluded is not None:
            self._session.do(operations.include_finding, finding.key)
            return
        self._asked = finding
        self.prompt.ask(self.tr("Why is this excluded?"), self.tr("Exclude"), placeholder=self.tr("Reason, kept in the project"))

    def refresh(self) -> None:
        """Show the findings as they are now."""
        self._fresh = True
        findings = self._session.findings if self._session.is_open else None
        chosen = self._filter()
        counts = {} if findings is None else findings.counts()
        for severity, button in self._severities.items():
            button.set_count(counts.get(severity, 0))
        self._show_filters(chosen)
        excluded = 0 if findings is None else findings.excluded
        self._excluded.setEnabled(excluded > 0 or self._excluded.isChecked())
        self._excluded.set_name(self.tr("Show excluded problems too (%n)", "", excluded))
        if self._shown_for is None or self._shown_for[0] is not findings or self._shown_for[1] != chosen:
            self._shown_for = (findings, chosen)
            self._show_findings(findings, chosen)
        self.model.set_can_mend(self._session.writable)
        self._say(findings, excluded)
        self._tell()

    # making

    def _fill_header(self) -> None:
        self._severities = {}
        for severity in SHOWN:
            button = SeverityFilter(severity, self.header)
            button.toggled.connect(self.refresh)
            self.header.add_beside_title(button)
            self._severities[severity] = button
        self.header.filter_removed.connect(self._remove_filter)
        self._families = self.header.add_button("filter", self.tr("Only one kind of problem"))
        self._families.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self._family_menu = QMenu(self._families)
        self._family_menu.aboutToShow.connect(self._fill_families)
        self._families.setMenu(self._family_menu)
        self._selection = self.header.add_button("select", self.tr("Only problems of the selection"), checkable=True)
        self._selection.toggled.connect(self.refresh)
        self._excluded = self.header.add_button("exclude", "", checkable=True)
        self._excluded.toggled.connect(self.refresh)
        menu = QMenu(self.header)
        rules = menu.addAction(icons.icon("check"), self.tr("Rules and severities…"))
        rules.triggered.connect(self._open_rules)
        copy = menu.addAction(icons.icon("copy"), self.tr("Copy the list as text"))
        copy.triggered.connect(lambda _checked=False: QGuiApplication.clipboard().setText(self.text()))
        self.header.add_menu(menu)

    def _connect(self) -> None:
        session = self._session
        session.opened.connect(self._refresh_soon)
        session.closed.connect(self._closed)
        session.changed.connect(self._refresh_soon)
        session.refreshed.connect(self._refresh_soon)
        session.selection_changed.connect(self._selection_changed)
        self.view.go_requested.connect(self._go)
        self.view.mend_requested.connect(self.mend)
        self.view.row_changed.connect(self._tell)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.note.link_clicked.connect(self._show_all)
        self.prompt.answered.connect(self._exclude_asked)

    # showing

    def text(self) -> str:
        """What is shown as lines of text, the values of a line parted by tabs."""
        lines = range(self.model.rowCount())
        return "\n".join(self.model.row_text(self.model.finding_at(line)) for line in lines)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._fresh:
            self._later.start()

    def _refresh_soon(self) -> None:
        self._fresh = False
        self._later.start()

    def _refresh_if_seen(self) -> None:
        # While it is hidden the list waits until it is seen.
        if self.isVisible():
            self.refresh()

    def _closed(self) -> None:
        self._asked = None
        self.prompt.dismiss()
        self._refresh_soon()

    def _selection_changed(self) -> None:
        if self._selection.isChecked():
            self._refresh_soon()

    def _filter(self) -> Filter:
        severities = frozenset(severity for severity, button in self._severities.items() if button.isChecked())
        objects = None
        if self._selection.isChecked() and self._session.is_open:
            objects = objects_of(self._session.snapshot, self._session.selection)
        return Filter(severities, self._family, objects, self._excluded.isChecked())

    def _show_filters(self, chosen: Filter) -> None:
        filters = {}
        if chosen.family:
            filters[_FAMILY] = family_title(chosen.family)
        if chosen.objects is not None:
            filters[_SELECTION] = self._selection_title()
        self.header.set_filters(filters)

    def _selection_title(self) -> str:
        names = []
        for ref in self._session.selection:
            columns = self._session.snapshot[ref.table]
            names.append(str(columns["name" if "name" in columns else "reason"][columns.position(ref.id)]))
        if not names:
            return self.tr("nothing selected")
        return names[0] if len(names) == 1 else self.tr("{name} and {count} more").format(name=names[0], count=len(names) - 1)

    def _show_findings(self, findings: Findings | None, chosen: Filter) -> None:
        if findings is None or len(findings) <= _AT_ONCE:
            self._show_rows(() if findings is None else tuple(findings), chosen)
            return

        def sorted_out(rows: tuple[Finding, ...]) -> None:
            if isValid(self) and self._shown_for is not None and self._shown_for[0] is findings:
                self._show_rows(rows, self._shown_for[1])
                self._say(findings, findings.excluded)
                self._tell()

        # Bringing very many into order takes longer than a frame.
        self._session.jobs.read(lambda _: tuple(findings), sorted_out)

    def _show_rows(self, findings: Sequence[Finding], chosen: Filter) -> None:
        before = self.view.finding()
        line = self.view.currentIndex().row()
        self.model.set_findings(findings, chosen)
        kept = None if before is None else self.model.line_of(before.key)
        if kept is None and before is not None and self.model.rowCount():
            # What was mended is gone: the next one takes its place, so that one can go on.
            kept = min(line, self.model.rowCount() - 1)
        if kept is not None:
            self.view.go_to_line(kept)

    def _say(self, findings: Findings | None, excluded: int) -> None:
        if self.model.rowCount():
            self._stack.setCurrentWidget(self.view)
            return
        if not self._session.is_open:
            self.note.say(None, self.tr("No project is open"), self.tr("What the checks find stands here."))
        elif findings is None:
            self.note.say(None, self.tr("Checking the project …"))
        elif any(findings.counts().values()):
            self.note.say(None, self.tr("The filters hide all problems"), "", self.tr("Show all problems"))
        else:
            detail = self.tr("%n rule(s) judged the whole project.", "", len(RULES))
            link = self.tr("Show %n excluded problem(s)", "", excluded) if excluded else ""
            self.note.say("ok", self.tr("No problems"), detail, link)
        self._stack.setCurrentWidget(self.note)

    def _tell(self) -> None:
        now = self.current_finding()
        if now is not self._told:
            self._told = now
            self.problem_changed.emit()

    # answering

    def _go(self, finding: Finding) -> None:
        if self._session.is_open:
            self.go_requested.emit(drawn_objects(self._session.snapshot, finding))

    def _step(self, by: int) -> None:
        if not self._fresh:
            self.refresh()
        count = self.model.rowCount()
        if not count:
            return
        index = self.view.currentIndex()
        line = (index.row() + by) % count if index.isValid() else (0 if by > 0 else count - 1)
        self.view.go_to_line(line)
        self._go(self.model.finding_at(line))

    def _exclude_asked(self, reason: str) -> None:
        if self._asked is not None:
            self._session.do(operations.exclude_finding, self._asked.key, reason)
        self._asked = None

    def _remove_filter(self, key: str) -> None:
        if key == _FAMILY:
            self._choose_family("")
        else:
            self._selection.setChecked(False)

    def _show_all(self) -> None:
        findings = self._session.findings
        if findings is not None and not any(findings.counts().values()):
            self._excluded.setChecked(True)
            return
        self._family = ""
        for button in self._severities.values():
            button.setChecked(True)
        self._selection.setChecked(False)
        self.refresh()

    def _choose_family(self, family: str) -> None:
        self._family = family
        self.refresh()

    # menus

    def _open_rules(self) -> None:
        if self._session.is_open:
            RulesDialog(self._session, self.window()).open()

    def _fill_families(self) -> None:
        menu = self._family_menu
        menu.clear()
        group = QActionGroup(menu)
        findings = self._session.findings
        counts: dict[str, int] = {}
        for rule in findings.rules if findings is not None else ():
            counts[family_of(rule)] = counts.get(family_of(rule), 0) + len(findings.of_rule(rule))  # type: ignore[union-attr]
        entries = [("", self.tr("All kinds"))]
        entries += [(family, f"{family_title(family)} ({count})") for family, count in counts.items()]
        for family, title in entries:
            action = QAction(title, group, checkable=True, checked=family == self._family)
            action.triggered.connect(lambda _checked=False, family=family: self._choose_family(family))
            menu.addAction(action)

    def _open_menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        if not index.isValid():
            return
        self.view.go_to_line(index.row())
        menu = self.context_menu(self.model.finding_at(index.row()))
        menu.popup(self.view.viewport().mapToGlobal(at))

    def context_menu(self, finding: Finding) -> QMenu:
        """What can be done with a problem."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        go = menu.addAction(self.tr("Go there"))
        go.triggered.connect(lambda _checked=False: self._go(finding))
        if finding.excluded is None:
            self._registry.fill_menu(menu, ("check.mend", "check.exclude"))
        else:
            again = menu.addAction(self.tr("Judge again"))
            again.setEnabled(self._session.writable)
            again.triggered.connect(lambda _checked=False: self.exclude_current())
        menu.addSeparator()
        menu.addMenu(self._severity_menu(finding, menu))
        menu.addSeparator()
        copy = menu.addAction(icons.icon("copy"), self.tr("Copy as text"))
        copy.triggered.connect(lambda _checked=False: QGuiApplication.clipboard().setText(self.model.row_text(finding)))
        return menu

    def _severity_menu(self, finding: Finding, parent: QMenu) -> QMenu:
        rule = finding.rule
        menu = QMenu(self.tr("Severity of {rule}").format(rule=rule), parent)
        menu.setEnabled(self._session.writable)
        group = QActionGroup(menu)
        own = RULES[rule].severity if rule in RULES else finding.severity
        for severity in (*SHOWN, Severity.OFF):
            name = self.tr("off: the rule is silent") if severity is Severity.OFF else severity_name(severity)
            if severity is own:
                name = self.tr("{severity} (the rule's own)").format(severity=name)
            action = QAction(name, group, checkable=True, checked=severity is finding.severity)
            wanted = None if severity is own else str(severity)
            action.triggered.connect(lambda _checked=False, wanted=wanted: self._session.do(operations.set_severity, rule, wanted))
            menu.addAction(action)
        return menu
