"""Sets of files of others: archives that are damaged or lie about themselves."""

import io
import os
import struct
import zipfile
from pathlib import Path

import pytest

from gpudesk.formats.text.written_files import NotRead, read_set, whole_file, write_file


def packed(content: bytes) -> bytearray:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", content)
    return bytearray(written.getvalue())


def test_a_part_that_says_it_is_small_is_not_unpacked_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = packed(bytes(4 << 20))
    size_at = raw.rfind(b"PK\x01\x02") + 24
    raw[size_at : size_at + 4] = struct.pack("<I", 10)
    path = tmp_path / "set.zip"
    path.write_bytes(raw)
    asked: list[int] = []
    read = zipfile.ZipExtFile.read

    def noted(part: zipfile.ZipExtFile, count: int = -1) -> bytes:
        asked.append(count)
        return read(part, count)

    monkeypatch.setattr(zipfile.ZipExtFile, "read", noted)
    with pytest.raises(NotRead):
        read_set(path, ".csv")
    assert asked == [11], "one byte more than it says that it has"


def test_a_damaged_part_is_said_in_a_sentence(tmp_path: Path) -> None:
    raw = packed(b"x,y\n" * 10_000)
    raw[40:60] = b"\xff" * 20
    path = tmp_path / "set.zip"
    path.write_bytes(raw)
    with pytest.raises(NotRead, match="cannot be read"):
        read_set(path, ".csv")


def _half(path: Path) -> None:
    with whole_file(path) as opened:
        opened.write(b"half")
        raise KeyError


def test_what_goes_wrong_on_the_way_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("before")
    with pytest.raises(KeyError):
        _half(path)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.csv", "before")]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(path, b"time,gpu")
        assert os.read(reader, 100) == b"time,gpu"
    finally:
        os.close(reader)
    assert path.is_fifo()
