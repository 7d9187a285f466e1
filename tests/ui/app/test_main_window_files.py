"""Files and the window: opened, dropped, read only, damaged, closed in the midst of work; and unexpected errors."""

import getpass
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.running.progress import Progress
from gpudesk.operations.exchange.format import Exported
from gpudesk.operations.floor.halls import create_hall, create_rack, delete_all
from gpudesk.operations.racks.device_operations import nudge, place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.app.dialogs.error_report_dialog import CrashDialog
from gpudesk.ui.app.render import settle
from tests.patience import PATIENCE_MS
from tests.project.damage import KINDS
from tests.project.sample import filled
from tests.ui.hand import ALT, NO_KEY, SYSTEM, Hand


@pytest.fixture
def other_file(tmp_path: Path) -> Path:
    """A second project, with one hall."""
    path = tmp_path / "other.gpudesk"
    with Document.create(path) as document:
        run(document, create_hall, "Annex")
    return path


def drop_file(hand: Hand, path: Path) -> bool:
    """Drop a file on the window; whether it is taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPoint(500, 300), action, data, button, NO_KEY)
    enter.ignore()
    QApplication.sendEvent(hand.desk.window, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(hand.desk.window, QDropEvent(QPointF(500, 300), action, data, button, NO_KEY))
    hand.rest()
    return True


def test_a_project_dropped_on_the_window_opens(hand: Hand, other_file: Path) -> None:
    assert drop_file(hand, other_file)
    assert hand.desk.session.document is not None
    assert hand.desk.session.document.path == other_file
    assert list(hand.ids("hall")) == ["Annex"]
    assert "other.gpudesk" in hand.desk.window.windowTitle()


def test_a_project_that_replaces_another_disables_no_action_in_between(
    hand: Hand, other_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conditions: list[set[str]] = []
    # Workloads of the project are actions of the place of sizing, which updates them when a project is closed.
    hand.desk.window.view("size")
    monkeypatch.setattr(hand.desk.window.registry, "set_met", conditions.append)
    hand.desk.session.open(other_file)
    hand.rest()
    assert conditions
    assert all("project" in met for met in conditions)


def test_the_project_that_is_open_is_not_opened_twice(hand: Hand, tmp_path: Path) -> None:
    document = hand.desk.session.document
    hand.desk.window.go("home")
    hand.open(tmp_path / "site.gpudesk")
    assert hand.desk.session.document is document
    assert hand.desk.session.writable
    assert hand.desk.window.place == "rack"


def test_a_project_that_somebody_writes_is_shown_and_cannot_be_edited(open_desk: Callable[[], Hand], other_file: Path) -> None:
    hand = open_desk()
    with Document.open(other_file) as writer:
        run(writer, create_rack, "generic.rack-48u-600x1200", None, 1, "X1")
        run(writer, place_device, SYSTEM, 1, 0)
        hand.open(other_file)
        assert f"is being edited by {getpass.getuser()} on {os.uname().nodename} (process {os.getpid()})" in hand.message
        assert "nothing can be changed here" in hand.message
        hand.look_at_drawing()
        hand.drop(SYSTEM, hand.at("X1", 40, 16))
        hand.click(hand.on("dgx-h100-001"))
        hand.press(Qt.Key.Key_Up, ALT)
        hand.press(Qt.Key.Key_Delete)
        assert hand.place_of("dgx-h100-001") == ("X1", 0)
        assert hand.snapshot["device"].rows == 1
        registry = hand.desk.window.registry
        for action in ("edit.delete", "edit.duplicate", "place.new-rack", "place.move-up", "tool.reserve"):
            assert not registry.action(action).isEnabled()
            assert registry.action(action).toolTip() == "This project is open read-only."
        assert registry.action("edit.copy").isEnabled()
        name = hand.desk.window.rack.inspector.form.name_editor  # type: ignore[union-attr]
        assert name is not None
        assert not name.isEnabled()
        assert not hand.desk.window.rack.catalog.view.make_drag() or not hand.canvas.acceptDrops()
        run(writer, delete_all, {"device": [1]})
        hand.qtbot.waitUntil(lambda: hand.snapshot["device"].rows == 0, timeout=PATIENCE_MS)
        assert hand.desk.session.selection == ()


@pytest.mark.parametrize(("content", "says"), [(b"racks" * 2000, "not a database"), (b"", "empty")])
def test_a_damaged_file_is_refused_and_what_was_open_stays(hand: Hand, tmp_path: Path, content: bytes, says: str) -> None:
    wrong = tmp_path / "wrong.gpudesk"
    wrong.write_bytes(content)
    document, place = hand.desk.session.document, hand.desk.window.place
    hand.open(wrong)
    assert says in hand.message
    assert hand.desk.session.document is document
    assert hand.desk.window.place == place
    assert wrong.read_bytes() == content
    assert wrong not in hand.desk.settings.recent_files


def test_what_cannot_be_opened_without_a_project_does_not_hide_the_tools(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    hand = open_desk()
    hand.desk.window.go("catalog")
    wrong = tmp_path / "wrong.gpudesk"
    wrong.write_bytes(b"")
    hand.open(wrong)
    assert "empty" in hand.message
    bar, place = hand.desk.window.message_bar, hand.desk.window.catalog
    hand.qtbot.waitUntil(
        lambda: place.mapTo(hand.desk.window, QPoint()).y() >= bar.mapTo(hand.desk.window, QPoint(0, bar.height())).y(), timeout=PATIENCE_MS
    )


def test_damage_that_only_the_whole_check_finds_is_told_after_opening(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    path = tmp_path / "hurt.gpudesk"
    with Document.create(path) as document:
        filled(document, racks=60, devices_a_rack=40)
    next(kind for kind in KINDS if not kind.at_once).do(path)
    hand = open_desk()
    hand.open(path)
    hand.qtbot.waitUntil(lambda: "damaged" in hand.message, timeout=PATIENCE_MS)


def test_a_missing_file_says_so_and_home_stays(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    hand = open_desk()
    hand.open(tmp_path / "gone.gpudesk")
    assert "There is no project file" in hand.message
    assert hand.desk.window.place == "home"


def test_a_copy_is_written_and_said(hand: Hand, tmp_path: Path) -> None:
    target = tmp_path / "copy.gpudesk"
    hand.desk.window.commands.file.save_copy(target)
    hand.rest()
    assert str(target) in hand.message
    with Document.open(target) as copy:
        assert copy.snapshot["device"].rows == 3


def test_closing_the_project_goes_home_and_brings_all_into_the_file(hand: Hand, tmp_path: Path) -> None:
    hand.do("file.close")
    assert hand.desk.window.place == "home"
    assert not hand.desk.session.is_open
    assert not hand.desk.window.rail.button("rack").isEnabled()
    assert sorted(path.name for path in tmp_path.glob("site.gpudesk*")) == ["site.gpudesk"]


def test_what_was_asked_just_before_the_end_is_done(hand: Hand, tmp_path: Path) -> None:
    device = hand.ids("device")["leaf-1"]
    for _ in range(8):
        hand.desk.session.do(nudge, [device], 2)
    hand.desk.close()
    with Document.open(tmp_path / "site.gpudesk") as document:
        assert document.read_only is None
        assert document.snapshot["device"].row(device)["position"] == 56
        assert len(document.steps) == 9


def test_long_work_is_stopped_at_the_end_and_leaves_nothing(hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.ui.toolkit.jobs.PATIENCE_S", 0.1)
    begun: list[bool] = []
    pause = threading.Event()

    def endless(progress: Progress) -> None:
        while True:
            begun.append(True)
            progress.step(len(begun) % 100, 100)
            pause.wait(0.002)

    hand.desk.session.jobs.write(endless)
    hand.qtbot.waitUntil(lambda: bool(begun), timeout=PATIENCE_MS)
    hand.desk.close()
    assert sorted(path.name for path in tmp_path.glob("site.gpudesk*")) == ["site.gpudesk"]


def test_quitting_by_the_menu_closes_the_window(hand: Hand) -> None:
    hand.desk.window.registry.action("file.quit").trigger()
    settle()
    assert not hand.desk.window.isVisible()


def test_an_unexpected_error_shows_a_report_and_one_can_go_on(hand: Hand, gpudesk_home: Path) -> None:
    def broken(_: Progress) -> None:
        raise ZeroDivisionError("a defect of the test")

    hand.desk.session.jobs.write(broken)
    hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), CrashDialog), timeout=PATIENCE_MS)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CrashDialog)
    assert "ZeroDivisionError: a defect of the test" in dialog.report.toPlainText()
    (kept,) = (gpudesk_home / "data" / "reports").iterdir()
    assert "ZeroDivisionError" in kept.read_text(encoding="utf-8")
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert "ZeroDivisionError" in QApplication.clipboard().text()
    assert str(kept) in [label.text().split(" saved to ")[-1].split(". ")[0] for label in dialog.findChildren(type(dialog._heading))]
    QTest.mouseClick(dialog.go_on, Qt.MouseButton.LeftButton)
    hand.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=PATIENCE_MS)
    hand.look_at_drawing()
    hand.drag(hand.on("dgx-002"), hand.at("A02", 10, 16))
    assert hand.place_of("dgx-002") == ("A02", 10)


def test_a_second_unexpected_error_does_not_pile_up_dialogs(hand: Hand) -> None:
    for number in range(3):
        hand.desk.crashed(RuntimeError(f"defect {number}"))
    settle()
    shown = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, CrashDialog) and widget.isVisible()]
    assert len(shown) == 1
    shown[0].reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    hand.desk.crashed(RuntimeError("one more, after the first dialog is gone"))
    settle()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CrashDialog)
    QTest.mouseClick(dialog.quit, Qt.MouseButton.LeftButton)
    settle()
    assert not hand.desk.window.isVisible()


def test_sheets_say_where_they_were_saved(hand: Hand, tmp_path: Path) -> None:
    files = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    bar, commands = hand.desk.window.message_bar, hand.desk.window.commands.file
    commands.tell_handed_over(files)
    assert bar.text == f"2 sheets saved to {tmp_path}."
    commands.tell_handed_over(files[:1])
    assert bar.text == f"Sheets saved to {files[0]}."


def test_an_export_says_where_the_remarks_are(hand: Hand, tmp_path: Path) -> None:
    bar, commands = hand.desk.window.message_bar, hand.desk.window.commands.file
    archive, folder = tmp_path / "out.zip", tmp_path / "out"
    commands._exported(archive, Exported((archive,), ("one", "two"), has_readme=True))
    assert bar.text == f"Exported to {archive}. Some items were omitted or changed: 2 remarks in README.txt in the archive."
    commands._exported(folder, Exported((folder / "README.txt",), ("one",), has_readme=True))
    assert bar.text == f"Exported to {folder}. Some items were omitted or changed: 1 remark in README.txt in the folder."
    commands._exported(folder, Exported((folder / "a.csv",), ("one",)))
    assert bar.text == f"Exported to {folder}. Some items were omitted or changed: 1 remark, listed by the command gpudesk export."
    commands._exported(archive, Exported((archive,), has_readme=True))
    assert bar.text == f"Exported to {archive}."
