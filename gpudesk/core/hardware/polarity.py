"""Strand mapping of a fiber path: whether the signal sent at one end arrives at a receiver at the other.

Positions of a connector are counted from 1. A cord of type A maps each to the same number, one of type B to its mirror image (1 to
12), one of type C to its neighbor in the pair. Two connectors that mate key up to key up are mirrored (adapter of type B), key up
to key down are not (type A). Source: types of MPO cords and adapters after TIA-568.3 (store.cablesplususa.com; Siemon on
TIA-568.3-E).
"""

from collections.abc import Iterable, Mapping, Sequence

Strands = Mapping[int, int]
"""Position at the near connector → position at the far one; missing positions lead nowhere."""

POSITIONS: Mapping[str, int] = {"mpo12": 12, "mmc12": 12, "mpo16": 16, "lc2": 2}
"""Connector → positions in it."""


def cord_strands(polarity: str, positions: int) -> Strands | None:
    """Where the strands of a cord or trunk lead, None for a polarity that is not known.

    Args:
        polarity: "A", "B" or "C" of arrays; "A-B" (crossed) or "A-A" (straight) of duplex cords.
        positions: of its connectors.
    """
    every = range(1, positions + 1)
    if polarity in ("A", "A-A"):
        return {at: at for at in every}
    if polarity == "B" or (polarity == "A-B" and positions == 2):
        return {at: positions + 1 - at for at in every}
    if polarity == "C":
        return {at: at + 1 if at % 2 else at - 1 for at in every}
    return None


def splitter_strands(polarity: str, positions: int, first: int, lanes: int) -> Strands | None:
    """The strand mapping of one leg of a splitter, from its single connector to that of the leg.

    The leg uses `lanes` lanes from the lane `first` on, counted from 0: the strands that send them and their mirror images. It maps
    them to the first lanes of its own connector. None for an unknown polarity.
    """
    along = cord_strands(polarity, positions)
    if along is None or polarity not in ("A", "B"):
        return None
    strands: dict[int, int] = {}
    for lane in range(1, lanes + 1):
        near, far = lane, positions + 1 - lane
        strands[near + first] = along[near]
        strands[far - first] = along[far]
    return strands


def turned(strands: Strands) -> Strands:
    """The same strands from the far connector to the near one."""
    return {far: near for near, far in strands.items()}


def sending(positions: int, lanes: int) -> tuple[int, ...]:
    """The positions on which a port sends its lanes: the first ones; it listens on their mirror images."""
    return tuple(range(1, lanes + 1)) if lanes <= positions // 2 else tuple(range(1, positions // 2 + 1))


def listening(positions: int, lanes: int) -> tuple[int, ...]:
    """The positions on which a port listens."""
    return tuple(positions + 1 - at for at in sending(positions, lanes))


def arrivals(sent: Iterable[int], steps: Sequence[Strands]) -> tuple[int | None, ...]:
    """The final position of each of some positions after all steps, None if its strand leads nowhere."""
    positions: list[int | None] = []
    for start in sent:
        at: int | None = start
        for step in steps:
            at = None if at is None else step.get(at)
        positions.append(at)
    return tuple(positions)


def meets(sent: Iterable[int], heard: Iterable[int], steps: Sequence[Strands]) -> bool:
    """Whether all that is sent arrives where somebody listens."""
    return set(arrivals(sent, steps)) <= set(heard)


def flips(polarities: Iterable[str]) -> int | None:
    """The number of mirroring parts of a parallel path: cords and trunks of type B, adapters that join key up to key up ("B").

    The signal arrives if the number is odd. None if the path contains a part of type C, which supports no parallel link.
    """
    count = 0
    for polarity in polarities:
        if polarity == "C":
            return None
        count += polarity == "B"
    return count
