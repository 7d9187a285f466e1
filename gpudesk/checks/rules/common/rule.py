"""Rules: what each one judges, reads and needs, and the register of all of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from gpudesk.checks.findings.finding import ScopeId, Severity, Violation
from gpudesk.project.snapshot import Snapshot

if TYPE_CHECKING:
    from gpudesk.checks.rules.common.rule_view import View

NAME = "name"
"""The column that rules only tell in the sentences of what they find: it decides nothing. Those of scope TEXT judge it."""


class Scope(Enum):
    """What a rule looks at in one piece, and so what is judged anew after an edit."""

    PROJECT = "project"
    HALL = "hall"
    FLOOR = "floor"
    """A hall and what stands on its own floor: racks, and devices in no rack. What is in racks has no say."""
    ROW = "row"
    RACK = "rack"
    POWER = "power"
    """A rack with all racks that share its feeds or have cords to its PDUs."""
    DEVICE = "device"
    CABLE = "cable"
    """A cable with the other legs of its assembly."""
    LINK = "link"
    """A device with all links that end there, over panels as well; what is at their other ends has a say."""
    TEXT = "text"
    """All rows that share a text, such as a name: the scope id is that text."""


Judge = Callable[["View"], Iterable[Violation]]
When = Callable[[Snapshot], bool]
Subject = Callable[[Snapshot], object]
Differing = Callable[[Snapshot, Snapshot], frozenset[ScopeId] | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One registered check.

    Attributes:
        key: stable name, "family.what"; severities and exclusions of projects name it.
        family: the part of the key before the dot.
        title: what it demands, a literal marked for translation in the context "checks".
        many: what several findings of it say in one line, with the field count; "" if nobody wrote it.
        severity: the one that a project starts with.
        reads: table → the columns whose change makes it judge anew. Rows that come or go in these tables always do.
        limits: the values of the site sheet that it uses.
        source: where the demand comes from, a literal marked like the title.
        text_column: of a rule with scope TEXT, the column whose values are the scope ids.
        last: it judges the other findings and runs after them.
        judges_names: a name decides something, and is not only told.
        when: whether a project has anything of which it could find something, made from what it reads; None for always.
        subject: what alone decides besides the catalog entries, made from what it reads; where it equals that before an edit,
            nothing new is found and only what is told may change. None for all that it reads.
        ground: what of the whole project decides besides its scope, made from what it reads; where that changes, all is judged anew.
        differing: of a rule over the whole project that judges many things each by itself: those of which its verdict may differ between
            two states, as scope ids of its own; None for all. It compares what limits decide as well, and the rule gets such ids in
            `View.only`.
        judge: yields what it finds in a view; each finding names at least one scope id of the view.
    """

    key: str
    family: str
    title: str
    many: str
    severity: Severity
    scope: Scope
    reads: Mapping[str, frozenset[str]]
    limits: tuple[str, ...]
    source: str
    text_column: str
    last: bool
    judges_names: bool
    when: When | None
    subject: Subject | None
    ground: Subject | None
    differing: Differing | None
    judge: Judge

    def only_told(self, table: str, columns: Iterable[str]) -> bool:
        """Whether all of some columns that it reads of `table` appear only in the sentences of what it finds."""
        return not self.judges_names and self.scope is not Scope.TEXT and self.reads[table].isdisjoint(set(columns) - {NAME})


RULES: dict[str, Rule] = {}
"""All rules by key."""


def rule(
    key: str,
    title: str,
    severity: Severity,
    scope: Scope,
    reads: Mapping[str, Iterable[str]],
    source: str,
    many: str = "",
    limits: tuple[str, ...] = (),
    text_column: str = "",
    last: bool = False,
    judges_names: bool = False,
    when: When | None = None,
    subject: Subject | None = None,
    ground: Subject | None = None,
    differing: Differing | None = None,
) -> Callable[[Judge], Judge]:
    """Register the function that follows as the rule `key`; the arguments are those of `Rule`."""

    def register(judge: Judge) -> Judge:
        if key in RULES:
            raise ValueError(f"two rules are called {key}")
        columns = {table: frozenset(names) for table, names in reads.items()}
        family = key.partition(".")[0]
        RULES[key] = Rule(
            key=key,
            family=family,
            title=title,
            many=many,
            severity=severity,
            scope=scope,
            reads=columns,
            limits=limits,
            source=source,
            text_column=text_column,
            last=last,
            judges_names=judges_names,
            when=when,
            subject=subject,
            ground=ground,
            differing=differing,
            judge=judge,
        )
        return judge

    return register


def reading(*parts: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Several `reads` in one."""
    joined: dict[str, frozenset[str]] = {}
    for part in parts:
        for table, names in part.items():
            joined[table] = joined.get(table, frozenset()) | frozenset(names)
    return joined
