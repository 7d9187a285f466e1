"""Cyclic garbage of the tests goes on the main thread, between two tests; a test fails that has it collected elsewhere.

Python collects on whatever thread its count runs over. In a worker of pytest-xdist that may be the thread that takes the next tests'
names, while the main thread handles events: the windows that earlier tests dropped were then destroyed under Qt's feet, and the run
fell over or stood still. Nor may the program's own collector, which ticks as long as its pools live, take a window that a test has
just let go of and its fixtures have not closed yet: models are emptied first, and the window asks them once more while it hides.
Nothing here imports Qt.
"""

import gc
import threading
import traceback
from collections.abc import Generator
from typing import Literal

import pytest

from gpudesk.core.running.garbage import collect_if_due

_THRESHOLD = (*gc.get_threshold()[:2], 50)
"""The oldest generation is looked at less often than Python would: it walks over everything that was imported and kept for later tests."""
_elsewhere: list[str] = []
_file_ended = False
"""Whether the test that has just ended was the last one of its file."""


def pytest_configure() -> None:
    """Take the collection over for the whole run."""
    gc.disable()
    gc.callbacks.append(_note)


def pytest_unconfigure() -> None:
    """Give it back."""
    gc.callbacks.remove(_note)
    gc.enable()


def pytest_collection_finish() -> None:
    """The modules and the list of tests stay to the end: no collection has to walk over them."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """The names of the test go with it, what it has shown does not: from here to the end of the fixtures nothing is due."""
    try:
        return (yield)
    finally:
        gc.set_threshold(0)


def pytest_runtest_logfinish() -> None:
    """The test and its fixtures are gone: collect what has become due meanwhile.

    A change of language in the window takes everything back into collections; at the end of a file it is set aside again.
    """
    gc.set_threshold(*_THRESHOLD)
    collect_if_due()
    if _file_ended and not gc.get_freeze_count():
        gc.collect()
        gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """Fail for a collection on another thread."""
    global _file_ended  # noqa: PLW0603 - of this process, for the hook that follows
    yield
    _file_ended = nextitem is None or nextitem.path != item.path
    if _elsewhere:
        noted = "".join(_elsewhere)
        _elsewhere.clear()
        pytest.fail(f"Python collected its garbage on another thread during {item.nodeid}:\n{noted}", pytrace=False)


def _note(phase: Literal["start", "stop"], _numbers: dict[str, int]) -> None:
    if phase == "start" and threading.current_thread() is not threading.main_thread():
        _elsewhere.append("".join(traceback.format_stack(limit=8)))
