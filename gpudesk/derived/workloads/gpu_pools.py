"""Where the GPUs of a project are: how many systems of each type in each hall and build phase."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.columns.joins import places_of
from gpudesk.derived.draw.power_ratings import gpus_in
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

_MOST_COUNTED = 2**20
"""Up to such numbers rows are counted by them; to sort them takes longer."""


@dataclass(frozen=True, slots=True)
class GpuPool:
    """Identical systems in one hall and phase.

    Attributes:
        type_key, title: of the system.
        board: the key of its GPUs.
        gpus_each: GPUs of one system.
        hall_id: None if they are not placed.
    """

    type_key: str
    title: str
    board: str
    gpus_each: int
    hall_id: int | None
    phase: int
    systems: int

    @property
    def gpus(self) -> int:
        return self.gpus_each * self.systems


@made_from(
    {
        "device": ("type_id", "parent_id", "slot", "rack_id", "hall_id", "phase"),
        "rack": ("type_id", "row_id", "hall_id", "phase"),
        "hall": ("id",),
        "catalog_item": (),
    }
)
def gpu_pools(snapshot: Snapshot) -> tuple[GpuPool, ...]:
    """The systems with GPUs, grouped by type, hall and phase (use `snapshot.cached(gpu_pools)`).

    Devices included with their holder are not counted again, as in `derived.totals.totals`.
    """
    types, devices, racks = snapshot.types, snapshot["device"], snapshot["rack"]
    holding = types.cached(_holding)
    places, standing = (places_of(table["type_id"], holding) for table in (devices, racks))
    if not len(places) + len(standing):
        return ()
    if snapshot.cached(whereabouts).nested:
        places = places[snapshot.cached(counted)[places]]
    type_id = np.concatenate([devices["type_id"][places], racks["type_id"][standing]])
    hall = np.concatenate([snapshot.cached(whereabouts).halls(places), racks["hall_id"][standing]])
    phase = np.concatenate([devices["phase"][places], racks["phase"][standing]])
    # One number for each triple, counted or, where there are too many numbers for that, sorted. Halls are few, but their ids may be great.
    halls = np.append(ABSENT, snapshot["hall"].ids)
    number_of = (type_id * len(halls) + snapshot["hall"].positions(hall) + 1) * (MOST_PHASE + 1) + phase
    if int(number_of.max(initial=0)) < _MOST_COUNTED:
        every = np.bincount(number_of)
        keys = np.flatnonzero(every)
        counts = every[keys]
    else:
        keys, counts = np.unique(number_of, return_counts=True)
    pools = []
    known: dict[int, tuple[str, str, list[tuple[str, int]]]] = {}
    for key, systems in zip(keys.tolist(), counts.tolist(), strict=True):
        rest, number = divmod(key, MOST_PHASE + 1)
        kind_id, at = divmod(rest, len(halls))
        hall_id = int(halls[at])
        if kind_id not in known:
            kind = types[kind_id]
            known[kind_id] = kind.key, kind.title, boards_in(kind)
        type_key, title, boards = known[kind_id]
        for board, gpus_each in boards:
            pools.append(GpuPool(type_key, title, board, gpus_each, None if hall_id == ABSENT else hall_id, number, systems))
    return tuple(pools)


def carry_gpu_pools(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep with `after` the pools of `before`, where an edit touched no system with GPUs, nor a rack or hall that may hold one.

    What came or went without GPUs holds none: cards that sit in slots are touched by themselves.
    """
    known = before.known(gpu_pools)
    if (
        known is None
        or after.known(gpu_pools) is not None
        or len(changes.of("catalog_item").changed)
        or "hall" in changes.tables
        or len(changes.of("rack").changed)
    ):
        return
    for table in ("device", "rack"):
        change = changes.of(table)
        for snapshot, ids in ((before, change.touched), (after, change.present)):
            columns = snapshot[table]
            places = columns.positions(ids)
            if is_one_of(columns.at("type_id", places[places != ABSENT]), snapshot.types.cached(_holding)).any():
                return
    if not (after.cached(whereabouts).nested and len(changes.of("device").changed)):
        after.remember(gpu_pools, known)


def _holding(types: Types) -> Ids:
    """The types with GPUs."""
    ids = np.array(list(types), np.int64)
    with_gpus: Ids = ids[gpus_in(types, ids) > 0] if len(ids) else ids
    return with_gpus


def boards_in(kind: HardwareType) -> list[tuple[str, int]]:
    """The keys of the GPUs in one device of a type, each with how many there are."""
    if kind.family is Family.GPU:
        return [(kind.key, 1)]
    count_of_board: dict[str, int] = {}
    for part in kind.contains:
        if part.gpu:
            count_of_board[part.key] = count_of_board.get(part.key, 0) + part.count
    return list(count_of_board.items())
