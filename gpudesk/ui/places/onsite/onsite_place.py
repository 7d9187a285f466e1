"""The place "On site": pending tasks, a page for each item, and the person who does it."""

from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.scanned_values import scanned_value
from gpudesk.onsite.work_list import Spot, Wanted
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.project.document import utc_now
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.cable_run import CableRun
from gpudesk.ui.places.onsite.camera_folder import CameraFolder
from gpudesk.ui.places.onsite.decisions import Decisions
from gpudesk.ui.places.onsite.deviation_work import DeviationWork
from gpudesk.ui.places.onsite.duty import Duty
from gpudesk.ui.places.onsite.evidence_files import EvidenceFiles
from gpudesk.ui.places.onsite.item_page import ItemPage
from gpudesk.ui.places.onsite.log_recording import Recording
from gpudesk.ui.places.onsite.onsite_labels import place_text
from gpudesk.ui.places.onsite.people_screen import PeopleScreen
from gpudesk.ui.places.onsite.scanning import Scanning
from gpudesk.ui.places.onsite.shown_work import ShownWork, shown_work
from gpudesk.ui.places.onsite.signing import Signing
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.places.onsite.top_line import TopLine
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.places.onsite.work_packages import WorkPackages
from gpudesk.ui.places.onsite.work_side import WorkSide
from gpudesk.ui.printing.hand_over_scope import HandOverScope
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("OnSitePlace")


class OnSitePlace(QWidget):
    """The list on the left, the page on the right; questions replace both.

    Signals:
        changed(): the entry that can be withdrawn may have changed.
        labels_wanted(HandOverScope): the labels of these cables are to be printed again.
        camera_chosen(str): this folder of a camera is watched from now on; "" for none.
        originals_chosen(bool): the original files of photos are kept from now on, or not.
    """

    changed = Signal()
    labels_wanted = Signal(object)
    camera_chosen = Signal(str)
    originals_chosen = Signal(bool)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("onsite-place")
        self._session = session
        self._under_way: tuple[Snapshot, Wanted, Task | None, date] | None = None
        self._shown: ShownWork | None = None
        self._task: Task | None = None
        self._refused = ""
        self._not_recorded: tuple[Task, str] | None = None
        """The field that the next failure of the session is about."""
        self._scanned: Spot | None = None
        self._goes_in = False
        self.duty = Duty(self)
        self.recording = Recording(session, self.duty, self)
        self.top = TopLine()
        self.side = WorkSide()
        self.page = ItemPage()
        self._hint = Label(tr("Select a task on the left, or scan a label."), step="title", ink="text.secondary", wrap=True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.right = QStackedWidget()
        self.right.addWidget(self._hint)
        self.right.addWidget(self.page)
        self.work = QWidget()
        row = QHBoxLayout(self.work)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.side)
        row.addWidget(self.right, 1)
        self.people = PeopleScreen()
        self.signing = Signing(self.recording, self.duty, self.people, self)
        self.decisions = Decisions(session, self.recording, self.duty, self)
        self.deviations = DeviationWork(session, self.recording, self)
        self.run = CableRun(session, self.recording)
        self.packages = WorkPackages(session, self.recording, self)
        self._before: QWidget = self.work
        self.screens = QStackedWidget()
        questions = (self.people, self.decisions.screen, self.decisions.punch, self.signing.screen)
        differences = (self.deviations.screen, self.deviations.acceptance, self.deviations.list)
        for screen in (self.work, *questions, *differences, self.run, self.packages.screen):
            self.screens.addWidget(screen)
        self.cables = TouchButton(tr("Cable series"))
        self.top.add_button(self.deviations.button)
        self.top.add_button(self.cables)
        self.top.add_button(self.packages.button)
        self.evidence = EvidenceFiles(session, self.recording, self)
        self.camera = CameraFolder(session, self)
        self.scanning = Scanning(session, self.duty, self.top, self.run, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.scanning.codes)
        column.addWidget(self.screens, 1)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_seen)
        self._connect()
        self._show_person()

    def _connect(self) -> None:
        session = self._session
        for signal in (session.changed, session.refreshed):
            signal.connect(self._refresh_later)
        for signal in (session.opened, session.closed):
            signal.connect(self._begin_again)
        session.failed.connect(self._failed)
        self.duty.changed.connect(self._show_person)
        self.recording.person_wanted.connect(self.ask_person)
        self.recording.not_recorded.connect(self._mark_field)
        self.top.person.clicked.connect(self.ask_person)
        scanning = self.scanning
        scanning.task_wanted.connect(self.show_task)
        scanning.item_wanted.connect(self._show_need)
        scanning.found.connect(self._show_found)
        scanning.ended.connect(self._go_on_scanning)
        self.camera.arrived.connect(scanning.look_for_codes)
        self.side.wanted_changed.connect(self._refresh_later)
        self.side.chosen.connect(self.show_task)
        self.side.typed.connect(self.top.type_into)
        self.people.chosen.connect(self._take_person)
        self.people.added.connect(self._add_person)
        self.people.left.connect(self._leave_question)
        self.decisions.screen_wanted.connect(self.screens.setCurrentWidget)
        self.decisions.ended.connect(self._decided)
        self.deviations.screen_wanted.connect(self.screens.setCurrentWidget)
        self.deviations.ended.connect(self._decided)
        self.cables.clicked.connect(self.begin_run)
        self.run.left.connect(self._leave_run)
        self.packages.button.clicked.connect(lambda: self.packages.begin(self.side.wanted()))
        self.packages.screen_wanted.connect(self.screens.setCurrentWidget)
        self.packages.screen.left.connect(self._leave_run)
        self.packages.screen.task_wanted.connect(self._open_task)
        page = self.page
        page.reads = self._as_scanned
        page.wrong_label.connect(self._refuse_label)
        page.entered.connect(self._record)
        page.touched.connect(self.duty.touch)
        page.sign_wanted.connect(self._ask_signature)
        page.draw_wanted.connect(partial(self._ask_signature, drawn=True))
        self.signing.screen_wanted.connect(self.screens.setCurrentWidget)
        self.signing.ended.connect(self._signed)
        self.signing.lapsed.connect(self._leave_signature)
        self.signing.screen.left.connect(self._leave_question)
        page.override_wanted.connect(self._override)
        page.waive_wanted.connect(self._waive)
        page.not_applicable_wanted.connect(self._not_applicable)
        page.withdraw_wanted.connect(self.decisions.withdraw)
        page.punch_wanted.connect(self._punch)
        page.deviation_wanted.connect(self._deviate)
        page.decision_wanted.connect(self.deviations.ask_decision)
        page.files_wanted.connect(self._choose_files)
        page.files_dropped.connect(self.take_files)
        page.camera_wanted.connect(lambda: self.evidence.choose_folder(self.watch_camera))
        page.camera_unwanted.connect(lambda: self.watch_camera(None))
        page.originals_wanted.connect(self.keep_originals)
        page.photo_wanted.connect(self._take_photo)
        page.photo_unwanted.connect(self.camera.drop)
        self.camera.changed.connect(lambda: page.show_camera(self.camera))
        page.show_camera(self.camera)
        page.need_wanted.connect(self._show_need)
        page.next_wanted.connect(self.show_next)
        page.labels_wanted.connect(self._print_labels)

    # what the window asks

    def parts(self) -> list[QWidget]:
        """Parts that F6 cycles through."""
        if self.screens.currentWidget() is not self.work:
            return [self.top, *filter(None, [self.screens.currentWidget()])]
        return [self.top.scan, self.side.at_rest(), self.page if self._task is not None else self.right]

    def at_rest(self) -> QWidget:
        """What takes the keyboard when the place is entered: the field that takes scans."""
        return self.top.scan

    def look_like(self, other: "OnSitePlace") -> None:
        """Show what another one shows."""
        self.side.look_like(other.side)
        self._task = other._task
        if other.duty.person:
            self.duty.begin(other.duty.person)
        self._refresh_later()

    def last_entry(self) -> str:
        """Name of the entry that Ctrl+Z offers to withdraw, empty if there is none."""
        return "" if self._shown is None else self._shown.last

    # showing

    @property
    def task(self) -> Task | None:
        """The item and target whose page is open."""
        return self._task

    @property
    def is_filled(self) -> bool:
        """Whether the list has been filled for the project."""
        return self._shown is not None

    def show_task(self, task: Task) -> None:
        """Open the page of an item on a target."""
        self.duty.touch()
        self._task, self._scanned = task, None
        self.screens.setCurrentWidget(self.work)
        self._refresh_later()

    def show_next(self) -> None:
        """Open the next task of the list."""
        following = self.side.model.after(self._task) if self._task is not None else None
        if following is not None:
            self.show_task(following)

    def _begin_again(self) -> None:
        """Another project: its people and its tasks are others."""
        self._task, self._shown, self._under_way = None, None, None
        self._scanned, self._goes_in, self._not_recorded = None, False, None
        self.recording.forget()
        self.signing.forget()
        self.decisions.forget()
        self.deviations.forget()
        self.camera.forget()
        self.scanning.codes.hide()
        self.duty.begin("")
        self.side.begin_again()
        self.right.setCurrentWidget(self._hint)
        self.screens.setCurrentWidget(self.work)
        self._refresh_later()

    def _refresh_later(self, *_: object) -> None:
        self._later.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.duty.look()
        self.camera.wake(True)
        self._refresh_later()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.camera.wake(False)
        self._refused = ""
        self.scanning.hide_sign()

    def _refresh_if_seen(self) -> None:
        if not self.isVisible() or not self._session.is_open:
            return
        snapshot, list_filter, task, today = self._session.snapshot, self.side.wanted(), self._task, self._today()
        as_shown = self._shown is not None and self._shown.snapshot is snapshot and self._shown.today == today
        if self._shown is not None and as_shown and self._shown.wanted == list_filter and self._page_of() == task and not self._goes_in:
            self._show_places(self._shown)
            self._scanned = None
            return
        if self._under_way is not None and self._under_way[0] is snapshot and self._under_way[1:] == (list_filter, task, today):
            return
        self._under_way = snapshot, list_filter, task, today
        everywhere = tr("Everywhere")
        document = self._session.document
        self._session.jobs.read(
            lambda _: shown_work(document, snapshot, list_filter, task, everywhere, today), self._take, self._session.failed.emit
        )

    def _page_of(self) -> Task | None:
        """The task whose page is seen."""
        return self.page.task if self.right.currentWidget() is self.page else None

    def _today(self) -> date:
        """The day by which items are overdue."""
        document = self._session.document
        return local_day(utc_now()) if document is None else document.today

    def _take(self, shown: ShownWork) -> None:
        if not isValid(self):
            return
        if not self._session.is_open or self._session.snapshot is not shown.snapshot or self.side.wanted() != shown.wanted:
            self._under_way = None
            self._later.start()
            return
        self._shown = shown
        self.side.show_groups(shown.snapshot, shown.groups, shown.counts)
        self._show_places(shown)
        self.deviations.show_count(shown.deviations)
        page = shown.page
        self._task = _as_it_is_now(shown, self._task)
        if page is not None and self._task == Task(page.item, page.target):
            fresh = self.page.task != self._task
            self.page.show_page(shown.snapshot, page)
            self.page.show_signatures(shown.drawings)
            self.right.setCurrentWidget(self.page)
            takes_keyboard = self._goes_in or (fresh and not self.top.scan.hasFocus())
            self._goes_in = False
            if takes_keyboard and self.screens.currentWidget() is self.work:
                self.page.first_field().setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._task is None:
            self.right.setCurrentWidget(self._hint)
        self._open_the_only_one(shown)
        self.changed.emit()

    def _open_the_only_one(self, shown: ShownWork) -> None:
        """Open the only task left after a scan narrowed the list, and give its first field the keyboard focus."""
        scanned, self._scanned = self._scanned, None
        if scanned is None or scanned != shown.wanted.spot or sum(group.count for group in shown.groups) != 1:
            return
        (group,) = shown.groups
        target = int(shown.snapshot.cached(layout).ids[group.item.scope][int(group.places()[0])])
        self.show_task(Task(group.item, target))
        self._goes_in = True

    def _show_places(self, shown: ShownWork) -> None:
        self.side.show_choices(shown.snapshot, shown.places, self.recording.people())

    # people

    def _show_person(self) -> None:
        self.top.show_person(self.duty.person)

    def ask_person(self) -> None:
        """Ask for the person who works here."""
        if not self._session.is_open:
            return
        self.signing.forget()
        why = tr("Every entry is recorded under this name. Names are self-declared; the program does not verify them.")
        self.people.ask(tr("Who is working here?"), why, self.recording.people())
        if self.screens.currentWidget() in (self.work, self.run, self.packages.screen, self.deviations.screen):
            self._before = self.screens.currentWidget() or self.work
        self.screens.setCurrentWidget(self.people)
        self.people.take_keyboard()

    def _ask_signature(self, field: str, *, drawn: bool = False) -> None:
        if self.page.page is not None:
            self.signing.ask(self.page.page, field, drawn=drawn)

    def _add_person(self, name: str) -> None:
        self.recording.add_person(name, partial(self._added, name))

    def _added(self, name: str, _: object) -> None:
        self._take_person(name)

    def _take_person(self, name: str) -> None:
        if self.signing.is_asking:
            self.signing.take_person(name)
            return
        self.screens.setCurrentWidget(self._before)
        self.duty.begin(name)
        self.recording.go_on()
        self._go_on_scanning()

    def _signed(self) -> None:
        self.screens.setCurrentWidget(self.work)

    def _leave_signature(self) -> None:
        if self.screens.currentWidget() in (self.people, self.signing.screen):
            self._leave_question()

    def _leave_question(self) -> None:
        self.recording.forget()
        self.signing.forget()
        self.decisions.forget()
        asked_who = self.screens.currentWidget() is self.people
        if asked_who and self._before is self.deviations.screen:
            # No name was given, so nothing was recorded: what was entered is still there.
            self.deviations.go_on_asking()
        else:
            self.deviations.forget()
        if asked_who and self._before is self.run:
            # What was not recorded of the cable in hand is proved once more.
            self.run.drop()
        self.screens.setCurrentWidget(self._before if asked_who else self.work)
        self._show_again()

    # recording

    def _record(self, field: str, value: object) -> None:
        if self._task is not None:
            self.recording.value(self._task, field, value, self._instrument(field))

    def _as_scanned(self, field: str, value: object) -> object:
        document, page = self._session.document, self.page.page
        if document is None or page is None:
            return value
        return scanned_value(page.item.by_key[field], value, page.basis, document.uid)

    def _refuse_label(self, field: str, reason: str) -> None:
        self._refused = field
        self.scanning.refuse(tr("Wrong label"), reason)

    def _instrument(self, field: str) -> Any:
        page = self.page.page
        return self.page.instrument() if page is not None and page.item.by_key[field].instrument else None

    def _mark_field(self, task: Task, field: str) -> None:
        self._not_recorded = task, field

    def _failed(self, error: DeskError) -> None:
        """Show at its field why a value was not recorded, if its page is still open; the window shows every failure."""
        marked, self._not_recorded = self._not_recorded, None
        if marked is not None and marked[0] == self._page_of() and self.isVisible():
            self.page.refuse(marked[1], tr_message(error.message))

    def _show_again(self) -> None:
        """Show the recorded value in place of input that will not be recorded."""
        if self._shown is not None and self._shown.page is not None and self._task is not None:
            self.page.show_page(self._shown.snapshot, self._shown.page)
            self.page.show_signatures(self._shown.drawings)

    # decisions

    def ask_last_withdrawal(self) -> None:
        """Ask why the last entry of this installation is withdrawn."""
        entry = self.last_entry()
        if entry:
            self.decisions.withdraw(entry)

    def _override(self) -> None:
        if self._task is not None:
            self.decisions.override(self._task)

    def _waive(self) -> None:
        if self._task is not None:
            self.decisions.waive(self._task)

    def _not_applicable(self) -> None:
        if self._task is not None:
            self.decisions.not_applicable(self._task)

    def _punch(self) -> None:
        if self.page.page is not None:
            self.decisions.note_punch(self.page.page)

    def _deviate(self) -> None:
        if self.page.page is not None:
            self.duty.touch()
            self.deviations.ask(self.page.page)

    def _decided(self) -> None:
        self.decisions.forget()
        self.deviations.forget()
        self.screens.setCurrentWidget(self.work)
        self._show_again()

    # labels

    def _print_labels(self) -> None:
        """Print the labels of the cable, the device or the rack again whose page is open."""
        page = self.page.page
        if page is not None and page.cables:
            self.duty.touch()
            what = place_text(self._session.snapshot, page.item.scope, page.target)
            self.labels_wanted.emit(HandOverScope(cables=page.cables, cables_of=what))

    # files

    def _choose_files(self, field: str) -> None:
        if self._task is not None:
            self.evidence.choose(self._task, field)

    def take_files(self, field: str, paths: list[Path]) -> None:
        """Take files or photos for a field of the item that is shown."""
        if self._task is not None:
            self.evidence.take(self._task, field, paths)

    def watch_camera(self, folder: Path | None) -> None:
        """Offer the new pictures of a folder from now on, or of none."""
        self.camera.watch(folder)
        self.camera_chosen.emit("" if folder is None else str(folder))

    def keep_originals(self, kept: bool) -> None:
        """Keep the original files of photos, in a folder next to the project, or only the version stored in the project."""
        self.evidence.keeps_originals = kept
        self.page.show_originals(kept)
        self.originals_chosen.emit(kept)

    def _take_photo(self, field: str, photo: Photo) -> None:
        if self._task is not None:
            path = None if self.camera.folder is None else self.camera.folder / photo.file.name
            self.evidence.take_photo(self._task, field, photo, path, lambda _: self.camera.drop(photo))

    # cables in a row

    def begin_run(self) -> None:
        """Plug in one cable after the other, by scanner and Enter."""
        if self._session.is_open:
            self.run.begin()
            self.screens.setCurrentWidget(self.run)
            self.run.take_keyboard()

    def _open_task(self, task: Task) -> None:
        self._leave_run()
        self.show_task(task)

    def _leave_run(self) -> None:
        self._before = self.work
        self.screens.setCurrentWidget(self.work)
        self._refresh_later()

    def _show_need(self, key: str) -> None:
        """Go to the prerequisite of an item: to its page if it has one target, otherwise to its targets in the list."""
        snapshot = self._session.snapshot
        item = checklist_of(snapshot).items[key]
        ids = snapshot.cached(layout).ids[item.scope]
        if len(ids) == 1:
            self.show_task(Task(item, int(ids[0])))
        else:
            self.side.show_item(item)

    # scanning

    def scan(self, text: str) -> None:
        """Process scanned or typed text."""
        self.scanning.scan(text)

    def _show_found(self, spot: Spot) -> None:
        self._task, self._scanned = None, spot
        self.screens.setCurrentWidget(self.work)
        self.side.narrow(spot)

    def _go_on_scanning(self) -> None:
        refused, self._refused = self.page.fields.get(self._refused), ""
        if self.screens.currentWidget() is self.run:
            self.run.take_keyboard()
        elif refused is not None:
            refused.at_rest().setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.top.scan.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scanner input without a target goes into the scan field; Esc goes back."""
        text = event.text()
        if event.key() == Qt.Key.Key_Escape and self.screens.currentWidget() is not self.work:
            self._leave_question()
        elif text and text.isprintable() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.top.type_into(text)
        else:
            super().keyPressEvent(event)


def _as_it_is_now(shown: ShownWork, task: Task | None) -> Task | None:
    """A task with the current item of the project with its key; None if there is none."""
    if task is None:
        return None
    item = checklist_of(shown.snapshot).items.get(task.item.key)
    return None if item is None else Task(item, task.target)
