"""Names of hosts that differ in capital letters only, kept from edit to edit."""

from collections.abc import Mapping

import numpy as np

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import Ids
from gpudesk.derived.columns.carried import carried
from gpudesk.derived.fabric.host_name_plan import HOST_FAMILIES
from gpudesk.project.snapshot import Snapshot, made_from

_MOST_CARRIED = 128
"""Maximum number of devices affected by an edit; above it all names are compared again."""


@made_from({"device": ("name", "type_id"), "catalog_item": ()})
def host_spellings(snapshot: Snapshot) -> Mapping[int, tuple[int, str]]:
    """Hosts whose name differs from that of an earlier one in capital letters only → the id and name of the first of them."""
    devices = snapshot["device"]
    hosts = np.isin(devices["type_id"], _host_types(snapshot))
    names = devices["name"][hosts].tolist()
    lines = "\n".join(names)
    folded_lines = lines.casefold()
    if folded_lines == lines:
        return {}
    folded = folded_lines.split("\n") if lines.count("\n") == len(names) - 1 else [name.casefold() for name in names]
    if len(set(folded)) == len(set(names)):
        return {}
    first: dict[str, tuple[int, str]] = {}
    earlier_by_host: dict[int, tuple[int, str]] = {}
    for device, name, same in zip(devices.ids[hosts].tolist(), names, folded, strict=True):
        earlier = first.setdefault(same, (device, name))
        if earlier[1] != name:
            earlier_by_host[device] = earlier
    return earlier_by_host


def carry_host_spellings(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep with `after` that no names differ in capital letters only, if none did before and no name given by the edit does."""
    change = changes.of("device")
    if before.known(host_spellings) != {} or after.known(host_spellings) is not None or len(changes.of("catalog_item").changed):
        return
    if len(change.touched) > _MOST_CARRIED:
        return
    devices = after["device"]
    present_places = devices.positions(change.present)
    names = devices.at("name", present_places).tolist()
    marks = after.known(_folded_marks)
    if marks is None:
        marks = carried(before.cached(_folded_marks), before["device"], devices, change, _marks(names))
        after.remember(_folded_marks, marks)
    host_types = _host_types(after)
    for name, type_id in zip(names, devices.at("type_id", present_places).tolist(), strict=True):
        places_alike = np.flatnonzero(marks == hash(name.casefold()))
        named_alike = zip(devices.at("name", places_alike).tolist(), devices.at("type_id", places_alike).tolist(), strict=True)
        if type_id in host_types and any(other != name and other_type in host_types for other, other_type in named_alike):
            return
    nothing: Mapping[int, tuple[int, str]] = {}
    after.remember(host_spellings, nothing)


def _host_types(snapshot: Snapshot) -> list[int]:
    return [type_id for type_id, kind in snapshot.types.items() if kind.family in HOST_FAMILIES]


@made_from({"device": ("name",)})
def _folded_marks(snapshot: Snapshot) -> Ids:
    """The hash of the name of each device without capital letters, shape (devices,): equal for names that differ only in them."""
    return _marks(snapshot["device"]["name"].tolist())


def _marks(names: list[str]) -> Ids:
    return np.fromiter((hash(name.casefold()) for name in names), np.int64, len(names))
