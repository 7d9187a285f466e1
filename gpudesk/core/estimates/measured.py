"""Site measurements of one plan together with the prediction, so that later predictions can be calibrated."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MEMORY = ("weights", "cache", "activations", "other", "graphs")
"""Memory terms that a log reports separately."""
TIMES = ("tpot", "ttft")
_FACTOR_MOST = 20.0
"""A measurement that deviates by more than this factor is of something else."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A value as predicted without site measurements, and as measured."""

    predicted: float
    measured: float

    @property
    def factor(self) -> float:
        """The correction factor of the prediction; 1 if not plausible."""
        if not self.predicted > 0 or not self.measured > 0:
            return 1.0
        factor = self.measured / self.predicted
        return factor if 1 / _FACTOR_MOST <= factor <= _FACTOR_MOST else 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """Measurements of a model on a GPU with an engine.

    Attributes:
        tensor, pipeline: the split of a replica across its GPUs.
        groups: groups of GPUs that each process part of the sequences and share the experts.
        date: as year-month-day.
        gib: memory terms of one GPU; seconds: times.
        source: the source log or test.
        by_peak: whether `gib["other"]` is the peak use of a GPU minus all other terms.
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
        """Its key in lists, and its file name."""
        split = f"{self.tensor}x{self.pipeline}" if self.groups == 1 else f"{self.tensor}x{self.groups}x{self.pipeline}"
        parts = (self.model.rsplit("/", 1)[-1], self.gpu, self.program, self.form, split)
        return "--".join(re.sub(r"[^a-z0-9.]+", "-", part.lower()).strip("-.") or "x" for part in parts)[:200]

    def offset_gib(self) -> float:
        """GiB that one GPU needs beyond the prediction, without weights and cache: what follows from each amount that was measured."""
        return sum(pair.measured - pair.predicted for name, pair in self.gib.items() if name not in ("cache", "weights"))

    def weights_gib(self, predicted: float) -> float | None:
        """GiB of weights of one GPU as measured; None if not measured, or measured for another split or format.

        Weights do not depend on the request. The measurement therefore replaces the current prediction, with every component that
        it has: the stored prediction may come from a release that counted fewer.

        Args:
            predicted: GiB as predicted by this release, including the overhead in addition to their bytes.
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
