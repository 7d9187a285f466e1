"""The serving workload and its requirements."""

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
    """Requests arrive faster than they are answered."""


class Order(StrEnum):
    """Ranking of plans that meet the request."""

    GPUS = "gpus"
    COST = "cost"
    SPEED = "speed"
    ENERGY = "energy"


@dataclass(frozen=True, slots=True)
class Demand:
    """Requests that arrive at random.

    Attributes:
        per_s: requests per second today.
        growth: annual growth as a share, 0.2 for a fifth; capacity is planned for `years` years.
        spare: standby replicas, equal to the number that may fail.
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
    """Prompt prefixes that are already in the cache.

    Attributes:
        share: share of prompt tokens found there.
        kept: number of different prefixes held.
    """

    share: float
    kept: int = 1


@dataclass(frozen=True, slots=True)
class ServingWorkload:
    """The serving workload.

    Attributes:
        prompt, answer: tokens, the mean if `lengths` specifies a distribution.
        concurrency: sequences running at once over all replicas; the result of `demand` if there is one.
        kv_bytes: of one element of keys and values.
        tpot_s, ttft_s: maximum time of a token and of a first token; None if unlimited. Under a demand, in 95 of 100 cases.
        costing: how plans are costed; None for the tables supplied with the program.
        apart: prompts are processed by separate replicas, which transfer the cache.
        across: layers may be shared by more GPUs than one fast link domain has.
        here: measurements of this site correct predictions.
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
        """The kernel that the program uses for products on a board; None if the table of kernels does not list it."""
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
        """Standby replicas."""
        return self.demand.spare if self.demand is not None else 0
