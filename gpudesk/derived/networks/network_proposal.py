"""Proposal of the networks that a project requires, based on its devices and switches.

Roles are assigned to switches by type and count, including manually placed switches: only the roles of `TIER_ROLES` and roles
used by a stage are accepted as they are; other roles are interpreted by their text.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np

from gpudesk.core.fabric.fat_tree import FatTree, FatTreeShape, fat_tree
from gpudesk.core.fabric.network_slots import node_slots, upper_slots
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind, Spread
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage
from gpudesk.core.values.columns import Ids
from gpudesk.derived.networks.network_nodes import holders, in_order
from gpudesk.derived.networks.stated_roles import RESERVED, stated_role
from gpudesk.project.fabric_architectures import fabric_architectures
from gpudesk.project.snapshot import Snapshot

_UNITS = (32, 64, 72, 144, 16, 8, 4)
"""Scalable units that are published, then smaller ones."""
_SLOW_GBPS = 10.0
"""A switch whose ports are slower is one for management."""
_USUAL_GBPS, _USUAL_PORTS, _LARGE_PORTS = 400.0, 64, 144
"""Ports of a switch of today: 64 of 400 Gb/s (QM9700), 144 of 800 Gb/s (Q3400)."""
_RACKS_A_UNIT = 8
"""Rack-scale systems of a scalable unit (RA-11338-001, as quoted in `resources/fabrics/architectures.yaml`)."""
_FABRIC = _LEAF, _SPINE, _CORE = TIER_ROLES[NetworkKind.COMPUTE]
_IN_BAND, _OUT_OF_BAND = TIER_ROLES[NetworkKind.IN_BAND][0], TIER_ROLES[NetworkKind.OUT_OF_BAND][0]


@dataclass(slots=True)
class NetworkProposal:
    """Proposed roles, networks and stages.

    Attributes:
        roles: roles of switches without a role, by device id.
        networks, stages: as in a plan.
    """

    roles: dict[int, str] = field(default_factory=dict)
    networks: list[PlanNetwork] = field(default_factory=list)
    stages: list[PlanStage] = field(default_factory=list)


def network_proposal(snapshot: Snapshot) -> NetworkProposal:
    """The networks that a project has not got yet and that its devices and switches make possible.

    Raises:
        Refused: there is no switch, or nothing has ports for a network that could be added.
    """
    return _Proposing(snapshot).proposal()


class _Proposing:
    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        devices = self._devices = snapshot["device"]
        self._made = NetworkProposal()
        switches = [type_id for type_id, kind in snapshot.types.items() if kind.family is Family.SWITCH and len(upper_slots(kind, 1.0))]
        self._switches = in_order(snapshot, np.flatnonzero(np.isin(devices["type_id"], switches)), by_hall=False)
        used = set(snapshot["network_stage"]["lower"].tolist()) | set(snapshot["network_stage"]["upper"].tolist())
        roles = {place: str(devices["role"][place]) for place in self._switches.tolist()}
        known = RESERVED | used
        # Next to reserved roles another one is meant as it is: a border switch is in no network.
        kept_roles = known if known.isdisjoint(roles.values()) else known | set(roles.values()) - {Family.SWITCH}
        self._role = {place: role if role in kept_roles else "" for place, role in roles.items()}
        self._stated = {place: stated_role(role) for place, role in roles.items() if role not in kept_roles}
        self._nodes = holders(snapshot)

    def proposal(self) -> NetworkProposal:
        if not len(self._switches):
            raise self._without_switches()
        self._give_roles()
        there = set(self._snapshot["network"]["kind"].tolist())
        for kind, propose in (
            (NetworkKind.COMPUTE, self._compute),
            (NetworkKind.STORAGE, self._storage),
            (NetworkKind.IN_BAND, self._in_band),
            (NetworkKind.OUT_OF_BAND, self._out_of_band),
        ):
            if kind not in there:
                propose()
        if not self._made.networks:
            raise self._without_network()
        return self._made

    def _without_switches(self) -> Refused:
        """Why nothing can be cabled without switches, and how many the compute network needs."""
        rate = self._node_rate(NetworkKind.COMPUTE)
        radix = _USUAL_PORTS if rate <= _USUAL_GBPS else _LARGE_PORTS
        trees = (
            sorted(self._trees_by_racks(rate, radix)[0], key=lambda tree: tree.whole_units) + list(self._trees(rate, radix)) if rate else []
        )
        shape = next((tree_shape for tree in trees if (tree_shape := _shape(tree))), None)
        text = QT_TRANSLATE_NOOP("network_proposal", "The project has no switch.")
        if shape is None:
            return _refused(text, QT_TRANSLATE_NOOP("network_proposal", "Place switches first."))
        values: dict[str, int | str] = {"nodes": self._counted(rate)[0], "ports": radix, "rate": f"{rate:g}", "leaves": shape.leaf.count}
        fix = QT_TRANSLATE_NOOP(
            "network_proposal",
            "Place switches first: {nodes} {nodes|system needs|systems need} {leaves} leaf {leaves|switch|switches}"
            " with {ports} ports of {rate} Gb/s.",
        )
        if shape.spine:
            values["spines"] = shape.spine.count
            fix = QT_TRANSLATE_NOOP(
                "network_proposal",
                "Place switches first: {nodes} {nodes|system needs|systems need} {leaves} leaf and {spines} spine switches"
                " with {ports} ports of {rate} Gb/s.",
            )
        if shape.core:
            values["cores"] = shape.core.count
            fix = QT_TRANSLATE_NOOP(
                "network_proposal",
                "Place switches first: {nodes} {nodes|system needs|systems need} {leaves} leaf, {spines} spine and {cores} core switches"
                " with {ports} ports of {rate} Gb/s.",
            )
        return Refused(Message("network_proposal", text), Message("network_proposal", fix, values))

    def _without_network(self) -> Refused:
        """Why no network follows: nothing to connect, or switches that do not fit."""
        if not len(self._nodes) and not self._snapshot["network"].rows:
            text = QT_TRANSLATE_NOOP(
                "network_proposal", "{count} {count|switch is|switches are} placed, but there is no system with GPUs to connect."
            )
            fix = QT_TRANSLATE_NOOP("network_proposal", "Place systems first.")
            return Refused(Message("network_proposal", text, {"count": len(self._switches)}), Message("network_proposal", fix))
        text = QT_TRANSLATE_NOOP("network_proposal", "No further network can be derived from the devices and switches of the project.")
        return _refused(text, QT_TRANSLATE_NOOP("network_proposal", "Add switches with enough ports, or add a network."))

    # roles

    def _give_roles(self) -> None:
        """Slow switches manage; of the others those that are fast enough for the nodes make the compute network, the rest is in-band."""
        self._give_stated_roles()
        open_switches = [place for place, role in self._role.items() if not role]
        slow = [place for place in open_switches if self._port_rate(place) < _SLOW_GBPS]
        fast = [place for place in open_switches if place not in set(slow)]
        rate = self._node_rate(NetworkKind.COMPUTE)
        able = [place for place in fast if rate and self._port_rate(place) >= rate]
        kinds = {self._type(place).key: [] for place in able}  # type: dict[str, list[int]]
        for place in able:
            kinds[self._type(place).key].append(place)
        chosen = max(kinds.values(), key=len, default=[])
        if self._with(_LEAF):
            # The leaves are known: others may be their spines.
            chosen = chosen[: self._missing_spines(rate)]
            roles = [_SPINE] * len(chosen)
        else:
            roles = self._tiers(chosen, rate or 1.0)
        for place, role in zip(chosen, roles, strict=True):
            if role:
                self._give(place, role)
        for place in fast:
            if place not in set(chosen):
                self._give(place, _IN_BAND)
        # One management switch alone carries both networks of management.
        only = not self._with(_IN_BAND) and self._node_rate(NetworkKind.IN_BAND) and not self._with(_OUT_OF_BAND) and len(slow) == 1
        for place in slow:
            self._give(place, _IN_BAND if only and not chosen and not self._with(_LEAF) else _OUT_OF_BAND)

    def _missing_spines(self, rate: float) -> int:
        """How many spines go with the leaves that are known, if there is none."""
        leaves = self._with(_LEAF)
        if not rate or self._with(_SPINE) or min(map(self._port_rate, leaves)) < rate:
            return 0
        shapes = map(_shape, self._trees(rate, len(upper_slots(self._type(leaves[0]), rate))))
        return next((shape.spine.count for shape in shapes if shape and shape.spine and shape.leaf.count == len(leaves)), 0)

    def _give_stated_roles(self) -> None:
        """Assign roles whose text describes the switch in other terms, if its ports are fast enough."""
        rate = self._node_rate(NetworkKind.COMPUTE)
        for place, role in self._stated.items():
            slow = self._port_rate(place) < _SLOW_GBPS
            fits = slow if role.startswith(_OUT_OF_BAND) else bool(rate) and self._port_rate(place) >= rate if role in _FABRIC else not slow
            if role and fits:
                self._give(place, role)

    def _give(self, place: int, role: str) -> None:
        self._role[place] = role
        self._made.roles[int(self._devices.ids[place])] = role

    def _tiers(self, places: list[int], rate: float) -> list[str]:
        """Assign roles to identical switches: the first fat tree shape that uses exactly this number, leaves first; "" is a spare.

        Racks of trays are not split over the leaves of other racks to use more switches: for eight GB300 NVL72, no document gives a
        number of Q3400, and the published one for as many GPUs is 8 leaves and 4 spines (DGX B300 XDR, RA-11339-001).
        """
        if len(places) <= 2:
            return [_LEAF] * len(places)
        radix = len(upper_slots(self._type(places[0]), rate))
        of_racks, others = ([roles for tree in trees if (roles := _roles(_shape(tree)))] for trees in self._trees_by_racks(rate, radix))
        if exact := next((roles for roles in of_racks if len(roles) == len(places)), None):
            return exact
        if fewer := next((roles for roles in of_racks if len(roles) < len(places)), None):
            return fewer + [""] * (len(places) - len(fewer))
        if exact := next((roles for roles in others if len(roles) == len(places)), None):
            return exact
        # Too few for a whole network: leaves come first, and what is missing is reported when it is cabled.
        needed = self._fewest_leaves(rate, radix)
        if len(places) <= needed:
            return [_LEAF] * len(places)
        leaves = needed if of_racks else -(-2 * len(places) // 3)
        return [_LEAF] * leaves + [_SPINE] * (len(places) - leaves)

    def _fewest_leaves(self, rate: float, radix: int) -> int:
        """Leaves of the network that the switches should make: of whole racks, the fewest; otherwise those of the first unit."""
        of_racks, others = (
            [shape for tree in trees if (shape := _shape(tree)) and shape.spine] for trees in self._trees_by_racks(rate, radix)
        )
        return min((shape.leaf.count for shape in of_racks), default=others[0].leaf.count if others else 0)

    def _trees(self, rate: float, radix: int) -> Iterator[FatTree]:
        """Possible trees, those of whole racks first."""
        for trees in self._trees_by_racks(rate, radix):
            yield from trees

    def _trees_by_racks(self, rate: float, radix: int) -> tuple[list[FatTree], list[FatTree]]:
        """Possible trees in which the trays of a rack have the same leaves, and others; first those that leave room for whole units."""
        nodes, rails = self._counted(rate)
        if not nodes:
            return [], []
        bare = FatTree(nodes=nodes, rails=rails, radix=max(radix, 1))
        of_racks = [replace(bare, **unit, whole_units=whole) for whole in (True, False) for unit in self._units_of_racks(radix)]
        units = dict.fromkeys((*_UNITS, nodes))
        return of_racks, [replace(bare, unit_nodes=unit, whole_units=whole) for whole in (True, False) for unit in units]

    def _units_of_racks(self, radix: int) -> Iterator[dict[str, Any]]:
        """Tree properties of units of whole rack-scale systems, the largest first: the trays of a rack have the same leaves.

        If no number of racks fills the half of a leaf, some of its ports stay free, as on the QM9700 of GB200 NVL72: 18 trays, 18 uplinks.
        """
        types = np.unique(self._devices["type_id"][self._nodes]).tolist()
        hosts = {sum(tray.gpu_count > 0 for tray in self._snapshot.types[type_id].trays) for type_id in types}
        trays, down = max(hosts, default=0), radix // 2
        if len(hosts) != 1 or trays <= 1:
            return
        filling = [racks * trays for racks in range(down // trays, 0, -1) if down % (racks * trays) == 0]
        yield from ({"unit_nodes": unit} for unit in filling)
        for racks in range(0 if filling else down // trays, 0, -1):
            of_leaf = racks * trays
            unit = {"unit_nodes": -(-_RACKS_A_UNIT // racks) * of_leaf, "leaf_up": of_leaf, "leaf_down": of_leaf}
            yield unit
            for architecture in fabric_architectures().values():
                tree = architecture.tree
                if tree.radix == radix and {"unit_nodes": tree.unit_nodes, "leaf_up": tree.leaf_up, "leaf_down": tree.leaf_down} == unit:
                    pods = {"spine_up": tree.spine_up, "spine_down": tree.spine_down, "pod_leaves": tree.pod_leaves}
                    yield {**unit, **pods, "tiers": 3}

    def _counted(self, rate: float) -> tuple[int, int]:
        """Nodes with compute ports and the rails of one."""
        nodes = rails = 0
        for type_id, count in zip(*np.unique(self._devices["type_id"][self._nodes], return_counts=True), strict=True):
            slots = node_slots(self._snapshot.types[int(type_id)], NetworkKind.COMPUTE.ports, rate)
            if len(slots):
                of_rail = slots.rail[slots.rail >= 0]
                rails = len(np.unique(of_rail)) if len(of_rail) == len(slots) else len(slots)
                nodes += int(count) * (len(slots) // rails)
        return nodes, rails

    # networks

    def _compute(self) -> None:
        leaves, spines, cores = (self._with(role) for role in (_LEAF, _SPINE, _CORE))
        rate = self._node_rate(NetworkKind.COMPUTE)
        if not leaves or not rate:
            return
        rate = min(rate, self._port_rate(leaves[0]))
        number = len(self._made.networks)
        radix = len(upper_slots(self._type(leaves[0]), rate))
        settings: dict[str, Any] = {}
        if not spines and len(leaves) == 1:
            settings = {"tiers": 1}
        elif spines or len(leaves) > 2:
            switch_counts = (len(leaves), len(spines), len(cores))
            # Where switches are missing, whole racks say how many.
            racks = next(({**unit, "whole_units": 0} for unit in self._units_of_racks(radix)), {})
            of_racks, others = self._trees_by_racks(rate, radix)
            fitting = chain(
                (tree_settings for tree in of_racks if (tree_settings := _settings(tree, switch_counts))),
                (tree_settings for tree in of_racks if (tree_settings := _settings(tree, switch_counts, spares=True))),
                (tree_settings for tree in others if (tree_settings := _settings(tree, switch_counts))),
            )
            settings = next(fitting, racks)
        self._network(NetworkKind.COMPUTE, "Compute", rate, **settings)
        if not spines and len(leaves) == 2:
            nodes, rails = self._counted(rate)
            self._stage(number, _LEAF, links=None, lowers=self._roles_of_nodes())
            between = min(nodes * rails // len(leaves), radix - -(-nodes * rails // len(leaves)))
            if between > 0:
                self._made.stages.append(PlanStage(number, _LEAF, _LEAF, between))
        self._appliances(number, _LEAF)

    def _appliances(self, number: int, upper: str) -> None:
        """Treat devices with fabric ports and no GPU as fabric managers: of storage if the role says so, otherwise of compute."""
        families = {type_id: kind for type_id, kind in self._snapshot.types.items() if kind.family is Family.SERVER and not kind.gpu_count}
        for type_id, kind in families.items():
            rates = _rates(kind, NetworkKind.COMPUTE)
            type_roles = self._devices["role"][self._devices["type_id"] == type_id]
            for role in dict.fromkeys(type_roles.tolist()):
                if rates and role and str(role).startswith("storage") == (upper != _LEAF):
                    self._made.stages.append(PlanStage(number, upper, str(role), rate_gbps=round(max(rates))))

    def _storage(self) -> None:
        leaf, spine, _ = TIER_ROLES[NetworkKind.STORAGE]
        leaves, spines = self._with(leaf), self._with(spine)
        rate = self._any_rate(NetworkKind.STORAGE)
        if not leaves or not rate:
            return
        rate = min(rate, self._port_rate(leaves[0]))
        number = len(self._made.networks)
        self._network(NetworkKind.STORAGE, "Storage", rate)
        self._made.stages.append(PlanStage(number, leaf))
        self._appliances(number, leaf)
        if spines:
            ports, above = (len(upper_slots(self._type(places[0]), rate)) for places in (leaves, spines))
            up = min(ports // 2, above * len(spines) // len(leaves)) // len(spines) * len(spines)
            if up:
                self._made.stages.append(PlanStage(number, spine, leaf, up, int(Spread.ALL)))

    def _in_band(self) -> None:
        switches = self._with(_IN_BAND)
        rate = self._node_rate(NetworkKind.IN_BAND) or self._any_rate(NetworkKind.IN_BAND)
        if not switches or not rate:
            return
        number = len(self._made.networks)
        self._network(NetworkKind.IN_BAND, "In-band", min(rate, self._port_rate(switches[0])))
        self._made.stages.append(PlanStage(number, _IN_BAND, links=min(2, len(switches)), per_tray=1))
        if len(switches) > 1:
            self._made.stages.append(PlanStage(number, _IN_BAND, _IN_BAND, 2))

    def _out_of_band(self) -> None:
        switches, above = self._with(_OUT_OF_BAND), self._with(_IN_BAND)
        upper = _OUT_OF_BAND if switches else _IN_BAND if above and self._port_rate(above[0]) < _SLOW_GBPS else ""
        others = [place for place in range(self._devices.rows) if self._role.get(place) != upper]
        if not upper or not self._rate(np.array(others, np.int64), NetworkKind.OUT_OF_BAND):
            return
        number = len(self._made.networks)
        self._network(NetworkKind.OUT_OF_BAND, "Out-of-band", 1.0)
        self._made.stages.append(PlanStage(number, upper, links=1, spread=int(Spread.FILL), per_tray=1))
        if switches and above:
            fastest = max((group.rate_gbps or 0.0 for group in self._type(switches[0]).port_groups if not group.network), default=0.0)
            if fastest >= _SLOW_GBPS:
                rate = round(min(fastest, self._port_rate(above[0])))
                self._made.stages.append(PlanStage(number, _IN_BAND, _OUT_OF_BAND, min(2, len(above)), rate_gbps=rate))

    def _network(self, kind: NetworkKind, name: str, rate: float, **settings: Any) -> None:
        self._made.networks.append(PlanNetwork(int(kind), name, max(1, round(rate)), **settings))

    def _stage(self, number: int, upper: str, links: int | None, lowers: list[str]) -> None:
        for lower in lowers:
            self._made.stages.append(PlanStage(number, upper, lower, links))

    def _roles_of_nodes(self) -> list[str]:
        roles = [str(role) for role in dict.fromkeys(self._devices["role"][self._nodes].tolist())]
        return [""] if "" in roles else roles

    # what is there

    def _with(self, role: str) -> list[int]:
        return [place for place, its in self._role.items() if its == role]

    def _type(self, place: int) -> HardwareType:
        return self._snapshot.types[int(self._devices["type_id"][place])]

    def _port_rate(self, place: int) -> float:
        """The rate of the largest group of ports of a switch."""
        groups = [group for group in self._type(place).port_groups if group.role == "network" and not group.network and group.rate_gbps]
        return max(groups, key=lambda group: len(group.ports)).rate_gbps or 0.0 if groups else 0.0

    def _node_rate(self, kind: NetworkKind) -> float:
        """Return the rate at which all GPU hosts can join a network; 0 if they cannot."""
        return self._rate(self._nodes, kind)

    def _any_rate(self, kind: NetworkKind) -> float:
        return self._rate(np.arange(self._devices.rows), kind)

    def _rate(self, places: Ids, kind: NetworkKind) -> float:
        type_ids = np.unique(self._devices["type_id"][places]).tolist()
        best = [max(rates) for type_id in type_ids if (rates := _rates(self._snapshot.types[type_id], kind))]
        return min(best, default=0.0)


def _rates(kind: HardwareType, network: NetworkKind) -> list[float]:
    return [group.rate_gbps for group in kind.port_groups if group.role == "network" and group.network == network.ports and group.rate_gbps]


def _shape(tree: FatTree) -> FatTreeShape | None:
    try:
        return fat_tree(tree)
    except Refused:
        return None


def _roles(shape: FatTreeShape | None) -> list[str]:
    """The role of each switch of a tree, leaves first; empty without spines."""
    if not shape or not shape.spine:
        return []
    counts = (shape.leaf.count, shape.spine.count, shape.core.count if shape.core else 0)
    return [role for role, count in zip(_FABRIC, counts, strict=True) for _ in range(count)]


def _settings(tree: FatTree, wanted: tuple[int, int, int], *, spares: bool = False) -> dict[str, Any] | None:
    """Return network settings for which the tree uses exactly the existing switches, or with `spares` no more; None if there are none."""
    shape = _shape(tree)
    if not shape or not shape.spine:
        return None
    counts = (shape.leaf.count, shape.spine.count, shape.core.count if shape.core else 0)
    if counts != wanted and not (spares and all(count <= there for count, there in zip(counts, wanted, strict=True))):
        return None
    names = ("leaf_up", "leaf_down", "spine_up", "spine_down", "pod_leaves", "tiers")
    stated = {name: value for name in names if (value := getattr(tree, name)) is not None}
    return {"unit_nodes": tree.unit_nodes, "whole_units": int(tree.whole_units), **stated}


def _refused(text: str, fix: str) -> Refused:
    return Refused(Message("network_proposal", text), Message("network_proposal", fix))
