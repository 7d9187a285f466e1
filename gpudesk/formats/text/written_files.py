"""Output to the disk: a file completely or not at all, a set of files as a folder or a ZIP archive."""

import io
import zipfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path, PurePosixPath

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.foreign import Refusal, foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.disk.paths import path_error
from gpudesk.disk.writing import NotWritten, is_stream, whole_file, write_errors, write_file
from gpudesk.formats.text.table_limits import MOST_PARTS, MOST_UNPACKED_BYTES

__all__ = ["NotRead", "NotWritten", "read_set", "whole_file", "write_file", "write_set"]

_CONTEXT = "tables"
_FIXED_TIME = (2020, 1, 1, 0, 0, 0)
"""Of the files in an archive: equal sets make equal archives."""


class NotRead(DeskError):
    """A set of files could not be read."""


def write_set(out: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write a set as the ZIP archive `out`, or, if its name does not end in .zip, into the folder `out`; return the written paths.

    Raises:
        NotWritten: the disk rejects it, or the folder is not empty.
    """
    for name in files:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name:
            raise AssertionError(f"{name} leads out of the set")
    if out.suffix.lower() == ".zip":
        write_file(out, _packed(files))
        return [out]
    with write_errors(out):
        if is_stream(out):
            raise _no_folder(out)
        if out.is_dir() and any(out.iterdir()):
            raise _not_written(out, QT_TRANSLATE_NOOP("tables", "the folder is not empty"))
        for name in files:
            (out / name).parent.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        # Nothing lay there before that a power cut could take: thousands of files are not brought to the disk one by one.
        write_file(out / name, content, durable=False)
    return [out / name for name in files]


def read_set(path: Path, suffix: str | tuple[str, ...]) -> dict[str, bytes]:
    """The files of a folder or ZIP archive whose names end in a suffix, or the one file; nothing is unpacked to the disk.

    Raises:
        NotRead: it cannot be read, is damaged, or is too large.
    """
    contents: dict[str, bytes] = {}

    def refusal(reason: str, _error: Exception) -> NotRead:
        return _not_read(path, reason)

    try:
        with foreign_parser(path.name, refusal):
            is_archive = zipfile.is_zipfile(path)
        if is_archive:
            return _from_archive(path, suffix, refusal)
        files = sorted(child for child in path.iterdir() if child.name.lower().endswith(suffix)) if path.is_dir() else [path]
        size = 0
        for file in files[: MOST_PARTS + 1]:
            size += file.stat().st_size
            if size > MOST_UNPACKED_BYTES or len(contents) == MOST_PARTS:
                raise _not_read(path, QT_TRANSLATE_NOOP("tables", "it is too large"))
            contents[file.name] = file.read_bytes()
    except OSError as error:
        why = path_error(path, error)
        raise NotRead(why.message, why.fix) from error
    return contents


def _from_archive(path: Path, suffix: str | tuple[str, ...], refusal: Refusal) -> dict[str, bytes]:
    with ExitStack() as opened:
        with foreign_parser(path.name, refusal):
            archive = opened.enter_context(zipfile.ZipFile(path))
        entries = [entry for entry in archive.infolist() if entry.filename.lower().endswith(suffix)]
        if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_UNPACKED_BYTES:
            raise _not_read(path, QT_TRANSLATE_NOOP("tables", "it is too large"))
        contents: dict[str, bytes] = {}
        for entry in entries:
            with foreign_parser(path.name, refusal):
                contents[entry.filename.encode(errors="replace").decode()] = _unpacked(archive, entry)
    return contents


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Read the content of a part in chunks. A full read would unpack all data, even if the header states a small size."""
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
    fix = QT_TRANSLATE_NOOP("tables", "Choose another location.")
    return NotWritten(Message(_CONTEXT, QT_TRANSLATE_NOOP("tables", "{path} cannot be written: {reason}."), values), Message(_CONTEXT, fix))


def _no_folder(path: Path) -> NotWritten:
    text = QT_TRANSLATE_NOOP("tables", "{path} can hold only one file, but there are several.")
    fix = QT_TRANSLATE_NOOP("tables", "Choose a folder, or an archive that ends in .zip.")
    return NotWritten(Message(_CONTEXT, text, {"path": str(path)}), Message(_CONTEXT, fix))


def _not_read(path: Path, reason: str) -> NotRead:
    values: dict[str, Value] = {"path": str(path), "reason": reason}
    return NotRead(Message(_CONTEXT, QT_TRANSLATE_NOOP("tables", "{path} cannot be read: {reason}."), values))
