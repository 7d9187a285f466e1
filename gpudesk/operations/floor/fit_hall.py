"""The size of a hall, taken from a rectangle of its plan."""

import numpy as np

from gpudesk.core.floor.floor_items import FARTHEST_MM
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_STANDING = ("rack_row", "rack", "device", "floor_item")


@operation
def fit_hall(edit: Edit, hall_id: int, x_mm: int, y_mm: int, width_mm: int, depth_mm: int) -> None:
    """Set the inner walls of a hall to a rectangle of its plan.

    All objects in the hall and under it keep their places on the plan; the rectangle corner becomes that of the hall. An empty
    row was not measured on the plan: it keeps its place in the hall.

    Args:
        x_mm, y_mm: the corner of the rectangle, from the present walls.

    Raises:
        Refused: there is no such hall, or a length is impossible.
    """
    hall = edit.row("hall", hall_id)
    if max(abs(x_mm), abs(y_mm)) > FARTHEST_MM:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The corner of the hall would be more than 10 km away.")))
    set_fields(edit, "hall", hall_id, {"width_mm": width_mm, "depth_mm": depth_mm})
    if x_mm or y_mm:
        filled = np.unique(edit.columns("rack")["row_id"])
        for table in _STANDING:
            columns = edit.columns(table)
            concerned = columns["hall_id"] == hall_id
            if table == "rack_row":
                concerned &= np.isin(columns.ids, filled)
            for place in concerned.nonzero()[0].tolist():
                at = int(columns["x_mm"][place]) - x_mm, int(columns["y_mm"][place]) - y_mm
                edit.update(table, int(columns.ids[place]), x_mm=at[0], y_mm=at[1])
        for underlay_id in edit.columns("underlay").where("hall_id", hall_id).tolist():
            row = edit.row("underlay", underlay_id)
            moved = {name: int(row[name]) - x_mm for name in ("x_mm", "right_x_mm")}
            edit.update("underlay", underlay_id, **moved, **{name: int(row[name]) - y_mm for name in ("y_mm", "right_y_mm")})
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Set the size of {name} from its underlay"), {"name": str(hall["name"])})
