"""Pictures of the camera folder, below the photo field with the keyboard focus: each new one can be added or skipped."""

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.ui.places.onsite.camera_folder import THUMBNAIL, CameraFolder, NewPhoto
from gpudesk.ui.places.onsite.onsite_labels import breakable
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("PhotoSuggestions")

_MOST_SHOWN = 6


class PhotoSuggestions(QWidget):
    """Signals:
    wanted(object): this photo belongs to the field.
    unwanted(object): this photo does not belong here.
    left(): the folder is no longer to be watched.
    """

    wanted = Signal(object)
    unwanted = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folder = Label("", self, step="caption", ink="text.secondary", wrap=True)
        self.trouble = Label("", self, step="caption", ink="severity.error", wrap=True)
        self.stop = TouchButton(tr("Stop watching"))
        self.add_buttons: dict[str, TouchButton] = {}
        self.skip_buttons: dict[str, TouchButton] = {}
        self._shown: dict[NewPhoto, _Row] = {}
        self._rows = QVBoxLayout()
        self._rows.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.folder, 1)
        row.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._rows)
        column.addWidget(self.trouble)
        column.addLayout(row)
        self.stop.clicked.connect(self.left)

    def show_camera(self, camera: CameraFolder) -> None:
        """Show the current pictures."""
        self.setVisible(camera.folder is not None)
        if camera.folder is None:
            return
        count = len(camera.offered)
        more = tr("%n more new photo(s).", "", count - _MOST_SHOWN) if count > _MOST_SHOWN else ""
        text = tr("New photos in {folder} appear here.").format(folder=camera.folder)
        self.folder.setText(breakable(" ".join(filter(None, (more, text)))))
        self.trouble.setText(breakable(self._trouble(camera)))
        self.trouble.setVisible(bool(self.trouble.text()))
        # The newest first: it is the one that was just taken.
        self._show_photos(camera.offered[: -_MOST_SHOWN - 1 : -1])

    def _trouble(self, camera: CameraFolder) -> str:
        lines = []
        if camera.is_gone:
            lines.append(tr("{folder} cannot be read. Connect the camera again, or choose another folder.").format(folder=camera.folder))
        lines += [tr("{name} is not a readable image.").format(name=name) for name in camera.unreadable]
        lines += [tr("{name} is not complete yet.").format(name=name) for name in sorted(camera.waiting)[:3]]
        return "\n".join(lines)

    def _show_photos(self, photos: list[NewPhoto]) -> None:
        """Update the rows; rows still offered stay, with the keyboard focus."""
        if photos == list(self._shown):
            return
        for old_photo in [photo for photo in self._shown if photo not in photos]:
            row = self._shown.pop(old_photo)
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._shown = {photo: self._shown.get(photo) or self._row(photo) for photo in photos}
        for at, row in enumerate(self._shown.values()):
            if self._rows.indexOf(row) != at:
                self._rows.insertWidget(at, row)
        buttons = [button for row in self._shown.values() for button in (row.add, row.skip)]
        for button, following in pairwise(buttons):
            self.setTabOrder(button, following)
        self.add_buttons = {photo.photo.file.name: row.add for photo, row in self._shown.items()}
        self.skip_buttons = {photo.photo.file.name: row.skip for photo, row in self._shown.items()}

    def _row(self, offered: NewPhoto) -> "_Row":
        row = _Row(offered, self)
        row.add.clicked.connect(lambda: self.wanted.emit(offered.photo))
        row.skip.clicked.connect(lambda: self.unwanted.emit(offered.photo))
        return row


class _Row(QWidget):
    """One picture with its two buttons."""

    def __init__(self, offered: NewPhoto, parent: QWidget) -> None:
        super().__init__(parent)
        file = offered.photo.file
        name, taken = file.name, file.taken[:16].replace("T", " ")
        self.add = TouchButton(" · ".join(filter(None, (tr("Add {name}").format(name=name), taken))), self)
        self.add.setIcon(QIcon(QPixmap.fromImage(offered.thumbnail)))
        self.add.setIconSize(THUMBNAIL)
        self.add.setMinimumHeight(THUMBNAIL.height() + 12)
        self.skip = TouchButton(tr("Skip"), self)
        self.skip.setAccessibleName(tr("Skip {name}").format(name=name))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.add)
        row.addWidget(self.skip)
        row.addStretch(1)
