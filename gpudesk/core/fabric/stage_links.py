"""The links between the devices of a stage and its switches: nearest first, all switches equally, or equal numbers.

Ports do not appear here: only the number of links that a device requires and that a switch can still accept are counted.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.network_kinds import Spread
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import Ids

Places: TypeAlias = NDArray[np.float64]
_CONTEXT = "StageLinks"
_FAN_OUT = 4
"""Minimum number of links of one port that are legs of splitters: an MPO-12 connector has four pairs of fibers."""


@dataclass(frozen=True, slots=True, eq=False)
class StageLinks:
    """Links of a stage, one an entry, device by device: shape (links,).

    Attributes:
        device: the place of the lower device among those that were given.
        nth: which of its links this is, from 0.
        switch: the place of the switch among those that were given.
        place: which link of the stage this is on its switch, from 0.
    """

    device: Ids
    nth: Ids
    switch: Ids
    place: Ids

    def __len__(self) -> int:
        return len(self.device)


def stage_links(wanted: Ids, room: Ids, spread: Spread, at: Places, switch_at: Places, share: int = 1) -> StageLinks:
    """Assign the links of devices to switches.

    Args:
        wanted: links of each device, in the order of assignment, shape (devices,).
        room: links that each switch can accept, shape (switches,).
        spread: how they share the switches.
        at: the positions of the devices, in mm, for the nearest switch: shape (devices, 2).
        switch_at: the positions of the switches, shape (switches, 2).
        share: links per switch port, such as two if they run at half its rate: devices that share a port are kept together.

    Raises:
        Refused: the switches have too few free links, or a device cannot have the same number of links to each of them.
    """
    total = int(wanted.sum())
    device = np.repeat(np.arange(len(wanted)), wanted)
    nth = np.arange(total) - np.repeat(np.cumsum(wanted) - wanted, wanted)
    if spread is Spread.ALL:
        switch = _to_all(wanted, len(room))[0] if total else device
    elif int(room.sum()) < total:
        raise _full(total, int(room.sum()))
    elif spread is Spread.FILL:
        switch = _nearest(device, room, at, switch_at)
    else:
        switch = _even(wanted, device, nth, room, share, at)
    place = _places(switch)
    over = place >= room[switch] if total else np.zeros(0, bool)
    if over.any():
        raise _full(total, total - int(over.sum()))
    return StageLinks(device, nth, switch, place)


def pairs(count: int, links: int) -> tuple[Ids, Ids, Ids]:
    """Links between two and two of a row of equal devices: first and second device and the number of the link, shapes (links,).

    One that is left over has none.
    """
    first = np.repeat(np.arange(0, count - 1, 2), links)
    return first, first + 1, np.tile(np.arange(links), count // 2)


def _full(wanted: int, room: int) -> Refused:
    text = QT_TRANSLATE_NOOP("StageLinks", "{wanted} links are required, but the switches have ports for {room}.")
    return Refused(Message(_CONTEXT, text, {"wanted": wanted, "room": room}))


def _places(switch: Ids) -> Ids:
    """Which entry each one is among those of the same switch."""
    order = np.argsort(switch, kind="stable")
    ordered = switch[order]
    place = np.empty(len(switch), np.int64)
    place[order] = np.arange(len(switch)) - np.searchsorted(ordered, ordered)
    return place


def _to_all(wanted: Ids, switches: int) -> tuple[Ids]:
    """The links of a device to one switch side by side."""
    odd = wanted % switches != 0
    if odd.any():
        text = QT_TRANSLATE_NOOP("StageLinks", "{links} links per device cannot be split evenly across {switches} switches.")
        raise Refused(Message(_CONTEXT, text, {"links": int(wanted[odd][0]), "switches": switches}))
    parts = [np.repeat(np.arange(switches), link_count // switches) for link_count in np.unique(wanted).tolist()]
    of = dict(zip(np.unique(wanted).tolist(), parts, strict=True))
    return (np.concatenate([of[link_count] for link_count in wanted.tolist()]),)


def _nearest(device: Ids, room: Ids, at: Places, switch_at: Places) -> Ids:
    """The switch of each link: the nearest with free links, complete for one position before the next."""
    left = room.copy()
    spots, first, spot = np.unique(at, axis=0, return_index=True, return_inverse=True)
    spot = spot.reshape(-1)[device]
    switch = np.empty(len(device), np.int64)
    order = np.argsort(spot, kind="stable")
    bounds = np.searchsorted(spot[order], np.arange(len(spots) + 1))
    for one in np.argsort(first, kind="stable").tolist():
        links = order[bounds[one] : bounds[one + 1]]
        away = np.where(left > 0, np.abs(switch_at - spots[one]).sum(axis=1), np.inf)
        first_choice = int(away.argmin())
        if left[first_choice] >= len(links):
            switch[links] = first_choice
            left[first_choice] -= len(links)
            continue
        nearest = np.argsort(away, kind="stable")
        taken = np.minimum(left[nearest], np.maximum(len(links) - (np.cumsum(left[nearest]) - left[nearest]), 0))
        switch[links] = np.repeat(nearest, taken)
        left[nearest] -= taken
    return switch


def _even(wanted: Ids, device: Ids, nth: Ids, room: Ids, share: int, at: Places) -> Ids:
    """The switch of each link: devices in blocks, each block on as many adjacent switches as a device has links.

    If ports are divided among several devices, devices at one position use the same switches, so that legs of a splitter stay
    together.
    """
    open_switches = np.flatnonzero(room)
    most = min(int(wanted.max(initial=0)), len(open_switches))
    if not most:
        return np.zeros(0, np.int64)
    links_each, uneven = divmod(int(wanted.max()), most)
    groups, odd = divmod(len(open_switches), most)
    if not odd and not uneven:
        space = room[open_switches].reshape(groups, most).min(axis=1) // links_each
        counts = _alike(len(wanted), space, share)
        if counts is not None:
            if share >= _FAN_OUT:
                counts = _by_places(counts, space, at)
            group = np.repeat(np.arange(groups), counts)
            switches: Ids = open_switches[group[device] * most + nth // links_each]
            return switches
    return _least_loaded(wanted, room)


def _alike(devices: int, space: Ids, share: int) -> Ids | None:
    """The number of devices per group, as equal as possible; None if there is too little space.

    If few devices share ports, a group is filled up to whole ports before the next one begins.
    """
    if int(space.sum()) < devices:
        return None
    counts = np.zeros(len(space), np.int64)
    if devices < share * len(space):
        for group in np.argsort(-space, kind="stable").tolist():
            counts[group] = min(share, int(space[group]), devices - int(counts.sum()))
    while (rest := devices - int(counts.sum())) > 0:
        open_groups = np.flatnonzero(counts < space)
        level, more = divmod(rest, len(open_groups))
        step = np.full(len(open_groups), level, np.int64)
        step[:more] += 1
        counts[open_groups] += np.minimum(step, (space - counts)[open_groups])
    return counts


def _by_places(counts: Ids, space: Ids, at: Places) -> Ids:
    """The devices of each group with bounds moved to the nearest one at which another place begins; as they are if none fits."""
    begins = np.flatnonzero(np.any(np.diff(at, axis=0) != 0, axis=1)) + 1
    bounds = np.cumsum(counts)[:-1]
    if not len(begins) or not len(bounds):
        return counts
    moved = begins[np.abs(begins[None, :] - bounds[:, None]).argmin(axis=1)]
    group_sizes: Ids = np.diff(np.concatenate([[0], moved, [counts.sum()]]))
    return group_sizes if (group_sizes > 0).all() and (group_sizes <= space).all() else counts


def _least_loaded(wanted: Ids, room: Ids) -> Ids:
    """Each device on the switches that have fewest links so far, where these do not make whole groups."""
    load = np.zeros(len(room), np.int64)
    parts: list[Ids] = []
    for count in wanted.tolist():
        chosen: list[int] = []
        while len(chosen) < count:
            able = np.flatnonzero(load < room)
            if not len(able):
                raise _full(int(wanted.sum()), int(room.sum()))
            taken = able[np.argsort(load[able], kind="stable")][: count - len(chosen)]
            load[taken] += 1
            chosen.extend(taken.tolist())
        parts.append(np.sort(np.array(chosen, np.int64)))
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)
