"""Cooling of copies: units cool the same as their originals, racks keep rear doors, and copied places are served alike."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.cooling.cooling_kinds import USUAL_NAMES, CoolingKind
from gpudesk.core.values.columns import Ids
from gpudesk.operations.copies.copied_names import CopiedNames
from gpudesk.operations.run.new_names import CopyNames
from gpudesk.project.edit import Edit

_LEFT = ("id", "name", "device_id", "rack_id", "hall_id", "supplies_id", "cooled_by_id", "power_node_id", "power_alternate_id")
_SERVED = ("hall_id", "row_id", "rack_id", "device_id")


def copy_units(edit: Edit, originals: Ids, copies: Ids, names: CopiedNames) -> None:
    """Make copies of cooling units cooling units as well, and serve copies of served devices.

    A copy supplies the same as its original if it stays in the hall; a unit in a rack with a loop for that rack alone gets a
    separate loop. In another hall, a copy supplies nothing yet.

    Args:
        originals, copies: device i of `copies` was made from device i of `originals`, shape (n,).
    """
    nodes = edit.columns("cooling_node")
    if not nodes.rows or not len(originals):
        return
    copies_of: dict[int, list[int]] = {}
    for original, copy in zip(originals.tolist(), copies.tolist(), strict=True):
        copies_of.setdefault(original, []).append(copy)
    for node_id in nodes.ids[np.isin(nodes["device_id"], originals)].tolist():
        node = edit.row("cooling_node", node_id)
        for copy in copies_of[int(node["device_id"])]:
            _copy_unit(edit, node, copy, names.of("cooling_node"))
    for original, own_copies in copies_of.items():
        _serve_alike(edit, "device_id", original, {copy: _hall_of(edit, copy) for copy in own_copies}, _hall_of(edit, original))


def copy_rack_cooling(edit: Edit, rack_id: int, racks: Sequence[int], names: CopiedNames) -> None:
    """Add the rear door of a rack to its copies, and let the carriers that serve it serve copies in its hall."""
    nodes = edit.columns("cooling_node")
    if not nodes.rows or not racks:
        return
    rack = edit.row("rack", rack_id)
    copies = {copy: edit.row("rack", copy) for copy in racks}
    for door_id in nodes.where("rack_id", rack_id).tolist():
        door = edit.row("cooling_node", door_id)
        values = {name: value for name, value in door.items() if name not in _LEFT}
        for copy, row in copies.items():
            before, name = str(rack["name"]), str(door["name"])
            own_name = str(row["name"]) + name.removeprefix(before) if before and name.startswith(before) else name
            named = names.of("cooling_node").own(own_name, USUAL_NAMES[CoolingKind.REAR_DOOR])
            place = {"rack_id": copy, "hall_id": row["hall_id"], "phase": row["phase"]}
            edit.insert("cooling_node", **(values | place), name=named, cooled_by_id=door["cooled_by_id"])
    halls = {copy: row["hall_id"] for copy, row in copies.items()}
    _serve_alike(edit, "rack_id", rack_id, halls, rack["hall_id"])


def copy_row_cooling(edit: Edit, row_id: int, copies: Sequence[int]) -> None:
    """Let the carriers that serve a row serve its copies in the same hall."""
    if edit.columns("cooling_service").rows:
        halls = {copy: edit.row("rack_row", copy)["hall_id"] for copy in copies}
        _serve_alike(edit, "row_id", row_id, halls, edit.row("rack_row", row_id)["hall_id"])


def _serve_alike(edit: Edit, column: str, original: int, halls: Mapping[int, int | None], hall: int | None) -> None:
    """Serve copies in the hall of the original, unless a carrier of the same kind serves them already."""
    served, nodes = edit.columns("cooling_service"), edit.columns("cooling_node")
    carriers = served["cooling_id"][served[column] == original].tolist()
    for copy, other in halls.items():
        kinds = {int(nodes["kind"][nodes.position(carrier_id)]) for carrier_id in served["cooling_id"][served[column] == copy].tolist()}
        for carrier in carriers:
            if other == hall and int(nodes["kind"][nodes.position(carrier)]) not in kinds:
                edit.insert("cooling_service", **(dict.fromkeys(_SERVED) | {"cooling_id": carrier, column: copy}))


def _copy_unit(edit: Edit, node: Mapping[str, Any], copy: int, names: CopyNames) -> None:
    device = edit.row("device", copy)
    hall = _hall_of(edit, copy)
    stays = hall == node["hall_id"]
    supplies, above = node["supplies_id"], node["cooled_by_id"]
    own_rack = _own_rack(edit, supplies)
    if supplies is not None and own_rack is not None and device["rack_id"] is not None and own_rack != device["rack_id"]:
        supplies = _copied_loop(edit, int(supplies), int(device["rack_id"]), hall, names)
    elif not stays:
        supplies = None
    if above is not None and not stays and CoolingKind(int(edit.row("cooling_node", above)["kind"])) is CoolingKind.AIR:
        above = None
    values = {name: value for name, value in node.items() if name not in _LEFT}
    power = {name: node[name] if stays else None for name in ("power_node_id", "power_alternate_id")}
    name = names.own(str(device["name"]), USUAL_NAMES[CoolingKind(int(node["kind"]))])
    place = {"device_id": copy, "hall_id": hall, "supplies_id": supplies, "cooled_by_id": above, "phase": device["phase"]}
    edit.insert("cooling_node", **(values | place | power), name=name)


def _own_rack(edit: Edit, carrier: int | None) -> int | None:
    """The only rack that a carrier serves, None if it serves something else or more."""
    served = edit.columns("cooling_service")
    service_places = np.flatnonzero(served["cooling_id"] == carrier) if carrier is not None else np.empty(0, np.int64)
    if len(service_places) != 1:
        return None
    row = served.row(int(served.ids[service_places[0]]))
    return None if row["rack_id"] is None else int(row["rack_id"])


def _copied_loop(edit: Edit, loop_id: int, rack_id: int, hall: int | None, names: CopyNames) -> int:
    """The loop of a rack like that of another one; units of one rack share it."""
    served, loop = edit.columns("cooling_service"), edit.row("cooling_node", loop_id)
    nodes = edit.columns("cooling_node")
    for other in served["cooling_id"][served["rack_id"] == rack_id].tolist():
        if nodes["kind"][nodes.position(other)] == loop["kind"]:
            return int(other)
    values = {name: value for name, value in loop.items() if name not in _LEFT}
    name = names.after(str(loop["name"]), USUAL_NAMES[CoolingKind(int(loop["kind"]))])
    copied_id = edit.insert("cooling_node", **values, name=name, hall_id=hall, cooled_by_id=loop["cooled_by_id"])
    edit.insert("cooling_service", **(dict.fromkeys(_SERVED) | {"cooling_id": copied_id, "rack_id": rack_id}))
    return copied_id


def _hall_of(edit: Edit, device_id: int) -> int | None:
    parent_id, rack_id = (edit.value("device", device_id, name) for name in ("parent_id", "rack_id"))
    if parent_id is not None:
        return _hall_of(edit, int(parent_id)) if parent_id != device_id else None
    holder = ("device", device_id) if rack_id is None else ("rack", int(rack_id))
    hall = edit.value(*holder, "hall_id")
    return None if hall is None else int(hall)
