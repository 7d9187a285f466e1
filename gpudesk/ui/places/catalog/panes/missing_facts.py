"""Unknown facts: expected facts by the number of types that lack them, and the families with their gaps."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.catalog_table import Mask
from gpudesk.ui.panels.catalog.fact_text import fact_title
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader

tr = text_context("MissingFactsView")


class MissingFactsView(QWidget):
    """A line for every fact that some type lacks; its button, or Enter, shows them.

    Signals:
        fact_chosen(str): show the types that lack the fact of this name.
    """

    fact_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Missing facts"))
        self.header = DockHeader(tr("Missing facts"), tr("relevant facts not found in any document"))
        heads = [
            Head(tr("Fact")),
            Head(tr("Missing"), right=True),
            Head(tr("Known"), right=True),
            Head(tr("Unverified"), right=True),
            Head(""),
        ]
        self.model = PlainTableModel(heads)
        self.table = DeskTable(tr("Missing facts"), self)
        self.table.setModel(self.model)
        for signal in (self.table.cell_pressed, self.table.activated):
            signal.connect(lambda index: self.fact_chosen.emit(self.model.line(index.row()).key))
        head = self.table.horizontalHeader()
        head.setStretchLastSection(True)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place, width in enumerate((260, 90, 90, 110)):
            self.table.setColumnWidth(place, width)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.table, 1)
        self.setFocusProxy(self.table)

    def show_types(self, catalog: Catalog, mask: Mask) -> None:
        """Count the missing facts of the types for which `mask` is true."""
        table = catalog.table()
        lines = []
        for name, lacking in table.missing_by_fact(mask).items():
            known = int((table.known(name) & mask).sum())
            doubtful = int((table.doubtful(name) & mask).sum())
            cells = (
                Cell(fact_title(catalog.facts[name])),
                Cell(format_number(lacking), right=True),
                Cell(format_number(known), right=True, ink="text.tertiary"),
                Cell(format_number(doubtful) if doubtful else "", right=True, ink="text.tertiary"),
                Cell(button=tr("Show them"), spoken=tr("Show the types without this fact")),
            )
            lines.append(Line(name, cells))
        self.model.set_lines(lines)
