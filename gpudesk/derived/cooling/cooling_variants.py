"""The same project with room air, rear doors and direct liquid: heat, flows, power, units, and annual PUE.

Types that require liquid use it in every variant. In the direct liquid variant the GPU systems get cold plates with the
site's share of liquid, whether or not the manufacturer offers them; all other devices stay on air.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cooling.air import airflow_m3_per_s, cfm_from_m3_per_s
from gpudesk.core.cooling.cooling_unit_kinds import capacity_at, units_needed
from gpudesk.core.cooling.liquid import liquid_flow_l_per_min, pump_power_w
from gpudesk.core.cooling.pue import Stream, Year, year_of
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.device_heat import beside_w, heat_of, place_of_devices
from gpudesk.derived.draw.power_purposes import purposes
from gpudesk.derived.draw.power_ratings import FAMILIES, draws_power, gpus_in
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.locate import resource
from gpudesk.project.cooling_rules import coolants
from gpudesk.project.plant_rules import SiteClimate, VariantRules, site_climate, variant_rules
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

ROUNDING = 1e-9


class Way(StrEnum):
    """How the project is cooled."""

    AIR = "air"
    DOOR = "door"
    LIQUID = "liquid"


@dataclass(frozen=True, slots=True)
class Units:
    """Units that a variant requires: the working units, and the spares."""

    key: str
    title: str
    needed: int
    spares: int


@dataclass(frozen=True, slots=True)
class Variant:
    """The project with one cooling method.

    Attributes:
        air_w: heat load of the room air.
        door_w, liquid_w: heat load of rear doors and of the loops to the devices.
        airflow_m3_s: through devices, at their inlet air temperature.
        flow_l_min: in the loops to the devices.
        water_l_min: facility water to all units.
        fans_w, pumps_w: to move air and water inside the building; fans of devices are in their own power.
        too_much: the racks with more heat to the room air than allowed, and the highest of them in W.
        units: required units.
        year: annual energy and water.
    """

    way: Way
    air_w: float
    door_w: float
    liquid_w: float
    airflow_m3_s: float
    flow_l_min: float
    water_l_min: float
    fans_w: float
    pumps_w: float
    too_much: Ids
    greatest_w: float
    limit_w: float
    units: tuple[Units, ...]
    year: Year

    @property
    def airflow_cfm(self) -> float:
        """The airflow in cubic feet a minute."""
        return cfm_from_m3_per_s(self.airflow_m3_s)


@dataclass(frozen=True, slots=True)
class CoolingVariants:
    """The variants for comparison.

    Attributes:
        heat_w: total heat that cooling is planned for; equal in all variants.
        it_w: average power of the devices, for energy.
        racks: number of racks with heat output.
        missing: devices with unknown power.
        converted_w: heat of systems that would require cold plates for direct liquid.
    """

    heat_w: float
    it_w: float
    racks: int
    missing: int
    converted_w: float
    climate: SiteClimate
    rules: VariantRules
    variants: tuple[Variant, ...]


def cooling_variants(snapshot: Snapshot) -> CoolingVariants:
    """The project on air, rear doors and direct liquid (use `snapshot.cached(cooling_variants)`)."""
    sheet, rules, heat = snapshot.cached(site_sheet), variant_rules(), snapshot.cached(heat_of)
    climate = site_climate(sheet)
    # What units draw that stand there already is no load of a variant: each brings the fans and pumps of its own.
    heat = replace(heat, air_w=np.maximum(heat.air_w - _units_w(snapshot, sheet, len(heat.air_w)), 0.0))
    it_w = energy_w(snapshot, sheet)
    extra = _to_cold_plates(snapshot, sheet, len(heat.air_w))
    share = it_w / float(heat.heat_w.sum()) if heat.heat_w.sum() > 0 else 0.0
    work = _Work(snapshot, sheet, rules, climate, it_w, share)
    door_unit = open_catalog().get(_units()["door"][-1])
    most = capacity_at(door_unit, sheet.limit("altitude_m"))
    in_racks = np.arange(len(heat.air_w)) < heat.racks.rows
    at_doors = np.where(in_racks, np.minimum(heat.air_w, most), 0.0)
    doors = int((at_doors > 0).sum())
    none = np.zeros(len(heat.air_w))
    return CoolingVariants(
        float(heat.heat_w.sum()),
        it_w,
        int((heat.heat_w[: heat.racks.rows] > 0).sum()),
        int(heat.missing.sum()),
        float(extra.sum()),
        climate,
        rules,
        (
            work.variant(Way.AIR, heat.air_w, none, heat.liquid_w, 0, door_unit),
            work.variant(Way.DOOR, heat.air_w - at_doors, at_doors, heat.liquid_w, doors, door_unit),
            work.variant(Way.LIQUID, heat.air_w - extra, none, heat.liquid_w + extra, 0, door_unit),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Work:
    snapshot: Snapshot
    sheet: SiteSheet
    rules: VariantRules
    climate: SiteClimate
    it_w: float
    energy_share: float

    def variant(self, way: Way, air_w: Reals, door_w: Reals, liquid_w: Reals, doors: int, door_unit: HardwareType) -> Variant:
        rules, sheet = self.rules, self.sheet
        moving = {name: figure.value for name, figure in rules.moving.items()}
        altitude, inlet = sheet.limit("altitude_m"), sheet.limit("inlet_air_c")
        rise, warming = sheet.limit("air_delta_t_k"), sheet.limit("liquid_delta_t_k")
        of_room, of_doors, of_loops = float(air_w.sum()), float(door_w.sum()), float(liquid_w.sum())
        room_m3_s, door_m3_s = (airflow_m3_per_s(heat_w, rise, altitude, inlet) for heat_w in (of_room, of_doors))
        flow = liquid_flow_l_per_min(of_loops, warming, coolants().default)
        water = liquid_flow_l_per_min(of_room + of_doors, moving["water_delta_k"], coolants().by_key["water"])
        facility = liquid_flow_l_per_min(of_loops, warming, coolants().by_key["water"])
        fans = room_m3_s * moving["air_w_per_m3_s"] + door_m3_s * moving["door_w_per_m3_s"]
        loop_pumps = pump_power_w(flow, moving["loop_head_kpa"], moving["pump_efficiency"])
        water_pumps = pump_power_w(water + facility, moving["water_head_kpa"], moving["pump_efficiency"])
        limit = rules.limits["door_rest_w" if way is Way.DOOR else "air_rack_w"].value
        racks = self.snapshot["rack"]
        of_racks = air_w[: racks.rows]
        over = np.flatnonzero(of_racks > limit * (1 + ROUNDING))
        year = self._year(of_room, of_doors, of_loops, fans, loop_pumps + water_pumps)
        return Variant(
            way,
            of_room,
            of_doors,
            of_loops,
            room_m3_s + door_m3_s,
            flow,
            water + facility,
            fans,
            loop_pumps + water_pumps,
            racks.ids[over],
            float(of_racks.max(initial=0)),
            limit,
            tuple(self._units(of_room, of_loops, doors, door_unit)),
            year,
        )

    def _year(self, room_w: float, doors_w: float, loops_w: float, fans_w: float, pumps_w: float) -> Year:
        supply, part = self.rules.supply_c, self.energy_share
        heat_w = room_w + doors_w + loops_w
        streams = []
        for kind, of_kind in (("air", room_w), ("door", doors_w), ("liquid", loops_w)):
            if of_kind > 0:
                moving = (fans_w + pumps_w) * of_kind / heat_w
                streams.append(Stream(of_kind * part, supply[kind].value, moving))
        other = self.rules.other
        rejection = self.rules.rejection[self.sheet.text("heat_rejection")]
        return year_of(self.it_w, streams, rejection, self.climate.climate, other["loss_share"].value, other["other_share"].value)

    def _units(self, room_w: float, loops_w: float, doors: int, door_unit: HardwareType) -> list[Units]:
        units, altitude = [], self.sheet.limit("altitude_m")
        for choice, load in (("air", room_w), ("liquid", loops_w)):
            kind = _chosen(choice, load, altitude)
            needed = units_needed(load, capacity_at(kind, altitude))
            if needed:
                units.append(Units(kind.key, kind.title, needed, self.rules.spares))
        if doors:
            units.append(Units(door_unit.key, door_unit.title, doors, 0))
        return units


def _chosen(choice: str, load_w: float, altitude_m: float) -> HardwareType:
    """The first planning type of which not too many are needed, else the last."""
    kinds = [open_catalog().get(key) for key in _units()[choice]]
    few = (kind for kind in kinds if units_needed(load_w, capacity_at(kind, altitude_m)) <= _units()["most_units"])
    return next(few, kinds[-1])


@cache
def _units() -> dict[str, Any]:
    import yaml

    with resource("rules", "cooling_units.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body


def energy_w(snapshot: Snapshot, sheet: SiteSheet) -> float:
    """What all devices, and whole racks that draw, take on average; what cools, and UPS, are no load of theirs."""
    types, devices, racks = snapshot.types, snapshot["device"], snapshot["rack"]
    type_ids = devices["type_id"][snapshot.cached(counted)]
    purpose = purposes()["energy"]
    watts = np.where(draws_power(types, type_ids) & ~_is_plant(types, type_ids), purpose.watts(types, type_ids, sheet), 0.0)
    return float(np.nansum(watts) + np.nansum(purpose.watts(types, racks["type_id"], sheet)))


def _is_plant(types: Types, type_ids: Ids) -> Mask:
    """Which types belong to the building equipment and not to its loads."""
    plant: Mask = np.isin(
        types.codes("family", type_ids), [FAMILIES.index(plant_family) for plant_family in (Family.CDU, Family.COOLING, Family.UPS)]
    )
    return plant


def _units_w(snapshot: Snapshot, sheet: SiteSheet, places: int) -> Reals:
    """What units that cool, UPS and rear doors give to the air of each place of `derived.cooling.device_heat`."""
    devices, types = snapshot["device"], snapshot.types
    place = snapshot.cached(place_of_devices)
    plant_devices = np.flatnonzero(snapshot.cached(counted) & (place != ABSENT) & _is_plant(types, devices["type_id"]))
    watts = np.nan_to_num(types.numbers(f"power_{sheet.text('power_for_limits')}_w", devices["type_id"][plant_devices]))
    drawn: Reals = np.bincount(place[plant_devices], watts, places).astype(np.float64)
    return drawn + beside_w(snapshot, place, places, sheet.text("power_for_limits"))


def _to_cold_plates(snapshot: Snapshot, sheet: SiteSheet, places: int) -> Reals:
    """The heat that cold plates would take from the air of each place of `derived.cooling.device_heat`: of systems with GPUs that are
    cooled by
    air."""
    devices, racks, types, where = snapshot["device"], snapshot["rack"], snapshot.types, snapshot.cached(whereabouts)
    floor = np.flatnonzero(devices["hall_id"] != ABSENT)
    place = racks.positions(where.rack)
    on_floor = np.full(devices.rows, ABSENT)
    on_floor[floor] = racks.rows + np.arange(len(floor))
    place = np.where(place == ABSENT, on_floor[where.root], place)
    counted_devices = np.flatnonzero(snapshot.cached(counted) & (place != ABSENT))
    type_ids = devices["type_id"][counted_devices]
    dry = np.array([types[type_id].text("cooling") in {"", "air"} for type_id in types], bool)
    known = np.array(list(types), np.int64)
    is_dry = dry[np.searchsorted(known, type_ids)] & (gpus_in(types, type_ids) > 0) & draws_power(types, type_ids)
    is_dry &= np.isnan(types.numbers("liquid_heat_share_percent", type_ids))
    watts = np.nan_to_num(types.numbers(f"power_{sheet.text('power_for_limits')}_w", type_ids))
    taken = np.where(is_dry, watts * sheet.limit("liquid_share_percent") / 100, 0.0)
    plate_w: Reals = np.bincount(place[counted_devices], taken, places).astype(np.float64)
    return plate_w
