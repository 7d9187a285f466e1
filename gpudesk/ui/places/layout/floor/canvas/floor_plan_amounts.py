"""Value of a property for each rack, and for each device that is on the floor like a rack."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.air import cfm_from_m3_per_s
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_marks import cooling_marks
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.draw.power_ratings import FAMILIES
from gpudesk.derived.power.rack_lines import rack_lines
from gpudesk.derived.totals.totals import rack_totals
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.layout.floor.canvas.cooling_paints import COOLED_BY, MARGIN
from gpudesk.ui.toolkit.quantities import shown_scale

LENGTHY: Mapping[str, Callable[[Snapshot], object]] = {
    "line": rack_lines,
    "line-share": rack_lines,
    **dict.fromkeys(("inlet", "airflow", "liquid"), cooling_plan),
    **dict.fromkeys((COOLED_BY, MARGIN), cooling_marks),
}
"""Results that some properties require first, calculated off the user interface thread (`snapshot.known`)."""
_COOLING: Mapping[str, Callable[[CoolingPlan], tuple[Reals, str]]] = {
    "inlet": lambda plan: (plan.inlet_c, "°C"),
    "airflow": lambda plan: (cfm_from_m3_per_s(plan.network.airflow_needed_m3_s), "CFM"),
    "liquid": lambda plan: (plan.network.flow_needed_l_min, "L/min"),
}
"""Cooling demand or supply of each place, racks first, and its unit."""
_OF_TYPE = {"power": "power_max_w", "mass": "weight_kg"}
_STATIONS = tuple(
    place
    for place, family in enumerate(FAMILIES)
    if family in (Family.SYSTEM, Family.SERVER, Family.WORKSTATION, Family.SWITCH, Family.STORAGE, Family.RACK)
)
"""Families that are painted like racks on the floor; cooling and power equipment is not."""


@dataclass(frozen=True)
class Amounts:
    """A property in the user's unit, NaN if unknown.

    Attributes:
        racks: values of each rack of the snapshot, shape (racks,).
        floor: values of each device that is on a floor like a rack, shape (devices,); NaN also if the property does not apply.
        floor_ids, floor_hall: their ids and halls.
    """

    racks: Reals
    floor: Reals
    floor_ids: Ids
    floor_hall: Ids
    unit: str


def amounts(snapshot: Snapshot, key: str) -> Amounts:
    """The amounts of "power", "line", "line-share", "inlet", "airflow", "liquid", "used", "mass" or "load"."""
    devices, racks = snapshot["device"], snapshot["rack"].rows
    on_floor = np.flatnonzero(devices["hall_id"] != ABSENT)
    type_ids = devices["type_id"][on_floor]
    like_racks = np.isin(snapshot.types.codes("family", type_ids), _STATIONS)
    floor = np.full(len(on_floor), np.nan)
    if key in _COOLING:
        # Its places are the racks and then all that is on a floor.
        both, name = _COOLING[key](snapshot.cached(cooling_plan))
        rack_amounts, floor = both[:racks], both[racks:]
    else:
        rack_amounts, name = _of_racks(snapshot, key)
        if key in _OF_TYPE:
            floor = snapshot.types.numbers(_OF_TYPE[key], type_ids)
    unit, factor, offset = shown_scale(name)
    here = on_floor[like_racks]
    return Amounts(rack_amounts * factor + offset, floor[like_racks] * factor + offset, devices.ids[here], devices["hall_id"][here], unit)


def _of_racks(snapshot: Snapshot, key: str) -> tuple[Reals, str]:
    if key == "line":
        return snapshot.cached(rack_lines).current_a, "A"
    if key == "line-share":
        return snapshot.cached(rack_lines).share * 100, "%"
    totals = snapshot.cached(rack_totals)
    if key == "used":
        return totals.used_half_units / 2, "U"
    if key == "power":
        watts = totals.power_w["max"]
        return np.where((watts == 0) & (totals.power_missing["max"] > 0), np.nan, watts), "W"
    return (totals.loads.total_kg, "kg") if key == "mass" else (totals.loads.footprint_kg_per_m2, "kg/m²")
