"""Racks shown by an elevation drawing, in lines side by side in row order."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.rack_order import all_racks_by_row, racks_by_row
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import Scope, ScopeKind

RACKS_A_LINE = 16
"""Number of racks outside rows per line."""


@dataclass(frozen=True, slots=True)
class Line:
    """Racks drawn side by side: `title` names hall and row, `rack_ids` from left to right, shape (n,)."""

    title: str
    rack_ids: Ids


def lines_of(snapshot: Snapshot, scope: Scope) -> tuple[Line, ...]:
    """The racks of `scope`, halls and rows in natural order, racks along their row; nonexistent ids are omitted.

    Individually listed racks keep the given order, in one line.
    """
    racks = snapshot["rack"]
    if scope.kind is ScopeKind.RACKS:
        known = [rack_id for rack_id in dict.fromkeys(scope.ids) if racks.has(rack_id)]
        return (Line("", np.array(known, np.int64)),) if known else ()
    if scope.kind is ScopeKind.HALL:
        groups = racks_by_row(snapshot, np.flatnonzero(np.isin(racks["hall_id"], scope.ids)))
    elif scope.kind is ScopeKind.ROW:
        groups = racks_by_row(snapshot, np.flatnonzero(np.isin(racks["row_id"], scope.ids)))
    else:
        groups = snapshot.cached(all_racks_by_row)
    lines: list[Line] = []
    for group in groups:
        title = _title(snapshot, int(group[0]))
        size = RACKS_A_LINE if racks["row_id"][group[0]] == ABSENT else len(group)
        lines.extend(Line(title, racks.ids[group[low : low + size]]) for low in range(0, len(group), size))
    return tuple(lines)


def _title(snapshot: Snapshot, place: int) -> str:
    racks = snapshot["rack"]
    hall_id, row_id = int(racks["hall_id"][place]), int(racks["row_id"][place])
    halls, rows = snapshot["hall"], snapshot["rack_row"]
    parts = [str(halls["name"][halls.position(hall_id)])] if halls.has(hall_id) and halls.rows > 1 else []
    if rows.has(row_id):
        parts.append(str(rows["name"][rows.position(row_id)]))
    return " · ".join(parts)
