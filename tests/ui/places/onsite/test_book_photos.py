"""Photos in the handover book: small pictures, and no more than a file that can be sent takes."""

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtGui import QImage, QImageWriter

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.entries import Recorder
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.onsite.onsite_photos import record_photos, record_signature
from gpudesk.operations.onsite.record_site_work import add_person, override_hold
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import bound
from gpudesk.reports.layout.report import Choices, subject_of
from gpudesk.reports.layout.wording import ENGLISH
from gpudesk.reports.onsite import book_photos
from gpudesk.ui.places.onsite.photos import photo_of
from gpudesk.ui.printing.apart import Order, write_apart
from gpudesk.ui.printing.page_files import write_pages
from tests.project.sample import Clock

ANA = Recorder("Ana", "0123456789abcdef", "+00:00")


def jpeg(tmp_path: Path, number: int) -> bytes:
    """A photo of 2,400 × 1,600 pixels with so much in it that it is no small file."""
    image = QImage(2400, 1600, QImage.Format.Format_RGB32)
    image.fill(0xFF204060 + number)
    for x in range(0, 2400, 7):
        for y in range(0, 1600, 11):
            image.setPixel(x, y, 0xFF000000 | ((x * 2654435761 + y * 40503 + number) & 0xFFFFFF))
    path = tmp_path / f"p{number}.jpg"
    assert QImageWriter(str(path)).write(image)
    return path.read_bytes()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """One rack with four photos of its hall's aisles."""
    path = tmp_path / "rack.gpudesk"
    with Document.create(path, Clock()) as document:
        run(document, build, load_template("one-rack"))
        for name in ("Ana", "Ben"):
            run(document, add_person, name)
        run(document, override_hold, ANA, "RDY-060", 1, "Walked before", "Ben")
        photos = [photo_of(f"aisle {number}.jpg", jpeg(tmp_path, number)) for number in range(4)]
        run(document, record_photos, ANA, "RDY-060", 1, "photo", photos)
    return path


def book(site: Path, out: Path) -> tuple[str, list[tuple[int, int]]]:
    """The text of the book, and the sizes of its pictures in pixels."""
    with Document.open(site, write=False) as document:
        subject = subject_of(document, Clock()())
        write_pages(bound(["handover-book"], subject, Choices(), ENGLISH).sheets(), out, "Book")
    with pypdfium2.PdfDocument(out) as made:
        text = " ".join(page.get_textpage().get_text_bounded() for page in made)
        pictures = [each.get_px_size() for page in made for each in page.get_objects() if isinstance(each, pypdfium2.PdfImage)]
    return text, pictures


@pytest.mark.usefixtures("qapp")
def test_each_photo_is_there_once_and_small(site: Path, tmp_path: Path) -> None:
    text, pictures = book(site, tmp_path / "book.pdf")
    assert pictures == [(360, 240)] * 4
    assert "aisle 3.jpg" in text
    assert "RDY-060 · Hall 1 · Photo" in text
    assert (tmp_path / "book.pdf").stat().st_size < 700_000


@pytest.mark.usefixtures("qapp")
def test_a_drawn_signature_is_in_the_book_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "rack.gpudesk"
    with Document.create(path, Clock()) as document:
        run(document, build, load_template("one-rack"))
        run(document, set_site_value, "released_revision", "C")
        run(document, add_person, "Ana")
        drawing = photo_of("signature.png", jpeg(tmp_path, 1))
        run(document, record_signature, ANA, "RDY-010", 0, "lead", drawing)
        with pytest.raises(Refused, match="does not accept signatures"):
            run(document, record_signature, ANA, "RDY-010", 0, "revision", drawing)
    text, pictures = book(path, tmp_path / "book.pdf")
    assert pictures == [(360, 240)]
    assert f"Ana · 2026-03-01 12:00 · {drawing.file.sha256[:12]}" in text
    assert drawing.file.sha256 in text.replace("\r\n", "").replace(" ", "")


@pytest.mark.usefixtures("qapp")
def test_what_is_too_much_is_counted(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_photos, "MOST_PHOTOS", 3)
    text, pictures = book(site, tmp_path / "book.pdf")
    assert len(pictures) == 3
    assert "1 more photo is in the project" in text


@pytest.mark.usefixtures("qapp")
def test_a_process_of_its_own_gets_the_photos_too(site: Path, tmp_path: Path) -> None:
    out = tmp_path / "apart.pdf"
    with Document.open(site, write=False) as document:
        order = Order(["handover-book"], subject_of(document, Clock()()), Choices(), "en", "metric", "Book")
        assert write_apart(order, out) == [out]
    with pypdfium2.PdfDocument(out) as made:
        pictures = [each.get_px_size() for page in made for each in page.get_objects() if isinstance(each, pypdfium2.PdfImage)]
    assert pictures == [(360, 240)] * 4
