"""Which ports for management lead to no planned switch: of a BMC, or of the switches inside a rack-scale system that join its trays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.fabric.network_joins import JUDGED, network_joins, to_be_joined
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

BMC = "bmc"
"""Catalog marker for ports of service processors, each of which requires a separate link."""
_ROW = JUDGED.index(NetworkKind.OUT_OF_BAND)


@dataclass(frozen=True, slots=True)
class _Point:
    """Management point of one link: any of `ports` can be used, () if the type has none; `name` is its display name."""

    ports: tuple[int, ...]
    name: str


def unmanaged(snapshot: Snapshot) -> dict[int, str]:
    """Devices by index, with the name of the first of their management ports without a link, in table order.

    Only devices on the out-of-band network are evaluated: without any connection the whole network is missing, which is a separate
    check. A rack-scale system without ports for uplinks is never connected.
    """
    devices = snapshot["device"]
    points = snapshot.types.cached(_judged)
    is_managed = is_one_of(devices["type_id"], list(points)) & (devices["parent_id"] == ABSENT)
    if not is_managed.any():
        return {}
    blind = is_one_of(
        devices["type_id"], [type_id for type_id, type_points in points.items() if not any(point.ports for point in type_points)]
    )
    joined = (snapshot.cached(network_joins).cables[_ROW][devices.ids] > 0) & snapshot.cached(to_be_joined)[_ROW]
    places = np.flatnonzero(is_managed & (joined | blind))
    used = _used(snapshot, places)
    unlinked: dict[int, str] = {}
    for place in places.tolist():
        taken = used.get(place, set())
        for point in points[int(devices["type_id"][place])]:
            if taken.isdisjoint(point.ports):
                unlinked[place] = point.name
                break
    return unlinked


def _used(snapshot: Snapshot, places: Ids) -> dict[int, set[int]]:
    """The ports of some devices that have a cable, by place of the device."""
    devices, cables = snapshot["device"], snapshot["cable"]
    is_wanted: Mask = np.zeros(int(devices.ids.max(initial=0)) + 1, bool)
    is_wanted[devices.ids[places]] = True
    ports_by_place: dict[int, set[int]] = {}
    for side in "ab":
        ends: NDArray[np.int64] = cables[f"{side}_device_id"]
        cable_rows = np.flatnonzero(is_wanted[ends] & (ends != ABSENT))
        for place, port in zip(devices.positions(ends[cable_rows]).tolist(), cables[f"{side}_port"][cable_rows].tolist(), strict=True):
            ports_by_place.setdefault(place, set()).add(port)
    return ports_by_place


def _judged(types: Types) -> dict[int, tuple[_Point, ...]]:
    """Management points of each type that requires more than one link, by type id."""
    points_by_type: dict[int, tuple[_Point, ...]] = {}
    for type_id, kind in types.items():
        points = _points(kind)
        others = sum(len(group.ports) for group in kind.port_groups if group.network == NetworkKind.OUT_OF_BAND.ports)
        if points and (len(points) > 1 or others > 1 or not points[0].ports):
            points_by_type[type_id] = points
    return points_by_type


def _points(kind: HardwareType) -> tuple[_Point, ...]:
    managed = [tray for tray in kind.trays if tray.management]
    if not managed:
        groups = [group for group in kind.port_groups if group.name == BMC and group.network == NetworkKind.OUT_OF_BAND.ports]
        return tuple(_Point((port.index,), port.name) for group in groups for port in group.ports)
    switches = tuple(_Point(tray.ports, tray.name) for tray in kind.trays if tray.manages and tray.ports)
    return switches or (_Point((), f"{managed[0].name} {managed[0].management[0]}"),)
