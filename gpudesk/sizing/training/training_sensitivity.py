"""Changes that would make a refused training plan succeed, and the limits of one that does: one change at a time, same board."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.running.progress import Progress
from gpudesk.core.training.adapters import Adapter
from gpudesk.core.training.training_activations import Recompute
from gpudesk.sizing.gpus.sizing_tables import weight_format
from gpudesk.sizing.training.training import TrainingPlan, TrainingReason, training_plans
from gpudesk.sizing.training.training_tables import methods
from gpudesk.sizing.training.training_workload import TrainingWorkload

_QUANTISED = "nf4-dq"
_MOST_SEQUENCE = 1_048_576
_STEPS = 9


class TrainingChange(StrEnum):
    """The changed quantity, least intrusive first."""

    MICRO_BATCH = "micro_batch"
    RECOMPUTE = "recompute"
    ZERO = "zero"
    CHUNKED_LOSS = "chunked_loss"
    LORA = "lora"
    QLORA = "qlora"
    OFFLOAD = "offload"
    SEQUENCE = "sequence"
    GPUS = "gpus"


@dataclass(frozen=True, slots=True)
class TrainingOutlook:
    """One change and the resulting plan, which may still fail.

    Attributes:
        amount: sequences of a micro-batch, stage of ZeRO, rank of an adapter, tokens of a sequence or GPUs; 0 for the others.
        word: the recomputed part; "" for the others.
    """

    change: TrainingChange
    plan: TrainingPlan
    amount: int = 0
    word: str = ""


def training_outlook(plan: TrainingPlan, progress: Progress | None = None) -> list[TrainingOutlook]:
    """For a refused plan, the result of each single change; otherwise the limits of the plan.

    Open options of the workload have already been tried, and are not tried again.

    Raises:
        Cancelled: the user canceled the search.
    """
    outlooks = []
    for done, look in enumerate(_limits(plan) if plan.fits else _fixes(plan)):
        if progress is not None:
            progress.step(min(done, _STEPS), _STEPS)
        if look is not None:
            outlooks.append(look)
    return outlooks


def _same(plan: TrainingPlan, work: TrainingWorkload) -> TrainingPlan | None:
    """The plan for a changed workload on as many of the same boards."""
    plans = training_plans(work, [plan.board], plan.gpus)
    return plans[0] if plans else None


def _fixes(plan: TrainingPlan) -> Iterator[TrainingOutlook | None]:
    work = plan.work
    for micro in (size for size in (16, 8, 4, 2, 1) if work.micro_batch is not None and size < work.micro_batch):
        look = _look(plan, TrainingChange.MICRO_BATCH, replace(work, micro_batch=micro), micro)
        if micro == 1 or (look is not None and look.plan.fits):
            yield look
            break
    modes = tuple(Recompute)
    for mode in modes[modes.index(work.recompute) + 1 :] if work.recompute is not None else ():
        yield _look(plan, TrainingChange.RECOMPUTE, replace(work, recompute=mode), word=str(mode))
    for zero in range(work.zero + 1, 4) if work.zero is not None else ():
        yield _look(plan, TrainingChange.ZERO, replace(work, zero=zero), zero)
    if not work.chunked_loss:
        yield _look(plan, TrainingChange.CHUNKED_LOSS, replace(work, chunked_loss=True))
    adapter = work.adapter or Adapter()
    # Methods that compare answers keep their name: an adapter is trained under them too.
    if work.adapter is None:
        method = methods()["lora"] if work.method.key == "full" else work.method
        yield _look(plan, TrainingChange.LORA, replace(work, adapter=adapter, method=method), adapter.rank)
    if work.form is None:
        method = methods()["qlora"] if work.method.key in ("full", "lora") else work.method
        packed = replace(work, adapter=adapter, method=method, form=weight_format(_QUANTISED))
        yield _look(plan, TrainingChange.QLORA, packed, adapter.rank)
    if not work.offload:
        yield _look(plan, TrainingChange.OFFLOAD, replace(work, offload=True))
    if TrainingReason.MEMORY in plan.refused:
        yield _longest(plan, 1, work.sequence - 1)
    more = training_plans(work, [plan.board])
    if more and more[0].fits and more[0].gpus > plan.gpus:
        yield TrainingOutlook(TrainingChange.GPUS, more[0], amount=more[0].gpus)


def _limits(plan: TrainingPlan) -> Iterator[TrainingOutlook | None]:
    work = plan.work
    yield _longest(plan, work.sequence, max(work.sequence, work.model.context or _MOST_SEQUENCE))
    best = None
    micro = plan.micro_batch
    while micro <= work.batch:
        look = _look(plan, TrainingChange.MICRO_BATCH, replace(work, micro_batch=micro), micro)
        if look is not None and look.plan.fits:
            best = look
        micro *= 2
    yield best


def _look(plan: TrainingPlan, change: TrainingChange, work: TrainingWorkload, amount: int = 0, word: str = "") -> TrainingOutlook | None:
    changed_plan = _same(plan, work)
    if changed_plan is None or (not changed_plan.fits and changed_plan.needed.value >= plan.needed.value):
        return None
    return TrainingOutlook(change, changed_plan, amount, word)


def _longest(plan: TrainingPlan, low: int, most: int) -> TrainingOutlook | None:
    """The longest sequence from `low` to `most` with which the plan does, in steps of 64 tokens; longer never helps: halving finds it."""

    def changed(blocks: int) -> TrainingWorkload:
        return replace(plan.work, sequence=64 * blocks)

    best, first, last = None, -(-low // 64), most // 64
    while first <= last:
        middle = (first + last) // 2
        tried = _same(plan, changed(middle))
        if tried is not None and tried.fits:
            best, first = tried, middle + 1
        else:
            last = middle - 1
    return None if best is None else TrainingOutlook(TrainingChange.SEQUENCE, best, amount=64 * last)
