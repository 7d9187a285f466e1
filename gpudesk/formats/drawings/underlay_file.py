"""An underlay file: a picture, a PDF page, or a drawing, with the size that it states."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.formats.drawings.dxf_read import read_dxf
from gpudesk.formats.drawings.dxf_tags import MOST_BYTES as MOST_DXF_BYTES
from gpudesk.formats.drawings.dxf_tags import is_dxf
from gpudesk.formats.drawings.line_drawing import MEDIA, drawing_bytes
from gpudesk.formats.drawings.pdf_page import MOST_PDF_BYTES, pdf_picture
from gpudesk.formats.drawings.underlay_picture import UnderlayPicture, read_picture
from gpudesk.formats.text.own_process import in_own_process
from gpudesk.formats.text.written_files import NotRead

MOST_FILE_BYTES = max(MOST_PDF_BYTES, MOST_DXF_BYTES)


@dataclass(frozen=True, slots=True)
class UnderlayFile:
    """The content of an underlay file.

    Attributes:
        unit_mm: the length of a drawing's unit, None if not specified, and for pictures.
        lines: number of lines of a drawing.
        passed_over: kinds of entities not drawn → number.
    """

    picture: UnderlayPicture
    unit_mm: float | None = None
    lines: int = 0
    passed_over: Mapping[str, int] = field(default_factory=dict)


def underlay_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        NotRead: it cannot be read, or is too large for an underlay.
    """
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_FILE_BYTES + 1)
    except OSError as error:
        raise _not_read(path, error.strerror or str(error)) from error
    if len(content) > MOST_FILE_BYTES:
        raise _not_read(path, f"> {MOST_FILE_BYTES // 10**6} MB")
    return content


def read_underlay(content: bytes, name: str, progress: Progress | None = None) -> UnderlayFile:
    """Return a picture or a drawing; drawings are read in a separate process.

    Raises:
        InvalidData: it is neither, is damaged, or is too large.
        Cancelled: the operation was canceled.
    """
    if is_dxf(content):
        return in_own_process(_drawing, content, progress=progress, name=name)
    return UnderlayFile(read_picture(content))


def read_pdf_page(content: bytes, number: int, name: str, progress: Progress | None = None) -> UnderlayFile:
    """A page of a PDF; see `pdf_picture`."""
    return UnderlayFile(pdf_picture(content, number, progress, name))


def _drawing(content: bytes) -> UnderlayFile:
    read = read_dxf(content)
    drawing = read.drawing
    width_mm = None if read.unit_mm is None else float(drawing.width)
    picture = UnderlayPicture(MEDIA, drawing.width, drawing.height, drawing_bytes(drawing), width_mm)
    return UnderlayFile(picture, read.unit_mm, len(drawing.lines), read.passed_over)


def _not_read(path: Path, reason: str) -> NotRead:
    values: dict[str, Value] = {"path": str(path), "reason": reason}
    return NotRead(Message("tables", QT_TRANSLATE_NOOP("tables", "{path} cannot be read: {reason}."), values))
