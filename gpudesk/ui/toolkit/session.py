"""State of one window: the open project, its latest state, and the selection. Every change goes through it to `operations`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.ui.toolkit.callback_owner import owner_has_gone
from gpudesk.ui.toolkit.jobs import Job, Jobs
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.text_context import text_context

# Home needs no project: numpy and the layers below are loaded where they are used (docs/decisions/loaded-when-needed.md).
if TYPE_CHECKING:
    from gpudesk.checks.findings.findings import Findings
    from gpudesk.core.plan.plan import Plan
    from gpudesk.operations.project.recover_project import Recovered
    from gpudesk.operations.run.run import Outcome
    from gpudesk.project.document import Document, Step
    from gpudesk.project.left_behind import LeftBehind
    from gpudesk.project.snapshot import Snapshot

tr = text_context("Session")

IDLE_MS = 2000
"""After this long without an edit everything is brought into the one file."""
REFRESH_MS = 1500
"""How often a reader looks whether the writer has committed something."""
WATCH_MS = 3000
"""How often a writer looks whether the file is still at its path."""


class Session(QObject):
    """The project of one window.

    Signals:
        opened(), closed(): a project was opened or closed.
        changed(Outcome): a step was committed, undone or redone.
        refreshed(): a project opened for reading was updated with the changes of its writer.
        selection_changed(): the selection changed.
        replayable_changed(): an edit or undo was requested or failed: `can_undo` or `can_redo` may have changed.
        recovered(LeftBehind): the opened project had not been closed properly; the data next to it was recovered.
        failed(DeskError): a user request was refused or failed.
        damaged(DeskError): the verification of the file in the background found damage.
        gone(DeskError): the file was deleted, replaced or moved; editing is no longer possible, and a rescue copy can be saved.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal(object)
    refreshed = Signal()
    selection_changed = Signal()
    replayable_changed = Signal()
    recovered = Signal(object)
    failed = Signal(object)
    damaged = Signal(object)
    gone = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None, *, watch_ms: int = WATCH_MS) -> None:
        super().__init__(parent)
        self.jobs = jobs
        self.document: Document | None = None
        self.replacing = False
        """Whether the project that is closed now gives its place to one that is already loaded."""
        self.history: list[Step] = []
        self._making = 0
        """How many steps are being done or done again."""
        self._taking_back = 0
        self.just_made = False
        """Whether the project that is being opened was made here just now."""
        self.clipboard: Plan | None = None
        self.cut: tuple[int, ...] = ()
        self._snapshot: Snapshot | None = None
        self._findings: Findings | None = None
        self._selection: tuple[ObjectRef, ...] = ()
        self._idle = QTimer(self, interval=IDLE_MS, singleShot=True)
        self._idle.timeout.connect(self._settle)
        self._refresh = QTimer(self, interval=REFRESH_MS)
        self._refresh.timeout.connect(self._look_for_changes)
        self._watch = QTimer(self, interval=watch_ms)
        self._watch.timeout.connect(self.look_beneath)
        self._gone_shown = False

    # the project

    @property
    def snapshot(self) -> Snapshot:
        """The state that the window shows.

        Raises:
            LookupError: no project is open.
        """
        if self._snapshot is None:
            raise LookupError("no project is open")
        return self._snapshot

    @property
    def is_open(self) -> bool:
        """Whether a project is open."""
        return self.document is not None

    @property
    def writable(self) -> bool:
        """Whether the open project can be edited."""
        return self.document is not None and self.document.read_only is None

    @property
    def findings(self) -> Findings | None:
        """Findings of the checks, None while the first run is in progress."""
        return self._findings

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo, or one is in progress: an undo requested now follows it."""
        return self._making > 0 or any(step.done for step in self.history)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step, or an undo is in progress: a redo requested now follows it."""
        return self._taking_back > 0 or any(not step.done for step in self.history)

    def open(self, path: Path) -> Job:
        """Open the project at `path` in the background; then `opened`, or `failed`. One that is being edited here already is kept."""
        if self.document is not None and self.writable and os.path.realpath(path) == os.path.realpath(self.document.path):
            return self.jobs.write(lambda _: None, lambda _: self.opened.emit(), self.failed.emit)
        document = self.document
        what = tr("Opening {name}").format(name=path.name)
        job = self.jobs.write(lambda _: _loaded_instead(document, path), self._adopt, self.failed.emit, what)
        return self._left_if_closed(job, document)

    def create(self, path: Path, plan: Plan | None = None) -> Job:
        """Make a new project at `path`, perhaps built from a plan, and open it; then `opened`, or `failed`."""
        what = tr("Creating {name}").format(name=path.name)
        return self.jobs.write(lambda progress: _create(path, plan, progress), self._adopt_new, self.failed.emit, what)

    def adopt(self, document: Document) -> None:
        """Show a document that is open already."""
        self._adopt(_Loaded(document))

    def rescue(self, target: Path, done: Callable[[], None]) -> Job | None:
        """Write a copy with every confirmed edit to `target` and open it in place of the project; then `opened`, or `failed`.

        A copy that was written but cannot be opened leaves no project: the old one has been closed by then.

        Args:
            done: called after `opened`.
        """
        document = self.document
        if document is None:
            return None

        def ended(loaded: _Loaded) -> None:
            self._adopt(loaded)
            if not owner_has_gone(done):
                done()

        job = self.jobs.write(lambda _: _rescued(document, target), ended, self.failed.emit, tr("Writing a copy"))
        return self._left_if_closed(job, document)

    def _left_if_closed(self, job: Job, document: Document | None) -> Job:
        """If `job` closes the file of the open project and then fails, for any reason, show no project: it could not be edited any more."""

        def failed() -> None:
            if document is not None and document.is_closed and self.document is document:
                self.close()

        job.otherwise(failed)
        return job

    def recover(self, source: Path, target: Path, done: Callable[[Recovered], None]) -> Job:
        """Save the undamaged data of the project at `source` to `target` and open that; then `opened`, or `failed`.

        Args:
            done: called with the result after `opened`.
        """

        def ended(result: tuple[_Loaded, Recovered]) -> None:
            self._adopt(result[0])
            if not owner_has_gone(done):
                done(result[1])

        what = tr("Recovering {name}").format(name=source.name)
        return self.jobs.write(lambda progress: _recovered(source, target, progress), ended, self.failed.emit, what)

    def close(self) -> None:
        """Close the project; work in progress is finished first."""
        document, self.document = self.document, None
        if document is None:
            return
        self._idle.stop()
        self._refresh.stop()
        self._watch.stop()
        self.jobs.write(lambda _: document.close())
        self._snapshot, self._findings, self.history = None, None, []
        # The ids of another project name other devices.
        self._selection, self.cut = (), ()
        self.closed.emit()

    # changing

    def do(self, verb: Callable[..., Any], *arguments: Any, done: Callable[[Any], None] | None = None, **values: Any) -> Job | None:
        """Run an operation on the writer thread; then `changed`, or `failed` with nothing changed.

        Args:
            done: called with the operation's result after `changed`, unless its owner object was deleted in the meantime.
        """
        document = self.document
        if document is None:
            return None

        def work(progress: Progress) -> tuple[Outcome[Any], list[Step]]:
            from gpudesk.operations.run.run import run_long

            outcome: Outcome[Any] = run_long(document, progress, verb, *arguments, **values)
            _make_ready(outcome.after)
            return outcome, document.steps

        def ended(result: tuple[Outcome[Any], list[Step]]) -> None:
            self._take(result)
            if done is not None and not owner_has_gone(done):
                done(result[0].result)

        return self._counted(self.jobs.write(work, ended, self._refused, tr("Editing")), forward=True)

    def undo(self) -> None:
        """Take back the last step."""
        self._replay(forward=False)

    def redo(self) -> None:
        """Do the last undone step again."""
        self._replay(forward=True)

    def go_to_step(self, step_id: int | None) -> None:
        """Undo or redo until the step is the last applied one; None goes back to the beginning."""
        done = [step.id for step in self.history if step.done]
        undone = [step.id for step in self.history if not step.done]
        if step_id is None or step_id in done:
            back = len(done) if step_id is None else len(done) - 1 - done.index(step_id)
            self._replay(back, forward=False)
        elif step_id in undone:
            self._replay(undone.index(step_id) + 1, forward=True)

    def _replay(self, times: int = 1, *, forward: bool) -> None:
        """Undo or redo this number of steps, each after the previous one is shown: queued states take memory."""
        document = self.document
        if document is None or times < 1:
            return

        def work(_: Progress) -> tuple[Outcome[None], list[Step]] | None:
            from gpudesk.operations.run.run import redo, undo

            outcome = redo(document) if forward else undo(document)
            if outcome is None:
                return None
            _make_ready(outcome.after)
            return outcome, document.steps

        def ended(result: tuple[Outcome[None], list[Step]] | None) -> None:
            self._take(result)
            if result is None:
                self.replayable_changed.emit()
            elif self.document is document:
                self._replay(times - 1, forward=forward)

        self._counted(self.jobs.write(work, ended, self._refused, tr("Restoring a step of the history")), forward=forward)

    def _counted(self, job: Job, *, forward: bool) -> Job:
        """Count a job that applies or undoes a step until it ends: its successor can be requested in the meantime."""
        before = self.can_undo, self.can_redo
        if forward:
            self._making += 1
            job.ended.connect(self._made)
        else:
            self._taking_back += 1
            job.ended.connect(self._taken_back)
        if before != (self.can_undo, self.can_redo):
            self.replayable_changed.emit()
        return job

    def _made(self, whole: bool) -> None:
        self._making -= 1
        if not whole:
            self.replayable_changed.emit()

    def _taken_back(self, whole: bool) -> None:
        self._taking_back -= 1
        if not whole:
            self.replayable_changed.emit()

    # selection

    @property
    def selection(self) -> tuple[ObjectRef, ...]:
        """Selected objects, in selection order."""
        return self._selection

    def select(self, refs: Sequence[ObjectRef]) -> None:
        """Select objects; those that do not exist are left out."""
        chosen = tuple(dict.fromkeys(ref for ref in refs if self._exists(ref)))
        if chosen != self._selection:
            self._selection = chosen
            self.selection_changed.emit()

    def selected(self, table: str) -> list[int]:
        """The ids of the selected objects of one table."""
        return [ref.id for ref in self._selection if ref.table == table]

    def _exists(self, ref: ObjectRef) -> bool:
        return self._snapshot is not None and ref.table in self._snapshot.tables and self._snapshot[ref.table].has(ref.id)

    # results

    def _adopt_new(self, loaded: _Loaded) -> None:
        self.just_made = True
        try:
            self._adopt(loaded)
        finally:
            self.just_made = False

    def _adopt(self, loaded: _Loaded) -> None:
        self.replacing = self.document is not None
        try:
            self.close()
            self.document = loaded.document
            self._gone_shown = False
            self._snapshot, self.history = loaded.snapshot, loaded.steps
        finally:
            self.replacing = False
        self.opened.emit()
        if loaded.left is not None:
            self.recovered.emit(loaded.left)
        self._judge(loaded.snapshot)
        if loaded.document.read_only is not None:
            self._refresh.start()
        else:
            # A project that was just made, or that was left behind by a crash, is in two files until then.
            self._idle.start()
            self._watch.start()
        self._verify(loaded.document)

    def _verify(self, document: Document) -> None:
        """Look for damage in the background; then `damaged` if there is some."""

        def ended(error: DeskError | None) -> None:
            if error is not None and self.document is document:
                self.damaged.emit(error)

        self.jobs.read(lambda progress: _damage_in(document, progress), ended, self.damaged.emit)

    def take_findings(self, snapshot: Snapshot, findings: Findings) -> None:
        """Show the findings of a complete check run, if `snapshot` is still the current state."""
        if snapshot is self._snapshot:
            self._findings = findings
            self.refreshed.emit()

    def _take(self, result: tuple[Outcome[Any], list[Step]] | None) -> None:
        if result is None or self.document is None:
            return
        outcome, self.history = result
        self._snapshot, self._findings = outcome.after, outcome.findings
        self._idle.start()
        # What is gone is selected no longer before anybody looks.
        lost = self._prune_selection()
        self.changed.emit(outcome)
        if lost:
            self.selection_changed.emit()

    def _prune_selection(self) -> bool:
        remaining = tuple(ref for ref in self._selection if self._exists(ref))
        lost = remaining != self._selection
        self._selection = remaining
        return lost

    def _settle(self) -> None:
        document = self.document
        if document is None:
            return

        def ended(whole: bool) -> None:
            if not whole and self.document is document:
                # Somebody still reads an earlier state, or an edit waited.
                self._idle.start()

        self.jobs.write(lambda _: _settled(document, self.jobs.others_wait), ended, self._refused)

    def look_beneath(self) -> None:
        """Look whether the file is still at its path; then `gone` if it is not."""
        document = self.document
        if document is None:
            return

        def ended(error: DeskError | None) -> None:
            if error is not None and self.document is document and not self._gone_shown:
                self._refused(error)

        self.jobs.write(lambda _: document.look_beneath(), ended)

    def _refused(self, error: DeskError) -> None:
        """Report that an edit was refused, or that the file is gone."""
        document = self.document
        if document is None or document.gone is None:
            self.failed.emit(error)
        else:
            if not self._gone_shown:
                self._show_what_is_left(document)
            self.gone.emit(document.gone)

    def _show_what_is_left(self, document: Document) -> None:
        self._gone_shown = True
        self._idle.stop()
        self._watch.stop()
        # An edit that was committed as the file went is not confirmed, but what is shown is what a rescue copy holds.
        self._show_state_of(document)

    def _show_state_of(self, document: Document) -> None:
        """Show the current content of the file if it was not changed by an edit from here; the checks follow."""
        snapshot = document.snapshot
        self._snapshot, self._findings = snapshot, None
        self.history = document.steps
        lost = self._prune_selection()
        self.refreshed.emit()
        if lost:
            self.selection_changed.emit()
        self._judge(snapshot)

    def _judge(self, snapshot: Snapshot) -> None:
        """Run all checks on a reader thread, and show their findings."""
        self.jobs.read(lambda _: _judged(snapshot), lambda findings: self.take_findings(snapshot, findings))

    def _look_for_changes(self) -> None:
        document = self.document
        if document is None:
            return

        def ended(changed: bool) -> None:
            if changed and self.document is document:
                self._show_state_of(document)

        def failed(error: DeskError) -> None:
            self._refresh.stop()
            self.failed.emit(error)

        self.jobs.write(lambda _: document.refresh(), ended, failed)


class _Loaded:
    """A document opened by a background thread, its state, and the leftovers of an earlier process next to it.

    State and history are read here, so that a file that cannot be read is refused before the open project is closed.
    """

    def __init__(self, document: Document, left: LeftBehind | None = None) -> None:
        """Read the state and the history of `document`.

        Raises:
            DeskError: they cannot be read.
        """
        self.document = document
        self.left = left
        self.snapshot = document.snapshot
        self.steps = document.steps


def _judged(snapshot: Snapshot) -> Findings:
    from gpudesk.checks.engine.check_engine import findings_of

    findings = findings_of(snapshot)
    # Where they lie is asked for by every drawing.
    findings.columns.where_named(snapshot)
    return findings


def _make_ready(snapshot: Snapshot) -> None:
    """Prepare the data for the window, so that its own thread does not have to."""
    _add_up(snapshot)
    _judged(snapshot)


def _add_up(snapshot: Snapshot) -> None:
    """Make the totals that the line below every place shows."""
    from gpudesk.derived.cabling.cable_figures import project_cables
    from gpudesk.derived.totals.totals import project_totals

    snapshot.cached(project_totals)
    if snapshot["cable"].rows:
        snapshot.cached(project_cables)


def _ready(document: Document) -> Document:
    """Prepare what the window shows first of a project that was opened."""
    from gpudesk.derived.scope.rack_order import all_racks_by_row

    _add_up(document.snapshot)
    document.snapshot.cached(all_racks_by_row)
    return document


def _load(path: Path) -> _Loaded:
    from gpudesk.project.document import Document
    from gpudesk.project.left_behind import left_behind

    left = left_behind(path)
    document = Document.open(path)
    return _closed_on_error(document, lambda: _Loaded(_ready(document), left if document.read_only is None else None))


def _closed_on_error(document: Document, load: Callable[[], _Loaded]) -> _Loaded:
    """What `load` returns; a document that cannot be read completely stays open nowhere."""
    try:
        return load()
    except BaseException:
        # After an unexpected error too: the file would stay locked until the program ends.
        document.close()
        raise


def _create(path: Path, plan: Plan | None, progress: Progress) -> _Loaded:
    from gpudesk.operations.plan.plan_to_project import build
    from gpudesk.operations.run.run import run_long
    from gpudesk.project.document import Document

    if plan is None:
        document = Document.create(path)
        return _closed_on_error(document, lambda: _Loaded(document))
    document = Document.create(path, fill=lambda document: run_long(document, progress, build, plan))
    return _closed_on_error(document, lambda: _Loaded(_ready(document)))


def _loaded_instead(document: Document | None, path: Path) -> _Loaded:
    """The project at `path`. If that is the open file under its new name, it is closed first: it contains every edit."""
    if document is not None and document.is_whole and document.is_file(path):
        document.close()
    return _load(path)


def _rescued(document: Document, target: Path) -> _Loaded:
    document.save_copy(target)
    if os.path.realpath(target) != os.path.realpath(document.path):
        # It stays open until its copy is.
        return _load(target)
    # One process opens a file for writing once.
    document.close()
    return _load(target)


def _recovered(source: Path, target: Path, progress: Progress) -> tuple[_Loaded, Recovered]:
    from gpudesk.operations.project.recover_project import recover

    recovery = recover(source, target, progress)
    return _load(target), recovery


def _damage_in(document: Document, progress: Progress) -> DeskError | None:
    from gpudesk.project.project_verification import look_for_damage

    return look_for_damage(document, progress)


def _settled(document: Document, others_wait: Callable[[], bool]) -> bool:
    """Calculate digests of edited data in slices, and merge everything into the one file; False if an edit is waiting."""
    while not document.take_digests():
        if others_wait():
            return False
    return document.settle()
