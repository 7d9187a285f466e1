"""Names in the order in which people count: A2 before A10."""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from gpudesk.core.values.columns import Ids

_FIGURES = re.compile(r"(\d+)")


@lru_cache(maxsize=65536)
def natural_key(name: str) -> tuple[tuple[int, int | str], ...]:
    """A key that sorts A2 before A10."""
    parts = _FIGURES.split(name.casefold())
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in parts if part)


def natural_ranks(names: Sequence[str]) -> Ids:
    """The place of each name in natural order, equal names in the order given, shape (n,)."""
    ranks = np.empty(len(names), np.int64)
    ranks[sorted(range(len(names)), key=lambda place: natural_key(names[place]))] = np.arange(len(names))
    return ranks
