"""The file of an open project is deleted or replaced: the window says so, edits nothing any more, and offers a rescue copy."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.messages.message import Message
from gpudesk.operations.floor.halls import create_hall
from gpudesk.project.document import Document
from gpudesk.store.store_errors import StoreError
from gpudesk.ui.toolkit.session import Session
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the system does not let go of a file that is open")


def path_of(hand: Hand) -> Path:
    document = hand.desk.session.document
    assert document is not None
    return document.path


def press(hand: Hand, number: int) -> None:
    QTest.mouseClick(hand.desk.window.message_bar.choices[number], Qt.MouseButton.LeftButton)
    hand.rest()


def test_a_deleted_file_is_noticed_while_idle(hand: Hand) -> None:
    session, window = hand.desk.session, hand.desk.window
    reports: list[object] = []
    session.gone.connect(reports.append)
    session.look_beneath()
    hand.rest()
    assert reports == []
    path = path_of(hand)
    path.unlink()
    session.look_beneath()
    session.look_beneath()
    hand.rest()
    assert len(reports) == 1
    assert window.message_bar.isVisible()
    assert f"{path} was deleted by another program while it was open." in window.message_bar.text
    assert [button.text() for button in window.message_bar.choices] == ["Save a recovery copy…", "Stop editing"]
    assert not session.writable
    press(hand, 1)
    assert not window.message_bar.isVisible()
    assert session.is_open
    window.message_bar.show_message("info", "Something else", "")
    assert window.message_bar.choices == []


def test_the_watch_runs_by_itself(hand: Hand) -> None:
    session = hand.desk.session
    path_of(hand).unlink()
    session._watch.timeout.emit()
    hand.rest()
    assert not session.writable
    assert not session._watch.isActive()


def test_an_edit_of_a_deleted_file_is_refused_and_the_rescue_copy_is_opened(hand: Hand) -> None:
    session, window = hand.desk.session, hand.desk.window
    session.do(create_hall, "Confirmed")
    hand.rest()
    path = path_of(hand)
    path.unlink()
    session.do(create_hall, "Lost")
    hand.rest()
    assert "Lost" not in hand.ids("hall")
    assert "was deleted" in window.message_bar.text
    window.commands.file.rescue(path)
    hand.rest()
    assert path_of(hand) == path
    assert session.writable
    assert "Confirmed" in hand.ids("hall")
    assert f"The recovery copy at {path} is now open." in window.message_bar.text
    session.do(create_hall, "Goes on")
    hand.rest()
    with Document.open(path, write=False) as document:
        assert "Goes on" in document.snapshot["hall"]["name"].tolist()


def test_a_rescue_copy_that_cannot_be_written_keeps_the_project_open(hand: Hand, tmp_path: Path) -> None:
    session, window = hand.desk.session, hand.desk.window
    path_of(hand).unlink()
    session.look_beneath()
    hand.rest()
    window.commands.file.rescue(tmp_path / "no such folder" / "rescue.gpudesk")
    hand.rest()
    assert session.is_open
    assert "no such folder" in window.message_bar.text
    assert len(window.message_bar.choices) == 2


def test_a_rescue_copy_that_cannot_be_opened_leaves_the_project_open(hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, window, target = hand.desk.session, hand.desk.window, tmp_path / "rescue.gpudesk"
    path_of(hand).unlink()
    session.look_beneath()
    hand.rest()

    def refused(*_: object, **__: object) -> None:
        raise StoreError(Message("tests", "The disk has gone."))

    with monkeypatch.context() as patch:
        patch.setattr(Document, "open", refused)
        window.commands.file.rescue(target)
        hand.qtbot.waitUntil(lambda: hand.desk.jobs.running == 0, timeout=PATIENCE_MS)
    assert "The disk has gone." in window.message_bar.text
    assert session.is_open
    assert session.document is not None
    assert not session.document.is_closed
    hand.open(target)
    assert session.writable
    assert "dgx-001" in hand.ids("device")


def test_the_watch_is_a_look_every_few_seconds(hand: Hand) -> None:
    session = hand.desk.session
    assert session._watch.isActive()
    assert session._watch.interval() == 3000
    other = Session(session.jobs, watch_ms=50)
    assert other._watch.interval() == 50
    session.close()
    hand.rest()
    assert not session._watch.isActive()
