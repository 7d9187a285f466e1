"""Planned cooling in figures: capacity of each air volume and loop, power of the units, and the resulting annual PUE."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CARRIERS, KIND_NAMES, REDUNDANCY_NAMES, Redundancy
from gpudesk.core.cooling.pue import Stream, Year, year_of
from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.cooling.cooling_spares import spare_units, spares
from gpudesk.derived.cooling.cooling_variants import energy_w
from gpudesk.derived.power.ups_losses import standing_losses
from gpudesk.project.plant_rules import site_climate, variant_rules
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class CarrierLine:
    """Air or a loop.

    Attributes:
        able_w: capacity of its units, None if unknown.
        spare: number of its largest units that it can lose.
        met: whether it carries its heat with its intended redundancy.
    """

    name: str
    kind: str
    redundancy: str
    units: int
    load_w: float
    able_w: float | None
    spare: int
    met: bool


@dataclass(frozen=True, slots=True)
class CoolingAccount:
    """The planned cooling.

    Attributes:
        heat_w, taken_w: all heat, including fans and losses, and the part removed.
        units, waiting: number of units, and number of those without a position on a floor.
        units_w: power of the units whose type states it.
        losses_w: losses of UPS in halls and racks.
        year: with the power of these units; outdoor heat rejection and distribution losses are planned as for the variants.
    """

    heat_w: float
    taken_w: float
    units: int
    waiting: int
    units_w: float
    losses_w: float
    carriers: tuple[CarrierLine, ...]
    year: Year


def cooling_account(snapshot: Snapshot) -> CoolingAccount | None:
    """The account of a snapshot, None where no cooling is planned."""
    plan = snapshot.cached(cooling_plan)
    network, flow, nodes = plan.network, plan.flow, plan.nodes
    if not nodes.rows:
        return None
    is_unit = ~network.is_carrier
    name = snapshot.cached(site_sheet).text("power_for_limits")
    typed = np.flatnonzero(is_unit & (plan.type_id != ABSENT))
    drawn_w = float(np.nansum(snapshot.types.numbers(f"power_{name}_w", plan.type_id[typed])))
    mounts = snapshot.types.codes("mount", plan.type_id[typed])
    waiting = int(((mounts == Mount.FLOOR) & (nodes["device_id"][typed] == ABSENT)).sum())
    taken = float((network.air_w * flow.air_share + network.liquid_w * flow.liquid_share).sum())
    return CoolingAccount(
        float(plan.heat.heat_w.sum()),
        taken,
        int(is_unit.sum()),
        waiting,
        drawn_w,
        float(snapshot.cached(standing_losses).loss_w.sum()),
        tuple(_line(plan, node) for node in np.flatnonzero(np.isin(network.kind, CARRIERS)).tolist()),
        _year(snapshot, plan, drawn_w),
    )


def _line(plan: CoolingPlan, node: int) -> CarrierLine:
    network, flow, nodes = plan.network, plan.flow, plan.nodes
    units = int((network.supplies == node).sum())
    able = float(flow.able_w[node])
    return CarrierLine(
        str(nodes["name"][node]),
        KIND_NAMES[int(network.kind[node])],
        REDUNDANCY_NAMES[Redundancy(int(nodes["redundancy"][node]))],
        units,
        float(flow.load_w[node]),
        able if np.isfinite(able) else None,
        spare_units(plan, node) if units else 0,
        spares(plan, node).met,
    )


def _year(snapshot: Snapshot, plan: CoolingPlan, units_w: float) -> Year:
    sheet, rules = snapshot.cached(site_sheet), variant_rules()
    network, flow = plan.network, plan.flow
    it_w = energy_w(snapshot, sheet)
    doors = float(flow.door_w.sum())
    parts = {"air": float(network.air_w.sum()) - doors, "door": doors, "liquid": float(network.liquid_w.sum())}
    heat_w = sum(parts.values())
    share = it_w / heat_w if heat_w > 0 else 0.0
    streams = [
        Stream(part_w * share, rules.supply_c[kind].value, units_w * part_w / heat_w) for kind, part_w in parts.items() if part_w > 0
    ]
    rejection = rules.rejection[sheet.text("heat_rejection")]
    other = rules.other
    return year_of(it_w, streams, rejection, site_climate(sheet).climate, other["loss_share"].value, other["other_share"].value)
