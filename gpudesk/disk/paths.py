"""Type of the object at a user-specified path. System errors become readable messages; no length limit is fixed here."""

import errno
import os
import stat
from enum import StrEnum
from pathlib import Path

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

_CONTEXT = "disk"
_LONGEST_SHOWN = 160
"""Longer paths are shortened in the middle for display; this is not a limit on paths."""


class BadPath(DeskError):
    """A path that leads to nothing that can be read or written."""


class PathKind(StrEnum):
    """Type of the object at a path, following links."""

    NOTHING = "nothing"
    FILE = "file"
    FOLDER = "folder"
    STREAM = "stream"
    """A pipe, a terminal or another device that accepts a byte stream."""
    DISK = "disk"
    """A block device: nothing is ever written over a disk."""


def path_from_text(text: str) -> Path | None:
    """The path that a person typed, a leading ~ followed; None for an empty field. It never raises."""
    text = text.strip()
    if not text:
        return None
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:
        # There is no such user: then the ~ is part of a name.
        return path


def kind_at(path: Path) -> PathKind:
    """Return the type of the object at `path`; a broken link counts as nothing.

    Raises:
        BadPath: the system cannot determine it: a name is too long, a link refers to itself, a file is where a folder should be, ….
    """
    try:
        return path_kind(path)
    except OSError as error:
        raise path_error(path, error) from error


def path_kind(path: Path) -> PathKind:
    """Like `kind_at`, but system errors are raised unchanged.

    Raises:
        OSError: the system cannot determine it; EINVAL for an invalid path.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return PathKind.NOTHING
    except ValueError as error:
        # A NUL, or half of a surrogate pair: the system was not even asked.
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path)) from error
    if stat.S_ISREG(mode):
        return PathKind.FILE
    if stat.S_ISDIR(mode):
        return PathKind.FOLDER
    return PathKind.DISK if stat.S_ISBLK(mode) else PathKind.STREAM


def is_file(path: Path) -> bool:
    """Return whether a file exists there; False for an invalid path."""
    return _is_kind(path, PathKind.FILE)


def is_folder(path: Path) -> bool:
    """Return whether a folder exists there; False for an invalid path."""
    return _is_kind(path, PathKind.FOLDER)


def is_there(path: Path) -> bool:
    """Return whether anything exists there; False for an invalid path."""
    return _is_kind(path, PathKind.FILE, PathKind.FOLDER, PathKind.STREAM, PathKind.DISK)


def _is_kind(path: Path, *kinds: PathKind) -> bool:
    try:
        return path_kind(path) in kinds
    except OSError:
        return False


def source_problem(path: Path, *, folders: bool = False) -> BadPath | None:
    """Why nothing can be read from `path`, None if it can. A pipe may never end, or not even begin, so it is no file.

    Args:
        folders: whether a folder is as good as a file.
    """
    try:
        kind = path_kind(path)
        if kind is PathKind.NOTHING:
            return path_error(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        if kind is PathKind.FOLDER and not folders:
            return path_error(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
        if kind in (PathKind.STREAM, PathKind.DISK):
            return path_error(path, OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP)))
        if not os.access(path, os.R_OK):
            return path_error(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    except OSError as error:
        return path_error(path, error)
    return None


def target_problem(path: Path, *, folders: bool = False, streams: bool = True) -> BadPath | None:
    """Return why `path` cannot be written, None if it can.

    Args:
        folders: whether the target may be a folder; a missing folder is created with its parents.
        streams: whether a device or a pipe is accepted; writing to a pipe blocks until it is read.
    """
    try:
        kind = path_kind(path)
        if kind is PathKind.NOTHING:
            return _folder_problem(path, folders=folders)
        if kind is PathKind.STREAM and not streams:
            return path_error(path, OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP)), writing=True)
        check_target(path, kind, folders=folders)
    except OSError as error:
        return path_error(path, error, writing=True)
    return None


def _folder_problem(path: Path, *, folders: bool) -> BadPath | None:
    """Why nothing new can be made at `path`."""
    folder = Path(os.path.realpath(path)).parent
    while folders and path_kind(folder) is PathKind.NOTHING and folder != folder.parent:
        folder = folder.parent
    if path_kind(folder) is PathKind.NOTHING:
        return path_error(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), writing=True)
    if path_kind(folder) is not PathKind.FOLDER:
        return path_error(path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)), writing=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        return path_error(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)), writing=True)
    return None


def check_target(path: Path, kind: PathKind, *, folders: bool = False) -> None:
    """Refuse to overwrite a folder, a disk or a protected file at `path`, with the system's error.

    Raises:
        OSError: the path must not be written.
    """
    if kind is PathKind.FOLDER and not folders:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if kind is PathKind.DISK:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
    if kind is not PathKind.NOTHING and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def path_error(path: Path, error: OSError, *, writing: bool = False) -> BadPath:
    """Return the message for a system error at `path`.

    Args:
        writing: whether the operation was a write.
    """
    text, fix = _wording(path, error, writing=writing)
    values: dict[str, Value] = {
        "path": display_path(path),
        "folder": display_path(Path(os.path.realpath(path)).parent) if error.errno == errno.ENOENT else "",
        "part": display_path(_file_in(path)) if error.errno == errno.ENOTDIR else "",
        "reason": error.strerror or str(error),
    }
    used = {name: value for name, value in values.items() if f"{{{name}}}" in text}
    return BadPath(Message(_CONTEXT, text, used), Message(_CONTEXT, fix))


def _wording(path: Path, error: OSError, *, writing: bool) -> tuple[str, str]:
    """The text and the fix, both not yet filled."""
    another = QT_TRANSLATE_NOOP("disk", "Choose another location.")
    if error.errno == errno.ENAMETOOLONG:
        return (
            QT_TRANSLATE_NOOP("disk", "A name in {path} is longer than this disk allows.")
            if _has_long_name(path)
            else QT_TRANSLATE_NOOP("disk", "The path {path} is longer than the system allows.")
        ), QT_TRANSLATE_NOOP("disk", "Use a shorter name or fewer folders.")
    if error.errno == errno.EINVAL:
        text = QT_TRANSLATE_NOOP("disk", "{path} contains a character that is not allowed in file names.")
        return text, QT_TRANSLATE_NOOP("disk", "Enter the name again.")
    if error.errno == errno.ELOOP:
        text = QT_TRANSLATE_NOOP("disk", "{path} is a link that points back to itself.")
        return text, QT_TRANSLATE_NOOP("disk", "Specify the file itself.")
    if error.errno == errno.ENOTDIR:
        text = QT_TRANSLATE_NOOP("disk", "{part} is a file, not a folder, so {path} cannot exist.")
        return text, another
    if error.errno == errno.EISDIR:
        text = QT_TRANSLATE_NOOP("disk", "{path} is a folder, not a file.")
        return text, QT_TRANSLATE_NOOP("disk", "Specify a file in it.")
    if error.errno == errno.ENOENT and writing:
        text = QT_TRANSLATE_NOOP("disk", "{path} cannot be written: the folder {folder} does not exist.")
        return text, QT_TRANSLATE_NOOP("disk", "Create the folder, or choose another location.")
    if error.errno == errno.ENOENT:
        return QT_TRANSLATE_NOOP("disk", "There is no file at {path}."), QT_TRANSLATE_NOOP("disk", "Check its name and its folder.")
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        text = QT_TRANSLATE_NOOP("disk", "{path} cannot be written: its disk is full.")
        return text, QT_TRANSLATE_NOOP("disk", "Free some space, or choose another location.")
    if error.errno == errno.EROFS:
        return QT_TRANSLATE_NOOP("disk", "{path} cannot be written: its disk is read-only."), another
    if error.errno in (errno.EACCES, errno.EPERM) and writing:
        text = QT_TRANSLATE_NOOP("disk", "This user does not have permission to write {path}.")
        return text, QT_TRANSLATE_NOOP("disk", "Choose another location, or ask its owner for access.")
    if error.errno in (errno.EACCES, errno.EPERM):
        text = QT_TRANSLATE_NOOP("disk", "This user does not have permission to read {path}.")
        return text, QT_TRANSLATE_NOOP("disk", "Ask its owner for access.")
    if error.errno == errno.ENOTSUP:
        return QT_TRANSLATE_NOOP("disk", "{path} is a device or a pipe, not a file."), another
    if writing:
        return QT_TRANSLATE_NOOP("disk", "{path} cannot be written: {reason}."), another
    return QT_TRANSLATE_NOOP("disk", "{path} cannot be read: {reason}."), QT_TRANSLATE_NOOP("disk", "Check the file and its disk.")


def display_path(path: Path) -> str:
    """A path for a sentence: what cannot be printed is escaped, and the middle of a very long one left out."""
    text = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in str(path))
    half = _LONGEST_SHOWN // 2
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:half]}…{text[-half:]}"


def _has_long_name(path: Path) -> bool:
    """Return whether one of the names is too long, each tested separately in its parent folder, or, if too deep, in the root."""
    return any(_refuses(Path(path.anchor or ".") / name) for name in path.parts)


def _refuses(path: Path) -> bool:
    try:
        os.lstat(path)
    except OSError as error:
        return error.errno == errno.ENAMETOOLONG
    return False


def _file_in(path: Path) -> Path:
    """The first part of a path that is something else than a folder."""
    whole = Path.cwd() / path
    return next((part for part in reversed(whole.parents) if not is_folder(part)), path)
