"""PDF import: the pages of a document, and one page as an underlay picture (docs/decisions/pdf-pages.md)."""

import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.formats.drawings.underlay_picture import MOST_BYTES, UnderlayPicture
from gpudesk.formats.text.own_process import in_own_process

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument
    from pypdfium2 import PdfPage as PdfiumPage

_CONTEXT = "pdf"
MOST_PDF_BYTES = 100_000_000
MOST_PAGES = 2000
LONG_SIDE_PX = 5000
"""The longer side of a page as a picture: 5 mm to the pixel in a hall of 25 m."""
PREVIEW_PX = 200
_MM_PER_POINT = 25.4 / 72
"""A point of PDF is 1/72 inch (ISO 32000-1, 8.3.2.3)."""
_OWN_UNIT = b"/UserUnit"
_LEAST_POINTS, _MOST_POINTS = 3.0, 200_000.0
"""The sides of a page: 1 mm to 70 m."""
_MOST_LETTERS = 200_000
_SCALE = re.compile(r"(?<![\d.,:/])1\s?[:/]\s?(\d{2,4})(?![\d:/]|[.,]\d)")
_SCALES = (10, 20, 25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 1000)
"""Scales of floor plans (ISO 5455, and office practice)."""
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PdfPage:
    """One page.

    Attributes:
        number: from 1.
        width_mm, height_mm: of the paper.
        preview: a small PNG, b"" if not requested.
    """

    number: int
    width_mm: float
    height_mm: float
    preview: bytes = b""


def is_pdf(content: bytes) -> bool:
    """Return whether bytes look like a PDF, whose signature may be anywhere in the first 1,024 bytes."""
    return b"%PDF-" in content[:1024]


def pdf_pages(content: bytes, first: int, count: int, progress: Progress | None = None, name: str = "") -> list[PdfPage]:
    """Return all pages of a document, with previews of `count` pages from `first`. Read in a separate process.

    Raises:
        InvalidData: it is not a PDF, is damaged, locked, empty or too large, or takes too long.
        Cancelled: the operation was canceled.
    """
    _demand_size(content)
    return in_own_process(_pages, content, first, count, progress=progress, name=name)


def pdf_picture(content: bytes, number: int, progress: Progress | None = None, name: str = "") -> UnderlayPicture:
    """Return a page as a PNG picture, with its true width if the page states exactly one common scale (1:100).

    Args:
        number: of the page, from 1.

    Raises:
        InvalidData: see `pdf_pages`; or the page does not exist.
        Cancelled: the operation was canceled.
    """
    _demand_size(content)
    return in_own_process(_picture, content, number, progress=progress, name=name)


def _demand_size(content: bytes) -> None:
    if len(content) > MOST_PDF_BYTES:
        text = QT_TRANSLATE_NOOP("pdf", "The PDF is {size} MB; the limit is {most} MB. Save only the page you need.")
        raise _wrong(text, size=len(content) // 10**6, most=MOST_PDF_BYTES // 10**6)


@contextmanager
def _opened(content: bytes) -> "Iterator[PdfDocument]":
    # Loaded here: 0.1 s, and only in the process that reads.
    from pypdfium2 import PdfDocument, PdfiumError
    from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY

    def refusal(_reason: str, error: Exception) -> InvalidData:
        if isinstance(error, PdfiumError) and error.err_code in (FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY):
            return _wrong(QT_TRANSLATE_NOOP("pdf", "The PDF is password-protected. Save it without a password."))
        return _wrong(QT_TRANSLATE_NOOP("pdf", "The PDF is damaged and cannot be read."))

    with foreign_parser("", refusal):
        document = PdfDocument(content)
    try:
        if len(document) < 1:
            raise _wrong(QT_TRANSLATE_NOOP("pdf", "The PDF has no pages."))
        if len(document) > MOST_PAGES:
            text = QT_TRANSLATE_NOOP("pdf", "The PDF has {count} pages; at most {most} are shown. Save only the page you need.")
            raise _wrong(text, count=len(document), most=MOST_PAGES)
        yield document
    finally:
        document.close()


def _pages(content: bytes, first: int, count: int) -> list[PdfPage]:
    with _opened(content) as document:
        pages = []
        for place in range(len(document)):
            with foreign_parser("", _no_page):
                width, height = document.get_page_size(place)
            page = PdfPage(place + 1, width * _MM_PER_POINT, height * _MM_PER_POINT)
            if first <= place < first + count and _possible(width, height):
                page = replace(page, preview=_png(_drawn(_page_of(document, place), PREVIEW_PX)))
            pages.append(page)
        return pages


def _picture(content: bytes, number: int) -> UnderlayPicture:
    with _opened(content) as document:
        if not 1 <= number <= len(document):
            raise _wrong(QT_TRANSLATE_NOOP("pdf", "The PDF has no page {number}."), number=number)
        page = _page_of(document, number - 1)
        width, height = _size_of(page)
        if not _possible(width, height):
            raise _wrong(QT_TRANSLATE_NOOP("pdf", "Page {number} of the PDF has an invalid size."), number=number)
        # A page with a unit of its own is drawn as if its points were usual ones: then nothing is known of its true size.
        scale = None if _OWN_UNIT in content else _stated_scale(page)
        side = LONG_SIDE_PX
        while True:
            pixels = _drawn(page, side)
            png = _png(pixels)
            if len(png) <= MOST_BYTES:
                break
            side = round(side * 0.7)
        width_mm = None if scale is None else width * _MM_PER_POINT * scale
        return UnderlayPicture("image/png", pixels.shape[1], pixels.shape[0], png, width_mm)


def _no_page(_reason: str, _error: Exception) -> InvalidData:
    return _wrong(QT_TRANSLATE_NOOP("pdf", "A page of the PDF is damaged and cannot be drawn."))


def _page_of(document: "PdfDocument", place: int) -> "PdfiumPage":
    with foreign_parser("", _no_page):
        return document[place]


def _size_of(page: "PdfiumPage") -> tuple[float, float]:
    with foreign_parser("", _no_page):
        width, height = page.get_size()
    return width, height


def _possible(width: float, height: float) -> bool:
    return min(width, height) >= _LEAST_POINTS and max(width, height) <= _MOST_POINTS


def _drawn(page: "PdfiumPage", long_side_px: int) -> Bytes:
    """Return the page on white, shape (height, width, 3), or (height, width) for grayscale."""
    width, height = _size_of(page)
    with foreign_parser("", _no_page):
        bitmap = page.render(scale=long_side_px / max(width, height), rev_byteorder=True, limit_image_cache=True)
        pixels: Bytes = bitmap.to_numpy()
    grey = bool((pixels[..., 0] == pixels[..., 1]).all() and (pixels[..., 1] == pixels[..., 2]).all())
    return pixels[..., 0].copy() if grey else pixels.copy()


def _stated_scale(page: "PdfiumPage") -> int | None:
    """Return the single common scale stated on the page, None if there is none or more than one."""
    with foreign_parser("", _no_page):
        text = page.get_textpage().get_text_range(0, -1)
    named = {int(scale) for scale in _SCALE.findall(text[:_MOST_LETTERS])} & set(_SCALES)
    return named.pop() if len(named) == 1 else None


def _png(pixels: Bytes) -> bytes:
    """A PNG file of 8-bit gray or RGB (ISO/IEC 15948), each line less the one above it."""
    height, width = pixels.shape[:2]
    lines = pixels.reshape(height, -1)
    less = np.diff(lines, axis=0, prepend=np.zeros((1, lines.shape[1]), np.uint8))
    filtered = np.concatenate([np.full((height, 1), 2, np.uint8), less], axis=1)
    head = struct.pack(">IIBBBBB", width, height, 8, 0 if pixels.ndim == 2 else 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(filtered.tobytes(), 6)), (b"IEND", b""))
    chunks = (struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _wrong(text: str, **values: int) -> InvalidData:
    return InvalidData(Message(_CONTEXT, text, values))
