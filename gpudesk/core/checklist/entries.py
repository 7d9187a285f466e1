"""The entries of the log of an installation, and the chains that they form.

Each writer (an installation, or a package that was brought back) numbers its entries from 1 and puts the digest of its entry before into
each one. A chain shows that an entry was altered, left out or put in between. It cannot show that the last entries of a writer are
missing, nor that a whole chain was written again by somebody who has the file: for that its last number and digest are printed and
compared.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from hashlib import sha256


class EntryKind(StrEnum):
    """The kind of an entry."""

    VALUE = "value"
    """A field has this value."""
    SIGNATURE = "signature"
    """A person signed a field."""
    CORRECTION = "correction"
    """A field has this value in place of that of another entry."""
    WITHDRAWAL = "withdrawal"
    """Another entry does not count any more."""
    WAIVER = "waiver"
    """The item is given up here, with a reason and a second name."""
    NOT_APPLICABLE = "not_applicable"
    """The item makes no sense here, with a reason."""
    OVERRIDE = "override"
    """Work continues although a hold has not passed, with a reason and a second name."""
    PUNCH = "punch"
    """A point of the punch list: opened by a failure, or changed in owner, priority or due date."""
    DEVIATION = "deviation"
    """Something was installed differently from the plan."""
    DECISION = "decision"
    """A second person took a deviation into the plan, or refused to."""
    PACKAGE = "package"
    """A work package was given out; the value names it with its digest."""
    JUDGEMENT = "judgement"
    """What came together in a merge, evaluated as a whole."""
    MERGE = "merge"
    """Entries of others were merged; the value lists their last numbers and digests."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. The digest covers everything but itself; the fields are those of the table `record`, which explains them."""

    writer: str
    number: int
    previous: str
    at_utc: str
    utc_offset: str
    person: str
    kind: str
    item: str
    scope: str
    target: int
    target_name: str
    field: str
    value: str
    verdict: str
    judged: str
    files: str
    reason: str
    second: str
    revision: int
    about: str

    @property
    def name(self) -> str:
        """How other entries name it."""
        return f"{self.writer}:{self.number}"

    def digest(self) -> str:
        """SHA-256 of all its values in their order, as JSON without blanks in UTF-8; hexadecimal."""
        values = [getattr(self, name) for name in ENTRY_FIELDS]
        return sha256(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


ENTRY_FIELDS = tuple(field.name for field in fields(Entry))


class Breach(StrEnum):
    """An error in a chain."""

    ALTERED = "altered"
    """The digest of an entry does not fit its content."""
    MISSING = "missing"
    """Numbers are left out."""
    UNLINKED = "unlinked"
    """An entry does not name the digest of the one before it."""
    FORK = "fork"
    """A number occurs twice: the same writer wrote to a copied file."""
    CUT_OFF = "cut_off"
    """The end that was printed or packed elsewhere is not there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach, at an entry of a writer."""

    writer: str
    number: int
    breach: Breach


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """The last entry of a writer, or of each branch where its chain forks."""

    number: int
    digest: str


def chain_ends(entries: Iterable[tuple[Entry, str]]) -> dict[str, ChainEnd]:
    """The end of the chain of each writer.

    Args:
        entries: entries with their stored digests, in the order of the log.
    """
    ends: dict[str, ChainEnd] = {}
    for entry, digest in entries:
        if entry.writer not in ends or entry.number >= ends[entry.writer].number:
            ends[entry.writer] = ChainEnd(entry.number, digest)
    return ends


def chain_faults(entries: Iterable[tuple[Entry, str]], expected: Mapping[str, ChainEnd] | None = None) -> list[Fault]:
    """Everything that is wrong with the chains of a log.

    Args:
        entries: entries with their stored digests.
        expected: ends of chains that were printed or packed elsewhere.
    """
    by_writer: dict[str, dict[int, list[tuple[Entry, str]]]] = defaultdict(lambda: defaultdict(list))
    faults: list[Fault] = []
    for entry, digest in entries:
        by_writer[entry.writer][entry.number].append((entry, digest))
        if entry.digest() != digest:
            faults.append(Fault(entry.writer, entry.number, Breach.ALTERED))
    for writer, numbered in by_writer.items():
        before: set[str] = {""}
        last = 0
        for number in sorted(numbered):
            if number != last + 1:
                faults.append(Fault(writer, last + 1, Breach.MISSING))
            elif not {entry.previous for entry, _ in numbered[number]} <= before:
                faults.append(Fault(writer, number, Breach.UNLINKED))
            if len(numbered[number]) > 1:
                faults.append(Fault(writer, number, Breach.FORK))
            before, last = {digest for _, digest in numbered[number]}, number
    for writer, end in (expected or {}).items():
        known = by_writer.get(writer, {}).get(end.number, [])
        if end.digest not in {digest for _, digest in known}:
            faults.append(Fault(writer, end.number, Breach.CUT_OFF))
    return sorted(faults, key=lambda fault: (fault.writer, fault.number, fault.breach))


@dataclass(frozen=True, slots=True)
class Recorder:
    """Who records.

    Attributes:
        person: a name of the project's list.
        writer: the random id of the installation.
        utc_offset: of the device's clock, "+01:00".
    """

    person: str
    writer: str
    utc_offset: str


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file attached to a value.

    Attributes:
        size: in bytes.
        sha256: of its bytes, as stored.
        original_sha256: of the file from which a stored photo was created, "" if nothing was changed.
        taken: time of a photo by the camera clock, "2026-03-01T09:12:33"; "" if unknown.
    """

    name: str
    size: int
    sha256: str
    original_sha256: str = ""
    taken: str = ""
