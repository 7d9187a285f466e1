"""Photos as they are stored: upright, at most 2,560 px long, without place and camera, with the time at which they were taken."""

from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import path_error
from gpudesk.disk.writing import write_errors, write_file
from gpudesk.formats.onsite.exif_time import taken_at
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.ui.toolkit.picture_reader import at_most, read_picture

LONGEST_PX = 2560
MOST_FILE_BYTES = 100_000_000
_QUALITY = 85


def read_photo(path: Path, originals: Path | None = None) -> Photo:
    """A picture from a file, on a reader thread.

    Args:
        originals: the folder for the original file; None if it is not kept.

    Raises:
        DeskError: the file cannot be read, is not a picture, or cannot be kept.
    """
    content = content_of(path)
    photo = photo_of(path.name, content)
    if originals is not None:
        keep_original(originals, photo, content)
    return photo


def originals_folder(project: Path) -> Path:
    """The folder of the original photos of a project, next to its file."""
    return project.with_name(f"{project.stem} originals")


def keep_original(folder: Path, photo: Photo, content: bytes) -> None:
    """Keep the file of a photo as it came; its name begins with the digest that the entry records.

    Raises:
        DeskError: it cannot be written.
    """
    path = folder / f"{photo.file.original_sha256[:16]} {photo.file.name}"
    with write_errors(path):
        folder.mkdir(exist_ok=True)
    if not path.exists():
        write_file(path, content)


def keep_original_of(path: Path, folder: Path, photo: Photo) -> None:
    """Keep the file of a photo that was read before, if it is still the same.

    Raises:
        DeskError: it is gone or was changed, or cannot be kept.
    """
    content = content_of(path)
    if sha256(content).hexdigest() != photo.file.original_sha256:
        text = QT_TRANSLATE_NOOP("onsite", "{name} has changed since it was selected, so its original cannot be kept.")
        raise InvalidData(Message("onsite", text, {"name": photo.file.name}))
    keep_original(folder, photo, content)


def photo_of(name: str, content: bytes) -> Photo:
    """A picture from the bytes of a file.

    Raises:
        InvalidData: it is no picture.
    """
    image = picture_of(name, content, LONGEST_PX)
    jpeg_bytes = _jpeg(image)
    stored = EvidenceFile(name, len(jpeg_bytes), sha256(jpeg_bytes).hexdigest(), sha256(content).hexdigest(), taken_at(content))
    return Photo(stored, "image/jpeg", image.width(), image.height(), jpeg_bytes)


def picture_of(name: str, content: bytes, longest_px: int) -> QImage:
    """The pixels of a picture, upright and with a long side of at most `longest_px`.

    Raises:
        InvalidData: it is no picture.
    """
    image = QImage()
    if len(content) <= MOST_FILE_BYTES:
        _, image = read_picture(content, at_most(longest_px), upright=True)
    if image.isNull():
        raise InvalidData(Message("onsite", QT_TRANSLATE_NOOP("onsite", "{name} is not a readable image."), {"name": name}))
    return image


def content_of(path: Path) -> bytes:
    """The bytes of a picture, for a reading thread.

    Raises:
        DeskError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(MOST_FILE_BYTES + 1)
    except OSError as error:
        raise path_error(path, error) from error


def on_white(image: QImage) -> QImage:
    """Only the pixels, with transparent parts in white; metadata about location and camera is dropped."""
    bare = QImage(image.size(), QImage.Format.Format_RGB32)
    bare.fill(Qt.GlobalColor.white)
    painter = QPainter(bare)
    painter.drawImage(0, 0, image)
    painter.end()
    return bare


def _jpeg(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpeg"))
    writer.setQuality(_QUALITY)
    writer.write(on_white(image))
    return bytes(buffer.data().data())
