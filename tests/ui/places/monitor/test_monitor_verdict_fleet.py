"""The verdict on every host, on the time that the plots show, and written into a file."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from PySide6.QtWidgets import QFileDialog

from gpudesk import locate
from gpudesk.monitor.readings.reading import Frame, GpuFacts
from gpudesk.monitor.readings.source import Machine
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.verdict.verdict_figures import Track, Window
from gpudesk.ui.places.monitor.dialogs.fleet_verdict import FleetVerdictDialog
from gpudesk.ui.places.monitor.panes.monitor_throttle_reasons import HeldBars
from gpudesk.ui.places.monitor.panes.verdict_panel import VerdictPanel
from tests.monitor.made_load import track
from tests.monitor.made_source import MadeSource, frames_of
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

SPAN = Window(0.0, 1800.0)


def flickering(host: str, seconds: int) -> list[Frame]:
    """A GPU whose power limit is told every other second."""
    return [Frame(f"{host}-0", float(at), 1_790_000_000.0 + at, {"clock_reasons": 4.0 * (at % 2)}) for at in range(seconds)]


def load(host: str, index: int, **values: float) -> Track:
    made = track(index, window=SPAN, apart_s=10.0, **values)  # type: ignore[arg-type]
    return replace(made, host=host, facts=replace(made.facts, uuid=f"{host}-{index}"))


def recorded(path: Path, tracks: Sequence[Track]) -> Path:
    hosts = sorted({each.host for each in tracks})
    machines = [Machine(host, gpus=tuple(each.facts for each in tracks if each.host == host)) for host in hosts]
    frames = frames_of(tracks)
    file = RecordingFile(path, machines, "test", begin=(frames[0].wall_s, 0.0))
    file.write(frames)
    file.close()
    return path


@pytest.fixture
def hand(open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    hand = open_desk()
    hand.desk.window.go("monitor")
    idle = {"sm_active_percent": 0.0, "busy_percent": 0.0, "dram_active_percent": 0.0, "tensor_active_percent": 0.0}
    path = recorded(tmp_path / "two.gpurec", [load("first", 0), load("first", 1), load("second", 0, **idle)])
    hand.desk.window.monitor.recordings.open(path)
    hand.qtbot.waitUntil(lambda: title(hand) == "Right size", timeout=PATIENCE_MS)
    return hand


def panel_of(hand: Hand) -> VerdictPanel:
    return hand.desk.window.monitor.verdict_panel


def title(hand: Hand) -> str:
    card = panel_of(hand).card
    return "" if card is None else card.title.text()


def dialogs(hand: Hand) -> list[FleetVerdictDialog]:
    return [each for each in panel_of(hand).findChildren(FleetVerdictDialog) if each.isVisible()]


def test_every_host_is_judged_and_written(hand: Hand, tmp_path: Path) -> None:
    panel = panel_of(hand)
    panel.fleet.click()
    hand.qtbot.waitUntil(lambda: bool(dialogs(hand)), timeout=PATIENCE_MS)
    (dialog,) = dialogs(hand)
    assert dialog.rows.rowCount() == 2
    assert dialog.rows.index(0, 0).data() == "second"
    assert dialog.rows.index(0, 2).data() == "Idle, but allocated"
    assert dialog.lines[0].text() == "GPUs are active 60.0 % of the time; 2 of 3 GPUs reach the target."
    dialog.ask_export()
    (asked,) = dialog.findChildren(QFileDialog)
    into = tmp_path / "fleet.json"
    asked.fileSelected.emit(str(into))
    hand.qtbot.waitUntil(into.exists, timeout=PATIENCE_MS)
    asked.reject()
    body = json.loads(into.read_text(encoding="utf-8"))
    jsonschema.validate(body, json.loads(locate.resource("schemas", "fleet_verdict.v2.json").read_text(encoding="utf-8")))
    dialog.reject()


def test_another_host_is_judged_when_it_is_looked_at(hand: Hand) -> None:
    hand.desk.window.monitor.model.select(["second-0"])
    hand.qtbot.waitUntil(lambda: title(hand) == "Idle, but allocated", timeout=PATIENCE_MS)


def test_the_time_that_the_plots_show_is_judged(hand: Hand) -> None:
    panel, begin = panel_of(hand), SPAN.from_s
    shown = hand.desk.window.monitor.model.history.first_s or begin
    panel.span = lambda: (shown + 600.0, shown + 1500.0)
    panel.shown.click()
    hand.qtbot.waitUntil(lambda: panel.card is not None and "Window 15 min" in panel.card.caption.text(), timeout=PATIENCE_MS)
    assert panel.all.isEnabled()
    panel.all.click()
    hand.qtbot.waitUntil(lambda: panel.card is not None and "of warm-up" in panel.card.caption.text(), timeout=PATIENCE_MS)


def test_the_verdict_is_written_as_a_table_and_says_where_it_cannot(hand: Hand, tmp_path: Path) -> None:
    panel = panel_of(hand)
    panel.export.click()
    (asked,) = panel.findChildren(QFileDialog)
    into = tmp_path / "verdict.csv"
    asked.fileSelected.emit(str(into))
    hand.qtbot.waitUntil(into.exists, timeout=PATIENCE_MS)
    assert "verdict,Right size,well_sized," in into.read_text(encoding="utf-8-sig")
    asked.fileSelected.emit(str(tmp_path / "none" / "verdict.csv"))
    hand.qtbot.waitUntil(lambda: any("cannot be written" in note.text for note in panel.notes), timeout=PATIENCE_MS)
    asked.reject()


def test_the_selected_gpus_are_judged_alone(hand: Hand) -> None:
    panel, model = panel_of(hand), hand.desk.window.monitor.model
    card = panel.card
    assert card is not None
    assert card.caption.text().startswith("GPU 0, 1 · ")
    model.select(["first-1"])
    panel.alone.click()
    hand.qtbot.waitUntil(lambda: panel.card is not None and panel.card.caption.text().startswith("GPU 1 · "), timeout=PATIENCE_MS)
    model.select(["first-0"])
    hand.qtbot.waitUntil(lambda: panel.card is not None and panel.card.caption.text().startswith("GPU 0 · "), timeout=PATIENCE_MS)
    panel.alone.click()
    hand.qtbot.waitUntil(lambda: panel.card is not None and panel.card.caption.text().startswith("GPU 0, 1 · "), timeout=PATIENCE_MS)


def test_shares_of_joined_readings_are_those_of_the_readings(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    hand.desk.window.go("monitor")
    place = hand.desk.window.monitor
    frames = flickering("one", 9000)
    source = MadeSource([GpuFacts("one-0", 0)], frames)
    place.sources.open("made up", lambda: source)
    hand.qtbot.waitUntil(lambda: place.model.now("one-0").wall_s == frames[-1].wall_s, timeout=PATIENCE_MS)
    bars = place.focus.findChildren(HeldBars)[0]
    assert not bars.shares()["power_cap"].at_most
    assert bars.shares()["power_cap"].share == pytest.approx(0.5, abs=0.01)
    place.focus.view.set_window("run")
    assert not bars.shares()["power_cap"].at_most
    assert bars.shares()["power_cap"].share == pytest.approx(0.5, abs=0.01)
    assert "upper bound" in bars.accessibleDescription()
