"""Copies of a project by the bytes of its file, and by SQLite where edits are in the log or another file is at the path."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from gpudesk.store import file_copy
from gpudesk.store.database import Database
from gpudesk.store.store_errors import StoreError
from tests.project.sample import Clock, apply, filled

VERSIONS = slice(18, 20)
"""In the header of a database: 1 and 1 where no write-ahead log belongs to it."""


@pytest.fixture
def backups(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The copies that SQLite made page by page."""
    targets: list[Path] = []
    backup = Database.backup

    def counted(source: Database, target: Database) -> None:
        targets.append(target.path)
        backup(source, target)

    monkeypatch.setattr(Database, "backup", counted)
    return targets


def add_hall(document: Document, name: str) -> None:
    apply(document, lambda edit: edit.insert("hall", name=name, width_mm=1, depth_mm=1))


def assert_copy(document: Document, target: Path) -> None:
    with Document.open(target) as copy:
        assert copy.snapshot.equals(document.snapshot)
        assert copy.uid == document.uid
        copy.quick_check()


def test_the_bytes_are_copied_when_nothing_is_in_the_log(tmp_path: Path, backups: list[Path]) -> None:
    """The copy does not depend on a log, and both projects can be edited after it."""
    target = tmp_path / "copy.gpudesk"
    with Document.create(tmp_path / "one.gpudesk", Clock()) as document:
        backups.clear()
        filled(document)
        for number in range(3):
            document.save_copy(target)
            assert target.read_bytes()[VERSIONS] == b"\x01\x01"
            assert_copy(document, target)
            add_hall(document, f"later {number}")
        assert document.snapshot["hall"].rows == document.fresh_snapshot()["hall"].rows
    assert backups == []
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.gpudesk", "one.gpudesk"]


def test_edits_in_the_log_are_in_the_copy(tmp_path: Path, backups: list[Path]) -> None:
    """A reader of an earlier state keeps them in the log."""
    path, target = tmp_path / "one.gpudesk", tmp_path / "copy.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
        document.settle()
        reader = sqlite3.connect(path, isolation_level=None)
        try:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM hall").fetchone()
            add_hall(document, "while somebody reads")
            backups.clear()
            document.save_copy(target)
        finally:
            reader.close()
        assert_copy(document, target)
    assert len(backups) == 1


def test_another_file_at_the_path_is_not_copied(tmp_path: Path, backups: list[Path]) -> None:
    path, target = tmp_path / "one.gpudesk", tmp_path / "copy.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
        document.settle()
        other = shutil.copyfile(path, tmp_path / "other")
        descriptor = os.open(path, os.O_RDONLY)
        try:
            other.replace(path)
            with document._open_database() as database:
                assert not file_copy.copied(database, descriptor, target)
        finally:
            os.close(descriptor)


@pytest.mark.parametrize("writes", [True, False])
def test_a_copy_in_place_of_another_file_has_its_rights(tmp_path: Path, backups: list[Path], writes: bool) -> None:
    """By bytes and, from a project that is open for reading, by SQLite."""
    path, target = tmp_path / "one.gpudesk", tmp_path / "copy.gpudesk"
    with Document.create(path, Clock()) as document:
        filled(document)
    target.touch()
    target.chmod(0o600)
    backups.clear()
    with Document.open(path, write=writes) as document:
        document.save_copy(target)
        assert len(backups) == (0 if writes else 1)
        assert target.stat().st_mode & 0o777 == 0o600
        assert_copy(document, target)


def test_a_file_that_cannot_be_read_at_a_position_is_copied_by_sqlite(
    tmp_path: Path, backups: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some network folders let only the holder of a lock read the bytes that it locks."""
    target, pread = tmp_path / "copy.gpudesk", os.pread

    def locked(descriptor: int, size: int, offset: int) -> bytes:
        if offset:
            raise PermissionError(13, "Permission denied")
        return pread(descriptor, 4096, offset)

    with Document.create(tmp_path / "one.gpudesk", Clock()) as document:
        filled(document)
        backups.clear()
        monkeypatch.setattr(os, "pread", locked)
        document.save_copy(target)
        assert len(backups) == 1
        assert_copy(document, target)


def test_a_copy_that_fails_leaves_the_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "copy.gpudesk"
    target.write_text("older")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with Document.create(tmp_path / "one.gpudesk", Clock()) as document:
        filled(document)
        document.settle()
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match="full"):
            document.save_copy(target)
        monkeypatch.undo()
        assert target.read_text() == "older"
        document.save_copy(target)
        assert_copy(document, target)
