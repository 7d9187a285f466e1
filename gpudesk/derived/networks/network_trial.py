"""Trial results for a changed stage, or for networks proposed for a project, without saving anything."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import NETWORK_SETTINGS, TIER_ROLES, NetworkKind
from gpudesk.core.values.columns import ABSENT, Array, Columns
from gpudesk.derived.networks.network_links import PlannedNetwork, network_plan
from gpudesk.derived.networks.network_proposal import NetworkProposal, network_proposal
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True)
class RoleUse:
    """A role of devices: how many have it, and how many of these are switches."""

    role: str
    devices: int
    switches: int


@made_from({"device": ("type_id", "role"), "catalog_item": ()})
def role_uses(snapshot: Snapshot) -> tuple[RoleUse, ...]:
    """The device roles of a project, by name; devices without a role are omitted (use `snapshot.cached(role_uses)`)."""
    devices = snapshot["device"]
    switches = np.isin(devices["type_id"], [key for key, kind in snapshot.types.items() if kind.family is Family.SWITCH])
    roles, which, counts = np.unique(devices["role"].astype(str), return_inverse=True, return_counts=True)
    of_switches = np.bincount(which, switches, len(roles)).astype(int)
    return tuple(
        RoleUse(role, count, its) for role, count, its in zip(roles.tolist(), counts.tolist(), of_switches.tolist(), strict=True) if role
    )


@dataclass(frozen=True, slots=True)
class StageTrial:
    """Result of a trial stage: links, and the number of devices and switches that they connect."""

    links: int
    devices: int
    switches: int


def stage_trial(snapshot: Snapshot, network_id: int, stage_id: int | None, values: Mapping[str, Any]) -> StageTrial:
    """Return the links of a stage with these values: an existing stage, or with None a new one after the others.

    Args:
        values: of the columns of the table `network_stage` that define a stage; others are ignored.

    Raises:
        KeyError: the network or stage does not exist.
        Refused: the network cannot be planned (see `network_links`).
    """
    stages = snapshot["network_stage"]
    if stage_id is None:
        places = stages["place"][stages["network_id"] == network_id]
        stage_id = int(stages.ids.max(initial=0)) + 1
        row = {"id": stage_id, "network_id": network_id, "place": int(places.max(initial=-1)) + 1, **values}
    else:
        row = {**stages.row(stage_id), **values}
    tried = _with_rows(snapshot, {"network_stage": [row]})
    planned: PlannedNetwork = next(planned_network for planned_network in network_plan(tried) if planned_network.network_id == network_id)
    if planned.links is None:
        assert planned.refused is not None  # noqa: S101 - narrows the type
        raise planned.refused
    is_of_stage = planned.links.stage == stage_id
    below, above = (len(np.unique(ends.device[is_of_stage])) for ends in (planned.links.a, planned.links.b))
    return StageTrial(int(is_of_stage.sum()), below, above)


def with_proposal(snapshot: Snapshot) -> Snapshot:
    """A project without networks as if those that follow from its devices and switches were planned; their ids count from 1.

    Raises:
        Refused: as `network_proposal`.
    """
    proposal = network_proposal(snapshot)
    devices = snapshot["device"]
    roles = [{**devices.row(device_id), "role": role} for device_id, role in sorted(proposal.roles.items())]
    return _with_rows(snapshot, {"device": roles, "network": _networks(proposal), "network_stage": _stages(proposal)})


@dataclass(frozen=True, slots=True)
class GivenRole:
    """Switches of one model that get a role."""

    role: str
    model: str
    count: int


def given_roles(before: Snapshot, after: Snapshot) -> tuple[GivenRole, ...]:
    """The roles that `with_proposal` or a step gave to devices, in the order of the roles of networks, then of models."""
    was, now = before["device"], after["device"]
    changed = np.flatnonzero(was["role"] != now["role"]) if was.rows == now.rows else np.empty(0, np.int64)
    counts = Counter((str(now["role"][place]), after.types[int(now["type_id"][place])].title) for place in changed.tolist())
    order = [role for roles in TIER_ROLES.values() for role in roles]
    return tuple(
        GivenRole(role, model, counts[role, model]) for role, model in sorted(counts, key=lambda key: (order.index(key[0]), key[1]))
    )


def _networks(proposal: NetworkProposal) -> list[dict[str, Any]]:
    return [{"id": number, **asdict(network)} for number, network in enumerate(proposal.networks, start=1)]


def _stages(proposal: NetworkProposal) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, stage in enumerate(proposal.stages, start=1):
        stage_values = asdict(stage)
        network = stage_values.pop("network") + 1
        place = sum(row["network_id"] == network for row in rows)
        rows.append({"id": number, "network_id": network, "place": place, **stage_values})
    return rows


def _with_rows(snapshot: Snapshot, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Snapshot:
    """Return the same project with rows added or replaced, for calculations based on it alone."""
    changed = {table: _patched(snapshot[table], its) for table, its in rows.items() if its}
    return snapshot.with_tables(snapshot.revision, changed)


def _patched(columns: Columns, rows: Sequence[Mapping[str, Any]]) -> Columns:
    arrays: dict[str, Array] = {}
    for name in columns:
        values = [row[name] for row in rows]
        missing: object = np.nan if columns[name].dtype == np.float64 else ABSENT
        array = np.empty(len(rows), columns[name].dtype)
        array[:] = [missing if value is None else value for value in values]
        arrays[name] = array
    return columns.patched(np.empty(0, np.int64), arrays)


def usual_rate(snapshot: Snapshot, kind: NetworkKind) -> int:
    """Gb/s at which all that has ports for a network of a kind can be in it: of what holds GPUs, else of anything; 0 if nothing has."""
    rates: dict[bool, list[float]] = {True: [], False: []}
    for type_id in np.unique(snapshot["device"]["type_id"]).tolist():
        hardware = snapshot.types[type_id]
        groups = [group for group in hardware.port_groups if group.role == "network" and group.network == kind.ports and group.rate_gbps]
        if groups:
            rates[bool(hardware.gpu_count)].append(max(group.rate_gbps or 0.0 for group in groups))
    least = min(rates[True] or rates[False], default=0.0)
    low, high = NETWORK_SETTINGS["rate_gbps"]
    return min(max(round(least), low), high) if least else 0
