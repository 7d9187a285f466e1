"""What a list would make of a project: each thing that it names, found or new, with what changes in it."""

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
    """A hall, row, rack or device that a list names.

    Attributes:
        row: as the project has it, None for a new one.
        place: where the list names it first: file, sheet, cell.
        values: columns to what the list says; a hall, row, rack or parent is a Thing, a type its key.
        alike: columns to values that the list cannot tell apart: any of them in the project says what the list says.
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
        """Whether the project has no such thing yet."""
        return self.row is None


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of a thing that gets another value; both as the list writes them, "" for none."""

    column: str
    before: str | int | float
    after: str | int | float


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """What becomes of one thing.

    Attributes:
        table: "hall", "rack_row", "rack" or "device".
        file, sheet, cell: where the list names it.
        where: the rack, row or hall in which it is, or "".
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
    """A finding that the project has only with the list.

    Attributes:
        lines: of the list, whose things it is about; none if it is about what the list does not name.
    """

    finding: Finding
    lines: tuple[PreviewLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a list leaves open, and a person has to say.

    Attributes:
        key: by which the answer is given; also the option of the command, which has one for all that ask about names.
        choices: answer to what it means.
    """

    key: str
    text: Message
    choices: tuple[tuple[str, Message], ...]


@dataclass(slots=True)
class Preview:
    """What taking in a list would do; nothing was written.

    Attributes:
        lines: one a thing, in the order of the list.
        faults: while there are any, nothing is taken in.
        ignored: headers of columns that are not understood.
        unneeded: files of our own export that say nothing more.
        brought: what the checks find in addition, the weightiest first.
        of_object: the line of each row, the new ones included.
        questions: while there are any, nothing is taken in.
        remarks: what is taken in otherwise than the list says it, or not at all, and why.
        learned: how many numbers of NetBox the project learns.
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
        """How many things are new, changed or unchanged."""
        return sum(line.verdict is verdict for line in self.lines)

    def severities(self) -> dict[Severity, int]:
        """How many findings of each severity the list brings."""
        return {severity: sum(each.finding.severity is severity for each in self.brought) for severity in SHOWN}
