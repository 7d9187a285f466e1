"""Which GPUs do work that no model describes, and what binds it on each."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.running.progress import Progress
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.work.generic_work import Bound, GenericWork, gpus_within, many_gpus_s, one_gpu_s
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.on_hand import ANY, OnHand, boards_on_hand, within
from gpudesk.sizing.serving.serving import Range, Reason
from gpudesk.sizing.serving.serving_request import Hardware, offered

PRECISIONS = ("fp64", "fp64-tensor", "fp32", "bf16", "fp16", "fp8", "fp4")
"""Arithmetic that can be requested; `fp64-tensor` is the rate of 64-bit matrix products on tensor cores."""
MOST_GPUS = 1_000_000


@dataclass(frozen=True, slots=True)
class GenericPlan:
    """The work on one kind of GPU.

    Attributes:
        needed_gib: of one GPU, if the memory is split evenly.
        time: seconds.
        one: seconds on one GPU if the memory sufficed.
        ridge: products per byte at which the board's rates are balanced; above it compute is the limit.
        flops_per_s: dense, from the catalog.
    """

    work: GenericWork
    board: Board
    gpus: int
    needed_gib: float
    usable_gib: float
    time: Range
    one: Range
    bound: Bound
    ridge: float
    flops_per_s: float
    refused: tuple[Reason, ...]
    risks: tuple[Reason, ...]

    @property
    def fits(self) -> bool:
        return not self.refused


@cache
def _table() -> Mapping[str, Any]:
    import yaml

    with resource("sizing", "generic.yaml").open("rb") as file:
        table: Mapping[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return table


def _share(name: str) -> Spread:
    row = _table()[name]
    return Spread(float(row["value"]), float(row["low"]), float(row["high"]))


def sources() -> tuple[str, str]:
    """Sources of the compute and memory shares."""
    return _table()["compute"]["source"], _table()["memory"]["source"]


def rate_of(board: Board, precision: str) -> float | None:
    """Dense products a second in that arithmetic; None where the board's entry has none."""
    return board.rates.get("fp16" if precision == "bf16" else precision)


def generic_plans(
    work: GenericWork, precision: str, chosen: Sequence[Board], gpus: int | None = None, most_s: float | None = None
) -> list[GenericPlan]:
    """For each board that has the arithmetic the fewest GPUs with room that are done in time; those that do first, then the fewest."""
    plans = []
    for board in chosen:
        rate = rate_of(board, precision)
        if rate:
            plans.append(_plan(work, board, rate, gpus, most_s))
    return sorted(plans, key=_standing)


def _plan(work: GenericWork, board: Board, rate: float, gpus: int | None, most_s: float | None) -> GenericPlan:
    compute, memory, other_gib = _share("compute"), _share("memory"), float(_table()["other_gib"][0])
    value, bound = one_gpu_s(work, rate * compute.value, board.bytes_per_s * memory.value)
    low, _ = one_gpu_s(work, rate * compute.high, board.bytes_per_s * memory.high)
    high, _ = one_gpu_s(work, rate * compute.low, board.bytes_per_s * memory.low)
    room = board.usable_gib - other_gib
    held = max(1, math.ceil(work.held_gib / room)) if room > 0 else MOST_GPUS
    in_time = gpus_within(work, value, most_s) if most_s is not None else 1
    count = gpus if gpus is not None else min(MOST_GPUS, max(held, in_time or held))
    time = Range(*(many_gpus_s(work, seconds, count) for seconds in (value, low, high)))
    needed = work.held_gib / count + other_gib
    refused, risks = [], []
    if needed > board.usable_gib:
        refused.append(Reason.MEMORY)
    if most_s is not None and time.low > most_s:
        refused.append(Reason.TTFT)
    elif most_s is not None and time.value > most_s * (1 + 1e-9):
        risks.append(Reason.TTFT)
    return GenericPlan(
        work=work,
        board=board,
        gpus=count,
        needed_gib=needed,
        usable_gib=board.usable_gib,
        time=time,
        one=Range(value, low, high),
        bound=bound,
        ridge=rate / board.bytes_per_s,
        flops_per_s=rate,
        refused=tuple(refused),
        risks=tuple(risks),
    )


@dataclass(frozen=True, slots=True)
class GenericAsked:
    """Generic work with all open options.

    Attributes:
        precision: one of `PRECISIONS`.
        most_s: the maximum time; None if unlimited.
        gpu: the key of the one requested board, "" for all of `hardware`.
        gpus_most: maximum number of GPUs; None for no limit.
    """

    work: GenericWork
    precision: str = "fp64"
    most_s: float | None = None
    hardware: Hardware = Hardware.ALL
    gpu: str = ""
    gpus_most: int | None = None


@dataclass(frozen=True, slots=True)
class GenericAnswer:
    """The plans for a request, best first."""

    asked: GenericAsked
    plans: tuple[GenericPlan, ...]


def generic_answer(request: GenericAsked, progress: Progress | None = None, held: OnHand = ANY) -> GenericAnswer:
    """Every board that has the arithmetic.

    Args:
        held: the GPUs on hand, if no others count.

    Raises:
        Cancelled: the person stopped it.
    """
    if progress is not None:
        progress.step(0, 1)

    def planned(chosen: Sequence[Board], gpus: int | None = None) -> list[GenericPlan]:
        return generic_plans(request.work, request.precision, chosen, gpus, request.most_s)

    chosen = boards_on_hand([boards()[request.gpu]] if request.gpu else offered(request.hardware), held)
    plans = within(planned(chosen), request.gpus_most, held, planned)
    return GenericAnswer(request, tuple(sorted(plans, key=_standing)))


def _standing(plan: GenericPlan) -> tuple[bool, bool, int, float]:
    return not plan.fits, bool(plan.risks), plan.gpus, plan.time.value
