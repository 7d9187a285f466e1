from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.widgets import status_line
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip
from gpudesk.ui.toolkit.widgets.status_line import StatusFigure, StatusLine, StatusTotals
from tests.patience import PATIENCE_MS


def figures(power: str) -> list[StatusFigure]:
    return [StatusFigure("gpus", "1,016", "GPUs"), StatusFigure("power", power, "kW")]


def test_a_changed_figure_is_bold_for_a_while_and_nothing_moves(qtbot: QtBot) -> None:
    assert status_line.CHANGED_MS == 2000
    totals = StatusTotals()
    qtbot.addWidget(totals)
    totals.resize(600, 24)
    totals.set_figures(figures("40.8"))
    assert totals.changed_keys() == frozenset()
    width = totals.sizeHint().width()
    plain = totals.grab().toImage()
    totals.set_figures(figures("51.0"))
    assert totals.changed_keys() == {"power"}
    assert totals.sizeHint().width() == width
    assert totals.grab().toImage() != plain
    qtbot.waitUntil(lambda: totals.changed_keys() == frozenset(), timeout=PATIENCE_MS)
    totals.set_figures(figures("20.4"), mark_changes=False)
    assert totals.changed_keys() == frozenset()
    assert totals.accessibleName() == "1,016 GPUs, 20.4 kW"


def test_problems_are_counted_with_their_marks(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show()
    assert line.problems.accessibleName() == "No problems"
    line.problems.set_counts({"error": 2, "warning": 0, "info": 0})
    assert line.problems.accessibleName() == "Problems: error: 2, warning: 0"
    with qtbot.waitSignal(line.problems_clicked, timeout=PATIENCE_MS):
        QTest.keyClick(line.problems, Qt.Key.Key_Return)
    assert line.height() == 24


def test_work_is_stopped_once(qtbot: QtBot) -> None:
    line, strip = StatusLine(), ProgressStrip("Reading cables")
    qtbot.addWidget(line)
    line.insert_work(strip)
    line.show()
    strip.set_progress(0.7, "42 of 60")
    stop = strip.findChild(QPushButton, "stop")
    assert stop is not None
    with qtbot.waitSignal(strip.stop_requested, timeout=PATIENCE_MS):
        QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert not stop.isEnabled()
    strip.set_stopped()
    assert not stop.isVisible()
    assert strip.accessibleDescription() == "Stopped; no changes made"
    strip.set_progress(None)
