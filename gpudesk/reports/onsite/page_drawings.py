"""Drawings on the page of a work package: racks and rack-scale systems from both sides, and the ends of cables."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.package import Package
from gpudesk.core.checklist.tray_targets import tray_of, tray_target
from gpudesk.core.hardware.hardware import Area, Face, HardwareType
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.checklist.targets import layout
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.onsite.target_places import END_WORDS, device_of_ends, end_words, tray_of_ends
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.wording import ENGLISH
from gpudesk.reports.racks.cabinet_drawing import cabinet_body, cabinet_parts
from gpudesk.reports.racks.rack_drawing import RackDrawings

Box = list[Any]
"""One box on the page: target (0 for none), name, x, y, width and height in mm, and whether it is viewed from behind."""
NO_TARGET = 0
_FACES = (("front", Face.FRONT), ("rear", Face.REAR))


def drawn_racks(snapshot: Snapshot, package: Package) -> list[dict[str, Any]]:
    """The racks and rack-scale systems of the package, with both faces.

    Each has its id, name and size. The boxes of a rack are its devices, measured from the foot of unit 1; those of a system are its
    trays, by the targets of their items, measured from the floor. `of` is "rack" or "system": ids of both may be equal.
    """
    return [*_racks(snapshot, package), *_systems(snapshot, package)]


def drawn_ends(snapshot: Snapshot, package: Package) -> dict[int, list[dict[str, Any]]]:
    """Cable → rack, unit, device and port of its two ends, and the device and tray that are marked, by their targets."""
    ids = np.array(_targets(package, Scope.CABLE), np.int64)
    if not len(ids):
        return {}
    sides = [end_words(snapshot, ids, side) for side in "ab"]
    devices, trays = device_of_ends(snapshot, ids), tray_of_ends(snapshot, ids)
    return {
        cable: [
            {**dict(zip(END_WORDS, words, strict=True)), "device_id": device, "tray": tray}
            for words, device, tray in zip(both, ends, inside, strict=True)
        ]
        for cable, both, ends, inside in zip(ids.tolist(), zip(*sides, strict=True), devices, trays, strict=True)
    }


def _targets(package: Package, *scopes: Scope) -> list[int]:
    return sorted({row.target for row in package.rows if package.scope_of(row.item) in scopes})


def _devices(snapshot: Snapshot, package: Package) -> Ids:
    """Places in the table `device` of the package targets: a tray counts as its system, a cable as the devices at both ends."""
    targets = {*_targets(package, Scope.DEVICE, Scope.WORKSTATION), *(tray_of(target)[0] for target in _targets(package, Scope.TRAY))}
    ends = device_of_ends(snapshot, np.array(_targets(package, Scope.CABLE), np.int64))
    return snapshot["device"].positions(np.array(sorted(targets.union(*ends)), np.int64))


def _racks(snapshot: Snapshot, package: Package) -> Iterator[dict[str, Any]]:
    racks, devices = snapshot["rack"], snapshot["device"]
    held = snapshot.cached(whereabouts).rack[_devices(snapshot, package)]
    chosen = np.unique(np.concatenate([held[held != ABSENT], np.array(_targets(package, Scope.RACK), np.int64)]))
    drawings = RackDrawings(snapshot, ENGLISH)
    for place in racks.positions(chosen).tolist():
        body = drawings.body(place)
        yield {
            "of": "rack",
            "id": int(racks.ids[place]),
            "name": str(racks["name"][place]),
            "width": round(body.width_mm),
            "height": round(body.height_mm),
            "below": round(body.below_mm),
            **{
                name: [
                    _box(
                        int(devices.ids[entry.place]),
                        str(devices["name"][entry.place]),
                        Area(entry.x_mm, entry.y_mm, entry.width_mm, entry.height_mm),
                        behind=entry.behind,
                    )
                    for entry in drawings.entries(place, face)
                ]
                for name, face in _FACES
            },
        }


def _systems(snapshot: Snapshot, package: Package) -> Iterator[dict[str, Any]]:
    devices = snapshot["device"]
    known = devices.positions(snapshot.cached(layout).systems)
    roots = snapshot.cached(whereabouts).root[_devices(snapshot, package)]
    for place in np.intersect1d(roots, known).tolist():
        kind = snapshot.types[int(devices["type_id"][place])]
        system, name, body = int(devices.ids[place]), str(devices["name"][place]), cabinet_body(kind)
        size = {"width": round(body.width_mm), "height": round(body.height_mm), "below": round(body.below_mm)}
        # A rear of vents says nothing.
        faces = {side: boxes for side, face in _FACES if (boxes := _system_face(kind, face, system, name))}
        yield {"of": "system", "id": system, "name": name, **size, **faces}


def _system_face(kind: HardwareType, face: Face, system: int, name: str) -> list[Box]:
    """The trays on a face by their names, and before them what else its type draws there."""
    trays = {area: tray for tray, area in kind.trays_on(face)}
    number_of = {tray.name: number for number, tray in enumerate(kind.trays)}
    parts = [
        _box(NO_TARGET, element.label if element.columns == 1 else "", area)
        for element, areas in cabinet_parts(kind, face)
        for area in areas
        if element.kind != "vent" and not any(_holds(tray, area) for tray in trays)
    ]
    return [*parts, *(_box(tray_target(system, number_of[tray.name]), tray.named(name), area) for area, tray in trays.items())]


def _holds(outer: Area, inner: Area) -> bool:
    """Whether the middle of an area is in another one that is not smaller."""
    x, y = inner.x_mm + inner.width_mm / 2 - outer.x_mm, inner.y_mm + inner.height_mm / 2 - outer.y_mm
    return 0 < x < outer.width_mm and 0 < y < outer.height_mm and inner.height_mm < outer.height_mm * 1.5


def _box(target: int, name: str, area: Area, *, behind: bool = False) -> Box:
    return [target, name, *(round(value) for value in (area.x_mm, area.y_mm, area.width_mm, area.height_mm)), behind]
