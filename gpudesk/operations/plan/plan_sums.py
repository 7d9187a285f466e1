"""Totals of a plan with the cooling proposed for it: the figures that the project displays after it is built."""

from collections.abc import Callable

from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.plan.plan import Plan
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.totals.plan_totals import PlanTotals, plan_totals
from gpudesk.derived.totals.totals import project_totals
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run_long
from gpudesk.project.document import Document

MOST_BUILT = 5_000
"""Maximum number of racks and devices of a plan built for counting (about a second); for larger plans, cooling is left out."""


def sums_of(plan: Plan, kind_of: Callable[[str], HardwareType | None], *, most: int = MOST_BUILT) -> PlanTotals:
    """The totals of a plan, including cooling if that is added by rule.

    Args:
        kind_of: the type of a key, None if unknown.

    Raises:
        Refused: the plan cannot be built.
    """
    if not plan.coolings or len(plan.racks) + len(plan.devices) > most:
        return plan_totals(plan, kind_of)
    with Document.scratch() as document:
        snapshot = run_long(document, Progress(), build, plan).after
        totals, nodes, cords = snapshot.cached(project_totals), snapshot["power_node"], snapshot["power_cord"]
        return PlanTotals(
            halls=snapshot["hall"].rows,
            racks=totals.racks,
            devices=totals.devices,
            systems=totals.systems,
            gpus=totals.gpus,
            power_max_w=totals.power_w["max"],
            power_missing=totals.power_missing["max"],
            mass_kg=totals.mass_kg,
            mass_missing=totals.mass_missing,
            pdus=totals.families.get(str(Family.PDU), 0),
            feeds=int((nodes["kind"] == PowerNodeKind.FEED).sum()),
            power_cords=int((cords["from_device_id"] != ABSENT).sum()),
        )
