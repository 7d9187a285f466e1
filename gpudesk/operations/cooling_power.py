"""Feeds for new cooling units, from the sides of their hall in turn, and a second source where the loss of one side takes too much."""

from collections.abc import Mapping, Sequence
from itertools import count

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.failures.cooling_power_loss import cooling_power_losses
from gpudesk.operations.cooling_boards import Boards
from gpudesk.operations.power_feeds import FeedMaker, Panels
from gpudesk.operations.power_wiring import wire_places
from gpudesk.project.edit import Edit


def feed_units(edit: Edit, hall: int, before: Ids) -> None:
    """Feed the units of a hall that were added: those on the floor, and rear doors whose type has an inlet for its fans.

    Their circuits leave panels and busways that have room, spread over those of a side. Nothing where no power of the hall is on a side.

    Args:
        before: the ids of the nodes of the cooling that were there.
    """
    nodes, boards = edit.columns("cooling_node"), Boards(edit, hall)
    unfed = (nodes["power_node_id"] == ABSENT) & (nodes["power_alternate_id"] == ABSENT)
    new = np.flatnonzero((nodes["hall_id"] == hall) & unfed & ~np.isin(nodes.ids, before))
    if not boards or not len(new):
        return
    devices = nodes["device_id"][new][(nodes["device_id"][new] != ABSENT) & (nodes["kind"][new] != CoolingKind.REAR_DOOR)]
    fed_by = _feed_devices(edit, devices.tolist(), boards)
    doors = new[nodes["kind"][new] == CoolingKind.REAR_DOOR]
    fed_by |= _feed_doors(edit, hall, nodes.ids[doors].tolist(), boards)
    _second_sources(edit, fed_by, boards, hall)


def _feed_devices(edit: Edit, devices: Sequence[int], boards: Boards) -> dict[int, int]:
    """Feed units on the floor; returns the circuit of each that has only one → the node that feeds it."""
    if not devices:
        return {}
    last = int(edit.columns("power_node").ids[-1])
    # Each side takes its turn, so that no loss stops more than its part; the second inlet of a unit is on the next side.
    turns: dict[int, Panels] = {}
    for number, device in enumerate(devices):
        kind = edit.types[int(edit.row("device", device)["type_id"])]
        inlets, drawn_va = len(sockets(kind).inlets), _drawn_va(kind)
        first = boards.take(number, drawn_va)
        turns[device] = {"A": first, "B": boards.take(number + 1, drawn_va) if inlets > 1 else boards.following(first)}
    wire_places(edit, np.empty(0, np.int64), list(turns), lambda _table, row_id: turns[row_id])
    made = edit.columns("power_node")
    side_of = boards.side_of
    fed_by = {node: top for node, top in zip(made.ids.tolist(), made["fed_by_id"].tolist(), strict=True) if node > last and top in side_of}
    for node, top in fed_by.items():
        edit.update("power_node", node, feed_side=side_of[top])
    cords = edit.columns("power_cord")
    owners, led = np.unique(cords["device_id"][np.isin(cords["from_node_id"], list(fed_by))], return_counts=True)
    alone = np.isin(cords["device_id"], owners[led == 1]) & np.isin(cords["from_node_id"], list(fed_by))
    return {node: fed_by[node] for node in cords["from_node_id"][alone].tolist()}


def _drawn_va(kind: HardwareType) -> float:
    """What a unit draws at most, 0 where that is not known."""
    return float(kind.number("power_max_w") or 0.0)


def _feed_doors(edit: Edit, hall: int, doors: Sequence[int], boards: Boards) -> dict[int, int]:
    """A circuit for the fans of each rear door that has an inlet, named by its node; returns circuit → the node that feeds it."""
    found: dict[int, int] = {}
    maker, turn = FeedMaker(edit, lambda _table, _row_id: {}), count()
    for door in doors:
        row = edit.row("cooling_node", door)
        kind = None if row["type_id"] is None else edit.types[int(row["type_id"])]
        if kind is None or not sockets(kind).inlets:
            continue
        top = boards.take(next(turn), _drawn_va(kind))
        side = boards.side_of[top]
        circuit = maker.circuit(int(row["type_id"]), top, side)
        name = f"{row['name']} {side}"[:200]
        node = edit.insert("power_node", **circuit, hall_id=hall, fed_by_id=top, feed_side=side, name=name, phase=int(row["phase"]))
        edit.update("cooling_node", door, power_node_id=node)
        found[node] = top
    return found


def _second_sources(edit: Edit, fed_by: Mapping[int, int], boards: Boards, hall: int) -> None:
    """Let circuits of units change over to the next side where the loss of one side alone takes too much cooling from the hall.

    Args:
        fed_by: the circuit of each unit that has only one → the node that feeds it.
        boards: the nodes that feed circuits, by their sides.
    """
    if len(boards.sides) < 2 or not fed_by:
        return
    snapshot = edit.present()
    nodes = snapshot["cooling_node"]
    if all(nodes["hall_id"][loss.carrier] != hall for loss in cooling_power_losses(snapshot)):
        return
    for node, above in fed_by.items():
        edit.update("power_node", node, alternate_id=boards.following(above))
