"""Space for additional vertical PDUs in a rack, and the number required for its power draw."""

import numpy as np

from gpudesk.core.hardware.hardware import Face, Family, HardwareType, Mount, Side
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.project.types import Types


def free_sides(devices: Columns, racks: Columns, types: Types, rack_id: int) -> list[int]:
    """The sides of the free vertical places at the rear of a rack, the emptier side first, each as often as it has places.

    A vertical device takes its place from top to bottom, however high it is.
    """
    rack = types[int(racks["type_id"][racks.position(rack_id)])]
    inside = devices.positions(devices.where("rack_id", rack_id))
    inside = np.sort(inside[devices["face"][inside] == Face.REAR])
    vertical_devices = inside[types.codes("mount", devices["type_id"][inside]) == Mount.ZERO_U]
    places = int(rack.number("zero_u_per_side") or 0)
    left = {int(side): places - int((devices["side"][vertical_devices] == side).sum()) for side in Side}
    sides_in_order: list[int] = []
    while max(left.values()) > 0:
        side = max(left, key=lambda free_side: (left[free_side], -free_side))
        sides_in_order.append(side)
        left[side] -= 1
    return sides_in_order


def vertical_pdus(devices: Columns, types: Types, rack_id: int) -> Ids:
    """The ids of the vertical PDUs of a rack, ascending."""
    inside = devices.positions(devices.where("rack_id", rack_id))
    pdu_places = [place for place in inside.tolist() if _is_vertical_pdu(types[int(devices["type_id"][place])])]
    return np.sort(devices.ids[np.array(pdu_places, np.int64)])


def _is_vertical_pdu(kind: HardwareType) -> bool:
    return kind.family is Family.PDU and kind.mount is Mount.ZERO_U
