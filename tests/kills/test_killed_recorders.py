"""A process that records on site is killed: every entry that it confirmed is there with its photo, at most one more, in a whole chain."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.entries import Entry
from gpudesk.onsite.record_log import entries, given_files, log_faults
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.onsite.record_site_work import add_person, override_hold
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.kills.counts import fresh
from tests.kills.killed import Nursery
from tests.kills.recorder import BY, PHOTO_ITEM, content_of, is_photo, part_of
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


def assert_photos(document: Document, log: list[Entry]) -> None:
    """Each photo of the log is in the file, with its bytes, and no other photo is."""
    named = {number: file.sha256 for number, entry in enumerate(log, start=1) for file in given_files(entry) if is_photo(number)}
    kept = document.snapshot["attachment"]
    assert sorted(kept["sha256"].tolist()) == sorted(set(named.values()))
    last = max(named, default=0)
    if last:
        row = int(kept.where("sha256", named[last])[0])
        assert document.attachment(row) == content_of(last)


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.soak)])
def test_a_killed_recorder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, report: Callable[[str], None], times: int) -> None:
    _, random = fresh(report, f"{times} killed recorders")
    path = tmp_path / "pod.gpudesk"
    with Document.create(path, Clock()) as document:
        run(document, build, load_template("small-pod"))
        run(document, cable_project)
        for person in ("Ana", "Ben"):
            run(document, add_person, person)
        run(document, override_hold, BY, PHOTO_ITEM, 0, "measured", "Ben")
    with Nursery("tests.kills.recorder", tmp_path_factory.mktemp("pipes")) as nursery:
        for _ in range(times):
            confirmed = killed(nursery, path, random)
            with Document.open(path) as document:
                log = list(entries(document.snapshot))
                assert len(log) in (confirmed, confirmed + 1)
                assert [entry.number for entry, _ in log] == list(range(1, len(log) + 1))
                for number, (entry, _) in enumerate(log[1:], start=2):
                    assert is_photo(number) or json.loads(entry.value)["value"] == part_of(number)
                assert_photos(document, [entry for entry, _ in log])
                assert log_faults(document.snapshot) == []
                assert_sound(document)
            assert_whole(path)
