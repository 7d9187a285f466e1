"""Paths through a network: the devices reachable from a device, and the hops from one device to another."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.derived.fabric.fabric_tiers import TIERS

Spot = tuple[int, int]
"""Tier and number of a device in it."""


@dataclass(frozen=True, slots=True)
class Way:
    """Hops from device to device.

    Attributes:
        spots: the devices.
        links: the link between each of them and the next.
    """

    spots: tuple[Spot, ...]
    links: tuple[int, ...]


def reach(diagram: FabricDiagram, spots: Sequence[Spot]) -> Ids:
    """The links of some devices, and those that lead on from there to the uppermost tier."""
    if not spots:
        return np.empty(0, np.int64)
    link_sets = [links for tier, item in spots for links in (diagram.links_down(tier, item), diagram.links_up(tier, item))]
    above = np.unique(np.concatenate([diagram.links_up(tier, item) for tier, item in spots]))
    for _ in range(TIERS):
        ends = np.unique(diagram.tier_b[above] * (1 << 32) + diagram.b[above])
        above = np.flatnonzero(np.isin(diagram.tier_a * (1 << 32) + diagram.a, ends))
        if not len(above):
            break
        link_sets.append(above)
    return np.unique(np.concatenate(link_sets))


def climb(diagram: FabricDiagram, spot: Spot, rail: int = 0) -> Way:
    """The path from a device to the top tier, on a rail if it has links of several."""
    spots, links = [spot], list[int]()
    while len(links) < TIERS:
        up = diagram.links_up(*spots[-1])
        if not len(up):
            break
        of_rail = up[diagram.rail[up] == rail]
        link = int((of_rail if len(of_rail) else up)[0])
        links.append(link)
        spots.append(_upper(diagram, link))
    return Way(tuple(spots), tuple(links))


def way_over(diagram: FabricDiagram, link: int) -> Way:
    """The path over a link from below and on to the top tier."""
    rail = int(diagram.rail[link])
    above = climb(diagram, _upper(diagram, link), rail)
    low = (int(diagram.tier_a[link]), int(diagram.a[link]))
    below_spots, below_links = list[Spot](), list[int]()
    spot = low
    while spot[0] > 0:
        down = diagram.links_down(*spot)
        if not len(down):
            break
        of_rail = down[diagram.rail[down] == rail]
        lower = int((of_rail if len(of_rail) else down)[0])
        spot = (int(diagram.tier_a[lower]), int(diagram.a[lower]))
        below_links.insert(0, lower)
        below_spots.insert(0, spot)
    return Way((*below_spots, low, *above.spots), (*below_links, link, *above.links))


def way_between(diagram: FabricDiagram, start: Spot, end: Spot, rail: int = 0) -> Way | None:
    """The shortest path between two devices, up to a device that both reach and down again; None if there is none."""
    if start == end:
        return Way((start,), ())
    first, second = _all_above(diagram, start, rail), _all_above(diagram, end, rail)
    common = [spot for spot in first if spot in second]
    if not common:
        return None
    # The nearest one; of those of one tier the first on the rail.
    top = min(common, key=lambda spot: (first[spot][0] + second[spot][0], first[spot][2], second[spot][2], spot))
    up, down = _traced(diagram, first, top), _traced(diagram, second, top)
    return Way((*up.spots, *down.spots[-2::-1]), (*up.links, *down.links[::-1]))


_Above = dict[Spot, tuple[int, int, int]]
"""Hops, the link used to arrive, and whether it is off the rail."""


def _all_above(diagram: FabricDiagram, spot: Spot, rail: int) -> _Above:
    reached: _Above = {spot: (0, ABSENT, 0)}
    edge = [spot]
    for hops in range(1, TIERS + 1):
        coming: list[Spot] = []
        for lower in edge:
            up = diagram.links_up(*lower)
            off = reached[lower][2]
            tiers, items, rails = diagram.tier_b[up].tolist(), diagram.b[up].tolist(), diagram.rail[up].tolist()
            for link, tier, item, its_rail in zip(up.tolist(), tiers, items, rails, strict=True):
                other = 1 if off or its_rail not in (rail, ABSENT) else 0
                known = reached.get((tier, item))
                if known is None or (known[0] == hops and known[2] > other):
                    if known is None:
                        coming.append((tier, item))
                    reached[tier, item] = (hops, link, other)
        edge = coming
    return reached


def _traced(diagram: FabricDiagram, above: _Above, top: Spot) -> Way:
    spots, links = [top], list[int]()
    while above[spots[0]][1] != ABSENT:
        link = above[spots[0]][1]
        links.insert(0, link)
        spots.insert(0, (int(diagram.tier_a[link]), int(diagram.a[link])))
    return Way(tuple(spots), tuple(links))


def _upper(diagram: FabricDiagram, link: int) -> Spot:
    return int(diagram.tier_b[link]), int(diagram.b[link])
