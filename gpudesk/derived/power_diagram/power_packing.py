"""Placement along lines: boxes wrapped into lines, and points with a minimum distance."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids


def broken_into_lines(widths: Reals, groups: Ids, room: float, gap: float, group_gap: float) -> tuple[Ids, Reals]:
    """The line of each box and its left end, where lines are at most `room` wide; a group that has no room left begins a new line.

    Args:
        widths: of the boxes in their order, shape (boxes,).
        groups: to which group each belongs; those of a group follow one another.
    """
    line, left = np.zeros(len(widths), np.int64), np.zeros(len(widths))
    if not len(widths):
        return line, left
    begins = np.flatnonzero(np.diff(groups, prepend=groups[0] - 1) != 0).tolist()
    ends = [*begins[1:], len(widths)]
    number, at = 0, 0.0
    sizes = widths.tolist()
    for first, end in zip(begins, ends, strict=True):
        whole = sum(sizes[first:end]) + gap * (end - first - 1)
        if at > 0 and at + group_gap + whole > room:
            number, at = number + 1, 0.0
        elif at > 0:
            at += group_gap
        for place in range(first, end):
            if at > 0 and place > first and at + gap + sizes[place] > room:
                number, at = number + 1, 0.0
            elif place > first:
                at += gap
            line[place], left[place] = number, at
            at += sizes[place]
    return line, left


def kept_apart(wanted: Reals, distance: float) -> Reals:
    """Places as near as can be to the wanted ones (by least squares), in their order and at least `distance` from one another.

    Args:
        wanted: ascending or not; the order in which they are given is kept.
    """
    pools: list[list[float]] = []
    for value in (wanted - distance * np.arange(len(wanted))).tolist():
        pools.append([value, 1.0])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            mean, count = pools.pop()
            before = pools[-1]
            before[0] = (before[0] * before[1] + mean * count) / (before[1] + count)
            before[1] += count
    flat = [mean for mean, count in pools for _ in range(int(count))]
    return np.array(flat, np.float64) + distance * np.arange(len(wanted))


def tracks(spans: Sequence[tuple[float, float]]) -> tuple[list[int], int]:
    """A track for each span so that spans on one track do not touch, the first free one from the left; and how many tracks there are."""
    ends: list[float] = []
    track_of_span = [0] * len(spans)
    for place in sorted(range(len(spans)), key=lambda span: spans[span]):
        low, high = spans[place]
        track = next((number for number, end in enumerate(ends) if end < low), len(ends))
        if track == len(ends):
            ends.append(high)
        ends[track] = high
        track_of_span[place] = track
    return track_of_span, max(len(ends), 1)
