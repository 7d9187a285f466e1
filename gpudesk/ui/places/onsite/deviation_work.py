"""Installed differently: it is recorded by the person who works here, and a second person accepts or refuses it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.signatures import alike
from gpudesk.onsite.deviations import Deviation, open_deviations
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.task_page import TaskPage
from gpudesk.operations.onsite.record_site_work import record_deviation, settle_deviation
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.acceptance_screen import AcceptanceScreen, DeviationList
from gpudesk.ui.places.onsite.deviation_screen import DeviationScreen
from gpudesk.ui.places.onsite.deviation_words import change_text, deviation_text, recorded_text
from gpudesk.ui.places.onsite.log_recording import Recording
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text

tr = text_context("Deviations")


class DeviationWork(QObject):
    """Asks on separate screens.

    Signals:
        screen_wanted(QWidget): this screen has a question.
        ended(): it was answered or left.
    """

    screen_wanted = Signal(object)
    ended = Signal()

    def __init__(self, session: Session, recording: Recording, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._recording = session, recording
        self._task: Task | None = None
        self._entry = ""
        self._from_list = False
        self._writing: QWidget | None = None
        """The screen of the entry being written; it stays until that is done."""
        self.button = TouchButton("")
        self.button.hide()
        self.screen, self.acceptance, self.list = DeviationScreen(), AcceptanceScreen(), DeviationList()
        self.screen.decided.connect(self._record)
        self.acceptance.decided.connect(self._decide)
        self.acceptance.left.connect(self._leave_acceptance)
        self.list.chosen.connect(partial(self.ask_decision, from_list=True))
        self.button.clicked.connect(self.show_list)
        for screen in (self.screen, self.list):
            screen.left.connect(self.ended)

    def show_count(self, waiting: Sequence[Deviation]) -> None:
        """Show the number of deviations that wait for a decision at the top; if there is none, the button is hidden."""
        self.button.say(filled_text(tr("Deviations: {count}"), count=len(waiting)))
        self.button.setVisible(bool(waiting))
        if not self.list.isHidden():
            self._fill_list()

    def ask(self, page: TaskPage) -> None:
        """Ask for a deviation."""
        self._task = Task(page.item, page.target)
        self.screen.ask(self._session.snapshot, page.item, page.target)
        self.screen_wanted.emit(self.screen)

    def show_list(self) -> None:
        """Show what waits for a decision."""
        self._fill_list()
        self.screen_wanted.emit(self.list)

    def _fill_list(self) -> None:
        snapshot = self._session.snapshot
        items = checklist_of(snapshot).items
        known = [deviation for deviation in open_deviations(snapshot) if deviation.entry.item in items]
        self.list.show_lines(
            [(deviation, deviation_text(snapshot, deviation), recorded_text(items[deviation.entry.item], deviation)) for deviation in known]
        )

    def ask_decision(self, entry: str, *, from_list: bool = False) -> None:
        """Let a second person decide on the deviation with this name."""
        snapshot = self._session.snapshot
        deviation = _open_one(snapshot, entry)
        item = None if deviation is None else checklist_of(snapshot).items.get(deviation.entry.item)
        if deviation is None or item is None:
            return
        self._entry, self._from_list = entry, from_list
        change = change_text(snapshot, Scope(deviation.entry.scope), deviation.entry.target, deviation.what, deviation.built)
        names = self._recording.people()
        who = recorded_text(item, deviation)
        what = filled_text(tr("Installed differently: {what}"), what=deviation_text(snapshot, deviation))
        self.acceptance.ask(what, who, change, deviation.entry.person, names)
        self.screen_wanted.emit(self.acceptance)

    def forget(self) -> None:
        """Discard all open questions."""
        self._task, self._entry = None, ""
        self.go_on_asking()

    def go_on_asking(self) -> None:
        """After a failed write, the entered data stays on the screen and can be recorded again."""
        self._show_writing(None)

    def _show_writing(self, screen: QWidget | None) -> None:
        self._writing = screen
        for one in (self.screen, self.acceptance):
            one.show_writing(one is screen)

    def _record(self, what: str, built: dict[str, Any], text: str) -> None:
        if self._task is None or self._writing is not None:
            return
        task = self._task
        self._show_writing(self.screen)
        values = task.item.key, task.target, what, built, text
        self._recording.run(record_deviation, *values, done=partial(self._recorded, task), failed=self.go_on_asking)

    def _recorded(self, task: Task, _: object) -> None:
        self._show_writing(None)
        if self._task == task:
            self._task = None
            self.ended.emit()

    def _decide(self, person: str, accepted: bool, reason: str) -> None:
        entry = self._entry
        if not entry or self._writing is not None:
            return
        self._show_writing(self.acceptance)
        # "bo lind" is the "Bo Lind" of the list.
        person = next((name for name in self._recording.people() if alike(name, person)), person)
        done, failed = partial(self._settled, entry), self.go_on_asking
        settle = partial(self._recording.run_by, person, settle_deviation, entry, accepted, reason, done=done, failed=failed)
        if person in self._recording.people():
            settle()
        else:
            self._recording.add_person(person, lambda _: settle(), self.go_on_asking)

    def _settled(self, entry: str, _: object) -> None:
        self._show_writing(None)
        if self._entry == entry:
            self._entry = ""
            self._leave_acceptance()

    def _leave_acceptance(self) -> None:
        if self._from_list:
            self.show_list()
        else:
            self.ended.emit()


def _open_one(snapshot: Snapshot, entry: str) -> Deviation | None:
    return next((deviation for deviation in open_deviations(snapshot) if deviation.entry.name == entry), None)
