"""What has Qt objects in it goes on the interface's thread: cyclic garbage, and what work was given."""

import gc
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.core.running.progress import Progress
from gpudesk.ui.toolkit.jobs import Jobs
from tests.patience import PATIENCE_MS


class Noting(QObject):
    """Says on which thread its wrapper went."""

    def __init__(self, seen: list[str], *, cyclic: bool = True) -> None:
        super().__init__()
        self.me: Any = self if cyclic else None
        self._seen = seen

    def __del__(self) -> None:
        self._seen.append(threading.current_thread().name)


def look_at(_thing: Noting, _progress: Progress) -> None:
    """Work that was given something of the interface's."""


def refuse(_thing: Noting, _progress: Progress) -> None:
    raise InvalidData(Message("test", "no"))


def make_garbage(_progress: Progress) -> None:
    """More objects than the youngest generation may have."""
    for _ in range(20 * gc.get_threshold()[0]):
        cycle: list[Any] = []
        cycle.append(cycle)


@pytest.fixture
def _only_its_own_garbage() -> Iterator[None]:
    """What earlier tests dropped is none of this test's: it stays out of the collections that it brings about."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_only_its_own_garbage")
def test_no_pool_collects_what_belongs_to_the_interface(qtbot: QtBot) -> None:
    jobs = Jobs()
    gc.collect()
    seen: list[str] = []
    for _ in range(20):
        Noting(seen)
    done: list[object] = []
    jobs.read(make_garbage, done.append)
    qtbot.waitUntil(lambda: bool(done), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: len(seen) == 20, timeout=PATIENCE_MS)
    assert set(seen) == {threading.main_thread().name}
    jobs.close()


def test_what_work_was_given_is_let_go_on_the_interfaces_thread(qtbot: QtBot) -> None:
    jobs = Jobs()
    seen: list[str] = []
    for _ in range(20):
        jobs.read(partial(look_at, Noting(seen, cyclic=False)))
        jobs.write(partial(look_at, Noting(seen, cyclic=False)))
    qtbot.waitUntil(lambda: jobs.running == 0, timeout=PATIENCE_MS)
    jobs.close()
    assert seen == 40 * [threading.main_thread().name]


def test_a_refusal_holds_nothing_that_the_work_was_given(qtbot: QtBot) -> None:
    jobs = Jobs()
    seen: list[str] = []
    refusals: list[DeskError] = []
    jobs.read(partial(refuse, Noting(seen, cyclic=False)), failed=refusals.append)
    qtbot.waitUntil(lambda: jobs.running == 0, timeout=PATIENCE_MS)
    assert refusals
    assert seen == [threading.main_thread().name]
    jobs.close()


def test_a_job_that_has_ended_goes_before_its_pools_and_not_while_qt_deletes_it(qtbot: QtBot) -> None:
    jobs = Jobs()
    gone: list[str] = []
    results: list[object] = []
    job = jobs.read(lambda _progress: None, results.append, what="looking")
    job.destroyed.connect(lambda: gone.append("job"))
    jobs.destroyed.connect(lambda: gone.append("pools"))
    qtbot.waitUntil(lambda: bool(results), timeout=PATIENCE_MS)
    assert job.parent() is None
    jobs.close()
    del jobs
    assert not gone
    del job
    assert gone == ["job", "pools"]


@pytest.mark.parametrize("by_itself", [True, False])
def test_the_collection_is_given_back_as_it_was_once_the_last_window_is_gone(by_itself: bool) -> None:
    before = gc.isenabled()
    (gc.enable if by_itself else gc.disable)()
    try:
        first, second = Jobs(), Jobs()
        assert not gc.isenabled()
        first.close()
        first.close()
        assert not gc.isenabled()
        second.close()
        assert gc.isenabled() is by_itself
    finally:
        (gc.enable if before else gc.disable)()
