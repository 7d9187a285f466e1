"""Inlet air limits of devices, by type or by class, and the air around each."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.device_heat import Heat
from gpudesk.derived.draw.power_ratings import draws_power
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.cooling_rules import thermal_classes
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from

_UNJUDGED = (Family.CDU, Family.COOLING)


@dataclass(frozen=True, slots=True)
class InletLimits:
    """Inlet limits of types, shape (types,); NaN for those without airflow.

    Attributes:
        own: whether the type states the limit; else it is that of `class_name`, at the altitude of the site.
    """

    ids: Ids
    least_c: Reals
    greatest_c: Reals
    own: Mask
    class_name: str


@made_from({"catalog_item": (), "site_value": ()})
def inlet_limits(snapshot: Snapshot) -> InletLimits:
    """The inlet limits of the types of a project (use `snapshot.cached(inlet_limits)`)."""
    types, sheet = snapshot.types, snapshot.cached(site_sheet)
    ids = np.array(list(types), np.int64)
    name = sheet.text("air_class")
    span = thermal_classes().air[name].allowable_at(sheet.limit("altitude_m"))
    is_judged = draws_power(types, ids) & ~np.array([types[type_id].family in _UNJUDGED for type_id in ids.tolist()], bool)
    least, greatest = types.numbers("inlet_min_c", ids), types.numbers("inlet_max_c", ids)
    own = ~np.isnan(greatest)
    greatest = np.where(own, greatest, np.where(is_judged, span.greatest, np.nan))
    least = np.where(np.isnan(least) & ~own & is_judged, span.least, least)
    return InletLimits(ids, least, greatest, own, name)


def places_of_devices(snapshot: Snapshot, heat: Heat) -> Ids:
    """The place of each device of the table, ABSENT for those without one, shape (devices,)."""
    devices, where = snapshot["device"], snapshot.cached(whereabouts)
    place = np.full(devices.rows, ABSENT)
    place[heat.floor] = heat.racks.rows + np.arange(len(heat.floor))
    in_rack = heat.racks.positions(where.rack)
    return np.where(in_rack == ABSENT, place[where.root], in_rack)
