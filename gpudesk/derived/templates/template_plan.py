"""A project or a part of it as a plan that can be rebuilt: the basis of user-defined templates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanFloorItem, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanPathway, PlanStage
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.floor.floor_contents import standing_bodies
from gpudesk.derived.templates.power_to_template import taken_power
from gpudesk.project.accepted_rates import accepted_rates
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.redundant_roles import redundant_roles
from gpudesk.project.snapshot import Snapshot


def taken_networks(snapshot: Snapshot, *, phases: bool) -> tuple[tuple[PlanNetwork, ...], tuple[PlanStage, ...]]:
    """All networks with their stages, in their order."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    made_networks, made_stages = [], []
    for number, network_id in enumerate(networks.ids.tolist()):
        row = networks.row(network_id)
        values = {field.name: row[field.name] for field in fields(PlanNetwork)}
        made_networks.append(PlanNetwork(**(values | ({} if phases else {"phase": 1}))))
        stage_rows = np.flatnonzero(stages["network_id"] == network_id)
        for stage_id in stages.ids[stage_rows[np.argsort(stages["place"][stage_rows])]].tolist():
            stage = stages.row(stage_id)
            accepted = snapshot.cached(accepted_rates).get(stage_id)
            acceptance: dict[str, Any] = {} if accepted is None else {"accepted_gbps": accepted.gbps, "reason": accepted.reason}
            made_stages.append(
                PlanStage(number, **{field.name: stage[field.name] for field in fields(PlanStage) if field.name in stage}, **acceptance)
            )
    return tuple(made_networks), tuple(made_stages)


ObjectOf = tuple[str, int]
"""A table and an id."""
MARGIN_MM = 1200
"""Of the hall around racks that are taken without theirs."""
LEAST_HALL_MM = 3000
SHIPPED = "catalog"
_LEFT = ("status", "serial", "asset", "notes")
"""Columns specific to one object: not copied from the original."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The columns of each object that are included in the template."""

    devices: bool = True
    roles: bool = True
    phases: bool = True
    reservations: bool = True
    floor_items: bool = True
    power: bool = True


@dataclass(frozen=True, slots=True)
class Scope:
    """The objects of a project that are included.

    Attributes:
        halls: whole halls, unchanged; racks without their hall get one that is just large enough.
        racks, devices, items: ids; devices are floor devices or unplaced devices, with their contents.
        whole: the whole project with its site sheet.
    """

    halls: Ids
    racks: Ids
    devices: Ids
    items: Ids
    whole: bool = False

    def __bool__(self) -> bool:
        return bool(len(self.halls) or len(self.racks) or len(self.devices))


def whole_project(snapshot: Snapshot) -> Scope:
    """Everything."""
    devices = snapshot["device"]
    alone = devices.ids[(devices["rack_id"] == ABSENT) & (devices["parent_id"] == ABSENT)]
    return Scope(snapshot["hall"].ids, snapshot["rack"].ids, alone, snapshot["floor_item"].ids, whole=True)


def scope_of(snapshot: Snapshot, objects: Iterable[ObjectOf]) -> Scope:
    """Return the scope of a selection: halls with all contents, racks of rows, racks that contain devices."""
    chosen: dict[str, list[int]] = {}
    for table, row_id in objects:
        chosen.setdefault(table, []).append(row_id)
    racks, devices, items = snapshot["rack"], snapshot["device"], snapshot["floor_item"]
    halls = np.array(sorted(chosen.get("hall", [])), np.int64)
    inside = np.array(chosen.get("device", []), np.int64)
    places = devices.positions(inside)
    holders = devices["rack_id"][places]
    is_in_scope = np.isin(racks["hall_id"], halls) | np.isin(racks["row_id"], chosen.get("rack_row", []))
    is_in_scope |= np.isin(racks.ids, chosen.get("rack", [])) | np.isin(racks.ids, holders[holders != ABSENT])
    alone = np.isin(devices["hall_id"], halls) | (np.isin(devices.ids, inside) & (devices["hall_id"] != ABSENT))
    lying = np.isin(items["hall_id"], halls) | np.isin(items.ids, chosen.get("floor_item", []))
    return Scope(halls, racks.ids[is_in_scope], devices.ids[alone & (devices["parent_id"] == ABSENT)], items.ids[lying])


def template_plan(snapshot: Snapshot, scope: Scope, taken: Taken, name: str = "") -> Plan:
    """Return the plan of the objects of a scope, with the types that are not built into the program."""
    return _Taking(snapshot, scope, taken).plan(name)


class _Taking:
    def __init__(self, snapshot: Snapshot, scope: Scope, taken: Taken) -> None:
        self._snapshot, self._scope, self._taken = snapshot, scope, taken
        racks, devices = snapshot["rack"], snapshot["device"]
        self._rack_ids = racks.ids[np.isin(racks.ids, scope.racks)].tolist()
        standing = np.isin(devices.ids, scope.devices) if taken.devices else np.zeros(devices.rows, bool)
        self._first = devices.ids[standing].tolist()
        places = racks.positions(np.array(self._rack_ids, np.int64))
        halls = set(racks["hall_id"][places].tolist()) | set(devices["hall_id"][standing].tolist()) | set(scope.halls.tolist())
        self._hall_ids = [hall for hall in snapshot["hall"].ids.tolist() if hall in halls]
        self._offset = {hall: self._moved(hall) for hall in self._hall_ids}

    def plan(self, name: str) -> Plan:
        snapshot, taken = self._snapshot, self._taken
        rows = [row for row in dict.fromkeys(snapshot["rack"].row(rack)["row_id"] for rack in self._rack_ids) if row is not None]
        if len(self._scope.halls):
            kept = snapshot["rack_row"]
            rows = kept.ids[np.isin(kept["hall_id"], self._scope.halls) | np.isin(kept.ids, rows)].tolist()
        hall_of = {hall: number for number, hall in enumerate(self._hall_ids)}
        row_of = {row: number for number, row in enumerate(rows)}
        rack_of = {rack: number for number, rack in enumerate(self._rack_ids)}
        place_of: dict[int, int] = {}
        devices = self._devices(rack_of, hall_of, place_of) if taken.devices else []
        nodes, cords = taken_power(snapshot, self._scope.halls, hall_of, place_of, phases=taken.phases) if taken.power else ((), ())
        whole = self._scope.whole and taken.devices and taken.roles
        networks, stages = taken_networks(snapshot, phases=taken.phases) if whole else ((), ())
        racks = [self._part(PlanRack, "rack", rack, hall_of, row=None) for rack in self._rack_ids]
        for number, rack_id in enumerate(self._rack_ids):
            row = snapshot["rack"].row(rack_id)["row_id"]
            racks[number]["row"] = row_of.get(row)
        made_racks = tuple(PlanRack(**rack) for rack in racks)
        plan = Plan(
            name,
            tuple(self._hall(hall) for hall in self._hall_ids),
            tuple(PlanRow(**self._part(PlanRow, "rack_row", row, hall_of)) for row in rows),
            made_racks,
            tuple(devices),
            tuple(self._reservations(rack_of)) if taken.reservations else (),
            site=self._site() if self._scope.whole else {},
            outside=self._outside() if self._scope.whole else {},
            redundant=dict(snapshot.cached(redundant_roles)) if whole else {},
            types=self._types({each.type for part in (made_racks, devices, cords) for each in part} - {""}),
            floor_items=tuple(self._items(hall_of)) if taken.floor_items else (),
            power_nodes=nodes,
            power_cords=cords,
            networks=networks,
            stages=stages,
            pathways=tuple(self._pathways(hall_of)) if taken.floor_items else (),
        )
        parts = (plan.halls, plan.rows, plan.racks, plan.devices, plan.reservations, plan.power_nodes, plan.power_cords, plan.networks)
        numbers = {each.phase for part in parts for each in part}
        return replace(plan, phases=self._phases(numbers)) if taken.phases else plan

    def _moved(self, hall: int) -> tuple[int, int]:
        """Return the offset of the objects of a hall: zero with their hall, otherwise so that the first object is at the margin."""
        if hall in self._scope.halls:
            return 0, 0
        low, _ = self._bounds(hall)
        return MARGIN_MM - int(np.floor(low[0])), MARGIN_MM - int(np.floor(low[1]))

    def _bounds(self, hall: int) -> tuple[Sequence[float], Sequence[float]]:
        snapshot = self._snapshot
        bodies = standing_bodies(snapshot["rack"], snapshot["device"], snapshot.types, np.array([hall], np.int64))
        chosen = {("rack", rack) for rack in self._rack_ids} | {("device", device) for device in self._first}
        places = np.array([place for place in range(len(bodies.row)) if bodies.object(place) in chosen], np.int64)
        if not len(places):
            return (0.0, 0.0), (0.0, 0.0)
        low, high = bodies.shapes.pick(places).bounds()
        return low.min(axis=0).tolist(), high.max(axis=0).tolist()

    def _hall(self, hall: int) -> PlanHall:
        row = self._snapshot["hall"].row(hall)
        if hall in self._scope.halls:
            hall_values = {field.name: row[field.name] for field in fields(PlanHall) if field.name in row}
            return PlanHall(**(hall_values | ({} if self._taken.phases else {"phase": 1})))
        low, high = self._bounds(hall)
        wide, deep = (max(LEAST_HALL_MM, int(np.ceil(top - bottom)) + 2 * MARGIN_MM) for bottom, top in zip(low, high, strict=True))
        return PlanHall(str(row["name"]), wide, deep)

    def _part(self, kind: type[Any], table: str, row_id: int, hall_of: dict[int, int], **more: Any) -> dict[str, Any]:
        row = self._snapshot[table].row(row_id)
        names = [field.name for field in fields(kind) if field.name in row and field.name not in _LEFT]
        values: dict[str, Any] = {name: row[name] for name in names}
        if not self._taken.phases:
            values.pop("phase", None)
        if "type_id" in row:
            values["type"] = self._snapshot.types[int(row["type_id"])].key
        hall = row.get("hall_id")
        if hall is not None and "x_mm" in values:
            dx, dy = self._offset.get(hall, (0, 0))
            values |= {"x_mm": values["x_mm"] + dx, "y_mm": values["y_mm"] + dy}
        if any(field.name == "hall" for field in fields(kind)):
            values["hall"] = None if hall is None else hall_of.get(hall)
        return values | more

    def _devices(self, rack_of: dict[int, int], hall_of: dict[int, int], place_of: dict[int, int]) -> list[PlanDevice]:
        """The devices; `place_of` is filled with the place of each."""
        devices = self._snapshot["device"]
        inside = devices.ids[np.isin(devices["rack_id"], self._rack_ids)].tolist()
        order = sorted(inside, key=lambda device: (rack_of[devices.row(device)["rack_id"]], device)) + self._first
        children: dict[int, list[int]] = {}
        for device, parent in zip(devices.ids.tolist(), devices["parent_id"].tolist(), strict=True):
            if parent != ABSENT:
                children.setdefault(parent, []).append(device)
        made_devices: list[PlanDevice] = []
        waiting = list(reversed(order))
        while waiting:
            device = waiting.pop()
            if device in place_of:
                continue
            place_of[device] = len(made_devices)
            row = devices.row(device)
            parent = row["parent_id"]
            values = self._part(PlanDevice, "device", device, hall_of, parent=None if parent is None else place_of[parent])
            values["rack"] = None if row["rack_id"] is None else rack_of.get(row["rack_id"])
            if values["rack"] is None:
                values["position"] = None
            if not self._taken.roles:
                values.pop("role", None)
            made_devices.append(PlanDevice(**values))
            waiting.extend(reversed(children.get(device, [])))
        return made_devices

    def _reservations(self, rack_of: dict[int, int]) -> list[PlanReservation]:
        table = self._snapshot["reservation"]
        reservations = []
        for reservation in table.ids[np.isin(table["rack_id"], self._rack_ids)].tolist():
            values = self._part(PlanReservation, "reservation", reservation, {})
            reservations.append(PlanReservation(**(values | {"rack": rack_of[table.row(reservation)["rack_id"]]})))
        return reservations

    def _items(self, hall_of: dict[int, int]) -> list[PlanFloorItem]:
        items: Columns = self._snapshot["floor_item"]
        made_items = []
        for item in items.ids[np.isin(items.ids, self._scope.items)].tolist():
            if items.row(item)["hall_id"] in hall_of:
                values = self._part(PlanFloorItem, "floor_item", item, hall_of)
                made_items.append(PlanFloorItem(**values))
        return made_items

    def _pathways(self, hall_of: dict[int, int]) -> list[PlanPathway]:
        """Return the cable pathways of whole halls; a duct to a hall outside the scope is omitted."""
        ways, whole = self._snapshot["pathway"], set(self._scope.halls.tolist())
        pathways = []
        for way in ways.ids.tolist():
            row = ways.row(way)
            to_hall = row["to_hall_id"]
            if row["hall_id"] in whole and (to_hall is None or to_hall in whole):
                to_number = None if to_hall is None else hall_of[to_hall]
                pathways.append(PlanPathway(**self._part(PlanPathway, "pathway", way, hall_of, to_hall=to_number)))
        return pathways

    def _phases(self, numbers: set[int]) -> dict[int, str]:
        table = self._snapshot["phase"]
        named = zip(table["number"].tolist(), table["name"].tolist(), strict=True)
        return {int(number): str(name) for number, name in named if number in numbers}

    def _site(self) -> dict[str, Any]:
        from gpudesk.project.site_sheet import site_sheet

        return dict(self._snapshot.cached(site_sheet).said)

    def _outside(self) -> dict[str, str]:
        return {str(domain): reason for domain, reason in self._snapshot.cached(outside_plan).items()}

    def _types(self, keys: set[str]) -> dict[str, Any]:
        """The bodies of types that the program does not bring along, with the parts in them."""
        items = self._snapshot["catalog_item"]
        origin = dict(zip(items["key"].tolist(), items["origin"].tolist(), strict=True))
        types = self._snapshot.types
        bodies: dict[str, Any] = {}
        waiting = sorted(keys)
        while waiting:
            key = waiting.pop()
            type_id = types.id_of(key)
            if type_id is None or key in bodies or origin.get(key) == SHIPPED:
                continue
            kind: HardwareType = types[type_id]
            bodies[key] = kind.body
            waiting.extend(part.key for part in kind.contains)
        return bodies
