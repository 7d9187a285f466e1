"""What was measured at this site of one plan: beside what was predicted, so that later predictions can be put right."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MEMORY = ("weights", "cache", "activations", "other", "graphs")
"""Terms of memory that a log tells apart."""
TIMES = ("tpot", "ttft")
_FACTOR_MOST = 20.0
"""A measurement that is so many times off was of something else."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure as it was predicted without what was measured here, and as it was measured."""

    predicted: float
    measured: float

    @property
    def factor(self) -> float:
        """By what the prediction has to be multiplied; 1 where that makes no sense."""
        if not self.predicted > 0 or not self.measured > 0:
            return 1.0
        factor = self.measured / self.predicted
        return factor if 1 / _FACTOR_MOST <= factor <= _FACTOR_MOST else 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of a model on a board with a program.

    Attributes:
        tensor, pipeline: how the GPUs of a replica shared it.
        groups: of GPUs that have a part of the sequences each and share the experts.
        date: as year-month-day.
        gib: terms of memory of one GPU; seconds: times.
        source: from which log or test.
        by_peak: whether `gib["other"]` is what the highest use of a GPU leaves beyond all other terms.
    """

    model: str
    gpu: str
    program: str
    form: str
    tensor: int
    pipeline: int
    date: str
    source: str
    gib: Mapping[str, Pair] = field(default_factory=dict)
    seconds: Mapping[str, Pair] = field(default_factory=dict)
    groups: int = 1
    by_peak: bool = False

    @property
    def key(self) -> str:
        """By what it is listed, and called as a file."""
        split = f"{self.tensor}x{self.pipeline}" if self.groups == 1 else f"{self.tensor}x{self.groups}x{self.pipeline}"
        parts = (self.model.rsplit("/", 1)[-1], self.gpu, self.program, self.form, split)
        return "--".join(re.sub(r"[^a-z0-9.]+", "-", part.lower()).strip("-.") or "x" for part in parts)[:200]

    def offset_gib(self) -> float:
        """GiB that one GPU needs beyond the prediction, without weights and cache: what follows from each amount that was measured."""
        return sum(pair.measured - pair.predicted for name, pair in self.gib.items() if name not in ("cache", "weights"))

    def weights_gib(self, predicted: float) -> float | None:
        """GiB of weights of one GPU as they were measured; None where they were not, or of another split or format.

        Weights are the same whatever is asked of a model. So what was measured replaces the prediction as it is now, with every
        component that it has: the prediction that is kept may have been made by a release that counted fewer.

        Args:
            predicted: GiB as this release predicts them, with what they take in addition to their bytes.
        """
        pair = self.gib.get("weights")
        if pair is None or not is_same_weights(pair.measured, predicted):
            return None
        return pair.measured


_SAME_WEIGHTS = 1.5


def is_same_weights(measured: float, predicted: float) -> bool:
    """Whether two amounts of weights may be of one model, format and split."""
    return predicted / _SAME_WEIGHTS <= measured <= predicted * _SAME_WEIGHTS


def sensible(pair: Pair) -> bool:
    """Whether both figures are finite and not negative."""
    return all(math.isfinite(value) and 0 <= value < 1e9 for value in (pair.predicted, pair.measured))
