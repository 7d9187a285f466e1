"""Feeds for new cooling units, from the sides of their hall in turn, and a second source where the loss of one side takes too much."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.power.power_sockets import BY_HAND, sockets
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.failures.cooling_power_loss import cooling_power_losses
from gpudesk.operations.cooling.cooling_boards import Boards, drawn_w
from gpudesk.operations.power.power_feeds import FeedMaker, Panels
from gpudesk.operations.power.wire_power import wire_places
from gpudesk.project.edit import Edit


class _Fed(NamedTuple):
    """How a circuit is fed: the node above it, what its unit draws in W, and the build phase of that."""

    above: int
    drawn_w: float
    phase: int


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


def _feed_devices(edit: Edit, devices: Sequence[int], boards: Boards) -> dict[int, _Fed]:
    """Feed units on the floor; returns the circuit of each that has only one → how it is fed."""
    if not devices:
        return {}
    last = int(edit.columns("power_node").ids[-1])
    # Each side takes its turn, so that no loss stops more than its part; the second inlet of a unit is on the next side.
    turns: dict[int, Panels] = {}
    drawn: dict[int, tuple[float, int]] = {}
    for number, device in enumerate(devices):
        row = edit.row("device", device)
        kind, phase = edit.types[int(row["type_id"])], int(row["phase"])
        inlets = sum(inlet.kind == BY_HAND for inlet in sockets(kind).inlets)
        drawn[device] = drawn_w(kind), phase
        turns[device] = {side: boards.take(number + place, *drawn[device]) for place, side in enumerate("AB"[:inlets])}
    wire_places(edit, np.empty(0, np.int64), list(turns), lambda _table, row_id: turns[row_id])
    power_nodes = edit.columns("power_node")
    side_of = boards.side_of
    fed_by = {
        node: top
        for node, top in zip(power_nodes.ids.tolist(), power_nodes["fed_by_id"].tolist(), strict=True)
        if node > last and top in side_of
    }
    for node, top in fed_by.items():
        edit.update("power_node", node, feed_side=side_of[top])
    cords = edit.columns("power_cord")
    owners, led = np.unique(cords["device_id"][np.isin(cords["from_node_id"], list(fed_by))], return_counts=True)
    alone = np.isin(cords["device_id"], owners[led == 1]) & np.isin(cords["from_node_id"], list(fed_by))
    circuits = zip(cords["from_node_id"][alone].tolist(), cords["device_id"][alone].tolist(), strict=True)
    return {node: _Fed(fed_by[node], *drawn[device]) for node, device in circuits}


def _feed_doors(edit: Edit, hall: int, doors: Sequence[int], boards: Boards) -> dict[int, _Fed]:
    """A circuit for the fans of each rear door that has an inlet, named by its node; returns circuit → how it is fed."""
    fed_by_circuit: dict[int, _Fed] = {}
    maker, turn = FeedMaker(edit, lambda _table, _row_id: {}), count()
    for door in doors:
        row = edit.row("cooling_node", door)
        kind = None if row["type_id"] is None else edit.types[int(row["type_id"])]
        if kind is None or not sockets(kind).inlets:
            continue
        drawn = drawn_w(kind), int(row["phase"])
        top = boards.take(next(turn), *drawn)
        side = boards.side_of[top]
        circuit = maker.circuit(int(row["type_id"]), top, side)
        name = f"{row['name']} {side}"[:200]
        node = edit.insert("power_node", **circuit, hall_id=hall, fed_by_id=top, feed_side=side, name=name, phase=drawn[1])
        edit.update("cooling_node", door, power_node_id=node)
        fed_by_circuit[node] = _Fed(top, *drawn)
    return fed_by_circuit


def _second_sources(edit: Edit, fed_by: Mapping[int, _Fed], boards: Boards, hall: int) -> None:
    """Let circuits of units transfer to the next side if the loss of one side alone removes too much cooling from the hall.

    Args:
        fed_by: the circuit of each unit that has only one → its supply.
        boards: the nodes that feed circuits, by side.
    """
    if len(boards.sides) < 2 or not fed_by:
        return
    snapshot = edit.present()
    nodes = snapshot["cooling_node"]
    if all(nodes["hall_id"][loss.carrier] != hall for loss in cooling_power_losses(snapshot)):
        return
    for node, fed in fed_by.items():
        edit.update("power_node", node, alternate_id=boards.following(*fed))
