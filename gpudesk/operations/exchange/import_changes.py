"""The effect of a list on a project: each object named, found or new, with its changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from gpudesk.checks.findings.finding import SHOWN, Finding, Object, Severity
from gpudesk.core.messages.message import Message
from gpudesk.formats.tables.device_list import Kind
from gpudesk.formats.tables.table_faults import Fault


class Verdict(StrEnum):
    """What becomes of a line."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REMOVED = "removed"


@dataclass(slots=True, eq=False)
class Thing:
    """A hall, row, rack or device named in a list.

    Attributes:
        row: the row in the project, None for a new one.
        place: the first place in the list that names it: file, sheet, cell.
        values: columns to the values of the list; a hall, row, rack or parent is a Thing, a type its key.
        alike: columns to values that the list cannot distinguish: any of them in the project matches the value of the list.
    """

    table: Kind
    name: str
    row: Mapping[str, Any] | None
    place: tuple[str, str, str]
    values: dict[str, Any] = field(default_factory=dict)
    row_id: int | None = None
    alike: dict[str, frozenset[int]] = field(default_factory=dict)

    @property
    def is_new(self) -> bool:
        """Whether the project does not have this object yet."""
        return self.row is None


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A change of one field of an object; both values as written in the list, "" for none."""

    column: str
    before: str | int | float
    after: str | int | float


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """The effect on one object.

    Attributes:
        table: "hall", "rack_row", "rack" or "device".
        file, sheet, cell: the place in the list that names it.
        where: its rack, row or hall, or "".
    """

    verdict: Verdict
    table: Kind
    name: str
    where: str
    file: str
    sheet: str
    cell: str
    changes: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """A finding that the import adds to the project.

    Attributes:
        lines: of the list, with the affected objects; none if it affects objects not in the list.
    """

    finding: Finding
    lines: tuple[PreviewLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """An ambiguity of a list that the user must resolve.

    Attributes:
        key: key of the answer; also the command option, which has one for all questions about names.
        choices: answer to its meaning.
    """

    key: str
    text: Message
    choices: tuple[tuple[str, Message], ...]


@dataclass(slots=True)
class Preview:
    """Preview of an import; nothing was written.

    Attributes:
        lines: one per object, in the order of the list.
        faults: while there are any, nothing is imported.
        ignored: headers of columns that are not recognized.
        unneeded: files of our own export without additional data.
        brought: additional findings, the most severe first.
        of_object: the line of each row, the new ones included.
        questions: while there are any, nothing is imported.
        remarks: data imported differently from the list, or not at all, and why.
        learned: number of NetBox ids new to the project.
    """

    lines: list[PreviewLine] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unneeded: list[str] = field(default_factory=list)
    brought: list[Brought] = field(default_factory=list)
    of_object: dict[Object, PreviewLine] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    remarks: list[Fault] = field(default_factory=list)
    learned: int = 0

    def count(self, verdict: Verdict) -> int:
        """Number of objects that are new, changed or unchanged."""
        return sum(line.verdict is verdict for line in self.lines)

    def severities(self) -> dict[Severity, int]:
        """How many findings of each severity the list brings."""
        return {severity: sum(brought.finding.severity is severity for brought in self.brought) for severity in SHOWN}
