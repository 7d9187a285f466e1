"""In which racks something differs, seen from outside."""

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.compare import Differences
from gpudesk.project.snapshot import Snapshot


def rack_partners(differences: Differences) -> Ids:
    """Return the id in the right state of each rack of the left state, negative if it no longer exists, shape (racks,)."""
    return differences.pairs["rack"].translated(differences.left["rack"].ids)


def differing_inside(differences: Differences, sorts: Mask) -> Ids:
    """How many devices and reservations differ in each rack of the right state, shape (racks,); of a rack that came none is counted.

    Args:
        sorts: which sorts of difference count, one truth value for each of `Sort`.
    """
    racks = differences.right["rack"]
    counts = np.zeros(racks.rows, np.int64)
    partners = rack_partners(differences)
    for table in ("device", "reservation"):
        here = differences.codes(table)
        there = differences.ghosts(table)
        inside = [_racks(differences.right, table)[(here != ABSENT) & sorts[here]]]
        # What moved within its rack is counted where it is now.
        old = _racks(differences.left, table)
        moved_away = (there != ABSENT) & sorts[there] & (old != ABSENT)
        ids = partners[differences.left["rack"].positions(old[moved_away])] if differences.left["rack"].rows else old[moved_away]
        inside.append(ids[_elsewhere(differences, table, np.flatnonzero(moved_away), ids)])
        for rack_ids in inside:
            places = racks.positions(np.where(rack_ids < 0, ABSENT, rack_ids))
            counts += np.bincount(places[places != ABSENT], minlength=racks.rows)
    counts[racks.positions(differences.of("rack").came)] = 0
    return counts


def _racks(snapshot: Snapshot, table: str) -> Ids:
    if table == "device":
        return snapshot.cached(whereabouts).rack
    racks: Ids = snapshot[table]["rack_id"]
    return racks


def _elsewhere(differences: Differences, table: str, places: Ids, rack_ids: Ids) -> Mask:
    """Which of some rows of the left state are in none or another rack by now."""
    partners = differences.pairs[table].right[places]
    if not differences.right[table].rows:
        return np.ones(len(places), bool)
    now = np.where(partners == ABSENT, ABSENT, _racks(differences.right, table)[partners])
    apart: Mask = now != rack_ids
    return apart
