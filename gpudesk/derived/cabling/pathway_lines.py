"""The lines of ways for cables in one hall, and the lines along which some cables run."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.pathway_halls import Way, point_along
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.floor.floor_items import outline_points
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.link_pieces import link_path
from gpudesk.derived.pathways.cable_routes import Routes
from gpudesk.derived.pathways.pathway_loads import cable_routes
from gpudesk.derived.pathways.pathway_network import way_plan
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class WayLine:
    """The part of a pathway in one hall.

    Attributes:
        points: of its line in mm of the hall, shape (n, 2); for a pathway to another hall the one end in this hall.
        leads: whether it leads to another hall.
    """

    id: int
    kind: PathwayKind
    name: str
    points: Reals
    width_mm: int
    depth_mm: int
    height_mm: int
    leads: bool


def way_lines(snapshot: Snapshot, hall_id: int) -> list[WayLine]:
    """The ways of a hall, in the order of their table; those without a line are left out."""
    ways = snapshot["pathway"]
    lines = []
    for place in np.flatnonzero((ways["hall_id"] == hall_id) | (ways["to_hall_id"] == hall_id)).tolist():
        points = outline_points(str(ways["outline"][place]))
        leads = int(ways["to_hall_id"][place]) != ABSENT
        if leads and len(points):
            points = points[:1] if int(ways["hall_id"][place]) == hall_id else points[-1:]
        if len(points):
            width, depth, height = (int(ways[name][place]) for name in ("width_mm", "depth_mm", "height_mm"))
            kind = PathwayKind(int(ways["kind"][place]))
            lines.append(WayLine(int(ways.ids[place]), kind, str(ways["name"][place]), points, width, depth, height, leads))
    return lines


def cable_lines(snapshot: Snapshot, cable_ids: Sequence[int], hall_id: int) -> list[Reals]:
    """The lines of some cables through a hall, from their exit from the racks: each of shape (n, 2); empty for those within a rack."""
    places = snapshot["cable"].positions(np.array(cable_ids, np.int64))
    lines: list[Reals] = []
    for _, route_group in cable_routes(snapshot, places[places != ABSENT]):
        for pair in np.unique(route_group.pair[route_group.pair != ABSENT]).tolist():
            lines += _of_pair(snapshot, route_group, pair, hall_id)
    return lines


def whole_link(snapshot: Snapshot, cable_ids: Sequence[int]) -> list[int]:
    """The cables of the link of a single cable, over panels from end to end; several cables are returned unchanged."""
    known = [cable_id for cable_id in cable_ids if snapshot["cable"].has(cable_id)]
    return [cable.cable_id for cable in link_path(snapshot, known[0]).cables] if len(known) == 1 else known


def link_devices(snapshot: Snapshot, cable_ids: Sequence[int]) -> list[int]:
    """The ids of the devices at the ends of some cables, each once; of a single one all at which its link stops."""
    cables = snapshot["cable"]
    places = cables.positions(np.array(whole_link(snapshot, cable_ids), np.int64))
    device_ids = np.stack([cables[f"{side}_device_id"][places] for side in "ab"], axis=1)
    return list(dict.fromkeys(device_ids.ravel().tolist()))


def _of_pair(snapshot: Snapshot, routes: Routes, pair: int, hall_id: int) -> list[Reals]:
    pairs = routes.pairs
    halls, corners = pairs.hall[pair].tolist(), pairs.corner_mm[pair]
    if np.isnan(pairs.paths.length_mm[pair]):
        if halls != [hall_id, hall_id]:
            return []
        return [np.array([corners[0], [corners[1][0], corners[0][1]], corners[1]])]
    plan, paths = snapshot.cached(way_plan), pairs.paths
    lines = [
        np.array([corner, end[pair, :2]])
        for hall, corner, end in zip(halls, corners, (paths.entry_mm, paths.exit_mm), strict=True)
        if hall == hall_id
    ]
    for place in range(int(paths.first[pair]), int(paths.first[pair + 1])):
        section = int(paths.section[place])
        way = int(plan.network.way[section])
        if way == ABSENT or not plan.ways[way].open or plan.ways[way].hall != hall_id:
            continue
        start = float(plan.network.start_mm[section])
        lines.append(_stretch(plan.ways[way], start + float(paths.low_mm[place]), start + float(paths.high_mm[place])))
    return lines


def _stretch(way: Way, low_mm: float, high_mm: float) -> Reals:
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way.points, axis=0), axis=1))])
    inner = way.points[(along > low_mm) & (along < high_mm)]
    ends = [point_along(way.points, along, mark) for mark in (low_mm, high_mm)]
    return np.concatenate([[ends[0]], inner, [ends[1]]])


def length_mm(points: Reals) -> float:
    """How long a line is."""
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def way_edges(points: Reals, wide_mm: float) -> list[Reals]:
    """The two edges of a pathway; the four sides of a box if it has only one point."""
    if len(points) < 2:
        half = max(wide_mm, 300.0) / 2
        box: Reals = points[0] + np.array([[-half, -half], [half, -half], [half, half], [-half, half], [-half, -half]])
        return [box]
    steps = np.diff(points, axis=0)
    ahead = steps / np.maximum(np.linalg.norm(steps, axis=1), 1e-9)[:, None]
    aside = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    before, after = np.concatenate([aside[:1], aside]), np.concatenate([aside, aside[-1:]])
    mitre = before + after
    mitre = mitre / np.maximum(np.linalg.norm(mitre, axis=1), 1e-9)[:, None]
    reach = wide_mm / 2 / np.maximum((mitre * before).sum(axis=1), 0.35)
    return [points + sign * mitre * reach[:, None] for sign in (1.0, -1.0)]
