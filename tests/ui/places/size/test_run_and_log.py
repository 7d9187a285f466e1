"""From a plan to what starts it, and from a log back to the plan."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from gpudesk.catalog.measured_files import load_measured
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.places.size.dialogs.measured_here import MeasuredHereDialog
from gpudesk.ui.places.size.dialogs.paste_log import PasteLogDialog
from gpudesk.ui.places.size.dialogs.run_plan import RunPlanDialog
from gpudesk.ui.places.size.models.size_rows import plan_key
from tests.formats import run_logs as logs
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, SHIFT, Hand

pytestmark = pytest.mark.usefixtures("few")


@pytest.fixture
def hand(open_desk: Callable[[], Hand], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Hand:
    """A person before the plans for Llama 3.1 8B, one H100 in 16 bits chosen."""
    monkeypatch.setenv("GPUDESK_HOME", str(tmp_path))
    found = open_desk()
    QTest.keyClick(found.desk.window.rail, Qt.Key.Key_2, CTRL)
    rest(found)
    place = found.desk.window.size_place
    served = [each for each in place.plans if isinstance(each, ServingPlan)]
    plan = next(each for each in served if each.board.key == "nvidia.h100-sxm5-80gb" and each.form.key == "bf16")
    place.choose(plan_key(plan))
    rest(found)
    return found


def rest(hand: Hand) -> None:
    window, jobs = hand.desk.window, hand.desk.jobs
    hand.qtbot.waitUntil(lambda: jobs.running == 0 and not window.size_place.is_answering, timeout=PATIENCE_MS)
    hand.rest()


def dialog_of(hand: Hand, kind: type[QDialog]) -> QDialog:
    found: list[QDialog] = hand.desk.window.findChildren(kind)
    assert len(found) == 1
    return found[0]


def run_dialog(hand: Hand) -> RunPlanDialog:
    QTest.keyClick(hand.desk.window.size_place.table, Qt.Key.Key_U, CTRL | SHIFT)
    hand.rest()
    found = dialog_of(hand, RunPlanDialog)
    assert isinstance(found, RunPlanDialog)
    return found


def log_dialog(hand: Hand) -> PasteLogDialog:
    QTest.keyClick(hand.desk.window.size_place.table, Qt.Key.Key_G, CTRL | SHIFT)
    hand.rest()
    found = dialog_of(hand, PasteLogDialog)
    assert isinstance(found, PasteLogDialog)
    return found


def test_what_starts_a_plan_is_seen_copied_and_saved(hand: Hand, tmp_path: Path) -> None:
    dialog = run_dialog(hand)
    assert "exec vllm serve meta-llama/Meta-Llama-3.1-8B" in dialog.text.toPlainText()
    QTest.keyClicks(dialog.uuids, "GPU-12ab-34cd")
    assert "uuids=(GPU-12ab-34cd)" in dialog.text.toPlainText()
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()
    dialog.save(tmp_path / "serve.sh")
    rest(hand)
    assert (tmp_path / "serve.sh").read_text(encoding="utf-8").startswith("#!/usr/bin/env bash")
    assert (tmp_path / "serve.sh").stat().st_mode & 0o100


def test_what_makes_no_sense_is_said_and_nothing_is_shown(hand: Hand) -> None:
    dialog = run_dialog(hand)
    QTest.keyClicks(dialog.numa, "0,1")
    assert "each of the 8 GPUs" in dialog.complaint.accessibleName() + dialog.complaint.accessibleDescription()
    assert not dialog.text.toPlainText()
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    dialog.numa.clear()
    dialog.form_choice.setCurrentIndex(dialog.form_choice.findData("keda"))
    assert "ScaledObject" in dialog.text.toPlainText()


def test_a_log_is_compared_kept_and_forgotten(hand: Hand) -> None:
    place = hand.desk.window.size_place
    dialog = log_dialog(hand)
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    dialog.text.setPlainText(logs.VLLM_V0)
    rows = {dialog.model.line(row).key for row in range(dialog.model.rowCount())}
    assert {"weights", "cache", "activations", "other", "graphs", "total", "tokens"} <= rows
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
    rest(hand)
    (kept,) = load_measured()
    assert kept.gib["activations"].measured == 1.23
    plan = place.current()
    assert isinstance(plan, ServingPlan)
    assert plan.needed.term("activations").value == pytest.approx(1.23)
    hand.desk.window.registry.action("size.measured").trigger()
    listed = dialog_of(hand, MeasuredHereDialog)
    assert isinstance(listed, MeasuredHereDialog)
    assert listed.model.rowCount() == len(kept.gib)
    QTest.mouseClick(listed.forget_button, Qt.MouseButton.LeftButton)
    rest(hand)
    assert load_measured() == ()
    again = place.current()
    assert isinstance(again, ServingPlan)
    assert again.needed.term("activations").value > 4


def test_a_load_test_is_dropped(hand: Hand, tmp_path: Path) -> None:
    dialog = log_dialog(hand)
    path = tmp_path / "load-100.json"
    path.write_text(logs.LOAD, encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    dialog.dropEvent(QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, buttons, keys))
    rest(hand)
    assert [dialog.model.line(row).key for row in range(dialog.model.rowCount())] == ["tpot", "ttft", "rate"]
    dialog.text.setPlainText("nothing of note")
    assert dialog.model.rowCount() == 0
    assert "No line of this text is recognized." in dialog.complaint.accessibleName() + dialog.complaint.accessibleDescription()


def test_what_starts_the_program_of_the_plan_comes_first(hand: Hand) -> None:
    engine = hand.desk.window.size_place.form.engine
    engine.setCurrentIndex(engine.findData("llama.cpp"))
    rest(hand)
    assert "llama-server" in run_dialog(hand).text.toPlainText()


def test_a_gpu_is_found_by_the_name_that_people_say(hand: Hand) -> None:
    board = hand.desk.window.size_place.form.board
    board.setFocus()
    QTest.keyClicks(board, "L40S")
    QTest.keyClick(board.name, Qt.Key.Key_Return)
    assert board.currentData() == "nvidia.l40s"
