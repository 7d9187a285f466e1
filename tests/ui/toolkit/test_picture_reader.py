"""Pictures are read by their first bytes; Qt is not asked which of its readers can."""

from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

from gpudesk.core.messages.errors import InvalidData
from gpudesk.ui.places.layout.floor.canvas.underlay_content import decoded
from gpudesk.ui.toolkit.picture_reader import at_most, picture_format, read_picture, stored_picture

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'


def saved(kind: str, side_px: int = 8) -> bytes:
    """A red square as a file of a format."""
    picture = QImage(side_px, side_px, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(kind.encode())).write(picture)
    return bytes(buffer.data().data())


@pytest.mark.parametrize("kind", ["jpeg", "png", "bmp", "webp", "tiff"])
def test_a_picture_is_read_as_what_its_first_bytes_are(kind: str) -> None:
    content = saved(kind)
    assert picture_format(content) == kind.encode()
    size, picture = read_picture(content, at_most(4), upright=True)
    assert (size.width(), picture.width()) == (8, 4)
    assert read_picture(content, at_most(8), upright=False)[1].width() == 8


@pytest.mark.parametrize("content", [SVG, b"", b"RIFF----WAVE", b"\x89PN"])
def test_what_is_no_picture_of_points_is_not_read(content: bytes) -> None:
    assert read_picture(content, at_most(8), upright=True)[1].isNull()
    assert stored_picture(content).isNull()


def test_a_project_stores_only_jpeg_and_png() -> None:
    assert stored_picture(saved("png")).pixelColor(4, 4).red() == 255
    assert stored_picture(saved("bmp")).isNull()


def test_an_underlay_in_another_format_is_damaged() -> None:
    size, picture = decoded(saved("png", 16))
    assert (size.width(), picture.height()) == (16, 16)
    for content in (SVG, saved("bmp"), saved("png")[:40]):
        with pytest.raises(InvalidData, match="damaged"):
            decoded(content)


def test_no_module_lets_qt_search_for_the_format() -> None:
    """Only the module that knows the format makes readers."""
    sources = Path(__file__).parents[3] / "gpudesk"
    makers = [
        path.name
        for path in sources.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "QImageReader(" in line or "QImage.fromData(" in line
    ]
    assert sorted(set(makers)) == ["picture_reader.py"]
