"""Tests in a process of their own that is forked from one with everything loaded."""

import contextlib
import importlib
import os
import pkgutil
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import Phase, settings

import tests.examples

WORKERS = "MUTANTS_WORKERS"
"""The environment variable with the number of forks at a time; as many as there are cores without it."""
EXAMPLES = "MUTANTS_EXAMPLES"
"""The environment variable with the most examples of a property test."""
_FEW = 12
_Job = TypeVar("_Job")


def workers() -> int:
    """How many forks run at a time."""
    return int(os.environ.get(WORKERS, os.cpu_count() or 1))


def few_examples() -> None:
    """Property tests try few examples and do not look for a simpler one that fails: for the whole count, see `EXAMPLES`."""
    most = int(os.environ.get(EXAMPLES, _FEW))
    whole = tests.examples.example_count

    def count(full: int, least: int = 1) -> int:
        return min(most, whole(full, least))

    tests.examples.example_count = count
    usual = settings.get_profile("ci")
    settings.register_profile("mutants", usual, phases=[Phase.explicit, Phase.generate], max_examples=count(tests.examples.USUAL))
    settings.load_profile("mutants")


def load_program() -> None:
    """Load all modules of the program, so that a fork has them."""
    import gpudesk

    for each in pkgutil.walk_packages(gpudesk.__path__, "gpudesk."):
        if not each.name.endswith("__main__") and "_data" not in each.name:
            with contextlib.suppress(ImportError):
                importlib.import_module(each.name)


@dataclass(eq=False)
class Run:
    """Runs some tests of a session, one after the other.

    Attributes:
        failed: the first test that failed, and what it said.
    """

    session: pytest.Session
    failed: dict[str, str] = field(default_factory=dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what failed."""
        if report.failed:
            lines = report.longreprtext.strip().splitlines() or [""]
            self.failed[report.nodeid] = lines[-1][:200]

    def one(self, item: pytest.Item, after: pytest.Item | None) -> float:
        """Run a test; its processor time in seconds."""
        start_s = used_s()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        self.session.shouldfail = False
        self.session.testsfailed = 0
        return used_s() - start_s


def used_s() -> float:
    """Processor time of this process and of those that it waited for."""
    found = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        found += usage.ru_utime + usage.ru_stime
    return found


def limit_s(seconds: float) -> None:
    """At most so much more processor time: then the process is ended."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(usage.ru_utime + usage.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


@dataclass
class Fork:
    """A forked process, and where it writes.

    Attributes:
        folder: its files; `folder/answer` is what it says, `folder/now` the test that it runs.
    """

    pid: int
    folder: Path
    start_s: float
    signal: int = 0
    used_s: float = 0.0

    def ended(self, patience_s: float) -> bool:
        """Whether it has ended; one that runs for longer than `patience_s` by the clock is ended."""
        if time.monotonic() - self.start_s > patience_s:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        if not pid:
            return False
        self.used_s = usage.ru_utime + usage.ru_stime
        self.signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        return True

    def read(self, name: str) -> str:
        """What it wrote."""
        path = self.folder / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def forget(self) -> None:
        """Remove its files."""
        shutil.rmtree(self.folder, ignore_errors=True)


def forked(config: pytest.Config, work: Callable[[Path], None]) -> Fork:
    """Do something in a forked process: quietly, with a folder for temporary files of its own."""
    folder = Path(tempfile.mkdtemp(prefix="gpudesk-mutant-"))
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return Fork(pid, folder, time.monotonic())
    try:
        os.setpgid(0, 0)
        quiet = os.open(folder / "said", os.O_WRONLY | os.O_CREAT)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        temporary = folder / "tmp"
        temporary.mkdir()
        os.environ["TMPDIR"] = str(temporary)
        tempfile.tempdir = None
        factory = config._tmp_path_factory  # type: ignore[attr-defined]
        factory._given_basetemp = folder / "base"
        factory._basetemp = None
        work(folder)
    except BaseException as error:  # noqa: BLE001 - the fork has no caller
        (folder / "broken").write_text(repr(error), encoding="utf-8")
    finally:
        os._exit(0)


def in_turn(
    jobs: Sequence[_Job], workers: int, start: Callable[[_Job], Fork], done: Callable[[_Job, Fork], _Job | None], patience_s: float
) -> None:
    """Fork for each job, that many at a time; what `done` returns is done again."""
    waiting = list(jobs)
    running: list[tuple[_Job, Fork]] = []
    while waiting or running:
        while waiting and len(running) < workers:
            job = waiting.pop(0)
            running.append((job, start(job)))
        for job, fork in list(running):
            if fork.ended(patience_s):
                running.remove((job, fork))
                again = done(job, fork)
                if again is not None:
                    waiting.insert(0, again)
                fork.forget()
        time.sleep(0.01)
