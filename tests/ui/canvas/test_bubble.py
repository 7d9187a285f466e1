from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from gpudesk.ui.canvas.placement_hint import BubbleText, bubble_size, place_bubble, wrap
from gpudesk.ui.toolkit import fonts

VIEW = QRectF(0, 0, 900, 600)


@given(st.floats(0, 860), st.floats(0, 560), st.floats(10, 250), st.floats(5, 200))
def test_a_bubble_never_covers_its_target_and_stays_in_view(x: float, y: float, wide: float, high: float) -> None:
    target = QRectF(x, y, min(wide, 900 - x), min(high, 600 - y))
    place = place_bubble(QSizeF(300, 120), target, [], VIEW)
    assert VIEW.contains(place)
    assert not place.intersects(target)


def test_a_bubble_keeps_off_what_is_carried_where_it_can() -> None:
    target = QRectF(500, 200, 140, 100)
    ghost = QRectF(180, 190, 300, 110)
    place = place_bubble(QSizeF(200, 100), target, [ghost], VIEW)
    assert not place.intersects(target)
    assert not place.intersects(ghost)


def test_long_reasons_make_a_higher_bubble(qtbot: QtBot) -> None:
    short = bubble_size(BubbleText("No", ("one word",), ""))
    long = bubble_size(BubbleText("No", ("many words " * 20,), "and a way out"))
    assert short.width() == long.width()
    assert long.height() > short.height() + 50
    metrics = QFontMetricsF(fonts.font("body"))
    assert all(metrics.horizontalAdvance(line) <= 276 for line in wrap("many words " * 20, metrics, 276))
