"""The ways for cables of a project, as a network through which paths are searched."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cabling.pathway_routing import WayPaths
from gpudesk.core.cabling.pathways import COPPER, FIBRE, Way, WayNetwork, way_network
from gpudesk.core.floor.floor_items import outline_points
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.snapshot import Snapshot, made_from

CARRIED = (FIBRE, COPPER)


@dataclass(frozen=True, slots=True, eq=False)
class WayPlan:
    """The ways of a project, in the order of the table `pathway`; one whose line cannot be read has no length.

    Attributes:
        network: where they meet.
        by_carried: "fibre" or "copper" → paths through the ways in which that may lie; the very same where no way is kept for one.
    """

    ways: tuple[Way, ...]
    network: WayNetwork
    by_carried: Mapping[str, WayPaths] = field(default_factory=dict)


@made_from({"pathway": ("hall_id", "to_hall_id", "kind", "outline", "height_mm", "width_mm", "length_mm", "carries")})
def way_plan(snapshot: Snapshot) -> WayPlan:
    """The ways of a project (ask `snapshot.cached(way_plan)`)."""
    rows = snapshot["pathway"]
    ways = []
    for place in range(rows.rows):
        points = outline_points(str(rows["outline"][place]))
        length = int(rows["length_mm"][place])
        ways.append(
            Way(
                int(rows["hall_id"][place]),
                PathwayKind(int(rows["kind"][place])),
                points,
                float(rows["height_mm"][place]),
                float(rows["width_mm"][place]),
                int(rows["to_hall_id"][place]),
                None if length == ABSENT else float(length),
                str(rows["carries"][place]),
            )
        )
    network = way_network(ways)
    fibre, copper = (network.carrying(ways, carried) for carried in CARRIED)
    paths = WayPaths(network, fibre)
    return WayPlan(tuple(ways), network, {FIBRE: paths, COPPER: paths if (fibre == copper).all() else WayPaths(network, copper)})
