"""Watches what Python code starts in Qt: threads, timers, work of thread pools. Imported only where Qt already is."""

import sys
import time
import weakref
from collections.abc import Callable
from typing import Any

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QThread, QThreadPool, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

# Weak, so that watching keeps nothing alive: a timer that its test let go is gone. One entry for each object, however often it was
# started: a soak starts one timer at every event, and its memory is measured.
_started: weakref.WeakKeyDictionary[QObject, str] = weakref.WeakKeyDictionary()
_single_shots: list[tuple[float, weakref.ref[QObject] | None, str]] = []
MOST_PASSED = 100
"""This many single shots are noted before those that have passed are forgotten."""
_patched = False


def _place() -> str:
    """The caller of what was patched. A timer starts at nearly every event, so no source is looked up."""
    frame = sys._getframe(2)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _remember(method: Callable[..., Any]) -> Callable[..., Any]:
    def start(self: QObject, *arguments: Any, **keywords: Any) -> Any:
        _started[self] = _place()
        return method(self, *arguments, **keywords)

    return start


def _remember_single_shot(method: Callable[..., Any]) -> Callable[..., Any]:
    def single_shot(*arguments: Any) -> Any:
        context = next((argument for argument in arguments[1:] if isinstance(argument, QObject)), None)
        now_s = time.monotonic()
        due_s = now_s + int(arguments[0]) / 1000
        if len(_single_shots) >= MOST_PASSED:
            _single_shots[:] = _due(now_s)
        _single_shots.append((due_s, None if context is None else weakref.ref(context), _place()))
        return method(*arguments)

    return single_shot


def _patch() -> None:
    global _patched  # noqa: PLW0603 - the classes of Qt are patched once for the whole run
    if _patched:
        return
    _patched = True
    QThread.start = _remember(QThread.start)  # type: ignore[method-assign]
    QTimer.start = _remember(QTimer.start)  # type: ignore[method-assign]
    QThreadPool.start = _remember(QThreadPool.start)  # type: ignore[method-assign]
    QTimer.singleShot = staticmethod(_remember_single_shot(QTimer.singleShot))  # type: ignore[method-assign]


def let_go_of_keys() -> None:
    """Of a key that a click held Qt says that it is held until another event comes: a selection made by code would be another one."""
    application = QCoreApplication.instance()
    if isinstance(application, QApplication) and application.keyboardModifiers():
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control)
        assert not application.keyboardModifiers()


def started() -> dict[QObject, str]:
    """What was started since `begin` and still lives → where it was started last."""
    return dict(_started.items())


def single_shots() -> list[str]:
    """Where the single shots were set that are noted, among them up to `MOST_PASSED` that have passed."""
    return [place for _, _, place in _single_shots]


def begin() -> None:
    """Forget what earlier tests started, and the keys that they held."""
    _patch()
    let_go_of_keys()
    _started.clear()
    _single_shots.clear()


def _runs(watched: QObject) -> bool:
    if not shiboken6.isValid(watched):
        return False
    if isinstance(watched, QThread):
        return watched.isRunning()
    if isinstance(watched, QTimer):
        return watched.isActive()
    return isinstance(watched, QThreadPool) and watched.activeThreadCount() > 0


def _still_there(reference: weakref.ref[QObject]) -> bool:
    watched = reference()
    return watched is not None and shiboken6.isValid(watched)


def _due(now_s: float) -> list[tuple[float, weakref.ref[QObject] | None, str]]:
    """The single shots that are still to come."""
    return [each for each in _single_shots if each[0] > now_s and (each[1] is None or _still_there(each[1]))]


def _running() -> list[tuple[QObject, str]]:
    living = started().items()
    # The global pool outlives its wrappers, so it is asked by name.
    return [(watched, f"started at {place}") for watched, place in living if _runs(watched)] + [
        (pool, "is the global pool") for pool in (QThreadPool.globalInstance(),) if _runs(pool)
    ]


def leftovers() -> list[str]:
    """What was started since `begin` and still runs, each with the place that started it."""
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()
    left = {f"{type(watched).__name__} {place}" for watched, place in _running()}
    left |= {f"QTimer.singleShot set at {place}" for _, _, place in _due(time.monotonic())}
    return sorted(left)


def stop_all() -> None:
    """End what can be ended, so that the next test is judged by itself."""
    for watched, _ in _running():
        if isinstance(watched, QTimer):
            watched.stop()
        elif isinstance(watched, QThread):
            watched.quit()
            watched.wait(1000)
        elif isinstance(watched, QThreadPool):
            watched.clear()
            watched.waitForDone(1000)
    begin()
