"""What hands have to do to get from one state of the cables to another: unplug, move an end, plug."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.link_ends import end_keys
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.project.compare import compare
from gpudesk.project.snapshot import Snapshot

_ENDS = tuple(f"{side}_{name}" for side in "ab" for name in ("device_id", "port", "lane"))
_MADE_OF = ("type_id", "length_mm", "a_module_id", "b_module_id")


@dataclass(frozen=True, slots=True)
class Move:
    """A cable with one end that stays connected and one end that moves.

    Attributes:
        before, after: ids of the leg in both states; they differ if it was recabled.
        before_side, after_side: the end that moves, "a" or "b", in each state.
    """

    before: int
    after: int
    before_side: str
    after_side: str


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """The order of work: all disconnections, then the moves, then new connections.

    Attributes:
        unplug: ids of legs of the state before.
        plug: ids of legs of the state after.
    """

    unplug: Ids
    moves: tuple[Move, ...]
    plug: Ids

    def __len__(self) -> int:
        return len(self.unplug) + len(self.moves) + len(self.plug)


def work_order(before: Snapshot, after: Snapshot) -> WorkOrder:
    """The steps between two states of one project.

    A removed cable and a new one of the same type and length are one cable whose other end moves, if they share an end.
    A cable with a new type, length or module is disconnected and connected again.
    """
    changes = compare(before, after, same_project=True).of("cable")
    left, right = before["cable"], after["cable"]
    changed = np.zeros(len(changes.after), bool)
    for name in (*_ENDS, *_MADE_OF):
        if name in changes.differs:
            changed |= changes.differs[name]
    removed, new = _without_equals(
        left, np.concatenate([changes.went, changes.before[changed]]), right, np.concatenate([changes.came, changes.after[changed]])
    )
    moves = _moves(left, removed, right, new)
    kept_left = np.array([move.before for move in moves], np.int64)
    kept_right = np.array([move.after for move in moves], np.int64)
    return WorkOrder(np.setdiff1d(removed, kept_left), tuple(moves), np.setdiff1d(new, kept_right))


def _without_equals(left: Columns, gone: Ids, right: Columns, new: Ids) -> tuple[Ids, Ids]:
    """Removed and added cables without those added again unchanged: they require no work."""
    before, after = (
        np.stack([table[name][table.positions(ids)] for name in (*_ENDS, *_MADE_OF)], axis=1) for table, ids in ((left, gone), (right, new))
    )
    _, codes = np.unique(np.concatenate([before, after]), axis=0, return_inverse=True)
    here, there = codes.ravel()[: len(gone)], codes.ravel()[len(gone) :]
    return gone[~np.isin(here, there)], new[~np.isin(there, here)]


def _moves(left: Columns, gone: Ids, right: Columns, new: Ids) -> list[Move]:
    there = left.positions(gone)
    whole = left["assembly"][there] == ABSENT
    there = there[whole]
    ends: dict[int, list[tuple[int, str]]] = {}
    for side in "ab":
        keys = _keys(left, side, there)
        for place, key in zip(there.tolist(), keys.tolist(), strict=True):
            ends.setdefault(key, []).append((place, side))
    used: set[int] = set()
    moves: list[Move] = []
    places = right.positions(new)
    stays = {side: _keys(right, side, places).tolist() for side in "ab"}
    for number, place in enumerate(places.tolist()):
        if right["assembly"][place] != ABSENT:
            continue
        for side in "ab":
            match = next(
                ((old, end) for old, end in ends.get(stays[side][number], []) if old not in used and _serves(left, old, right, place)), None
            )
            if match is not None:
                used.add(match[0])
                moved = _other(match[1]), _other(side)
                moves.append(Move(int(left.ids[match[0]]), int(right.ids[place]), *moved))
                break
    return moves


def _serves(left: Columns, old: int, right: Columns, new: int) -> bool:
    """Whether a removed cable can be the new one: of the same, known type, and with the required length."""
    if left["type_id"][old] == ABSENT or left["type_id"][old] != right["type_id"][new]:
        return False
    return bool(left["length_mm"][old] == right["length_mm"][new])


def _keys(cables: Columns, side: str, places: Ids) -> Ids:
    return end_keys(*(cables[f"{side}_{name}"][places] for name in ("device_id", "port", "lane")))


def _other(side: str) -> str:
    return "b" if side == "a" else "a"
