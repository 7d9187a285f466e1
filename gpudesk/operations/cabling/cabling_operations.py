"""A project is cabled: the links of its networks become cables, as one step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.cabling.cabling import Cabling, CablingCounts, cabling
from gpudesk.derived.networks.network_trial import with_proposal
from gpudesk.formats.fabric.host_name_list import HostNameList
from gpudesk.operations.cabling.cable_operations import types_of
from gpudesk.operations.cabling.host_name_operations import name_hosts_from
from gpudesk.operations.cabling.network_stage_operations import accept_rate
from gpudesk.operations.cabling.propose_networks import propose_networks
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import drop_if_unused, use_type
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"


@dataclass(frozen=True, slots=True)
class Cabled:
    """What cabling did, in legs of cables; attributes as in `CablingCounts`.

    Attributes:
        networks: the same for each network.
        reasons: why no cable could be chosen, and for how many links.
    """

    added: int
    removed: int
    kept: int
    longer: int
    changed: int = 0
    without: int = 0
    yielded: int = 0
    networks: tuple[CablingCounts, ...] = ()
    reasons: tuple[tuple[int, Message], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CablingPreview:
    """What cabling would do, with the links and cables to list."""

    cabled: Cabled
    cabling: Cabling
    snapshot: Snapshot
    """The project with its networks: if it has none, with those that would be planned first."""


def preview_cabling(snapshot: Snapshot, network_ids: Sequence[int] = (), kinds: Sequence[int] = ()) -> CablingPreview:
    """What `cable_project` would do, without doing it.

    Raises:
        Refused: as `cable_project`.
    """
    if not network_ids and not snapshot["network"].rows:
        snapshot = with_proposal(snapshot)
        network_ids = _of_kinds(snapshot["network"], kinds)
    planned = cabling(snapshot, network_ids)
    return CablingPreview(_cabled(planned), planned, snapshot)


def _of_kinds(networks: Columns, kinds: Sequence[int]) -> list[int]:
    """The ids of networks of some kinds; none if none are given, which means all."""
    network_ids: list[int] = networks.ids[np.isin(networks["kind"], np.array(kinds, np.int64))].tolist()
    if kinds and not network_ids:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "No network of this kind can be derived from the devices and switches."))
        )
    return network_ids


@operation
def cable_project(
    edit: Edit,
    network_ids: Sequence[int] = (),
    kinds: Sequence[int] = (),
    host_names: HostNameList | None = None,
    accepted: Sequence[tuple[int, int | None, str]] = (),
) -> Cabled:
    """Lay the links of the given networks, of all if none is given, between the existing devices.

    A project without networks first gets those derived from its devices and switches; of these, only those of some `kinds` (see
    `NetworkKind`) are cabled, if any are given.

    Cables with correct ends stay, with the parts now selected, and cables set by hand stay unchanged; other cables of
    these networks are removed.

    Args:
        host_names: names assigned to devices in the same step; no cable moves for them.
        accepted: stages with the accepted lower rate and the reason for each, recorded in the same step (as `accept_rate`).

    Raises:
        UnreadableTable: the list of names has faults, all of which it names; nothing was changed.
        Refused: there is no such network, its requirements are missing, or a port is in use (`derived.cabling.cabling.cabling`).
    """
    if host_names is not None:
        name_hosts_from(edit, host_names)
    for stage_id, gbps, reason in accepted:
        accept_rate(edit, stage_id, gbps, reason)
    if not network_ids and not edit.columns("network").rows:
        propose_networks(edit)
        network_ids = _of_kinds(edit.columns("network"), kinds)
    names = [str(edit.row("network", network_id)["name"]) for network_id in network_ids]
    planned = cabling(edit.present(), network_ids)
    edit.progress.step(0, len(planned))
    cables = edit.columns("cable")
    let_go = types_of(cables, planned.removed)
    _adopt(edit, planned)
    edit.delete_many("cable", cables.ids[planned.removed])
    type_ids = _types(edit, planned)
    changed = np.flatnonzero(planned.parts.changed)
    let_go = np.concatenate([let_go, types_of(cables, planned.cable[changed])])
    _change(edit, planned, changed, cables.ids[planned.cable[changed]], type_ids)
    edit.insert_many("cable", _columns(planned, type_ids))
    drop_if_unused(edit, let_go)
    text = QT_TRANSLATE_NOOP("operations", "Cable the project")
    if len(names) == 1:
        text = QT_TRANSLATE_NOOP("operations", "Cable the network {name}")
    elif names:
        text = QT_TRANSLATE_NOOP("operations", "Cable {count} {count|network|networks}")
    edit.title = Message(_CONTEXT, text, {"name": names[0] if names else "", "count": len(names)})
    return _cabled(planned)


def _cabled(found: Cabling) -> Cabled:
    total, parts = found.total(), found.parts
    counts = np.bincount(parts.reason[parts.reason != ABSENT], minlength=len(parts.reasons)).tolist()
    by_reason: dict[str, tuple[int, Message]] = {}
    for count, message in zip(counts, parts.reasons, strict=True):
        if count:
            known = by_reason.get(message.to_json(), (0, message))
            by_reason[message.to_json()] = known[0] + count, message
    totals = {name: getattr(total, name) for name in ("added", "removed", "kept", "longer", "changed", "without", "yielded")}
    return Cabled(**totals, networks=found.counts(), reasons=tuple(by_reason.values()))


def _adopt(edit: Edit, found: Cabling) -> None:
    """Take cables of no network into those of which they are a link."""
    cables = edit.columns("cable")
    there = np.flatnonzero(found.cable != ABSENT)
    strange = there[cables["network_id"][found.cable[there]] == ABSENT]
    for network_id in np.unique(found.network[strange]).tolist():
        adopted = strange[found.network[strange] == network_id]
        edit.update_many("cable", np.sort(cables.ids[found.cable[adopted]]), network_id=network_id)


def _types(edit: Edit, found: Cabling) -> Ids:
    """The ids of the project's copies of what new and changed cables are made of, by their places in the keys, and ABSENT at last."""
    parts = found.parts
    touched = parts.changed | (found.cable == ABSENT)
    used = np.unique(np.concatenate([column[touched] for column in (parts.type, parts.a_module, parts.b_module)]))
    type_ids = np.full(len(parts.keys) + 1, ABSENT, np.int64)
    for place in used[used != ABSENT].tolist():
        type_ids[place] = use_type(edit, parts.keys[place])
    return type_ids


def _change(edit: Edit, found: Cabling, changed: Ids, cable_ids: Ids, type_ids: Ids) -> None:
    """Change the parts of existing cables: those that become identical together.

    Args:
        changed: the links whose cables change.
        cable_ids: their cables. The positions in `found.cable` are those of the table before cables were removed in this step.
    """
    if not len(changed):
        return
    values = _made_of(found, changed, type_ids)
    different, group = np.unique(np.column_stack(list(values.values())), axis=0, return_inverse=True)
    order = np.argsort(group, kind="stable")
    ids = cable_ids[order]
    borders = np.searchsorted(group[order], np.arange(1, len(different)))
    for part_values, group_ids in zip(different.tolist(), np.split(ids, borders), strict=True):
        row = {name: None if value == ABSENT else value for name, value in zip(values, part_values, strict=True)}
        edit.update_many("cable", np.sort(group_ids), **row)


def _made_of(found: Cabling, which: Ids, type_ids: Ids) -> dict[str, Ids]:
    """What some links are made of, as columns of the table `cable`."""
    parts, turned = found.parts, found.parts.turned[which]
    modules = [type_ids[parts.a_module[which]], type_ids[parts.b_module[which]]]
    return {
        "type_id": type_ids[parts.type[which]],
        "a_module_id": np.where(turned, modules[1], modules[0]),
        "b_module_id": np.where(turned, modules[0], modules[1]),
        "length_mm": parts.length_mm[which],
        "assembly": parts.assembly[which],
    }


def _columns(found: Cabling, type_ids: Ids) -> dict[str, Any]:
    """The new cables as columns of the table `cable`."""
    new = np.flatnonzero(found.cable == ABSENT)
    columns: dict[str, Any] = {"network_id": found.network[new], "phase": found.phase[new], "lanes": found.a.lanes[new]}
    for side, ends in (("a", found.a), ("b", found.b)):
        columns |= {f"{side}_device_id": ends.device[new], f"{side}_port": ends.port[new], f"{side}_lane": ends.lane[new]}
    columns |= _made_of(found, new, type_ids)
    return {name: values for name, values in columns.items() if name not in _DEFAULTS or (values != _DEFAULTS[name]).any()}


_DEFAULTS = {"a_lane": 0, "b_lane": 0, "assembly": ABSENT, "a_module_id": ABSENT, "b_module_id": ABSENT}
"""Default values of omitted columns: columns with only these values need not be written."""
