"""Number of racks and devices per type, and the roles of the devices."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.snapshot import Snapshot, made_from

_TYPED = {"device": ("type_id",), "rack": ("type_id",), "catalog_item": ()}


@made_from({"device": ("type_id",), "catalog_item": ()})
def uses_by_devices(snapshot: Snapshot) -> Ids:
    """How many devices there are of each catalog entry, in the order of the table."""
    return _uses(snapshot, "device")


@made_from(_TYPED)
def uses(snapshot: Snapshot) -> Ids:
    """How many racks and devices there are of each catalog entry, in the order of the table."""
    return snapshot.cached(uses_by_devices) + _uses(snapshot, "rack")


def _uses(snapshot: Snapshot, table: str) -> Ids:
    items = snapshot["catalog_item"].ids
    size = int(items.max(initial=0)) + 1
    counts: Ids = np.bincount(snapshot[table]["type_id"], minlength=size)[:size][items]
    return counts


def carry_uses(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Count again only the devices that an edit touched."""
    known, change = before.known(uses_by_devices), changes.of("device")
    if known is None or after.known(uses_by_devices) is not None or "catalog_item" in changes.tables:
        return
    items, counts = after["catalog_item"], known.copy()
    for devices, ids, step in ((before["device"], change.touched, -1), (after["device"], change.present, 1)):
        places = devices.positions(ids)
        at = items.positions(devices.at("type_id", places[places != ABSENT]))
        np.add.at(counts, at[at != ABSENT], step)
    after.remember(uses_by_devices, counts)


@made_from(_TYPED)
def kinds_in_use(snapshot: Snapshot) -> tuple[int, ...]:
    """The ids of the catalog entries in use, ascending (use `snapshot.cached(kinds_in_use)`)."""
    return tuple(snapshot["catalog_item"].ids[snapshot.cached(uses) > 0].tolist())


@dataclass(frozen=True, slots=True)
class TypeCount:
    """One type in use; `roles` is the number of its devices per role ("" if none is set)."""

    key: str
    title: str
    family: Family
    count: int
    roles: Mapping[str, int]


def type_counts(snapshot: Snapshot, phase: int | None = None) -> list[TypeCount]:
    """Return every type with at least one rack or device, by family and title.

    Args:
        phase: only objects built in that phase.
    """
    counts: dict[int, Counter[str]] = {}
    for table in ("rack", "device"):
        columns = snapshot[table]
        chosen = np.ones(columns.rows, bool) if phase is None else columns["phase"] == phase
        roles = columns["role"][chosen].tolist() if table == "device" else [""] * int(chosen.sum())
        for type_id, role in zip(columns["type_id"][chosen].tolist(), roles, strict=True):
            counts.setdefault(type_id, Counter())[str(role)] += 1
    type_rows = []
    for type_id, by_role in counts.items():
        kind = snapshot.types[type_id]
        type_rows.append(TypeCount(kind.key, kind.title, kind.family, by_role.total(), dict(sorted(by_role.items()))))
    order = list(Family)
    return sorted(type_rows, key=lambda type_row: (order.index(type_row.family), type_row.title.casefold(), type_row.key))
