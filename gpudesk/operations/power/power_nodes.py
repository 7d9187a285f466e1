"""Sources, UPS, panels and feeds: add them, connect them, and remove them with or without their downstream nodes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_kinds import USUAL_NAMES, PowerNodeKind, hanging_fault
from gpudesk.core.power.power_lines import LINES, Wiring
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.operations.floor.halls import delete_all
from gpudesk.operations.power.power_cord_operations import plug_in
from gpudesk.operations.run.arguments import checked_arguments
from gpudesk.operations.run.field_operations import checked_fields
from gpudesk.operations.run.new_names import checked_name, next_names
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_NODES = 1000
"""Maximum number of nodes added in one step."""


@operation
def add_power_node(
    edit: Edit,
    kind: int,
    voltage_v: int,
    wiring: int = Wiring.WYE,
    parent_id: int | None = None,
    alternate_id: int | None = None,
    hall_id: int | None = None,
    device_id: int | None = None,
    line: int | None = None,
    breaker_a: int | None = None,
    derating_percent: int = 100,
    continuous_percent: int | None = None,
    capacity_va: int | None = None,
    feed_side: str = "",
    receptacle: str = "",
    name: str = "",
    notes: str = "",
    phase: int = 1,
) -> int:
    """Add a source, a UPS, a panel, a feed or similar; returns its id.

    Args:
        kind: a `PowerNodeKind`.
        wiring: a `Wiring`.
        device_id: its device on the floor (a UPS, a busway).
        line: for a circuit of one or two lines, its first line of the parent.
        continuous_percent: share of the breaker for loads of three hours and more; by default, from the site sheet.

    Raises:
        Refused: a value is invalid, or its parent is unknown.
    """
    kind = _checked_kind(kind)
    for table, row_id in (("hall", hall_id), ("device", device_id), ("power_node", parent_id), ("power_node", alternate_id)):
        if row_id is not None:
            edit.row(table, row_id)
    _demand_above(edit, kind, "", parent_id, alternate_id)
    values = checked_fields(
        {
            "wiring": wiring,
            "line": line,
            "voltage_v": voltage_v,
            "breaker_a": breaker_a,
            "derating_percent": derating_percent,
            "continuous_percent": continuous_percent,
            "capacity_va": capacity_va,
            "feed_side": feed_side,
            "receptacle": receptacle,
            "notes": notes,
            "phase": phase,
        }
    )
    name = checked_name(name) or next(next_names(edit.columns("power_node")["name"], USUAL_NAMES[kind], 1))
    node_id = edit.insert(
        "power_node",
        hall_id=hall_id,
        device_id=device_id,
        fed_by_id=parent_id,
        alternate_id=alternate_id,
        kind=int(kind),
        name=name,
        **values,
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add {name} to power"), {"name": name})
    return node_id


@operation
def add_power_nodes(
    edit: Edit, names: Sequence[str], kind: int, voltage_v: int, values: Mapping[str, Any] | None = None, lines_in_turn: bool = False
) -> list[int]:
    """Add several identical nodes, such as the feeds of a busway; returns their ids.

    Args:
        names: one each; "" for the default name.
        values: the other arguments of `add_power_node`, without a name.
        lines_in_turn: circuits of one or two lines start on L1, L2, L3, L1 …

    Raises:
        Refused: the number is zero or too large, or as for `add_power_node`.
    """
    if not 1 <= len(names) <= MOST_NODES:
        text = QT_TRANSLATE_NOOP("operations", "You can add 1 to {most} at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_NODES}))
    nodes = []
    for place, name in enumerate(names):
        line = {"line": place % LINES} if lines_in_turn else {}
        node_values = {**(values or {}), **line, "kind": kind, "voltage_v": voltage_v, "name": name}
        nodes.append(add_power_node(edit, **checked_arguments(add_power_node, (), node_values)[1]))
    if len(nodes) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Add {count} power {count|component|components}")
        edit.title = Message(_CONTEXT, text, {"count": len(nodes)})
    return nodes


@operation
def hang_power_node(edit: Edit, node_id: int, parent_id: int | None, alternate_id: int | None = None) -> None:
    """Connect a node to another node that feeds it, and to an alternate one if the first fails.

    Raises:
        Refused: a node is unknown, it would feed itself, or a source would be fed.
    """
    node = edit.row("power_node", node_id)
    for above in (parent_id, alternate_id):
        if above is not None:
            edit.row("power_node", above)
    _demand_above(edit, PowerNodeKind(int(node["kind"])), str(node["name"]), parent_id, alternate_id, node_id)
    edit.update("power_node", node_id, fed_by_id=parent_id, alternate_id=alternate_id)
    text = QT_TRANSLATE_NOOP("operations", "Disconnect {name} from its feed")
    values = {"name": str(node["name"])}
    if parent_id is not None:
        text = QT_TRANSLATE_NOOP("operations", "Feed {name} from {source}")
        values["source"] = str(edit.row("power_node", parent_id)["name"])
    edit.title = Message(_CONTEXT, text, values)


@operation
def hang_on(
    edit: Edit,
    parent_id: int | None,
    node_ids: Sequence[int] = (),
    device_ids: Sequence[int] = (),
    alternate_id: int | None = None,
    keep_alternates: bool = False,
) -> None:
    """Connect several nodes, and rack PDUs by their first inlets, to one node; None disconnects them from their supply.

    Args:
        alternate_id: feeds each of the nodes if the first fails.
        keep_alternates: each node keeps its alternate, unless that is now its parent.

    Raises:
        Refused: nothing is named, an object is unknown or has no inlet, a node would feed itself, or a source would be fed.
    """
    if not node_ids and not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    names: list[str] = []
    for node_id in dict.fromkeys(node_ids):
        row = edit.row("power_node", node_id)
        present_alternate = row["alternate_id"] if parent_id is not None and row["alternate_id"] != parent_id else None
        hang_power_node(edit, node_id, parent_id, present_alternate if keep_alternates else alternate_id)
        names.append(str(row["name"]))
    names.extend(_lead_in(edit, device_id, parent_id) for device_id in dict.fromkeys(device_ids))
    count: dict[str, Any] = {"count": len(names), "name": names[0]}
    text = QT_TRANSLATE_NOOP("operations", "Disconnect {name} from its feed")
    if parent_id is not None:
        count["source"] = str(edit.row("power_node", parent_id)["name"])
        text = QT_TRANSLATE_NOOP("operations", "Feed {name} from {source}")
        if len(names) > 1:
            text = QT_TRANSLATE_NOOP("operations", "Feed {count} {count|component|components} from {source}")
    elif len(names) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Disconnect {count} {count|component from its feed|components from their feeds}")
    edit.title = Message(_CONTEXT, text, count)


def _lead_in(edit: Edit, device_id: int, parent_id: int | None) -> str:
    """Lead the cord of a device's first inlet from a node, or pull it out; returns the name of the device."""
    device = edit.row("device", device_id)
    inlets = sockets(edit.types[int(device["type_id"])]).inlets
    if not inlets:
        text = QT_TRANSLATE_NOOP("operations", "{name} has no inlet.")
        raise Refused(Message(_CONTEXT, text, {"name": str(device["name"])}))
    port = inlets[0].port
    cords = edit.columns("power_cord")
    there = cords.ids[(cords["device_id"] == device_id) & (cords["port"] == port)]
    if parent_id is not None:
        plug_in(edit, device_id, port, from_node_id=parent_id)
    elif len(there):
        edit.delete_many("power_cord", there)
    return str(device["name"])


@operation
def delete_from_power(edit: Edit, node_ids: Sequence[int], device_ids: Sequence[int] = (), with_all_below: bool = False) -> None:
    """Delete nodes, and rack PDUs, from the power chain, with the cords that start at them.

    Args:
        with_all_below: all downstream nodes are deleted too; else these are connected to the supply of the deleted ones.

    Raises:
        Refused: nothing is named, or an object is unknown.
    """
    if not node_ids and not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    for node_id in node_ids:
        edit.row("power_node", node_id)
    removed_ids = np.unique(np.array(node_ids, np.int64))
    nodes = edit.columns("power_node")
    if with_all_below:
        removed_ids = nodes_below(nodes, removed_ids)
    else:
        _hang_higher(edit, removed_ids)
    objects = {"power_node": removed_ids.tolist(), "device": list(dict.fromkeys(device_ids))}
    delete_all(edit, {table: ids for table, ids in objects.items() if ids})


def nodes_below(nodes: Columns, ids: Ids) -> Ids:
    """Nodes and everything downstream of them on the normal path, ascending."""
    below = np.unique(ids)
    while True:
        following = np.union1d(below, nodes.ids[np.isin(nodes["fed_by_id"], below)])
        if len(following) == len(below):
            return following
        below = following


def _hang_higher(edit: Edit, gone: Ids) -> None:
    """Connect the children of deleted nodes to the nearest remaining node above."""
    nodes = edit.columns("power_node")
    above = dict(zip(nodes.ids.tolist(), nodes["fed_by_id"].tolist(), strict=True))
    going = set(gone.tolist())
    for place in np.flatnonzero(np.isin(nodes["fed_by_id"], gone) & ~np.isin(nodes.ids, gone)).tolist():
        parent, seen = int(nodes["fed_by_id"][place]), set[int]()
        while parent in going and parent not in seen:
            seen.add(parent)
            parent = above[parent]
        alternate = int(nodes["alternate_id"][place])
        staying = None if alternate == ABSENT or alternate in going else alternate
        # What has lost its source lives on what took over.
        usual = staying if parent == ABSENT or parent in going else parent
        edit.update("power_node", int(nodes.ids[place]), fed_by_id=usual, alternate_id=None if staying == usual else staying)


def _checked_kind(kind: int) -> PowerNodeKind:
    if kind not in tuple(PowerNodeKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "This kind of power component does not exist.")))
    return PowerNodeKind(kind)


def _demand_above(
    edit: Edit, kind: PowerNodeKind, name: str, parent_id: int | None, alternate_id: int | None, node_id: int | None = None
) -> None:
    def parents_of(here: int) -> tuple[int | None, ...]:
        row: Mapping[str, Any] = edit.row("power_node", here)
        return row["fed_by_id"], row["alternate_id"]

    fault = hanging_fault(kind, name, parent_id, alternate_id, node_id, parents_of)
    if fault is not None:
        raise Refused(fault)
