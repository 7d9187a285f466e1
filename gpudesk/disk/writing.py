"""The only module that overwrites files: each file is written completely, in one step, or not at all.

Only regular files are replaced. A link is followed and kept; pipes, terminals and program outputs receive the bytes directly.
"""

import errno
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from gpudesk.disk.paths import BadPath, PathKind, check_target, path_error, path_kind

STANDARD_OUTPUT = Path("/dev/stdout")
"""Target if the user enters `-`."""
_OPEN_FILE = re.compile(r"/proc/\d+/(?:task/\d+/)?fd|/dev/fd")
_MOST_LINKS = 40


class NotWritten(BadPath):
    """A file could not be written; the previous content is unchanged."""


def write_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write a file completely or not at all; see `whole_file`.

    Raises:
        NotWritten: the folder does not exist, is full, or is not writable, or the path is not a file.
    """
    with whole_file(path, durable=durable) as opened:
        opened.write(content)


@contextmanager
def whole_file(path: Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Open a file that replaces the target when complete; after an error nothing remains. A stream is written directly.

    Args:
        durable: whether the file is on the disk on return, so that even a power failure leaves the old or the new file.

    Raises:
        NotWritten: the folder does not exist, is full, or is not writable, or the path is not a file.
    """
    with write_errors(path), replacement_stream(path, durable=durable) as opened:
        yield opened


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Convert system errors while writing `path` into NotWritten."""
    try:
        yield
    except OSError as error:
        why = path_error(path, error, writing=True)
        raise NotWritten(why.message, why.fix) from error


@contextmanager
def replacement_stream(path: Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Like `whole_file`, but system errors are raised unchanged.

    Raises:
        OSError: it cannot be written.
    """
    if is_stream(path):
        with _stream(path) as opened:
            yield opened
        return
    with replacement_path(path, durable=durable) as fresh, fresh.open("r+b") as opened:
        yield opened


@contextmanager
def replacement_path(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Yield the path of a new empty file that replaces `path` if the block succeeds; otherwise it is deleted.

    It is for writers that require a path: a database, or Qt. For a stream, the file is copied into it at the end.

    Raises:
        OSError: it cannot be written.
    """
    if is_stream(path):
        with tempfile.TemporaryDirectory(prefix="gpudesk-") as folder:
            fresh = Path(folder) / "whole"
            fresh.touch()
            yield fresh
            with _stream(path) as opened, fresh.open("rb") as whole:
                shutil.copyfileobj(whole, opened)
        return
    kind = path_kind(path)
    check_target(path, kind)
    target = Path(os.path.realpath(path))
    fresh = _new_file(target.parent)
    try:
        if kind is PathKind.FILE:
            _copy_owner_and_mode(fresh, target.stat())
        yield fresh
        if durable:
            with fresh.open("r+b") as whole:
                os.fsync(whole.fileno())
        fresh.replace(target)
        if durable:
            # Not every file system lets a folder be brought to the disk; the file itself is there.
            with suppress(OSError):
                _sync_folder(target.parent)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def copy_into_place(fresh: Path, path: Path) -> None:
    """Write the content of the file `fresh` to `path`, whole or not at all.

    Raises:
        OSError: it cannot be read or written.
    """
    with fresh.open("rb") as whole, replacement_stream(path) as opened:
        shutil.copyfileobj(whole, opened)


def is_stream(path: Path) -> bool:
    """Return whether `path` accepts a byte stream: a pipe, a terminal, or a file that the program already has open.

    Raises:
        OSError: the system cannot determine it.
    """
    return _open_number(path) is not None or path_kind(path) is PathKind.STREAM


def is_standard_output(path: Path) -> bool:
    """Return whether output to `path` goes to standard output."""
    return _open_number(path) == 1


@contextmanager
def _stream(path: Path) -> Iterator[IO[bytes]]:
    number = _open_number(path)
    if number is None:
        with path.open("wb") as opened:
            yield opened
        return
    # Opened again by its name, a file into which the output goes would begin from its start, and what was printed be lost.
    for stream in (sys.stdout, sys.stderr):
        with suppress(ValueError, AttributeError):
            stream.flush()
    with os.fdopen(os.dup(number), "wb") as opened:
        yield opened


def _open_number(path: Path) -> int | None:
    """Return the file descriptor of `path` if it refers to one: /dev/stdout, /dev/fd/3, or a link to one."""
    if path == STANDARD_OUTPUT:
        return 1
    for _ in range(_MOST_LINKS):
        try:
            folder = os.path.realpath(path.parent)
            if _OPEN_FILE.fullmatch(folder) and path.name.isdigit() and folder in (f"/proc/{os.getpid()}/fd", "/dev/fd"):
                return int(path.name)
            path = Path(folder) / path.readlink()
        except (OSError, ValueError):
            return None
    return None


def _new_file(folder: Path) -> Path:
    """An empty file of a name that nothing has, with the rights that new files get."""
    while True:
        path = folder / f".gpudesk-{secrets.token_hex(8)}"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_CLOEXEC", 0), 0o666))
        except FileExistsError:
            continue
        except ValueError as error:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(folder)) from error
        return path


def _copy_owner_and_mode(fresh: Path, before: os.stat_result) -> None:
    """Give a file the owner and the rights of the one whose place it takes; the owner, where this user can."""
    now = fresh.stat()
    if hasattr(os, "chown") and (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        with suppress(PermissionError):
            os.chown(fresh, before.st_uid, before.st_gid)
    fresh.chmod(stat.S_IMODE(before.st_mode) & 0o777)


def _sync_folder(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
