"""Which GPUs serve a model as requested: all ways to split it, evaluated by memory and time, in columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cost.result import Ends, ResultCost
from gpudesk.core.estimates.estimate import Estimate, Kind
from gpudesk.core.messages import log
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.inference_engine import Sharing, StageSupport
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.work.model_split import Split
from gpudesk.sizing.calibration.decode_calibration import products_per_s
from gpudesk.sizing.calibration.rough_times import rough_crowds, rough_times
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.sizing_tables import kv_lacking
from gpudesk.sizing.models.kernels import Arithmetic, Kernel, can_load
from gpudesk.sizing.serving.serving_grid import REPLICAS, Grid, as_measured, padding_here
from gpudesk.sizing.serving.serving_needs import plan_memory
from gpudesk.sizing.serving.serving_splits import TENSORS, USUAL
from gpudesk.sizing.serving.serving_work import Demand, Order, Prefix, Reason, ServingWorkload
from gpudesk.sizing.serving.single_stream_latency import is_lone
from gpudesk.sizing.serving.site_correction import corrected, of_split

_LOG = log.category("sizing")

__all__ = (
    "REPLICAS",
    "TENSORS",
    "Demand",
    "LoadFigures",
    "Order",
    "Prefix",
    "Provision",
    "Range",
    "Reason",
    "ServingPlan",
    "ServingWorkload",
    "Verdict",
    "kind_of",
    "plans_in_columns",
    "preference",
    "serving_plans",
)
_CONTEXT = "sizing"
_EVEN = 1e-9
_FP8 = 8.9
"""Compute capability from which NVIDIA GPUs compute in FP8."""
_NEAR = 1.1
"""If no number of boards meets the request, the fewest are shown whose delay is at most this multiple of the least."""
_WORTH = 2
"""A plan that may miss the request is shown before one that needs this multiple of its boards to be likely to meet it."""
_TWICE = 2
"""A plan with this multiple of the required performance is larger than needed."""


class Provision(StrEnum):
    """How a plan's capacity compares with the request."""

    UNDER = "under"
    FITTING = "fitting"
    OVER = "over"


class Verdict(StrEnum):
    """Certainty that a plan meets the request."""

    FITS = "fits"
    MAY_FIT = "may fit"
    """Its memory range exceeds the usable memory, or its model is estimated."""
    MAY_MISS = "may miss"
    """A time is likely too long."""
    REFUSED = "does not fit"


@dataclass(frozen=True, slots=True)
class Range:
    """A time with its range in nine of ten cases."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LoadFigures:
    """Load results for requests that arrive at random.

    Attributes:
        per_s: requests per second, at the end of the planning period.
        used: share of the replicas' capacity.
        running, running_p95: sequences at once over all replicas.
        ttft_p50_s, ttft_p95_s: to the first token.
        answer_p50_s, answer_p95_s: to the last token of an answer.
    """

    per_s: float
    used: float
    running: float
    running_p95: float
    ttft_p50_s: float
    ttft_p95_s: float
    answer_p50_s: float
    answer_p95_s: float


@dataclass(frozen=True, slots=True)
class ServingPlan:
    """One way to serve a workload.

    Attributes:
        sequences: at once in one group.
        usable_gib: memory that the program may fill on one GPU.
        tokens_per_s: of all replicas.
        provenance: basis of the time in measurements: "here", "seen", "known_system" or "unseen".
        refused: all reasons why this plan fails; empty if it does not. A time counts if even the low end of its range is too long.
        risks: memory whose range exceeds the usable memory, or of an estimated model; times that are likely too long, but not over
            their whole range.
        cost: per year, per GPU hour, per million answer tokens, with energy and carbon.
        step_s: of the likeliest time of a token, by `serving_speed.TERMS`; empty if it does not consist of these.
        groups: number of GPU groups with separate sequences that share the experts of a replica.
        fillers: replicas that only process prompts.
        load: load results of a demand.
    """

    work: ServingWorkload
    board: Board
    split: Split
    replicas: int
    sequences: int
    needed: Estimate
    usable_gib: float
    most_sequences: int
    tpot: Range
    ttft: Range
    tokens_per_s: float
    cost: ResultCost
    provenance: str
    computes: str
    refused: tuple[Reason, ...]
    risks: tuple[Reason, ...]
    remarks: tuple[Message, ...]
    step_s: tuple[float, ...] = ()
    groups: int = 1
    fillers: int = 0
    load: LoadFigures | None = None

    @property
    def form(self) -> WeightFormat:
        return self.work.form

    @property
    def kernel(self) -> Kernel | None:
        """The kernel that the program uses for products; None if the table of kernels does not list it."""
        return self.work.kernel(self.board)

    @property
    def gpus(self) -> int:
        return self.split.gpus * self.groups * (self.replicas + self.fillers + self.work.spare)

    @property
    def provision(self) -> Provision:
        """Less than the request, or twice as much in memory and in each requested time."""
        if self.refused or self.is_late:
            return Provision.UNDER
        times = ((self.tpot, self.work.tpot_s), (self.ttft, self.work.ttft_s))
        quick = all(time.value * _TWICE <= most for time, most in times if most is not None)
        idle = self.load is None or self.load.used * _TWICE <= 1
        return Provision.OVER if quick and idle and self.most_sequences >= _TWICE * self.sequences else Provision.FITTING

    @property
    def fits(self) -> bool:
        return not self.refused

    @property
    def is_late(self) -> bool:
        """Whether a time is likely longer than requested."""
        return any(risk is not Reason.MEMORY for risk in self.risks)

    @property
    def verdict(self) -> Verdict:
        """Certainty that the plan meets the request."""
        if self.refused:
            return Verdict.REFUSED
        if self.is_late:
            return Verdict.MAY_MISS
        return Verdict.MAY_FIT if Reason.MEMORY in self.risks else Verdict.FITS

    @property
    def may_not_fit(self) -> bool:
        """Whether its memory is not certain to be enough, or its model is estimated."""
        return Reason.MEMORY in self.risks

    @property
    def close(self) -> bool:
        """Whether it likely meets the request, but the range of a time exceeds the requested value."""
        limits = ((self.tpot, self.work.tpot_s), (self.ttft, self.work.ttft_s))
        return self.fits and not self.risks and any(most is not None and time.high > most for time, most in limits)


def preference(plan: ServingPlan, order: Order = Order.GPUS) -> tuple[bool, bool, float, float, float]:
    """Sort order of plans: those that meet the request, those that may miss it, the rest; then by preference, GPUs and memory."""
    rank_value: float | None = 0.0
    if order is Order.COST:
        rank_value = plan.cost.yearly.value if plan.cost.priced else None
    elif order is Order.SPEED:
        rank_value = plan.tpot.value
    elif order is Order.ENERGY:
        rank_value = plan.cost.kwh_per_million.value
    return not plan.fits, bool(plan.risks), np.inf if rank_value is None else rank_value, plan.gpus, plan.board.memory_gib


def refuse_without_words(model: Architecture) -> None:
    """Times are based on steps that yield one token per sequence; models without sequence state have no such steps."""
    if model.generates_words:
        return
    text = QT_TRANSLATE_NOOP("sizing", "{name} is not a generative language model.")
    fix = QT_TRANSLATE_NOOP(
        "sizing", "Choose a language model here. To size image models, encoders and others, use the command line: gpudesk size."
    )
    raise InvalidData(Message(_CONTEXT, text, {"name": model.name}), Message(_CONTEXT, fix))


def serving_plans(
    work: ServingWorkload,
    chosen: Sequence[Board],
    gpus: int | None = None,
    most: int | None = None,
    domain: int | None = None,
    order: Order = Order.GPUS,
) -> list[ServingPlan]:
    """For each board the best plan that meets the request; if none does, the closest one, with its reasons.

    Args:
        gpus: exact number, or None for no restriction.
        most: maximum number.
        domain: GPUs of one system: maximum number that shares a layer; None for the number connected by the board's fast links.
        order: ranking; fewest GPUs unless specified.

    Raises:
        InvalidData: the model does not generate text.
    """
    begun = perf_counter()
    refuse_without_words(work.model)
    able = [board for board in chosen if runs(work, board)]
    if not able:
        return []
    grid = Grid(work, able, gpus, most, domain)
    bests = (best_row(grid, at, order) for at in range(len(able)))
    plans = [plan_of(grid, best) for best in bests if best is not None]
    _LOG.debug("serving plans", boards=len(able), fit=sum(plan.fits for plan in plans), ms=1000 * (perf_counter() - begun))
    return plans


def runs(work: ServingWorkload, board: Board) -> bool:
    """Whether the board's entry has enough data, and the program has a kernel for its weights there.

    llama.cpp unpacks to 32 bits if a board supports nothing else.
    """
    if work.apart and not (board.outside_bytes_per_s or board.link_bytes_per_s):
        # Nothing is known over which the cache of a prompt would be handed on.
        return False
    if kv_lacking(work.engine, work.kv_bytes, board.capability) is not None:
        return False
    if work.engine.gguf:
        return board.runs(work.form) or products_per_s(board) > 0
    experts = bool(work.model.experts)
    return board.runs(work.form) and can_load(work.engine.key, work.form, board, experts=experts, release=work.engine.release)


def plans_in_columns(work: ServingWorkload, chosen: Sequence[Board]) -> int:
    """Evaluate all ways to split the workload on all boards that run it; returns their number."""
    able = [board for board in chosen if runs(work, board)]
    return len(Grid(work, able, None).board) if able else 0


def best_row(grid: Grid, board: int, order: Order = Order.GPUS) -> int | None:
    """The row of a board that does and is best; without any that does, the one that breaks least, memory before time."""
    rows = np.flatnonzero(grid.board == board)
    if not rows.size:
        return None
    held = held_rows(grid)[rows]
    late = late_rows(grid)[rows]
    gpus = grid.gpus[rows]
    does = held & (late <= _EVEN)
    able = held & _possible(grid, rows)
    least = gpus[able].min() if able.any() else 0
    if does.any() and order is not Order.GPUS:
        return int(rows[_wanted(grid, rows, does, order)])
    if does.any() and least and least * _WORTH <= gpus[does].min():
        # Times of GPUs without measurements are known within a factor of several: several times the GPUs are not required for that reason.
        ranked = np.lexsort((late, gpus, ~able))
    elif does.any():
        # Of as many GPUs the plain ones come first: groups that share experts are harder to run.
        ranked = np.lexsort((grid.tpot[rows], grid.groups[rows], gpus, ~does))
    elif able.any():
        ranked = np.lexsort((late, gpus, ~able))
    elif held.any():
        near = held & (late <= late[held].min() * _NEAR)
        ranked = np.lexsort((late, gpus, ~near))
    else:
        ranked = np.lexsort((gpus, grid.filled[rows].round(3)))
    return int(rows[ranked[0]])


def held_rows(grid: Grid) -> NDArray[np.bool_]:
    """Whether there is room in memory for what runs at once."""
    held: NDArray[np.bool_] = grid.most >= grid.sequences
    return held


def late_rows(grid: Grid) -> NDArray[np.float64]:
    """Relative excess of times over the requested values; 0 if not exceeded."""
    late = np.zeros(len(grid.board))
    for time, most in ((grid.tpot, grid.work.tpot_s), (grid.ttft, grid.work.ttft_s)):
        if most is not None:
            late = np.maximum(late, time / most - 1)
    return np.maximum(late, 0.0)


def _wanted(grid: Grid, rows: NDArray[np.int64], does: NDArray[np.bool_], order: Order) -> int:
    """Of the rows that do the best: the fastest of one domain of GPUs (or of as few as do), the least energy, else the fewest GPUs."""
    gpus, tpot = grid.gpus[rows], grid.tpot[rows]
    if order is Order.SPEED:
        reach = max(USUAL, grid.chosen[int(grid.board[rows[0]])].domain, int(gpus[does].min()))
        near = does & (gpus <= reach)
        return int(np.lexsort((gpus, tpot, ~near))[0])
    rank_column = grid.cost.kwh_per_million[rows] if order is Order.ENERGY else gpus
    return int(np.lexsort((tpot, gpus, rank_column, ~does))[0])


def _possible(grid: Grid, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether the short ends of the ranges of both times are short enough."""
    ends = quick_ends(grid, rows)
    able = np.ones(rows.size, dtype=bool)
    if grid.work.tpot_s is not None:
        able &= ends.token <= grid.work.tpot_s
    if grid.work.ttft_s is not None:
        able &= ends.first <= grid.work.ttft_s
    return able


@dataclass(frozen=True, slots=True)
class QuickEnds:
    """Seconds at the short ends of ranges: of a token, of a token with its share of the prompt, of the first one; one number a plan."""

    token: NDArray[np.float64]
    paced: NDArray[np.float64]
    first: NDArray[np.float64]


def quick_ends(grid: Grid, rows: NDArray[np.int64]) -> QuickEnds:
    """The short ends of some rows."""
    factors = [grid.known_as(int(row))[1:] for row in rows]
    step, first = (np.array([factor[at][0] for factor in factors]) for at in (0, 1))
    return QuickEnds(
        _short_end(grid.tpot[rows], step, grid.least_step_s[rows]),
        _short_end(grid.paced[rows], step, grid.least_paced_s[rows]),
        _short_end(grid.ttft[rows], first, grid.least_first_s[rows]),
    )


def plan_of(grid: Grid, row: int) -> ServingPlan:
    """The plan of a row, with its terms."""
    work = grid.work
    board = grid.chosen[int(grid.board[row])]
    tensor, groups = int(grid.tensor[row]), int(grid.groups[row])
    pipeline = int(grid.pipeline[row])
    split = Split(tensor, pipeline, tensor * groups if groups > 1 else 0, work.engine.stage_layers(work.model.layers, pipeline))
    endless = not np.isfinite(grid.sequences[row])
    sequences = 1 if endless else int(grid.sequences[row])
    needed = corrected(plan_memory(work, board, split, sequences), of_split(work, board, split, groups))
    usable = work.engine.fillable(work.utilisation) * board.usable_gib
    provenance, step_factors, first_factors = grid.known_as(row)
    tpot = _range(float(grid.tpot[row]), step_factors, float(grid.least_step_s[row]))
    ttft = _range(float(grid.ttft[row]), first_factors, float(grid.least_first_s[row]))
    refused = [Reason.MEMORY] if needed.value > usable else []
    # What is only estimated may fit at best.
    risks = [Reason.MEMORY] if not refused and (needed.high > usable or work.model.is_estimate) else []
    for reason, time, most in ((Reason.TPOT, tpot, work.tpot_s), (Reason.TTFT, ttft, work.ttft_s)):
        if most is not None and time.low > most:
            refused.append(reason)
        elif most is not None and time.value > most:
            risks.append(reason)
    if endless:
        refused = [*refused, Reason.LOAD]
    paced = _range(float(grid.paced[row]), step_factors, float(grid.least_paced_s[row]))
    tokens = Ends(*(work.concurrency / time for time in (paced.value, paced.high, paced.low)))
    if work.demand is not None:
        tokens = Ends(*[work.demand.planned_per_s * work.long.answer] * 3)
    return ServingPlan(
        work=work,
        board=board,
        split=split,
        replicas=int(grid.replicas[row]),
        sequences=sequences,
        needed=needed,
        usable_gib=usable,
        most_sequences=int(min(grid.most[row], 1e9)),
        tpot=tpot,
        ttft=ttft,
        tokens_per_s=tokens.value,
        cost=work.costs.of_results(board, int(grid.gpus[row]), tokens, at_all_hours=work.demand is not None),
        provenance=provenance,
        computes=work.arithmetic(board),
        refused=tuple(refused),
        risks=tuple(risks),
        remarks=(
            *_remarks(work, board, split, groups, int(grid.gpus[row])),
            *_rough(work, board, provenance, grid.requests(row)),
        ),
        step_s=tuple(grid.step[:, row].tolist()),
        groups=groups,
        fillers=int(grid.fillers[row]),
        load=_load(grid, row),
    )


def _load(grid: Grid, row: int) -> LoadFigures | None:
    if grid.crowd is None or grid.work.demand is None:
        return None
    long, parts = grid.work.long, grid.replicas[row] * grid.groups[row]
    running = grid.crowd.mean
    usual = grid.step_s(np.maximum(np.where(np.isfinite(running), running, 1.0), 1.0))[row]
    endless = not np.isfinite(grid.sequences[row])
    first = float("inf") if endless else float(grid.lone_s[row] + grid.waiting_s(0.5)[row])
    return LoadFigures(
        per_s=grid.work.demand.planned_per_s,
        used=float(grid.crowd.used[row]),
        running=float(running[row] * parts),
        running_p95=float(grid.crowd.p95[row] * parts),
        ttft_p50_s=first,
        ttft_p95_s=float(grid.ttft[row]),
        answer_p50_s=first + long.answer * float(usual),
        answer_p95_s=float(grid.ttft[row]) + long.answer_p95 * float(grid.tpot[row]),
    )


def _range(value: float, factors: tuple[float, float], least: float) -> Range:
    return Range(value, float(_short_end(value, factors[0], least)), value * factors[1])


def _short_end(
    value: NDArray[np.float64] | float, factor: NDArray[np.float64] | float, least: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """Low end of a range: from the spread of measurements, but at least the minimum time of the board."""
    return np.maximum(np.multiply(value, factor), least)


def _rough(work: ServingWorkload, board: Board, provenance: str, requests: float) -> list[Message]:
    if is_lone(work.engine):
        return []
    return [*rough_times(provenance, work.engine.key, work.engine.title, work.model.family, board), *rough_crowds(provenance, requests)]


def _stage_support(work: ServingWorkload) -> list[Message]:
    """Why a model has no pipeline stages, or only some; nothing if it may have any."""
    support, rule = work.engine.stage_support(work.model), work.engine.stages_rule(work.model)
    if support is StageSupport.ANY:
        return []
    later = ".".join(map(str, rule.since.until)) if rule is not None else ""
    text = {
        StageSupport.SAME: QT_TRANSLATE_NOOP(
            "sizing", "{program} runs this model with pipeline stages only if all layers that share keys and values are on one stage."
        ),
        StageSupport.NONE: QT_TRANSLATE_NOOP("sizing", "{program} does not support pipeline stages for this model type."),
        StageSupport.FAILS: QT_TRANSLATE_NOOP(
            "sizing", "Before release {release}, {program} stops with an error if this model has pipeline stages."
        ),
        StageSupport.UNCONFIRMED: QT_TRANSLATE_NOOP(
            "sizing",
            "No pipeline stages are planned for this model: it is not confirmed that {program} supports them for layers that share "
            "keys and values.",
        ),
    }[support]
    if later and support is StageSupport.NONE:
        text = QT_TRANSLATE_NOOP("sizing", "{program} supports pipeline stages for this model type from release {release} on.")
    return [Message(_CONTEXT, text, {"program": work.engine.title, "release": later})]


def _remarks(work: ServingWorkload, board: Board, split: Split, groups: int, gpus: int) -> list[Message]:
    messages = []
    served = served_model(work.model, work.form) if work.model.experts else None
    padding = padding_here(work, served, board) if served is not None else None
    if padding is not None:
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "{program} {releases} pads the tokens of each expert to {rows} rows ({kernel}): every step reads and "
            "multiplies all experts, regardless of the number of sequences. Later releases skip the padding.",
        )
        named: dict[str, Value] = {
            "program": work.engine.title,
            "releases": padding.releases,
            "rows": padding.rows,
            "kernel": padding.kernel,
        }
        messages.append(Message(_CONTEXT, text, named))
    kernel, own = work.kernel(board), work.form.computes
    unpacked = own != "fp16" and work.arithmetic(board) != own
    if unpacked and board.arithmetic(work.form) == own:
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "{program} has no {format} matrix multiplication kernel here: weights are unpacked to 16 bits for each "
            "multiplication (weight-only).",
        )
        messages.append(Message(_CONTEXT, text, {"program": work.engine.title, "format": work.form.name}))
    elif unpacked and (kernel is None or kernel.arithmetic is Arithmetic.WEIGHT_ONLY):
        text = QT_TRANSLATE_NOOP(
            "sizing", "This GPU has no {format} compute: weights are unpacked to 16 bits for each matrix multiplication (weight-only)."
        )
        messages.append(Message(_CONTEXT, text, {"format": work.form.name}))
    if kernel is not None:
        text = QT_TRANSLATE_NOOP("sizing", "Kernel: {kernel} ({arithmetic}).")
        messages.append(Message(_CONTEXT, text, {"kernel": kernel.name, "arithmetic": str(kernel.arithmetic)}))
    if work.kv_bytes == 1 and 0 < board.capability < _FP8 and "fp8" in work.engine.kv and "int8" not in work.engine.kv:
        # vllm-project/vllm issue 26431 (RTX 3090): E4M3 is not compiled below 8.9, where Triton knows E5M2.
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "This GPU has no FP8 compute: keys and values are unpacked to 16 bits, which saves memory but no time. "
            "Triton kernels do not compile for E4M3 here: test it first, and use E5M2 (fp8_e5m2) if it does not start.",
        )
        messages.append(Message(_CONTEXT, text))
    if split.tensor > 1 and (not board.has_nvlink or split.tensor * groups > board.domain):
        text = QT_TRANSLATE_NOOP("sizing", "Tensor parallel {count} over PCI Express; not measured here.")
        messages.append(Message(_CONTEXT, text, {"count": split.tensor}))
    if split.pipeline > 1 and not is_lone(work.engine):
        text = QT_TRANSLATE_NOOP("sizing", "The layers are spread over {count} pipeline stages; not measured here.")
        messages.append(Message(_CONTEXT, text, {"count": split.pipeline}))
    if split.stages:
        text = QT_TRANSLATE_NOOP("sizing", "{program} divides the layers unevenly among the pipeline stages: {stages}.")
        if work.engine.sharing is Sharing.LAYERS:
            text = QT_TRANSLATE_NOOP("sizing", "With equal free memory on the GPUs, {program} divides the layers among them as {stages}.")
        messages.append(Message(_CONTEXT, text, {"program": work.engine.title, "stages": tuple(map(str, split.stages))}))
    if gpus > 1 and work.engine.sharing is not Sharing.LAYERS:
        messages += _stage_support(work)
    if groups > 1:
        text = QT_TRANSLATE_NOOP("sizing", "{count} groups of GPUs serve separate sequences and share the experts.")
        messages.append(Message(_CONTEXT, text, {"count": groups}))
    guess = work.speculation
    if guess is not None and guess.draft is None and not work.model.has_mtp:
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "The configuration of {name} lists no layer that predicts further tokens (MTP); without one, the engine refuses to start.",
        )
        messages.append(Message(_CONTEXT, text, {"name": work.model.name}))
    if not as_measured(work):
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "Speculative decoding, prefix caching and disaggregated prefill: calculated, not measured here.",
        )
        messages.append(Message(_CONTEXT, text))
    return messages


def kind_of(provenance: str) -> Kind:
    """How far a time of that provenance is to be trusted."""
    return Kind.CALIBRATED if provenance != "unseen" else Kind.RULE
