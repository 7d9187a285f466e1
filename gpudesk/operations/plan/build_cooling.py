"""The cooling of a plan: units by rule for the heat of what was built, and their feeds."""

import numpy as np

from gpudesk.core.cooling.cooling_unit_kinds import Way
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan, PlanCooling
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.operations.cooling.cooling_proposal import add_cooling, add_rear_doors
from gpudesk.operations.cooling.cooling_unit_feeds import feed_units
from gpudesk.operations.plan.build_power import Places
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
        feed_units(edit, hall, before)


def _cool(edit: Edit, cooling: PlanCooling, hall: int) -> None:
    racks = edit.columns("rack")
    if cooling.way == Way.DOOR:
        heat = edit.present().cached(heat_of)
        warm = heat.racks.ids[(heat.hall[: heat.racks.rows] == hall) & (heat.air_w[: heat.racks.rows] > 0)]
        if len(warm):
            add_rear_doors(edit, warm.tolist(), cooling.door)
    rows = np.unique(racks["row_id"][(racks["hall_id"] == hall) & (racks["row_id"] != ABSENT)]).tolist()
    by_row = cooling.way == Way.ROW and bool(rows)
    halls = [] if by_row else [hall]
    add_cooling(edit, halls, rows if by_row else [], cooling.redundancy, cooling.air, cooling.liquid)
