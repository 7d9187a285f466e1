"""What the camera folder offers, below the photo field that has the keyboard: each new picture to add or to skip."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.operations import Photo
from gpudesk.ui.onsite.camera_folder import CameraFolder
from gpudesk.ui.onsite.touch import TouchButton
from gpudesk.ui.onsite.words import breakable
from gpudesk.ui.text_context import text_context
from gpudesk.ui.widgets.label import Label

tr = text_context("PhotoSuggestions")

_THUMBNAIL = QSize(96, 72)
_MOST_SHOWN = 6


class PhotoSuggestions(QWidget):
    """Signals:
    wanted(object): this photo belongs to the field.
    unwanted(object): this photo does not belong here.
    left(): the folder shall not be watched any more.
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
        self._shown: list[Photo] = []
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
        """Show what is offered now."""
        self.setVisible(camera.folder is not None)
        if camera.folder is None:
            return
        count = len(camera.offered)
        more = tr("%n more new photo(s).", "", count - _MOST_SHOWN) if count > _MOST_SHOWN else ""
        text = tr("New photos in {folder} are offered here.").format(folder=camera.folder)
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

    def _show_photos(self, photos: list[Photo]) -> None:
        if photos == self._shown:
            return
        self._shown = photos
        while (entry := self._rows.takeAt(0)) is not None:
            widget = entry.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.add_buttons, self.skip_buttons = {}, {}
        for photo in photos:
            self._rows.addWidget(self._row(photo))

    def _row(self, photo: Photo) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        name, taken = photo.file.name, photo.file.taken[:16].replace("T", " ")
        add = TouchButton(" · ".join(filter(None, (tr("Add {name}").format(name=name), taken))), holder)
        picture = QPixmap()
        picture.loadFromData(photo.content)
        add.setIcon(QIcon(picture.scaled(_THUMBNAIL, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)))
        add.setIconSize(_THUMBNAIL)
        add.setMinimumHeight(_THUMBNAIL.height() + 12)
        skip = TouchButton(tr("Skip"), holder)
        skip.setAccessibleName(tr("Skip {name}").format(name=name))
        add.clicked.connect(lambda: self.wanted.emit(photo))
        skip.clicked.connect(lambda: self.unwanted.emit(photo))
        self.add_buttons[name], self.skip_buttons[name] = add, skip
        row.addWidget(add)
        row.addWidget(skip)
        row.addStretch(1)
        return holder
