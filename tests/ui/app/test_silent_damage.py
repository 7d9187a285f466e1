"""Damage that no page shows: the window names it after opening and recovers the rest; digests are taken while there are no edits."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.operations.floor.halls import create_hall
from gpudesk.project.document import Document
from tests.patience import PATIENCE_MS
from tests.project.damage import on_leaf
from tests.project.flips import change, damaged, settled_project, unverified
from tests.ui.hand import Hand


@pytest.fixture
def hurt(tmp_path: Path) -> Path:
    path = settled_project(tmp_path / "hurt.gpudesk")
    change(path, "UPDATE device SET serial = 'x' WHERE id = 17")
    return path


def test_damage_is_named_and_the_rest_is_recovered(open_desk: Callable[[], Hand], hurt: Path) -> None:
    hand = open_desk()
    hand.open(hurt)
    window, session = hand.desk.window, hand.desk.session
    hand.qtbot.waitUntil(lambda: "is damaged" in hand.message, timeout=PATIENCE_MS)
    name = str(hand.snapshot["device"].row(17)["name"])
    assert f"These parts changed without a recorded edit: device {name}." in hand.message
    assert [button.text() for button in window.message_bar.choices] == ["Recover…"]
    assert session.writable
    out = hurt.with_name("out.gpudesk")
    window.commands.recovery.recover(hurt, out)
    hand.rest()
    assert session.document is not None
    assert session.document.path == out
    assert not hand.snapshot["device"].has(17)
    assert "The undamaged part of hurt.gpudesk is now open." in hand.message
    assert f"Damaged objects omitted: 1 ({name})." in hand.message
    assert "The edit history could not be recovered." in hand.message


def test_the_message_asks_where_what_is_recovered_shall_lie(
    open_desk: Callable[[], Hand], hurt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = open_desk()
    hand.open(hurt)
    hand.qtbot.waitUntil(lambda: "is damaged" in hand.message, timeout=PATIENCE_MS)
    asked: list[Path] = []
    monkeypatch.setattr(hand.desk.window.commands.recovery, "ask_target", asked.append)
    QTest.mouseClick(hand.desk.window.message_bar.choices[0], Qt.MouseButton.LeftButton)
    assert asked == [hurt]


def test_a_project_that_does_not_open_offers_to_recover_it(open_desk: Callable[[], Hand], hurt: Path) -> None:
    on_leaf("device", 0, bytes(4096))(hurt)
    hand = open_desk()
    hand.open(hurt)
    assert hand.desk.session.document is None
    assert [button.text() for button in hand.desk.window.message_bar.choices] == ["Recover…"]
    hand.desk.window.commands.recovery.recover(hurt, hurt.with_name("out.gpudesk"))
    hand.rest()
    assert hand.snapshot["rack"].rows == 20


def test_what_cannot_be_recovered_is_said(hand: Hand, tmp_path: Path) -> None:
    document = hand.desk.session.document
    hand.desk.window.commands.recovery.recover(tmp_path / "none.gpudesk", tmp_path / "out.gpudesk")
    hand.rest()
    assert "There is no project file" in hand.message
    assert hand.desk.session.document is document


def test_a_whole_project_says_nothing_and_gets_its_digests_when_idle(hand: Hand) -> None:
    session = hand.desk.session
    session.do(create_hall, "More")
    hand.rest()
    document = session.document
    assert document is not None
    session._settle()
    hand.rest()
    assert (damaged(document), unverified(document)) == ((), ())
    assert not hand.desk.window.message_bar.isVisible()


def test_an_edit_does_not_wait_until_all_digests_are_taken(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    session = hand.desk.session
    session.do(create_hall, "More")
    hand.rest()
    slices, asked = 0, threading.Event()
    take = Document.take_digests

    def slow(document: Document) -> bool:
        nonlocal slices
        slices += 1
        take(document, 0.0)
        # The first slice ends when the edit waits.
        assert asked.wait(PATIENCE_MS / 1000)
        return False

    monkeypatch.setattr(Document, "take_digests", slow)
    session._settle()
    session.do(create_hall, "Waited")
    asked.set()
    hand.rest()
    assert slices == 1
    assert "Waited" in hand.ids("hall")
    assert session._idle.isActive()


def test_a_rescue_copy_that_cannot_be_opened_leaves_no_closed_project(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    session = hand.desk.session
    document = session.document
    assert document is not None
    path = document.path
    path.unlink()
    session.look_beneath()
    hand.rest()
    monkeypatch.setattr(Document, "save_copy", lambda _, target: target.write_bytes(b"no project"))
    hand.desk.window.commands.file.rescue(path.with_name("rescue.gpudesk"))
    hand.rest()
    assert session.document is document
    assert "is not a GPU Desk project" in hand.message or "holds only" in hand.message
    hand.desk.window.commands.file.rescue(path)
    hand.rest()
    assert not session.is_open
    assert document.is_closed
    assert "is not a GPU Desk project" in hand.message
