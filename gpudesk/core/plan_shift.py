"""What stands or lies on the floors of a plan, moved."""

from dataclasses import replace

from gpudesk.core.plan import Plan


def shifted(plan: Plan, dx_mm: int, dy_mm: int) -> Plan:
    """The plan with everything on its floors moved alike; what is in racks and devices goes along."""
    return replace(
        plan,
        rows=tuple(replace(row, x_mm=row.x_mm + dx_mm, y_mm=row.y_mm + dy_mm) for row in plan.rows),
        racks=tuple(replace(rack, x_mm=rack.x_mm + dx_mm, y_mm=rack.y_mm + dy_mm) for rack in plan.racks),
        devices=tuple(
            device if device.hall is None else replace(device, x_mm=device.x_mm + dx_mm, y_mm=device.y_mm + dy_mm)
            for device in plan.devices
        ),
        floor_items=tuple(replace(item, x_mm=item.x_mm + dx_mm, y_mm=item.y_mm + dy_mm) for item in plan.floor_items),
    )
