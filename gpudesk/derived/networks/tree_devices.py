"""How many nodes and switches the fat trees of a project have, by type, role and hall; kept from edit to edit."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.networks.network_nodes import holders
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot, kept_far_back, made_from

_MOST_CARRIED = 128
"""Maximum number of devices affected by an edit; above it all are counted again."""


@dataclass(frozen=True, slots=True)
class TreeDevices:
    """The devices of fat trees.

    Attributes:
        nodes: type id, role and hall id → the number of devices with GPUs that are not inside another one; ABSENT for no hall.
        switches: type id, role and hall id → the number of switches; ABSENT for no hall.
    """

    nodes: Mapping[tuple[int, str, int], int]
    switches: Mapping[tuple[int, str, int], int]


@kept_far_back
@made_from({"device": ("type_id", "role", "parent_id", "rack_id", "hall_id"), "rack": ("hall_id",), "catalog_item": ()})
def tree_devices(snapshot: Snapshot) -> TreeDevices:
    """The nodes and switches of a project (use `snapshot.cached(tree_devices)`)."""
    types = snapshot["device"]["type_id"]
    switch_types = [type_id for type_id, kind in snapshot.types.items() if kind.family is Family.SWITCH]
    return _as_counts(_by_hall(snapshot, holders(snapshot)), _by_hall(snapshot, np.flatnonzero(np.isin(types, switch_types))))


def carry_tree_devices(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep with `after` the numbers known for `before`, corrected by the devices that an edit touched.

    All are counted again if the edit touched racks or types, many devices, or a device that still holds others.
    """
    known, change = before.known(tree_devices), changes.of("device")
    if known is None or after.known(tree_devices) is not None or "rack" in changes.tables or len(changes.of("catalog_item").changed):
        return
    if len(change.touched) + len(change.present) > _MOST_CARRIED:
        return
    nodes, switches = Counter(known.nodes), Counter(known.switches)
    for snapshot, ids, add in ((before, change.touched, False), (after, change.present, True)):
        devices = snapshot["device"]
        places = devices.positions(ids)
        places = places[places != ABSENT]
        held = devices.at("id", devices.among("parent_id", ids))
        if not np.isin(held, ids).all():
            return
        kinds = [snapshot.types[type_id] for type_id in devices.at("type_id", places).tolist()]
        node_places = places[[_is_holder(kind) for kind in kinds]] if len(places) else places
        switch_places = places[[kind.family is Family.SWITCH for kind in kinds]] if len(places) else places
        touched_nodes, touched_switches = _by_hall(snapshot, _outermost(snapshot, node_places)), _by_hall(snapshot, switch_places)
        if add:
            nodes.update(touched_nodes)
            switches.update(touched_switches)
        else:
            nodes.subtract(touched_nodes)
            switches.subtract(touched_switches)
    counts = _as_counts(nodes, switches)
    after.remember(tree_devices, known if counts == known else counts)


def _is_holder(kind: HardwareType) -> bool:
    """Whether devices of a type hold GPUs."""
    return bool(kind.gpu_count) and kind.family is not Family.GPU


def _outermost(snapshot: Snapshot, places: Ids) -> Ids:
    """Of devices with GPUs, those that are not inside another one."""
    devices = snapshot["device"]
    outermost = [
        parent == ABSENT or not _is_holder(snapshot.types[int(devices.at("type_id", np.array([parent]))[0])])
        for parent in devices.positions(devices.at("parent_id", places)).tolist()
    ]
    return places[outermost] if outermost else places


def _by_hall(snapshot: Snapshot, places: Ids) -> Counter[tuple[int, str, int]]:
    """How many of some devices have each type, role and hall."""
    devices = snapshot["device"]
    halls = snapshot.cached(whereabouts).halls(places).tolist()
    return Counter(zip(devices.at("type_id", places).tolist(), devices.at("role", places).tolist(), halls, strict=True))


def _as_counts(nodes: Counter[tuple[int, str, int]], switches: Counter[tuple[int, str, int]]) -> TreeDevices:
    """Both in the order of their keys, without what no device has."""
    return TreeDevices(
        MappingProxyType({key: nodes[key] for key in sorted(nodes) if nodes[key]}),
        MappingProxyType({key: switches[key] for key in sorted(switches) if switches[key]}),
    )
