"""The time of layouts of a training on one board, by the recipe whose steps were measured alike."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.estimates.estimate import Term
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.training.training_activations import Recompute
from gpudesk.core.training.training_memory import MODES, Column, Layouts
from gpudesk.core.training.training_speed import TrainingRun
from gpudesk.core.work.model_work import ModelWork, model_work
from gpudesk.sizing.calibration.step_tables import training_formats, training_rate
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.training.training_time import TrainingTimes, shown_terms, training_times, with_units
from gpudesk.sizing.training.training_workload import TrainingWorkload

_AGAIN = {Recompute.NONE: 0.0, Recompute.SELECTIVE: 0.02, Recompute.FULL: 1.0}
"""Recomputed share of a forward pass; that of norms and gates is a guess, as they contain no products."""
_FORTH_AND_BACK = 2.0
"""Passes through the model of one micro-batch, without what is recomputed."""


@dataclass(frozen=True, slots=True)
class StepTime:
    """The time of one plan.

    Attributes:
        terms: seconds of a step, by cause.
        tokens_per_s: of all GPUs.
        mfu: as defined by PaLM and Llama, from the required products: a frozen model has no gradients of its weights.
    """

    step_s: float
    low_s: float
    high_s: float
    tokens_per_s: float
    mfu: float
    provenance: str
    terms: tuple[Term, ...]

    @property
    def mfu_low(self) -> float:
        """Where the step takes as long as its range reaches."""
        return self.mfu * self.step_s / self.high_s

    @property
    def mfu_high(self) -> float:
        """MFU at the low end of the time range."""
        return self.mfu * self.step_s / self.low_s


def has_times(work: TrainingWorkload, board: Board) -> bool:
    """Whether a time is known for such work on a board: not where answers are generated in between, nor in 32 bits."""
    if work.precision not in training_formats() or work.method.copies.generates:
        return False
    return training_formats()[work.precision] in board.rates and training_rate(board, work.precision) > 0


def tokens_per_s(work: TrainingWorkload, board: Board, rows: Layouts) -> Column:
    """Tokens a second of all GPUs of each layout.

    Raises:
        InvalidData: the board does not compute in the format; see `has_times`.
    """
    model, rates = model_work(work.model), np.zeros(len(rows.data))
    sharded = _is_sharded(model, rows)
    for program in ("fsdp", "megatron"):
        here = np.flatnonzero(sharded if program == "fsdp" else ~sharded)
        if here.size:
            rates[here] = _times(work, model, board, rows.at(here), program).tokens_per_s
    return rates


def _needed_share(work: TrainingWorkload, model: ModelWork) -> float:
    """Required share of forward and backward pass: with an adapter, without the weight gradients, a third of the products."""
    attended = float(model.attended(np.array([float(work.sequence)]), causal=False)[0])
    frozen = (2 * model.active + 3 * attended) / (3 * model.active + 3 * attended)
    return frozen if work.adapter is not None else 1.0


def step_time(work: TrainingWorkload, board: Board, one: Layouts) -> StepTime:
    """The time of the one layout in `one`, with its terms."""
    model = model_work(work.model)
    program = "fsdp" if _is_sharded(model, one)[0] else "megatron"
    times = _times(work, model, board, one, program)
    return StepTime(
        step_s=float(times.step_s[0]),
        low_s=float(times.low_s[0]),
        high_s=float(times.high_s[0]),
        tokens_per_s=float(times.tokens_per_s[0]),
        mfu=float(times.mfu[0]) * _needed_share(work, model),
        provenance=times.provenance[0],
        terms=shown_terms(times, 0),
    )


def _is_sharded(model: ModelWork, rows: Layouts) -> NDArray[np.bool_]:
    """Whether replicas share out gradients or weights and nothing else is shared: the layouts whose steps FSDP was measured with."""
    plain = (rows.tensor == 1) & (rows.context == 1) & (rows.pipeline == 1) & (rows.zero >= 2)
    is_sharded: NDArray[np.bool_] = plain & (model.experts == 0)
    return is_sharded


def _times(work: TrainingWorkload, model: ModelWork, board: Board, rows: Layouts, program: str) -> TrainingTimes:
    count = len(rows.data)
    again = np.array([_AGAIN[mode] for mode in MODES])[rows.recompute]
    copies = work.method.copies
    run = TrainingRun(
        data=rows.data,
        tensor=rows.tensor,
        pipeline=rows.pipeline,
        virtual=rows.virtual,
        context=rows.context,
        expert=np.where(rows.expert > rows.tensor, rows.expert, 1),
        micro_batch=(rows.micro_batch * copies.sequences).astype(np.float64),
        micro_batches=rows.micro_batches.astype(np.float64),
        sequence=np.full(count, float(work.sequence)),
        # A frozen reference passes forward once more, whether it is a copy or the model without its adapter.
        recomputed=again + copies.frozen,
        sharded=rows.zero,
        frozen=np.full(count, work.adapter is not None),
    )
    systems = None
    if work.network is not None and work.network.board == board.key:
        hosts = {gpus: work.network.host(gpus) for gpus in np.unique(run.gpus).tolist()}
        systems = [hosts[gpus] for gpus in run.gpus.tolist()]
    times = training_times(model, [board] * count, [work.precision] * count, run, program, systems)
    # The measured steps of mixtures of experts in Transformers are no longer than those of fused layers.
    if work.adapter is None or model.experts:
        return times
    slowed = _slowed(times, work.program.step)
    if not work.program.unit_us.value:
        return slowed
    gathered = (rows.zero >= 2) & (rows.data > 1)
    passes = np.where(gathered, work.adapter.matrices(work.model) * (_FORTH_AND_BACK + run.recomputed) * run.micro_batches, 0.0)
    return with_units(slowed, passes, work.program.unit_us)


def _slowed(times: TrainingTimes, by: Spread) -> TrainingTimes:
    """Times of a program whose layers are not fused as those that were measured are."""
    return replace(
        times,
        terms_s=times.terms_s * by.value,
        step_s=times.step_s * by.value,
        low_s=times.low_s * by.low,
        high_s=times.high_s * by.high,
        tokens_per_s=times.tokens_per_s / by.value,
        mfu=times.mfu / by.value,
        mfu_causal=times.mfu_causal / by.value,
        hfu=times.hfu / by.value,
    )
