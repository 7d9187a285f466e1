"""What the checks say: findings, and the collection that holds them and is carried from one revision to the next."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from gpudesk.core.message import Message, Value

ScopeId = int | str
Object = tuple[str, int]
"""A row of the project: table and id."""


class Severity(StrEnum):
    """How much a finding weighs; OFF silences a rule."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    OFF = "off"


SHOWN = (Severity.ERROR, Severity.WARNING, Severity.INFO)
"""The severities that a finding can have, the weightiest first."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding lies: a row to go to, and its name for people."""

    table: str
    id: int
    label: str


@dataclass(frozen=True, slots=True)
class Mend:
    """One step that removes a finding: the name of an operation and its arguments, all of them plain values."""

    operation: str
    arguments: Mapping[str, Any]
    title: Message


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule reports; the engine adds the rule, the severity and the exclusion.

    Attributes:
        scopes: the scope ids to which it belongs: it is judged anew when one of them is touched.
        objects: the rows concerned; with the rule they make the finding's key.
        found, required: the value met and the value asked for, where the rule compares values.
    """

    scopes: tuple[ScopeId, ...]
    objects: tuple[Object, ...]
    place: Place
    message: Message
    found: Value | None = None
    required: Value | None = None
    mend: Mend | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of the plan.

    Attributes:
        rule: the key of the rule, such as "space.overlap".
        key: rule and object ids: the same fault keeps it from revision to revision, so exclusions name it.
        excluded: why the project accepts it, None if it does not.
    """

    rule: str
    severity: Severity
    key: str
    objects: tuple[Object, ...]
    place: Place
    message: Message
    found: Value | None
    required: Value | None
    mend: Mend | None
    excluded: str | None
    scopes: tuple[ScopeId, ...] = field(repr=False)


def said(text: str, **values: Value) -> Message:
    """A message of the checks; `text` is a literal marked for translation in the context "checks"."""
    return Message("checks", text, values)


def finding_key(rule: str, objects: Iterable[Object]) -> str:
    """The stable key of a finding: "space.overlap:device=12,device=15"."""
    return f"{rule}:{','.join(f'{table}={row_id}' for table, row_id in objects)}"


_DIGITS = re.compile(r"(\d+)")


def natural(text: str) -> tuple[Any, ...]:
    """A sort key that puts "A2" before "A10"."""
    return tuple(int(part) if part.isdecimal() else part.casefold() for part in _DIGITS.split(text))


class RuleFindings:
    """The findings of one rule. Immutable: `replaced` makes the next one."""

    __slots__ = ("_by_key", "_by_object", "_by_scope", "_counts", "_excluded", "_sorted")

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        self._by_key: dict[str, Finding] = {}
        self._by_scope: dict[ScopeId, tuple[str, ...]] = {}
        self._counts = dict.fromkeys(SHOWN, 0)
        self._excluded: set[str] = set()
        self._sorted: tuple[Finding, ...] | None = None
        self._by_object: dict[Object, tuple[Finding, ...]] | None = None
        self._add(findings)

    def _add(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            if finding.key in self._by_key:
                self._drop(self._by_key[finding.key])
            self._by_key[finding.key] = finding
            for scope in finding.scopes:
                self._by_scope[scope] = (*self._by_scope.get(scope, ()), finding.key)
            if finding.excluded is None:
                self._counts[finding.severity] += 1
            else:
                self._excluded.add(finding.key)

    def _drop(self, finding: Finding) -> None:
        del self._by_key[finding.key]
        for scope in finding.scopes:
            left = tuple(key for key in self._by_scope[scope] if key != finding.key)
            if left:
                self._by_scope[scope] = left
            else:
                del self._by_scope[scope]
        if finding.excluded is None:
            self._counts[finding.severity] -= 1
        else:
            self._excluded.discard(finding.key)

    def _copy(self) -> "RuleFindings":
        copy = RuleFindings()
        copy._by_key = self._by_key.copy()
        copy._by_scope = self._by_scope.copy()
        copy._counts = self._counts.copy()
        copy._excluded = self._excluded.copy()
        return copy

    def replaced(self, scopes: Iterable[ScopeId], findings: Iterable[Finding]) -> "RuleFindings":
        """These findings without those that belong to one of `scopes`, and with `findings`."""
        gone = {key for scope in scopes for key in self._by_scope.get(scope, ())}
        fresh = list(findings)
        if not gone and not fresh:
            return self
        following = self._copy()
        for key in gone:
            following._drop(self._by_key[key])
        following._add(fresh)
        return following

    def with_exclusion(self, key: str, reason: str | None) -> "RuleFindings":
        """These findings, the one called `key` accepted for `reason` or, with None, not accepted."""
        known = self._by_key[key]
        following = self._copy()
        following._drop(known)
        following._add([replace(known, excluded=reason)])
        return following

    def __len__(self) -> int:
        return len(self._by_key)

    def __iter__(self) -> Iterator[Finding]:
        """The findings by place."""
        if self._sorted is None:
            self._sorted = tuple(sorted(self._by_key.values(), key=lambda finding: (natural(finding.place.label), finding.key)))
        return iter(self._sorted)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleFindings) and self._by_key == other._by_key

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def get(self, key: str) -> Finding | None:
        """The finding with that key, None if there is none."""
        return self._by_key.get(key)

    def by_object(self) -> Mapping[Object, tuple[Finding, ...]]:
        """The findings that name a row or lie in it, by row."""
        if self._by_object is None:
            index: dict[Object, tuple[Finding, ...]] = {}
            for finding in self:
                for concerned in dict.fromkeys((*finding.objects, (finding.place.table, finding.place.id))):
                    index[concerned] = (*index.get(concerned, ()), finding)
            self._by_object = index
        return self._by_object

    @property
    def keys(self) -> Iterable[str]:
        """The keys of all findings."""
        return self._by_key.keys()

    @property
    def excluded(self) -> Set[str]:
        """The keys of those that the project accepts."""
        return self._excluded

    def counts(self) -> Mapping[Severity, int]:
        """How many of each severity are not excluded."""
        return self._counts


_NONE = RuleFindings()


class Findings:
    """All findings at one revision: immutable, sorted by severity, rule and place.

    Args:
        by_rule: rule key → its findings, in the order of the keys.
    """

    def __init__(self, by_rule: Mapping[str, RuleFindings]) -> None:
        self._by_rule = {rule: by_rule[rule] for rule in sorted(by_rule) if len(by_rule[rule])}

    def of_rule(self, rule: str) -> RuleFindings:
        """The findings of one rule."""
        return self._by_rule.get(rule, _NONE)

    @property
    def rules(self) -> tuple[str, ...]:
        """The keys of the rules that found something."""
        return tuple(self._by_rule)

    @cached_property
    def _all(self) -> tuple[Finding, ...]:
        def of(severity: Severity) -> Iterator[Finding]:
            for found in self._by_rule.values():
                yield from (finding for finding in found if finding.severity is severity)

        return tuple(finding for severity in SHOWN for finding in of(severity))

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._all)

    def __len__(self) -> int:
        return sum(len(found) for found in self._by_rule.values())

    def __getitem__(self, place: int) -> Finding:
        return self._all[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Findings) and self._by_rule == other._by_rule

    __hash__ = None  # type: ignore[assignment]

    def get(self, key: str) -> Finding | None:
        """The finding with that key, None if there is none."""
        return self.of_rule(key.partition(":")[0]).get(key)

    def counts(self) -> dict[Severity, int]:
        """How many of each severity; excluded ones do not count."""
        return {severity: sum(found.counts()[severity] for found in self._by_rule.values()) for severity in SHOWN}

    @property
    def excluded(self) -> int:
        """How many are accepted by an exclusion."""
        return sum(len(found.excluded) for found in self._by_rule.values())

    def of(self, table: str, row_id: int) -> tuple[Finding, ...]:
        """The findings that name a row, or lie in it, the weightiest first."""
        concerned = (table, row_id)
        found = [finding for rule in self._by_rule.values() for finding in rule.by_object().get(concerned, ())]
        return tuple(sorted(found, key=lambda finding: SHOWN.index(finding.severity)))

    @cached_property
    def _marks(self) -> dict[str, dict[int, Severity]]:
        marks: dict[str, dict[int, Severity]] = {}
        for rule in self._by_rule.values():
            for (table, row_id), found in rule.by_object().items():
                worst = min((SHOWN.index(finding.severity) for finding in found if finding.excluded is None), default=None)
                if worst is not None:
                    known = marks.setdefault(table, {})
                    known[row_id] = SHOWN[min(worst, SHOWN.index(known.get(row_id, Severity.INFO)))]
        return marks

    def marks(self, table: str) -> Mapping[int, Severity]:
        """The greatest severity at each row of `table` that has a finding which is not excluded."""
        return self._marks.get(table, {})
