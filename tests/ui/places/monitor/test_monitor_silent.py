"""A GPU or a driver that does not answer, in the window: named with its seconds, the others go on, and the window can be left."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpudesk.monitor.host import sleeping
from gpudesk.monitor.readings.pace import SystemPace
from gpudesk.ui.places.monitor.models.monitor_rows import row_state, row_words
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR
from tests.monitor.conftest import driver_folder, machine
from tests.monitor.hurried_pace import WindowPace, calls_under_way
from tests.monitor.made_library import Machine
from tests.patience import PATIENCE_MS, until
from tests.ui.hand import Hand

__all__ = ["driver_folder", "machine"]


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> WindowPace:
    """The clock of this machine, which leaps where a test lets it."""
    monkeypatch.setattr(sleeping.sleeping, "__defaults__", (tmp_path / "devices",))
    made = WindowPace()
    monkeypatch.setattr(SystemPace, "now_s", lambda _self: made.now_s())
    monkeypatch.setattr(SystemPace, "wait", lambda _self, end, seconds: made.wait(end, seconds))
    return made


@pytest.fixture
def hung(machine: Machine, pace: WindowPace) -> Iterator[Machine]:
    """A machine whose calls are let go at the end."""
    assert pace.now_s() > 0
    machine.keep(3)
    yield machine
    machine.hang_start(False)
    for gpu in range(3):
        machine.hang(gpu, False)
    until(lambda: not calls_under_way(), "a call does not return")


def test_a_gpu_that_does_not_answer_at_the_start_is_named_and_comes_when_it_does(hung: Machine, open_desk: Callable[[], Hand]) -> None:
    hung.hang(1, True)
    hand = open_desk()
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    hand.qtbot.waitUntil(lambda: place.model.source is not None and len(place.overview.rows) == 3, timeout=PATIENCE_MS)
    others = [place.overview.rows[number].uuid for number in (0, 2)]
    hand.qtbot.waitUntil(lambda: all(place.model.now(uuid).values for uuid in others), timeout=PATIENCE_MS)
    row = place.overview.rows[1]
    hand.qtbot.waitUntil(lambda: row_state(place.model, row).text.startswith("no response for "), timeout=PATIENCE_MS)
    assert row_state(place.model, row).severity == ERROR
    assert row_words(place.model, row).startswith("GPU 1: no response for ")
    hung.hang(1, False)
    hand.qtbot.waitUntil(lambda: len(place.model.facts) == 3, timeout=PATIENCE_MS)


def test_a_watched_gpu_that_hangs_is_named_and_the_window_closes(hung: Machine, pace: WindowPace, open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    hand.qtbot.waitUntil(lambda: place.model.source is not None and len(place.overview.rows) == 3, timeout=PATIENCE_MS)
    rows = place.overview.rows
    hand.qtbot.waitUntil(lambda: all(place.model.now(row.uuid).values for row in rows), timeout=PATIENCE_MS)
    hung.hang(1, True)

    def named() -> bool:
        pace.leap(3.0)
        return row_state(place.model, rows[1]).text.startswith("no response for ")

    hand.qtbot.waitUntil(named, timeout=PATIENCE_MS)
    assert place.model.value(rows[1].uuid, "power_w") is None
    place.end()


def test_a_driver_that_does_not_start_is_named_and_waited_for(hung: Machine, open_desk: Callable[[], Hand]) -> None:
    hung.hang_start(True)
    hand = open_desk()
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    hand.qtbot.waitUntil(lambda: "The NVIDIA driver has not responded for " in place.empty.accessibleName(), timeout=PATIENCE_MS)
    hung.hang_start(False)
    hand.qtbot.waitUntil(lambda: place.model.source is not None and len(place.overview.rows) == 3, timeout=PATIENCE_MS)
    assert place.model.trouble is None
