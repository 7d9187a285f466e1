"""The lane map of a cable, from its part of a catalog entry."""

from collections.abc import Iterator, Sequence
from typing import Any

from gpudesk.core.hardware.entry_reader import EntryReader
from gpudesk.core.hardware.hardware import CableEnd, LaneJoin
from gpudesk.core.hardware.plugs import PLUG_LANES
from gpudesk.core.hardware.polarity import POSITIONS

MOST_JOINS = 4096
_ROW = ("the connector at a", "its position", "the connector at b", "its position")


def lane_joins(read: EntryReader, raw_rows: list[Any], ends: Sequence[CableEnd]) -> Iterator[LaneJoin]:
    """The joins of a cable: `[connector at a, position, connector at b, position]` each, all from 1, each position used once."""
    if not raw_rows:
        return
    sides = {side: next((end for end in ends if end.end == side), None) for side in "ab"}
    if None in sides.values():
        read.fault("lane_map", "a cable with the ends a and b is needed")
        return
    if len(raw_rows) > MOST_JOINS:
        read.fault("lane_map", f"a map has at most {MOST_JOINS} rows")
    used: set[tuple[str, int, int]] = set()
    for number, item in enumerate(raw_rows[:MOST_JOINS]):
        where = f"lane_map[{number}]"
        row = read.items(item, where)
        if len(row) != len(_ROW) or not all(isinstance(part, int) and not isinstance(part, bool) for part in row):
            read.fault(where, f"four whole numbers are needed: {', '.join(_ROW)}")
            continue
        for side, connector, position in (("a", row[0], row[1]), ("b", row[2], row[3])):
            end = sides[side]
            if end is None or not 1 <= connector <= end.count or not 1 <= position <= positions_of(end):
                read.fault(where, f"end {side} has no connector {connector} with a position {position}")
            elif (side, connector, position) in used:
                read.fault(where, f"position {position} of connector {connector} at end {side} is used twice")
            used.add((side, connector, position))
        yield LaneJoin(*row)


def positions_of(end: CableEnd) -> int:
    """The strands of a fiber connector, the lanes of a plug, or otherwise the pairs and wires."""
    known = POSITIONS.get(end.connector, PLUG_LANES.get(end.connector, 8))
    return max(end.fibres, known)
