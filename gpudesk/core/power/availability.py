"""Availability from mean time between failures and mean time to repair, and the names of redundancy levels.

Components fail independently: common causes (a fire, a switching error) are not included in these figures, so availability
above five nines reflects the calculation more than the installation.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from math import comb, prod

HOURS_PER_YEAR = 8766
"""Of 365.25 days."""


class Redundancy(StrEnum):
    """How much more there is than is needed."""

    LESS = "less than N"
    """Not even with everything alive."""
    NONE = "N"
    """As much as is needed: some single loss is felt."""
    SPARE = "N+1"
    """One more than needed, all of them on every load."""
    DOUBLE = "2N"
    """Two systems, each able to carry the full load."""
    DISTRIBUTED = "distributed"
    """Three systems or more, each load on some of them, so that a lost one is shared out among the others (3N/2 and the like)."""


ORDER = tuple(Redundancy)
"""From least to most by the effect of a single loss; names after `SPARE` describe the method, not the level."""


def availability(mtbf_h: float, mttr_h: float) -> float:
    """The share of time in which a part works: MTBF / (MTBF + MTTR) (IEEE 493, inherent availability).

    Raises:
        ValueError: the time between failures is not above zero, or the time to repair is below zero.
    """
    if mtbf_h <= 0 or mttr_h < 0:
        raise ValueError("times between failures are above zero, times to repair not below it")
    return mtbf_h / (mtbf_h + mttr_h)


def in_series(parts: Iterable[float]) -> float:
    """All of the parts are needed: Π A."""
    return prod(parts)


def in_parallel(parts: Iterable[float]) -> float:
    """One of the parts suffices: 1 − Π (1 − A)."""
    return 1 - prod(1 - part for part in parts)


def k_of_n(part: float, needed: int, total: int) -> float:
    """`needed` of `total` equal parts suffice: Σ C(n, i) · Aⁱ · (1 − A)ⁿ⁻ⁱ for i from k to n."""
    return sum(comb(total, alive) * part**alive * (1 - part) ** (total - alive) for alive in range(needed, total + 1))


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of the power tree: it is live independently with `part`, and supplies its cords and the nodes below it."""

    part: float
    cords: int = 0
    below: tuple["Branch", ...] = ()


def cords_alive(tops: Sequence[Branch]) -> list[float]:
    """How probable each number of living cords is, from none to all, where every branch is dark when what feeds it is."""
    return _joined(_alive(top) for top in tops)


def at_least(tops: Sequence[Branch], needed: int) -> float:
    """The share of time in which at least `needed` cords live."""
    return sum(cords_alive(tops)[needed:])


def _alive(branch: Branch) -> list[float]:
    lit = _joined(_alive(fed_branch) for fed_branch in branch.below)
    chances = [0.0] * branch.cords + lit
    chances = [chance * branch.part for chance in chances]
    chances[0] += 1 - branch.part
    return chances


def _joined(parts: Iterable[list[float]]) -> list[float]:
    total = [1.0]
    for part in parts:
        joined = [0.0] * (len(total) + len(part) - 1)
        for first, chance in enumerate(total):
            for second, other in enumerate(part):
                joined[first + second] += chance * other
        total = joined
    return total


def down_hours_a_year(part: float) -> float:
    """The hours of a year in which a part does not work."""
    return (1 - part) * HOURS_PER_YEAR


def named_redundancy(paths: Iterable[Set[int]], *, bears: bool, survives: bool) -> Redundancy:
    """Name of the redundancy, from the connections between loads and systems.

    Args:
        paths: for each load, the systems (feeds, UPS) that supply it; loads without a supply are left out.
        bears: whether all live systems together carry the full load.
        survives: whether the loss of any one system has no effect.
    """
    sets = {frozenset(path) for path in paths if path}
    if not bears:
        return Redundancy.LESS
    if not survives or not sets:
        return Redundancy.NONE
    systems = frozenset[int]().union(*sets)
    if len(systems) == 2:
        return Redundancy.DOUBLE
    return Redundancy.SPARE if systems in sets else Redundancy.DISTRIBUTED
