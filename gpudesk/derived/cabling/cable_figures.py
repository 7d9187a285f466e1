"""Cabling figures: links, cages, modules, cords, trunks, fibers and meters, of a project, a network or a phase.

Six different numbers that are not interchangeable: a link may run over several cables, a cable with two-port plugs carries two
links, and a cage with one module ends two.
"""

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.links.links import links
from gpudesk.derived.ports.port_columns import port_columns
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

TRUNK = "trunk"
COPPER = "copper"
_COLUMNS = ("type_id", "length_mm", "network_id", "phase")
_PRINTED = {"fibres": "fibers", "metres": "length_m", "fibre_m": "fiber_length_m", "copper_m": "copper_length_m"}
"""Keys of the command line that differ from the names here."""


@dataclass(frozen=True, slots=True)
class CableFigures:
    """Sums of the known values, with the items they exclude.

    Attributes:
        links: from device to device, regardless of panels in between.
        legs: rows of cables, one for each end of a splitter.
        cables: cords and trunks; a splitter is one.
        cords, trunks: the same separately.
        modules: modules in cages.
        cages: cages and sockets of devices and panels with a cable end.
        fibres: in all cables.
        metres: of all cables, separately for fiber and copper.
        without_type, without_length: cables without a selected type or length; they are excluded from sums that need it.
    """

    links: int
    legs: int
    cables: int
    cords: int
    trunks: int
    modules: int
    cages: int
    fibres: int
    metres: float
    fibre_m: float
    copper_m: float
    without_type: int
    without_length: int

    def to_plain(self) -> dict[str, Any]:
        """The figures as the command line prints them."""
        figures = {_PRINTED.get(name, name): value for name, value in asdict(self).items()}
        return {key: round(value, 3) if isinstance(value, float) else value for key, value in figures.items()}


@dataclass(frozen=True, slots=True, eq=False)
class LaidCables:
    """Cables that are bought as one, shape (cables,): place of the first leg, and the columns of the table `cable` of that."""

    leg: Ids
    type_id: Ids
    length_mm: Ids
    network_id: Ids
    phase: Ids


@dataclass(frozen=True, slots=True, eq=False)
class UsedCages:
    """Cages in which cables end, shape (cages,): the module in each, ABSENT for none, and network and earliest phase of what ends there."""

    module_id: Ids
    network_id: Ids
    phase: Ids


@made_from({"cable": ("assembly", *_COLUMNS)})
def laid_cables(snapshot: Snapshot) -> LaidCables:
    """All cables, with the legs of an assembly as one (use `snapshot.cached(laid_cables)`)."""
    cables = snapshot["cable"]
    shared = np.flatnonzero(cables["assembly"] != ABSENT)
    leg = np.arange(cables.rows)
    if len(shared):
        _, first = np.unique(cables["assembly"][shared], return_index=True)
        whole = np.ones(cables.rows, bool)
        whole[shared] = False
        whole[shared[first]] = True
        leg = np.flatnonzero(whole)
    return LaidCables(leg, *(cables[name][leg] for name in _COLUMNS))


@made_from(
    {
        "cable": ("a_device_id", "a_port", "a_module_id", "b_device_id", "b_port", "b_module_id", "network_id", "phase"),
        "device": ("type_id",),
        "catalog_item": (),
    }
)
def used_cages(snapshot: Snapshot) -> UsedCages:
    """All cages and sockets with cable ends (use `snapshot.cached(used_cages)`); deleted ports count as one per device."""
    cables, devices = snapshot["cable"], snapshot["device"]
    ports = snapshot.types.cached(port_columns)
    most = int(ports.cage.max(initial=0)) + 2
    cage = []
    for side in "ab":
        place = devices.positions(cables[f"{side}_device_id"])
        at = ports.at(devices["type_id"][place], cables[f"{side}_port"])
        cage.append(place * most + np.where(at == ABSENT, most - 1, ports.cage[at] if len(ports.cage) else 0))
    both = np.concatenate(cage)
    used = np.zeros(devices.rows * most, bool)
    used[both] = True
    number = np.cumsum(used) - 1
    count = int(number[-1]) + 1 if len(number) else 0
    of_end = number[both]
    modules, networks = np.full(count, ABSENT), np.full(count, ABSENT)
    module_ids = np.concatenate([cables[f"{side}_module_id"] for side in "ab"])
    there = module_ids != ABSENT
    modules[of_end[there]] = module_ids[there]
    networks[of_end] = np.tile(cables["network_id"], 2)
    phases = np.full(count, np.iinfo(np.int64).max)
    np.minimum.at(phases, of_end, np.tile(cables["phase"], 2))
    return UsedCages(modules, networks, phases)


def cable_figures(snapshot: Snapshot, network_id: int | None = None, phase: int | None = None) -> CableFigures:
    """The figures of all cables, or of those of one network, of one phase.

    Args:
        network_id: ABSENT for the cables of no network.
    """
    cables, types = snapshot["cable"], snapshot.types
    all_links, laid, cages = snapshot.cached(links), snapshot.cached(laid_cables), snapshot.cached(used_cages)
    chosen = partial(_chosen, network_id=network_id, phase=phase)
    is_chosen, ends = chosen(laid.network_id, laid.phase), chosen(cages.network_id, cages.phase)
    type_ids, length_mm = laid.type_id[is_chosen], laid.length_mm[is_chosen]
    known = length_mm != ABSENT
    metres = np.where(known, length_mm, 0) / 1000
    named = type_ids != ABSENT
    trunk, copper, fibres = (np.where(named, types.cached(column)[type_ids], 0) for column in (_trunks, _coppers, _fibres))
    reach = chosen(all_links.network, cables["phase"][all_links.cable[all_links.first[:-1]]]) & _whole(snapshot)
    return CableFigures(
        links=int(reach.sum()),
        legs=int(chosen(cables["network_id"], cables["phase"]).sum()),
        cables=int(is_chosen.sum()),
        cords=int(is_chosen.sum()) - int(trunk.sum()),
        trunks=int(trunk.sum()),
        modules=int((cages.module_id[ends] != ABSENT).sum()),
        cages=int(ends.sum()),
        fibres=int(fibres.sum()),
        metres=float(metres.sum()),
        fibre_m=float(metres[named & (copper == 0)].sum()),
        copper_m=float(metres[named & (copper == 1)].sum()),
        without_type=int((~named).sum()),
        without_length=int((~known).sum()),
    )


@made_from({"cable": (), "device": ("type_id",), "catalog_item": ()})
def project_cables(snapshot: Snapshot) -> CableFigures:
    """The figures of all cables (use `snapshot.cached(project_cables)`)."""
    return cable_figures(snapshot)


def network_cables(snapshot: Snapshot, phase: int | None = None) -> dict[int, CableFigures]:
    """The figures of each network that has cables, and under ABSENT of the cables of no network."""
    there = np.unique(snapshot["cable"]["network_id"]).tolist()
    return {network_id: cable_figures(snapshot, network_id, phase) for network_id in there}


def _chosen(networks: Ids, phases: Ids, *, network_id: int | None, phase: int | None) -> Mask:
    chosen = np.ones(len(networks), bool)
    if network_id is not None:
        chosen &= networks == network_id
    if phase is not None:
        chosen &= phases == phase
    return chosen


def _whole(snapshot: Snapshot) -> Mask:
    """Which links end in devices at both ends, not in a panel."""
    all_links, devices = snapshot.cached(links), snapshot["device"]
    panels = np.array([type_id for type_id, kind in snapshot.types.items() if kind.passages], np.int64)
    if not len(panels):
        return np.ones(len(all_links), bool)
    ends = (np.isin(devices["type_id"][devices.positions(end.device)], panels) for end in (all_links.a, all_links.b))
    return ~next(ends) & ~next(ends)


def _of_types(types: Types, value: Any) -> Ids:
    """A number of each type by its id."""
    by_type = np.zeros(max(types, default=0) + 1, np.int64)
    for type_id, kind in types.items():
        by_type[type_id] = value(kind)
    return by_type


def is_trunk(kind: HardwareType) -> bool:
    """Whether a cable leads from panel to panel."""
    return kind.text("cable_kind") == TRUNK


def _trunks(types: Types) -> Ids:
    return _of_types(types, is_trunk)


def _coppers(types: Types) -> Ids:
    return _of_types(types, lambda kind: kind.text("fibre_mode") == COPPER)


def _fibres(types: Types) -> Ids:
    return _of_types(types, lambda kind: sum(end.count * end.fibres for end in kind.ends if end.end == "a"))


def counts_by_phase(type_ids: Ids, lengths: Ids, phases: Ids, numbers: Ids) -> list[tuple[int, int, Ids]]:
    """Number of cables of each type and length, ABSENT if unknown, by phase: (type, length, shape (phases,)).

    Args:
        numbers: the numbers of the phases, ascending.
    """
    if not len(type_ids):
        return []
    groups, of_group = np.unique((type_ids << 32) | (lengths - ABSENT), return_inverse=True)
    counts = np.bincount(of_group * len(numbers) + np.searchsorted(numbers, phases), minlength=len(groups) * len(numbers))
    table = counts.reshape(len(groups), len(numbers)).astype(np.int64)
    return [(group >> 32, (group & 0xFFFFFFFF) + ABSENT, row) for group, row in zip(groups.tolist(), table, strict=True)]
