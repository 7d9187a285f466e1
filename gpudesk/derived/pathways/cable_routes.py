"""The ways that cables take between ports, and how long they have to be for them."""

from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.pathway_routing import Paths
from gpudesk.core.cabling.pathways import FIBRE
from gpudesk.core.racks.in_rack_routing import PortSpots, RackSide, in_rack_mm
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.pathways.pathway_network import way_plan
from gpudesk.derived.ports.port_spots import Standing, port_spots, standing
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The distinct pairs of rack corners between which links run, shape (pairs,).

    Attributes:
        hall: the halls of both ends, shape (pairs, 2).
        place: the rack or device of each corner, by place in `Standing`, shape (pairs, 2).
        corner_mm: where cables leave their racks, shape (pairs, 2, 2).
        paths: through the pathways; empty if no pathway connects the ends.
        level_mm: the height at which cables run outside their racks, at both ends, shape (pairs, 2).
        far_mm: distance outside their racks, NaN if there is no route.
    """

    hall: Ids
    place: Ids
    corner_mm: Reals
    paths: Paths
    level_mm: Reals
    far_mm: Reals


@dataclass(frozen=True, slots=True, eq=False)
class Routes:
    """Routes of some links, shape (links,).

    Attributes:
        length_mm: required cable length, slack included; NaN if there is no route.
        in_rack: whether both ends are in one rack.
        estimated: whether no pathway connects the ends, so the length assumes right angles above the racks.
        pair: the corner pair of each link, ABSENT for links within a rack and links without an end.
    """

    length_mm: Reals
    in_rack: Mask
    estimated: Mask
    pair: Ids
    pairs: Pairs

    def __len__(self) -> int:
        return len(self.length_mm)

    def sections(self) -> tuple[Ids, Ids]:
        """Return the pathway sections of each link: start index of each link, shape (links + 1,), and all sections concatenated."""
        first = self.pairs.paths.first
        begin = np.append(first[:-1], 0)[self.pair]
        count = np.append(np.diff(first), 0)[self.pair]
        ends = np.concatenate([[0], np.cumsum(count)])
        at = np.arange(int(ends[-1])) + np.repeat(begin - ends[:-1], count)
        return ends, self.pairs.paths.section[at]


@dataclass(frozen=True, slots=True, eq=False)
class Exits:
    """Link data independent of pathways: routing within racks, and where links leave them, shape (links,).

    Attributes:
        in_rack: whether both ends are in one rack.
        inside_mm: required cable length within the rack, slack included.
        across_mm: distance to the edges of both racks.
        height_mm: of both ends, shape (links, 2).
        corners: where it leaves its racks.
    """

    in_rack: Mask
    inside_mm: Reals
    across_mm: Reals
    height_mm: tuple[Reals, Reals]
    corners: "_Corners"

    def among(self, place: Ids) -> "Exits":
        """Return the same exits after objects were added: `place` maps old places to current places in `Standing`, ascending."""
        return replace(self, corners=self.corners.among(place))


def exits(snapshot: Snapshot, a: Ends, b: Ends) -> Exits:
    """Where links between some ends and others leave their racks."""
    sheet, floor_objects = snapshot.cached(site_sheet), snapshot.cached(standing)
    rule = RackSide(sheet.text("cable_rack_side"))
    ends = port_spots(snapshot, a), port_spots(snapshot, b)
    one = (ends[0].place == ends[1].place) & (ends[0].place != ABSENT)
    inside = in_rack_mm(*ends, rule) + 2 * sheet.limit("cable_slack_in_rack_mm")
    (out_a, across_a), (out_b, across_b) = (_exit_codes(spots, rule) for spots in ends)
    return Exits(one, inside, across_a + across_b, (ends[0].height_mm, ends[1].height_mm), _Corners(floor_objects, out_a, out_b, ~one))


def routes(snapshot: Snapshot, a: Ends, b: Ends, carried: str = FIBRE) -> Routes:
    """Return routes of links: along rack sides, out of the rack to the nearest pathway, and along pathways.

    Links of the same two racks with the same exit edges are calculated once. If no pathway connects two racks of a hall,
    cables are assumed to run at right angles above the racks (or below a raised floor).

    Args:
        carried: "fibre" or "copper": medium of the links, for pathways reserved for one medium.
    """
    return routes_from(snapshot, exits(snapshot, a, b), carried)


def routes_from(snapshot: Snapshot, leaving: Exits, carried: str = FIBRE) -> Routes:
    """Return routes of links whose rack exits are known; see `routes`."""
    sheet, floor_objects = snapshot.cached(site_sheet), snapshot.cached(standing)
    pairs = _routed(snapshot, sheet, floor_objects, leaving.corners, carried)
    at, one = leaving.corners.of_link, leaving.in_rack
    far = np.append(pairs.far_mm, np.nan)[at]
    level = np.concatenate([pairs.level_mm, np.full((1, 2), np.nan)])[at]
    climbs = np.abs(level[:, 0] - leaving.height_mm[0]) + np.abs(level[:, 1] - leaving.height_mm[1])
    outside = leaving.across_mm + climbs + far + 2 * sheet.limit("cable_slack_mm")
    by_way = np.append(~np.isnan(pairs.paths.length_mm), False)[at]
    return Routes(np.where(one, leaving.inside_mm, outside), one, ~one & ~by_way & ~np.isnan(outside), at, pairs)


def _exit_codes(spots: PortSpots, rule: RackSide) -> tuple[Ids, Reals]:
    """Return for each port the rack corner of its cable exit, ABSENT if the device is not placed, and the distance to it."""
    right, aside = spots.sides(rule)
    return np.where(spots.place == ABSENT, ABSENT, spots.place * 4 + spots.rear * 2 + right), aside


class _Corners:
    """Rack corners where cables leave, and the distinct pairs of them between which links run.

    Attributes:
        place: the rack or device of each corner, shape (corners,).
        hall: hall of each corner.
        xy_mm: positions, shape (corners, 2).
        first, second: the corners of each pair, shape (pairs,).
        of_link: the pair of each link, ABSENT for links within a rack and links without an end, shape (links,).
    """

    def __init__(self, stands: Standing, out_a: Ids, out_b: Ids, outside: Mask) -> None:
        routed_links = np.flatnonzero(outside & (out_a != ABSENT) & (out_b != ABSENT))
        used = np.zeros(4 * len(stands.hall), bool)
        used[out_a[routed_links]] = used[out_b[routed_links]] = True
        codes = np.flatnonzero(used)
        number = np.cumsum(used) - 1
        self.place = codes >> 2
        self.hall = stands.hall[self.place]
        self.xy_mm = stands.exits(self.place, (codes & 2) > 0, (codes & 1) > 0)
        count = max(len(codes), 1)
        pairs, inverse = np.unique(number[out_a[routed_links]] * count + number[out_b[routed_links]], return_inverse=True)
        self.first, self.second = np.divmod(pairs, count)
        self.of_link = np.full(len(out_a), ABSENT, np.int64)
        self.of_link[routed_links] = inverse

    def among(self, place: Ids) -> "_Corners":
        """Return the same corners after objects were added."""
        moved = copy(self)
        moved.place = place[self.place]
        return moved


def _routed(snapshot: Snapshot, sheet: SiteSheet, stands: Standing, corners: _Corners, carried: str) -> Pairs:
    level, turn = snapshot.cached(_hall_levels)
    halls = snapshot["hall"].positions(corners.hall)
    floor = sheet.text("cable_exit") == "floor"
    tops = np.zeros(len(corners.place)) if floor else stands.height_mm[corners.place]
    walks = snapshot.cached(way_plan).by_carried[carried]
    reached = walks.reached(corners.hall, corners.xy_mm, tops, sheet.limit("way_reach_mm"))
    paths = walks.paths(reached, reached, corners.first, corners.second)
    by_way = ~np.isnan(paths.length_mm)
    guess = _right_angles(corners, turn[halls])
    ends = [corners.first, corners.second]
    heights = [
        np.where(by_way, point[:, 2], level[halls[corner]]) for corner, point in zip(ends, (paths.entry_mm, paths.exit_mm), strict=True)
    ]
    return Pairs(
        hall=np.stack([corners.hall[corner] for corner in ends], axis=1),
        place=np.stack([corners.place[corner] for corner in ends], axis=1),
        corner_mm=np.stack([corners.xy_mm[corner] for corner in ends], axis=1),
        paths=paths,
        level_mm=np.stack(heights, axis=1),
        far_mm=np.where(by_way, paths.length_mm, guess),
    )


def _right_angles(corners: _Corners, turn: Reals) -> Reals:
    """How far the corners of each pair are apart along rows and aisles, NaN between halls.

    Args:
        turn: how the rows of the hall of each corner are turned, in radians.
    """
    cosine, sine = np.cos(turn), np.sin(turn)
    x, y = corners.xy_mm.T
    along, deep = x * cosine + y * sine, y * cosine - x * sine
    one, other = corners.first, corners.second
    far = np.abs(along[one] - along[other]) + np.abs(deep[one] - deep[other])
    return np.where(corners.hall[one] == corners.hall[other], far, np.nan)


@made_from(
    {
        "hall": ("raised_floor",),
        "rack": ("hall_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "device": ("hall_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "catalog_item": (),
        "site_value": (),
    }
)
def _hall_levels(snapshot: Snapshot) -> tuple[Reals, Reals]:
    """Return the default cable height of each hall without pathway data, and the angle of its rows (radians), shape (halls,)."""
    halls, sheet, floor_objects = snapshot["hall"], snapshot.cached(site_sheet), snapshot.cached(standing)
    at = halls.positions(floor_objects.hall[: floor_objects.racks])
    top = np.zeros(halls.rows)
    np.maximum.at(top, at, floor_objects.height_mm[: floor_objects.racks])
    level = top + sheet.limit("tray_above_rack_mm")
    if sheet.text("cable_exit") == "floor":
        level = np.where(halls["raised_floor"] == 1, -sheet.limit("under_floor_mm"), level)
    angle = floor_objects.angle_ddeg[: floor_objects.racks] % 900
    turns = np.zeros(halls.rows)
    if len(angle):
        keys, counts = np.unique(at * 900 + angle, return_counts=True)
        order = np.argsort(counts, kind="stable")
        turns[keys[order] // 900] = np.radians(keys[order] % 900 / 10)
    return level, turns
