"""Heat and cooling after an edit of devices in racks: only the heat of these racks is calculated again.

A server in one of 12,500 racks changes the heat of that rack, and the loads and shares of the carriers that cool it. Connections,
capacities and temperatures are kept. The result equals one that is calculated from the beginning, to the last bit.
"""

from dataclasses import dataclass, fields
from weakref import ref

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.changes import Changes, TableChange
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.core.values.moved_places import moved_places
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan, places_needed
from gpudesk.derived.cooling.device_heat import (
    DeviceHeat,
    Heat,
    heat_of,
    is_counted,
    limiting_beside_w,
    limiting_heat,
    rack_kinds,
    sums_by_place,
)
from gpudesk.derived.power.power_plan import leaves_power
from gpudesk.project.snapshot import Snapshot

_SUMMED = ("air_w", "liquid_w", "airflow_m3_s", "open_air_w", "flow_l_min", "open_liquid_w", "devices", "wet", "missing", "guessed")
"""The attributes of `Heat` that are the figures of `DeviceHeat` summed by place."""


@dataclass(frozen=True, slots=True)
class CarriedPlaces:
    """Where the heat of a cooling plan differs from that of an earlier plan.

    Attributes:
        before: the earlier plan, held weakly.
        places: the only places that differ, ascending.
    """

    before: "ref[CoolingPlan]"
    places: Ids


def carried_places(snapshot: Snapshot) -> CarriedPlaces | None:
    """Where the cooling of a state differs from that of the state before (`carry_cooling` stores it); None if that is not known."""
    return None


def carry_cooling(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep heat and cooling with `after` if the edit only added devices to racks or removed them, none of which is part of the power."""
    known, plan = before.known(limiting_heat), before.known(cooling_plan)
    if known is None or plan is None or after.known(cooling_plan) is not None or not leaves_power(before, after, changes):
        return
    edit = _edit_of(before, after, changes)
    if edit is None:
        return
    if after.known(heat_of) is None:
        heat = _carried_heat(known, before, after, changes.of("device"), edit)
        if heat is None:
            return
        after.remember(limiting_heat, heat)
        after.remember(limiting_beside_w, before.cached(limiting_beside_w))
    whole = after.cached(heat_of)
    network = plan.network
    airflow_m3_s, flow_l_min = places_needed(after, plan, whole, edit.places)
    after.remember(cooling_plan, plan.with_heat(after, whole, network.with_heat(whole.air_w, whole.liquid_w, airflow_m3_s, flow_l_min)))
    places: CarriedPlaces | None = CarriedPlaces(ref(plan), edit.places)
    after.remember(carried_places, places)


@dataclass(frozen=True, slots=True)
class _Edit:
    """Devices that went and came, as places in the tables before and after, with the racks of those that came; the racks of both."""

    removed: Ids
    added: Ids
    added_racks: Ids
    places: Ids


def _edit_of(before: Snapshot, after: Snapshot, changes: Changes) -> _Edit | None:
    """The devices of an edit; None if one of them is not directly in a rack, is a UPS or a cooling unit, or has a cooling of its own."""
    change, racks = changes.of("device"), after["rack"]
    sides = []
    for snapshot, ids in ((before, change.removed), (after, change.added)):
        if not len(ids):
            sides.append((ids, ids))
            continue
        devices, types = snapshot["device"], snapshot.types
        places = devices.positions(ids)
        rack_places = racks.positions(devices.at("rack_id", places))
        if (rack_places == ABSENT).any() or (devices.at("hall_id", places) != ABSENT).any():
            return None
        if any(types[type_id].family is Family.UPS for type_id in set(devices.at("type_id", places).tolist())):
            return None
        sides.append((places, rack_places))
    touched = change.touched
    if any(is_one_of(after[table]["device_id"], touched).any() for table in ("cooling_node", "cooling_service")):
        return None
    (removed, gone_from), (added, added_racks) = sides
    return _Edit(removed, added, added_racks, distinct_ids(gone_from, added_racks))


def _carried_heat(known: Heat, before: Snapshot, after: Snapshot, change: TableChange, edit: _Edit) -> Heat | None:
    """The heat of devices after an edit; None if the edit changes in which order all of it is summed."""
    racks, devices, types, by_device = after["rack"], after["device"], after["catalog_item"], known.by_device
    rows, kinds, total = by_device.rows, len(known.counts), len(known)
    added_kinds = types.positions(devices.at("type_id", edit.added))
    gone = rows.positions(change.removed)
    gone_kinds = rows.at("kind", gone[gone != ABSENT])
    counts = known.counts + np.bincount(added_kinds, minlength=kinds) - np.bincount(gone_kinds, minlength=kinds)
    counted_first = is_counted(total, counts)
    if counted_first != is_counted(total, known.counts):
        return None
    added_rows = {"id": devices.at("id", edit.added), "place": edit.added_racks, "kind": added_kinds}
    of_devices = DeviceHeat(devices, rows.patched(change.removed, added_rows), by_device.figures, by_device.supply_max_c)
    chosen = of_devices.rows.among("place", edit.places)
    owner = np.concatenate([np.searchsorted(edit.places, of_devices.rows.at("place", chosen)), np.arange(len(edit.places))])
    code = np.concatenate([of_devices.rows.at("kind", chosen), rack_kinds(types, racks.at("type_id", edit.places))])
    sums, supply_max_c = sums_by_place(owner, code, len(edit.places), of_devices.figures, of_devices.supply_max_c, counted_first)

    def changed(old: Array, fresh: Reals) -> Array:
        column = old.copy()
        column[edit.places] = fresh.astype(old.dtype)
        return column

    columns = {name: changed(getattr(known, name), row) for name, row in zip(_SUMMED, sums, strict=True)}
    return Heat(
        **{field.name: getattr(known, field.name) for field in fields(Heat)}
        | columns
        | {
            "racks": racks,
            "devices_table": devices,
            "floor": moved_places(known.floor, before["device"], devices, change),
            "supply_max_c": changed(known.supply_max_c, supply_max_c),
            "by_device": of_devices,
            "counts": counts,
        }
    )
