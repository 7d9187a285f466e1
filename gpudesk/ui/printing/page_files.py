"""Pages as files: PDF with real text, SVG and PNG, one file for each page of the last two."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QFile, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.writing import replacement_path, write_errors
from gpudesk.formats.text.written_files import write_file
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Sheet
from gpudesk.ui.printing.painter import UNITS_PER_MM, paint
from gpudesk.ui.toolkit.lean_svg import lean

PNG_DOTS_PER_INCH = 150
_PDF_DOTS_PER_INCH = 2540
"""One dot is one unit of the painter."""


def page_layout(sheet: Sheet) -> QPageLayout:
    """The page of a sheet without printer margins: the sheet contains them."""
    width, height = sheet.paper.value
    size = QPageSize(QSizeF(width, height), QPageSize.Unit.Millimeter, sheet.paper.title, QPageSize.SizeMatchPolicy.ExactMatch)
    turned = QPageLayout.Orientation.Landscape if sheet.landscape else QPageLayout.Orientation.Portrait
    return QPageLayout(size, turned, QMarginsF(0, 0, 0, 0))


def write_pages(pages: Iterable[Page], out: Path, title: str, attached: Mapping[str, bytes] | None = None) -> list[Path]:
    """Write pages as .pdf, or each as a separate .svg or .png; a document of one page has the requested name.

    Args:
        attached: JSON attachments of a PDF, name → content.

    Raises:
        InvalidData: the format is not supported, or the disk write failed.
        NotWritten: a picture could not be written to the disk.
        Cancelled: the work was stopped; a PDF is then unchanged.
    """
    suffix = out.suffix.lower()
    if suffix == ".pdf":
        _write_pdf(pages, out, title, attached or {})
        return [out]
    if suffix not in {".svg", ".png"}:
        text = QT_TRANSLATE_NOOP("reports", "Supported formats for pages: {formats}.")
        raise InvalidData(Message("reports", text, {"formats": (".pdf", ".svg", ".png")}))
    return list(_write_pictures(pages, out, suffix, title))


def _write_pdf(pages: Iterable[Page], out: Path, title: str, attached: Mapping[str, bytes]) -> None:
    """Write page by page into a temporary file, which replaces the old one when complete."""
    with write_errors(out), replacement_path(out) as fresh:
        _paint_pdf(pages, fresh, title, out, attached)


def _paint_pdf(pages: Iterable[Page], fresh: Path, title: str, out: Path, attached: Mapping[str, bytes]) -> None:
    device = QFile(str(fresh))
    if not device.open(QIODevice.OpenModeFlag.WriteOnly):
        raise _not_written(out, device.errorString())
    writer = QPdfWriter(device)
    writer.setTitle(title)
    writer.setCreator("GPU Desk")
    writer.setResolution(_PDF_DOTS_PER_INCH)
    for name, content in attached.items():
        writer.addFileAttachment(name, QByteArray(content), "application/json")
    painter = QPainter()
    try:
        for page in pages:
            writer.setPageLayout(page_layout(page.sheet))
            if painter.isActive():
                writer.newPage()
            elif not painter.begin(writer):
                raise _not_written(out, device.errorString())
            paint(painter, page)
    finally:
        if painter.isActive():
            painter.end()
        device.close()
    if device.error() != QFile.FileError.NoError:
        raise _not_written(out, device.errorString())


def _write_pictures(pages: Iterable[Page], out: Path, suffix: str, title: str) -> Iterator[Path]:
    drawn = svg_bytes if suffix == ".svg" else png_bytes
    first: bytes | None = None
    for number, page in enumerate(pages, start=1):
        if number == 1:
            # Only with the second page is it known that the first one needs a number.
            first = drawn(page, title)
            continue
        if first is not None:
            yield _written(first, _numbered(out, 1))
            first = None
        yield _written(drawn(page, title), _numbered(out, number))
    if first is not None:
        yield _written(first, out)


def _written(content: bytes, path: Path) -> Path:
    write_file(path, content)
    return path


def _numbered(out: Path, number: int) -> Path:
    return out.with_name(f"{out.stem}-{number:03}{out.suffix}")


def svg_bytes(page: Page, title: str) -> bytes:
    """A page as an SVG picture of its true size."""
    sheet = page.sheet
    size = QSize(round(sheet.width_mm * UNITS_PER_MM), round(sheet.height_mm * UNITS_PER_MM))
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(_PDF_DOTS_PER_INCH)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    painter = QPainter(generator)
    paint(painter, page)
    painter.end()
    return lean(bytes(buffer.data().data()).decode()).encode()


def page_image(page: Page, dots_per_inch: float) -> QImage:
    """A page as a picture on white paper."""
    scale = dots_per_inch / 25.4
    image = QImage(round(page.sheet.width_mm * scale), round(page.sheet.height_mm * scale), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.scale(scale / UNITS_PER_MM, scale / UNITS_PER_MM)
    paint(painter, page)
    painter.end()
    return image


def png_bytes(page: Page, _title: str = "") -> bytes:
    """A page as a PNG file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image = page_image(page, PNG_DOTS_PER_INCH)
    image.setDotsPerMeterX(round(PNG_DOTS_PER_INCH / 0.0254))
    image.setDotsPerMeterY(round(PNG_DOTS_PER_INCH / 0.0254))
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(content.data())


def _not_written(out: Path, reason: str) -> InvalidData:
    text = QT_TRANSLATE_NOOP("reports", "{path} could not be written: {reason}.")
    return InvalidData(Message("reports", text, {"path": str(out), "reason": reason}))
