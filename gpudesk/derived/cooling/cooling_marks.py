"""What cools each rack and each machine on a floor, with which margin, and how each unit stands: for drawings of the floor."""

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
    """How the carrier of a unit stands."""

    SPARED = "ok"
    """It bears its heat without the units that it is meant to do without."""
    UNSPARED = "warning"
    """It bears its heat, but not without these."""
    SHORT = "error"
    """It does not bear its heat."""


@dataclass(frozen=True, slots=True)
class UnitMark:
    """A unit that stands on a floor.

    Attributes:
        carrier: what it supplies, as a place in the table of nodes; ABSENT for nothing.
        moved_w, able_w: what it moves and can move; infinite where that is not known.
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
        margin: what is left of that carrier, the units that it is meant to do without lost, by its load: 0.2 for a fifth more than it
            has to take, less than 0 where it lacks; NaN where nothing is known or nothing cools the place.
        units: device → what it is in the cooling.
        spares: of each carrier, by its place in the table of nodes.
    """

    plan: CoolingPlan
    carrier: Ids
    margin: Reals
    units: Mapping[int, UnitMark]
    spares: Mapping[int, Spares]


def cooling_marks(snapshot: Snapshot) -> CoolingMarks:
    """The marks of a snapshot (ask `snapshot.cached(cooling_marks)`)."""
    plan = snapshot.cached(cooling_plan)
    network, flow = plan.network, plan.flow
    found = {node: spares(plan, node) for node in np.flatnonzero(np.isin(network.kind, CARRIERS)).tolist()}
    by_door = (network.door != ABSENT) & (flow.door_w * 2 > network.air_w) & (network.air_w >= network.liquid_w)
    carrier = np.where(network.liquid_w > network.air_w, network.loop, network.near_air)
    carrier = np.where(by_door, network.door, carrier)
    margins = np.full(network.nodes + 1, np.nan)
    for node, each in found.items():
        margins[node] = each.share_left - 1 if np.isfinite(each.share_left) else np.nan
    doors = np.flatnonzero((network.kind == CoolingKind.REAR_DOOR) & (flow.load_w > 0) & np.isfinite(flow.able_w))
    margins[doors] = flow.able_w[doors] / flow.load_w[doors] - 1
    units = {}
    devices = plan.nodes["device_id"].tolist()
    for node in np.flatnonzero((plan.nodes["device_id"] != ABSENT) & ~np.isin(network.kind, CARRIERS)).tolist():
        onto = int(network.supplies[node])
        units[devices[node]] = UnitMark(node, onto, _standing(found.get(onto)), float(flow.load_w[node]), float(flow.able_w[node]))
    return CoolingMarks(plan, carrier, margins[carrier], units, found)


def _standing(left: Spares | None) -> Standing:
    if left is None or left.met:
        return Standing.SPARED
    return Standing.UNSPARED if left.share_whole >= 1 - _ROUNDING else Standing.SHORT
