"""Findings as columns, to filter, sort and group a list of a hundred thousand, with the place of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from gpudesk.checks.findings.finding import SHOWN, Finding, natural
from gpudesk.core.messages.message import Quantity, Value
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot

if TYPE_CHECKING:
    from gpudesk.checks.findings.findings import RuleFindings

LOCATED = ("hall", "rack_row", "rack", "device", "reservation", "floor_item")
"""The tables whose rows lie in a hall. The place of a table in this tuple is its code; others have ABSENT."""
_CODES = {table: code for code, table in enumerate(LOCATED)}


@dataclass(frozen=True)
class Where:
    """The ids of hall, row and rack of some rows, ABSENT if there is none. Arrays of shape (n,)."""

    hall: Ids
    row: Ids
    rack: Ids


@dataclass(frozen=True)
class RuleColumns:
    """The findings of one rule, by place.

    Attributes:
        findings: in their order.
        excluded: whether the project accepts each.
        place_table, place_id: the place of each; the table as its code in `LOCATED`.
        named, named_table, named_id: one entry for each row that a finding names or is located in, each once: the finding's index
            in `findings`, the table's code and the row's id.
    """

    findings: tuple[Finding, ...]
    excluded: Mask
    place_table: Ids
    place_id: Ids
    named: Ids
    named_table: Ids
    named_id: Ids

    def patched(self, findings: Sequence[Finding], gone: Sequence[int], fresh: Sequence[int]) -> RuleColumns:
        """The columns of `findings`: these without those at the places `gone`, and with those at the new places `fresh`; both ascending."""
        added = rule_columns([findings[place] for place in fresh])
        stays, comes = np.ones(len(self.findings), bool), np.zeros(len(findings), bool)
        stays[gone], comes[fresh] = False, True
        place = np.cumsum(stays) - 1
        place = np.flatnonzero(~comes)[place] if len(place) and stays.any() else place

        def merged(mine: Any, others: Any) -> Any:
            values = np.empty(len(findings), mine.dtype)
            values[~comes], values[comes] = mine[stays], others
            return values

        held = stays[self.named]
        named = np.concatenate([place[self.named[held]], np.array(fresh, np.int64)[added.named]])
        order = np.argsort(named, kind="stable")
        return RuleColumns(
            tuple(findings),
            merged(self.excluded, added.excluded),
            merged(self.place_table, added.place_table),
            merged(self.place_id, added.place_id),
            named[order],
            np.concatenate([self.named_table[held], added.named_table])[order],
            np.concatenate([self.named_id[held], added.named_id])[order],
        )


def rule_columns(findings: Iterable[Finding]) -> RuleColumns:
    """The columns of the findings of one rule."""
    rule_findings = tuple(findings)
    named: list[int] = []
    tables: list[int] = []
    ids: list[int] = []
    for number, finding in enumerate(rule_findings):
        place = finding.place
        for table, row_id in dict.fromkeys((*finding.objects, (place.table, place.id))):
            named.append(number)
            tables.append(_CODES.get(table, ABSENT))
            ids.append(row_id)
    return RuleColumns(
        rule_findings,
        np.array([finding.excluded is not None for finding in rule_findings], bool),
        np.array([_CODES.get(finding.place.table, ABSENT) for finding in rule_findings], np.int64),
        np.array([finding.place.id for finding in rule_findings], np.int64),
        np.array(named, np.int64),
        np.array(tables, np.int64),
        np.array(ids, np.int64),
    )


class FindingColumns:
    """All findings of a project, by severity, rule and place. Arrays are aligned with `findings`, shape (n,).

    Attributes:
        findings: every finding.
        rules: the keys of the rules with findings.
        rule: the index of each finding's rule in `rules`.
        severity: the index of its severity in `SHOWN`.
        excluded: whether the project accepts it.
        named, named_table, named_id: the rows that the findings name, as in `RuleColumns`.
    """

    def __init__(self, ranked: Sequence[RuleFindings]) -> None:
        parts = [rule_findings.columns for rule_findings in ranked]
        sizes = [len(part.findings) for part in parts]
        starts = np.cumsum([0, *sizes])
        self.findings: tuple[Finding, ...] = tuple(chain.from_iterable(part.findings for part in parts))
        self.rules = tuple(part.findings[0].rule for part in parts)
        self.rule: Ids = np.repeat(np.arange(len(parts)), sizes)
        self.severity: Ids = np.repeat(np.array([SHOWN.index(rule_findings.severity) for rule_findings in ranked], np.int64), sizes)
        self.excluded: Mask = _joined([part.excluded for part in parts], bool)
        self._place_table = _joined([part.place_table for part in parts])
        self._place_id = _joined([part.place_id for part in parts])
        self.named = _joined([part.named + start for part, start in zip(parts, starts.tolist(), strict=False)])
        self.named_table = _joined([part.named_table for part in parts])
        self.named_id = _joined([part.named_id for part in parts])
        self._where: tuple[Snapshot, Where, Where] | None = None
        self._by_rack: tuple[Snapshot, Ids, Ids] | None = None

    def __len__(self) -> int:
        return len(self.findings)

    @cached_property
    def label_rank(self) -> Ids:
        """The order of the names of the places, as people count."""
        return _ranks([finding.place.label for finding in self.findings], natural)

    @cached_property
    def found_rank(self) -> Ids:
        """The order of the values met: by unit and size, numbers before texts; ABSENT without one."""
        return _ranks([_of_value(finding.found) for finding in self.findings])

    @cached_property
    def required_rank(self) -> Ids:
        """The rank of the required values, as in `found_rank`."""
        return _ranks([_of_value(finding.required) for finding in self.findings])

    @cached_property
    def sentence(self) -> Ids:
        """The place of each finding's sentence in `sentences`."""
        numbers = {source: number for number, source in enumerate(self.sentences)}
        return np.array([numbers[finding.message.context, finding.message.text] for finding in self.findings], np.int64)

    @cached_property
    def sentences(self) -> tuple[tuple[str, str], ...]:
        """Context and text of the messages, each once."""
        return tuple(dict.fromkeys((finding.message.context, finding.message.text) for finding in self.findings))

    @cached_property
    def fix(self) -> Ids:
        """The place of each finding's fix in `fixes`, ABSENT without one."""
        numbers = {kind: number for number, kind in enumerate(self.fixes)}
        return np.array([ABSENT if finding.fix is None else numbers[_kind(finding)] for finding in self.findings], np.int64)

    @cached_property
    def fixes(self) -> tuple[tuple[str, str], ...]:
        """The kinds of fix: operation and the text of the title, each once."""
        return tuple(dict.fromkeys(_kind(finding) for finding in self.findings if finding.fix is not None))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The searchable names and places of each finding, besides its text, in lower case."""
        return tuple(
            "\n".join([finding.place.label, *(value for value in finding.message.values.values() if isinstance(value, str))]).lower()
            for finding in self.findings
        )

    def made_ready(self, snapshot: Snapshot) -> FindingColumns:
        """Returns self with all lazily built columns built, on a background thread."""
        _ = self.label_rank, self.found_rank, self.required_rank, self.sentence, self.fix, self.words
        self._located(snapshot)
        return self

    def where(self, snapshot: Snapshot) -> Where:
        """The hall, row and rack of each finding; `snapshot` is the state that was checked."""
        return self._located(snapshot)[1]

    def where_named(self, snapshot: Snapshot) -> Where:
        """The hall, row and rack of each row of `named`."""
        return self._located(snapshot)[2]

    def in_rack(self, snapshot: Snapshot, rack_id: int) -> Ids:
        """The findings that name a rack or its contents, in order."""
        if self._by_rack is None or self._by_rack[0] is not snapshot:
            racks = self.where_named(snapshot).rack
            order = np.argsort(racks, kind="stable")
            self._by_rack = snapshot, racks[order], order
        _, racks, order = self._by_rack
        low, high = np.searchsorted(racks, [rack_id, rack_id + 1])
        return np.unique(self.named[order[low:high]])

    def naming(self, table: str, ids: Iterable[int]) -> Ids:
        """The findings that name one of some rows of a located table or lie in it, in order."""
        row_ids = np.fromiter(ids, np.int64)
        return np.unique(self.named[(self.named_table == _CODES[table]) & np.isin(self.named_id, row_ids)])

    def _located(self, snapshot: Snapshot) -> tuple[Snapshot, Where, Where]:
        if self._where is None or self._where[0] is not snapshot:
            places = located(snapshot, self._place_table, self._place_id)
            self._where = snapshot, places, located(snapshot, self.named_table, self.named_id)
        return self._where


def located(snapshot: Snapshot, tables: Ids, ids: Ids) -> Where:
    """The places of rows of several tables.

    Args:
        tables: their codes in `LOCATED`, shape (n,); ABSENT has no place.
        ids: their ids; a deleted row has no place.
    """
    hall, row, rack = (np.full(len(ids), ABSENT, np.int64) for _ in range(3))
    where = snapshot.cached(whereabouts)
    for table, code in _CODES.items():
        chosen = np.flatnonzero(tables == code)
        columns = snapshot[table]
        places = columns.positions(ids[chosen].copy())
        chosen, places = chosen[places != ABSENT], places[places != ABSENT]
        if not len(chosen):
            continue
        if table == "device":
            rack[chosen], row[chosen], hall[chosen] = where.rack[places], where.rows(places), where.halls(places)
        elif table in ("rack", "reservation"):
            rack[chosen] = columns.ids[places] if table == "rack" else columns["rack_id"][places]
            racks = snapshot["rack"]
            at = racks.positions(rack[chosen])
            row[chosen], hall[chosen] = racks["row_id"][at], racks["hall_id"][at]
        else:
            hall[chosen] = columns.ids[places] if table == "hall" else columns["hall_id"][places]
            if table == "rack_row":
                row[chosen] = columns.ids[places]
    return Where(hall, row, rack)


def located_row(snapshot: Snapshot, table: str, row_id: int) -> Where:
    """The place of one row; arrays of shape (1,)."""
    return located(snapshot, np.array([_CODES.get(table, ABSENT)]), np.array([row_id]))


def _kind(finding: Finding) -> tuple[str, str]:
    return ("", "") if finding.fix is None else (finding.fix.operation, finding.fix.title.text)


def _of_value(value: Value | None) -> tuple[Any, ...] | None:
    """Numbers by unit and size, before texts."""
    if value is None:
        return None
    if isinstance(value, Quantity):
        return (0, value.unit, value.value)
    if isinstance(value, int | float):
        return (0, "", float(value))
    return (1, "", natural(value if isinstance(value, str) else str(value)))


def _ranks(keys: Sequence[Any], order: Callable[[Any], Any] = lambda key: key) -> Ids:
    """The place of each key among the different ones, ABSENT for None."""
    places = {key: place for place, key in enumerate(sorted({key for key in keys if key is not None}, key=order))}
    places[None] = ABSENT
    return np.array([places[key] for key in keys], np.int64)


def _joined(parts: Sequence[Any], kind: Any = np.int64) -> Any:
    return np.concatenate(parts) if parts else np.empty(0, kind)
