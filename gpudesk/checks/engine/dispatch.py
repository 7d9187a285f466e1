"""The rules affected by an edit: determined once per kind of edit, so that unaffected rules add no cost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gpudesk.checks.rules.common.rule import Rule, Scope

EVERYTHING = "*"
"""Represents all columns of a table: rows were added or removed."""
Edited = frozenset[tuple[str, frozenset[str]]]
"""Tables and the columns in which an edit changed something there."""
MOST_KINDS = 500
"""Maximum number of edit kinds cached."""


@dataclass(frozen=True, slots=True)
class Concerned:
    """Rules that a kind of edit affects alike: their scope ids are derived from the same tables.

    Attributes:
        scope, text_column: of the rules.
        tables: the tables in which the edit changed data that they read.
        rules: rules with a verdict that may change.
        telling: rules that only use the changed data in the texts of findings: without findings, nothing changes.
    """

    scope: Scope
    text_column: str
    tables: frozenset[str]
    rules: tuple[Rule, ...]
    telling: tuple[Rule, ...]


class Dispatch:
    """The register of rules, by the data they read.

    Attributes:
        last: the rules that evaluate other findings.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self.last = tuple(rule for rule in self._rules if rule.last)
        self._by_limit: dict[str, list[str]] = {}
        self._by_column: dict[tuple[str, str], list[Rule]] = {}
        for rule in self._rules:
            for limit in rule.limits:
                self._by_limit.setdefault(limit, []).append(rule.key)
            for table, columns in rule.reads.items() if not rule.last else ():
                for column in (*columns, EVERYTHING):
                    self._by_column.setdefault((table, column), []).append(rule)
        self._known: dict[Edited, tuple[Concerned, ...]] = {}

    def is_of(self, rules: Mapping[str, Rule]) -> bool:
        """Whether it was made of just these rules."""
        return self._rules == tuple(rules.values())

    def of_limits(self, limits: Iterable[str]) -> frozenset[str]:
        """The keys of the rules that use one of some values of the site sheet."""
        return frozenset(key for limit in limits for key in self._by_limit.get(limit, ()))

    def concerned(self, edited: Edited) -> tuple[Concerned, ...]:
        """The rules that an edit of this kind concerns."""
        if edited not in self._known:
            if len(self._known) >= MOST_KINDS:
                self._known.clear()
            self._known[edited] = self._concerned(edited)
        return self._known[edited]

    def _concerned(self, edited: Edited) -> tuple[Concerned, ...]:
        met: dict[str, tuple[Rule, dict[str, set[str]]]] = {}
        for table, columns in edited:
            for column in columns:
                for rule in self._by_column.get((table, column), ()):
                    met.setdefault(rule.key, (rule, {}))[1].setdefault(table, set()).add(column)
        groups: dict[tuple[Scope, str, frozenset[str]], tuple[list[Rule], list[Rule]]] = {}
        for rule, touched in met.values():
            judging, telling = groups.setdefault((rule.scope, rule.text_column, frozenset(touched)), ([], []))
            is_only_in_text = all(EVERYTHING not in columns and rule.only_told(table, columns) for table, columns in touched.items())
            (telling if is_only_in_text else judging).append(rule)
        return tuple(
            Concerned(scope, text, tables, tuple(judging), tuple(telling)) for (scope, text, tables), (judging, telling) in groups.items()
        )
