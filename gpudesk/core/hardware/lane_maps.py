"""Strand destinations of a cable with its own map."""

from collections.abc import Sequence

from gpudesk.core.hardware.hardware import HardwareType, LaneJoin
from gpudesk.core.hardware.polarity import POSITIONS, Strands, listening, meets, sending


def map_strands(rows: Sequence[LaneJoin], first: int | None = None) -> Strands:
    """Position at end `a` → position at end `b`, over the first connectors.

    Args:
        first: of a splitter the lane, counted from 0, with which the leg begins at its single connector: the leg that takes the strand
            on which that lane is sent.
    """
    leg = 1
    if first is not None:
        leg = next((row.b for row in rows if row.a == 1 and row.a_position == first + 1), 1)
    return {row.a_position: row.b_position for row in rows if row.a == 1 and row.b == leg}


def leads_right(kind: HardwareType) -> bool:
    """Whether what ports send at each end of a cord of fiber arrives where those at the other end listen."""
    near, far = (next((end for end in kind.ends if end.end == side), None) for side in "ab")
    if near is None or far is None or near.connector not in POSITIONS or far.connector not in POSITIONS:
        return False
    lanes = far.fibres // 2 if far.count > 1 else min(near.fibres, far.fibres) // 2
    count = max(1, min(lanes, 4 if near.connector != "lc2" else 1))
    for leg in range(far.count):
        strands = map_strands(kind.lane_map, leg * count if far.count > 1 else None)
        sent = [at + leg * count for at in sending(POSITIONS[near.connector], count)]
        if not strands or not meets(sent, listening(POSITIONS[far.connector], count), [strands]):
            return False
    return True
