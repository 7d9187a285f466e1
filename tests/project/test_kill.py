"""A writer is killed in the middle of its work: every edit that it confirmed is there, and nothing half done."""

import random
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from tests.project.child import program
from tests.project.flips import damaged, unverified
from tests.project.others import line, other
from tests.project.sample import Clock


def killed(path: Path, chance: random.Random) -> int:
    """Let a child edit and kill it at some moment; returns the last revision that it confirmed."""
    with other("work", path) as writer:
        assert line(writer) == "open"
        confirmed = 0
        for _ in range(chance.randrange(1, 60)):
            confirmed = int(line(writer))
        time.sleep(chance.random() * 0.02)
        writer.send_signal(signal.SIGKILL)
        # What was said is read to its end by the same reader: lines that it holds already are lost to communicate().
        assert writer.stdout is not None
        said = writer.stdout.read()
        # A last line may be cut; the child was killed while it said it.
        rest = [text for text in said.splitlines(keepends=True) if text.endswith("\n")]
        return int(rest[-1]) if rest else confirmed


def kill_often(path: Path, times: int) -> None:
    Document.create(path, Clock()).close()
    expected = Document.scratch(Clock())
    chance = random.Random(20260301)
    for _ in range(times):
        confirmed = killed(path, chance)
        with Document.open(path) as document:
            assert document.read_only is None
            assert document.snapshot.revision in (confirmed, confirmed + 1)
            while expected.snapshot.revision < document.snapshot.revision:
                program(expected)
            assert document.snapshot.equals(expected.snapshot)
            assert [(step.message, step.done) for step in document.steps] == [(step.message, step.done) for step in expected.steps]
            document.quick_check()
            assert not damaged(document)
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
    with Document.open(path) as document:
        assert not damaged(document)
        assert not unverified(document)
        while document.undo() is not None:
            pass
        assert not damaged(document)
        assert document.snapshot["device"].rows == 0
        while document.redo() is not None:
            pass
        assert document.snapshot["device"].rows > 0
        assert document.snapshot.equals(document.fresh_snapshot())


def test_killed_ten_times(tmp_path: Path) -> None:
    kill_often(tmp_path / "one.gpudesk", 10)


@pytest.mark.soak
def test_killed_a_hundred_times(tmp_path: Path) -> None:
    kill_often(tmp_path / "one.gpudesk", 100)
