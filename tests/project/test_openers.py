"""One writer at a time; everybody else reads, and no lock is lost to a reader."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gpudesk.project.document import Document
from gpudesk.store import examine
from gpudesk.store.lock import Holder, Lock
from gpudesk.store.store_errors import Held, NewerVersion, ReadOnly
from tests.patience import until
from tests.project.others import line, locks_on, other, tell
from tests.project.sample import Clock, apply, filled

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/fdinfo")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "one.gpudesk"
    with Document.create(made, Clock()) as document:
        filled(document)
    return made


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_the_second_opener_reads_and_says_who_writes(path: Path) -> None:
    with other("hold", path) as writer:
        assert line(writer) == "open"
        with Document.open(path) as document:
            assert document.holder == Holder(Holder.me().host, Holder.me().user, writer.pid)
            assert f"is being edited by {Holder.me().user} on {Holder.me().host} (process {writer.pid})" in str(document.read_only)
            with pytest.raises(ReadOnly, match=str(writer.pid)):
                apply(document, lambda edit: edit.insert("hall", name="x", width_mm=1, depth_mm=1))
            before = document.snapshot
            assert not document.refresh()
            tell(writer, "edit")
            assert line(writer) == "2"
            assert document.refresh()
            assert document.snapshot.revision == 2
            assert not document.snapshot.equals(before)
            assert not document.refresh()
            document.quick_check()
        tell(writer, "close")
        assert line(writer) == "closed"
    with Document.open(path) as document:
        assert document.read_only is None
        assert document.holder is None
        assert document.snapshot.revision == 2
    assert names(path.parent) == ["one.gpudesk"]


def test_a_link_leads_to_the_same_lock_and_the_same_log(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "folder" / "link.gpudesk"
    link.parent.mkdir()
    link.symlink_to(path)
    with Document.open(path) as writer:
        apply(writer, lambda edit: edit.insert("hall", name="late", width_mm=1, depth_mm=1))
        with Document.open(link) as second:
            assert second.holder == Holder.me()
            assert second.snapshot.equals(writer.snapshot)
    with Document.open(link) as alone, Document.open(path) as second:
        assert alone.read_only is None
        assert second.holder == Holder.me()
    assert names(link.parent) == ["link.gpudesk"]


def test_whoever_writes_may_die(path: Path) -> None:
    with other("hold", path) as writer:
        assert line(writer) == "open"
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        assert Lock.side_file(path).exists()
        with Document.open(path) as document:
            assert document.read_only is None
    assert names(path.parent) == ["one.gpudesk"]


def test_a_reader_always_sees_whole_steps(path: Path) -> None:
    with other("work", path) as writer:
        assert line(writer) == "open"
        reader_of_lines = threading.Thread(target=lambda: [None for _ in writer.stdout or ()])
        reader_of_lines.start()
        with Document.open(path) as document:
            revisions: list[int] = []

            def eleven_steps() -> bool:
                document.refresh()
                revisions.append(document.snapshot.revision)
                return len(set(revisions)) > 10

            until(eleven_steps)
        writer.kill()
        reader_of_lines.join()
    assert revisions == sorted(revisions)


def test_the_second_window_of_one_process_reads(path: Path) -> None:
    with Document.open(path) as first, Document.open(path) as second:
        assert first.read_only is None
        assert second.holder == Holder.me()
        apply(first, lambda edit: edit.insert("hall", name="x", width_mm=1, depth_mm=1))
        assert second.refresh()
        assert second.snapshot.equals(first.snapshot)
    assert names(path.parent) == ["one.gpudesk"]


@linux
@pytest.mark.parametrize("write", [True, False])
def test_a_second_opening_keeps_the_locks_of_the_first(path: Path, write: bool) -> None:
    link = path.with_name("same.gpudesk")
    os.link(path, link)
    with Document.open(path) as first:
        apply(first, lambda edit: edit.insert("hall", name="x", width_mm=1, depth_mm=1))
        held = locks_on(path)
        assert held > 0
        for name in (path, path.parent / "." / path.name):
            Document.open(name, write=write).close()
            assert locks_on(path) == held
        first.quick_check()
        first.save_copy(path.with_name("copy.gpudesk"))
        assert locks_on(path) == held
    link.unlink()


@linux
def test_a_reader_of_this_process_keeps_its_locks_when_a_writer_comes_and_goes(path: Path) -> None:
    with Document.open(path, write=False) as reader:
        held = locks_on(path)
        assert held > 0
        with Document.open(path) as writer:
            assert writer.read_only is None
            apply(writer, lambda edit: edit.insert("hall", name="x", width_mm=1, depth_mm=1))
            assert reader.refresh()
        assert locks_on(path) == held
        assert reader.snapshot["hall"].rows == 2
    assert names(path.parent) == ["one.gpudesk"]


def test_a_wrong_file_that_is_open_here_is_still_told(path: Path) -> None:
    with Document.open(path, write=False):
        damage = subprocess.run(
            [sys.executable, "-c", f"import sqlite3; sqlite3.connect({str(path)!r}).execute('PRAGMA user_version=99')"], check=False
        )
        assert damage.returncode == 0
        with pytest.raises(NewerVersion):
            Document.open(path)
    assert not Lock.side_file(path).exists()


def test_a_side_file_without_a_lock_says_nothing(path: Path) -> None:
    for text in ("", "garbage", json.dumps({"host": Holder.me().host, "user": "x", "pid": os.getpid()}), "[1]", "\0" * 50):
        Lock.side_file(path).write_text(text)
        with Document.open(path) as document:
            assert document.read_only is None
        assert names(path.parent) == ["one.gpudesk"]


def test_the_lock_of_a_removed_side_file_is_not_taken(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last holder removes the side file between our opening and our locking: the lock must be on the new one."""
    first = Lock.take(path)
    real_stat = Path.stat
    removed: list[bool] = []

    def stat(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if self == Lock.side_file(path) and not removed:
            removed.append(True)
            self.unlink()
        return real_stat(self, follow_symlinks=follow_symlinks)

    first.release()
    monkeypatch.setattr(Path, "stat", stat)
    second = Lock.take(path)
    assert removed
    assert Lock.side_file(path).exists()
    with pytest.raises(Held):
        Lock.take(path)
    second.release()


def test_where_locks_are_not_supported_the_named_process_decides(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def flock(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", flock)
    side_file = Lock.side_file(path)
    for holder, free in (
        (Holder("another-host", "ana", 1), False),
        (Holder(Holder.me().host, "ana", 1), False),
        (Holder(Holder.me().host, "ana", 2**22 - 3), True),
    ):
        side_file.write_text(json.dumps({"host": holder.host, "user": holder.user, "pid": holder.pid}))
        if free:
            Lock.take(path).release()
        else:
            with pytest.raises(Held, match="by ana on"):
                Lock.take(path)


def test_a_network_folder_gets_no_shared_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "on_network", lambda _: True)
    with Document.open(path) as document:
        before = document.snapshot
        apply(document, lambda edit: edit.insert("hall", name="x", width_mm=1, depth_mm=1))
        assert not (path.parent / "one.gpudesk-wal").exists()
        assert not (path.parent / "one.gpudesk-shm").exists()
        document.quick_check()
        document.settle()
    assert names(path.parent) == ["one.gpudesk"]
    monkeypatch.undo()
    with Document.open(path) as document:
        document.undo()
        assert document.snapshot.equals(before)


MOUNTS = """\
/dev/vda / ext4 rw 0 0
server:/export /mnt/share nfs4 rw 0 0
//nas/data /mnt/my\\040data cifs rw 0 0
tmpfs /mnt/share/scratch tmpfs rw 0 0
"""


@pytest.mark.parametrize(
    ("where", "network"),
    [
        ("/home/ana/one.gpudesk", False),
        ("/mnt/share/one.gpudesk", True),
        ("/mnt/my data/one.gpudesk", True),
        ("/mnt/share/scratch/one.gpudesk", False),
        ("/mnt/shared/one.gpudesk", False),
    ],
)
def test_network_folders_are_known_by_their_mount(where: str, network: bool) -> None:
    assert examine.on_network(Path(where), MOUNTS) is network
