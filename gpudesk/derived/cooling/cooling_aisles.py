"""The air of contained aisles: what racks draw from each or blow into it, and what row coolers there and the room give."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.cooling_kinds import AIR_UNITS, CoolingKind
from gpudesk.core.floor.floor_items import CONTAINMENTS, FloorItemKind
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_plan import CoolingPlan
from gpudesk.derived.floor.floor_contents import standing_bodies
from gpudesk.derived.floor.floor_item_shapes import item_shapes
from gpudesk.project.snapshot import Snapshot

REACH_MM = 300.0
"""So far before or behind a rack its air is looked for."""


@dataclass(frozen=True, slots=True)
class AisleAir:
    """One contained aisle.

    Attributes:
        item: the id of the floor item.
        racks: the indexes of the racks (and devices on the floor) whose air passes through it.
        needed_m3_s: airflow that these draw from it, or blow into it.
        row_m3_s: airflow of the row coolers at the aisle.
        room_m3_s: airflow available from the other units on the air of these racks, each in proportion to the drawn flow.
    """

    item: int
    name: str
    racks: Ids
    needed_m3_s: float
    row_m3_s: float
    room_m3_s: float

    @property
    def short(self) -> bool:
        """Whether less is moved than the racks draw."""
        return self.needed_m3_s > (self.row_m3_s + self.room_m3_s) * (1 + 1e-6)


def aisle_air(snapshot: Snapshot, plan: CoolingPlan) -> list[AisleAir]:
    """The contained aisles of halls with row coolers; without any, the balance of the hall is sufficient."""
    network, nodes, devices = plan.network, plan.nodes, snapshot["device"]
    units = np.flatnonzero((network.kind == CoolingKind.IN_ROW) & (nodes["device_id"] != ABSENT))
    shapes = item_shapes(snapshot["floor_item"], CONTAINMENTS) if len(units) else []
    if not shapes:
        return []
    standing = standing_bodies(snapshot["rack"], devices, snapshot.types, np.unique([shape.hall for shape in shapes]))
    angle = np.concatenate(
        [
            snapshot["rack"]["angle_ddeg"][snapshot["rack"].positions(standing.row[: standing.racks])],
            devices["angle_ddeg"][devices.positions(standing.row[standing.racks :])],
        ]
    )
    place = _places(plan, standing.row, standing.racks)
    unit_of = _units(nodes["device_id"][units], units, standing.row, standing.racks)
    from_room = _room_shares(plan)
    aisles = []
    for shape in shapes:
        front = shape.kind is FloorItemKind.COLD_CONTAINMENT
        inside = (standing.hall == shape.hall) & _in_outline(_before(standing.shapes, angle, front=front), shape.corners)
        members = place[inside & (place != ABSENT) & (unit_of == ABSENT)]
        there = unit_of[inside & (unit_of != ABSENT)]
        drawn = network.airflow_needed_m3_s[members]
        air = np.where(network.room_air[members] == ABSENT, network.near_air[members], network.room_air[members])
        room = float((drawn * np.append(from_room, 0.0)[air]).sum())
        aisles.append(AisleAir(shape.id, shape.name, members, float(drawn.sum()), float(network.airflow_m3_s[there].sum()), room))
    return aisles


def _before(shapes: Footprints, angle: Ids, *, front: bool) -> Reals:
    """The points at which fronts, or rears, breathe, shape (n, 2)."""
    turn = np.radians(angle / 10)
    ahead = np.stack([np.sin(turn), -np.cos(turn)], axis=1) * (1.0 if front else -1.0)
    reach = np.hypot(shapes.deep[:, 0], shapes.deep[:, 1]) + REACH_MM
    points: Reals = shapes.centre + ahead * reach[:, None]
    return points


def _in_outline(points: Reals, corners: Reals) -> Mask:
    """Which points lie in an outline: a ray to the right crosses its edges an odd number of times."""
    inside = np.zeros(len(points), bool)
    x, y = points[:, 0], points[:, 1]
    for (x1, y1), (x2, y2) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y1 == y2:
            continue
        crosses = (y1 > y) != (y2 > y)
        inside ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return inside


def _places(plan: CoolingPlan, row: Ids, racks: int) -> Ids:
    """The heat indexes of floor-standing devices."""
    heat = plan.heat
    of_rack = heat.racks.positions(row[:racks])
    at = np.full(heat.devices_table.rows + 1, ABSENT)
    at[heat.floor] = heat.racks.rows + np.arange(len(heat.floor))
    return np.concatenate([of_rack, at[heat.devices_table.positions(row[racks:])]])


def _units(device_ids: Ids, units: Ids, row: Ids, racks: int) -> Ids:
    """The unit of each placed device, ABSENT for none."""
    order = np.argsort(device_ids, kind="stable")
    known = device_ids[order]
    placed_units = np.full(len(row), ABSENT)
    at = np.searchsorted(known, row[racks:])
    hit = (at < len(known)) & (known[np.minimum(at, len(known) - 1)] == row[racks:])
    placed_units[racks:][hit] = units[order[at[hit]]]
    return placed_units


def _room_shares(plan: CoolingPlan) -> Reals:
    """Airflow of the units of each air volume that are not in a row, for each m³/s drawn from it, at most 1."""
    network, flow = plan.network, plan.flow
    rooms = np.flatnonzero(np.isin(network.kind, AIR_UNITS) & (network.kind != CoolingKind.IN_ROW) & (network.supplies != ABSENT))
    blown = np.bincount(network.supplies[rooms], network.airflow_m3_s[rooms], network.nodes)
    needed = flow.airflow_needed_m3_s
    shares: Reals = np.minimum(np.divide(blown, needed, out=np.zeros(network.nodes), where=needed > 0), 1.0)
    return shares
