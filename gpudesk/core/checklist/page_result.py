"""The file saved by the page of a work package: user input in chronological order, without verdicts and without a chain."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gpudesk.core.checklist.package import MOST_ENTRIES
from gpudesk.core.checklist.package_body import MOMENT, OFFSET, PACKAGE_ID, SHA256, WRITER, flag, listed, mapping, misfit, text, whole
from gpudesk.core.checklist.values import LONGEST_TEXT, Instrument

RESULT_FORMAT = "gpudesk.work_result.v1"
KINDS = ("value", "waiver", "override", "not_applicable", "withdrawal")
_NAMES = ("format", "package", "package_sha256", "uid", "copy", "saved_utc", "finished", "entries")
_ENTRY_NAMES = (
    *("number", "at_utc", "utc_offset", "person", "kind", "item", "target", "field", "value"),
    *("instrument", "files", "reason", "second", "about"),
)
_ITEM = re.compile(r"[A-Z0-9]{2,12}-[0-9]{3,6}\Z")
_MOST_FILES = 2_000


@dataclass(frozen=True, slots=True)
class PageFile:
    """A photo or file named as evidence; the bytes are included for photos."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One user input.

    Attributes:
        number: counted from 1 in this copy of the page.
        about: the number of the entry that a withdrawal cancels, 0 for none.
    """

    number: int
    at_utc: str
    utc_offset: str
    person: str
    kind: str
    item: str
    target: int
    field: str
    value: Any
    instrument: Instrument | None
    files: tuple[PageFile, ...]
    reason: str
    second: str
    about: int


@dataclass(frozen=True, slots=True)
class PageResult:
    """The results returned by a copy of a page.

    Attributes:
        package, package_sha256, uid: the package and project to which they belong.
        copy: 16 random hexadecimal digits of the copy of the page.
        finished: whether the user marked it finished; an unfinished one opens in another copy of the page.
    """

    package: str
    package_sha256: str
    uid: str
    copy: str
    saved_utc: str
    finished: bool
    entries: tuple[PageEntry, ...]

    @property
    def writer(self) -> str:
        """The writer under which its entries are kept: one for each copy of each package, and never that of an installation."""
        return sha256(f"{self.package}:{self.copy}".encode()).hexdigest()[:16]


def read_result(body: Any) -> PageResult:
    """A result as the page writes it.

    Raises:
        InvalidData: it is none; the first part that does not fit is named.
    """
    body = mapping(body, _NAMES, "result")
    if body["format"] != RESULT_FORMAT:
        raise misfit("format")
    entries = tuple(_read_entry(part, f"entries[{place}]") for place, part in enumerate(listed(body["entries"], MOST_ENTRIES, "entries")))
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        raise misfit("entries")
    return PageResult(
        package=text(body["package"], "package", PACKAGE_ID),
        package_sha256=text(body["package_sha256"], "package_sha256", SHA256),
        uid=text(body["uid"], "uid", longest=64),
        copy=text(body["copy"], "copy", WRITER),
        saved_utc=text(body["saved_utc"], "saved_utc", MOMENT),
        finished=flag(body["finished"], "finished"),
        entries=entries,
    )


def _read_entry(body: Any, where: str) -> PageEntry:
    body = mapping(body, _ENTRY_NAMES, where)
    kind = body["kind"]
    if kind not in KINDS:
        raise misfit(f"{where}.kind")
    return PageEntry(
        number=whole(body["number"], where),
        at_utc=text(body["at_utc"], f"{where}.at_utc", MOMENT),
        utc_offset=text(body["utc_offset"], f"{where}.utc_offset", OFFSET),
        person=text(body["person"], f"{where}.person", longest=200),
        kind=kind,
        item=text(body["item"], f"{where}.item", _ITEM),
        target=whole(body["target"], f"{where}.target"),
        field=text(body["field"], f"{where}.field", longest=100),
        value=body["value"],
        instrument=_read_instrument(body["instrument"], f"{where}.instrument"),
        files=tuple(_read_file(part, f"{where}.files") for part in listed(body["files"], _MOST_FILES, f"{where}.files")),
        reason=text(body["reason"], f"{where}.reason", longest=LONGEST_TEXT),
        second=text(body["second"], f"{where}.second", longest=200),
        about=whole(body["about"], f"{where}.about"),
    )


def _read_instrument(body: Any, where: str) -> Instrument | None:
    if body is None:
        return None
    names = ("serial", "calibration_due", "reference")
    body = mapping(body, names, where)
    return Instrument(**{name: text(body[name], where, longest=200) for name in names})


def _read_file(body: Any, where: str) -> PageFile:
    read: Mapping[str, Any] = mapping(body, ("name", "size", "sha256"), where)
    return PageFile(text(read["name"], where, longest=200), whole(read["size"], where), text(read["sha256"], where, SHA256))
