"""How far the work on site is on each rack and device, as columns for a drawing."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.checklist.checklist_progress import State, counts_by_rack
from gpudesk.core.checklist.items import Scope
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import MADE_OF
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.states_today import states_on
from gpudesk.project.snapshot import Snapshot, made_from

Counts = NDArray[np.int64]
_ON_DEVICES = (Scope.DEVICE, Scope.WORKSTATION)


@dataclass(frozen=True, eq=False)
class Shares:
    """Shares of all items: completed, and failed, stale or overdue, from 0 to 1; `asked` if there are any items.

    Each of shape (rows,), in the order of a table of the snapshot.
    """

    done: NDArray[np.float64]
    failed: NDArray[np.float64]
    asked: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class WorkShares:
    """Of racks with everything in them, and of devices by themselves, a rack-scale system with its trays."""

    racks: Shares
    devices: Shares


@cache
def work_shares_on(today: date) -> Callable[[Snapshot], WorkShares]:
    """Function that calculates the shares of a day (use `snapshot.cached(work_shares_on(today))`); for a reading thread."""

    def made(snapshot: Snapshot) -> WorkShares:
        checklist, targets, known = checklist_of(snapshot), snapshot.cached(layout), snapshot.cached(states_on(today))
        devices = snapshot["device"]
        by_device = np.zeros((devices.rows, len(State)), np.int64)
        places = {scope: devices.positions(targets.ids[scope]) for scope in _ON_DEVICES}
        systems = targets.devices[Scope.TRAY][1]
        for key, item in checklist.items.items():
            if item.scope in places:
                # Each target of a scope is there once, so that no place comes twice.
                by_device[places[item.scope], known[key]] += 1
            elif item.scope is Scope.TRAY:
                np.add.at(by_device, (systems, known[key]), 1)
        return WorkShares(_shares(counts_by_rack(checklist, targets, known)), _shares(by_device))

    return made_from(dict.fromkeys(MADE_OF, ()))(made)


def _shares(counts: Counts) -> Shares:
    """Shares of counts of states, shape (rows, states)."""
    total = counts.sum(axis=1) - counts[:, State.NOT_APPLICABLE]
    least = np.maximum(total, 1)
    done = counts[:, State.PASSED] + counts[:, State.WAIVED]
    failed = counts[:, State.FAILED] + counts[:, State.STALE] + counts[:, State.OVERDUE]
    return Shares(done / least, failed / least, total > 0)
