"""What a process says as it falls over is at the end of the run, where it is read, and not between the dots."""

import faulthandler
import os
import shutil
import tempfile
from pathlib import Path

import pytest

_FOLDER = "GPUDESK_CRASHES"
_LINES = 30
"""The error and the stack of the thread that made it; those of the others follow."""
_file = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let the crash of a process among several go to a file; pytest itself has sent it to the screen so far."""
    if not hasattr(config, "workerinput"):
        if not config.getoption("numprocesses", None):
            # There is no one left to show a file: it goes to the screen, as pytest has it.
            return
        os.environ[_FOLDER] = tempfile.mkdtemp(prefix="gpudesk-crashes-")
    # It stays open, as the handler writes to it when nothing else can be done any more.
    config.stash[_file] = file = os.open(Path(os.environ[_FOLDER], str(os.getpid())), os.O_WRONLY | os.O_CREAT)
    faulthandler.enable(file)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show how each process that fell over did so."""
    folder = os.environ.get(_FOLDER)
    for path in [] if folder is None else sorted(Path(folder).iterdir()):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        if lines:
            terminalreporter.section(f"process {path.name} fell over")
            for line in lines[:_LINES]:
                terminalreporter.write_line(line)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Give the handler back, and take the folder away."""
    if _file not in config.stash:
        return
    faulthandler.disable()
    os.close(config.stash[_file])
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(_FOLDER), ignore_errors=True)
