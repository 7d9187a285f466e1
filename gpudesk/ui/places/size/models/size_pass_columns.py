"""The columns of candidates that run a model pass by pass: seconds an item and items a second in place of tokens."""

from collections.abc import Mapping
from functools import cache

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.single_pass.pass_work import PassKind
from gpudesk.ui.places.size.models.size_columns import SERVING_COLUMNS, PlanColumn
from gpudesk.ui.places.size.models.size_rows import severity
from gpudesk.ui.toolkit.parts.plain_table import Cell
from gpudesk.ui.toolkit.quantities import MISSING, format_number

_VIDEO = "video"
_NAMES: Mapping[str, tuple[str, str]] = {
    PassKind.PICTURES: (QT_TRANSLATE_NOOP("Sizing", "s/image"), QT_TRANSLATE_NOOP("Sizing", "Images/s")),
    _VIDEO: (QT_TRANSLATE_NOOP("Sizing", "s/video"), QT_TRANSLATE_NOOP("Sizing", "Videos/s")),
    PassKind.VECTORS: (QT_TRANSLATE_NOOP("Sizing", "ms/input"), QT_TRANSLATE_NOOP("Sizing", "Inputs/s")),
    PassKind.ANSWERS: (QT_TRANSLATE_NOOP("Sizing", "s/response"), QT_TRANSLATE_NOOP("Sizing", "Requests/s")),
}


def item_of(plan: PassPlan) -> str:
    """Kind of output item, with video separate from pictures."""
    return _VIDEO if plan.work.frames > 1 else str(plan.work.kind)


def three_digits(value: float) -> str:
    """A figure of any size to three digits."""
    size = abs(value)
    return format_number(value, 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 1 else 3 if size >= 0.1 else 4)


def item_time(plan: PassPlan, seconds: float) -> str:
    """A time of an item in the unit of its column, without that unit."""
    return three_digits(seconds * (1000 if plan.work.kind is PassKind.VECTORS else 1))


def _figure(plan: PassPlan, text: str, unit: str = "") -> Cell:
    return Cell(text, unit=unit, right=True, ink="text.tertiary" if severity(plan) == "error" else "")


def _thousand(plan: PassPlan) -> Cell:
    if not plan.cost.priced:
        return Cell(MISSING, right=True)
    return _figure(plan, format_number(plan.cost.per_million.value / 1000, 2), plan.cost.currency)


def _joules(plan: PassPlan) -> float | None:
    return None if plan.board.power_w is None else plan.board.power_w * plan.gpus / plan.tokens_per_s


def _joules_cell(plan: PassPlan) -> Cell:
    joules = _joules(plan)
    return Cell(MISSING, right=True) if joules is None else _figure(plan, three_digits(joules))


def pass_columns(plan: PassPlan) -> list[PlanColumn]:
    """The columns of plans like one."""
    return _columns(item_of(plan))


@cache
def _columns(item: str) -> list[PlanColumn]:
    item_title, rate = _NAMES[item]
    common = {column.key: column for column in SERVING_COLUMNS}
    return [
        *(common[key] for key in ("mark", "gpu", "weights", "memory")),
        PlanColumn(
            "item",
            item_title,
            lambda plan: _figure(plan, item_time(plan, plan.tpot.value)),
            lambda plan: plan.tpot.value,
            rank=1,
            hint=QT_TRANSLATE_NOOP("Sizing", "On one GPU, its share of a batch"),
        ),
        PlanColumn(
            "range",
            QT_TRANSLATE_NOOP("Sizing", "90 % range"),
            lambda plan: Cell(
                f"{item_time(plan, plan.tpot.low)} – {item_time(plan, plan.tpot.high)}", right=True, step="caption", ink="text.tertiary"
            ),
            lambda plan: plan.tpot.high - plan.tpot.low,
            rank=3,
            hint=QT_TRANSLATE_NOOP("Sizing", "The time is in this range in nine of ten cases"),
        ),
        PlanColumn(
            "items",
            rate,
            lambda plan: _figure(plan, three_digits(plan.tokens_per_s)),
            lambda plan: plan.tokens_per_s,
            rank=2,
            hint=QT_TRANSLATE_NOOP("Sizing", "All GPUs together"),
        ),
        PlanColumn(
            "batch",
            QT_TRANSLATE_NOOP("Sizing", "Batch"),
            lambda plan: _figure(plan, three_digits(plan.ttft.value), "s"),
            lambda plan: plan.ttft.value,
            rank=4,
            hint=QT_TRANSLATE_NOOP("Sizing", "Time for a whole batch on one GPU"),
        ),
        PlanColumn(
            "room",
            QT_TRANSLATE_NOOP("Sizing", "Capacity"),
            lambda plan: _figure(plan, format_number(plan.most_sequences)),
            lambda plan: plan.most_sequences,
            rank=5,
            hint=QT_TRANSLATE_NOOP("Sizing", "Maximum concurrency in one GPU's memory"),
        ),
        common["power"],
        PlanColumn(
            "joules",
            QT_TRANSLATE_NOOP("Sizing", "J each"),
            _joules_cell,
            _joules,
            rank=7,
            hint=QT_TRANSLATE_NOOP("Sizing", "GPU energy at full power, per item"),
        ),
        PlanColumn(
            "thousand",
            QT_TRANSLATE_NOOP("Sizing", "per 1,000"),
            _thousand,
            lambda plan: plan.cost.per_million.value if plan.cost.priced else None,
            rank=5,
            hint=QT_TRANSLATE_NOOP("Sizing", "Cost per thousand, based on utilized hours"),
        ),
        common["yearly"],
        common["verdict"],
    ]
