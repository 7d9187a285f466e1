"""Edits that only remove equipment: most rules cannot have a finding after them that they did not have before."""

import numpy as np

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.links.cables_near import cables_with_mates
from gpudesk.derived.links.links import joined_cables
from gpudesk.derived.power.fed_devices import gives_power
from gpudesk.project.snapshot import Snapshot

_TABLES = frozenset(["device", "cable", "power_cord"])


def only_removes_devices(before: Snapshot, changes: Changes) -> bool:
    """Whether an edit only removes devices, with all their power cords, and whole cables.

    What remains keeps everything that supplies it: the removed devices give no power to others, no remaining device loses a cord, and no
    remaining cable was joined to a removed one by a panel or belongs to the same assembly. A device that is removed from another one that
    stays may have fed it.
    """
    if not changes.tables.keys() <= _TABLES or any(len(change.added) or len(change.changed) for change in changes.tables.values()):
        return False
    devices, cords, cables = (before[name] for name in ("device", "power_cord", "cable"))
    removed, removed_cords, removed_cables = (changes.of(name).removed for name in ("device", "power_cord", "cable"))
    places = devices.positions(removed)
    if before.types.cached(gives_power)[devices.at("type_id", places)].any():
        return False
    parents = devices.at("parent_id", places)
    if not is_one_of(parents[parents != ABSENT], removed).all():
        return False
    if len(removed_cords) and not is_one_of(cords.at("device_id", cords.positions(removed_cords)), removed).all():
        return False
    if not len(removed_cables):
        return True
    cable_places = cables.positions(removed_cables)
    joined = joined_cables(before, cable_places[cable_places != ABSENT])
    return len(joined) == len(cable_places) and np.array_equal(cables_with_mates(cables, removed_cables), removed_cables)
