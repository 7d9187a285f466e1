"""The cords of copies: between copies as between the originals, with separate feeds."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.plan.plan import Plan, PlanPowerNode
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import Ids
from gpudesk.operations.copies.copied_names import CopiedNames
from gpudesk.operations.power.power_feeds import columns_of
from gpudesk.operations.run.new_names import CopyNames, checked_name, checked_phase
from gpudesk.operations.types.project_types import use_plan_type
from gpudesk.project.edit import Edit

_OF_A_FEED = (
    "kind",
    "voltage_v",
    "wiring",
    "line",
    "breaker_a",
    "derating_percent",
    "continuous_percent",
    "capacity_va",
    "feed_side",
    "receptacle",
)


def copy_cords(edit: Edit, originals: Ids, copies: Ids, names: CopiedNames) -> None:
    """Repeat the cords between devices for their copies, and connect copies of fed devices to new feeds.

    A new feed has the supply of the original if it stays in the hall. A device fed by one that was not copied gets no cord.

    Args:
        originals, copies: device i of `copies` was made from device i of `originals`, in any order; copy n of each device belongs
            with copy n of all others. Shape (n,).
    """
    cords = edit.columns("power_cord")
    cord_places = np.flatnonzero(np.isin(cords["device_id"], originals))
    if not len(cord_places):
        return
    rows = [cords.row(int(cord)) for cord in cords.ids[cord_places].tolist()]
    maker = _Copier(edit, names)
    for copy_of in _batches(originals, copies):
        maker.copy(rows, copy_of)
    maker.make()


def _batches(originals: Ids, copies: Ids) -> list[dict[int, int]]:
    """Original → copy, of each time that all of them were copied."""
    batches: list[dict[int, int]] = []
    times: dict[int, int] = {}
    for original, copy in zip(originals.tolist(), copies.tolist(), strict=True):
        number = times[original] = times.get(original, -1) + 1
        if number == len(batches):
            batches.append({})
        batches[number][original] = copy
    return batches


class _Copier:
    """Gathers new feeds and cords; `make` adds them."""

    def __init__(self, edit: Edit, names: CopiedNames) -> None:
        self._edit = edit
        self._names = names.of("power_node")
        self._nodes: list[dict[str, Any]] = []
        self._cords: list[dict[str, Any]] = []
        self._new_node: list[int | None] = []

    def copy(self, rows: Sequence[Mapping[str, Any]], copy_of: Mapping[int, int]) -> None:
        """The cords of one batch."""
        devices = self._edit.columns("device")
        node_of: dict[int, int | None] = {}
        for row in rows:
            device = copy_of.get(row["device_id"])
            giver, node = copy_of.get(row["from_device_id"]), row["from_node_id"]
            if device is None or (giver is None and node is None):
                continue
            phase = int(devices["phase"][devices.position(device)])
            if node is not None and node not in node_of:
                node_of[node] = self._feed(int(node), int(row["device_id"]), device, phase)
            new = None if node is None else node_of[node]
            cord = {name: row[name] for name in ("port", "from_port", "type_id", "length_mm")}
            cord |= {"device_id": device, "from_device_id": giver, "from_node_id": node if new is None else None, "phase": phase}
            self._cords.append(cord)
            self._new_node.append(new)

    def _feed(self, node_id: int, original: int, copy: int, phase: int) -> int | None:
        """The place of a new feed like a node among the new ones; None for a node that is not a feed, which also feeds the copy."""
        row = self._edit.row("power_node", node_id)
        if row["kind"] != PowerNodeKind.FEED:
            return None
        (before, _), (after, hall_id) = (self._owner(device) for device in (original, copy))
        name = str(row["name"])
        if before and name.startswith(before):
            fresh = self._names.own(after + name.removeprefix(before), "Feed ")
        else:
            fresh = self._names.after(name, "Feed ")
        stays = hall_id == row["hall_id"]
        above = {column: row[column] if stays else None for column in ("fed_by_id", "alternate_id")}
        values = {column: value for column, value in row.items() if column not in ("id", "device_id")}
        self._nodes.append({**values, **above, "name": fresh, "hall_id": hall_id, "phase": phase})
        return len(self._nodes) - 1

    def _owner(self, device_id: int) -> tuple[str, int | None]:
        """The name of the rack of a device, or its own, and its hall."""
        rack_id = self._edit.value("device", device_id, "rack_id")
        holder = ("device", device_id) if rack_id is None else ("rack", int(rack_id))
        return str(self._edit.value(*holder, "name")), self._edit.value(*holder, "hall_id")

    def make(self) -> None:
        """Add the collected objects."""
        ids = self._edit.insert_many("power_node", columns_of(self._nodes)) if self._nodes else np.empty(0, np.int64)
        if self._cords:
            for cord, new in zip(self._cords, self._new_node, strict=True):
                if new is not None:
                    cord["from_node_id"] = int(ids[new])
            self._edit.insert_many("power_cord", columns_of(self._cords))


def paste_cords(edit: Edit, plan: Plan, made: Mapping[int, int], rack_id: int) -> None:
    """Lay the cords of a clipboard plan between the devices created from it, with separate feeds in the hall of a rack.

    Args:
        made: place in the plan → device.
    """
    names = CopyNames(edit.columns("power_node")["name"])
    hall_id = edit.row("rack", rack_id)["hall_id"]
    node_of: dict[int, int] = {}
    rows: list[dict[str, Any]] = []
    for cord in plan.power_cords:
        device, giver = made.get(cord.device), None if cord.giver is None else made.get(cord.giver)
        if device is None or (giver is None and cord.node is None):
            continue
        if cord.node is not None and cord.node not in node_of:
            node_of[cord.node] = _pasted_node(edit, plan.power_nodes[cord.node], names, hall_id)
        rows.append(
            {
                "device_id": device,
                "port": cord.port,
                "from_device_id": giver,
                "from_port": cord.outlet,
                "from_node_id": None if cord.node is None else node_of[cord.node],
                "type_id": use_plan_type(edit, plan, cord.type) if cord.type else None,
                "length_mm": cord.length_mm,
                "phase": checked_phase(cord.phase),
            }
        )
    if rows:
        edit.insert_many("power_cord", columns_of(rows))


def _pasted_node(edit: Edit, node: PlanPowerNode, names: CopyNames, hall_id: int) -> int:
    values = {column: getattr(node, column) for column in _OF_A_FEED}
    name = checked_name(names.own(node.name, "Feed "))
    return edit.insert("power_node", name=name, hall_id=hall_id, phase=checked_phase(node.phase), **values)
