"""The form of one checklist item: another view of its template text."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from gpudesk.core.checklist.items import Checklist, FieldKind, Scope
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.message import Message
from gpudesk.onsite.item_preview import ItemPreview, usable_names
from gpudesk.ui.app.dialogs.item_form_fields import FieldBlock, StillBox, both_languages, text_of
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, language, tr_message
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr = text_context("ItemForm")

_LINES = 2
_FLAGS = ("hold", "two_person")
_FIELD = "fields."


def scope_names() -> Mapping[Scope, str]:
    """The scopes, as a person chooses them."""
    return {
        Scope.SITE: tr("Site"),
        Scope.HALL: tr("Hall"),
        Scope.RACK: tr("Rack"),
        Scope.FEED: tr("Feed"),
        Scope.DEVICE: tr("Device"),
        Scope.TRAY: tr("Tray"),
        Scope.CABLE: tr("Cable"),
        Scope.CLUSTER: tr("Cluster"),
        Scope.WORKSTATION: tr("Workstation"),
    }


class ItemForm(QScrollArea):
    """Everything that an item of one's own needs; values without a place here stay as they are.

    Signals:
        edited(): something was changed: `own` is the item now.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._own = OwnItems([{}])
        self._body: dict[str, Any] = {}
        self._is_showing = False
        self.lines = {
            name: QLineEdit() for name in ("key", "title", "title_es", "accept", "accept_es", "expression", "when", "every", "needs")
        }
        self.texts = {name: _text_field() for name in ("do", "do_es")}
        self.stage, self.scope, self.names = StillBox(), StillBox(), StillBox()
        self.source = QLineEdit()
        self.flags = {"hold": QCheckBox(tr("Hold point")), "two_person": QCheckBox(tr("Two people sign"))}
        self.add_field = VerbButton(tr("Add field"))
        self.add_field.setAutoDefault(False)
        self.blocks: list[FieldBlock] = []
        self.hints: dict[str, Label] = {}
        self._labels: dict[str, str] = {}
        self._explained: dict[str, str] = {}
        self._build()
        self._connect()

    def _build(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(4)
        top, bottom = Form(), Form()
        add = self._add
        add(top, "key", tr("Key"), self.lines["key"], tr("Two to six capital letters or digits, a hyphen and three digits: OWN-010"))
        add(top, "stage", tr("Stage"), self.stage)
        add(top, "scope", tr("Scope"), self.scope, tr("The item applies to each object of this kind."))
        add(top, "when", tr("Condition"), self.lines["when"], tr("An expression over plan and site sheet; empty: it applies to all."))
        add(top, "title", tr("Title, English"), self.lines["title"])
        add(top, "title_es", tr("Title, Spanish"), self.lines["title_es"], tr("One language is enough."))
        add(top, "do", tr("Instructions, English"), self.texts["do"])
        add(top, "do_es", tr("Instructions, Spanish"), self.texts["do_es"])
        add(top, "accept", tr("Passes if, English"), self.lines["accept"])
        add(top, "accept_es", tr("Passes if, Spanish"), self.lines["accept_es"])
        self.fields = QVBoxLayout()
        self.fields.setContentsMargins(4, 0, 4, 0)
        self.fields.setSpacing(0)
        add(bottom, "expression", tr("Limit"), self.lines["expression"], tr("Such as m.top_c <= 35; a field is m. and its name."))
        add(bottom, "names", tr("Insert a name"), self.names)
        add(bottom, "needs", tr("Prerequisites"), self.lines["needs"], tr("Keys of items, separated by commas"))
        add(bottom, "every", tr("Due again after"), self.lines["every"], tr("Such as P3M for three months; empty: once."))
        add(bottom, "source", tr("Source"), self.source)
        column.addWidget(top)
        column.addWidget(Label(tr("Evidence"), inside, step="strong"))
        column.addLayout(self.fields)
        column.addWidget(self.add_field, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(bottom)
        for name in _FLAGS:
            column.addWidget(self.flags[name])
        column.addStretch(1)
        self.setWidget(inside)
        for scope, text in scope_names().items():
            self.scope.addItem(text, scope.value)

    def _add(self, form: Form, name: str, label: str, editor: QWidget, hint: str = "") -> None:
        self.hints[name] = form.add(label, editor, hint)
        self._labels[name], self._explained[name] = label, hint

    def _connect(self) -> None:
        for line in (*self.lines.values(), self.source):
            line.textEdited.connect(self._change)
        for text in self.texts.values():
            text.textChanged.connect(self._change)
        for box in (self.stage, self.scope):
            box.activated.connect(self._change)
        self.scope.activated.connect(self._show_names)
        self.names.activated.connect(self._insert_name)
        for flag in self.flags.values():
            flag.clicked.connect(self._change)
        self.add_field.clicked.connect(lambda _checked=False: self._add_field())

    # what is shown

    def show_item(self, own: OwnItems, known: Checklist) -> None:
        """Show the only item of a template."""
        self._is_showing = True
        self._own, self._body = own, dict(own.bodies[0])
        body = self._body
        self.stage.clear()
        for stage in known.stages.values():
            self.stage.addItem(stage.title_es if language() == "es" else stage.title, stage.key)
        for box, name in ((self.stage, "stage"), (self.scope, "scope")):
            box.setCurrentIndex(box.findData(str(body.get(name, ""))))
        for name, line in self.lines.items():
            _put(line, _line_of(body, name))
        for name, field in self.texts.items():
            if field.toPlainText().strip() != (text := text_of(body, name)):
                field.setPlainText(text)
        for name, flag in self.flags.items():
            flag.setChecked(body.get(name) is True)
        source = self._source()
        self.source.setEnabled(source in own.sources)
        _put(self.source, own.sources.get(source, "") or ", ".join(known.sources.get(name, name) for name in _listed(body, "sources")))
        given = body.get("fields")
        fields = {str(name): value for name, value in given.items() if isinstance(value, dict)} if isinstance(given, dict) else {}
        if [(block.name.text(), block.body()) for block in self.blocks] != list(fields.items()):
            self._show_fields(fields)
        self._show_names()
        self._is_showing = False

    def _source(self) -> str:
        listed = _listed(self._body, "sources")
        return listed[0] if len(listed) == 1 else ""

    def _show_fields(self, fields: Mapping[str, Mapping[str, Any]]) -> None:
        for block in self.blocks:
            block.hide()
            block.deleteLater()
        self.blocks = []
        for name, body in fields.items():
            self._put_block(name, body)

    def _put_block(self, name: str, body: Mapping[str, Any]) -> FieldBlock:
        block = FieldBlock(name, body)
        block.edited.connect(self._change)
        block.removed.connect(lambda: self._remove_field(block))
        self.blocks.append(block)
        self.fields.addWidget(block)
        return block

    def _add_field(self) -> None:
        taken = {block.name.text() for block in self.blocks}
        name = next(name for number in range(1, len(taken) + 2) if (name := f"value_{number}") not in taken)
        block = self._put_block(name, {"kind": FieldKind.NUMBER.value, "title": "", "title_es": ""})
        block.name.setFocus(Qt.FocusReason.OtherFocusReason)
        block.name.selectAll()
        self._change()

    def _remove_field(self, block: FieldBlock) -> None:
        self.blocks.remove(block)
        block.hide()
        block.deleteLater()
        self.add_field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._change()

    def _show_names(self) -> None:
        scope = self.scope.currentData()
        self.names.clear()
        self.names.addItem(tr("Value of the plan or site sheet"), "")
        for name, title in usable_names(Scope(scope), language()) if scope else ():
            self.names.addItem(f"{name} · {title}" if title else name, name)

    def _insert_name(self, row: int) -> None:
        name = str(self.names.itemData(row) or "")
        self.names.setCurrentIndex(0)
        if name:
            line = self.lines["expression"]
            line.insert(name)
            line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._change()

    # what is written

    def own(self) -> OwnItems:
        """The item as a template; what the form does not show stays as it was."""
        body = dict(self._body)
        lines = {name: line.text().strip() for name, line in self.lines.items()}
        body["key"] = lines["key"]
        for box, name in ((self.stage, "stage"), (self.scope, "scope")):
            if box.currentData():
                body[name] = str(box.currentData())
        for name in ("title", "accept"):
            body |= both_languages(name, lines[name], lines[f"{name}_es"])
        body |= both_languages("do", self.texts["do"].toPlainText(), self.texts["do_es"].toPlainText())
        body["fields"] = {block.name.text().strip(): block.body() for block in self.blocks}
        body["expression"] = lines["expression"]
        _set(body, "when", lines["when"])
        _set(body, "every", lines["every"])
        _set(body, "needs", [part.strip() for part in lines["needs"].split(",") if part.strip()])
        for name, flag in self.flags.items():
            _set(body, name, flag.isChecked())
        sources = dict(self._own.sources)
        if (source := self._source()) in sources:
            sources[source] = self.source.text()
        return OwnItems([body], sources, self._own.disabled)

    def _change(self, *_: object) -> None:
        if not self._is_showing:
            self.edited.emit()

    # what is wrong

    def show_faults(self, faults: Sequence[Message]) -> list[str]:
        """Show each error at its field; returns all of them in sentences, each after the label of its field."""
        at_fields: dict[str, str] = {}
        sentences = []
        for fault in faults:
            place, what = self._place_of(fault), fault.values.get("what")
            if place and isinstance(what, Message):
                at_fields.setdefault(place, tr_message(what))
                sentences.append(f"{self._labels.get(place, place.removeprefix(_FIELD))}: {tr_message(what)}")
            else:
                sentences.append(tr_message(fault))
        for name, hint in self.hints.items():
            hint.setText(at_fields.get(name, self._explained[name]))
            hint.set_ink("severity.error" if name in at_fields else "text.tertiary")
        for block in self.blocks:
            block.show_fault(at_fields.get(f"{_FIELD}{block.name.text().strip()}", ""))
        return sentences

    def _place_of(self, fault: Message) -> str:
        """The field of the form that an error is about, "" if there is none."""
        where, what = str(fault.values.get("where", "")), fault.values.get("what")
        values = what.values if isinstance(what, Message) else {}
        path = where.removeprefix(self.lines["key"].text().strip()).lstrip(".")
        if not path and ("need" in values or "circle" in values):
            return "needs"
        if not path and "key" in values:
            return "key"
        first = path.partition(".")[0]
        if first in self.hints:
            return first
        return f"{_FIELD}{first}" if any(first == block.name.text().strip() for block in self.blocks) else ""


def preview_text(preview: ItemPreview) -> str:
    """The rows that an item produces, and its limits on the first one."""
    values = {"count": format_number(preview.count), "of": format_number(preview.of)}
    counted = filled_text(tr("Applies to {count} of {of}"), **values)
    named = ", ".join([*preview.names, *(["…"] if preview.count > len(preview.names) and preview.names else [])])
    return "\n".join([f"{counted}: {named}" if named else counted, *preview.limits])


def _text_field() -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setTabChangesFocus(True)
    field.setFixedHeight(field.fontMetrics().lineSpacing() * _LINES + 14)
    return field


def _line_of(body: Mapping[str, Any], name: str) -> str:
    if name.removesuffix("_es") in ("title", "accept"):
        return text_of(body, name)
    return ", ".join(_listed(body, name)) if name == "needs" else str(body.get(name, "") or "")


def _listed(body: Mapping[str, Any], name: str) -> list[str]:
    listed = body.get(name, [])
    return [str(each) for each in listed] if isinstance(listed, list) else []


def _put(line: QLineEdit, text: str) -> None:
    """Show a text; one that is typed at the moment, with a blank at its end, stays."""
    if line.text().strip() != text:
        line.setText(text)
        line.setCursorPosition(0)


def _set(body: dict[str, Any], name: str, value: Any) -> None:
    """Set a value of an item; one that is the default is left out."""
    if value:
        body[name] = value
    else:
        body.pop(name, None)
