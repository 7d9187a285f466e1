"""The trays of the rack-scale systems of a project: each system is one device, and its trays are separate hosts."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware_trays import Tray
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types


@dataclass(frozen=True, slots=True)
class PlacedTray:
    """A tray of a system.

    Attributes:
        place: place of the system in the table `device`.
        number: number of the tray within its type.
        name: its name as a host.
        role: its role, otherwise that of the system.
        tray: its definition in the type.
    """

    place: int
    number: int
    name: str
    role: str
    tray: Tray


def placed_trays(devices: Columns, types: Types) -> list[PlacedTray]:
    """All trays, system by system in the order of the table, the trays of each as its type lists them.

    Args:
        devices: the table `device`.
    """
    having = {type_id: kind.trays for type_id, kind in types.items() if kind.trays}
    if not having:
        return []
    systems = np.flatnonzero(np.isin(devices["type_id"], list(having)))
    rows = zip(systems.tolist(), *(devices[column][systems].tolist() for column in ("type_id", "name", "role")), strict=True)
    return [
        PlacedTray(place, number, tray.named(name), tray.role or role, tray)
        for place, type_id, name, role in rows
        for number, tray in enumerate(having[type_id])
    ]


def role_at(snapshot: Snapshot, place: int, tray: int) -> str:
    """The role of a device, or of its tray where that has one: by the place in the table and that among the trays, ABSENT for none."""
    devices = snapshot["device"]
    in_system = "" if tray == ABSENT else snapshot.types[int(devices["type_id"][place])].trays[tray].role
    return in_system or str(devices["role"][place])
