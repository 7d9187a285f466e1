"""The entries of a page, written by the program when its result returns: with verdicts, and as a chain with the writer of the page.

They follow from package and result alone, so that a result that returns twice, or again with additions, gives the same entries.
"""

from typing import Any

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.items import FieldKind
from gpudesk.core.checklist.package import Package
from gpudesk.core.checklist.page_result import PageEntry, PageResult
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.onsite.package_work import PackageWork, Stamp


def page_work(result: PageResult, package: Package) -> PackageWork:
    """The package with the entries of a page in it.

    Raises:
        Refused: one of them does not follow from the package.
    """
    work = PackageWork(package, result.writer)
    for entry in result.entries:
        try:
            _take(work, entry)
        except Refused as error:
            raise Refused(error.message, _nothing_taken(entry)) from error
    return work


def _take(work: PackageWork, entry: PageEntry) -> None:
    by = Stamp(entry.person, entry.at_utc, entry.utc_offset)
    at = entry.item, entry.target
    if entry.kind == "value":
        if entry.second or entry.about or entry.reason:
            raise _misfit(entry)
        files = tuple(EvidenceFile(file.name, file.size, file.sha256) for file in entry.files)
        _demand_files(work, entry, files)
        work.record(by, *at, entry.field, entry.value, entry.instrument, files, strict=False)
        return
    if entry.field or entry.value is not None or entry.files or entry.instrument is not None:
        raise _misfit(entry)
    if entry.kind == "waiver":
        work.waive(by, *at, entry.reason, entry.second)
    elif entry.kind == "override":
        work.override(by, *at, entry.reason, entry.second)
    elif entry.kind == "not_applicable":
        work.mark_not_applicable(by, *at, entry.reason)
    else:
        work.withdraw(by, *at, f"{work.writer}:{entry.about}", entry.reason)


def _demand_files(work: PackageWork, entry: PageEntry, files: tuple[EvidenceFile, ...]) -> None:
    """Refuse a photo or a file whose value names other bytes than its files."""
    item = work.package.items.get(entry.item)
    field = None if item is None else item.by_key.get(entry.field)
    kind = None if field is None else field.kind
    named: Any = [file.sha256 for file in files]
    if kind is FieldKind.FILE:
        fits = named == [entry.value]
    elif kind is FieldKind.PHOTO and work.package.photos_allowed:
        fits = named == entry.value
    else:
        fits = not named
    if not fits:
        text = QT_TRANSLATE_NOOP("onsite", "The photos or files of {item} were altered: they do not match the value.")
        raise Refused(Message("onsite", text, {"item": entry.item}))


def _nothing_taken(entry: PageEntry) -> Message:
    """What to do about a refused entry. Later entries cannot be accepted without it: each follows from all before it."""
    text = QT_TRANSLATE_NOOP(
        "onsite",
        "This is entry {number} of the page, {item}. Nothing in the file was imported, because later entries depend on it: save the result"
        " on the page again, and merge that file.",
    )
    return Message("onsite", text, {"number": entry.number, "item": entry.item})


def _misfit(entry: PageEntry) -> Refused:
    text = QT_TRANSLATE_NOOP("onsite", "The entry {number} of the page is inconsistent.")
    return Refused(Message("onsite", text, {"number": entry.number}))
