"""The memory that a monitor saw beside what a kept workload was estimated to need."""

from dataclasses import dataclass

from gpudesk.core.measured import Measured, Pair
from gpudesk.sizing.boards import boards
from gpudesk.sizing.kept import Kept
from gpudesk.sizing.measured import compare_peak, measured_of, without_measured
from gpudesk.sizing.placed import AnyPlan, need
from gpudesk.sizing.serving import ServingPlan

_POOLS = ("vllm", "sglang", "trtllm")
"""Programs that fill their share of the memory whatever is asked of them: their use says nothing of the need."""


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
    """What a workload was estimated to use of that many boards, beside the highest use that was seen; None where it cannot run there.

    Args:
        board: the key of the GPUs that were watched.

    Raises:
        InvalidData: what is asked makes no sense here.
    """
    found = need(work, board, gpus, most=gpus) if board in boards() else None
    if found is None:
        return None
    plan = found.plan
    if isinstance(plan, ServingPlan):
        plan = without_measured(plan)
        estimated, low, high = compare_peak(plan)
        return PeakBeside(plan, estimated, low, high, peak_gib, plan.work.engine.key not in _POOLS)
    return PeakBeside(plan, plan.needed.value, plan.needed.low, plan.needed.high, peak_gib, corrects=False)


def measured_peak(beside: PeakBeside, date: str, source: str) -> Measured | None:
    """What is to be kept so that later estimates are put right; None where the measurement cannot do that.

    The difference is counted to what lies outside the model (driver, communication, fragments), the term that is known least.

    Args:
        date: of the measurement, as year-month-day.
    """
    plan = beside.plan
    if not beside.corrects or not isinstance(plan, ServingPlan):
        return None
    outside = next((term.value for term in plan.needed.terms if term.name == "other"), 0.0)
    measured = outside + beside.measured - beside.estimated
    if outside <= 0 or measured <= 0:
        return None
    kept = measured_of(plan, (), date, source)
    return Measured(
        model=kept.model,
        gpu=kept.gpu,
        program=kept.program,
        form=kept.form,
        tensor=kept.tensor,
        pipeline=kept.pipeline,
        date=date,
        source=source,
        gib={"other": Pair(outside, measured)},
    )
