"""A rack that is worked on in two places: the project, and packages of it that are filled in elsewhere."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.entries import Entry, Recorder
from gpudesk.core.checklist.package import Package
from gpudesk.core.checklist.package_body import entry_body, package_body
from gpudesk.formats.onsite.work_files import WorkFile, work_of
from gpudesk.onsite.package_contents import Selection
from gpudesk.onsite.package_work import PackageWork, Stamp
from gpudesk.operations.onsite.onsite_packages import Merged, issue_package, merge_package
from gpudesk.operations.onsite.record_site_work import add_person, record_value
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

ANA = Recorder("Ana", "0123456789abcdef", "+01:00")
PACKAGE_ID = "ab" * 16
UID = "00000000-0000-4000-8000-000000000000"
ELSEWHERE = "00000000000000aa"
"""The writer of a package that was filled in with another GPU Desk."""
BEN = Stamp("Ben", "2026-03-01T13:00:00Z", "+01:00")


def same_package() -> bytes:
    """A package without a row, of a project with the uid `UID`."""
    return text(package_body(Package(PACKAGE_ID, UID, "Site", 1, "2026-03-01T12:00:00Z", "A01", True, (), {}, {}, ())))


def build_site(document: Document) -> None:
    """One rack whose drawings are released as revision C and frozen, and whose crates came."""
    run(document, build, load_template("one-rack"))
    run(document, set_site_value, "released_revision", "C")
    run(document, add_person, "Ana")
    record(document, "RDY-010", revision="C", lead="Ana")


def record(document: Document, item: str, target: int = 0, **values: object) -> None:
    """Record in the project."""
    for field, value in values.items():
        run(document, record_value, ANA, item, target, field, value)


def handed_out(document: Document, chosen: Selection | None = None, package_id: str = PACKAGE_ID) -> bytes:
    """A package of rack A01, as JSON."""
    chosen = chosen or Selection(racks=("A01",))
    return run(document, issue_package, ANA, chosen, package_id, document.uid, "Site").result


def packed(parts: Mapping[str, bytes]) -> bytes:
    """A zip archive."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return written.getvalue()


def text(body: Any) -> bytes:
    """JSON in UTF-8."""
    return json.dumps(body).encode()


def package_file(package: bytes, entries: Sequence[tuple[Entry, str]], writer: str = ELSEWHERE) -> bytes:
    """The bytes of a .gpuwork file."""
    recorded = {"writer": writer, "entries": [entry_body(entry, digest) for entry, digest in entries]}
    return packed({"package.json": package, "entries.json": text(recorded)})


def opened(package: bytes, writer: str = ELSEWHERE) -> PackageWork:
    """A package as another GPU Desk opens it."""
    return PackageWork(work_of(package_file(package, ()), "a.gpuwork").package, writer)


def brought_back(package: bytes, filled: PackageWork) -> WorkFile:
    """The file that comes back."""
    return work_of(package_file(package, filled.entries, filled.writer), "a.gpuwork")


def merge(document: Document, work: WorkFile) -> Merged:
    """Merge into the project."""
    return run(document, merge_package, ANA, work, document.uid).result
