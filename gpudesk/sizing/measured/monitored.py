"""Monitor or log measurements next to the estimated needs and output of a kept workload."""

from dataclasses import dataclass, replace
from functools import lru_cache

from gpudesk.core.estimates.measured import Measured, Pair
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.measured.measured_comparison import compare_peak, measured_of, without_measured
from gpudesk.sizing.serving.serving import Reason, ServingPlan, preference, serving_plans
from gpudesk.sizing.serving.serving_request import architecture_of, workload_of
from gpudesk.sizing.serving.site_correction import corrected, of_split
from gpudesk.sizing.single_pass.pass_request import PassAsked
from gpudesk.sizing.training.training import training_plans
from gpudesk.sizing.training.training_cost import training_preference
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from gpudesk.sizing.workloads.placed import AnyPlan, need
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of, order_of

_POOLS = ("vllm", "sglang", "trtllm")
"""Programs that fill their share of the memory regardless of the request: their usage does not show the need."""


_NO_RATE = {Reason.MEMORY, Reason.FORMAT}
"""A plan that is refused for these does not run; one that is only late does."""


@dataclass(frozen=True, slots=True)
class PeakBeside:
    """The highest use of one GPU, estimated and measured, in GiB.

    Attributes:
        low, high: between them the estimate is, in nine of ten cases.
        corrects: whether the measurement can put later estimates right.
    """

    plan: AnyPlan
    estimated: float
    low: float
    high: float
    measured: float
    corrects: bool

    @property
    def off(self) -> float:
        """By what share of the estimate the measurement is above it."""
        return self.measured / self.estimated - 1 if self.estimated else 0.0


def peak_beside(work: Kept, board: str, gpus: int, peak_gib: float) -> PeakBeside | None:
    """Estimated use of a workload on that number of boards next to the highest observed use; None if it cannot run there.

    Args:
        board: the key of the monitored GPUs.

    Raises:
        InvalidData: the request is invalid here.
    """
    workload_need = need(work, board, gpus, most=gpus) if board in boards() else None
    if workload_need is None:
        return None
    plan = workload_need.plan
    if isinstance(plan, ServingPlan):
        plan = without_measured(plan)
        estimated, low, high = compare_peak(plan)
        return PeakBeside(plan, estimated, low, high, peak_gib, plan.work.engine.key not in _POOLS)
    return PeakBeside(plan, plan.needed.value, plan.needed.low, plan.needed.high, peak_gib, corrects=False)


@dataclass(frozen=True, slots=True)
class RateExpected:
    """Tokens a second of all GPUs together, as they are estimated.

    Attributes:
        low, high: between them they are, in nine of ten cases.
        sequences: at once, of all replicas; None of a training.
    """

    per_s: float
    low: float
    high: float
    sequences: int | None


@lru_cache(maxsize=64)
def rate_expected(work: Kept, board: str, gpus: int) -> RateExpected | None:
    """Estimated rate of answer or training tokens of a workload on exactly this number of boards; None if unknown.

    Args:
        board: the key of the monitored GPUs.

    Raises:
        InvalidData: the request is invalid here.
    """
    request = asked_of(work)
    chosen = [boards()[board]] if board in boards() else []
    order = order_of(request)
    if isinstance(request, PassAsked) or not chosen:
        return None
    if isinstance(request, TrainingAsked):
        trainings = [plan for plan in training_plans(training_workload(request), chosen, gpus, None, order) if plan.fits]
        time = min(trainings, key=lambda plan: training_preference(plan, order)).time if trainings else None
        if time is None:
            return None
        tokens = time.tokens_per_s * time.step_s
        return RateExpected(time.tokens_per_s, tokens / time.high_s, tokens / time.low_s, None)
    model = architecture_of(request)
    works = [replace(workload_of(request, model, key), here=False) for key in request.formats]
    plans = [
        plan for format_work in works for plan in serving_plans(format_work, chosen, gpus, order=order) if not _NO_RATE & set(plan.refused)
    ]
    best = min(plans, key=lambda plan: preference(plan, order), default=None)
    if best is None or not best.tokens_per_s > 0:
        return None
    per_s, tpot = best.tokens_per_s, best.tpot
    return RateExpected(per_s, per_s * tpot.value / tpot.high, per_s * tpot.value / tpot.low, best.sequences * best.groups * best.replicas)


def measured_peak(beside: PeakBeside, date: str, source: str) -> Measured | None:
    """Measurement to keep for correcting later estimates; None if it cannot correct them.

    The difference is assigned to memory outside the model (driver, communication, fragments), the least certain term;
    differences already corrected by other measured terms do not count again.

    Args:
        date: of the measurement, as year-month-day.
    """
    plan = beside.plan
    if not beside.corrects or not isinstance(plan, ServingPlan):
        return None
    outside = next((term.value for term in plan.needed.terms if term.name == "other"), 0.0)
    measured = outside + beside.measured - beside.estimated - _corrected_already(plan)
    if outside <= 0 or measured <= 0:
        return None
    measurement = measured_of(plan, (), date, source)
    return Measured(
        model=measurement.model,
        gpu=measurement.gpu,
        program=measurement.program,
        form=measurement.form,
        tensor=measurement.tensor,
        pipeline=measurement.pipeline,
        groups=measurement.groups,
        date=date,
        source=source,
        gib={"other": Pair(outside, measured)},
        by_peak=True,
    )


def _corrected_already(plan: ServingPlan) -> float:
    """GiB by which other terms that were measured here move the estimate of a plan that contains none of them."""
    here = of_split(replace(plan.work, here=True), plan.board, plan.split, plan.groups)
    if here is None:
        return 0.0
    others = {name: pair for name, pair in here.gib.items() if name != "other"}
    return corrected(plan.needed, replace(here, gib=others)).value - plan.needed.value
