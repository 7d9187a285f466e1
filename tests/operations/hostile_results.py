"""Results and packages that somebody altered, or made up: each is a good one with one thing wrong."""

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from gpudesk.core.checklist.entries import Entry
from gpudesk.core.checklist.package_body import entry_body
from gpudesk.onsite.package_work import PackageWork, Stamp
from tests.operations.work_packages import ANA, BEN, ELSEWHERE, opened, package_file, packed, text

SCRIPT = "</script><script>alert(1)</script>"
COPY = "0011223344556677"
MOST_BRACKETS = 1_000_001
Parts = dict[str, bytes]


def png(width: int, height: int) -> bytes:
    """A white picture."""
    rows = zlib.compress((b"\0" + b"\xff" * ((width + 7) // 8)) * height)
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b""))
    body = b"".join(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + body


PHOTO = png(8, 8)


def page_entry(number: int, /, **values: Any) -> dict[str, Any]:
    """An entry as the page writes it."""
    return {
        "number": number,
        "at_utc": "2026-03-01T12:01:00Z",
        "utc_offset": "+01:00",
        "person": "Ben",
        "kind": "value",
        "item": "RCV-030",
        "target": 1,
        "field": "part",
        "value": "DGX H100",
        "instrument": None,
        "files": [],
        "reason": "",
        "second": "",
        "about": 0,
    } | values


def photo_entry(number: int, content: bytes = PHOTO) -> dict[str, Any]:
    """An entry with one photo."""
    digest = sha256(content).hexdigest()
    files = [{"name": "a.png", "size": len(content), "sha256": digest}]
    return page_entry(number, item="RCK-070", field="photo", value=[digest], files=files)


def page_result(package: bytes, *entries: dict[str, Any]) -> dict[str, Any]:
    """A result as the page writes it."""
    body = json.loads(package)
    return {
        "format": "gpudesk.work_result.v1",
        "package": body["id"],
        "package_sha256": sha256(package).hexdigest(),
        "uid": body["uid"],
        "copy": COPY,
        "saved_utc": "2026-03-01T14:00:00Z",
        "finished": False,
        "entries": list(entries),
    }


def result_parts(package: bytes) -> Parts:
    """The parts of a good result: a value, a waiver and a photo."""
    waiver = page_entry(2, kind="waiver", item="RCV-050", field="", value=None, reason="Not delivered", second="Ana")
    body = page_result(package, page_entry(1), waiver, photo_entry(3))
    return {"package.json": package, "result.json": text(body), f"files/{sha256(PHOTO).hexdigest()}": PHOTO}


def filled_in(package: bytes) -> PackageWork:
    """What is recorded in a good package: two values and a waiver."""
    work = opened(package)
    work.record(BEN, "RCV-030", 1, "part", "DGX H100")
    work.record(BEN, "RCV-030", 1, "serial", "S-1")
    work.waive(BEN, "RCV-050", 1, "Not delivered", "Ana")
    return work


def package_parts(package: bytes) -> Parts:
    """The parts of a good package that was filled in."""
    entries = filled_in(package).entries
    body = {"writer": ELSEWHERE, "entries": [entry_body(entry, digest) for entry, digest in entries]}
    return {"package.json": package, "entries.json": text(body)}


Change = Callable[[bytes], bytes]
"""Makes the bytes of a hostile file from a package."""


@dataclass(frozen=True)
class Hostile:
    """One hostile file: what is wrong with it, and how it is made from a package that was handed out."""

    name: str
    make: Change


def _result(change: Callable[[dict[str, Any]], object]) -> Change:
    def made(package: bytes) -> bytes:
        parts = result_parts(package)
        body = json.loads(parts["result.json"])
        change(body)
        return packed(parts | {"result.json": text(body)})

    return made


def _entry(number: int, /, **values: Any) -> Change:
    return _result(lambda body: body["entries"][number - 1].update(values))


def _added(**values: Any) -> Change:
    return _result(lambda body: body["entries"].append(page_entry(4, **values)))


def _plan(change: Callable[[dict[str, Any]], object], *, named: bool, parts_of: Callable[[bytes], Parts] = result_parts) -> Change:
    """An altered plan; `named` if the result names the digest of the altered one."""

    def made(package: bytes) -> bytes:
        plan = json.loads(package)
        change(plan)
        altered = text(plan)
        parts = parts_of(package) | {"package.json": altered}
        if named and "result.json" in parts:
            body = json.loads(parts["result.json"]) | {
                "package_sha256": sha256(altered).hexdigest(),
                "package": plan["id"],
                "uid": plan["uid"],
            }
            parts["result.json"] = text(body)
        return packed(parts)

    return made


def _log(change: Callable[[list[Entry]], list[Entry]]) -> Change:
    """A package whose entries were changed, and whose chain was written again as if nothing had been."""

    def made(package: bytes) -> bytes:
        previous, chained = "", []
        for entry in change([entry for entry, _ in filled_in(package).entries]):
            linked = replace(entry, previous=previous)
            previous = linked.digest()
            chained.append(entry_body(linked, previous))
        return packed({"package.json": package, "entries.json": text({"writer": ELSEWHERE, "entries": chained})})

    return made


def _logged(number: int, **values: Any) -> Change:
    return _log(lambda entries: [replace(entry, **values) if entry.number == number else entry for entry in entries])


def _raw(part: str, change: Callable[[bytes], bytes], parts_of: Callable[[bytes], Parts] = result_parts) -> Change:
    def made(package: bytes) -> bytes:
        parts = parts_of(package)
        return packed(parts | {part: change(parts[part])})

    return made


def _with(name: str, content: bytes, parts_of: Callable[[bytes], Parts] = result_parts) -> Change:
    return lambda package: packed({**parts_of(package), name: content})


def _other_size(size: int) -> Change:
    """An archive whose directory gives the first part another size."""

    def made(package: bytes) -> bytes:
        content = bytearray(packed(result_parts(package)))
        at = content.rindex(b"PK\x01\x02", 0, content.index(b"PK\x01\x02") + 4)
        struct.pack_into("<I", content, at + 24, size)
        return bytes(content)

    return made


def _photo_of(content: bytes, **values: Any) -> Change:
    def made(package: bytes) -> bytes:
        parts = result_parts(package)
        body = json.loads(parts["result.json"])
        body["entries"][2] = photo_entry(3, content) | values
        return packed(parts | {"result.json": text(body), f"files/{sha256(content).hexdigest()}": content})

    return made


def _twice(name: str) -> Change:
    """The part comes twice in the archive."""

    def made(package: bytes) -> bytes:
        parts = result_parts(package)
        other = f"{name[:-1]}_"
        return packed({**parts, other: b"{}"}).replace(other.encode(), name.encode())

    return made


def _deep(value: Any, levels: int) -> Any:
    return [_deep(value, levels - 1)] if levels else value


def _first_row(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], object]:
    return lambda plan: change(next(row for row in plan["rows"] if (row["item"], row["target"]) == ("RCV-030", 1)))


_FUTURE = ("2027-03-01T13:00:00Z", "2026-03-03T12:30:00Z", "9999-12-31T23:59:59Z")
_JPEG = b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + b"\0" * 40
_LATER = Stamp("Ben", "2027-01-01T00:00:00Z", "+00:00")


def _recorded_later(package: bytes) -> bytes:
    work = filled_in(package)
    work.record(_LATER, "RCV-030", 2, "serial", "S-2")
    body = {"writer": ELSEWHERE, "entries": [entry_body(entry, digest) for entry, digest in work.entries]}
    return packed({"package.json": package, "entries.json": text(body)})


def _of_the_project(package: bytes) -> bytes:
    work = opened(package, ANA.writer)
    work.record(BEN, "RCV-030", 1, "part", "DGX H100")
    return package_file(package, work.entries, ANA.writer)


def _cases() -> Iterator[tuple[str, Change]]:
    yield "other package: another id", _result(lambda body: body.update(package="cd" * 16))
    yield "other package: another project", _result(lambda body: body.update(uid="1" * 36))
    yield "other package: another digest", _result(lambda body: body.update(package_sha256="0" * 64))
    yield "other package: never handed out", _plan(lambda plan: plan.update(id="cd" * 16), named=True)
    yield "other package: plan of another project", _plan(lambda plan: plan.update(uid="1" * 36), named=True)
    yield "other package: .gpuwork never handed out", _plan(lambda plan: plan.update(id="cd" * 16), named=False, parts_of=package_parts)

    easier = _first_row(lambda row: row["basis"].update({"d.parts": ["Anything", "DGX H100"]}))
    yield "altered plan: easier limit", _plan(easier, named=False)
    yield "altered plan: easier limit, digest too", _plan(easier, named=True)
    yield "altered plan: other condition", _plan(lambda plan: plan["items"][0].update(expression="true"), named=True)
    yield "altered plan: without waits", _plan(_first_row(lambda row: row.update(waits=[])), named=True)
    yield "altered plan: .gpuwork with an easier limit", _plan(easier, named=False, parts_of=package_parts)
    yield "altered plan: .gpuwork under the writer of the project", _of_the_project
    yield "altered plan: unknown name", _plan(lambda plan: plan.update(extra=1), named=True)

    yield "unknown item: not in the checklist", _added(item="XXX-999")
    yield "unknown item: not in the package", _added(item="RDY-010", target=0, field="revision", value="C")
    yield "unknown item: no such target", _added(target=99_999)
    yield "unknown item: no such field", _added(field="lead", value="x")
    yield "unknown item: .gpuwork", _logged(2, item="XXX-999")
    yield "unknown item: .gpuwork, other target", _logged(2, target=77)

    yield "forged waiver: no second person", _entry(2, second="")
    yield "forged waiver: the same person", _entry(2, second="  bEn ")
    yield "forged waiver: no reason", _entry(2, reason=" ")
    yield "forged waiver: with a value", _entry(2, field="cords", value=6)
    yield "forged waiver: .gpuwork, no second person", _logged(3, second="")
    yield "forged waiver: .gpuwork, no reason", _logged(3, reason="")
    yield "forged verdict: .gpuwork", _logged(1, verdict="passed")
    yield (
        "forged verdict: .gpuwork, other limits",
        _log(lambda entries: [replace(entries[0], judged=entries[0].judged.replace("DGX H100", "Other")), *entries[1:]]),
    )

    yield "forged verdict: .gpuwork, of another revision", _logged(2, revision=99)

    yield "wrong type: number for a text", _entry(1, value=7)
    yield "wrong type: list for a text", _entry(1, value=["DGX H100"])
    yield "wrong type: text for a number", _added(item="RCV-050", field="cords", value="6")
    yield "wrong type: true for a number", _added(item="RCV-050", field="cords", value=True)
    yield "wrong type: number for the number of an entry", _entry(1, number="1")
    yield (
        "wrong type: .gpuwork, a text as target",
        _raw("entries.json", lambda part: part.replace(b'"device", 1,', b'"device", "1",'), package_parts),
    )

    yield "script: in a person with a line break", _entry(1, person=f"Ben\n{SCRIPT}")
    yield "script: in an item", _entry(1, item=SCRIPT)
    yield "script: in a kind", _entry(1, kind=SCRIPT)
    yield "script: in a text with control characters", _entry(1, value=f"\x1b[2J{SCRIPT}")
    yield (
        "script: in the name of a file",
        _photo_of(PHOTO, files=[{"name": f"\0{SCRIPT}", "size": len(PHOTO), "sha256": sha256(PHOTO).hexdigest()}]),
    )
    yield "script: .gpuwork, as another target's name", _logged(1, target_name=SCRIPT)

    photo = {"name": "a.png", "size": len(PHOTO), "sha256": sha256(PHOTO).hexdigest()}
    yield "altered files: another size", _entry(3, files=[{**photo, "size": 3}])
    yield "altered files: none", _entry(3, files=[])
    yield "altered files: others than the value", _entry(3, files=[{**photo, "sha256": "1" * 64}])
    yield "altered files: of a text", _entry(1, files=[photo])
    yield "altered files: without a digest", _entry(3, files=[{"name": "a.png"}])

    yield "oversized picture: wide", _photo_of(png(2_561, 8))
    yield "oversized picture: JPEG that says 65,535 pixels", _photo_of(_JPEG)
    yield "oversized picture: too many bytes", _photo_of(PHOTO + b"\0" * (1 << 23))
    yield "oversized picture: no picture at all", _photo_of(b"MZ" + b"\0" * 100)
    yield "oversized picture: other bytes than named", _with(f"files/{'0' * 64}", PHOTO)
    yield "oversized picture: not there", _photo_of(PHOTO, value=["1" * 64], files=[{"name": "a", "size": 9, "sha256": "1" * 64}])

    yield "zip bomb: a part beyond its limit", _with("entries.json", b" " * ((1 << 25) + 1))
    yield "zip bomb: a directory that says 4 GB", _other_size(0xFFFFFFF0)
    yield "zip bomb: a directory that says less", _other_size(10)
    yield "zip bomb: many parts", lambda package: packed({**result_parts(package), **{f"files/{at:064x}": b"" for at in range(2_100)}})
    yield "zip bomb: .gpuwork", _raw("package.json", lambda part: part + b" " * (1 << 25), package_parts)

    yield "path escape: up", _with("../../etc/passwd", b"x")
    yield "path escape: absolute", _with("/etc/passwd", b"x")
    yield "path escape: in the folder of photos", _with(f"files/../{'0' * 64}", b"x")
    yield "path escape: another part", _with("files/a.exe", b"x")
    yield "path escape: .gpuwork", _with("..\\entries.json", b"x", package_parts)

    yield "duplicate keys: in the result", _raw("result.json", lambda part: part.replace(b'{"format"', b'{"uid": "1", "format"', 1))
    yield (
        "duplicate keys: in an entry",
        _raw("result.json", lambda part: part.replace(b'"kind": "value"', b'"kind": "value", "kind": "value"', 1)),
    )
    yield "duplicate keys: a part twice", _twice("result.json")
    yield "duplicate keys: numbers of entries", _entry(2, number=1)
    yield "duplicate keys: .gpuwork", _raw("entries.json", lambda part: b'{"writer": "a", ' + part[1:], package_parts)

    yield "deep nesting: brackets", _raw("result.json", lambda part: b"[" * 100_000)
    yield "deep nesting: a value", _entry(1, value=_deep("x", 40))
    yield "deep nesting: objects", _raw("result.json", lambda part: b'{"a":' * 5_000 + b"1" + b"}" * 5_000)
    yield "deep nesting: a million lists", _entry(1, value=[[]] * MOST_BRACKETS)
    yield "deep nesting: .gpuwork", _raw("entries.json", lambda part: b"[" * 100_000, package_parts)

    for moment in _FUTURE:
        yield f"future time: {moment}", _entry(1, at_utc=moment)
    yield "future time: no day", _entry(1, at_utc="2026-02-31T13:00:00Z")
    yield "future time: .gpuwork", _recorded_later


CASES = [Hostile(name, make) for name, make in _cases()]
KINDS = {
    "other package": "another project|was not handed out from this copy|was altered",
    "altered plan": "was altered|package is not valid|basis is not valid",
    "unknown item": "not in this work package|has no field|item is not valid",
    "forged waiver": "second person|reason is required|is inconsistent|requires a name",
    "forged verdict": "is inconsistent",
    "wrong type": "one line of text|must be a number|is not valid",
    "script": "one line|is not valid|is inconsistent|A name",
    "oversized picture": "too large for a work package|larger than 2560|no JPEG|not the one|is missing",
    "altered files": "is missing or was altered|do not match the value|is not valid",
    "zip bomb": "too large for a work package|a part is longer|Bad CRC-32",
    "path escape": "no work package has",
    "duplicate keys": "stands there twice|a part is there twice|entries is not valid",
    "deep nesting": "nested too deeply|one line of text|too large for a work package|is not valid",
    "future time": "in the future|is not a valid time",
}
"""Kind → what is said, so that a case is not refused for something else."""
