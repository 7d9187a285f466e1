"""The form of one checklist item: another view of its template text."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QCheckBox, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gpudesk.catalog.template_edit import with_changes
from gpudesk.core.checklist.items import Checklist, FieldKind, Scope
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.message import Message
from gpudesk.onsite.item_preview import ItemPreview, usable_names
from gpudesk.ui.app.dialogs.item_form_fields import FieldBlock, StillBox, both_languages, put, set_or_remove, text_field, text_of
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
_PLACE = re.compile(r"items\[[0-9]+\]")
_NAMED_IN = {"need": "needs", "circle": "needs", "stage": "stage", "source": "source", "key": "key"}
"""A value of a message about a whole item → the field of the form."""


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
        edited(): something was changed: `template` is the item now.
        undo_wanted(bool): the last change is to be undone, or made again if True.
    """

    edited = Signal()
    undo_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Its fields have the focus; it only scrolls.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._own = OwnItems([{}])
        self._text = ""
        """The text of the shown item, before it was changed in the form."""
        self._shown: dict[str, str] = {}
        """Editor → its text as it was shown."""
        self._body: dict[str, Any] = {}
        self._is_showing = False
        self.lines = {
            name: QLineEdit() for name in ("key", "title", "title_es", "accept", "accept_es", "expression", "when", "every", "needs")
        }
        self.texts = {name: text_field(_LINES) for name in ("do", "do_es")}
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
        add(top, "when", tr("Condition"), self.lines["when"], tr("An expression over plan and site sheet. Leave empty to apply to all."))
        add(top, "title", tr("Title, English"), self.lines["title"])
        add(top, "title_es", tr("Title, Spanish"), self.lines["title_es"], tr("One language is enough."))
        add(top, "do", tr("Instructions, English"), self.texts["do"])
        add(top, "do_es", tr("Instructions, Spanish"), self.texts["do_es"])
        add(top, "accept", tr("Pass criterion, English"), self.lines["accept"])
        add(top, "accept_es", tr("Pass criterion, Spanish"), self.lines["accept_es"])
        self.fields = QVBoxLayout()
        self.fields.setContentsMargins(4, 0, 4, 0)
        self.fields.setSpacing(0)
        add(bottom, "expression", tr("Limit"), self.lines["expression"], tr("Such as m.top_c <= 35; a field is m. and its name."))
        add(bottom, "names", tr("Insert a name"), self.names)
        add(bottom, "needs", tr("Prerequisites"), self.lines["needs"], tr("Keys of items, separated by commas"))
        add(bottom, "every", tr("Due again after"), self.lines["every"], tr("Such as P3M for three months. Leave empty to do it once."))
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
            line.installEventFilter(self)
        for text in self.texts.values():
            text.textChanged.connect(self._change)
            text.installEventFilter(self)
        for box in (self.stage, self.scope):
            box.activated.connect(self._change)
        self.scope.activated.connect(self._show_names)
        self.names.activated.connect(self._insert_name)
        for flag in self.flags.values():
            flag.clicked.connect(self._change)
        self.add_field.clicked.connect(self._add_field)

    # what is shown

    def show_item(self, text: str, own: OwnItems, known: Checklist) -> None:
        """Show the only item of a template that `fits_form`."""
        self._is_showing = True
        try:
            self._text, self._own, self._body = text, own, dict(own.bodies[0])
            self._show_body(known)
        finally:
            self._is_showing = False

    def _show_body(self, known: Checklist) -> None:
        body = self._body
        self.stage.clear()
        for stage in known.stages.values():
            self.stage.addItem(stage.title_es if language() == "es" else stage.title, stage.key)
        for box, name in ((self.stage, "stage"), (self.scope, "scope")):
            box.setCurrentIndex(box.findData(str(body.get(name, ""))))
        for name, line in self.lines.items():
            put(line, _line_of(body, name))
        for name, field in self.texts.items():
            if field.toPlainText().strip() != (text := text_of(body, name)).strip():
                field.setPlainText(text)
        for name, flag in self.flags.items():
            flag.setChecked(body.get(name) is True)
        source = self._source()
        self.source.setEnabled(source in self._own.sources)
        texts = [str(self._own.sources.get(name, known.sources.get(name, name))) for name in _listed(body, "sources")]
        put(self.source, ", ".join(texts))
        fields = body.get("fields", {})
        for block in self.blocks[len(fields) :]:
            self._drop_block(block)
        for place, (name, value) in enumerate(fields.items()):
            block = self.blocks[place] if place < len(self.blocks) else self._put_block()
            block.show_field(value, name, name)
        self._show_names()
        self._shown = self._texts()

    def _texts(self) -> dict[str, str]:
        texts = {name: line.text().strip() for name, line in self.lines.items()}
        texts |= {name: field.toPlainText().strip() for name, field in self.texts.items()}
        return texts | {"source": self.source.text().strip()}

    def _source(self) -> str:
        listed = _listed(self._body, "sources")
        return listed[0] if len(listed) == 1 else ""

    def _put_block(self) -> FieldBlock:
        block = FieldBlock()
        block.edited.connect(self._change)
        block.removed.connect(lambda: self._remove_field(block))
        for line in (*block.lines.values(), block.options):
            line.installEventFilter(self)
        self.blocks.append(block)
        self.fields.addWidget(block)
        return block

    def _drop_block(self, block: FieldBlock) -> None:
        self.blocks.remove(block)
        if any(editor.hasFocus() for editor in block.findChildren(QWidget)):
            self.add_field.setFocus(Qt.FocusReason.OtherFocusReason)
        block.hide()
        block.deleteLater()

    def _add_field(self) -> None:
        taken = {block.name.text() for block in self.blocks}
        name = next(name for number in range(1, len(taken) + 2) if (name := f"value_{number}") not in taken)
        block = self._put_block()
        block.show_field({"kind": FieldKind.NUMBER.value, "title": "", "title_es": ""}, name, None)
        block.name.setFocus(Qt.FocusReason.OtherFocusReason)
        block.name.selectAll()
        self._change()

    def _remove_field(self, block: FieldBlock) -> None:
        self._drop_block(block)
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

    def template(self) -> str:
        """The item as a template; only the lines of what was changed in the form are written again."""
        texts = self._texts()
        edited = {name for name, text in texts.items() if text != self._shown[name]}
        body = {name: value for name, value in self._body.items() if name != "fields"}
        for box, name in ((self.stage, "stage"), (self.scope, "scope")):
            if box.currentData() and str(box.currentData()) != str(body.get(name, "")):
                body[name] = str(box.currentData())
        for name in ("key", "expression"):
            if name in edited:
                body[name] = texts[name]
        for name in ("title", "do", "accept"):
            if {name, f"{name}_es"} & edited:
                body |= both_languages(name, texts[name], texts[f"{name}_es"])
        for name in ("when", "every"):
            if name in edited:
                set_or_remove(body, name, texts[name])
        if "needs" in edited:
            set_or_remove(body, "needs", [part.strip() for part in texts["needs"].split(",") if part.strip()])
        for name, flag in self.flags.items():
            if flag.isChecked() != (body.get(name) is True):
                set_or_remove(body, name, flag.isChecked())
        sources = {self._source(): texts["source"]} if "source" in edited and self._source() in self._own.sources else {}
        return with_changes(self._text, self._own, body, [block.field() for block in self.blocks], sources)

    def _change(self, *_: object) -> None:
        if not self._is_showing:
            self.edited.emit()

    # undo: of the item, not of a single editor

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) and _is_undo(event):
            if event.type() == QEvent.Type.KeyPress:
                self.undo_wanted.emit(event.matches(QKeySequence.StandardKey.Redo))
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_undo(event):
            self.undo_wanted.emit(event.matches(QKeySequence.StandardKey.Redo))
        else:
            super().keyPressEvent(event)

    # what is wrong

    def show_faults(self, faults: Sequence[Message]) -> list[str]:
        """Show each error at its field; returns all of them in sentences, each after the label of its field."""
        at_fields: dict[str, str] = {}
        sentences = []
        names, double = self._names(), tr("Another field has this name. Enter another one.")
        doubles = {name for name in names if names.count(name) > 1}
        for fault in faults:
            place, what = self._place_of(fault), fault.values.get("what")
            text = tr_message(what) if isinstance(what, Message) else tr_message(fault)
            if "where" not in fault.values and isinstance(what, Message) and (name := str(what.values.get("name", ""))) in doubles:
                sentences.append(f"{name}: {double}")
            elif place:
                at_fields.setdefault(place, text)
                sentences.append(f"{self._labels.get(place, place.removeprefix(_FIELD))}: {text}")
            else:
                sentences.append(text)
        for name, hint in self.hints.items():
            hint.setText(at_fields.get(name, self._explained[name]))
            hint.set_ink("severity.error" if name in at_fields else "text.tertiary")
        for number, (name, block) in enumerate(zip(names, self.blocks, strict=True)):
            block.show_fault(double if name in names[:number] else at_fields.get(f"{_FIELD}{name}", ""))
        return list(dict.fromkeys(sentences))

    def _names(self) -> list[str]:
        return [block.name.text().strip() for block in self.blocks]

    def _place_of(self, fault: Message) -> str:
        """The field of the form that an error is about, "" if there is none."""
        where, what = str(fault.values.get("where", "")), fault.values.get("what")
        values = what.values if isinstance(what, Message) else {}
        key = self.lines["key"].text().strip()
        path = _PLACE.sub("", where, count=1) if _PLACE.match(where) else where.removeprefix(key) if key else where
        path = path.lstrip(".")
        if not path and where:
            return next((name for value, name in _NAMED_IN.items() if value in values), "")
        first = path.partition(".")[0]
        if first == "sources":
            return "source"
        named = max((name for name in self._names() if name and f"{path}.".startswith(f"{name}.")), key=len, default="")
        if first in self.hints and (path == first or not named):
            return first
        return f"{_FIELD}{named}" if named else ""


def preview_text(preview: ItemPreview) -> str:
    """The rows that an item produces, and its limits on the first one."""
    values = {"count": format_number(preview.count), "of": format_number(preview.of)}
    counted = filled_text(tr("Applies to {count} of {of}"), **values)
    named = ", ".join([*preview.names, *(["…"] if preview.count > len(preview.names) and preview.names else [])])
    return "\n".join([f"{counted}: {named}" if named else counted, *preview.limits])


def _is_undo(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


def _line_of(body: Mapping[str, Any], name: str) -> str:
    if name.removesuffix("_es") in ("title", "accept"):
        return text_of(body, name)
    return ", ".join(_listed(body, name)) if name == "needs" else str(body.get(name, "") or "")


def _listed(body: Mapping[str, Any], name: str) -> list[str]:
    listed = body.get(name, [])
    return [str(name) for name in listed] if isinstance(listed, list) else []
