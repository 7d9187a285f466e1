"""A plugin of pytest that notes which functions of the program each test calls: `-p tests.mutants.calls --calls-to FOLDER`.

Golden cases are noted one by one, other tests by their file. What runs in a process of its own is not seen.
"""

import json
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType

import pytest

PACKAGE = f"{Path(__file__).resolve().parents[2] / 'gpudesk'}{os.sep}"


class Calls:
    """What was called, by test.

    Attributes:
        out: the folder that gets a file for each worker.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.found: dict[str, set[str]] = defaultdict(set)
        self._seen: set[CodeType] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Setup, call and teardown, with the fixtures made for it."""
        self._seen = set()
        sys.setprofile(self._look)
        threading.setprofile(self._look)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
            file, _, _ = item.nodeid.partition("::")
            name = item.nodeid if "test_results_are_as_recorded" in item.nodeid else file
            for code in self._seen:
                if code.co_filename.startswith(PACKAGE):
                    self.found[name].add(f"{code.co_filename.removeprefix(PACKAGE)}:{code.co_firstlineno}")

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._seen.add(frame.f_code)

    def pytest_sessionfinish(self) -> None:
        """Write what this process saw."""
        text = json.dumps({name: sorted(called) for name, called in self.found.items()})
        (self.out / f"{os.getpid()}.json").write_text(text, encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where to write."""
    parser.addoption("--calls-to", type=Path, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Begin where it is asked for."""
    out = config.getoption("--calls-to")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        config.pluginmanager.register(Calls(out))
