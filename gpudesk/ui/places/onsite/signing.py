"""Signatures: by the person who works here, or by another one who is chosen; drawn if required."""

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpudesk.core.checklist.items import FieldKind
from gpudesk.onsite.task_page import TaskPage
from gpudesk.operations.onsite.onsite_photos import Photo, record_signature
from gpudesk.ui.places.onsite.duty import Duty
from gpudesk.ui.places.onsite.log_recording import Recording
from gpudesk.ui.places.onsite.onsite_labels import own
from gpudesk.ui.places.onsite.people_screen import PeopleScreen
from gpudesk.ui.places.onsite.signature_screen import SignatureScreen
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("Signing")


class Signing(QObject):
    """Signals:
    screen_wanted(QWidget): this screen has a question.
    ended(): a signature was given.
    lapsed(): signing was canceled after a period of inactivity.
    """

    screen_wanted = Signal(object)
    ended = Signal()
    lapsed = Signal()

    def __init__(self, recording: Recording, duty: Duty, people: PeopleScreen, parent: QWidget) -> None:
        super().__init__(parent)
        self._recording, self._duty, self._people = recording, duty, people
        self._page: TaskPage | None = None
        self._field = self._person = ""
        self._draws = False
        self.screen = SignatureScreen()
        self.screen.signed.connect(self._drawn)
        self.screen.pad.drawn.connect(duty.touch)
        duty.changed.connect(self._lapse)

    @property
    def is_asking(self) -> bool:
        """Whether a signature is being requested."""
        return self._page is not None

    def forget(self) -> None:
        """Cancel the signature request."""
        self._page, self._field, self._person, self._draws = None, "", "", False

    def ask(self, page: TaskPage, field: str, *, drawn: bool) -> None:
        """Let the current person sign, or another one if the current person already signed the other field."""
        person = self._duty.person
        signed = {
            str(given_value.value)
            for key, given_value in page.given.items()
            if key != field and page.item.by_key[key].kind is FieldKind.SIGNATURE and given_value.value
        }
        witness = field in page.named
        self._page, self._field, self._draws = page, field, drawn and not witness
        if person and person not in signed and not witness:
            self.take_person(person)
            return
        why = tr("The second person signs by choosing their name.")
        self._people.ask(tr("Who signs?"), why, self._recording.people(), (*signed, person) if witness or signed else ())
        self.screen_wanted.emit(self._people)

    def take_person(self, name: str) -> None:
        """This person signs."""
        page = self._page
        if page is None:
            return
        self._person = name
        if self._draws:
            # Who draws is there from now on, so that the name expires when the work stops.
            self._begin(name)
            self.screen.ask(name, page.item.key, f"{page.item.key} · {own(page.item, 'title')}")
            self.screen_wanted.emit(self.screen)
            return
        task, field = Task(page.item, page.target), self._field
        self._end()
        if field in page.named:
            # The name of the second person is recorded by the one who works here.
            self._recording.value(task, field, name)
        else:
            self._begin(name)
            self._recording.value_by(name, task, field, name)

    def _drawn(self, picture: Photo) -> None:
        # Asking who is on duty lets the name lapse first: a drawing that was left on the screen signs nothing.
        on_duty = self._duty.person
        page, field, name = self._page, self._field, self._person
        if page is not None and on_duty:
            self._end()
            self._duty.touch()
            failed = partial(self._recording.report_unrecorded, Task(page.item, page.target), field)
            self._recording.run_by(name, record_signature, page.item.key, page.target, field, picture, failed=failed)

    def _lapse(self) -> None:
        if self.is_asking and not self._duty.person:
            self.forget()
            self.lapsed.emit()

    def _begin(self, name: str) -> None:
        if not self._duty.person:
            self._duty.begin(name)
        self._duty.touch()

    def _end(self) -> None:
        self.forget()
        self.ended.emit()
