"""A drawing as SVG says the same in fewer words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.lean_svg import lean

SIZE = QSize(240, 120)


@pytest.fixture
def drawn(qtbot: QtBot, tmp_path: Path) -> str:
    """Boxes, words and a turned shape, as Qt writes them."""
    generator = QSvgGenerator()
    generator.setFileName(str(tmp_path / "drawn.svg"))
    generator.setSize(SIZE)
    generator.setViewBox(QRectF(0, 0, SIZE.width(), SIZE.height()))
    painter = QPainter(generator)
    for number in range(40):
        painter.setPen(QColor("black"))
        painter.setPen(QColor("#336699"))
        painter.fillRect(QRectF(number * 5.123456, 10.987654, 3.3333333, 30), QColor("#884422" if number % 8 else "#22884480"))
    painter.setFont(QFont("Source Sans Pro", 14))
    painter.drawText(10, 70, "A01 <front> 1.23456")
    painter.rotate(3)
    painter.setOpacity(0.5)
    painter.fillRect(QRectF(100, 60, 50.5, 20), QColor("red"))
    painter.end()
    return (tmp_path / "drawn.svg").read_text(encoding="utf-8")


def painted(svg: str) -> QImage:
    picture = QImage(SIZE, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    renderer = QSvgRenderer(svg.encode())
    assert renderer.isValid()
    renderer.render(painter)
    painter.end()
    return picture


def test_it_is_shorter_and_looks_the_same(drawn: str) -> None:
    short = lean(drawn)
    assert len(short) < 0.5 * len(drawn)
    before, after = painted(drawn), painted(short)
    far = 0
    for y in range(SIZE.height()):
        for x in range(SIZE.width()):
            one, other = before.pixelColor(x, y), after.pixelColor(x, y)
            far = max(far, abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue()))
    assert far <= 8
    assert "1.23456" in short


def test_twice_is_as_once_and_what_is_not_of_qt_stays(drawn: str) -> None:
    assert lean(lean(drawn)) == lean(drawn)
    assert lean("<svg><path d='M0 0'/></svg>") == "<svg><path d='M0 0'/></svg>"
    other = "<svg><g a='1'><g b='1'/><path d='M0 0.12345'/></g></svg>"
    assert lean(other) == other
