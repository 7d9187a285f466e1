"""How far the work is by rows of racks, and by the teams that recorded it."""

from collections.abc import Mapping
from datetime import date

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.targets import layout
from gpudesk.derived.floor.systems_in_rows import row_of_systems
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import records, standings
from gpudesk.onsite.states_today import states_on
from gpudesk.project.snapshot import Snapshot

Counts = NDArray[np.int64]


def counts_by_row(snapshot: Snapshot, by_rack: Counts) -> dict[int, Counts]:
    """Row → how many items of its racks and rack-scale systems are in each state, shape (states,); those without a row are under ABSENT.

    Args:
        by_rack: of `counts_by_home`, shape (racks and systems, states).
    """
    systems = snapshot["device"].positions(snapshot.cached(layout).systems)
    rows = np.concatenate([snapshot["rack"]["row_id"], snapshot.cached(row_of_systems)[systems]])
    known = [*snapshot["rack_row"].ids.tolist(), *([ABSENT] if (rows == ABSENT).any() else [])]
    return {row: by_rack[rows == row].sum(axis=0) for row in known}


def counts_by_team(snapshot: Snapshot, today: date) -> Mapping[str, Counts]:
    """Team → in which states the items are of which somebody of it wrote the last entry, shape (states,); "" for people without a team.

    Who left the list counts for no team.
    """
    log, every, targets, items = records(snapshot), snapshot.cached(states_on(today)), snapshot.cached(layout), checklist_of(snapshot).items
    people = snapshot["person"]
    team_of = dict(zip(people["name"].tolist(), people["team"].tolist(), strict=True))
    counts: dict[str, Counts] = {team: np.zeros(len(State), np.int64) for team in sorted({"", *team_of.values()})}
    if log is None:
        return counts
    names = log["person"].tolist()
    for (key, target), standing in snapshot.cached(standings).items():
        place = targets.place(items[key].scope, target) if key in items else ABSENT
        if place != ABSENT:
            counts[team_of.get(names[standing.last], "")][every[key][place]] += 1
    return counts
