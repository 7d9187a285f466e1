"""Lines that a test writes: seeds and measured figures."""

import faulthandler
from collections.abc import Callable

import pytest


@pytest.fixture
def report(request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Writes a line: in the soak to the terminal at once, elsewhere to what is shown when the test fails."""
    if request.node.get_closest_marker("soak") is None:
        return print
    # A soak may take longer than a test that hangs.
    faulthandler.cancel_dump_traceback_later()
    terminal = request.config.get_terminal_writer()

    def write(text: str) -> None:
        with capfd.disabled():
            terminal.line(text)
            terminal.flush()

    return write
