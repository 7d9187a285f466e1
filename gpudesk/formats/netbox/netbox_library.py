"""A whole library: its files become entries with unique keys, in separate processes if it is large."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.formats.netbox.netbox_files import LibraryFiles, library_files
from gpudesk.formats.netbox.netbox_read import ReadType, Refusal, read_type
from gpudesk.formats.netbox.netbox_remarks import Remarks, remark, shown
from gpudesk.formats.netbox.netbox_report import FileReport, ImportedType, ImportReport, LibraryImport, Remark, Verdict
from gpudesk.formats.netbox.netbox_yaml import read_yaml

_CHUNK = 100
"""Files per work unit: some hundredths of a second, so that cancellation is fast."""
_FEW = 150
"""Up to this number of files, a separate process costs more than it saves."""
_PROCESSES = 2

Chunk = list[tuple[str, bytes]]
Read = tuple[FileReport, list[ReadType]]


def read_library(path: Path, progress: Progress | None = None) -> LibraryImport:
    """Return the full contents of a library, and remarks about unusual data.

    Args:
        path: a folder, a ZIP archive or one YAML file.
        progress: called with completed and total files.

    Raises:
        UnreadableLibrary: the whole library cannot be imported.
        Cancelled: the operation was canceled.
        DeskError: an import process terminated.
    """
    files = library_files(path, progress)
    contents = list(files.contents.items())
    chunks = [contents[start : start + _CHUNK] for start in range(0, len(contents), _CHUNK)]
    read: list[Read] = []
    if len(contents) <= _FEW:
        for chunk in chunks:
            if progress is not None:
                progress.step(len(read), len(contents))
            read.extend(read_files(chunk))
    else:
        for done in _read_beside(chunks, len(contents), progress):
            read.extend(done)
    if progress is not None:
        progress.step(len(contents), len(contents))
    return _with_keys(files, read)


def _read_beside(chunks: list[Chunk], total: int, progress: Progress | None) -> Iterator[list[Read]]:
    """Yield the chunks in order, read in processes; on cancellation, chunks not yet started are dropped."""
    done = 0
    with ProcessPoolExecutor(_PROCESSES, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            waiting: list[Future[list[Read]]] = [pool.submit(read_files, chunk) for chunk in chunks]
            for future, chunk in zip(waiting, chunks, strict=True):
                while not future.done():
                    if progress is not None:
                        progress.step(done, total)
                    wait([future], timeout=0.1, return_when=FIRST_COMPLETED)
                done += len(chunk)
                yield future.result()
        except BrokenProcessPool as error:
            text = QT_TRANSLATE_NOOP("netbox", "An import process ended unexpectedly; nothing was changed.")
            raise DeskError(Message("netbox", text)) from error
        finally:
            # After a shutdown that does not wait, nothing would: the processes would still be ending when the answer is there.
            pool.shutdown(wait=True, cancel_futures=True)


def read_files(chunk: Chunk) -> list[Read]:
    """Return the entries of some files, each with the report of its file; keys may still be duplicated."""
    return [_read_file(file, content) for file, content in chunk]


def _read_file(file: str, content: bytes) -> Read:
    try:
        documents = read_yaml(content)
    except InvalidData as error:
        return FileReport(file, Verdict.REFUSED, (), (remark("broken-yaml", 1, reason=error.message),)), []
    if not documents:
        return FileReport(file, Verdict.REFUSED, (), (remark("empty"),)), []
    types: list[ReadType] = []
    noted: list[Remark] = []
    for number, document in enumerate(documents, 1):
        remarks = Remarks(number)
        for name in document.twice:
            remarks.add("key-twice", key=shown(name))
        for date in document.dates:
            remarks.add("date-as-text", value=shown(date))
        try:
            types.append(read_type(document.data, file, remarks, document.written))
        except Refusal as refusal:
            noted.append(refusal.remark)
        noted.extend(remarks.found)
    verdict = Verdict.REFUSED if not types else Verdict.REMARKS if noted else Verdict.ACCEPTED
    return FileReport(file, verdict, (), tuple(noted)), types


def _with_keys(files: LibraryFiles, read: list[Read]) -> LibraryImport:
    """Give every entry a unique key: the first by path keeps it, the next is numbered and its report states so."""
    types: dict[str, ImportedType] = {}
    reports = list(files.reports)
    for report, entries in read:
        keys: list[str] = []
        noted = list(report.remarks)
        for entry in entries:
            base_key = str(entry.body["key"])
            key = base_key
            number = 2
            while key in types:
                key = f"{base_key}-{number}"
                number += 1
            if key != base_key:
                noted.append(remark("key-taken", taken=base_key, key=key))
            keys.append(key)
            types[key] = ImportedType(key, report.file, {**entry.body, "key": key}, entry.quality)
        verdict = Verdict.REMARKS if noted and report.verdict is Verdict.ACCEPTED else report.verdict
        reports.append(replace(report, verdict=verdict, keys=tuple(keys), remarks=tuple(noted)))
    ordered = tuple(types[key] for key in sorted(types))
    return LibraryImport(ordered, ImportReport(tuple(sorted(reports, key=lambda report: report.file)), files.others))
