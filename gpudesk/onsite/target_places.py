"""Locations of the targets of a checklist, as text: rack and unit of a device, the bay of a tray, both ends of a cable."""

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.tray_targets import tray_of
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.checklist.targets import TABLES, target_name, trays_at_ends
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot

END_WORDS = ("rack", "u", "device", "port")


def target_places(snapshot: Snapshot, scope: Scope, ids: Ids) -> list[str]:
    """Where each target is, "" where the plan has no place for it; shape (n,).

    Args:
        ids: of targets of that scope that are in the plan.
    """
    if scope is Scope.CABLE:
        sides = [end_words(snapshot, ids, side) for side in "ab"]
        return [f"{' '.join(filter(None, a))} ↔ {' '.join(filter(None, b))}" for a, b in zip(*sides, strict=True)]
    if scope in (Scope.DEVICE, Scope.WORKSTATION):
        return _device_places(snapshot, ids)
    if scope is Scope.TRAY:
        names = [str(snapshot["device"].row(tray_of(target)[0])["name"]) for target in ids.tolist()]
        return [f"{name} {tray_bay(snapshot, target)}".rstrip() for name, target in zip(names, ids.tolist(), strict=True)]
    return [""] * len(ids)


def tray_bay(snapshot: Snapshot, target: int) -> str:
    """The bay of its system in which a tray is, "" where the type has none for it and for a tray that is not in the plan."""
    device_id, number = tray_of(target)
    if not target_name(snapshot, Scope.TRAY, target):
        return ""
    return snapshot.types[int(snapshot["device"].row(device_id)["type_id"])].trays[number].bay


def end_words(snapshot: Snapshot, ids: Ids, side: str) -> list[tuple[str, ...]]:
    """Rack, unit ("U10"), device and port of one end of each cable; "" if there is none.

    Args:
        side: "a" or "b".
    """
    places = CablePlaces(snapshot, snapshot[TABLES[Scope.CABLE]].positions(ids))
    columns = [places.words(side, what) for what in END_WORDS]
    columns[1] = [f"U{unit}" if unit else "" for unit in columns[1]]
    return list(zip(*columns, strict=True))


def _device_places(snapshot: Snapshot, ids: Ids) -> list[str]:
    devices, racks = snapshot["device"], snapshot["rack"]
    where = snapshot.cached(whereabouts)
    places = devices.positions(ids)
    rack_places = racks.positions(where.rack[places])
    positions = devices["position"][where.root[places]]
    place_texts = []
    for rack, position in zip(rack_places.tolist(), positions.tolist(), strict=True):
        words = [] if rack == ABSENT else [str(racks["name"][rack])]
        if ABSENT not in (rack, position):
            words.append(f"U{position // 2 + 1}")
        place_texts.append(" ".join(words))
    return place_texts


def device_of_ends(snapshot: Snapshot, ids: Ids) -> list[tuple[int, int]]:
    """The devices at both ends of each cable, by id."""
    cables = snapshot[TABLES[Scope.CABLE]]
    places = cables.positions(ids)
    ends = np.stack([cables["a_device_id"][places], cables["b_device_id"][places]], axis=1)
    return [(int(a), int(b)) for a, b in ends.tolist()]


def tray_of_ends(snapshot: Snapshot, ids: Ids) -> list[tuple[int, int]]:
    """The trays at both ends of each cable, by their targets; ABSENT for an end at no tray of a rack-scale system."""
    places = snapshot[TABLES[Scope.CABLE]].positions(ids)
    a, b = (trays_at_ends(snapshot, side)[places].tolist() for side in "ab")
    return list(zip(a, b, strict=True))
