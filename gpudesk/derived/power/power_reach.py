"""Distance from an outlet to an inlet, within a rack and to adjacent racks."""

import numpy as np

from gpudesk.core.power.power_sockets import Socket, cord_length_mm
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

NEAR_MM = 3000
"""Racks whose places lie so far apart at most are near: no cord of the catalog is longer."""


def needed_mm(snapshot: Snapshot, device_id: int, inlet: Socket, from_device_id: int, outlet: Socket) -> float:
    """Return the required cord length: vertical, across to another rack at right angles, and the site sheet allowance.

    Between halls no cord is long enough (inf); outside racks the distance is unknown (0).
    """
    devices, racks = snapshot["device"], snapshot["rack"]
    taker, giver = devices.row(device_id), devices.row(from_device_id)
    if taker["rack_id"] is None or giver["rack_id"] is None:
        return 0.0
    here, there = racks.row(int(taker["rack_id"])), racks.row(int(giver["rack_id"]))
    if here["hall_id"] != there["hall_id"]:
        return float("inf")
    across = abs(int(here["x_mm"]) - int(there["x_mm"])) + abs(int(here["y_mm"]) - int(there["y_mm"]))
    from_mm, to_mm = (_height_mm(snapshot, row, socket) for row, socket in ((giver, outlet), (taker, inlet)))
    return across + cord_length_mm(to_mm, from_mm, snapshot.cached(site_sheet).limit("cord_allowance_mm"))


def near_racks(snapshot: Snapshot, rack_id: int) -> list[tuple[int, int]]:
    """Return the nearby racks in the same hall, nearest first, with the distance across in mm."""
    racks = snapshot["rack"]
    here = racks.position(rack_id)
    across = np.abs(racks["x_mm"] - racks["x_mm"][here]) + np.abs(racks["y_mm"] - racks["y_mm"][here])
    near = np.flatnonzero((racks["hall_id"] == racks["hall_id"][here]) & (across <= NEAR_MM) & (racks.ids != rack_id))
    order = near[np.lexsort((racks.ids[near], across[near]))]
    return list(zip(racks.ids[order].tolist(), across[order].tolist(), strict=True))


def _height_mm(snapshot: Snapshot, device: dict[str, object], socket: Socket) -> float:
    """The height of a socket above the floor."""
    rack = snapshot.types[int(snapshot["rack"].row(int(str(device["rack_id"])))["type_id"])]
    pitch = rack.number("unit_pitch_mm") or DEFAULT_PITCH_MM
    position = device["position"] if isinstance(device["position"], int) and device["position"] != ABSENT else 0
    return (rack.number("first_unit_mm") or 0.0) + position * pitch / 2 + socket.height_mm
