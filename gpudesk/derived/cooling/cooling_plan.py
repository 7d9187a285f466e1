"""The cooling of a project: its units, air and loops, what each can do, and what serves every rack and every device on a floor."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gpudesk.core.cooling.air import airflow_m3_per_s, m3_per_s_from_cfm, pressure_ratio
from gpudesk.core.cooling.cooling_flow import CoolingFlow, CoolingNetwork, cooling_flow
from gpudesk.core.cooling.cooling_kinds import AIR_UNITS, CARRIERS, IN_AIR, LOOPS, CoolingKind
from gpudesk.core.cooling.liquid import Coolant, liquid_flow_l_per_min
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.cooling.device_heat import Heat, heat_of, place_of_devices
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.cooling_rules import coolants
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot

SECONDS_PER_HOUR = 3600
_USUAL_COOLANT = {CoolingKind.FACILITY_LOOP: "water"}
"""Coolant of a loop that states none; other loops contain the usual coolant of the data."""


@dataclass(frozen=True, slots=True)
class UnitsLeft:
    """What is left of the units of a carrier after some of them fail, the same for any heat.

    Attributes:
        lost: the units that fail, indices of nodes.
        moving: the units left that move heat.
        is_moved: whether units of the carrier, also those that fail, move heat.
        supplied: the airflow in m³/s, or the flow in L/min, of the units left.
        is_supplied: whether it is compared with the demand.
    """

    lost: Ids
    moving: Ids
    is_moved: bool
    supplied: float
    is_supplied: bool


@dataclass(frozen=True)
class CoolingPlan:
    """A project's cooling and its equivalents in the network; nodes are the rows of `cooling_node`.

    Attributes:
        heat: the places, in the order of those of the network.
        type_id: the type of each unit, ABSENT for none, shape (nodes,), as for all that follow.
        supply_c: the temperature at which a carrier reaches its loads, NaN if not stated.
        delta_k: temperature rise of its liquid or air, where places do not state it.
    """

    snapshot: Snapshot
    network: CoolingNetwork
    heat: Heat
    type_id: Ids
    supply_c: Reals
    delta_k: Reals

    @property
    def nodes(self) -> Columns:
        """The table of the nodes."""
        return self.snapshot["cooling_node"]

    @cached_property
    def flow(self) -> CoolingFlow:
        """What flows with everything alive."""
        return cooling_flow(self.network)

    @cached_property
    def inlet_c(self) -> Reals:
        """Air temperature at each place: that of the air which serves it, else the site value; shape (places,)."""
        site = self.snapshot.cached(site_sheet).limit("inlet_air_c")
        near = np.append(self.supply_c, np.nan)[self.network.near_air]
        air_c: Reals = np.where(np.isnan(near), site, near)
        return air_c

    @cached_property
    def liters_per_w(self) -> Reals:
        """Liquid flow in L/min that each loop requires for a watt, 0 for other nodes."""
        return liters_per_watt(self.nodes, self.delta_k, self.supply_c)

    @cached_property
    def units_left(self) -> dict[int, tuple[UnitsLeft, ...]]:
        """Carrier → what is left of its units after its redundant ones fail; `cooling_spares` fills it."""
        return {}

    def with_heat(self, snapshot: Snapshot, heat: Heat, network: CoolingNetwork) -> "CoolingPlan":
        """The plan of a state in which only the heat differs, with all that the heat does not determine."""
        heated = replace(self, snapshot=snapshot, heat=heat, network=network)
        heated.__dict__.update(liters_per_w=self.liters_per_w, units_left=self.units_left)
        return heated

    def coolant(self, node: int) -> Coolant:
        """Coolant of a loop."""
        return _coolant(CoolingKind(int(self.nodes["kind"][node])), str(self.nodes["coolant"][node]))


def cooling_plan(snapshot: Snapshot) -> CoolingPlan:
    """The cooling of a snapshot (use `snapshot.cached(cooling_plan)`)."""
    nodes, sheet, heat = snapshot["cooling_node"], snapshot.cached(site_sheet), snapshot.cached(heat_of)
    kind = nodes["kind"]
    supplies, cooled_by = nodes.positions(nodes["supplies_id"]), nodes.positions(nodes["cooled_by_id"])
    devices = snapshot["device"]
    of_device = devices.positions(nodes["device_id"])
    type_id = np.where(of_device == ABSENT, nodes["type_id"], np.append(devices["type_id"], ABSENT)[of_device])

    def fact(name: str) -> Reals:
        known = np.full(nodes.rows, np.nan)
        typed = np.flatnonzero(type_id != ABSENT)
        known[typed] = snapshot.types.numbers(name, type_id[typed])
        return known

    def figure(column: str, scale: float = 1.0) -> Reals:
        numbers: Reals = np.where(nodes[column] == ABSENT, np.nan, nodes[column] * scale)
        return numbers

    carrier = is_one_of(kind, CARRIERS)
    altitude = sheet.limit("altitude_m")
    # What somebody says of a unit itself holds where it is; data sheets are for sea level (`cooling_units.capacity_at`).
    thin = np.where(is_one_of(kind, IN_AIR), pressure_ratio(altitude), 1.0)
    rated = _first(figure("capacity_w"), fact("cooling_capacity_w") * thin)
    supply = _supplies(nodes, sheet, figure("supply_dc", 0.1), cooled_by, supplies, fact("liquid_approach_k"))
    delta = _first(
        figure("delta_dk", 0.1),
        np.where(kind == CoolingKind.AIR, sheet.limit("air_delta_t_k"), sheet.limit("liquid_delta_t_k")),
    )
    capacity = _at_approach(rated, kind, supplies, cooled_by, supply, fact("liquid_approach_k"))
    capacity = np.where(carrier | (kind == CoolingKind.PUMP), 0.0, np.where(np.isnan(capacity), np.inf, capacity))
    blown = _first(figure("airflow_m3_h", 1 / SECONDS_PER_HOUR), m3_per_s_from_cfm(fact("airflow_cfm")))
    pumped = _first(figure("flow_l_min"), np.where(kind == CoolingKind.CDU, fact("liquid_flow_l_min"), np.nan))
    per_w = liters_per_watt(nodes, delta, supply)
    above = np.append(np.where(is_one_of(kind, LOOPS), per_w, 0.0), 0.0)[cooled_by]
    drawn = _first(fact("facility_flow_l_min") / fact("cooling_capacity_w"), above)
    stand_places = _standing(snapshot, of_device)
    own_place = np.where(kind == CoolingKind.REAR_DOOR, heat.racks.positions(nodes["rack_id"]), stand_places)
    # The fans of a unit warm the air that it blows.
    blows = np.flatnonzero(is_one_of(kind, AIR_UNITS) & (supplies != ABSENT) & (stand_places >= heat.racks.rows))
    air = _served(snapshot, heat, CoolingKind.AIR, stand_places[blows], supplies[blows])
    loop = _served(snapshot, heat, CoolingKind.TECHNOLOGY_LOOP, blows[:0], blows[:0])
    network = CoolingNetwork(
        kind=kind,
        supplies=supplies,
        cooled_by=cooled_by,
        capacity_w=capacity,
        airflow_m3_s=np.where(is_one_of(kind, AIR_UNITS), np.where(np.isnan(blown), np.inf, blown), 0.0),
        flow_l_min=np.where(carrier, 0.0, np.where(np.isnan(pumped), np.inf, pumped)),
        drawn_l_min_per_w=np.where(above > 0, drawn, 0.0),
        air_w=heat.air_w,
        liquid_w=heat.liquid_w,
        airflow_needed_m3_s=air_needed_m3_s(sheet, heat.airflow_m3_s, heat.open_air_w, delta, air.near),
        flow_needed_l_min=liquid_needed_l_min(heat.flow_l_min, heat.open_liquid_w, per_w, loop.near),
        door=_doors(nodes, heat),
        near_air=air.near,
        room_air=air.hall,
        loop=loop.near,
        stands=own_place,
        own_w=np.where(own_place == ABSENT, 0.0, np.nan_to_num(fact(f"power_{sheet.text('power_for_limits')}_w"))),
    )
    return CoolingPlan(snapshot, network, heat, type_id, supply, delta)


def places_needed(snapshot: Snapshot, plan: CoolingPlan, heat: Heat, places: Ids) -> tuple[Reals, Reals]:
    """Airflow in m³/s and flow in L/min that all places require if the heat of some differs from that of `plan`, shape (places,) each."""
    sheet, network = snapshot.cached(site_sheet), plan.network
    airflow_m3_s, flow_l_min = network.airflow_needed_m3_s.copy(), network.flow_needed_l_min.copy()
    near, loop = network.near_air[places], network.loop[places]
    airflow_m3_s[places] = air_needed_m3_s(sheet, heat.airflow_m3_s[places], heat.open_air_w[places], plan.delta_k, near)
    flow_l_min[places] = liquid_needed_l_min(heat.flow_l_min[places], heat.open_liquid_w[places], plan.liters_per_w, loop)
    return airflow_m3_s, flow_l_min


@dataclass(frozen=True, slots=True)
class _Serving:
    """By which carrier each place is served as the narrowest, and by which one through its hall where that is another."""

    near: Ids
    hall: Ids


def _first(*choices: Reals) -> Reals:
    """The first of some values that is known."""
    first_known = choices[0]
    for other in choices[1:]:
        first_known = np.where(np.isnan(first_known), other, first_known)
    return first_known


def _coolant(kind: CoolingKind, key: str) -> Coolant:
    known = coolants()
    return known.by_key.get(key) or known.by_key.get(_USUAL_COOLANT.get(kind, "")) or known.default


def _supplies(nodes: Columns, sheet: SiteSheet, said: Reals, cooled_by: Ids, supplies: Ids, approach: Reals) -> Reals:
    """Supply temperature of carriers: as stated, else the site value, else the result of the CDUs with the facility water."""
    kind = nodes["kind"]
    sites = {CoolingKind.FACILITY_LOOP: "facility_supply_c", CoolingKind.TECHNOLOGY_LOOP: "loop_supply_c"}
    for loop_kind, key in sites.items():
        value = sheet.number(key)
        if value is not None:
            said = np.where(np.isnan(said) & (kind == loop_kind), value, said)
    water = np.append(said, np.nan)[cooled_by]
    warmest: dict[int, float] = {}
    for node in np.flatnonzero((kind == CoolingKind.CDU) & (supplies != ABSENT)).tolist():
        delivered_c, loop = float(water[node] + approach[node]), int(supplies[node])
        if not np.isnan(delivered_c):
            warmest[loop] = max(warmest.get(loop, delivered_c), delivered_c)
    for loop, delivered_c in warmest.items():
        if np.isnan(said[loop]) and kind[loop] == CoolingKind.TECHNOLOGY_LOOP:
            said[loop] = delivered_c
    return said


def _at_approach(rated: Reals, kind: Ids, supplies: Ids, cooled_by: Ids, supply: Reals, approach: Reals) -> Reals:
    """Capacity of CDUs between the temperatures of their two loops.

    A heat exchanger at given flows moves heat in proportion to the approach, the difference of its two supply temperatures
    (effectiveness does not depend on temperature). Capacity above the data sheet is not counted: pumps and pipes allow no more.
    """
    known = np.append(supply, np.nan)
    between = known[supplies] - known[cooled_by]
    is_judged = (kind == CoolingKind.CDU) & ~np.isnan(between) & ~np.isnan(approach)
    factor = np.where(is_judged, np.clip(between / np.where(is_judged, approach, 1.0), 0.0, 1.0), 1.0)
    capacity: Reals = rated * factor
    return capacity


def air_needed_m3_s(sheet: SiteSheet, airflow_m3_s: Reals, open_air_w: Reals, delta_k: Reals, near: Ids) -> Reals:
    """Airflow required by places, shape (places,).

    Args:
        airflow_m3_s: by data sheets, at sea level; thinner air requires more of it for the same heat.
        open_air_w: the heat of devices that do not state it.
        delta_k: temperature rise of each carrier, shape (nodes,).
        near: the air of each place, ABSENT for none.
    """
    altitude, rise_k = sheet.limit("altitude_m"), np.append(delta_k, sheet.limit("air_delta_t_k"))[near]
    by_heat = airflow_m3_per_s(open_air_w, rise_k, altitude, sheet.limit("inlet_air_c"))
    needed: Reals = airflow_m3_s / pressure_ratio(altitude) + by_heat
    return needed


def liquid_needed_l_min(flow_l_min: Reals, open_liquid_w: Reals, per_w: Reals, loop: Ids) -> Reals:
    """Liquid flow required by places, shape (places,): from data sheets, and from the heat of devices that do not state it."""
    needed: Reals = flow_l_min + open_liquid_w * np.append(per_w, 0.0)[loop]
    return needed


def liters_per_watt(nodes: Columns, delta: Reals, supply: Reals) -> Reals:
    """Liquid flow that loops require for each watt, 0 for other nodes."""
    flow_per_w = np.zeros(nodes.rows)
    for node in np.flatnonzero(is_one_of(nodes["kind"], LOOPS)).tolist():
        kind = CoolingKind(int(nodes["kind"][node]))
        rise = float(delta[node])
        mean = {} if np.isnan(supply[node]) else {"mean_c": float(supply[node]) + rise / 2}
        flow_per_w[node] = liquid_flow_l_per_min(1.0, rise, _coolant(kind, str(nodes["coolant"][node])), **mean)
    return flow_per_w


def _served(snapshot: Snapshot, heat: Heat, kind: CoolingKind, places: Ids, carriers: Ids) -> _Serving:
    """Carriers that serve each place, from the project; some places without one are served by `carriers`."""
    nodes, served = snapshot["cooling_node"], snapshot["cooling_service"]
    service_rows = np.flatnonzero(np.append(nodes["kind"], ABSENT)[nodes.positions(served["cooling_id"])] == kind)
    carrier = nodes.positions(served["cooling_id"])[service_rows]
    devices, racks = snapshot["device"], snapshot["rack"]

    def by(column: str, table: Columns) -> Ids:
        row_carriers = np.full(table.rows + 1, ABSENT)
        at = table.positions(served[column][service_rows])
        has = np.flatnonzero(at != ABSENT)[::-1]
        row_carriers[at[has]] = carrier[has]
        row_carriers[-1] = ABSENT
        return row_carriers

    hall, row = by("hall_id", snapshot["hall"]), by("row_id", snapshot["rack_row"])
    rack, device = by("rack_id", racks), by("device_id", devices)
    of_hall = hall[snapshot["hall"].positions(heat.hall)]
    of_row = row[snapshot["rack_row"].positions(heat.row)]
    own = np.concatenate([rack[:-1], device[heat.floor]])
    unsaid = own[places] == ABSENT
    own[places[unsaid]] = carriers[unsaid]
    # A device in a rack that is served by itself represents its rack, where that is not served.
    inside = np.flatnonzero(device[:-1] != ABSENT)
    at_rack = racks.positions(snapshot.cached(whereabouts).rack[inside])
    held = at_rack != ABSENT
    held[held] = own[at_rack[held]] == ABSENT
    own[at_rack[held]] = device[inside[held]]
    near = np.where(own != ABSENT, own, np.where(of_row != ABSENT, of_row, of_hall))
    return _Serving(near, np.where(near == of_hall, ABSENT, of_hall))


def _standing(snapshot: Snapshot, of_device: Ids) -> Ids:
    """The place whose heat includes the power of each node: the location of its device, ABSENT if it has none."""
    standing = np.full(len(of_device), ABSENT)
    known = of_device != ABSENT
    standing[known] = snapshot.cached(place_of_devices)[of_device[known]]
    return standing


def _doors(nodes: Columns, heat: Heat) -> Ids:
    doors_by_place = np.full(len(heat), ABSENT)
    doors = np.flatnonzero(nodes["kind"] == CoolingKind.REAR_DOOR)[::-1]
    at = heat.racks.positions(nodes["rack_id"][doors])
    has_place = at != ABSENT
    doors_by_place[at[has_place]] = doors[has_place]
    return doors_by_place
