"""Types side by side, differences lit."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.catalog import Catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.ui.places.catalog.models.comparison_rows import MOST_COMPARED, comparison_heads, comparison_lines, comparison_table
from gpudesk.ui.toolkit.parts.edit_table import EditDelegate, span_groups
from gpudesk.ui.toolkit.parts.frozen_column_table import StillTable
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.toolkit.widgets.tag_flow import TagFlow

tr = text_context("ComparisonView")

_NAME_WIDTH = 190
_LEAST_WIDTH = 150


class ComparisonView(QWidget):
    """A table of facts by types; the types are the tags of its head, which can be taken out.

    Signals:
        removed(str): take the type of this key out.
    """

    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Comparison"))
        self._catalog: Catalog | None = None
        self._kinds: list[HardwareType] = []
        self.header = DockHeader(tr("Comparison"))
        self.tags = TagFlow(tr("Types compared"), self)
        self.tags.removed.connect(self.removed)
        self.shown = SegmentedControl(
            tr("Facts shown"), [Segment("all", tr("All facts")), Segment("differences", tr("Differences"))], "all"
        )
        self.shown.chosen.connect(lambda _: self._fill())
        self.header.add_control(self.shown)
        self.model = PlainTableModel((), self)
        self.table = StillTable(tr("Comparison"), self)
        self.table.setModel(self.model)
        self.table.setItemDelegate(EditDelegate(self.table))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.model.modelReset.connect(lambda: span_groups(self.table, self.model))
        self.note = QuietNote(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.tags)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.table)
        self.show_types(None, [])

    def show_types(self, catalog: Catalog | None, kinds: Sequence[HardwareType]) -> None:
        """Compare these types."""
        self._catalog, self._kinds = catalog, list(kinds)
        self.tags.set_tags({kind.key: tr_type_name(kind.model) for kind in kinds})
        self._fill()

    def text(self) -> str:
        """The comparison as lines of text, cells separated by tabs."""
        return "\n".join("\t".join(row) for row in self.rows())

    def rows(self) -> list[list[str]]:
        """The comparison as rows of texts: heads, then the facts under their headings."""
        kinds = self._kinds
        rows = [[tr("Fact"), *(tr_type_name(kind.title) for kind in kinds)]]
        for row in range(self.model.rowCount()):
            line = self.model.line(row)
            rows.append([line.group] if line.group else [cell.text.replace(THIN_SPACE, " ") for cell in line.cells])
        return rows

    def table_rows(self) -> list[list[str | int | float | None]]:
        """The shown content for a spreadsheet: raw numbers, units, confidence and sources in separate columns."""
        lines = [self.model.line(row) for row in range(self.model.rowCount())]
        return [] if self._catalog is None else comparison_table(self._catalog, self._kinds, lines)

    def _fill(self) -> None:
        if self._catalog is None or len(self._kinds) < 2:
            detail = tr("Select several in the table (Ctrl or Shift and click) and press C; at most {most}.")
            self.note.say(None, tr("Compare two or more types side by side here"), detail.format(most=MOST_COMPARED))
            self._stack.setCurrentWidget(self.note)
            return
        lines = comparison_lines(self._catalog, self._kinds, differences=self.shown.current() == "differences")
        self.model.set_lines(lines, comparison_heads(self._kinds))
        self._stack.setCurrentWidget(self.table)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        head.resizeSection(0, _NAME_WIDTH)
        head.setMinimumSectionSize(_LEAST_WIDTH)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
