"""Rules: what each one judges, reads and needs, and the register of all of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from gpudesk.checks.finding import Found, Severity

if TYPE_CHECKING:
    from gpudesk.checks.view import View


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
    TEXT = "text"
    """All rows that share a text, such as a name: the scope id is that text."""


Judge = Callable[["View"], Iterable[Found]]


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
    judge: Judge


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
) -> Callable[[Judge], Judge]:
    """Register the function that follows as the rule `key`; the arguments are those of `Rule`."""

    def register(judge: Judge) -> Judge:
        if key in RULES:
            raise ValueError(f"two rules are called {key}")
        columns = {table: frozenset(names) for table, names in reads.items()}
        RULES[key] = Rule(key, key.partition(".")[0], title, many, severity, scope, columns, limits, source, text_column, last, judge)
        return judge

    return register


def reading(*parts: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Several `reads` in one."""
    joined: dict[str, frozenset[str]] = {}
    for part in parts:
        for table, names in part.items():
            joined[table] = joined.get(table, frozenset()) | frozenset(names)
    return joined
