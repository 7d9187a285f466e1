"""Training cost: per GPU hour, per million tokens, and in total with losses to failures."""

from dataclasses import dataclass
from math import inf

from gpudesk.core.cost.result import Ends, ResultCost
from gpudesk.sizing.gpus.board_costs import Costing, usual_costing
from gpudesk.sizing.serving.serving_work import Order
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_job import plan_job


@dataclass(frozen=True, slots=True)
class TrainingCost:
    """The cost of a plan.

    Attributes:
        rates: per year, per GPU hour, per million processed tokens.
        whole: for all tokens, by hours used; its range is from the fewest hours at the lowest rate to the most at the highest.
            None without tokens.
    """

    rates: ResultCost
    whole: Ends | None


def training_cost(plan: TrainingPlan, costing: Costing | None = None) -> TrainingCost | None:
    """None where no time is known.

    Args:
        costing: the usual one unless given.
    """
    time = plan.time
    if time is None:
        return None
    by = costing or usual_costing()
    each_s = time.tokens_per_s
    tokens = Ends(each_s, each_s * time.step_s / time.high_s, each_s * time.step_s / time.low_s)
    rates = by.of_results(plan.board, plan.gpus, tokens)
    job = plan_job(plan, by)
    hours = None if job is None else job.gpu_hours
    hour = rates.per_used_hour
    whole = None if hours is None else Ends(hour.value * hours.value, hour.low * hours.low, hour.high * hours.high)
    return TrainingCost(rates, whole)


def training_preference(
    plan: TrainingPlan, order: Order = Order.GPUS, costing: Costing | None = None
) -> tuple[bool, bool, float, float, float]:
    """Sort order of plans: those that meet the request, those that may not, the rest; then by preference, GPUs and memory.

    Unknown values come last.
    """
    rank_value = 0.0
    if order is Order.SPEED:
        rank_value = inf if plan.time is None else 1.0 / plan.time.tokens_per_s
    elif order is not Order.GPUS:
        cost = training_cost(plan, costing)
        if cost is None or (order is Order.COST and not cost.rates.priced):
            rank_value = inf
        else:
            rank_value = cost.rates.per_million.value if order is Order.COST else cost.rates.kwh_per_million.value
    return not plan.fits, bool(plan.risks), rank_value, plan.gpus, plan.board.memory_gib
