"""The cooling of a plan: units by rule for the heat of what was built, and their feeds."""

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
            text = QT_TRANSLATE_NOOP("operations", "{way} is no way of cooling; there are {known}.")
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
    snapshot = edit.present()
    nodes, power = snapshot["cooling_node"], snapshot["power_node"]
    sides = sorted({wiring.feed_side for wiring in plan.wirings if wiring.hall == hall_number})
    if not sides:
        return
    new = nodes.ids[~np.isin(nodes.ids, before) & (nodes["device_id"] != ABSENT) & ~np.isin(nodes["kind"], [int(CoolingKind.REAR_DOOR)])]
    devices = nodes["device_id"][nodes.positions(new)].tolist()
    here = power["hall_id"] == hall
    top_of: dict[str, int] = {}
    was = power.ids
    for side in sides:
        mine = np.flatnonzero(here & (power["feed_side"] == side))
        if len(mine):
            top_of[side] = int(power.ids[mine[0]])
    if not top_of:
        return
    turns: dict[int, Panels] = {}
    for number, device in enumerate(devices):
        # The one inlet of a unit asks for side A: each side takes its turn, so that no loss stops more than its part.
        node = top_of[sides[number % len(sides)]] if sides[number % len(sides)] in top_of else next(iter(top_of.values()))
        turns[device] = {"A": node}
    wire_places(edit, np.empty(0, np.int64), devices, lambda _table, row_id: turns[row_id])
    made = edit.columns("power_node")
    side_of = {node: side for side, node in top_of.items()}
    feeds = [
        (node, above)
        for node, above in zip(made.ids.tolist(), made["fed_by_id"].tolist(), strict=True)
        if above in side_of and node > was[-1]
    ]
    for node, above in feeds:
        edit.update("power_node", node, feed_side=side_of[above])
    _second_sources(edit, feeds, list(top_of.values()), hall)


def _second_sources(edit: Edit, feeds: list[tuple[int, int]], tops: list[int], hall: int) -> None:
    """Let circuits of units change over to the next side where the loss of one side alone takes too much cooling from the hall."""
    if len(tops) < 2:
        return
    snapshot = edit.present()
    nodes = snapshot["cooling_node"]
    if all(nodes["hall_id"][loss.carrier] != hall for loss in cooling_power_losses(snapshot)):
        return
    following = dict(zip(tops, [*tops[1:], tops[0]], strict=True))
    for node, above in feeds:
        edit.update("power_node", node, alternate_id=following[above])
