"""Current catalog data of types in use: fact by fact with its sources, applied to the types that the user chooses."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSplitter, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Fact
from gpudesk.operations.types.type_updates import TypeUpdate, type_updates, update_types
from gpudesk.ui.panels.catalog.fact_text import fact_origin, fact_text, fact_title
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader

tr = text_context("UpdateTypesDialog")

_MOST_NAMES = 12


class UpdateTypesDialog(DeskDialog):
    """Types above, all of them chosen at first; what would change in the current one below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Types that differ from the catalog"),
            tr("The project keeps its own copies. The selected types are updated from the catalog, in one step."),
        )
        self._project = session
        self._updates: tuple[TypeUpdate, ...] = ()
        self._make_tables()
        self.add_buttons(tr("Update"), self.update_chosen, close=tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(860, 600)
        self.refresh()

    # showing

    def refresh(self) -> None:
        """Compare the project with the catalog again."""
        if self._project.is_open:
            snapshot = self._project.snapshot
            self.read(self._project, lambda: type_updates(snapshot, open_catalog()), self._list)

    def chosen(self) -> list[str]:
        """The keys of the chosen types."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.line(row).key for row in rows]

    def _list(self, updates: tuple[TypeUpdate, ...]) -> None:
        fresh = [update.key for update in updates] != [update.key for update in self._updates]
        self._updates = updates
        lines = []
        for update in updates:
            change = update.change
            parts = (change.facts, change.ports_added, change.ports_removed, change.bays_added, change.bays_removed, change.others)
            refusal = "" if update.refusal is None else tr_message(update.refusal)
            note = Cell(refusal, severity="warning" if refusal else "", step="caption", ink="text.secondary", tool_tip=refusal)
            count = Cell(format_number(sum(map(len, parts))), right=True)
            lines.append(
                Line(update.key, (Cell(tr_type_name(update.old.title)), Cell(format_number(update.used), right=True), count, note))
            )
        self.model.set_lines(lines)
        if fresh and lines:
            self.table.selectAll()
            self.table.setCurrentIndex(self.model.index(0, 0))
            self.table.selectAll()
        self._choose()

    def _choose(self) -> None:
        keys = self.chosen()
        self.set_verb(tr("Update %n type(s)", "", len(keys)), enabled=bool(keys) and self._project.writable)
        index = self.table.currentIndex()
        current = self._updates[index.row()] if index.isValid() and index.row() < len(self._updates) else None
        self.changes_table.setVisible(current is not None)
        self.note.setVisible(current is None)
        if current is None:
            self.note.say("ok", tr("All types match the catalog"))
            self.header.set_title(tr("Proposed changes"))
            return
        self.header.set_title(tr("Changes in {model}").format(model=tr_type_name(current.old.title)))
        self.changes.set_lines(self._change_lines(current))

    def _change_lines(self, update: TypeUpdate) -> list[Line]:
        change = update.change
        lines = [
            Line(fact.name, (Cell(_title(fact.name)), _fact(fact.name, fact.old), _fact(fact.name, fact.new))) for fact in change.facts
        ]
        for key, title, removed, come in (
            ("ports", tr("Ports"), change.ports_removed, change.ports_added),
            ("bays", tr("Bays"), change.bays_removed, change.bays_added),
        ):
            if removed or come:
                lines.append(Line(f"+{key}", (Cell(title), _names(removed), _names(come))))
        if change.others:
            lines.append(Line("+others", (Cell(tr("Other parts of the entry")), Cell("–"), Cell(", ".join(change.others)))))
        return lines

    # doing

    def update_chosen(self) -> None:
        """Apply the catalog data to the chosen types."""
        keys = self.chosen()
        if keys:
            self.do(self._project, update_types, keys, done=lambda _: self.refresh())

    # making

    def _make_tables(self) -> None:
        heads = (Head(tr("Type")), Head(tr("In use"), right=True), Head(tr("Changes"), right=True), Head(tr("Remark")))
        self.model = PlainTableModel(heads, self)
        self.table = DeskTable(tr("Types"), self)
        self.table.setModel(self.model)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().resizeSection(0, 300)
        self.table.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.table.selectionModel().selectionChanged.connect(lambda _now, _before: self._choose())
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._choose())
        self.header = DockHeader(tr("Proposed changes"))
        self.changes = PlainTableModel((Head(tr("Item")), Head(tr("In the project")), Head(tr("In the catalog"))), self)
        self.changes_table = DeskTable(tr("Changes"), self)
        self.changes_table.setModel(self.changes)
        head = self.changes_table.horizontalHeader()
        head.resizeSection(0, 240)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.note = QuietNote(self)
        lower = QWidget(self)
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.changes_table, 1)
        column.addWidget(self.note, 1)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.table)
        splitter.addWidget(lower)
        splitter.setSizes([200, 320])
        self.let_body_fill()
        self.body.addWidget(splitter, 1)


def _title(name: str) -> str:
    definition = open_catalog().facts.get(name)
    return name if definition is None else fact_title(definition)


def _fact(name: str, fact: Fact | None) -> Cell:
    """A value with its confidence; the source in the tooltip, and as accessible text."""
    if fact is None:
        return Cell("–")
    definition = open_catalog().facts.get(name)
    text = str(fact.value) if definition is None else fact_text(definition, fact)
    origin = tr_source(fact.source) if definition is None else fact_origin(definition, fact)
    return Cell(f"{text} · {tr_source(fact.source)}", confidence=str(fact.confidence), tool_tip=origin, spoken=f"{text}, {origin}")


def _names(names: tuple[str, ...]) -> Cell:
    shown = ", ".join(names[:_MOST_NAMES]) + (f" … ({len(names)})" if len(names) > _MOST_NAMES else "")
    return Cell(shown or "–", tool_tip=", ".join(names))
