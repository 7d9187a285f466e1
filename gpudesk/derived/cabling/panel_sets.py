"""Which panels and cassettes take which links between racks, and which of their ports are free."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpudesk.core.cabling.link_ends import end_keys
from gpudesk.core.cabling.media_parts import Cord
from gpudesk.core.cabling.panel_packing import RearWay, pairs_of
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.catalog_media import parts
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot

Left = tuple[int, Message]


class PanelsAt(StrEnum):
    """Panel locations: in the racks of the devices, or in a separate rack at the end of each row."""

    RACK = "rack"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class PanelSet:
    """Equipment ordered for links with one connector.

    Attributes:
        connector: of their cords.
        panel: key of the type mounted in rack units.
        cassette: key of the type in its bays that passes the strands on, "" where the panel does.
        fibre_type: of the links, "" for any.
    """

    connector: str
    panel: str
    cassette: str = ""
    fibre_type: str = ""

    @property
    def passing(self) -> str:
        """The key of the type that passes strands on."""
        return self.cassette or self.panel


PANEL_SETS: Sequence[PanelSet] = (
    PanelSet("mpo12", "generic.panel-1u-72-mpo"),
    PanelSet("mpo16", "generic.panel-1u-48-mpo16"),
    PanelSet("lc2", "generic.panel-1u-4-hd", "generic.cassette-hd-12lc-2mpo-om4-u1", "OM4"),
    PanelSet("lc2", "generic.panel-1u-4-hd", "generic.cassette-hd-12lc-2mpo-os2-u1", "OS2"),
)
"""Arrays meet in adapters; duplex cords in cassettes of method U1, which are the same at both ends of a trunk of type B."""


@dataclass(frozen=True, slots=True, eq=False)
class Rerouted:
    """Cords between locations that can run over panels there instead.

    Attributes:
        cable: their indexes in the table `cable`, shape (links,).
        place: the location of both ends, a rack or a row by id, shape (2, links).
        left: what stays unchanged, and why.
    """

    cable: Ids
    place: Ids
    left: tuple[Left, ...] = ()

    def __len__(self) -> int:
        return len(self.cable)


@dataclass(frozen=True, slots=True, eq=False)
class Housed:
    """The same with the racks of their panels: links of one pair of racks, fiber and network are consecutive.

    Attributes:
        cable: indexes in the table `cable`, shape (links,).
        rack: of the panels at both ends, shape (2, links).
        pair: number of the pair of racks, the fiber and the network, ascending, shape (links,).
    """

    cable: Ids
    rack: Ids
    pair: Ids

    def __len__(self) -> int:
        return len(self.cable)


def rerouted(snapshot: Snapshot, kind: PanelSet, network_ids: Sequence[int] = (), at: PanelsAt = PanelsAt.RACK) -> Rerouted:
    """The project's cords that could run over panels: straight, not set by hand, between different racks or rows."""
    cables, devices, where = snapshot["cable"], snapshot["device"], snapshot.cached(whereabouts)
    known = {cord.key: cord for cord in snapshot.cached(parts).cords}
    fit = [type_id for type_id, cable_type in snapshot.types.items() if _straight(known.get(cable_type.key), kind)]
    is_candidate = np.isin(cables["type_id"], fit) & (cables["by_hand"] == 0) & (cables["assembly"] == ABSENT)
    if network_ids:
        is_candidate &= np.isin(cables["network_id"], network_ids)
    cable = np.flatnonzero(is_candidate)
    ends = [devices.positions(cables[f"{side}_device_id"][cable]) for side in "ab"]
    rack = np.stack([where.rack[end] for end in ends])
    panels = np.isin(
        devices["type_id"], [panel_type_id for panel_type_id, of in snapshot.types.items() if of.family in (Family.PANEL, Family.CASSETTE)]
    )
    is_between_racks = (rack[0] != rack[1]) & (rack >= 0).all(axis=0) & ~panels[ends[0]] & ~panels[ends[1]]
    if at is PanelsAt.RACK:
        return Rerouted(cable[is_between_racks], rack[:, is_between_racks])
    row = np.stack([where.rows(end) for end in ends])
    alone, inside = is_between_racks & (row == ABSENT).any(axis=0), is_between_racks & (row[0] == row[1])
    left = [
        (int((alone).sum()), Message("structured", QT_TRANSLATE_NOOP("structured", "A rack at one of their ends is not in a row."))),
        (int((inside & ~alone).sum()), Message("structured", QT_TRANSLATE_NOOP("structured", "They stay inside one row."))),
    ]
    apart = is_between_racks & ~alone & ~inside
    return Rerouted(cable[apart], row[:, apart], tuple(left_reason for left_reason in left if left_reason[0]))


def _straight(cord: Cord | None, kind: PanelSet) -> bool:
    if cord is None or cord.splits != 1 or not cord.right_polarity:
        return False
    return cord.a[0] == cord.b[0] == kind.connector and kind.fibre_type in ("", cord.fibre_type)


def housed(snapshot: Snapshot, found: Rerouted, racks: Mapping[int, int]) -> tuple[Housed, int]:
    """The links with the racks of their panels, and the number of links without one at one of their ends.

    Args:
        racks: location → rack of its panels.
    """
    cables = snapshot["cable"]
    places, which = np.unique(found.place, return_inverse=True)
    rack_of = np.array([racks.get(place, ABSENT) for place in places.tolist()], np.int64)
    rack = rack_of[which].reshape(2, -1) if len(places) else np.zeros((2, 0), np.int64)
    there = (rack != ABSENT).all(axis=0)
    cable, rack = found.cable[there], rack[:, there]
    keys = [rack.min(axis=0), rack.max(axis=0), cables["type_id"][cable], cables["network_id"][cable]] if len(cable) else []
    if not keys:
        return Housed(cable, rack, np.zeros(0, np.int64)), len(found)
    order, pair = pairs_of(keys)
    return Housed(cable[order], rack[:, order], pair), len(found) - len(cable)


def free_rears(snapshot: Snapshot, type_key: str, ways: Sequence[RearWay], rack_ids: Ids) -> dict[int, list[tuple[int, int]]]:
    """Rack → device and place in `ways` of each rear port of panels or cassettes that is free with all that it serves, highest first."""
    devices, cables, where = snapshot["device"], snapshot["cable"], snapshot.cached(whereabouts)
    type_id = snapshot.types.id_of(type_key)
    free_by_rack: dict[int, list[tuple[int, int]]] = {int(rack): [] for rack in rack_ids}
    if type_id is None:
        return free_by_rack
    inside = where.inside(rack_ids)
    places = inside[devices["type_id"][inside] == type_id]
    taken = np.concatenate([end_keys(*(cables[f"{side}_{name}"] for name in ("device_id", "port", "lane"))) for side in "ab"])
    of_place = np.repeat(places, len(ways))
    number = np.tile(np.arange(len(ways)), len(places))
    ports = np.array([(way.rear, *way.fronts) for way in ways], np.int64)
    device = devices.ids[of_place]
    busy = np.zeros(len(of_place), bool)
    for column in ports.T:
        port = column[number]
        busy |= np.isin(end_keys(device, port, 0 * port), taken)
    root = where.root[of_place]
    order = np.lexsort((number, device, -devices["position"][root]))
    for at in order[~busy[order]].tolist():
        free_by_rack[int(where.rack[of_place[at]])].append((int(device[at]), int(number[at])))
    return free_by_rack
