"""What is to be served, and what is wanted of it."""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.core.serving.sequence_lengths import Lengths, fixed_lengths
from gpudesk.core.serving.speculative_decoding import Speculation
from gpudesk.sizing.gpus.board_costs import Costing, usual_costing
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.models.kernels import Kernel, arithmetic_of, kernel_for


class Reason(StrEnum):
    """Why a plan is refused."""

    MEMORY = "memory"
    TPOT = "tpot"
    TTFT = "ttft"
    FORMAT = "format"
    LOAD = "load"
    """Requests come faster than they are answered."""


class Order(StrEnum):
    """What is best of plans that do what is asked."""

    GPUS = "gpus"
    COST = "cost"
    SPEED = "speed"
    ENERGY = "energy"


@dataclass(frozen=True, slots=True)
class Demand:
    """Requests that come as they like.

    Attributes:
        per_s: requests a second today.
        growth: share a year by which they grow, 0.2 for a fifth; for so many `years` there is to be room.
        spare: replicas that stand by, so that as many may fail.
    """

    per_s: float
    growth: float = 0.0
    years: float = 0.0
    spare: int = 0

    @property
    def planned_per_s(self) -> float:
        """At the end of the years."""
        return float(self.per_s * (1 + self.growth) ** self.years)


@dataclass(frozen=True, slots=True)
class Prefix:
    """Beginnings of prompts that are in the cache already.

    Attributes:
        share: of the tokens of prompts that are found there.
        kept: different beginnings that are held.
    """

    share: float
    kept: int = 1


@dataclass(frozen=True, slots=True)
class ServingWorkload:
    """What is to be served.

    Attributes:
        prompt, answer: tokens, the mean where `lengths` says how they differ.
        concurrency: sequences running at once over all replicas; what comes of `demand` where there is one.
        kv_bytes: of one element of keys and values.
        tpot_s, ttft_s: the longest a token and a first token may take; None where it does not matter. Under a demand, in 95 of 100 cases.
        costing: how plans are costed; None for the tables that came with the program.
        apart: prompts are worked through by replicas of their own, which hand the cache over.
        across: layers may be shared by more GPUs than one domain of fast links has.
        here: what was measured at this site puts predictions right.
    """

    model: Architecture
    form: WeightFormat
    kv_bytes: float
    prompt: int
    answer: int
    concurrency: int
    engine: Engine
    utilisation: float
    tpot_s: float | None = None
    ttft_s: float | None = None
    costing: Costing | None = None
    lengths: Lengths | None = None
    demand: Demand | None = None
    prefix: Prefix | None = None
    speculation: Speculation | None = None
    apart: bool = False
    across: bool = False
    here: bool = True

    def kernel(self, board: Board) -> Kernel | None:
        """What the program multiplies with on a board; None where the table of kernels does not speak of it."""
        return kernel_for(self.engine, self.form, board, experts=bool(self.model.experts))

    def arithmetic(self, board: Board) -> str:
        """What products are made in on a board: a key of its rates."""
        return arithmetic_of(self.engine, self.form, board, experts=bool(self.model.experts))

    @property
    def costs(self) -> Costing:
        """How plans are costed."""
        return usual_costing() if self.costing is None else self.costing

    @property
    def long(self) -> Lengths:
        """How long prompts and answers are."""
        return self.lengths if self.lengths is not None else fixed_lengths(self.prompt, self.answer)

    @property
    def hit(self) -> float:
        """Share of a prompt that need not be worked through."""
        return self.prefix.share if self.prefix is not None else 0.0

    @property
    def spare(self) -> int:
        """Replicas that stand by."""
        return self.demand.spare if self.demand is not None else 0
