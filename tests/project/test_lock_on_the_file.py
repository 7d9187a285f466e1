"""The lock is on the file, not on its name; and what is where our side files belong is left alone."""

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from gpudesk.store.lock import Lock
from gpudesk.store.store_errors import Damaged, NoPermission
from tests.project.others import line, locks_on, other, tell
from tests.project.sample import Clock, apply, filled

posix = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
linux = pytest.mark.skipif(sys.platform != "linux", reason="locks of an open file description")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "one.gpudesk"
    with Document.create(made, Clock()) as document:
        filled(document)
    return made


def edit(document: Document, name: str) -> None:
    apply(document, lambda edit: edit.insert("hall", name=name, width_mm=1000, depth_mm=1000))


@linux
def test_a_hard_link_of_what_another_process_edits_is_read_only(path: Path) -> None:
    link = path.with_name("link.gpudesk")
    os.link(path, link)
    with other("hold", path) as writer:
        assert line(writer) == "open"
        for write in (True, False):
            with Document.open(link, write=write) as document:
                assert "is being edited under another name" in str(document.read_only)
                assert document.snapshot["rack"].rows == 4
                document.quick_check()
        assert sorted(file.name for file in path.parent.iterdir() if file.name.startswith("link")) == ["link.gpudesk"]
        tell(writer, "edit")
        assert line(writer) == "2"
        tell(writer, "close")
        assert line(writer) == "closed"
    with Document.open(link) as document:
        assert document.read_only is None
        assert document.snapshot.revision == 2


@linux
def test_a_hard_link_of_what_this_process_edits_is_read_only_and_follows(path: Path) -> None:
    link = path.with_name("link.gpudesk")
    os.link(path, link)
    with Document.open(path) as writer:
        held = locks_on(path)
        with Document.open(link) as reader:
            assert "is being edited under another name" in str(reader.read_only)
            edit(writer, "new")
            assert reader.refresh()
            assert "new" in reader.snapshot["hall"]["name"].tolist()
            reader.quick_check()
        assert locks_on(path) == held
        edit(writer, "after")
    with Document.open(link) as document:
        assert document.read_only is None


@linux
def test_a_file_that_was_moved_while_it_is_edited_is_read_only_at_its_new_place(path: Path) -> None:
    moved = path.with_name("moved.gpudesk")
    with other("hold", path) as writer:
        assert line(writer) == "open"
        path.rename(moved)
        with Document.open(moved) as document:
            assert "is being edited under another name" in str(document.read_only)
            assert document.snapshot["rack"].rows == 4
    with Document.open(moved) as document:
        assert document.read_only is None


@linux
def test_a_reader_of_this_process_keeps_its_locks_while_a_writer_comes_and_goes(path: Path) -> None:
    with Document.open(path, write=False):
        held = locks_on(path)
        assert held > 0
        Document.open(path).close()
        assert locks_on(path) >= held
    assert locks_on(path) == 0


@posix
def test_a_link_in_the_place_of_the_lock_is_not_followed(path: Path) -> None:
    diary = path.with_name("diary.txt")
    diary.write_text("my diary\n" * 20, encoding="utf-8")
    lock = Lock.side_file(path)
    lock.symlink_to(diary)
    with Document.open(path) as document:
        assert f"{lock} is a link or another kind of file" in str(document.read_only)
        assert document.holder is None
    assert diary.read_text(encoding="utf-8") == "my diary\n" * 20
    assert lock.is_symlink()
    lock.unlink()
    os.link(diary, lock)
    with Document.open(path) as document:
        assert document.read_only is not None
    assert diary.read_text(encoding="utf-8") == "my diary\n" * 20


def test_a_folder_in_the_place_of_the_lock_is_named_and_locks_nobody_out(path: Path) -> None:
    lock = Lock.side_file(path)
    lock.mkdir()
    with Document.open(path) as document:
        assert f"{lock} is a link or another kind of file" in str(document.read_only)
    assert lock.is_dir()


@posix
@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_a_link_in_the_place_of_a_log_is_not_followed(path: Path, suffix: str) -> None:
    diary = path.with_name("diary.txt")
    diary.write_text("my diary\n" * 20, encoding="utf-8")
    side_file = path.with_name(path.name + suffix)
    side_file.symlink_to(diary)
    with pytest.raises(NoPermission, match=re.escape(f"{side_file} is a link")):
        Document.open(path)
    assert diary.read_text(encoding="utf-8") == "my diary\n" * 20


@posix
def test_a_project_behind_a_link_is_locked_and_watched_where_it_lies(path: Path) -> None:
    link = path.parent / "elsewhere" / "link.gpudesk"
    link.parent.mkdir()
    link.symlink_to(path)
    with Document.open(link) as document:
        assert document.path == path
        assert Lock.is_held(path)
        assert [file.name for file in link.parent.iterdir()] == ["link.gpudesk"]
        link.unlink()
        edit(document, "the link is not the file")
        assert document.look_beneath() is None


HALF_A_COMMIT = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=TRUNCATE")
connection.execute("PRAGMA cache_size=1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE device SET notes = 'half done ' || hex(randomblob(3000))")
os._exit(9)
"""


def cut_off(path: Path) -> Path:
    """Let a process end in the middle of a commit; returns the journal that it left."""
    subprocess.run([sys.executable, "-c", HALF_A_COMMIT, str(path)], check=False)
    journal = path.with_name(path.name + "-journal")
    assert journal.stat().st_size > 512
    return journal


def half_done(path: Path) -> int:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT count(*) FROM device WHERE notes LIKE 'half%'").fetchone()[0]
    connection.close()
    return int(found)


def test_a_rollback_journal_is_replayed_by_the_next_writer(path: Path) -> None:
    with Document.open(path) as document:
        before = document.snapshot
    journal = cut_off(path)
    kept = path.read_bytes()
    with Document.open(path, write=False) as document:
        assert document.snapshot.equals(before)
        document.quick_check()
    assert path.read_bytes() == kept
    assert journal.stat().st_size > 512
    with Document.open(path) as document:
        assert document.read_only is None
        assert document.snapshot.equals(before)
        document.quick_check()
    assert half_done(path) == 0
    assert [file.name for file in path.parent.iterdir()] == ["one.gpudesk"]


def test_a_rollback_journal_that_leaves_damage_is_not_replayed_in_place(path: Path) -> None:
    journal = cut_off(path)
    content = bytearray(path.read_bytes())
    content[8192:] = bytes(len(content) - 8192)
    path.write_bytes(content)
    cut = journal.read_bytes()[:512]
    journal.write_bytes(cut + bytes(100))
    with pytest.raises(Damaged, match=str(path)):
        Document.open(path)
    assert path.read_bytes() == bytes(content)
    assert journal.read_bytes()[:512] == cut


def test_a_journal_of_something_else_is_kept(path: Path) -> None:
    journal = path.with_name(path.name + "-journal")
    journal.write_text("my notes", encoding="utf-8")
    with pytest.raises(Damaged, match=r"rollback journal one\.gpudesk-journal next to it is not one"):
        Document.open(path)
    assert journal.read_text(encoding="utf-8") == "my notes"
