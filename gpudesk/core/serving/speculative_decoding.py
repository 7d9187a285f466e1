"""Speculative decoding: tokens gained in a step, and the cost.

A draft proposes `ahead` tokens, one step verifies them all. With probability `right` of each proposal being correct, a step gains
`(1 - right^(ahead + 1)) / (1 - right)` tokens (Leviathan et al., arXiv:2211.17192, equation 1).
"""

from dataclasses import dataclass

from gpudesk.core.models.architecture import Architecture


@dataclass(frozen=True, slots=True)
class Speculation:
    """How tokens are guessed.

    Attributes:
        ahead: tokens guessed in a step.
        right: chance that one guess is kept.
        draft: the model that guesses; None for a layer of the model itself that was trained to (multi-token prediction).
    """

    ahead: int
    right: float
    draft: Architecture | None = None

    @property
    def gained(self) -> float:
        """Tokens that a step gains on the average: from 1 to `ahead + 1`."""
        if self.right >= 1:
            return float(self.ahead + 1)
        return float((1 - self.right ** (self.ahead + 1)) / (1 - self.right))

    @property
    def checked(self) -> float:
        """Tokens that a step works on for each sequence."""
        return float(self.ahead + 1)
