"""PDF pages as pictures: sizes, scales, and documents that mean no good."""

import struct
import sys
import time
import zlib
from dataclasses import astuple

import numpy as np
import pytest

from gpudesk.core.messages.errors import Cancelled, InvalidData
from gpudesk.core.running.progress import Progress
from gpudesk.formats.drawings import pdf_page
from gpudesk.formats.drawings.pdf_page import LONG_SIDE_PX, is_pdf, pdf_pages, pdf_picture
from gpudesk.formats.drawings.underlay_picture import read_picture
from gpudesk.formats.text.own_process import in_own_process
from tests.formats.pdf_files import locked, pdf_file, text

A4 = (595.28, 841.89)
SQUARE = "0 0 0 RG 10 w 100 100 200 300 re S"


def pixels(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The samples of a PNG that we wrote, shape (height, width, samples)."""
    width, height, _, colours = struct.unpack(">IIBB", png[16:26])
    samples = 3 if colours == 2 else 1
    at, packed = 8, b""
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, -1)
    assert (lines[:, 0] == 2).all()
    return np.cumsum(lines[:, 1:], axis=0, dtype=np.uint8).reshape(height, width, samples)


def test_a_page_becomes_a_picture_that_keeps_its_shape() -> None:
    content = pdf_file([(*A4, ""), (841.89, 595.28, SQUARE)])
    assert is_pdf(b"junk\n" + content)
    picture = pdf_picture(content, 2)
    assert (picture.media, picture.width) == ("image/png", LONG_SIDE_PX)
    assert picture.height == pytest.approx(LONG_SIDE_PX / 2**0.5, abs=3)
    assert astuple(read_picture(picture.content))[:3] == astuple(picture)[:3]
    assert picture.width_mm is None
    drawn = pixels(picture.content)
    scale = LONG_SIDE_PX / 841.89
    assert drawn.shape[2] == 1
    assert drawn[round((595.28 - 100) * scale), round(200 * scale)] == 0
    assert drawn[round((595.28 - 250) * scale), round(200 * scale)] == 255


def test_colours_stay() -> None:
    drawn = pixels(pdf_picture(pdf_file([(100, 100, "1 0 0 rg 0 0 100 50 re f")]), 1).content)
    assert drawn[-10, 10].tolist() == [255, 0, 0]
    assert drawn[10, 10].tolist() == [255, 255, 255]


def test_previews_come_for_the_pages_that_are_asked_for() -> None:
    found = pdf_pages(pdf_file([(*A4, SQUARE)] * 5), 1, 2)
    assert [page.number for page in found] == [1, 2, 3, 4, 5]
    assert [bool(page.preview) for page in found] == [False, True, True, False, False]
    assert found[0].width_mm == pytest.approx(210, abs=0.1)
    assert found[0].height_mm == pytest.approx(297, abs=0.1)
    assert max(pixels(found[1].preview).shape) <= 201


@pytest.mark.parametrize(
    ("words", "scale"),
    [("Scale 1:100", 100), ("1 : 50 and again 1:50", 50), ("1:100, 1:50", None), ("at 11:30, 1:37", None), ("2021:100", None), ("", None)],
)
def test_a_page_that_names_one_scale_comes_in_that_size(words: str, scale: int | None) -> None:
    picture = pdf_picture(pdf_file([(720, 360, text(words))]), 1)
    assert picture.width_mm == (None if scale is None else pytest.approx(254 * scale))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7 and then nothing", "damaged"),
        (pdf_file([(*A4, SQUARE)])[:200], "damaged"),
        (locked(pdf_file([(*A4, SQUARE)])), "password"),
        (pdf_file([]), "no pages|damaged"),
        (pdf_file([(1, 841, "")]), "invalid size"),
        (pdf_file([(1e9, 1e9, "")]), "invalid size"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(InvalidData, match=said):
        pdf_picture(content, 1)


def test_a_document_of_too_many_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_page, "MOST_PAGES", 2)
    # In this process, where the limit is another one.
    assert len(pdf_page._pages(pdf_file([(*A4, SQUARE)] * 2), 0, 0)) == 2
    with pytest.raises(InvalidData, match="3 pages; at most 2"):
        pdf_page._pages(pdf_file([(*A4, SQUARE)] * 3), 0, 0)


def test_of_a_page_with_a_unit_of_its_own_no_scale_is_believed() -> None:
    content = pdf_file([(300, 200, text("Scale 1:100"))])
    assert pdf_picture(content.replace(b"/MediaBox", b"/UserUnit 10 /MediaBox"), 1).width_mm is None


def test_a_page_that_is_not_there_and_a_document_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pdf_file([(*A4, "")])
    with pytest.raises(InvalidData, match="no page 2"):
        pdf_picture(content, 2)
    monkeypatch.setattr("gpudesk.formats.drawings.pdf_page.MOST_PDF_BYTES", len(content) - 1)
    with pytest.raises(InvalidData, match="the limit is 0 MB"):
        pdf_pages(content, 0, 1)


def _breaks_down() -> None:
    sys.exit(3)


def _takes_memory() -> int:
    return len(bytearray(8_000_000_000))


def _takes_long() -> None:
    time.sleep(60)


def test_what_breaks_down_in_the_other_process_is_said_here() -> None:
    with pytest.raises(InvalidData, match=r"plan\.pdf is damaged"):
        in_own_process(_breaks_down, name="plan.pdf")
    with pytest.raises(InvalidData, match="too much memory"):
        in_own_process(_takes_memory)
    with pytest.raises(InvalidData, match="too long"):
        in_own_process(_takes_long, seconds=1.5)
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        in_own_process(_takes_long, progress=stopped)
