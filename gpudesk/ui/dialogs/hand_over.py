"""What is handed over: which reports, on which paper, in which language; as a file or to a printer."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.errors import Cancelled, DeskError
from gpudesk.core.progress import Progress
from gpudesk.project.document import utc_now
from gpudesk.reports import PAPERS, Bound, Choices, Page, Sheet, Subject, subject_of
from gpudesk.reports.catalogue import REPORTS, bound
from gpudesk.reports.report import FACES, PAGE_SUFFIXES
from gpudesk.ui.dialogs.desk_dialog import DeskDialog
from gpudesk.ui.dialogs.form import Form
from gpudesk.ui.hand_over_scope import OF_HALLS, OF_RACKS, HandOverScope
from gpudesk.ui.jobs import Job
from gpudesk.ui.places_on_disk import documents_folder
from gpudesk.ui.printing.apart import Order, write_apart
from gpudesk.ui.printing.preview import SheetView
from gpudesk.ui.printing.wording import wording
from gpudesk.ui.quantities import format_number, unit_system
from gpudesk.ui.session import Session
from gpudesk.ui.translate import LANGUAGES, language
from gpudesk.ui.widgets.icon_button import IconButton
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.progress_strip import ProgressStrip
from gpudesk.ui.widgets.segmented import Segment, SegmentedControl

MOST_SHOWN = 12
"""Sheets that are laid out for a look; all of them are when they are written."""
MANY = 1000
"""From so many sheets on it is said beforehand that they take their time."""
_WAIT_MS = 150
_LANGUAGE_NAMES = {"en": "English", "es": "Español"}


class HandOverDialog(DeskDialog):
    """Reports to choose at the left, their first sheets at the right. The project does not change.

    Args:
        scope: what is selected and shown; it can be handed over alone.
        wanted: the reports that are chosen at first.

    Signals:
        handed_over(list): the files that were written.
    """

    handed_over = Signal(object)

    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        scope: HandOverScope | None = None,
        wanted: Sequence[str] = ("elevations",),
    ) -> None:
        super().__init__(parent)
        self._project = session
        self._selected = scope or HandOverScope()
        self._count, self._about = 0, 0
        self._job: Job | None = None
        self._look: Job | None = None
        self.set_heading(self.tr("Hand over"), self.tr("Drawings and lists on paper, of the project as it is now. It is not changed."))
        self._make_form(wanted)
        self._make_preview()
        self.long = Label("", self, step="caption", ink="text.secondary", wrap=True)
        self.long.hide()
        self.body.addWidget(self.long)
        self.progress = ProgressStrip(self.tr("Drawing the sheets"), self)
        self.progress.stop_requested.connect(self._stop)
        self.progress.hide()
        self.body.addWidget(self.progress)
        self.print_button = QPushButton(self.tr("Print…"), self)
        self.print_button.setAccessibleName(self.print_button.text())
        self.print_button.setAutoDefault(False)
        self.print_button.clicked.connect(lambda _checked=False: self.ask_printer())
        self.add_left(self.print_button)
        self.add_buttons(self.tr("Save"), self.save)
        document = session.document
        stem = document.path.stem if document is not None else "project"
        self.path_field.setText(str(documents_folder() / f"{stem}.pdf"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._show_first_sheets)
        session.closed.connect(self.reject)
        self.resize(1060, 640)
        self._changed()

    # what is chosen

    @property
    def names(self) -> list[str]:
        """The chosen reports."""
        return [name for name, box in self.boxes.items() if box.isChecked()]

    @property
    def choices(self) -> Choices:
        """What else is chosen."""
        paper, lies = self.paper.currentData(), self.lies.current()
        sheet = None
        if paper:
            sheet = Sheet(PAPERS[paper], lies == "landscape")
        faces = FACES if self.faces.current() == "both" else (self.faces.current(),)
        scope, phase, selected = self.scope.currentData(), self.phase.currentData(), self._selected
        power = scope == "power"
        return Choices(
            sheet,
            int(self.a_sheet.current()),
            faces,
            None if phase < 0 else int(phase),
            (selected.hall,) if scope == "hall" and selected.hall is not None else (),
            selected.racks if scope in {"racks", "power"} else (),
            selected.power_nodes if power else (),
            selected.power_devices if power else (),
        )

    @property
    def path(self) -> Path | None:
        """Where the file goes, None for an empty field."""
        text = self.path_field.text().strip()
        return Path(text).expanduser() if text else None

    def _subject(self) -> Subject | None:
        document = self._project.document
        return None if document is None else subject_of(document, utc_now())

    # the parts of the dialog

    def _make_form(self, wanted: Sequence[str]) -> None:
        self._row = QHBoxLayout()
        self._row.setSpacing(16)
        self.body.addLayout(self._row, 1)
        form = Form(self)
        self._row.addWidget(form, 0, Qt.AlignmentFlag.AlignTop)
        self.boxes: dict[str, QCheckBox] = {}
        reports = QWidget(self)
        reports.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(reports)
        column.setContentsMargins(2, 2, 2, 2)
        column.setSpacing(4)
        for kind in REPORTS.values():
            if kind.make is None or kind.alone:
                continue
            box = QCheckBox(_said(kind.title), reports)
            box.setAccessibleName(box.text())
            box.setToolTip(_said(kind.hint))
            box.setChecked(kind.name in wanted)
            box.toggled.connect(lambda _checked: self._changed())
            self.boxes[kind.name] = box
            column.addWidget(box)
        form.add(self.tr("Reports"), reports)
        self._make_scope(wanted)
        form.add(self.tr("Of"), self.scope)
        self.phase = QComboBox(self)
        self.phase.addItem(self.tr("All phases"), -1)
        for number in self._phases():
            self.phase.addItem(self.tr("Up to phase {phase}").format(phase=number), number)
        form.add(self.tr("Build phase"), self.phase)
        self.paper = QComboBox(self)
        self.paper.addItem(self.tr("What suits each report"), "")
        for title in PAPERS:
            self.paper.addItem(title, title)
        form.add(self.tr("Paper"), self.paper)
        self.lies = self._segments(self.tr("Direction"), (("landscape", self.tr("Landscape")), ("portrait", self.tr("Portrait"))))
        form.add(self.tr("Direction"), self.lies)
        self.a_sheet = self._segments(self.tr("Racks a sheet"), tuple((str(count), str(count)) for count in range(1, 5)), "4")
        form.add(self.tr("Racks a sheet"), self.a_sheet)
        faces = (("both", self.tr("Both")), ("front", self.tr("Front")), ("rear", self.tr("Rear")))
        self.faces = self._segments(self.tr("Sides of the racks"), faces)
        form.add(self.tr("Sides of the racks"), self.faces)
        tongues = tuple((each, _LANGUAGE_NAMES[each]) for each in LANGUAGES)
        self.language = self._segments(self.tr("Language"), tongues, language())
        form.add(self.tr("Language"), self.language)
        self.path_field = QLineEdit(self)
        self.browse_button = IconButton("folder", self.tr("Choose a file"), self)
        self.browse_button.clicked.connect(self._browse)
        self.add_left(self.browse_button)
        self.note = form.add(self.tr("File"), self.path_field, self.tr("A .pdf holds all sheets; .svg and .png are one file for each."))
        self.path_field.textChanged.connect(lambda _text: self._update())
        for combo in (self.scope, self.phase, self.paper):
            combo.currentIndexChanged.connect(lambda _index: self._changed())

    def _make_scope(self, wanted: Sequence[str]) -> None:
        """Offer what is selected, and choose what suits the reports that are wanted."""
        selected, halls = self._selected, self._project.snapshot["hall"]
        self.scope = QComboBox(self)
        self.scope.addItem(self.tr("Everything"), "all")
        if selected.hall is not None and halls.rows > 1:
            name = str(halls["name"][halls.position(selected.hall)])
            self.scope.addItem(self.tr("Hall {name}").format(name=name), "hall")
        if selected.racks:
            self.scope.addItem(self.tr("The selected racks: {count}").format(count=format_number(len(selected.racks))), "racks")
        if selected.power_parts:
            text = self.tr("The selected parts of the power chain: {count}").format(count=format_number(selected.power_parts))
            self.scope.addItem(text, "power")
        suits = {"power-schedule": ("power", "racks"), **dict.fromkeys(OF_RACKS, ("racks",)), **dict.fromkeys(OF_HALLS, ("hall",))}
        for key in suits.get(wanted[0], ()) if wanted else ():
            if (place := self.scope.findData(key)) > 0:
                self.scope.setCurrentIndex(place)
                return

    def _segments(self, name: str, parts: Sequence[tuple[str, str]], current: str = "") -> SegmentedControl:
        made = SegmentedControl(name, [Segment(key, text) for key, text in parts], current, self)
        made.chosen.connect(lambda _key: self._changed())
        return made

    def _make_preview(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(6)
        self.sheet_view = SheetView(self)
        column.addWidget(self.sheet_view, 1)
        foot = QHBoxLayout()
        self.back_button = IconButton("chevron-left", self.tr("Previous sheet"), self)
        self.on_button = IconButton("chevron-right", self.tr("Next sheet"), self)
        self.number = Label("", self, step="caption", ink="text.secondary", tabular=True)
        for button, leaves in ((self.back_button, -1), (self.on_button, 1)):
            button.clicked.connect(lambda _checked=False, leaves=leaves: self._turn(leaves))
        foot.addWidget(self.back_button)
        foot.addWidget(self.number, 1)
        foot.addWidget(self.on_button)
        column.addLayout(foot)
        self._row.addLayout(column, 1)

    def _phases(self) -> list[int]:
        found: set[int] = set()
        for table in ("rack", "device"):
            found |= set(self._project.snapshot[table]["phase"].tolist())
        return sorted(found)

    # looking at it

    def _changed(self) -> None:
        self._update()
        self._timer.start()

    def _update(self) -> None:
        kinds = [REPORTS[name] for name in self.names]
        draws_racks = any(kind.draws_racks for kind in kinds)
        self.a_sheet.setEnabled(draws_racks)
        self.faces.setEnabled(draws_racks)
        self.lies.setEnabled(bool(self.paper.currentData()))
        path = self.path
        ready = bool(kinds) and path is not None and path.suffix.lower() in PAGE_SUFFIXES and self._job is None
        self.set_verb(self.tr("Save"), enabled=ready)
        self.print_button.setEnabled(bool(kinds) and self._job is None)

    def _show_first_sheets(self) -> None:
        subject, names, choices = self._subject(), self.names, self.choices
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if subject is None or not names:
            self._take_first(([], 0, 0))
            return
        spoken = wording(self.language.current(), unit_system())

        def lay_out(progress: Progress) -> tuple[list[Page], int, int]:
            document = bound(names, subject, choices, spoken)
            return *first_sheets(document, progress), document.about()

        self._look = self._project.jobs.read(lay_out, self._take_first, self._not_looked)

    def _take_first(self, made: tuple[list[Page], int, int]) -> None:
        if not isValid(self):
            return
        self._look = None
        pages, count, about = made
        self.sheet_view.show_pages(pages, self.tr("Choose a report."))
        self._count, self._about = count, max(count, about)
        self._tell_number()
        self._tell_length()

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
            count = format_number(self._count) if self._count else self.tr("{count} or more").format(count=view.count)
            if not self._count and self._about > view.count:
                count = self.tr("about {count}").format(count=format_number(self._about))
            text = self.tr("Sheet {number} of {count}").format(number=view.number, count=count)
        self.number.setText(text)
        self.back_button.setEnabled(view.number > 1)
        self.on_button.setEnabled(view.number < view.count)

    def _tell_length(self) -> None:
        """Say beforehand that so many sheets take their time, and how there are fewer."""
        if self._about < MANY:
            self.long.hide()
            return
        text = self.tr("About {count} sheets: they take some minutes, which can be stopped, and the window stays free meanwhile.")
        mend = self.tr("Select racks, or choose a hall or a phase, for fewer.")
        self.long.setText(f"{text} {mend}".format(count=format_number(self._about)))
        self.long.show()

    # handing over

    def save(self) -> None:
        """Write the files in a process of their own."""
        subject, path = self._subject(), self.path
        if subject is None or path is None or self._job is not None:
            return
        order = Order(self.names, subject, self.choices, self.language.current(), unit_system(), subject.project)
        self._begin(lambda progress: write_apart(order, path, progress), self._saved)

    def ask_printer(self) -> None:
        """Ask for a printer and print there."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        asked = QPrintDialog(printer, self)
        asked.accepted.connect(lambda: self.print_to(printer))
        asked.setModal(True)
        asked.show()

    def print_to(self, printer: Any) -> None:
        """Print on a reading thread."""
        from gpudesk.ui.printing.printer import print_pages

        subject = self._subject()
        if subject is None or self._job is not None:
            return
        spoken, names, choices = wording(self.language.current(), unit_system()), self.names, self.choices
        self._begin(lambda progress: print_pages(bound(names, subject, choices, spoken).sheets(progress), printer), self._printed)

    def reject(self) -> None:
        """Leave; what is under way is stopped."""
        self._stop()
        if self._look is not None:
            self._look.cancel()
        super().reject()

    def _begin(self, work: Any, done: Any) -> None:
        self.complaint.hide()
        self.progress.set_progress(None)
        self.progress.show()
        self._job = self._project.jobs.read(work, done, self._failed_to_write)
        self._job.progressed.connect(self._show_progress)
        self._update()

    def _show_progress(self, done: int, total: int) -> None:
        if isValid(self) and done and not total:
            self.progress.set_progress(None, self.tr("Counting the sheets: {count}").format(count=format_number(done)))
        elif isValid(self) and total:
            text = self.tr("{done} of {total}").format(done=format_number(done), total=format_number(total))
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
        self._update()

    def _browse(self) -> None:
        path = self.path
        folder = path.parent if path is not None and path.parent.is_dir() else documents_folder()
        dialog = QFileDialog(self, self.tr("Hand over"), str(folder), " ".join(f"*{suffix}" for suffix in PAGE_SUFFIXES))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
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


def _said(text: str) -> str:
    return QCoreApplication.translate("reports", text)
