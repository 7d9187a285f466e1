"""Contents, power draw, mass and heat of the rows and halls of a project."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.cooling_kinds import AIR_UNITS, CoolingKind
from gpudesk.core.cooling.cooling_unit_kinds import capacity_at
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.racks.weight import summed
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.derived.draw.power_ratings import FAMILIES, draws_power, gpus_in
from gpudesk.derived.floor.floor_contents import Standing, floor_devices
from gpudesk.derived.floor.systems_in_rows import row_of_systems
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.derived.totals.totals import Totals, rack_totals, totals
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_INDOORS = (*AIR_UNITS, CoolingKind.REAR_DOOR, CoolingKind.CDU)


@dataclass(frozen=True, slots=True)
class RowSums:
    """One row of racks, the racks of a hall outside rows, or its floor machines outside rows.

    Attributes:
        row: its id, ABSENT for objects outside rows.
        on_floor: whether these are machines on the floor; rack-scale systems in a row of racks are counted there.
        racks: places of the racks in their table, in their order; empty on the floor.
        things: number of racks or machines; for a row its racks and rack-scale systems.
        power_w: the named power that the site sheet selects for limits; `power_missing` counts objects without this figure.
        busiest, heaviest: the names of those with the highest power draw and mass, "" if unknown.
    """

    hall: int
    row: int
    name: str
    on_floor: bool
    racks: Ids
    things: int
    gpus: int
    power_w: float
    power_missing: int
    busiest: str
    busiest_w: float
    mass_kg: float
    mass_missing: int
    heaviest: str
    heaviest_kg: float
    free_u: float
    used_u: float


@dataclass(frozen=True, slots=True)
class FloorMachines:
    """Devices on the floor with all that sits in them, each of shape (machines,); cooling units and UPS are among them.

    Attributes:
        device: places in the table.
        power_missing: how many of what each holds have no known power.
    """

    device: Ids
    hall: Ids
    power_w: Reals
    power_missing: Ids
    mass_kg: Reals
    mass_missing: Ids
    gpus: Ids


def floor_machines(snapshot: Snapshot) -> FloorMachines:
    """Objects on the floors besides racks (use `snapshot.cached(floor_machines)`)."""
    devices, types, where = snapshot["device"], snapshot.types, snapshot.cached(whereabouts)
    machines = floor_devices(devices, types)
    inside = np.flatnonzero(np.isin(where.root, machines) & snapshot.cached(counted))
    owner = np.searchsorted(machines, where.root[inside])
    type_ids = devices["type_id"][inside]
    name = snapshot.cached(site_sheet).text("power_for_limits")
    watts = types.numbers(f"power_{name}_w", type_ids)
    watts = np.where(np.isnan(watts) & ~draws_power(types, type_ids), 0.0, watts)
    power, missing = summed(watts, owner, len(machines))
    mass, unknown = summed(types.numbers("weight_kg", type_ids), owner, len(machines))
    gpus = np.bincount(owner, gpus_in(types, type_ids), len(machines)).astype(np.int64)
    return FloorMachines(machines, devices["hall_id"][machines], power, missing, mass, unknown, gpus)


@dataclass(frozen=True, slots=True)
class HallSums:
    """One hall.

    Attributes:
        heat_w: heat to "air" and to "liquid", if any; all power becomes heat.
        guessed: number of devices whose liquid share is the default of the site sheet.
        airflow_cfm: total of known airflows; `airflow_missing` counts air-moving devices of unknown airflow.
        coolers: units that cool air or liquid; `cooling_w` is their capacity, `spare_cooling_w` the same without the largest one.
    """

    hall: int
    name: str
    area_m2: float
    totals: Totals
    rows: tuple[RowSums, ...]
    heat_w: Mapping[str, float]
    guessed: int
    airflow_cfm: float
    airflow_missing: int
    coolers: int
    cooling_w: float
    spare_cooling_w: float


def row_sums(snapshot: Snapshot) -> tuple[RowSums, ...]:
    """The rows of all halls in order (use `snapshot.cached(row_sums)`)."""
    racks, rows = snapshot["rack"], snapshot["rack_row"]
    known = snapshot.cached(rack_totals)
    name = snapshot.cached(site_sheet).text("power_for_limits")
    power, missing, mass = known.power_w[name], known.power_missing[name], known.loads.total_kg
    names = racks["name"]
    machines = snapshot.cached(floor_machines)
    row_of = snapshot.cached(row_of_systems)[machines.device]
    called = snapshot["device"]["name"][machines.device]
    sums = []
    for group in racks_by_row(snapshot, np.arange(racks.rows)):
        row = int(racks["row_id"][group[0]])
        systems = np.flatnonzero((row_of == row) & (row_of != ABSENT))
        all_names = [*names[group].tolist(), *called[systems].tolist()]
        watts, kilograms = (
            np.concatenate([power[group], machines.power_w[systems]]),
            np.concatenate([mass[group], machines.mass_kg[systems]]),
        )
        busiest, heaviest = int(np.argmax(watts)), int(np.argmax(kilograms))
        sums.append(
            RowSums(
                hall=int(racks["hall_id"][group[0]]),
                row=row,
                name="" if not rows.has(row) else str(rows["name"][rows.position(row)]),
                on_floor=False,
                racks=group,
                things=len(all_names),
                gpus=int(known.gpus[group].sum() + machines.gpus[systems].sum()),
                power_w=float(watts.sum()),
                power_missing=int(missing[group].sum() + machines.power_missing[systems].sum()),
                busiest=str(all_names[busiest]) if watts[busiest] else "",
                busiest_w=float(watts[busiest]),
                mass_kg=float(kilograms.sum()),
                mass_missing=int(known.loads.missing[group].sum() + machines.mass_missing[systems].sum()),
                heaviest=str(all_names[heaviest]) if kilograms[heaviest] else "",
                heaviest_kg=float(kilograms[heaviest]),
                free_u=float(known.free_half_units[group].sum()) / 2,
                used_u=float(known.used_half_units[group].sum()) / 2,
            )
        )
    floors = [_on_floor(snapshot, hall) for hall in snapshot["hall"].ids.tolist()]
    sums += [floor for floor in floors if floor is not None]
    order = {hall: place for place, hall in enumerate(dict.fromkeys(row_sum.hall for row_sum in sums))}
    return tuple(sorted(sums, key=lambda row_sum: order[row_sum.hall]))


def _on_floor(snapshot: Snapshot, hall: int) -> RowSums | None:
    machines = snapshot.cached(floor_machines)
    here = np.flatnonzero((machines.hall == hall) & (snapshot.cached(row_of_systems)[machines.device] == ABSENT))
    if not len(here):
        return None
    names = snapshot["device"]["name"][machines.device]
    busiest, heaviest = int(here[np.argmax(machines.power_w[here])]), int(here[np.argmax(machines.mass_kg[here])])
    return RowSums(
        hall=hall,
        row=ABSENT,
        name="",
        on_floor=True,
        racks=np.empty(0, np.int64),
        things=len(here),
        gpus=int(machines.gpus[here].sum()),
        power_w=float(machines.power_w[here].sum()),
        power_missing=int(machines.power_missing[here].sum()),
        busiest=str(names[busiest]) if machines.power_w[busiest] else "",
        busiest_w=float(machines.power_w[busiest]),
        mass_kg=float(machines.mass_kg[here].sum()),
        mass_missing=int(machines.mass_missing[here].sum()),
        heaviest=str(names[heaviest]) if machines.mass_kg[heaviest] else "",
        heaviest_kg=float(machines.mass_kg[heaviest]),
        free_u=0.0,
        used_u=0.0,
    )


def standing_power_kw(snapshot: Snapshot) -> dict[Standing, float]:
    """Return the power draw of each rack and each floor machine, in kW; unknown values are omitted."""
    power = snapshot.cached(rack_totals).power_w[snapshot.cached(site_sheet).text("power_for_limits")]
    machines = snapshot.cached(floor_machines)
    ids = snapshot["device"].ids[machines.device]
    power_kw: dict[Standing, float] = {
        ("rack", rack): watts / 1000 for rack, watts in zip(snapshot["rack"].ids.tolist(), power.tolist(), strict=True)
    }
    power_kw |= {("device", device): watts / 1000 for device, watts in zip(ids.tolist(), machines.power_w.tolist(), strict=True)}
    return {standing: value for standing, value in power_kw.items() if value > 0}


def hall_sums(snapshot: Snapshot) -> tuple[HallSums, ...]:
    """All halls in the order of the table (use `snapshot.cached(hall_sums)`)."""
    halls, rows = snapshot["hall"], snapshot.cached(row_sums)
    return tuple(_hall(snapshot, place, tuple(row for row in rows if row.hall == int(halls.ids[place]))) for place in range(halls.rows))


def _hall(snapshot: Snapshot, place: int, rows: tuple[RowSums, ...]) -> HallSums:
    halls, devices, types = snapshot["hall"], snapshot["device"], snapshot.types
    hall = int(halls.ids[place])
    inside = (snapshot.cached(whereabouts).hall == hall) & snapshot.cached(counted)
    type_ids = devices["type_id"][inside]
    name = snapshot.cached(site_sheet).text("power_for_limits")
    watts = np.nan_to_num(types.numbers(f"power_{name}_w", type_ids))
    blows = draws_power(types, type_ids) & (watts > 0)
    shed = snapshot.cached(heat_of)
    here = shed.hall == hall
    heat = {"air": float(shed.air_w[here].sum()), "liquid": float(shed.liquid_w[here].sum())}
    air = types.numbers("airflow_cfm", type_ids)
    cooled = np.concatenate([_cooling_w(snapshot, inside), _planned_cooling_w(snapshot, hall)])
    area = float(halls["width_mm"][place]) * float(halls["depth_mm"][place]) / 1e6
    return HallSums(
        hall=hall,
        name=str(halls["name"][place]),
        area_m2=area,
        totals=totals(snapshot, "hall", hall),
        rows=rows,
        heat_w={word: value for word, value in heat.items() if value},
        guessed=int(shed.guessed[here].sum()),
        airflow_cfm=float(np.nansum(np.where(blows, air, 0.0))),
        airflow_missing=int((np.isnan(air) & blows).sum()),
        coolers=len(cooled),
        cooling_w=float(np.nansum(cooled)),
        spare_cooling_w=float(np.nansum(cooled) - np.nan_to_num(cooled).max(initial=0.0)),
    )


def _cooling_w(snapshot: Snapshot, inside: Mask) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """What each cooling unit and CDU takes away, NaN where not known."""
    types, type_ids = snapshot.types, snapshot["device"]["type_id"][inside]
    cooling = [FAMILIES.index(Family.CDU), FAMILIES.index(Family.COOLING)]
    of_units = type_ids[np.isin(types.codes("family", type_ids), cooling)]
    return _capacity_w(snapshot, of_units)


def _capacity_w(snapshot: Snapshot, type_ids: Ids) -> Reals:
    """Return the cooling capacity of units of some types under site conditions, NaN if unknown."""
    types, altitude = snapshot.types, snapshot.cached(site_sheet).limit("altitude_m")
    by_type_w = {type_id: capacity_at(types[type_id], altitude) or np.nan for type_id in np.unique(type_ids).tolist()}
    return np.array([by_type_w[type_id] for type_id in type_ids.tolist()], np.float64)


def _planned_cooling_w(snapshot: Snapshot, hall: int) -> Reals:
    """Return the capacity of cooling units of a hall that are not devices, from node or type; NaN if neither specifies it."""
    nodes, racks = snapshot["cooling_node"], snapshot["rack"]
    at_rack = racks.positions(nodes["rack_id"])
    of_rack = np.where(at_rack == ABSENT, ABSENT, np.append(racks["hall_id"], ABSENT)[at_rack])
    here = np.where(nodes["hall_id"] == ABSENT, of_rack, nodes["hall_id"]) == hall
    units = np.flatnonzero(here & (nodes["device_id"] == ABSENT) & np.isin(nodes["kind"], _INDOORS))
    stated_w = np.where(nodes["capacity_w"][units] == ABSENT, np.nan, nodes["capacity_w"][units].astype(np.float64))
    type_ids = nodes["type_id"][units]
    typed = np.full(len(units), np.nan)
    known = type_ids != ABSENT
    typed[known] = _capacity_w(snapshot, type_ids[known])
    return np.where(np.isnan(stated_w), typed, stated_w)


def problem_halls(snapshot: Snapshot) -> Mapping[str, Mapping[int, int]]:
    """Table → row id → the hall that contains the object, for every object in a hall."""
    halls: dict[str, Mapping[int, int]] = {"hall": {hall: hall for hall in snapshot["hall"].ids.tolist()}}
    for table in ("rack", "rack_row", "power_node", "floor_item"):
        columns = snapshot[table]
        halls[table] = dict(zip(columns.ids.tolist(), columns["hall_id"].tolist(), strict=True))
    halls["device"] = dict(zip(snapshot["device"].ids.tolist(), snapshot.cached(whereabouts).hall.tolist(), strict=True))
    reserved, racks = snapshot["reservation"], snapshot["rack"]
    held = racks["hall_id"][racks.positions(reserved["rack_id"])] if reserved.rows else np.empty(0, np.int64)
    halls["reservation"] = dict(zip(reserved.ids.tolist(), held.tolist(), strict=True))
    return halls
