"""A process that records on site is killed: every entry that it confirmed is there, at most one more, and the chain is whole."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.onsite.record_log import entries, log_faults
from gpudesk.operations.cabling.cabling import cable_project
from gpudesk.operations.onsite.onsite import add_person
from gpudesk.operations.plan.build import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.kills.counts import fresh
from tests.kills.killed import Nursery
from tests.kills.recorder import part_of
from tests.kills.whole import assert_sound, assert_whole
from tests.project.sample import Clock

MOST_WAIT_S = 0.02
MOST_ENTRIES = 25


def killed(nursery: Nursery, path: Path, random: Random) -> int:
    """Let a process record and kill it at some moment; returns the last number that it confirmed."""
    with nursery.start(path) as writer:
        assert writer.line() == "open"
        confirmed = 0
        for _ in range(random.randrange(1, MOST_ENTRIES)):
            confirmed = int(writer.line())
        rest, _ = writer.kill(random, MOST_WAIT_S)
    return int(rest[-1]) if rest else confirmed


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.soak)])
def test_a_killed_recorder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, report: Callable[[str], None], times: int) -> None:
    _, random = fresh(report, f"{times} killed recorders")
    path = tmp_path / "pod.gpudesk"
    with Document.create(path, Clock()) as document:
        run(document, build, load_template("small-pod"))
        run(document, cable_project)
        run(document, add_person, "Ana")
    with Nursery("tests.kills.recorder", tmp_path_factory.mktemp("pipes")) as nursery:
        for _ in range(times):
            confirmed = killed(nursery, path, random)
            with Document.open(path) as document:
                log = list(entries(document.snapshot))
                assert len(log) in (confirmed, confirmed + 1)
                assert [entry.number for entry, _ in log] == list(range(1, len(log) + 1))
                assert [json.loads(entry.value)["value"] for entry, _ in log] == [part_of(number) for number in range(1, len(log) + 1)]
                assert log_faults(document.snapshot) == []
                assert_sound(document)
            assert_whole(path)
