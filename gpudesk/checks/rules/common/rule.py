"""Rules: what each one checks, reads and needs, and the register of all of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from gpudesk.checks.findings.finding import ScopeId, Severity, Violation
from gpudesk.checks.rules.common.removal import Removal
from gpudesk.project.snapshot import Snapshot

if TYPE_CHECKING:
    from gpudesk.checks.rules.common.rule_view import View

NAME = "name"
"""A column that rules only display in their findings: it determines nothing. Rules of scope TEXT check it."""


class Scope(Enum):
    """The unit that a rule examines as a whole, and that is checked again after an edit."""

    PROJECT = "project"
    HALL = "hall"
    FLOOR = "floor"
    """A hall and everything on its floor: racks, and devices outside racks. The contents of racks have no effect."""
    ROW = "row"
    RACK = "rack"
    POWER = "power"
    """A rack with all racks that share its feeds or have cords to its PDUs."""
    DEVICE = "device"
    CABLE = "cable"
    """A cable with the other legs of its assembly."""
    LINK = "link"
    """A device with all links that end there, including through panels; objects at their other ends have an effect."""
    TEXT = "text"
    """All rows that share a text, such as a name: the scope id is that text."""


Judge = Callable[["View"], Iterable[Violation]]
When = Callable[[Snapshot], bool]
Subject = Callable[[Snapshot], object]
Differing = Callable[[Snapshot, Snapshot], frozenset[ScopeId] | None]
Spares = Callable[[Removal], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One registered check.

    Attributes:
        key: stable name, "family.what"; severities and exclusions of projects use it.
        family: the part of the key before the dot.
        title: the requirement, a literal marked for translation in the context "checks".
        many: text that combines several findings in one line, with the field count; "" if there is none.
        severity: the initial severity in a project.
        reads: table → the columns whose change triggers a new check. Rows added or removed in these tables always do.
        limits: the values of the site sheet that it uses.
        source: the source of the requirement, a literal marked like the title.
        text_column: of a rule with scope TEXT, the column whose values are the scope ids.
        last: it evaluates the other findings and runs after them.
        judges_names: a name affects the result, and is not only displayed.
        when: whether a project can have findings of the rule, calculated from what it reads; None for always.
        subject: the only input, besides catalog entries, that determines the findings, calculated from what it reads; if it
            equals that before an edit, there are no new findings and only display text may change. None for all that it reads.
        ground: project-wide input in addition to its scope, calculated from what it reads; if it changes, all is checked again.
        differing: for a project-wide rule that checks many objects individually: those whose verdict may differ between two
            states, as separate scope ids; None for all. It also compares inputs determined by limits, and the rule receives such
            ids in `View.only`.
        of_cords: the findings depend only on cords and on what feeds them. After an edit that only adds or removes devices without
            cords and outlets, the rule is asked again only where it has findings: their fixes may depend on such devices.
        spared_by_removal: where there is no finding, an edit that only removes devices, with all their cords and cables, causes none
            (`checks.engine.removals`): the rule is asked again only where it has findings.
        spared_without: for such a rule, the keys of rules whose findings may hide some of its own, such as a greater fault of the same
            object: it is also asked again if one of them had any in the project.
        spared_if: for such a rule, conditions that must all hold of the removal; each may rely on those before it.
        judge: yields the findings in a view; each finding names at least one scope id of the view.
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
    of_cords: bool
    spared_by_removal: bool
    spared_without: tuple[str, ...]
    spared_if: tuple[Spares, ...]
    judge: Judge

    def only_told(self, table: str, columns: Iterable[str]) -> bool:
        """Whether all of some columns that it reads from `table` appear only in the texts of its findings."""
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
    of_cords: bool = False,
    spared_by_removal: bool = False,
    spared_without: tuple[str, ...] = (),
    spared_if: tuple[Spares, ...] = (),
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
            of_cords=of_cords,
            spared_by_removal=spared_by_removal,
            spared_without=spared_without,
            spared_if=spared_if,
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
