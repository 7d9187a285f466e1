"""Cooling of each rack and each machine on a floor, its margin, and the state of each unit: for floor drawings."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CARRIERS, CoolingKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.cooling.cooling_spares import Spares, spares
from gpudesk.project.snapshot import Snapshot

_ROUNDING = 1e-6


class Standing(StrEnum):
    """State of the carrier of a unit."""

    SPARED = "ok"
    """It carries its heat without its redundant units."""
    UNSPARED = "warning"
    """It carries its heat, but not without its redundant units."""
    SHORT = "error"
    """It does not carry its heat."""


@dataclass(frozen=True, slots=True)
class UnitMark:
    """A unit on a floor.

    Attributes:
        carrier: the carrier that it supplies, as an index in the table of nodes; ABSENT for none.
        moved_w, able_w: its heat and its capacity; infinite if unknown.
    """

    node: int
    carrier: int
    standing: Standing
    moved_w: float
    able_w: float


@dataclass(frozen=True)
class CoolingMarks:
    """Arrays have shape (places,), in the order of `derived.cooling.device_heat`.

    Attributes:
        carrier: the node that takes most of the heat of each place: a rear door, a loop or air; ABSENT for none.
        margin: remaining capacity of that carrier without its redundant units, divided by its load: 0.2 for a fifth more than
            required, less than 0 for a shortfall; NaN if unknown or if the place has no cooling.
        units: device → its role in the cooling.
        spares: of each carrier, by its index in the table of nodes.
    """

    plan: CoolingPlan
    carrier: Ids
    margin: Reals
    units: Mapping[int, UnitMark]
    spares: Mapping[int, Spares]


def cooling_marks(snapshot: Snapshot) -> CoolingMarks:
    """The marks of a snapshot (use `snapshot.cached(cooling_marks)`)."""
    plan = snapshot.cached(cooling_plan)
    network, flow = plan.network, plan.flow
    spares_by_node = {node: spares(plan, node) for node in np.flatnonzero(np.isin(network.kind, CARRIERS)).tolist()}
    by_door = (network.door != ABSENT) & (flow.door_w * 2 > network.air_w) & (network.air_w >= network.liquid_w)
    carrier = np.where(network.liquid_w > network.air_w, network.loop, network.near_air)
    carrier = np.where(by_door, network.door, carrier)
    margins = np.full(network.nodes + 1, np.nan)
    for node, node_spares in spares_by_node.items():
        margins[node] = node_spares.share_left - 1 if np.isfinite(node_spares.share_left) else np.nan
    doors = np.flatnonzero((network.kind == CoolingKind.REAR_DOOR) & (flow.load_w > 0) & np.isfinite(flow.able_w))
    margins[doors] = flow.able_w[doors] / flow.load_w[doors] - 1
    units = {}
    devices = plan.nodes["device_id"].tolist()
    for node in np.flatnonzero((plan.nodes["device_id"] != ABSENT) & ~np.isin(network.kind, CARRIERS)).tolist():
        onto = int(network.supplies[node])
        units[devices[node]] = UnitMark(node, onto, _standing(spares_by_node.get(onto)), float(flow.load_w[node]), float(flow.able_w[node]))
    return CoolingMarks(plan, carrier, margins[carrier], units, spares_by_node)


def _standing(left: Spares | None) -> Standing:
    if left is None or left.met:
        return Standing.SPARED
    return Standing.UNSPARED if left.share_whole >= 1 - _ROUNDING else Standing.SHORT
