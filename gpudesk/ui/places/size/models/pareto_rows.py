"""Comparison of plans: figures for the two axes, and the plans that no other one beats in both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.core.cost.result import ResultCost
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.ui.places.size.models.cost_rows import cost_of
from gpudesk.ui.places.size.models.size_rows import Plan

_CONTEXT = "Sizing"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a plan.

    Attributes:
        value: value of a plan; None if unknown.
        more: whether larger is better.
        limit: the target from the workload; None if there is none.
        whole: whether it is an integer, such as the number of GPUs.
    """

    key: str
    source: str
    unit: str
    value: Callable[[Any], float | None]
    more: bool
    limit: Callable[[Any], float | None] = lambda _: None
    whole: bool = False

    @property
    def title(self) -> str:
        return QCoreApplication.translate(_CONTEXT, self.source)


def _power_w(plan: Plan) -> float | None:
    return None if plan.board.power_w is None else plan.board.power_w * plan.gpus


def _per_watt(plan: ServingPlan) -> float | None:
    power = _power_w(plan)
    return None if not power else plan.tokens_per_s / power


def _per_million(plan: ServingPlan) -> float | None:
    return plan.cost.per_million.value if plan.cost.priced else None


def _yearly(plan: ServingPlan) -> float | None:
    return plan.cost.yearly.value if plan.cost.priced else None


def _user_limit(plan: ServingPlan) -> float | None:
    return None if plan.work.tpot_s is None else 1 / plan.work.tpot_s


def _first_limit(plan: ServingPlan) -> float | None:
    return None if plan.work.ttft_s is None else plan.work.ttft_s * 1000


USE = [
    Figure("per-gpu", QT_TRANSLATE_NOOP("Sizing", "Tokens/s per GPU"), "", lambda plan: plan.tokens_per_s / plan.gpus, more=True),
    Figure("gpus", QT_TRANSLATE_NOOP("Sizing", "GPUs"), "", lambda plan: float(plan.gpus), more=False, whole=True),
    Figure("power", QT_TRANSLATE_NOOP("Sizing", "GPU power"), "W", _power_w, more=False),
    Figure("per-watt", QT_TRANSLATE_NOOP("Sizing", "Tokens per joule"), "", _per_watt, more=True),
    Figure("per-million", QT_TRANSLATE_NOOP("Sizing", "Cost per million tokens"), "", _per_million, more=False),
    Figure("yearly", QT_TRANSLATE_NOOP("Sizing", "Annual cost"), "", _yearly, more=False),
]
"""Resources of a plan."""
SPEED = [
    Figure("user", QT_TRANSLATE_NOOP("Sizing", "Tokens/s per user"), "", lambda plan: 1 / plan.tpot.value, more=True, limit=_user_limit),
    Figure("all", QT_TRANSLATE_NOOP("Sizing", "Tokens/s"), "", lambda plan: plan.tokens_per_s, more=True),
    Figure("first", QT_TRANSLATE_NOOP("Sizing", "First token"), "ms", lambda plan: plan.ttft.value * 1000, more=False, limit=_first_limit),
]
"""Results of a plan."""


def _training_money(plan: TrainingPlan) -> ResultCost | None:
    cost = cost_of(plan)
    return cost if cost is not None and cost.priced else None


def _training_per_million(plan: TrainingPlan) -> float | None:
    cost = _training_money(plan)
    return None if cost is None else cost.per_million.value


def _training_yearly(plan: TrainingPlan) -> float | None:
    cost = _training_money(plan)
    return None if cost is None else cost.yearly.value


def _days(plan: TrainingPlan) -> float | None:
    return None if plan.days is None else plan.days.value


TRAINING_USE = [
    Figure("gpus", QT_TRANSLATE_NOOP("Sizing", "GPUs"), "", lambda plan: float(plan.gpus), more=False, whole=True),
    Figure("gpu-hours", QT_TRANSLATE_NOOP("Sizing", "GPU-hours"), "", lambda plan: plan.gpu_hours, more=False),
    Figure("power", QT_TRANSLATE_NOOP("Sizing", "GPU power"), "W", _power_w, more=False),
    Figure("per-million", QT_TRANSLATE_NOOP("Sizing", "Cost per million tokens"), "", _training_per_million, more=False),
    Figure("yearly", QT_TRANSLATE_NOOP("Sizing", "Annual cost"), "", _training_yearly, more=False),
]
TRAINING_SPEED = [
    Figure(
        "rate",
        QT_TRANSLATE_NOOP("Sizing", "Tokens/s"),
        "",
        lambda plan: None if plan.time is None else plan.time.tokens_per_s,
        more=True,
    ),
    Figure("days", QT_TRANSLATE_NOOP("Sizing", "Days"), "", _days, more=False, limit=lambda plan: plan.work.days),
]


def _wanted_rate(plan: PassPlan) -> float | None:
    return plan.work.per_s


def _batch_limit(plan: PassPlan) -> float | None:
    return plan.work.most_s


PASS_USE = [
    *(figure for key in ("power", "gpus", "yearly") for figure in USE if figure.key == key),
    Figure("per-gpu", QT_TRANSLATE_NOOP("Sizing", "Items/s per GPU"), "", lambda plan: plan.tokens_per_s / plan.gpus, more=True),
]
PASS_SPEED = [
    Figure("all", QT_TRANSLATE_NOOP("Sizing", "Items/s"), "", lambda plan: plan.tokens_per_s, more=True, limit=_wanted_rate),
    Figure("batch", QT_TRANSLATE_NOOP("Sizing", "Batch"), "s", lambda plan: plan.ttft.value, more=False, limit=_batch_limit),
]
"""Of models that run pass by pass; an item is a picture, an input or an answer."""


def front(points: Sequence[tuple[float, float]], more: tuple[bool, bool]) -> list[int]:
    """The places of the points that no other one beats in both figures, from the least of the first figure on."""
    signs = [1.0 if is_more else -1.0 for is_more in more]
    order = sorted(range(len(points)), key=lambda at: (-signs[0] * points[at][0], -signs[1] * points[at][1]))
    best, front_places = float("-inf"), []
    for at in order:
        second = signs[1] * points[at][1]
        if second > best:
            best = second
            front_places.append(at)
    return sorted(front_places, key=lambda at: points[at][0])


def holds(plan: Plan) -> bool:
    """Whether the memory suffices: what does not is no point of comparison."""
    return plan.needed.value <= plan.usable_gib
