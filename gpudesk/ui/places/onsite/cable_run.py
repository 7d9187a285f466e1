"""Many cables in a row with keyboard and scanner: scan a label, plug in, Enter; the other end likewise; the next cable."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.core.checklist.checklist_progress import DONE
from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.checklist.cable_facts import label_a, label_b, port_a, port_as_planned, port_b
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import given_values, history_of, standing_of
from gpudesk.onsite.scan_lookup import look_up
from gpudesk.onsite.task_page import holds_before
from gpudesk.ui.places.onsite.item_page import ResultBanner
from gpudesk.ui.places.onsite.log_recording import Recording
from gpudesk.ui.places.onsite.scan_line import ScanLine
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.places.onsite.unit_picture import UnitPicture, cable_view
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("CableRun")

LABELS, PORTS = "CAB-020", "CAB-120"
"""The items that a run fills in: that both labels are on, and that both ports are the planned ones."""
_OTHER = {"A": "B", "B": "A"}


@dataclass(slots=True)
class _UnderWay:
    """The cable in hand: which end is being plugged in, and how each end was proved."""

    cable: int
    end: str
    proofs: dict[str, str]
    waiting_for_label: bool


class CableRun(QWidget):
    """The screen of a run. The field for scans has the keyboard all the time.

    Signals:
        refused(str, str): a label is wrong; title and reason.
        left(): the run ends.
    """

    refused = Signal(str, str)
    left = Signal()

    def __init__(self, session: Session, recording: Recording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._recording = session, recording
        self._now: _UnderWay | None = None
        self.done = 0
        self.ask = Label("", self, step="display", wrap=True)
        self.where = Label("", self, step="display", strong=True, wrap=True)
        large = fonts.font("display", strong=True)
        large.setPixelSize(44)
        self.where.setFont(large)
        self.port = Label("", self, step="display", wrap=True)
        self.picture = UnitPicture()
        self.scan = ScanLine(tr("Scan"), tr("Scan here, then press Enter"))
        self.confirm = TouchButton(tr("Plugged in"), primary=True)
        self.undo = TouchButton(tr("Another cable"))
        self.finish = TouchButton(tr("Finish"))
        self.result = ResultBanner()
        self.count = Label("", self, step="title", ink="text.secondary")
        row = QHBoxLayout()
        row.setSpacing(12)
        for part in (self.confirm, self.undo, self.finish):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 20, 32, 20)
        column.setSpacing(12)
        for widget in (self.ask, self.scan, self.result, self.where, self.port, self.picture):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(row)
        self.scan.returnPressed.connect(self._take)
        self.confirm.clicked.connect(self._plugged)
        self.undo.clicked.connect(self.drop)
        self.finish.clicked.connect(self.left)

    def begin(self) -> None:
        """Wait for the first label."""
        self._now, self.done = None, 0
        self.result.hide()
        self._show()

    def take_keyboard(self) -> None:
        """Give the keyboard focus to this screen for the scanner, unless another screen requests input."""
        if self.isVisible():
            self.scan.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._now is not None:
            self.drop()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.text() and event.text().isprintable():
            self.take_keyboard()
            self.scan.insert(event.text())
        else:
            super().keyPressEvent(event)

    def _take(self) -> None:
        text = self.scan.text().strip()
        self.scan.clear()
        self.take(text)

    def take(self, text: str) -> None:
        """Process scanned text as one step; "" confirms."""
        try:
            self._taken(text)
        except Refused as error:
            self.refused.emit(tr("Wrong label"), tr_message(error.message))
        self._show()

    def _taken(self, text: str) -> None:
        document = self._session.document
        if document is None:
            return
        now = self._now
        if now is not None and not self._session.snapshot["cable"].has(now.cable):
            # An edit took it out of the plan while it was in the hand; what was recorded of it stays.
            self._now = None
            look_up(self._session.snapshot, document.uid, f"{now.cable}:{now.end}")
            return
        if now is not None and not now.waiting_for_label:
            self._prove(now, text)
            return
        if not text:
            return
        finding = look_up(self._session.snapshot, document.uid, text)
        if finding.spot.scope is not Scope.CABLE or not finding.end:
            raise _refused(QT_TRANSLATE_NOOP("onsite", "{text} is not a cable label."), text=text)
        if now is None:
            self._start(finding.spot.target, finding.end)
        elif finding.spot.target != now.cable:
            other = QT_TRANSLATE_NOOP("onsite", "This is cable {number}. Scan the other end of cable {wanted} next.")
            raise _refused(other, number=finding.spot.target, wanted=now.cable)
        elif finding.end != now.end:
            again = QT_TRANSLATE_NOOP("onsite", "This is the same end of cable {number} again. Scan its end {wanted}.")
            raise _refused(again, number=now.cable, wanted=now.end)
        else:
            now.waiting_for_label = False
            self._record_label(now.cable, now.end)

    def _start(self, cable: int, end: str) -> None:
        """Take a cable into the hand, if it may be plugged in now."""
        snapshot = self._session.snapshot
        if self._item().disabled:
            raise _refused(QT_TRANSLATE_NOOP("onsite", "{item}, where cable series are recorded, is disabled in this project."), item=PORTS)
        standing = standing_of(snapshot, PORTS, cable)
        if standing is not None and standing.state in DONE:
            raise _refused(QT_TRANSLATE_NOOP("onsite", "Cable {number} is plugged in already."), number=cable)
        hold_keys = holds_before(snapshot, self._item(), cable)
        if hold_keys:
            raise _refused(QT_TRANSLATE_NOOP("onsite", "Cable {number} requires {names} first."), number=cable, names=hold_keys)
        self._now = _UnderWay(cable, end, {}, waiting_for_label=False)
        self._record_label(cable, end)

    def _record_label(self, cable: int, end: str) -> None:
        """The scan proves that the label is on its end; it is recorded once."""
        snapshot = self._session.snapshot
        item = checklist_of(snapshot).items[LABELS]
        field = end.lower()
        label = (label_a if end == "A" else label_b)(snapshot, np.array([cable], np.int64))[0]
        recorded = given_values(history_of(snapshot, LABELS, cable)).get(field)
        if not item.disabled and (recorded is None or recorded.value != label) and not holds_before(snapshot, item, cable):
            self._recording.value(Task(item, cable), field, label)

    def _prove(self, now: _UnderWay, text: str) -> None:
        """The end is plugged in: seen by the person, or proved by the label of the port."""
        planned = self._port(now.cable, now.end)
        if text and _plain(port_as_planned(self._session.snapshot, now.cable, text)) != _plain(planned):
            wrong = QT_TRANSLATE_NOOP("onsite", "{text} is the wrong port. End {end} of cable {number} goes to {planned}.")
            raise _refused(wrong, text=text, end=now.end, number=now.cable, planned=planned)
        now.proofs[now.end] = "scanned" if text else "seen"
        item = self._item()
        self._recording.value(Task(item, now.cable), now.end.lower(), planned)
        if len(now.proofs) < 2:
            now.end, now.waiting_for_label = _OTHER[now.end], True
            return
        proof = "scanned" if set(now.proofs.values()) == {"scanned"} else "seen"
        self._recording.value(Task(item, now.cable), "proof", proof, done=partial(self._recorded, now.cable))
        self._now = None

    def _recorded(self, cable: int, _: object) -> None:
        """After the last field of a cable is written, report the result."""
        standing = standing_of(self._session.snapshot, PORTS, cable)
        if standing is not None:
            self.done += 1
            self.result.show_state(standing.state, tr("Cable {number}").format(number=cable))
            self.result.show()
            self._show()

    def _item(self) -> Item:
        return checklist_of(self._session.snapshot).items[PORTS]

    def _port(self, cable: int, end: str) -> str:
        ids = np.array([cable], np.int64)
        return (port_a if end == "A" else port_b)(self._session.snapshot, ids)[0]

    def _plugged(self) -> None:
        self.scan.clear()
        self._take()

    def drop(self) -> None:
        """Continue with another cable; recorded data of this one is kept."""
        self._now = None
        self._show()

    def _show(self) -> None:
        now, snapshot = self._now, self._session.snapshot
        self.count.setText(tr("%n cable(s) done", "", self.done))
        is_in_hand = now is not None and not now.waiting_for_label
        for part in (self.where, self.port, self.picture, self.confirm):
            part.setVisible(is_in_hand)
        if now is not None:
            self.result.hide()
        self.undo.setVisible(now is not None)
        self.take_keyboard()
        if now is None:
            self.ask.setText(tr("Scan the label at either end of a cable"))
            return
        if now.waiting_for_label:
            self.ask.setText(tr("Cable {number}: scan the label of end {end}").format(number=now.cable, end=now.end))
            return
        view = cable_view(snapshot, now.cable, now.end)
        self.ask.setText(tr("Cable {number}, end {end}: plug it in, then press Enter").format(number=now.cable, end=now.end))
        self.where.setText("  ".join(filter(None, (view.rack, view.unit, view.port))))
        self.port.setText(view.device)
        self.picture.show_view(view)


def _refused(sentence: str, **values: str | int | tuple[str, ...]) -> Refused:
    return Refused(Message("onsite", sentence, dict(values)))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
