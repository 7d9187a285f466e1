"""Content of a network drawing: its devices in tiers, their groups, and the links between them, cabled or only planned."""

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.fabric.fat_tree import FatTreeShape
from gpudesk.core.fabric.network_slots import node_slots, switch_slots
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.connected_components import joined_groups
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.fabric.fabric_tiers import (
    TIERS,
    Strands,
    Tier,
    inherited,
    most_linked,
    numbered,
    rail_of_ports,
    rails_of,
    ranks,
    shares,
)
from gpudesk.derived.links.links import links
from gpudesk.derived.networks.network_links import NetworkLinks, network_links
from gpudesk.project.snapshot import Snapshot, made_from


class FabricDiagram:
    """The drawing of one network.

    Attributes:
        kind: purpose of the network.
        tiers: from the nodes up; upper ones may be empty.
        units, pods: number of units (nodes with their exclusive leaves) and pods (units with their exclusive spines).
        unit_pod, guests: pod of each unit, and whether it contains devices other than nodes, shape (units,).
        tier_of, item_of: tier of each device and number in it, by its index in the table `device`, ABSENT for those not drawn.
        shape: the tree of the network if one can be built.
        trouble: why no tree can be built.
        tier_a, tier_b, a, b: for each link the tiers and numbers of its lower and its upper device, shape (links,).
        rail: rail of each link, ABSENT for none.
        cable: index in the table `cable` of its first cable, ABSENT if it is only planned.
        aside: links between devices of one tier, which are not drawn.
    """

    def __init__(self, snapshot: Snapshot, network_id: int) -> None:
        self.snapshot = snapshot
        self.network_id = network_id
        row = snapshot["network"].row(network_id)
        self.kind = NetworkKind(int(row["kind"]))
        self.rate_gbps = float(row["rate_gbps"])
        self.shape: FatTreeShape | None = None
        self.trouble: Message | None = None
        self._plan_tier: Ids | None = None
        a, b, cable = self._ends()
        devices = snapshot["device"]
        at_a, at_b = devices.positions(a.device), devices.positions(b.device)
        tier_of = self._tiers(at_a, at_b)
        swapped = tier_of[at_a] > tier_of[at_b]
        low, high = np.where(swapped, at_b, at_a), np.where(swapped, at_a, at_b)
        port = np.where(swapped, b.port, a.port)
        level = tier_of[low] == tier_of[high]
        self.aside = int(level.sum())
        self._aside = np.concatenate([at_a[level], at_b[level]]), np.concatenate([a.port[level], b.port[level]])
        low, high, port, cable = low[~level], high[~level], port[~level], cable[~level]
        rail = self._rails(low, port, tier_of)
        self._arrange(tier_of, low, high, cable, rail)

    # links

    def _ends(self) -> tuple[Ends, Ends, Ids]:
        """The cabled links, and the planned ones that are not cabled."""
        laid = self.snapshot.cached(links)
        link_places = np.flatnonzero(laid.network == self.network_id)
        a, b = (Ends(*(getattr(ends, name)[link_places] for name in ("device", "port", "lane", "lanes"))) for ends in (laid.a, laid.b))
        cable = laid.cable[laid.first[link_places]]
        try:
            plan = network_links(self.snapshot, self.network_id)
        except Refused as refusal:
            self.trouble = refusal.message
            return a, b, cable
        self.shape = plan.shape
        self._plan_tier = _planned_tiers(self.snapshot, plan)
        taken = np.concatenate([a.keys(), b.keys()])
        new = ~(np.isin(plan.a.keys(), taken) | np.isin(plan.b.keys(), taken))
        joined = [
            Ends(
                *(np.concatenate([getattr(cabled_ends, name), getattr(planned, name)[new]]) for name in ("device", "port", "lane", "lanes"))
            )
            for cabled_ends, planned in ((a, plan.a), (b, plan.b))
        ]
        return joined[0], joined[1], np.concatenate([cable, np.full(int(new.sum()), ABSENT, np.int64)])

    def _tiers(self, at_a: Ids, at_b: Ids) -> Ids:
        """The tier of each device by its index: by its role, else one above the devices connected to it; ABSENT if not drawn."""
        snapshot, devices = self.snapshot, self.snapshot["device"]
        types = snapshot.types
        switches = np.isin(devices["type_id"], [key for key, kind in types.items() if kind.family is Family.SWITCH])
        tier = np.full(devices.rows, ABSENT, np.int64)
        drawn = np.unique(np.concatenate([at_a, at_b]))
        tier[drawn[~switches[drawn]]] = 0
        known = np.zeros(devices.rows, bool)
        for number, role in enumerate(TIER_ROLES.get(self.kind, ())):
            with_role = switches & (devices["role"] == role)
            tier[with_role], known[with_role] = number + 1, True
        if self._plan_tier is not None:
            has_plan_tier = self._plan_tier != ABSENT
            tier[has_plan_tier], known[has_plan_tier] = self._plan_tier[has_plan_tier], True
        # A switch of another network is connected to it as others are: by its port for management, say.
        others = [role for kind, roles in TIER_ROLES.items() if kind is not self.kind for role in roles]
        strange = drawn[~known[drawn] & np.isin(devices["role"][drawn], others)]
        tier[strange], known[strange] = 0, True
        unknown = drawn[switches[drawn] & ~known[drawn]]
        tier[unknown] = 1
        for number in (2, 3):
            # A switch on which only switches of the tier below hang is one above them.
            near = np.full(devices.rows, TIERS, np.int64)
            for own_ends, other in ((at_a, at_b), (at_b, at_a)):
                np.minimum.at(near, own_ends, tier[other])
            raised = unknown[(near[unknown] == number - 1) & (tier[unknown] == number - 1)]
            if not len(raised) or not (tier[drawn] < number - 1).any():
                break
            tier[raised] = number
        if not (tier == 0).any():
            tier[self._holders()] = 0
        return tier

    def _holders(self) -> Ids:
        """The places of devices with ports of this network that hold GPUs."""
        types = self.snapshot.types
        held = [key for key, kind in types.items() if kind.gpu_count and len(node_slots(kind, self.kind.ports, self.rate_gbps))]
        gpu_devices: Ids = np.flatnonzero(np.isin(self.snapshot["device"]["type_id"], held))
        return gpu_devices

    def _rails(self, low: Ids, port: Ids, tier_of: Ids) -> Ids:
        """The rail of each link of a node of the compute network."""
        rail = np.full(len(low), ABSENT, np.int64)
        if self.kind is not NetworkKind.COMPUTE:
            return rail
        type_ids = self.snapshot["device"]["type_id"][low]
        of_node = tier_of[low] == 0
        for type_id in np.unique(type_ids[of_node]).tolist():
            kind = self.snapshot.types[type_id]
            by_port = rail_of_ports(kind, self.kind, self.rate_gbps, self._planes)
            if not kind.gpu_count or not len(by_port):
                continue
            of_type = of_node & (type_ids == type_id)
            rail[of_type] = by_port[np.minimum(port[of_type], len(by_port) - 1)]
        return rail

    @property
    def _planes(self) -> int:
        return int(self.snapshot["network"].row(self.network_id)["planes"])

    # order

    def _arrange(self, tier_of: Ids, low: Ids, high: Ids, cable: Ids, rail: Ids) -> None:
        snapshot, devices = self.snapshot, self.snapshot["device"]
        drawn = np.flatnonzero(tier_of != ABSENT)
        number = np.full(devices.rows, ABSENT, np.int64)
        number[drawn] = np.arange(len(drawn))
        tier = tier_of[drawn]
        a, b = number[low], number[high]
        rank = natural_ranks(devices["name"][drawn].tolist())
        gpus = np.isin(devices["type_id"][drawn], [key for key, kind in snapshot.types.items() if kind.gpu_count])
        # Appliances are connected to leaves of several units; they do not make one of them.
        guest = (tier == 0) & ~gpus & bool((gpus & (tier == 0)).any())
        spare = np.bincount(np.concatenate([a, b]), minlength=len(drawn)) == 0
        own = ~guest[a]
        to_leaf, to_spine, within = (tier[b] == 1) & own, (tier[a] == 1) & (tier[b] == 2), (tier[b] <= 2) & own
        unit, block, pod = (joined_groups(len(drawn), a[those], b[those]) for those in (to_leaf, to_spine, within))
        pod[guest] = most_linked(guest, a, pod[b])[guest]
        alone = (tier == 1) & (np.bincount(b[to_leaf], minlength=len(drawn)) == 0)
        others = guest | alone
        unit[others] = 2 * len(drawn) + pod[others]
        pod[tier == 3] = len(drawn)
        for group in (unit, block, pod):
            group[spare] = len(drawn) + 1
        pod_rank = ranks(pod, np.where(spare, len(drawn), rank), tier)
        unit_rank = ranks(unit, np.where(spare, len(drawn), rank), tier)
        lower, below_core = tier <= 1, tier <= 2
        self.pods, pod_number = numbered(pod_rank, below_core)
        self.units, unit_number = numbered((pod_number * 2 + others) * (TIERS * (len(drawn) + 2)) + unit_rank, lower)
        block_number = numbered(pod_number * (len(drawn) + 2) + ranks(block, rank, tier), tier == 2)[1]
        group_number = np.where(lower, unit_number, np.where(tier == 2, block_number, 0))
        order = np.lexsort((rank, group_number, pod_number, tier))
        self.unit_pod = np.zeros(self.units, np.int64)
        self.unit_pod[unit_number[lower]] = pod_number[lower]
        self.guests = np.zeros(self.units, bool)
        self.guests[unit_number[guest]] = True
        has_rail = (tier[a] == 0) & own & (rail != ABSENT)
        first_rail, last_rail = rails_of(len(drawn), b[has_rail], rail[has_rail])
        down, up = np.bincount(b, minlength=len(drawn)), np.bincount(a, minlength=len(drawn))
        laid = np.bincount(np.concatenate([a, b]), np.tile(cable != ABSENT, 2), len(drawn)).astype(np.int64)
        ports = self._ports(drawn)
        self.tiers: list[Tier] = []
        self.tier_of = tier_of
        self.item_of = np.full(devices.rows, ABSENT, np.int64)
        for level in range(TIERS):
            tier_items = order[tier[order] == level]
            self.item_of[drawn[tier_items]] = np.arange(len(tier_items))
            groups = self.units if level <= 1 else int(group_number[tier_items].max()) + 1 if len(tier_items) else 0
            pods = 1 if level == TIERS - 1 else self.pods
            self.tiers.append(
                Tier(
                    drawn[tier_items],
                    group_number[tier_items],
                    pod_number[tier_items],
                    first_rail[tier_items],
                    last_rail[tier_items],
                    down[tier_items],
                    up[tier_items],
                    laid[tier_items],
                    ports[tier_items],
                    np.searchsorted(group_number[tier_items], np.arange(groups + 1)),
                    np.searchsorted(pod_number[tier_items], np.arange(pods + 1)),
                )
            )
        self.tier_a, self.tier_b = tier[a], tier[b]
        self.a, self.b = self.item_of[low], self.item_of[high]
        self.cable = cable
        self.rail = inherited(rail, self.tier_a, self.a, self.tiers)

    def _ports(self, drawn: Ids) -> Ids:
        """How many links of this network each device has places for."""
        type_ids = self.snapshot["device"]["type_id"][drawn]
        ports = np.zeros(len(drawn), np.int64)
        for type_id in np.unique(type_ids).tolist():
            kind = self.snapshot.types[type_id]
            slots = (
                switch_slots(kind, self.rate_gbps) if kind.family is Family.SWITCH else node_slots(kind, self.kind.ports, self.rate_gbps)
            )
            of_type = type_ids == type_id
            ports[of_type] = len(slots) - self._taken(drawn[of_type], np.bincount(slots.port))
        return ports

    def _taken(self, places: Ids, slots: Ids) -> Ids:
        """Slots of devices whose ports have links that are not drawn: those of other networks, and those within a tier.

        `slots` is the number for each port of their type.
        """
        device, port = self._beside
        which = np.searchsorted(places, device)
        near = which < len(places)
        near[near] = places[which[near]] == device[near]
        near &= port < len(slots)
        ends = np.unique(which[near] * len(slots) + port[near])
        return np.bincount(ends // max(len(slots), 1), slots[ends % max(len(slots), 1)], len(places)).astype(np.int64)

    @cached_property
    def _beside(self) -> tuple[Ids, Ids]:
        """The ends of links that are not drawn: index of the device, and port."""
        laid = self.snapshot.cached(links)
        others = np.flatnonzero(laid.network != self.network_id)
        devices = self.snapshot["device"].positions(np.concatenate([ends.device[others] for ends in (laid.a, laid.b)]))
        ports = np.concatenate([ends.port[others] for ends in (laid.a, laid.b)])
        return np.concatenate([devices, self._aside[0]]), np.concatenate([ports, self._aside[1]]).astype(np.int64)

    # what is joined

    @property
    def links(self) -> int:
        """All drawn links."""
        return len(self.a)

    @cached_property
    def planned(self) -> int:
        """The links that are not cabled."""
        return int((self.cable == ABSENT).sum())

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of tiers with links between them, adjacent ones first."""
        keys = np.unique(self.tier_a * TIERS + self.tier_b).tolist()
        tier_pairs = [(key // TIERS, key % TIERS) for key in keys]
        return tuple(sorted(tier_pairs, key=lambda pair: (pair[1] - pair[0], pair[0])))

    def numbers(self, tier: int, level: int, items: Ids) -> Ids:
        """The items that represent devices at a level: 0 themselves, 1 their groups, 2 their pods."""
        if level == 0:
            return items
        numbers: Ids = (self.tiers[tier].group if level == 1 else self.tiers[tier].pod)[items]
        return numbers

    @cached_property
    def _strands(self) -> dict[tuple[int, int, int, int], Strands]:
        return {}

    def strands(self, low_tier: int, low_level: int, high_tier: int, high_level: int) -> Strands:
        """The links between two tiers, grouped by the items that represent their ends; computed once."""
        key = (low_tier, low_level, high_tier, high_level)
        grouped_links = self._strands.get(key)
        if grouped_links is None:
            grouped_links = self._strands[key] = self._gathered(*key)
        return grouped_links

    def _gathered(self, low_tier: int, low_level: int, high_tier: int, high_level: int) -> Strands:
        link_places = np.flatnonzero((self.tier_a == low_tier) & (self.tier_b == high_tier))
        low = self.numbers(low_tier, low_level, self.a[link_places])
        high = self.numbers(high_tier, high_level, self.b[link_places])
        span = max(len(self.tiers[high_tier]), 1)
        keys, first, back, count = np.unique(low * span + high, return_index=True, return_inverse=True, return_counts=True)
        planned = np.bincount(back, self.cable[link_places] == ABSENT, len(keys)).astype(np.int64)
        rail = self.rail[link_places]
        own = rail[first] if len(first) else first
        same = np.bincount(back, rail != own[back], len(keys)) == 0 if len(keys) else np.zeros(0, bool)
        ends = keys // span, keys % span
        return Strands(*ends, count, planned, np.where(same, own, ABSENT), shares(ends[0]), shares(ends[1]))

    @cached_property
    def _by_low(self) -> tuple[Ids, Ids]:
        keys = self.tier_a * (1 << 40) + self.a
        order = np.argsort(keys, kind="stable")
        return order, keys[order]

    @cached_property
    def _by_high(self) -> tuple[Ids, Ids]:
        keys = self.tier_b * (1 << 40) + self.b
        order = np.argsort(keys, kind="stable")
        return order, keys[order]

    def links_up(self, tier: int, item: int) -> Ids:
        """The links of a device to higher tiers."""
        order, keys = self._by_low
        key = tier * (1 << 40) + item
        return order[np.searchsorted(keys, key) : np.searchsorted(keys, key + 1)]

    def links_down(self, tier: int, item: int) -> Ids:
        """The links of a device to lower tiers."""
        order, keys = self._by_high
        key = tier * (1 << 40) + item
        return order[np.searchsorted(keys, key) : np.searchsorted(keys, key + 1)]

    def make_ready(self) -> None:
        """Prepare the painted data outside the painting thread."""
        for low, high in self.pairs:
            for low_level in range(3):
                for high_level in range(3):
                    self.strands(low, low_level, high, high_level)
        _ = self._by_low, self._by_high, self.cable_links

    @cached_property
    def cable_links(self) -> tuple[Ids, Ids]:
        """Places of cables in ascending order, and the link of each."""
        laid = np.flatnonzero(self.cable != ABSENT)
        order = laid[np.argsort(self.cable[laid], kind="stable")]
        return self.cable[order], order

    def name(self, tier: int, item: int) -> str:
        """The name of a device."""
        return str(self.snapshot["device"]["name"][self.tiers[tier].place[item]])

    def device_id(self, tier: int, item: int) -> int:
        """The id of a device."""
        return int(self.snapshot["device"].ids[self.tiers[tier].place[item]])

    def type_of(self, tier: int, item: int) -> HardwareType:
        """The type of a device."""
        return self.snapshot.types[int(self.snapshot["device"]["type_id"][self.tiers[tier].place[item]])]


def _planned_tiers(snapshot: Snapshot, plan: NetworkLinks) -> Ids:
    """The tier of each device by the links of a plan, by its place in the table; ABSENT for those that have none."""
    devices = snapshot["device"]
    tiers = np.full(devices.rows, ABSENT, np.int64)
    low, high = devices.positions(plan.a.device), devices.positions(plan.b.device)
    np.maximum.at(tiers, low, plan.tier.astype(np.int64))
    # Two of one tier may be joined as peers.
    above = devices["role"][low] != devices["role"][high]
    np.maximum.at(tiers, high[above], plan.tier[above].astype(np.int64) + 1)
    return tiers


class FabricDiagrams:
    """The drawings of the networks of a snapshot, each created on demand."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._made: dict[int, FabricDiagram] = {}

    def of(self, network_id: int) -> FabricDiagram:
        """The drawing of a network."""
        diagram = self._made.get(network_id)
        if diagram is None:
            diagram = self._made[network_id] = FabricDiagram(self._snapshot, network_id)
        return diagram

    def known(self) -> Mapping[int, FabricDiagram]:
        """Those that were made."""
        return self._made


@made_from(
    {
        "cable": ("network_id", "a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes"),
        "device": ("name", "role", "type_id", "parent_id", "rack_id", "hall_id", "x_mm", "y_mm"),
        "rack": ("hall_id", "row_id", "x_mm", "y_mm"),
        "hall": ("name",),
        "network": (),
        "network_stage": (),
        "catalog_item": (),
    }
)
def fabric_diagrams(snapshot: Snapshot) -> FabricDiagrams:
    """The drawings of all networks (use `snapshot.cached(fabric_diagrams)`)."""
    return FabricDiagrams(snapshot)
