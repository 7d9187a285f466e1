"""What is handed over, onto the disk: a file whole or not at all, a set of files as a folder or a ZIP archive."""

import io
import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from gpudesk.core.errors import DeskError
from gpudesk.core.foreign import Refusal, foreign_parser
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.formats.table_limits import MOST_PARTS, MOST_UNPACKED_BYTES

_CONTEXT = "tables"
_FIXED_TIME = (2020, 1, 1, 0, 0, 0)
"""Of the files in an archive: equal sets make equal archives."""


class NotWritten(DeskError):
    """A file could not be written; what was there before is as it was."""


class NotRead(DeskError):
    """A set of files could not be read."""


def write_file(path: Path, content: bytes) -> None:
    """Write a file beside its place and put it there when it is whole.

    Raises:
        NotWritten: the folder does not exist, is full, or may not be written.
    """
    with whole_file(path) as opened:
        opened.write(content)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that is written beside its place and put there when it is whole; whatever goes wrong, nothing of it is left.

    A device or a pipe is written to as it is: nothing can take its place.

    Raises:
        NotWritten: the folder does not exist, is full, or may not be written.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as opened:
                yield opened
            return
        handle, name = tempfile.mkstemp(prefix=".gpudesk-", dir=path.parent)
        written = Path(name)
        try:
            with os.fdopen(handle, "wb") as opened:
                yield opened
            # A temporary file is for its owner alone; the handed over one is as others are.
            mask = os.umask(0)
            os.umask(mask)
            written.chmod(0o666 & ~mask)
            written.replace(path)
        except BaseException:
            written.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _not_written(path, error.strerror or str(error)) from error


def write_set(out: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write a set as the ZIP archive `out`, or, where its name does not end in .zip, into the folder `out`; returns what was written.

    Raises:
        NotWritten: the disk does not take it, or the folder holds something already.
    """
    for name in files:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name:
            raise AssertionError(f"{name} leads out of the set")
    if out.suffix.lower() == ".zip":
        write_file(out, _packed(files))
        return [out]
    try:
        if out.is_dir() and any(out.iterdir()):
            raise _not_written(out, QT_TRANSLATE_NOOP("tables", "the folder is not empty"))
        for name in files:
            (out / name).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_written(out, error.strerror or str(error)) from error
    for name, content in files.items():
        write_file(out / name, content)
    return [out / name for name in files]


def read_set(path: Path, suffix: str) -> dict[str, bytes]:
    """The files of a folder or ZIP archive whose names end in `suffix`, or the one file; nothing is unpacked to the disk.

    Raises:
        NotRead: it cannot be read, is damaged, or is too large.
    """
    found: dict[str, bytes] = {}

    def refusal(reason: str, _error: Exception) -> NotRead:
        return _not_read(path, reason)

    try:
        with foreign_parser(path.name, refusal):
            is_archive = zipfile.is_zipfile(path)
        if is_archive:
            return _from_archive(path, suffix, refusal)
        files = sorted(each for each in path.iterdir() if each.name.lower().endswith(suffix)) if path.is_dir() else [path]
        size = 0
        for file in files[: MOST_PARTS + 1]:
            size += file.stat().st_size
            if size > MOST_UNPACKED_BYTES or len(found) == MOST_PARTS:
                raise _not_read(path, QT_TRANSLATE_NOOP("tables", "it is too large"))
            found[file.name] = file.read_bytes()
    except OSError as error:
        raise _not_read(path, error.strerror or str(error)) from error
    return found


def _from_archive(path: Path, suffix: str, refusal: Refusal) -> dict[str, bytes]:
    with ExitStack() as opened:
        with foreign_parser(path.name, refusal):
            archive = opened.enter_context(zipfile.ZipFile(path))
        entries = [entry for entry in archive.infolist() if entry.filename.lower().endswith(suffix)]
        if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_UNPACKED_BYTES:
            raise _not_read(path, QT_TRANSLATE_NOOP("tables", "it is too large"))
        found: dict[str, bytes] = {}
        for entry in entries:
            with foreign_parser(path.name, refusal):
                found[entry.filename.encode(errors="replace").decode()] = _unpacked(archive, entry)
    return found


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The content of a part. Asked for all of it, zipfile would unpack all at once, however small the header says that it is."""
    with archive.open(entry) as part:
        return part.read(entry.file_size + 1)


def _packed(files: Mapping[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _FIXED_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return written.getvalue()


def _not_written(path: Path, reason: str) -> NotWritten:
    values: dict[str, Value] = {"path": str(path), "reason": reason}
    mend = QT_TRANSLATE_NOOP("tables", "Choose another place.")
    return NotWritten(
        Message(_CONTEXT, QT_TRANSLATE_NOOP("tables", "{path} cannot be written: {reason}."), values), Message(_CONTEXT, mend)
    )


def _not_read(path: Path, reason: str) -> NotRead:
    values: dict[str, Value] = {"path": str(path), "reason": reason}
    return NotRead(Message(_CONTEXT, QT_TRANSLATE_NOOP("tables", "{path} cannot be read: {reason}."), values))
