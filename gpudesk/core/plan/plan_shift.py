"""Moves the objects on the floors of a plan."""

from dataclasses import replace

from gpudesk.core.floor.floor_items import outline_points, outline_text
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.plan_fabric import PlanPathway


def shifted(plan: Plan, dx_mm: int, dy_mm: int) -> Plan:
    """The plan with everything on its floors moved by the same amount; contents of racks and devices move along."""
    return replace(
        plan,
        rows=tuple(replace(row, x_mm=row.x_mm + dx_mm, y_mm=row.y_mm + dy_mm) for row in plan.rows),
        racks=tuple(replace(rack, x_mm=rack.x_mm + dx_mm, y_mm=rack.y_mm + dy_mm) for rack in plan.racks),
        devices=tuple(
            device if device.hall is None else replace(device, x_mm=device.x_mm + dx_mm, y_mm=device.y_mm + dy_mm)
            for device in plan.devices
        ),
        pathways=tuple(replace(way, outline=_moved(way, dx_mm, dy_mm)) for way in plan.pathways),
        floor_items=tuple(replace(item, x_mm=item.x_mm + dx_mm, y_mm=item.y_mm + dy_mm) for item in plan.floor_items),
    )


def _moved(way: PlanPathway, dx_mm: int, dy_mm: int) -> str:
    return outline_text([(x + dx_mm, y + dy_mm) for x, y in outline_points(way.outline).tolist()])
