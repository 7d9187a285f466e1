"""The systems of a project and the compute networks that join them, by the cables that are there."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.derived.fabric.fabric_ends import fabric_ends
from gpudesk.derived.fabric.fabric_judgement import FabricJudgement, compute_judgements
from gpudesk.derived.workloads.gpu_pools import gpu_pools
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.network.system_network import SystemNetwork

_BITS = 8


@dataclass(frozen=True, slots=True)
class Systems:
    """The systems of the kind that contains most GPUs of a project."""

    board: Board
    gpus_each: int
    systems: int


def main_systems(snapshot: Snapshot) -> Systems | None:
    """The systems that hold most GPUs; None where no GPU is known."""
    count: dict[tuple[str, int], int] = {}
    for pool in snapshot.cached(gpu_pools):
        if pool.board in boards():
            count[pool.board, pool.gpus_each] = count.get((pool.board, pool.gpus_each), 0) + pool.systems
    if not count:
        return None
    (board, gpus_each), systems = max(count.items(), key=lambda item: item[0][1] * item[1])
    return Systems(boards()[board], gpus_each, systems)


def joined(snapshot: Snapshot, judged: FabricJudgement, fleet: Systems) -> SystemNetwork | None:
    """The network as seen by these systems; None if it is no compute network or has no link with a rate."""
    row = snapshot["network"].row(judged.network_id)
    if row["kind"] != NetworkKind.COMPUTE or judged.bus_gb_per_s is None:
        return None
    share = snapshot.cached(site_sheet).limit("fabric_bandwidth_share_percent") / 100
    # Trays of one rack-scale system are connected to the network one by one; appliances are few compared with them.
    nodes = max(1, round(judged.nodes / fleet.systems))
    through = judged.bisection_share
    below, rails = _leaves(snapshot, judged.network_id)
    return SystemNetwork(
        name=str(row["name"]),
        board=fleet.board.key,
        gpus_each=fleet.gpus_each,
        systems=fleet.systems,
        gbps_a_system=round(_BITS * judged.bus_gb_per_s[0] / share / max(through, 1e-9) * nodes, 6),
        through=through,
        leaf_systems=max(1, below // nodes) if len(judged.tiers) > 1 else 0,
        rails=rails,
    )


def _leaves(snapshot: Snapshot, network_id: int) -> tuple[int, int]:
    """Minimum number of nodes connected to one leaf; and the number of leaves per node for most nodes."""
    ends = snapshot.cached(fabric_ends)
    is_node_end = (ends.network == snapshot["network"].position(network_id)) & ~ends.switch & ends.other_switch
    leaf, node = ends.other_device[is_node_end], ends.device[is_node_end]
    # One number a pair: rows that are sorted as rows take ten times as long.
    width = int(node.max(initial=0)) + 1
    pairs = np.unique(leaf * width + node)
    nodes, leaves = (np.unique(column, return_counts=True)[1] for column in np.divmod(pairs, width))
    return (int(nodes.min()), int(np.median(leaves))) if len(nodes) else (0, 0)


def project_network(snapshot: Snapshot) -> SystemNetwork | None:
    """The fastest compute network of a project (use `snapshot.cached(project_network)`).

    A network that does not connect its systems if there is none, or none with cables of known rates; None without known GPUs.
    """
    fleet = main_systems(snapshot)
    if fleet is None:
        return None
    system_networks = [joined(snapshot, judgement, fleet) for judgement in snapshot.cached(compute_judgements)]
    able = [network for network in system_networks if network is not None and network.joins]
    if able:
        return max(able, key=lambda network: network.gbps_a_system * network.through)
    networks = snapshot["network"]
    named = [str(networks.row(row_id)["name"]) for row_id in networks.where("kind", int(NetworkKind.COMPUTE)).tolist()]
    return SystemNetwork(named[0] if named else "", fleet.board.key, fleet.gpus_each, fleet.systems)
