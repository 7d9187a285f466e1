"""Devices connected to the switches of a network outside its tree: which device port connects to which switch port."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.fabric.network_slots import (
    WHOLE_PORT,
    Slots,
    has_tray_ports,
    manager_slots,
    slots_from,
    slots_joined,
    slots_of_trays,
    stage_slots,
    upper_slots,
)
from gpudesk.core.fabric.stage_links import Places, pairs, stage_links
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.network_kinds import MOST_SWITCHES, TIER_ROLES, NetworkKind, Spread
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.number_ranges import read_number_ranges
from gpudesk.core.plan.plan_domains import is_subnet_manager
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.networks.network_nodes import in_order
from gpudesk.derived.ports.port_use import NEW_PLUG, PLUGS, PortUse
from gpudesk.derived.ports.split_neighbours import closed_by, splittable
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot

PEER = "peer"
"""Catalog keyword for ports that join two devices of the same type."""
_HALL_MM = 1e8
"""Distance assumed between two halls, so that objects in the same hall are always nearer."""
PLANT = (Family.COOLING, Family.UPS, Family.BUSWAY)
"""Building equipment: unless it is in a rack, it is on the building network. A CDU belongs to the racks that it cools."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidStage:
    """The links of one stage: shape (links,); `tier` as in `NetworkLinks`."""

    a: Ends
    b: Ends
    tier: int
    rate_gbps: float


class Stages:
    """Assigns the stages of one network in sequence to free lanes.

    Args:
        network: its row of the table `network`.
        use: lanes in use; the lanes of the stages are added.
    """

    def __init__(self, snapshot: Snapshot, network: Mapping[str, Any], use: PortUse) -> None:
        self._snapshot, self._network, self._use = snapshot, network, use
        self._kind = NetworkKind(network["kind"])
        self._by_hall = bool(network["by_hall"])
        self._level = {role: number for number, role in enumerate(TIER_ROLES.get(self._kind, ()))}
        self._halls = snapshot.cached(whereabouts).halls

    def lay(self, stage: Mapping[str, Any]) -> LaidStage:
        """Lay one stage, a row of the table `network_stage`.

        Raises:
            Refused: no device has the role of its switches, they have too little room, or links cannot be shared out equally.
        """
        lower, upper = str(stage["lower"]), str(stage["upper"])
        rate = float(stage["rate_gbps"] or self._network["rate_gbps"])
        links = None if stage["links"] is None else int(stage["links"])
        above = self._with_role(upper)
        if not len(above) and lower != upper:
            raise _refused(QT_TRANSLATE_NOOP("network_stages", "No device has the role {role}."), role=upper)
        above = _numbered(above, str(stage["switches"]), upper)
        level = self._level.get(lower, -1)
        if lower == upper:
            laid = LaidStage(*self._pairs(above, links or 1, rate), max(level, 0) + 1, rate)
        else:
            first_port = None if stage["first_port"] is None else int(stage["first_port"])
            request = _Asked(links, bool(stage["per_tray"]), Spread(stage["spread"]), rate, first_port or 1)
            if first_port is None and is_subnet_manager(lower):
                request = replace(request, manages=True)
            laid = LaidStage(*self._dealt(self._below(lower, upper), level, above, request), level + 1, rate)
        self._level[upper] = max(self._level.get(upper, 0), level + (lower != upper))
        return laid

    def _with_role(self, role: str) -> Ids:
        devices = self._snapshot["device"]
        return in_order(self._snapshot, np.flatnonzero(devices["role"] == role), self._by_hall)

    def _below(self, role: str, upper: str) -> Ids:
        """Return places of the lower devices: those with the role, or all that are neither network switches nor building equipment."""
        if role:
            return self._with_role(role)
        snapshot, devices = self._snapshot, self._snapshot["device"]
        others = np.flatnonzero(~np.isin(devices["role"], [*self._level, upper]))
        families = {type_id: kind.family for type_id, kind in snapshot.types.items()}
        plant = np.isin(devices["type_id"][others], [type_id for type_id, family in families.items() if family in PLANT])
        outside = snapshot.cached(whereabouts).rack[others] == ABSENT
        return in_order(snapshot, others[~(plant & outside)], self._by_hall)

    def _dealt(self, below: Ids, level: int, above: Ids, request: "_Asked") -> tuple[Ends, Ends]:
        dealt_ends: list[tuple[Ends, Ends]] = []
        for lower, upper in self._by_halls(below, above):
            for lanes, plug, part in self._by_lanes(lower, level, request.rate):
                dealt_ends.append(self._deal(part, level, upper, replace(request, lanes=lanes, plug=plug)))
        return joined([a for a, _ in dealt_ends]), joined([b for _, b in dealt_ends])

    def _by_halls(self, below: Ids, above: Ids) -> Iterator[tuple[Ids, Ids]]:
        """Group devices with their switches: those in the same hall if the network is split by hall and the hall has switches."""
        if not self._by_hall:
            yield below, above
            return
        halls, of_switches = self._halls(below), self._halls(above)
        for hall in dict.fromkeys(halls.tolist()):
            hall_switches = above[of_switches == hall]
            yield below[halls == hall], hall_switches if len(hall_switches) else above

    def _by_lanes(self, below: Ids, level: int, rate: float) -> Iterator[tuple[int, int, Ids]]:
        """Group devices that have ports for the stage by switch lanes per link and by the plugs of their cages."""
        type_ids = self._snapshot["device"]["type_id"][below]
        needs: dict[int, tuple[int, int]] = {}
        for type_id in np.unique(type_ids).tolist():
            kind = self._snapshot.types[type_id]
            slots, need = self._lower_slots(kind, level, rate)
            if len(slots):
                plug = _plug(kind, int(slots.port[0]))
                needs[type_id] = (WHOLE_PORT if plug >= PLUGS["qsfp28"] else need), plug
        for lane_and_plug in dict.fromkeys(needs.values()):
            yield *lane_and_plug, below[np.isin(type_ids, [type_id for type_id, its in needs.items() if its == lane_and_plug])]

    def _lower_slots(self, kind: HardwareType, level: int, rate: float) -> tuple[Slots, int]:
        if level >= 0:
            return upper_slots(kind, rate), 0
        slots, need = stage_slots(kind, self._kind.ports, rate)
        if not len(slots) and self._kind is NetworkKind.STORAGE:
            # What manages a fabric has ports for whichever it is put on.
            return stage_slots(kind, NetworkKind.COMPUTE.ports, rate) if kind.family is Family.SERVER and not kind.gpu_count else (slots, 0)
        return slots, need

    def _deal(self, below: Ids, level: int, above: Ids, request: "_Asked") -> tuple[Ends, Ends]:
        count, lower = self._lower_ends(below, level, request)
        room, upper, share = self._upper_ends(above, request)
        at = self._at(np.concatenate([below, above]))
        if request.spread is Spread.ALL and request.links is None:
            count -= count % len(above)
        dealt = stage_links(count, room, request.spread, at[: len(below)], at[len(below) :], share)
        taken = count[dealt.device] - dealt.nth
        a = lower(dealt.device, dealt.nth if level < 0 else -taken)
        b = upper(dealt.switch, dealt.place)
        self._use.take(a, request.plug)
        self._use.take(b, request.plug)
        self._use.take(upper.closed(b), request.plug)
        same = np.minimum(a.lanes, b.lanes)
        return Ends(a.device, a.port, a.lane, same), Ends(b.device, b.port, b.lane, same)

    def _lower_ends(self, below: Ids, level: int, request: "_Asked") -> tuple[Ids, "_Places"]:
        """Return the number of links per device and its free places in port order; switches are assigned from the last one."""
        slots = {kind: self._lower_slots(self._snapshot.types[kind], level, request.rate)[0] for kind in self._kinds(below)}
        if request.links is None:
            places = _Places(self._snapshot, self._use, below, slots)
            return places.room, places
        in_trays = [kind for kind in slots if request.per_tray and has_tray_ports(self._snapshot.types[kind])]
        slots |= {kind: slots_of_trays(self._snapshot.types[kind], slots[kind], request.links) for kind in in_trays}
        places = _Places(self._snapshot, self._use, below, slots)
        by_tray = np.isin(self._snapshot["device"]["type_id"][below], in_trays)
        return np.where(by_tray, places.room, np.minimum(places.room, request.links)), places

    def _upper_ends(self, above: Ids, request: "_Asked") -> tuple[Ids, "_Places", int]:
        slots, closed = {}, {}
        for kind in self._kinds(above):
            hardware = self._snapshot.types[kind]
            slots[kind], closes = splittable(hardware, self._upper_slots(hardware, request.rate, request.lanes))
            slots[kind] = slots_from(slots[kind], request.first_port)
            if request.manages and closes is None:
                slots[kind] = slots_joined(manager_slots(hardware, request.rate), slots[kind])
            if closes is not None:
                closed[kind] = slots_from(closes, request.first_port)
        places = _Places(self._snapshot, self._use, above, slots, request.plug, closed)
        share = max((int(np.bincount(slot.port).max()) for slot in slots.values() if len(slot)), default=1)
        return places.room, places, share

    def _upper_slots(self, kind: HardwareType, rate: float, lanes: int) -> Slots:
        if kind.family is Family.SWITCH:
            return upper_slots(kind, rate, lanes)
        return stage_slots(kind, self._kind.ports, rate)[0]

    def _kinds(self, places: Ids) -> list[int]:
        kinds: list[int] = np.unique(self._snapshot["device"]["type_id"][places]).tolist()
        return kinds

    def _pairs(self, above: Ids, links: int, rate: float) -> tuple[Ends, Ends]:
        """Links between two and two: switches by their last ports, others by those that are made for it."""
        slots = {}
        for kind in self._kinds(above):
            hardware = self._snapshot.types[kind]
            slots[kind] = upper_slots(hardware, rate) if hardware.family is Family.SWITCH else stage_slots(hardware, PEER, rate)[0]
        ends = _Places(self._snapshot, self._use, above, slots)
        first, second, nth = pairs(len(above), links)
        if len(first) and int(ends.room[np.concatenate([first, second])].min()) < links:
            text = QT_TRANSLATE_NOOP(
                "network_stages", "Devices with the role {role} do not have {links} free {links|port|ports} to connect to each other."
            )
            raise _refused(text, role=str(self._snapshot["device"]["role"][above[0]]), links=links)
        a, b = ends(first, nth - links), ends(second, nth - links)
        self._use.take(a)
        self._use.take(b)
        return a, b

    def _at(self, places: Ids) -> Places:
        """Where devices are, in mm; halls lie far apart."""
        snapshot = self._snapshot
        where, devices, racks = snapshot.cached(whereabouts), snapshot["device"], snapshot["rack"]
        root = where.root[places]
        in_rack = racks.positions(where.rack[places])
        halls = snapshot["hall"].positions(where.halls(places))
        xy_mm = np.zeros((len(places), 2))
        for axis, name in enumerate(("x_mm", "y_mm")):
            xy_mm[:, axis] = devices[name][root]
            if racks.rows:
                xy_mm[:, axis] = np.where(in_rack == ABSENT, xy_mm[:, axis], racks[name][in_rack])
        xy_mm[:, 0] += halls * _HALL_MM
        return xy_mm


@dataclass(frozen=True, slots=True)
class _Asked:
    """Requirements of a stage.

    Attributes:
        links: number per device, or with `per_tray` per tray of a rack-scale system; None for all.
        spread: how the links are distributed.
        rate: rate of one link, in Gb/s.
        first_port: the first port on each switch, from 1.
        manages: whether ports for fabric managers come first.
        lanes, plug: lanes of a link on a switch, and the plug used there.
    """

    links: int | None
    per_tray: bool
    spread: Spread
    rate: float
    first_port: int
    manages: bool = False
    lanes: int = 0
    plug: int = NEW_PLUG


def _plug(kind: HardwareType, port: int) -> int:
    """Return the plug or module in the cage of a port."""
    group = next(group for group in kind.port_groups if any(group_port.index == port for group_port in group.ports))
    return PLUGS.get(group.kind, NEW_PLUG)


class _Places:
    """The free places of devices in the order of their ports, those in cages that hold another kind of plug last.

    Args:
        closed: of types whose ports can be split into eight, the port that each place closes.

    Attributes:
        room: how many each one has, shape (devices,).
    """

    def __init__(
        self,
        snapshot: Snapshot,
        use: PortUse,
        places: Ids,
        slots: Mapping[int, Slots],
        plug: int | None = None,
        closed: Mapping[int, Slots] | None = None,
    ) -> None:
        devices = snapshot["device"]
        self._slots, self._closed = slots, closed or {}
        self._type = dict(zip(devices.ids[places].tolist(), devices["type_id"][places].tolist(), strict=True))
        self._device = devices.ids[places]
        type_ids = devices["type_id"][places]
        widest = max((len(slot) for slot in slots.values()), default=0)
        self._port, self._lane, self._lanes = (np.zeros((len(places), widest), np.int32) for _ in range(3))
        self.room = np.zeros(len(places), np.int64)
        for kind, type_slots in slots.items():
            of_type = np.flatnonzero(type_ids == kind)
            free = use.free(self._device[of_type], type_slots)
            if kind in self._closed:
                free &= use.free(self._device[of_type], self._closed[kind])
            self.room[of_type] = free.sum(axis=1)
            rank = 2 * (~free).astype(np.int8)
            if plug is not None:
                rank += use.mixed(self._device[of_type], type_slots, plug)
            order = np.argsort(rank, axis=1, kind="stable")
            for target, values in ((self._port, type_slots.port), (self._lane, type_slots.lane), (self._lanes, type_slots.lanes)):
                target[of_type, : len(type_slots)] = values[order]

    def __call__(self, device: Ids, nth: Ids) -> Ends:
        """The ends on the free places `nth` of devices; below 0 they count from the last one."""
        at = np.where(nth < 0, self.room[device] + nth, nth)
        return Ends(self._device[device], self._port[device, at], self._lane[device, at], self._lanes[device, at])

    def closed(self, ends: Ends) -> Ends:
        """The ports that links at some ends close in addition to their own."""
        closed_ends: list[Ends] = []
        for kind, closes in self._closed.items():
            is_of_kind = np.array([self._type[device] == kind for device in ends.device.tolist()], bool)
            port, lanes = closed_by(closes, self._slots[kind], ends.port[is_of_kind])
            closed_ends.append(Ends(ends.device[is_of_kind], port, np.zeros_like(port), lanes))
        return joined(closed_ends)


def joined(parts: list[Ends]) -> Ends:
    """Concatenate ends."""
    if not parts:
        none = np.zeros(0, np.int32)
        return Ends(np.zeros(0, np.int64), none, none, none)
    return Ends(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("device", "port", "lane", "lanes")))


def _numbered(above: Ids, switches: str, role: str) -> Ids:
    """Return the switches with the numbers specified by a stage; all if it specifies none."""
    numbers = read_number_ranges(switches, MOST_SWITCHES)
    if numbers and numbers[-1] > len(above):
        text = QT_TRANSLATE_NOOP("network_stages", "There is no switch number {number} with the role {role}; there are {count}.")
        raise _refused(text, number=numbers[-1], role=role, count=len(above))
    return above[np.array(numbers, np.int64) - 1] if numbers else above


def _refused(text: str, **values: int | str) -> Refused:
    return Refused(Message("network_stages", text, values))
