"""Number of racks and devices per type, and the roles of the devices."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.values.columns import Ids
from gpudesk.project.snapshot import Snapshot, made_from

_TYPED = {"device": ("type_id",), "rack": ("type_id",), "catalog_item": ()}


@made_from(_TYPED)
def uses(snapshot: Snapshot) -> Ids:
    """How many racks and devices there are of each catalog entry, in the order of the table."""
    items = snapshot["catalog_item"]
    size = int(items.ids.max(initial=0)) + 1
    of_devices, of_racks = (np.bincount(snapshot[table]["type_id"], minlength=size)[:size] for table in ("device", "rack"))
    counts: Ids = (of_devices + of_racks)[items.ids]
    return counts


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
