"""What dialogs share that make paper of a project: a look at the first sheets, a file or a printer, progress and Stop."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.disk.paths import is_folder, path_from_text
from gpudesk.onsite.listing import Listing
from gpudesk.project.document import utc_now
from gpudesk.reports.catalogue import bound
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.report import PAGE_SUFFIXES, Bound, Choices, Subject, subject_of
from gpudesk.ui.printing.apart import Order, write_apart
from gpudesk.ui.printing.preview import SheetView
from gpudesk.ui.printing.report_language import wording
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number, unit_system
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip

tr = text_context("PaperDialog")

MOST_SHOWN = 12
"""Maximum number of sheets in the preview; writing includes all of them."""
MANY = 1000
"""Minimum number of sheets for which a notice about the duration is shown."""
_WAIT_MS = 150


@dataclass(frozen=True, slots=True)
class Asked:
    """Request of a form.

    Attributes:
        names: names of the reports.
        language: language of the output.
        suffixes: permitted file suffixes.
        since: named version that a work order starts from, up to the current state.
        listing: discovered fabric, for an as-built comparison.
    """

    names: Sequence[str]
    choices: Choices
    language: str
    suffixes: tuple[str, ...] = PAGE_SUFFIXES
    since: int | None = None
    listing: Listing | None = None


class PaperDialog(DeskDialog):
    """A form on the left, the first sheets of its output on the right. The project does not change.

    A subclass puts its form into `row` and then calls `finish`.

    Signals:
        handed_over(list): the written files.
    """

    handed_over = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._count, self._about = 0, 0
        self._job: Job | None = None
        self._look: Job | None = None
        self._hears = False
        self.row = QHBoxLayout()
        self.row.setSpacing(16)
        self.body.addLayout(self.row, 1)
        self.path_field = QLineEdit(self)
        self.browse_button = IconButton("folder", tr("Choose a file"), self)
        self.browse_button.clicked.connect(self._browse)
        self.add_left(self.browse_button)

    def finish(self, asked: Callable[[], Asked], file_name: str) -> None:
        """Add the widgets after the form.

        Args:
            asked: returns the current request of the form.
            file_name: name of the proposed file; "{project}" is the project name.
        """
        self.asked = asked
        self._make_preview()
        self.long = Label("", self, step="caption", ink="text.secondary", wrap=True)
        self.long.hide()
        self.body.addWidget(self.long)
        self.progress = ProgressStrip(tr("Drawing the sheets"), self)
        self.progress.stop_requested.connect(self._stop)
        self.progress.hide()
        self.body.addWidget(self.progress)
        self.print_button = QPushButton(tr("Print…"), self)
        self.print_button.setAccessibleName(self.print_button.text())
        self.print_button.setAutoDefault(False)
        self.print_button.clicked.connect(lambda _checked=False: self.ask_printer())
        self.add_left(self.print_button)
        self.add_buttons(tr("Save"), self.save)
        document = self._project.document
        stem = document.path.stem if document is not None else "project"
        self.path_field.setText(str(documents_folder() / file_name.format(project=stem)))
        self.path_field.textChanged.connect(lambda _text: self.tell_what_is_possible())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._show_first_sheets)
        self._project.closed.connect(self.reject)
        self._hears = True
        self.changed()

    @property
    def path(self) -> Path | None:
        """Output path, None for an empty field."""
        return path_from_text(self.path_field.text())

    def changed(self) -> None:
        """Update the preview after a change of the form."""
        self.tell_what_is_possible()
        self._timer.start()

    def tell_what_is_possible(self) -> None:
        """Update the enabled state of the buttons."""
        request, path = self.asked(), self.path
        ready = bool(request.names) and path is not None and path.suffix.lower() in request.suffixes and self._job is None
        self.set_verb(tr("Save"), enabled=ready)
        self.print_button.setEnabled(bool(request.names) and self._job is None)

    def _subject(self) -> Subject | None:
        document, request = self._project.document, self.asked()
        try:
            return None if document is None else subject_of(document, utc_now(), request.since, request.listing)
        except DeskError as error:
            self.complain(error)
            return None

    def _make_preview(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(6)
        self.sheet_view = SheetView(self)
        column.addWidget(self.sheet_view, 1)
        foot = QHBoxLayout()
        self.back_button = IconButton("chevron-left", tr("Previous sheet"), self)
        self.on_button = IconButton("chevron-right", tr("Next sheet"), self)
        self.number = Label("", self, step="caption", ink="text.secondary", tabular=True)
        for button, leaves in ((self.back_button, -1), (self.on_button, 1)):
            button.clicked.connect(lambda _checked=False, leaves=leaves: self._turn(leaves))
        foot.addWidget(self.back_button)
        foot.addWidget(self.number, 1)
        foot.addWidget(self.on_button)
        column.addLayout(foot)
        self.row.addLayout(column, 1)

    def _show_first_sheets(self) -> None:
        subject, request = self._subject(), self.asked()
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if subject is None or not request.names:
            self._take_first(([], 0, 0))
            return
        spoken = wording(request.language, unit_system())

        def lay_out(progress: Progress) -> tuple[list[Page], int, int]:
            document = bound(request.names, subject, request.choices, spoken)
            return *first_sheets(document, progress), document.about()

        self._look = self._project.jobs.read(lay_out, self._take_first, self._not_looked)

    def _take_first(self, made: tuple[list[Page], int, int]) -> None:
        if not isValid(self):
            return
        self._look = None
        pages, count, about = made
        self.sheet_view.show_pages(pages, tr("Choose a report."))
        self._count, self._about = count, max(count, about)
        self._tell_number()
        self._tell_length()
        self.took_pages(pages)

    def took_pages(self, pages: Sequence[Page]) -> None:
        """Called with the first sheets: a form can report on them."""

    def _not_looked(self, error: DeskError) -> None:
        if isValid(self) and not isinstance(error, Cancelled):
            self.complain(error)

    def _turn(self, leaves: int) -> None:
        self.sheet_view.turn(leaves)
        self._tell_number()

    def _tell_number(self) -> None:
        view = self.sheet_view
        text = ""
        if view.number:
            count = format_number(self._count) if self._count else tr("{count} or more").format(count=view.count)
            if not self._count and self._about > view.count:
                count = tr("about {count}").format(count=format_number(self._about))
            text = tr("Sheet {number} of {count}").format(number=view.number, count=count)
        self.number.setText(text)
        self.back_button.setEnabled(view.number > 1)
        self.on_button.setEnabled(view.number < view.count)

    def _tell_length(self) -> None:
        """Show a notice that this number of sheets takes time, and how to reduce it."""
        if self._about < MANY:
            self.long.hide()
            return
        text = tr("About {count} sheets: this takes several minutes and can be stopped; you can keep working meanwhile.")
        fix = tr("For fewer sheets, select racks or choose a hall or a phase.")
        self.long.setText(f"{text} {fix}".format(count=format_number(self._about)))
        self.long.show()

    # handing over

    def save(self) -> None:
        """Write the files in a separate process."""
        subject, path = self._subject(), self.path
        if subject is None or path is None or self._job is not None:
            return
        request = self.asked()
        order = Order(request.names, subject, request.choices, request.language, unit_system(), subject.project)
        self._begin(lambda progress: write_apart(order, path, progress), self._saved)

    def ask_printer(self) -> None:
        """Ask for a printer and print there."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        print_dialog = QPrintDialog(printer, self)
        print_dialog.accepted.connect(lambda: self.print_to(printer))
        print_dialog.setModal(True)
        print_dialog.show()

    def print_to(self, printer: Any) -> None:
        """Print on a reading thread."""
        from gpudesk.ui.printing.printer import print_pages

        subject = self._subject()
        if subject is None or self._job is not None:
            return
        request = self.asked()
        document = bound(request.names, subject, request.choices, wording(request.language, unit_system()))
        self._begin(lambda progress: print_pages(document.sheets(progress), printer), self._printed)

    def reject(self) -> None:
        """Close; the current work is stopped."""
        self._stop()
        if self._look is not None:
            self._look.cancel()
        super().reject()

    def done(self, result: int) -> None:
        """Close the dialog; it hears of the project no more."""
        if self._hears:
            self._project.closed.disconnect(self.reject)
            self._hears = False
        super().done(result)

    def _begin(self, work: Any, done: Any) -> None:
        self.complaint.hide()
        self.progress.set_progress(None)
        self.progress.show()
        self._job = self._project.jobs.read(work, done, self._failed_to_write)
        self._job.progressed.connect(self._show_progress)
        self.tell_what_is_possible()

    def _show_progress(self, done: int, total: int) -> None:
        if isValid(self) and done and not total:
            self.progress.set_progress(None, tr("Counting the sheets: {count}").format(count=format_number(done)))
        elif isValid(self) and total:
            text = tr("{done} of {total}").format(done=format_number(done), total=format_number(total))
            self.progress.set_progress(done / total, text)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _saved(self, files: list[Path]) -> None:
        if not isValid(self):
            return
        self._job = None
        self.handed_over.emit(files)
        self.accept()

    def _printed(self, _nothing: Any) -> None:
        if isValid(self):
            self._job = None
            self.accept()

    def _failed_to_write(self, error: DeskError) -> None:
        if not isValid(self):
            return
        self._job = None
        if isinstance(error, Cancelled):
            self.progress.set_stopped()
        else:
            self.progress.hide()
            self.complain(error)
        self.tell_what_is_possible()

    def _browse(self) -> None:
        path = self.path
        folder = path.parent if path is not None and is_folder(path.parent) else documents_folder()
        dialog = file_dialog(self, self.windowTitle(), str(folder), " ".join(f"*{suffix}" for suffix in self.asked().suffixes))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(self.asked().suffixes[0].lstrip("."))
        dialog.fileSelected.connect(self.path_field.setText)
        dialog.open()


def first_sheets(reports: Bound, progress: Progress) -> tuple[list[Page], int]:
    """The first sheets of reports for a look, and how many there are, 0 where that would take as long as to write them.

    Raises:
        Cancelled: somebody chose something else meanwhile.
    """
    count = reports.known_count()
    pages = list(islice(reports.stamped(count, progress), MOST_SHOWN + 1))
    if not count and len(pages) <= MOST_SHOWN:
        count = len(pages)
        pages = list(reports.stamped(count, progress))
    return pages[:MOST_SHOWN], count
