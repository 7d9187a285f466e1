"""Results of a NetBox type import: the entries, and the handling of every file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median_high
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import Message


class Verdict(StrEnum):
    """What became of a file."""

    ACCEPTED = "accepted"
    REMARKS = "remarks"
    """Accepted with unusual data: each remark describes it and its handling."""
    REFUSED = "refused"
    """Nothing was imported from it; its remarks give the reason."""
    IGNORED = "ignored"
    """It describes no hardware: settings and tests of the library's own."""


class Missing(StrEnum):
    """Desired data that is missing from a type's document."""

    WEIGHT = "weight"
    AIRFLOW = "airflow"
    POWER = "power"
    DEPTH = "depth"
    PORTS = "ports"
    PART_NUMBER = "part_number"
    HEIGHT = "height"
    DESCRIPTION = "description"


@dataclass(frozen=True, slots=True)
class Quality:
    """Completeness of a type: `score` from 0 to 100, and missing data, most important first."""

    score: int
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """Unusual data in a document and its handling; `document` counts from 1 in a file with several documents.

    `code` is the kind of remark ("unknown-key", "no-weight-unit"…), so that remarks of a whole library can be counted and filtered.
    """

    code: str
    message: Message
    document: int = 1


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file of the library; `file` is its path inside it, `keys` are those of the entries made from it."""

    file: str
    verdict: Verdict
    keys: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def lines(self) -> tuple[str, ...]:
        """Return one line in English per remark: the file, the unusual data, its handling."""
        return tuple(f"{self.file}: {remark.message.plain()}" for remark in self.remarks)


@dataclass(frozen=True, slots=True)
class ImportedType:
    """One entry in catalog file format, ready to be stored; `file` is its source."""

    key: str
    file: str
    body: Mapping[str, Any]
    quality: Quality


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Every YAML file by its path; `others` counts files that are no YAML (pictures, texts)."""

    files: tuple[FileReport, ...]
    others: int = 0

    def count(self, verdict: Verdict) -> int:
        """How many files met that verdict."""
        return sum(report.verdict is verdict for report in self.files)

    def codes(self) -> dict[str, int]:
        """How often each kind of remark was made, the most frequent first."""
        counts: dict[str, int] = {}
        for report in self.files:
            for remark in report.remarks:
                counts[remark.code] = counts.get(remark.code, 0) + 1
        return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True, slots=True)
class LibraryImport:
    """The contents of a library: its types by key, and the report."""

    types: tuple[ImportedType, ...]
    report: ImportReport = field(default_factory=lambda: ImportReport(()))

    @property
    def bodies(self) -> tuple[Mapping[str, Any], ...]:
        """The entries, as `catalog.imports.keep_library` takes them."""
        return tuple(hardware_type.body for hardware_type in self.types)

    @property
    def score(self) -> int | None:
        """Return the median quality of the types (the higher of two middle values), None without types: completeness of the library."""
        return median_high(hardware_type.quality.score for hardware_type in self.types) if self.types else None


class UnreadableLibrary(InvalidData):
    """The folder or archive as a whole cannot be taken: too large, damaged, or it holds paths that lead out of it."""
