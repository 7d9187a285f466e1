"""What a killed program left next to a project that is not of the file that is there now is removed; everything else stays."""

import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from gpudesk.store import examine
from gpudesk.store.lock import Lock
from gpudesk.store.store_errors import StoreError
from tests.project.others import line, other, tell
from tests.project.sample import Clock, apply, filled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the system does not let go of a file that is open")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "one.gpudesk"
    with Document.create(made, Clock()) as document:
        filled(document)
    return made


def made(path: Path, name: str = "of the other") -> bytes:
    """Another project at `path`; returns its bytes."""
    with Document.create(path, Clock()) as document:
        apply(document, lambda edit: edit.insert("hall", name=name, width_mm=1000, depth_mm=1000))
    return path.read_bytes()


def killed(path: Path, edits: int = 3) -> None:
    """Let a child edit and kill it, so that its edits lie in the log."""
    with other("hold", path) as writer:
        assert line(writer) == "open"
        for _ in range(edits):
            tell(writer, "edit")
            line(writer)
        writer.send_signal(signal.SIGKILL)
    assert examine.wal_of(path).stat().st_size > 0


@pytest.mark.parametrize("write", [True, False])
def test_the_log_of_a_replaced_project_is_set_aside(path: Path, write: bool) -> None:
    killed(path)
    edits = examine.wal_of(path).read_bytes()
    content = made(path.with_name("other.gpudesk"))
    path.with_name("other.gpudesk").replace(path)
    with Document.open(path, write=write) as document:
        assert document.snapshot["hall"]["name"].tolist() == ["of the other"]
        document.quick_check()
    assert path.read_bytes()[100:] == content[100:]
    aside = path.with_name("one.gpudesk-wal.of-another-file-1")
    assert aside.read_bytes() == edits
    assert sorted(path.parent.iterdir()) == [path, aside]


def test_the_log_of_a_copy_of_the_same_project_is_played_if_it_fits(path: Path) -> None:
    killed(path)
    again = path.with_name("again")
    shutil.copyfile(path, again)
    again.replace(path)
    with Document.open(path) as document:
        assert document.snapshot.revision == 4
        document.quick_check()


def test_the_log_of_a_killed_writer_is_played(path: Path) -> None:
    killed(path)
    with Document.open(path) as document:
        assert document.snapshot.revision == 4


def test_a_log_without_a_lock_is_not_judged(path: Path) -> None:
    killed(path)
    Lock.side_file(path).unlink()
    with Document.open(path) as document:
        assert document.snapshot.revision == 4


def test_the_lock_names_the_file(path: Path) -> None:
    with Document.open(path) as document:
        body = json.loads(Lock.side_file(path).read_text(encoding="utf-8"))
        assert (body["uid"], body["inode"], body["pid"]) == (document.uid, path.stat().st_ino, os.getpid())


def test_an_unfinished_copy_is_removed(path: Path) -> None:
    fresh = path.with_name(".gpudesk-0123456789abcdef")
    for content in (path.read_bytes(), b""):
        fresh.write_bytes(content)
        Document.open(path).close()
        assert fresh.exists(), "somebody may be writing it now"
        os.utime(fresh, (1e9, 1e9))
        Document.open(path).close()
        assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_new_file_of_somebody_else_is_kept(path: Path) -> None:
    fresh = path.with_name(path.name + ".new")
    other = made(path.with_name("other.gpudesk"))
    for content in (b"mine", b"", other, path.read_bytes()):
        fresh.write_bytes(content)
        os.utime(fresh, (1e9, 1e9))
        Document.open(path).close()
        assert fresh.read_bytes() == content


def test_a_project_that_is_not_finished_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"

    def fill(document: Document) -> None:
        filled(document)
        assert list(tmp_path.iterdir()) == []
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Document.create(path, Clock(), fill=fill)
    assert list(tmp_path.iterdir()) == []
    with Document.create(path, Clock(), fill=filled) as document:
        assert document.snapshot["rack"].rows == 4
        assert document.snapshot.revision == 1
        assert [step.done for step in document.steps] == [True]
        assert document.undo() is not None
        assert document.snapshot["rack"].rows == 0
    with pytest.raises(StoreError, match="already exists"):
        Document.create(path, Clock(), fill=filled)
