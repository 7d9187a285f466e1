"""A rack of its own for panels at the end of a row."""

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.floor_rows import row_end, row_extension
from gpudesk.operations.floor.floor_new import demand_new
from gpudesk.operations.floor.halls import create_rack
from gpudesk.operations.floor.rack_names import free_rack_name
from gpudesk.project.edit import Edit

_FITTINGS = (Family.CABLE_MANAGER, Family.BLANK, Family.PDU)
_OF_CABLING = (Family.PANEL, Family.CASSETTE, *_FITTINGS)


def panel_rack(edit: Edit, row_id: int) -> int | None:
    """The rack for the panels of a row, made if there is none: None where the floor has no room for one.

    It is the last rack of the row if nothing but panels, what belongs to them and what feeds stands in it, though not an empty one; else
    a new one like the last, behind it; and where that has no room an empty last rack.
    """
    end = row_end(edit.columns, edit.types, row_id)
    if end is None:
        return None
    racks = edit.columns("rack")
    last = int(racks.ids[end.rack])
    families = _families(edit, last)
    if Family.PANEL in families and all(family in _OF_CABLING for family in families):
        return last
    kind, phase = edit.types[int(racks["type_id"][end.rack])], int(racks["phase"][end.rack])
    stands = row_extension(edit.columns, end, 1)
    x, y, angle = (int(values[0]) for values in (stands.x_mm, stands.y_mm, stands.angle_ddeg))
    made = create_rack(edit, kind.key, row_id, None, free_rack_name(edit, row_id), x, y, angle, phase)
    try:
        demand_new(edit, [("rack", made)])
    except Refused:
        edit.delete("rack", made)
        return last if all(family in _FITTINGS for family in families) else None
    return made


def _families(edit: Edit, rack_id: int) -> list[Family]:
    devices = edit.columns("device")
    types: Ids = np.unique(devices["type_id"][devices.among("rack_id", np.array([rack_id]))])
    return [edit.types[type_id].family for type_id in types.tolist()]
