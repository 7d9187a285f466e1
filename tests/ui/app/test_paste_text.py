"""Text from elsewhere: pasted into the dialog, with Ctrl+V anywhere, or dropped on any part of the window; it opens where it belongs."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.formats.text.pasted_text import MASK
from gpudesk.ui.app import dropped_files
from gpudesk.ui.app.dialogs.import_file import ImportDialog
from gpudesk.ui.app.dialogs.paste_text import PasteTextDialog
from gpudesk.ui.app.dialogs.which_kind import WhichKindDialog
from gpudesk.ui.app.render import settle
from gpudesk.ui.places.monitor.dialogs.kernel_log_dialog import KernelLogDialog
from gpudesk.ui.places.onsite.field_report import FieldReportDialog
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.widgets import text_field
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, NO_KEY, SHIFT, Hand

INPUTS = Path(__file__).parents[2] / "formats" / "field_inputs"
Kind = TypeVar("Kind", bound=DeskDialog)
LEFT = Qt.MouseButton.LeftButton


def said(name: str) -> str:
    return (INPUTS / name).read_text(encoding="utf-8")


def shown(kind: type[QWidget]) -> list[QWidget]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]


def rest(hand: Hand) -> None:
    for _ in range(2):
        hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
        settle()


def dialog(hand: Hand, kind: type[Kind]) -> Kind:
    """The dialog of a kind that came up, once it has read what it shows."""
    hand.qtbot.waitUntil(lambda: bool(shown(kind)), timeout=PATIENCE_MS)
    rest(hand)
    (found,) = shown(kind)
    assert isinstance(found, kind)
    return found


def leave(found: DeskDialog) -> None:
    QTest.keyClick(found, Qt.Key.Key_Escape)
    settle()


def copied(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program copies a text: here all programs are one, so it is said not to be ours."""
    monkeypatch.setattr(dropped_files, "clipboard_is_ours", lambda: False)
    QApplication.clipboard().setText(text)


@pytest.fixture
def home(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


@pytest.fixture
def asked(home: Hand) -> PasteTextDialog:
    """The dialog, opened by its keys on Home without a project."""
    QTest.keyClick(home.desk.window, Qt.Key.Key_V, CTRL | SHIFT)
    return dialog(home, PasteTextDialog)


def paste(hand: Hand, asked: PasteTextDialog, text: str) -> None:
    QApplication.clipboard().setText(text)
    QTest.keyClick(asked.text, Qt.Key.Key_V, CTRL)
    hand.qtbot.waitUntil(lambda: bool(asked.ways), timeout=PATIENCE_MS)
    rest(hand)


def go(asked: PasteTextDialog) -> None:
    assert asked.main is not None
    assert asked.main.isEnabled()
    QTest.mouseClick(asked.main, LEFT)
    settle()


def test_the_kind_is_said_while_it_is_pasted_and_the_button_opens_it(home: Hand, asked: PasteTextDialog) -> None:
    assert asked.main is not None
    assert not asked.main.isEnabled()
    paste(home, asked, said("kernel-sxid.log"))
    assert asked.title.text() == "Kernel log: Read the errors in Pasted text"
    go(asked)
    assert not shown(PasteTextDialog)
    found = dialog(home, KernelLogDialog)
    assert found.lines.rowCount() == 2
    leave(found)
    assert not home.desk.session.is_open


def test_typed_text_is_recognized_too(home: Hand, asked: PasteTextDialog) -> None:
    QTest.keyClicks(asked.text, "Failed to initialize NVML: Driver/library version mismatch")
    home.qtbot.waitUntil(lambda: bool(asked.ways), timeout=PATIENCE_MS)
    assert asked.title.text().startswith("Failure message from nvidia-smi:")
    QTest.keyClick(asked.text, Qt.Key.Key_A, CTRL)
    QTest.keyClick(asked.text, Qt.Key.Key_Delete)
    home.qtbot.waitUntil(lambda: "appears here" in asked.sentence.text(), timeout=PATIENCE_MS)
    assert asked.main is not None
    assert not asked.main.isEnabled()
    leave(asked)


@pytest.mark.parametrize(
    ("name", "first", "rows"),
    [
        ("dcgm-diag-table.txt", "Overall result: Failed.", 4),
        ("smi-topo.txt", "Paths between GPUs and NICs, as named by nvidia-smi.", 3),
        ("failure-handle.txt", "Failure messages: 1", 1),
        ("profile-nsys-columns.txt", "host copies: 16.0 % of kernel and copy time", 4),
        (
            "profile-torch.json",
            "GPU busy 80.8\N{NO-BREAK SPACE}% of the time; host copies: 25.0\N{NO-BREAK SPACE}% of kernel and copy time",
            2,
        ),
    ],
)
def test_reports_are_shown_line_by_line(name: str, first: str, rows: int, home: Hand, asked: PasteTextDialog) -> None:
    paste(home, asked, said(name))
    go(asked)
    found = dialog(home, FieldReportDialog)
    assert (found.summary.text(), found.lines.rowCount()) == (first, rows)
    assert found.detail.text()
    QTest.keyClick(found.table, Qt.Key.Key_Down)
    leave(found)


def test_of_two_kinds_none_is_chosen_for_the_person(home: Hand, asked: PasteTextDialog) -> None:
    paste(home, asked, said("two-kinds.txt"))
    assert asked.main is not None
    assert not asked.main.isEnabled()
    assert [button.text() for button in asked.choice.buttons] == ["Kernel log", "GPU listing"]
    QTest.mouseClick(asked.choice.buttons[1], LEFT, pos=QPoint(8, asked.choice.buttons[1].height() // 2))
    assert asked.title.text() == "GPU listing: Show the GPUs in Pasted text"
    go(asked)
    home.qtbot.waitUntil(lambda: len(home.desk.window.monitor.model.facts) == 1, timeout=PATIENCE_MS)
    assert home.desk.window.place == "monitor"


def test_what_is_unknown_says_what_it_looks_like_and_what_is_understood(home: Hand, asked: PasteTextDialog) -> None:
    paste(home, asked, "the racks come on Monday")
    assert asked.title.text() == "Pasted text is not recognized; it looks like plain text."
    assert asked.sentence.text().startswith("Supported formats: kernel logs")
    assert asked.main is not None
    assert not asked.main.isEnabled()
    leave(asked)


def test_keys_are_masked_in_the_field_and_in_what_is_kept(home: Hand, asked: PasteTextDialog) -> None:
    log = f"vllm serve m --api-key s3cretkey\nHF_TOKEN=hf_abcdefghij1234567890\n{said('kernel-sxid.log')}"
    paste(home, asked, log)
    assert "s3cretkey" not in asked.text.text()
    assert asked.text.text().startswith(f"vllm serve m --api-key {MASK}\nHF_TOKEN={MASK}\n")
    leave(asked)
    # Typed keys are masked in the file that is read.
    home.do("edit.paste-text")
    again = dialog(home, PasteTextDialog)
    QTest.keyClicks(again.text, "run --api-key s3cretkey")
    home.qtbot.waitUntil(lambda: bool(again.ways), timeout=PATIENCE_MS)
    folder = home.desk.window.files._pasted._folder
    assert folder is not None
    kept = [path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()]
    assert kept
    assert not any("s3cretkey" in text for text in kept)
    assert folder.stat().st_mode & 0o077 == 0
    leave(again)
    home.desk.close()
    assert not folder.exists()


def test_of_a_long_text_the_beginning_is_shown_and_all_is_read(home: Hand, asked: PasteTextDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_field, "MOST_SHOWN", 200)
    paste(home, asked, said("kernel-boot.log") * 40)
    assert asked.text.isReadOnly()
    assert len(asked.text.toPlainText()) == 200
    assert asked.long.isVisible()
    go(asked)
    found = dialog(home, KernelLogDialog)
    assert found.lines.rowCount() == said("kernel-boot.log").count("Xid") * 40
    leave(found)


def test_a_large_text_is_read_in_a_process_that_stop_ends(
    home: Hand, asked: PasteTextDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gpudesk.formats.text.own_process.SMALL_BYTES", 0)
    QApplication.clipboard().setText(said("kernel-boot.log"))
    QTest.keyClick(asked.text, Qt.Key.Key_V, CTRL)
    home.qtbot.waitUntil(asked.stop.isVisible, timeout=PATIENCE_MS)
    QTest.mouseClick(asked.stop, LEFT)
    assert asked.title.text() == "Stopped."
    rest(home)
    assert (asked.ways, asked.title.text()) == ([], "Stopped.")
    # Once more, to its end.
    asked.look()
    home.qtbot.waitUntil(lambda: bool(asked.ways), timeout=PATIENCE_MS)
    assert asked.title.text().startswith("Kernel log:")
    leave(asked)


def test_ctrl_v_on_home_takes_what_another_program_copied(home: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(said("kernel-sxid.log"), monkeypatch)
    QTest.keyClick(home.desk.window, Qt.Key.Key_V, CTRL)
    leave(dialog(home, KernelLogDialog))
    copied("the racks come on Monday", monkeypatch)
    QTest.keyClick(home.desk.window, Qt.Key.Key_V, CTRL)
    home.qtbot.waitUntil(lambda: "it looks like plain text" in home.message, timeout=PATIENCE_MS)
    copied(said("two-kinds.txt"), monkeypatch)
    QTest.keyClick(home.desk.window, Qt.Key.Key_V, CTRL)
    which = dialog(home, WhichKindDialog)
    assert which.main is not None
    assert not which.main.isEnabled()
    QTest.mouseClick(which.choice.buttons[0], LEFT, pos=QPoint(8, which.choice.buttons[0].height() // 2))
    QTest.mouseClick(which.main, LEFT)
    leave(dialog(home, KernelLogDialog))


def test_ctrl_v_leaves_foreign_text_alone_where_ours_is_copied(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(said("kernel-sxid.log"), monkeypatch)
    hand.click(hand.on("dgx-001"))
    QTest.keyClick(hand.canvas, Qt.Key.Key_C, CTRL)
    assert hand.desk.session.clipboard is not None
    devices = hand.snapshot["device"].rows
    QTest.keyClick(hand.canvas, Qt.Key.Key_V, CTRL)
    hand.rest()
    assert hand.snapshot["device"].rows == devices + 1
    hand.desk.window.go("home")
    QTest.keyClick(hand.desk.window, Qt.Key.Key_V, CTRL)
    rest(hand)
    assert not shown(KernelLogDialog)
    hand.desk.session.clipboard = None
    monkeypatch.setattr(dropped_files, "clipboard_is_ours", lambda: True)
    QTest.keyClick(hand.desk.window, Qt.Key.Key_V, CTRL)
    rest(hand)
    assert not shown(KernelLogDialog)


def test_ctrl_v_in_the_drawing_takes_foreign_text_and_changes_nothing(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    revision = hand.snapshot.revision
    copied(said("kernel-sxid.log"), monkeypatch)
    QTest.keyClick(hand.canvas, Qt.Key.Key_V, CTRL)
    leave(dialog(hand, KernelLogDialog))
    copied("Rack,Device,Type,U position\nA03,x1,nvidia.qm9700,5\n", monkeypatch)
    QTest.keyClick(hand.canvas, Qt.Key.Key_V, CTRL)
    found = dialog(hand, ImportDialog)
    assert found.fields.format.name == "devices-csv"
    hand.qtbot.waitUntil(lambda: found.model.rowCount() > 0, timeout=PATIENCE_MS)
    assert any("x1" in cell.text for row in range(found.model.rowCount()) for cell in found.model.line(row).cells)
    leave(found)
    assert hand.snapshot.revision == revision


def dropped(hand: Hand, widget: QWidget, text: str) -> str:
    """Drag a text of another program over a part of the window, and let it go; what was said before."""
    data = QMimeData()
    data.setText(text)
    enter = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, data, LEFT, NO_KEY)
    enter.ignore()
    QApplication.sendEvent(widget, enter)
    assert enter.isAccepted()
    rest(hand)
    title = hand.desk.window.files.overlay.title
    QApplication.sendEvent(hand.desk.window, QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, data, LEFT, NO_KEY))
    rest(hand)
    return title


def test_a_text_is_dropped_on_home(home: Hand) -> None:
    assert dropped(home, home.desk.window.home, said("dcgm-health.txt")) == "Show the results in Pasted text"
    leave(dialog(home, FieldReportDialog))
    assert dropped(home, home.desk.window, said("two-kinds.txt")) == "Pasted text matches several types"
    leave(dialog(home, WhichKindDialog))


def test_a_text_is_dropped_on_the_drawing(hand: Hand) -> None:
    revision = hand.snapshot.revision
    assert dropped(hand, hand.canvas, said("kernel-sxid.log")) == "Read the errors in Pasted text"
    leave(dialog(hand, KernelLogDialog))
    assert hand.snapshot.revision == revision


def test_a_log_of_a_serving_program_asks_for_a_plan(home: Hand) -> None:
    # One line may be quoted anywhere: a log says two different things.
    log = "INFO 08-12 10:00:00 [gpu_model_runner.py:1892] Model loading took 14.2487 GiB and 3.1 seconds\n"
    log += "INFO 08-12 10:00:09 [gpu_worker.py:276] Available KV cache memory: 54.29 GiB\n"
    assert dropped(home, home.desk.window, log) == "Compare the plan with Pasted text"
    home.qtbot.waitUntil(lambda: "No plan is selected for a comparison with" in home.message, timeout=PATIENCE_MS)
    assert home.desk.window.place == "size"


def test_a_clipboard_that_nobody_has_used_yet_pastes_nothing(home: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    class Unused:
        def mimeData(self) -> None:
            return None

    monkeypatch.setattr(QApplication, "clipboard", Unused)
    monkeypatch.setattr(dropped_files.DroppedFiles, "_holds_ours", lambda _: False)
    assert not home.desk.window.files.paste()
    assert home.message == ""
