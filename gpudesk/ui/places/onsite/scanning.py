"""Processing of scanned, typed or photographed codes: opens a task, narrows the list, starts the cable series, or refuses."""

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gpudesk.core.checklist.item_codes import ItemCode, read_item_code
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.scan_lookup import look_up
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.ui.places.onsite.cable_run import CableRun
from gpudesk.ui.places.onsite.code_choice import CodeChoice
from gpudesk.ui.places.onsite.duty import Duty
from gpudesk.ui.places.onsite.onsite_labels import code_text
from gpudesk.ui.places.onsite.picture_scan import PictureScan
from gpudesk.ui.places.onsite.refusal import RefusalSign
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.places.onsite.top_line import TopLine
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("OnSitePlace")


class Scanning(QObject):
    """Combines the scan field, pictures and the camera.

    Signals:
        task_wanted(Task): the code of a sheet names an item on a target.
        item_wanted(str): the code names only an item.
        found(Spot): a label, a serial number or a name of the plan was given.
        ended(): a notice or choice was left; the keyboard focus is free.
    """

    task_wanted = Signal(object)
    item_wanted = Signal(str)
    found = Signal(object)
    ended = Signal()

    def __init__(self, session: Session, duty: Duty, top: TopLine, run: CableRun, place: QWidget) -> None:
        super().__init__(place)
        self._session, self._duty, self._top, self._run, self._place = session, duty, top, run, place
        self._sign: RefusalSign | None = None
        self.pictures = PictureScan(session, place)
        self.codes = CodeChoice()
        top.scanned.connect(self.scan)
        top.picture.clicked.connect(self.pictures.choose)
        for line in (top.scan, run.scan):
            line.file_given.connect(self.pictures.take_file)
            line.image_given.connect(self.pictures.take_image)
        run.refused.connect(self.refuse)
        self.pictures.scanned.connect(self.scan)
        self.pictures.offered.connect(self._offer_codes)
        self.pictures.refused.connect(self.refuse)
        self.codes.chosen.connect(self.scan)
        self.codes.left.connect(self.ended)

    def scan(self, text: str) -> None:
        """Process scanned or typed text: show the named object, or refuse it visibly."""
        document = self._session.document
        if document is None:
            return
        self._duty.touch()
        self.codes.hide()
        if not self._run.isHidden():
            self._run.take(text)
            return
        try:
            code = read_item_code(text, document.uid)
            if code is None:
                self.found.emit(look_up(self._session.snapshot, document.uid, text).spot)
            else:
                self._show_code(code)
        except Refused as error:
            self.refuse(tr("Wrong label"), tr_message(error.message))

    def _show_code(self, code: ItemCode) -> None:
        """Show the object of a printed sheet's code: an item on a target, or the item on all its targets."""
        snapshot = self._session.snapshot
        item = checklist_of(snapshot).items.get(code.item)
        if item is None:
            text = QT_TRANSLATE_NOOP("onsite", "The item {item} on this sheet is no longer in the checklist.")
            raise Refused(Message("onsite", text, {"item": code.item}))
        if code.target is None:
            self.item_wanted.emit(code.item)
        elif snapshot.cached(layout).place(item.scope, code.target) == ABSENT:
            text = QT_TRANSLATE_NOOP("onsite", "The object that this sheet was printed for is no longer in the plan.")
            raise Refused(Message("onsite", text))
        else:
            self.task_wanted.emit(Task(item, code.target))

    def look_for_codes(self, photos: list[Photo]) -> None:
        """Look for codes in new pictures of the camera, while the keyboard is where codes are scanned."""
        if self._top.scan.hasFocus() or self._run.scan.hasFocus():
            self.pictures.take_new(photos)

    def _offer_codes(self, name: str, codes: tuple[str, ...], damaged: bool) -> None:
        document = self._session.document
        if document is not None:
            self.codes.offer(name, codes, partial(code_text, self._session.snapshot, document.uid), damaged=damaged)

    def refuse(self, title: str, reason: str) -> None:
        """Cover the window with a sign."""
        if self._sign is None or self._sign.parentWidget() is not self._place.window():
            self._sign = RefusalSign(self._place.window())
            self._sign.taken.connect(self.ended)
        self._sign.show_reason(title, reason)

    @property
    def sign(self) -> RefusalSign | None:
        """The sign of a refused label, None before there was one."""
        return self._sign

    def hide_sign(self) -> None:
        """Take the sign away with the place."""
        if self._sign is not None:
            self._sign.hide()
