"""The ways for cables of a project, as a network through which paths are searched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.cabling.pathway_halls import Way
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathway_routing import WayPaths
from gpudesk.core.cabling.pathways import COPPER, FIBRE, WayNetwork, way_network
from gpudesk.core.floor.floor_items import outline_points
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.project.snapshot import Snapshot, made_from

CARRIED = (FIBRE, COPPER)
READ = ("hall_id", "to_hall_id", "kind", "outline", "height_mm", "width_mm", "length_mm", "carries")
"""The columns of the table `pathway` that determine where pathways meet and which cables they may contain."""
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WayPlan:
    """The pathways of a project, in the order of the table `pathway`; one with an unreadable line has no length.

    Attributes:
        network: where they meet.
        by_carried: "fibre" or "copper" → routes through the pathways that accept it; the same object if no pathway is reserved.
        rows: the `READ` columns of each pathway.
    """

    ways: tuple[Way, ...]
    network: WayNetwork
    by_carried: Mapping[str, WayPaths] = field(default_factory=dict)
    rows: Sequence[Row] = ()


@made_from({"pathway": READ})
def way_plan(snapshot: Snapshot) -> WayPlan:
    """The pathways of a project (use `snapshot.cached(way_plan)`)."""
    return plan_of_ways(snapshot["pathway"])


def plan_of_ways(pathways: Columns, before: WayPlan | None = None) -> WayPlan:
    """Return the pathways of a project.

    Args:
        pathways: the table of that name.
        before: the plan of another state, whose unchanged parts are reused; the result is the same without it.
    """
    rows = list(zip(*(pathways[name].tolist() for name in READ), strict=True))
    known = {} if before is None else dict(zip(before.rows, before.ways, strict=True))
    ways = tuple(known.get(row) or _way(row) for row in rows)
    network = way_network(ways, None if before is None else before.network)
    fibre, copper = (network.carrying(ways, carried) for carried in CARRIED)
    paths = WayPaths(network, fibre)
    by_carried = {FIBRE: paths, COPPER: paths if (fibre == copper).all() else WayPaths(network, copper)}
    return WayPlan(ways, network, by_carried, rows)


def _way(row: Row) -> Way:
    hall, to_hall, kind, outline, height, width, length, carries = row
    length_mm = None if length == ABSENT else float(length)
    return Way(hall, PathwayKind(kind), outline_points(str(outline)), float(height), float(width), to_hall, length_mm, str(carries))
