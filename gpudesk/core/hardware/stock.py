"""Stock: items of a type, for cables also of a length, and whether more of them may be ordered."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.values.columns import Ids

MOST_PIECES = 10_000_000
StockKey = tuple[str, int | None]
"""Key of a type, and the length in mm of a cable, None for a type without length."""


@dataclass(frozen=True, slots=True)
class StockLine:
    """One line of a stock list.

    Attributes:
        count: units, or packs of types sold in packs; None removes the line.
        only: nothing more is ordered: the plan is limited to the stock.
    """

    key: str
    length_mm: int | None
    count: int | None
    only: bool = False

    @property
    def of(self) -> StockKey:
        """Its key."""
        return self.key, self.length_mm


def ordered_beyond(needed: Ids, held: int) -> Ids:
    """The number ordered in each phase if earlier phases use the stock first, shape (phases,).

    Args:
        needed: units that each phase requires in addition to earlier ones, shape (phases,).
    """
    beyond: Ids = np.diff(np.maximum(np.cumsum(needed) - held, 0), prepend=0)
    return beyond
