"""Networks, and the cables that are generated from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.columns import ABSENT, Columns, Ids
from gpudesk.core.errors import Refused
from gpudesk.core.link_ends import LANE_BITS, PORT_BITS, end_keys
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.derived.network_links import NetworkLinks, network_links
from gpudesk.operations.naming import checked_name, checked_phase
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_MOST_PORTS = 4096
NETWORK_SETTINGS: Mapping[str, tuple[int, int]] = {
    "rate_gbps": (1, 100_000),
    "planes": (1, 16),
    "unit_nodes": (1, 100_000),
    "tiers": (1, 3),
    **dict.fromkeys(("rails_per_leaf", "leaf_up", "leaf_down", "spine_up", "spine_down"), (1, _MOST_PORTS)),
    "pod_leaves": (1, 100_000),
    **dict.fromkeys(("pods_by_rail", "by_hall", "whole_units", "even_cores"), (0, 1)),
}
"""What is said of the tree of a network: columns of the table `network`, each with its lowest and highest number."""


@dataclass(frozen=True, slots=True)
class Cabled:
    """What cabling a network did, in legs of cables."""

    added: int
    removed: int
    kept: int


@operation
def add_network(edit: Edit, kind: int, name: str, rate_gbps: int, settings: Mapping[str, int | None] | None = None, phase: int = 1) -> int:
    """Plan a network; returns its id.

    Args:
        kind: a `NetworkKind`.
        rate_gbps: of one link.
        settings: what else is said of its tree, by the columns of the table `network`; the rest follows from the types of its switches.

    Raises:
        Refused: the kind or a setting is unknown, a value does not fit its setting, or the name is empty.
    """
    if kind not in tuple(NetworkKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "There is no such kind of network.")))
    name = checked_name(name)
    if not name:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A name is needed.")))
    values = checked_network({"rate_gbps": rate_gbps, **(settings or {})})
    network_id = edit.insert("network", kind=int(kind), name=name, phase=checked_phase(phase), **values)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add the network {name}"), {"name": name})
    return network_id


def checked_network(settings: Mapping[str, int | None]) -> dict[str, int | None]:
    """What is said of the tree of a network, as it is stored.

    Raises:
        Refused: a setting is unknown or does not fit.
    """
    for name, value in settings.items():
        low, high = NETWORK_SETTINGS.get(name, (1, 0))
        needed = name in ("rate_gbps", "planes") or low == 0
        if not (value is None and not needed) and not (isinstance(value, int) and low <= value <= high):
            text = QT_TRANSLATE_NOOP("operations", "{field} of a network cannot be {value}.")
            raise Refused(Message(_CONTEXT, text, {"field": name, "value": str(value)}))
    return {name: None if value is None else int(value) for name, value in settings.items()}


@operation
def cable_network(edit: Edit, network_id: int) -> Cabled:
    """Lay the links of a network between the nodes and switches that are there; cables that are right already stay as they are.

    Raises:
        Refused: there is no such network, what it needs is not there (as `network_links` says), or a port is taken by another network.
    """
    row = edit.row("network", network_id)
    links = network_links(edit.present(), network_id)
    cables = edit.columns("cable")
    mine = cables["network_id"] == network_id
    keys = links.a.keys(), links.b.keys()
    kept = _same(cables, np.flatnonzero(mine), *keys, links.a.lanes)
    gone = cables.ids[mine][~np.isin(cables.ids[mine], cables.ids[kept[kept != ABSENT]])]
    new = np.flatnonzero(kept == ABSENT)
    _demand_free(edit, cables, np.isin(cables.ids, gone), links, new)
    edit.delete_many("cable", gone)
    edit.insert_many("cable", _columns(edit, links, new, network_id))
    text = QT_TRANSLATE_NOOP("operations", "Cable the network {name}")
    edit.title = Message(_CONTEXT, text, {"name": str(row["name"])})
    return Cabled(len(new), len(gone), int((kept != ABSENT).sum()))


def _keys_of(cables: Columns, side: str, places: Ids) -> Ids:
    return end_keys(*(cables[f"{side}_{name}"][places] for name in ("device_id", "port", "lane")))


def _same(cables: Columns, places: Ids, a: Ids, b: Ids, lanes: Any) -> Ids:
    """For each link the place of the cable that is it already, ABSENT for none: shape (links,)."""
    found = np.full(len(a), ABSENT, np.int64)
    if not len(places):
        return found
    there_a, there_b = _keys_of(cables, "a", places), _keys_of(cables, "b", places)
    order = np.argsort(there_a)
    at = np.minimum(np.searchsorted(there_a[order], a), len(places) - 1)
    place = order[at]
    same = (there_a[place] == a) & (there_b[place] == b) & (cables["lanes"][places[place]] == lanes)
    found[same] = places[place[same]]
    return found


def _demand_free(edit: Edit, cables: Columns, leaving: Any, links: NetworkLinks, new: Ids) -> None:
    """Refuse to end a link on lanes that another cable has."""
    staying = np.flatnonzero(~leaving)
    taken = np.concatenate([_keys_of(cables, side, staying) for side in "ab"])
    wanted = np.concatenate([links.a.keys()[new], links.b.keys()[new]])
    clash = np.isin(wanted, taken)
    if clash.any():
        device = int(wanted[clash][0]) >> (PORT_BITS + LANE_BITS)
        text = QT_TRANSLATE_NOOP("operations", "{count} ports are taken by other cables, the first of {name}.")
        mend = QT_TRANSLATE_NOOP("operations", "Unplug those cables first.")
        name = str(edit.row("device", device)["name"])
        raise Refused(Message(_CONTEXT, text, {"count": int(clash.sum()), "name": name}), Message(_CONTEXT, mend))


def _columns(edit: Edit, links: NetworkLinks, new: Ids, network_id: int) -> dict[str, Any]:
    devices = edit.columns("device")
    phases = [devices["phase"][devices.positions(ends.device[new])] for ends in (links.a, links.b)]
    columns: dict[str, Any] = {"network_id": np.full(len(new), network_id, np.int64), "phase": np.maximum(*phases)}
    for side, ends in (("a", links.a), ("b", links.b)):
        columns |= {f"{side}_device_id": ends.device[new], f"{side}_port": ends.port[new], f"{side}_lane": ends.lane[new]}
    return {**columns, "lanes": links.a.lanes[new]}
