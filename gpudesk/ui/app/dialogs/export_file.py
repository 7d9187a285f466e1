"""The project, written in the format of somebody else."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.disk.paths import is_file, target_problem
from gpudesk.formats.netbox.netbox_remarks import shown
from gpudesk.formats.netbox.netbox_skip import exported_names, names_to_skip, unmatched_names
from gpudesk.operations.exchange.exchange import FORMATS, NETBOX, export_project
from gpudesk.operations.exchange.format import Exported
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_fields import FileFields
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip

tr = text_context("ExportDialog")

_SKIP_HEIGHT = 62
"""Three lines."""
_MOST_NAMED = 3
"""Names shown of those that the project does not contain."""


class ExportDialog(DeskDialog):
    """Ask for format and file. The project itself does not change.

    Signals:
        exported(Path, Exported): the chosen file or folder, and the result.
    """

    exported = Signal(object, object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._job: Job | None = None
        self._names_wanted = False
        self.set_heading(tr("Export"), tr("The project in its current state, for other programs. The project is not changed."))
        formats = [file_format for file_format in FORMATS.values() if file_format.write is not None]
        self.fields = FileFields(formats, tr("Export to"), saving=True, parent=self)
        self._add_skip_field()
        self.add_form(self.fields)
        self.body.addStretch(1)
        self.progress = ProgressStrip(tr("Writing"), self)
        self.progress.stop_requested.connect(self._stop)
        self.progress.hide()
        self.body.addWidget(self.progress)
        self.add_buttons(tr("Export"), self.export)
        document = session.document
        stem = document.path.stem if document is not None else "project"
        self.fields.choose(documents_folder() / f"{stem}{formats[0].suffixes[0]}")
        self.fields.changed.connect(self._update)
        self.resize(640, 270)
        self._update()
        self.fields.path_field.setFocus()

    def export(self) -> None:
        """Write the project on a reading thread."""
        document, path = self._project.document, self.fields.path
        if document is None or path is None or self._job is not None:
            return
        snapshot, uid, title, name = self._project.snapshot, document.uid, document.path.stem, self.fields.format.name
        skip = self._skipped()
        self.complaint.hide()
        self.progress.set_progress(None)
        self.progress.show()
        self._job = self._project.jobs.read(
            lambda progress: export_project(snapshot, uid, title, name, path, progress, skip=skip),
            lambda done: self._done(path, done),
            self._failed_to_write,
        )
        self._update()

    def _add_skip_field(self) -> None:
        self.skip_field = QPlainTextEdit(self)
        self.skip_field.setTabChangesFocus(True)
        self.skip_field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.skip_field.setFixedHeight(_SKIP_HEIGHT)
        self.skip_field.setPlaceholderText(tr("One name per line"))
        self.skip_field.setToolTip(
            tr("Manufacturers, device roles and type models that exist in NetBox, which rejects duplicates; they are not exported.")
        )
        self.skip_note = self.fields.add(tr("Already in NetBox"), self.skip_field, " ")
        self.fields.set_row_visible(self.skip_field, False)
        self.skip_field.textChanged.connect(self._update)

    def _takes_skipped(self) -> bool:
        return self.fields.format.name == NETBOX

    def _skipped(self) -> tuple[str, ...]:
        """The names to leave out; none for other formats."""
        return names_to_skip(self.skip_field.toPlainText()) if self._takes_skipped() else ()

    def _learn_names(self) -> None:
        """Collect the names that the export contains, to check the entered ones."""
        if not self._names_wanted:
            self._names_wanted = True
            snapshot = self._project.snapshot
            self.read(self._project, lambda: snapshot.cached(exported_names), lambda _names: self._update())

    def _tell_of_skipped(self) -> None:
        """Show how many names are left out, or which ones are not in the export."""
        snapshot, skipped = self._project.snapshot, self._skipped()
        unmatched = unmatched_names(snapshot, skipped) if snapshot.known(exported_names) is not None else ()
        self.skip_note.set_ink("severity.warning" if unmatched else "text.tertiary")
        if unmatched:
            names = "; ".join(shown(name) for name in unmatched[:_MOST_NAMED]) + ("; …" if len(unmatched) > _MOST_NAMED else "")
            self.skip_note.setText(tr("Check the spelling. Not in this project: {names}").format(names=names))
        elif skipped:
            text = tr("{count} existing {count|entry is|entries are} not exported.")
            self.skip_note.setText(filled_text(text, count=format_number(len(skipped))))
        else:
            self.skip_note.setText(tr("Manufacturers, roles and type models to leave out."))

    def reject(self) -> None:
        """Close; running work is stopped."""
        self._stop()
        super().reject()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _done(self, path: Path, done: Exported) -> None:
        if not isValid(self):
            return
        self._job = None
        self.exported.emit(path, done)
        self.accept()

    def _failed_to_write(self, error: DeskError) -> None:
        if not isValid(self):
            return
        self._job = None
        self.progress.hide()
        if not isinstance(error, Cancelled):
            self.complain(error)
        self._update()

    def _update(self) -> None:
        self.fields.set_row_visible(self.skip_field, self._takes_skipped())
        if self._takes_skipped():
            self._learn_names()
            self._tell_of_skipped()
        path = self.fields.path
        problem = None if path is None else target_problem(path, folders=self.fields.format.folder, streams=False)
        there = path is not None and is_file(path)
        self.fields.say(problem, tr("This file exists and will be replaced.") if there else "")
        self.set_verb(tr("Export"), enabled=path is not None and problem is None and self._job is None)
