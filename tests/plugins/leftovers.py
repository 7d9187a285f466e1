"""A test fails that leaves a thread, a timer, work of a thread pool or a child process behind."""

import gc
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

GRACE_S = 60.0
"""So long work that is ending may take, on a machine with much else to do."""
TIMER_GRACE_S = 2.0
"""So long a timer may go on once no work is left that could stop it. It goes by the clock: one that was due has fired before it is seen."""
_threads_before = pytest.StashKey[frozenset[threading.Thread]]()
_children_before = pytest.StashKey[frozenset[int]]()
_before_kept: list[tuple[frozenset[threading.Thread], frozenset[int]]] = []
"""What ran before the first of the tests that share something; empty while none does."""

_postponed: list[Callable[[], bool]] = []


def postpone_while(kept: Callable[[], bool]) -> None:
    """Look only at the end of a test after which `kept` says False: until then something is kept for the next test on purpose.

    What has been started since the first of these tests is then looked at.
    """
    _postponed[:] = [kept]


def _python_threads() -> frozenset[threading.Thread]:
    # A thread that Qt started and Python only met stays listed as a dummy for ever; Qt's own watch sees those.
    return frozenset(thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread) and thread.is_alive())


def _command(process_id: int) -> str:
    try:
        return Path(f"/proc/{process_id}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except FileNotFoundError:
        return ""


def _children() -> frozenset[int]:
    multiprocessing.active_children()  # reaps those that have ended
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        try:
            found.update(int(word) for word in (task / "children").read_text(encoding="ascii").split())
        except (FileNotFoundError, ProcessLookupError):
            continue
    # One tracker serves all spawned processes of this run and ends with it.
    return frozenset(child for child in found if "multiprocessing.resource_tracker" not in _command(child))


def _leftovers(item: pytest.Item) -> list[str]:
    threads_before, children_before = item.stash[_threads_before], item.stash[_children_before]
    left = [f"thread {thread.name!r}" for thread in _python_threads() - threads_before]
    left += [f"child process {child}: {_command(child) or 'ended, never waited for'}" for child in _children() - children_before]
    if "PySide6.QtCore" in sys.modules:
        from tests.plugins import qt_watch

        left += qt_watch.leftovers()
    return left


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Remember what runs before the test and its fixtures."""
    if _before_kept:
        from tests.plugins import qt_watch

        item.stash[_threads_before], item.stash[_children_before] = _before_kept[0]
        qt_watch.let_go_of_keys()
        yield
        return
    item.stash[_threads_before] = _python_threads()
    item.stash[_children_before] = _children()
    if "PySide6.QtCore" in sys.modules:
        from tests.plugins import qt_watch

        qt_watch.begin()
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """After the fixtures are gone, wait a moment for what is ending, and fail for what is not."""
    yield
    if any(kept() for kept in _postponed):
        _before_kept[:] = [(item.stash[_threads_before], item.stash[_children_before])]
        return
    _before_kept.clear()
    left = _leftovers(item)
    if left:
        # What only waits to be collected does not count as left behind; Python itself does not collect while tests run.
        gc.collect()
    end_s = time.monotonic() + GRACE_S
    timers_end_s = time.monotonic() + TIMER_GRACE_S
    while left and time.monotonic() < end_s:
        if any(not one.startswith("QTimer") for one in left):
            timers_end_s = time.monotonic() + TIMER_GRACE_S
        elif time.monotonic() > timers_end_s:
            break
        time.sleep(0.01)
        left = _leftovers(item)
    if left:
        if "PySide6.QtCore" in sys.modules:
            from tests.plugins import qt_watch

            qt_watch.stop_all()
        pytest.fail(f"left behind by {item.nodeid} (pid {os.getpid()}):\n  " + "\n  ".join(sorted(left)), pytrace=False)
