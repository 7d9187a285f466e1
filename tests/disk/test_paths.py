"""What a path leads to, and the sentence for each that leads nowhere."""

import errno
import os
from pathlib import Path

import pytest

from gpudesk.disk.paths import (
    BadPath,
    PathKind,
    display_path,
    is_there,
    kind_at,
    path_error,
    path_from_text,
    source_problem,
    target_problem,
)

LONG = "x" * 300


def reason(problem: BadPath | None) -> str:
    """The sentence of a problem that is there."""
    assert problem is not None
    assert problem.fix is not None
    return problem.message.plain()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("whole")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to(tmp_path / "new")
    (tmp_path / "astray").symlink_to(tmp_path / "missing" / "new")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def test_what_lies_there(folder: Path) -> None:
    kinds = {name: kind_at(folder / name) for name in ("file", ".", "pipe", "dangling", "nothing")}
    assert kinds == {
        "file": PathKind.FILE,
        ".": PathKind.FOLDER,
        "pipe": PathKind.STREAM,
        "dangling": PathKind.NOTHING,
        "nothing": PathKind.NOTHING,
    }


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (LONG, "is longer than this disk allows"),
        ("x/" * 3000, "is longer than the system allows"),
        ("a\0b", "contains a character that is not allowed in file names."),
        ("a\ud800b", "contains a character that is not allowed in file names."),
        ("loop", "is a link that points back to itself"),
        ("file/inside", "is a file, not a folder, so"),
    ],
)
def test_a_path_that_cannot_be_is_a_sentence(folder: Path, name: str, sentence: str) -> None:
    path = folder / name
    assert sentence in reason(source_problem(path))
    assert sentence in reason(target_problem(path))
    assert sentence in reason(target_problem(path, folders=True))
    assert not is_there(path)
    with pytest.raises(BadPath, match=sentence):
        kind_at(path)


def test_what_cannot_be_read_and_written(folder: Path) -> None:
    assert source_problem(folder / "file") is None
    assert source_problem(folder, folders=True) is None
    assert reason(source_problem(folder)) == f"{display_path(folder)} is a folder, not a file."
    assert "There is no file at" in reason(source_problem(folder / "dangling"))
    for found in (source_problem(folder / "pipe"), target_problem(folder / "pipe", streams=False)):
        assert reason(found) == f"{display_path(folder / 'pipe')} is a device or a pipe, not a file."
    for name in ("file", "pipe", "nothing", "dangling"):
        assert target_problem(folder / name) is None
    assert "is a folder, not a file" in reason(target_problem(folder))
    assert target_problem(folder, folders=True) is None
    missing = display_path(folder / "missing")
    assert f"the folder {missing} does not exist" in reason(target_problem(folder / "missing" / "file"))
    assert f"the folder {missing} does not exist" in reason(target_problem(folder / "astray"))
    assert target_problem(folder / "missing" / "set", folders=True) is None


def test_no_permission_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "This user does not have permission to read" in reason(source_problem(folder / "file"))
    assert "This user does not have permission to write" in reason(target_problem(folder / "file"))
    assert "This user does not have permission to write" in reason(target_problem(folder / "nothing"))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EPERM, errno.EIO, errno.ENOTSUP])
def test_every_error_has_a_sentence_of_the_path_and_a_way_out(tmp_path: Path, number: int) -> None:
    for writing in (False, True):
        error = path_error(tmp_path, OSError(number, os.strerror(number)), writing=writing)
        assert display_path(tmp_path) in error.message.plain()
        assert error.fix is not None


def test_what_a_person_types_never_raises() -> None:
    assert path_from_text("  ") is None
    assert path_from_text(" ~nobody-of-this-name/x ") == Path("~nobody-of-this-name/x")
    assert path_from_text("~/x") == Path("~/x").expanduser()


def test_a_long_path_is_shown_by_its_ends() -> None:
    text = display_path(Path("/begin") / LONG / "end\n")
    assert len(text) == 161
    assert text.startswith("/begin/x")
    assert text.endswith("x/end\\n")
