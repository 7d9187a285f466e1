"""What must hold of a project after its writer was killed."""

import re
import sqlite3
from pathlib import Path

from gpudesk.project.document import Document
from tests.project.flips import damaged

_UNFINISHED = re.compile(r"\.gpudesk-[0-9a-f]{16}(-wal|-shm|-journal)?")
"""A copy that was not finished; an opening removes it once it was unchanged for a minute."""


def assert_sound(document: Document) -> None:
    """Whatever the program can say about a file that was opened, it has no complaint about this one.

    All kinds of kills come by here: a check that is added to the opening is to be asked here.
    """
    assert document.read_only is None
    assert document.gone is None
    document.quick_check()
    assert not damaged(document)
    assert document.snapshot.equals(document.fresh_snapshot())


def assert_same(document: Document, expected: Document) -> None:
    """State, history and undo of two projects are equal; both go one step back and forth."""
    for _ in range(2):
        assert document.snapshot.revision == expected.snapshot.revision
        assert document.snapshot.equals(expected.snapshot)
        assert [(step.message, step.done) for step in document.steps] == [(step.message, step.done) for step in expected.steps]
        for replay in (Document.undo, Document.redo):
            assert (replay(document) is None) == (replay(expected) is None)
            assert document.snapshot.equals(expected.snapshot)


def assert_whole(path: Path, *also: str) -> None:
    """The closed file is whole for SQLite too, and nothing is next to it but the names in `also` and unfinished copies."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    beside = {file.name for file in path.parent.iterdir() if not _UNFINISHED.fullmatch(file.name)}
    assert beside == {path.name, *also}
