"""Columns of the candidate table, as data: content, sorting, and which are omitted if space is limited."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.gpus.board_costs import usual_costing
from gpudesk.sizing.serving.serving import Order, ServingPlan
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_cost import TrainingCost, training_cost, training_preference
from gpudesk.ui.places.size.models.size_rows import (
    Plan,
    between,
    format_title,
    lasting,
    milliseconds,
    plan_key,
    plan_title,
    recompute_text,
    remarks,
    severity,
    short_format,
    split_text,
    split_told,
    verdict,
)
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import MISSING, format_number, format_quantity, split_quantity

_CONTEXT = "Sizing"
MARK, TIME, VERDICT = "mark", "days", "verdict"


@dataclass(frozen=True, slots=True)
class PlanColumn:
    """One column.

    Attributes:
        source: its title, marked for translation in "Sizing".
        order: sort key of rows; None comes last in both directions.
        rank: columns with a higher rank are omitted first; 0 always stays.
        hint: explanation of the figure, for the tooltip of its header.
    """

    key: str
    source: str
    cell: Callable[[Any], Cell]
    order: Callable[[Any], Any]
    rank: int = 0
    right: bool = True
    hint: str = ""

    @property
    def title(self) -> str:
        return QCoreApplication.translate(_CONTEXT, self.source) if self.source else ""


def _ink(plan: Plan) -> str:
    return "text.tertiary" if severity(plan) == "error" else ""


def _number(plan: Plan, value: float | None, decimals: int | None = 0, unit: str = "") -> Cell:
    """A figure, or the text for an unknown one."""
    if value is None:
        missing = QCoreApplication.translate(_CONTEXT, QT_TRANSLATE_NOOP("Sizing", "The catalog has no power rating for this GPU."))
        return Cell(MISSING, right=True, tool_tip=missing)
    return Cell(format_number(value, decimals), unit=unit, right=True, ink=_ink(plan))


def _timed(plan: TrainingPlan, value: float | None, decimals: int = 0, unit: str = "") -> Cell:
    if value is None:
        missing = QT_TRANSLATE_NOOP(
            "Sizing", "Time unknown: either the amount of data is missing or this training method has not been measured."
        )
        return Cell(MISSING, right=True, tool_tip=QCoreApplication.translate(_CONTEXT, missing))
    return Cell(format_number(value, decimals), unit=unit, right=True, ink=_ink(plan))


def _time(plan: TrainingPlan) -> Cell:
    if plan.days is None:
        return _timed(plan, None)
    scale, unit = lasting(plan.days.value)
    return _timed(plan, scale * plan.days.value, 1, unit)


def _power(plan: Plan) -> float | None:
    return None if plan.board.power_w is None else plan.board.power_w * plan.gpus


def _power_cell(plan: Plan) -> Cell:
    power = _power(plan)
    if power is None:
        return _number(plan, None)
    number, unit = split_quantity(power, "W")
    return Cell(number, unit=unit, right=True, ink=_ink(plan))


def _per_watt(plan: ServingPlan) -> float | None:
    """Dense operations a second for each watt, in the arithmetic that the plan computes in."""
    if not plan.board.power_w or plan.computes not in plan.board.rates:
        return None
    return plan.board.rates[plan.computes] / plan.board.power_w


def _per_watt_cell(plan: ServingPlan) -> Cell:
    rate = _per_watt(plan)
    if rate is None:
        return _number(plan, None)
    tip = f"{plan.computes.upper()}: {format_quantity(plan.board.rates[plan.computes] / 1e12, 'TFLOPS')}"
    return Cell(format_number(rate / 1e12, 2), unit="T/W", right=True, ink=_ink(plan), tool_tip=tip)


def _money(plan: ServingPlan, value: float, decimals: int) -> Cell:
    if not plan.cost.priced:
        unknown = QT_TRANSLATE_NOOP("Sizing", "No published price for this GPU. Enter one under Cost.")
        return Cell(MISSING, right=True, tool_tip=QCoreApplication.translate(_CONTEXT, unknown))
    return Cell(format_number(value, decimals), unit=plan.cost.currency, right=True, ink=_ink(plan))


def _joules(plan: ServingPlan) -> float | None:
    power = _power(plan)
    return None if power is None else power / plan.tokens_per_s


def _mark(plan: Plan) -> Cell:
    return Cell(severity=severity(plan), spoken=verdict(plan))


def _gpu(plan: Plan) -> Cell:
    return Cell(plan_title(plan), ink=_ink(plan), tool_tip=f"{format_number(plan.gpus)} × {plan.board.title}")


def _weights(plan: ServingPlan) -> Cell:
    return Cell(short_format(plan), ink=_ink(plan), tool_tip=format_title(plan.form))


def _verdict(plan: Plan) -> Cell:
    verdict_text = verdict(plan)
    return Cell(verdict_text, ink=_ink(plan), tool_tip="\n".join([verdict_text, *remarks(plan)]))


def _standing(plan: Plan) -> tuple[bool, bool, int, float]:
    return not plan.fits, bool(plan.risks), plan.gpus, plan.board.memory_gib


_MARK = PlanColumn(MARK, "", _mark, _standing, right=False)
_GPU = PlanColumn("gpu", QT_TRANSLATE_NOOP("Sizing", "GPUs"), _gpu, lambda plan: (plan.gpus, plan.board.short), right=False)
_POWER = PlanColumn("power", QT_TRANSLATE_NOOP("Sizing", "GPU power"), _power_cell, _power, rank=6)
_VERDICT = PlanColumn(VERDICT, QT_TRANSLATE_NOOP("Sizing", "Result"), _verdict, _standing, right=False)
_MEMORY = PlanColumn(
    "memory",
    QT_TRANSLATE_NOOP("Sizing", "Memory"),
    lambda plan: _number(plan, plan.needed.value, 1, "GiB"),
    lambda plan: plan.needed.value,
    rank=2,
    hint=QT_TRANSLATE_NOOP("Sizing", "Memory of the most loaded GPU"),
)
SERVING_COLUMNS: list[PlanColumn] = [
    _MARK,
    _GPU,
    PlanColumn("weights", QT_TRANSLATE_NOOP("Sizing", "Weights"), _weights, lambda plan: float(plan.form.bits), rank=1, right=False),
    PlanColumn(
        "split",
        QT_TRANSLATE_NOOP("Sizing", "Split"),
        lambda plan: Cell(split_text(plan), ink=_ink(plan), tool_tip=split_told(plan)),
        lambda plan: (plan.replicas, plan.split.tensor, plan.split.pipeline),
        rank=7,
        right=False,
        hint=QT_TRANSLATE_NOOP("Sizing", "Replicas × tensor parallel × pipeline stages"),
    ),
    _MEMORY,
    PlanColumn(
        "token",
        QT_TRANSLATE_NOOP("Sizing", "ms/token"),
        lambda plan: Cell(milliseconds(plan.tpot.value), right=True, ink=_ink(plan)),
        lambda plan: plan.tpot.value,
        rank=1,
        hint=QT_TRANSLATE_NOOP("Sizing", "Time per output token"),
    ),
    PlanColumn(
        "range",
        QT_TRANSLATE_NOOP("Sizing", "90 % range"),
        lambda plan: Cell(between(plan.tpot), right=True, step="caption", ink="text.tertiary"),
        lambda plan: plan.tpot.high - plan.tpot.low,
        rank=4,
        hint=QT_TRANSLATE_NOOP("Sizing", "The time per token is in this range in nine of ten cases"),
    ),
    PlanColumn(
        "first",
        QT_TRANSLATE_NOOP("Sizing", "First token"),
        lambda plan: Cell(milliseconds(plan.ttft.value), unit="ms", right=True, ink=_ink(plan)),
        lambda plan: plan.ttft.value,
        rank=5,
    ),
    PlanColumn(
        "tokens",
        QT_TRANSLATE_NOOP("Sizing", "Tokens/s"),
        lambda plan: _number(plan, round(plan.tokens_per_s)),
        lambda plan: plan.tokens_per_s,
        rank=3,
        hint=QT_TRANSLATE_NOOP("Sizing", "All sequences together"),
    ),
    PlanColumn(
        "per-gpu",
        QT_TRANSLATE_NOOP("Sizing", "per GPU"),
        lambda plan: _number(plan, round(plan.tokens_per_s / plan.gpus)),
        lambda plan: plan.tokens_per_s / plan.gpus,
        rank=6,
        hint=QT_TRANSLATE_NOOP("Sizing", "Tokens per second per GPU"),
    ),
    _POWER,
    PlanColumn(
        "joules",
        QT_TRANSLATE_NOOP("Sizing", "J/token"),
        lambda plan: _number(plan, _joules(plan), 2),
        _joules,
        rank=8,
        hint=QT_TRANSLATE_NOOP("Sizing", "GPU energy at full power, per token"),
    ),
    PlanColumn(
        "per-watt",
        QT_TRANSLATE_NOOP("Sizing", "FLOPS/W"),
        _per_watt_cell,
        _per_watt,
        rank=9,
        hint=QT_TRANSLATE_NOOP("Sizing", "Dense operations per second per watt, in the number format of this plan"),
    ),
    PlanColumn(
        "per-million",
        QT_TRANSLATE_NOOP("Sizing", "per M tokens"),
        lambda plan: _money(plan, plan.cost.per_million.value, 2),
        lambda plan: plan.cost.per_million.value if plan.cost.priced else None,
        rank=4,
        hint=QT_TRANSLATE_NOOP("Sizing", "Cost per million output tokens, based on utilized hours"),
    ),
    PlanColumn(
        "yearly",
        QT_TRANSLATE_NOOP("Sizing", "Annual cost"),
        lambda plan: _money(plan, plan.cost.yearly.value, 0),
        lambda plan: plan.cost.yearly.value if plan.cost.priced else None,
        rank=8,
        hint=QT_TRANSLATE_NOOP("Sizing", "All GPUs of the plan, with associated equipment"),
    ),
    _VERDICT,
]
"""Columns of serving plans, in display order."""


def _priced_training(plan: TrainingPlan) -> TrainingCost | None:
    """The cost of a training; None where no time or no price is known."""
    cost = training_cost(plan)
    return cost if cost is not None and cost.rates.priced else None


def _job_cost(plan: TrainingPlan) -> float | None:
    cost = _priced_training(plan)
    return None if cost is None or cost.whole is None else cost.whole.value


def _per_million(plan: TrainingPlan) -> float | None:
    cost = _priced_training(plan)
    return None if cost is None else cost.rates.per_million.value


def _training_money(plan: TrainingPlan, value: float | None, decimals: int) -> Cell:
    """Money of a training; a dash where a time, the tokens or the price is not known."""
    if value is None:
        return Cell("–", right=True, ink="text.tertiary")
    return Cell(format_number(value, decimals), unit=usual_costing().inputs.currency, right=True, ink=_ink(plan))


TRAINING_COLUMNS: list[PlanColumn] = [
    _MARK,
    _GPU,
    PlanColumn(
        "split",
        QT_TRANSLATE_NOOP("Sizing", "Split"),
        lambda plan: Cell(split_text(plan), ink=_ink(plan), tool_tip=split_told(plan)),
        lambda plan: (plan.split.data, plan.split.tensor, plan.split.pipeline),
        rank=3,
        right=False,
        hint=QT_TRANSLATE_NOOP("Sizing", "Data × tensor × pipeline × context parallel"),
    ),
    PlanColumn(
        "zero",
        QT_TRANSLATE_NOOP("Sizing", "ZeRO"),
        lambda plan: _number(plan, plan.split.zero),
        lambda plan: plan.split.zero,
        rank=3,
        hint=QT_TRANSLATE_NOOP("Sizing", "States sharded across the data-parallel copies: 1 moments, 2 gradients, 3 weights"),
    ),
    PlanColumn(
        "micro",
        QT_TRANSLATE_NOOP("Sizing", "Micro-batch"),
        lambda plan: _number(plan, plan.micro_batch),
        lambda plan: plan.micro_batch,
        rank=4,
    ),
    PlanColumn(
        "recompute",
        QT_TRANSLATE_NOOP("Sizing", "Recomputed"),
        lambda plan: Cell(recompute_text(plan), ink=_ink(plan)),
        lambda plan: str(plan.recompute),
        rank=5,
        right=False,
    ),
    _MEMORY,
    PlanColumn(
        "rate",
        QT_TRANSLATE_NOOP("Sizing", "Tokens/s"),
        lambda plan: _timed(plan, None if plan.time is None else round(plan.time.tokens_per_s)),
        lambda plan: None if plan.time is None else plan.time.tokens_per_s,
        rank=3,
        hint=QT_TRANSLATE_NOOP("Sizing", "Training tokens per second, all GPUs"),
    ),
    PlanColumn(
        TIME,
        QT_TRANSLATE_NOOP("Sizing", "Time"),
        _time,
        lambda plan: None if plan.days is None else plan.days.value,
        rank=1,
        hint=QT_TRANSLATE_NOOP("Sizing", "For all tokens, without failures and checkpoints"),
    ),
    PlanColumn(
        "mfu",
        QT_TRANSLATE_NOOP("Sizing", "MFU"),
        lambda plan: _timed(plan, None if plan.time is None else 100 * plan.time.mfu, 0, "%"),
        lambda plan: None if plan.time is None else plan.time.mfu,
        rank=5,
        hint=QT_TRANSLATE_NOOP("Sizing", "Model FLOPS as a share of the dense FLOPS of the GPUs"),
    ),
    PlanColumn(
        "gpu-hours",
        QT_TRANSLATE_NOOP("Sizing", "GPU-hours"),
        lambda plan: _timed(plan, plan.gpu_hours),
        lambda plan: plan.gpu_hours,
        rank=4,
    ),
    PlanColumn(
        "job-cost",
        QT_TRANSLATE_NOOP("Sizing", "Cost of the job"),
        lambda plan: _training_money(plan, _job_cost(plan), 0),
        _job_cost,
        rank=6,
        hint=QT_TRANSLATE_NOOP("Sizing", "For all tokens, including failures and checkpoints"),
    ),
    PlanColumn(
        "per-million",
        QT_TRANSLATE_NOOP("Sizing", "Per 1 M tokens"),
        lambda plan: _training_money(plan, _per_million(plan), 3),
        _per_million,
        rank=7,
    ),
    PlanColumn(
        "usable",
        QT_TRANSLATE_NOOP("Sizing", "Usable"),
        lambda plan: _number(plan, plan.usable_gib, 1, "GiB"),
        lambda plan: plan.usable_gib,
        rank=5,
    ),
    _POWER,
    _VERDICT,
]
"""Of plans that train."""
TABLES: dict[type, list[PlanColumn]] = {ServingPlan: SERVING_COLUMNS, TrainingPlan: TRAINING_COLUMNS}


def heads(columns: Sequence[PlanColumn]) -> tuple[Head, ...]:
    """The heads of some columns."""
    return tuple(Head(column.title, right=column.right) for column in columns)


def line(plan: Plan, columns: Sequence[PlanColumn]) -> Line:
    """The row of a plan."""
    return Line(plan_key(plan), tuple(column.cell(plan) for column in columns))


def spoken(plan: Plan) -> str:
    """Text searched by a filter."""
    form = "" if isinstance(plan, TrainingPlan) else format_title(plan.form)
    words = (plan.board.title, plan.board.short, short_format(plan), form, plan_title(plan), verdict(plan))
    return " ".join(words).casefold()


def chosen_columns(columns: Sequence[PlanColumn], wanted: Collection[str]) -> list[PlanColumn]:
    """The columns with the given keys, in order; mandatory columns are included."""
    return [column for column in columns if column.key in wanted or not column.rank]


BEST: dict[str, tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    "gpus": (QT_TRANSLATE_NOOP("Sizing", "Fewest GPUs"), lambda plan: (plan.gpus, plan.board.memory_gib)),
    "speed": (QT_TRANSLATE_NOOP("Sizing", "Speed"), lambda plan: (plan.tpot.value,)),
    "use": (QT_TRANSLATE_NOOP("Sizing", "Utilization"), lambda plan: (-plan.tokens_per_s / plan.gpus,)),
    "cost": (QT_TRANSLATE_NOOP("Sizing", "Cost"), lambda plan: (not plan.cost.priced, plan.cost.per_million.value)),
    "energy": (QT_TRANSLATE_NOOP("Sizing", "Energy"), lambda plan: (_joules(plan) is None, _joules(plan) or 0.0)),
}
"""What plans can be best by."""
ORDERS = {"gpus": Order.GPUS, "speed": Order.SPEED, "cost": Order.COST, "energy": Order.ENERGY}
"""Criteria of the search for the best plan of a GPU."""


def best_first(plans: Sequence[Plan], by: str) -> list[Plan]:
    """Feasible plans, then those that may miss the target, then the rest; the best of each first."""
    return sorted(plans, key=lambda plan: _place(plan, by))


def _place(plan: Plan, by: str) -> tuple[Any, ...]:
    if not isinstance(plan, TrainingPlan):
        return not plan.fits, bool(plan.risks), *BEST[by][1](plan)
    if by in ORDERS:
        return training_preference(plan, ORDERS[by])
    return not plan.fits, bool(plan.risks), plan.time is None, 0.0 if plan.time is None else -plan.time.tokens_per_s / plan.gpus
