"""What taking a file of types would do, before anything is written."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.type_exchange import Fate, Proposal, Proposed, take
from gpudesk.ui.panels.catalog.catalog_rows import family_icon, family_name
from gpudesk.ui.places.catalog.dialogs.fault_list import FaultList
from gpudesk.ui.places.catalog.models.entry_faults import fault_text
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

tr = text_context("TypeImportDialog")

_INKS = {Fate.NEW: "", Fate.HIDES: "severity.warning", Fate.REPLACES: "severity.warning", Fate.SAME: "text.tertiary"}
_WIDTHS = (230, 190, 110, 150)


class TypeImportDialog(DeskDialog):
    """One line per type: new, replacing another, or already known. With a fault nothing can be imported.

    Signals:
        taken(int): this number of entries was written; the catalog must be reopened.
    """

    taken = Signal(int)

    def __init__(self, session: Session, catalog: Catalog, file: str, proposal: Proposal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._catalog = catalog
        self.proposal = proposal
        self.set_heading(tr("Import types from {file}").format(file=file), self._summary())
        self.model = PlainTableModel([Head(tr("Type")), Head(tr("Result")), Head(tr("Kind")), Head(tr("Where"))])
        self.model.set_lines([self._line(entry) for entry in proposal.entries])
        self.table = DeskTable(tr("Types in the file"), self)
        self.table.setModel(self.model)
        for place, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(place, width)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.faults = FaultList(self)
        self.faults.show_faults([(misfit.where, misfit.where, fault_text(misfit.message)) for misfit in proposal.misfits])
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.body.addWidget(self.faults)
        many = len(proposal.bodies)
        verb = filled_text(tr("Import {count} {count|type|types}"), count=format_number(many)) if many != 1 else tr("Import 1 type")
        self.add_buttons(verb, self.take)
        self.set_verb(verb, enabled=bool(many) and not proposal.misfits)
        self.resize(820, 480)

    def take(self) -> None:
        """Write the entries."""
        self._work(False)
        self.read(self._project, lambda: take(self._catalog, self.proposal), self._done)

    def _done(self, count: int) -> None:
        self.taken.emit(count)
        self.accept()

    def _summary(self) -> str:
        if self.proposal.misfits:
            return tr("The file has errors, so nothing can be imported: fix it and import it again.")
        words = {
            Fate.NEW: tr("{count} new"),
            Fate.HIDES: tr("{count} replace a catalog entry"),
            Fate.REPLACES: tr("{count} replace your own entry"),
            Fate.SAME: tr("{count} already known"),
        }
        parts = [text.format(count=format_number(many)) for fate, text in words.items() if (many := self.proposal.count(fate))]
        return ", ".join(parts)

    def _line(self, entry: Proposed) -> Line:
        words = {
            Fate.NEW: tr("new"),
            Fate.HIDES: tr("replaces catalog entry"),
            Fate.REPLACES: tr("replaces your entry"),
            Fate.SAME: tr("identical, no changes"),
        }
        cells = (
            Cell(tr_type_name(entry.type.title), icon=family_icon(entry.type.family), tool_tip=entry.type.key),
            Cell(words[entry.fate], ink=_INKS[entry.fate]),
            Cell(family_name(self._catalog, entry.type.family), ink="text.tertiary"),
            Cell(entry.where, step="caption", ink="text.tertiary"),
        )
        return Line(entry.type.key, cells)
