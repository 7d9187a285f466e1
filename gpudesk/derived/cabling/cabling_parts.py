"""Parts of the link cables, compared with the existing parts."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.link_ends import Ends, picked
from gpudesk.core.cabling.pathways import COPPER, FIBRE
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import Message
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.project_media import media
from gpudesk.derived.links.links import cable_side
from gpudesk.derived.pathways.cable_routes import routes
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.derived.ports.port_columns import port_columns
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class CablingParts:
    """Parts of each link of a cabling, shape (links,) except for `keys` and `reasons`.

    Attributes:
        keys: catalog keys of the selected parts.
        type, a_module, b_module: indexes in `keys`, ABSENT where there is none; modules at the ends of the link.
        length_mm: stock length of the cable, ABSENT if none is selected.
        assembly: links with the same number are one cable, ABSENT for a separate cable; an existing cable keeps its number.
        turned: the existing cable begins at the other end of the link.
        changed: the existing cable gets another type, module or length.
        longer: those of them whose length increases.
        reason: index in `reasons` of why no part suits the link, ABSENT if one does.
    """

    keys: tuple[str, ...]
    type: Ids
    a_module: Ids
    b_module: Ids
    length_mm: Ids
    assembly: Ids
    turned: Flags
    changed: Flags
    longer: Flags
    reason: Ids
    reasons: tuple[Message, ...]


def cabling_parts(snapshot: Snapshot, a: Ends, b: Ends, rate_gbps: Reals, cable: Ids) -> CablingParts:
    """Select the parts of links.

    Args:
        cable: index in the table `cable` of the existing cable of the link, ABSENT for none; one set by hand stays unchanged.
    """
    cables = snapshot["cable"]
    needed = _needed_mm(snapshot, a, b)
    chosen = media(snapshot, a, b, NetworkKind.OTHER, rate_gbps, needed)
    length = chosen.length_mm
    there = np.flatnonzero(cable != ABSENT)
    place = cable[there]
    turned = np.zeros(len(cable), bool)
    turned[there] = a.keys()[there] != cable_side(cables, "a", place).keys()
    assembly = _assemblies(cables["assembly"], cable, chosen.assembly)
    ids = np.array([_id_of(snapshot, key) for key in chosen.keys] + [ABSENT], np.int64)
    first, second = (np.where(turned, *pair)[there] for pair in ((chosen.b_module, chosen.a_module), (chosen.a_module, chosen.b_module)))
    free = cables["by_hand"][place] == 0
    changed, longer = np.zeros(len(cable), bool), np.zeros(len(cable), bool)
    old = cables["length_mm"][place]
    changed[there] = free & (
        (cables["type_id"][place] != ids[chosen.cable[there]])
        | (cables["a_module_id"][place] != ids[first])
        | (cables["b_module_id"][place] != ids[second])
        | (old != length[there])
        | (cables["assembly"][place] != assembly[there])
    )
    longer[there] = free & (old != ABSENT) & (length[there] > old)
    reasons = tuple(message for _, message in chosen.reasons)
    parts = chosen.cable, chosen.a_module, chosen.b_module
    return CablingParts(chosen.keys, *parts, length, assembly, turned, changed, longer, chosen.reason, reasons)


def _needed_mm(snapshot: Snapshot, a: Ends, b: Ends) -> Reals:
    """The length that each link needs: those between sockets for twisted pairs lie on ways for copper, all others on ways for fiber."""
    devices, ports = snapshot["device"], snapshot.types.cached(port_columns)
    pairs = np.ones(len(a.device), bool)
    for ends in (a, b):
        pairs &= ports.twisted[ports.at(devices["type_id"][devices.positions(ends.device)], ends.port)]
    if pairs.all() or not pairs.any():
        return routes(snapshot, a, b, COPPER if pairs.any() else FIBRE).length_mm
    needed = np.empty(len(pairs))
    for which, carried in ((pairs, COPPER), (~pairs, FIBRE)):
        needed[which] = routes(snapshot, picked(a, which), picked(b, which), carried).length_mm
    return needed


def _assemblies(known: Ids, cable: Ids, chosen: Ids) -> Ids:
    """Numbers of the cables that several links share, ABSENT for a separate cable: those of the same existing legs, or new ones."""
    grouped = np.flatnonzero(chosen != ABSENT)
    assemblies = np.full(len(chosen), ABSENT, np.int64)
    if not len(grouped):
        return assemblies
    groups, group = np.unique(chosen[grouped], return_inverse=True)
    old = np.full(len(grouped), ABSENT, np.int64)
    there = cable[grouped] != ABSENT
    old[there] = known[cable[grouped][there]]
    lowest, highest = np.full(len(groups), np.iinfo(np.int64).max), np.full(len(groups), ABSENT)
    np.minimum.at(lowest, group, old)
    np.maximum.at(highest, group, old)
    legs = np.bincount(known[known != ABSENT], minlength=int(highest.max(initial=0)) + 1)
    same = (lowest == highest) & (lowest != ABSENT) & (legs[np.maximum(highest, 0)] == np.bincount(group, minlength=len(groups)))
    fresh = int(known.max(initial=0)) + np.cumsum(~same)
    assemblies[grouped] = np.where(same, lowest, fresh)[group]
    return assemblies


def _id_of(snapshot: Snapshot, key: str) -> int:
    """The id of the project's copy of an entry; an invalid id if it has none yet."""
    known = snapshot.types.id_of(key)
    return -2 if known is None else known
