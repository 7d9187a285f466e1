"""Fill of cable pathways: areas of cables, and the contents of each meter of a pathway network.

Fill is the sum of the areas of the cables, as if round, over the area of the pathway (TIA-569): round cables leave gaps, so that a
pathway at 50 % looks full.
"""

from dataclasses import dataclass
from math import floor, pi

import numpy as np

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathway_routing import Paths
from gpudesk.core.cabling.pathways import WayNetwork
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids

CORD_MM, CORD_KG_PER_M = 3.0, 0.009
"""Average of fiber and AOC (NVIDIA DGX SuperPOD Data Center Design, DGX H100, table 18): for a cable without own data."""
BENDS = 10
"""Minimum bend radius of a cable without load, as a multiple of its diameter (ANSI/TIA-568)."""
COPPER_KINDS = ("dac", "acc", "aec", "copper", "serial")
CELL_MM = 1000.0
"""Ways are filled in stretches of about this length."""


@dataclass(frozen=True, slots=True)
class CableBody:
    """Space and weight of a cable in a pathway."""

    area_mm2: float
    kg_per_m: float
    bend_radius_mm: float


def cable_body(kind: HardwareType | None) -> CableBody:
    """The body of a cable; where sources disagree on its weight, the larger figure."""
    diameter = (kind and kind.number("outer_diameter_mm")) or CORD_MM
    bend = (kind and kind.number("bend_radius_mm")) or BENDS * diameter
    fact = None if kind is None else kind.facts.get("mass_kg_per_m")
    masses = [] if fact is None else [variant.value for variant in (fact, *fact.others)]
    heaviest = max((float(value) for value in masses if not isinstance(value, str)), default=CORD_KG_PER_M)
    return CableBody(cable_area_mm2(diameter), heaviest, bend)


def cable_area_mm2(diameter_mm: float) -> float:
    """π/4 · d²."""
    return pi / 4 * diameter_mm**2


def way_area_mm2(kind: PathwayKind, width_mm: float, depth_mm: float) -> float:
    """The cross-sectional area of a pathway; a conduit is round, all others are rectangular."""
    return (pi / 4 if kind is PathwayKind.CONDUIT else 1.0) * width_mm * depth_mm


def cables_that_fit(area_mm2: float, percent: float, diameter_mm: float) -> int:
    """The number of equal cables that fill a pathway to a share of its area."""
    return floor(area_mm2 * percent / 100 / cable_area_mm2(diameter_mm))


def is_copper(kind: HardwareType | None) -> bool:
    """Whether a cable is of copper, as far as ways are kept for one or the other."""
    return kind is not None and kind.text("cable_kind") in COPPER_KINDS


class Cells:
    """The sections of a network divided into segments of about a meter; each section has one additional slot, which stays empty.

    Attributes:
        first: the slot at which each section begins, shape (sections,).
        count: the number of slots.
    """

    def __init__(self, network: WayNetwork) -> None:
        cells = np.maximum(np.ceil(network.length_mm / CELL_MM - 1e-9), 1).astype(np.int64)
        self.first = np.cumsum(cells + 1) - (cells + 1)
        self._cells = cells
        self.count = int((cells + 1).sum())

    def steps(self, paths: Paths, weights: Reals) -> Ids:
        """By how much the cables in each slot are more than those in the slot before it.

        Args:
            weights: how many cables take each path, whole numbers, shape (pairs,).
        """
        pair = np.repeat(np.arange(len(paths.length_mm)), np.diff(paths.first))
        taken = weights[pair]
        low = np.minimum(np.floor(paths.low_mm / CELL_MM), self._cells[paths.section] - 1).astype(np.int64)
        high = np.minimum(np.ceil(paths.high_mm / CELL_MM - 1e-9), self._cells[paths.section]).astype(np.int64)
        base = self.first[paths.section]
        up = np.bincount(base + low, weights=taken, minlength=self.count)
        down = np.bincount(base + np.maximum(high, low + 1), weights=taken, minlength=self.count)
        steps: Ids = (up - down).astype(np.int64)
        return steps

    def largest(self, values: Reals) -> Reals:
        """The largest value of the slots of each section."""
        return np.maximum.reduceat(values, self.first) if len(self.first) else np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class WayFigures:
    """The contents of the fullest meter of each pathway, shape (ways,).

    Attributes:
        cables: their number.
        area_mm2, kg_per_m: of all of them.
        bend_radius_mm: the largest that any of them requires, 0 if it is empty.
    """

    cables: Ids
    area_mm2: Reals
    kg_per_m: Reals
    bend_radius_mm: Reals


def by_way(way: Ids, values: Reals, count: int) -> Reals:
    """The largest value of the sections of each pathway, 0 if it has none."""
    largest = np.zeros(count)
    has_way = way != ABSENT
    np.maximum.at(largest, way[has_way], values[has_way])
    return largest
