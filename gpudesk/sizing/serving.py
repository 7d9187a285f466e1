"""Which GPUs serve a model as asked: every way to share it out, judged by memory and by time, in columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.errors import InvalidData
from gpudesk.core.estimate import Estimate, Kind
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.model_split import Split
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.served_model import ServedModel, served_model
from gpudesk.core.serving_memory import GIB, Engine, Serving, activation_bytes, serving_memory
from gpudesk.core.serving_speed import Boards, Running, first_token_terms, prompt_seconds, step_terms
from gpudesk.core.weight_formats import WeightFormat
from gpudesk.sizing.boards import Board
from gpudesk.sizing.serving_calibration import UNSEEN, ServingCalibration, serving_calibrations

_CONTEXT = "sizing"
TENSORS = (1, 2, 4, 8)
"""GPUs that share a layer: within one NVLink domain of the usual system of eight."""
PIPELINES = (1, 2, 4, 8)
"""Stages: over several systems, or over boards without a fast link; within one system layers are shared instead."""
REPLICAS = tuple(sorted({round(2 ** (step / 4)) for step in range(41)}))
"""1 to 1,024, each about a fifth more than the one before."""
_EVEN = 1e-9
_NEAR = 1.1
"""Where no number of boards does, the fewest are shown that are late by no more than so many times the least."""
_WORTH = 2
"""A plan that may miss is shown before one that needs so many times its boards to be likely."""


class Reason(StrEnum):
    """Why a plan is refused."""

    MEMORY = "memory"
    TPOT = "tpot"
    TTFT = "ttft"
    FORMAT = "format"


@dataclass(frozen=True, slots=True)
class ServingWorkload:
    """What is to be served.

    Attributes:
        concurrency: sequences running at once over all replicas.
        kv_bytes: of one element of keys and values.
        tpot_s, ttft_s: the longest a token and a first token may take; None where it does not matter.
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


@dataclass(frozen=True, slots=True)
class Range:
    """A time with what it lies between in nine cases of ten."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ServingPlan:
    """One way to serve a workload.

    Attributes:
        usable_gib: what the program may fill of one GPU.
        tokens_per_s: of all replicas.
        provenance: what the time has in common with measurements: "seen", "known_system" or "unseen".
        refused: every reason why this does not do; empty where it does. A time counts when even the short end of its range is too long.
        risks: times whose range holds what is asked for, but whose likeliest value is longer.
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
    provenance: str
    computes: str
    refused: tuple[Reason, ...]
    risks: tuple[Reason, ...]
    remarks: tuple[Message, ...]

    @property
    def form(self) -> WeightFormat:
        return self.work.form

    @property
    def gpus(self) -> int:
        return self.split.gpus * self.replicas

    @property
    def fits(self) -> bool:
        return not self.refused


def preference(plan: ServingPlan) -> tuple[bool, bool, int, float]:
    """The order of plans: those that do, those that may miss, those that do not; in each, fewer GPUs first, then less memory."""
    return not plan.fits, bool(plan.risks), plan.gpus, plan.board.memory_gib


class _Grid:
    """All plans of one workload on some boards, in columns."""

    def __init__(self, work: ServingWorkload, chosen: Sequence[Board], gpus: int | None, most: int | None = None) -> None:
        self.work = work
        self.served: ServedModel = served_model(work.model, work.form)
        rows = [
            (at, tensor, pipeline, replicas)
            for at in range(len(chosen))
            for tensor in TENSORS
            for pipeline in PIPELINES
            if pipeline <= max(1, work.model.layers) and _can_share(chosen[at], tensor, pipeline)
            for replicas in (REPLICAS if gpus is None else _exact(gpus, tensor * pipeline))
            if replicas <= work.concurrency and (most is None or tensor * pipeline * replicas <= most)
        ]
        table = np.array(rows, dtype=np.int64).reshape(-1, 4)
        self.board, self.tensor, self.pipeline, self.replicas = table.T
        self.chosen = chosen
        self.sequences = np.ceil(work.concurrency / self.replicas)
        self._judge()

    def _judge(self) -> None:
        work, served = self.work, self.served
        column = {
            name: np.array([getattr(board, name) for board in self.chosen]) for name in ("usable_gib", "bytes_per_s", "link_bytes_per_s")
        }
        flops = np.array([board.flops_per_s(work.form) for board in self.chosen])
        context = float(work.prompt + work.answer)
        usable = column["usable_gib"][self.board]
        each = served.cache_bytes(self.tensor, self.pipeline, context, work.kv_bytes, work.engine.block_tokens)
        fixed = served.held_bytes(self.tensor, self.pipeline, self.tensor) + self._beside(usable)
        room = work.utilisation * usable * GIB - fixed
        self.filled = (fixed + self.sequences * each) / (work.utilisation * usable * GIB)
        self.most = np.where(each > 0, np.floor(np.maximum(room, 0.0) / np.maximum(each, 1.0)), np.where(room >= 0, 1e9, 0.0))
        boards = Boards(column["bytes_per_s"][self.board], flops[self.board], column["link_bytes_per_s"][self.board])
        stage = np.ceil(self.sequences / self.pipeline)
        size = np.full(self.sequences.shape, float(work.prompt)), np.full(self.sequences.shape, float(work.answer))
        run = Running(self.tensor, np.ones_like(self.tensor), stage, *size, work.kv_bytes)
        known = serving_calibrations()
        step = known.step.constants @ step_terms(served, boards, run)
        alone = prompt_seconds(served, boards, run, known.step.constants)
        first = known.first.constants @ first_token_terms(alone, step, self.sequences)
        self.provenance = [known.step.correction(*self._called(board), 1)[1] for board in self.chosen]
        self.tpot = step * self._factors(known.step)
        self.ttft = first * self._factors(known.first)

    def _called(self, board: Board) -> tuple[str, str, str, str]:
        """What the measurements call the model, the board, the program and the format."""
        return self.work.model.name, board.key, self.work.engine.key, self.work.form.key

    def _factors(self, known: ServingCalibration) -> NDArray[np.float64]:
        """By what the times of each plan are multiplied, for what was measured of its board, model and split."""
        off = np.zeros((len(self.chosen), max(TENSORS) + 1))
        for at, board in enumerate(self.chosen):
            for tensor in TENSORS:
                off[at, tensor] = known.correction(*self._called(board), tensor)[0]
        return np.exp(off[self.board, self.tensor])

    def _beside(self, usable_gib: NDArray[np.float64]) -> NDArray[np.float64]:
        """Bytes of activations and of what the program needs, as `serving_memory` counts them."""
        engine, work = self.work.engine, self.work
        found = np.zeros(len(self.tensor))
        for tensor in set(self.tensor.tolist()):
            for at, board in enumerate(self.chosen):
                here = (self.tensor == tensor) & (self.board == at)
                for running in set(self.sequences[here].tolist()):
                    limits = engine.limits(board.usable_gib, board.capability, work.prompt * int(running))
                    found[here & (self.sequences == running)] = activation_bytes(work.model, engine, tensor, *limits)
        other = np.where(self.tensor * self.pipeline > 1, engine.other_gib[1].value, engine.other_gib[0].value)
        return found + (other + engine.graphs_gib.value) * GIB


def _can_share(board: Board, tensor: int, pipeline: int) -> bool:
    """Whether boards of this kind go together so: alone without a link, over stages only where layers cannot be shared further."""
    if not board.link_bytes_per_s:
        return tensor == pipeline == 1
    return pipeline == 1 or tensor == TENSORS[-1] or not board.has_nvlink


def _exact(gpus: int, replica: int) -> tuple[int, ...]:
    return (gpus // replica,) if gpus % replica == 0 else ()


def _refuse_without_words(model: Architecture) -> None:
    """Times rest on steps that give a word to each sequence; what keeps nothing of a sequence makes no such steps."""
    if model.generates_words:
        return
    text = QT_TRANSLATE_NOOP("sizing", "{name} does not generate words. This sizes models that do.")
    mend = QT_TRANSLATE_NOOP("sizing", "Choose a language model. The time of a denoiser or an encoder is not covered.")
    raise InvalidData(Message(_CONTEXT, text, {"name": model.name}), Message(_CONTEXT, mend))


def serving_plans(work: ServingWorkload, chosen: Sequence[Board], gpus: int | None = None, most: int | None = None) -> list[ServingPlan]:
    """For each board the plan with the fewest GPUs that does what is asked; where none does, the one that comes nearest, with its reasons.

    Args:
        gpus: exactly so many, or None for as many as it takes.
        most: no more than these.

    Raises:
        InvalidData: the model does not generate words.
    """
    _refuse_without_words(work.model)
    able = [board for board in chosen if board.runs(work.form)]
    if not able:
        return []
    grid = _Grid(work, able, gpus, most)
    plans = []
    for at in range(len(able)):
        best = _best(grid, at)
        if best is not None:
            plans.append(_plan(grid, best))
    return plans


def plans_in_columns(work: ServingWorkload, chosen: Sequence[Board]) -> int:
    """Judge every way to share the workload out on every board that runs it; returns how many there were."""
    able = [board for board in chosen if board.runs(work.form)]
    return len(_Grid(work, able, None).board) if able else 0


def _best(grid: _Grid, board: int) -> int | None:
    """The row of the fewest GPUs that does; of those, the fastest. Without any: the one that breaks least, memory before time."""
    rows = np.flatnonzero(grid.board == board)
    if not rows.size:
        return None
    work = grid.work
    held = grid.most[rows] >= grid.sequences[rows]
    late = np.zeros(rows.size)
    if work.tpot_s is not None:
        late = np.maximum(late, grid.tpot[rows] / work.tpot_s - 1)
    if work.ttft_s is not None:
        late = np.maximum(late, grid.ttft[rows] / work.ttft_s - 1)
    late = np.maximum(late, 0.0)
    gpus = grid.tensor[rows] * grid.pipeline[rows] * grid.replicas[rows]
    does = held & (late <= _EVEN)
    able = held & _possible(grid, rows)
    least = gpus[able].min() if able.any() else 0
    if does.any() and least and least * _WORTH <= gpus[does].min():
        # Times of boards that nobody measured are known within a factor of several: so many more boards are not asked for on that ground.
        order = np.lexsort((late, gpus, ~able))
    elif does.any():
        order = np.lexsort((grid.tpot[rows], gpus, ~does))
    elif able.any():
        order = np.lexsort((late, gpus, ~able))
    elif held.any():
        near = held & (late <= late[held].min() * _NEAR)
        order = np.lexsort((late, gpus, ~near))
    else:
        order = np.lexsort((gpus, grid.filled[rows].round(3)))
    return int(rows[order[0]])


def _possible(grid: _Grid, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether the short ends of the ranges of both times are short enough."""
    known, provenance = serving_calibrations(), grid.provenance[int(grid.board[rows[0]])]
    able = np.ones(rows.size, dtype=bool)
    if grid.work.tpot_s is not None:
        able &= grid.tpot[rows] * known.step.intervals[provenance][0] <= grid.work.tpot_s
    if grid.work.ttft_s is not None:
        able &= grid.ttft[rows] * known.first.intervals[provenance][0] <= grid.work.ttft_s
    return able


def _plan(grid: _Grid, row: int) -> ServingPlan:
    work = grid.work
    board = grid.chosen[int(grid.board[row])]
    split = Split(int(grid.tensor[row]), int(grid.pipeline[row]))
    sequences = int(grid.sequences[row])
    asked = Serving(work.form, work.kv_bytes, sequences, work.prompt, work.prompt + work.answer, split)
    needed = serving_memory(work.model, work.engine, asked, board.usable_gib, board.capability)
    usable = work.utilisation * board.usable_gib
    known = serving_calibrations()
    provenance = grid.provenance[int(grid.board[row])] if split.pipeline == 1 else UNSEEN
    tpot = _range(float(grid.tpot[row]), known.step.intervals[provenance])
    ttft = _range(float(grid.ttft[row]), known.first.intervals[provenance])
    refused = [Reason.MEMORY] if needed.value > usable else []
    risks = []
    for reason, time, most in ((Reason.TPOT, tpot, work.tpot_s), (Reason.TTFT, ttft, work.ttft_s)):
        if most is not None and time.low > most:
            refused.append(reason)
        elif most is not None and time.value > most:
            risks.append(reason)
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
        tokens_per_s=work.concurrency / tpot.value,
        provenance=provenance,
        computes=board.arithmetic(work.form),
        refused=tuple(refused),
        risks=tuple(risks),
        remarks=tuple(_remarks(work, board, split)),
    )


def _range(value: float, factors: tuple[float, float]) -> Range:
    return Range(value, value * factors[0], value * factors[1])


def _remarks(work: ServingWorkload, board: Board, split: Split) -> list[Message]:
    found = []
    if work.form.computes != "fp16" and board.arithmetic(work.form) != work.form.computes:
        text = QT_TRANSLATE_NOOP(
            "sizing", "This board does not compute in {format}: weights are unpacked to 16 bits for each product (weight-only)."
        )
        found.append(Message(_CONTEXT, text, {"format": work.form.key.upper()}))
    if split.tensor > 1 and not board.has_nvlink:
        text = QT_TRANSLATE_NOOP("sizing", "{count} GPUs share each layer over PCI Express; no measurement here covers that.")
        found.append(Message(_CONTEXT, text, {"count": split.tensor}))
    if split.pipeline > 1:
        text = QT_TRANSLATE_NOOP("sizing", "The layers are spread over {count} stages; no measurement here covers that.")
        found.append(Message(_CONTEXT, text, {"count": split.pipeline}))
    return found


def kind_of(provenance: str) -> Kind:
    """How far a time of that provenance is to be trusted."""
    return Kind.CALIBRATED if provenance != "unseen" else Kind.RULE
