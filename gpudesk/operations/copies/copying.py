"""Copies of devices as rows: the same arrangement in other racks, what sits inside the copied ones, and their cords."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.operations.copies.cooling_copies import copy_units
from gpudesk.operations.copies.copied_names import CopiedNames
from gpudesk.operations.copies.power_copies import copy_cords
from gpudesk.operations.run.new_names import CopyNames, device_stem
from gpudesk.project.edit import Edit

_NUMBERS = ("type_id", "position", "face", "side")
_TEXTS = ("name", "slot", "role", "notes")
"""Serial and asset numbers are not copied."""


def spread(edit: Edit, group: Sequence[dict[str, Any]], racks: Ids) -> dict[str, Array]:
    """One row for each device of `group` in each rack, rack by rack, as columns of the table `device`.

    `id` and `name` are those of the originals; each takes the phase of its new rack.
    """
    rack_rows = edit.columns("rack")
    columns: dict[str, Array] = {
        "rack_id": np.repeat(racks, len(group)),
        "phase": np.repeat(rack_rows["phase"][rack_rows.positions(racks)], len(group)),
    }
    for name in ("id", *_NUMBERS):
        values = [ABSENT if device[name] is None else device[name] for device in group]
        columns[name] = np.tile(np.array(values, np.int64), len(racks))
    for name in _TEXTS:
        columns[name] = np.tile(np.array([device[name] for device in group], object), len(racks))
    return columns


def insert_copies(edit: Edit, columns: dict[str, Array], names: CopyNames) -> Ids:
    """Add devices made by `spread` under new names; returns their ids."""
    originals = zip(columns["name"].tolist(), columns["type_id"].tolist(), strict=True)
    fresh = np.empty(len(columns["name"]), object)
    fresh[:] = [names.after(name, device_stem(edit.types[type_id])) for name, type_id in originals]
    return edit.insert_many("device", {name: values for name, values in columns.items() if name != "id"} | {"name": fresh})


def copy_nested(edit: Edit, originals: Ids, copies: Ids, names: CopiedNames) -> tuple[Ids, Ids]:
    """Copy what sits in devices, and in that again, into their copies, and the power cords between all these.

    Args:
        originals, copies: device i of `copies` was made from device i of `originals`, shape (n,).

    Returns:
        The same of all devices that were copied, for what joins several groups of them (`cable_copies.copy_cables`).
    """
    all_originals, all_copies = [originals], [copies]
    known = np.unique(originals)
    while len(originals):
        devices = edit.columns("device")
        inside = devices.ids[np.isin(devices["parent_id"], originals) & ~np.isin(devices.ids, known)]
        if not len(inside):
            break
        # A damaged file may hold a ring of holders.
        known = np.union1d(known, inside)
        parts = [_into(edit, edit.row("device", device_id), originals, copies) for device_id in inside.tolist()]
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        originals, copies = columns["id"], insert_copies(edit, columns, names.of("device"))
        all_originals.append(originals)
        all_copies.append(copies)
    originals, copies = np.concatenate(all_originals), np.concatenate(all_copies)
    copy_cords(edit, originals, copies, names)
    copy_units(edit, originals, copies, names)
    return originals, copies


def _into(edit: Edit, device: dict[str, Any], originals: Ids, copies: Ids) -> dict[str, Array]:
    """One row of `device` for each copy of its holder; the phase is kept if the holder's was, else it is that of the new holder."""
    devices = edit.columns("device")
    holders = copies[originals == device["parent_id"]]
    phases = devices["phase"][devices.positions(holders)]
    same = phases == devices["phase"][devices.position(int(device["parent_id"]))]
    columns: dict[str, Array] = {"parent_id": holders, "phase": np.where(same, device["phase"], phases)}
    for name in ("id", *_NUMBERS):
        columns[name] = np.full(len(holders), ABSENT if device[name] is None else device[name], np.int64)
    for name in _TEXTS:
        columns[name] = np.full(len(holders), device[name], object)
    return columns
