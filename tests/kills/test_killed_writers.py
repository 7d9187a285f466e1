"""A process that only writes is killed in the middle of its work: every edit that it confirmed is there, and nothing half done."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gpudesk.project.document import Document
from tests.kills.counts import WRITER, fresh, times
from tests.kills.killed import Nursery
from tests.kills.whole import assert_same, assert_sound, assert_whole
from tests.project.child import program
from tests.project.sample import Clock

MOST_WAIT_S = 0.02


def killed(nursery: Nursery, path: Path, random: Random) -> int:
    """Let a process edit and kill it at some moment; returns the last revision that it confirmed."""
    with nursery.start("work", path) as writer:
        assert writer.line() == "open"
        confirmed = 0
        for _ in range(random.randrange(1, 60)):
            confirmed = int(writer.line())
        rest, _ = writer.kill(random, MOST_WAIT_S)
    return int(rest[-1]) if rest else confirmed


@times(10, WRITER)
def test_a_killed_writer(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, report: Callable[[str], None], times: int) -> None:
    _, random = fresh(report, f"{times} killed writers")
    path = tmp_path / "one.gpudesk"
    Document.create(path, Clock()).close()
    expected = Document.scratch(Clock())
    with Nursery("tests.project.child", tmp_path_factory.mktemp("pipes")) as nursery:
        for _ in range(times):
            confirmed = killed(nursery, path, random)
            with Document.open(path) as document:
                assert document.snapshot.revision in (confirmed, confirmed + 1)
                while expected.snapshot.revision < document.snapshot.revision:
                    program(expected)
                assert_sound(document)
                assert_same(document, expected)
            assert_whole(path)
    with Document.open(path) as document:
        while document.undo() is not None:
            pass
        assert document.snapshot["device"].rows == 0
        while document.redo() is not None:
            pass
        assert document.snapshot["device"].rows > 0
        assert document.snapshot.equals(document.fresh_snapshot())
