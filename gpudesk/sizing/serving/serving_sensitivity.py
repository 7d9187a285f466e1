"""Changes that would make a refused plan meet the request, and the limits of one that does: one change at a time, same board."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.running.progress import Progress
from gpudesk.sizing.gpus.sizing_tables import form_for, kv_bytes, weight_format
from gpudesk.sizing.serving.offload_plans import HostMemory, OffloadPlan, offload_plan, offloaded_serving
from gpudesk.sizing.serving.serving import Reason, ServingPlan, ServingWorkload, serving_plans

NARROWER = ("fp8", "int4")
"""Weight formats to try if the requested ones need too much memory, widest first."""
_MOST_SEQUENCES, _MOST_PROMPT = 100_000, 1_000_000
_MINUTE, _MOST_A_MINUTE = 60, 10_000_000


class Change(StrEnum):
    """The changed quantity."""

    CACHE = "cache"
    WEIGHTS = "weights"
    SEQUENCES = "sequences"
    PROMPT = "prompt"
    GPUS = "gpus"
    OFFLOAD = "offload"
    """Layers stay in system memory."""
    EXPERTS = "experts"
    """Experts of layers stay in system memory, and all else is on the GPU."""
    RATE = "rate"
    """Requests per minute, if a demand is requested instead of sequences."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """One change and the resulting plan.

    Attributes:
        amount: number of sequences, tokens of a prompt, GPUs or requests per minute; 0 for formats.
        format: the key of the format of weights or cache; "" for amounts.
        offload: set if layers stay in system memory; `amount` is the number on the GPU, for experts the number without them.
    """

    change: Change
    plan: ServingPlan
    amount: int = 0
    format: str = ""
    offload: OffloadPlan | None = None


def outlook(plan: ServingPlan, progress: Progress | None = None, host: HostMemory | None = None) -> list[Outlook]:
    """For a refused or risky plan, each single change that fixes it, least intrusive first; otherwise the limits of the plan.

    Args:
        host: the memory of the system, where layers of a model may stay; a usual one unless specified.

    Raises:
        Cancelled: the user canceled the search.
    """
    outlooks = []
    looks = _limits(plan) if _does(plan) else _fixes(plan, host)
    for done, look in enumerate(looks):
        if progress is not None:
            progress.step(min(done, 5), 5)
        if look is not None:
            outlooks.append(look)
    return outlooks


def _same(plan: ServingPlan, work: ServingWorkload) -> ServingPlan | None:
    """The plan for a changed workload on as many of the same boards."""
    plans = serving_plans(work, [plan.board], plan.gpus)
    return plans[0] if plans else None


def _does(plan: ServingPlan | None) -> bool:
    return plan is not None and plan.fits and not plan.is_late


def _fixes(plan: ServingPlan, host: HostMemory | None) -> Iterator[Outlook | None]:
    work = plan.work
    if Reason.MEMORY in plan.refused and work.model.caches:
        for key in work.engine.kv:
            if kv_bytes()[key] < work.kv_bytes:
                yield _look(Change.CACHE, _same(plan, replace(work, kv_bytes=kv_bytes()[key])), key)
    for key in NARROWER:
        form = form_for(work.engine, work.model, weight_format(key))
        if form.bits < work.form.bits:
            yield _look(Change.WEIGHTS, _same(plan, replace(work, form=form)), form.key)
    if Reason.MEMORY in plan.refused and plan.gpus == 1:
        yield offload_outlook(plan, host)
    # A replica without a sequence makes no sense, so there are no fewer of these than of those.
    if work.demand is None:
        yield _largest(plan, Change.SEQUENCES, plan.replicas, work.concurrency - 1, lambda count: replace(work, concurrency=count))
    else:
        yield _rate(plan, 1, int(work.demand.per_s * _MINUTE))
    if work.lengths is None:
        yield _largest(plan, Change.PROMPT, 1, work.prompt - 1, lambda count: replace(work, prompt=count))
    more = serving_plans(work, [plan.board])
    if more and _does(more[0]) and more[0].gpus > plan.gpus:
        yield Outlook(Change.GPUS, more[0], amount=more[0].gpus)


def offload_outlook(plan: ServingPlan, host: HostMemory | None = None) -> Outlook | None:
    """The plan with layers in the system's memory, for one sequence."""
    offload = offload_plan(plan, host) if plan.work.concurrency == 1 else None
    if offload is None:
        return None
    offloaded_plan = offloaded_serving(plan, offload)
    if not _does(offloaded_plan):
        return None
    if offload.part.expert_layers:
        return Outlook(Change.EXPERTS, offloaded_plan, amount=offload.part.expert_layers, offload=offload)
    return Outlook(Change.OFFLOAD, offloaded_plan, amount=offload.part.layers, offload=offload)


def _limits(plan: ServingPlan) -> Iterator[Outlook | None]:
    work = plan.work
    if work.demand is None:
        yield _largest(plan, Change.SEQUENCES, work.concurrency, _MOST_SEQUENCES, lambda count: replace(work, concurrency=count))
    else:
        yield _rate(plan, max(1, int(work.demand.per_s * _MINUTE)), _MOST_A_MINUTE)
    if work.lengths is not None:
        return
    longest = max(work.prompt, work.model.context - work.answer) if work.model.context else _MOST_PROMPT
    yield _largest(plan, Change.PROMPT, work.prompt, longest, lambda count: replace(work, prompt=count))


def _rate(plan: ServingPlan, low: int, most: int) -> Outlook | None:
    """The maximum requests per minute, with growth and the requested number of spare replicas."""
    demand = plan.work.demand
    if demand is None:
        return None
    return _largest(plan, Change.RATE, low, most, lambda count: replace(plan.work, demand=replace(demand, per_s=count / _MINUTE)))


def _look(change: Change, plan: ServingPlan | None, key: str) -> Outlook | None:
    return Outlook(change, plan, format=key) if plan is not None and _does(plan) else None


def _largest(plan: ServingPlan, change: Change, low: int, most: int, changed: Callable[[int], ServingWorkload]) -> Outlook | None:
    """The largest amount from `low` to `most` for which the plan succeeds; None if there is none. Found by bisection."""
    best: ServingPlan | None = None
    high = most
    while low <= high:
        middle = (low + high) // 2
        tried = _same(plan, changed(middle))
        if _does(tried):
            best, low = tried, middle + 1
        else:
            high = middle - 1
    return None if best is None else Outlook(change, best, amount=high)
