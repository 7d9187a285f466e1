"""Bare metal compared with virtual machines: criteria weighted by the user, and the cost of a result on each."""

from collections.abc import Mapping
from dataclasses import dataclass

from gpudesk.core.cost.figure import Figure

CRITERIA = ("performance", "isolation", "energy", "operation", "cost")


@dataclass(frozen=True, slots=True)
class Weighed:
    """Weighted scores from 0 to 10; `decided` indicates whether the ranges do not overlap."""

    bare: tuple[float, float, float]
    virtual: tuple[float, float, float]

    @property
    def decided(self) -> bool:
        return self.bare[1] > self.virtual[2] or self.virtual[1] > self.bare[2]


def weigh(scores: Mapping[str, tuple[Figure, Figure]], weights: Mapping[str, float]) -> Weighed:
    """The mean of marks (bare, virtual) by the reader's weights; a criterion that is not named weighs 1.

    Raises:
        ValueError: no weight is above 0, or one is below.
    """
    chosen = {name: weights.get(name, 1.0) for name in scores}
    whole = sum(chosen.values())
    if min(chosen.values(), default=0.0) < 0 or whole <= 0:
        raise ValueError("weights of at least 0 are needed, one of them above")
    bare, virtual = (
        tuple(sum(chosen[name] * scores[name][side].at(end) for name in scores) / whole for end in (0, -1, 1)) for side in (0, 1)
    )
    return Weighed((bare[0], bare[1], bare[2]), (virtual[0], virtual[1], virtual[2]))


def virtual_over_bare(kept: float, licence_share: float, bare_utilisation: float, virtual_utilisation: float) -> float:
    """Cost ratio of a result on virtual machines to bare metal: below 1 if otherwise idle hours outweigh loss and license.

    Args:
        kept: share of the speed. licence_share: the share that software adds to the yearly cost.
    """
    return (1 + licence_share) / kept * bare_utilisation / virtual_utilisation
