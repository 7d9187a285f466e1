"""Codes read from a picture in place of a scanner: from a file, dropped, from the clipboard, or from the folder of the camera."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from gpudesk.core.running.progress import Progress
from gpudesk.formats.onsite.picture_codes import PictureCodes, codes_in
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.project.document import Document
from gpudesk.ui.places.onsite.bound_reading import read_for_project
from gpudesk.ui.places.onsite.photos import content_of, on_white, picture_of
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("PictureScan")

LONGEST_PX = 4096
"""Size at which the codes of a whole strip of ports are still readable."""


def codes_of_file(path: Path) -> PictureCodes:
    """The codes in the file of a picture, for a reading thread.

    Raises:
        DeskError: it cannot be read, or is no picture.
    """
    return codes_of(picture_of(path.name, content_of(path), LONGEST_PX))


def codes_of(image: QImage) -> PictureCodes:
    """The codes in a picture."""
    if image.isNull():
        return PictureCodes((), is_damaged=False)
    # Gray alone would take what is transparent, such as the ground of a copied label, for black.
    gray = on_white(image).convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(gray.constBits(), np.uint8).reshape(gray.height(), gray.bytesPerLine())
    return codes_in(rows[:, : gray.width()])


def _codes_of_photo(photo: Photo, _: Progress) -> PictureCodes:
    """The work of a reading thread on one new photo."""
    return codes_of(picture_of(photo.file.name, photo.content, LONGEST_PX))


class PictureScan(QObject):
    """Reads pictures on a reader thread.

    Signals:
        scanned(str): text of the only code of a picture.
        offered(str, tuple, bool): the picture with this name has these codes, and whether it has a damaged one.
        refused(str, str): the picture has none; title and reason.
    """

    scanned = Signal(str)
    offered = Signal(str, tuple, bool)
    refused = Signal(str, str)

    def __init__(self, session: Session, place: QWidget) -> None:
        super().__init__(place)
        self._session, self._place = session, place
        self._folder = ""

    def choose(self) -> None:
        """Ask for a picture."""
        kinds = tr("Photos (*.jpg *.jpeg *.png *.webp *.bmp *.tif *.tiff)")
        dialog = file_dialog(self._place, tr("Scan a picture"), self._folder or str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.filesSelected.connect(self._chosen)
        dialog.open()

    def _chosen(self, names: Sequence[str]) -> None:
        if names:
            self._folder = str(Path(names[0]).parent)
            self.take_file(Path(names[0]))

    def take_file(self, path: Path) -> None:
        """Read the codes of a file."""
        self._read(path.name, tr("Reading {name}").format(name=path.name), lambda: codes_of_file(path))

    def take_image(self, image: QImage) -> None:
        """Read the codes of a picture from the clipboard."""
        self._read(tr("The pasted picture"), tr("Reading the pasted image"), lambda: codes_of(image))

    def take_new(self, photos: Sequence[Photo]) -> None:
        """Offer the codes of pictures that are new in the folder of the camera; one without a code may be a photo of something else."""
        document = self._session.document
        for photo in photos:
            self._session.jobs.read(partial(_codes_of_photo, photo), partial(self._offer_new, document, photo.file.name))

    def _offer_new(self, document: Document | None, name: str, codes: PictureCodes) -> None:
        # The codes of another project are no error here: nobody asked for them, and the picture stays in the folder.
        if self._session.document is document and (codes.texts or codes.is_damaged):
            self.offered.emit(name, codes.texts, codes.is_damaged)

    def _read(self, name: str, what: str, work: Callable[[], PictureCodes]) -> None:
        read_for_project(self._session, name, what, work, partial(self._take, name))

    def _take(self, name: str, codes: PictureCodes) -> None:
        if len(codes.texts) == 1 and not codes.is_damaged:
            self.scanned.emit(codes.texts[0])
        elif codes.texts:
            self.offered.emit(name, codes.texts, codes.is_damaged)
        elif codes.is_damaged:
            reason = tr("{name} has a damaged or blurred code. Retake the photo from closer up, or reprint the label.")
            self.refused.emit(tr("Damaged code"), reason.format(name=name))
        else:
            reason = tr("{name} has no readable code. Retake the photo from closer up and without reflections.")
            self.refused.emit(tr("No code"), reason.format(name=name))
