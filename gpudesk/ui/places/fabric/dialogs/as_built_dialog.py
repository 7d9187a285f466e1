"""Comparison with the installation: a listing is chosen or dropped, read and compared; the result stays open."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QStackedWidget, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.disk.paths import is_file
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable
from gpudesk.formats.tables.tables import SheetCell, csv_bytes, xlsx_bytes
from gpudesk.formats.text.own_process import in_own_process
from gpudesk.formats.text.written_files import write_file
from gpudesk.onsite.listing import Listing, read_listing
from gpudesk.onsite.names_to_fill_in import names_to_fill_in
from gpudesk.project.open_projects import OPEN_FILES
from gpudesk.reports.onsite.as_built_report import heads, lines
from gpudesk.ui.places.fabric.dialogs.as_built_result import BuiltResult
from gpudesk.ui.places.fabric.models.built_model import Built, built
from gpudesk.ui.printing.report_language import wording
from gpudesk.ui.toolkit.dropped_paths import local_paths
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.quantities import unit_system
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip
from gpudesk.ui.toolkit.widgets.search_field import SearchField

tr = text_context("AsBuiltDialog")

SMALL_BYTES = 1 << 20
"""A file up to this size is read here; starting a separate process takes longer."""
_SECONDS = 300.0
_TYPING_MS = 120
_WIDEST, _LEAST, _EDGE = 1560, 400, 24
_PATIENCE_MS = 250
"""What takes less shows no progress."""


class AsBuiltDialog(DeskDialog):
    """Stays open next to the window and follows the project, which it does not change.

    Signals:
        shown_wanted(list): the user wants to see these `ObjectRef`s.
        paper_wanted(Listing): the user wants to print it.
        compared(Listing): a listing was read and compared.
    """

    compared = Signal(object)
    shown_wanted = Signal(object)
    paper_wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._job: Job | None = None
        self._path: Path | None = None
        self.listing: Listing | None = None
        self.progress: ProgressStrip | None = None
        self.set_heading(
            tr("Compare with as-built"),
            tr("The planned InfiniBand links compared with ibnetdiscover or iblinkinfo output. The project is not changed."),
        )
        self.setAcceptDrops(True)
        self.search = SearchField(tr("Search the links"), tr("A device, a port, a rack"), self)
        self.search.setFixedWidth(240)
        self.add_beside_heading(self.search)
        self.let_body_fill()
        self._make_pages()
        self._make_foot()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(lambda: self.shown.filter_by(self.search.text()))
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self.search.left_down.connect(self.shown.table.setFocus)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._compare)
        session.changed.connect(self._soon)
        session.closed.connect(self.reject)
        self._show_page(self.empty)

    def open(self) -> None:
        """Show the dialog at the bottom of the window, where it leaves the drawing visible."""
        window = self.parentWidget()
        if window is not None and not self.isVisible():
            room = window.geometry()
            width, height = min(room.width() - 2 * _EDGE, _WIDEST), min(room.height() - 2 * _EDGE, max(_LEAST, room.height() * 11 // 20))
            self.setGeometry(room.center().x() - width // 2, room.bottom() - height - _EDGE, width, height)
        super().open()

    # what is compared

    def ask_listing(self) -> None:
        """Ask for a file written by ibnetdiscover."""
        self._ask(tr("Output of ibnetdiscover"), self.compare_with)

    def ask_names(self) -> None:
        """Ask for a file with node names, by their GUIDs."""
        path = self._path
        if path is not None:
            self._ask(tr("Node names by GUID"), lambda names: self.compare_with(path, names))

    def compare_with(self, path: Path, names: Path | None = None) -> None:
        """Read a listing and compare it; a reading error is shown here.

        Args:
            names: a file of names by GUIDs, as accepted by ibnetdiscover with --node-name-map.
        """
        self._path = path

        def read(progress: Progress) -> Listing:
            # A second opening of an open project would, when it is closed, drop the locks that SQLite holds on it.
            if is_file(path) and path.stat().st_size <= SMALL_BYTES and not OPEN_FILES.has(path):
                return read_listing(path, names, progress)
            return in_own_process(read_listing, path, names, progress=progress, seconds=_SECONDS, name=path.name, reports=True, fix=None)

        self.complaint.hide()
        self._begin(tr("Reading {file}").format(file=path.name), read, self._read)

    def _read(self, listing: Listing) -> None:
        self.listing = listing
        self.shown.show_links()
        self._compare()

    def _compare(self) -> None:
        """Compare the listing with the current project."""
        listing = self.listing
        if listing is None or not self._project.is_open:
            return
        snapshot = self._project.snapshot
        what = tr("Comparing with {name}").format(name=listing.name)
        self._begin(what, lambda progress: built(snapshot, listing, progress), self._take)

    def _take(self, found: Built) -> None:
        first = self.pages.currentWidget() is not self.shown
        self.shown.show_built(found, "" if self.listing is None else self.listing.name)
        text, fix = self.shown.warning()
        if text:
            self.complaint.show_message("warning", text, fix)
        self._show_page(self.shown)
        self.compared.emit(self.listing)
        if first:
            self.shown.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # what is done with it

    def copy(self) -> None:
        """Copy the chosen links, or all that are shown, as text for a spreadsheet."""
        model = self.shown.model
        chosen = sorted({index.row() for index in self.shown.table.selectionModel().selectedRows()})
        QApplication.clipboard().setText(model.text(chosen if len(chosen) > 1 else range(model.rowCount())))

    def ask_export(self) -> None:
        """Ask for the export file of the shown links."""
        book, text = tr("Workbook (*.xlsx)"), tr("Comma-separated values (*.csv)")
        dialog = file_dialog(self, tr("Export the listed links"), str(documents_folder()), f"{book};;{text}")
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("xlsx")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("csv" if chosen == text else "xlsx"))
        dialog.selectFile(free_path(documents_folder(), tr("as built")).with_suffix(".xlsx").name)
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.open()

    def ask_names_to_fill(self) -> None:
        """Ask for the path of a file of names to fill in."""
        dialog = file_dialog(self, tr("Save the name list to fill in"), str(documents_folder()))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.selectFile(free_path(documents_folder(), tr("names")).with_suffix(".txt").name)
        dialog.fileSelected.connect(lambda name: self.write_names(Path(name)))
        dialog.open()

    def write_names(self, path: Path) -> None:
        """Write the unidentified nodes, with their descriptions and connections; in the background."""
        as_built, listing = self.shown.model.built, self.listing
        if as_built is None or listing is None:
            return
        text = tr("List saved to {path}.").format(path=path)

        def work() -> None:
            write_file(path, names_to_fill_in(as_built.links, listing.names).encode())

        self.read(self._project, work, lambda _: self.complaint.show_message("ok", text, ""))

    def write(self, path: Path) -> None:
        """Write the links that are shown as a workbook, or as text where the name ends in .csv; in the background."""
        as_built, shown_rows = self.shown.model.built, self.shown.model.rows()
        if as_built is None:
            return
        spoken, title = wording(language(), unit_system()), tr("As built")

        def work() -> None:
            rows: list[Sequence[SheetCell]] = [heads(spoken), *lines(as_built.rows, as_built.work, shown_rows, spoken)]
            write_file(path, csv_bytes(rows) if path.suffix.lower() == ".csv" else xlsx_bytes({title: rows}, tidy=True))

        text = tr("List saved to {path}.").format(path=path)
        self.read(self._project, work, lambda _: self.complaint.show_message("ok", text, ""))

    def done(self, result: int) -> None:
        """Close the dialog; running work is stopped."""
        self._stop()
        super().done(result)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if len(local_paths(event)) == 1:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = local_paths(event)
        if len(paths) == 1:
            event.acceptProposedAction()
            self.compare_with(paths[0])

    # the parts of the dialog

    def _make_pages(self) -> None:
        sentence = tr("Run ibnetdiscover on a node of the fabric, save its output to a file, and choose that file here or drop it.")
        self.empty = EmptyPlace("link", sentence, tr("Choose a listing…"))
        self.empty.button_clicked.connect(self.ask_listing)
        self.faults = PlainTableModel((Head(tr("Where")), Head(tr("Problem"))), self)
        self.wrong = DeskTable(tr("Problems with the file"))
        self.wrong.setModel(self.faults)
        self.wrong.setColumnWidth(0, 220)
        self.shown = BuiltResult()
        self.shown.shown_wanted.connect(self.shown_wanted)
        self.shown.copy_requested.connect(self.copy)
        self.shown.listing_wanted.connect(self.ask_listing)
        self.shown.names_wanted.connect(self.ask_names)
        self.shown.names_to_fill_wanted.connect(self.ask_names_to_fill)
        self.shown.filtered.connect(self.search.set_count_text)
        self.pages = QStackedWidget()
        for page in (self.empty, self.wrong, self.shown):
            self.pages.addWidget(page)
        self.body.addWidget(self.pages, 1)

    def _make_foot(self) -> None:
        self.copy_button = QPushButton(tr("Copy"), self)
        self.copy_button.setToolTip(tr("Copy the selected links, or all that are shown, as text for a spreadsheet"))
        self.paper = QPushButton(tr("Print…"), self)
        self.paper.setToolTip(tr("Actions at each switch, as sheets or as a list"))
        self.again = QPushButton(tr("Choose a listing…"), self)
        for button, action in ((self.copy_button, self.copy), (self.paper, self._want_paper), (self.again, self.ask_listing)):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, action=action: action())
            self.add_left(button)
        self.add_close(tr("Close"))
        self.add_main(tr("Export…"), self.ask_export)

    def _show_page(self, page: QWidget) -> None:
        self.pages.setCurrentWidget(page)
        there = page is self.shown
        for button in (self.copy_button, self.paper):
            button.setVisible(there)
        self.again.setVisible(page is self.wrong)
        self.search.setVisible(there)
        self.set_verb(tr("Export…"), enabled=there)

    # under way

    def _begin(self, what: str, work: Callable[[Progress], object], done: Callable[..., object]) -> None:
        """Start a long task instead of the running one, with its progress below."""
        self._stop()
        self._end_progress()
        self.progress = ProgressStrip(what, self)
        self.progress.setContentsMargins(16, 6, 16, 8)
        self.progress.stop_requested.connect(self._stop)
        self.progress.set_progress(None)
        self.progress.hide()
        self.body.addWidget(self.progress)
        QTimer.singleShot(_PATIENCE_MS, self.progress, self.progress.show)
        # What was asked for before may still end.
        task_progress = self.progress

        def ended(result: object) -> None:
            if isValid(self) and self.progress is task_progress:
                self._job = None
                self._end_progress()
                done(result)

        def failed(error: DeskError) -> None:
            if isValid(self) and self.progress is task_progress:
                self._job = None
                self._end_progress()
                self._refused(error)

        self._job = self._project.jobs.read(work, ended, failed)
        self._job.progressed.connect(self._progressed)

    def _refused(self, error: DeskError) -> None:
        if isinstance(error, Cancelled):
            return
        faults = error.faults if isinstance(error, UnreadableTable) else ()
        rows = [Line(number, self._fault_cells(fault)) for number, fault in enumerate(faults)]
        self.listing = None
        self.faults.set_lines(rows)
        self._show_page(self.wrong if faults else self.empty)
        if faults:
            text = tr("{file} cannot be compared.").format(file="" if self._path is None else self._path.name)
            self.complaint.show_message("error", text, tr("Create the listing again: sudo ibnetdiscover > seen.txt"))
        else:
            self.complain(error)

    def _progressed(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress.set_progress(done / total if total else None, f"{100 * done // total} %" if total else "")

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _end_progress(self) -> None:
        if self.progress is not None:
            self.body.removeWidget(self.progress)
            self.progress.hide()
            self.progress.deleteLater()
            self.progress = None

    def _want_paper(self) -> None:
        if self.listing is not None:
            self.paper_wanted.emit(self.listing)

    def _ask(self, title: str, chosen: Callable[[Path], object]) -> None:
        dialog = file_dialog(self, title, str(documents_folder()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: chosen(Path(name)))
        dialog.open()

    @Slot()
    def _soon(self) -> None:
        """Compare again after the current event."""
        self._later.start()

    def _fault_cells(self, fault: Fault) -> tuple[Cell, Cell]:
        place = tr("{file}, line {line}").format(file=fault.file, line=fault.cell) if fault.cell else fault.file
        what = tr_message(fault.what)
        return Cell(place, severity="error", step="caption", ink="text.secondary"), Cell(what, tool_tip=what)
