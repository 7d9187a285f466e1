"""The imported libraries: their content, hidden types with the reason, and the running import."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QItemSelectionModel, Signal
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.catalog.entry import Hider
from gpudesk.catalog.imports import Library
from gpudesk.ui.places.catalog.models.library_rows import hider_name
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.parts.times import full_time, short_time
from gpudesk.ui.toolkit.quantities import MISSING, format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip

tr = text_context("LibrariesView")

_WIDTHS = (180, 64, 64, 130, 96)
_HIDDEN_WIDTH = 300
_MOST_ROWS = 8
"""Number of hidden types visible without scrolling."""


class LibrariesView(QWidget):
    """A line for each library.

    Signals:
        chosen(): the current library changed.
        import_requested(): the user wants to import one.
        removal_requested(): the user wants to remove the chosen one.
        types_requested(): show the types of the libraries.
        type_requested(str): show the type that hides the one with this key.
    """

    chosen = Signal()
    import_requested = Signal()
    removal_requested = Signal()
    types_requested = Signal()
    type_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Libraries"))
        self.header = DockHeader(tr("Libraries"), tr("third-party types; your own and the built-in ones take precedence"))
        self.remove = self.header.add_button("delete", tr("Remove the library…"))
        self.remove.clicked.connect(lambda _checked=False: self.removal_requested.emit())
        heads = [
            Head(tr("Name")),
            Head(tr("Types"), right=True),
            Head(tr("Hidden"), right=True),
            Head(tr("Imported")),
            Head(tr("Quality"), right=True),
            Head(tr("From")),
        ]
        self.model = PlainTableModel(heads)
        self.table = DeskTable(tr("Libraries"), self)
        self.table.setModel(self.model)
        head = self.table.horizontalHeader()
        for place, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(place, width)
        head.setSectionResizeMode(len(_WIDTHS), QHeaderView.ResizeMode.Stretch)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._choose())
        self.table.activated.connect(lambda _: self.types_requested.emit())
        self._hiders: dict[str, Mapping[str, Hider]] = {}
        self.hidden_header = DockHeader(tr("Hidden types"), tr("replaced by another entry with the same key"))
        self.hidden_model = PlainTableModel([Head(tr("Key")), Head(tr("Hidden by"))])
        self.hidden_table = DeskTable(tr("Hidden types"), self)
        self.hidden_table.setModel(self.hidden_model)
        self.hidden_table.setColumnWidth(0, _HIDDEN_WIDTH)
        self.hidden_table.activated.connect(lambda index: self.type_requested.emit(self.hidden_model.line(index.row()).key))
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
        self._column.addWidget(self.hidden_header)
        self._column.addWidget(self.hidden_table)
        self.setFocusProxy(self.table)
        self.show_libraries(())

    def show_libraries(self, found: Sequence[tuple[Library, Mapping[str, Hider]]]) -> None:
        """Show the kept libraries, and for each the hidden keys and their cause."""
        self._hiders = {library.name: hidden for library, hidden in found}
        self.model.set_lines([self._line(library, hidden) for library, hidden in found])
        if found:
            self._stack.setCurrentWidget(self.table)
            if not self.table.currentIndex().isValid():
                # Whatever key is held: exactly this one.
                whole = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
                self.table.selectionModel().setCurrentIndex(self.model.index(0, 0), whole)
        else:
            detail = tr("A folder or ZIP archive of NetBox device types, module types and rack types, or one such file.")
            self.note.say(None, tr("No library is imported yet"), detail, tr("Import a library…"))
            self._stack.setCurrentWidget(self.note)
        self._choose()

    def library(self) -> str:
        """The name of the chosen library, "" for none."""
        rows = self.table.selectionModel().selectedRows()
        return str(self.model.line(rows[0].row()).key) if rows else ""

    def follow(self, job: Job) -> None:
        """Show the progress of an import, with a button to stop it."""
        self._forget()
        strip = ProgressStrip(job.what, self)
        strip.setContentsMargins(10, 4, 10, 4)
        strip.set_progress(None)
        strip.stop_requested.connect(job.cancel)
        job.progressed.connect(self._show_progress)
        job.ended.connect(self._show_end)
        self._column.insertWidget(1, strip)
        self._strip = strip

    def _show_progress(self, done: int, total: int) -> None:
        if self._strip is not None:
            text = tr("{done} of {total} files").format(done=format_number(done), total=format_number(total))
            self._strip.set_progress(done / max(total, 1), text)

    def _show_end(self, whole: bool) -> None:
        if whole:
            self._forget()
        elif self._strip is not None:
            self._strip.set_stopped()

    def _choose(self) -> None:
        """Show what of the chosen library is hidden."""
        hidden = self._hiders.get(self.library(), {})
        lines = [Line(key, (Cell(key), Cell(hider_name(hider), ink="text.secondary"))) for key, hider in sorted(hidden.items())]
        self.hidden_model.set_lines(lines)
        self.remove.setVisible(bool(self.library()))
        for widget in (self.hidden_header, self.hidden_table):
            widget.setVisible(bool(lines))
        self.hidden_table.setFixedHeight(theme.size("table_head") + theme.size("table_row") * min(len(lines), _MOST_ROWS) + 8)
        self.chosen.emit()

    def _forget(self) -> None:
        strip, self._strip = self._strip, None
        if strip is not None:
            strip.hide()
            strip.deleteLater()

    def _line(self, library: Library, hidden: Mapping[str, Hider]) -> Line:
        score = tr("{score} of 100").format(score=format_number(library.score)) if library.score is not None else MISSING
        cells = (
            Cell(library.name, icon="import"),
            Cell(format_number(library.types), right=True),
            Cell(format_number(len(hidden)) if hidden else "", right=True, ink="text.tertiary"),
            Cell(short_time(library.at_utc), tool_tip=full_time(library.at_utc)) if library.at_utc else Cell(MISSING),
            Cell(score, right=True, tool_tip=tr("Completeness of its types (median): weight, power, air, ports…")),
            Cell(library.source, step="caption", ink="text.secondary"),
        )
        return Line(library.name, cells)
