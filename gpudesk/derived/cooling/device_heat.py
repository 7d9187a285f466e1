"""The heat of devices, split into air and liquid shares, by rack or floor position."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from gpudesk.core.cooling.air import m3_per_s_from_cfm
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.draw.power_ratings import draws_power
from gpudesk.derived.power.ups_losses import standing_losses
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

_MOST_COUNTED = 2**19
"""Maximum product of places and device kinds for which occurrences are counted."""
MAKES, WET = 6, 7
"""The figures of `DeviceHeat` that say whether a device gives off heat, and whether it does so to liquid."""


@dataclass(frozen=True)
class DeviceHeat:
    """The heat of single devices, by kinds of identical devices.

    Attributes:
        devices_table: the table `device`.
        rows: the devices that count and have a place: "id", "place" that receives the heat, and "kind", the column of `figures`.
        figures: shape (10, kinds): heat to air and to liquid; airflow by the data sheet, and heat to air if it states none; flow of
            liquid by the data sheet, and heat to liquid if it states none; 1 for heat at all, for heat to liquid, for unknown power,
            and for an assumed share of liquid.
        supply_max_c: the highest liquid temperature that each kind allows, NaN for none, shape (kinds,).
    """

    devices_table: Columns
    rows: Columns
    figures: Reals
    supply_max_c: Reals

    @cached_property
    def device(self) -> Ids:
        """Indexes in the table `device` of the devices that count and have a place, ascending, shape (n,), as the next two."""
        return self.devices_table.positions(self.rows.ids)

    @property
    def place(self) -> Ids:
        """The place that receives the heat of each."""
        return self.rows["place"]

    @property
    def kind(self) -> Ids:
        """The column of `figures` for each."""
        return self.rows["kind"]

    def of(self, devices: Ids, places: int) -> Reals:
        """The figures of some devices, places in the table, summed by place, shape (10, places)."""
        device_rows = np.flatnonzero(is_one_of(self.device, devices))
        return np.stack([np.bincount(self.place[device_rows], figure[self.kind[device_rows]], places) for figure in self.figures])

    def makes(self, devices: Ids) -> Mask:
        """Whether each of some devices, places in the table, gives off heat that counts."""
        at = np.searchsorted(self.device, devices)
        known = np.append(self.device, ABSENT)[at] == devices
        makes: Mask = known & (self.figures[MAKES][np.append(self.kind, 0)[at]] > 0)
        return makes

    @property
    def making(self) -> Ids:
        """The devices with heat, places in the table."""
        making: Ids = self.device[self.figures[MAKES][self.kind] > 0]
        return making

    @property
    def soaked(self) -> Ids:
        """The devices with heat to liquid, places in the table."""
        soaked: Ids = self.device[self.figures[WET][self.kind] > 0]
        return soaked


@dataclass(frozen=True)
class Heat:
    """The heat of places: every rack, in table order, then every device on a floor. Arrays have shape (places,).

    Attributes:
        racks, floor: the tables' columns of both; `floor` holds indexes in the table `device`.
        air_w, liquid_w: heat load of air and of liquid.
        airflow_m3_s: the airflow that devices require by their data sheets; `open_air_w` is the heat of those that do not state it.
        flow_l_min: the same for liquid; `open_liquid_w` is the heat to liquid of those that do not state it.
        devices: number of devices with heat there; `wet` the number of those with heat to liquid.
        missing: number of devices with unknown power.
        guessed: number of liquid-cooled devices with unknown share of liquid.
        supply_max_c: the highest liquid temperature allowed for all of them, NaN if none states it.
        by_device: the heat of devices one by one.
        counts: how many devices and racks there are of each kind: of devices as in `DeviceHeat`, of racks by `rack_kinds`; shape (kinds,).
    """

    racks: Columns
    devices_table: Columns
    floor: Ids
    hall: Ids
    row: Ids
    air_w: Reals
    liquid_w: Reals
    airflow_m3_s: Reals
    open_air_w: Reals
    flow_l_min: Reals
    open_liquid_w: Reals
    devices: Ids
    wet: Ids
    missing: Ids
    guessed: Ids
    supply_max_c: Reals
    by_device: DeviceHeat
    counts: Ids

    def __len__(self) -> int:
        return len(self.air_w)

    @cached_property
    def heat_w(self) -> Reals:
        """All heat."""
        together: Reals = self.air_w + self.liquid_w
        return together

    @property
    def making(self) -> Ids:
        """Indexes in the table `device` of the devices with heat."""
        return self.by_device.making

    @property
    def soaked(self) -> Ids:
        """Indexes in the table `device` of the devices with heat to liquid."""
        return self.by_device.soaked

    def place_of(self, devices: Ids) -> Ids:
        """Where devices, places in the table, give off heat; ABSENT for those that do not count, shape (n,)."""
        at = np.minimum(np.searchsorted(self.by_device.device, devices), max(len(self.by_device.device) - 1, 0))
        known = self.by_device.device[at] == devices if len(self.by_device.device) else np.zeros(len(devices), bool)
        heat_places: Ids = np.where(known, np.append(self.by_device.place, ABSENT)[np.where(known, at, -1)], ABSENT)
        return heat_places

    @cached_property
    def _rows(self) -> tuple[list[int], list[str]]:
        """Ids and names of the racks, then those of the devices on floors."""
        ids = [*self.racks.ids.tolist(), *self.devices_table.at("id", self.floor).tolist()]
        return ids, [*self.racks["name"].tolist(), *self.devices_table.at("name", self.floor).tolist()]

    def object(self, place: int) -> tuple[str, int]:
        """The rack or the device that a place is."""
        return "rack" if place < self.racks.rows else "device", self._rows[0][place]

    def name(self, place: int) -> str:
        """Display name of a place."""
        return str(self._rows[1][place])


@dataclass(frozen=True, slots=True)
class _ByType:
    """Heat data of types, by their index in the table of types.

    Attributes:
        share: share of the heat removed by liquid, NaN if it is that of the container, or of the site.
        wet: whether liquid removes some of it.
    """

    ids: Ids
    draws: Mask
    share: Reals
    wet: Mask
    airflow_m3_s: Reals
    flow_l_min: Reals
    supply_max_c: Reals


def _by_type(types: Types) -> _ByType:
    ids = np.array(list(types), np.int64)
    share = types.numbers("liquid_heat_share_percent", ids) / 100
    # The loop that a CDU feeds is not its own cooling: its pumps warm the room.
    families = np.array([str(types[type_id].family) for type_id in ids.tolist()])
    own = np.isin(families, ("cdu", "cooling"))
    cooling = np.array([types[type_id].text("cooling") for type_id in ids.tolist()])
    wet = ~own & (np.isin(cooling, ("liquid", "hybrid")) | (share > 0))
    share = np.where(own | (np.isnan(share) & (cooling == "air")), 0.0, share)
    return _ByType(
        ids,
        draws_power(types, ids),
        share,
        wet,
        np.where(own, 0.0, m3_per_s_from_cfm(types.numbers("airflow_cfm", ids))),
        np.where(own, np.nan, types.numbers("liquid_flow_l_min", ids)),
        np.where(own, np.nan, types.numbers("liquid_inlet_max_c", ids)),
    )


def heat(snapshot: Snapshot, name: str | None = None) -> Heat:
    """The heat of every place.

    Args:
        name: which power of the devices becomes heat, one of `core.hardware.hardware.POWER_NAMES`; left out, the one that counts against
        limits.
    """
    name = name or snapshot.cached(site_sheet).text("power_for_limits")
    return _with_beside(snapshot, _of_devices(snapshot, name), name)


def _with_beside(snapshot: Snapshot, known: Heat, name: str) -> Heat:
    """The heat of devices with other heat sources of the air; names are those of `snapshot`."""
    limiting = name == snapshot.cached(site_sheet).text("power_for_limits")
    more_w = snapshot.cached(limiting_beside_w) if limiting else beside_w(snapshot, snapshot.cached(place_of_devices), len(known), name)
    racks, devices = snapshot["rack"], snapshot["device"]
    return replace(
        known,
        racks=racks,
        devices_table=devices,
        air_w=known.air_w + more_w,
        open_air_w=known.open_air_w + more_w,
        by_device=replace(known.by_device, devices_table=devices),
    )


def _of_devices(snapshot: Snapshot, name: str) -> Heat:
    """The heat of devices alone, without other heat sources of the air."""
    devices, racks, types, sheet = snapshot["device"], snapshot["rack"], snapshot.types, snapshot.cached(site_sheet)
    where, known = snapshot.cached(whereabouts), types.cached(_by_type)
    floor = np.flatnonzero(devices["hall_id"] != ABSENT)
    place = snapshot.cached(place_of_devices)
    inside = np.flatnonzero((place != ABSENT) & snapshot.cached(counted))
    total = racks.rows + len(floor)
    owner = np.concatenate([place[inside], np.arange(racks.rows)])
    # What is so of a type is calculated once for all of it: of what is by itself, of racks, and then of each nested device alone.
    of_type = snapshot["catalog_item"].positions(devices["type_id"][inside])
    code = np.concatenate([of_type, rack_kinds(snapshot["catalog_item"], racks["type_id"])])
    nested = np.flatnonzero(where.root[inside] != inside) if where.nested else inside[:0]
    code[nested] = 2 * len(known.ids) + np.arange(len(nested))
    at = np.concatenate([np.tile(np.arange(len(known.ids)), 2), of_type[nested]])
    watts = types.numbers(f"power_{name}_w", known.ids[at])
    draws = known.draws[at]
    draws[len(known.ids) : 2 * len(known.ids)] = ~np.isnan(watts[len(known.ids) : 2 * len(known.ids)])
    share, wet = known.share[at], known.wet[at]
    holder = at.copy()
    holder[2 * len(known.ids) :] = np.searchsorted(known.ids, devices["type_id"][where.root[inside[nested]]])
    unsaid = np.isnan(share) & ~wet
    share = np.where(unsaid, known.share[holder], share)
    wet |= unsaid & known.wet[holder]
    guess = np.isnan(share) & wet & draws
    share = np.where(guess, sheet.limit("liquid_share_percent") / 100, np.where(np.isnan(share), 0.0, share))
    unknown = np.isnan(watts) & draws
    watts = np.where(np.isnan(watts), 0.0, watts)
    wet_w = watts * share
    dry_w = watts - wet_w
    airflow, flow = known.airflow_m3_s[at], known.flow_l_min[at]
    says_air, says_flow = ~np.isnan(airflow), ~np.isnan(flow) & (wet_w > 0)

    wet_there = wet_w > 0
    by_air, by_liquid = np.where(says_air, airflow, 0.0), np.where(says_flow, flow, 0.0)
    open_air, open_liquid = np.where(says_air, 0.0, dry_w), np.where(says_flow, 0.0, wet_w)
    figures = np.stack([dry_w, wet_w, by_air, open_air, by_liquid, open_liquid, draws, wet_there, unknown, guess])
    limits = np.where(wet_there, known.supply_max_c[at], np.nan)
    counts = np.bincount(code, minlength=figures.shape[1])
    sums, supply_max_c = sums_by_place(owner, code, total, figures, limits, is_counted(total, counts))
    hall = np.concatenate([racks["hall_id"], devices["hall_id"][floor]])
    row = np.concatenate([racks["row_id"], np.full(len(floor), ABSENT)])
    rows = Columns({"id": devices.ids[inside], "place": place[inside], "kind": code[: len(inside)]})
    by_device = DeviceHeat(devices, rows, figures, limits)
    return Heat(
        racks=racks,
        devices_table=devices,
        floor=floor,
        hall=hall,
        row=row,
        air_w=sums[0],
        liquid_w=sums[1],
        airflow_m3_s=sums[2],
        open_air_w=sums[3],
        flow_l_min=sums[4],
        open_liquid_w=sums[5],
        devices=sums[6].astype(np.int64),
        wet=sums[7].astype(np.int64),
        missing=sums[8].astype(np.int64),
        guessed=sums[9].astype(np.int64),
        supply_max_c=supply_max_c,
        by_device=by_device,
        counts=counts,
    )


def rack_kinds(types: Columns, type_ids: Ids) -> Ids:
    """The kinds of racks of some types, as columns of the figures of `DeviceHeat`: they follow those of devices."""
    kinds: Ids = types.rows + types.positions(type_ids)
    return kinds


def is_counted(places: int, counts: Ids) -> bool:
    """Whether objects of few kinds are counted by place before their figures are summed: ten sums over all objects take longer.

    Args:
        counts: the number of objects of each kind.
    """
    return places * int((counts > 0).sum()) <= _MOST_COUNTED


def sums_by_place(owner: Ids, code: Ids, total: int, figures: Reals, limits: Reals, counted_first: bool) -> tuple[Reals, Reals]:
    """Sums of some figures over the objects at each place, and the lowest of their limits, NaN for none.

    What comes out for a place depends on its own objects only, to the last bit: a few places can be summed again by themselves.

    Args:
        owner, code: the place and the kind of each object, shape (n,).
        figures: shape (figures, kinds).
        limits: shape (kinds,), NaN for none.
        counted_first: the result of `is_counted` for all places together.

    Returns:
        Shapes (figures, total) and (total,).
    """
    lowest = np.full(total, np.inf)
    limited = np.flatnonzero(~np.isnan(limits)[code])
    np.minimum.at(lowest, owner[limited], limits[code[limited]])
    lowest[np.isinf(lowest)] = np.nan
    if not counted_first:
        return np.stack([np.bincount(owner, figure[code], total) for figure in figures]), lowest
    used = np.bincount(code, minlength=figures.shape[1]) > 0
    kinds = np.flatnonzero(used)
    at = (np.cumsum(used) - 1)[code] * total + owner
    counts = np.bincount(at, minlength=total * len(kinds)).reshape(len(kinds), total).astype(np.float64)
    sums = np.zeros((len(figures), total))
    # A product of matrices would add in an order that depends on the number of places.
    for kind, count in zip(kinds.tolist(), counts, strict=True):
        for figure in np.flatnonzero(figures[:, kind]).tolist():
            sums[figure] += count * figures[figure, kind]
    return sums, lowest


@made_from({"device": ("rack_id", "hall_id", "parent_id"), "rack": ("id",)})
def place_of_devices(snapshot: Snapshot) -> Ids:
    """The place that receives the heat of each device, ABSENT for none, shape (devices,) (use `snapshot.cached(place_of_devices)`)."""
    devices, racks, where = snapshot["device"], snapshot["rack"], snapshot.cached(whereabouts)
    floor = np.flatnonzero(devices["hall_id"] != ABSENT)
    places = np.full(devices.rows, ABSENT)
    places[floor] = racks.rows + np.arange(len(floor))
    in_rack = racks.positions(devices["rack_id"])
    places = np.where(in_rack == ABSENT, places, in_rack)
    return places[where.root] if where.nested else places


def beside_w(snapshot: Snapshot, place: Ids, places: int, name: str) -> Reals:
    """Heat to the air of places besides the power of their devices: the losses of UPS, and the fans of rear doors, shape (places,).

    Args:
        place: of each device, ABSENT for none.
    """
    losses, nodes = snapshot.cached(standing_losses), snapshot["cooling_node"]
    at = place[losses.device]
    heat_w: Reals = np.bincount(at[at != ABSENT], losses.loss_w[at != ABSENT], places).astype(np.float64)
    doors = np.flatnonzero((nodes["kind"] == CoolingKind.REAR_DOOR) & (nodes["type_id"] != ABSENT))
    door_racks = snapshot["rack"].positions(nodes["rack_id"][doors])
    fans = np.nan_to_num(snapshot.types.numbers(f"power_{name}_w", nodes["type_id"][doors]))
    heat_w += np.bincount(door_racks[door_racks != ABSENT], fans[door_racks != ABSENT], places)
    return heat_w


def limiting_beside_w(snapshot: Snapshot) -> Reals:
    """The result of `beside_w` for the power used for limits (use `snapshot.cached(limiting_beside_w)`)."""
    places = snapshot["rack"].rows + int((snapshot["device"]["hall_id"] != ABSENT).sum())
    return beside_w(snapshot, snapshot.cached(place_of_devices), places, snapshot.cached(site_sheet).text("power_for_limits"))


def heat_of(snapshot: Snapshot) -> Heat:
    """The heat used for limits (use `snapshot.cached(heat_of)`)."""
    return _with_beside(snapshot, snapshot.cached(limiting_heat), snapshot.cached(site_sheet).text("power_for_limits"))


@made_from(
    {
        "device": ("type_id", "rack_id", "hall_id", "parent_id"),
        "rack": ("type_id", "row_id", "hall_id"),
        "catalog_item": (),
        "site_value": (),
    }
)
def limiting_heat(snapshot: Snapshot) -> Heat:
    """The heat of devices alone for limits, valid while the devices are unchanged (use `snapshot.cached(limiting_heat)`)."""
    return _of_devices(snapshot, snapshot.cached(site_sheet).text("power_for_limits"))
