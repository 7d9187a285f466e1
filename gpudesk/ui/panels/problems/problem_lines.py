"""The lines of the list of problems: findings in their order, under the heads of their groups, folded or not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.checks.findings.finding import SHOWN, natural
from gpudesk.checks.findings.finding_columns import FindingColumns
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.problems.problem_rows import FAMILIES, Column, family_of

FEW = 3
"""Up to this number, similar findings are initially unfolded."""


class Grouping(StrEnum):
    """Grouping of the list."""

    NONE = "none"
    RULE = "rule"
    FAMILY = "family"
    PLACE = "place"
    SEVERITY = "severity"


Key = tuple[str, str | int]
"""Identity of a group: "rule", "family", "severity", "hall", "rack_row" or "rack", and its key."""
_LEVELS: Mapping[Grouping, tuple[str, ...]] = {
    Grouping.NONE: (),
    Grouping.RULE: ("rule",),
    Grouping.FAMILY: ("family", "rule"),
    Grouping.PLACE: ("hall", "rack_row", "rack"),
    Grouping.SEVERITY: ("severity", "rule"),
}


@dataclass(frozen=True)
class Groups:
    """The groups of one level, in order. Arrays of shape (groups,).

    Attributes:
        of: the kind of each group.
        keys: the key of each group.
        start, end: the findings of each group are `order[start:end]`.
        headed: whether it has a head: a single finding of a rule has none, nor do findings outside rows and racks.
    """

    of: str
    keys: tuple[str | int, ...]
    start: Ids
    end: Ids
    headed: Mask


class Lines:
    """Content of each line: the head of a group or a finding.

    Args:
        order: the findings to show, in their order, groups together.
        groups: the levels from the outermost to the innermost.
        folded: returns for a group and its size whether it is folded.
    """

    def __init__(self, columns: FindingColumns, order: Ids, groups: Sequence[Groups], folded: Callable[[Key, int], bool]) -> None:
        self.columns = columns
        self.order = order
        self.groups = tuple(groups)
        seen = np.ones(len(order), bool)
        positions, levels, members = [], [], []
        self.folded: list[list[bool]] = []
        for level, group in enumerate(self.groups):
            shown = np.flatnonzero(group.headed & seen[group.start])
            positions.append(group.start[shown])
            levels.append(np.full(len(shown), level))
            members.append(shown)
            sizes = (group.end - group.start).tolist()
            closed = [
                bool(headed) and folded((group.of, key), size) for key, size, headed in zip(group.keys, sizes, group.headed, strict=True)
            ]
            self.folded.append(closed)
            for place in np.flatnonzero(closed).tolist():
                seen[group.start[place] : group.end[place]] = False
        rows = np.flatnonzero(seen)
        position = np.concatenate([*positions, rows])
        level_of = np.concatenate([*levels, np.full(len(rows), len(self.groups))])
        member = np.concatenate([*members, order[rows]])
        sequence = np.lexsort((level_of, position))
        self.level: Ids = level_of[sequence].astype(np.int64)
        self.member: Ids = member[sequence].astype(np.int64)
        self._position: Ids = position[sequence].astype(np.int64)

    def __len__(self) -> int:
        return len(self.level)

    def is_head(self, line: int) -> bool:
        """Whether a line is the head of a group."""
        return int(self.level[line]) < len(self.groups)

    def finding(self, line: int) -> int:
        """The place among the findings of the one in a line."""
        return int(self.member[line])

    def key(self, line: int) -> Key:
        """Key of the group whose head is in a line."""
        groups = self.groups[int(self.level[line])]
        return groups.of, groups.keys[int(self.member[line])]

    def depth(self, line: int) -> int:
        """Number of heads above a head."""
        over = self.groups[: int(self.level[line])]
        return sum(bool(groups.headed[np.searchsorted(groups.end, self._position[line], side="right")]) for groups in over)

    def is_folded(self, line: int) -> bool:
        """Whether the group whose head is in a line is folded."""
        return self.folded[int(self.level[line])][int(self.member[line])]

    def findings(self, line: int) -> Ids:
        """The findings of the group whose head is in a line; for another line its finding."""
        if not self.is_head(line):
            return self.member[line : line + 1]
        groups, member = self.groups[int(self.level[line])], int(self.member[line])
        return self.order[groups.start[member] : groups.end[member]]

    def counts(self, line: int) -> Ids:
        """How many of each severity a group has, shape (3,); accepted ones do not count."""
        finding_places = self.findings(line)
        counted = finding_places[~self.columns.excluded[finding_places]]
        return np.bincount(self.columns.severity[counted], minlength=len(SHOWN))

    def head_of(self, line: int) -> int | None:
        """The line of the innermost head above a line, None if there is none."""
        for level, groups in reversed(list(enumerate(self.groups[: int(self.level[line])]))):
            member = int(np.searchsorted(groups.end, self._position[line], side="right"))
            if groups.headed[member]:
                return int(np.flatnonzero((self.level == level) & (self.member == member))[0])
        return None

    def line_of(self, finding: int) -> int | None:
        """The line of a finding, None if it is hidden or folded."""
        line = int(self._line_of_finding[finding])
        return None if line == ABSENT else line

    def over(self, finding: int) -> list[Key]:
        """The groups that hold a finding, from the outermost; none if it is not shown."""
        at = np.flatnonzero(self.order == finding)
        if not len(at):
            return []
        places = [(groups, int(np.searchsorted(groups.end, at[0], side="right"))) for groups in self.groups]
        return [(groups.of, groups.keys[place]) for groups, place in places if groups.headed[place]]

    def line_of_group(self, key: Key) -> int | None:
        """The line of the head of a group, None if it has none now."""
        for level, groups in enumerate(self.groups):
            if groups.of == key[0] and key[1] in groups.keys:
                at = np.flatnonzero((self.level == level) & (self.member == groups.keys.index(key[1])))
                return int(at[0]) if len(at) else None
        return None

    @cached_property
    def _line_of_finding(self) -> Ids:
        lines = np.full(len(self.columns), ABSENT, np.int64)
        rows = np.flatnonzero(self.level == len(self.groups))
        lines[self.member[rows]] = rows
        return lines


def sorted_by(columns: FindingColumns, chosen: Ids, column: Column, *, descending: bool) -> Ids:
    """Findings sorted by one column; equal ones keep their order. Missing values come last in both directions."""
    if column is Column.PROBLEM:
        sentences = [QCoreApplication.translate(*source).casefold() for source in columns.sentences]
        keys = [_ranked(sentences)[columns.sentence[chosen]], columns.label_rank[chosen]]
    elif column is Column.WHERE:
        keys = [columns.label_rank[chosen], _ranked(list(columns.rules))[columns.rule[chosen]]]
    elif column is Column.FIX:
        titles = _ranked([title for _, title in columns.fixes] or [""])
        keys = [np.where(columns.fix[chosen] == ABSENT, ABSENT, titles[columns.fix[chosen]]), columns.label_rank[chosen]]
    else:
        keys = [{Column.MARK: columns.severity, Column.FOUND: columns.found_rank, Column.REQUIRED: columns.required_rank}[column][chosen]]
    missing = keys[0] == ABSENT
    turned = [-key if descending else key for key in keys]
    return chosen[np.lexsort([*reversed(turned), missing])]


def arranged(columns: FindingColumns, order: Ids, grouping: Grouping, snapshot: Snapshot | None) -> tuple[Ids, tuple[Groups, ...]]:
    """The findings of `order` brought together by groups, and the groups."""
    levels = _LEVELS[grouping] if snapshot is not None or grouping is not Grouping.PLACE else ()
    if not levels or not len(order):
        return order, ()
    codes = [_codes(columns, of, order, snapshot) for of in levels]
    together = np.lexsort([code for _, code in reversed(codes)])
    order = order[together]
    groups: list[Groups] = []
    changes = np.zeros(len(order), bool)
    changes[0] = True
    for of, (names, code) in zip(levels, codes, strict=True):
        code = code[together]
        changes[1:] |= np.diff(code) != 0
        start = np.flatnonzero(changes)
        end = np.append(start[1:], len(order))
        keys = tuple(names[group_code] for group_code in code[start].tolist())
        headed = end - start > 1 if of == "rule" else np.array([key != ABSENT or of == "hall" for key in keys], bool)
        groups.append(Groups(of, keys, start, end, headed))
    return order, tuple(groups)


def _codes(columns: FindingColumns, of: str, order: Ids, snapshot: Snapshot | None) -> tuple[list[str | int], Ids]:
    """The possible keys of a level in order, and for each finding the index of its key."""
    if of == "rule":
        return list(columns.rules), columns.rule[order]
    if of == "severity":
        return [str(severity) for severity in SHOWN], columns.severity[order]
    if of == "family":
        known = [*FAMILIES, *sorted({family_of(rule) for rule in columns.rules} - FAMILIES.keys())]
        families = np.array([known.index(family_of(rule)) for rule in columns.rules], np.int64)
        return list(known), families[columns.rule[order]]
    if snapshot is None:
        raise AssertionError("places are told by a snapshot")
    where = columns.where(snapshot)
    ids = {"hall": where.hall, "rack_row": where.row, "rack": where.rack}[of][order]
    table = snapshot[of]
    present = np.unique(ids[ids != ABSENT])
    names = table["name"][table.positions(present)].tolist() if len(present) else []
    named = sorted(zip(names, present.tolist(), strict=True), key=lambda pair: (natural(str(pair[0])), pair[1]))
    # What is in no hall comes last; what is in a hall but in no row or rack comes before those.
    keys: list[str | int] = [row_id for _, row_id in named]
    keys = [*keys, ABSENT] if of == "hall" else [ABSENT, *keys]
    by_id = np.argsort(np.array(keys, np.int64), kind="stable")
    return keys, by_id[np.searchsorted(np.array(keys, np.int64)[by_id], ids)]


def _ranked(texts: Sequence[str]) -> Ids:
    """The place of each text among all of them in their order."""
    order = sorted(set(texts))
    return np.array([order.index(text) for text in texts], np.int64)
