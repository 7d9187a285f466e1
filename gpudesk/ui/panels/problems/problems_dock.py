"""The problems dock: the problem, its place, its extent, and the button that fixes it."""

from collections.abc import Callable, Sequence
from weakref import ref

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.checks.findings.finding import Finding, Object
from gpudesk.checks.findings.finding_columns import FindingColumns, located_row
from gpudesk.checks.findings.findings import Findings
from gpudesk.checks.findings.fix_outcome import FixOutcome, FixStatus
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.project.finding_operations import Fixed, fix_findings
from gpudesk.operations.project.fixes import fix_outcomes, proposed_settings
from gpudesk.operations.run.run import all_operations
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.problems.problem_filter import HIDDEN, TOO, Filter, passing
from gpudesk.ui.panels.problems.problem_lines import Grouping
from gpudesk.ui.panels.problems.problem_rows import drawn_objects
from gpudesk.ui.panels.problems.problems_excluding import Excluding
from gpudesk.ui.panels.problems.problems_filters import ProblemFilters
from gpudesk.ui.panels.problems.problems_menu import ProblemMenu
from gpudesk.ui.panels.problems.problems_model import ProblemsModel
from gpudesk.ui.panels.problems.problems_note import ProblemsNote
from gpudesk.ui.panels.problems.problems_view import ProblemsView
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.turn_timer import TurnTimer
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.icon_button import IconButton

tr = text_context("ProblemsDock")

_AT_ONCE = 2000
"""Up to this number of findings are converted to columns on the UI thread."""
_PLACES = {"rack": "rack", "row": "rack_row", "hall": "hall"}


class ProblemsDock(QWidget):
    """All findings that match the filters. `header` is the title bar.

    Signals:
        go_requested(list): show these `ObjectRef`s.
        problem_changed(): another problem or group is current, or none.
    """

    go_requested = Signal(list)
    problem_changed = Signal()

    def __init__(
        self,
        session: Session,
        registry: ActionRegistry,
        parent: QWidget | None = None,
        *,
        shown: Callable[[Snapshot, Finding], list[ObjectRef]] = drawn_objects,
    ) -> None:
        """`shown` returns the objects of a finding that its place can show."""
        super().__init__(parent)
        self._shown_of = shown
        self._session = session
        self._registry = registry
        self._fresh = False
        # Weak references: the findings of a state that was left, or of a closed project, are retained by nobody but this list.
        self._shown_for: tuple[ref[Findings] | None, Filter] | None = None
        self._made: ref[Findings] | None = None
        self._told: object = None
        self._tried: ref[Findings] | None = None
        self.setObjectName("problems")
        self.setAccessibleName(tr("Problems"))
        self.model = ProblemsModel(self)
        self.view = ProblemsView(self.model, self)
        self.note = ProblemsNote(self)
        self.prompt = Excluding(session, self)
        self.header = DockHeader(tr("Problems"))
        self.filters = ProblemFilters(session, registry, self.header, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filters.bar)
        column.addWidget(self._stack, 1)
        column.addWidget(self.prompt)
        self.setFocusProxy(self.view)
        self._fill_header()
        # Inspector and catalog take the two turns before.
        self._later = TurnTimer(self, 3)
        self._later.reached.connect(self._refresh_if_seen)
        self._connect()
        self._refresh_soon()

    # what the window asks

    def current_finding(self) -> Finding | None:
        """The current problem; None if none is shown or a group is current."""
        return self.view.finding() if self._stack.currentWidget() is self.view else None

    def in_hand(self) -> list[Finding]:
        """The problem in hand, or all those of the group in hand."""
        line = self.view.line() if self._stack.currentWidget() is self.view else None
        return [] if line is None else self.model.findings_at(line)

    def can_fix(self, finding: Finding) -> bool:
        """Whether the fix of a problem can be done now."""
        fix = finding.fix
        return fix is not None and finding.excluded is None and fix.operation in all_operations() and self._session.writable

    def first_in_hand(self) -> Finding | None:
        """The problem in hand, or the first of the group in hand."""
        line = self.view.line() if self._stack.currentWidget() is self.view else None
        return None if line is None else self.model.finding(self.model.number_at(line))

    def has_fix(self) -> bool:
        """Whether the current problem or group has a fix for all of it."""
        line = self.view.line() if self._stack.currentWidget() is self.view else None
        return line is not None and self.model.has_fix(line)

    def go_next(self) -> None:
        """Go to the problem after the current one, from the last to the first."""
        self._step(1)

    def go_previous(self) -> None:
        """Go to the problem before the current one, from the first to the last."""
        self._step(-1)

    def fix_current(self) -> None:
        """Apply the fix of the current problem, or of all in the current group, as one step."""
        self.fix_all(self._fixable())

    def fix_like(self) -> None:
        """Do what all shown problems of the current one's rule propose, if their fixes are of its kind."""
        self.fix_all(self._alike(fixed=True))

    def fix_all(self, listed: Sequence[Finding]) -> None:
        """Do what problems of the list propose, as one step."""
        findings = self._session.findings
        # The list may be a moment older than the project.
        known = (
            [] if findings is None else [finding for listed_finding in listed if (finding := findings.get(listed_finding.key)) is not None]
        )
        fixes = [finding.fix for finding in known if finding.fix is not None and self.can_fix(finding)]
        if len(fixes) == 1:
            self._session.do(all_operations()[fixes[0].operation], **dict(fixes[0].arguments))
        elif fixes:
            proposed = [(fix.operation, dict(fix.arguments)) for fix in fixes]
            self._session.do(fix_findings, proposed, done=self._tell_fixed)

    def exclude_current(self) -> None:
        """Ask for the reason to exclude the current problem or group; an excluded one is evaluated again."""
        self.prompt.ask_about(self.in_hand())

    def exclude_like(self) -> None:
        """Ask for the reason to exclude all shown problems of the current one's rule."""
        self.prompt.ask_about(self._alike(fixed=False))

    def set_grouping(self, grouping: Grouping) -> None:
        """Group the problems by something else."""
        if grouping is not self.model.grouping:
            self._keeping(lambda: self.model.set_grouping(grouping))
        self._registry.set_checked(f"check.group.{grouping}")

    def fold_all(self, folded: bool) -> None:
        """Fold or unfold every group."""
        self.model.fold_all(folded)

    def only(self, what: str) -> None:
        """Show only the problems of the "rack", "row" or "hall" in hand, or of the "rule" in hand."""
        if what == "rule":
            first = self.first_in_hand()
            if first is not None:
                self.filters.only_rule(first.rule)
            return
        place = self.place_in_hand(what)
        if place is not None:
            self.filters.only_inside(place)

    def place_in_hand(self, what: str) -> Object | None:
        """The "rack", "row" or "hall" of the current problem while the list has the focus, else of the selection; None if there is none."""
        if not self._session.is_open:
            return None
        snapshot = self._session.snapshot
        selected = [(ref.table, ref.id) for ref in self._session.selection]
        first = self.first_in_hand()
        listed = [] if first is None else [(first.place.table, first.place.id)]
        for table, row_id in [*listed, *selected] if self.view.hasFocus() else [*selected, *listed]:
            where = located_row(snapshot, table, row_id)
            place_ids = {"rack": where.rack, "row": where.row, "hall": where.hall}[what]
            if int(place_ids[0]) != ABSENT:
                return _PLACES[what], int(place_ids[0])
        return None

    def count_inside(self, place: Object) -> int:
        """How many problems name a hall, row or rack or something in it; accepted ones do not count."""
        findings = self._session.findings
        if findings is None:
            return 0
        return int(passing(findings.columns, Filter(inside=place), self._session.snapshot).sum())

    def refresh(self) -> None:
        """Show the findings as they are now."""
        self._fresh = True
        findings = self._session.findings if self._session.is_open else None
        chosen = self.filters.chosen()
        self.filters.show_counts(findings)
        self.filters.show_tags(chosen)
        if not self._lists(findings) or self._shown_for is None or self._shown_for[1] != chosen:
            self._shown_for = (None if findings is None else ref(findings), chosen)
            self._show_findings(findings, chosen)
        self.model.set_can_fix(self._session.writable)
        self._count_revealed(findings)
        self._say(findings)
        self._tell()

    # making

    def _fill_header(self) -> None:
        groups = self.header.add_button("layers", tr("Group the problems"))
        groups.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(groups)
        self._registry.fill_menu(menu, (*(f"check.group.{grouping}" for grouping in Grouping), "|", "check.fold-all", "check.unfold-all"))
        groups.setMenu(menu)
        more = QMenu(self.header)
        self._registry.fill_menu(more, ("check.rules", "check.exclusions", "check.left-out", "|"))
        copy = more.addAction(icons.icon("copy"), tr("Copy the list as text"))
        copy.triggered.connect(lambda _checked=False: QGuiApplication.clipboard().setText(self.model.all_text()))
        self.header.add_menu(more)

    def _connect(self) -> None:
        session = self._session
        session.opened.connect(self._refresh_soon)
        session.closed.connect(self._closed)
        session.changed.connect(self._refresh_soon)
        session.refreshed.connect(self._refresh_soon)
        session.selection_changed.connect(self._selection_changed)
        self.filters.changed.connect(self.refresh)
        self.filters.field.left_down.connect(self.view.setFocus)
        self.filters.bar.left.connect(self.view.setFocus)
        self.view.go_requested.connect(self._go)
        self.view.fix_requested.connect(lambda line: self.fix_all(self.model.fixes_of(line)))
        self.view.row_changed.connect(self._tell)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.note.link_clicked.connect(self._show_all)

    # showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.filters.show_tags(self.filters.chosen())
        if not self._fresh:
            self._later.start()

    def _refresh_soon(self) -> None:
        self._fresh = False
        self._later.start()

    def _refresh_if_seen(self) -> None:
        # While it is hidden the list waits until it is seen.
        if self.isVisible():
            self.refresh()
        elif self._shown_for is not None and self.model.total > _AT_ONCE and not self._lists(self._session.findings):
            self._shown_for = None
            self._show_rows(FindingColumns(()), self.filters.chosen(), None)
            self._tell()

    def _lists(self, findings: Findings | None) -> bool:
        """Whether some findings are those for which the list was last filled."""
        if self._shown_for is None:
            return False
        return _is_of(self._shown_for[0], findings) if findings is not None else self._shown_for[0] is None

    def _closed(self) -> None:
        self.prompt.dismiss()
        self.filters.forget_objects()
        # Rows of this project would be drawn once more when the next one is shown.
        self._shown_for = None
        self._show_rows(FindingColumns(()), self.filters.chosen(), None)
        self._refresh_soon()

    def _selection_changed(self) -> None:
        if self.filters.of_selection:
            self._refresh_soon()

    def _show_findings(self, findings: Findings | None, chosen: Filter) -> None:
        snapshot = self._session.snapshot if self._session.is_open else None
        if findings is None or snapshot is None:
            self._show_rows(FindingColumns(()), chosen, None)
            return
        if len(findings) <= _AT_ONCE or _is_of(self._made, findings):
            self._show_rows(findings.columns, chosen, snapshot)
            return

        def made(columns: FindingColumns) -> None:
            if isValid(self) and self._shown_for is not None and self._lists(findings):
                self._made = ref(findings)
                self._show_rows(columns, self._shown_for[1], snapshot)
                self._say(findings)
                self._tell()

        # Making columns of very many takes longer than a frame.
        self._session.jobs.read(lambda _: findings.columns.made_ready(snapshot), made)

    def _count_revealed(self, findings: Findings | None) -> None:
        """Count what settings of the site that are proposed would reveal; they are tried on a copy, off the interface's thread."""
        if findings is None or _is_of(self._tried, findings):
            return
        self._tried = ref(findings)
        self.model.set_revealed({})
        proposed = proposed_settings(findings)
        if not proposed:
            return
        snapshot = self._session.snapshot

        def counted(outcomes: dict[str, FixOutcome]) -> None:
            if isValid(self) and _is_of(self._tried, findings):
                revealed_errors = {key: outcome.errors_added for key, outcome in outcomes.items() if outcome.status is FixStatus.SETTING}
                self.model.set_revealed(revealed_errors)

        self._session.jobs.read(lambda _: fix_outcomes(snapshot, proposed), counted)

    def _show_rows(self, columns: FindingColumns, chosen: Filter, snapshot: Snapshot | None) -> None:
        self._keeping(lambda: self.model.set_findings(columns, chosen, snapshot))

    def _keeping(self, change: Callable[[], None]) -> None:
        """Change the shown rows; the current row stays current, and a fixed one is replaced by the next one."""
        line = self.view.line()
        name = None if line is None else self.model.name_of(line)
        top = self.view.verticalScrollBar().value()
        change()
        if name is None or line is None or not self.model.rowCount():
            return
        kept_line = self.model.line_named(name)
        self.view.verticalScrollBar().setValue(top)
        self.view.go_to_line(min(line, self.model.rowCount() - 1) if kept_line is None else kept_line)

    def _say(self, findings: Findings | None) -> None:
        if self.model.rowCount():
            self._stack.setCurrentWidget(self.view)
            return
        self.note.say_why_empty(self._session, findings, self.filters.chosen())
        self._stack.setCurrentWidget(self.note)

    def _tell(self) -> None:
        line = self.view.line() if self._stack.currentWidget() is self.view else None
        now = None if line is None else self.current_finding() or self.model.name_of(line)
        if now is not self._told and now != self._told:
            self._told = now
            self.problem_changed.emit()

    def _tell_fixed(self, fixed: Fixed) -> None:
        """Report problems that could not be fixed as still present."""
        if fixed.refused:
            text = QT_TRANSLATE_NOOP("Problems", "Fixed: {done}. Not fixed: {refused}; they are still in the list.")
            values = {"done": fixed.done, "refused": len(fixed.refused)}
            self._session.failed.emit(Refused(Message("Problems", text, values), fixed.refused[0]))

    # answering

    def _fixable(self) -> list[Finding]:
        line = self.view.line() if self._stack.currentWidget() is self.view else None
        return [] if line is None else [finding for finding in self.model.fixes_of(line) if self.can_fix(finding)]

    def _alike(self, *, fixed: bool) -> list[Finding]:
        """The shown findings of the rule in hand; with `fixed` those whose fix is of the kind of the first one's."""
        current_findings = self.in_hand()
        if not current_findings:
            return []
        alike = [self.model.finding(number) for number in self.model.order.tolist()]
        alike = [finding for finding in alike if finding.rule == current_findings[0].rule and finding.excluded is None]
        first = next((finding.fix for finding in current_findings if finding.fix is not None), None)
        if not fixed:
            return alike
        return [
            similar for similar in alike if first is not None and similar.fix is not None and similar.fix.title.text == first.title.text
        ]

    def _go(self, finding: Finding) -> None:
        if self._session.is_open:
            self.go_requested.emit(self._shown_of(self._session.snapshot, finding))

    def _step(self, by: int) -> None:
        """To the next finding in the order of the list, unfolding what holds it."""
        if not self._fresh:
            self.refresh()
        order = self.model.order
        if not len(order):
            return
        line = self.view.line()
        if line is None:
            place = 0 if by > 0 else len(order) - 1
        else:
            place = order.tolist().index(self.model.number_at(line))
            if self.model.key_at(line) is None or by < 0:
                place = (place + by) % len(order)
        number = int(order[place])
        key = self.model.finding(number).key
        if self.model.line_of(key) is None:
            self.model.unfold_over(number)
        self.view.go_to_line(self.model.line_of(key) or 0)
        self._go(self.model.finding(number))

    def _show_all(self) -> None:
        findings = self._session.findings
        if findings is not None and not any(findings.counts().values()) and self.filters.excluded == HIDDEN:
            self.filters.show_excluded(TOO)
            return
        self.filters.clear()

    def _open_menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        if not index.isValid():
            return
        self.view.go_to_line(index.row())
        self.context_menu().popup(self.view.viewport().mapToGlobal(at))

    def context_menu(self) -> QMenu:
        """Menu of the current problem or group."""
        return ProblemMenu(self, self._session, self._registry)

    def go_to_current(self) -> None:
        """Show the problem in hand in the drawing."""
        finding = self.current_finding()
        if finding is not None:
            self._go(finding)


def _is_of(known: "ref[Findings] | None", findings: Findings) -> bool:
    """Whether a reference is to these very findings."""
    return known is not None and known() is findings
