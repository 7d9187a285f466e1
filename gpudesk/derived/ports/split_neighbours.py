"""Ports that are closed because the one before them is split into single lanes."""

import re

import numpy as np

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.fabric.network_slots import Slots
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.port_part_rules import part_names

_SPLIT_IN = 8
_NUMBER = re.compile(r"(.*?)(\d+)\Z")


def splittable(kind: HardwareType, slots: Slots) -> tuple[Slots, Slots | None]:
    """Return the split positions that the switch operating system allows, and the port that each one disables.

    Some systems allow a split into eight only for odd ports and disable the next port (`closes_next` of
    `resources/rules/port_parts.yaml`). Other positions are unchanged and disable no port: None.
    """
    if not len(slots) or int(np.bincount(slots.port).max()) < _SPLIT_IN:
        return slots, None
    ports = {port.index: port for port in kind.ports()}
    by_name = {port.name: port.index for port in ports.values()}
    next_port: dict[int, int] = {}
    for index in np.unique(slots.port).tolist():
        name = ports[index].name
        system = next((system_names for system_names in part_names() if system_names.port.fullmatch(name)), None)
        if system is None or not system.closes_next:
            return slots, None
        number = _NUMBER.match(name)
        if number is not None and int(number[2]) % 2:
            next_port[index] = by_name.get(f"{number[1]}{int(number[2]) + 1}", ABSENT)
    usable = np.flatnonzero([next_port.get(port, ABSENT) != ABSENT for port in slots.port.tolist()])
    split_slots = Slots(slots.port[usable], slots.lane[usable], slots.lanes[usable], slots.rail[usable])
    closed = np.array([next_port[port] for port in split_slots.port.tolist()], np.int32)
    lanes = np.array([ports[port].lanes for port in closed.tolist()], np.int32)
    return split_slots, Slots(closed, np.zeros_like(closed), lanes, split_slots.rail)


def closed_by(closed: Slots, slots: Slots, ports: Ints) -> tuple[Ints, Ints]:
    """The ports that links at some ports close, and their lanes: shape as given."""
    first = {int(port): place for place, port in reversed(list(enumerate(slots.port.tolist())))}
    places = np.array([first[int(port)] for port in ports.tolist()], np.int64)
    return closed.port[places], closed.lanes[places]
