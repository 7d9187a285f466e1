"""Bundles: cables between the same two racks along the same pathways, and the contents of each pathway."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import pi, sqrt
from typing import TypeAlias

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.pathways.pathway_loads import cable_routes
from gpudesk.derived.pathways.pathway_network import way_plan
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.cables.cable_lines import CableLines

Kind: TypeAlias = tuple[str, str, int]
"""Network, model, and length in mm or ABSENT."""
_PACKED = pi / 4
"""The share of a bundle's cross-section that round cables fill when they lie loosely: that of circles in squares (derived)."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Cables between two stands.

    Attributes:
        number: from 1, in walking order along the racks.
        legs: as numbered in `CableLines`.
        kinds: number of cables of each kind. A splitter with ends in several bundles counts in the first of them.
        further: number of cables of each kind that count in an earlier bundle and only have legs in this one.
        numbers: the numbers of the cables of each kind, counted here or before, ascending.
        ways: places of its pathways, from `near` to `far`; empty within a rack and if no pathway joins them.
        through: their names.
        diameter_mm: of the bundle, None if the diameter of a cable is unknown.
    """

    number: int
    near: int
    far: int
    legs: Ids
    kinds: Mapping[Kind, int]
    further: Mapping[Kind, int]
    numbers: Mapping[Kind, tuple[int, ...]]
    ways: tuple[int, ...]
    through: tuple[str, ...]
    diameter_mm: float | None


def bundles(lines: CableLines) -> list[Bundle]:
    """The cables by pair of racks, in walking order along the rows; those within a rack before all that leave it."""
    rank = _ranks(lines.snapshot, np.union1d(lines.stands["a"], lines.stands["b"]))
    a, b = (np.array([rank[stand] for stand in lines.stands[side].tolist()], np.int64) for side in "ab")
    low, high = np.minimum(a, b), np.maximum(a, b)
    taken, route = _routes(lines, a > b)
    order = np.lexsort([route, high, high != low, low])
    if not len(order):
        return []
    breaks = np.flatnonzero(np.any(np.diff(np.stack([low, high, route])[:, order]) != 0, axis=0)) + 1
    stand_of = {place: stand for stand, place in rank.items()}
    names = lines.snapshot["pathway"]["name"].tolist()
    seen = np.zeros(lines.snapshot["cable"].rows, bool)
    made_bundles = []
    for number, legs in enumerate(np.split(order, breaks), start=1):
        near, far = stand_of[int(low[legs[0]])], stand_of[int(high[legs[0]])]
        cable = lines.cable_of(legs)
        _, first = np.unique(cable, return_index=True)
        cable_legs = legs[np.sort(first)]
        new = ~seen[lines.cable_of(cable_legs)]
        seen[cable] = True
        ways = taken[int(route[legs[0]])]
        through = tuple(str(name) for name, _ in groupby(names[way] for way in ways))
        numbers = _numbers(lines, cable_legs)
        kinds, further = _counts(_numbers(lines, cable_legs[new])), _counts(_numbers(lines, cable_legs[~new]))
        made_bundles.append(Bundle(number, near, far, legs, kinds, further, numbers, ways, through, _diameter_mm(lines, cable_legs)))
    return made_bundles


@dataclass(frozen=True, slots=True)
class WayLoad:
    """A pathway with the cables pulled through it.

    Attributes:
        way: its place in the table `pathway`.
        cables: number of cables, a splitter as one.
        bundles: the numbers of their bundles, ascending.
    """

    way: int
    cables: int
    bundles: tuple[int, ...]


def loads(lines: CableLines, made: Sequence[Bundle]) -> list[WayLoad]:
    """The pathways used by bundles, in the order of first use."""
    cables: dict[int, list[Ids]] = {}
    numbers: dict[int, list[int]] = {}
    for bundle in made:
        for way in dict.fromkeys(bundle.ways):
            cables.setdefault(way, []).append(lines.cable_of(bundle.legs))
            numbers.setdefault(way, []).append(bundle.number)
    return [WayLoad(way, len(np.unique(np.concatenate(legs))), tuple(numbers[way])) for way, legs in cables.items()]


def totals(made: Sequence[Bundle]) -> dict[tuple[str, int], int]:
    """How many cables there are of each model and length in mm, as they are bought."""
    counts: dict[tuple[str, int], int] = {}
    for bundle in made:
        for (_, model, length), count in bundle.kinds.items():
            counts[model, length] = counts.get((model, length), 0) + count
    return dict(sorted(counts.items()))


def _numbers(lines: CableLines, legs: Ids) -> dict[Kind, tuple[int, ...]]:
    """The numbers of the cables of some legs by their kinds; a splitter has that of its first leg."""
    cables = lines.snapshot["cable"]
    lengths, numbers = cables["length_mm"][lines.legs[legs]].tolist(), cables.ids[lines.cable_of(legs)].tolist()
    numbers_by_kind: dict[Kind, list[int]] = {}
    for leg, length, number in zip(legs.tolist(), lengths, numbers, strict=True):
        numbers_by_kind.setdefault((lines.network(leg), lines.model(leg), int(length)), []).append(number)
    ordered = sorted(numbers_by_kind.items(), key=lambda item: (item[0][0], item[0][1], -item[0][2]))
    return {kind: tuple(sorted(numbers)) for kind, numbers in ordered}


def _counts(numbers: Mapping[Kind, Sequence[int]]) -> dict[Kind, int]:
    return {kind: len(those) for kind, those in numbers.items()}


def _routes(lines: CableLines, turned: Mask) -> tuple[list[tuple[int, ...]], Ids]:
    """The different ways that legs take, from the end "a", or from the end "b" of those that are turned, and which of them each takes."""
    taken: dict[tuple[int, ...], int] = {(): 0}
    route = np.zeros(len(lines.legs), np.int64)
    way = lines.snapshot.cached(way_plan).network.way
    for places, running in cable_routes(lines.snapshot, lines.legs):
        legs = np.searchsorted(lines.legs, places)
        pairs = running.pairs.paths
        keys, which = np.unique(running.pair * 2 + turned[legs], return_inverse=True)
        codes = np.zeros(len(keys), np.int64)
        for place, key in enumerate(keys.tolist()):
            pair, back = divmod(key, 2)
            if pair != ABSENT:
                sections = pairs.section[pairs.first[pair] : pairs.first[pair + 1]]
                ways = tuple(int(one) for one, _ in groupby(way[sections].tolist()) if one != ABSENT)
                codes[place] = taken.setdefault(ways[::-1] if back else ways, len(taken))
        route[legs] = codes[which.ravel()]
    return list(taken), route


def _diameter_mm(lines: CableLines, legs: Ids) -> float | None:
    types, area = lines.snapshot["cable"]["type_id"][lines.legs[legs]], 0.0
    for type_id, count in zip(*np.unique(types, return_counts=True), strict=True):
        thick = None if type_id == ABSENT else lines.snapshot.types[int(type_id)].number("outer_diameter_mm")
        if thick is None:
            return None
        area += int(count) * thick**2
    return sqrt(area / _PACKED)


def _ranks(snapshot: Snapshot, stands: Ids) -> dict[int, int]:
    """Walking order: racks along their rows, then stand-alone devices."""
    racks = snapshot["rack"]
    inside = [int(racks.ids[place]) for group in racks_by_row(snapshot, np.arange(racks.rows)) for place in group.tolist()]
    asked_stands = set(stands.tolist())
    ordered = [stand for stand in inside if stand in asked_stands]
    ordered += sorted((stand for stand in asked_stands if stand < ABSENT), reverse=True)
    return {stand: place for place, stand in enumerate(ordered)}
