"""The ways that cables take between ports, and how long they have to be for them."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.in_rack import PortSpots, RackSide, in_rack_mm
from gpudesk.core.link_ends import Ends
from gpudesk.core.placement import Mask, Reals
from gpudesk.derived.port_spots import Standing, port_spots, standing
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class Routes:
    """How some links run, shape (links,).

    Attributes:
        length_mm: how long a cable must be, slack included; NaN where there is no way.
        in_rack: whether both ends are in one rack.
        estimated: whether no way for cables joins the ends, so that the length is that of right angles above the racks.
    """

    length_mm: Reals
    in_rack: Mask
    estimated: Mask


def routes(snapshot: Snapshot, a: Ends, b: Ends) -> Routes:
    """How links run between some ends and others: along the sides of their racks, and out of them at the top or below.

    Links of the same two racks that leave them along the same edges are worked out once.
    """
    sheet, stands = snapshot.cached(site_sheet), snapshot.cached(standing)
    rule = RackSide(sheet.text("cable_rack_side"))
    ends = port_spots(snapshot, a), port_spots(snapshot, b)
    one = (ends[0].place == ends[1].place) & (ends[0].place != ABSENT)
    inside = in_rack_mm(*ends, rule) + 2 * sheet.limit("cable_slack_in_rack_mm")
    (out_a, across_a), (out_b, across_b) = (_exit_codes(spots, rule) for spots in ends)
    pairs = _Pairs(stands, out_a, out_b, ~one)
    far, level_a, level_b = _estimates(snapshot, sheet, stands, pairs)
    at = pairs.of_link
    climbs = np.abs(level_a[at] - ends[0].height_mm) + np.abs(level_b[at] - ends[1].height_mm)
    outside = np.where(at == ABSENT, np.nan, across_a + across_b + climbs + far[at] + 2 * sheet.limit("cable_slack_mm"))
    return Routes(np.where(one, inside, outside), one, ~one & ~np.isnan(outside))


def _exit_codes(spots: PortSpots, rule: RackSide) -> tuple[Ids, Reals]:
    """For each port the corner of its rack at which its cable leaves, ABSENT for what stands nowhere, and the way to that edge."""
    right, aside = spots.sides(rule)
    return np.where(spots.place == ABSENT, ABSENT, spots.place * 4 + spots.rear * 2 + right), aside


class _Pairs:
    """The different pairs of corners between which links run; the last one is that of links without a place.

    Attributes:
        exits: the corners in use, as codes, shape (exits,).
        xy_mm: where they are in their halls, shape (exits, 2).
        hall: their halls.
        first, second: the corners of each pair, as places in `exits`, shape (pairs,).
        of_link: the pair of each link, ABSENT for those within a rack and those that end nowhere, shape (links,).
    """

    def __init__(self, stands: Standing, out_a: Ids, out_b: Ids, outside: Mask) -> None:
        wanted = np.flatnonzero(outside & (out_a != ABSENT) & (out_b != ABSENT))
        used = np.zeros(4 * len(stands.hall), bool)
        used[out_a[wanted]] = used[out_b[wanted]] = True
        self.exits = np.flatnonzero(used)
        number = np.cumsum(used) - 1
        place = self.exits >> 2
        self.place = place
        self.hall = stands.hall[place]
        self.xy_mm = stands.exits(place, (self.exits & 2) > 0, (self.exits & 1) > 0)
        codes = number[out_a[wanted]] * max(len(self.exits), 1) + number[out_b[wanted]]
        pairs, inverse = np.unique(codes, return_inverse=True)
        self.first, self.second = np.divmod(pairs, max(len(self.exits), 1))
        self.of_link = np.full(len(out_a), ABSENT, np.int64)
        self.of_link[wanted] = inverse


def _estimates(snapshot: Snapshot, sheet: SiteSheet, stands: Standing, pairs: _Pairs) -> tuple[Reals, Reals, Reals]:
    """The way of each pair along rows and aisles, and the height at which it runs at both ends; NaN between halls.

    The last entry of each, for links without a pair, is not a number.
    """
    level, turn = _hall_levels(snapshot, sheet, stands)
    halls = snapshot["hall"].positions(pairs.hall)
    cosine, sine = np.cos(turn[halls]), np.sin(turn[halls])
    x, y = pairs.xy_mm.T
    along, deep = x * cosine + y * sine, y * cosine - x * sine
    far = np.abs(along[pairs.first] - along[pairs.second]) + np.abs(deep[pairs.first] - deep[pairs.second])
    same = pairs.hall[pairs.first] == pairs.hall[pairs.second]
    heights = level[halls]
    nothing = [np.nan]
    found = np.where(same, far, np.nan), heights[pairs.first], heights[pairs.second]
    far, low, high = (np.concatenate([values, nothing]) for values in found)
    return far, low, high


def _hall_levels(snapshot: Snapshot, sheet: SiteSheet, stands: Standing) -> tuple[Reals, Reals]:
    """How high cables run in each hall where no way says it, and how its rows are turned (radians), shape (halls,)."""
    halls = snapshot["hall"]
    at = halls.positions(stands.hall[: stands.racks])
    top = np.zeros(halls.rows)
    np.maximum.at(top, at, stands.height_mm[: stands.racks])
    level = top + sheet.limit("tray_above_rack_mm")
    if sheet.text("cable_exit") == "floor":
        level = np.where(halls["raised_floor"] == 1, -sheet.limit("under_floor_mm"), level)
    angle = stands.angle_ddeg[: stands.racks] % 900
    turns = np.zeros(halls.rows)
    if len(angle):
        keys, counts = np.unique(at * 900 + angle, return_counts=True)
        order = np.argsort(counts, kind="stable")
        turns[keys[order] // 900] = np.radians(keys[order] % 900 / 10)
    return level, turns
