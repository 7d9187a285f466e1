"""The file underneath an open project is deleted, replaced or moved: no lost edit is confirmed, and a rescue copy holds the rest."""

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from gpudesk.store import examine
from gpudesk.store.store_errors import FileGone, StoreError
from tests.project.sample import Clock, apply, filled

posix = pytest.mark.skipif(sys.platform == "win32", reason="the system does not let go of a file that is open")
pytestmark = posix


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "one.gpudesk"
    with Document.create(made, Clock()) as document:
        filled(document)
    return made


def edit(document: Document, name: str) -> None:
    apply(document, lambda edit: edit.insert("hall", name=name, width_mm=1000, depth_mm=1000))


def edit_and_settle(document: Document, name: str) -> None:
    edit(document, name)
    document.settle()


def halls(path: Path) -> list[str]:
    with Document.open(path, write=False) as document:
        document.quick_check()
        return [str(name) for name in document.snapshot["hall"]["name"]]


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def replaced(path: Path) -> bytes:
    """Put another project at the path, as a sync client does; returns its bytes."""
    other = path.with_name("other.gpudesk")
    with Document.create(other, Clock()) as document:
        edit(document, "of the other")
    content = other.read_bytes()
    other.replace(path)
    return content


def test_an_edit_of_a_deleted_file_is_refused_and_the_rescue_copy_holds_what_was_confirmed(path: Path) -> None:
    rescue = path.with_name("rescue.gpudesk")
    with Document.open(path) as document:
        edit(document, "confirmed")
        path.unlink()
        before = document.snapshot
        with pytest.raises(FileGone, match=f"{path} was deleted by another program while it was open"):
            edit(document, "lost")
        assert document.snapshot is before
        assert "was deleted" in str(document.read_only)
        with pytest.raises(FileGone):
            document.undo()
        with pytest.raises(FileGone):
            document.settle()
        document.quick_check()
        document.save_copy(rescue)
    assert names(path.parent) == ["rescue.gpudesk"]
    assert "confirmed" in halls(rescue)
    assert "lost" not in halls(rescue)


def test_a_deleted_file_is_rescued_to_its_own_path(path: Path) -> None:
    with Document.open(path) as document:
        edit(document, "confirmed")
        path.unlink()
        assert document.look_beneath() is not None
        document.save_copy(path)
    assert names(path.parent) == ["one.gpudesk"]
    assert "confirmed" in halls(path)


def test_a_deletion_during_the_commit_does_not_confirm_the_edit(path: Path) -> None:
    with Document.open(path) as document:

        def body(edit: object) -> None:
            edit.insert("hall", name="in flight", width_mm=1, depth_mm=1)  # type: ignore[attr-defined]
            path.unlink()

        with pytest.raises(FileGone):
            apply(document, body)
        assert document.snapshot.equals(document.fresh_snapshot())


def test_a_replacement_keeps_its_bytes_and_no_edit_is_confirmed(path: Path) -> None:
    rescue = path.with_name("rescue.gpudesk")
    with Document.open(path) as document:
        edit(document, "confirmed")
        content = replaced(path)
        with pytest.raises(FileGone, match="was replaced by another file while it was open"):
            edit(document, "lost")
        assert not examine.wal_of(path).exists()
        assert halls(path) == ["of the other"]
        document.save_copy(rescue)
    assert path.read_bytes() == content
    assert names(path.parent) == ["one.gpudesk", "rescue.gpudesk"]
    assert "confirmed" in halls(rescue)


def test_a_replacement_is_met_at_closing_at_the_latest(path: Path) -> None:
    with Document.open(path) as document:
        edit(document, "confirmed")
        content = replaced(path)
    assert path.read_bytes() == content
    assert names(path.parent) == ["one.gpudesk"]


def test_the_log_of_whoever_uses_the_replacement_stays(path: Path) -> None:
    with Document.open(path) as document:
        edit(document, "confirmed")
        replaced(path)
        shutil.copyfile(examine.wal_of(path), examine.wal_of(path).with_name("w"))
        examine.wal_of(path).with_name("w").replace(examine.wal_of(path))
        assert document.look_beneath() is not None
    assert examine.wal_of(path).exists()


def test_a_moved_file_holds_every_confirmed_edit_at_its_new_place(path: Path) -> None:
    moved = path.with_name("moved.gpudesk")
    with Document.open(path) as document:
        edit(document, "confirmed")
        path.rename(moved)
        with pytest.raises(FileGone, match="was moved or renamed") as refusal:
            edit(document, "lost")
        if sys.platform == "linux":
            assert f"Open it at {moved}" in str(refusal.value)
    assert names(path.parent) == ["moved.gpudesk"]
    assert "confirmed" in halls(moved)
    assert "lost" not in halls(moved)


def test_a_folder_that_is_moved_takes_the_edits_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    with Document.create(folder / "one.gpudesk", Clock()) as document:
        edit(document, "confirmed")
        folder.rename(tmp_path / "new")
        with pytest.raises(FileGone):
            edit(document, "lost")
    if sys.platform == "linux":
        assert names(tmp_path / "new") == ["one.gpudesk"]
    assert halls(tmp_path / "new" / "one.gpudesk") == ["confirmed"]


def test_without_its_log_nothing_is_confirmed_and_the_file_holds_the_rest(path: Path) -> None:
    with Document.open(path) as document:
        edit(document, "confirmed")
        examine.wal_of(path).unlink()
        with pytest.raises(FileGone, match="write-ahead log"):
            edit(document, "lost")
    assert "confirmed" in halls(path)


def test_what_comes_back_is_not_edited_on(path: Path) -> None:
    aside = path.with_name("aside.gpudesk")
    with Document.open(path) as document:
        path.rename(aside)
        assert document.look_beneath() is not None
        aside.rename(path)
        with pytest.raises(FileGone):
            edit(document, "after")
    with Document.open(path) as document:
        assert document.read_only is None


def test_a_reader_is_not_watched(path: Path) -> None:
    with Document.open(path, write=False) as document:
        path.unlink()
        assert document.look_beneath() is None
        assert document.snapshot["hall"].rows > 0


@pytest.fixture
def changing_inodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "keeps_inodes", lambda path: False)


@pytest.mark.usefixtures("changing_inodes")
@pytest.mark.parametrize("network", [False, True])
def test_where_inodes_change_the_same_project_goes_on(path: Path, network: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "on_network", lambda path: network)
    with Document.open(path) as document:
        edit(document, "confirmed")
        again = path.with_name("again")
        shutil.copyfile(path, again)
        again.replace(path)
        assert document.look_beneath() is None
        assert document.look_beneath() is None
        replaced(path)
        with pytest.raises(FileGone, match="was replaced"):
            edit(document, "lost")


@pytest.mark.usefixtures("changing_inodes")
def test_a_deleted_file_is_noticed_on_a_network_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "on_network", lambda path: True)
    rescue = path.with_name("rescue.gpudesk")
    with Document.open(path) as document:
        edit(document, "confirmed")
        path.unlink()
        with pytest.raises(FileGone, match="was deleted"):
            edit(document, "lost")
        document.save_copy(rescue)
    assert names(path.parent) == ["rescue.gpudesk"]
    assert "confirmed" in halls(rescue)
    assert "lost" not in halls(rescue)


def test_a_folder_that_does_not_answer_says_nothing_of_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Document.open(path) as document:
        stat = Path.stat

        def away(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
            if self == path:
                raise OSError(errno.EIO, "the network is away")
            return stat(self, follow_symlinks=follow_symlinks)

        monkeypatch.setattr(Path, "stat", away)
        assert document.look_beneath() is None
        monkeypatch.undo()
        edit(document, "goes on")


def test_network_and_fuse_folders_do_not_keep_inodes(tmp_path: Path) -> None:
    for kind, keeps in (("ext4", True), ("btrfs", True), ("cifs", False), ("nfs4", False), ("fuse.mergerfs", False), ("fuseblk", False)):
        mounts = f"/dev/sda / xfs rw 0 0\nserver {tmp_path} {kind} rw 0 0\n"
        assert examine.keeps_inodes(tmp_path / "one.gpudesk", mounts) is keeps


@pytest.mark.usefixtures("changing_inodes")
@pytest.mark.parametrize("network", [False, True])
def test_where_inodes_change_a_copy_of_the_same_state_is_noticed_by_the_next_edit(
    path: Path, network: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examine, "on_network", lambda path: network)
    with Document.open(path) as document:
        edit(document, "confirmed")
        document.settle()
        again = path.with_name("again")
        shutil.copyfile(path, again)
        again.replace(path)
        assert document.look_beneath() is None
        with pytest.raises(FileGone, match="was replaced"):
            edit_and_settle(document, "lost")
        assert document.gone is not None


@contextmanager
def a_reader(path: Path) -> Iterator[None]:
    """Somebody who reads one state of the file, so that its log cannot come in."""
    reader = sqlite3.connect(path, isolation_level=None)
    try:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM hall").fetchall()
        yield
    finally:
        reader.close()


def test_the_log_of_a_replaced_file_that_somebody_reads_is_never_played_into_the_other(path: Path) -> None:
    document = Document.open(path)
    with a_reader(path):
        edit(document, "confirmed")
        content = replaced(path)
        with pytest.raises(FileGone):
            edit(document, "lost")
        document.close()
    assert path.read_bytes() == content
    with Document.open(path) as other:
        assert other.snapshot["hall"]["name"].tolist() == ["of the other"]
        other.quick_check()


def test_a_moved_file_that_somebody_read_holds_every_edit_once_it_is_closed(path: Path) -> None:
    moved = path.with_name("moved.gpudesk")
    document = Document.open(path)
    with a_reader(path):
        edit(document, "confirmed")
        path.rename(moved)
        with pytest.raises(FileGone):
            edit(document, "lost")
        assert not document.is_whole
    document.close()
    assert "confirmed" in halls(moved)
    assert names(path.parent) == ["moved.gpudesk"]


def test_a_moved_file_is_opened_at_its_new_place_while_the_old_name_is_open(path: Path) -> None:
    moved = path.with_name("moved.gpudesk")
    with Document.open(path) as document:
        edit(document, "confirmed")
        path.rename(moved)
        assert document.look_beneath() is not None
        assert document.is_whole
        assert document.is_file(moved)
        with Document.open(moved, write=False) as again:
            assert "confirmed" in again.snapshot["hall"]["name"].tolist()


def test_a_server_that_forgot_the_file_ends_the_edits_and_the_document_closes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(path)
    path.unlink()

    def stale(descriptor: int) -> os.stat_result:
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    with monkeypatch.context() as patch:
        patch.setattr("gpudesk.store.file_lock.os.fstat", stale)
        with pytest.raises(FileGone, match="was deleted"):
            edit(document, "lost")
    document.close()
    with Document.create(path, Clock()) as again:
        assert again.read_only is None


def test_a_name_that_leaves_no_room_for_side_files_is_refused_in_words(path: Path) -> None:
    long = path.with_name("a" * (252 - len(".gpudesk")) + ".gpudesk")
    shutil.copyfile(path, long)
    with pytest.raises(StoreError, match="longer than this disk allows"):
        Document.open(long)
