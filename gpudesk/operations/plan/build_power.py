"""The power of a plan: its explicit nodes and cords, and automatic wiring where the plan specifies it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan, PlanPowerCord
from gpudesk.core.power.power_kinds import TOPS
from gpudesk.core.power.power_sockets import BY_HAND, sockets
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.operations.power.power_feeds import Panels
from gpudesk.operations.power.wire_power import wire_places
from gpudesk.operations.run.new_names import checked_name
from gpudesk.operations.types.project_types import use_plan_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_NODE = (
    "kind",
    "name",
    "voltage_v",
    "wiring",
    "line",
    "breaker_a",
    "derating_percent",
    "continuous_percent",
    "capacity_va",
    "feed_side",
    "receptacle",
    "notes",
    "phase",
)


@dataclass(frozen=True, slots=True)
class Places:
    """The ids of the objects built from a plan, in its order."""

    halls: Ids
    rows: Ids
    racks: Ids
    devices: Ids


def build_power(edit: Edit, plan: Plan, places: Places) -> None:
    """Add the nodes and cords of a plan, then wire the parts that it assigns to automatic wiring.

    Raises:
        Refused: a source is fed, a cord has no start or an outlet in use, ends at an object without an inlet, or forms a loop.
    """
    nodes = _nodes(edit, plan, places)
    if plan.power_cords:
        _cords(edit, plan, places, nodes)
    if plan.wirings:
        _wire(edit, plan, places, nodes)


def _nodes(edit: Edit, plan: Plan, places: Places) -> Ids:
    for number, node in enumerate(plan.power_nodes):
        above = [source for source in (node.fed_by, node.alternate) if source is not None]
        if (node.kind in TOPS and above) or (node.alternate is not None and node.fed_by in (None, node.alternate)):
            text = QT_TRANSLATE_NOOP("operations", "{name} has feeds that are not allowed for this kind of component.")
            raise Refused(Message(_CONTEXT, text, {"name": checked_name(node.name)}))
        if any(source >= number for source in above):
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{name} would feed itself."), {"name": node.name}))
    values: dict[str, Any] = {name: [getattr(node, name) for node in plan.power_nodes] for name in _NODE}
    halls = [None if node.hall is None else int(places.halls[node.hall]) for node in plan.power_nodes]
    owners = [None if node.device is None else int(places.devices[node.device]) for node in plan.power_nodes]
    ids = edit.insert_many("power_node", {**values, "hall_id": halls, "device_id": owners})
    for node_id, node in zip(ids.tolist(), plan.power_nodes, strict=True):
        if node.fed_by is not None:
            alternate = None if node.alternate is None else int(ids[node.alternate])
            edit.update("power_node", node_id, fed_by_id=int(ids[node.fed_by]), alternate_id=alternate)
    return ids


def _cords(edit: Edit, plan: Plan, places: Places, nodes: Ids) -> None:
    inlets, outlets = set[tuple[int, int]](), set[tuple[int, int]]()
    feeding: dict[int, list[int]] = {}
    for cord in plan.power_cords:
        if not _is_good(edit, plan, cord, inlets, outlets):
            text = QT_TRANSLATE_NOOP("operations", "A cord of {name} in the plan has no source, or does not end at an inlet.")
            raise Refused(Message(_CONTEXT, text, {"name": plan.devices[cord.device].name}))
        inlets.add((cord.device, cord.port))
        if cord.giver is not None:
            feeding.setdefault(cord.device, []).append(cord.giver)
            if cord.outlet is not None:
                outlets.add((cord.giver, cord.outlet))
    _demand_no_circle(plan, feeding)
    types = {key: use_plan_type(edit, plan, key) for key in dict.fromkeys(cord.type for cord in plan.power_cords) if key}
    edit.insert_many(
        "power_cord",
        {
            "device_id": places.devices[[cord.device for cord in plan.power_cords]],
            "port": [cord.port for cord in plan.power_cords],
            "from_device_id": _refer(places.devices, [cord.giver for cord in plan.power_cords]),
            "from_port": [cord.outlet for cord in plan.power_cords],
            "from_node_id": _refer(nodes, [cord.node for cord in plan.power_cords]),
            "type_id": [types.get(cord.type) for cord in plan.power_cords],
            "length_mm": [cord.length_mm for cord in plan.power_cords],
            "phase": [cord.phase for cord in plan.power_cords],
        },
    )


def _is_good(edit: Edit, plan: Plan, cord: PlanPowerCord, inlets: set[tuple[int, int]], outlets: set[tuple[int, int]]) -> bool:
    """Whether a cord leads from an outlet or a node to an inlet, neither of them taken."""
    into = sockets(edit.types[use_plan_type(edit, plan, plan.devices[cord.device].type)])
    if (cord.giver is None) == (cord.node is None) or (cord.device, cord.port) in inlets:
        return False
    if all(inlet.port != cord.port for inlet in into.inlets):
        return False
    if cord.giver is None:
        return cord.outlet is None
    giver = sockets(edit.types[use_plan_type(edit, plan, plan.devices[cord.giver].type)])
    if cord.outlet is None:
        return giver.gives
    return giver.outlet(cord.outlet) is not None and (cord.giver, cord.outlet) not in outlets


def _demand_no_circle(plan: Plan, feeding: dict[int, list[int]]) -> None:
    done = set[int]()
    for start in feeding:
        path, waiting = set[int](), [(start, False)]
        while waiting:
            here, left = waiting.pop()
            if left:
                path.discard(here)
                done.add(here)
                continue
            if here in path:
                text = QT_TRANSLATE_NOOP("operations", "{name} would feed itself.")
                raise Refused(Message(_CONTEXT, text, {"name": plan.devices[here].name}))
            if here not in done:
                path.add(here)
                waiting.append((here, True))
                waiting.extend((above, False) for above in feeding.get(here, []))


def _wire(edit: Edit, plan: Plan, places: Places, nodes: Ids) -> None:
    """Wire the racks of the rows or halls named in the plan, and the other equipment in these halls."""
    of_row: dict[int, dict[str, int]] = {}
    of_hall: dict[int, dict[str, int]] = {}
    for wiring in plan.wirings:
        of = of_hall.setdefault(wiring.hall, {}) if wiring.row is None else of_row.setdefault(wiring.row, {})
        if wiring.node is not None:
            of[wiring.feed_side] = int(nodes[wiring.node])
    panels: dict[tuple[str, int], Panels] = {}
    for number, rack in enumerate(plan.racks):
        rack_panels = of_row.get(rack.row) if rack.row is not None else None
        rack_panels = of_hall.get(rack.hall) if rack_panels is None else rack_panels
        if rack_panels is not None:
            panels["rack", int(places.racks[number])] = rack_panels
    for number, device in enumerate(plan.devices):
        if device.hall is not None and device.hall in of_hall:
            kind = edit.types[use_plan_type(edit, plan, device.type)]
            if any(inlet.kind == BY_HAND for inlet in sockets(kind).inlets) and not sockets(kind).gives:
                panels["device", int(places.devices[number])] = of_hall[device.hall]
    racks = np.array([row_id for table, row_id in panels if table == "rack"], np.int64)
    standing = [row_id for table, row_id in panels if table == "device"]
    wire_places(edit, racks, standing, lambda table, row_id: panels[table, row_id])


def _refer(ids: Ids, numbers: Sequence[int | None]) -> Ids:
    return np.array([ABSENT if number is None else int(ids[number]) for number in numbers], np.int64)
