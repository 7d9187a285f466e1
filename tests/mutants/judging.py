"""A plugin of pytest that judges faults: `-p tests.mutants.judging --mutants JOBS --judged FILE FILES`.

Each fault is planted in a fork of this process and its tests run there until one fails. A fault that acts while modules are loaded gets a
process of its own. A test that fails with the fault must pass without it, alone in a fork, or it is left out.
"""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.mutants import forks
from tests.mutants.faults import Fault
from tests.mutants.planting import PLANTED, Functions

CPU_S = 120.0
"""Processor time for one fault, at most."""
_LOOPS = 20.0
"""A test that takes that many times what it usually takes, and that many seconds more, loops."""
_PATIENCE_S = 900
_FAILURES = frozenset({pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR})


@dataclass(frozen=True)
class Job:
    """A fault to judge.

    Attributes:
        key: what it is called in the answer.
        loaded: whether it acts while modules are loaded.
        tests: what to run, tests and whole files of them, with the usual processor time in seconds.
    """

    key: str
    module: str
    fault: Fault
    loaded: bool
    tests: tuple[tuple[str, float], ...]
    most_s: float = CPU_S
    suspect: str = ""

    def as_json(self) -> dict[str, Any]:
        """As `job` reads it."""
        named = {name: getattr(self, name) for name in ("key", "module", "loaded", "tests", "most_s")}
        return {**named, "fault": asdict(self.fault)}


def job(kept: Mapping[str, Any]) -> Job:
    """A job as it was written."""
    return Job(**{**kept, "fault": Fault(**kept["fault"]), "tests": tuple((test, cost) for test, cost in kept["tests"])})


@dataclass
class _Judge:
    session: pytest.Session
    out: Path
    items: dict[str, pytest.Item] = field(default_factory=dict)
    passing: dict[str, bool] = field(default_factory=dict)
    held: dict[str, tuple[str, str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.items = {item.nodeid: item for item in self.session.items}
        gc.unfreeze()  # what is frozen is not listed
        self.functions = Functions(gc.get_objects())
        gc.freeze()

    def start(self, asked: Job) -> forks.Fork:
        if asked.suspect:
            alone = replace(asked, tests=((asked.suspect, CPU_S),))
            return forks.forked(self.session.config, lambda folder: self._run(alone, folder))
        if asked.loaded:
            return forks.forked(self.session.config, lambda folder: self._apart(asked, folder))
        return forks.forked(self.session.config, lambda folder: self._planted(asked, folder))

    def _planted(self, asked: Job, folder: Path) -> None:
        if self.functions.plant(asked.module, asked.fault):
            self._run(asked, folder)
        else:
            self._apart(asked, folder)

    def _run(self, asked: Job, folder: Path) -> None:
        run = forks.Run(self.session)
        self.session.config.pluginmanager.register(run)
        chosen = [(self.items[test], cost) for test, cost in asked.tests if test in self.items]
        whole = {test: cost for test, cost in asked.tests if test not in self.items}
        chosen += [(item, whole[file]) for item in self.session.items if (file := item.nodeid.partition("::")[0]) in whole]
        chosen = [(item, cost) for item, cost in chosen if self.passing.get(item.nodeid, True)]
        before_s = forks.used_s()
        for place, (item, cost) in enumerate(chosen):
            used_s = forks.used_s() - before_s
            if used_s > asked.most_s:
                (folder / "answer").write_text(f"survived\tafter {place} of {len(chosen)} tests, {used_s:.0f} s", encoding="utf-8")
                return
            (folder / "now").write_text(f"{item.nodeid}, usually {cost:.2f} s", encoding="utf-8")
            forks.limit_s(_LOOPS * (1 + cost))
            run.one(item, chosen[place + 1][0] if place + 1 < len(chosen) else None)
            if item.nodeid in run.failed:
                (folder / "answer").write_text(f"caught\t{item.nodeid}\t{run.failed[item.nodeid]}", encoding="utf-8")
                return
        (folder / "answer").write_text(f"survived\tafter all {len(chosen)} tests", encoding="utf-8")

    def _apart(self, asked: Job, folder: Path) -> None:
        changed, tests = folder / "changed.py", folder / "tests"
        path = Path(__file__).resolve().parents[2] / "gpudesk" / asked.module
        changed.write_bytes(asked.fault.planted(path.read_bytes()))
        chosen, sum_s = [], 0.0
        for test, cost in asked.tests:
            if sum_s < min(asked.most_s, CPU_S / 3):
                chosen.append(test)
                sum_s += cost
        if not chosen:
            (folder / "answer").write_text("survived\tno test runs it", encoding="utf-8")
            return
        tests.write_text("\n".join(chosen), encoding="utf-8")
        (folder / "now").write_text(f"{len(chosen)} tests in a process of their own, usually {sum_s:.1f} s", encoding="utf-8")
        words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants.planting", f"@{tests}"]
        words += [f"--deselect={test}" for test, passes in self.passing.items() if not passes]
        forks.limit_s(CPU_S)
        environment = {**os.environ, PLANTED: json.dumps([asked.module, str(changed)])}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        if done.returncode < 0:
            (folder / "answer").write_text(f"timeout\t{(folder / 'now').read_text(encoding='utf-8')}", encoding="utf-8")
        elif done.returncode in _FAILURES:
            lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
            said = lines or [done.stdout[-300:] + done.stderr[-300:]]
            test, _, why = said[0].partition(" - ")
            answer = ["caught", test.removeprefix("FAILED ").removeprefix("ERROR "), f"{why} (apart)".replace("\t", " ").replace("\n", " ")]
            (folder / "answer").write_text("\t".join(answer), encoding="utf-8")
        else:
            became = "broken" if done.returncode else "survived"
            (folder / "answer").write_text(f"{became}\tafter {len(chosen)} of {len(asked.tests)} tests, apart", encoding="utf-8")

    def done(self, asked: Job, fork: forks.Fork) -> Job | None:
        became, _, how = fork.read("answer").partition("\t")
        test = how.partition("\t")[0]
        if asked.suspect:
            self.passing[asked.suspect] = became == "survived"
            asked, became, how = replace(asked, suspect=""), "caught", asked.suspect
            if not self.passing[how]:
                return asked
            became, how, fork.used_s = self.held[asked.key]
        elif became == "caught" and test in self.items:
            if test not in self.passing:
                self.held[asked.key] = became, how, fork.used_s
                return replace(asked, suspect=test)
            if not self.passing[test]:
                return asked
        if fork.read("broken"):
            became, how = "broken", fork.read("broken")
        elif not became:
            became, how = "timeout", f"signal {fork.signal} in {fork.read('now')}"
        kept = {"key": asked.key, "became": became, "how": how, "used_s": round(fork.used_s, 2)}
        with self.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps(kept) + "\n")
        return None


class Judging:
    """Runs the faults of a file instead of the tests."""

    def __init__(self, jobs: Sequence[Job], out: Path) -> None:
        self.jobs = jobs
        self.out = out

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork for each fault."""
        forks.load_program()
        judge = _Judge(session, self.out)
        forks.in_turn(self.jobs, forks.workers(), judge.start, judge.done, _PATIENCE_S)
        return True


def pytest_addoption(parser: pytest.Parser) -> None:
    """What to judge, and where to write."""
    parser.addoption("--mutants", type=Path, default=None)
    parser.addoption("--judged", type=Path, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Begin where it is asked for."""
    jobs = config.getoption("--mutants")
    if jobs is not None:
        forks.few_examples()
        kept = [job(each) for each in json.loads(jobs.read_text(encoding="utf-8"))]
        config.pluginmanager.register(Judging(kept, config.getoption("--judged")))
