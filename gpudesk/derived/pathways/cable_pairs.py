"""The pair of rack corners between which each cable runs, kept from edit to edit: a cable that goes needs no new route."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.pathways.cable_routes import Pairs

Object = tuple[str, int]
"""A table and the id of a row."""
MOST_SINCE = 4000
"""Maximum number of cables whose pairs are kept apart since all were counted; above it none are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class PairTable:
    """Pairs of corners, and what they say of pathways whatever cables run between them.

    Attributes:
        pairs: the pairs, with their paths.
        open_pair: the pairs with a corner that is too far from its pathway, once for each such corner.
        open_at: the rack, or device on a floor, at each of these corners.
    """

    pairs: Pairs
    open_pair: Ids
    open_at: Sequence[Object]


@dataclass(frozen=True, slots=True, eq=False)
class PairedCables:
    """Some cables with their pairs, shape (cables,).

    Attributes:
        table: the table that `pair` is about.
        cable: ids of cables, or their places in the table `cable`.
        pair: the index of each pair, never ABSENT.
    """

    table: PairTable
    cable: Ids
    pair: Ids

    def at_places(self, cables: Columns) -> "PairedCables":
        """The same, of cables named by their ids, by their places."""
        return PairedCables(self.table, cables.positions(self.cable), self.pair)

    def with_ids(self, cables: Columns) -> "PairedCables":
        """The same, of cables named by their places, by their ids."""
        return PairedCables(self.table, cables.at("id", self.cable), self.pair)


@dataclass(frozen=True, slots=True, eq=False)
class CablePairs:
    """The pairs of all cables that are counted in pathways.

    Attributes:
        tables: the pairs at the time when all cables were counted.
        table, pair: of each cable id at that time, its table and pair; ABSENT for none.
        since: the same of cables that came or changed since; None for one that is not counted.
    """

    tables: tuple[PairTable, ...]
    table: NDArray[np.int8]
    pair: NDArray[np.int32]
    since: Mapping[int, tuple[PairTable, int] | None]

    @classmethod
    def of(cls, cables: Columns, parts: Sequence[PairedCables]) -> "CablePairs":
        """Those of all cables; `parts` name them by their places."""
        size = int(cables.ids[-1]) + 1 if cables.rows else 0
        table, pair = np.full(size, ABSENT, np.int8), np.full(size, ABSENT, np.int32)
        for number, part in enumerate(parts):
            ids = part.with_ids(cables).cable
            table[ids], pair[ids] = number, part.pair
        return cls(tuple(part.table for part in parts), table, pair, MappingProxyType({}))

    def parts(self, cable_ids: Ids) -> list[PairedCables]:
        """Those of some cables that are counted, each with their ids."""
        known = np.array([cable in self.since for cable in cable_ids.tolist()], bool) if self.since else np.zeros(len(cable_ids), bool)
        old = cable_ids[~known & (cable_ids < len(self.pair))]
        parts = []
        for number, table in enumerate(self.tables):
            of_table = old[self.table[old] == number]
            if len(of_table):
                parts.append(PairedCables(table, of_table, self.pair[of_table].astype(np.int64)))
        by_table: dict[int, tuple[PairTable, list[int], list[int]]] = {}
        for cable in cable_ids[known].tolist():
            kept = self.since[cable]
            if kept is not None:
                _, cables, pairs = by_table.setdefault(id(kept[0]), (kept[0], [], []))
                cables.append(cable)
                pairs.append(kept[1])
        return [*parts, *(PairedCables(table, np.array(cables), np.array(pairs)) for table, cables, pairs in by_table.values())]

    def edited(self, touched_ids: Ids, parts: Iterable[PairedCables]) -> "CablePairs | None":
        """These after an edit that touched some cables; None if too many were touched since all were counted.

        Args:
            touched_ids: ids of all that came, changed or went.
            parts: those of them that are there and counted, by their ids.
        """
        if len(self.since) + len(touched_ids) > MOST_SINCE:
            return None
        since = {**self.since, **dict.fromkeys(touched_ids.tolist())}
        for part in parts:
            since.update((cable, (part.table, pair)) for cable, pair in zip(part.cable.tolist(), part.pair.tolist(), strict=True))
        return CablePairs(self.tables, self.table, self.pair, since)
