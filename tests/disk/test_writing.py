"""Files are written whole or not at all, and only regular files are replaced."""

import os
import secrets
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gpudesk.disk import writing
from gpudesk.disk.paths import PathKind
from gpudesk.disk.writing import NotWritten, copy_into_place, replacement_path, whole_file, write_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    target, link = tmp_path / "else" / "target", tmp_path / "link"
    target.write_text("before")
    link.symlink_to(target)
    write_file(link, b"after")
    assert link.is_symlink()
    assert target.read_bytes() == b"after"
    assert names(tmp_path) == ["else", "link"]
    assert names(tmp_path / "else") == ["target"]


def test_a_dangling_link_gets_its_target(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    write_file(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_fifo_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    with replacement_path(pipe) as fresh:
        fresh.write_bytes(b"by a path")
    reader.join()
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_file(pipe, b"as bytes")
    reader.join()
    assert received == [b"by a path", b"as bytes"]
    assert pipe.is_fifo()


def test_a_folder_a_disk_and_a_protected_file_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotWritten, match="is a folder, not a file"):
        write_file(tmp_path, b"")
    path = tmp_path / "file"
    path.write_text("before")
    with monkeypatch.context() as patch:
        patch.setattr(writing, "path_kind", lambda _: PathKind.DISK)
        with pytest.raises(NotWritten, match="is a device or a pipe, not a file"):
            write_file(path, b"after")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(NotWritten, match="This user does not have permission to write"):
        write_file(path, b"after")
    assert path.read_text() == "before"
    assert names(tmp_path) == ["file"]


def test_what_is_like_a_temporary_name_is_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of others are passed over: `a.new`, and even one that comes up by chance."""
    tokens = iter(["taken", "taken", "free"])
    monkeypatch.setattr(secrets, "token_hex", lambda _: next(tokens))
    for name in ("a.new", "a.unfinished", ".gpudesk-taken"):
        (tmp_path / name).write_text("mine")
    write_file(tmp_path / "a", b"whole")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "a": "whole",
        "a.new": "mine",
        "a.unfinished": "mine",
        ".gpudesk-taken": "mine",
    }


def test_rights_are_kept_and_new_files_have_the_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(0o640)
    write_file(path, b"after")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    (tmp_path / "usual").touch()
    write_file(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_it_is_on_the_disk_before_it_takes_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, states = tmp_path / "file", []
    path.write_text("before")
    brought = os.fsync

    def fsync(number: int) -> None:
        states.append(path.read_text())
        brought(number)

    monkeypatch.setattr(os, "fsync", fsync)
    write_file(path, b"after")
    assert states == ["before", "after"]  # the file itself, then the folder that has it


def test_what_goes_wrong_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")

    def half() -> None:
        with whole_file(path) as opened:
            opened.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        half()
    with pytest.raises(NotWritten, match="does not exist"):
        write_file(tmp_path / "missing" / "file", b"")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {"file": "before"}


def test_a_file_is_copied_into_place(tmp_path: Path) -> None:
    (tmp_path / "fresh").write_text("whole")
    copy_into_place(tmp_path / "fresh", tmp_path / "file")
    assert (tmp_path / "file").read_text() == "whole"


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_the_standard_output_goes_on_where_it_was(tmp_path: Path, name: str) -> None:
    """Also where it goes into a file: opened again by its name, that would begin again and lose what was printed."""
    (tmp_path / "link").symlink_to("/dev/stdout")
    script = (
        "import sys; from pathlib import Path; from gpudesk.disk.writing import write_file;"
        "print('before'); write_file(Path(sys.argv[1]), b'content\\n'); print('after')"
    )
    with (tmp_path / "printed").open("wb") as printed:
        subprocess.run([sys.executable, "-c", script, str(tmp_path / name)], stdout=printed, check=True)
    assert (tmp_path / "printed").read_text() == "before\ncontent\nafter\n"
    assert names(tmp_path) == ["link", "printed"]
