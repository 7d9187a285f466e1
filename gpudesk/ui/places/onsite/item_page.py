"""The page of one item on one target: task, pass criteria, fields, and records."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.items import Evidence
from gpudesk.core.checklist.recording_rules import WITHDRAWABLE
from gpudesk.core.checklist.values import Instrument
from gpudesk.derived.checklist.device_facts import BASELINE_FACTS
from gpudesk.onsite.deviations import deviations_in
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.task_page import TaskPage
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.camera_folder import CameraFolder
from gpudesk.ui.places.onsite.deviation_words import deviation_text
from gpudesk.ui.places.onsite.evidence_fields import EvidenceField, FilesField, SignField, field_for
from gpudesk.ui.places.onsite.onsite_labels import (
    SEVERITY,
    breakable,
    entry_text,
    own,
    paint_state,
    place_text,
    sentences_of,
    state_name,
    who_text,
)
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.places.onsite.touch import TouchButton, TouchLine
from gpudesk.ui.places.onsite.unit_picture import UnitPicture, view_of
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.parts.scrolled_page import replace_page
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("ItemPage")


class ResultBanner(QWidget):
    """State of the item, as a shape with its name, on the color of the state."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state, self.text, self.more = State.OPEN, "", ""
        self.setFixedHeight(56)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, 56)

    def show_state(self, state: State, more: str, due: date | None = None) -> None:
        """Show a state with its details; for overdue items, with the due date."""
        self.state, self.text, self.more = state, state_name(state, due), more
        self.setAccessibleName(f"{self.text}. {more}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        severity = colours.severity.get(SEVERITY.get(self.state, ""))
        ground = colours.surface.sunken if severity is None else severity.surface
        line = colours.border.default if severity is None else severity.colour
        painting.frame(painter, self.rect(), ground, line, theme.radius("control"), width=1.0 if severity is None else 2.0)
        paint_state(painter, QRectF(12, 12, 32, 32), self.state)
        area = QRectF(self.rect()).adjusted(56, 0, -12, 0)
        wide = painting.text(painter, area, self.text, fonts.font("title"), colours.text.primary)
        rest = area.adjusted(wide + 16, 0, 0, 0)
        painting.text(painter, rest, self.more, fonts.font("body"), colours.text.secondary, elide=Qt.TextElideMode.ElideRight)


class ItemPage(QWidget):
    """Shows a `TaskPage`, with the result always visible above it; requests are handled by the receivers of the signals.

    Signals:
        entered(str, object): a field has a value.
        sign_wanted(str), draw_wanted(str): the field with this key is to be signed, or the signature drawn.
        files_wanted(str), files_dropped(str, list): files are to be added to the field with this key.
        override_wanted(), waive_wanted(), not_applicable_wanted(), punch_wanted(), deviation_wanted(): one of these is requested.
        decision_wanted(str): the deviation with this name is to be decided.
        withdraw_wanted(str): the entry with this name is to be withdrawn.
        need_wanted(str): go to the item with this key, which this one waits for.
        labels_wanted(): print the labels of its cables again.
        camera_wanted(), camera_unwanted(): choose the folder of a camera, or stop watching it.
        originals_wanted(bool): keep the original files of photos, or not.
        photo_wanted(str, object), photo_unwanted(object): add an offered photo to the field with this key, or stop offering it.
        wrong_label(str, str): the scan into the field with this key is refused, with the reason.
        next_wanted(), back_wanted(): go to the next task of the list, or to the list.
        touched(): a key was pressed or a button tapped.
    """

    entered = Signal(str, object)
    sign_wanted = Signal(str)
    draw_wanted = Signal(str)
    files_wanted = Signal(str)
    files_dropped = Signal(str, list)
    camera_wanted = Signal()
    camera_unwanted = Signal()
    originals_wanted = Signal(bool)
    photo_wanted = Signal(str, object)
    photo_unwanted = Signal(object)
    override_wanted = Signal()
    waive_wanted = Signal()
    not_applicable_wanted = Signal()
    punch_wanted = Signal()
    deviation_wanted = Signal()
    decision_wanted = Signal(str)
    withdraw_wanted = Signal(str)
    need_wanted = Signal(str)
    labels_wanted = Signal()
    wrong_label = Signal(str, str)
    next_wanted = Signal()
    touched = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(tr("Item"))
        self.banner = ResultBanner()
        above = QVBoxLayout()
        above.setContentsMargins(20, 12, 20, 0)
        above.addWidget(self.banner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self.area, 1)
        self.setFocusProxy(self.area)
        self.reads: Callable[[str, object], object] = lambda _, value: value
        self.page: TaskPage | None = None
        self.keeps_originals = False
        self.fields: dict[str, EvidenceField] = {}
        self.need_buttons: dict[str, TouchButton] = {}
        self.withdraw_buttons: dict[str, TouchButton] = {}
        self.decide_buttons: dict[str, TouchButton] = {}
        self._waits = ""
        self._rows = 0
        self._camera: CameraFolder | None = None
        self._photo_field = ""

    @property
    def task(self) -> Task | None:
        """The task shown."""
        return None if self.page is None else Task(self.page.item, self.page.target)

    def instrument(self) -> Instrument | None:
        """The measuring instrument, if specified."""
        serial = self.serial.text().strip()
        return Instrument(serial, self.due.text().strip(), self.reference.text().strip()) if serial else None

    def show_page(self, snapshot: Snapshot, page: TaskPage) -> None:
        """Show an item on a target; if it is already shown, update only the changes."""
        same = self.task == Task(page.item, page.target) and self.page is not None and self.page.named == page.named
        self.page = page
        if not same:
            self._build(snapshot, page)
        self.banner.show_state(page.state, self._more(page), page.due)
        for key, field in self.fields.items():
            # What is stale or due again is recorded again, also by the values that are there; so is what waited for a limit.
            field.again = page.state in (State.STALE, State.OVERDUE) or _is_complete(page)
            field.show_given(page.given.get(key))
        self._show_needs(page)
        self._show_limits(page)
        self._show_deviations(snapshot, page)
        self._show_history(snapshot, page)
        self.deviate.setVisible(page.in_plan)
        self.labels.setVisible(bool(page.cables))
        failed = page.state is State.FAILED
        self.punch.setVisible(failed)
        self.punch.say(tr("Change the punch-list entry…") if page.punch else tr("Open a punch-list entry…"))
        self.punch_text.setText(self._punch_text(page))
        self.punch_text.setVisible(bool(self.punch_text.text()))

    def show_signatures(self, drawings: Mapping[str, QImage]) -> None:
        """Show the drawings of the signatures that count, by their fields."""
        for key, field in self.fields.items():
            if isinstance(field, SignField) and key in drawings:
                field.show_drawing(drawings[key])

    def show_camera(self, camera: CameraFolder) -> None:
        """Show the pictures of the camera folder at the photo field that has or last had the keyboard focus."""
        self._camera = camera
        photos = {key: field for key, field in self.fields.items() if isinstance(field, FilesField) and field.takes_photos}
        chosen = self._photo_field if self._photo_field in photos else next(iter(photos), "")
        for key, field in photos.items():
            if key == chosen:
                field.suggestions.show_camera(camera)
            else:
                field.suggestions.hide()

    def show_originals(self, kept: bool) -> None:
        """Show at all photo fields whether the files of photos are kept as they are."""
        self.keeps_originals = kept
        for field in self.fields.values():
            if isinstance(field, FilesField):
                field.originals.setChecked(kept)

    def _come_to(self, field: str) -> None:
        self._photo_field = field
        if self._camera is not None:
            self.show_camera(self._camera)

    def first_field(self) -> QWidget:
        """What takes the keyboard: the first field without a value."""
        empty = (field for field in self.fields.values() if field.value is None)
        chosen = next(empty, next(iter(self.fields.values()), None))
        return self if chosen is None else chosen.at_rest()

    def _go_on(self, key: str) -> None:
        """Go from a field to the next one, and from the last one to the button that leads on."""
        keys = list(self.fields)
        after = keys[keys.index(key) + 1 :]
        chosen = self.fields[after[0]].at_rest() if after else self.next
        chosen.setFocus(Qt.FocusReason.TabFocusReason)
        self.area.ensureWidgetVisible(chosen)

    def refuse(self, key: str, text: str) -> None:
        """Show at a field why the input was refused."""
        if key in self.fields:
            self.fields[key].refuse(text)

    # how it is built

    def _build(self, snapshot: Snapshot, page: TaskPage) -> None:
        item, stage = page.item, checklist_of(snapshot).stages[page.item.stage]
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 16, 20, 24)
        column.setSpacing(12)
        where = place_text(snapshot, item.scope, page.target) if page.in_plan else tr("No longer in the plan")
        column.addWidget(Label(f"{item.key} · {own(stage, 'title')}", step="caption", ink="text.secondary"))
        column.addWidget(Label(own(item, "title"), step="figure", wrap=True))
        column.addWidget(Label(where, step="title", wrap=True))
        self.needs = QVBoxLayout()
        self.needs.setSpacing(8)
        column.addLayout(self.needs)
        self.override = TouchButton(tr("Override the hold…"))
        self.override.clicked.connect(self.override_wanted)
        column.addWidget(self.override, 0, Qt.AlignmentFlag.AlignLeft)
        self.punch_text = Label("", ink="severity.error", wrap=True)
        self.punch = TouchButton("")
        self.punch.clicked.connect(self.punch_wanted)
        column.addWidget(self.punch_text)
        column.addWidget(self.punch, 0, Qt.AlignmentFlag.AlignLeft)
        self.deviations = QVBoxLayout()
        self.deviations.setSpacing(8)
        column.addLayout(self.deviations)
        self._section(column, tr("What to do"))
        column.addWidget(Label(own(item, "do"), step="title", wrap=True))
        self._section(column, tr("Pass criteria"))
        column.addWidget(Label(own(item, "accept"), wrap=True))
        self.limits = QVBoxLayout()
        self.limits.setSpacing(4)
        column.addLayout(self.limits)
        if item.note:
            column.addWidget(Label(own(item, "note"), step="caption", ink="text.secondary", wrap=True))
        self.picture = UnitPicture(body)
        self.picture.show_view(view_of(snapshot, item.scope, page.target) if page.in_plan else None)
        column.addWidget(self.picture)
        self._section(column, tr("Evidence"))
        self._add_instrument(column, any(field.instrument for field in item.fields))
        self.fields = {field.key: self._field(column, field, named=field.key in page.named) for field in item.fields}
        column.addWidget(self._settle_row())
        self._section(column, tr("Recorded"))
        self.history = QVBoxLayout()
        self.history.setSpacing(8)
        column.addLayout(self.history)
        column.addStretch(1)
        replace_page(self.area, body)
        self.area.verticalScrollBar().setValue(0)
        self._waits, self._rows, self._photo_field, self.decide_buttons = "", -1, "", {}
        if self._camera is not None:
            self.show_camera(self._camera)

    def _section(self, column: QVBoxLayout, text: str) -> None:
        column.addSpacing(4)
        column.addWidget(Label(text, step="caption", ink="text.tertiary", strong=True))

    def _add_instrument(self, column: QVBoxLayout, wanted: bool) -> None:
        before = self.instrument() if hasattr(self, "serial") else None
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.serial = TouchLine(tr("Serial number of the instrument"), tr("Instrument: serial number"))
        self.due = TouchLine(tr("Calibrated until"), tr("Calibrated until, 2026-05-01"))
        self.reference = TouchLine(tr("Reference"), tr("Reference: method and time"))
        for line in (self.serial, self.due, self.reference):
            row.addWidget(line, 1)
        if before is not None:
            self.serial.setText(before.serial)
            self.due.setText(before.calibration_due)
            self.reference.setText(before.reference)
        column.addWidget(holder)
        holder.setVisible(wanted)

    def _field(self, column: QVBoxLayout, evidence: Evidence, *, named: bool) -> EvidenceField:
        field = field_for(evidence, named=named)
        field.reads = self.reads
        field.wrong_label.connect(self.wrong_label)
        field.entered.connect(self.entered)
        field.touched.connect(self.touched)
        field.finished.connect(self._go_on)
        if isinstance(field, FilesField):
            field.files_wanted.connect(self.files_wanted)
            field.files_dropped.connect(self.files_dropped)
            field.camera_wanted.connect(self.camera_wanted)
            field.originals.setChecked(self.keeps_originals)
            field.originals_wanted.connect(self.originals_wanted)
            field.photo_wanted.connect(self.photo_wanted)
            field.entered_by_keyboard.connect(self._come_to)
            field.suggestions.unwanted.connect(self.photo_unwanted)
            field.suggestions.left.connect(self.camera_unwanted)
        if isinstance(field, SignField):
            field.sign_wanted.connect(self.sign_wanted)
            field.draw_wanted.connect(self.draw_wanted)
        column.addWidget(field)
        column.addSpacing(6)
        return field

    def _settle_row(self) -> QWidget:
        holder = QWidget()
        rows = QVBoxLayout(holder)
        rows.setContentsMargins(0, 8, 0, 0)
        rows.setSpacing(8)
        self.deviate = TouchButton(tr("Installed differently…"))
        self.deviate.clicked.connect(self.deviation_wanted)
        self.next = TouchButton(tr("Next task"), primary=True)
        self.not_applicable = TouchButton(tr("Not applicable…"))
        self.waive = TouchButton(tr("Waive…"))
        self.labels = TouchButton(tr("Print labels…"))
        self.labels.clicked.connect(self.labels_wanted)
        self.next.clicked.connect(self.next_wanted)
        self.not_applicable.clicked.connect(self.not_applicable_wanted)
        self.waive.clicked.connect(self.waive_wanted)
        # Five in one row are wider than the page of a window of 1,024 px.
        for buttons in ((self.next, self.not_applicable, self.waive), (self.deviate, self.labels)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            rows.addLayout(row)
        return holder

    # what changes

    def _more(self, page: TaskPage) -> str:
        if _is_complete(page):
            lacking = tr("All fields are filled in; a limit is not set")
            return lacking if _lacking(page) else tr("The limit is set now: press Enter in a field")
        if page.wanted and page.state in (State.OPEN, State.IN_PROGRESS, State.BLOCKED):
            return filled_text(tr("{filled} of {wanted} {wanted|field|fields}"), filled=page.filled, wanted=page.wanted)
        return ""

    def _show_needs(self, page: TaskPage) -> None:
        waits = ", ".join(f"{need.item.key}:{need.count}" for need in page.unmet)
        self.override.setVisible(page.held)
        if waits == self._waits and self.need_buttons:
            return
        self._waits = waits
        _empty(self.needs)
        self.need_buttons = {}
        for need in page.unmet:
            text = tr("Waiting for {key} {title}").format(key=need.item.key, title=own(need.item, "title"))
            hold = tr("hold") if need.item.hold else ""
            many = format_number(need.count) if need.count > 1 else ""
            button = TouchButton(" · ".join(filter(None, (text, hold, many))))
            button.clicked.connect(lambda _checked=False, key=need.item.key: self.need_wanted.emit(key))
            self.need_buttons[need.item.key] = button
            self.needs.addWidget(button)

    def _show_limits(self, page: TaskPage) -> None:
        _empty(self.limits)
        sentences = sentences_of(page)
        for sentence in sentences:
            mark = {True: "✓ ", False: "✗ ", None: ""}[sentence.holds]
            ink = "severity.error" if sentence.holds is False else "text.primary"
            self.limits.addWidget(Label(mark + sentence.text, step="title", ink=ink, tabular=True, wrap=True))
            if sentence.working:
                self.limits.addWidget(Label(sentence.working, step="caption", ink="text.secondary", wrap=True))
        if lacking := _lacking(page):
            self.limits.addWidget(Label(_where_to_set(lacking), ink="severity.warning", wrap=True))
        for key, field in self.fields.items():
            broken = [sentence.text for sentence in sentences if sentence.holds is False and key in sentence.fields]
            field.show_broken(broken if key in page.broken else ())

    def _show_deviations(self, snapshot: Snapshot, page: TaskPage) -> None:
        """Show the deviations; below those that wait for a decision, the button for it."""
        waiting = {deviation.entry.name: deviation for deviation in page.deviations if deviation.accepted is None}
        if waiting.keys() == self.decide_buttons.keys():
            return
        _empty(self.deviations)
        self.decide_buttons = {}
        for name, deviation in waiting.items():
            text = filled_text(tr("Installed differently: {what}"), what=deviation_text(snapshot, deviation))
            button = TouchButton(tr("Accept or refuse…"))
            button.clicked.connect(lambda _checked=False, name=name: self.decision_wanted.emit(name))
            self.decide_buttons[name] = button
            self.deviations.addWidget(Label(breakable(text), ink="severity.warning", wrap=True))
            self.deviations.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _show_history(self, snapshot: Snapshot, page: TaskPage) -> None:
        if self._rows == len(page.history):
            return
        self._rows = len(page.history)
        _empty(self.history)
        self.withdraw_buttons = {}
        withdrawn_names = {entry.about for entry in page.history if entry.kind == EntryKind.WITHDRAWAL}
        if not page.history:
            self.history.addWidget(Label(tr("Nothing yet."), ink="text.secondary"))
        for entry in reversed(page.history):
            # A decision on a deviation that was withdrawn is void.
            void = entry.kind == EntryKind.DECISION and entry.about in withdrawn_names
            self.history.addWidget(self._entry_row(snapshot, page, entry, withdrawn=void or entry.name in withdrawn_names))

    def _entry_row(self, snapshot: Snapshot, page: TaskPage, entry: Entry, *, withdrawn: bool) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(0)
        text = entry_text(page.item, entry)
        if entry.kind == EntryKind.DEVIATION:
            (deviation,) = deviations_in([entry])
            text = filled_text(tr("Installed differently: {what}"), what=deviation_text(snapshot, deviation))
        words.addWidget(Label(tr("Withdrawn: {text}").format(text=text) if withdrawn else text, wrap=True))
        words.addWidget(Label(who_text(entry), step="caption", ink="text.secondary", wrap=True))
        row.addLayout(words, 1)
        if entry.kind in WITHDRAWABLE and not withdrawn:
            button = TouchButton(tr("Withdraw…"))
            button.clicked.connect(lambda _checked=False, name=entry.name: self.withdraw_wanted.emit(name))
            self.withdraw_buttons[entry.name] = button
            row.addWidget(button)
        return holder

    def _punch_text(self, page: TaskPage) -> str:
        if page.punch is None:
            return ""
        known: dict[str, Any] = {**page.punch, "due": page.punch["due"] or "–"}
        return breakable(tr("Punch list: {owner}, due {due}. {text}").format(**known))


def _is_complete(page: TaskPage) -> bool:
    """Whether all fields of an item are filled, and it was still not evaluated: when they were, a limit was not set."""
    return page.state is State.IN_PROGRESS and page.filled >= page.wanted > 0


def _lacking(page: TaskPage) -> list[str]:
    """The names of plan and site sheet without which an item cannot pass although all its fields are filled."""
    return [name for name, value in page.basis.items() if value is None] if _is_complete(page) else []


def _where_to_set(names: list[str]) -> str:
    """The location where the planner enters missing data."""
    if any(name.startswith("k.") for name in names):
        return tr("The item passes once the limit is set under Project → Site sheet…")
    if any(name.removeprefix("d.") in BASELINE_FACTS for name in names):
        return tr("The item passes once the value is set under Project → Software baseline…")
    return tr("This value is missing from the plan: complete the plan, or waive the item.")


def _empty(lines: QVBoxLayout) -> None:
    while (entry := lines.takeAt(0)) is not None:
        widget = entry.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
