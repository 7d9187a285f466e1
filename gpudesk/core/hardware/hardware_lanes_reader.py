"""The lane map of a cable, from its part of a catalog entry."""

from collections.abc import Iterator, Sequence
from typing import Any

from gpudesk.core.hardware.entry_reader import EntryReader, reason
from gpudesk.core.hardware.hardware import CableEnd, LaneJoin
from gpudesk.core.hardware.plugs import PLUG_LANES
from gpudesk.core.hardware.polarity import POSITIONS
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.messages.read_faults import short

MOST_JOINS = 4096
_IN_A_ROW = 4


def lane_joins(read: EntryReader, raw_rows: list[Any], ends: Sequence[CableEnd]) -> Iterator[LaneJoin]:
    """The joins of a cable: `[connector at a, position, connector at b, position]` each, all from 1, each position used once."""
    if not raw_rows:
        return
    sides = {side: next((end for end in ends if end.end == side), None) for side in "ab"}
    if None in sides.values():
        read.fault("lane_map", reason(QT_TRANSLATE_NOOP("hardware", "a cable with the ends a and b is required")))
        return
    if len(raw_rows) > MOST_JOINS:
        read.fault("lane_map", reason(QT_TRANSLATE_NOOP("hardware", "a map has at most {most} rows"), most=MOST_JOINS))
    used: set[tuple[str, int, int]] = set()
    for number, item in enumerate(raw_rows[:MOST_JOINS]):
        where = f"lane_map[{number}]"
        row = read.items(item, where)
        if len(row) != _IN_A_ROW or not all(isinstance(part, int) and not isinstance(part, bool) for part in row):
            text = QT_TRANSLATE_NOOP(
                "hardware", "four whole numbers are required: the connector at a, its position, the connector at b, its position"
            )
            read.fault(where, reason(text))
            continue
        for side, connector, position in (("a", row[0], row[1]), ("b", row[2], row[3])):
            end = sides[side]
            if end is None or not 1 <= connector <= end.count or not 1 <= position <= positions_of(end):
                text = QT_TRANSLATE_NOOP("hardware", "end {side} has no connector {connector} with position {position}")
                read.fault(where, reason(text, side=side, connector=short(connector), position=short(position)))
            elif (side, connector, position) in used:
                text = QT_TRANSLATE_NOOP("hardware", "position {position} of connector {connector} at end {side} is used twice")
                read.fault(where, reason(text, side=side, connector=short(connector), position=short(position)))
            used.add((side, connector, position))
        yield LaneJoin(*row)


def positions_of(end: CableEnd) -> int:
    """The strands of a fiber connector, the lanes of a plug, or otherwise the pairs and wires."""
    known = POSITIONS.get(end.connector, PLUG_LANES.get(end.connector, 8))
    return max(end.fibres, known)
