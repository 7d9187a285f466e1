"""An X server of one's own for the few tests that need a real window."""

import os
import subprocess
from collections.abc import Iterator

import pytest

from tests.patience import PATIENCE_S


@pytest.fixture
def x_display() -> Iterator[str]:
    """The name of a fresh X display of 1920 × 1080 without a window manager, such as ":7"; gone after the test.

    A process shows its windows there when it gets `DISPLAY` set to that name and `QT_QPA_PLATFORM=xcb`.
    """
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading, encoding="ascii") as answer:
            number = answer.readline().strip()
        if not number:
            pytest.fail("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE_S)
