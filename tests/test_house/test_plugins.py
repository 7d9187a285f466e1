"""The watch over what tests leave behind, and over skips in CI, is itself tested."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

LEAVING = """
import subprocess, sys, threading
import pytest
from PySide6.QtCore import QRunnable, QThread, QThreadPool, QTimer
from PySide6.QtWidgets import QWidget

kept = []
release = threading.Event()

@pytest.fixture(scope="session", autouse=True)
def the_end():
    yield
    release.set()
    QThreadPool.globalInstance().waitForDone()
    for one in kept:
        if isinstance(one, QThread):
            one.wait()

class Sleeper(QThread):
    def run(self):
        release.wait()

class Job(QRunnable):
    def run(self):
        release.wait()

def test_repeating_timer(qtbot):
    timer = QTimer()
    timer.start(50)
    kept.append(timer)

def test_timer_of_a_kept_widget(qtbot):
    widget = QWidget()
    QTimer(widget).start(50)
    kept.append(widget)

def test_single_shot(qtbot):
    QTimer.singleShot(60_000, lambda: None)

def test_qt_thread(qtbot):
    thread = Sleeper()
    thread.start()
    kept.append(thread)

def test_pool(qtbot):
    QThreadPool.globalInstance().start(Job())

def test_python_thread():
    threading.Thread(target=release.wait).start()

def test_child_process():
    kept.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
"""

CLEAN = """
import subprocess, sys, threading
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

def test_timer_goes_with_its_widget(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    QTimer(widget).start(50)
    QTimer.singleShot(60_000, widget, lambda: None)

def test_timer_let_go(qtbot):
    QTimer().start(50)

def test_timer_of_garbage(qtbot):
    widget = QWidget()
    widget.me = widget
    QTimer(widget).start(50)

def test_ended():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
"""

SKIPPING = """
import pytest

def test_known():
    pytest.skip("no GPU in this machine")

def test_new():
    pytest.skip("I did not feel like it")

@pytest.mark.xfail(reason="known fault")
def test_expected_failure():
    assert False
"""


@pytest.fixture
def plugins(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest("""
        from tests.plugins import leftovers
        leftovers.GRACE_S = leftovers.TIMER_GRACE_S = 0.3
    """)
    return pytester


def test_each_kind_of_leftover_fails_its_test(plugins: pytest.Pytester) -> None:
    plugins.makepyfile(LEAVING)
    result = plugins.runpytest_subprocess("-p", "tests.plugins.leftovers")
    result.assert_outcomes(passed=7, errors=7)
    result.stdout.fnmatch_lines(["*QTimer started at *:*", "*QTimer.singleShot set at *", "*child process *"])


def test_work_may_take_its_time_to_end_and_a_timer_may_not(plugins: pytest.Pytester) -> None:
    plugins.makeconftest("from tests.plugins import leftovers\nleftovers.TIMER_GRACE_S = 0.05\nassert leftovers.GRACE_S >= 60")
    plugins.makepyfile("""
        import threading, time
        from PySide6.QtCore import QTimer

        kept = []

        def test_ends_in_a_while():
            threading.Thread(target=time.sleep, args=(0.5,)).start()

        def test_fires_too_late(qtbot):
            QTimer.singleShot(60_000, lambda: None)

        def test_fires_for_ever(qtbot):
            kept.append(QTimer())
            kept[0].start(5)
    """)
    plugins.runpytest_subprocess("-p", "tests.plugins.leftovers").assert_outcomes(passed=3, errors=2)


def test_what_is_cleaned_up_passes(plugins: pytest.Pytester) -> None:
    plugins.makepyfile(CLEAN)
    plugins.runpytest_subprocess("-p", "tests.plugins.garbage", "-p", "tests.plugins.leftovers").assert_outcomes(passed=4)


@pytest.mark.parametrize(("in_ci", "skipped"), [("1", 1), ("", 2)])
def test_in_ci_only_named_reasons_may_skip(plugins: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, in_ci: str, skipped: int) -> None:
    monkeypatch.setenv("CI", in_ci)
    (plugins.path / "allowed.txt").write_text("# reasons\nno GPU in this machine\n", encoding="utf-8")
    plugins.makeconftest("""
        from pathlib import Path
        from tests.plugins import skips
        skips.ALLOWED_FILE = Path(__file__).parent / "allowed.txt"
    """)
    plugins.makepyfile(SKIPPING)
    result = plugins.runpytest_subprocess("-p", "tests.plugins.skips")
    result.assert_outcomes(skipped=skipped, failed=2 - skipped, xfailed=1)
