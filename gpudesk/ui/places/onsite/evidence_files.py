"""Files and photos as evidence: chosen or dropped, read on a reading thread, recorded with their hashes."""

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.items import FieldKind
from gpudesk.disk.paths import path_error
from gpudesk.operations.onsite.onsite_photos import Photo, record_photos
from gpudesk.ui.places.onsite.bound_reading import bound_to_project, read_for_project
from gpudesk.ui.places.onsite.log_recording import Recording
from gpudesk.ui.places.onsite.onsite_labels import own
from gpudesk.ui.places.onsite.photos import keep_original_of, originals_folder, read_photo
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("EvidenceFiles")


class EvidenceFiles(QObject):
    """Takes files for fields."""

    def __init__(self, session: Session, recording: Recording, place: QWidget) -> None:
        super().__init__(place)
        self._session, self._recording, self._place = session, recording, place
        self._folder = ""
        self.keeps_originals = False
        """Whether the files of photos are also kept as they are, in a folder next to the project."""

    def _originals(self) -> Path | None:
        document = self._session.document
        path = None if document is None else document.path
        return originals_folder(path) if self.keeps_originals and path is not None else None

    def choose(self, task: Task, field: str) -> None:
        """Ask for files."""
        photo = task.item.by_key[field].kind is FieldKind.PHOTO
        title = tr("Photos") if photo else tr("File")
        kinds = tr("Photos (*.jpg *.jpeg *.png *.webp *.bmp *.tif *.tiff)") if photo else tr("All files (*)")
        dialog = file_dialog(self._place, title, self._folder or str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles if photo else QFileDialog.FileMode.ExistingFile)
        name = own(task.item.by_key[field], "title")
        dialog.filesSelected.connect(bound_to_project(self._session, name, partial(self._chosen, task, field)))
        dialog.open()

    def _chosen(self, task: Task, field: str, names: list[str]) -> None:
        self._folder = str(Path(names[0]).parent) if names else self._folder
        self.take(task, field, [Path(name) for name in names])

    def choose_folder(self, chosen: Callable[[Path], None]) -> None:
        """Ask for the folder that a camera writes to."""
        dialog = file_dialog(self._place, tr("Camera folder"), self._folder or str(documents_folder()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.filesSelected.connect(lambda names: chosen(Path(names[0])) if names else None)
        dialog.open()

    def take_photo(self, task: Task, field: str, photo: Photo, path: Path | None, done: Callable[[object], None]) -> None:
        """Record a photo that was read already.

        Args:
            path: the file from which it was read.
        """
        originals = self._originals()
        record = partial(self._recording.of_field, task, field, record_photos, [photo], done=done)
        if originals is None or path is None:
            record()
            return
        what = tr("Reading {name}").format(name=path.name)
        failed = partial(self._recording.report_unrecorded, task, field)
        read_for_project(self._session, path.name, what, lambda: keep_original_of(path, originals, photo), lambda _: record(), failed)

    def take(self, task: Task, field: str, paths: list[Path]) -> None:
        """Read files and record them; photos join those that the field has, another file replaces the one before."""
        if not paths:
            return
        what = tr("Reading {name}").format(name=paths[0].name)
        failed = partial(self._recording.report_unrecorded, task, field)
        if task.item.by_key[field].kind is FieldKind.PHOTO:
            done = partial(self._record_photos, task, field)
            originals = self._originals()
            read_for_project(self._session, paths[0].name, what, lambda: [read_photo(path, originals) for path in paths], done, failed)
        else:
            done_one = partial(self._record_file, task, field)
            read_for_project(self._session, paths[-1].name, what, lambda: _hashed(paths[-1]), done_one, failed)

    def _record_photos(self, task: Task, field: str, photos: list[Photo]) -> None:
        self._recording.of_field(task, field, record_photos, photos)

    def _record_file(self, task: Task, field: str, file: EvidenceFile) -> None:
        self._recording.value(task, field, file.sha256, None, [file])


def _hashed(path: Path) -> EvidenceFile:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256")
            return EvidenceFile(path.name, file.tell(), digest.hexdigest())
    except OSError as error:
        raise path_error(path, error) from error
