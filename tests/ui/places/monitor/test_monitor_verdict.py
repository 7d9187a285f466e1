"""The column of the verdict, next to a source that is made up."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QScrollArea

from gpudesk.catalog.measured_files import load_measured
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import Message
from gpudesk.monitor.verdict.verdict_figures import Track
from gpudesk.monitor.verdict.verdict_limits import own_limits_file
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.project.workload_peaks import record_peak, record_rate
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.workloads.saved_workload import kept
from gpudesk.ui.places.monitor.dialogs.as_found_dialog import AsFoundDialog
from gpudesk.ui.places.monitor.dialogs.verdict_limits_dialog import VerdictLimitsDialog
from gpudesk.ui.places.monitor.panes.verdict_panel import VerdictPanel
from gpudesk.ui.places.size.size_workloads import SizeWorkloads
from gpudesk.ui.toolkit.quantities import MINUS
from gpudesk.ui.toolkit.widgets.severity_marks import INFO, OK, WARNING
from tests.monitor.made_load import GIB, track
from tests.monitor.made_source import MadeSource, frames_of
from tests.patience import PATIENCE_MS
from tests.ui.hand import NO_KEY, Hand

NO_BUTTON, NO_PHASE = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
BOARD: dict[str, Any] = {"memory_total_bytes": 81_559 * 2**20, "memory_reserved_bytes": 480 * 2**20}


class VerdictHand:
    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.place = hand.desk.window.monitor
        hand.desk.window.go("monitor")

    @property
    def panel(self) -> VerdictPanel:
        return self.place.verdict_panel

    @property
    def title(self) -> str:
        card = self.panel.card
        return "" if card is None else card.title.text()

    def watch(self, tracks: Sequence[Track], title: str) -> MadeSource:
        source = MadeSource([one.facts for one in tracks], frames_of(tracks))
        self.place.sources.open("made up", lambda: source)
        self.wait(title)
        return source

    def wait(self, title: str) -> None:
        self.hand.qtbot.waitUntil(lambda: self.title == title, timeout=PATIENCE_MS)


@pytest.fixture
def verdict(open_desk: Callable[[], Hand]) -> VerdictHand:
    return VerdictHand(open_desk())


def test_one_gpu_that_holds_the_others_back(verdict: VerdictHand) -> None:
    slow = track(2, apart_s=10.0, held={"software_thermal": 0.37}, sm_active_percent=83.0, sm_clock_mhz=1729.0, **BOARD)
    verdict.watch([track(0, apart_s=10.0, **BOARD), track(1, apart_s=10.0, **BOARD), slow], "Right size, throttled")
    panel = verdict.panel
    assert panel.card is not None
    assert panel.card.severity == WARNING
    assert "GPU 2 is overheated for 37" in panel.card.words.text()
    assert "5 min of warm-up" in panel.card.caption.text()
    assert [row.ok for row in panel.figures][:3] == [True, True, False]
    assert any("Swap GPU 2" in step.text for step in panel.steps)


def test_what_else_would_serve_and_a_command_to_copy(verdict: VerdictHand) -> None:
    light: dict[str, Any] = {"sm_active_percent": 20.0, "memory_used_bytes": 12 * GIB, "dram_active_percent": 10.0}
    verdict.watch([track(0, apart_s=10.0, **BOARD, **light)], "Larger GPU than required")
    texts = [note.text for note in verdict.panel.notes]
    assert any("H100 SXM5 80 GB 3g.40gb" in text for text in texts)
    assert any("15.6 GiB incl. reserve" in text for text in texts)
    command = verdict.panel.commands[0]
    command.button.setFocus()
    verdict.hand.press(Qt.Key.Key_Return)
    assert QApplication.clipboard().text() == command.command
    assert command.command.startswith("gpudesk monitor --record other")


def test_the_column_ends_with_its_last_line(verdict: VerdictHand) -> None:
    verdict.watch([track(0, apart_s=10.0, sm_active_percent=40.0, **BOARD)], "Waiting, cause unknown")
    area = verdict.panel.findChild(QScrollArea)
    assert area is not None
    body = area.widget()
    assert body is not None
    bar = area.verticalScrollBar()
    verdict.hand.qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=PATIENCE_MS)
    last = verdict.panel.commands[-1]
    ends = last.mapTo(body, last.rect().bottomLeft()).y()
    assert body.height() - ends < 20


def test_the_keyboard_stays_at_a_command_when_the_verdict_changes(verdict: VerdictHand) -> None:
    verdict.watch([track(0, apart_s=10.0, sm_active_percent=40.0, **BOARD)], "Waiting, cause unknown")
    panel = verdict.panel
    panel.commands[-1].button.setFocus()
    verdict.hand.press(Qt.Key.Key_Tab)
    assert panel.mark.hasFocus()
    panel.commands[0].button.setFocus()
    panel.mark.click()
    verdict.wait("Not enough data yet")
    assert panel.commands[0].button.hasFocus()


def test_an_unchanged_verdict_leaves_its_lines_and_an_error_adds_one(verdict: VerdictHand) -> None:
    verdict.watch([track(0, apart_s=10.0, **BOARD)], "Right size")
    verdict.hand.rest()
    panel, model = verdict.panel, verdict.panel.model
    card, notes = panel.card, len(panel.notes)
    model.changed.emit()
    assert panel.card is card
    model.tell(DeskError(Message("tests", "The profile is empty.")))
    assert panel.card is not card
    assert panel.notes[0].text == "The profile is empty."
    model.trouble = None
    model.changed.emit()
    assert len(panel.notes) == notes
    card = panel.card
    model.changed.emit()
    assert panel.card is card


def test_a_window_is_marked_and_let_go(verdict: VerdictHand) -> None:
    source = verdict.watch([track(0, apart_s=10.0, **BOARD)], "Right size")
    panel = verdict.panel
    assert panel.card is not None
    assert panel.card.severity == OK
    assert not panel.all.isEnabled()
    panel.mark.setFocus()
    verdict.hand.press(Qt.Key.Key_Return)
    assert panel.mark.text() == "End the window here"
    verdict.wait("Not enough data yet")
    later = frames_of([track(0, apart_s=10.0, sm_active_percent=60.0, **BOARD)])
    source.frames = [type(one)(one.uuid, one.mono_s, one.wall_s + 3600, one.values) for one in later]
    last = source.frames[-1]
    verdict.place.model.take()
    verdict.hand.qtbot.waitUntil(lambda: verdict.place.model.now(last.uuid).wall_s == last.wall_s, timeout=PATIENCE_MS)
    verdict.hand.press(Qt.Key.Key_Return)
    verdict.wait("Right size, below the target")
    assert panel.all.isEnabled()
    panel.all.click()
    verdict.hand.qtbot.waitUntil(lambda: panel.card is not None and "warm-up" in panel.card.caption.text(), timeout=PATIENCE_MS)


def test_a_profile_of_the_same_job(verdict: VerdictHand, tmp_path: Path) -> None:
    verdict.watch([track(0, apart_s=10.0, sm_active_percent=40.0, **BOARD)], "Waiting, cause unknown")
    events = [
        {"ph": "X", "cat": "user_annotation", "name": "enumerate(DataLoader)#x", "ts": 0, "dur": 40},
        {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 50, "dur": 50, "args": {"device": 0}},
    ]
    (tmp_path / "run.json").write_text(json.dumps(events))
    verdict.place.verdict.add_profile([tmp_path / "run.json"])
    panel = verdict.panel
    verdict.hand.qtbot.waitUntil(
        lambda: panel.card is not None and "run.json shows steps waiting" in panel.card.words.text(), timeout=PATIENCE_MS
    )
    assert panel.profile.text() == "Without the profile"
    (tmp_path / "bad.csv").write_text("nothing")
    verdict.place.verdict.add_profile([tmp_path / "bad.csv"])
    verdict.hand.qtbot.waitUntil(lambda: any("bad.csv is not a readable profile" in note.text for note in panel.notes), timeout=PATIENCE_MS)
    panel.profile.click()
    verdict.hand.qtbot.waitUntil(
        lambda: (
            panel.card is not None
            and "of the time; the cause of the waits is not visible: requests, data, the host or other GPUs." in panel.card.words.text()
        ),
        timeout=PATIENCE_MS,
    )


def test_thresholds_that_make_no_sense_are_told(verdict: VerdictHand) -> None:
    own_limits_file().parent.mkdir(parents=True, exist_ok=True)
    own_limits_file().write_text("sm_target: 300\n")
    source = MadeSource([track().facts], frames_of([track(apart_s=10.0)]))
    verdict.place.sources.open("made up", lambda: source)
    verdict.hand.qtbot.waitUntil(lambda: any("must be between" in note.text for note in verdict.panel.notes), timeout=PATIENCE_MS)
    assert verdict.panel.card is not None
    assert verdict.panel.card.severity == INFO


def test_memory_is_held_against_the_estimate_and_fed_back(verdict: VerdictHand, tmp_path: Path) -> None:
    hand, memory = verdict.hand, verdict.place.verdict_memory
    hand.create(tmp_path / "plan.gpudesk")
    hand.desk.window.go("monitor")
    verdict.watch([track(0, apart_s=10.0, **{**BOARD, "memory_used_bytes": 60 * GIB})], "Right size")
    assert not memory.isVisible()
    for name, engine in (("Tried out", "transformers"), ("Served", "vllm")):
        work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",), engine=engine))
        hand.desk.window.session.do(add_workload, name, work.task, work.asked, work.model)
    hand.qtbot.waitUntil(lambda: memory.isVisible() and memory.choice.count() == 2 and memory.beside is not None, timeout=PATIENCE_MS)
    assert "Weights" in memory.terms.text()
    at = QPointF(memory.choice.rect().center())
    turn = QWheelEvent(at, QPointF(memory.choice.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120), NO_BUTTON, NO_KEY, NO_PHASE, False)
    QApplication.sendEvent(memory.choice, turn)
    assert memory.choice.currentIndex() == 0, "the wheel scrolls the column"
    beside = memory.beside
    assert beside is not None
    assert beside.corrects
    assert beside.measured == 60.0
    assert f"{100 * beside.off:.1f}" in memory.header.accessibleName()
    memory.feed.setFocus()
    hand.press(Qt.Key.Key_Return)
    hand.qtbot.waitUntil(lambda: hand.snapshot["journal"].rows == 1, timeout=PATIENCE_MS)
    hand.qtbot.waitUntil(lambda: "saved with Tried out" in hand.desk.window.message_bar.text, timeout=PATIENCE_MS)
    hand.rest()
    assert hand.desk.window.message_bar.isVisible()
    assert hand.snapshot["journal"]["text"][0].startswith("Measured: 60.0 GiB at most on one GPU, estimated ")
    hand.qtbot.waitUntil(lambda: len(load_measured()) == 1, timeout=PATIENCE_MS)
    (found,) = load_measured()
    assert found.offset_gib() == pytest.approx(beside.measured - beside.estimated)
    # A program with a pool of its own fills it whatever is asked of it.
    memory.choice.setCurrentIndex(1)
    memory.choice.activated.emit(1)
    hand.qtbot.waitUntil(memory.note.isVisible, timeout=PATIENCE_MS)
    memory.feed.click()
    hand.qtbot.waitUntil(lambda: hand.snapshot["journal"].rows == 2, timeout=PATIENCE_MS)
    assert len(load_measured()) == 1


def test_tokens_a_second_by_the_log_are_fed_back(verdict: VerdictHand, tmp_path: Path) -> None:
    hand, memory = verdict.hand, verdict.place.verdict_memory
    hand.create(tmp_path / "plan.gpudesk")
    hand.desk.window.go("monitor")
    verdict.watch([track(0, apart_s=10.0, **{**BOARD, "memory_used_bytes": 60 * GIB})], "Right size")
    work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",), engine="vllm", concurrency=32))
    hand.desk.window.session.do(add_workload, "Served", work.task, work.asked, work.model)
    hand.qtbot.waitUntil(lambda: memory.rate.isVisible() and memory.expected is not None, timeout=PATIENCE_MS)
    expected = memory.expected
    assert expected is not None
    assert expected.sequences == 32
    assert memory.rate_note.text() == f"Estimated {expected.per_s:,.0f} on these GPUs with 32 concurrent requests."
    memory.rate.setFocus()
    hand.type("many")
    hand.press(Qt.Key.Key_Return)
    assert memory.rate_note.text() == "Tokens per second must be a number from 0.1 to 100,000,000,000."
    for too_much_or_little in ("0.01", "1e13"):
        memory.rate.selectAll()
        hand.type(too_much_or_little)
        hand.press(Qt.Key.Key_Return)
        assert memory.rate.text() == too_much_or_little, "what was typed is not lost"
    assert hand.snapshot["journal"].rows == 0, "nothing is kept while a figure makes no sense"
    memory.rate.selectAll()
    hand.type("2,345.6")
    off = 100 * (2345.6 / expected.per_s - 1)
    assert memory.rate_note.text().endswith(f"with 32 concurrent requests: {MINUS}{abs(off):.1f} %.")
    hand.press(Qt.Key.Key_Return)
    hand.qtbot.waitUntil(lambda: hand.snapshot["journal"].rows == 2, timeout=PATIENCE_MS)
    assert hand.snapshot["journal"]["text"][1] == (
        f"Measured: 2345.6 tokens/s, estimated {expected.per_s:.1f} tokens/s ({off:+.1f} %). "
        "1 × NVIDIA H100 80GB HBM3, window 55 min: Right size. By the log of the program."
    )
    assert memory.rate.text() == ""


def test_the_machine_is_held_against_its_device_of_the_plan(verdict: VerdictHand, tmp_path: Path) -> None:
    hand = verdict.hand
    path = tmp_path / "plan.gpudesk"
    with Document.create(path) as document:
        hall = run(document, create_hall).result
        row = run(document, create_row, hall).result
        racks = run(document, add_racks, "generic.rack-48u-600x1200", 1, row).result
        for position, name in ((2, "dgx-013"), (12, "dgx-014")):
            run(document, place_device, "nvidia.dgx-h100", racks[0], 2 * position, name=name)
    hand.open(path)
    hand.desk.window.go("monitor")
    verdict.watch([track(at, apart_s=10.0, pcie_width=16.0 if at else 8.0, **BOARD) for at in range(8)], "Right size")
    hand.do("monitor.as-planned")
    dialog = next(each for each in hand.desk.window.findChildren(AsFoundDialog) if each.isVisible())
    hand.qtbot.waitUntil(lambda: dialog.found is not None, timeout=PATIENCE_MS)
    assert dialog.device.currentText() == "dgx-014"
    assert "1 not as planned" in dialog.told.text()
    told = dialog.lines.text()
    assert "PCIe lanes\tnot as planned\tx16\tx16, x8\t0" in told
    assert "Number of GPUs\tas planned\t8\t8" in told
    assert "Serial number\tnot compared\tnot specified in the plan\tnot reported by the machine" in told
    assert min(dialog.table.columnWidth(at) for at in (2, 3)) > 200, (
        "the name of a board has room, the few letters of the last column take none"
    )
    dialog.device.setCurrentIndex(0)
    dialog.device.activated.emit(0)
    assert "Host name\tnot as planned\tdgx-013\tdgx-014" in dialog.lines.text()
    dialog.device.setCurrentIndex(1)
    dialog.device.activated.emit(1)
    dialog.keep()
    hand.qtbot.waitUntil(lambda: hand.snapshot["journal"].rows == 1, timeout=PATIENCE_MS)
    hand.qtbot.waitUntil(lambda: not hand.desk.window.findChildren(AsFoundDialog), timeout=PATIENCE_MS)
    assert "mismatch: PCIe lanes, planned x16, found x16, x8 (GPU 0)" in hand.snapshot["journal"]["text"][0]
    assert "saved in the journal of dgx-014" in hand.message


def test_thresholds_are_set_in_the_window(verdict: VerdictHand) -> None:
    verdict.watch([track(0, apart_s=10.0, **BOARD)], "Right size")
    panel = verdict.panel
    panel.limits.click()
    dialog = next(each for each in panel.findChildren(VerdictLimitsDialog) if each.isVisible())
    row = dialog.lines.row_of("sm_target")
    assert row is not None
    place = dialog.lines.index(row, 1)
    assert not dialog.lines.setData(place, "300")
    assert not dialog.lines.setData(place, "many")
    assert dialog.lines.setData(place, "95")
    assert dialog.own == {"sm_target": 95.0}
    dialog.keep()
    verdict.wait("Right size, below the target")
    assert own_limits_file().read_text() == "sm_target: 95.0\n"


def test_size_shows_what_was_measured_of_the_open_workload(verdict: VerdictHand, tmp_path: Path) -> None:
    hand = verdict.hand
    hand.create(tmp_path / "plan.gpudesk")
    work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",), engine="transformers"))
    session = hand.desk.window.session
    for name in ("Measured", "Not measured"):
        session.do(add_workload, name, work.task, work.asked, work.model)
    hand.qtbot.waitUntil(lambda: hand.snapshot["workload"].rows == 2, timeout=PATIENCE_MS)
    first, second = hand.snapshot["workload"].ids.tolist()
    hand.desk.window.go("size")
    workloads = hand.desk.window.findChild(SizeWorkloads)
    assert workloads is not None
    workloads.open(first)
    assert not workloads.measured.isVisible()
    session.do(record_peak, first, 58.9, 61.3, "1 × H100, window 40 min: Right size.")
    session.do(add_remark, "workload", first, "Measured: by eye")
    hand.qtbot.waitUntil(lambda: hand.snapshot["journal"].rows == 2, timeout=PATIENCE_MS)
    hand.qtbot.waitUntil(workloads.measured.isVisible, timeout=PATIENCE_MS)
    assert workloads.measured.text() == "measured 61.3 GiB, +4.1 %"
    assert "58.9 GiB" in workloads.measured.toolTip()
    session.do(record_rate, first, 2689.4, 2345.6, "1 × H100, window 40 min: Right size. By the log of the program.")
    hand.qtbot.waitUntil(lambda: "tokens" in workloads.measured.text(), timeout=PATIENCE_MS)
    # Both in full would push commands out of a narrow strip.
    assert workloads.measured.text() == f"GiB +4.1 % · tokens/s {MINUS}12.8 %"
    assert f"measured 61.3 GiB, +4.1 % · 2,346 tokens/s, {MINUS}12.8 %" in workloads.measured.toolTip()
    assert "Estimate: 2,689 tokens/s on all GPUs. 1 × H100" in workloads.measured.toolTip()
    session.do(record_rate, first, None, 12.3, "By the log of the program.")
    hand.qtbot.waitUntil(lambda: workloads.measured.text() == "GiB +4.1 % · 12.3 tokens/s", timeout=PATIENCE_MS)
    workloads.open(second)
    hand.qtbot.waitUntil(lambda: not workloads.measured.isVisible(), timeout=PATIENCE_MS)
    workloads.open(first)
    hand.qtbot.waitUntil(workloads.measured.isVisible, timeout=PATIENCE_MS)
    hand.qtbot.waitUntil(lambda: hand.snapshot["journal"].rows == 4, timeout=PATIENCE_MS)
    records = hand.snapshot["journal"].ids.tolist()
    for record in (records[0], records[2], records[3]):
        session.do(add_remark, "workload", first, "It was another run.", record)
    hand.qtbot.waitUntil(lambda: not workloads.measured.isVisible(), timeout=PATIENCE_MS)
