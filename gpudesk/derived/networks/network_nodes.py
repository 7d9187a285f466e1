"""The nodes and switches of a network in their order, with the places on which links end."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.fabric.fat_tree_links import Ints
from gpudesk.core.fabric.network_slots import NO_RAIL, Slots, node_slots, stage_slots, switch_slots
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.planned_names import planned_names
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types


@dataclass(frozen=True, slots=True, eq=False)
class _NodePlaces:
    """The ports of a type that holds GPUs in a network.

    Attributes:
        slots: the places for links.
        order: the order of `slots` by node, rail and plane.
        nodes: how many nodes a device is.
        rails: ports of a node on each plane.
    """

    slots: Slots
    order: Ids
    nodes: int
    rails: int

    @classmethod
    def of(cls, hardware: HardwareType, kind: NetworkKind, rate_gbps: float, planes: int) -> Self:
        slots = _node_places(hardware, kind, rate_gbps)
        if not len(slots):
            return cls(slots, np.empty(0, np.int64), 0, 0)
        node, rail, plane = _of_slots(hardware, slots, planes)
        return cls(slots, np.lexsort((plane, rail, node)), int(node.max()) + 1, int(rail.max()) + 1)


def _ports_of_nodes(types: Types) -> dict[tuple[int, NetworkKind, float, int], _NodePlaces]:
    """By type id, kind and rate of a network and its planes; filled on request: every edit asks for the same few."""
    return {}


def _ports_of_switches(types: Types) -> dict[tuple[int, float], Slots]:
    """By type id and rate of the links; filled on request."""
    return {}


class NodePorts:
    """The ports of a network on types that hold GPUs.

    Attributes:
        rails: ports of a node on each plane.
        slots: type id → the order of its slots by node, rail and plane, and the slots; types without any are left out.
    """

    def __init__(self, types: Types, type_ids: Iterable[int], kind: NetworkKind, rate_gbps: float, planes: int) -> None:
        """
        Raises:
            Refused: the ports of a type cannot be divided, the rails of two types differ, or no type has ports.
        """
        self.rails = 0
        self._planes = planes
        self.slots: dict[int, tuple[Ids, Slots]] = {}
        for type_id in type_ids:
            hardware = types[type_id]
            known = types.cached(_ports_of_nodes)
            wanted = type_id, kind, rate_gbps, planes
            if wanted not in known:
                known[wanted] = _NodePlaces.of(hardware, kind, rate_gbps, planes)
            places = known[wanted]
            slots, rails = places.slots, places.rails
            if not len(slots):
                continue
            if len(slots) != places.nodes * rails * planes:
                text = QT_TRANSLATE_NOOP(
                    "network_links", "The {count} ports of {model} cannot be divided evenly into rails on {planes} planes."
                )
                raise refused(text, count=len(slots), model=hardware.title, planes=planes)
            if self.rails and rails != self.rails:
                text = QT_TRANSLATE_NOOP("network_links", "{model} has {rails} {rails|rail|rails}; others have {others}.")
                raise refused(text, model=hardware.title, rails=rails, others=self.rails)
            self.rails = rails
            self.slots[type_id] = places.order, slots
        if not self.slots:
            raise refused(QT_TRANSLATE_NOOP("network_links", "No device with GPUs has ports of this network at this rate."))

    def nodes_of(self, type_id: int) -> int:
        """How many nodes a device of a type is; 0 if it has no ports of the network."""
        known = self.slots.get(type_id)
        return 0 if known is None else len(known[1]) // (self.rails * self._planes)


class Nodes:
    """What holds GPUs: one device, or several nodes in one (the trays of a rack-scale system).

    Attributes:
        rails: ports of a node on each plane.
        hall: hall of each node, shape (nodes,).
    """

    def __init__(self, snapshot: Snapshot, places: Ids, kind: NetworkKind, rate_gbps: float, planes: int) -> None:
        devices = snapshot["device"]
        type_ids = devices["type_id"][places]
        of_types = NodePorts(snapshot.types, np.unique(type_ids).tolist(), kind, rate_gbps, planes)
        self.rails = of_types.rails
        parts = [(np.flatnonzero(type_ids == type_id), order, slots) for type_id, (order, slots) in of_types.slots.items()]
        a_node = self.rails * planes
        count = np.zeros(len(places), np.int64)
        for at, _, slots in parts:
            count[at] = len(slots) // a_node
        first = np.cumsum(count) - count
        total = int(count.sum())
        self.device = np.repeat(devices.ids[places], count)
        self.hall = np.repeat(snapshot.cached(whereabouts).halls(places), count)
        self._port, self._lane, self._lanes = (np.zeros((total, a_node), np.int32) for _ in range(3))
        for at, order, slots in parts:
            nodes = (first[at, None] + np.arange(len(slots) // a_node)).ravel()
            for target, values in ((self._port, slots.port), (self._lane, slots.lane), (self._lanes, slots.lanes)):
                target[nodes] = np.tile(values[order].reshape(-1, a_node), (len(at), 1))
        self.planes = planes

    @property
    def count(self) -> int:
        return len(self.device)

    def ends(self, node: Ints, rail: Ints, plane: Ints) -> Ends:
        place = rail * self.planes + plane
        return Ends(self.device[node], self._port[node, place], self._lane[node, place], self._lanes[node, place])


_SHORT = (
    QT_TRANSLATE_NOOP("network_links", "{needed_1} {role_1} {needed_1|switch|switches} needed, {there_1} placed."),
    QT_TRANSLATE_NOOP(
        "network_links",
        "{needed_1} {role_1} {needed_1|switch|switches} needed, {there_1} placed;"
        " {needed_2} {role_2} {needed_2|switch|switches} needed, {there_2} placed.",
    ),
    QT_TRANSLATE_NOOP(
        "network_links",
        "{needed_1} {role_1} {needed_1|switch|switches} needed, {there_1} placed;"
        " {needed_2} {role_2} {needed_2|switch|switches} needed, {there_2} placed;"
        " {needed_3} {role_3} {needed_3|switch|switches} needed, {there_3} placed.",
    ),
)
"""Text of the missing switches, for one to three tiers."""
_ADD = QT_TRANSLATE_NOOP("network_links", "Place {missing} more {missing|switch|switches}.")
_ADD_MODEL = QT_TRANSLATE_NOOP("network_links", "Place {missing} more {model}.")


@dataclass(frozen=True, slots=True)
class TierCount:
    """How many switches of a role a network needs, and how many have it."""

    role: str
    needed: int
    there: int


class SwitchesMissing(Refused):
    """A network needs more switches than are placed.

    Attributes:
        tiers: those that have too few.
    """

    def __init__(self, tiers: Sequence[TierCount], model: str = "") -> None:
        """`model` is what those that are placed are, if it is one model."""
        self.tiers = tuple(tiers)
        values: dict[str, int | str] = {"missing": sum(tier.needed - tier.there for tier in tiers), "model": model}
        for number, tier in enumerate(tiers, 1):
            values |= {f"needed_{number}": tier.needed, f"role_{number}": tier.role, f"there_{number}": tier.there}
        fix = Message("network_links", _ADD_MODEL if model else _ADD, values)
        super().__init__(Message("network_links", _SHORT[len(self.tiers) - 1], values), fix)


class SwitchPorts:
    """The ports of the switches of one tier.

    Attributes:
        slots: those of each switch; None without switches.
        model: the name of the first type; "" if there is none.
    """

    def __init__(self, types: Types, type_ids: Sequence[int], role: str, rate_gbps: float) -> None:
        """
        Raises:
            Refused: a type has no ports of the rate, or the ports of two types differ.
        """
        kinds = [types[type_id] for type_id in type_ids]
        known = types.cached(_ports_of_switches)
        for type_id, kind in zip(type_ids, kinds, strict=True):
            if (type_id, rate_gbps) not in known:
                known[type_id, rate_gbps] = switch_slots(kind, rate_gbps)
        kind_slots = [known[type_id, rate_gbps] for type_id in type_ids]
        for kind, slots in zip(kinds, kind_slots, strict=True):
            if not len(slots):
                text = QT_TRANSLATE_NOOP("network_links", "{model} has no ports of {rate} Gb/s.")
                raise refused(text, model=kind.title, rate=f"{rate_gbps:g}")
            if any(
                not np.array_equal(slot_column, others) for slot_column, others in zip(_plain(slots), _plain(kind_slots[0]), strict=True)
            ):
                text = QT_TRANSLATE_NOOP("network_links", "The switches with the role {role} have different ports: {first} and {second}.")
                raise refused(text, role=role, first=kinds[0].title, second=kind.title)
        self.slots = kind_slots[0] if kind_slots else None
        self.model = kinds[0].title if kinds else ""

    @property
    def radix(self) -> int | None:
        """Ports of each switch at the rate; None without switches."""
        return None if self.slots is None else len(self.slots)


class Switches:
    """The switches of one tier, in their order."""

    def __init__(self, snapshot: Snapshot, places: Ids, role: str, rate_gbps: float) -> None:
        devices = snapshot["device"]
        self.role = role
        self.device = devices.ids[places]
        ports = SwitchPorts(snapshot.types, np.unique(devices["type_id"][places]).tolist(), role, rate_gbps)
        self._slots, self._model = ports.slots, ports.model

    @property
    def count(self) -> int:
        return len(self.device)

    @property
    def radix(self) -> int | None:
        return None if self._slots is None else len(self._slots)

    @property
    def model(self) -> str:
        """The name of the type of these switches; "" if there is none."""
        return self._model

    def ends(self, switch: Ints, port: Ints) -> Ends:
        assert self._slots is not None  # noqa: S101 - narrows the type
        return Ends(self.device[switch], self._slots.port[port], self._slots.lane[port], self._slots.lanes[port])


def demand_all(tiers: Sequence[tuple[Switches, int]]) -> None:
    """Check that each tier has the required number of switches.

    Raises:
        SwitchesMissing: some have fewer; all of these are named together.
    """
    short = [TierCount(tier.role, needed, tier.count) for tier, needed in tiers if tier.count < needed]
    if short:
        # A model is named only if all that is placed is of it: spines may be of another than leaves.
        models = {tier.model for tier, _ in tiers if tier.count}
        raise SwitchesMissing(short, models.pop() if len(models) == 1 else "")


def _node_places(hardware: HardwareType, kind: NetworkKind, rate_gbps: float) -> Slots:
    if kind is NetworkKind.COMPUTE:
        return node_slots(hardware, kind.ports, rate_gbps)
    return stage_slots(hardware, kind.ports, rate_gbps)[0]


def _plain(slots: Slots) -> tuple[Ints, Ints, Ints]:
    return slots.port, slots.lane, slots.lanes


def _of_slots(hardware: HardwareType, slots: Slots, planes: int) -> tuple[Ints, Ints, Ints]:
    """Node within the device, rail and plane of each port: from the rails of the type, else all ports are rails in turn.

    Nodes of a rack-scale system are its trays in their order, whatever the order of its ports.
    """
    number = np.arange(len(slots), dtype=np.int32)
    trays = [tray for tray in hardware.trays if tray.gpu_count]
    if trays and np.isin(slots.port, [port for tray in trays for port in tray.ports]).all():
        of_port = {port: place for place, tray in enumerate(trays) for port in tray.ports}
        tray = np.array([of_port[port] for port in slots.port.tolist()], np.int32)
        rail = _turns(tray) // planes if (slots.rail == NO_RAIL).any() else slots.rail
        node = np.unique(tray, return_inverse=True)[1].astype(np.int32)
        return node, rail, _turns(tray * (rail.max() + 1) + rail) % planes
    if (slots.rail == NO_RAIL).any():
        return np.zeros(len(slots), np.int32), number // planes, number % planes
    turn = _turns(slots.rail)
    return turn // planes, slots.rail, turn % planes


def _turns(group: Ints) -> Ints:
    """The position of each among those of the same group, in input order."""
    order = np.lexsort((np.arange(len(group)), group))
    start = np.searchsorted(group[order], group[order])
    turn = np.empty(len(group), np.int32)
    turn[order] = np.arange(len(group), dtype=np.int32) - start
    return turn


def holders(snapshot: Snapshot) -> Ids:
    """The places of devices that hold GPUs and sit in nothing else that does."""
    devices = snapshot["device"]
    has_gpus = np.isin(
        devices["type_id"], [type_id for type_id, kind in snapshot.types.items() if kind.gpu_count and kind.family is not Family.GPU]
    )
    parents = devices.positions(devices["parent_id"])
    inside = (parents != ABSENT) & has_gpus[parents] if devices.rows else has_gpus
    outermost: Ids = np.flatnonzero(has_gpus & ~inside)
    return outermost


def with_role(snapshot: Snapshot, role: str) -> Ids:
    """The places of switches with a role."""
    devices = snapshot["device"]
    switches = np.isin(devices["type_id"], [type_id for type_id, kind in snapshot.types.items() if kind.family is Family.SWITCH])
    switch_places: Ids = np.flatnonzero(switches & (devices["role"] == role))
    return switch_places


def in_order(snapshot: Snapshot, places: Ids, by_hall: bool) -> Ids:
    """Indexes in the order of the planned device names, hall by hall if requested."""
    ranks = natural_ranks(names_as_planned(snapshot, places))
    halls = snapshot.cached(whereabouts).halls(places) if by_hall else np.zeros(len(places), np.int64)
    ordered: Ids = places[np.lexsort((ranks, halls))]
    return ordered


def names_as_planned(snapshot: Snapshot, places: Ids) -> list[str]:
    """The names of devices, of those that were named as hosts the earlier ones; shape as given."""
    devices, planned = snapshot["device"], snapshot.cached(planned_names)
    names: list[str] = devices["name"][places].tolist()
    if not planned:
        return names
    return [planned.get(device_id, name) for device_id, name in zip(devices.ids[places].tolist(), names, strict=True)]


def refused(text: str, fix: str = "", /, **values: int | str) -> Refused:
    """Reason why a network cannot be planned, and the remedy."""
    return Refused(Message("network_links", text, values), Message("network_links", fix, values) if fix else None)
