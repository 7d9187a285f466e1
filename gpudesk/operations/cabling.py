"""A project is cabled: the links of its networks become cables, as one step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.columns import ABSENT
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.cabling import Cabling, CablingCounts, cabling
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"


@dataclass(frozen=True, slots=True)
class Cabled:
    """What cabling did, in legs of cables; attributes as in `CablingCounts`.

    Attributes:
        networks: the same for each network.
    """

    added: int
    removed: int
    kept: int
    longer: int
    yielded: int = 0
    networks: tuple[CablingCounts, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CablingPreview:
    """What cabling would do, with the links and cables to list."""

    cabled: Cabled
    cabling: Cabling


def preview_cabling(snapshot: Snapshot, network_ids: Sequence[int] = ()) -> CablingPreview:
    """What `cable_project` would do, without doing it.

    Raises:
        Refused: as `cable_project`.
    """
    found = cabling(snapshot, network_ids)
    return CablingPreview(_cabled(found), found)


@operation
def cable_project(edit: Edit, network_ids: Sequence[int] = ()) -> Cabled:
    """Lay the links of the given networks, of all if none is given, between the devices that are there.

    Cables that are right already stay as they are, and so do cables that were laid by hand; other cables of these networks go.

    Raises:
        Refused: there is no such network, what it needs is not there, or a port is taken (as `derived.cabling.cabling` says).
    """
    names = [str(edit.row("network", network_id)["name"]) for network_id in network_ids]
    found = cabling(edit.present(), network_ids)
    edit.progress.step(0, len(found))
    cables = edit.columns("cable")
    adopted = found.cable[(found.cable != ABSENT)]
    strange = adopted[cables["network_id"][adopted] == ABSENT]
    for place in strange.tolist():
        link = int(np.flatnonzero(found.cable == place)[0])
        edit.update("cable", int(cables.ids[place]), network_id=int(found.network[link]))
    edit.delete_many("cable", cables.ids[found.removed])
    edit.insert_many("cable", _columns(found))
    text = QT_TRANSLATE_NOOP("operations", "Cable the project")
    if len(names) == 1:
        text = QT_TRANSLATE_NOOP("operations", "Cable the network {name}")
    elif names:
        text = QT_TRANSLATE_NOOP("operations", "Cable {count} networks")
    edit.title = Message(_CONTEXT, text, {"name": names[0] if names else "", "count": len(names)})
    return _cabled(found)


def _cabled(found: Cabling) -> Cabled:
    total = found.total()
    return Cabled(total.added, total.removed, total.kept, total.longer, total.yielded, found.counts())


def _columns(found: Cabling) -> dict[str, Any]:
    """The new cables as columns of the table `cable`."""
    new = np.flatnonzero(found.cable == ABSENT)
    columns: dict[str, Any] = {"network_id": found.network[new], "phase": found.phase[new], "lanes": found.a.lanes[new]}
    for side, ends in (("a", found.a), ("b", found.b)):
        columns |= {f"{side}_device_id": ends.device[new], f"{side}_port": ends.port[new], f"{side}_lane": ends.lane[new]}
    return columns
