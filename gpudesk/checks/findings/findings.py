"""The collection of all findings: immutable, sorted, and carried from one revision to the next by replacing little of it."""

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from gpudesk.checks.findings.finding import SHOWN, Finding, Object, ScopeId, Severity, natural
from gpudesk.checks.findings.finding_columns import FindingColumns, RuleColumns, rule_columns
from gpudesk.checks.findings.layered import Layered

Name = TypeVar("Name", bound=Hashable)
FEW = 256
"""Up to this number of changes, a sorted list is patched instead of sorted again."""


def _place_order(finding: Finding) -> tuple[Any, ...]:
    return natural(finding.place.label), finding.key


def _objects(finding: Finding) -> Iterable[Object]:
    return dict.fromkeys((*finding.objects, (finding.place.table, finding.place.id)))


def _scopes(finding: Finding) -> Iterable[ScopeId]:
    return finding.scopes


Index = Mapping[Name, tuple[Finding, ...]]


def _patched(
    index: Layered[Name, tuple[Finding, ...]],
    gone: Mapping[str, Finding],
    fresh: Iterable[Finding],
    names: Callable[[Finding], Iterable[Name]],
) -> Layered[Name, tuple[Finding, ...]]:
    """An index of findings by `names`, without some and with others."""
    touched: dict[Name, list[Finding]] = {}
    for finding in gone.values():
        for name in names(finding):
            touched.setdefault(name, [])
    for finding in fresh:
        for name in names(finding):
            # No `setdefault`: it makes a list for each finding of a name.
            if name in touched:
                touched[name].append(finding)
            else:
                touched[name] = [finding]
    if not index:
        return Layered({name: tuple(added) for name, added in touched.items() if added})
    following: dict[Name, tuple[Finding, ...]] = {}
    for name, added in touched.items():
        remaining = [finding for finding in index[name] if finding.key not in gone] if name in index else []
        if remaining or added:
            following[name] = (*remaining, *added)
    return index.patched(touched.keys() - following.keys(), following)


class RuleFindings:
    """The findings of one rule, all of one severity. Immutable: `replaced` makes the next one."""

    __slots__ = ("_by_key", "_by_object", "_by_scope", "_columns", "_excluded", "_order")

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        self._by_key: Layered[str, Finding] = Layered({finding.key: finding for finding in findings})
        self._by_scope: Layered[ScopeId, tuple[Finding, ...]] = _patched(Layered(), {}, self._by_key.values(), _scopes)
        self._excluded: frozenset[str] = frozenset(key for key, finding in self._by_key.items() if finding.excluded is not None)
        self._by_object: Layered[Object, tuple[Finding, ...]] | None = None
        self._order: list[Finding] | None = None
        self._columns: RuleColumns | None = None

    def replaced(self, scopes: Set[ScopeId], findings: Iterable[Finding]) -> "RuleFindings":
        """These findings without those that belong to one of `scopes`, and with `findings` added."""
        # A whole run has a finding of the same key once, too.
        fresh = list({finding.key: finding for finding in findings}.values())
        if not self._by_key and not fresh:
            return self
        index = self._by_scope
        affected_scopes = [scope for scope in scopes if scope in index] if len(scopes) < len(index) else index.keys() & scopes
        return self._next({finding.key: finding for scope in affected_scopes for finding in index[scope]}, fresh)

    def any_of(self, scopes: Iterable[ScopeId]) -> bool:
        """Whether any finding belongs to one of `scopes`."""
        return bool(self._by_key) and any(scope in self._by_scope for scope in scopes)

    def with_exclusion(self, key: str, reason: str | None) -> "RuleFindings":
        """These findings, the one called `key` accepted for `reason` or, with None, not accepted."""
        known = self._by_key[key]
        return self._next({key: known}, [known._replace(excluded=reason)])

    def _next(self, gone: dict[str, Finding], fresh: list[Finding]) -> "RuleFindings":
        gone.update({finding.key: self._by_key[finding.key] for finding in fresh if finding.key in self._by_key})
        # What was evaluated again and stays as it is, is shared, with the columns and the order made from it.
        same = {finding.key for finding in fresh if gone.get(finding.key) == finding}
        if same:
            gone = {key: finding for key, finding in gone.items() if key not in same}
            fresh = [finding for finding in fresh if finding.key not in same]
        if not gone and not fresh:
            return self
        following = RuleFindings()
        following._by_key = self._by_key.patched(gone, {finding.key: finding for finding in fresh})
        following._by_scope = _patched(self._by_scope, gone, fresh, _scopes)
        following._excluded = (self._excluded - gone.keys()) | {finding.key for finding in fresh if finding.excluded is not None}
        index = self._by_object
        if index is not None:
            following._by_object = _patched(index, gone, fresh, _objects)
        if self._order is not None and len(gone) + len(fresh) <= FEW:
            following._take_order(self._order, self._columns, gone.values(), fresh)
        return following

    def _take_order(self, order: list[Finding], columns: RuleColumns | None, gone: Iterable[Finding], fresh: list[Finding]) -> None:
        """Take over the order of another one, and its columns, without some findings and with others."""
        left = sorted(bisect_left(order, _place_order(finding), key=_place_order) for finding in gone)
        following = order.copy()
        for place in reversed(left):
            del following[place]
        added = sorted(fresh, key=_place_order)
        places = [bisect_left(following, _place_order(finding), key=_place_order) + count for count, finding in enumerate(added)]
        for place, finding in zip(places, added, strict=True):
            following.insert(place, finding)
        self._order = following
        if columns is not None:
            self._columns = columns.patched(following, left, places)

    def __len__(self) -> int:
        return len(self._by_key)

    def __iter__(self) -> Iterator[Finding]:
        """The findings by place."""
        order = self._order
        if order is None:
            # The keys by which they are sorted are not kept: they take as much memory as the findings.
            order = self._order = sorted(self._by_key.values(), key=_place_order)
        return iter(order)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleFindings) and self._by_key == other._by_key

    __hash__ = None  # type: ignore[assignment]

    def __contains__(self, key: object) -> bool:
        return key in self._by_key

    def get(self, key: str) -> Finding | None:
        """The finding with that key, None if there is none."""
        return self._by_key.get(key)

    def by_object(self) -> Index[Object]:
        """The findings that name a row or lie in it, by row."""
        index = self._by_object
        if index is None:
            index = self._by_object = _patched(Layered(), {}, self._by_key.values(), _objects)
        return index

    @property
    def columns(self) -> RuleColumns:
        """The findings by place as columns."""
        columns = self._columns
        if columns is None:
            columns = self._columns = rule_columns(self)
        return columns

    def unshared(self, other: "RuleFindings") -> int:
        """At most how many findings are not those of `other`."""
        return 0 if self is other else self._by_key.unshared(other._by_key)

    def release_columns(self) -> None:
        """Release the columns; whoever asks has them made again."""
        self._columns = None

    @property
    def severity(self) -> Severity:
        """The severity of them all; OFF if there are none."""
        finding = self._by_key.any_value()
        return Severity.OFF if finding is None else finding.severity

    @property
    def keys(self) -> Set[str]:
        """The keys of all findings."""
        return self._by_key.keys()

    @property
    def excluded(self) -> frozenset[str]:
        """The keys of those that the project accepts."""
        return self._excluded


_NONE = RuleFindings()


class Findings:
    """All findings at one revision: immutable, sorted by severity, rule and place.

    Args:
        by_rule: rule key → its findings.
        failed: key of a rule that raised an error → that error; such a rule has no findings.
    """

    def __init__(self, by_rule: Mapping[str, RuleFindings], failed: Mapping[str, str] = MappingProxyType({})) -> None:
        self.failed: Mapping[str, str] = MappingProxyType(dict(sorted(failed.items())))
        self._by_rule = {rule: by_rule[rule] for rule in sorted(by_rule) if len(by_rule[rule])}
        self._size = sum(len(rule_findings) for rule_findings in self._by_rule.values())
        self._marks: dict[str, dict[int, Severity]] = {}

    def of_rule(self, rule: str) -> RuleFindings:
        """The findings of one rule."""
        return self._by_rule.get(rule, _NONE)

    def by_rule(self) -> dict[str, RuleFindings]:
        """The findings of each rule that has any."""
        return self._by_rule.copy()

    def unshared(self, other: "Findings") -> int:
        """At most how many findings are not those of `other`."""
        count, others = 0, other._by_rule
        # Nearly all rules share theirs, and every edit asks.
        for rule, rule_findings in self._by_rule.items():
            if others.get(rule) is not rule_findings:
                count += rule_findings.unshared(other.of_rule(rule))
        return count

    def release_lists(self, shown: "Findings") -> None:
        """Release data used only by lists and drawings, except the part that the findings `shown` use too."""
        for name in ("_all", "columns"):
            self.__dict__.pop(name, None)
        self._marks = {}
        for rule, rule_findings in self._by_rule.items():
            if shown.of_rule(rule) is not rule_findings:
                rule_findings.release_columns()

    @property
    def rules(self) -> tuple[str, ...]:
        """The keys of the rules with findings."""
        return tuple(self._by_rule)

    @cached_property
    def _ranked(self) -> tuple[RuleFindings, ...]:
        """The findings of each rule, by severity and key of the rule."""
        return tuple(sorted(self._by_rule.values(), key=lambda rule_findings: SHOWN.index(rule_findings.severity)))

    @cached_property
    def _all(self) -> tuple[Finding, ...]:
        return tuple(finding for rule_findings in self._ranked for finding in rule_findings)

    @cached_property
    def columns(self) -> FindingColumns:
        """All findings as columns, in their order."""
        return FindingColumns(self._ranked)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._all)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int) -> Finding:
        return self._all[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Findings) and self._by_rule == other._by_rule and self.failed == other.failed

    __hash__ = None  # type: ignore[assignment]

    def get(self, key: str) -> Finding | None:
        """The finding with that key, None if there is none."""
        return self.of_rule(key.partition(":")[0]).get(key)

    def counts(self) -> dict[Severity, int]:
        """How many of each severity; excluded ones do not count."""
        counts = dict.fromkeys(SHOWN, 0)
        for rule_findings in self._by_rule.values():
            counts[rule_findings.severity] += len(rule_findings) - len(rule_findings.excluded)
        return counts

    @property
    def excluded(self) -> int:
        """How many are accepted by an exclusion."""
        return sum(len(rule_findings.excluded) for rule_findings in self._by_rule.values())

    def of(self, table: str, row_id: int) -> tuple[Finding, ...]:
        """The findings that name a row, or lie in it, the weightiest first."""
        concerned = (table, row_id)
        return tuple(finding for rule_findings in self._ranked for finding in rule_findings.by_object().get(concerned, ()))

    def marks(self, table: str) -> Mapping[int, Severity]:
        """The greatest severity at each row of `table` that has a finding which is not excluded."""
        known = self._marks.get(table)
        if known is None:
            marks: dict[int, Severity] = {}
            for rule_findings in reversed(self._ranked):
                rows = rule_findings.by_object()
                if not rule_findings.excluded:
                    marks.update(dict.fromkeys((row_id for name, row_id in rows if name == table), rule_findings.severity))
                    continue
                for (name, row_id), named in rows.items():
                    if name == table and any(finding.excluded is None for finding in named):
                        marks[row_id] = rule_findings.severity
            known = self._marks[table] = marks
        return known
