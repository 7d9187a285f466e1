"""Work off the interface's thread: order, progress, stopping, errors, the end."""

import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from gpudesk.core.messages.errors import Cancelled, DeskError, InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.core.running.progress import Progress
from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.jobs import Jobs
from tests.patience import PATIENCE_MS, PATIENCE_S


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()
    settle()


def rest(qtbot: QtBot, jobs: Jobs) -> None:
    qtbot.waitUntil(lambda: jobs.running == 0, timeout=PATIENCE_MS)


def test_results_come_back_on_the_interface_s_thread(qtbot: QtBot, jobs: Jobs) -> None:
    seen: list[tuple[str, int]] = []
    here = threading.get_ident()
    jobs.write(lambda _: threading.get_ident(), lambda there: seen.append(("write", there)))
    jobs.read(lambda _: threading.get_ident(), lambda there: seen.append(("read", there if threading.get_ident() == here else here)))
    rest(qtbot, jobs)
    assert {name for name, _ in seen} == {"write", "read"}
    assert all(there != here for _, there in seen)


def test_writes_are_done_one_after_the_other(qtbot: QtBot, jobs: Jobs) -> None:
    order: list[int] = []
    asked = threading.Event()

    def work(number: int, _progress: Progress) -> int:
        if number == 0:
            # A job that did not wait for the first would overtake it.
            asked.wait(PATIENCE_S)
        order.append(number)
        return number

    done: list[int] = []
    for number in range(5):
        jobs.write(partial(work, number), done.append)
    settle()
    asked.set()
    rest(qtbot, jobs)
    assert order == done == list(range(5))


def test_progress_is_told_once_a_per_cent_and_work_can_be_stopped(qtbot: QtBot, jobs: Jobs) -> None:
    told: list[tuple[int, int]] = []
    errors: list[DeskError] = []
    connected, halfway, cancelled = threading.Event(), threading.Event(), threading.Event()

    def work(progress: Progress) -> None:
        connected.wait(PATIENCE_S)
        for step in range(100_000):
            progress.step(step, 100_000)
            if step == 50_000:
                halfway.set()
                cancelled.wait(PATIENCE_S)

    job = jobs.write(work, failed=errors.append)
    job.progressed.connect(lambda done, total: told.append((done, total)))
    connected.set()
    halfway.wait(PATIENCE_S)
    job.cancel()
    cancelled.set()
    rest(qtbot, jobs)
    assert len(told) <= 101
    assert told[0] == (0, 100_000)
    assert told[-1] == (50_000, 100_000)
    assert [type(error) for error in errors] == [Cancelled]


def test_expected_errors_go_to_who_asked_and_others_to_the_report(qtbot: QtBot, jobs: Jobs) -> None:
    failed: list[DeskError] = []
    crashed: list[BaseException] = []
    jobs.crashed.connect(crashed.append)

    def refuse(_: Progress) -> None:
        raise InvalidData(Message("tests", "No", {}))

    def break_down(_: Progress) -> None:
        raise KeyError("a defect")

    jobs.write(refuse, failed=failed.append)
    jobs.read(break_down, failed=failed.append)
    jobs.read(refuse)
    rest(qtbot, jobs)
    assert [type(error) for error in failed] == [InvalidData]
    assert sorted(type(error).__name__ for error in crashed) == ["InvalidData", "KeyError"]


def heavy(number: int) -> tuple[int, int]:
    """Long pure Python, in another process."""
    return os.getpid(), sum(range(number))


def heavy_and_wrong() -> None:
    """A refusal in another process."""
    raise InvalidData(Message("tests", "No", {}))


def test_pure_python_runs_in_a_process_of_its_own(qtbot: QtBot, jobs: Jobs) -> None:
    results: list[Any] = []
    failed: list[DeskError] = []
    jobs.process(heavy, 1000, done=results.append)
    jobs.process(heavy_and_wrong, failed=failed.append)
    rest(qtbot, jobs)
    ((process_id, total),) = results
    assert total == 499_500
    assert process_id != os.getpid()
    assert [type(error) for error in failed] == [InvalidData]


def test_the_window_goes_on_while_work_is_under_way(qtbot: QtBot, jobs: Jobs) -> None:
    stop = threading.Event()
    jobs.write(lambda _: stop.wait(PATIENCE_S))
    jobs.read(lambda _: stop.wait(PATIENCE_S))
    turns: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: turns.append(jobs.running))
    timer.start(0)
    qtbot.waitUntil(lambda: len(turns) > 20, timeout=PATIENCE_MS)
    timer.stop()
    assert set(turns) == {2}
    stop.set()
    rest(qtbot, jobs)


def test_the_end_does_what_was_queued_and_tells_nobody_any_more(qtbot: QtBot) -> None:
    jobs = Jobs()
    done: list[int] = []
    told: list[int] = []
    crashed: list[BaseException] = []
    jobs.crashed.connect(crashed.append)

    def work(number: int, _progress: Progress) -> int:
        done.append(number)
        return number

    for number in range(5):
        jobs.write(partial(work, number), told.append)
    jobs.close()
    assert done == list(range(5))
    settle()
    assert told == []
    assert crashed == []
    jobs.close()


def test_the_end_stops_long_work(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.ui.toolkit.jobs.PATIENCE_S", 0.05)
    jobs = Jobs()
    steps: list[int] = []
    pause = threading.Event()

    def endless(progress: Progress) -> None:
        while True:
            steps.append(1)
            progress.step(1, 2)
            pause.wait(0.001)

    jobs.write(endless)
    qtbot.waitUntil(lambda: bool(steps), timeout=PATIENCE_MS)
    before = threading.active_count()
    jobs.close()
    assert threading.active_count() == before - 1, "the thread that would never have ended"
    settle()


class _Asking(QObject):
    """Asks for work in every way in which a callback can belong to an object."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self.heard = heard

    def ask(self, jobs: Jobs, work: Callable[[Progress], None]) -> None:
        def nested(_: object) -> None:
            self.take("nested")

        jobs.read(work, self.take, self.take)
        jobs.read(work, lambda _: self.take("lambda"), lambda _: self.take("lambda"))
        jobs.read(work, nested, nested)
        jobs.read(work, partial(self.take), partial(self.take))

    def take(self, what: object) -> None:
        self.heard.append(str(what))


def test_the_end_stops_what_is_only_read(qtbot: QtBot) -> None:
    """A process that reads a large file is not waited for: it ends as soon as its work is stopped."""
    jobs = Jobs()
    begun, stopped = threading.Event(), threading.Event()

    def read(progress: Progress) -> None:
        begun.set()
        try:
            while True:
                progress.step(0, 0)
                os.sched_yield()
        except Cancelled:
            stopped.set()
            raise

    jobs.read(read)
    assert begun.wait(PATIENCE_S)
    jobs.close()
    assert stopped.is_set()
    settle()


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("deleted", [False, True])
def test_what_was_deleted_meanwhile_gets_neither_result_nor_error(qtbot: QtBot, jobs: Jobs, *, deleted: bool, fails: bool) -> None:
    go_on = threading.Event()
    heard: list[str] = []
    crashes: list[BaseException] = []
    jobs.crashed.connect(crashes.append)

    def work(_: Progress) -> None:
        go_on.wait(PATIENCE_S)
        if fails:
            raise InvalidData(Message("test", "no", {}))

    asking = _Asking(heard)
    asking.ask(jobs, work)
    if deleted:
        delete(asking)
    go_on.set()
    rest(qtbot, jobs)
    assert len(heard) == (0 if deleted else 4)
    assert crashes == []


def test_a_callback_that_belongs_to_nothing_is_always_called(qtbot: QtBot, jobs: Jobs) -> None:
    heard: list[int] = []
    jobs.read(lambda _: 1, heard.append)
    jobs.read(lambda _: 2, lambda found: heard.append(2 * found))
    rest(qtbot, jobs)
    assert sorted(heard) == [1, 4]
