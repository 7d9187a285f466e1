"""The ring of work: closed only when everything is done, and what failed is seen however little it is."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from gpudesk.ui.toolkit.progress_ring import paint_ring
from gpudesk.ui.toolkit.theme import theme


def shares(done: float, failed: float, total: float) -> tuple[float, float]:
    """The parts of the ring, by the turn from its top, that have the color of what is done and of what failed."""
    colours = theme.current()
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_ring(painter, QRectF(0, 0, 200, 200), done, failed, total, colours)
    painter.end()
    angles = np.arange(0.5, 360) * np.pi / 180
    radius = 100 - 200 / 14
    seen = [image.pixel(round(100 + radius * np.sin(angle)), round(100 - radius * np.cos(angle))) for angle in angles]
    ok, error = (colours.severity[name].colour.rgb() for name in ("ok", "error"))
    return seen.count(ok) / 360, seen.count(error) / 360


@pytest.mark.parametrize(
    ("done", "failed", "total", "expected"),
    [
        (0, 0, 10, (0, 0)),
        (0, 0, 0, (0, 0)),
        (5, 0, 10, (0.5, 0)),
        (10, 0, 10, (1, 0)),
        (9_999, 0, 10_000, (350 / 360, 0)),
        (5, 2.5, 10, (0.5, 0.25)),
        (0, 1, 10_000, (0, 4 / 360)),
    ],
)
def test_the_ring_shows_its_shares(qapp: QApplication, done: float, failed: float, total: float, expected: tuple[float, float]) -> None:
    assert shares(done, failed, total) == pytest.approx(expected, abs=0.012)
