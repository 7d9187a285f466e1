"""Recording and replay in the place of the monitor."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.monitor.readings.reading import Frame, GpuFacts
from gpudesk.monitor.readings.source import SourceKind
from gpudesk.monitor.recording.recording_read import Recording
from gpudesk.ui.places.monitor.dialogs.keep_days import KeepDaysDialog, days_of
from gpudesk.ui.places.monitor.monitor_saving import MonitorSaving
from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from tests.monitor.made_source import MadeSource
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

GPUS = (GpuFacts("GPU-a", 0, "NVIDIA H100"),)
START_S = 1_790_000_000.0


class Busy(MadeSource):
    """Gives a reading each time it is asked."""

    kind = SourceKind.NVML

    def __init__(self) -> None:
        super().__init__(GPUS, [])
        self._count = 0

    def take(self) -> list[Frame]:
        """The next one."""
        self._count += 1
        return [Frame("GPU-a", float(self._count), START_S + self._count, {"power_w": 100.0 + self._count})]


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    hand = open_desk()
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    place.sources.open("made up", Busy)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-a", "power_w") is not None, timeout=PATIENCE_MS)
    return hand


def record(hand: Hand, path: Path) -> MonitorPlace:
    window = hand.desk.window
    place: MonitorPlace = window.monitor
    place.recordings.record(path)
    hand.qtbot.waitUntil(lambda: place.recordings.recorder is not None, timeout=PATIENCE_MS)
    action = window.registry.action("monitor.record")
    assert action.isChecked()
    hand.qtbot.waitUntil(lambda: (place.model.value("GPU-a", "power_w") or 0) > 105, timeout=PATIENCE_MS)
    QTest.keyClick(place.overview, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier)
    assert not action.isChecked()
    hand.qtbot.waitUntil(lambda: not path.with_name(path.name + "-wal").exists(), timeout=PATIENCE_MS)
    return place


def test_what_is_seen_is_recorded_and_played_again(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "run.gpurec"
    place = record(hand, path)
    with Recording(path) as recording:
        span = recording.span()
        assert span is not None
        count = len(list(recording.frames("GPU-a", *span)))
    assert count > 2
    place.recordings.open(path)
    hand.qtbot.waitUntil(lambda: place.model.kind is SourceKind.RECORDING, timeout=PATIENCE_MS)
    assert place.replay.isVisible()
    assert not hand.desk.window.registry.action("monitor.record").isEnabled()
    place.replay.slider.setFocus()
    QTest.keyClick(place.replay.slider, Qt.Key.Key_End)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-a", "power_w") is not None, timeout=PATIENCE_MS)
    last = place.model.value("GPU-a", "power_w")
    QTest.keyClick(place.replay.slider, Qt.Key.Key_Home)
    assert place.model.value("GPU-a", "power_w") != last
    QTest.mouseClick(place.replay.speed.button("60"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(place.replay.play, Qt.MouseButton.LeftButton)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-a", "power_w") == last, timeout=PATIENCE_MS)


def test_a_recording_is_shown_whole_at_first_and_a_click_leads_to_a_moment(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "run.gpurec"
    place = record(hand, path)
    assert place.focus.window_choice.current() == "4min"
    place.recordings.open(path)
    hand.qtbot.waitUntil(lambda: place.model.kind is SourceKind.RECORDING, timeout=PATIENCE_MS)
    history, slider = place.model.history, place.replay.slider
    assert slider.value() == slider.maximum()
    assert place.focus.window_choice.current() == "run"
    first_s, last_s = history.first_s or 0.0, history.last_s or 0.0
    since_s, until_s = place.focus.view.span()
    assert until_s == last_s
    assert since_s <= first_s
    hand.qtbot.waitUntil(lambda: len(history.curve("GPU-a", "power_w", first_s)[0]) > 2, timeout=PATIENCE_MS)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    assert history.last_s == pytest.approx((first_s + last_s) / 2, rel=0.05 * (last_s - first_s) / last_s)
    assert history.curve("GPU-a", "power_w", first_s)[0][-1] <= (history.last_s or 0.0) + 0.001
    QTest.mouseClick(place.replay.play, Qt.MouseButton.LeftButton)
    place.sources.open("made up", Busy)
    hand.qtbot.waitUntil(lambda: place.model.kind is SourceKind.NVML, timeout=PATIENCE_MS)
    assert place.focus.window_choice.current() == "4min"


def _written(hand: Hand, name: str) -> bool:
    return name in hand.message and "Writing" not in hand.message


def test_a_recording_is_exported_for_other_tools(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "run.gpurec"
    place = record(hand, path)
    action = hand.desk.window.registry.action("monitor.export-recording")
    assert not action.isEnabled()
    place.recordings.open(path)
    hand.qtbot.waitUntil(action.isEnabled, timeout=PATIENCE_MS)
    saving = hand.desk.window.findChild(MonitorSaving)
    assert saving is not None
    for name, begin in (("a.csv", "time,gpu,"), ("a.jsonl", '{"time'), ("a.prom", "# ")):
        saving.save_recording(tmp_path / name)
        # The message, not the file: one that came later would take the place of the refusal below.
        hand.qtbot.waitUntil(partial(_written, hand, name), timeout=PATIENCE_MS)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begin)
    before = path.read_bytes()
    saving.save_recording(path)
    hand.qtbot.waitUntil(lambda: "is the recording itself" in hand.message, timeout=PATIENCE_MS)
    assert path.read_bytes() == before


def test_a_recording_that_goes_on_as_the_window_closes_is_whole(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "run.gpurec"
    place: MonitorPlace = hand.desk.window.monitor
    place.recordings.record(path)
    hand.qtbot.waitUntil(lambda: place.recordings.recorder is not None, timeout=PATIENCE_MS)
    hand.qtbot.waitUntil(lambda: (place.model.value("GPU-a", "power_w") or 0) > 104, timeout=PATIENCE_MS)
    hand.desk.close()
    with Recording(path) as recording:
        assert recording.span() is not None
    assert not path.with_name("run.gpurec-wal").exists()


def test_where_nothing_can_be_written_it_is_said(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "none" / "run.gpurec"
    place: MonitorPlace = hand.desk.window.monitor
    told: list[object] = []
    place.recordings.failed.connect(told.append)
    place.recordings.record(path)
    hand.qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    assert not hand.desk.window.registry.action("monitor.record").isChecked()


def test_a_source_that_cannot_be_opened_leaves_the_one_before_and_is_told(hand: Hand, tmp_path: Path) -> None:
    path = tmp_path / "run.gpurec"
    path.write_text("no recording")
    place: MonitorPlace = hand.desk.window.monitor
    place.recordings.open(path)
    hand.qtbot.waitUntil(lambda: place.model.trouble is not None, timeout=PATIENCE_MS)
    assert place.model.kind is SourceKind.NVML
    assert hand.desk.window.message_bar.isVisible()


def test_how_long_recordings_are_kept_is_chosen_and_kept(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    window = hand.desk.window
    window.go("monitor")
    hand.do("monitor.keep-days")
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, KeepDaysDialog))
    assert [field.value() for field in dialog.fields] == [1, 7, 365]
    assert [field.text() for field in dialog.fields] == [f"1{THIN_SPACE}day", f"7{THIN_SPACE}days", f"365{THIN_SPACE}days"]
    dialog.fields[0].setValue(0.25)
    assert dialog.fields[0].text() == f"0.25{THIN_SPACE}days"
    dialog.fields[0].setValue(30)
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    assert (
        "Keep raw readings no longer than one-second summaries, and one-second summaries no longer than one-minute summaries."
        in dialog.told.text()
    )
    dialog.fields[1].setValue(60)
    dialog.main.click()
    assert window.monitor.recordings.days == (30.0, 60.0, 365.0)
    assert window.monitor.recordings.commands is False
    window.close()
    assert open_desk().desk.window.monitor.recordings.days == (30.0, 60.0, 365.0)


def test_command_lines_are_recorded_only_where_that_is_chosen(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    window = hand.desk.window
    window.go("monitor")
    hand.do("monitor.keep-days")
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, KeepDaysDialog))
    assert not dialog.commands.isChecked()
    assert dialog.main is not None
    dialog.commands.click()
    dialog.main.click()
    assert window.monitor.recordings.commands is True
    window.close()
    assert open_desk().desk.window.monitor.recordings.commands is True


@pytest.mark.parametrize("text", ["", "1 2", "a b c", "3 2 1", "0 1 2"])
def test_days_that_cannot_be_are_not_taken(text: str) -> None:
    assert days_of(text) is None
