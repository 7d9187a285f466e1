"""Port numbers of switches with splittable ports, as counted by a tool and by the plan.

A switch with a split-ready profile counts each of its ports twice, whether it is split or not: of 64 ports, port n is 2n - 1, and
2n is its second half (a QM9700 is listed as `Switch 129`, 128 and the port for SHARP).
"""

import numpy as np

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.derived.fabric.fabric_records import switched_ports
from gpudesk.derived.fabric.subnet import Subnet
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.project.snapshot import Snapshot

BEYOND = 1 << 12
"""Added to the number of a port that the plan cannot have: the second half of a port that is whole in the plan."""


def switched_of_nodes(snapshot: Snapshot, plan: Subnet) -> Ints:
    """How many ports each node of a plan switches as if none were split, 0 for adapters: shape (planned nodes,)."""
    port_counts: Ints = np.where(plan.nodes.switch, switched_ports(snapshot, plan.nodes.device), 0).astype(np.int32)
    return port_counts


def planned_port(plan: Subnet, node: SeenNode, place: int, port: int, switched: Ints) -> int:
    """The plan number of a port of a discovered switch; with `BEYOND` if it cannot have one.

    Args:
        place: of the switch in the nodes of the plan.
        switched: from `switched_of_nodes`.
    """
    seen_parts, planned_parts = _parts(plan, node, place, switched), _parts_planned(plan, place, switched)
    if seen_parts == planned_parts or port > seen_parts * int(switched[place]):
        return port
    base, part = divmod(port - 1, seen_parts)
    if part >= planned_parts:
        return port + BEYOND
    return base * planned_parts + part + 1


def _parts(plan: Subnet, node: SeenNode, place: int, switched: Ints) -> int:
    """Number of parts per port in the port count of a discovered switch; as in the plan if its listing does not specify it."""
    own = int(switched[place])
    return node.ports // own if own and node.ports >= own else _parts_planned(plan, place, switched)


def _parts_planned(plan: Subnet, place: int, switched: Ints) -> int:
    own = int(switched[place])
    return max(int(plan.nodes.ports[place]) // own, 1) if own else 1


def ports_as_planned(plan: Subnet, seen: SeenLinks, planned: np.ndarray, switched: Ints) -> tuple[np.ndarray, np.ndarray]:
    """The ports of both ends of each link as the plan counts them: shape (links,) each.

    Args:
        planned: place of each seen node in the nodes of the plan, below zero for none.
    """
    other = {
        number
        for number in np.flatnonzero((planned >= 0) & [node.switch for node in seen.nodes]).tolist()
        if _parts(plan, seen.nodes[number], int(planned[number]), switched) != _parts_planned(plan, int(planned[number]), switched)
    }
    ports = seen.a_port.astype(np.int64), seen.b_port.astype(np.int64)
    for column, nodes in zip(ports, (seen.a_node, seen.b_node), strict=True):
        for link in np.flatnonzero(np.isin(nodes, list(other))).tolist() if other else []:
            node = int(nodes[link])
            column[link] = planned_port(plan, seen.nodes[node], int(planned[node]), int(column[link]), switched)
    return ports
