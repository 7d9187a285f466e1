"""Effect of cabling a project: links that get a cable, cables that stay, and cables to be removed."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.cabling.link_ends import LANE_BITS, PORT_BITS, Ends, Ints, doubled, picked, spans, taken
from gpudesk.core.messages import log
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.cabling.cabling_parts import CablingParts, cabling_parts
from gpudesk.derived.links.links import cable_side, links
from gpudesk.derived.networks.network_links import NetworkLinks, PlannedNetwork, network_plan
from gpudesk.derived.networks.network_stages import joined
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.project.snapshot import Snapshot

_LOG = log.category("cabling")

_CONTEXT = "cabling"


@dataclass(frozen=True, slots=True)
class CablingCounts:
    """Effect of cabling one network, or all of them, in legs of cables.

    Attributes:
        network_id: the network, None for all together.
        added, removed: cables added and removed.
        kept: links that already exist, including those over panels.
        longer: number of those that must be replaced by a longer one.
        changed: number of kept ones that use different parts.
        without: links for which the catalog has no suitable cable.
        yielded: links without a cable because a cable set by hand ends in their port.
        refused: why the network has no links, so that its cables stay unchanged.
    """

    network_id: int | None
    added: int
    removed: int
    kept: int
    longer: int
    changed: int
    without: int
    yielded: int
    refused: Message | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Cabling:
    """The links of some networks, with the existing cables.

    Attributes:
        networks: plan of each network to be cabled, in order; refused networks add and remove nothing.
        network: id of the network of each link, shape (links,).
        a, b: the ends of each link.
        phase: the later of the phases of the devices at its ends.
        cable: index in the table `cable` of the existing cable of the link, ABSENT if one is to be added.
        parts: parts of each link.
        removed: indexes of the cables to be removed.
        removed_network: the network for which each of them is removed.
        over_panels: network of each link that already runs over panels.
        yielded: network of each other link that yields to a cable set by hand.
    """

    networks: tuple[PlannedNetwork, ...]
    network: Ids
    a: Ends
    b: Ends
    phase: Ids
    cable: Ids
    parts: CablingParts
    removed: Ids
    removed_network: Ids
    over_panels: Ids
    yielded: Ids

    def __len__(self) -> int:
        return len(self.network)

    def counts(self) -> tuple[CablingCounts, ...]:
        """Effect for each network, in order."""
        return tuple(
            replace(self._counts(network.network_id), refused=None if network.refused is None else network.refused.message)
            for network in self.networks
        )

    def total(self) -> CablingCounts:
        """Effect for all networks together."""
        return self._counts(None)

    def _counts(self, network_id: int | None) -> CablingCounts:
        is_of_network = np.ones(len(self), bool) if network_id is None else self.network == network_id
        new = self.cable[is_of_network] == ABSENT
        removed, over_panels, yielded = (
            int(len(those) if network_id is None else (those == network_id).sum())
            for those in (self.removed_network, self.over_panels, self.yielded)
        )
        longer, changed, without = (
            int(which[is_of_network].sum()) for which in (self.parts.longer, self.parts.changed, self.parts.type == ABSENT)
        )
        return CablingCounts(network_id, int(new.sum()), removed, int((~new).sum()) + over_panels, longer, changed, without, yielded)


def cabling(snapshot: Snapshot, network_ids: Sequence[int] = ()) -> Cabling:
    """Calculate the cabling of the given networks, or of all of them if none is given.

    A cable that matches a link stays, in either direction, and so does every cable set by hand; the other
    cables of these networks are removed. Cables without a network that match a link are assigned to its network.

    If all networks are cabled, those that cannot be cabled are left unchanged and reported.

    Raises:
        Refused: there is no network, one of those given (or all) cannot be cabled (see `network_links`), two links would end in the
            same lanes, or a lane is occupied by a cable that stays and was not set by hand.
    """
    begun = time.perf_counter()
    planned = _planned(snapshot, network_ids)
    _LOG.debug("links planned", networks=len(planned), ms=1000 * (time.perf_counter() - begun))
    network_plans: list[tuple[int, NetworkLinks]] = [
        (planned_network.network_id, planned_network.links) for planned_network in planned if planned_network.links is not None
    ]
    networks = [network_id for network_id, _ in network_plans]
    network = np.repeat(np.array(networks, np.int64), [len(laid) for _, laid in network_plans])
    a, b = joined([laid.a for _, laid in network_plans]), joined([laid.b for _, laid in network_plans])
    new_spans = _spans(a, b)
    _demand_single(snapshot, *new_spans)
    cables = snapshot["cable"]
    sides = tuple(cable_side(cables, side) for side in "ab")
    existing = _same((sides[0].keys(), sides[1].keys()), (a.keys(), b.keys()), cables["lanes"], a.lanes)
    by_hand = cables["by_hand"] == 1
    stays = by_hand | ~_among(cables["network_id"], networks)
    stays[existing[existing != ABSENT]] = True
    open_links = existing == ABSENT
    there = [_spans(*(picked(side, stays & which) for side in sides)) for which in (by_hand, ~by_hand)]
    yields, clash = (open_links & taken(*new_spans, *spans_there).reshape(2, -1).any(axis=0) for spans_there in there)
    if clash.any():
        _refuse_taken(snapshot, _spans(picked(a, clash), picked(b, clash)), there[1])
    left = ~yields
    there_already = yields & _over_panels(snapshot, a.keys(), b.keys())
    rates = np.concatenate([laid.rate_gbps for _, laid in network_plans])[left] if network_plans else np.empty(0)
    laid = picked(a, left), picked(b, left)
    removed = np.flatnonzero(~stays)
    phase = np.maximum(*(_phases(snapshot, ends.device) for ends in (a, b)))
    routed = time.perf_counter()
    still = int((existing != ABSENT).sum())
    _LOG.debug("links compared with cables", links=len(existing), kept=still, taken=int(yields.sum()), removed=len(removed))
    parts = cabling_parts(snapshot, *laid, rates, existing[left])
    now = time.perf_counter()
    without = int((parts.reason != ABSENT).sum())
    _LOG.info("cabled", links=len(existing), without_cable=without, ms=1000 * (now - begun), parts_ms=1000 * (now - routed))
    return Cabling(
        planned,
        network[left],
        *laid,
        phase[left],
        existing[left],
        parts,
        removed,
        cables["network_id"][removed],
        network[there_already],
        network[yields & ~there_already],
    )


def _planned(snapshot: Snapshot, network_ids: Sequence[int]) -> tuple[PlannedNetwork, ...]:
    """The networks to be cabled; at least one of them has links, and all requested ones do."""
    plan = snapshot.cached(network_plan)
    if not plan:
        text = QT_TRANSLATE_NOOP("cabling", "The project has no network to cable.")
        raise Refused(Message(_CONTEXT, text), Message(_CONTEXT, QT_TRANSLATE_NOOP("cabling", "Add a network first.")))
    chosen = tuple(planned_network for planned_network in plan if not network_ids or planned_network.network_id in network_ids)
    refused = [planned_network.refused for planned_network in chosen if planned_network.refused is not None]
    if refused and (network_ids or len(refused) == len(chosen)):
        raise refused[0]
    return chosen


def _phases(snapshot: Snapshot, device_ids: Ids) -> Ids:
    devices: Columns = snapshot["device"]
    phases: Ids = devices["phase"][devices.positions(device_ids)]
    return phases


def _same(there: tuple[Ids, ...], keys: tuple[Ids, ...], lanes_there: Ids, lanes: Ints) -> Ids:
    """For each link the place of the cable that is it already, ABSENT for none: shape (links,)."""
    same_cables = np.full(len(keys[0]), ABSENT, np.int64)
    if not len(there[0]):
        return same_cables
    low_there, high_there = np.minimum(*there), np.maximum(*there)
    low, high = np.minimum(*keys), np.maximum(*keys)
    order = np.argsort(low_there, kind="stable")
    place = order[np.minimum(np.searchsorted(low_there[order], low), len(order) - 1)]
    same = (low_there[place] == low) & (high_there[place] == high) & (lanes_there[place] == lanes)
    same_cables[same] = place[same]
    return same_cables


def _over_panels(snapshot: Snapshot, *keys: Ids) -> Flags:
    """Which links, by the keys of their ends, run over panels already: shape (links,)."""
    all_links = snapshot.cached(links)
    several = np.diff(all_links.first) > 1
    if not several.any():
        return np.zeros(len(keys[0]), bool)
    there = [picked(end, several).keys() for end in (all_links.a, all_links.b)]
    pairs = [np.stack([np.minimum(*end_keys), np.maximum(*end_keys)], axis=1) for end_keys in (there, keys)]
    known = {tuple(pair) for pair in pairs[0].tolist()}
    return np.array([tuple(pair) in known for pair in pairs[1].tolist()], bool)


def _spans(a: Ends, b: Ends) -> tuple[Ids, Ids]:
    """The lanes that links take at both ends, first those at `a`: shape (2 × links,) each."""
    of_a, of_b = spans(a), spans(b)
    return np.concatenate([of_a[0], of_b[0]]), np.concatenate([of_a[1], of_b[1]])


def _among(network_ids: Ids, networks: Sequence[int]) -> Flags:
    """Whether each is one of a few networks."""
    is_of_network = np.zeros(len(network_ids), bool)
    for network_id in networks:
        is_of_network |= network_ids == network_id
    return is_of_network


def _demand_single(snapshot: Snapshot, first: Ids, end: Ids) -> None:
    twice = first[doubled(first, end)]
    if len(twice):
        text = QT_TRANSLATE_NOOP("cabling", "{count} {count|link|links} would use lanes of other links, the first at {name}.")
        raise Refused(Message(_CONTEXT, text, {"count": len(twice), "name": _device_name(snapshot, twice[0])}))


def _refuse_taken(snapshot: Snapshot, wanted: tuple[Ids, Ids], there: tuple[Ids, Ids]) -> None:
    clash = wanted[0][taken(*wanted, *there)]
    text = QT_TRANSLATE_NOOP("cabling", "{count} {count|port is|ports are} in use by other cables, the first on {name}.")
    fix = QT_TRANSLATE_NOOP("cabling", "Unplug those cables first.")
    what = Message(_CONTEXT, text, {"count": len(clash), "name": _device_name(snapshot, clash[0])})
    raise Refused(what, Message(_CONTEXT, fix))


def _device_name(snapshot: Snapshot, key: np.int64) -> str:
    devices = snapshot["device"]
    return str(devices["name"][devices.position(int(key) >> (PORT_BITS + LANE_BITS))])
