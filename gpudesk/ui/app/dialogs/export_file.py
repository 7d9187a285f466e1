"""The project, written in the format of somebody else."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.disk.paths import is_file, target_problem
from gpudesk.operations.exchange.exchange import FORMATS, export_project
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_fields import FileFields
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip

tr = text_context("ExportDialog")


class ExportDialog(DeskDialog):
    """Ask for format and file. The project itself does not change.

    Signals:
        exported(Path, int): the written file, and the number of objects that the format could not represent exactly.
    """

    exported = Signal(object, int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._job: Job | None = None
        self.set_heading(tr("Export"), tr("The project in its current state, for other programs. The project is not changed."))
        formats = [each for each in FORMATS.values() if each.write is not None]
        self.fields = FileFields(formats, tr("Export to"), saving=True, parent=self)
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
        self.resize(640, 250)
        self._update()
        self.fields.path_field.setFocus()

    def export(self) -> None:
        """Write the project on a reading thread."""
        document, path = self._project.document, self.fields.path
        if document is None or path is None or self._job is not None:
            return
        snapshot, uid, title, name = self._project.snapshot, document.uid, document.path.stem, self.fields.format.name
        self.complaint.hide()
        self.progress.set_progress(None)
        self.progress.show()
        self._job = self._project.jobs.read(
            lambda progress: export_project(snapshot, uid, title, name, path, progress),
            lambda done: self._done(path, done),
            self._failed_to_write,
        )
        self._update()

    def reject(self) -> None:
        """Close; running work is stopped."""
        self._stop()
        super().reject()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _done(self, path: Path, done: Any) -> None:
        if not isValid(self):
            return
        self._job = None
        self.exported.emit(path, len(done.remarks))
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
        path = self.fields.path
        problem = None if path is None else target_problem(path, folders=self.fields.format.folder, streams=False)
        there = path is not None and is_file(path)
        self.fields.say(problem, tr("This file exists and will be replaced.") if there else "")
        self.set_verb(tr("Export"), enabled=path is not None and problem is None and self._job is None)
