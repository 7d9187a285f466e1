"""Freed memory goes back to the system after a project was closed and at rest, never between edits."""

import platform
import sys
from collections.abc import Iterator

import pytest
from shiboken6 import delete

from gpudesk.ui.app import freed_memory
from gpudesk.ui.app.freed_memory import GROWN_BYTES, FreedMemory, give_back, resident_bytes
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.session import Session

glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library than glibc")
PIECE_BYTES, PIECES = 64 * 2**10, 640


@glibc
def test_pages_between_pieces_in_use_are_returned() -> None:
    give_back()
    pieces = [bytearray(b"x" * PIECE_BYTES) for _ in range(PIECES)]
    full = resident_bytes()
    kept = pieces[::8]
    pieces.clear()
    give_back()
    assert resident_bytes() < full - PIECES * PIECE_BYTES // 2
    assert all(piece == b"x" * PIECE_BYTES for piece in kept)


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not give_back()


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(Jobs())
    yield made
    made.jobs.close()
    delete(made)


@pytest.mark.parametrize(("grown", "times"), [(GROWN_BYTES - 1, 0), (GROWN_BYTES, 1)])
def test_at_rest_it_is_returned_once_the_process_has_grown(
    session: Session, monkeypatch: pytest.MonkeyPatch, grown: int, times: int
) -> None:
    size, done = [10 * GROWN_BYTES], []
    monkeypatch.setattr(freed_memory, "resident_bytes", lambda: size[0])
    monkeypatch.setattr(freed_memory, "give_back", lambda: done.append(size[0]))
    freed = FreedMemory(session)
    size[0] += grown
    freed._rest.timeout.emit()
    freed._rest.timeout.emit()
    assert len(done) == times


def test_closing_returns_it_and_an_edit_puts_it_off(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bool] = []
    monkeypatch.setattr(freed_memory, "give_back", lambda: done.append(True))
    freed = FreedMemory(session)
    session.closed.emit()
    assert freed._closed.isActive()
    session.changed.emit(None)
    assert not freed._closed.isActive()
    session.closed.emit()
    freed._closed.timeout.emit()
    assert done == [True]
