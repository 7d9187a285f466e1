"""The evidence fields of a checklist item in its form: one block for each field."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gpudesk.core.checklist.items import FieldKind
from gpudesk.ui.toolkit.quantities import format_number, parse_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("ItemForm")

_SEPARATOR = ","


def kind_names() -> Mapping[FieldKind, str]:
    """The kinds of evidence, as a person chooses them."""
    return {
        FieldKind.NUMBER: tr("Number"),
        FieldKind.YES_NO: tr("Yes or no"),
        FieldKind.TEXT: tr("Text"),
        FieldKind.DATE: tr("Date"),
        FieldKind.CHOICE: tr("Choice"),
        FieldKind.PHOTO: tr("Photo"),
        FieldKind.SCAN: tr("Scan"),
        FieldKind.FILE: tr("File"),
        FieldKind.SIGNATURE: tr("Signature"),
        FieldKind.LIST: tr("List"),
    }


class StillBox(QComboBox):
    """A choice in a page that scrolls: the wheel scrolls the page and chooses nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class FieldBlock(QWidget):
    """One field: its name in expressions, its kind, its titles, and what belongs to its kind.

    Signals:
        edited(): something was changed.
        removed(): the field is to be removed.
    """

    edited = Signal()
    removed = Signal()

    def __init__(self, name: str, body: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = dict(body)
        self.name = QLineEdit(name, self)
        self.kind = StillBox(self)
        for kind, text in kind_names().items():
            self.kind.addItem(text, kind.value)
        self.unit = QLineEdit(str(body.get("unit", "")), self)
        resolution = body.get("resolution", "")
        self.resolution = QLineEdit(format_number(resolution) if isinstance(resolution, int | float) else str(resolution), self)
        self.title = QLineEdit(text_of(body, "title"), self)
        self.title_es = QLineEdit(text_of(body, "title_es"), self)
        listed = body.get("options", [])
        self.options = QLineEdit(f"{_SEPARATOR} ".join(map(str, listed)) if isinstance(listed, list) else "", self)
        self.remove = VerbButton(tr("Remove field"), self)
        self.remove.setAutoDefault(False)
        self.fault = Label("", self, step="caption", ink="severity.error", wrap=True)
        self.fault.hide()
        self.kind.setCurrentIndex(max(self.kind.findData(str(body.get("kind", ""))), 0))
        self.unit.setPlaceholderText(tr("Unit"))
        self.resolution.setPlaceholderText(tr("Step, such as 0.1"))
        self.title_es.setPlaceholderText(tr("As the other language"))
        self.title.setPlaceholderText(tr("As the other language"))
        self.options.setPlaceholderText(tr("Options, separated by commas"))
        named = (
            *((self.name, tr("Name in expressions")), (self.kind, tr("Kind of evidence")), (self.unit, tr("Unit"))),
            *((self.resolution, tr("Step")), (self.title, tr("Title, English")), (self.title_es, tr("Title, Spanish"))),
            (self.options, tr("Options")),
        )
        for editor, text in named:
            editor.setAccessibleName(text)
            editor.setToolTip(text)
        self._build()
        self._show_kind()
        self.kind.activated.connect(self._kind_chosen)
        for line in (self.name, self.unit, self.resolution, self.title, self.title_es, self.options):
            line.textEdited.connect(lambda _text: self.edited.emit())
        self.remove.clicked.connect(lambda _checked=False: self.removed.emit())

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 8)
        column.setSpacing(4)
        first = QHBoxLayout()
        first.setSpacing(6)
        for editor, share in ((self.name, 4), (self.kind, 4), (self.unit, 2), (self.resolution, 3)):
            first.addWidget(editor, share)
        first.addWidget(self.remove)
        titles = QGridLayout()
        titles.setSpacing(6)
        titles.addWidget(Label(tr("English"), self, step="caption", ink="text.tertiary"), 0, 0)
        titles.addWidget(self.title, 0, 1)
        titles.addWidget(Label(tr("Spanish"), self, step="caption", ink="text.tertiary"), 0, 2)
        titles.addWidget(self.title_es, 0, 3)
        titles.setColumnStretch(1, 1)
        titles.setColumnStretch(3, 1)
        column.addLayout(first)
        column.addLayout(titles)
        column.addWidget(self.options)
        column.addWidget(self.fault, 0, Qt.AlignmentFlag.AlignTop)

    def _kind_chosen(self) -> None:
        self._show_kind()
        self.edited.emit()

    def _show_kind(self) -> None:
        kind = self.kind.currentData()
        measured = kind in (FieldKind.NUMBER.value, FieldKind.LIST.value)
        self.unit.setVisible(measured)
        self.resolution.setVisible(measured)
        self.options.setVisible(kind == FieldKind.CHOICE.value)

    def body(self) -> dict[str, Any]:
        """The field as in a template; what the form does not show stays as it was."""
        kind = str(self.kind.currentData())
        body = {**self._body, "kind": kind, **both_languages("title", self.title.text(), self.title_es.text())}
        for key in ("unit", "resolution", "options"):
            body.pop(key, None)
        if kind == FieldKind.CHOICE.value:
            body["options"] = [part.strip() for part in self.options.text().split(_SEPARATOR) if part.strip()]
        if kind in (FieldKind.NUMBER.value, FieldKind.LIST.value):
            if self.unit.text().strip():
                body["unit"] = self.unit.text().strip()
            if text := self.resolution.text().strip():
                step = parse_number(text)
                body["resolution"] = text if step is None else step
        if kind == FieldKind.LIST.value and not {"columns", "values"} & set(body):
            body["values"] = FieldKind.TEXT.value
        if kind != FieldKind.LIST.value:
            for key in ("columns", "columns_es", "values"):
                body.pop(key, None)
        if kind != FieldKind.CHOICE.value:
            body.pop("options_es", None)
        return body

    def show_fault(self, text: str) -> None:
        """Show what is wrong with the field, "" if nothing is."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))


def both_languages(name: str, english: str, spanish: str) -> dict[str, str]:
    """A text in both languages; one that is missing is that of the other language."""
    english, spanish = english.strip(), spanish.strip()
    return {name: english or spanish, f"{name}_es": spanish or english}


def text_of(body: Mapping[str, Any], name: str) -> str:
    """A text of one language, "title" or "title_es"; one that both languages share is shown in that of the user only."""
    base = name.removesuffix("_es")
    texts = {base: str(body.get(base, "") or ""), f"{base}_es": str(body.get(f"{base}_es", "") or "")}
    mine = f"{base}_es" if language() == "es" else base
    return "" if texts[base] == texts[f"{base}_es"] and name != mine else texts[name]
