"""No test depends on how fast or how loaded the machine is: none looks at a clock, sleeps, or waits for less than the patience of all."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE_MS, PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
CLOCKS = {
    "monotonic",
    "monotonic_ns",
    "perf_counter",
    "perf_counter_ns",
    "process_time",
    "thread_time",
    "getrusage",
    "setrlimit",
    "tracemalloc",
}
PAUSES = {"sleep", "qWait", "qSleep"}
WAITS = {"waitUntil", "waitSignal", "waitSignals"}
LEAST_S = 60
_SUSPECT = re.compile(rf"\b({'|'.join(sorted(CLOCKS | PAUSES | WAITS))}|wait|timeout)\b")
"""What a source with a fault holds."""
MAY = {
    "tests/patience.py": {"monotonic", "sleep"},
    "tests/plugins/leftovers.py": {"monotonic", "sleep"},
    "tests/plugins/qt_watch.py": {"monotonic"},
    # Until the terminal has told more.
    "tests/cli/a_terminal.py": {"monotonic"},
    # A hand that moves the pointer of a real window rests between two points.
    "tests/end_to_end/real_window.py": {"sleep"},
    # Programs are killed at any moment: whatever moment it is, nothing may be lost. How long one takes only says between which moments.
    "tests/kills/killed.py": {"sleep"},
    "tests/kills/test_killed_commands.py": {"monotonic"},
    "tests/kills/test_killed_migrations.py": {"monotonic"},
    # A disk that is full, and a process that would take more than it may: limits of the system, not of the test.
    "tests/project/child.py": {"setrlimit"},
    # In the soak only.
    "tests/formats/harmful_models.py": {"setrlimit", "getrusage"},
    # Moments of readings, of which none is compared with another look at the clock.
    "tests/monitor/test_recording.py": {"monotonic"},
    # A process that takes too long, ended by the limit that is tested.
    "tests/formats/test_pdf_page.py": {"sleep"},
    # Ceilings of two minutes for a daemon that starts, and for a window that never comes to rest.
    "tests/end_to_end/foreign_readers.py": {"monotonic"},
    "tests/ui/monkey.py": {"monotonic", "process_time"},
    # Measured in the soak only.
    "tests/formats/read_mutants.py": {"process_time", "getrusage"},
    "tests/formats/read_large.py": {"process_time"},
    "tests/ui/test_monkey.py": {"monotonic", "qWait"},
    # Tools that a person runs: they print what took how long.
    "tests/golden/write_recorded.py": {"process_time"},
    "tests/mutants/calls.py": {"monotonic"},
    "tests/mutants/forks.py": {"monotonic", "getrusage", "setrlimit", "sleep"},
    # A limit of the system is what is tested.
    "tests/formats/test_own_process.py": {"setrlimit"},
}
"""What a file may use all the same, each with its reason."""


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _number(node: ast.expr) -> float | None:
    return float(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def _faults_of_call(node: ast.Call) -> Iterator[str]:
    name = _name(node.func)
    owner = _name(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    if name == "wait" and owner == "qtbot":
        yield "qtbot.wait"
    limits = [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
    if name in WAITS:
        if [_name(limit) for limit in limits] != ["PATIENCE_MS"]:
            yield f"{name} without timeout=PATIENCE_MS"
    elif any((seconds := _number(limit)) is not None and seconds < LEAST_S for limit in limits):
        yield f"{name} with a timeout below {LEAST_S} s"


def faults_of(source: str) -> list[tuple[int, str]]:
    """Lines with what depends on the machine, and what it is: a clock, a pause, or a wait that may be too short."""
    faults: list[tuple[int, str]] = []
    # Parsing all tests takes seconds, and few of them name anything of this.
    if not _SUSPECT.search(source):
        return faults
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute | ast.Name) and _name(node) in CLOCKS | PAUSES:
            faults.append((node.lineno, _name(node)))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            faults += [(node.lineno, alias.name) for alias in node.names if alias.name in CLOCKS | PAUSES]
        elif isinstance(node, ast.Call):
            faults += [(node.lineno, fault) for fault in _faults_of_call(node)]
    return sorted(faults)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("assert time.monotonic() - begun_s < 2", "monotonic"),
        ("from time import perf_counter", "perf_counter"),
        ("import tracemalloc", "tracemalloc"),
        ("time.sleep(0.1)", "sleep"),
        ("QTest.qWait(250)", "qWait"),
        ("hand.qtbot.wait(100)", "qtbot.wait"),
        ("qtbot.waitUntil(done, timeout=5000)", "waitUntil without timeout=PATIENCE_MS"),
        ("qtbot.waitUntil(done)", "waitUntil without timeout=PATIENCE_MS"),
        ("subprocess.run(command, timeout=20)", "run with a timeout below 60 s"),
    ],
)
def test_what_depends_on_the_machine_is_seen(line: str, fault: str) -> None:
    assert faults_of(line) == [(1, fault)]


@pytest.mark.parametrize(
    "line", ["qtbot.waitUntil(done, timeout=PATIENCE_MS)", "run(command, timeout=60)", "until(done)", "stop.wait(0.01)"]
)
def test_what_does_not_is_not(line: str) -> None:
    assert faults_of(line) == []


def test_no_test_depends_on_the_machine() -> None:
    assert PATIENCE_S * 1000 == PATIENCE_MS >= LEAST_S * 1000
    found = [
        f"{name}:{line}: {fault}; wait for a condition with tests.patience, hand in a clock, or count the work with tests.work"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line, fault in faults_of(path.read_text(encoding="utf-8"))
        if fault not in MAY.get(name := path.relative_to(ROOT).as_posix(), set()) and name != "tests/test_house/test_load.py"
    ]
    assert found == []


def test_every_exception_is_still_one() -> None:
    for name, may in MAY.items():
        found = {fault for _, fault in faults_of((ROOT / name).read_text(encoding="utf-8"))}
        assert found >= may, name
