"""A custom catalog entry: its names, its facts as a table, its complete text, and a live preview of its faces."""

import copy
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import Fault, Origin, catalog_message
from gpudesk.catalog.entry_text import CheckedEntry, check_text, entry_text
from gpudesk.catalog.user_entries import save_user_entry
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.ui.panels.catalog.type_faces import TypeFaces
from gpudesk.ui.places.catalog.dialogs.fault_list import FaultList
from gpudesk.ui.places.catalog.dialogs.type_names_form import TypeNamesForm
from gpudesk.ui.places.catalog.models import entry_rows
from gpudesk.ui.places.catalog.models.entry_faults import ToldFault, told_faults
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import RING
from gpudesk.ui.toolkit.parts.kept_table import KeptTable
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.parts.question import Question
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.line_text import LineText
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader

tr = text_context("TypeEntryDialog")

_TYPING_MS = 200
_SIDE_WIDTH = 340
_SIZE = (1160, 700)
_WIDTHS = (180, 168, 130, 180, 144, 140, 140)


class TypeEntryDialog(DeskDialog):
    """Both pages show the same entry; it is saved whole, or not at all while anything is wrong with it.

    Signals:
        saved(str): the entry of this key was written; the catalog is to be opened again.
    """

    saved = Signal(str)

    def __init__(
        self, session: Session, catalog: Catalog, body: Mapping[str, Any], parent: QWidget | None = None, *, edited: bool = False
    ) -> None:
        """`edited` for an existing custom entry; its key stays."""
        super().__init__(parent, lasting=True)
        self._project = session
        self._catalog = catalog
        self._edited = edited
        self._body: dict[str, Any] = copy.deepcopy(dict(body))
        self._begun: Mapping[str, Any] = copy.deepcopy(self._body)
        self._checked = CheckedEntry(self._body, None, ())
        self._last_source = ""
        # No red before the person typed: faults are shown for what they have edited, and of everything once they want to save.
        self._tells_all = False
        self._edited_names: set[str] = set()
        self._edited_cells: set[tuple[str, int]] = set()
        self._edited_fact = ""
        title = tr("Edit {model}").format(model=body.get("model")) if edited else tr("New custom type")
        self.set_heading(title, tr("Saved in your own folder; preserved across updates. Every fact requires a source."))
        self.names = TypeNamesForm(catalog, self, key_stays=edited)
        self.faces = TypeFaces()
        self._faces_head = GroupHeader(tr("Faces"), foldable=False)
        self.tabs = TabHeader(tr("Facts or text"), self)
        self.tabs.add_page("facts", tr("Facts"))
        self.tabs.add_page("text", tr("As text"))
        self.search = SearchField(tr("Search the facts"), tr("Name of a fact"), self)
        self.search.setFixedWidth(200)
        self.extent = SegmentedControl(
            tr("Facts shown"), [Segment("expected", tr("Expected")), Segment("all", tr("All facts"))], "expected", self
        )
        self.model = _FactsModel(self)
        self.table = KeptTable(tr("Facts"), self.model, self)
        self.text = LineText(tr("The entry as text"), self)
        self.faults = FaultList(self)
        self._pages = QStackedWidget(self)
        self._lay_out()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self._read_text)
        self._connect()
        save = self.add_buttons(tr("Save"), self.save)
        # Enter belongs to the cells and fields.
        save.setDefault(False)
        save.setAutoDefault(False)
        self.resize(*_SIZE)
        self.names.show_body(self._body, first=True)
        self._show_all()

    def entry(self) -> Mapping[str, Any]:
        """The current entry."""
        return self._body

    def told_faults(self) -> list[str]:
        """Faults that prevent saving the entry, reported yet or not, one line each."""
        return [f"{fault.place}: {fault.text}" for fault in self._all_told()]

    def set_fact(self, name: str, column: int, text: str) -> bool:
        """Apply the text typed into a cell of the table."""
        self._leave(name)
        self._edited_cells.add((name, column))
        facts = self._body.setdefault("facts", {})
        fact = dict(entry_rows.facts_of(self._body).get(name, {}))
        if column == entry_rows.VALUE:
            value = entry_rows.read_value(self._catalog.facts[name], text, fact.get("value"))
            if value is None:
                facts.pop(name, None)
                self._changed()
                return True
            fact = {"value": value, "source": self._last_source, "confidence": "memory"} | fact | {"value": value}
        elif text.strip():
            fact[entry_rows.FIELDS[column]] = text.strip()
            if column == entry_rows.SOURCE:
                self._last_source = text.strip()
        else:
            fact.pop(entry_rows.FIELDS[column], None)
        if fact:
            facts[name] = fact
        else:
            facts.pop(name, None)
        self._changed()
        return True

    def save(self) -> None:
        """Write the entry, if nothing is wrong with it."""
        self._typing.stop()
        if self.tabs.current() == "text":
            self._read_text()
        if self._faults():
            self._tells_all = True
            self._tell()
            self._complain()
            if self.tabs.current() == "facts":
                self._show_fault(self._all_told()[0])
            return
        # A language in which nothing is said is not named.
        body = {name: value for name, value in self._body.items() if value or name not in {"description", "description_es"}}
        self._work(False)
        self.read(self._project, lambda: save_user_entry(self._catalog, body), lambda _: self._saved(str(body["key"])))

    def reject(self) -> None:
        """Close; typed input is discarded only after confirmation."""
        if self.tabs.current() == "text":
            self._read_text()
        if self._checked.body is not None and self._body == self._begun:
            super().reject()
            return
        sentence = tr("Your changes have not been saved and would be lost.")
        Question(tr("Discard changes?"), sentence, tr("Discard"), super().reject, self).open()

    def complain(self, error: DeskError) -> None:
        super().complain(error)
        self.set_verb(tr("Save"))

    def _saved(self, key: str) -> None:
        self.saved.emit(key)
        self.accept()

    def _complain(self) -> None:
        text = QT_TRANSLATE_NOOP("TypeEntryDialog", "Not saved yet: errors are shown next to their fields and in the list.")
        self.complain(InvalidData(Message("TypeEntryDialog", text)))

    # building

    def _lay_out(self) -> None:
        self.let_body_fill()
        side = QWidget(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(16 - RING, 4 - RING, 16 - RING, 8)
        column.setSpacing(8)
        column.addWidget(self.names)
        self._faces_head.hide()
        column.addWidget(self._faces_head)
        column.addWidget(self.faces)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidget(side)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(_SIDE_WIDTH)
        self.tabs.add_control(self.extent)
        self.tabs.add_control(self.search)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.text)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(True)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place, width in enumerate(_WIDTHS):
            head.resizeSection(place, width)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        main = QVBoxLayout()
        main.setSpacing(0)
        main.addWidget(self.tabs)
        main.addWidget(self._pages, 1)
        main.addWidget(self.faults)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(area)
        row.addLayout(main, 1)
        self.body.addLayout(row, 1)

    def _connect(self) -> None:
        self.names.edited.connect(self._edit_name)
        self.names.changed.connect(self._take_names)
        self.search.textChanged.connect(lambda _: self._show_facts())
        self.extent.chosen.connect(lambda _: self._show_facts())
        self.table.reset_requested.connect(lambda key: self.set_fact(str(key), entry_rows.VALUE, ""))
        self.tabs.page_chosen.connect(self._go)
        self.text.textChanged.connect(self._type_text)
        self.faults.chosen.connect(self._show_fault)

    # showing

    def _show_all(self) -> None:
        self.names.show_body(self._body)
        self._check(entry_text(self._body))

    def _show_facts(self) -> None:
        faults = {(fault.fact, fault.column): fault.text for fault in self._told() if fault.fact}
        words, every = self.search.text().strip(), self.extent.current() == "all"
        self.model.set_lines(entry_rows.entry_lines(self._catalog, self._body, words, every=every, faults=faults))

    def _changed(self) -> None:
        """The table or the form was edited."""
        self._check(entry_text(self._body))

    def _edit_name(self, name: str) -> None:
        self._leave("")
        self._edited_names.add(name)
        if name in {"vendor", "model"}:
            self._edited_names.add("key")

    def _leave(self, name: str) -> None:
        """The user moves to the fact `name`, or elsewhere: missing values of the last one are reported from now on."""
        if self._edited_fact not in {"", name}:
            self._edited_cells |= {(self._edited_fact, column) for column in range(entry_rows.DATE + 1)}
        self._edited_fact = name

    def _take_names(self, said: Mapping[str, Any]) -> None:
        for name, value in said.items():
            if value or name in {"key", "vendor", "model", "description", "description_es", "family", "mount"}:
                self._body[name] = value
            else:
                self._body.pop(name, None)
        self._changed()

    def _read_text(self) -> None:
        self._typing.stop()
        text = self.text.toPlainText()
        self._check(text)
        if self._checked.body is not None:
            self._body = copy.deepcopy(dict(self._checked.body))
            self.names.show_body(self._body)

    def _check(self, text: str) -> None:
        self._checked = check_text(self._catalog, text)
        if self._checked.type is not None:
            self.faces.set_type(self._checked.type)
            self._faces_head.show()
        self._tell()
        self.set_verb(tr("Save"), enabled=True)
        if not self._faults():
            self.complaint.hide()

    def _tell(self) -> None:
        """Show the faults: at the fields and cells, in the lines of the text, and in the list."""
        faults = self._told()
        self.names.show_faults({fault.field: fault.text for fault in faults if fault.field})
        self._show_facts()
        self.text.set_faulty({fault.line for fault in faults} if self.tabs.current() == "text" else ())
        self.faults.show_faults([(fault, fault.place, fault.text) for fault in faults])

    def _told(self) -> list[ToldFault]:
        """The faults reported so far."""
        return [
            fault
            for fault in self._all_told()
            if self._tells_all
            or fault.field in self._edited_names
            or (fault.fact, fault.column) in self._edited_cells
            or not (fault.field or fault.fact)
        ]

    def _all_told(self) -> list[ToldFault]:
        return told_faults(self._catalog, self._faults(), self.names.titles)

    def _faults(self) -> tuple[Fault, ...]:
        """What keeps the entry from being saved."""
        key = self._body.get("key")
        taken = not self._edited and key in self._catalog and self._catalog.entry(str(key)).origin is Origin.USER
        if not taken:
            return self._checked.faults
        text = QT_TRANSLATE_NOOP("catalog", "you already have an entry with the key {key}: edit that one, or choose another key")
        return (Fault("", 1, catalog_message(text, key=str(key)), "key"), *self._checked.faults)

    def _go(self, page: str) -> None:
        """Change the page; an unparsable text stays visible."""
        if page == "text":
            self._typing.stop()
            self.text.blockSignals(True)
            self.text.setPlainText(entry_text(self._body))
            self.text.blockSignals(False)
            self._pages.setCurrentWidget(self.text)
            self._check(self.text.toPlainText())
        elif self._pages.currentWidget() is self.text:
            self._read_text()
            if self._checked.body is None:
                self.tabs.tabs.blockSignals(True)
                self.tabs.set_current("text")
                self.tabs.tabs.blockSignals(False)
                self._complain()
                return
            self._pages.setCurrentWidget(self.table)
            self._show_all()
        for control in (self.search, self.extent):
            control.setVisible(self.tabs.current() == "facts")

    def _type_text(self) -> None:
        self._tells_all = True
        self._typing.start()

    def _show_fault(self, fault: object) -> None:
        """Go to the field, cell or line that is wrong."""
        if not isinstance(fault, ToldFault):
            return
        if fault.field and self.tabs.current() == "facts":
            self.names.editor(fault.field).setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if not fault.fact or self.tabs.current() == "text":
            self.tabs.set_current("text")
            self.text.go_to_line(fault.line)
            return
        if self.model.row_of(fault.fact) is None:
            self.search.clear()
            self.extent.set_current("all")
            self._show_facts()
        row = self.model.row_of(fault.fact)
        if row is not None:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
            self.table.setCurrentIndex(self.model.index(row, fault.column))
            self.table.scrollTo(self.table.currentIndex())


class _FactsModel(PlainTableModel):
    def __init__(self, dialog: TypeEntryDialog) -> None:
        super().__init__(entry_rows.entry_heads(), dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        row = self.row_of(key)
        if row is not None and str(value) == self.line(row).cells[column].edited:
            return True
        return self._dialog.set_fact(str(key), column, str(value))
