"""Catalog entries in use that have changed in the catalog: the differences, and the update as one step.

Checks use only the copies in the project, so that a file has the same findings everywhere; this module compares with the catalog.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.catalog.entry import Entry
from gpudesk.core.hardware.bay_rules import bay_fault
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.type_changes import TypeChange, type_change
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_CONTEXT = "operations"


@dataclass(frozen=True, slots=True)
class TypeUpdate:
    """One entry in use that has changed in the catalog.

    Attributes:
        type_id: of the copy in the project.
        old: the copy in the project.
        entry: the current catalog entry.
        used: number of devices and racks of that type.
        refusal: why it cannot be updated alone, None if it can.
    """

    type_id: int
    old: HardwareType
    entry: Entry
    change: TypeChange
    used: int
    refusal: Message | None

    @property
    def key(self) -> str:
        """The key of the entry."""
        return self.entry.type.key


def type_updates(snapshot: Snapshot, catalog: Catalog) -> tuple[TypeUpdate, ...]:
    """The entries in use that have changed in the catalog, by title. Entries that are not in the catalog are left out."""
    items, types, devices = snapshot["catalog_item"], snapshot.types, snapshot["device"]
    updates = []
    for type_id, entry in _differing(items, catalog).items():
        old = types[type_id]
        used = int((devices["type_id"] == type_id).sum() + (snapshot["rack"]["type_id"] == type_id).sum())
        refusal = _refusal(snapshot["rack"], devices, types, {type_id: entry.type})
        updates.append(TypeUpdate(type_id, old, entry, type_change(old, entry.type), used, refusal))
    return tuple(sorted(updates, key=lambda update: update.old.title))


@operation
def update_types(edit: Edit, keys: Sequence[str]) -> list[str]:
    """Update entries in use to the current catalog; returns the keys of those that changed.

    Raises:
        Refused: one of them is not in the project or the catalog, nothing differs, a rack type would no longer be one, or a device
            would lose its bay.
    """
    catalog, items = open_catalog(), edit.columns("catalog_item")
    for key in keys:
        if not len(items.where("key", key)) or key not in catalog:
            text = QT_TRANSLATE_NOOP("operations", "{key} is missing in the project or in the catalog.")
            raise Refused(Message(_CONTEXT, text, {"key": key}))
    chosen = {type_id: entry for type_id, entry in _differing(items, catalog).items() if entry.type.key in keys}
    if not chosen:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "These types already match the catalog.")))
    fresh = {type_id: entry.type for type_id, entry in chosen.items()}
    refusal = _refusal(edit.columns("rack"), edit.columns("device"), edit.types, fresh)
    if refusal is not None:
        fix = QT_TRANSLATE_NOOP("operations", "Remove it first, or keep the type unchanged.")
        raise Refused(refusal, Message(_CONTEXT, fix))
    for type_id, entry in chosen.items():
        body = json.dumps(entry.type.body, ensure_ascii=False, sort_keys=True)
        edit.update("catalog_item", type_id, family=str(entry.type.family), version=entry.version, origin=entry.origin, body=body)
    for entry in chosen.values():
        for part in entry.type.contains:
            use_type(edit, part.key)
    text = QT_TRANSLATE_NOOP("operations", "Update {model} from the catalog")
    if len(chosen) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Update {count} {count|type|types} from the catalog")
    edit.title = Message(_CONTEXT, text, {"model": next(iter(fresh.values())).title, "count": len(chosen)})
    return [entry.type.key for entry in chosen.values()]


def _differing(items: Columns, catalog: Catalog) -> dict[int, Entry]:
    """The ids of the project's copies that differ from the catalog's entries, and these."""
    entries: dict[int, Entry] = {}
    for type_id, key, version, body in zip(items.ids.tolist(), items["key"], items["version"], items["body"], strict=True):
        if key in catalog:
            entry = catalog.entry(key)
            # What came with a pasted part or a plan has no version of its own.
            if entry.version != version and json.loads(body) != entry.type.body:
                entries[type_id] = entry
    return entries


def _refusal(racks: Columns, devices: Columns, types: Types, fresh: Mapping[int, HardwareType]) -> Message | None:
    """Why some types cannot be updated together; None if they can. Existing faults are not a reason."""
    for type_id, kind in fresh.items():
        if kind.family is not Family.RACK and types[type_id].family is Family.RACK and (racks["type_id"] == type_id).any():
            text = QT_TRANSLATE_NOOP("operations", "{model} is no longer a rack, but racks of the project use this type.")
            return Message(_CONTEXT, text, {"model": types[type_id].title})
    inside = np.flatnonzero(devices["parent_id"] != ABSENT)
    holders = devices["type_id"][devices.positions(devices["parent_id"][inside])]
    concerned = np.isin(holders, list(fresh)) | np.isin(devices["type_id"][inside], list(fresh))
    lost = []
    for place, holder_type in zip(inside[concerned].tolist(), holders[concerned].tolist(), strict=True):
        child_type, slot = int(devices["type_id"][place]), str(devices["slot"][place])
        before = bay_fault(types[holder_type], types[child_type], slot, taken=False)
        holder, child = fresh.get(holder_type, types[holder_type]), fresh.get(child_type, types[child_type])
        if before is None and bay_fault(holder, child, slot, taken=False) is not None:
            lost.append(str(devices["name"][place]))
    if not lost:
        return None
    text = QT_TRANSLATE_NOOP("operations", "{names} would lose its bay.")
    if len(lost) > 3:
        text = QT_TRANSLATE_NOOP("operations", "{names} and {more} more would lose their bays.")
    return Message(_CONTEXT, text, {"names": tuple(lost[:3]), "more": len(lost) - 3})
