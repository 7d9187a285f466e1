"""Read-only folders, left logs, full disks, other people's files."""

import hashlib
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from gpudesk.store.lock import Lock
from gpudesk.store.store_errors import DiskFull, NoPermission, ReadOnly, StoreError
from tests.project.child import program
from tests.project.others import line, lines_of, other
from tests.project.places import fill_up, read_only, small_disk
from tests.project.sample import Clock, apply, filled


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing stays in the folder of temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "here" / "one.gpudesk"
    with Document.create(made, Clock()) as document:
        filled(document)
    return made


def contents(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


def left_by_a_killed_writer(path: Path) -> int:
    """Edits that are only in the log; returns the last confirmed revision."""
    with other("hold", path) as writer:
        assert line(writer) == "open"
        revision = 0
        for _ in range(12):
            assert writer.stdin is not None
            writer.stdin.write("edit\n")
            writer.stdin.flush()
            revision = int(line(writer))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    assert path.with_name("one.gpudesk-wal").stat().st_size > 0
    return revision


def edit_often(document: Document) -> None:
    for _ in range(1000):
        program(document)


def test_a_left_log_is_taken_over_by_the_next_writer(path: Path) -> None:
    revision = left_by_a_killed_writer(path)
    with Document.open(path) as document:
        assert document.read_only is None
        assert document.snapshot.revision == revision
        assert len(document.steps) > 5
        document.quick_check()
    assert list(contents(path.parent)) == ["one.gpudesk"]
    with Document.open(path) as document:
        assert document.snapshot.revision == revision


def test_a_left_log_is_read_and_left(path: Path) -> None:
    revision = left_by_a_killed_writer(path)
    before = contents(path.parent)
    with Document.open(path, write=False) as document:
        assert document.snapshot.revision == revision
        document.quick_check()
    after = contents(path.parent)
    for name in ("one.gpudesk", "one.gpudesk-wal", "one.gpudesk.lock"):
        assert after[name] == before[name]


def test_a_log_that_is_torn_at_its_end_is_read_up_to_its_last_whole_step(path: Path) -> None:
    left_by_a_killed_writer(path)
    log = path.with_name("one.gpudesk-wal")
    os.truncate(log, log.stat().st_size - 1000)
    with Document.open(path) as document:
        assert 1 <= document.snapshot.revision < 13
        document.quick_check()
        while document.undo() is not None:
            pass
        assert document.snapshot["device"].rows == 0


def test_a_log_of_zeros_is_an_empty_one(path: Path) -> None:
    path.with_name("one.gpudesk-wal").write_bytes(bytes(40_000))
    with Document.open(path) as document:
        assert document.snapshot.revision == 1
        document.quick_check()


def test_a_read_only_folder_is_read(path: Path) -> None:
    before = contents(path.parent)
    with read_only(path.parent):
        with Document.open(path) as document:
            assert "or its folder is not writable, so it is open read-only." in str(document.read_only)
            assert document.holder is None
            assert document.snapshot["device"].rows == 12
            with pytest.raises(ReadOnly):
                document.undo()
            document.quick_check()
            assert not document.refresh()
        assert contents(path.parent) == before


def test_a_read_only_folder_with_a_left_log_shows_the_latest_edits(path: Path, temporary_folder: Path) -> None:
    revision = left_by_a_killed_writer(path)
    before = contents(path.parent)
    with read_only(path.parent):
        with Document.open(path) as document:
            assert document.read_only is not None
            assert document.snapshot.revision == revision
            assert document.path == path
            document.quick_check()
            assert len(list(temporary_folder.iterdir())) == 1
        assert contents(path.parent) == before


def test_nothing_is_made_in_a_read_only_folder(path: Path, tmp_path: Path) -> None:
    with Document.open(path) as document, read_only(tmp_path / "temporary") as folder:
        with pytest.raises(NoPermission, match="This user has no permission to read or write"):
            Document.create(folder / "new.gpudesk")
        with pytest.raises(NoPermission, match="Copy it to your own folder, or ask its owner for access"):
            document.save_copy(folder / "copy.gpudesk")


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that others can enter."""
    folder = Path(tempfile.mkdtemp(dir="/tmp", prefix="gpudesk-public-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_files_of_somebody_else(path: Path, public: Path) -> None:
    theirs = public / "one.gpudesk"
    shutil.copyfile(path, theirs)
    if os.geteuid() == 0:
        theirs.chmod(0o644)
        assert lines_of("nobody", theirs) == [f"reading {theirs} or its folder is not writable, so it is open read-only. 4"]
    theirs.chmod(0o000)
    assert lines_of("nobody", theirs)[0].startswith(f"NoPermission This user has no permission to read or write {theirs}.")
    theirs.chmod(0o666)
    public.chmod(0o777)
    side_file = Lock.side_file(theirs)
    side_file.touch(mode=0o444)
    side_file.chmod(0o444)
    assert lines_of("nobody", theirs) == [f"reading This user has no permission to read or write {side_file.with_suffix('')}. 4"]


def test_an_edit_on_a_full_disk_is_taken_back(path: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk, 3_000_000):
        here = disk / "one.gpudesk"
        shutil.copyfile(path, here)
        with Document.open(here) as document:
            filler = fill_up(disk, leave_bytes=200_000)
            with pytest.raises(DiskFull, match="The disk containing"):
                edit_often(document)
            stopped = document.snapshot
            assert document.fresh_snapshot().equals(stopped)
            for _ in range(3):
                with pytest.raises(StoreError):
                    apply(document, lambda edit: edit.update("hall", 1, notes="x" * 1_000_000))
            filler.unlink()
            program(document)
            assert document.fresh_snapshot().equals(document.snapshot)
            document.quick_check()
            last = document.snapshot
        with Document.open(here) as document:
            assert document.snapshot.equals(last)


def test_closing_on_a_full_disk_loses_nothing(path: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk, 3_000_000):
        here = disk / "one.gpudesk"
        shutil.copyfile(path, here)
        document = Document.open(here)
        for _ in range(30):
            program(document)
        last = document.snapshot
        filler = fill_up(disk)
        document.close()
        assert not Lock.side_file(here).exists()
        filler.unlink()
        with Document.open(here) as document:
            assert document.snapshot.equals(last)
            document.quick_check()


def test_opening_and_making_on_a_full_disk(path: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk, 1_000_000):
        here = disk / "one.gpudesk"
        shutil.copyfile(path, here)
        target = disk / "copy.gpudesk"
        target.write_text("an older copy")
        fill_up(disk)
        before = contents(disk)
        with pytest.raises(DiskFull):
            Document.create(disk / "new.gpudesk")
        with Document.open(path) as document, pytest.raises(DiskFull):
            document.save_copy(target)
        assert contents(disk) == before
        for write in (True, False):
            with Document.open(here, write=write) as document:
                assert document.read_only is not None
                assert document.snapshot["device"].rows == 12
                document.quick_check()
            assert contents(disk) == before
        with Document.open(here) as document:
            assert "The disk is full" in str(document.read_only)


def test_a_limit_on_files_is_a_full_disk(path: Path) -> None:
    said = lines_of("small-files", path)
    assert said[-2].startswith(("DiskFull", "DiskError")), said[-2]
    assert said[-1] == "same"
    with Document.open(path) as document:
        assert document.snapshot.revision == int(said[-3])
        document.quick_check()
