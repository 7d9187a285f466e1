"""Which GPUs train a model as requested: all ways to split it, evaluated by memory and time, in columns."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from gpudesk.core.estimates.estimate import Estimate
from gpudesk.core.messages import log
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.training.training_activations import Recompute
from gpudesk.core.training.training_memory import MODES, Beside, Column, Layouts, in_gib, memory_parts
from gpudesk.core.training.training_terms import Shown, ranges, training_estimate
from gpudesk.sizing.calibration.step_calibration import UNSEEN
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.models.kernels import lacking_kernel
from gpudesk.sizing.network.system_network import SystemNetwork
from gpudesk.sizing.serving.serving import Range, Verdict
from gpudesk.sizing.serving.serving_work import Order
from gpudesk.sizing.training.rough_plans import rough_memory, rough_steps
from gpudesk.sizing.training.training_search import MOST_GPUS, TENSORS, counts, has_bubble, layouts
from gpudesk.sizing.training.training_tables import rules_of, training_rules
from gpudesk.sizing.training.training_timing import StepTime, has_times, step_time, tokens_per_s
from gpudesk.sizing.training.training_workload import TRANSFORMERS, TrainingWorkload, check, check_zero

_LOG = log.category("sizing")

_CONTEXT = "sizing"
_DAY_S = 86_400.0
_FASTER = 0.99
"""Where no number of boards is fast enough, more are shown only if they are faster by this."""
_LESS = 0.999
"""If no number of GPUs holds it, a larger number is shown only if each GPU needs less by this factor."""
_FLASH = 8.0
"""Compute capability from which flash attention has kernels; older boards have others that keep as little, and are slower."""


class TrainingReason(StrEnum):
    """Why a plan is refused."""

    MEMORY = "memory"
    BATCH = "batch"
    PRECISION = "precision"
    FORMAT = "format"
    """No kernel works with the frozen base on the board."""
    TIME = "time"


@dataclass(frozen=True, slots=True)
class TrainingSplit:
    """How a training is shared out; see `Layouts`."""

    data: int
    tensor: int
    pipeline: int
    context: int
    virtual: int
    expert: int
    zero: int

    @property
    def gpus(self) -> int:
        return self.data * self.tensor * self.pipeline * self.context


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """One way to train a workload.

    Attributes:
        micro_batches: of one step on one group of GPUs.
        needed: GiB of the fullest GPU.
        usable_gib: memory of one GPU available to programs.
        host_gib: memory that one GPU uses on its host.
        refused: all reasons why this plan fails. A time counts if even the low end of its range is too long.
        risks: possible reasons: memory whose range exceeds the usable memory, a time whose likeliest value is too long.
        time: of a step; None if unknown, such as for methods that generate answers.
    """

    work: TrainingWorkload
    board: Board
    split: TrainingSplit
    micro_batch: int
    micro_batches: int
    recompute: Recompute
    needed: Estimate
    usable_gib: float
    host_gib: float
    refused: tuple[TrainingReason, ...]
    risks: tuple[TrainingReason, ...]
    remarks: tuple[Message, ...]
    time: StepTime | None = None

    @property
    def provenance(self) -> str:
        """What the time has in common with measurements: "seen", "known_system" or "unseen"."""
        return self.time.provenance if self.time is not None else UNSEEN

    @property
    def days(self) -> Range | None:
        """Days for all tokens, without failures and checkpoints; None where either is not known."""
        if self.time is None or self.work.tokens is None:
            return None
        value = self.work.tokens / self.time.tokens_per_s / _DAY_S
        return Range(value, value * self.time.low_s / self.time.step_s, value * self.time.high_s / self.time.step_s)

    @property
    def gpu_hours(self) -> float | None:
        """GPU-hours of the likeliest time."""
        return None if self.days is None else self.days.value * 24 * self.gpus

    @property
    def gpus(self) -> int:
        return self.split.gpus

    @property
    def fits(self) -> bool:
        return not self.refused

    @property
    def verdict(self) -> Verdict:
        """Certainty that the plan meets the request."""
        if self.refused:
            return Verdict.REFUSED
        if TrainingReason.TIME in self.risks:
            return Verdict.MAY_MISS
        return Verdict.MAY_FIT if self.risks else Verdict.FITS

    @property
    def may_not_fit(self) -> bool:
        """Whether its memory is not certain to be enough, or its model is estimated."""
        return TrainingReason.MEMORY in self.risks

    @property
    def close(self) -> bool:
        """Whether it likely meets the request, but the range of its days exceeds the requested value."""
        days, most = self.days, self.work.days
        return self.fits and not self.risks and days is not None and most is not None and days.high > most


def preference(plan: TrainingPlan) -> tuple[bool, bool, int, float]:
    """The order of plans: those that do, those that may not, those that do not; in each, fewer GPUs first, then less memory."""
    return not plan.fits, bool(plan.risks), plan.gpus, plan.board.memory_gib


def training_plans(
    work: TrainingWorkload, chosen: Sequence[Board], gpus: int | None = None, most: int | None = None, order: Order = Order.GPUS
) -> list[TrainingPlan]:
    """For each board the plan with the fewest GPUs that meets the request; if none does, the closest one, with its reasons.

    Args:
        gpus: exact number, or None for no restriction.
        most: maximum number.
        order: ranking instead of fewest GPUs, if a time is known: for one board, cost and energy are proportional to GPU hours.

    Raises:
        InvalidData: the model cannot be trained this way.
    """
    begun = time.perf_counter()
    check(work)
    if gpus is not None:
        check_zero(work, gpus)
    search = _Search(work, chosen, order)
    for count in [gpus] if gpus is not None else counts(min(most or MOST_GPUS, MOST_GPUS)):
        if not search.open:
            break
        search.look(count, even=True)
    if not search.nearest:
        search.look(gpus or 1, even=False)
    plans = search.plans()
    _LOG.debug("training plans", boards=len(chosen), fit=sum(plan.fits for plan in plans), ms=1000 * (time.perf_counter() - begun))
    return plans


class _Search:
    """Looks for the best plan of each board, one number of GPUs after the other."""

    def __init__(self, work: TrainingWorkload, chosen: Sequence[Board], order: Order) -> None:
        self.work, self.chosen, self.order = work, chosen, order
        self.best: dict[int, float] = {}
        self.trained = work.trained
        self.beside = _beside(work)
        self.open = set(range(len(chosen)))
        self.found: dict[int, tuple[Layouts, int]] = {}
        self.nearest: dict[int, tuple[float, Layouts, int]] = {}
        self.late: dict[int, tuple[float, Layouts, int]] = {}
        self.judged = 0

    def look(self, count: int, *, even: bool) -> None:
        """Evaluate all layouts of this number of GPUs for the boards that have no plan yet."""
        rows = layouts(self.work, count, even=even)
        if not len(rows.data):
            return
        self.judged += len(rows.data)
        parts = memory_parts(self.trained, rows, self.beside)
        needed, surely = in_gib(parts) + _overhead(count, "value"), _high_gib(self.work, rows, parts) + _overhead(count, "high")
        order = _order(rows)
        for at in sorted(self.open):
            board = self.chosen[at]
            if count > 1 and not board.link_bytes_per_s:
                continue
            rule, reached = training_rules().fragmentation, rows.tensor <= _reach(self.work, board)
            free = board.usable_gib * (1 - rule.value)
            fits, safe = reached & (needed <= free), reached & (surely <= board.usable_gib * (1 - rule.high))
            able = np.flatnonzero(safe if safe.any() else fits)
            if able.size and has_times(self.work, board):
                self._fastest(at, rows.at(able), count)
            elif able.size:
                self.found[at] = rows, int(order[np.argmax(np.isin(order, able))])
            if not reached.any():
                continue
            least = int(np.argmin(np.where(reached, needed, np.inf)))
            over = float(needed[least]) / free
            if at not in self.late and (at not in self.nearest or over < self.nearest[at][0] * _LESS):
                self.nearest[at] = over, rows, least
        # Only where the fewest GPUs are best, or no time tells more from fewer, is the first number that does the last to be looked at.
        self.open -= {at for at in self.found if self.order is Order.GPUS or at not in self.best}

    def _fastest(self, at: int, rows: Layouts, gpus: int) -> None:
        """Take the fastest of layouts that fit, if it is fast enough."""
        each_s = tokens_per_s(self.work, self.chosen[at], rows)
        best = int(np.argmax(each_s))
        tokens, days = self.work.tokens, self.work.days
        took = None if tokens is None else tokens / float(each_s[best]) / _DAY_S
        rank_value = (1.0 if self.order is Order.SPEED else gpus) / float(each_s[best])
        if days is None or took is None or took <= days:
            if self.order is Order.GPUS or at not in self.best or rank_value < self.best[at] * _LESS:
                self.found[at], self.best[at] = (rows, best), rank_value
        elif at not in self.late or took < self.late[at][0] * _FASTER:
            self.late[at] = took, rows, best

    def plans(self) -> list[TrainingPlan]:
        """The plan of each board."""
        plans = []
        for at, board in enumerate(self.chosen):
            if at in self.found:
                plans.append(_plan(self.work, board, *self.found[at]))
            elif at in self.late:
                plans.append(_plan(self.work, board, *self.late[at][1:]))
            elif at in self.nearest:
                plans.append(_plan(self.work, board, *self.nearest[at][1:]))
        return plans


def _reach(work: TrainingWorkload, board: Board) -> int:
    """GPUs that may share a layer unless more are requested: those on the fast link; without one those of a system."""
    return max(work.tensor or 1, board.domain if board.has_nvlink else TENSORS[-1])


def _beside(work: TrainingWorkload) -> Beside:
    rules = rules_of(work.program, work.model.family)
    return Beside(rules.logits_bytes.value, rules.buckets_gib.value * GIB)


def _overhead(gpus: int, end: str) -> float:
    """GiB of driver and communication: their "value" or their "high" end."""
    rules = training_rules()
    context: float = getattr(rules.context_gib, end)
    network: float = getattr(rules.network_gib, end)
    return context + (network if gpus > 1 else 0.0)


def _high_gib(work: TrainingWorkload, rows: Layouts, parts: Mapping[str, Column]) -> Column:
    """The high end of what layouts need, without driver and communication, as the terms of a plan have it."""
    high_gib = in_gib(parts)
    for place, mode in enumerate(MODES):
        here = rows.recompute == place
        for name, (_, high, _, _) in ranges(work.model, rules_of(work.program, work.model.family), work.program.copies, mode).items():
            high_gib[here] += (high - 1) * parts[name][here] / GIB
    return high_gib


def _order(rows: Layouts) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Sort layouts by expected speed: least recomputation, least idle time, fewest communication partners, largest micro-batch."""
    again = np.array([0, 20, 333])[rows.recompute] + has_bubble(rows)
    return np.lexsort((-rows.micro_batch, rows.zero, rows.context, rows.tensor, again))


def _plan(work: TrainingWorkload, board: Board, rows: Layouts, row: int) -> TrainingPlan:
    one = rows.at(np.array([row]))
    trained = work.trained
    parts = {name: float(values[0]) for name, values in memory_parts(trained, one, _beside(work)).items()}
    split = TrainingSplit(
        data=int(one.data[0]),
        tensor=int(one.tensor[0]),
        pipeline=int(one.pipeline[0]),
        context=int(one.context[0]),
        virtual=int(one.virtual[0]),
        expert=int(one.expert[0]) if work.model.experts else 1,
        zero=int(one.zero[0]),
    )
    micro, batches = int(one.micro_batch[0]), int(one.micro_batches[0])
    tokens = micro * work.sequence * trained.copies.sequences // split.context
    shown = Shown(
        parts,
        tokens,
        min(batches, split.pipeline),
        split.gpus,
        board.usable_gib,
        MODES[int(one.recompute[0])],
        work.held_back,
        work.packed,
    )
    needed = training_estimate(trained, rules_of(work.program, work.model.family), shown, work.program.copies)
    refused = []
    if needed.value > board.usable_gib:
        refused.append(TrainingReason.MEMORY)
    if work.batch % (split.data * micro):
        refused.append(TrainingReason.BATCH)
    if not computes(board, work.precision):
        refused.append(TrainingReason.PRECISION)
    if lacking_base(work, board) is not None:
        refused.append(TrainingReason.FORMAT)
    # What is only estimated may fit at best.
    risks = [TrainingReason.MEMORY] if not refused and (needed.high > board.usable_gib or work.model.is_estimate) else []
    time = step_time(work, board, one) if has_times(work, board) else None
    plan = TrainingPlan(
        work=work,
        board=board,
        split=split,
        micro_batch=micro,
        micro_batches=batches,
        recompute=MODES[int(one.recompute[0])],
        needed=needed,
        usable_gib=board.usable_gib,
        host_gib=parts["host"] / GIB,
        refused=tuple(refused),
        risks=tuple(risks),
        remarks=(*_remarks(work, board, split), *_rough(work, board, split, time)),
        time=time,
    )
    return _held_to_days(plan)


def _held_to_days(plan: TrainingPlan) -> TrainingPlan:
    """The plan with what its time means for it."""
    most = plan.work.days
    if most is None or plan.days is None or plan.days.value <= most:
        return plan
    if plan.days.low > most:
        return replace(plan, refused=(*plan.refused, TrainingReason.TIME), risks=())
    return plan if plan.refused else replace(plan, risks=(*plan.risks, TrainingReason.TIME))


def lacking_base(work: TrainingWorkload, board: Board) -> Message | None:
    """Why the frozen base of an adapter does not run on a board, with the formats that do; None if it runs."""
    if work.form is None:
        return None
    return lacking_kernel(engines()[TRANSFORMERS], work.form, board, experts=bool(work.model.experts))


def computes(board: Board, precision: str) -> bool:
    """Whether the board has the arithmetic of a precision."""
    form = weight_format(precision)
    return board.runs(form) and board.arithmetic(form) == form.computes


def _remarks(work: TrainingWorkload, board: Board, split: TrainingSplit) -> list[Message]:
    messages = []
    if split.tensor > 1 and not board.has_nvlink:
        text = QT_TRANSLATE_NOOP("sizing", "Tensor parallel {count} over PCI Express, which is slow.")
        messages.append(Message(_CONTEXT, text, {"count": split.tensor}))
    if work.network is not None:
        messages.append(_over_network(work.network, board, split.gpus))
    if split.tensor > board.domain and board.has_nvlink:
        text = QT_TRANSLATE_NOOP("sizing", "Tensor parallel {count} exceeds the {domain} GPUs connected by the fast link.")
        messages.append(Message(_CONTEXT, text, {"count": split.tensor, "domain": board.domain}))
    if 0 < board.capability < _FLASH:
        text = QT_TRANSLATE_NOOP(
            "sizing", "Flash attention has no kernels for this GPU; another implementation with the same memory use is assumed."
        )
        messages.append(Message(_CONTEXT, text))
    if work.method.copies.generates:
        text = QT_TRANSLATE_NOOP("sizing", "The time to generate responses in between is not known; no time is given.")
        messages.append(Message(_CONTEXT, text))
    elif work.form is not None or work.offload:
        text = QT_TRANSLATE_NOOP("sizing", "The time does not include unpacking weights, or moving states to the host and back.")
        messages.append(Message(_CONTEXT, text))
    if work.precision == "fp8":
        text = QT_TRANSLATE_NOOP("sizing", "FP8 copies of the weights, which some engines keep, are not counted.")
        messages.append(Message(_CONTEXT, text))
    return messages


def _rough(work: TrainingWorkload, board: Board, split: TrainingSplit, time: StepTime | None) -> list[Message]:
    messages = rough_memory(work, split.data, split.zero)
    if time is not None:
        messages += rough_steps(work, board, split.zero, split.tensor * split.context, time.provenance)
    return messages


def _over_network(network: SystemNetwork, board: Board, gpus: int) -> Message:
    """What of a project's network the time counts with."""
    values: dict[str, Value] = {"network": network.name, "count": network.gpus_each}
    if network.board != board.key:
        text = QT_TRANSLATE_NOOP("sizing", "The project has other GPUs; the network of default systems is used.")
    elif not network.joins and not network.name:
        text = QT_TRANSLATE_NOOP("sizing", "The project has no compute network: only the {count} GPUs of one system train together.")
    elif not network.joins:
        text = QT_TRANSLATE_NOOP("sizing", "No cable of {network} has a known rate: only the {count} GPUs of one system train together.")
    elif gpus <= network.gpus_each:
        text = QT_TRANSLATE_NOOP("sizing", "The plan fits in one system, without {network}.")
    else:
        text = QT_TRANSLATE_NOOP(
            "sizing",
            (
                "Over {network}: each GPU has {rate} Gb/s on {rails} to other systems, and {share} % of that rate across "
                "this number of systems."
            ),
        )
        values |= {"rate": round(network.gbps_a_gpu, 1), "rails": network.rails, "share": round(100 * network.passes(gpus), 1)}
    return Message(_CONTEXT, text, values)


def layouts_in_columns(work: TrainingWorkload, gpus: int) -> tuple[int, Column]:
    """Evaluate all layouts of this number of GPUs; returns their number and the memory of each in GiB."""
    rows = layouts(work, gpus)
    return len(rows.data), in_gib(memory_parts(work.trained, rows, _beside(work)))
