"""The items of the checklist on site: those of the program, and what a project adds, changes and disables, as YAML."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from gpudesk.catalog.checklist_files import shipped_bodies
from gpudesk.catalog.checklist_template import Template, read_template, template_text
from gpudesk.core.checklist.items import Item
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.disk.paths import path_error
from gpudesk.onsite.known_items import checklist_of, demand_usable, faults_message, known_items, own_items, shipped_checklist
from gpudesk.operations.onsite.onsite_items import disable_checklist_item, remove_checklist_item, take_checklist_items
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, language, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("ChecklistItemsDialog")

_WIDTHS = (96, 300, 110)
_CHECK_AFTER_MS = 400
EDITED = "item.yaml"
"""What the text in the editor is called where something is wrong with it."""
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
    """The list left, the chosen item as text right; what is wrong with it is said below, with line and field."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._folder = ""
        self._wanted = ""
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
        self.state = Label("", self, wrap=True)
        self.state.setContentsMargins(12, 8, 12, 8)
        self.state.setMinimumHeight(52)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.text, 1)
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
        self.text.textChanged.connect(self._later.start)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._show(now.row()))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.resize(1100, 640)
        self.refresh()
        self.table.selectRow(0)

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
        items = [item for item in known.checklist.items.values() if all(word in fold(f"{item.key} {_title(item)}") for word in words)]
        chosen = self._wanted or self.key()
        own = {str(body["key"]) for body in snapshot.cached(own_items).bodies}
        self.model.set_lines([Line(item.key, self._cells(item, own)) for item in items])
        row = next((row for row, item in enumerate(items) if item.key == chosen), -1)
        if row >= 0 and (self._wanted or self.table.currentIndex().row() != row):
            self.table.selectRow(row)
        self._wanted = ""
        self.give.setEnabled(bool(snapshot.cached(own_items)))
        self._show_verbs()
        if known.faults:
            self.state.setText(tr_message(faults_message(known.faults)))

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
        return any(str(body["key"]) == self.key() for body in self._project.snapshot.cached(own_items).bodies)

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
        """Show the chosen item as it is written."""
        self._show_verbs()
        if row < 0:
            return
        own = self._project.snapshot.cached(own_items)
        bodies = shipped_bodies() | {str(body["key"]): body for body in own.bodies}
        body = bodies.get(self.key())
        if body is None:
            self.text.setPlainText("")
            return
        used = {str(name) for name in body.get("sources", [])}
        self.text.setPlainText(template_text(OwnItems([body], {name: text for name, text in own.sources.items() if name in used})))

    # the text

    def begin_item(self) -> None:
        """Write a new item, starting from one that can be saved as it is."""
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
        self.table.clearSelection()
        self.table.setCurrentIndex(self.model.index(-1, 0))
        self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.setFocus()

    def template(self) -> Template | None:
        """What is in the editor, if it can be used; what is wrong with it is said."""
        try:
            template = read_template(EDITED, self.text.toPlainText().encode())
            demand_usable(self._project.snapshot.cached(own_items), template)
        except DeskError as error:
            self.state.setText("\n".join(tr_message(said) for said in (error.message, *_others(error))))
            self.state.set_ink("severity.error")
            return None
        self.state.setText(tr("This item is valid."))
        self.state.set_ink("text.secondary")
        return template

    def check(self) -> None:
        """Say what is wrong with the text in the editor."""
        if self._project.is_open:
            template = self.template() if self.text.toPlainText().strip() else None
            self.set_verb(tr("Save item"), enabled=template is not None and bool(template.own.bodies) and self._project.writable)

    def save(self) -> None:
        """Add what is in the editor, or put it in place of the item with its key."""
        template = self.template()
        if template is not None and template.own.bodies:
            self._wanted = str(template.own.bodies[0]["key"])
            self.do(self._project, take_checklist_items, template.own, done=lambda _: self._say(tr("Saved.")))

    def _disable(self) -> None:
        item = self._item()
        if item is not None:
            self.do(self._project, disable_checklist_item, item.key, not item.disabled, done=lambda _: None)

    def _remove(self) -> None:
        key = self._wanted = self.key()
        self.do(self._project, remove_checklist_item, key, done=lambda _: self._show(self.table.currentIndex().row()))

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
        """Import a template; a refusal says the file, the line and the field."""
        self._folder = str(path.parent)
        own = self._project.snapshot.cached(own_items)

        def work() -> Template:
            try:
                content = path.read_bytes()
            except OSError as error:
                raise path_error(path, error) from error
            template = read_template(path.name, content)
            demand_usable(own, template)
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
        """Write all custom items and what is disabled into a file, to share them."""
        self._folder = str(path.parent)
        text = template_text(self._project.snapshot.cached(own_items))

        def work() -> None:
            from gpudesk.disk.writing import write_file

            write_file(path, text.encode())

        self.read(self._project, work, lambda _: self._say(filled_text(tr("Template saved to {path}."), path=str(path))))


def _others(error: DeskError) -> tuple[Message, ...]:
    """The faults after the first one, as many as there is room for."""
    return error.problems[:2] if isinstance(error, InvalidData) else ()


def _title(item: Item) -> str:
    return item.title_es if language() == "es" else item.title
