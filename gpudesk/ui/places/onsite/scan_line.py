"""A field that accepts scanner input, and pictures of codes that are pasted or dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QImage, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from gpudesk.ui.places.onsite.touch import TouchLine


class ScanLine(TouchLine):
    """Signals:
    file_given(object): the file of a picture was dropped on it, or copied and pasted.
    image_given(QImage): a picture was pasted.
    """

    file_given = Signal(object)
    image_given = Signal(object)

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, placeholder, parent)
        self.setAcceptDrops(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not (event.matches(QKeySequence.StandardKey.Paste) and self._taken(QGuiApplication.clipboard().mimeData())):
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _files(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if _files(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if self._taken(event.mimeData()):
            event.acceptProposedAction()
        else:
            super().dropEvent(event)

    def _taken(self, given: QMimeData) -> bool:
        files = _files(given)
        if files:
            self.file_given.emit(files[0])
            return True
        image = given.imageData() if given.hasImage() and not given.hasText() else None
        if isinstance(image, QImage) and not image.isNull():
            self.image_given.emit(image)
            return True
        return False


def _files(given: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in given.urls() if url.isLocalFile()]
