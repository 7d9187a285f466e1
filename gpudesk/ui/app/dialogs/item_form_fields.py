"""The evidence fields of a checklist item in its form: one block for each field."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from gpudesk.catalog.template_edit import NamedField
from gpudesk.core.checklist.items import FieldKind
from gpudesk.ui.toolkit.quantities import number_style, parse_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("ItemForm")

_KINDS = {
    "unit": (FieldKind.NUMBER, FieldKind.LIST),
    "resolution": (FieldKind.NUMBER, FieldKind.LIST),
    "options": (FieldKind.CHOICE,),
    "options_es": (FieldKind.CHOICE,),
    "columns": (FieldKind.LIST,),
    "columns_es": (FieldKind.LIST,),
    "values": (FieldKind.LIST,),
}
"""The kinds to which a key of a field belongs."""
_OPTION_LINES = 3


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: str | None = None
        self._body: dict[str, Any] = {}
        self._shown: dict[str, str] = {}
        self.name = QLineEdit(self)
        self.kind = StillBox(self)
        for kind, text in kind_names().items():
            self.kind.addItem(text, kind.value)
        self.unit, self.resolution = QLineEdit(self), QLineEdit(self)
        self.title, self.title_es = QLineEdit(self), QLineEdit(self)
        self.options = text_field(_OPTION_LINES, self)
        self.lines = {
            "name": self.name,
            "unit": self.unit,
            "resolution": self.resolution,
            "title": self.title,
            "title_es": self.title_es,
        }
        self.remove = VerbButton(tr("Remove field"), self)
        self.remove.setAutoDefault(False)
        self.fault = Label("", self, step="caption", ink="severity.error", wrap=True)
        self.fault.hide()
        self.unit.setPlaceholderText(tr("Unit"))
        self.resolution.setPlaceholderText(tr("Step, such as 0.1"))
        self.title_es.setPlaceholderText(tr("Same as the other language"))
        self.title.setPlaceholderText(tr("Same as the other language"))
        self.options.setPlaceholderText(tr("Options, one per line"))
        named = (
            *((self.name, tr("Name in expressions")), (self.kind, tr("Kind of evidence")), (self.unit, tr("Unit"))),
            *((self.resolution, tr("Step")), (self.title, tr("Title, English")), (self.title_es, tr("Title, Spanish"))),
            (self.options, tr("Options")),
        )
        for editor, text in named:
            editor.setAccessibleName(text)
            editor.setToolTip(text)
        self._build()
        self.kind.activated.connect(self._kind_chosen)
        for line in self.lines.values():
            line.textEdited.connect(lambda _text: self.edited.emit())
        self.options.textChanged.connect(self.edited.emit)
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
        titles.addWidget(Label(tr("In English"), self, step="caption", ink="text.tertiary"), 0, 0)
        titles.addWidget(self.title, 0, 1)
        titles.addWidget(Label(tr("In Spanish"), self, step="caption", ink="text.tertiary"), 0, 2)
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

    def show_field(self, body: Mapping[str, Any], name: str, before: str | None) -> None:
        """Show a field; `before` is its name in the text, None if it is not in it."""
        self._before, self._body = before, dict(body)
        texts = {"name": name, "unit": str(body.get("unit", "") or ""), "resolution": _number_text(body.get("resolution"))}
        texts |= {key: text_of(body, key) for key in ("title", "title_es")}
        for key, line in self.lines.items():
            put(line, texts[key])
        options = "\n".join(map(str, body.get("options", [])))
        if self.options.toPlainText().strip() != options.strip():
            self.options.setPlainText(options)
        self.kind.setCurrentIndex(self.kind.findData(str(body.get("kind", ""))))
        self._shown = self._texts()
        self._show_kind()

    def _texts(self) -> dict[str, str]:
        texts = {key: line.text().strip() for key, line in self.lines.items()}
        return texts | {"options": self.options.toPlainText().strip()}

    def field(self) -> NamedField:
        """The field as in a template; what was not changed in the form stays as it was."""
        texts = self._texts()
        edited = {key for key, text in texts.items() if text != self._shown[key]}
        body, kind = dict(self._body), str(self.kind.currentData())
        if kind != body.get("kind"):
            body["kind"] = kind
            for key, kinds in _KINDS.items():
                if kind not in kinds:
                    body.pop(key, None)
            if kind == FieldKind.LIST.value and not {"columns", "values"} & set(body):
                body["values"] = FieldKind.TEXT.value
        if {"title", "title_es"} & edited:
            body |= both_languages("title", texts["title"], texts["title_es"])
        values: dict[str, Any] = {"unit": texts["unit"]}
        number = parse_number(texts["resolution"])
        values["resolution"] = texts["resolution"] if number is None else int(number) if number.is_integer() else number
        values["options"] = [line.strip() for line in texts["options"].splitlines() if line.strip()]
        for key, value in values.items():
            if key in edited and kind in _KINDS[key]:
                set_or_remove(body, key, value, keep=key == "resolution" and bool(texts["resolution"]))
        name = self._before if self._before is not None and "name" not in edited else texts["name"]
        return NamedField(name, body, self._before)

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


def set_or_remove(body: dict[str, Any], name: str, value: Any, *, keep: bool = False) -> None:
    """Set a value of an item or field; an empty one is left out unless it is to be kept."""
    if value or keep:
        body[name] = value
    else:
        body.pop(name, None)


def put(line: QLineEdit, text: str) -> None:
    """Show a text; one that is typed at the moment, with a blank at its end, stays."""
    if line.text().strip() != text.strip():
        place = line.cursorPosition() if line.hasFocus() else 0
        line.setText(text)
        line.setCursorPosition(min(place, len(text)))


def text_field(lines: int, parent: QWidget | None = None) -> QPlainTextEdit:
    """An editor of several lines, left by the tab key."""
    field = QPlainTextEdit(parent)
    field.setTabChangesFocus(True)
    field.setFixedHeight(field.fontMetrics().lineSpacing() * lines + 14)
    return field


def _number_text(value: Any) -> str:
    """A number with all its decimals, as the user types it."""
    if not isinstance(value, int | float):
        return str(value or "")
    text = format(Decimal(repr(value)), "f")
    text = text.rstrip("0").removesuffix(".") if "." in text else text
    return text.replace(".", ",") if number_style().language == "es" else text
