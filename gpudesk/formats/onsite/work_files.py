"""Work packages and results as files: a zip archive of JSON and photos, read with limits because the source is external."""

import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from gpudesk.core.checklist.entries import Entry
from gpudesk.core.checklist.package import MOST_ENTRIES, Package
from gpudesk.core.checklist.package_body import WRITER, entry_body, listed, mapping, misfit, package_body, read_entry, read_package, text
from gpudesk.core.checklist.page_result import PageResult, read_result
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.disk.paths import path_error
from gpudesk.disk.writing import write_file
from gpudesk.formats.onsite.photo_size import photo_size

SUFFIX = ".gpuwork"
MOST_BYTES = 1 << 28
"""Of a file, and of all that it unpacks to."""
MOST_JSON_BYTES = 1 << 25
"""Of one part in JSON."""
MOST_BRACKETS = 1_000_000
"""Objects and lists of one part in JSON."""
MOST_PHOTO_BYTES = 1 << 23
MOST_PARTS = 2_003
LONGEST_SIDE = 2_560
"""Pixels of a photo: the page makes larger ones smaller before it keeps them."""
_PACKAGE, _ENTRIES, _RESULT = "package.json", "entries.json", "result.json"
_PHOTO = re.compile(r"files/(?P<sha256>[0-9a-f]{64})\Z")
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_ENCRYPTED = 0x1
_CONTEXT = "onsite"


@dataclass(frozen=True, slots=True)
class Photo:
    """The bytes of a photo, with its size in pixels."""

    media: str
    width: int
    height: int
    content: bytes


@dataclass(frozen=True)
class WorkFile:
    """Contents of a work file.

    Attributes:
        package_sha256: digest of the package as stored in the file.
        writer: of the entries, "" if nothing was recorded.
        entries: with their digests, for a package filled in with GPU Desk.
        result: result of a page, None for a package.
        photos: SHA-256 → photo.
    """

    package: Package
    package_text: bytes
    writer: str
    entries: Sequence[tuple[Entry, str]]
    result: PageResult | None
    photos: Mapping[str, Photo]

    @property
    def package_sha256(self) -> str:
        """The digest of the package as stored in the file."""
        return sha256(self.package_text).hexdigest()


def package_text(package: Package) -> bytes:
    """Return a package as JSON in UTF-8, always in the same form: its digest identifies it, and pages embed it unchanged."""
    return in_page(_json(package_body(package)).decode()).encode()


def in_page(text_: str) -> str:
    """Return JSON that cannot end a page block or begin a comment: such characters occur only in texts, where they are escaped."""
    for letter in "&<>\u2028\u2029":
        text_ = text_.replace(letter, f"\\u{ord(letter):04x}")
    return text_


def work_summary(package: bytes) -> dict[str, str | int]:
    """Return a summary of a package: id, title, plan revision, and number of items and rows."""
    body = json.loads(package)
    counts = {name: len(body[name]) for name in ("items", "rows")}
    return {"package": body["id"], "title": body["title"], "revision": body["revision"], **counts}


def is_work_file(path: Path) -> bool:
    """Whether a file begins as a zip archive does: a project never does.

    Raises:
        BadPath: it cannot be read.
    """
    try:
        with path.open("rb") as opened:
            return opened.read(4) == b"PK\x03\x04"
    except FileNotFoundError:
        return False
    except OSError as error:
        raise path_error(path, error) from error


def write_package(path: Path, package: bytes, writer: str = "", entries: Sequence[tuple[Entry, str]] = ()) -> None:
    """Write a package with its records; the old file is kept until the new one is complete.

    Raises:
        NotWritten: it cannot be written.
    """
    recorded = {"writer": writer, "entries": [entry_body(entry, digest) for entry, digest in entries]}
    write_file(path, _packed({_PACKAGE: package, _ENTRIES: _json(recorded)}))


def read_work(path: Path) -> WorkFile:
    """Read a package or a result.

    Raises:
        InvalidData: it is none, was altered so that it cannot be read, or is larger than any is.
        BadPath: it cannot be read.
    """
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise path_error(path, error) from error
    return work_of(content, path.name)


def work_of(content: bytes, name: str) -> WorkFile:
    """As `read_work`, of the bytes of a file.

    Raises:
        InvalidData: see there.
    """
    if len(content) > MOST_BYTES:
        raise _too_large(name)
    parts = _parts(content, name)
    if _PACKAGE not in parts or (_ENTRIES in parts) == (_RESULT in parts):
        raise _no_package(name, "a part is missing", None)
    package = read_package(_parsed(parts[_PACKAGE], name))
    photos = {match["sha256"]: _photo(part, match["sha256"], name) for at, part in parts.items() if (match := _PHOTO.match(at))}
    if _RESULT in parts:
        result = read_result(_parsed(parts[_RESULT], name))
        return WorkFile(package, parts[_PACKAGE], result.writer, (), result, photos)
    body = mapping(_parsed(parts[_ENTRIES], name), ("writer", "entries"), "entries")
    entries = [read_entry(part, f"entries[{place}]") for place, part in enumerate(listed(body["entries"], MOST_ENTRIES, "entries"))]
    writer = text(body["writer"], "writer", WRITER) if entries or body["writer"] else ""
    if any(entry.writer != writer for entry, _ in entries):
        raise misfit("entries")
    return WorkFile(package, parts[_PACKAGE], writer, entries, None, photos)


def _parts(content: bytes, name: str) -> dict[str, bytes]:
    """The parts of an archive; nothing is written to the disk, and no part is unpacked beyond its limit."""
    refusal = partial(_no_package, name)
    with foreign_parser(name, refusal):
        archive = zipfile.ZipFile(io.BytesIO(content))
        listed_parts = archive.infolist()
    names = [part.filename for part in listed_parts]
    for part in listed_parts:
        if part.filename not in (_PACKAGE, _ENTRIES, _RESULT) and not _PHOTO.match(part.filename):
            raise _no_package(name, "it holds a part that no work package has", None)
        if part.flag_bits & _ENCRYPTED or part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _no_package(name, "a part is packed in another form", None)
        if part.file_size > (MOST_PHOTO_BYTES if _PHOTO.match(part.filename) else MOST_JSON_BYTES):
            raise _too_large(name)
    if len(set(names)) != len(names):
        raise _no_package(name, "a part is there twice", None)
    if len(names) > MOST_PARTS or sum(part.file_size for part in listed_parts) > MOST_BYTES:
        raise _too_large(name)
    unpacked: dict[str, bytes] = {}
    for part in listed_parts:
        with foreign_parser(name, refusal), archive.open(part) as opened:
            # Asked for all of it, zipfile would unpack all at once, however small the header says that it is.
            unpacked[part.filename] = opened.read(part.file_size + 1)
        if len(unpacked[part.filename]) != part.file_size:
            raise _no_package(name, "a part is longer than it says", None)
    return unpacked


def _parsed(part: bytes, name: str) -> Any:
    if part.count(b"[") + part.count(b"{") > MOST_BRACKETS:
        raise _too_large(name)
    with foreign_parser(name, partial(_no_package, name)):
        return json.loads(part.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    body = dict(pairs)
    if len(body) != len(pairs):
        raise ValueError("a name stands there twice")
    return body


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _photo(content: bytes, digest: str, name: str) -> Photo:
    if sha256(content).hexdigest() != digest:
        raise _no_package(name, "a photo is not the one that was kept", None)
    size = photo_size(content)
    if size is None:
        raise _no_package(name, "a photo is no JPEG or PNG picture", None)
    media, width, height = size
    if not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
        raise _no_package(name, f"a photo is larger than {LONGEST_SIDE} pixels", None)
    return Photo(media, width, height, content)


def _json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _packed(parts: Mapping[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            part = zipfile.ZipInfo(name, _FIXED_TIME)
            part.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(part, content)
    return written.getvalue()


def _no_package(name: str, reason: str, _error: Exception | None) -> InvalidData:
    values: dict[str, Value] = {"file": name, "reason": reason}
    text_ = QT_TRANSLATE_NOOP("onsite", "{file} is not a readable work package: {reason}.")
    return InvalidData(Message(_CONTEXT, text_, values), Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "Request the file again.")))


def _too_large(name: str) -> InvalidData:
    return InvalidData(Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "{file} is too large for a work package."), {"file": name}))
