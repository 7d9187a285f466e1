"""The imported libraries: what is kept, the import under way, and removing one."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.imports import Library
from gpudesk.ui.docks.quiet_note import QuietNote
from gpudesk.ui.jobs import Job
from gpudesk.ui.models.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.models.times import full_time, short_time
from gpudesk.ui.quantities import MISSING, format_number
from gpudesk.ui.widgets.dock_header import DockHeader
from gpudesk.ui.widgets.progress_strip import ProgressStrip
from gpudesk.ui.widgets.table import DeskTable

_WIDTHS = (220, 90, 150, 110)
_SOURCE = 4


class LibrariesView(QWidget):
    """A line for every library.

    Signals:
        chosen(): another library is the current one.
        import_requested(): the person wants to import one.
        types_requested(): show the types of the libraries.
    """

    chosen = Signal()
    import_requested = Signal()
    types_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Libraries"))
        self.header = DockHeader(self.tr("Libraries"), self.tr("types of others, below your own and those of the program"))
        heads = [
            Head(self.tr("Name")),
            Head(self.tr("Types"), right=True),
            Head(self.tr("Imported")),
            Head(self.tr("Quality"), right=True),
            Head(self.tr("From")),
        ]
        self.model = PlainTableModel(heads)
        self.table = DeskTable(self.tr("Libraries"), self)
        self.table.setModel(self.model)
        head = self.table.horizontalHeader()
        for place, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(place, width)
        head.setSectionResizeMode(_SOURCE, QHeaderView.ResizeMode.Stretch)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.table.doubleClicked.connect(lambda _: self.types_requested.emit())
        self.note = QuietNote(self)
        self.note.link_clicked.connect(self.import_requested)
        self._strip: ProgressStrip | None = None
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self.table)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.header)
        self._column.addWidget(self._stack, 1)
        self.setFocusProxy(self.table)
        self.show_libraries(())

    def show_libraries(self, found: Sequence[Library]) -> None:
        """Show what is kept."""
        self.model.set_lines([self._line(library) for library in found])
        if found:
            self._stack.setCurrentWidget(self.table)
            if not self.table.currentIndex().isValid():
                self.table.selectRow(0)
        else:
            detail = self.tr("A folder or ZIP archive of NetBox device types, module types and rack types, or a single file of it.")
            self.note.say(None, self.tr("No library is imported yet"), detail, self.tr("Import a library…"))
            self._stack.setCurrentWidget(self.note)
        self.chosen.emit()

    def library(self) -> str:
        """The name of the chosen library, "" for none."""
        rows = self.table.selectionModel().selectedRows()
        return str(self.model.line(rows[0].row()).key) if rows else ""

    def follow(self, job: Job) -> None:
        """Show how far an import is, with a way to stop it."""
        self._forget()
        strip = ProgressStrip(job.what, self)
        strip.setContentsMargins(10, 4, 10, 4)
        strip.set_progress(None)
        strip.stop_requested.connect(job.cancel)
        words = self.tr("{done} of {total} files")
        job.progressed.connect(
            lambda done, total: strip.set_progress(done / max(total, 1), words.format(done=format_number(done), total=format_number(total)))
        )
        job.ended.connect(lambda whole: self._forget() if whole else strip.set_stopped())
        self._column.insertWidget(1, strip)
        self._strip = strip

    def _forget(self) -> None:
        strip, self._strip = self._strip, None
        if strip is not None:
            strip.hide()
            strip.deleteLater()

    def _line(self, library: Library) -> Line:
        score = self.tr("{score} of 100").format(score=format_number(library.score)) if library.score is not None else MISSING
        cells = (
            Cell(library.name, icon="import"),
            Cell(format_number(library.types), right=True),
            Cell(short_time(library.at_utc), tool_tip=full_time(library.at_utc)) if library.at_utc else Cell(MISSING),
            Cell(score, right=True, tool_tip=self.tr("How much its types say of themselves (median): weight, power, air, ports …")),
            Cell(library.source, step="caption", ink="text.secondary"),
        )
        return Line(library.name, cells)
