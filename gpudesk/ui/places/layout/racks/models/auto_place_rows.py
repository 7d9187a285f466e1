"""What Auto-place would do, as rows: each rack before and after, and what finds no place."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.racks.rack_packing_terms import Limit
from gpudesk.derived.auto_place.auto_place_plan import AutoPlan
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import MISSING, format_quantity, split_quantity
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name

_ARROW = " → "
MOST_ROWS = 5_000


def shown_racks(plan: AutoPlan) -> list[int]:
    """The racks that receive devices, and the closest matches for unplaced devices."""
    near = {left.rack_id for left in plan.left_out if left.rack_id is not None}
    used = set(plan.rack_ids[plan.racks_used()].tolist())
    return [rack_id for rack_id in plan.rack_ids.tolist() if rack_id in used or rack_id in near]


def rack_heads() -> tuple[Head, ...]:
    """The heads of the table of racks."""
    return (
        Head(QCoreApplication.translate("AutoPlaceRows", "Rack")),
        Head(QCoreApplication.translate("AutoPlaceRows", "New"), right=True),
        Head(QCoreApplication.translate("AutoPlaceRows", "Units"), right=True),
        Head(QCoreApplication.translate("AutoPlaceRows", "Power"), right=True),
        Head(QCoreApplication.translate("AutoPlaceRows", "Mass"), right=True),
    )


def rack_rows(snapshot: Snapshot, plan: AutoPlan) -> list[Line]:
    """One row for each changed rack: units, power and mass before and after, each with its limit."""
    racks, filled, rack_state = snapshot["rack"], plan.filled, plan.racks
    new = np.bincount(np.concatenate([filled.rack, plan.seated.rack]), minlength=len(plan.rack_ids))
    load_limit_kg = np.minimum(rack_state.bears_kg, rack_state.floor_kg)
    rows = []
    for place in plan.racks_used().tolist()[:MOST_ROWS]:
        rack_id = int(plan.rack_ids[place])
        units = (plan.used_half_units[place] / 2, filled.used_half_units[place] / 2, rack_state.half_units[place] / 2)
        power = (rack_state.power_w[place], filled.power_w[place], filled.power_most_w[place])
        mass = (rack_state.contents_kg[place], filled.contents_kg[place], load_limit_kg[place])
        rows.append(
            Line(
                rack_id,
                (
                    Cell(str(racks["name"][racks.position(rack_id)])),
                    Cell(str(int(new[place])), right=True),
                    _grown(*units, "U"),
                    _grown(*power, "W"),
                    _grown(*mass, "kg"),
                ),
            )
        )
    return rows


def _grown(before: float, after: float, most: float, unit: str) -> Cell:
    """Text such as "10.2 → 40.8 / 43.7 kW": before, after and limit, if there is one."""
    end = format_quantity(float(most), unit)
    whole = end if end != MISSING else format_quantity(float(after), unit)
    thousands = unit == "W" and max(after, most if np.isfinite(most) else 0.0) >= 1000
    start, last = (_plain(value, unit, thousands=thousands) for value in (before, after))
    text = f"{start}{_ARROW}{last} / {whole}" if end != MISSING else f"{start}{_ARROW}{whole}"
    return Cell(text, right=True, ink="" if after != before else "text.tertiary")


def _plain(value: float, unit: str, *, thousands: bool) -> str:
    if thousands:
        return split_quantity(float(value) / 1000, "kW")[0]
    return split_quantity(float(value), unit, scale=False)[0]


def left_out_rows(plan: AutoPlan | None) -> tuple[tuple[Head, ...], list[Line]]:
    """Unplaced devices, and unknown properties of placed ones; with the table header."""
    heads = (Head(QCoreApplication.translate("AutoPlaceRows", "Devices")), Head(QCoreApplication.translate("AutoPlaceRows", "Reason")))
    if plan is None:
        return heads, []
    rows = []
    for number, left in enumerate(plan.left_out):
        title = f"{left.count} × {tr_type_name(plan.kinds[left.line].model)}"
        severity = "error" if left.limit in (Limit.MOUNT, Limit.NO_RACK) else "warning"
        reason = " ".join(tr_message(message) for message in (left.reason, left.cause) if message is not None)
        rows.append(Line(("left", number), (Cell(title, severity=severity), Cell(reason, tool_tip=reason))))
    words = {
        "power": QCoreApplication.translate("AutoPlaceRows", "Its power is unknown and not included."),
        "weight": QCoreApplication.translate("AutoPlaceRows", "Its weight is unknown and not included."),
    }
    for line, what in plan.unknown:
        rows.append(Line((what, line), (Cell(tr_type_name(plan.kinds[line].model), severity="info"), Cell(words[what]))))
    return heads, rows
