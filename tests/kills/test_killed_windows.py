"""The window is killed while it edits or opens a project: every edit that it confirmed is there, undo and redo are whole, and it opens the
file again without complaint."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.kills.counts import WINDOW, fresh, times
from tests.kills.endless import one_step
from tests.kills.killed import Doomed
from tests.kills.whole import assert_same, assert_sound, assert_whole
from tests.operations.random_edits import start_plan
from tests.project.sample import Clock

MOST_WAIT_S = 0.05
START_S = 2.0
"""About as long as the window takes to open a project: some are killed before."""
OPENING = 0.15
A_PROJECT = 40
"""Kills of one project; then another begins."""
MOST_EDITS = 20


def killed(path: Path, seed: int, random: Random, before: int) -> int:
    """Let the window edit and kill it at some moment; the last revision that it confirmed, `before` if none."""
    with Doomed("-m", "tests.kills.driven_window", path, str(seed)) as window:
        lines, wait_s = [], START_S
        if random.random() >= OPENING:
            lines, wait_s = [window.line()], MOST_WAIT_S
            assert lines == ["open"]
            lines += [window.line() for _ in range(random.randrange(MOST_EDITS))]
        rest, _ = window.kill(random, wait_s)
    said = [line for line in lines + rest if line != "open"]
    assert [line for line in said if not line.isdigit()] == []
    return int(said[-1]) if said else before


@times(4, WINDOW)
def test_a_killed_window(tmp_path: Path, report: Callable[[str], None], times: int) -> None:
    seed, random = fresh(report, f"{times} killed windows")
    confirmed = 0
    for number in range(times):
        if number % A_PROJECT == 0:
            path = tmp_path / str(number) / "one.gpudesk"
            expected = Document.scratch(Clock())
            run(expected, build, start_plan())
            Document.create(path, fill=lambda document: run(document, build, start_plan())).close()
            first = expected.snapshot.revision
        before = expected.snapshot.revision
        last = killed(path, seed, random, before)
        confirmed += last - before
        with Document.open(path) as document:
            assert document.snapshot.revision in (last, last + 1)
            while expected.snapshot.revision < document.snapshot.revision:
                one_step(seed, expected)
            assert_sound(document)
            assert_same(document, expected)
        assert_whole(path)
    assert expected.snapshot.revision > first
    report(f"{times} killed windows: {confirmed} edits confirmed, none lost")
