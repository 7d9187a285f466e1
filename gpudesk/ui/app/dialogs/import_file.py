"""Preview of a list before import: new objects, changes, and all errors."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.disk.paths import source_problem
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.tables.device_list import DeviceList
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.formats.text.own_process import read_foreign
from gpudesk.operations.exchange.exchange import FORMATS, import_list, preview_list, read_import
from gpudesk.operations.exchange.format import Taken
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.exchange.import_questions import UNITS, asked_after
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.app.dialogs.import_question_form import ImportQuestions
from gpudesk.ui.places.fabric.models.import_rows import FAULTS, FINDINGS, import_lines
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.file_fields import FileFields
from gpudesk.ui.toolkit.parts.form import RING
from gpudesk.ui.toolkit.parts.plain_table import Head, PlainTableModel
from gpudesk.ui.toolkit.parts.quiet_note import QuietNote
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("ImportDialog")

_WIDTHS = (110, 380, 120)
_PAUSE_MS = 300
"""After the last key in the path the file is read."""
_MOST_NAMED = 6


class ImportDialog(DeskDialog):
    """Format and file above, their effects below; nothing is written before the main button is pressed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._job: Job | None = None
        self._found: Taken | None = None
        self._preview: Preview | None = None
        self._at: Snapshot | None = None
        self._answers: dict[str, str] = {}
        self._idle_heading()
        formats = [file_format for file_format in FORMATS.values() if file_format.read is not None]
        self.fields = FileFields(formats, tr("Import from"), saving=False, parent=self)
        self._make_body()
        self.add_buttons(tr("Import"), self.take)
        self._pause = QTimer(self, interval=_PAUSE_MS, singleShot=True)
        self._pause.timeout.connect(self.look)
        self.fields.changed.connect(self._forget)
        self.resize(1040, 640)
        self._forget()
        self.fields.path_field.setFocus()

    def look(self) -> None:
        """Read the file on a reading thread and show its effects."""
        self._pause.stop()
        path, document = self.fields.path, self._project.document
        if path is None or document is None or source_problem(path, folders=True) is not None:
            return
        if self._job is not None:
            self._job.cancel()
        name, uid, snapshot, answers = self.fields.format.name, document.uid, self._project.snapshot, dict(self._answers)
        self._begin(tr("Reading the file"))
        reading = partial(read_import, units=answers.get(UNITS, ""))

        def work(progress: Progress) -> tuple[Taken, Preview]:
            try:
                parsed = read_foreign(path, reading, name, path, uid, progress=progress, reports=True)
            except UnreadableTable as error:
                return DeviceList(), Preview(faults=list(error.faults))
            if isinstance(parsed, NetboxTables):
                parsed.answers.update(answers)
            return parsed, preview_list(snapshot, parsed, progress)

        job = self._project.jobs.read(work, lambda read: self._read(job, snapshot, *read), lambda error: self._refused(job, error))
        self._job = job
        job.progressed.connect(self._progressed)

    def take(self) -> None:
        """Take the list in as one step."""
        device_list, path = self._found, self.fields.path
        if device_list is None or path is None or self._job is not None or self._preview is None:
            return
        self.listen(self._project)
        self._begin(tr("Importing"))
        self._job = self._project.do(import_list, device_list, path.name.encode(errors="replace").decode(), done=self._taken)
        if self._job is not None:
            self._job.progressed.connect(self._progressed)

    def done(self, result: int) -> None:
        """Close the dialog; running work is stopped."""
        self._stop()
        super().done(result)

    # under way

    def _begin(self, what: str) -> None:
        self.complaint.hide()
        self.progress.set_progress(None, what)
        self.progress.show()
        self.set_verb(tr("Import"), enabled=False)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _progressed(self, done: int, total: int) -> None:
        text = format_number(done) if not total else tr("{done} of {total}").format(done=format_number(done), total=format_number(total))
        self.progress.set_progress(done / total if total else None, text)

    def _read(self, job: Job, snapshot: Snapshot, found: Taken, preview: Preview) -> None:
        if not isValid(self) or job is not self._job:
            return
        self._job = None
        self._found, self._preview, self._at = found, preview, snapshot
        self.progress.hide()
        self.questions.ask(preview.questions)
        if preview.faults:
            self.filter.set_current(FAULTS)
        elif self.filter.current() == FAULTS:
            # An answer has put right what was wrong: all that would come is shown.
            self.filter.set_current("all")
        self._show()

    def _refused(self, job: Job, error: DeskError) -> None:
        if not isValid(self) or job is not self._job:
            return
        self._job = None
        self.progress.hide()
        if not isinstance(error, Cancelled):
            self.complain(error)

    def _failed(self, error: DeskError) -> None:
        self._job = None
        self.progress.hide()
        super()._failed(error)
        self._judge()

    def _taken(self, _done: Preview) -> None:
        if isValid(self):
            self._job = None
            self.accept()

    # showing

    def _forget(self) -> None:
        """Discard the last result after a change of file or format."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._found = self._preview = self._at = None
        self._answers.clear()
        self.questions.clear()
        self.filter.set_current("all")
        self.progress.hide()
        self.complaint.hide()
        path = self.fields.path
        problem = None if path is None else source_problem(path, folders=True)
        self.fields.say(problem)
        self._show()
        if path is not None and problem is None:
            self._pause.start()

    def _show(self) -> None:
        preview = self._preview
        for widget in (self.filter, self.search, self.table):
            widget.setVisible(preview is not None)
        self.note.setVisible(preview is None)
        if preview is None:
            self._idle_heading()
            self.note.say(
                None,
                tr("Choose a file"),
                tr("The changes are previewed here. Nothing is written until you import."),
            )
            self._judge()
            return
        counts = {
            "all": len(preview.lines) + len(preview.faults) + len(preview.remarks) + len(preview.brought),
            **{str(verdict): preview.count(verdict) for verdict in Verdict},
            FAULTS: len(preview.faults),
            FINDINGS: len(preview.brought) + len(preview.remarks),
        }
        for key, text in self._segments().items():
            self.filter.button(key).setText(f"{text} {format_number(counts[key])}")
            self.filter.button(key).updateGeometry()
        self.set_heading(tr("Import"), self._summary(preview))
        self._filter()
        self._judge()

    def _filter(self) -> None:
        if self._preview is None:
            return
        shown = self.filter.current()
        self.model.set_lines(import_lines(self._preview, "" if shown == "all" else shown, self.search.text()))

    def _judge(self) -> None:
        preview = self._preview
        open_ends = preview is None or preview.faults or preview.questions
        ready = not open_ends and self._job is None and self._project.writable
        changes = preview is not None and (preview.count(Verdict.NEW) or preview.count(Verdict.CHANGED) or preview.learned)
        self.set_verb(tr("Import"), enabled=bool(ready and changes))

    def _idle_heading(self) -> None:
        self.set_heading(tr("Import"), tr("Halls, racks and devices from a list. Anything not in the list stays unchanged."))

    def _summary(self, preview: Preview) -> str:
        if preview.faults:
            text = tr("The file has errors, so nothing can be imported: fix the file and choose it again.")
        elif preview.questions:
            text = tr("The file is ambiguous. Answer the question below to see the changes.")
        elif not (preview.count(Verdict.NEW) or preview.count(Verdict.CHANGED)):
            text = tr("The project already contains all of this.")
        else:
            text = tr("{new} new, {changed} changed, {unchanged} unchanged. The import is one step that can be undone.").format(
                new=format_number(preview.count(Verdict.NEW)),
                changed=format_number(preview.count(Verdict.CHANGED)),
                unchanged=format_number(preview.count(Verdict.UNCHANGED)),
            )
            if preview.brought:
                text += " " + self._problems(preview)
        if preview.learned:
            text += " " + tr("NetBox IDs recorded: {count}.").format(count=format_number(preview.learned))
        if preview.ignored:
            text += " " + tr("Not recognized and ignored: {names}.").format(names=self._some(preview.ignored))
        if preview.unneeded:
            text += " " + tr("Not needed, because the racks and devices contain the same data: {names}.").format(
                names=self._some(preview.unneeded)
            )
        return text

    def _some(self, names: list[str]) -> str:
        """The first few names, and that there are others."""
        return ", ".join([*names[:_MOST_NAMED], *([tr("others")] if len(names) > _MOST_NAMED else [])])

    def _problems(self, preview: Preview) -> str:
        """Additional check findings, by severity."""
        counts = preview.severities()
        return tr("The import causes problems: errors {errors}, warnings {warnings}, remarks {remarks}.").format(
            errors=format_number(counts[Severity.ERROR]),
            warnings=format_number(counts[Severity.WARNING]),
            remarks=format_number(counts[Severity.INFO]),
        )

    def _segments(self) -> dict[str, str]:
        return {
            "all": tr("All"),
            str(Verdict.NEW): tr("New"),
            str(Verdict.CHANGED): tr("Changed"),
            str(Verdict.UNCHANGED): tr("Unchanged"),
            FAULTS: tr("Invalid"),
            FINDINGS: tr("Problems"),
        }

    # making

    def _make_body(self) -> None:
        self.let_body_fill()
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN - RING, 0, MARGIN - RING, 10 - RING)
        top.addWidget(self.fields)
        self.questions = ImportQuestions(self)
        self.questions.answered.connect(self._answer)
        top.addWidget(self.questions)
        self.body.addLayout(top)
        self.filter = SegmentedControl(tr("Show"), [Segment(key, text) for key, text in self._segments().items()], parent=self)
        self.filter.chosen.connect(lambda _key: self._filter())
        self.search = SearchField(tr("Filter"), tr("Filter"), self)
        self.search.textChanged.connect(lambda _text: self._filter())
        line = QHBoxLayout()
        line.setContentsMargins(MARGIN, 4, MARGIN, 8)
        line.setSpacing(12)
        line.addWidget(self.filter)
        line.addWidget(self.search, 1)
        self.body.addLayout(line)
        heads = (Head(tr("Cell")), Head(tr("Item")), Head(tr("Result")), Head(tr("Change")))
        self.model = PlainTableModel(heads, self)
        self.table = DeskTable(tr("Changes from the list"), self)
        self.table.setModel(self.model)
        for place, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(place, width)
        self.table.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.search.left_down.connect(self.table.setFocus)
        self.body.addWidget(self.table, 1)
        self.note = QuietNote(self)
        self.note.setContentsMargins(MARGIN - 10, 0, MARGIN - 10, 0)
        self.body.addWidget(self.note, 1)
        self.progress = ProgressStrip(tr("Import"), self)
        self.progress.setContentsMargins(MARGIN, 0, MARGIN, 8)
        self.progress.stop_requested.connect(self._stop)
        self.progress.hide()
        self.body.addWidget(self.progress)

    def _answer(self, key: str, answer: str) -> None:
        """Apply the user's answer: the file is evaluated again."""
        self._answers[key] = answer
        for later in asked_after(key):
            self._answers.pop(later, None)
            self.questions.forget(later)
        self.look()

    def choose(self, path: Path) -> None:
        """Look at a file, as if the person had chosen it."""
        self.fields.choose(path)
