"""Decisions on an item: to waive it, to override what holds it, that it does not apply, to withdraw an entry, and who repairs it."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpudesk.core.checklist.entries import EntryKind
from gpudesk.onsite.deviations import deviation_of
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.task_page import TaskPage
from gpudesk.onsite.withdrawals import entry_named
from gpudesk.operations.onsite.record_site_work import mark_not_applicable, note_punch, override_hold, waive_item, withdraw_entry
from gpudesk.ui.places.onsite.decision_screen import DecisionScreen
from gpudesk.ui.places.onsite.deviation_words import deviation_text
from gpudesk.ui.places.onsite.duty import Duty
from gpudesk.ui.places.onsite.log_recording import Recording
from gpudesk.ui.places.onsite.onsite_labels import entry_text, own, who_text
from gpudesk.ui.places.onsite.punch_screen import PunchScreen
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("Decisions")


class Decisions(QObject):
    """Asks on a separate screen, and records the decision.

    Signals:
        screen_wanted(QWidget): this screen has a question.
        ended(): it was answered or left.
    """

    screen_wanted = Signal(object)
    ended = Signal()

    def __init__(self, session: Session, recording: Recording, duty: Duty, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._recording, self._duty = session, recording, duty
        self._deciding: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        self._task: Task | None = None
        self.screen = DecisionScreen()
        self.punch = PunchScreen()
        self.screen.decided.connect(self._decide)
        self.screen.left.connect(self.ended)
        self.punch.decided.connect(self._note_punch)
        self.punch.left.connect(self.ended)

    def override(self, task: Task) -> None:
        """Ask why work continues although a hold has not passed."""
        why = tr("Work on {item} continues although its prerequisites are not met. The reason and names stay in the log.")
        self._ask(override_hold, task, tr("Override the hold"), why, tr("Override"), second=True)

    def waive(self, task: Task) -> None:
        """Ask why an item is waived."""
        why = tr("{item} is waived. The reason and names stay in the log and in the handover.")
        self._ask(waive_item, task, tr("Waive the item"), why, tr("Waive"), second=True)

    def not_applicable(self, task: Task) -> None:
        """Ask why an item is not applicable to a target."""
        why = tr("{item} does not apply here. The reason stays in the log.")
        title = tr("Not applicable")
        self._ask(mark_not_applicable, task, title, why, title, second=False)

    def withdraw(self, entry: str) -> None:
        """Ask why the entry with this name is withdrawn."""
        known = entry_named(self._session.snapshot, entry)
        item = None if known is None else checklist_of(self._session.snapshot).items.get(known.item)
        if known is None or item is None:
            return
        self._deciding = withdraw_entry, (entry,)
        why = tr("This entry stays in the log but is no longer valid:")
        text = entry_text(item, known)
        if known.kind == EntryKind.DEVIATION:
            text = deviation_text(self._session.snapshot, deviation_of(known, None))
            why = tr("This deviation and its decision stay in the log but are no longer valid. The plan does not change:")
        what = f"{' '.join(filter(None, (item.key, known.target_name)))}, {text} ({who_text(known)})"
        self.screen.ask(tr("Withdraw the entry"), f"{why} {what}", tr("Withdraw"))
        self.screen_wanted.emit(self.screen)

    def note_punch(self, page: TaskPage) -> None:
        """Ask who repairs the failure, and by when."""
        self._task = Task(page.item, page.target)
        self.punch.ask(f"{page.item.key} {own(page.item, 'title')}", self._recording.people(), dict(page.punch or {}))
        self.screen_wanted.emit(self.punch)

    def forget(self) -> None:
        """Discard all open questions."""
        self._deciding, self._task = None, None

    def _ask(self, verb: Callable[..., Any], task: Task, title: str, why: str, button: str, *, second: bool) -> None:
        self._deciding = verb, (task.item.key, task.target)
        seconds = [name for name in self._recording.people() if name != self._duty.person] if second else None
        self.screen.ask(title, why.format(item=f"{task.item.key} {own(task.item, 'title')}"), button, seconds)
        self.screen_wanted.emit(self.screen)

    def _decide(self, reason: str, second: str) -> None:
        deciding = self._deciding
        self.forget()
        self.ended.emit()
        if deciding is not None:
            verb, arguments = deciding
            self._recording.run(verb, *arguments, *filter(None, (reason, second)))

    def _note_punch(self, owner: str, priority: str, due: str, text: str) -> None:
        task = self._task
        self.forget()
        self.ended.emit()
        if task is not None:
            self._recording.run(note_punch, task.item.key, task.target, owner, priority, due, text)
