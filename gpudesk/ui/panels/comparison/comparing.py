"""The comparison in a window: the other state, the shown kinds of difference, and the current difference."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from gpudesk.derived.totals.comparison import Comparison, compared
from gpudesk.project.compare import Sort
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("Comparing")

Load = Callable[[], tuple[Snapshot, bool]]
"""Reads the earlier state, and returns whether ids name the same objects in it."""


class Comparing(QObject):
    """Compares another state with the present one, from that state to the present, and follows every edit.

    Signals:
        changed(): the comparison or its display changed or ended.
        begun(): a requested comparison is available.
    """

    changed = Signal()
    begun = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._asked = 0
        self.title = ""
        self.shown: ShownComparison | None = None
        for signal in (session.changed, session.refreshed):
            signal.connect(self._again)
        for signal in (session.opened, session.closed):
            signal.connect(self.done)

    @classmethod
    def of(cls, session: Session) -> "Comparing":
        """The one comparison of a session."""
        existing = next((child for child in session.children() if isinstance(child, cls)), None)
        return existing or cls(session)

    def begin(self, title: str, load: Load) -> Job:
        """Compare with the state that `load` reads on a reading thread; read errors are reported by the session's `failed`."""
        snapshot = self._session.snapshot
        self._asked += 1
        request_number = self._asked

        def work() -> Comparison:
            left, same_project = load()
            return compared(left, snapshot, same_project=same_project).make_ready()

        def ended(comparison: Comparison) -> None:
            if request_number == self._asked and self._session.is_open:
                self.title = title
                self._show(ShownComparison(comparison))
                # Steps that were made meanwhile are compared too.
                self._again()
                self.begun.emit()

        return self._session.jobs.read(lambda _: work(), ended, self._session.failed.emit, tr("Comparing with {name}").format(name=title))

    def set_sorts(self, sorts: frozenset[Sort]) -> None:
        """Show only some sorts of difference."""
        if self.shown is not None and sorts != self.shown.sorts:
            self._show(replace(self.shown, sorts=sorts))

    def done(self) -> None:
        """Compare no longer."""
        self._asked += 1
        if self.shown is not None:
            self.title = ""
            self._show(None)

    def _again(self, _event: object = None) -> None:
        """Compare again after a step: shared columns are skipped, so this takes a few milliseconds."""
        if self.shown is None or not self._session.is_open or self.shown.comparison.right is self._session.snapshot:
            return
        before = self.shown.comparison
        same_project = before.differences.same_project
        self._show(ShownComparison(compared(before.left, self._session.snapshot, same_project=same_project), self.shown.sorts))

    def _show(self, shown: ShownComparison | None) -> None:
        self.shown = shown
        self.changed.emit()
