"""The watch over what tests start in Qt keeps no more than what lives: a soak starts a timer at each event, and its memory is measured."""

import pytest
import shiboken6
from PySide6.QtCore import QTimer

from tests.plugins import qt_watch

AN_HOUR_MS = 3_600_000
OFTEN = 10 * qt_watch.MOST_PASSED


@pytest.mark.usefixtures("qapp")
def test_an_object_is_noted_once_and_goes_when_it_goes() -> None:
    qt_watch.begin()
    timer = QTimer()
    for _ in range(OFTEN):
        timer.start(AN_HOUR_MS)
        QTimer().start(AN_HOUR_MS)
    assert list(qt_watch.started()) == [timer]
    assert qt_watch.leftovers() == [f"QTimer started at {__file__}:{place}" for place in (_line(timer),)]
    timer.stop()
    assert qt_watch.leftovers() == []


def _line(timer: QTimer) -> int:
    """The line at which it was started last."""
    return int(qt_watch.started()[timer].rpartition(":")[2])


@pytest.mark.usefixtures("qapp")
def test_single_shots_that_have_passed_are_forgotten() -> None:
    qt_watch.begin()
    context, going = QTimer(), QTimer()
    QTimer.singleShot(AN_HOUR_MS, context, context.stop)
    for _ in range(OFTEN):
        QTimer.singleShot(0, context, context.stop)
        QTimer.singleShot(AN_HOUR_MS, going, going.stop)
        shiboken6.delete(going)
        going = QTimer()
    assert len(qt_watch.single_shots()) <= qt_watch.MOST_PASSED
    assert len([left for left in qt_watch.leftovers() if "singleShot" in left]) == 1
    shiboken6.delete(context)
    assert qt_watch.leftovers() == []
