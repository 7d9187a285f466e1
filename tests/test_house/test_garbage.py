"""What tests drop goes on the main thread, also while another thread allocates."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

DROPPING = """
import gc, threading
from PySide6.QtWidgets import QWidget

went_on_main = []

class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.me = self

    def __del__(self):
        went_on_main.append(threading.current_thread() is threading.main_thread())

def allocate():
    for _ in range(200 * gc.get_threshold()[0]):
        cycle = []
        cycle.append(cycle)

def test_a_window_is_dropped(qtbot):
    Window()

def test_another_thread_allocates():
    thread = threading.Thread(target=allocate)
    thread.start()
    thread.join()
    assert False not in went_on_main

def test_it_went_between_the_tests():
    assert went_on_main == [True]
"""

OPEN = """
import pytest
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.ui.toolkit.jobs import Jobs

went = []

class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.me = self

    def __del__(self):
        went.append(True)

@pytest.fixture
def jobs(qtbot):
    jobs = Jobs()
    yield jobs
    cycles = []
    for _ in range(100_000):
        cycles.append([cycles])
    ticks = []
    jobs._collector._timer.timeout.connect(lambda: ticks.append(True))
    qtbot.waitUntil(lambda: len(ticks) >= 2, timeout=120_000)
    assert not went
    assert [window.isVisible() for window in QApplication.topLevelWidgets()] == [True]
    jobs.close()

def test_leaves_a_window_open(jobs):
    Window().show()

def test_it_went_between_the_tests():
    assert went
"""

ELSEWHERE = """
import gc, threading

def test_collects_on_another_thread():
    thread = threading.Thread(target=gc.collect)
    thread.start()
    thread.join()

def test_collects_on_the_main_thread():
    gc.collect()
"""


def test_no_thread_of_a_test_run_destroys_what_belongs_to_the_interface(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(DROPPING)
    pytester.runpytest_subprocess("-p", "tests.plugins.garbage").assert_outcomes(passed=3)


def test_the_collector_of_the_program_takes_nothing_that_a_test_left_open(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    pytester.makepyfile(OPEN)
    pytester.runpytest_subprocess("-p", "tests.plugins.garbage").assert_outcomes(passed=2)


def test_a_collection_on_another_thread_fails_its_test(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(ELSEWHERE)
    result = pytester.runpytest_subprocess("-p", "tests.plugins.garbage")
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*collected its garbage on another thread during *test_collects_on_another_thread*"])
