"""What lies on the shelf: pieces of a type, of cables also of a length, and whether more of them may be ordered."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.values.columns import Ids

MOST_PIECES = 10_000_000
StockKey = tuple[str, int | None]
"""Key of a type, and the length in mm of a cable, None for what has none."""


@dataclass(frozen=True, slots=True)
class StockLine:
    """One line of a stock list.

    Attributes:
        count: pieces, or packs of what is sold in packs; None takes the line away.
        only: nothing more is ordered: the plan has to do with what is there.
    """

    key: str
    length_mm: int | None
    count: int | None
    only: bool = False

    @property
    def of(self) -> StockKey:
        """What it is about."""
        return self.key, self.length_mm


def ordered_beyond(needed: Ids, held: int) -> Ids:
    """How many are ordered in each phase when earlier phases take from the shelf first, shape (phases,).

    Args:
        needed: pieces that each phase needs beyond those before, shape (phases,).
    """
    beyond: Ids = np.diff(np.maximum(np.cumsum(needed) - held, 0), prepend=0)
    return beyond
