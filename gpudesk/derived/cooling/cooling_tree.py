"""The cooling of a project as a list: each hall, below it its air and its loops, below these their units and the racks that they cool."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CARRIERS, KIND_NAMES, REDUNDANCY_NAMES, CoolingKind, Redundancy
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.cooling.cooling_spares import spare_units, spares
from gpudesk.derived.power.branches import Key
from gpudesk.project.snapshot import Snapshot

HALL, RACK, PLACE, BARE, OWN = "hall", "rack", "floor_device", "uncooled", "own_heat"
TREE_KINDS = (*KIND_NAMES, HALL, RACK, PLACE, BARE, OWN)
"""Kind of a line, by its index in `CoolingTree.kind`: a part of the cooling, a hall, a rack, a device on a floor, uncooled loads,
or the heat that a unit itself gives to the air."""


@dataclass(frozen=True)
class CoolingTree:
    """Lines in reading order; all arrays have shape (lines,).

    Attributes:
        keys: identity of each line.
        depth: indentation level.
        kind: indexes in `TREE_KINDS`.
        heat_w: heat output of a hall or place, heat load of a carrier, heat moved by a unit.
        able_w: removal capacity: for a place the removed heat; NaN if unknown.
        needed, given: air in m³/s or liquid in L/min, NaN where there is none or it is unknown.
        wet: whether these two are liquid.
        redundancy: intended redundancy of a carrier and the number of units it can lose, "" for others.
        short: whether more is required than available, or spares are missing.
    """

    snapshot: Snapshot
    plan: CoolingPlan
    keys: tuple[Key, ...]
    names: tuple[str, ...]
    depth: Ids
    kind: Ids
    heat_w: Reals
    able_w: Reals
    needed: Reals
    given: Reals
    wet: Mask
    redundancy: tuple[str, ...]
    short: Mask

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def end(self) -> Ids:
        """The place behind the last line below each."""
        ends = np.full(len(self), len(self))
        waiting: list[int] = []
        for place, depth in enumerate(self.depth.tolist()):
            while waiting and self.depth[waiting[-1]] >= depth:
                ends[waiting.pop()] = place
            waiting.append(place)
        return ends

    @cached_property
    def _places(self) -> dict[Key, int]:
        return {key: place for place, key in enumerate(self.keys)}

    @cached_property
    def name_rank(self) -> Ids:
        """The place of each name in natural order."""
        return natural_ranks(self.names)

    def key(self, place: int) -> Key:
        """Identity of a line: its table and id, and the id of the carrier above it, ABSENT for none."""
        return self.keys[place]

    def place(self, key: Key) -> int | None:
        """The index of a line, None if it no longer exists."""
        return self._places.get(key)


class _Lines:
    def __init__(self, plan: CoolingPlan) -> None:
        self.plan = plan
        self.keys: list[Key] = []
        self.names: list[str] = []
        self.columns: list[tuple[int, int, float, float, float, float, bool, bool]] = []
        self.redundancy: list[str] = []

    def add(
        self,
        key: Key,
        name: str,
        depth: int,
        kind: int,
        figures: tuple[float, float, float, float],
        *,
        wet: bool = False,
        redundancy: str = "",
        short: bool = False,
    ) -> None:
        self.keys.append(key)
        self.names.append(name)
        self.columns.append((depth, kind, *figures, wet, short))
        self.redundancy.append(redundancy)

    def carrier(self, node: int, depth: int, places: Iterable[int]) -> None:
        """Air or a loop, its units, and the places that it cools."""
        plan, flow, network = self.plan, self.plan.flow, self.plan.network
        row, wet = int(plan.nodes.ids[node]), bool(network.is_loop[node])
        left = spares(plan, node)
        level = Redundancy(int(plan.nodes["redundancy"][node]))
        needed, gets = (flow.flow_needed_l_min, flow.pumped_l_min) if wet else (flow.airflow_needed_m3_s, flow.blown_m3_s)
        has = bool((network.supplies == node).any())
        redundancy_text = "" if not has else f"{REDUNDANCY_NAMES[level]} ({spare_units(plan, node)})"
        able = _known(flow.able_w[node])
        short = bool(flow.share[node] < 1 - 1e-6 or (has and not left.met))
        figures = (float(flow.load_w[node]), able, float(needed[node]), _known(gets[node]))
        self.add(
            ("cooling_node", row, ABSENT),
            self._name(node),
            depth,
            int(network.kind[node]),
            figures,
            wet=wet,
            redundancy=redundancy_text,
            short=short,
        )
        for unit in np.flatnonzero(network.supplies == node).tolist():
            self.unit(unit, depth + 1, wet=wet)
        for place in places:
            self.place(place, depth + 1, row, wet=wet)

    def unit(self, node: int, depth: int, *, wet: bool) -> None:
        """A unit with its heat and its capacity."""
        plan, flow, network = self.plan, self.plan.flow, self.plan.network
        moves = network.flow_l_min[node] if wet else network.airflow_m3_s[node]
        idle = network.kind[node] == CoolingKind.PUMP
        figures = (
            float("nan") if idle else float(flow.load_w[node]),
            float("nan") if idle else _known(flow.able_w[node]),
            float("nan"),
            _known(moves) if moves > 0 else float("nan"),
        )
        over = not idle and bool(flow.load_w[node] > flow.able_w[node] * (1 + 1e-6))
        self.add(
            ("cooling_node", int(plan.nodes.ids[node]), ABSENT),
            self._name(node),
            depth,
            int(network.kind[node]),
            figures,
            wet=wet,
            short=over,
        )
        if network.stands[node] >= plan.heat.racks.rows and network.own_w[node] > 0:
            self.place(int(network.stands[node]), depth + 1, int(plan.nodes.ids[node]), wet=False, own=True)

    def place(self, place: int, depth: int, below: int, *, wet: bool, own: bool = False) -> None:
        """A rack, or a device on the floor, with its heat removed by air or liquid; its rear door is below it."""
        plan, flow, network = self.plan, self.plan.flow, self.plan.network
        heat = float((network.liquid_w if wet else network.air_w)[place])
        share = float((flow.liquid_share if wet else flow.air_share)[place])
        needed = float((network.flow_needed_l_min if wet else network.airflow_needed_m3_s)[place])
        table, row = plan.heat.object(place)
        kind = TREE_KINDS.index(OWN if own else RACK if table == "rack" else PLACE)
        figures = (heat, heat * share, needed, needed * share)
        self.add((table, row, below), "" if own else plan.heat.name(place), depth, kind, figures, wet=wet, short=share < 1 - 1e-6)
        door = int(network.door[place])
        if not wet and door != ABSENT:
            self.unit(door, depth + 1, wet=False)

    def _name(self, node: int) -> str:
        return str(self.plan.nodes["name"][node])


def cooling_tree(snapshot: Snapshot) -> CoolingTree:
    """The cooling of a snapshot as a list (use `snapshot.cached(cooling_tree)`)."""
    plan = snapshot.cached(cooling_plan)
    network, heat, flow = plan.network, plan.heat, plan.flow
    lines = _Lines(plan)
    listed_carriers: set[int] = set()
    unit_of_its_own = np.zeros(len(heat), bool)
    on_floor = network.stands[(network.stands >= heat.racks.rows) & (network.own_w > 0)]
    unit_of_its_own[on_floor] = True
    ranks = natural_ranks([heat.name(place) for place in range(len(heat))])
    order = np.argsort(ranks, kind="stable")
    halls = snapshot["hall"]
    for hall in halls.ids.tolist():
        inside = order[(heat.hall[order] == hall) & (heat.heat_w[order] > 0)]
        total = float(heat.heat_w[inside].sum())
        taken = float((network.air_w * flow.air_share + network.liquid_w * flow.liquid_share)[inside].sum())
        missing = (float("nan"), float("nan"))
        bare = (network.air_w[inside] > 0) & (network.near_air[inside] == ABSENT) & (network.door[inside] == ABSENT)
        bare |= (network.liquid_w[inside] > 0) & (network.loop[inside] == ABSENT)
        short = taken < total * (1 - 1e-6)
        name = str(halls["name"][halls.position(hall)])
        lines.add((HALL, hall, ABSENT), name, 0, TREE_KINDS.index(HALL), (total, taken, *missing), short=short)
        for of_place, wet in ((network.near_air, False), (network.loop, True)):
            hall_carriers = set(np.unique(of_place[inside]).tolist()) - {ABSENT}
            served = np.flatnonzero(
                (plan.nodes["hall_id"] == hall) & (network.kind == (CoolingKind.TECHNOLOGY_LOOP if wet else CoolingKind.AIR))
            )
            for carrier in sorted(hall_carriers | set(served.tolist())):
                has = (network.liquid_w if wet else network.air_w)[inside] > 0
                members = inside[(of_place[inside] == carrier) & has & ~unit_of_its_own[inside]].tolist()
                if carrier in listed_carriers:
                    # Air or a loop of several halls is in the first; here are only its places.
                    for place in members:
                        lines.place(place, 1, int(plan.nodes.ids[carrier]), wet=wet)
                    continue
                listed_carriers.add(carrier)
                lines.carrier(carrier, 1, members)
        if bare.any():
            lost = inside[bare]
            open_w = float((network.air_w * (1 - flow.air_share) + network.liquid_w * (1 - flow.liquid_share))[lost].sum())
            lines.add((BARE, hall, ABSENT), "", 1, TREE_KINDS.index(BARE), (open_w, 0.0, *missing), short=True)
            for place in lost.tolist():
                dry = bool(network.air_w[place] > 0 and flow.air_share[place] < 1)
                lines.place(place, 2, -2, wet=not dry)
    rest = [node for node in np.flatnonzero(np.isin(network.kind, CARRIERS)).tolist() if node not in listed_carriers]
    for node in rest:
        lines.carrier(node, 0, ())
    loose = ~np.isin(network.kind, CARRIERS) & (network.supplies == ABSENT) & (network.kind != CoolingKind.REAR_DOOR)
    for node in np.flatnonzero(loose).tolist():
        lines.unit(node, 0, wet=False)
    columns = [np.array(column) for column in zip(*lines.columns, strict=True)] or [np.empty(0)] * 8
    depth, kind, heat_w, able_w, needed, supplied, wet_lines, short_lines = columns
    return CoolingTree(
        snapshot,
        plan,
        tuple(lines.keys),
        tuple(lines.names),
        depth.astype(np.int64),
        kind.astype(np.int64),
        heat_w.astype(float),
        able_w.astype(float),
        needed.astype(float),
        supplied.astype(float),
        wet_lines.astype(bool),
        tuple(lines.redundancy),
        short_lines.astype(bool),
    )


def _known(value: float) -> float:
    """A figure, NaN for one that counts as enough because it is not known."""
    return float("nan") if np.isinf(value) else float(value)
