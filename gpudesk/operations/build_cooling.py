"""The cooling of a plan: units by rule for the heat of what was built, and their feeds."""

from collections.abc import Mapping, Sequence

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.cooling_kinds import CoolingKind
from gpudesk.core.cooling_units import Way
from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan import Plan, PlanCooling
from gpudesk.derived.cooling_power_loss import cooling_power_losses
from gpudesk.derived.heat import heat_of
from gpudesk.operations.build_power import Places
from gpudesk.operations.cooling_proposal import hang_rear_doors, propose_cooling
from gpudesk.operations.power_feeds import Panels
from gpudesk.operations.power_wiring import wire_places
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


def build_cooling(edit: Edit, plan: Plan, places: Places) -> None:
    """Cool the halls that a plan cools by rule, and feed what was added from the panels of the hall.

    Raises:
        Refused: a way of cooling or a catalog entry is unknown.
    """
    for cooling in plan.coolings:
        if cooling.way not in tuple(Way):
            text = QT_TRANSLATE_NOOP("operations", "{way} is not a cooling option; available: {known}.")
            raise Refused(Message(_CONTEXT, text, {"way": cooling.way, "known": ", ".join(Way)}))
        hall = int(places.halls[cooling.hall])
        heat = edit.present().cached(heat_of)
        if cooling.way == Way.NONE or not heat.heat_w[heat.hall == hall].sum() > 0:
            continue
        before = edit.columns("cooling_node").ids
        _cool(edit, cooling, hall)
        _feed(edit, plan, cooling.hall, hall, before)


def _cool(edit: Edit, cooling: PlanCooling, hall: int) -> None:
    racks = edit.columns("rack")
    if cooling.way == Way.DOOR:
        heat = edit.present().cached(heat_of)
        warm = heat.racks.ids[(heat.hall[: heat.racks.rows] == hall) & (heat.air_w[: heat.racks.rows] > 0)]
        if len(warm):
            hang_rear_doors(edit, warm.tolist(), cooling.door)
    rows = np.unique(racks["row_id"][(racks["hall_id"] == hall) & (racks["row_id"] != ABSENT)]).tolist()
    by_row = cooling.way == Way.ROW and bool(rows)
    halls = [] if by_row else [hall]
    propose_cooling(edit, halls, rows if by_row else [], cooling.redundancy, cooling.air, cooling.liquid)


def _feed(edit: Edit, plan: Plan, hall_number: int, hall: int, before: Ids) -> None:
    """Feeds for new units on the floor, by turns from the sides of the hall; nothing where the hall has no power."""
    nodes, power = edit.columns("cooling_node"), edit.columns("power_node")
    sides = sorted({wiring.feed_side for wiring in plan.wirings if wiring.hall == hall_number})
    here = power["hall_id"] == hall
    tops: dict[str, int] = {}
    for side in sides:
        mine = np.flatnonzero(here & (power["feed_side"] == side))
        if len(mine):
            tops[side] = int(power.ids[mine[0]])
    new = nodes.ids[~np.isin(nodes.ids, before) & (nodes["device_id"] != ABSENT) & ~np.isin(nodes["kind"], [int(CoolingKind.REAR_DOOR)])]
    if not tops or not len(new):
        return
    above = list(tops.values())
    # Each side takes its turn, so that no loss stops more than its part; the second inlet of a unit hangs on the next side.
    turns: dict[int, Panels] = {
        device: {"A": above[number % len(above)], "B": above[(number + 1) % len(above)]}
        for number, device in enumerate(nodes["device_id"][nodes.positions(new)].tolist())
    }
    last = power.ids[-1]
    wire_places(edit, np.empty(0, np.int64), list(turns), lambda _table, row_id: turns[row_id])
    made = edit.columns("power_node")
    side_of = {node: side for side, node in tops.items()}
    fed_by = {node: top for node, top in zip(made.ids.tolist(), made["fed_by_id"].tolist(), strict=True) if node > last and top in side_of}
    for node, top in fed_by.items():
        edit.update("power_node", node, feed_side=side_of[top])
    cords = edit.columns("power_cord")
    devices, led = np.unique(cords["device_id"][np.isin(cords["from_node_id"], list(fed_by))], return_counts=True)
    alone = np.isin(cords["device_id"], devices[led == 1]) & np.isin(cords["from_node_id"], list(fed_by))
    _second_sources(edit, {node: fed_by[node] for node in cords["from_node_id"][alone].tolist()}, above, hall)


def _second_sources(edit: Edit, fed_by: Mapping[int, int], tops: Sequence[int], hall: int) -> None:
    """Let circuits of units change over to the next side where the loss of one side alone takes too much cooling from the hall.

    Args:
        fed_by: the circuit of each unit that has only one → the node that feeds it.
        tops: the nodes of the sides, in their order.
    """
    if len(tops) < 2:
        return
    snapshot = edit.present()
    nodes = snapshot["cooling_node"]
    if all(nodes["hall_id"][loss.carrier] != hall for loss in cooling_power_losses(snapshot)):
        return
    following = dict(zip(tops, [*tops[1:], tops[0]], strict=True))
    for node, above in fed_by.items():
        edit.update("power_node", node, alternate_id=following[above])
