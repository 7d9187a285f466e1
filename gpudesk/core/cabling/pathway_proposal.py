"""Trays above rows of racks, and cross trays that join them, derived from the positions of the racks."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids

Line = list[tuple[int, int]]
HALF_TURN_DDEG = 1800


@dataclass(frozen=True, slots=True)
class ProposedTray:
    """A tray: above a row, or across rows where `row` is None."""

    row: int | None
    line: Line


@dataclass(frozen=True, slots=True, eq=False)
class _Span:
    """A row in the direction of its group: from where to where, and how far aside."""

    row: int
    low: float
    high: float
    aside: float


def proposed_trays(row: Ids, angle_ddeg: Ids, centre_mm: Reals, half_width_mm: Reals, cross_every_mm: float) -> list[ProposedTray]:
    """Trays over the center of every row, and across the rows of each direction one tray per given interval along the longest row.

    Rows in another direction get separate cross trays, which an additional tray joins with those of the first.

    Args:
        row, angle_ddeg, half_width_mm: of racks, shape (racks,).
        centre_mm: their centers, shape (racks, 2).
    """
    proposals: list[ProposedTray] = []
    first_ends: list[tuple[int, int]] = []
    for turn in dict.fromkeys((angle_ddeg % HALF_TURN_DDEG).tolist()):
        aligned = np.flatnonzero(angle_ddeg % HALF_TURN_DDEG == turn)
        unit = np.array([np.cos(np.radians(turn / 10)), np.sin(np.radians(turn / 10))])
        aside = np.array([-unit[1], unit[0]])
        spans = []
        for row_id in dict.fromkeys(row[aligned].tolist()):
            racks = aligned[row[aligned] == row_id]
            along = centre_mm[racks] @ unit
            reach = half_width_mm[racks]
            spans.append(
                _Span(row_id, float((along - reach).min()), float((along + reach).max()), float((centre_mm[racks] @ aside).mean()))
            )
        trays = _of_group(spans, unit, aside, cross_every_mm)
        proposals += trays
        across = next((tray for tray in trays if tray.row is None), trays[0])
        first_ends.append(across.line[0])
    for before, after in itertools.pairwise(first_ends):
        points = list(dict.fromkeys([before, (after[0], before[1]), after]))
        if len(points) > 1:
            proposals.append(ProposedTray(None, points))
    return proposals


def _of_group(spans: Sequence[_Span], unit: Reals, aside: Reals, cross_every_mm: float) -> list[ProposedTray]:
    low, high = min(span.low for span in spans), max(span.high for span in spans)
    several = len(spans) > 1
    count = max(1, int(np.ceil((high - low) / cross_every_mm))) if several else 0
    crosses = [low + (number + 0.5) * (high - low) / count for number in range(count)]

    def point(along: float, off: float) -> tuple[int, int]:
        x, y = (along * unit + off * aside).tolist()
        return round(x), round(y)

    trays = []
    for span in spans:
        begin, end = span.low, span.high
        if crosses and not any(begin <= at <= end for at in crosses):
            nearest = min(crosses, key=lambda at: max(begin - at, at - end))
            begin, end = min(begin, nearest), max(end, nearest)
        trays.append(ProposedTray(span.row, [point(begin, span.aside), point(end, span.aside)]))
    edges = min(span.aside for span in spans), max(span.aside for span in spans)
    trays += [ProposedTray(None, [point(at, edges[0]), point(at, edges[1])]) for at in crosses]
    return trays
