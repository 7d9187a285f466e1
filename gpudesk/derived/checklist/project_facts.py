"""Plan facts about the site and the cluster as a whole."""

from typing import Any

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.values.columns import Ids
from gpudesk.derived.checklist.fact_registry import fact
from gpudesk.derived.fabric.fabric_judgement import compute_judgements
from gpudesk.derived.fabric.fabric_records import cable_records, is_infiniband
from gpudesk.derived.pathways.pathway_limits import way_limits
from gpudesk.derived.pathways.pathway_loads import way_loads
from gpudesk.derived.totals.totals import project_totals
from gpudesk.project.snapshot import Snapshot


@fact("gpus", Scope.CLUSTER)
def all_gpus(snapshot: Snapshot, _: Ids) -> list[int]:
    """How many GPUs the project has."""
    return [snapshot.cached(project_totals).gpus]


@fact("systems", Scope.CLUSTER)
def all_systems(snapshot: Snapshot, _: Ids) -> list[int]:
    """How many systems with GPUs the project has."""
    return [snapshot.cached(project_totals).systems]


@fact("compute_spines", Scope.CLUSTER)
def compute_spines(snapshot: Snapshot, _: Ids) -> list[int | None]:
    """How many spine switches the compute networks have; not known without any."""
    role = TIER_ROLES[NetworkKind.COMPUTE][1]
    return [int(np.count_nonzero(snapshot["device"]["role"] == role)) or None]


@fact("has_network", Scope.CLUSTER)
def has_network(snapshot: Snapshot, _: Ids) -> list[bool]:
    """Whether a compute network is cabled."""
    networks = snapshot["network"]
    compute = networks.ids[networks["kind"] == NetworkKind.COMPUTE]
    return [snapshot["cable"].any_among("network_id", compute) if len(compute) else False]


def _speaks_infiniband(snapshot: Snapshot) -> list[bool]:
    ids = np.unique(snapshot["device"]["type_id"][_is_leaf(snapshot)])
    return [is_infiniband(snapshot.types[type_id]) for type_id in ids.tolist()]


def _is_leaf(snapshot: Snapshot) -> Any:
    return np.isin(snapshot["device"]["role"].astype(str), TIER_ROLES[NetworkKind.COMPUTE])


@fact("infiniband", Scope.CLUSTER)
def infiniband(snapshot: Snapshot, _: Ids) -> list[bool]:
    """Whether switches of the compute network support InfiniBand."""
    return [any(_speaks_infiniband(snapshot))]


@fact("ethernet", Scope.CLUSTER)
def ethernet(snapshot: Snapshot, _: Ids) -> list[bool]:
    """Whether switches of the compute network support only Ethernet."""
    result = _speaks_infiniband(snapshot)
    return [bool(result) and not all(result)]


@fact("links", Scope.CLUSTER)
def all_links(snapshot: Snapshot, _: Ids) -> list[int]:
    """How many links are cabled."""
    return [len(snapshot.cached(cable_records).places)]


@fact("bus_gb_per_s", Scope.CLUSTER)
def bus_gb_per_s(snapshot: Snapshot, _: Ids) -> list[float | None]:
    """The bus bandwidth that a node may expect of a large all-reduce over the weakest compute network."""
    known = [network.bus_gb_per_s[0] for network in snapshot.cached(compute_judgements) if network.bus_gb_per_s is not None]
    return [min(known, default=None)]


@fact("full_ways", Scope.HALL)
def full_ways(snapshot: Snapshot, ids: Ids) -> list[int]:
    """How many ways for cables of the hall hold more than they are planned for."""
    ways, loads, limits = snapshot["pathway"], snapshot.cached(way_loads), snapshot.cached(way_limits)
    share = 100 * loads.ways(snapshot.types).area_mm2 / limits.area_mm2
    over = share > limits.fill_percent + 1e-9
    return [int(np.count_nonzero(over & (ways["hall_id"] == hall))) for hall in ids.tolist()]
