"""The files of a library, from a folder, a ZIP archive or one file, within limits that no archive can get around.

Nothing is ever unpacked to the disk: paths in an archive are names only, and those that lead out of it are refused all the same.
"""

import os
import stat
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.foreign import Refusal, foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.formats.netbox.netbox_remarks import remark
from gpudesk.formats.netbox.netbox_report import FileReport, UnreadableLibrary, Verdict
from gpudesk.formats.netbox.netbox_yaml import MAXIMUM_BYTES

MOST_FILES = 50_000
MOST_UNPACKED_BYTES = 512 << 20
MOST_ENTRIES = 200_000
"""Of a folder or archive, pictures and folders included."""
_FOLDERS = ("device-types", "module-types", "rack-types")
_STRIDE = 500


@dataclass(slots=True)
class LibraryFiles:
    """The contents of a library.

    Attributes:
        contents: path inside the library → bytes, YAML files only, sorted.
        reports: files that were refused or ignored before reading.
        others: number of files that are not YAML.
    """

    contents: dict[str, bytes] = field(default_factory=dict)
    reports: list[FileReport] = field(default_factory=list)
    others: int = 0


def library_files(path: Path, progress: Progress | None = None) -> LibraryFiles:
    """The YAML files of a folder, a ZIP archive, or the one file.

    Raises:
        UnreadableLibrary: there is nothing there, it cannot be read, or it is too large.
        Cancelled: the work was stopped.
    """

    def refusal(_reason: str, _error: Exception) -> UnreadableLibrary:
        return _unreadable(QT_TRANSLATE_NOOP("netbox", "{path} is not a ZIP archive, or it is damaged."), path)

    try:
        with foreign_parser(path.name, refusal):
            is_archive = zipfile.is_zipfile(path)
        if path.is_dir():
            files = _from_folder(path, progress)
        elif is_archive:
            files = _from_archive(path, refusal, progress)
        elif _is_yaml(path.name) and path.is_file():
            files = LibraryFiles()
            _take(files, path.name, path)
        elif path.suffix.lower() == ".zip" and path.is_file():
            raise _unreadable(QT_TRANSLATE_NOOP("netbox", "{path} is not a ZIP archive, or it is damaged."), path)
        else:
            text = QT_TRANSLATE_NOOP("netbox", "{path} is not a folder, ZIP archive or YAML file.")
            raise _unreadable(text, path)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("netbox", "{path} cannot be read: {reason}.")
        raise _unreadable(text, path, reason=error.strerror or str(error)) from error
    if not files.contents and not any(report.verdict is Verdict.REFUSED for report in files.reports):
        raise _unreadable(QT_TRANSLATE_NOOP("netbox", "{path} contains no YAML files of types."), path)
    _leave_out_others(files)
    files.contents = dict(sorted(files.contents.items()))
    return files


def _unreadable(text: str, path: Path, /, **values: Value) -> UnreadableLibrary:
    return UnreadableLibrary(Message("netbox", text, {"path": str(path), **values}))


def _too_many(path: Path) -> UnreadableLibrary:
    text = QT_TRANSLATE_NOOP("netbox", "{path} contains more than {limit} files.")
    return _unreadable(text, path, limit=MOST_FILES)


def _is_yaml(name: str) -> bool:
    return name.lower().endswith((".yaml", ".yml"))


def _refuse(found: LibraryFiles, file: str, code: str, **values: Value) -> None:
    found.reports.append(FileReport(file, Verdict.REFUSED, (), (remark(code, 1, **values),)))


def _leave_out_others(found: LibraryFiles) -> None:
    """Exclude YAML outside the standard folders of a library: its own settings and tests."""
    inside = {file: any(part in _FOLDERS for part in PurePosixPath(file).parts[:-1]) for file in found.contents}
    hidden = {file for file in found.contents if any(part.startswith(".") for part in PurePosixPath(file).parts)}
    for file, is_inside in inside.items():
        if file in hidden or (not is_inside and any(inside.values())):
            del found.contents[file]
            found.reports.append(FileReport(file, Verdict.IGNORED))


def _take(found: LibraryFiles, file: str, path: Path) -> None:
    state = path.lstat()
    if not stat.S_ISREG(state.st_mode):
        _refuse(found, file, "not-a-file")
    elif state.st_size > MAXIMUM_BYTES:
        _refuse(found, file, "too-large", limit=MAXIMUM_BYTES)
    else:
        try:
            with path.open("rb") as opened:
                found.contents[file] = opened.read(MAXIMUM_BYTES + 1)
        except OSError as error:
            _refuse(found, file, "unreadable", reason=error.strerror or str(error))


def _from_folder(path: Path, progress: Progress | None) -> LibraryFiles:
    files = LibraryFiles()
    entries, total = 0, 0
    for inside in _walked(path):
        entries += 1
        if progress is not None and entries % _STRIDE == 0:
            progress.step(0, 0)
        if entries > MOST_ENTRIES:
            raise _too_many(path)
        if not _is_yaml(inside.name):
            files.others += 1
            continue
        file = inside.relative_to(path).as_posix()
        _take(files, _told(file), inside)
        total += len(files.contents.get(file, b""))
        if len(files.contents) > MOST_FILES:
            raise _too_many(path)
        if total > MOST_UNPACKED_BYTES:
            raise _unreadable(_TOO_LARGE, path, limit=MOST_UNPACKED_BYTES >> 20)
    return files


_TOO_LARGE = QT_TRANSLATE_NOOP("netbox", "{path} unpacks to more than {limit} MiB.")


def _walked(path: Path) -> Iterator[Path]:
    """All files of a folder; links to folders are not followed."""
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            yield Path(folder, name)


def _told(file: str) -> str:
    """Return a path that can be stored: bytes that are not UTF-8 are marked."""
    return file.encode(errors="replace").decode()


def _from_archive(path: Path, refusal: Refusal, progress: Progress | None) -> LibraryFiles:
    files = LibraryFiles()
    with ExitStack() as opened:
        with foreign_parser(path.name, refusal):
            archive = opened.enter_context(zipfile.ZipFile(path))
        entries = archive.infolist()
        if len(entries) > MOST_ENTRIES:
            raise _too_many(path)
        yaml_entries = [entry for entry in entries if not entry.is_dir() and _is_yaml(entry.filename)]
        files.others = sum(not entry.is_dir() for entry in entries) - len(yaml_entries)
        if len(yaml_entries) > MOST_FILES:
            raise _too_many(path)
        if sum(entry.file_size for entry in entries) > MOST_UNPACKED_BYTES:
            raise _unreadable(_TOO_LARGE, path, limit=MOST_UNPACKED_BYTES >> 20)
        total = 0
        for number, entry in enumerate(yaml_entries):
            if progress is not None and number % _STRIDE == 0:
                progress.step(0, len(yaml_entries))
            total += _unpack(files, archive, entry)
            if total > MOST_UNPACKED_BYTES:
                raise _unreadable(_TOO_LARGE, path, limit=MOST_UNPACKED_BYTES >> 20)
    _strip_common_folder(files)
    return files


class _NoPart(DeskError):
    """A file of an archive that cannot be unpacked; the others can."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(Message("netbox", reason))


def _no_part(reason: str, _error: Exception) -> _NoPart:
    return _NoPart(reason)


def _unpack(found: LibraryFiles, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> int:
    """Read one file; return its number of bytes. The size in its header is not trusted."""
    file = _told(entry.filename)
    mode = entry.external_attr >> 16
    if leads_out(entry.filename):
        _refuse(found, file, "path-escape")
    elif mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        _refuse(found, file, "not-a-file")
    elif entry.flag_bits & 1:
        _refuse(found, file, "encrypted")
    elif file in found.contents:
        _refuse(found, file, "path-twice")
    elif entry.file_size > MAXIMUM_BYTES:
        _refuse(found, file, "too-large", limit=MAXIMUM_BYTES)
    else:
        try:
            with foreign_parser(file, _no_part), archive.open(entry) as opened:
                content = opened.read(MAXIMUM_BYTES + 1)
        except _NoPart as error:
            _refuse(found, file, "unreadable", reason=error.reason)
            return 0
        if len(content) > MAXIMUM_BYTES:
            _refuse(found, file, "too-large", limit=MAXIMUM_BYTES)
        else:
            found.contents[file] = content
        return len(content)
    return 0


def leads_out(name: str) -> bool:
    """Whether a path of an archive leads out of it: absolute, with a drive, or upwards."""
    plain = name.replace("\\", "/")
    return plain.startswith("/") or plain[1:2] == ":" or ".." in plain.split("/") or "\0" in plain


def _strip_common_folder(found: LibraryFiles) -> None:
    """Remove the common top folder, named after a commit, of an archive made by a code host; paths omit it."""
    tops = {file.partition("/")[0] for file in found.contents}
    if len(tops) == 1 and not tops & set(_FOLDERS) and all("/" in file for file in found.contents):
        found.contents = {file.partition("/")[2]: content for file, content in found.contents.items()}
