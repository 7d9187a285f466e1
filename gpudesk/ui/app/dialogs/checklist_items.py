"""Checklist items on site: those of the program, and those that a project adds, changes and disables, as a form or as YAML."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPlainTextEdit, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.checklist_files import shipped_bodies
from gpudesk.catalog.checklist_template import Template, read_template, read_template_file, template_text
from gpudesk.core.checklist.items import Checklist, Item
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.onsite.item_preview import ItemPreview, item_preview
from gpudesk.onsite.known_items import (
    checklist_of,
    demand_usable,
    faults_message,
    known_items,
    own_items,
    shipped_checklist,
    unusable_items,
)
from gpudesk.operations.onsite.onsite_items import disable_checklist_item, remove_checklist_item, take_checklist_items
from gpudesk.project.item_drafts import read_item_drafts, write_item_drafts
from gpudesk.ui.app.dialogs.item_form import ItemForm, preview_text
from gpudesk.ui.app.dialogs.item_form_shapes import fits_form
from gpudesk.ui.app.dialogs.text_replacement import replace_text
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.question import Question
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import number_style
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, language, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("ChecklistItemsDialog")

FORM, YAML = "form", "yaml"
_WIDTHS = (96, 300, 110)
_CHECK_AFTER_MS = 400
_MOST_FAULTS = 3
"""As many errors as there is room for."""
EDITED = "item.yaml"
"""File name of the editor text in error messages."""
_NEW = """sources:
  owner: {source}
items:
  - key: {key}
    stage: rack          # {stages}
    scope: rack          # site, hall, rack, feed, device, tray, cable, cluster, workstation
    title: {title}
    title_es: {title}
    do: {do}
    do_es: {do}
    accept: {accept}
    accept_es: {accept}
    expression: "m.top_c <= 35"
    fields:
      top_c: {{kind: number, unit: "°C", resolution: 0.1, title: {field}, title_es: {field}}}
    sources: [owner]
    confidence: derived
"""


class ChecklistItemsDialog(DeskDialog):
    """The list on the left, the chosen item on the right: as a form with errors at their fields, or as text with errors by line."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._folder = ""
        self._wanted = ""
        document = session.document
        self._file = (document.uid, document.path) if document is not None and session.writable else None
        """Uid and path of the project whose drafts are kept on the disk; None where nothing can be saved."""
        self._drafts: dict[str, str] = {}
        """Item → its text that was changed and not saved; "" is the new item."""
        self._shown = ""
        self._written_text = ""
        """The text of the item in the editor, as it was before anybody changed it there."""
        self._sent: str | None = None
        """The text that is being saved."""
        self._stored = ""
        """The shown item as the project had it when it was loaded or saved."""
        self._on_disk: dict[str, str] | None = {}
        """The drafts that are durably on the disk; None if that is not known."""
        self._is_new = False
        self._is_loading = self._is_from_form = False
        self._previews = 0
        """The number of previews that were begun; only the last one is shown."""
        self.set_heading(
            tr("Checklist items"),
            tr("Add, change and disable items of this project, and share them as a template. Each change can be undone."),
        )
        self.search = SearchField(tr("Search the items"), tr("Key or title"), self)
        self.search.setFixedWidth(240)
        self.search.textChanged.connect(self.refresh)
        self.add_beside_heading(self.search)
        self.model = PlainTableModel([Head(tr("Key")), Head(tr("Title")), Head(tr("Origin"))], self)
        self.table = DeskTable(tr("Checklist items"))
        self.table.setModel(self.model)
        for number, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(number, width)
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName(tr("Item as YAML"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.form = ItemForm(self)
        self.form.edited.connect(self._take_form)
        self.form.undo_wanted.connect(self._undo)
        self.no_form = Label(tr("This text cannot be shown as a form. Correct it as YAML."), self, ink="text.secondary", wrap=True)
        self.no_form.setContentsMargins(12, 0, 12, 8)
        self.no_form.hide()
        self.pages = QStackedWidget(self)
        for page in (self.form, self.text):
            self.pages.addWidget(page)
        self.view = SegmentedControl(tr("View of the item"), [Segment(FORM, tr("Form")), Segment(YAML, tr("YAML"))], parent=self)
        self.view.chosen.connect(self.show_view)
        self._wanted_view = FORM
        self.preview = Label("", self, ink="text.secondary", wrap=True)
        self.preview.setContentsMargins(12, 8, 12, 0)
        self.state = Label("", self, wrap=True)
        self.state.setContentsMargins(12, 8, 12, 8)
        self.state.setMinimumHeight(52)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        switch = QHBoxLayout()
        switch.setContentsMargins(12, 0, 16, 6)
        switch.addStretch(1)
        switch.addWidget(self.view)
        column.addLayout(switch)
        column.addWidget(self.no_form)
        column.addWidget(self.pages, 1)
        column.addWidget(self.preview)
        column.addWidget(self.state)
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.addWidget(self.table)
        parts.addWidget(right)
        parts.setSizes([520, 560])
        self.let_body_fill()
        self.body.addWidget(parts, 1)
        self.new = self._button(tr("New item"), self.begin_item)
        self.disable = self._button(tr("Disable"), self._disable)
        self.remove = self._button(tr("Remove"), self._remove)
        self.take = self._button(tr("Import…"), self._choose_import)
        self.give = self._button(tr("Export…"), self._choose_export)
        self.add_buttons(tr("Save item"), self.save, close=tr("Close"))
        self._later = QTimer(self, singleShot=True, interval=_CHECK_AFTER_MS)
        self._later.timeout.connect(self.check)
        self.text.textChanged.connect(self._edited)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._show(now.row()))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self._leave)
        self.resize(1100, 640)
        self.refresh()
        self.table.selectRow(0)
        self._restore_drafts()

    def _button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked=False: slot())
        self.add_left(button)
        return button

    # the list

    def refresh(self, *_: object) -> None:
        """Show the items as they are now."""
        if not self._project.is_open:
            return
        snapshot = self._project.snapshot
        known, words = snapshot.cached(known_items), fold(self.search.text()).split()
        own = {str(body["key"]): body for body in snapshot.cached(own_items).bodies}
        lines = [(item.key, _title(item), self._cells(item, set(own))) for item in known.checklist.items.values()]
        for key in unusable_items(snapshot):
            # One of the program in whose place it comes is in the list already.
            lines = [line for line in lines if line[0] != key]
            title = str(own.get(key, {}).get("title", ""))
            lines.append((key, title, (Cell(key), Cell(title), Cell(tr("Damaged"), ink="severity.error"))))
        # An item whose draft is all that is left of it can be chosen, too.
        listed = {key for key, _, _ in lines}
        lines += [(key, "", (Cell(key), Cell(""), Cell(tr("Not saved")))) for key in self._drafts if key and key not in listed]
        shown = [line for line in lines if all(word in fold(f"{line[0]} {line[1]}") for word in words)]
        chosen = self._wanted or self.key() or self._shown
        self.model.set_lines([Line(key, cells) for key, _, cells in shown])
        row = next((row for row, line in enumerate(shown) if line[0] == chosen), -1)
        if row >= 0 and (self._wanted or self.table.currentIndex().row() != row):
            self.table.selectRow(row)
        self._wanted = ""
        self.give.setEnabled(bool(snapshot.cached(own_items)))
        self._show_verbs()
        if not self.has_changes():
            self._load_again()
            self._show_state()

    def _load_again(self) -> None:
        """Show the item as it is stored now if an undo, an import or a removal changed it."""
        stored = self._written(self._shown) if self._shown else ""
        if stored and self._sent is None and (stored != self._stored or not self.text.toPlainText()):
            self._load(self._shown, stored)

    def _cells(self, item: Item, own: set[str]) -> tuple[Cell, ...]:
        ink = "text.tertiary" if item.disabled else ""
        origin = tr("Built-in")
        if item.own:
            origin = tr("Changed") if item.key in shipped_checklist().items else tr("Custom")
        if item.disabled:
            origin = tr("Disabled")
        return (
            Cell(item.key, ink=ink),
            Cell(_title(item), ink=ink),
            Cell(origin, ink=ink or ("" if item.key in own else "text.secondary")),
        )

    def key(self) -> str:
        """The key of the chosen item, "" for none."""
        row = self.table.currentIndex().row()
        return str(self.model.line(row).key) if 0 <= row < self.model.rowCount() else ""

    def _item(self) -> Item | None:
        return checklist_of(self._project.snapshot).items.get(self.key())

    def _is_own(self) -> bool:
        own = self._project.snapshot.cached(own_items)
        return self.key() in {*own.damaged, *(str(body["key"]) for body in own.bodies)}

    def _show_verbs(self) -> None:
        item, writable = self._item(), self._project.writable
        is_own = self._is_own()
        self.disable.setText(tr("Enable") if item is not None and item.disabled else tr("Disable"))
        self.disable.setEnabled(item is not None and writable)
        self.remove.setText(tr("Restore the original") if is_own and self.key() in shipped_checklist().items else tr("Remove"))
        self.remove.setEnabled(is_own and writable)
        for button in (self.new, self.take):
            button.setEnabled(writable)

    def _show(self, row: int) -> None:
        """Show the chosen item: with unsaved changes, or as stored."""
        self._show_verbs()
        if row >= 0 and self.key() != self._shown:
            self._keep_draft()
            self._load(self.key(), self._written(self.key()))

    def _written(self, key: str) -> str:
        """The stored text of an item, also of a damaged one; "" if it does not exist."""
        own = self._project.snapshot.cached(own_items)
        if key in own.damaged:
            return own.damaged[key]
        body = {**shipped_bodies(), **{str(body["key"]): body for body in own.bodies}}.get(key)
        if body is None:
            return ""
        listed = body.get("sources", [])
        used = {str(name) for name in listed} if isinstance(listed, list) else set()
        return template_text(OwnItems([body], {name: text for name, text in own.sources.items() if name in used}))

    def _load(self, key: str, written: str) -> None:
        """Put an item into the editor."""
        draft = self._drafts.pop(key, None)
        self._shown, self._written_text, self._is_new = key, written, not key
        self._stored = self._written(key) if key else ""
        self._is_loading = True
        self.text.setPlainText(written if draft is None else draft)
        self._is_loading = False
        self._later.stop()
        self._show_page()
        self.check()

    def _keep_draft(self) -> None:
        """Keep the text in the editor before another item is loaded."""
        if self.has_changes() and self.text.toPlainText() != self._sent:
            self._drafts[self._shown] = self.text.toPlainText()

    def has_changes(self) -> bool:
        """Whether the text in the editor was changed and not saved."""
        return self.text.toPlainText() != self._written_text

    def unsaved(self) -> list[str]:
        """Unsaved changes by key; the new item has "" until it is saved."""
        return sorted({*self._drafts, *([self._shown] if self.has_changes() else [])})

    def reject(self) -> None:
        """Close; unsaved text is discarded only after confirmation."""
        unsaved = self.unsaved() if self._project.is_open else []
        if not unsaved:
            super().reject()
            return
        sentence = filled_text(tr("These items have changes that are not saved: {names}."), names=draft_names(unsaved))
        Question(tr("Discard changes?"), sentence, tr("Discard"), self._discard, self).open()

    def _discard(self) -> None:
        self._store_drafts({})
        super().reject()

    def _leave(self) -> None:
        """Close with the project; its drafts are kept for the next time."""
        self._store_drafts(self._all_drafts())
        super().reject()

    # drafts

    def _all_drafts(self) -> dict[str, str]:
        return self._drafts | ({self._shown: self.text.toPlainText()} if self.has_changes() else {})

    def _store_drafts(self, drafts: dict[str, str], *, durable: bool = True) -> None:
        """Keep the unsaved texts on the disk, so that neither a closed window nor an ended process loses them."""
        if self._file is None or drafts == self._on_disk:
            return
        try:
            write_item_drafts(*self._file, drafts, durable=durable)
        except DeskError as error:
            super().complain(error)
            self._project.failed.emit(error)
            return
        self._on_disk = drafts if durable else None

    def _restore_drafts(self) -> None:
        """Show the unsaved texts that an earlier window left."""
        try:
            self._drafts = {} if self._file is None else read_item_drafts(*self._file)
        except DeskError as error:
            super().complain(error)
            return
        if not self._drafts:
            return
        self._on_disk = dict(self._drafts)
        names, first = draft_names(self._drafts), min(self._drafts)
        self._wanted = first
        self.refresh()
        if not first:
            self.begin_item()
        elif first == self._shown:
            # It was chosen before the drafts were read.
            self._load(first, self._written(first))
        self.complaint.show_message("info", filled_text(tr("Unsaved changes from the last time: {names}."), names=names), "")

    # form and text

    def show_view(self, view: str) -> None:
        """Show the item as a form or as text; one that the form cannot show stays a text."""
        self._wanted_view = view
        self._show_page()
        self.check()

    def _show_page(self) -> None:
        own = self._readable() if self._wanted_view == FORM else None
        if own is not None:
            self.form.show_item(self.text.toPlainText(), own, checklist_of(self._project.snapshot))
        self.view.set_current(YAML if own is None else FORM)
        self.pages.setCurrentWidget(self.text if own is None else self.form)
        self._show_reason()

    def _show_reason(self) -> None:
        """Explain why the item is not shown as a form, where that is wanted."""
        is_wanted = self._wanted_view == FORM and self.pages.currentWidget() is self.text
        self.no_form.setVisible(is_wanted and bool(self.text.toPlainText().strip()) and self._readable() is None)

    def _readable(self) -> OwnItems | None:
        """The item in the editor, valid or not; None if the form cannot show the text without changing it."""
        try:
            template = read_template(EDITED, self.text.toPlainText().encode())
        except DeskError:
            return None
        return template.own if fits_form(template) else None

    def _take_form(self) -> None:
        """Write the item of the form as text: that is what is kept as a draft and saved."""
        self._is_from_form = True
        replace_text(self.text, self.form.template())
        self._is_from_form = False

    def _undo(self, again: bool) -> None:
        """Undo the last change of the text, or make it again, and show the item in the form."""
        self._is_from_form = True
        (self.text.redo if again else self.text.undo)()
        self._is_from_form = False
        self._show_page()

    def _preview(self, known: Checklist, key: str) -> None:
        """Show the rows that an item produces; they are counted on a reading thread."""
        self._previews += 1
        number, snapshot, item, style = self._previews, self._project.snapshot, known.items.get(key), number_style()
        self.preview.setVisible(item is not None)
        if item is None:
            return

        def show(preview: ItemPreview) -> None:
            if number == self._previews:
                self.preview.setText(preview_text(preview))

        self._project.jobs.read(lambda _: item_preview(snapshot, item, style), show, self._project.failed.emit)

    def begin_item(self) -> None:
        """Create a new item, starting from a valid one."""
        known = checklist_of(self._project.snapshot)
        key = next(name for name in (f"OWN-{number:03d}" for number in (*range(10, 1000, 10), *range(11, 1000))) if name not in known.items)
        text = _NEW.format(
            key=key,
            stages=", ".join(known.stages),
            source=tr("Owner's rules"),
            title=tr("Temperature at the top of the rack"),
            do=tr("Measure the temperature at the top of the rack."),
            accept=tr("At most 35 °C"),
            field=tr("At the top"),
        )
        self._keep_draft()
        self.table.clearSelection()
        self.table.setCurrentIndex(self.model.index(-1, 0))
        self._load("", text)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        shown = self.pages.currentWidget()
        (self.form.lines["key"] if shown is self.form else self.text).setFocus()

    def _edited(self) -> None:
        if not self._is_loading:
            if not self._is_from_form:
                (self._show_page if self.pages.currentWidget() is self.form else self._show_reason)()
            # At once, for the process may end with the next key; durably a moment later.
            self._store_drafts(self._all_drafts(), durable=False)
            self._later.start()

    def template(self) -> Template | None:
        """The item in the editor, if it is valid; errors are shown."""
        try:
            template = read_template(EDITED, self.text.toPlainText().encode())
            known = demand_usable(self._project.snapshot, template)
        except DeskError as error:
            shown = self.form.show_faults(_faults_of(error))
            if self.pages.currentWidget() is not self.form:
                shown = [tr_message(said) for said in (error.message, *(error.problems if isinstance(error, InvalidData) else ()))]
            self._previews += 1
            self.preview.hide()
            self.state.setText("\n".join(shown[:_MOST_FAULTS]))
            self.state.set_ink("severity.error")
            return None
        self.form.show_faults(())
        if template.own.bodies:
            self._preview(known, str(template.own.bodies[0]["key"]))
        self.state.setText(tr("This item is valid."))
        self.state.set_ink("text.secondary")
        return template

    def check(self) -> None:
        """Show the errors of the text in the editor; an unchanged item is as stored in the project."""
        if not self._project.is_open:
            return
        self._store_drafts(self._all_drafts())
        changed = self._is_new or self.has_changes()
        template = self.template() if changed and self.text.toPlainText().strip() else None
        if not changed:
            self._show_state()
            self.form.show_faults(())
            self._preview(checklist_of(self._project.snapshot), self._shown)
        self.set_verb(tr("Save item"), enabled=template is not None and bool(template.own.bodies) and self._project.writable)

    def _show_state(self) -> None:
        """Show the errors of the project's own items, those of the shown item first."""
        faults = self._project.snapshot.cached(known_items).faults
        shown_faults = [fault for fault in faults if self._shown and self._shown in _named(fault)]
        self.state.setText(tr_message(shown_faults[0]) if shown_faults else tr_message(faults_message(faults)) if faults else "")
        self.state.set_ink("severity.error" if faults else "text.secondary")

    def save(self) -> None:
        """Add the item in the editor, or replace the item with its key."""
        template = self.template()
        if template is not None and template.own.bodies:
            key = self._wanted = str(template.own.bodies[0]["key"])
            self._sent = self.text.toPlainText()
            self.do(self._project, take_checklist_items, template.own, done=partial(self._saved, self._shown, key, self._sent))

    def _saved(self, before: str, key: str, text: str, _: object) -> None:
        self._sent = None
        if self._drafts.get(before) == text:
            del self._drafts[before]
        if self._shown in (before, key) and self.text.toPlainText() == text:
            self._shown, self._written_text, self._is_new = key, text, False
            self._stored = self._written(key)
        self.check()
        self._store_drafts(self._all_drafts())
        if not self.has_changes():
            self._say(tr("Saved."))

    def complain(self, error: DeskError) -> None:
        """Show why nothing was saved; the text stays."""
        self._sent = None
        super().complain(error)

    def _disable(self) -> None:
        item = self._item()
        if item is not None:
            self.do(self._project, disable_checklist_item, item.key, not item.disabled, done=lambda _: None)

    def _remove(self) -> None:
        key = self._wanted = self.key()
        self.do(self._project, remove_checklist_item, key, done=partial(self._removed, key))

    def _removed(self, key: str, _: object) -> None:
        self._drafts.pop(key, None)
        if self._shown == key:
            self._load(key, self._written(key))
        self._store_drafts(self._all_drafts())

    def _say(self, text: str) -> None:
        self.state.setText(text)
        self.state.set_ink("text.secondary")

    # files

    def _choose_import(self) -> None:
        dialog = file_dialog(self, tr("Import a template"), self._folder or str(documents_folder()), tr("Templates (*.yaml *.yml)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.filesSelected.connect(lambda names: self.take_file(Path(names[0])) if names else None)
        dialog.open()

    def take_file(self, path: Path) -> None:
        """Import a template; an error states the file, line and field."""
        self._folder = str(path.parent)
        snapshot = self._project.snapshot

        def work() -> Template:
            template = read_template_file(path)
            demand_usable(snapshot, template)
            return template

        self.read(self._project, work, self._take)

    def _take(self, template: Template) -> None:
        text = filled_text(
            tr("{items} {items|item|items} imported, {disabled} disabled"),
            items=len(template.own.bodies),
            disabled=len(template.own.disabled),
        )
        self._wanted = str(template.own.bodies[0]["key"]) if template.own.bodies else ""
        self.do(self._project, take_checklist_items, template.own, done=lambda _: self._say(text))

    def _choose_export(self) -> None:
        dialog = file_dialog(self, tr("Export the template"), self._folder or str(documents_folder()), tr("Templates (*.yaml *.yml)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix("yaml")
        dialog.filesSelected.connect(lambda names: self.give_file(Path(names[0])) if names else None)
        dialog.open()

    def give_file(self, path: Path) -> None:
        """Write all custom items and the disabled ones to a file, to share them."""
        self._folder = str(path.parent)
        text = template_text(self._project.snapshot.cached(own_items))

        def work() -> None:
            from gpudesk.disk.writing import write_file

            write_file(path, text.encode())

        self.read(self._project, work, lambda _: self._say(filled_text(tr("Template saved to {path}."), path=str(path))))


def draft_names(keys: Iterable[str]) -> str:
    """The items with unsaved texts, in a sentence."""
    return ", ".join(key or tr("New item") for key in sorted(keys))


def _faults_of(error: DeskError) -> list[Message]:
    """All faults of a template; its first one is in a sentence that counts them."""
    first = error.message.values.get("first")
    return [first if isinstance(first, Message) else error.message, *(error.problems if isinstance(error, InvalidData) else ())]


def _named(fault: Message) -> str:
    """Subject of a fault: an item, or a value of it."""
    return " ".join(str(value) for value in (fault.values.get("item", ""), str(fault.values.get("where", "")).partition(".")[0]) if value)


def _title(item: Item) -> str:
    return item.title_es if language() == "es" else item.title
