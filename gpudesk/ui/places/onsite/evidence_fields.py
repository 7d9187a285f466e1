"""Fields for evidence, one for each kind; each reports its value as soon as it is entered."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.checklist.shown_lengths import is_length
from gpudesk.core.checklist.values import checked_value
from gpudesk.core.messages.errors import Refused
from gpudesk.onsite.record_log import Given, given_files
from gpudesk.ui.places.onsite.lengths import length_number, shown_unit, typed_length
from gpudesk.ui.places.onsite.onsite_labels import breakable, column_text, field_value_text, number_text, option_text, own
from gpudesk.ui.places.onsite.photo_suggestions import PhotoSuggestions
from gpudesk.ui.places.onsite.signature_screen import DrawnSignature
from gpudesk.ui.places.onsite.touch import TouchButton, TouchLine
from gpudesk.ui.toolkit.quantities import parse_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.label import Label

tr_evidence_field = text_context("EvidenceField")
tr_choice_field = text_context("ChoiceField")
tr_written_field = text_context("WrittenField")
tr_list_field = text_context("ListField")
tr_files_field = text_context("FilesField")
tr_sign_field = text_context("SignField")
tr_witness_field = text_context("WitnessField")

_CHOICES_IN_ROW = 3


class EvidenceField(QWidget):
    """A title, the input below it, and an error text.

    Signals:
        entered(str, object): the field with this key has this value.
        touched(): a key was pressed in the field.
        wrong_label(str, str): the scan into the field with this key is refused, with the reason.
        finished(str): Enter was pressed in the field with this key, and its content is valid.
    """

    entered = Signal(str, object)
    touched = Signal()
    wrong_label = Signal(str, str)
    finished = Signal(str)

    def __init__(self, evidence: Evidence, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.evidence = evidence
        self.value: Any = None
        self.reads: Callable[[str, object], object] = lambda _, value: value
        """Converts a scan into the recorded value, by the key of the field; it refuses the label of another object."""
        self.again = False
        """Whether an already recorded value is emitted again if it is entered again."""
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(6)
        self.title = Label(self._title_text(), self, step="strong", wrap=True)
        self.note = Label("", self, step="caption", ink="severity.error", wrap=True)
        self.note.hide()
        self.beyond = Label("", self, step="caption", ink="severity.error", wrap=True)
        self.beyond.hide()
        self.column.addWidget(self.title)
        self.build()
        self.column.addWidget(self.beyond)
        self.column.addWidget(self.note)

    @abstractmethod
    def build(self) -> None:
        """Create the input widget."""

    @abstractmethod
    def put(self, value: Any) -> None:
        """Show the current value, or None."""

    @abstractmethod
    def at_rest(self) -> QWidget:
        """What takes the keyboard first."""

    def show_given(self, given: Given | None) -> None:
        """Show the recorded value, unless the user is entering another one."""
        self.value = None if given is None else given.value
        self.put(self.value)
        # What is here and was refused keeps saying why.
        self.note.setVisible(not self.note.isHidden() and self.holds_more())

    def forget(self) -> None:
        """Discard unrecorded input."""

    def holds_more(self) -> bool:
        """Whether the field has unrecorded input."""
        return False

    def say(self, value: Any) -> bool:
        """Emit a valid value; returns whether it is valid, otherwise the error is shown."""
        try:
            # The refusal names the field as it is called here.
            value = checked_value(replace(self.evidence, title=own(self.evidence, "title")), value)
        except Refused as misfit:
            self.refuse(tr_message(misfit.message))
            return False
        try:
            value = self.reads(self.evidence.key, value)
        except Refused as wrong:
            self.forget()
            self.refuse(tr_message(wrong.message))
            self.wrong_label.emit(self.evidence.key, tr_message(wrong.message))
            return False
        self.note.hide()
        if value != self.value or self.again:
            self.entered.emit(self.evidence.key, value)
        return True

    def refuse(self, text: str) -> None:
        """Show an error."""
        self.note.setText(text)
        self.note.show()

    def show_broken(self, limits: Sequence[str]) -> None:
        """Show the limits that the recorded value violates; none if it is within them or nothing is recorded."""
        self.beyond.setText("\n".join(tr_evidence_field("Fails: {limit}").format(limit=limit) for limit in limits))
        self.beyond.setVisible(bool(limits))

    def _title_text(self) -> str:
        title = own(self.evidence, "title")
        name = shown_unit(self.evidence.unit) if is_length(self.evidence) else self.evidence.unit
        unit = f" ({name})" if name else ""
        return tr_evidence_field("{title}, optional").format(title=title + unit) if self.evidence.optional else title + unit


class ChoiceField(EvidenceField):
    """Yes and no, or the options of a choice, each as a button."""

    def build(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(8)
        self.buttons: dict[Any, TouchButton] = {}
        for place, (value, text) in enumerate(self._options()):
            button = TouchButton(text, self, checkable=True)
            button.setAccessibleName(f"{own(self.evidence, 'title')}: {text}")
            button.clicked.connect(lambda _checked=False, value=value: self._choose(value))
            self.buttons[value] = button
            grid.addWidget(button, place // _CHOICES_IN_ROW, place % _CHOICES_IN_ROW)
        for column in range(min(len(self.buttons), _CHOICES_IN_ROW)):
            grid.setColumnStretch(column, 1)
        self.column.addLayout(grid)

    def _options(self) -> list[tuple[Any, str]]:
        if self.evidence.kind is FieldKind.YES_NO:
            return [(True, tr_choice_field("Yes")), (False, tr_choice_field("No"))]
        return [(option, option_text(self.evidence, option)) for option in self.evidence.options]

    def put(self, value: Any) -> None:
        for option, button in self.buttons.items():
            button.setChecked(option == value and value is not None)

    def at_rest(self) -> QWidget:
        return next((button for button in self.buttons.values() if button.isChecked()), next(iter(self.buttons.values())))

    def _choose(self, value: Any) -> None:
        # What is shown is what is recorded: the tap shows only when it was.
        self.put(self.value)
        self.touched.emit()
        self.say(value)


class WrittenField(EvidenceField):
    """A number, a text or a scan; Enter and leaving the field save it."""

    def build(self) -> None:
        self.line = TouchLine(own(self.evidence, "title"))
        self.line.setMaximumWidth(420)
        if self.evidence.kind is FieldKind.SCAN:
            self.line.setPlaceholderText(tr_written_field("Scan or type"))
        if self.evidence.tool:
            self.line.setPlaceholderText(tr_written_field("Read from {tool}").format(tool=self.evidence.tool.replace("_", " ")))
        self.column.addWidget(self.line)
        self._sent = ""
        self.line.returnPressed.connect(self._enter)
        self.line.editingFinished.connect(self.save)
        self.line.textEdited.connect(self.touched)

    def put(self, value: Any) -> None:
        # What is being typed, or was typed and could not be recorded yet, stays.
        if not self.line.isModified() or value is not None:
            self._sent = ""
            if not (self.line.hasFocus() and self.line.isModified() and self.line.text().strip() != self._shown(value)):
                self.line.setText(self._shown(value))
                self.line.setModified(False)

    def forget(self) -> None:
        self.line.clear()
        self.line.setModified(False)

    def holds_more(self) -> bool:
        return self.line.isModified()

    def refuse(self, text: str) -> None:
        self._sent = ""
        super().refuse(text)

    def at_rest(self) -> QWidget:
        return self.line

    def save(self) -> None:
        """Emit the content of the line if it changed since the last time."""
        text = self.line.text().strip()
        if not self.line.isModified() or text == self._sent:
            return
        if not text:
            self.line.setModified(False)
            self.line.setText(self._shown(self.value))
            return
        self._hand_on(text)

    def _hand_on(self, text: str) -> None:
        value: Any = text
        if self.evidence.kind is FieldKind.NUMBER:
            length = is_length(self.evidence)
            number = typed_length(text, self.evidence.unit, self.evidence.resolution) if length else parse_number(text)
            value = text if number is None else int(number) if float(number).is_integer() else number
        if self.say(value):
            self._sent = text

    def _enter(self) -> None:
        text = self.line.text().strip()
        if self.again and text and not self.line.isModified():
            self._hand_on(text)
        else:
            self.save()
        if self.note.isHidden():
            self.finished.emit(self.evidence.key)

    def _shown(self, value: Any) -> str:
        if value is None:
            return ""
        if not isinstance(value, int | float) or isinstance(value, bool):
            return str(value)
        if is_length(self.evidence):
            return length_number(value, self.evidence.unit, self.evidence.resolution)
        return number_text(value)


class ListField(EvidenceField):
    """Lines, each entered below the others; a scanner adds one with each scan."""

    def build(self) -> None:
        self.lines: list[Any] = []
        self.shown = Label("", self, ink="text.secondary", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.cells: dict[str, TouchLine | ChoiceCell] = {}
        for name, kind in (self.evidence.columns or {"": self.evidence.value_kind or FieldKind.TEXT}).items():
            cell: TouchLine | ChoiceCell
            if kind is FieldKind.YES_NO:
                cell = ChoiceCell(column_text(self.evidence, name))
            else:
                shown = column_text(self.evidence, name)
                cell = TouchLine(f"{own(self.evidence, 'title')} {shown}".strip(), shown or tr_list_field("Scan or type, then press Enter"))
                cell.returnPressed.connect(self._add)
                cell.textEdited.connect(self.touched)
            self.cells[name] = cell
            row.addWidget(cell, 1)
        self.add = TouchButton(tr_list_field("Add"))
        self.remove = TouchButton(tr_list_field("Remove the last"))
        row.addWidget(self.add)
        row.addWidget(self.remove)
        self.column.addWidget(self.shown)
        self.column.addLayout(row)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)

    def put(self, value: Any) -> None:
        self.lines = list(value) if isinstance(value, list) else []
        words = [field_value_text(self.evidence, line) for line in self.lines]
        self.shown.setText(breakable(("; " if self.evidence.columns else ", ").join(words)))
        self.shown.setVisible(bool(words))
        self.remove.setVisible(bool(words))

    def at_rest(self) -> QWidget:
        return next(iter(self.cells.values()))

    def _add(self) -> None:
        line = {name: self._cell_value(name) for name in self.cells}
        value: Any = line if self.evidence.columns else line[""]
        if self.say([*self.lines, value]):
            for cell in self.cells.values():
                if isinstance(cell, TouchLine):
                    cell.clear()
            self.at_rest().setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self) -> None:
        self.touched.emit()
        self.say(self.lines[:-1])

    def _cell_value(self, name: str) -> Any:
        cell = self.cells[name]
        if isinstance(cell, ChoiceCell):
            return cell.isChecked()
        kind = self.evidence.columns.get(name, self.evidence.value_kind)
        number = self._number(cell.text()) if kind is FieldKind.NUMBER else None
        return cell.text() if number is None else number

    def _number(self, text: str) -> float | None:
        return typed_length(text, self.evidence.unit, self.evidence.resolution) if is_length(self.evidence) else parse_number(text)


class ChoiceCell(TouchButton):
    """A column of a list that is yes or no."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent, checkable=True)


class FilesField(EvidenceField):
    """Files and photos: chosen by a button or dropped on the field.

    Signals:
        files_wanted(str): files are to be chosen for the field with this key.
        files_dropped(str, list): these paths were dropped on it.
        camera_wanted(): the folder of a camera is to be chosen.
        originals_wanted(bool): the original files of photos are to be kept, or not.
        photo_wanted(str, object): an offered photo belongs to the field with this key.
        entered_by_keyboard(str): the field with this key has the keyboard focus.
    """

    files_wanted = Signal(str)
    files_dropped = Signal(str, list)
    camera_wanted = Signal()
    originals_wanted = Signal(bool)
    photo_wanted = Signal(str, object)
    entered_by_keyboard = Signal(str)

    def build(self) -> None:
        self.setAcceptDrops(True)
        self.shown = Label("", self, ink="text.secondary", wrap=True)
        photo = self.takes_photos
        self.choose = TouchButton(tr_files_field("Add photos…") if photo else tr_files_field("Choose the file…"))
        self.choose.setToolTip(tr_files_field("Or drop them here"))
        self.camera = TouchButton(tr_files_field("Camera folder…"), self)
        self.camera.setToolTip(tr_files_field("Watch a folder and offer its new pictures here"))
        self.originals = TouchButton(tr_files_field("Keep originals"), self, checkable=True)
        self.originals.setToolTip(tr_files_field("Also keep the original of each photo, in a folder next to the project"))
        self.suggestions = PhotoSuggestions(self)
        self.suggestions.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.choose)
        row.addWidget(self.camera)
        row.addWidget(self.originals)
        self.camera.setHidden(not photo)
        self.originals.setHidden(not photo)
        row.addStretch(1)
        self.column.addWidget(self.shown)
        self.column.addLayout(row)
        self.column.addWidget(self.suggestions)
        self.choose.installEventFilter(self)
        self.choose.clicked.connect(lambda: self.files_wanted.emit(self.evidence.key))
        self.camera.clicked.connect(self.camera_wanted)
        self.originals.clicked.connect(self.originals_wanted)
        self.suggestions.wanted.connect(lambda photo: self.photo_wanted.emit(self.evidence.key, photo))

    @property
    def takes_photos(self) -> bool:
        """Whether it takes photos, not files of any kind."""
        return self.evidence.kind is FieldKind.PHOTO

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.entered_by_keyboard.emit(self.evidence.key)
        return False

    def show_given(self, given: Given | None) -> None:
        self.names = {} if given is None else names_of(given)
        super().show_given(given)

    def put(self, value: Any) -> None:
        hashes = value if isinstance(value, list) else [value] if isinstance(value, str) else []
        words = [self.names.get(file_hash, file_hash[:12]) for file_hash in hashes]
        self.shown.setText(breakable(", ".join(words)))
        self.shown.setVisible(bool(words))

    def at_rest(self) -> QWidget:
        return self.choose

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(self.evidence.key, paths)


def names_of(given: Given) -> dict[str, str]:
    """SHA-256 → the name of a file, of those that an entry names."""
    return {file.sha256: file.name for file in given_files(given.entry)}


class SignField(EvidenceField):
    """A signature: the name of a person, entered by that person.

    Signals:
        sign_wanted(str): the field with this key is to be signed.
        draw_wanted(str): with a drawing.
    """

    sign_wanted = Signal(str)
    draw_wanted = Signal(str)

    def build(self) -> None:
        self.shown = Label("", self, step="title", wrap=True)
        self.drawn = DrawnSignature(self)
        self.drawn.hide()
        self.missing = Label(
            tr_sign_field("The signature cannot be shown: it is missing from this project or damaged."),
            self,
            step="caption",
            ink="text.secondary",
            wrap=True,
        )
        self.missing.hide()
        self.sign = TouchButton(tr_sign_field("Sign…"))
        self.draw = TouchButton(tr_sign_field("Draw…"), self)
        self.draw.setAccessibleName(tr_sign_field("Draw a signature"))
        self.draw.setToolTip(tr_sign_field("Sign with mouse, pen or finger"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.sign)
        row.addWidget(self.draw)
        self.draw.setHidden(self.evidence.kind is not FieldKind.SIGNATURE)
        row.addStretch(1)
        self.column.addWidget(self.shown)
        self.column.addWidget(self.drawn)
        self.column.addWidget(self.missing)
        self.column.addLayout(row)
        self.sign.clicked.connect(lambda: self.sign_wanted.emit(self.evidence.key))
        self.draw.clicked.connect(lambda: self.draw_wanted.emit(self.evidence.key))

    def show_given(self, given: Given | None) -> None:
        super().show_given(given)
        # What was drawn belongs to one entry: below another name it would be a forgery.
        self.drawn.hide()
        drawn = self.evidence.kind is FieldKind.SIGNATURE and given is not None and bool(given_files(given.entry))
        self.missing.setVisible(drawn)

    def show_drawing(self, picture: QImage) -> None:
        """Show the drawing of the signature that counts, once `show_given` has named the person."""
        self.missing.hide()
        self.drawn.show_picture(picture, str(self.value))
        self.drawn.show()

    def put(self, value: Any) -> None:
        self.shown.setText(str(value or ""))
        self.shown.setVisible(bool(value))
        self.sign.say(tr_sign_field("Sign again…") if value else tr_sign_field("Sign…"))

    def at_rest(self) -> QWidget:
        return self.sign


class WitnessField(SignField):
    """The name of a second person in the place of a photo, where the site forbids photos."""

    def build(self) -> None:
        why = tr_witness_field("This site does not permit photos: enter a second person's name instead.")
        self.column.addWidget(Label(why, self, step="caption", ink="text.secondary", wrap=True))
        super().build()


def field_for(evidence: Evidence, *, named: bool = False) -> EvidenceField:
    """The field for a kind of evidence; `named` where a second name takes the place of a photo."""
    if named:
        return WitnessField(evidence)
    makers: dict[FieldKind, type[EvidenceField]] = {
        FieldKind.YES_NO: ChoiceField,
        FieldKind.CHOICE: ChoiceField,
        FieldKind.LIST: ListField,
        FieldKind.PHOTO: FilesField,
        FieldKind.FILE: FilesField,
        FieldKind.SIGNATURE: SignField,
    }
    return makers.get(evidence.kind, WrittenField)(evidence)
