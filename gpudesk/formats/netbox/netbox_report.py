"""What an import of NetBox types found: the entries, and for every file what was done with it."""

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
    """Accepted, and something in it is unusual: each remark says what it is and what was done."""
    REFUSED = "refused"
    """Nothing of it was taken; its remarks say why."""
    IGNORED = "ignored"
    """It describes no hardware: settings and tests of the library's own."""


class Missing(StrEnum):
    """What one wants to know of a type and its document does not say."""

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
    """How much a type says of itself: `score` from 0 to 100, and what is missing, the weightiest first."""

    score: int
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something unusual in a document and what was done; `document` counts from 1 inside a file that holds several.

    `code` names the kind of oddity ("unknown-key", "no-weight-unit"…), so that remarks of a whole library can be counted and filtered.
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
        """One line in English for each remark: the file, what is unusual, what was done."""
        return tuple(f"{self.file}: {remark.message.plain()}" for remark in self.remarks)


@dataclass(frozen=True, slots=True)
class ImportedType:
    """One entry in the form of the catalog's files, ready to be kept; `file` is where it came from."""

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
        found: dict[str, int] = {}
        for report in self.files:
            for remark in report.remarks:
                found[remark.code] = found.get(remark.code, 0) + 1
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True, slots=True)
class LibraryImport:
    """What was read of a library: its types by key, and the report."""

    types: tuple[ImportedType, ...]
    report: ImportReport = field(default_factory=lambda: ImportReport(()))

    @property
    def bodies(self) -> tuple[Mapping[str, Any], ...]:
        """The entries, as `catalog.imports.keep_library` takes them."""
        return tuple(hardware_type.body for hardware_type in self.types)

    @property
    def score(self) -> int | None:
        """The median quality of the types (the upper one of two in the middle), None without any: what the library says of itself."""
        return median_high(hardware_type.quality.score for hardware_type in self.types) if self.types else None


class UnreadableLibrary(InvalidData):
    """The folder or archive as a whole cannot be taken: too large, damaged, or it holds paths that lead out of it."""
